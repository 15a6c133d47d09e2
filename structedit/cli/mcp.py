"""structedit mcp"""

from __future__ import annotations

import click

from structedit.cli.options import OwnHelp, project_root
from structedit.cli.output import finish
from structedit.errors import StructeditError


@click.command("mcp", cls=OwnHelp)
@click.option("--root", metavar="DIR", help="Folder that no path may leave. [default: the project's]")
def command(root: str | None) -> int:
    """Serve the tools outline, read, find, edit and more by the Model Context Protocol, on standard input and output.

    It needs the extra `mcp`: pip install 'structedit[mcp]'. Hosts start it themselves.

    \b
    Examples of what hosts take (in .mcp.json, .cursor/mcp.json, claude_desktop_config.json, …):
      {"mcpServers": {"structedit": {
        "command": "structedit", "args": ["mcp", "--root", "/path/of/the/project"]}}}

    \b
    Others have a command or a table for it:
      claude mcp add structedit -- structedit mcp --root .
      codex mcp add structedit -- structedit mcp --root /path/of/the/project
      VS Code, .vscode/mcp.json: {"servers": {"structedit": {"type": "stdio",
        "command": "structedit", "args": ["mcp", "--root", "${workspaceFolder}"]}}}

    Without --root it is the project that the current folder belongs to.
    """
    try:
        from structedit.mcp.stdio import serve
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in ("anyio", "mcp", "mcp_types", "pydantic"):
            raise
        return finish(_missing(error.name).refused(), as_json=False)
    try:
        return serve(project_root(root))
    except StructeditError as error:
        return finish(error.refused(), as_json=False)


def _missing(package: str) -> StructeditError:
    return StructeditError(
        "IO_ERROR",
        f"The MCP server needs packages that are not installed here: there is no `{package}`.",
        "Install the extra: pip install 'structedit[mcp]'",
        {"package": package},
    )
