"""The help pages of the command line, as README.md shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from structedit.cli.main import COMMANDS, main

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 100


def pages() -> Iterator[str]:
    """`structedit --help`, then that of each command; of a family of commands the page of the family."""
    for command in ("", *COMMANDS):
        arguments = [*([command] if command else []), "--help"]
        done = CliRunner().invoke(main, arguments, prog_name="structedit", terminal_width=WIDTH)
        assert done.exit_code == 0, done.output
        yield f"$ structedit {' '.join(arguments)}\n{done.output.rstrip()}"
