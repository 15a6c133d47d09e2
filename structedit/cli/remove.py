"""structedit remove"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, file_argument, request_options
from structedit.cli.run import send_file


@click.command("remove", cls=EditCommand)
@file_argument
@request_options
def command(**options: Any) -> int:
    """Remove FILE, of whatever sort it is. `structedit undo` brings it back.

    \b
    Examples:
      structedit remove app/old.py
      structedit remove notes.txt --expect 3f1c9a2b
    """
    return send_file({"op": "remove"}, options)
