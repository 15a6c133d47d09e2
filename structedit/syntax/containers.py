"""Containers: the two ways in which code is laid out, separated lists and bodies of statements.

Every insertion and deletion goes through one of them. Which kinds of node are containers, and how they are written,
stands in grammars/<language>.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import record
from structedit.syntax.grammar import BodyFacts
from structedit.syntax.nodes import path_to
from structedit.syntax.tree import span_of
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.grammar import ListFacts
    from structedit.syntax.tree import Tree


@record(eq=False)
class Body:
    """A node whose members stand on lines of their own, between delimiters in some languages."""

    node: tree_sitter.Node
    facts: BodyFacts
    members: tuple[tree_sitter.Node, ...]
    open: tree_sitter.Node | None = None
    close: tree_sitter.Node | None = None

    @property
    def key(self) -> int:
        return self.node.id


@record(eq=False)
class Listing:
    """A separated list. `separators[i]` is the separator behind member i, if there is one.

    `open` and `close` are its delimiters where the tree has them. `sole`: the node is itself the one member, and the
    delimiters are shared with what it would stand in (the generator expression that is a call's only argument).
    """

    node: tree_sitter.Node
    facts: ListFacts
    members: tuple[tree_sitter.Node, ...]
    separators: tuple[tree_sitter.Node | None, ...]
    open: tree_sitter.Node | None
    close: tree_sitter.Node | None
    sole: bool = False

    @property
    def key(self) -> int:
        return self.node.id

    @property
    def trailing(self) -> bool:
        """Whether a separator stands behind the last member."""
        return bool(self.separators) and self.separators[-1] is not None

    @property
    def inner(self) -> Span:
        """What stands between the delimiters."""
        start = self.open.end_byte if self.open else (self.members[0] if self.members else self.node).start_byte
        end = self.close.start_byte if self.close else (self.members[-1] if self.members else self.node).end_byte
        if not self.close and self.trailing and self.separators[-1] is not None:
            end = max(end, self.separators[-1].end_byte)
        return Span(start, max(start, end))


Container = Body | Listing


def container(tree: Tree, node: tree_sitter.Node) -> Container | None:
    """The node itself as a container."""
    facts = tree.grammar.lists.get(node.type)
    if facts is not None:
        return _sole(node, facts) if facts.sole else _listing(tree, node, facts)
    body = tree.grammar.bodies.get(node.type)
    return _body(node, body) if body is not None else None


def member(tree: Tree, node: tree_sitter.Node) -> tuple[Container, tree_sitter.Node] | None:
    """The container in which the node stands, and the node as its member: the outermost one with the same span.

    None where neither a list nor a body has it.
    """
    path = path_to(tree.root, node)
    for index in range(len(path) - 1, 0, -1):
        here, parent = path[index], path[index - 1]
        found = _holding(tree, parent, here)
        if found is not None:
            return found, here
        if tree.grammar.lists.get(here.type) is not None and tree.grammar.lists[here.type].sole:
            return _sole(here, tree.grammar.lists[here.type]), here
        if span_of(parent) != span_of(here):
            return None
    return None


def _holding(tree: Tree, parent: tree_sitter.Node, node: tree_sitter.Node) -> Container | None:
    if parent.type not in tree.grammar.lists and parent.type not in tree.grammar.bodies:
        return None if tree.grammar.complete else _lines_of(tree, parent, node)
    found = container(tree, parent)
    if found is not None and any(one.id == node.id for one in found.members):
        return found
    return None


def _lines_of(tree: Tree, parent: tree_sitter.Node, node: tree_sitter.Node) -> Body | None:
    """In a language without facts: what has its lines to itself is a member of a body."""
    start, end = tree.source.line_start(node.start_byte), tree.source.line_end(max(node.end_byte - 1, node.start_byte))
    alone = not tree.text[start : node.start_byte].strip() and not tree.text[node.end_byte : end].strip()
    return _body(parent, _NO_FACTS) if alone and node.is_named else None


def _body(node: tree_sitter.Node, facts: BodyFacts) -> Body:
    members = [child for child in node.named_children if not child.is_extra and child.end_byte > child.start_byte]
    opening, closing = facts.delimiters or ("", "")
    first = next((one for one in node.children if not one.is_named and one.type == opening), None)
    last = next((one for one in reversed(node.children) if not one.is_named and one.type == closing), None)
    return Body(node, facts, tuple(members), first, last)


_NO_FACTS = BodyFacts("")


def _sole(node: tree_sitter.Node, facts: ListFacts) -> Listing:
    return Listing(node, facts, (node,), (None,), node.child(0), node.child(node.child_count - 1), sole=True)


def _listing(tree: Tree, node: tree_sitter.Node, facts: ListFacts) -> Listing:
    members: list[tree_sitter.Node] = []
    separators: list[tree_sitter.Node | None] = []
    opening, closing = facts.delimiters or ("", "")
    first = last = None
    for index, child in enumerate(node.children):
        text = tree.bytes_of(child) if not child.is_named or child.is_error else b""
        if _is_member(node, child, index, facts):
            members.append(child)
            separators.append(None)
        elif text == facts.separator.encode() and members and separators[-1] is None:
            separators[-1] = child
        elif child.type == opening and first is None and not child.is_named:
            first = child
        elif child.type == closing and not child.is_named:
            last = child
    return Listing(node, facts, tuple(members), tuple(separators), first, last)


def _is_member(node: tree_sitter.Node, child: tree_sitter.Node, index: int, facts: ListFacts) -> bool:
    if not child.is_named or child.is_extra or child.is_error or child.is_missing:
        return False
    return facts.field is None or node.field_name_for_child(index) == facts.field
