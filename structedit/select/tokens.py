"""The rung of tokens: the quoted text is what stands there, line breaks and blanks between tokens aside.

A place is proposed by comparing both texts without blanks. That it is the same is then proved: with the quoted text in
its place the parser sees the same tree, of the same tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from structedit.record import record
from structedit.select.views import places
from structedit.syntax.tree import atomic_spans, parse
from structedit.text import indent
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.select.ladder import Candidate
    from structedit.select.search import Haystack, Quote
    from structedit.syntax.tree import Tree

LARGEST = 4 * 1024 * 1024
MOST_TRIED = 24
_BLANK = b" \t\r\n\f\v"


class Squeezed:
    """A text without blanks, and where each byte of it stands."""

    __slots__ = ("_lines", "_starts", "text")

    def __init__(self, lines: list[bytes]) -> None:
        self._lines = lines
        bare = [b"".join(line.split()) for line in lines]
        self._starts = list(accumulate(map(len, bare), initial=0))
        self.text = b"".join(bare)

    def place(self, offset: int) -> tuple[int, int]:
        """Row and column of a byte."""
        row = bisect_right(self._starts, offset) - 1
        rest = offset - self._starts[row]
        for column, byte in enumerate(self._lines[row]):
            if byte not in _BLANK:
                if not rest:
                    return row, column
                rest -= 1
        raise IndexError(offset)


@record
class Fitting:
    """How the quoted text must be indented to stand in a place: `base`, what its lines share, gives way to `prefix`."""

    base: bytes
    prefix: bytes
    tree: Tree
    inline: bool

    def of(self, text: bytes) -> bytes:
        """A text for that place. `inline`: its first line goes behind something, and has no indentation."""
        body = text.strip(b"\r\n").rstrip(_BLANK)
        if self.inline:
            body = body[len(body) - len(body.lstrip(b" \t")) :]
        parsed = parse(Source.of(body), self.tree.grammar)
        atomic = list(atomic_spans(parsed, Span(0, len(body))))
        return indent.shift(body, self.base, self.prefix, atomic, first=not self.inline)


def same_tokens(haystack: Haystack, quote: Quote) -> list[Candidate]:
    """The places whose tokens are those of the quoted text. None in a text that is not parsed, or too large."""
    tree = haystack.tree
    if tree is None or len(haystack.text) > LARGEST or not _words_occur(haystack.text, quote.old):
        return []
    squeezed = haystack.squeezed
    needle = b"".join(quote.old.split())
    found: list[Candidate] = []
    for tried, at in enumerate(places(squeezed.text, needle, (0, len(squeezed.text)), quote.most)):
        if tried >= MOST_TRIED:
            break
        span = _from_its_indentation(tree, haystack.span_of_squeezed(at, at + len(needle)))
        if not _at_edges(tree, span):
            continue
        if quote.within.contains(span) and fitting(tree, span, quote.old) is not None:
            found.append(haystack.candidate(span, "tokens"))
    return found


def _from_its_indentation(tree: Tree, span: Span) -> Span:
    start = tree.source.line_start(span.start)
    return Span(start, span.end) if not tree.text[start : span.start].strip(_BLANK) else span


def _at_edges(tree: Tree, span: Span) -> bool:
    """Whether a place begins and ends where tokens do."""
    start = span.start + len(span.of(tree.text)) - len(span.of(tree.text).lstrip(_BLANK))
    for offset in (start, span.end):
        if not 0 < offset < len(tree.text) or not tree.text[offset - 1 : offset + 1].strip(_BLANK)[1:]:
            continue
        node = tree.root.descendant_for_byte_range(offset - 1, offset + 1)
        if node is not None and (not node.child_count or node.type in tree.grammar.tokens):
            return False
    return True


def _words_occur(text: bytes, old: bytes) -> bool:
    words = sorted(set(re.findall(rb"\w+", old)), key=len, reverse=True)
    return all(word in text for word in words)


def fitting(tree: Tree, span: Span, old: bytes) -> Fitting | None:
    """How `old` can stand in a place and be what is there; None where it cannot."""
    for one in _fittings(tree, span, old):
        new = one.of(old)
        text = tree.text[: span.start] + new + tree.text[span.end :]
        other = parse(Source.of(text), tree.grammar)
        if alike(tree, other, (span, Span(span.start, span.start + len(new)))):
            return one
    return None


def _fittings(tree: Tree, span: Span, old: bytes) -> list[Fitting]:
    """As it stands, and moved as a block to where the first line is."""
    here = indent.leading(tree.source.line_text(span.start))
    first = indent.leading(next(one for one in old.splitlines() if one.strip()))
    inline = span.start > tree.source.line_start(span.start)
    return [Fitting(base, prefix, tree, inline) for base, prefix in dict.fromkeys(((first, here), (b"", b"")))]


def alike(one: Tree, other: Tree, regions: tuple[Span, Span]) -> bool:
    """Whether two trees are the same but for blanks, where their texts differ in one region."""
    before, after = regions
    shift = len(after) - len(before)
    stack = [(one.root, other.root)]
    while stack:
        left, right = stack.pop()
        if left.type != right.type or left.is_missing != right.is_missing:
            return False
        if left.end_byte < before.start or left.start_byte > before.end:
            moved = shift if left.start_byte > before.end else 0
            if (left.start_byte + moved, left.end_byte + moved) != (right.start_byte, right.end_byte):
                return False
            continue
        if left.type in one.grammar.tokens or not left.child_count:
            comment = left.type in one.grammar.comments
            if not _same_leaf(one.bytes_of(left), other.bytes_of(right), comment):
                return False
            continue
        if left.child_count != right.child_count:
            return False
        stack.extend(zip(left.children, right.children, strict=True))
    return True


def _same_leaf(one: bytes, other: bytes, comment: bool) -> bool:
    """Equal bytes; but for blanks at line ends in a comment, and for blanks in what is only a line break."""
    if one == other or (not one.strip() and not other.strip() and b"\n" in one and b"\n" in other):
        return True
    if not comment:
        return False
    return [line.rstrip(_BLANK) for line in one.rstrip().splitlines()] == [
        line.rstrip(_BLANK) for line in other.rstrip().splitlines()
    ]
