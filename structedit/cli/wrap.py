"""structedit wrap"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, edit_options, file_argument, target_argument
from structedit.cli.run import send_edit


@click.command("wrap", cls=EditCommand)
@file_argument
@target_argument
@click.argument("text", metavar="TEXT")
@edit_options
def command(target: str, text: str, **options: Any) -> int:
    """Put TEXT around TARGET in FILE; $BODY in TEXT is where the target goes.

    Quote TEXT in single quotes: in double quotes the shell takes $BODY for a variable.

    \b
    Examples:
      structedit wrap app.py 'main call#load' 'cached($BODY)'
      structedit wrap app.py 'main > statement:last' @try.py
    """
    return send_edit({"op": "wrap", "target": target}, options, {"text": text})
