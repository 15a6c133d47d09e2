"""One MCP server and one client session of the SDK in this process, for tests that call tools one after the other."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from anyio.from_thread import start_blocking_portal
from mcp import Client

from structedit.mcp.server import Desk, server_of

if TYPE_CHECKING:
    from mcp.types import CallToolResult


class McpDoor:
    """The session speaks the newest protocol, without streams. The root of the server is set anew for each call."""

    def __init__(self) -> None:
        self._desk = Desk("")
        self._open = ExitStack()
        self._portal = self._open.enter_context(start_blocking_portal())
        client = Client(server_of(self._desk), mode="2026-07-28", raise_exceptions=True)
        self._client = self._open.enter_context(self._portal.wrap_async_context_manager(client))

    def call(self, root: str, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        """The result, whose structured content the client has compared with the tool's output schema."""
        self._desk._root = root
        return self._portal.call(self._client.call_tool, tool, arguments)

    def close(self) -> None:
        self._open.close()
