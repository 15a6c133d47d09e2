"""structedit read"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from structedit.cli.options import EditCommand, below, file_argument, reading_options, text_fields, text_options
from structedit.cli.output import put
from structedit.cli.run import look

if TYPE_CHECKING:
    from structedit.workspace.seen import Text


@click.command("read", cls=EditCommand)
@file_argument
@click.argument("target", metavar="[TARGET]", required=False)
@click.option("--lines", metavar="A-B", help="Only these lines, counted from 1.")
@text_options
@reading_options
def command(file: str, target: str | None, lines: str | None, **options: Any) -> int:
    """Print FILE, or the node TARGET of it, and (on standard error) its hash for --expect or for a guard.

    \b
    Examples:
      structedit read app.py Cache.get
      structedit read app.py --lines 10-40
      structedit read app.py 'main call#open' --json
    """
    how = text_fields(options)
    span = None if lines is None else _lines(lines)
    return look(lambda workspace, root: workspace.read(below(root, file), target, span, **how), options, _show)


def _lines(given: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", given)
    if found is None:
        raise click.BadParameter(f"expected A-B, such as 10-40, got {given!r}", click.get_current_context())
    return int(found[1]), int(found[2] or found[1])


def _show(text: Text) -> None:
    if text.text:
        put(text.text)
    node = "" if text.selector is None else f"{text.selector}  file "
    put(f"{node}hash {text.file_hash}", error=True)
