"""Parts: the inner places of an element, `::body`, `::parameters`, `::returns` and their like, as spans.

A part is what stands between its delimiters (`inner`); `outer` has the delimiters as well, for new text that brings
its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import record
from structedit.syntax.containers import Body, Listing, container, head_of, member
from structedit.syntax.tree import span_of
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    import tree_sitter

    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree


@record(eq=False)
class Place:
    """Where a part stands. `node` is its node, where one node is all of it."""

    inner: Span
    outer: Span
    node: tree_sitter.Node | None


def locate(tree: Tree, element: Element | None, node: tree_sitter.Node, part: str) -> Place | None:
    """Where `part` of an element (or of a bare node) stands; None if it is absent."""
    special = _SPECIAL.get(part)
    if special is not None:
        return special(tree, element, node)
    found = element.parts.get(part) if element is not None else None
    found = found or (element.name_node if element is not None and part == "name" else None)
    found = found or node.child_by_field_name(part)
    return place_of(tree, found) if found is not None else None


def place_of(tree: Tree, node: tree_sitter.Node) -> Place:
    """A node as a part: between its delimiters, if it is a list."""
    where = container(tree, node)
    if isinstance(where, Listing) and where.open is not None and where.close is not None:
        return Place(where.inner, span_of(node), node)
    ends = node.children if node.type in tree.grammar.fact("syntax", "enclosed", ()) else []
    if len(ends) > 1:
        return Place(Span(ends[0].end_byte, ends[-1].start_byte), span_of(node), node)
    return Place(span_of(node), span_of(node), node)


def body_node(element: Element | None, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The node of the body: by the role query, else by the fields that grammars use for it."""
    if element is not None and "body" in element.parts:
        return element.parts["body"]
    for name in ("body", "consequence", "block"):
        found = node.child_by_field_name(name)
        if found is not None:
            return found
    return None


def docstring_node(tree: Tree, element: Element | None, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The docstring's literal, if the element begins with one."""
    body = node if element is None or "module" in element.roles else body_node(element, node)
    where = container(tree, body) if body is not None else None
    if not isinstance(where, Body) or not where.members:
        return None
    first = where.members[0]
    found = [e for e in tree.elements.at(first.start_byte, "docstring") if e.node.start_byte == first.start_byte]
    return found[0].node if found else None


def _body(tree: Tree, element: Element | None, node: tree_sitter.Node) -> Place | None:
    body = node if element is not None and "module" in element.roles else body_node(element, node)
    if body is None:
        return None
    where = container(tree, body)
    if not isinstance(where, Body):
        return place_of(tree, body)
    start, end = _between(where)
    docstring = docstring_node(tree, element, node) if element is not None else None
    if docstring is not None and where.members:
        rest = where.members[1:]
        start = rest[0].start_byte if rest else min(where.members[0].end_byte, end)
    return Place(Span(start, max(start, end)), span_of(body), body)


def _between(where: Body) -> tuple[int, int]:
    node = where.node
    if where.open is None or where.close is None:
        return node.start_byte, node.end_byte
    return where.open.end_byte, max(where.open.end_byte, where.close.start_byte)


def _else(tree: Tree, element: Element | None, _node: tree_sitter.Node) -> Place | None:
    found = element.parts.get("else") if element is not None else None
    if found is None:
        return None
    whole = any(one.node == found for one in tree.elements.at(found.start_byte, "if"))  # another if, not a clause
    inner = found if whole else body_node(None, found) or found
    return Place(span_of(inner), span_of(found), found)


def _signature(tree: Tree, element: Element | None, node: tree_sitter.Node) -> Place | None:
    body = body_node(element, node)
    if body is None:
        return None
    before = [child for child in node.children if child.end_byte <= body.start_byte and not child.is_extra]
    if not before:
        return None
    last = before[-1]
    end = last.start_byte if not last.is_named and len(before) > 1 else last.end_byte
    end = len(tree.text[:end].rstrip())
    return Place(Span(node.start_byte, end), Span(node.start_byte, last.end_byte), None)


def _decorators(tree: Tree, element: Element | None, _node: tree_sitter.Node) -> Place | None:
    if element is None:
        return None
    lines = decorator_nodes(tree, element)
    if not lines:
        return None
    span = Span(lines[0].start_byte, lines[-1].end_byte)
    return Place(span, span, None)


def decorator_nodes(tree: Tree, element: Element) -> list[tree_sitter.Node]:
    """The decorators before a definition, comments left out: in its wrapper, in itself, or beside it in its body."""
    outer, node = element.outer, element.node
    kinds = tree.grammar.decorators
    wrapper = outer.named_children if outer.id != node.id else []
    found = [one for one in wrapper if one.end_byte <= node.start_byte and not one.is_extra]
    if not kinds:
        return found
    own = [one for one in node.named_children if one.type in kinds]
    around = member(tree, outer)
    heads: list[tree_sitter.Node] = []
    if around is not None and around[1].id == outer.id:
        here = head_of(*around)
        while here.id != outer.id and here.next_sibling is not None:
            heads += [here] if here.type in kinds else []
            here = here.next_sibling
    return [one for one in (*heads, *found, *own) if one.type in kinds]


def _docstring(tree: Tree, element: Element | None, node: tree_sitter.Node) -> Place | None:
    found = docstring_node(tree, element, node)
    return Place(span_of(found), span_of(found), found) if found is not None else None


def _text(tree: Tree, _element: Element | None, node: tree_sitter.Node) -> Place | None:
    children = node.children
    if node.type in tree.grammar.comments or len(children) < 2:
        return Place(span_of(node), span_of(node), node)
    return Place(Span(children[0].end_byte, children[-1].start_byte), span_of(node), node)


_SPECIAL: dict[str, Callable[[Tree, Element | None, tree_sitter.Node], Place | None]] = {
    "body": _body,
    "else": _else,
    "signature": _signature,
    "decorators": _decorators,
    "docstring": _docstring,
    "text": _text,
}
