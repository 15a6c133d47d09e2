"""Imports in languages where each stands on a line of its own, alone or in a block: `import ( "fmt"; m "math" )`.

A new one joins the block that there is, in the group of its sort; it is sorted in where the group is sorted. Without a
block it goes below the other imports, or behind what must come first in the file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.incoming import incoming
from structedit.edit.intents import Insertion
from structedit.edit.structure import add, going, remove, write
from structedit.edit.target import start_gap
from structedit.errors import StructeditError
from structedit.record import record
from structedit.syntax.containers import Body, container, member
from structedit.syntax.tree import parse, span_of
from structedit.syntax.trivia import lead
from structedit.text.source import Source

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.edit.operations import ListEdit
    from structedit.syntax.tree import Tree


@record(eq=False)
class Line:
    """One import: its path, under which other name, and the node that is its line, a member of `where`."""

    path: str
    alias: str
    bound: str
    text: str
    node: tree_sitter.Node
    where: Body

    @property
    def key(self) -> tuple[str, str]:
        return (self.path, self.alias)


def edit_line(draft: Draft, tree: Tree, where: Body, operation: ListEdit) -> None:
    """Add, set or remove imports of a module. Errors: NOT_APPLICABLE elsewhere."""
    if where.node.parent is not None:
        raise StructeditError("NOT_APPLICABLE", "Imports stand at the top of the file.", "Leave out `target`.")
    there = lines(tree, where)
    if operation.action == "remove":
        for one in _meant(tree, there, operation):
            remove(draft, tree, one.where, one.node)
        return
    wanted = _wanted(tree, operation)
    if operation.action == "set":
        _set(draft, tree, where, (there, wanted, operation))
        return
    _add(draft, tree, where, (there, wanted))


def lines(tree: Tree, where: Body) -> list[Line]:
    """Every import that stands directly in a body, alone or in a block."""
    kinds = tree.grammar.fact("imports", "kinds", ())
    found = []
    for one in where.members:
        if one.type in kinds:
            for element in tree.elements.within(one.start_byte, one.end_byte, "import"):
                holding = member(tree, element.outer)
                if holding is not None and isinstance(holding[0], Body):
                    marks = {mark: tree.read(nodes[0]) for mark, nodes in element.marks.items()}
                    alias = marks.get("alias") or marks.get("wildcard", "")
                    bound = element.name or ""
                    text = tree.read(element.node)
                    found.append(Line(marks.get("origin", ""), alias, bound, text, holding[1], holding[0]))
    return found


def _wanted(tree: Tree, operation: ListEdit) -> list[Line]:
    """What the caller sent: a path as `name`, a statement, a block, or a bare line of one. Errors: BAD_REQUEST."""
    form = str(tree.grammar.fact("imports", "plain"))
    text = (operation.text or form.replace("$NAME", operation.name or "")).strip()
    opening = form.partition(" ")[0]
    if not re.match(rf"{opening}\b", text):
        text = f"{opening} {text}"
    fragment = parse(Source.of(incoming(tree, text).body), tree.grammar)
    where = container(fragment, fragment.root)
    found = lines(fragment, where) if isinstance(where, Body) else []
    kinds = tree.grammar.fact("imports", "kinds", ())
    if not found or fragment.root.has_error or any(one.type not in kinds for one in fragment.root.named_children):
        raise StructeditError(
            "BAD_REQUEST", f"{text[:80]!r} is no import statement.", "Send whole import statements as `text`."
        )
    return found


# -- add -------------------------------------------------------------------------------------------


def _add(draft: Draft, tree: Tree, where: Body, found: tuple[list[Line], list[Line]]) -> None:
    there, wanted = found
    known = {one.key for one in there if one.node.id not in going(tree)}
    missing = [one for one in wanted if one.key not in known]
    if not missing:
        raise StructeditError("ALREADY_APPLIED", f"The file imports {wanted[0].path} already.")
    bound = {one.bound for one in there if one.bound}
    for one in missing:
        if one.bound in bound:
            draft.warn("SHADOWED", f"`{one.bound}` is bound by another import already.")
        _place(draft, tree, where, (there, one))


def _place(draft: Draft, tree: Tree, where: Body, found: tuple[list[Line], Line]) -> None:
    there, fresh = found
    blocks = {one.where.key: one.where for one in there if one.where.key != where.key}
    if blocks:
        best = max(blocks.values(), key=lambda block: _nearness(_held(there, block), fresh))
        gap, follows, apart = _in_block(tree, best, (_held(there, best), fresh))
        where, text = best, fresh.text
    else:
        text = str(tree.grammar.fact("imports", "plain")).partition(" ")[0] + " " + fresh.text
        gap, follows, apart = _alone(tree, where, (there, fresh))
    sorted_ones = _is_sorted([one.path for one in there if one.where.key == where.key])
    order = f"{int(not _is_standard(fresh))} {fresh.path}" if sorted_ones else ""
    add(draft, tree, Insertion(draft.index, where, gap, incoming(tree, text), follows, apart=apart, order=order))


def _held(there: list[Line], block: Body) -> list[Line]:
    return [one for one in there if one.where.key == block.key]


def _alone(tree: Tree, where: Body, found: tuple[list[Line], Line]) -> tuple[int, bool, int]:
    """A statement of its own: among the others, else behind what must come first."""
    there, fresh = found
    if not there:
        return start_gap(tree, where), False, 0
    return _among(where, there, fresh)


def _in_block(tree: Tree, block: Body, found: tuple[list[Line], Line]) -> tuple[int, bool, int]:
    """The gap in a block, whether it follows the member before, and how many blank lines part it from the others."""
    there, fresh = found
    groups = _groups(tree, block, there)
    mine = [one for one in groups if any(_is_standard(line) == _is_standard(fresh) for line in one)]
    if mine:
        return _among(block, max(mine, key=lambda group: _nearness(group, fresh)), fresh)
    if _is_standard(fresh):
        return 0, False, 1
    return len(block.members), True, 1


def _among(where: Body, group: list[Line], fresh: Line) -> tuple[int, bool, int]:
    """In the order of a group where it has one, else behind its last."""
    ids = [one.id for one in where.members]
    paths = [one.path for one in group]
    place = sum(1 for path in paths if path <= fresh.path) if _is_sorted(paths) else len(group)
    if place < len(group) and place == 0:
        return ids.index(group[0].node.id), False, 0
    return ids.index(group[place - 1].node.id) + 1, True, 0


def _is_sorted(paths: list[str]) -> bool:
    return len(paths) > 1 and paths == sorted(paths)


def _groups(tree: Tree, block: Body, there: list[Line]) -> list[list[Line]]:
    """The lines of a block as runs without a blank line, or anything else, between."""
    groups: list[list[Line]] = []
    for one in there:
        near = False
        if groups:
            above, start = groups[-1][-1].node, lead(tree, block, one.node)
            near = tree.source.row(start) - tree.source.row(above.end_byte) == 1
        if near:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _is_standard(line: Line) -> bool:
    """The standard library has no dot in the first part of its paths, which for others is a host."""
    return "." not in line.path.partition("/")[0]


def _nearness(group: list[Line], fresh: Line) -> int:
    """How many parts of its path the nearest of a group shares with a line."""
    return max((_shared(one.path.split("/"), fresh.path.split("/")) for one in group), default=0)


def _shared(one: list[str], other: list[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((index for index, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


# -- set, remove -----------------------------------------------------------------------------------


def _set(draft: Draft, tree: Tree, where: Body, found: tuple[list[Line], list[Line], ListEdit]) -> None:
    there, wanted, operation = found
    if not operation.name or not operation.text:
        raise StructeditError(
            "BAD_REQUEST", "Setting an import needs `name` (which one) and `text` (the new statement)."
        )
    if {one.key for one in wanted} <= {one.key for one in there}:
        raise StructeditError("ALREADY_APPLIED", f"The file imports {wanted[0].path} as asked already.")
    old = _meant(tree, there, operation)[0]
    if len(wanted) == 1:
        inner = next(e for e in tree.elements.at(old.node.start_byte, "import") if e.outer.id == old.node.id)
        write(draft, tree, span_of(inner.node), incoming(tree, wanted[0].text))
        return
    remove(draft, tree, old.where, old.node)
    _add(draft, tree, where, (there, wanted))


def _meant(tree: Tree, there: list[Line], operation: ListEdit) -> list[Line]:
    """The imports that a path, a bound name or a statement means. Errors: TARGET_NOT_FOUND, TARGET_AMBIGUOUS."""
    name = operation.name or ""
    if operation.text and not name:
        keys = [one.key for one in _wanted(tree, operation)]
        found = [one for one in there if one.key in keys]
        missing = [key for key in keys if key not in {one.key for one in there}]
    else:
        found = [one for one in there if one.path == name] or [one for one in there if name and one.bound == name]
        missing = []
    if missing or not found:
        raise StructeditError(
            "TARGET_NOT_FOUND",
            f"There is no import of `{name or (operation.text or '').strip()}` at this scope.",
            "The details list what is imported here.",
            {"imported": [one.path for one in there][:40]},
        )
    if name and len(found) > 1:
        raise StructeditError(
            "TARGET_AMBIGUOUS",
            f"`{name}` is imported {len(found)} times.",
            "Send the statement as `text`.",
            {"candidates": [one.text for one in found]},
        )
    return found
