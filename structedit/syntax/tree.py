"""Tree: a parse of one Source. Parsing never fails; what it could not read is in `errors`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tree_sitter

from structedit.errors import StructeditError
from structedit.syntax.roles import Elements
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from structedit.syntax.grammar import Grammar
    from structedit.text.source import Source

MAX_DEPTH = 10_000


class Tree:
    """The syntax tree of a source. Offsets are into `source.text`."""

    __slots__ = ("_elements", "_errors", "grammar", "root", "source", "ts_tree")

    def __init__(self, source: Source, grammar: Grammar, ts_tree: tree_sitter.Tree) -> None:
        self.source = source
        self.grammar = grammar
        self.ts_tree = ts_tree
        self.root = ts_tree.root_node
        self._errors: tuple[Problem, ...] | None = None
        self._elements: Elements | None = None

    @property
    def text(self) -> bytes:
        return self.source.text

    @property
    def elements(self) -> Elements:
        if self._elements is None:
            self._elements = Elements(self)
        return self._elements

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The ERROR and MISSING nodes, in document order; only the outermost of nested ones."""
        if self._errors is None:
            self._errors = tuple(_problems(self.root))
        return self._errors

    def read(self, node: tree_sitter.Node) -> str:
        return self.text[node.start_byte : node.end_byte].decode("utf-8", "backslashreplace")

    def bytes_of(self, node: tree_sitter.Node) -> bytes:
        return self.text[node.start_byte : node.end_byte]


class Problem:
    """A place that the parser could not read: an ERROR node, or a token that is MISSING there."""

    __slots__ = ("kind", "missing", "node", "span")

    def __init__(self, node: tree_sitter.Node) -> None:
        self.node = node
        self.span = Span(node.start_byte, node.end_byte)
        self.missing = node.is_missing
        self.kind = node.type


def parse(source: Source, grammar: Grammar) -> Tree:
    """Parse a source. Errors: NO_LANGUAGE, TOO_LARGE (nested deeper than `MAX_DEPTH`)."""
    parser = tree_sitter.Parser(grammar.language)
    ts_tree = parser.parse(source.parse_view)
    _refuse_depth(ts_tree.root_node)
    return Tree(source, grammar, ts_tree)


def span_of(node: tree_sitter.Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def leaves(node: tree_sitter.Node, atomic: frozenset[str]) -> Iterator[tree_sitter.Node]:
    """The tokens below a node in document order; atomic nodes (strings) and comments count as one token each."""
    stack = [node]
    while stack:
        here = stack.pop()
        children = () if here.type in atomic else here.children
        if children:
            stack.extend(reversed(children))
        elif here.end_byte > here.start_byte:
            yield here


def _refuse_depth(root: tree_sitter.Node) -> None:
    if root.descendant_count < MAX_DEPTH:
        return
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        # Brackets that are never closed are a nest too: the parser leaves them side by side in one ERROR node.
        if depth > MAX_DEPTH or (node.is_error and _open_brackets(node) > MAX_DEPTH):
            raise StructeditError(
                "TOO_LARGE",
                f"The file is nested more than {MAX_DEPTH:,} levels deep.",
                "structedit does not edit text that is nested so deep.",
            )
        # a nest of so many levels has as many nodes below
        if node.descendant_count - node.child_count + depth >= MAX_DEPTH:
            deep = (one for one in node.children if one.descendant_count + depth >= MAX_DEPTH)
            stack.extend((one, depth + 1) for one in deep)


def _open_brackets(node: tree_sitter.Node) -> int:
    return sum(child.type in _BRACKETS for child in node.children) if node.child_count > MAX_DEPTH else 0


_BRACKETS = frozenset("([{<")


def _problems(root: tree_sitter.Node) -> Iterator[Problem]:
    stack = [root] if root.has_error else []
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            yield Problem(node)
        elif node.has_error:
            stack.extend(reversed(node.children))


def atomic_spans(tree: Tree, within: Span) -> Iterator[Span]:
    """The atomic nodes (strings and their like) of several lines that lie in a range, in document order."""
    return spans_of(tree, within, tree.grammar.atomic)


def spans_of(tree: Tree, within: Span, wanted: frozenset[str]) -> Iterator[Span]:
    """The nodes of these kinds of several lines that lie in a range, in document order."""
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if node.end_byte <= within.start or node.start_byte >= within.end or node.start_point.row == node.end_point.row:
            continue
        if node.type in wanted:
            yield span_of(node)
        else:
            stack.extend(reversed(node.children))
