"""Combinators: joins of two lists of matches, both in document order, by sweeps over their spans."""

from __future__ import annotations

from bisect import bisect_right
from itertools import takewhile
from typing import TYPE_CHECKING

from structedit.select.match import Match, element_holds, full_span, holds, of_element
from structedit.select.terms import CHILD, DESCENDANT, NEXT
from structedit.syntax import kinds
from structedit.syntax.words import OPAQUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import tree_sitter

    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

_BYTES_PER_LOOK = 160
"""Looking around one place costs about what a whole pass costs for this many bytes (measured)."""

_SEPARATORS = b" \t\n\r\f\v,;"


def join(tree: Tree, combinator: str, left: list[Match], right: list[Match]) -> list[Match]:
    """Those of the right that stand in the relation to any of the left."""
    return [match for match, partners in _related(tree, combinator, left, right) if next(partners, None) is not None]


def semijoin(tree: Tree, combinator: str, left: list[Match], right: list[Match]) -> list[Match]:
    """Those of the left that stand in the relation to any of the right."""
    kept: set[int] = set()
    for _, partners in _related(tree, combinator, left, right):
        # Partners come innermost first: around one that is kept already, all are.
        kept.update(id(match) for match in takewhile(lambda match: id(match) not in kept, partners))
    return [match for match in left if id(match) in kept]


def few(tree: Tree, count: int) -> bool:
    """Whether it is cheaper to look around each of so many places than to go over the whole tree."""
    return count < 4 or count * _BYTES_PER_LOOK < len(tree.text)


def opaque_parents(tree: Tree, matches: list[Match]) -> list[Element | None]:
    """For each match the nearest opaque element around it (the root's is None)."""
    known: dict[tuple[object, ...], Element | None] = tree.elements.notes.setdefault("opaque parents", {})
    missing = [match for match in matches if (*match.key, match.rank) not in known]
    found = _looked_around(tree, missing) if few(tree, len(missing)) else _swept(tree, missing)
    for match, parent in zip(missing, found, strict=True):
        known[(*match.key, match.rank)] = parent
    return [known[(*match.key, match.rank)] for match in matches]


def enclosing(tree: Tree, matches: list[Match], role: str) -> list[Element]:
    """The nearest element of a role around each match that has one."""
    if few(tree, len(matches)):
        around = (tree.elements.bound(tree.elements.at(match.start, role)) for match in matches)
        pairs = zip(matches, around, strict=True)
        holding = ([element for element in elements if element_holds(element, match)] for match, elements in pairs)
        return [elements[-1] for elements in holding if elements]
    everyone = [of_element(tree, element) for element in tree.elements.of(role)]
    nearest = (next(holders, None) for _, holders in _holders(everyone, matches))
    return [match.element for match in nearest if match is not None and match.element is not None]


def opaque_around(tree: Tree, match: Match) -> list[Element]:
    """All opaque elements that hold a match, the root first."""
    return [element for element in tree.elements.at(match.start, *OPAQUE) if element_holds(element, match)]


def _looked_around(tree: Tree, matches: list[Match]) -> list[Element | None]:
    around = (opaque_around(tree, match) for match in matches)
    pairs = zip(matches, around, strict=True)
    return [elements[-1] if elements else _root_unless(tree, match) for match, elements in pairs]


def _root_unless(tree: Tree, match: Match) -> Element | None:
    # What stands at the very end of the file lies around no byte.
    return None if match.element is tree.elements.root else tree.elements.root


def _swept(tree: Tree, matches: list[Match]) -> list[Element | None]:
    opaque = [of_element(tree, element) for element in tree.elements.of(*OPAQUE)]
    order = sorted(range(len(matches)), key=lambda index: matches[index].order)
    found: list[Element | None] = [None] * len(matches)
    for index, (match, holders) in zip(order, _holders(opaque, [matches[index] for index in order]), strict=True):
        parent = next(holders, None)
        found[index] = parent.element if parent is not None else _root_unless(tree, match)
    return found


def _related(
    tree: Tree, combinator: str, left: list[Match], right: list[Match]
) -> Iterable[tuple[Match, Iterator[Match]]]:
    """Each of the right with its partners of the left, innermost first."""
    if combinator == DESCENDANT:
        return _holders(left, right)
    raw = all(match.element is None for match in (*left, *right))
    if combinator == CHILD:
        return _raw_children(tree, left, right) if raw else _children(tree, left, right)
    return _siblings(tree, left, right, raw=raw, adjacent=combinator == NEXT)


