"""The outline of a file: its definitions as a tree, each with the selector that names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import record
from structedit.select.attributes import first_line, main_role
from structedit.select.canonical import canonical
from structedit.select.hash import node_hash
from structedit.select.match import Match, holds, of_element
from structedit.select.paths import is_local, path_of, paths_of
from structedit.syntax.words import DEFINITIONS
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.syntax.tree import Tree


@record
class Entry:
    """One definition. Lines count from 1; `end_line` is the last one of the full span; `hash` has 64 digits.

    `span` is the full span, in bytes.
    """

    selector: str
    role: str
    name: str
    line: int
    end_line: int
    hash: str
    span: Span
    items: tuple[Entry, ...] = ()


def outline(tree: Tree, depth: int | None = None) -> list[Entry]:
    """The definitions of a file, nested, locals left out; no deeper than `depth` levels."""
    elements = tree.elements.of(*DEFINITIONS)
    matches = [of_element(tree, element) for element in elements]
    paths_of(tree, elements)  # all in one sweep
    shown = [match for match in matches if _is_shown(tree, match)]
    below: dict[int, list[Match]] = {}
    stack: list[Match] = []
    for match in shown:
        while stack and not holds(stack[-1], match):
            stack.pop()
        if depth is None or len(stack) < depth:
            below.setdefault(id(stack[-1]) if stack else 0, []).append(match)
        stack.append(match)
    return list(_entries(below, 0))


def _is_shown(tree: Tree, match: Match) -> bool:
    element = match.element
    return element is not None and path_of(tree, element) is not None and not is_local(tree, element)


def _entries(below: dict[int, list[Match]], above: int) -> tuple[Entry, ...]:
    # Innermost first, so that each is made with its items; recursion would end at deep nesting.
    made: dict[int, Entry] = {}
    order = [above]
    for key in order:
        order.extend(id(match) for match in below.get(key, ()))
    by_id = {id(match): match for matches in below.values() for match in matches}
    for key in reversed(order):
        items = tuple(made[id(match)] for match in below.get(key, ()))
        if key == above:
            return items
        made[key] = _entry(by_id[key], items)
    return ()


def _entry(match: Match, items: tuple[Entry, ...]) -> Entry:
    element, source = match.element, match.tree.source
    assert element is not None
    end = source.row(max(match.start, match.end - 1)) + 1
    role = main_role(element)
    span = Span(match.start, match.end)
    return Entry(canonical(match), role, str(element.name), first_line(match), end, node_hash(match), span, items)
