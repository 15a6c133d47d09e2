"""The server, by the SDK's own client in this process, in both eras of the protocol."""

from __future__ import annotations

import json
import logging
import re
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from structedit.errors import StructeditError
from structedit.mcp import calls
from structedit.mcp.server import INSTRUCTIONS, make_server
from structedit.select.parser import parse
from structedit.select.printer import format_selector
from structedit.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from mcp.types import CallToolResult

    Steps = Callable[[Client], Awaitable[None]]

BEFORE = "import os\n\n\ndef main():\n    run()\n\n\ndef other(a):\n    return os.path.join(a, 'x')\n"
ERAS = {"legacy": "legacy", "modern": "auto"}


@pytest.fixture(params=list(ERAS))
def era(request: pytest.FixtureRequest) -> str:
    return ERAS[request.param]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text(BEFORE, encoding="utf-8")
    (tmp_path / "b.py").write_text(BEFORE, encoding="utf-8")
    return tmp_path


def session(root: Path, era: str, steps: Steps) -> None:
    async def main() -> None:
        with anyio.fail_after(60):
            async with Client(make_server(str(root)), mode=era) as client:
                await steps(client)

    anyio.run(main)


def text_of(result: CallToolResult) -> str:
    [block] = result.content
    assert block.type == "text"
    return block.text


def insert(text: str, file: str = "a.py", **more: Any) -> dict[str, Any]:
    return {"file": file, "edits": [{"op": "insert", "target": "main", "at": "end", "text": text}], **more}


def one_call(root: Path, era: str, name: str, arguments: dict[str, Any]) -> CallToolResult:
    results: list[CallToolResult] = []

    async def steps(client: Client) -> None:
        results.append(await client.call_tool(name, arguments))

    session(root, era, steps)
    return results[0]


# -- what is told


def test_tools_instructions_and_the_outline_resource_are_offered(root: Path, era: str) -> None:
    async def steps(client: Client) -> None:
        listed = await client.list_tools()
        for tool in listed.tools:
            assert tool.title
            assert tool.output_schema
            assert tool.annotations
            hints = tool.annotations.model_dump(exclude={"title"})
            assert len(hints) == 4
            assert None not in hints.values()
            assert "Examples:" in (tool.description or "")
        assert "selector" in (client.instructions or "")
        templates = await client.list_resource_templates()
        assert [row.uri_template for row in templates.resource_templates] == ["structedit://outline/{+path}"]
        (root / "d").mkdir()
        (root / "d" / "é n.py").write_text(BEFORE, encoding="utf-8")
        for uri in ("structedit://outline/a.py", "structedit://outline/d/%C3%A9%20n.py"):
            read = await client.read_resource(uri)
            assert "function main@" in read.contents[0].text
        for uri in ("structedit://outline/none.py", "other://a.py", "structedit://outline/../x.py"):
            with pytest.raises(MCPError, match=r"NOT_A_FILE|no resource|OUTSIDE_ROOT"):
                await client.read_resource(uri)

    session(root, era, steps)


def test_the_instructions_teach_selectors_that_can_be_read() -> None:
    lines = INSTRUCTIONS.split("\n")
    assert len(lines) <= 12
    [taught] = [line for line in lines if line.startswith("Selectors: ")]
    selectors = re.findall("`([^`]+)`", taught)
    assert len(selectors) >= 9
    for selector in selectors:
        assert format_selector(parse(selector))


def test_an_edit_says_all_that_the_next_call_needs(root: Path, era: str) -> None:
    result = one_call(root, era, "edit", insert("log()"))
    answer = result.structured_content
    assert not result.is_error
    assert (root / "a.py").read_text(encoding="utf-8") == BEFORE.replace("run()\n", "run()\n    log()\n")
    [file] = answer["files"]
    [edit] = file["edits"]
    lines = text_of(result).split("\n")
    assert lines[0] == f"applied a.py hash {file['after_hash'][:16]}"
    assert lines[1] == f"0 insert {edit['target']} -> {edit['inserted'][0]}"
    assert "+    log()" in lines
    assert "--- a/a.py" not in lines
    assert lines[-1] == f"undo: {answer['undo']}"


def test_undo_takes_it_back_and_lists_what_there_was(root: Path, era: str) -> None:
    async def steps(client: Client) -> None:
        done = await client.call_tool("edit", insert("log()"))
        listed = await client.call_tool("undo", {"list": True})
        assert done.structured_content["undo"] in text_of(listed)
        seen = await client.call_tool("undo", {"preview": True})
        assert text_of(seen).endswith("preview: nothing was written")
        assert "log()" in (root / "a.py").read_text(encoding="utf-8")
        await client.call_tool("undo", {"id": done.structured_content["undo"]})
        assert (root / "a.py").read_text(encoding="utf-8") == BEFORE

    session(root, era, steps)