def _holders(left: list[Match], right: list[Match]) -> Iterator[tuple[Match, Iterator[Match]]]:
    """A sweep: spans nest, so all that can hold a match are on one stack."""
    stack: list[Match] = []
    following = 0
    for match in right:
        while following < len(left) and left[following].order[:2] <= match.order[:2]:
            upcoming = left[following]
            following += 1
            _drop_ended(stack, upcoming)
            stack.append(upcoming)
        _drop_ended(stack, match)
        yield match, (outer for outer in reversed(stack) if holds(outer, match))


def _drop_ended(stack: list[Match], match: Match) -> None:
    while stack and stack[-1].end <= match.start and (stack[-1].end, match.start) != (match.end, match.end):
        stack.pop()


def _children(tree: Tree, left: list[Match], right: list[Match]) -> Iterator[tuple[Match, Iterator[Match]]]:
    """`A > B`: A holds B, and no opaque element lies between."""
    inside = join(tree, DESCENDANT, left, right)
    parents = opaque_parents(tree, inside)
    for (match, holders), parent in zip(_holders(left, inside), parents, strict=True):
        yield match, _up_to(holders, None if parent is None else of_element(tree, parent))


def _up_to(holders: Iterator[Match], opaque: Match | None) -> Iterator[Match]:
    return takewhile(lambda outer: opaque is None or not holds(outer, opaque), holders)


def _raw_children(tree: Tree, left: list[Match], right: list[Match]) -> Iterator[tuple[Match, Iterator[Match]]]:
    """Between two raw kinds it is the tree's parent."""
    by_node = {match.node.id: match for match in left if match.node is not None}
    nodes = [match.node for match in right if match.node is not None]
    for match, parent in zip(right, parents(tree, nodes), strict=True):
        found = by_node.get(parent.id) if parent is not None else None
        yield match, iter((found,) if found is not None else ())


def _siblings(
    tree: Tree, left: list[Match], right: list[Match], *, raw: bool, adjacent: bool
) -> Iterator[tuple[Match, Iterator[Match]]]:
    """Those that stand on one level of the tree, earlier; `adjacent`: with only separators and comments between."""
    groups: dict[int, list[Match]] = {}
    for match, level in zip(left, levels(tree, left, raw=raw), strict=True):
        groups.setdefault(level, []).append(match)
    for group in groups.values():
        group.sort(key=lambda match: match.end)
    for match, level in zip(right, levels(tree, right, raw=raw), strict=True):
        group = groups.get(level, [])
        before = bisect_right([other.end for other in group], match.start)
        earlier = group[:before]
        if adjacent:
            end = earlier[-1].end if earlier else 0
            earlier = [other for other in earlier if other.end == end and is_gap(tree, end, match.start)]
        yield match, reversed(earlier)


def is_gap(tree: Tree, start: int, end: int) -> bool:
    """Whether only separators, blanks and comments stand in a range."""
    text = tree.text[start:end]
    for comment in reversed(tree.elements.within(start, end, "comment") if text.strip() else []):
        text = text[: comment.node.start_byte - start] + text[comment.node.end_byte - start :]
    return not text.strip(_SEPARATORS)


def levels(tree: Tree, matches: list[Match], *, raw: bool = False) -> list[int]:
    """For each match the id of the node that it is a member of; wrappers of its own span do not count, unless raw."""
    nodes = [_outermost_of(match) for match in matches]
    found = [0] * len(matches)
    rising = [(index, node) for index, node in enumerate(nodes) if node is not None]
    while rising:
        above = parents(tree, [node for _, node in rising])
        rest = []
        for (index, node), parent in zip(rising, above, strict=True):
            if parent is not None and not raw and _same_span(parent, node) and parent.id != tree.root.id:
                rest.append((index, parent))
            else:
                found[index] = parent.id if parent is not None else 0
        rising = rest
    return found


def _outermost_of(match: Match) -> tree_sitter.Node | None:
    if match.outer is not None:
        return match.outer
    span = full_span(match)
    return match.tree.root.descendant_for_byte_range(span.start, span.end)


def _same_span(one: tree_sitter.Node, other: tree_sitter.Node) -> bool:
    return one.start_byte == other.start_byte and one.end_byte == other.end_byte


def parents(tree: Tree, nodes: list[tree_sitter.Node]) -> list[tree_sitter.Node | None]:
    """The parents of many nodes; `node.parent` walks down from the root each time."""
    if len(nodes) < 20:
        return [node.parent for node in nodes]
    known: dict[str, dict[int, tree_sitter.Node]] = {}
    for kind in {node.type for node in nodes}:
        known[kind] = kinds.parents_of_kind(tree, kind)
    return [known[node.type].get(node.id) for node in nodes]
