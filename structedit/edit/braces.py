"""Bodies between delimiters, `{ … }`: filled when they are empty, opened when they stand on one line, emptied whole.

- `{}` and `{ }` get lines of their own for what comes in; a comment that stands in them stays
- `{ a(); b(); }` opens up: its members go to the next line together, and apart only where something comes between
- a body that loses its last member closes up, unless a comment stands in it
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.intents import Piece
from structedit.syntax.trivia import end_of
from structedit.text.patch import Edit
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.blocks import BodyPlan
    from structedit.edit.intents import Insertion


def is_closed(plan: BodyPlan) -> bool:
    """Whether the body has delimiters, and what is put in cannot simply have lines between them."""
    where, tree = plan.where, plan.tree
    if where.open is None or where.close is None:
        return False
    if not where.members:
        return layout.same_line(tree, _content_end(plan), where.close.start_byte)
    first, last = where.members[0], where.members[-1]
    return layout.same_line(tree, where.open.end_byte, first.start_byte) or layout.same_line(
        tree, end_of(tree, last), where.close.start_byte
    )


def _content_end(plan: BodyPlan) -> int:
    """The end of what stands before the closing delimiter."""
    assert plan.where.close is not None
    return len(plan.tree.text[: plan.where.close.start_byte].rstrip())


def fill(plan: BodyPlan) -> list[Piece]:
    """What comes into a closed body, each on a line of its own."""
    where, tree = plan.where, plan.tree
    assert where.open is not None
    assert where.close is not None
    newline = tree.source.newline_at(where.open.start_byte)
    step = newline + plan.prefix
    base = newline + layout.line_prefix(tree, where.open.start_byte)
    if not where.members:
        texts = [one for gap in sorted(plan.coming) for one in plan.coming[gap]]
        start = max(_content_end(plan), where.open.end_byte)
        return _blank_before(plan, texts) + _spread(plan, Span(start, where.close.start_byte), texts, (step, base))
    return _open(plan, step, base)


def _blank_before(plan: BodyPlan, texts: list[Insertion]) -> list[Piece]:
    """Where an empty body is written tight (`struct{}`) and a filled one is not: the blank before it."""
    where, text = plan.where, plan.tree.text
    assert where.open is not None
    at = where.open.start_byte
    if not plan.tree.grammar.fact("layout", "blank_before_block") or text[at - 1 : at].isspace():
        return []
    return [Piece(Edit.insert(at, b" "), texts[0].index)]


def _open(plan: BodyPlan, step: bytes, base: bytes) -> list[Piece]:
    where, tree, members = plan.where, plan.tree, plan.where.members
    assert where.open is not None
    assert where.close is not None
    pieces: list[Piece] = []
    index = next(iter(plan.coming.values()))[0].index
    done = where.open.end_byte
    for gap in range(len(members) + 1):
        end = members[gap].start_byte if gap < len(members) else where.close.start_byte
        gone = gap in plan.gone
        texts = plan.coming.get(gap, [])
        fresh = gap == 0 or gap == len(members) or bool(texts) or gap - 1 in plan.gone
        blank = not tree.text[done:end].strip()
        after = base if gap == len(members) else b"" if gone else step
        if texts and blank:
            pieces += _spread(plan, Span(done, end), texts, (step, after))
        elif texts:
            pieces += _spread(plan, Span(end, end), texts, (step if gap else b"", after))
        elif fresh and blank and not tree.text[done:end].startswith((b"\n", b"\r")):
            pieces.append(Piece(Edit(Span(done, end), after), index))
        done = end
        if gap < len(members):
            done = _end(plan, gap)
            if gone:
                pieces.append(Piece(Edit.delete(end, done), plan.gone[gap]))
    return pieces


def _end(plan: BodyPlan, gap: int) -> int:
    """The end of a member with the separator token that the parser puts beside it."""
    member = plan.where.members[gap]
    behind = member.next_sibling
    separator = plan.tree.grammar.fact("syntax", "statement_separator", "")
    if separator and behind is not None and not behind.is_named and behind.type == separator:
        return behind.end_byte
    return end_of(plan.tree, member)


def _spread(plan: BodyPlan, span: Span, texts: list[Insertion], edges: tuple[bytes, bytes]) -> list[Piece]:
    """Texts in the place of blanks: the first takes the step in, the last the step out."""
    newline = plan.tree.source.newline_at(span.start)
    pieces: list[Piece] = []
    for number, one in enumerate(texts):
        body = one.text.placed(plan.prefix, plan.unit, newline)
        before = edges[0] if number == 0 else newline + plan.prefix
        after = edges[1] if number == len(texts) - 1 else b""
        here = span if number == 0 else Span(span.end, span.end)
        text = Span(len(before), len(before) + len(body))
        pieces.append(Piece(Edit(here, before + body + after), one.index, text, stands=True))
    return pieces


def is_emptied(plan: BodyPlan) -> bool:
    """Whether all members go and nothing but blanks would stand between the delimiters."""
    where, tree = plan.where, plan.tree
    if where.open is None or where.close is None or plan.coming or len(plan.gone) < len(where.members):
        return False
    if not where.members or where.facts.placeholder:
        return False
    rest = bytearray(tree.text[where.open.end_byte : where.close.start_byte])
    for start, end in plan.owned():
        rest[start - where.open.end_byte : end - where.open.end_byte] = b" " * (end - start)
    return not bytes(rest).strip(b" \t\r\n\f;")


def empty(plan: BodyPlan) -> list[Piece]:
    """The delimiters close up; words stay apart."""
    where, tree = plan.where, plan.tree
    assert where.open is not None
    assert where.close is not None
    span = Span(where.open.end_byte, where.close.start_byte)
    apart = b""
    if tree.bytes_of(where.close)[:1].isalpha():
        base = layout.line_prefix(tree, where.open.start_byte)
        apart = b" " if layout.same_line(tree, span.start, span.end) else tree.source.newline_at(span.start) + base
    return [Piece(Edit(span, apart), next(iter(plan.gone.values())))]
