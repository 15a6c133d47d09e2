"""Byte edits of one file as a value: united, mapped and inverted without touching any text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.record import made, record
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal

    Side = Literal["left", "right"]


@record
class Edit:
    """The bytes in `span` give way to `new`."""

    span: Span
    new: bytes

    @classmethod
    def insert(cls, offset: int, new: bytes) -> Edit:
        return cls(Span(offset, offset), new)

    @classmethod
    def replace(cls, start: int, end: int, new: bytes) -> Edit:
        return cls(Span(start, end), new)

    @classmethod
    def delete(cls, start: int, end: int) -> Edit:
        return cls(Span(start, end), b"")


@record
class Patch:
    """The edits of one file.

    Invariant, made by this constructor and by no other code: sorted by place, and disjoint. Edits may touch;
    inserts at one offset keep the order in which they were given and stand before an edit that begins there.
    """

    edits: tuple[Edit, ...] = ()
    _index: list[tuple[list[int], list[int]]] = made(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        edits = sorted(self.edits, key=lambda edit: (edit.span.start, edit.span.end))
        for one, other in pairwise(edits):
            if one.span.end > other.span.start:
                raise _overlapping(one, other)
        object.__setattr__(self, "edits", tuple(edits))

    @classmethod
    def of(cls, edits: Iterable[Edit]) -> Patch:
        """The patch of these edits, without those that neither take nor give a byte."""
        return cls(tuple(edit for edit in edits if edit.new or len(edit.span)))

    def __bool__(self) -> bool:
        return bool(self.edits)

    def __iter__(self) -> Iterator[Edit]:
        return iter(self.edits)

    @property
    def growth(self) -> int:
        """By how many bytes the text grows (negative: shrinks)."""
        return sum(len(edit.new) - len(edit.span) for edit in self.edits)

    @property
    def span(self) -> Span | None:
        """From the first to the last byte that is edited; None for the empty patch."""
        return Span(self.edits[0].span.start, self.edits[-1].span.end) if self.edits else None

    def apply(self, text: bytes) -> bytes:
        if self.edits and self.edits[-1].span.end > len(text):
            raise ValueError(f"an edit ends at {self.edits[-1].span.end}, the text at {len(text)}")
        pieces: list[bytes] = []
        done = 0
        for edit in self.edits:
            pieces += (text[done : edit.span.start], edit.new)
            done = edit.span.end
        pieces.append(text[done:])
        return b"".join(pieces)

    def map(self, offset: int, stick: Side = "right") -> int:
        """Where a place of the old text is in the new one.

        Something inserted just there goes before it (`right`: the place keeps to the text behind it) or after it
        (`left`). A place strictly inside replaced bytes goes to that end of the new bytes.
        """
        starts, shifts = self._places()
        index = bisect_left(starts, offset)
        if index and offset < self.edits[index - 1].span.end:
            edit = self.edits[index - 1]
            return edit.span.start + shifts[index - 1] + (len(edit.new) if stick == "right" else 0)
        shift = shifts[index]
        while stick == "right" and index < len(starts) and starts[index] == offset and not len(self.edits[index].span):
            shift += len(self.edits[index].new)
            index += 1
        return offset + shift

    def takes(self, offset: int) -> bool:
        """Whether the byte at an offset of the old text gives way."""
        index = bisect_right(self._places()[0], offset)
        return any(edit.span.covers(offset) for edit in self.edits[max(index - 2, 0) : index])

    def _places(self) -> tuple[list[int], list[int]]:
        """Where the edits begin, and by how much the text has grown before each and after all."""
        if not self._index:
            starts = [edit.span.start for edit in self.edits]
            growth = accumulate((len(edit.new) - len(edit.span) for edit in self.edits), initial=0)
            self._index.append((starts, list(growth)))
        return self._index[0]

    def map_span(self, span: Span) -> Span:
        """Where a range of the old text is in the new one, without what was inserted at its two ends."""
        start = self.map(span.start, "right")
        return Span(start, max(start, self.map(span.end, "left")))

    def new_spans(self) -> tuple[Span, ...]:
        """For each edit the range of its new bytes in the new text."""
        spans: list[Span] = []
        shift = 0
        for edit in self.edits:
            start = edit.span.start + shift
            spans.append(Span(start, start + len(edit.new)))
            shift += len(edit.new) - len(edit.span)
        return tuple(spans)

    def invert(self, old: bytes) -> Patch:
        """The patch that makes the old text of the new one."""
        places = zip(self.edits, self.new_spans(), strict=True)
        return Patch(tuple(Edit(span, edit.span.of(old)) for edit, span in places))

    def union(self, other: Patch) -> Patch:
        """Both patches of the same text as one; OVERLAPPING_EDITS where they write the same place."""
        return Patch(self.edits + other.edits)

    def then(self, later: Patch) -> Patch:
        """One patch of the old text that does what this one and, on its result, the later one do."""
        pieces: list[Span | bytes] = []
        done = 0
        for edit in later.edits:
            pieces += self._pieces(done, edit.span.start)
            pieces.append(edit.new)
            done = edit.span.end
        pieces += self._pieces(done, _END)
        return _patch_of_pieces(pieces)

    def _pieces(self, start: int, end: int) -> Iterator[Span | bytes]:
        """That range of the new text, as ranges of the old text and new bytes."""
        old = new = 0
        for edit in self.edits:
            kept = edit.span.start - old
            if max(start, new) < min(end, new + kept):
                yield Span(max(start, new) - new + old, min(end, new + kept) - new + old)
            new += kept
            yield edit.new[max(start - new, 0) : max(end - new, 0)]
            new += len(edit.new)
            old = edit.span.end
        if max(start, new) < end:
            yield Span(max(start, new) - new + old, end - new + old)


_END = 1 << 62  # behind every text


def _patch_of_pieces(pieces: Iterable[Span | bytes]) -> Patch:
    edits: list[Edit] = []
    done = 0
    new = b""
    for piece in pieces:
        if isinstance(piece, bytes):
            new += piece
            continue
        edits.append(Edit(Span(done, piece.start), new))
        done, new = piece.end, b""
    return Patch.of(edits)


def _overlapping(one: Edit, other: Edit) -> StructeditError:
    spans = [[edit.span.start, edit.span.end] for edit in (one, other)]
    return StructeditError(
        "OVERLAPPING_EDITS",
        f"Two edits write the same bytes: {spans[0][0]}..{spans[0][1]} and {spans[1][0]}..{spans[1][1]}.",
        details={"spans": spans},
    )
