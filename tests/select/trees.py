"""Trees and matches for the tests of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from structedit.errors import StructeditError
from structedit.select.canonical import canonical
from structedit.select.resolve import matches, require
from structedit.syntax import grammar
from structedit.syntax.tree import parse
from structedit.text.source import Source

if TYPE_CHECKING:
    from structedit.select.match import Match
    from structedit.syntax.tree import Tree


def tree_of(text: str | bytes, language: str = "python") -> Tree:
    raw = text if isinstance(text, bytes) else text.encode()
    return parse(Source.of(raw), grammar.load(language))


def text_of(match: Match) -> str:
    return match.tree.text[match.start : match.end].decode()


def found(tree: Tree, selector: str) -> list[str]:
    """The first lines of what a selector names."""
    return [text_of(match).split("\n")[0] for match in matches(tree, selector)]


def names(tree: Tree, selector: str) -> list[str]:
    """The canonical selectors of what a selector names."""
    return [canonical(match) for match in matches(tree, selector)]


def refused(tree: Tree, selector: str, count: int | str | None = None, *, edit: bool = True) -> StructeditError:
    with pytest.raises(StructeditError) as caught:
        require(tree, selector, count, edit=edit)  # type: ignore[arg-type] - a test may ask for nonsense
    return caught.value
