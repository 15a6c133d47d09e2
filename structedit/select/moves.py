"""Pseudo-classes that go on to another element: :parent and :enclosing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select.joins import enclosing, opaque_parents
from structedit.select.match import Match, of_element, unique

if TYPE_CHECKING:
    from structedit.syntax.tree import Tree


def moved(tree: Tree, matches: list[Match], role: str | None) -> list[Match]:
    """The nearest element of the role around each match; the nearest opaque one where there is no role."""
    around = opaque_parents(tree, matches) if role is None else enclosing(tree, matches, role)
    return unique(of_element(tree, element) for element in around if element is not None)
