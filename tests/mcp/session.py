"""A small session with an installed `structedit mcp`, by the SDK's client: python session.py COMMAND FOLDER.

FOLDER has a file load.py with a function `load`; it is as before when the session ends.
"""

from __future__ import annotations

import os
import sys

import anyio
from mcp import Client, StdioServerParameters

EDIT = {"op": "docstring", "action": "add", "target": "load", "text": "Open it."}


async def session(command: str, root: str) -> None:
    path = os.path.join(root, "load.py")
    with open(path, "rb") as stream:
        before = stream.read()
    server = StdioServerParameters(command=command, args=["mcp", "--root", root])
    for mode in ("legacy", "auto"):
        async with Client(server, mode=mode) as client:
            tools = await client.list_tools()
            print(client.protocol_version, *(tool.name for tool in tools.tools))
            done = await client.call_tool("edit", {"file": "load.py", "edits": [EDIT]})
            print(done.content[0].text)
            with open(path, "rb") as stream:
                assert stream.read() == before.replace(b":\n", b':\n    """Open it."""\n', 1)
            refused = await client.call_tool("edit", {"file": "load.py", "edits": [{**EDIT, "target": "laod"}]})
            assert refused.is_error
            assert "hint: Did you mean `load`?" in refused.content[0].text
            await client.call_tool("undo", {})
            with open(path, "rb") as stream:
                assert stream.read() == before


if __name__ == "__main__":
    anyio.run(session, *sys.argv[1:3])
