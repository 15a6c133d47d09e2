"""Members that repeat the value of the one before them: what they repeat cannot go, and what comes between is noticed.

In a group of Go's constants, `B` below `A = iota` is `B = iota`. Without `A` it would be nothing, or something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.intents import Deletion, Insertion
from structedit.errors import StructeditError
from structedit.syntax.containers import Body
from structedit.syntax.tree import span_of

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.incoming import Incoming
    from structedit.edit.intents import Draft
    from structedit.syntax.containers import Container
    from structedit.syntax.tree import Tree
    from structedit.text.span import Span


def refuse_orphans(tree: Tree, group: list[Insertion | Deletion], written: list[Span]) -> None:
    """Errors: NOT_APPLICABLE where a member goes whose value one that stays repeats, and nothing comes in its place.

    What is `written` by other operations may get a value of its own.
    """
    where = group[0].where
    field = _field(where)
    gone = {one.member.id: one for one in group if isinstance(one, Deletion) and not one.keeps}
    if not field or not gone:
        return
    valued = [one.gap for one in group if isinstance(one, Insertion) and _brings(tree, where, one.text, field)]
    said: tuple[int, tree_sitter.Node] | None = None
    for index, one in enumerate(where.members):
        if one.child_by_field_name(field) is not None or any(span_of(one).overlaps(span) for span in written):
            said = (index, one)
        elif said is not None and said[1].id in gone and one.id not in gone:
            if any(said[0] <= gap <= index for gap in valued):
                continue
            raise _refused(tree, said[1], one)


def _refused(tree: Tree, said: tree_sitter.Node, repeating: tree_sitter.Node) -> StructeditError:
    name = said.child_by_field_name("name")
    shown, own = tree.read(said).split("\n", 1)[0][:80], tree.read(repeating)
    start = name.end_byte if name is not None else said.start_byte
    rest = tree.text[start : said.end_byte].decode("utf-8", "backslashreplace")
    return StructeditError(
        "NOT_APPLICABLE",
        f"`{own}` repeats the value of `{shown}`, and would lose it.",
        f"Give `{own}` a value of its own first: replace it with `{own}{rest}`.",
        {"repeats": own},
    )


def refuse_value(tree: Tree, where: Container, node: tree_sitter.Node) -> None:
    """Errors: NOT_APPLICABLE where the value of a member cannot go, since others repeat it or none would be left."""
    field = _field(where)
    index = where.places[node.id]
    behind = where.members[index + 1 : index + 2]
    repeated = [one for one in behind if field and one.child_by_field_name(field) is None]
    if repeated:
        raise _refused(tree, node, repeated[0])
    if field and index == 0:
        raise StructeditError(
            "NOT_APPLICABLE", f"`{tree.read(node)}` is the first, so it needs its value.", "Replace the value."
        )


def warn_repeated(draft: Draft, tree: Tree, where: Container, *, gap: int, text: Incoming) -> None:
    """REPEATS where a text with a value comes before a member that repeats the value before it."""
    field = _field(where)
    behind = where.members[gap : gap + 1]
    if not field or not behind or behind[0].child_by_field_name(field) is not None:
        return
    if _brings(tree, where, text, field):
        own = tree.read(behind[0])
        draft.warn("REPEATS", f"`{own}` has no value of its own: it repeats the one that was put before it.")


def _field(where: Container) -> str:
    return where.facts.repeats if isinstance(where, Body) else ""


def _brings(tree: Tree, where: Container, text: Incoming, field: str) -> bool:
    _, nodes = text.members(tree, where)
    return any(one.child_by_field_name(field) is not None for one in nodes if not one.is_extra)