def test_a_patch_is_applied_and_refused_as_by_the_other_doors(root: Path, era: str) -> None:
    patch = "--- a/a.py\n+++ b/a.py\n@@ -4,2 +4,2 @@\n def main():\n-    run()\n+    run(1)\n"
    assert not one_call(root, era, "patch", {"patch": patch}).is_error
    assert (root / "a.py").read_text(encoding="utf-8") == BEFORE.replace("run()", "run(1)")
    again = one_call(root, era, "patch", {"patch": patch})
    assert again.is_error
    assert text_of(again).startswith("PATCH_FAILED: ")


# -- refusals


REFUSALS: list[tuple[str, dict[str, Any], str, str]] = [
    ("edit", {"file": "a.py", "edits": [{"op": "delete", "target": "mian"}]}, "TARGET_NOT_FOUND", "`main`"),
    ("edit", {"file": "a.py", "edits": [{"op": "delte", "target": "main"}]}, "BAD_REQUEST", '"delete"'),
    ("edit", {"file": "a.py", "edits": [{"op": "delete", "traget": "main"}]}, "BAD_REQUEST", "`target`"),
    ("edit", {"file": "a.py", "op": "delete", "target": "main"}, "BAD_REQUEST", '{"file": …, "edits": '),
    ("edit", {"file": "a.py", "edits": "delete main"}, "BAD_REQUEST", "a list"),
    ("edit", {"file": "a.py", "edits": []}, "BAD_REQUEST", "at least one"),
    ("outline", {"path": "a.py"}, "BAD_REQUEST", "`path` is unknown"),
    ("outline", {}, "BAD_REQUEST", "Send `file`"),
    ("outline", {"file": 5}, "BAD_REQUEST", "a string"),
    ("outline", {"file": "a.py", "depth": "2"}, "BAD_REQUEST", "a whole number"),
    ("read", {"file": "a.py", "lines": "one"}, "BAD_REQUEST", "10-40"),
    ("read", {"file": "../a.py"}, "OUTSIDE_ROOT", "below the root"),
    ("read", {"file": "a.py", "target": "main", "lines": "1-2"}, "BAD_REQUEST", "exclude each other"),
    ("find", {"selector": "call#", "paths": ["."]}, "BAD_SELECTOR", "call#"),
    ("find", {"selector": "call", "paths": []}, "BAD_REQUEST", "at least one"),
    ("undo", {"id": "none"}, "TARGET_NOT_FOUND", "undo"),
    ("patch", {"patch": "no patch"}, "BAD_REQUEST", "unified diff"),
    ("outlien", {}, "BAD_REQUEST", "`outline`"),
]


@pytest.mark.parametrize(("tool", "arguments", "code", "words"), REFUSALS)
def test_a_model_sees_code_message_and_hint(
    tool: str, arguments: dict[str, Any], code: str, words: str, root: Path
) -> None:
    for era in ERAS.values():
        _check_refusal(one_call(root, era, tool, arguments), code, words)
    assert (root / "a.py").read_text(encoding="utf-8") == BEFORE


def _check_refusal(result: CallToolResult, code: str, words: str) -> None:
    text = text_of(result)
    assert result.is_error
    assert text.startswith(f"{code}: ")
    assert "\nhint: " in text
    assert words in text
    assert result.structured_content["code"] == code


def test_a_uri_is_refused_with_the_path_that_is_meant(root: Path) -> None:
    result = one_call(root, "legacy", "read", {"file": (root / "a.py").as_uri()})
    assert text_of(result).startswith("BAD_REQUEST: ")
    assert "hint: Send the path: a.py" in text_of(result)


def test_lists_and_objects_that_come_as_strings_are_read_and_reported(root: Path, era: str) -> None:
    edit = {"op": "insert", "target": "main", "at": "end", "text": "log()"}
    for edits in (json.dumps([edit]), [json.dumps(edit)]):
        result = one_call(root, era, "edit", {"file": "a.py", "edits": edits, "preview": True})
        assert not result.is_error
        assert "string of JSON" in text_of(result)
    result = one_call(root, era, "find", {"selector": "call", "paths": '["a.py"]'})
    assert "note: `paths` came as a string of JSON" in text_of(result)


