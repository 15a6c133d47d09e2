"""structedit create"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, file_argument, request_options
from structedit.cli.run import send_file


@click.command("create", cls=EditCommand)
@file_argument
@click.argument("text", metavar="TEXT")
@request_options
def command(text: str, **options: Any) -> int:
    """Make the new FILE of exactly TEXT; folders that are missing are made.

    TEXT is literal, @file, or - for standard input. A file that is there is not overwritten without
    --allow overwrite.

    \b
    Examples:
      structedit create locale/de.json '{}'
      structedit create app/cache.py - < cache.py
    """

    def edit(root: str) -> dict[str, Any]:
        del root
        from structedit.cli.text import read_text

        return {"op": "create", "text": read_text(text)}

    return send_file(edit, options)
