"""structedit create"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, below, file_argument, request_fields, request_options
from structedit.cli.run import send


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

    def request(root: str) -> dict[str, Any]:
        from structedit.cli.text import read_text

        edit = {"op": "create", "text": read_text(text)}
        return {"file": below(root, options["file"]), "edits": [edit], **request_fields(options)}

    return send(request, options)
