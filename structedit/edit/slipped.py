"""Text whose first line alone lost its indentation: it was cut out of a line, the lines below stand as they stood.

Quoting a place that begins in the middle of a line gives such text, and so does stripping a block. The lines below the
first are moved up to it where the text says by itself that they belong there: a statement beside the first, the closing
delimiter or a clause of what the first line opens stands at their smallest indentation. What such a text says must be
the same before and after; where it could not be read at all, it must be readable afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import record
from structedit.syntax.tree import atomic_spans, parse
from structedit.text import indent
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import tree_sitter

    from structedit.syntax.tree import Tree


def straightened(parsed: Tree, around: Span | None = None, members: Sequence[tree_sitter.Node] = ()) -> bytes | None:
    """The text of a tree with its later lines moved up to the first; None if nothing says that they slipped.

    With `around` only what lies there is the text, and `members` are the nodes that it consists of.
    """
    span = around or Span(0, len(parsed.text))
    start = parsed.text.find(b"\n", span.start, span.end) + 1
    if not start:
        return None
    atomic = tuple(atomic_spans(parsed, span))
    lines = parsed.text[start : span.end]
    below = indent.common(lines, [Span(max(one.start - start, 0), max(one.end - start, 0)) for one in atomic])
    if not below:
        return None
    deeper = any(len(indent.leading(line)) > len(below) for line in lines.splitlines() if line.strip())
    signs = _Signs(parsed, parsed.source.row(span.start), len(below), deeper, frozenset(one.id for one in members))
    found = any(signs.has(node) for node in _nodes(parsed.root))
    if not found and not parsed.root.has_error:
        return None
    moved = indent.shift(span.of(parsed.text), below, b"", [one.shifted(-span.start) for one in atomic], first=False)
    whole = parsed.text[: span.start] + moved + parsed.text[span.end :]
    fresh = parse(Source.of(whole), parsed.grammar)
    if found and _shape(fresh.root) == _shape(parsed.root):
        return moved
    mends = parsed.root.has_error and not fresh.root.has_error and b"\t" not in below
    return moved if mends else None  # a tab may be an error of its own, not a slip


def _nodes(root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


@record(eq=False)
class _Signs:
    """What is looked for: `row` is that of the first line, `column` the smallest indentation of the others."""

    parsed: Tree
    row: int
    column: int
    deeper: bool
    members: frozenset[int]

    def has(self, node: tree_sitter.Node) -> bool:
        """Whether a node at the smallest indentation of the later lines belongs at that of the first."""
        source, above = self.parsed.source, node.parent
        if node.start_point.row <= self.row or above is None or node.is_extra:
            return False
        if source.column(node.start_byte) != self.column:
            return False
        if self.parsed.text[source.line_start(node.start_byte) : node.start_byte].strip():
            return False
        if node.is_named and (self._is_top(node, above) or _is_decorated(self.parsed, node)):
            return True
        if above.start_point.row != self.row:
            return False
        return node.type in self.parsed.grammar.fact("clauses", "kinds", ()) or self._closes(node, above)

    def _is_top(self, node: tree_sitter.Node, above: tree_sitter.Node) -> bool:
        """Whether a node is one of those that the text consists of."""
        if self.members:
            return node.id in self.members
        return above.parent is None and not above.has_error

    def _closes(self, node: tree_sitter.Node, above: tree_sitter.Node) -> bool:
        """Whether a node closes what the first line opens, with something deeper between."""
        if not self.deeper or above.children[-1] != node:
            return False
        bodies = self.parsed.grammar.bodies
        ends = bodies[above.type].delimiters if above.type in bodies else None
        return (ends is not None and ends[1] == node.type) or not (node.is_named or above.children[0].is_named)


def _is_decorated(parsed: Tree, node: tree_sitter.Node) -> bool:
    before = node.prev_named_sibling
    while before is not None and before.is_extra:
        before = before.prev_named_sibling
    return before is not None and any(one.node == before for one in parsed.elements.at(before.start_byte, "decorator"))


def _shape(root: tree_sitter.Node) -> list[tuple[str, int]]:
    return [(node.type, node.child_count) for node in _nodes(root)]