def test_null_is_a_field_that_was_left_out_unless_it_is_data(root: Path, era: str) -> None:
    result = one_call(root, era, "outline", {"file": "a.py", "depth": None, "language": None})
    assert not result.is_error
    assert "note: `depth` is null and was taken as left out.\nnote: `language`" in text_of(result)
    (root / "a.json").write_text('{"a": 1}\n', encoding="utf-8")
    edit = {"op": "set", "target": "a", "value": None, "count": None}
    result = one_call(root, era, "edit", {"file": "a.json", "edits": [edit], "plan": None})
    assert "note: `plan` is null" in text_of(result)
    assert "note: `edits[0].count` is null" in text_of(result)
    assert (root / "a.json").read_text(encoding="utf-8") == '{"a": null}\n'
    missing = one_call(root, era, "edit", {"file": "a.py", "edits": [{"op": "delete", "target": None}]})
    assert text_of(missing).startswith("BAD_REQUEST: `edits[0].target`: expected ")


def test_a_string_that_may_be_a_string_is_never_read_as_json(root: Path) -> None:
    result = one_call(root, "legacy", "edit", insert('["log"]'))
    assert not result.is_error
    assert '    ["log"]\n' in (root / "a.py").read_text(encoding="utf-8")
    assert "note:" not in text_of(result)


