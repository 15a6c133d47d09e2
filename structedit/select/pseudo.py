"""Pseudo-classes that count, or look at one place: :nth and its kin, :contains, :line, :root, :empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select.joins import opaque_parents
from structedit.select.match import Match
from structedit.select.terms import Lines
from structedit.syntax.containers import Body, Listing, container
from structedit.syntax.names import unquoted
from structedit.syntax.parts import body_node, docstring_node

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.select.terms import Pseudo
    from structedit.syntax.tree import Tree

PER_PARENT = frozenset(("nth", "first", "last"))
OVER_FILE = frozenset(("nth-of-all", "line", "lines"))
"""These two sorts depend on what else the step matches."""


def passing(tree: Tree, matches: list[Match], test: Pseudo) -> list[Match]:
    """Those that pass; the matches are in document order, and stay so."""
    return _TESTS[test.word](tree, matches, test)


def _nth(tree: Tree, matches: list[Match], test: Pseudo) -> list[Match]:
    """The n-th of those with one nearest opaque parent, among what the step has matched so far."""
    place = {"first": 1, "last": -1}.get(test.word, test.argument)
    assert isinstance(place, int)
    groups: dict[int, list[Match]] = {}
    for match, parent in zip(matches, opaque_parents(tree, matches), strict=True):
        groups.setdefault(id(parent), []).append(match)
    found = [group[_index(place)] for group in groups.values() if len(group) >= abs(place)]
    return sorted(found, key=lambda match: match.order)


def _nth_of_all(_tree: Tree, matches: list[Match], test: Pseudo) -> list[Match]:
    place = test.argument
    assert isinstance(place, int)
    return [matches[_index(place)]] if len(matches) >= abs(place) else []


def _index(place: int) -> int:
    return place - 1 if place > 0 else place


def _contains(tree: Tree, matches: list[Match], test: Pseudo) -> list[Match]:
    found = {match for needle in needles(tree, test) for match in matches if _holds_text(tree, match, needle)}
    return [match for match in matches if match in found]


def needles(tree: Tree, test: Pseudo) -> list[bytes]:
    """The quoted text as the file may have it; none if the file has it nowhere."""
    needle = str(test.argument).encode("utf-8", "surrogateescape")
    spelt = dict.fromkeys((needle, needle.replace(b"\r\n", b"\n").replace(b"\n", tree.source.newline)))
    return [one for one in spelt if one in tree.text]


def _holds_text(tree: Tree, match: Match, needle: bytes) -> bool:
    return tree.text.find(needle, match.start, match.end) >= 0


def _line(tree: Tree, matches: list[Match], test: Pseudo) -> list[Match]:
    """The innermost that covers what stands on the line, or on the lines."""
    content = content_of_lines(tree, test)
    if content is None:
        return []
    covering = [match for match in matches if match.start <= content[0] and content[1] <= match.end]
    return covering[-1:]


def content_of_lines(tree: Tree, test: Pseudo) -> tuple[int, int] | None:
    """Where the text of the lines that :line or :lines names begins and ends; None behind the last line."""
    lines = test.argument
    if isinstance(lines, Lines):
        first, last = content_of_line(tree, lines.first), content_of_line(tree, lines.last)
        return None if first is None or last is None else (first[0], last[1])
    assert isinstance(lines, int)
    return content_of_line(tree, lines)


def content_of_line(tree: Tree, line: int) -> tuple[int, int] | None:
    """Where the text of a line begins and ends, without blanks and a comment behind code; None behind the last line."""
    source = tree.source
    if line > len(source.line_starts):
        return None
    start = source.offset_of_line(line - 1)
    text = tree.text[start : source.line_end(start)]
    first, end = start + len(text) - len(text.lstrip()), start + len(text.rstrip())
    if first >= end:
        return start, start
    comments = [comment.node.start_byte for comment in tree.elements.at(end - 1, "comment")]
    if comments and first < comments[0] < end:
        end = start + len(tree.text[start : comments[0]].rstrip())
    return first, end


def _root(tree: Tree, matches: list[Match], _test: Pseudo) -> list[Match]:
    return [match for match in matches if match.element is tree.elements.root]


def _empty(tree: Tree, matches: list[Match], _test: Pseudo) -> list[Match]:
    return [match for match in matches if _is_empty(tree, match)]


def _is_empty(tree: Tree, match: Match) -> bool:
    """Nothing inside: no member, no statement but a placeholder, no text in the quotes."""
    element, node = match.element, match.node
    if node is None:
        return match.start == match.end
    if element is not None and "string" in element.roles:
        return unquoted(tree.read(node)) == ""
    inner = (element.parts.get("arguments") if element is not None else None) or body_node(element, node) or node
    where = container(tree, inner)
    if isinstance(where, Listing):
        return not where.members
    if isinstance(where, Body):
        docstring = docstring_node(tree, element, node) if element is not None else None
        statements = where.members[1:] if docstring is not None else where.members
        return all(tree.read(one) in (*where.facts.gives_way, where.facts.placeholder) for one in statements)
    return not any(not child.is_extra for child in inner.named_children) and (
        inner.child_count > 0 or inner.start_byte == inner.end_byte
    )


_TESTS: dict[str, Callable[[Tree, list[Match], Pseudo], list[Match]]] = {
    "nth": _nth,
    "first": _nth,
    "last": _nth,
    "nth-of-all": _nth_of_all,
    "contains": _contains,
    "line": _line,
    "lines": _line,
    "root": _root,
    "empty": _empty,
}
