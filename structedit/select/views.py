"""Views of a text in which more is equal: lines without trailing blanks, without indentation, with plain quotes.

A view has the rows of its text, so that a place in it is a place in the text: the same row, and a column.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from structedit.select.ladder import MOST_PLACES
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from structedit.text.source import Source

BLANKS = b" \t\f\v"

_PLAIN = {
    '"': "\u201c\u201d\u201e\u201f\u2033",
    "'": "\u2018\u2019\u201a\u201b\u2032",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
    " ": "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "...": "\u2026",
}
TYPOGRAPHY = {ord(one): plain for plain, many in _PLAIN.items() for one in many}


class View:
    """A text whose lines are folded and end in LF; `span` says where a range of it is in the source.

    The folds: plain (only the newlines), trailing (no blanks at the end), stripped (none at either end), typography
    and typography stripped (the same, and plain characters for typographic ones). `first` is the row of its first line.
    """

    __slots__ = ("_raw", "first", "fold", "lines", "source", "starts", "text")

    def __init__(self, source: Source, raw: list[bytes], fold: str, first: int = 0) -> None:
        self.source = source
        self.first = first
        self.fold = fold
        self.lines = folded(raw, fold)
        self.text = b"\n".join(self.lines)
        self.starts = list(accumulate((len(line) + 1 for line in self.lines), initial=0))
        self._raw = raw

    def span(self, start: int, end: int) -> Span | None:
        """A range of the view in the source, None where it begins or ends inside what was one character.

        What the fold took from the end of a line belongs to the range that ends there.
        """
        row, column = self.place(start)
        first = self._offset(row, column)
        if column == len(self.lines[row]) and end > start:
            first = self._start(row) + len(self._raw[row])
        row, column = self.place(end)
        last = self._offset(row, column)
        if column and column == len(self.lines[row]):
            last = self._start(row) + len(self._raw[row])
        return None if first is None or last is None else Span(first, max(first, last))

    def range_of(self, span: Span) -> tuple[int, int]:
        """A range of the source as one of the view."""
        return self._folded(span.start), self._folded(span.end)

    def ends_line(self, offset: int) -> bool:
        return offset == len(self.text) or self.text[offset : offset + 1] == b"\n"

    def place(self, offset: int) -> tuple[int, int]:
        """Row and column in the view."""
        row = min(bisect_right(self.starts, offset) - 1, len(self.lines) - 1)
        return row, offset - self.starts[row]

    def _start(self, row: int) -> int:
        return self.source.line_starts[self.first + row]

    def _offset(self, row: int, column: int) -> int | None:
        start = self._start(row)
        if not column or "typography" not in self.fold:
            return start + column
        inside = unfolded(self._raw[row], column)
        return None if inside is None else start + inside

    def _folded(self, offset: int) -> int:
        row = self.source.row(offset) - self.first
        if not 0 <= row < len(self._raw):
            return 0 if row < 0 else len(self.text)
        before = self._raw[row][: offset - self._start(row)]
        column = len(plain(before)) if "typography" in self.fold else len(before)
        return self.starts[row] + min(column, len(self.lines[row]))


def folded(lines: list[bytes], fold: str) -> list[bytes]:
    """Lines as a fold sees them."""
    if fold.startswith("typography"):
        lines = plain(b"\n".join(lines)).split(b"\n")
    if fold in ("trailing", "typography"):
        return [line.rstrip(BLANKS) for line in lines]
    return [line.strip(BLANKS) for line in lines] if fold.endswith("stripped") else lines


def split_lines(text: bytes) -> list[bytes]:
    """The lines without their newlines; behind a last newline there is one more, empty line."""
    lines = text.splitlines()
    if not lines or text.endswith((b"\n", b"\r")):
        lines.append(b"")
    return lines


def without_last_blanks(text: bytes) -> bytes:
    """The text without the blanks behind its last newline: they are no line."""
    bare = text.rstrip(BLANKS)
    return bare if bare.endswith((b"\n", b"\r")) else text


def without_edges(old: bytes, new: bytes = b"") -> tuple[bytes, bytes]:
    """The quoted text without the blank lines that it begins and ends with, and the new one with as many less."""
    pair = [split_lines(old), split_lines(new)]
    for last in (False, True):
        counts = []
        for lines in pair:
            rows = lines[-1:0:-1] if last else lines[:-1]
            blank = next((at for at, line in enumerate(rows) if line.strip()), len(rows))
            counts.append(max(blank - 1, 0) if last else blank)
        for lines, count in zip(pair, (counts[0], min(counts)), strict=True):
            del lines[len(lines) - count if last else 0 : len(lines) if last else count]
    return b"\n".join(pair[0]), b"\n".join(pair[1])


def needle_of(old: bytes, fold: str) -> tuple[bytes, bool]:
    """The quoted text as a view folds it, and whether it must end where a line does."""
    lines = split_lines(old)
    seen = folded(lines, fold)
    blank = fold != "plain" and lines[-1][-1:] in (b" ", b"\t")
    return b"\n".join(seen), blank


def places(text: bytes, needle: bytes, within: tuple[int, int], most: int | None) -> Iterator[int]:
    """Where the needle is. Without `most` none that overlaps the one before."""
    step = len(needle) if most is None else 1
    start, end = within
    found = 0
    most = MOST_PLACES + 1 if most is None else most
    while (at := text.find(needle, start, end)) >= 0 and found < most:
        yield at
        found += 1
        start = at + step


def plain(line: bytes) -> bytes:
    """A line or more with quotes, dashes, blanks and ellipses as a keyboard has them."""
    if line.isascii():
        return line
    for code, plain_one in TYPOGRAPHY.items():
        line = line.replace(chr(code).encode("utf-8"), plain_one.encode("utf-8"))
    return line


def unfolded(line: bytes, column: int) -> int | None:
    """Where a column of `plain(line)` is in the line; None inside a character that became several."""
    offset = at = 0
    for letter in line.decode("utf-8", "surrogateescape"):
        if at >= column:
            break
        at += len(TYPOGRAPHY.get(ord(letter), letter).encode("utf-8", "surrogateescape"))
        offset += len(letter.encode("utf-8", "surrogateescape"))
    return offset if at == column else None
