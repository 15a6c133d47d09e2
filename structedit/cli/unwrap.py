"""structedit unwrap"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, edit_options, file_argument, target_argument
from structedit.cli.run import send_edit


@click.command("unwrap", cls=EditCommand)
@file_argument
@target_argument
@edit_options
def command(target: str, **options: Any) -> int:
    """Keep the body of TARGET in FILE, one level out, and remove what is around it.

    \b
    Examples:
      structedit unwrap app.py 'main > if'
      structedit unwrap app.py 'main call#cached'
    """
    return send_edit({"op": "unwrap", "target": target}, options)