def test_a_bug_is_an_answer_without_a_traceback(
    root: Path, era: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Workspace, "outline", lambda *_, **__: 1 // 0)
    with caplog.at_level(logging.ERROR):
        result = one_call(root, era, "outline", {"file": "a.py"})
    assert result.is_error
    assert text_of(result).startswith("INTERNAL: A bug in structedit: ZeroDivisionError")
    assert "Traceback" not in text_of(result)
    assert "ZeroDivisionError" in caplog.text


def test_a_root_that_is_no_folder_is_refused(root: Path) -> None:
    with pytest.raises(StructeditError, match="NOT_A_FILE"):
        make_server(str(root / "none"))


# -- limits


def test_a_text_that_is_too_long_is_refused_with_lines_to_ask_for(root: Path) -> None:
    (root / "long.txt").write_text("0123456789\n" * 30_000, encoding="utf-8")
    result = one_call(root, "legacy", "read", {"file": "long.txt"})
    assert text_of(result).startswith("TOO_LARGE: ")
    assert '"lines": "1-1000"' in text_of(result)
    part = one_call(root, "legacy", "read", {"file": "long.txt", "lines": "1-1000"})
    assert text_of(part).split("\n", 1)[1] == "0123456789\n" * 1_000


def test_matches_above_the_limit_are_counted(root: Path) -> None:
    (root / "many.py").write_text("call()\n" * 300, encoding="utf-8")
    result = one_call(root, "legacy", "find", {"selector": "call", "paths": ["many.py"], "limit": 7})
    assert len(result.structured_content["matches"]) == 7
    assert result.structured_content["total"] == 300
    assert text_of(result).startswith("300 matches, 1 file searched\n")
    assert "293 more matches" in text_of(result)
    plain = one_call(root, "legacy", "find", {"selector": "call", "paths": ["many.py"]})
    assert len(plain.structured_content["matches"]) == 200


def test_arguments_of_a_monstrous_size_are_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("structedit.wire.arguments.LARGEST", 1_000)
    assert text_of(one_call(root, "legacy", "edit", insert("x" * 2_000))).startswith("BAD_REQUEST: The arguments have")


# -- progress, turns, cancellation


def test_a_search_over_many_files_tells_how_far_it_is(root: Path, era: str) -> None:
    for number in range(60):
        (root / f"f{number:02}.py").write_text("call()\n", encoding="utf-8")
    told: list[tuple[float, str | None]] = []

    async def progress(count: float, total: float | None, message: str | None) -> None:
        assert total is None
        told.append((count, message))

    async def steps(client: Client) -> None:
        result = await client.call_tool("find", {"selector": "call#call"}, progress_callback=progress)
        assert len(result.structured_content["matches"]) == 60

    session(root, era, steps)
    assert [count for count, _ in told] == [0, 20, 40, 60]
    assert told[0][1] == "a.py"


def test_fifty_edits_of_one_file_at_once_all_land(root: Path, era: str) -> None:
    async def steps(client: Client) -> None:
        async with anyio.create_task_group() as group:
            for number in range(50):
                group.start_soon(client.call_tool, "edit", insert(f"log({number})"))

    session(root, era, steps)
    text = (root / "a.py").read_text(encoding="utf-8")
    assert all(f"    log({number})\n" in text for number in range(50))
    assert len(text.splitlines()) == len(BEFORE.splitlines()) + 50


class Gate:
    """Stops each call of a method of the workspace until it is opened; counts who is inside."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, method: str, *, before: bool = True) -> None:
        self.opened = threading.Event()
        self.entered = threading.Semaphore(0)
        self.inside = self.most = 0
        self._lock = threading.Lock()
        real = getattr(Workspace, method)

        def stopped(workspace: Workspace, *args: Any, **named: Any) -> Any:
            result = None if before else real(workspace, *args, **named)
            with self._lock:
                self.inside += 1
                self.most = max(self.most, self.inside)
            self.entered.release()
            assert self.opened.wait(30)
            with self._lock:
                self.inside -= 1
            return real(workspace, *args, **named) if before else result

        monkeypatch.setattr(Workspace, method, stopped)

    async def wait(self, count: int = 1) -> None:
        for _ in range(count):
            assert await anyio.to_thread.run_sync(partial(self.entered.acquire, timeout=30))


def test_calls_on_one_file_take_turns_and_others_run_side_by_side(
    root: Path, era: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch, "prepare")

    async def steps(client: Client) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "edit", insert("one()", "a.py"))
            group.start_soon(client.call_tool, "edit", insert("two()", "b.py"))
            await gate.wait(2)  # both at once
            group.start_soon(client.call_tool, "edit", insert("three()", "./a.py"))
            group.start_soon(client.call_tool, "undo", {})
            read = await client.call_tool("outline", {"file": "a.py"})  # nobody waits to read
            assert not read.is_error
            assert gate.most == 2
            gate.opened.set()

    session(root, era, steps)
    assert gate.most == 2
    # The undo came last and took back the last edit.
    assert "one()" in (root / "a.py").read_text(encoding="utf-8")
    assert "three()" not in (root / "a.py").read_text(encoding="utf-8")


async def _cancelled_call(client: Client, gate: Gate, arguments: dict[str, Any]) -> None:
    """Begin an edit, cancel it while it is at the gate, and go on once the server knows."""
    async with anyio.create_task_group() as group:
        scope = anyio.CancelScope()

        async def call() -> None:
            with scope:
                await client.call_tool("edit", arguments)

        group.start_soon(call)
        await gate.wait()
        scope.cancel()
        await anyio.wait_all_tasks_blocked()
        gate.opened.set()


def test_a_call_that_is_cancelled_while_it_plans_writes_nothing(
    root: Path, era: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch, "prepare", before=False)

    async def steps(client: Client) -> None:
        await _cancelled_call(client, gate, insert("log()"))
        # The turn of the cancelled call is over when its thread is; the next call finds the old file.
        after = await client.call_tool("edit", insert("next()"))
        assert not after.is_error

    session(root, era, steps)
    assert (root / "a.py").read_text(encoding="utf-8") == BEFORE.replace("run()\n", "run()\n    next()\n")


def test_a_call_that_is_cancelled_while_it_writes_is_done(
    root: Path, era: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch, "commit")

    async def steps(client: Client) -> None:
        await _cancelled_call(client, gate, insert("log()"))
        after = await client.call_tool("edit", insert("next()"))
        assert not after.is_error

    session(root, era, steps)
    assert (root / "a.py").read_text(encoding="utf-8") == BEFORE.replace("run()\n", "run()\n    log()\n    next()\n")


def test_a_search_that_is_cancelled_ends(root: Path, era: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(30):
        (root / f"f{number:02}.py").write_text("call()\n", encoding="utf-8")
    seen: list[str] = []
    gate, on = threading.Semaphore(0), threading.Event()
    real = calls.Watch.tell

    def tell(watch: calls.Watch, count: int, what: str) -> None:
        seen.append(what)
        gate.release()
        assert on.wait(30)
        real(watch, count, what)

    monkeypatch.setattr(calls.Watch, "tell", tell)

    async def steps(client: Client) -> None:
        async with anyio.create_task_group() as group:
            scope = anyio.CancelScope()

            async def call() -> None:
                with scope:
                    await client.call_tool("find", {"selector": "call"})

            group.start_soon(call)
            assert await anyio.to_thread.run_sync(partial(gate.acquire, timeout=30))
            scope.cancel()
            await anyio.wait_all_tasks_blocked()
            on.set()
        await client.call_tool("languages", {})

    session(root, era, steps)
    assert seen == ["a.py"]
