"""structedit outline"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from structedit.cli.options import EditCommand, below, file_argument, reading_options, text_fields, text_options
from structedit.cli.output import put
from structedit.cli.run import look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from structedit.workspace.seen import Outline, OutlineItem


@click.command("outline", cls=EditCommand)
@file_argument
@click.option("--depth", metavar="N", type=click.IntRange(min=1), help="Levels to show. [default: all]")
@text_options
@reading_options
def command(file: str, depth: int | None, **options: Any) -> int:
    """List the definitions of FILE as a tree: line, role, name, and a selector with hash that can be pasted back.

    \b
    Examples:
      structedit outline app.py
      structedit outline package.json --depth 1 --json
    """
    how = text_fields(options)
    return look(lambda workspace, root: workspace.outline(below(root, file), depth, **how), options, _show)


def _show(outline: Outline) -> None:
    if outline.items:
        put("".join(_lines(outline.items, 0)))


def _lines(items: tuple[OutlineItem, ...], depth: int) -> Iterator[str]:
    for item in items:
        yield f"{item.line:>6}  {'  ' * depth}{item.role} {item.name}  {item.selector}\n"
        yield from _lines(item.items, depth + 1)
