"""Containers: the two ways in which code is laid out, separated lists and bodies of statements.

Every insertion and deletion goes through one of them. Which kinds of node are containers, and how they are written,
stands in grammars/<language>.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import made, record, replace
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
    places: dict[int, int] = made(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.places.update((one.id, place) for place, one in enumerate(self.members))

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
    places: dict[int, int] = made(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.places.update((one.id, place) for place, one in enumerate(self.members))

    @property
    def key(self) -> int:
        return self.node.id

    @property
    def is_bare(self) -> bool:
        """Whether its delimiters are left out, which only a lone member allows."""
        return self.facts.bare and self.open is None and self.facts.delimiters is not None

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
    """The node itself as a container, or what it stands for."""
    node = content(tree, node)
    grammar = tree.grammar
    if node.type not in grammar.lists and node.type not in grammar.bodies and node.type not in grammar.inners:
        return None
    known: dict[int, Container | None] = tree.elements.notes.setdefault("containers", {})
    if node.id not in known:
        known[node.id] = _container(tree, node)
    return known[node.id]


def _container(tree: Tree, node: tree_sitter.Node) -> Container | None:
    facts = tree.grammar.lists.get(node.type)
    if facts is not None and facts.unless and node.child_by_field_name(facts.unless) is not None:
        return None
    if facts is not None:
        return _sole(node, facts) if facts.sole else _listing(tree, node, facts)
    body = tree.grammar.bodies.get(node.type)
    if body is not None:
        return _body(tree, node, body)
    return container(tree, node.parent) if node.parent is not None and _is_inner(tree, node, node.parent) else None


def goes_whole(where: Listing) -> bool:
    """Whether the list is a clause that goes with its keyword when it would be empty."""
    parent = where.node.parent
    return where.open is None and parent is not None and parent.type in where.facts.goes_in


def head_of(where: Container, node: tree_sitter.Node) -> tree_sitter.Node:
    """The first of the nodes that stand before a member and belong to it; itself if there are none."""
    return first_of(node, frozenset(where.facts.heads)) if isinstance(where, Body) and where.facts.heads else node


def first_of(node: tree_sitter.Node, heads: frozenset[str]) -> tree_sitter.Node:
    """The first of the nodes of these kinds that stand right before a node, extras between them; else the node.

    One of these kinds itself has none before it: they all belong to what they stand before.
    """
    first, before = node, node.prev_sibling if heads and node.type not in heads else None
    while before is not None and (before.is_extra or before.type in heads):
        first = first if before.is_extra else before
        before = before.prev_sibling
    return first


def content(tree: Tree, node: tree_sitter.Node) -> tree_sitter.Node:
    """The node that a wrapper stands for: the last that it holds, behind its tag and the like."""
    while node.type in tree.grammar.wrappers:
        inner = [child for child in node.named_children if not child.is_extra]
        if not inner:
            break
        node = inner[-1]
    return node


def _is_inner(tree: Tree, node: tree_sitter.Node, parent: tree_sitter.Node) -> bool:
    """Whether a node only stands between a body and its members."""
    if node.type not in tree.grammar.inners:
        return False
    facts = tree.grammar.bodies.get(parent.type)
    return facts is not None and facts.inner == node.type


def sibling_before(tree: Tree, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """What stands before a member in its body, also where the parser puts a node around the members."""
    before, around = node.prev_sibling, node.parent if tree.grammar.inners else None
    if before is None and around is not None and around.parent is not None and _is_inner(tree, around, around.parent):
        return around.prev_sibling
    return before


def member(tree: Tree, node: tree_sitter.Node) -> tuple[Container, tree_sitter.Node] | None:
    """The container in which the node stands, and the node as its member: the outermost one with the same span.

    None where neither a list nor a body has it.
    """
    path = path_to(tree.root, node)
    for index in range(len(path) - 1, 0, -1):
        here, parent = path[index], path[index - 1]
        if index > 1 and _is_inner(tree, parent, path[index - 2]):
            parent = path[index - 2]
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
    if found is not None and node.id in found.places:
        return found
    return None


def _lines_of(tree: Tree, parent: tree_sitter.Node, node: tree_sitter.Node) -> Body | None:
    """In a language without facts: what has its lines to itself is a member of a body."""
    start, end = tree.source.line_start(node.start_byte), tree.source.line_end(max(node.end_byte - 1, node.start_byte))
    alone = not tree.text[start : node.start_byte].strip() and not tree.text[node.end_byte : end].strip()
    return _body(tree, parent, _NO_FACTS) if alone and node.is_named else None


def _body(tree: Tree, node: tree_sitter.Node, facts: BodyFacts) -> Body | None:
    """A node as a body; None where it lacks the opening delimiter that makes it one."""
    children = [one for child in node.children for one in (child.children if child.type == facts.inner else (child,))]
    opening, closing = facts.delimiters or ("", "")
    first = next((one for one in node.children if one.type == opening), None)
    last = next((one for one in reversed(node.children) if one.type == closing), None)
    last = next((one for one in node.children if one.type in facts.until), last)
    if first is None and opening:
        return None
    start = first.end_byte if first is not None else node.start_byte
    end = last.start_byte if last is not None and last.start_byte >= start else node.end_byte
    members = [child for child in children if _is_part_of(child, facts) and start <= child.start_byte < end]
    members = [child for child in members if not ends_another(tree, child)]
    return Body(node, facts, tuple(members), first, last)


def ends_another(tree: Tree, node: tree_sitter.Node) -> bool:
    """Whether a node is only the separator behind a statement, which some parsers count as one of its own."""
    before = node.prev_sibling
    return (
        before is not None
        and before.end_point.row == node.start_point.row
        and tree.bytes_of(node) == str(tree.grammar.fact("syntax", "statement_separator", "")).encode() != b""
    )


def _is_part_of(child: tree_sitter.Node, facts: BodyFacts) -> bool:
    if not child.is_named or child.is_extra or child.end_byte <= child.start_byte:
        return False
    if child.type in (*facts.skips, *facts.heads, *(facts.delimiters or ())):
        return False
    return not facts.members or child.type in facts.members


_NO_FACTS = BodyFacts("")


def _sole(node: tree_sitter.Node, facts: ListFacts) -> Listing:
    return Listing(node, facts, (node,), (None,), node.child(0), node.child(node.child_count - 1), sole=True)


def _listing(tree: Tree, node: tree_sitter.Node, facts: ListFacts) -> Listing:
    members: list[tree_sitter.Node] = []
    separators: list[tree_sitter.Node | None] = []
    opening, closing = facts.delimiters or ("", "")
    first = last = None
    facts = _as_written(tree, node, facts)
    for index, child in enumerate(node.children):
        text = tree.bytes_of(child) if not child.is_named or child.is_error else b""
        if _is_member(node, child, index, facts):
            members.append(child)
            separators.append(None)
        elif text and text == facts.separator.encode() and members and separators[-1] is None:
            separators[-1] = child
        elif _opens(node, child, index, facts) or (child.type == opening and first is None and not child.is_named):
            first = child
        elif child.type == closing and not child.is_named:
            last = child
    return Listing(node, facts, tuple(members), tuple(separators), first, last)


def _opens(node: tree_sitter.Node, child: tree_sitter.Node, index: int, facts: ListFacts) -> bool:
    """Whether the list begins behind this child, which no token says."""
    return bool(facts.behind) and child.is_named and node.field_name_for_child(index) in facts.behind


def _is_member(node: tree_sitter.Node, child: tree_sitter.Node, index: int, facts: ListFacts) -> bool:
    if not child.is_named or child.is_extra or child.is_error or child.is_missing:
        return False
    if facts.kinds and child.type not in facts.kinds:
        return False
    return facts.field is None or node.field_name_for_child(index) == facts.field


def _as_written(tree: Tree, node: tree_sitter.Node, facts: ListFacts) -> ListFacts:
    """The facts with that of the possible separators that the list has."""
    for child in node.children if facts.separators else ():
        text = tree.read(child) if not child.is_named else ""
        if text in facts.separators:
            return facts if text == facts.separator else replace(facts, separator=text)
    return facts
