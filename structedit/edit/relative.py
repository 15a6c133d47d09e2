"""Texts that move as a whole (blocks of text, strings over several lines): moved, they say what they said before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.syntax.tree import parse, spans_of
from structedit.text.indent import common, dedent
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.syntax.tree import Tree


def says_the_same(tree: Tree, span: Span, sent: bytes) -> bool:
    """Whether the blocks that stand in a span of the new text say what they say in the text that was sent."""
    kinds = tree.grammar.relative
    if not kinds or b"\n" not in sent:
        return True
    alone = parse(Source.of(sent), tree.grammar)
    if alone.root.has_error:
        return True
    before = [said(one.of(alone.text)) for one in spans_of(alone, Span(0, len(sent)), kinds)]
    inside = (one for one in spans_of(tree, span, kinds) if span.start <= one.start and one.end <= span.end + 1)
    return before == [said(one.of(tree.text)) for one in inside]


def said(text: bytes) -> bytes:
    """A block without the indentation that its later lines share, its line ends as LF."""
    first, _, rest = text.replace(b"\r\n", b"\n").partition(b"\n")
    return first + b"\n" + (dedent(rest) if common(rest) else rest).rstrip(b" \n")
