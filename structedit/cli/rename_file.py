"""structedit rename-file"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, FilePath, below, file_argument, request_options
from structedit.cli.run import send_file


@click.command("rename-file", cls=EditCommand)
@file_argument
@click.argument("to", metavar="NEW", type=FilePath())
@request_options
def command(to: str, **options: Any) -> int:
    """Give FILE the path NEW; folders that are missing are made, owner and mode stay.

    A file that is there is not overwritten without --allow overwrite. Imports of the file are not changed.

    \b
    Examples:
      structedit rename-file app/util.py app/text/util.py
      structedit rename-file a.json b.json --allow overwrite
    """

    def edit(root: str) -> dict[str, Any]:
        return {"op": "rename_file", "to_file": below(root, to)}

    return send_file(edit, options)
