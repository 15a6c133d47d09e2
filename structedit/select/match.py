"""Match: one place that a selector names; and what it means for one to hold another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.syntax.containers import first_of
from structedit.syntax.parts import locate
from structedit.syntax.trivia import end_of
from structedit.syntax.words import DEFINITIONS, PARTS
from structedit.syntax.words import rank as rank_of_roles
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    import tree_sitter

    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

_RAW_RANK = rank_of_roles(frozenset())
_PART_RANK = -1
_DEFINITIONS = frozenset(DEFINITIONS)


class Match:
    """One place in a tree.

    `element` is None for a node that was named by its raw kind. With `part`, `node` is the node of the part; it is None
    where the part is no one node (a signature), or is absent but could be there. With `through`, it is the run of
    siblings from here to there. `start`, `end` are those of the full span of the element, or of the node.
    """

    __slots__ = ("element", "end", "node", "part", "rank", "start", "through", "tree")

    def __init__(
        self,
        tree: Tree,
        node: tree_sitter.Node | None,
        element: Element | None,
        part: str | None = None,
        through: Match | None = None,
    ) -> None:
        self.tree = tree
        self.node = node
        self.element = element
        self.part = part
        self.through = through
        outer = element.outer if element is not None and part is None else node
        span = (outer.start_byte, outer.end_byte) if outer is not None else _span_of_part(self)
        self.start, self.end = span
        whole = _RAW_RANK if element is None else element.rank
        self.rank = whole if part is None else _PART_RANK

    @property
    def outer(self) -> tree_sitter.Node | None:
        """The node of the full span."""
        return self.element.outer if self.element is not None and self.part is None else self.node

    @property
    def order(self) -> tuple[int, int, int]:
        """Document order: by start, outer before inner."""
        return (self.start, -self.end, self.rank)

    @property
    def key(self) -> tuple[int, int, str]:
        """Equal for two matches of one place: a node with several roles is one place."""
        node = self.outer
        if node is None:
            return (self.start, self.end, self.part or "")
        return (node.id, -1 if self.through is None else self.through.key[0], self.part or "")

    def __repr__(self) -> str:
        what = self.element if self.element is not None else self.node
        return f"Match({what}{'::' + self.part if self.part else ''}{' ..= ' if self.through else ''})"


def of_element(tree: Tree, element: Element) -> Match:
    return Match(tree, element.node, element)


def full_span(match: Match) -> Span:
    """The span that `read`, before and after, and the hash take.

    A part is what stands between its delimiters; a run goes from its first to its last. What stands before a node
    in its body and belongs to it (decorators, in some grammars) is part of it.
    """
    if match.through is not None:
        return full_span(_alone(match)).hull(full_span(match.through))
    if match.part in PARTS and match.element is not None:
        place = locate(match.tree, match.element, match.element.node, match.part)
        if place is not None:
            return place.inner
    node = match.outer
    if node is None or node.id == match.tree.root.id:
        return Span(match.start, match.end)
    start = first_of(node, match.tree.grammar.heads).start_byte if match.part is None else match.start
    return Span(start, max(start, end_of(match.tree, node)))


def headline(match: Match) -> bytes:
    """The line that says what a place is: its first one, or, of a definition below its decorators, that of its name."""
    source, span = match.tree.source, full_span(match)
    element = match.element if match.part is None and match.through is None else None
    name = element.name_node if element is not None and element.roles & _DEFINITIONS else None
    start = span.start
    if name is not None and start < name.start_byte < span.end and source.row(name.start_byte) > source.row(start):
        start = source.line_start(name.start_byte)
        start += len(match.tree.text[start:]) - len(match.tree.text[start:].lstrip(b" \t"))
    return match.tree.text[start : min(span.end, source.line_end(start))]


def _alone(match: Match) -> Match:
    return Match(match.tree, match.node, match.element, match.part)


def holds(outer: Match, inner: Match) -> bool:
    """Whether the one lies inside the other; on equal spans roles nest in a fixed order."""
    if outer.start > inner.start or outer.end < inner.end:
        return False
    if outer.end - outer.start != inner.end - inner.start:
        return True
    if outer.part is not None or inner.part is not None:
        return outer.part is not None and inner.part is None
    if outer.element is None or inner.element is None:
        above, below = outer.outer, inner.outer
        if above is not None and below is not None and above.id != below.id:
            return _is_above(above, below)
    return outer.rank < inner.rank


def element_holds(outer: Element, inner: Match) -> bool:
    """`holds` for an element that is no match."""
    start, end = outer.outer.start_byte, outer.outer.end_byte
    if start > inner.start or end < inner.end:
        return False
    if end - start != inner.end - inner.start:
        return True
    return outer is not inner.element and holds(Match(inner.tree, outer.node, outer), inner)


def _is_above(above: tree_sitter.Node, below: tree_sitter.Node) -> bool:
    """For two nodes of equal spans: whether the one is an ancestor of the other."""
    here: tree_sitter.Node | None = above
    while here is not None and here.start_byte == below.start_byte and here.end_byte == below.end_byte:
        here = here.child_with_descendant(below)
        if here is not None and here.id == below.id:
            return True
    return False


def _span_of_part(match: Match) -> tuple[int, int]:
    element = match.element
    if element is None or match.part is None:
        raise ValueError("a match without a node is a part of an element")
    place = locate(match.tree, element, element.node, match.part)
    if place is not None:
        return place.outer.start, place.outer.end
    return element.node.end_byte, element.node.end_byte


def unique(matches: Iterable[Match]) -> list[Match]:
    """In document order, no node twice; of several roles of one node the innermost stays."""
    found: dict[tuple[int, int, str], Match] = {}
    for match in sorted(matches, key=lambda match: match.order):
        found[match.key] = match
    return sorted(found.values(), key=lambda match: match.order)
