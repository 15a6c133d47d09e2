"""structedit delete"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, edit_options, file_argument, target_argument
from structedit.cli.run import send_edit


@click.command("delete", cls=EditCommand)
@file_argument
@target_argument
@edit_options
def command(target: str, **options: Any) -> int:
    """Remove TARGET from FILE, with what belongs only to it: its comments, decorators, separator, blank lines.

    \b
    Examples:
      structedit delete app.py Cache.clear
      structedit delete app.py 'call#print' --count all --preview
      structedit delete package.json 'scripts."build:old"' --if-present
    """
    return send_edit({"op": "delete", "target": target}, options)
