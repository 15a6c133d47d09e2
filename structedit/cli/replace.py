"""structedit replace"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, edit_options, file_argument, target_argument
from structedit.cli.run import send_edit


@click.command("replace", cls=EditCommand)
@file_argument
@target_argument
@click.argument("text", metavar="TEXT")
@click.option("--replace-all", is_flag=True, help="Keep nothing of the old node, such as its decorators.")
@edit_options
def command(target: str, text: str, replace_all: bool, **options: Any) -> int:
    """Put TEXT in the place of TARGET in FILE, a node or a part of it.

    TEXT is literal, @file, or - for standard input. Decorators and comments of the old node stay unless TEXT brings
    its own.

    \b
    Examples:
      structedit replace app.py 'load::returns' 'int'
      structedit replace app.py 'main call#open > argument:nth(2)' '"rb"'
      structedit replace app.py Cache.get - < get.py
    """
    edit: dict[str, Any] = {"op": "replace", "target": target}
    return send_edit({**edit, "keep": []} if replace_all else edit, options, {"text": text})
