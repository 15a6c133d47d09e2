"""Places in the unit that a caller counts in: bytes of UTF-8, units of UTF-16, or characters. Only doors need it.

Inside everything is a byte offset into the text. A byte that is no text counts as one character.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Literal

from structedit.errors import StructeditError
from structedit.record import record
from structedit.text.span import Point, Span

if TYPE_CHECKING:
    from structedit.text.source import Source

Unit = Literal["utf-8", "utf-16", "utf-32"]
UNITS: tuple[Unit, ...] = ("utf-8", "utf-16", "utf-32")

_STRIDE = 4096
_FEW = 8


@record
class Region:
    """A span as a caller counts it: two offsets into the text, and the same two places as row and column, from 0."""

    start: int
    end: int
    start_point: Point
    end_point: Point


class Positions:
    """The places of one text in one unit. Each costs at most the decoding of a few kilobytes, on a line of any length.

    Offsets count from the start of the text, which has no byte order mark; CRLF is two, a tab is one. Lines end in LF,
    CRLF or CR, and in nothing else.
    """

    __slots__ = ("_asked", "_counts", "_marks", "_source", "_unit")

    def __init__(self, source: Source, unit: Unit = "utf-8") -> None:
        self._source = source
        self._unit: Unit = "utf-8" if source.text.isascii() else unit
        self._asked = 0
        # Every few kilobytes a byte offset where a character begins, and how many units stand before it.
        self._marks: list[int] = []
        self._counts: list[int] = []

    def offset(self, byte: int) -> int:
        """How many units stand before a byte of the text."""
        if self._unit == "utf-8":
            return byte
        self._count()
        index = bisect_right(self._marks, byte) - 1
        return self._counts[index] + self._units(self._source.text[self._marks[index] : byte])

    def point(self, byte: int) -> Point:
        """Row and column of a byte offset, both from 0."""
        row, start = self._line(byte)
        return Point(row, self.offset(byte) - self.offset(start))

    def _line(self, byte: int) -> tuple[int, int]:
        """The row of a byte and where it begins. To count newlines for a few places is cheaper than to find all."""
        self._asked += 1
        source = self._source
        if self._asked > _FEW:
            row = source.row(byte)
            return row, source.line_starts[row]
        text = source.text
        within = text.startswith(b"\r\n", byte - 1) if byte else False
        end = byte - 1 if within else byte  # the CR of a CRLF ends no line yet
        start = max(text.rfind(b"\n", 0, end), text.rfind(b"\r", 0, end)) + 1
        returns = text.count(b"\r", 0, end)
        both = text.count(b"\r\n", 0, end) if returns else 0
        return text.count(b"\n", 0, end) + returns - both, start

    def region(self, span: Span) -> Region:
        return Region(self.offset(span.start), self.offset(span.end), self.point(span.start), self.point(span.end))

    def byte(self, offset: int) -> int:
        """The byte offset behind so many units. Raises BAD_REQUEST behind the text, and inside a character."""
        text = self._source.text
        at = self._near(offset) if 0 <= offset <= self.offset(len(text)) else None
        if at is None or self.offset(at) != offset or not _begins(text, at):
            raise _no_place(f"There is no place at offset {offset}", self._unit)
        return at

    def byte_at(self, point: Point) -> int:
        """The byte offset of a row and column, both from 0.

        Raises BAD_REQUEST for a row that is not there, a column behind the end of its line, and the inside of a
        character. The row behind the last newline is there, and empty.
        """
        source = self._source
        if not 0 <= point.row < len(source.line_starts):
            raise _no_place(f"There is no line {point.row + 1} (of {len(source.line_starts)})", self._unit)
        start = source.line_starts[point.row]
        end = source.line_end(start)
        longest = self.offset(end) - self.offset(start)
        if not 0 <= point.column <= longest:
            raise _no_place(
                f"Line {point.row + 1} has {longest} units of {self._unit}; column {point.column + 1} is not in it",
                self._unit,
            )
        return self.byte(self.offset(start) + point.column)

    def _near(self, offset: int) -> int:
        """The byte where the unit at `offset` stands, or the character that it is in the middle of ends."""
        if self._unit == "utf-8":
            return offset
        self._count()
        index = bisect_right(self._counts, offset) - 1
        at, counted = self._marks[index], self._counts[index]
        for char in self._source.text[at : at + 2 * _STRIDE].decode("utf-8", "surrogateescape"):
            if counted >= offset:
                break
            at += len(char.encode("utf-8", "surrogateescape"))
            counted += _width(char, self._unit)
        return at

    def _count(self) -> None:
        if self._marks:
            return
        text = self._source.text
        at = total = 0
        while True:
            self._marks.append(at)
            self._counts.append(total)
            end = at + _STRIDE
            while end < len(text) and not _begins(text, end) and end < at + 2 * _STRIDE:
                end += 1
            if end >= len(text):
                return
            total += self._units(text[at:end])
            at = end

    def _units(self, piece: bytes) -> int:
        string = piece.decode("utf-8", "surrogateescape")
        if self._unit == "utf-32":
            return len(string)
        return len(string.encode("utf-16-le", "surrogatepass")) // 2


def _begins(text: bytes, at: int) -> bool:
    """Whether no character of UTF-8 goes over this place (none is longer than four bytes)."""
    if at >= len(text) or not 0x80 <= text[at] < 0xC0:
        return True
    before, behind = text[max(at - 3, 0) : at], text[at : at + 3]
    apart = before.decode("utf-8", "surrogateescape") + behind.decode("utf-8", "surrogateescape")
    return apart == (before + behind).decode("utf-8", "surrogateescape")


def _width(char: str, unit: Unit) -> int:
    return 2 if unit == "utf-16" and ord(char) > 0xFFFF else 1


def _no_place(message: str, unit: Unit) -> StructeditError:
    return StructeditError(
        "BAD_REQUEST",
        message + ".",
        "Read the file again, and count in the unit that `position_encoding` names.",
        {"position_encoding": unit},
    )
