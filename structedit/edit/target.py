"""What a resolved selector means to an operation: nodes, spans, and the container to write into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.record import record
from structedit.select.canonical import canonical
from structedit.select.match import Match
from structedit.syntax.containers import Body, Listing, container, member
from structedit.syntax.nodes import path_to
from structedit.syntax.parts import Place, body_node, docstring_node, locate
from structedit.syntax.trivia import core_end, end_of
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.containers import Container
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree


@record(eq=False)
class Target:
    """One place that an operation was asked to work on.

    `node` is the bare node, `outer` the one with its wrapper; of a run of siblings `last` is the outer node of its end.
    `part` is set where the selector named one; `place` is where it stands, None if it is absent.
    """

    tree: Tree
    match: Match
    element: Element | None
    node: tree_sitter.Node
    outer: tree_sitter.Node
    last: tree_sitter.Node
    part: str | None = None
    place: Place | None = None

    @property
    def full(self) -> Span:
        start = self.outer.start_byte
        end = end_of(self.tree, self.last) if self.tree.grammar.loose_ends else core_end(self.last)
        return Span(start, max(start, start + len(self.tree.text[start:end].rstrip())))

    @property
    def span(self) -> Span:
        """What the selector names: the part if it names one."""
        if self.part is None:
            return self.full
        return self.place.inner if self.place is not None else Span(self.node.end_byte, self.node.end_byte)

    @property
    def roles(self) -> frozenset[str]:
        return self.element.roles if self.element is not None else frozenset()

    @property
    def shown(self) -> str:
        return canonical(self.match)


def target_of(match: Match) -> Target:
    """A match as a target. A field of a raw kind is a node like any other."""
    element, tree = match.element, match.tree
    node = element.node if element is not None else match.node
    assert node is not None
    outer = element.outer if element is not None else node
    last = outer
    if match.through is not None:
        end = match.through
        last = end.outer if end.outer is not None else last
    part = match.part if element is not None else None
    place = locate(tree, element, node, part) if part is not None else None
    return Target(tree, match, element, node, outer, last, part, place)


def block_of(target: Target) -> tree_sitter.Node:
    """The node of a part that is a body, also where a clause (else) holds it."""
    assert target.place is not None
    assert target.place.node is not None
    node = target.place.node
    if container(target.tree, node) is not None:
        return node
    return body_node(None, node) or node


def standing(target: Target, code: str = "CANNOT_INSERT_HERE") -> tuple[Container, list[tree_sitter.Node]]:
    """The container that the target is a member of, and the members that it is. Errors: `code`."""
    tree = target.tree
    node = target.outer
    if target.part is not None and target.place is not None and target.place.node is not None:
        node = target.place.node
    found = member(tree, node) or _as_statement(tree, node)
    if found is None:
        raise StructeditError(
            code,
            f"`{target.shown}` is a member neither of a list nor of a body.",
            _works_instead(tree, node),
            {"target": target.shown},
        )
    where, first = found
    if target.match.through is None:
        return where, [first]
    end = member(tree, target.last)
    if end is None or end[0].key != where.key:
        raise StructeditError("TARGET_NOT_FOUND", "The two ends of the run do not stand in one container.")
    ids = [one.id for one in where.members]
    start, stop = ids.index(first.id), ids.index(end[1].id)
    if start > stop:
        raise StructeditError("TARGET_NOT_FOUND", "The run ends before it begins.", "Exchange the two ends.")
    return where, list(where.members[start : stop + 1])


def _as_statement(tree: Tree, node: tree_sitter.Node) -> tuple[Container, tree_sitter.Node] | None:
    """An expression that is all of a statement but for its separator stands where the statement does."""
    around, separator = node.parent, tree.grammar.fact("syntax", "statement_separator", "")
    if around is None or not separator or around.child_count != 2 or around.children[-1].type != separator:
        return None
    return member(tree, around)


def _works_instead(tree: Tree, node: tree_sitter.Node) -> str:
    for above in reversed(path_to(tree.root, node)[:-1]):
        if member(tree, above) is not None:
            return f"Work on the nearest place that can be: `{canonical(Match(tree, above, None))}`."
    return "Name a statement, a definition or a member of a list."


def inside(target: Target) -> Container:
    """The container that `start` and `end` mean on a target. Errors: NOT_APPLICABLE, CANNOT_INSERT_HERE."""
    tree = target.tree
    for node in _candidates(target):
        found = container(tree, node) if node is not None else None
        if isinstance(found, Body) and found.facts.single and len(found.members) == 1:
            found = container(tree, found.members[0])
        if isinstance(found, Body) and found.facts.single and len(found.members) > 1:
            raise StructeditError(
                "NOT_APPLICABLE",
                f"The file holds {len(found.members)} documents, so it is not known which of them is meant.",
                f"Name one by its kind and number: `({found.members[0].type}):nth(1)`.",
            )
        if found is not None and not (isinstance(found, Listing) and found.facts.serves):
            return found
    raise StructeditError(
        "NOT_APPLICABLE",
        f"`{target.shown}` has no body and no list to insert into.",
        "Use before or after, or name an element that has a body or a list.",
        {"target": target.shown},
    )


def _candidates(target: Target) -> list[tree_sitter.Node | None]:
    element, node = target.element, target.node
    if target.part is not None:
        return [block_of(target) if target.place is not None and target.place.node is not None else None]
    if "lambda" in target.roles:
        body = body_node(element, node)
        return [body] if body is not None and isinstance(container(target.tree, body), Body) else []
    if "module" in target.roles:
        return [target.tree.root]
    parts = element.parts if element is not None else {}
    literal = parts.get("value")
    holding = container(target.tree, literal) if literal is not None else None
    if isinstance(holding, Listing) or (holding is not None and holding.facts.role):
        return [literal]
    nodes = [body_node(element, node), parts.get("arguments")]
    only = node if container(target.tree, node) is not None and not target.roles & {"variable", "field"} else None
    if only is None and (element is None or element.roles & _HOLDERS):
        only = _only_child(target.tree, node)
    return [one for one in (*nodes, only) if one is not None]


_HOLDERS = frozenset(("variable", "field", "argument", "entry", "item", "parameter", "return", "statement"))


def _only_child(tree: Tree, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The one list or body directly inside a node, if there is exactly one."""
    inner = [child for child in node.named_children if container(tree, child) is not None]
    return inner[0] if len(inner) == 1 else None


def start_gap(tree: Tree, where: Container) -> int:
    """The first gap that is not before a docstring, a directive or another thing that must come first."""
    if isinstance(where, Listing):
        return 0
    gap = 0
    module = where.node.parent is None
    docstring = docstring_node(tree, tree.elements.root if module else _owner_of(tree, where), where.node)
    for one in where.members:
        if (docstring is not None and one.start_byte == docstring.start_byte) or is_prologue(where, one):
            gap += 1
        else:
            break
    return gap


def is_prologue(where: Body, node: tree_sitter.Node) -> bool:
    """Whether a member must come first: by its kind, or (`kind>kind`) by that of the only node in it."""
    inner = node.named_children
    kinds = (node.type, f"{node.type}>{inner[0].type}") if len(inner) == 1 else (node.type,)
    return any(kind in where.facts.prologue for kind in kinds)


def _owner_of(tree: Tree, where: Body) -> Element | None:
    found = [
        e for e in tree.elements.at(where.node.start_byte, "class", "function") if e.parts.get("body") == where.node
    ]
    return found[-1] if found else None
