"""The selectors of an answer: what was meant in the old text, and what is new in the new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.operations import Between, Insert, ListEdit, Set, Wrap
from structedit.select.canonical import printed
from structedit.select.hash import node_hash
from structedit.select.match import Match
from structedit.select.resolve import matches
from structedit.syntax.trivia import end_of
from structedit.syntax.words import DEFINITIONS
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.operations import AnyOperation
    from structedit.syntax.tree import Tree

MOST = 20
_VALUES = ("value", "type", "returns", "key")
_MEMBERS = ("docstring", "entry", "parameter", "argument", "base", "decorator", "item", "import", "case", "statement")
_MEMBER = frozenset((*DEFINITIONS, *_MEMBERS, "attribute"))
_WHOLE = ("dict", "list", "call", "string", "lambda", "element", "attribute")


def printed_target(found: list[Match], operation: AnyOperation) -> str:
    """The canonical selector of what an operation resolved to; of several the first ones, as a union."""
    if found:
        return ", ".join(printed(one) for one in found[:MOST])
    target = operation.target
    return f"{target.from_} ..= {target.through}" if isinstance(target, Between) else target


def brings(found: list[Match], operation: AnyOperation) -> str:
    """What an operation writes, to name it in the new text.

    "member": of a list or a body. "value": what such a member holds. "entry": a value, and its entry is meant.
    """
    if isinstance(operation, (Set, ListEdit)):
        return "entry"
    if isinstance(operation, Wrap):
        return "value"
    if isinstance(operation, Insert) or not found:
        return "member"
    element = found[0].element
    return "member" if found[0].part is None and element is not None and element.roles & _MEMBER else "value"


def inserted(tree: Tree, spans: list[Span], what: str) -> tuple[str, ...]:
    """The canonical selectors of the nodes that stand in these spans of the new text. `what`: see `brings`."""
    nodes = [node for span in spans[:MOST] for node in _nodes(tree, span)]
    return tuple(_bound_name(tree, node) or printed(_match(tree, node, what)) for node in nodes[:MOST])


def _bound_name(tree: Tree, node: tree_sitter.Node) -> str | None:
    """A name in an import statement of several: `import#name`, with the hash of the statement."""
    for element in tree.elements.at(node.start_byte, "import"):
        if _same(tree, element.outer, node):
            continue
        for found in tree.elements.captures(element.outer, "import"):
            name = found.get("name", [None])[0]
            if name is not None and node.start_byte <= name.start_byte and name.end_byte <= node.end_byte:
                selector = f"import#{tree.read(name)}"
                if len(matches(tree, selector)) == 1:
                    return f"{selector}@{node_hash(Match(tree, element.node, element))[:8]}"
    return None


def _nodes(tree: Tree, span: Span) -> list[tree_sitter.Node]:
    """The outermost named nodes that lie in a span, comments left out."""
    node = tree.root.descendant_for_byte_range(span.start, max(span.start, span.end))
    if node is None or not len(span):
        return []
    while node.parent is not None and _same(tree, node, node.parent) and node.parent.parent is not None:
        node = node.parent
    if span.start <= node.start_byte and end_of(tree, node) <= span.end:
        return [node] if node.is_named and node.parent is not None and not node.is_extra else []
    return [
        child
        for child in node.named_children
        if span.start <= child.start_byte and end_of(tree, child) <= span.end and not child.is_extra
    ]


def _same(tree: Tree, one: tree_sitter.Node, other: tree_sitter.Node) -> bool:
    """Whether two nodes are one place: that a parser counts blank lines to one of them does not part them."""
    if one.start_byte != other.start_byte or one.end_byte == other.end_byte:
        return one.start_byte == other.start_byte
    return tree.grammar.loose_ends and end_of(tree, one) == end_of(tree, other)


def _match(tree: Tree, node: tree_sitter.Node, what: str) -> Match:
    """The node as the element that a reader would name it by, or as a part of one."""
    named = (DEFINITIONS, _MEMBERS)
    exact: dict[str, tuple[tuple[str, ...], ...]] = {"member": (*named, _WHOLE), "value": (_WHOLE,), "entry": ()}
    for roles in exact[what]:
        there = tree.elements.bound(tree.elements.at(node.start_byte, *roles))  # a name means its first binding
        same = [one for one in there if _same(tree, one.outer, node) or _same(tree, one.node, node)]
        if same:
            element = same[0] if what == "value" else same[-1]
            return Match(tree, element.node, element)
    for roles in named:
        for element in tree.elements.bound(tree.elements.at(node.start_byte, *roles)):
            if _same(tree, element.outer, node):
                return Match(tree, element.node, element)
            part = next(
                (one for one in _VALUES if one in element.parts and _same(tree, element.parts[one], node)), None
            )
            if part is not None:
                if what == "entry":
                    return Match(tree, element.node, element)
                return Match(tree, element.parts[part], element, part)
    late = [one for one in tree.elements.at(node.start_byte, *DEFINITIONS) if _same(tree, one.node, node)]
    return Match(tree, late[-1].outer if late else node, None)
