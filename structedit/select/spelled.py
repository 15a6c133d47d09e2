"""Definitions by the bytes of their names: where few places spell a name, nobody need go over the whole tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.syntax.spelling import Search, places
from structedit.syntax.words import DEFINITIONS

if TYPE_CHECKING:
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

_MOST = 12
Ranges = list[tuple[int, int]]


def definitions(tree: Tree, names: list[str], ranges: Ranges | None) -> list[Element]:
    """The definitions called by the last name; some of those that the names before it rule out may be left out.

    `ranges`: only what lies in these is asked for.
    """
    last = names[-1]
    if not _is_verbatim(tree):
        return tree.elements.named([last], *DEFINITIONS)
    for name in names[:-1]:
        found = _spelled(tree, name, ranges)
        if found is not None:
            ranges = [(element.outer.start_byte, element.outer.end_byte) for element in found]
    found = _spelled(tree, last, ranges)
    return tree.elements.named([last], *DEFINITIONS) if found is None else found


def _is_verbatim(tree: Tree) -> bool:
    """Whether every name stands in the text where it is named: none is written behind what it names."""
    return "@owner" not in tree.grammar.query_text


def _spelled(tree: Tree, name: str, ranges: Ranges | None) -> list[Element] | None:
    """The definitions of a name in document order; None where it is spelled in too many places to look at."""
    here = _places(tree, name, ranges) if name else None
    if here is None:
        return None
    found = {id(element): element for place in here for element in _named_at(tree, place) if name in element.names}
    elements = sorted(found.values(), key=lambda element: (element.outer.start_byte, -element.outer.end_byte))
    return tree.elements.bound(elements)


def _places(tree: Tree, name: str, ranges: Ranges | None) -> list[int] | None:
    inside = None if ranges is None else tuple(ranges)
    found = places(tree.text, name, Search(_MOST, inside, broken=tree.root.has_error))
    return None if found is None else sorted(set(found))


def _named_at(tree: Tree, offset: int) -> list[Element]:
    """The definitions whose name is spelled over a byte."""
    around = tree.elements.at(offset, *DEFINITIONS)
    return [e for e in around if e.name_node is not None and e.name_node.start_byte <= offset < e.name_node.end_byte]
