"""From operations to one patch: each says what it intends, and each container is planned once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.blocks import plan_body
from structedit.edit.elision import comment_mark, refuse_control, refuse_elision
from structedit.edit.intents import Deletion, Draft, Insertion, Intent, Piece, Writing
from structedit.edit.operations import (
    Between,
    Delete,
    Insert,
    ListEdit,
    Replace,
    SearchReplace,
    Set,
    Unwrap,
    Wrap,
    op_of,
)
from structedit.edit.target import Target, target_of
from structedit.errors import StructeditError
from structedit.select.match import of_element
from structedit.select.resolve import matches, require
from structedit.syntax.containers import Body, Listing, goes_whole, member
from structedit.syntax.tree import span_of
from structedit.syntax.trivia import lead, tail
from structedit.text.patch import Edit, Patch
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Context
    from structedit.edit.operations import AnyOperation
    from structedit.select.match import Match
    from structedit.syntax.containers import Container
    from structedit.syntax.tree import Tree


def draft(tree: Tree, index: int, operation: AnyOperation, context: Context) -> tuple[Draft, list[Match], bool]:
    """What one operation intends, its targets, and whether it changes nothing."""
    made = Draft(index, op_of(operation))
    try:
        found, unchanged = _fill(made, tree, operation, context)
    except StructeditError as error:
        error.details.setdefault("edit", index)
        raise
    return made, found, unchanged


def _fill(made: Draft, tree: Tree, operation: AnyOperation, context: Context) -> tuple[list[Match], bool]:
    text = getattr(operation, "text", None)
    if text:
        refuse_control(tree.text, text, context)
    if isinstance(operation.if_absent, str) and matches(tree, operation.if_absent):
        return [], True
    if isinstance(operation.if_present, str) and not matches(tree, operation.if_present):
        return [], True
    if isinstance(operation, SearchReplace):
        from structedit.edit.quoted import haystack_of, quote

        return quote(made, haystack_of(tree), operation, context)
    try:
        found, unchanged = _targets_filled(made, tree, operation)
    except StructeditError as error:
        if error.code == "ALREADY_APPLIED" or (error.code == "TARGET_NOT_FOUND" and operation.if_present is True):
            return [], True
        raise
    if text and isinstance(operation, (Replace, ListEdit, Set)):
        refuse_elision(tree.text, comment_mark(tree), made, text, context)
    return found, unchanged


def _targets_filled(made: Draft, tree: Tree, operation: AnyOperation) -> tuple[list[Match], bool]:
    if isinstance(operation, Set):
        return _set_filled(made, tree, operation)
    try:
        found = _found(tree, operation)
    except _Missing:
        assert isinstance(operation, ListEdit)
        text = _lone_item(tree, (operation.text or "").strip())
        return _set_filled(made, tree, Set(target=operation.target, count=operation.count, text=text))
    unchanged = 0
    for one in _without_nested(found, operation):
        target = target_of(one)
        made.targets.append(target.span)
        try:
            _one(made, target, operation)
        except StructeditError as error:
            if error.code != "ALREADY_APPLIED":
                raise
            unchanged += 1
    return found, bool(found) and unchanged == len(found)


def _lone_item(tree: Tree, text: str) -> str:
    """A list of one item as source: on a line of its own where lists stand so, else in brackets."""
    marks = [facts.marker for facts in tree.grammar.bodies.values() if facts.marker]
    if not marks or not tree.grammar.fact("data", "block"):
        return f"[{text}]"
    lines = text.removeprefix(marks[0]).split("\n")
    return "\n".join([marks[0] + lines[0], *(" " * len(marks[0]) + line if line else line for line in lines[1:])])


def _set_filled(made: Draft, tree: Tree, operation: Set) -> tuple[list[Match], bool]:
    from structedit.edit.data import set_value

    targets = set_value(made, tree, operation, _selector_of(operation))
    made.targets += [target.span for target in targets]
    return [target.match for target in targets], False


def _found(tree: Tree, operation: AnyOperation) -> list[Match]:
    target = _selector_of(operation)
    if not target and isinstance(operation, ListEdit) and operation.kind == "import":
        return [of_element(tree, tree.elements.root)]
    try:
        return require(tree, target, operation.count)
    except StructeditError as error:
        if isinstance(operation, ListEdit) and operation.create and error.code == "TARGET_NOT_FOUND":
            raise _Missing(error) from None
        raise


def _selector_of(operation: AnyOperation) -> str:
    target = operation.target
    return f"{target.from_} ..= {target.through}" if isinstance(target, Between) else target


class _Missing(StructeditError):
    """The target of an `item add` with `create` is not there."""

    def __init__(self, error: StructeditError) -> None:
        super().__init__(error.code, error.message, error.hint, error.details)


def _without_nested(found: list[Match], operation: AnyOperation) -> list[Match]:
    """Of targets that are deleted, those inside another one need no edit of their own."""
    if not isinstance(operation, Delete):
        return found
    kept: list[Match] = []
    for one in found:
        if not kept or one.start >= kept[-1].end or one.start == one.end:
            kept.append(one)
    return kept


def _one(made: Draft, target: Target, operation: AnyOperation) -> None:
    """One target of an operation, a lone parameter as if it had the parentheses that it lacks."""
    if target.tree.grammar.fact("syntax", "lone_parameter"):
        from structedit.edit.bare import lone_parameter, plan_in_parentheses

        node = lone_parameter(target, operation)
        if node is not None:
            plan_in_parentheses(made, target, operation, node)
            return
    plan_one(made, target, operation)


def plan_one(made: Draft, target: Target, operation: AnyOperation) -> None:
    """What one operation intends at one target."""
    from structedit.edit import structure

    if isinstance(operation, Insert):
        structure.insert(made, target, operation)
    elif isinstance(operation, Replace):
        structure.replace(made, target, operation)
    elif isinstance(operation, Delete):
        _delete(made, target, operation)
    elif isinstance(operation, (Wrap, Unwrap)):
        _wrap(made, target, operation)
    elif isinstance(operation, ListEdit):
        _list_edit(made, target, operation)
    else:
        raise StructeditError("BAD_REQUEST", f"{op_of(operation)} is no edit of a file that is there.")


def _wrap(made: Draft, target: Target, operation: Wrap | Unwrap) -> None:
    from structedit.edit import wrap

    if isinstance(operation, Wrap):
        wrap.wrap(made, target, operation)
    else:
        wrap.unwrap(made, target)


def _delete(made: Draft, target: Target, operation: Delete) -> None:
    from structedit.edit import structure
    from structedit.edit.imports import remove_named

    if not remove_named(made, target, operation):
        structure.delete(made, target, operation)


def _list_edit(made: Draft, target: Target, operation: ListEdit) -> None:
    if operation.kind == "import":
        from structedit.edit.imports import edit_import

        edit_import(made, target, operation)
    elif operation.kind == "decorator":
        from structedit.edit.decorators import edit_decorator

        edit_decorator(made, target, operation)
    elif operation.kind == "docstring":
        from structedit.edit.docstring import edit_docstring

        edit_docstring(made, target, operation)
    else:
        from structedit.edit.members import edit_member

        edit_member(made, target, operation)


# -- one patch of all ------------------------------------------------------------------------------


def unite(tree: Tree, drafts: list[Draft]) -> tuple[Patch, list[Piece]]:
    """All intents as one patch. Errors: OVERLAPPING_EDITS with the two operations that write the same place."""
    refuse_overlaps(drafts)
    by_index = {one.index: one for one in drafts}
    groups: dict[int, list[Insertion | Deletion]] = {}
    pieces: list[Piece] = []
    for one in drafts:
        for intent in one.intents:
            if isinstance(intent, Writing):
                pieces.append(_piece(intent))
            else:
                groups.setdefault(intent.where.key, []).append(intent)
    _take_orphans(tree, groups, by_index)
    _escalate(tree, groups, by_index)
    for group in groups.values():
        _claim_clause(tree, group, by_index)
        if isinstance(group[0].where, Body) and group[0].where.facts.repeats:
            from structedit.edit.repeats import refuse_orphans

            refuse_orphans(tree, group, [piece.edit.span for piece in pieces])
    # what ends at one place ends from the inside out
    for group in sorted(groups.values(), key=lambda group: -group[0].where.node.start_byte):
        where = group[0].where
        pieces += _planned(tree, where, group)
    pieces = [piece for piece in pieces if piece.edit.new != piece.edit.span.of(tree.text)]
    return Patch.of(piece.edit for piece in pieces), pieces


def _planned(tree: Tree, where: Container, group: list[Insertion | Deletion]) -> list[Piece]:
    if not isinstance(where, Listing) and where.facts.role:
        from structedit.edit.lines import plan_lines

        return plan_lines(tree, where, group)
    if not isinstance(where, Listing):
        return plan_body(tree, where, group)
    from structedit.edit.lists import plan_list

    return plan_list(tree, where, group)


def _piece(writing: Writing) -> Piece:
    edit = Edit(writing.span, writing.new)
    whole, raw, named = writing.whole, writing.raw, writing.named
    return Piece(edit, writing.index, writing.text, writing.moved, whole=whole, raw=raw, named=named)


def _take_orphans(tree: Tree, groups: dict[int, list[Insertion | Deletion]], drafts: dict[int, Draft]) -> None:
    """Markers in a list that are there for members that go, and for none that stays or comes, go as well."""
    for group in groups.values():
        where = group[0].where
        going = {one.member.id for one in group if isinstance(one, Deletion)}
        if not isinstance(where, Listing) or not going or len(going) < len(group):
            continue
        from structedit.edit.lists import orphaned

        for marker in orphaned(where, going):
            group.append(Deletion(group[0].index, where, marker))
            drafts[group[0].index].removed.append(Span(lead(tree, where, marker), tail(tree, where, marker)))


def _escalate(tree: Tree, groups: dict[int, list[Insertion | Deletion]], drafts: dict[int, Draft]) -> None:
    """A list that may not be empty goes whole when all its members do."""
    from structedit.edit.structure import reach

    changed = True
    while changed:
        changed = False
        for key, group in list(groups.items()):
            where = group[0].where
            if where.facts.needs != "one" or len(group) < len(where.members) or _keeps_something(tree, where):
                continue
            if any(isinstance(one, Insertion) for one in group):
                continue
            found = member(tree, _around(where))
            if found is None:
                continue
            del groups[key]
            groups.setdefault(found[0].key, []).append(Deletion(group[0].index, found[0], found[1]))
            for one in group:
                drafts[one.index].radius.append(reach(tree, found[0]))
                owned = Span(lead(tree, *found), tail(tree, *found))
                drafts[one.index].removed.append(owned)
            changed = True


def _claim_clause(tree: Tree, group: list[Insertion | Deletion], drafts: dict[int, Draft]) -> None:
    """A clause whose members all go may be taken away with its keyword."""
    where = group[0].where
    if not isinstance(where, Listing) or not goes_whole(where) or len(group) != len(where.members):
        return
    if not any(isinstance(one, Insertion) for one in group):
        span = Span(len(tree.text[: where.node.start_byte].rstrip()), where.node.end_byte)
        drafts[group[0].index].removed.append(span)
        drafts[group[0].index].radius.append(span)


def _keeps_something(tree: Tree, where: Container) -> bool:
    """Whether more than its members stands between the delimiters of a body: a comment of its own."""
    if isinstance(where, Listing) or where.open is None or where.close is None:
        return False
    start = where.open.end_byte
    rest = bytearray(tree.text[start : where.close.start_byte])
    for one in where.members:
        here, end = lead(tree, where, one) - start, tail(tree, where, one) - start
        rest[here:end] = b" " * (end - here)
    return bool(bytes(rest).strip())


def _around(where: Container) -> tree_sitter.Node:
    """A list or body with the nodes around it that go when it goes."""
    node = where.node
    while node.parent is not None and node.parent.type in where.facts.goes_with:
        node = node.parent
    return node


def refuse_overlaps(drafts: list[Draft]) -> None:
    """Errors: OVERLAPPING_EDITS with the two operations that write the same place."""
    claims = [(claim, intent) for one in drafts for intent in one.intents if (claim := _claim(intent)) is not None]
    claims.sort(key=lambda pair: (pair[0].start, -pair[0].end))
    open_: list[tuple[Span, int]] = []
    for span, intent in claims:
        open_ = [(other, index) for other, index in open_ if other.end > span.start]
        for other, index in open_:
            if index != intent.index and other.overlaps(span):
                raise overlapping(index, intent.index)
        if len(span):
            open_.append((span, intent.index))
    for one in drafts:
        for intent in one.intents:
            if isinstance(intent, Insertion):
                _refuse_inside(intent, claims)


def _refuse_inside(insertion: Insertion, claims: list[tuple[Span, Intent]]) -> None:
    """An insertion into something that another operation deletes or replaces."""
    node = span_of(insertion.where.node)
    for span, other in claims:
        if other.index != insertion.index and span.contains(node) and len(span) > len(node):
            raise overlapping(other.index, insertion.index)


def _claim(intent: Intent) -> Span | None:
    if isinstance(intent, Deletion):
        return span_of(intent.member)
    return (intent.claim or intent.span) if isinstance(intent, Writing) else None


def overlapping(one: int, other: int) -> StructeditError:
    first, second = sorted((one, other))
    return StructeditError(
        "OVERLAPPING_EDITS",
        f"edits[{first}] and edits[{second}] write the same place.",
        'Send them in two requests, or with "sequential": true.',
        {"edits": [first, second]},
    )
