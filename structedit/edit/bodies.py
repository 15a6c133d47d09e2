"""Writing what a body holds: between its delimiters, or on the lines below its header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.incoming import Incoming, incoming
from structedit.edit.intents import Draft, Writing
from structedit.syntax.trivia import comment_behind
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.syntax.containers import Body
    from structedit.syntax.tree import Tree


def write_body(draft: Draft, tree: Tree, where: Body, text: Incoming, inner: Span | None = None) -> None:
    """A text in the place of what a body holds, on lines of its own unless it is one line and the body was."""
    if where.open is not None and where.close is not None:
        write_between(draft, tree, where, text)
        return
    prefix = layout.member_prefix(tree, where)
    unit = layout.unit(tree, where.node)
    first = inner.start if inner is not None else where.node.start_byte
    end = max(where.node.end_byte, first)
    newline = tree.source.newline_at(first)
    body = text.placed(prefix, unit, newline)
    before = b""
    start = first
    if not layout.begins_line(tree, first):
        inline = where.members and layout.same_line(tree, first, where.node.start_byte)
        if not text.one_line or not inline or first >= end:
            start = len(tree.text[:first].rstrip(b" \t"))
            before = newline + prefix
    behind = comment_behind(tree, where.members[-1].end_byte) if before and where.members else None
    if behind is not None and not layout.same_line(tree, behind.start, start):
        behind = None
    if behind is not None:
        before = b"  " + behind.of(tree.text) + before
    if behind is not None:
        end = min(end, where.members[-1].end_byte)
    span = Span(start, behind.end if behind is not None else end)
    text_span = Span(len(before), len(before) + len(body))
    draft.intents.append(Writing(draft.index, span, before + body, text_span, moved=behind is not None))
    draft.wanted.append(text.body)
    draft.radius.append(span)
    draft.removed.append(Span(first, end))


def write_between(draft: Draft, tree: Tree, where: Body, text: Incoming) -> None:
    """A text in the place of what stands between a body's delimiters; it may bring them."""
    assert where.open is not None
    assert where.close is not None
    opening, closing = tree.bytes_of(where.open), tree.bytes_of(where.close)
    if text.body.startswith(opening) and text.body.endswith(closing):
        inside = text.body[len(opening) : len(text.body) - len(closing)]
        text = incoming(tree, inside.decode("utf-8", "surrogateescape"))
    span = Span(where.open.end_byte, where.close.start_byte)
    newline = tree.source.newline_at(where.open.start_byte)
    prefix = layout.member_prefix(tree, where)
    body = text.placed(prefix, layout.unit(tree, where.node), newline)
    first, last = newline + prefix, newline + layout.line_prefix(tree, where.open.start_byte)
    if text.one_line and (where.members or where.facts.inline) and layout.same_line(tree, span.start, span.end):
        held = span.of(tree.text)
        first = last = held[: len(held) - len(held.lstrip())]
    if not body:
        first = last = b""
    new = first + body + last
    draft.take(Writing(draft.index, span, new, Span(len(first), len(first) + len(body))), text.body)
    draft.held.append(where.node)
