"""Where something stands in a text: half-open byte ranges, and rows with byte columns."""

from __future__ import annotations

from structedit.record import record


@record(order=True)
class Span:
    """A half-open range of bytes. Invariant: `0 <= start <= end`."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"no span: {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        """A span is a place, also when it is empty."""
        return True

    def of(self, text: bytes) -> bytes:
        return text[self.start : self.end]

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def covers(self, offset: int) -> bool:
        """Whether the byte at `offset` lies within."""
        return self.start <= offset < self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a byte, or an empty one lies strictly inside the other."""
        return self.start < other.end and other.start < self.end

    def touches(self, other: Span) -> bool:
        """Whether they overlap or lie side by side."""
        return self.start <= other.end and other.start <= self.end

    def shifted(self, by: int) -> Span:
        return Span(self.start + by, self.end + by)

    def hull(self, other: Span) -> Span:
        """The smallest span that contains both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


@record(order=True)
class Point:
    """A row and a column, both from 0; the column counts bytes."""

    row: int
    column: int
