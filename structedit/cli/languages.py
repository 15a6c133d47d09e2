"""structedit languages"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from structedit.cli.options import EditCommand, reading_options
from structedit.cli.output import put
from structedit.cli.run import look

if TYPE_CHECKING:
    from structedit.workspace.seen import LanguageLine


@click.command("languages", cls=EditCommand)
@reading_options
def command(**options: Any) -> int:
    """List the languages: name, what structedit knows of it, file extensions, where its parser comes from.

    \b
    Examples:
      structedit languages
      structedit languages --json
    """
    return look(lambda workspace, _: workspace.languages(), options, _show)


def _show(lines: tuple[LanguageLine, ...]) -> None:
    for line in lines:
        knows = "full" if line.full else "kinds"
        parser = line.source or f"missing: {line.missing}"
        put(f"{line.name:<20} {knows:<6} {' '.join(line.extensions):<24} {parser}")
