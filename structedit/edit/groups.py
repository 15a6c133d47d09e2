"""What several share: names of one type, `a, b int`, and declarations of one keyword, `var ( … )`.

Names of one type are one member of the list around them, and a list of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.incoming import Incoming, fragment, incoming
from structedit.errors import StructeditError
from structedit.record import record
from structedit.syntax.containers import Listing, container

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.containers import Body
    from structedit.syntax.tree import Tree


@record(eq=False)
class Name:
    """One name of a list: the index of its member, and the group in which it shares that member with others."""

    member: int
    node: tree_sitter.Node
    group: Listing | None = None

    @property
    def first(self) -> bool:
        return self.group is None or self.group.members[0].id == self.node.id

    @property
    def last(self) -> bool:
        return self.group is None or self.group.members[-1].id == self.node.id


def names(tree: Tree, where: Listing) -> list[Name]:
    """Each name of a list by itself."""
    found: list[Name] = []
    for index, one in enumerate(where.members):
        inner = container(tree, one)
        if isinstance(inner, Listing) and inner.facts.field is not None and len(inner.members) > 1:
            found += [Name(index, node, inner) for node in inner.members]
        else:
            found.append(Name(index, one))
    return found


def named(tree: Tree, where: Listing, name: str) -> Name | None:
    """The name of a group that is spelled so."""
    return next((one for one in names(tree, where) if one.group is not None and tree.read(one.node) == name), None)


def gap_beside(tree: Tree, one: Name, side: str) -> int:
    """The gap of the list before or after a name. Errors: NOT_APPLICABLE within a group."""
    if not (one.first if side == "before" else one.last):
        raise split_refused(tree, one)
    return one.member if side == "before" else one.member + 1


def gap_at(tree: Tree, where: Listing, number: int) -> int | None:
    """The gap before the name of a number, from 1 or negative from the end; None where no names share a type."""
    every = names(tree, where)
    if len(every) == len(where.members):
        return None
    index = number - 1 if number > 0 else len(every) + number + 1
    if index >= len(every):
        return len(where.members)
    return gap_beside(tree, every[max(index, 0)], "before")


def split_refused(tree: Tree, one: Name) -> StructeditError:
    group = tree.read(one.group.node if one.group is not None else one.node)
    return StructeditError(
        "NOT_APPLICABLE",
        f"`{tree.read(one.node)}` shares its type with others: `{group[:80]}`.",
        "Name the first or the last of them, or replace all of it with `text`.",
    )


def in_group(tree: Tree, where: Body, text: Incoming) -> Incoming:
    """A text for a group of declarations: without the keyword that the group has for all of them."""
    kinds = {where.node.type, *where.facts.goes_with} if where.open is not None and where.facts.needs else set()
    if not kinds:
        return text
    parsed = fragment(tree, text.body)
    pieces, done = [], 0
    for one in parsed.root.named_children:
        held = [child for child in one.named_children if not child.is_extra]
        if one.type in kinds and len(held) == 1 and container(parsed, one) is None and not _is_body(parsed, held[0]):
            pieces.append(text.body[done : one.start_byte])
            done = held[0].start_byte
    pieces.append(text.body[done:])
    return text if done == 0 else incoming(tree, b"".join(pieces).decode("utf-8", "surrogateescape"))


def _is_body(tree: Tree, node: tree_sitter.Node) -> bool:
    return node.type in tree.grammar.bodies
