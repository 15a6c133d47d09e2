"""structedit undo"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from structedit.cli.options import EditCommand, reading_options
from structedit.cli.output import print_outcome, put
from structedit.cli.run import look

if TYPE_CHECKING:
    from structedit.workspace.seen import Edits

MOST = 20


@click.command("undo", cls=EditCommand)
@click.argument("given", metavar="[ID]", required=False)
@click.option("--list", "as_list", is_flag=True, help=f"Print the last {MOST} edits; undo nothing.")
@click.option("--preview", is_flag=True, help="Print what would change; write nothing.")
@click.option("--allow", metavar="WORD", multiple=True, help="Pass a guard: protected.")
@reading_options
def command(given: str | None, as_list: bool, preview: bool, allow: tuple[str, ...], **options: Any) -> int:
    """Take back the last edit that is not undone yet, or the one with this ID (or the beginning of it).

    All files of the edit are put back, or none: each must still be what the edit wrote. An undo is an edit of its own
    and has an id, by which it is undone in turn.

    \b
    Examples:
      structedit undo
      structedit undo --list
      structedit undo 20261201T001512-1f3a9c --preview
    """
    if as_list:
        return look(lambda workspace, _: workspace.edits(MOST), options, _show)
    return look(lambda workspace, _: workspace.undo(given, preview=preview, allow=allow), options, print_outcome)


def _show(found: Edits) -> None:
    for one in found.edits:
        put(f"{one.id}  {one.summary}" + (f"  (undone by {one.undone_by})" if one.undone_by else ""))
    for problem in found.problems:
        put(f"warning: {problem}", error=True)
