"""structedit insert"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, edit_options, file_argument, target_argument
from structedit.cli.run import send_edit


@click.command("insert", cls=EditCommand)
@file_argument
@target_argument
@click.argument("text", metavar="TEXT")
@click.option("--at", metavar="before|after|start|end", required=True, help="Beside the target, or inside it.")
@edit_options
def command(target: str, text: str, at: str, **options: Any) -> int:
    """Put TEXT before or after TARGET in FILE, or at the start or end inside it.

    TEXT is literal, @file, or - for standard input (@@ for a text that begins with @).

    \b
    Examples:
      structedit insert app.py main 'log("done")' --at end
      structedit insert app.py 'class#Cache > method#get' @method.py --at after
      structedit insert package.json scripts '"lint": "eslint ."' --at end
    """
    return send_edit({"op": "insert", "target": target, "at": at}, options, {"text": text})
