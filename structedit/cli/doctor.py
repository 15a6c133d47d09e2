"""structedit doctor"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from structedit.cli.options import EditCommand, FilePath, below, reading_options
from structedit.cli.output import put
from structedit.cli.run import look

if TYPE_CHECKING:
    from structedit.store.doctor import Health


@click.command("doctor", cls=EditCommand)
@click.argument("path", metavar="[PATH]", required=False, type=FilePath())
@reading_options
def command(path: str | None, **options: Any) -> int:
    """Say what can be promised of edits at PATH (a file or a folder): what the system offers is tried out there.

    \b
    Examples:
      structedit doctor
      structedit doctor app.py --json
    """
    return look(lambda workspace, root: workspace.doctor(below(root, path or ".")), options, _show)


def _show(health: Health) -> None:
    from structedit.store.doctor import DURABLE, PROMISES

    put(f"{health.path}")
    put(f"guard       {health.guard}: {PROMISES[health.guard]}")
    put(f"durability  {health.durability}: {DURABLE[health.durability]}")
    locks = "edits of structedit wait for each other" if health.locks else "edits of structedit do not wait"
    put(f"locks       {'yes' if health.locks else 'no'}: {locks}")
    put(f"undo        {health.state or 'no: there is no place to keep what edits displace'}")
    for note in health.notes:
        put(f"note        {note}")
