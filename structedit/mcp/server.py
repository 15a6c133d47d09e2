"""The MCP server: tools and one resource for the files below one root. No logic; a call is a verb of the workspace.

It is built on the SDK's low-level `Server`. The decorator style (`MCPServer`) reads arguments by pydantic before a tool
sees them, which words refusals for programmers, turns words into numbers and hides the text of plain exceptions from
the model; here arguments come as they are, are checked by the table that checks every other door, and a refusal is a
result with `isError`, its text in front and the whole answer object as structured content.

A call that writes prepares and commits in one go in a thread, with no `await` between: cancelled before the commit
it writes nothing, later it is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
from mcp import types
from mcp.server import Server
from mcp.server.caching import CacheHint
from mcp.shared.exceptions import MCPError

from structedit._version import __version__
from structedit.errors import StructeditError
from structedit.mcp import calls
from structedit.mcp.turns import Turns
from structedit.store.root import Root
from structedit.wire import answer
from structedit.wire.arguments import read_arguments
from structedit.wire.brief import brief
from structedit.wire.declared import hints, with_examples
from structedit.wire.tools import named, tools

if TYPE_CHECKING:
    from mcp.server.context import CallNext, ServerRequestContext

    from structedit.wire.answers import Answer

    Request = ServerRequestContext[Any, Any]

MOST_THREADS = 16
PROGRESS_EVERY = 20
OUTLINE_URI = "structedit://outline/"

INSTRUCTIONS = """\
structedit edits code and data by structure; say where by a selector, never by line numbers.
Selectors: `Cache.get` (a definition by its path), `scripts.build` (a key), `function#load` (role#name), \
`Cache.get call#open` (inside), `call#open > argument#mode` (direct member), `argument:nth(2)`, \
`if:contains("debug")`, `load::returns` (a part: name parameters returns body docstring …), `a..=b` (a run), \
`main@3f9a1c2e` (only if its hash is that).
Roles are the same in every language: module class function method variable field parameter argument call import \
decorator docstring comment string statement if loop try dict list entry item …
1. `outline` a file that you do not know; `find` code across files; `read` one node by its selector.
2. `edit` with the smallest operation that says it: argument, parameter, import, decorator, entry or item \
add/set/remove; insert at start, end, before, after; replace of a part or node; set for values in data files; \
delete, wrap, unwrap.
3. To change a few words inside a long function, send op edit with target, old and new.
4. Put all edits that belong together into one call: they are done wholly or not at all.
5. Do not read again after an edit: the answer has the diff, the new hash and selectors of what is new.
6. A refusal changed nothing. It begins with a code, and its hint is the next call to make; candidates can be sent \
as they are.
7. Copy selectors from answers with their @hash where the file may have changed since."""


def make_server(root: str) -> Server[Any]:
    """A server for the files below `root`. Raises StructeditError (NOT_A_FILE) where that is no folder."""
    return server_of(Desk(Root.of(root).folder))


def server_of(desk: Desk) -> Server[Any]:
    server: Server[Any] = Server(
        "structedit",
        version=__version__,
        title="structedit",
        instructions=INSTRUCTIONS,
        cache_hints=dict.fromkeys(("tools/list", "resources/list", "resources/templates/list"), _NEVER_CHANGES),
        on_list_tools=desk.list_tools,
        on_call_tool=desk.call_tool,
        on_list_resources=desk.list_resources,
        on_list_resource_templates=desk.list_templates,
        on_read_resource=desk.read_resource,
    )
    server.middleware.append(_refuse_malformed)
    return server


_NEVER_CHANGES = CacheHint(ttl_ms=24 * 60 * 60 * 1000, scope="public")


class Desk:
    """The handlers of one server, and the turns of its calls."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._turns = Turns()
        self._threads = anyio.CapacityLimiter(MOST_THREADS)

    async def list_tools(self, context: Request, params: Any) -> types.ListToolsResult:
        del context, params
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool.name,
                    title=tool.title,
                    description=with_examples(tool),
                    input_schema=tool.input_schema,
                    output_schema=tool.output_schema,
                    annotations=types.ToolAnnotations.model_validate(hints(tool)),
                )
                for tool in tools().values()
            ]
        )

    async def call_tool(self, context: Request, params: types.CallToolRequestParams) -> types.CallToolResult:
        notes: list[str] = []
        try:
            tool = named(params.name)
            arguments, notes = read_arguments(tool, params.arguments or {})
        except StructeditError as error:
            return result(calls.plain(answer(error.refused())))
        async with self._turns.take(calls.files_of(self._root, tool.name, arguments)):
            return result(await self._work(context, tool.name, arguments), notes)

    async def _work(self, context: Request, name: str, arguments: dict[str, Any]) -> Answer:
        """A call in a thread. The turn is over when the thread is: not before, even if the call was cancelled."""
        watch = calls.Watch(_reporter(context))
        async with anyio.create_task_group() as group:
            group.start_soon(_watch, watch)
            told = await anyio.to_thread.run_sync(
                partial(calls.run, name, self._root, arguments, watch), limiter=self._threads
            )
            if told is None:
                await anyio.lowlevel.checkpoint()  # the cancellation that the thread has heard of already
            group.cancel_scope.cancel()
        assert told is not None
        return told

    async def list_resources(self, context: Request, params: Any) -> types.ListResourcesResult:
        del context, params
        return types.ListResourcesResult(resources=[])

    async def list_templates(self, context: Request, params: Any) -> types.ListResourceTemplatesResult:
        del context, params
        outline = types.ResourceTemplate(
            name="outline",
            title="Outline of a file",
            uri_template=OUTLINE_URI + "{+path}",
            description="The definitions of a file, each with its lines and a selector.",
            mime_type="text/plain",
        )
        return types.ListResourceTemplatesResult(resource_templates=[outline])

    async def read_resource(
        self, context: Request, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        from urllib.parse import unquote

        uri = str(params.uri)
        if not uri.startswith(OUTLINE_URI):
            raise MCPError(types.INVALID_PARAMS, f"There is no resource {uri}. Ask for {OUTLINE_URI}PATH.")
        told = await self._work(context, "outline", {"file": unquote(uri.removeprefix(OUTLINE_URI))})
        if told["status"] == "refused":
            raise MCPError(types.INVALID_PARAMS, brief(told), told)
        contents = types.TextResourceContents(uri=uri, mime_type="text/plain", text=brief(told))
        return types.ReadResourceResult(contents=[contents])


def result(told: Answer, notes: list[str] | None = None) -> types.CallToolResult:
    """An answer object as the result of a tool."""
    text = "\n".join([brief(told), *(f"note: {note}" for note in notes or ())])
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)],
        structured_content=told,
        is_error=told["status"] == "refused",
    )


async def _watch(watch: calls.Watch) -> None:
    """Tell the thread when its call is cancelled."""
    try:
        await anyio.sleep_forever()
    finally:
        watch.cancelled = True


def _reporter(context: Request) -> Any:
    """How a thread reports its progress; it is sent to callers who asked for it."""

    def report(count: int, what: str) -> None:
        if count % PROGRESS_EVERY == 0:
            anyio.from_thread.run(partial(context.session.report_progress, count, message=what))

    return report


async def _refuse_malformed(ctx: Request, call_next: CallNext) -> Any:
    """Arguments that are no object are refused where the model sees it; the SDK would answer the host only."""
    params = ctx.params
    if ctx.method == "tools/call" and isinstance(params, Mapping) and isinstance(params.get("name"), str):
        arguments = params.get("arguments")
        if arguments is not None and not isinstance(arguments, Mapping):
            from dataclasses import replace

            try:
                read, _ = read_arguments(named(params["name"]), arguments)
            except StructeditError as error:
                refused = result(calls.plain(answer(error.refused())))
                return refused.model_dump(by_alias=True, mode="json", exclude_none=True)
            ctx = replace(ctx, params={**params, "arguments": read})
    return await call_next(ctx)
