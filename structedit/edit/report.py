"""The selectors of an answer: what was meant in the old text, and what is new in the new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.operations import Between
from structedit.select.canonical import printed
from structedit.select.hash import node_hash
from structedit.select.match import Match
from structedit.select.resolve import matches
from structedit.syntax.words import DEFINITIONS
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.operations import AnyOperation
    from structedit.syntax.tree import Tree

MOST = 20
_VALUES = ("value", "type", "returns", "key")
_MEMBERS = ("docstring", "entry", "parameter", "argument", "base", "decorator", "item", "import", "case", "statement")


def printed_target(found: list[Match], operation: AnyOperation) -> str:
    """The canonical selector of what an operation resolved to; of several the first ones, as a union."""
    if found:
        return ", ".join(printed(one) for one in found[:MOST])
    target = operation.target
    return f"{target.from_} ..= {target.through}" if isinstance(target, Between) else target


def inserted(tree: Tree, spans: list[Span]) -> tuple[str, ...]:
    """The canonical selectors of the nodes that stand in these spans of the new text."""
    nodes = [node for span in spans[:MOST] for node in _nodes(tree, span)]
    return tuple(_bound_name(tree, node) or printed(_match(tree, node)) for node in nodes[:MOST])


def _bound_name(tree: Tree, node: tree_sitter.Node) -> str | None:
    """A name in an import statement of several: `import#name`, with the hash of the statement."""
    for element in tree.elements.at(node.start_byte, "import"):
        if _same(element.outer, node):
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
    while node.parent is not None and _same(node, node.parent) and node.parent.parent is not None:
        node = node.parent
    if span.start <= node.start_byte and node.end_byte <= span.end:
        return [node] if node.is_named and node.parent is not None and not node.is_extra else []
    return [
        child
        for child in node.named_children
        if span.start <= child.start_byte and child.end_byte <= span.end and not child.is_extra
    ]


def _same(one: tree_sitter.Node, other: tree_sitter.Node) -> bool:
    return one.start_byte == other.start_byte and one.end_byte == other.end_byte


def _match(tree: Tree, node: tree_sitter.Node) -> Match:
    """The node as the element that a reader would name it by."""
    for roles in (DEFINITIONS, _MEMBERS):
        for element in tree.elements.at(node.start_byte, *roles):
            parts = (element.parts[part] for part in _VALUES if part in element.parts)
            if _same(element.outer, node) or any(_same(part, node) for part in parts):
                return Match(tree, element.node, element)
    return Match(tree, node, None)
