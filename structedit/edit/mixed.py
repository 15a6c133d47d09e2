"""Bodies whose members stand among text (the children of an element): what comes in goes between tokens, not into one.

- on a line of its own where the body has lines, else right beside its neighbour: blanks may count
- the start is behind the opening delimiter and the end before the closing one, whatever text stands there
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.intents import Piece
from structedit.text.patch import Edit
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.blocks import BodyPlan
    from structedit.edit.intents import Insertion


def is_mixed(plan: BodyPlan) -> bool:
    return bool(plan.where.facts.skips) and plan.where.open is not None and plan.where.close is not None


def place(plan: BodyPlan) -> list[Piece]:
    """The edits for all that comes into such a body."""
    pieces: list[Piece] = []
    for gap in sorted(plan.coming):
        for one in plan.coming[gap]:
            at, before, after = _spot(plan, gap, one)
            newline = plan.tree.source.newline_at(at)
            body = one.text.placed(plan.prefix, plan.unit, newline)
            text = Span(len(before), len(before) + len(body))
            pieces.append(Piece(Edit(Span(at, at), before + body + after), one.index, text))
    return pieces


def _spot(plan: BodyPlan, gap: int, one: Insertion) -> tuple[int, bytes, bytes]:
    """Where a text goes, and what stands before and behind it there."""
    tree, where = plan.tree, plan.where
    assert where.open is not None
    assert where.close is not None
    step = tree.source.newline_at(where.open.start_byte) + plan.prefix
    members = where.members
    if gap == 0 and (one.follows or not members):
        at = where.open.end_byte
        return (at, step, b"") if layout.ends_line(tree, at) else (at, b"", b"")
    if gap == len(members) and not one.follows:
        at = where.close.start_byte
        if not layout.begins_line(tree, at):
            return at, b"", b""
        base = layout.line_prefix(tree, at)
        newline = tree.source.newline_at(at)
        return at, plan.prefix.removeprefix(base), newline + base
    if one.follows:
        at = members[gap - 1].end_byte
        return (at, step, b"") if layout.ends_line(tree, at) and _is_lined(plan) else (at, b"", b"")
    at = members[gap].start_byte
    return (at, b"", step) if layout.begins_line(tree, at) and _is_lined(plan) else (at, b"", b"")


def _is_lined(plan: BodyPlan) -> bool:
    where = plan.where
    assert where.open is not None
    assert where.close is not None
    return not layout.same_line(plan.tree, where.open.end_byte, where.close.start_byte)
