"""A unified diff of two texts, such as `git apply` and `patch` take.

The lines of a diff end in LF and in nothing else: a CR before it is shown as it is. With the patch at hand only the
lines that it touches are looked at, however long the file is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import record
from structedit.text.patch import Edit, Patch
from structedit.text.source import shown
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_STEPS = 300  # of the search for equal lines inside one block; beyond it the block is shown as exchanged


def unified(
    old: bytes | None, new: bytes | None, name: str | tuple[str, str], patch: Patch | None = None, context: int = 3
) -> str:
    """The diff as text; bytes that are not UTF-8 are shown as \\xNN. None stands for a file that does not exist.

    `name`: of the file, or of the old and the new one.
    """
    return shown(unified_bytes(old, new, name, patch, context))


def unified_bytes(
    old: bytes | None, new: bytes | None, name: str | tuple[str, str], patch: Patch | None = None, context: int = 3
) -> bytes:
    """The diff byte for byte; empty where nothing differs. `patch`, if given, makes `new` of `old`."""
    before, after = old or b"", new or b""
    if patch is None:
        patch = _whole(before, after)
    changes = list(_changes(before, patch))
    if not changes:
        return b""
    was, then = (name, name) if isinstance(name, str) else name
    pieces = [_header(b"---", b"a/", was, old is None), _header(b"+++", b"b/", then, new is None)]
    for hunk in _hunks(changes, context):
        pieces += _hunk(before, hunk, context)
    return b"".join(pieces)


@record
class _Change:
    """Some lines that give way to others: their bytes in the old text, the row of both, and the lines."""

    span: Span
    old_row: int
    new_row: int
    old: tuple[bytes, ...]
    new: tuple[bytes, ...]


def _whole(old: bytes, new: bytes) -> Patch:
    return Patch.of([Edit(Span(0, len(old)), new)]) if old != new else Patch()


def _changes(old: bytes, patch: Patch) -> Iterator[_Change]:
    """The lines that differ, in order; never two side by side."""
    offset = old_row = growth = 0
    for span, new in _blocks(old, patch):
        old_row += old.count(b"\n", offset, span.start)
        old_lines, new_lines = _lines(span.of(old)), _lines(new)
        starts = _offsets(span.start, old_lines)
        for low, high, new_low, new_high in _differences(old_lines, new_lines):
            yield _Change(
                Span(starts[low], starts[high]),
                old_row + low,
                old_row + growth + new_low,
                tuple(old_lines[low:high]),
                tuple(new_lines[new_low:new_high]),
            )
        old_row += span.of(old).count(b"\n")
        growth += new.count(b"\n") - span.of(old).count(b"\n")
        offset = span.end


def _blocks(old: bytes, patch: Patch) -> Iterator[tuple[Span, bytes]]:
    """The edits widened to whole lines; those that share or adjoin a line are one. A block keeps its last newline."""
    group: list[Edit] = []
    start = end = 0
    for edit in patch.edits:
        line = old.rfind(b"\n", 0, edit.span.start) + 1
        if group and line > end:
            yield _block(old, Span(start, end), group)
            group = []
        if not group:
            start = line
        group.append(edit)
        end = (old.find(b"\n", edit.span.end) + 1) or len(old)
    if group:
        yield _block(old, Span(start, end), group)


def _block(old: bytes, span: Span, edits: list[Edit]) -> tuple[Span, bytes]:
    inside = Patch(tuple(Edit(edit.span.shifted(-span.start), edit.new) for edit in edits))
    return span, inside.apply(span.of(old))


def _lines(text: bytes) -> list[bytes]:
    lines = [line + b"\n" for line in text.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _offsets(start: int, lines: list[bytes]) -> list[int]:
    offsets = [start]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    return offsets


def _differences(old: list[bytes], new: list[bytes]) -> Iterator[tuple[int, int, int, int]]:
    """Runs of lines that differ, as ranges of both."""
    low, high_old, high_new = 0, len(old), len(new)
    while low < high_old and low < high_new and old[low] == new[low]:
        low += 1
    while high_old > low and high_new > low and old[high_old - 1] == new[high_new - 1]:
        high_old, high_new = high_old - 1, high_new - 1
    at_old = at_new = low
    pairs = [(one + low, other + low) for one, other in _equal(old[low:high_old], new[low:high_new])]
    for equal_old, equal_new in [*pairs, (high_old, high_new)]:
        if equal_old > at_old or equal_new > at_new:
            yield at_old, equal_old, at_new, equal_new
        at_old, at_new = equal_old + 1, equal_new + 1


def _equal(old: list[bytes], new: list[bytes]) -> list[tuple[int, int]]:
    """Pairs of equal lines on a shortest way from `old` to `new` (greedy search by diagonals); none if it is long."""
    size_old, size_new = len(old), len(new)
    if not old or not new:
        return []
    furthest = {1: 0}
    trail: list[dict[int, int]] = []
    for steps in range(min(size_old + size_new, _MOST_STEPS) + 1):
        trail.append(dict(furthest))
        for diagonal in range(-steps, steps + 1, 2):
            down = _goes_down(furthest, diagonal, steps)
            at = furthest[diagonal + 1] if down else furthest[diagonal - 1] + 1
            while at < size_old and 0 <= at - diagonal < size_new and old[at] == new[at - diagonal]:
                at += 1
            furthest[diagonal] = at
            if at >= size_old and at - diagonal >= size_new:
                return _walk_back(trail, size_old, size_new)
    return []


def _walk_back(trail: list[dict[int, int]], at_old: int, at_new: int) -> list[tuple[int, int]]:
    """The equal pairs on the way that the search took, from its end to its start."""
    pairs: list[tuple[int, int]] = []
    for steps in range(len(trail) - 1, -1, -1):
        furthest, diagonal = trail[steps], at_old - at_new
        down = _goes_down(furthest, diagonal, steps)
        before = diagonal + 1 if down else diagonal - 1
        from_old = furthest[before] if steps else 0
        from_new = from_old - before if steps else 0
        moved_old, moved_new = (from_old + (not down), from_new + down) if steps else (0, 0)
        while at_old > moved_old and at_new > moved_new:
            at_old, at_new = at_old - 1, at_new - 1
            pairs.append((at_old, at_new))
        at_old, at_new = from_old, from_new
    return pairs[::-1]


def _goes_down(furthest: dict[int, int], diagonal: int, steps: int) -> bool:
    """Whether the furthest way onto this diagonal takes a new line (else it drops an old one)."""
    if diagonal in (-steps, steps):
        return diagonal == -steps
    return furthest[diagonal - 1] < furthest[diagonal + 1]


def _hunks(changes: list[_Change], context: int) -> Iterator[list[_Change]]:
    """Changes whose context would touch go into one hunk."""
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.old_row - hunk[-1].old_row - len(hunk[-1].old) > 2 * context:
            yield hunk
            hunk = []
        hunk.append(change)
    yield hunk


def _hunk(old: bytes, changes: list[_Change], context: int) -> Iterator[bytes]:
    head = _lines_before(old, changes[0].span.start, context)
    tail = _lines_after(old, changes[-1].span.end, context)
    first, last = changes[0], changes[-1]
    old_count = last.old_row + len(last.old) - first.old_row + len(head) + len(tail)
    new_count = last.new_row + len(last.new) - first.new_row + len(head) + len(tail)
    old_range = _range(first.old_row - len(head), old_count)
    yield b"@@ -%s +%s @@\n" % (old_range, _range(first.new_row - len(head), new_count))
    yield from _marked(b" ", head)
    done = first.span.start
    for change in changes:
        yield from _marked(b" ", _lines(old[done : change.span.start]))
        yield from _marked(b"-", change.old)
        yield from _marked(b"+", change.new)
        done = change.span.end
    yield from _marked(b" ", tail)


def _lines_before(old: bytes, offset: int, count: int) -> list[bytes]:
    start = offset
    for _ in range(count):
        if start == 0:
            break
        start = old.rfind(b"\n", 0, start - 1) + 1
    return _lines(old[start:offset])


def _lines_after(old: bytes, offset: int, count: int) -> list[bytes]:
    end = offset
    for _ in range(count):
        end = (old.find(b"\n", end) + 1) or len(old)
    return _lines(old[offset:end])


def _range(row: int, count: int) -> bytes:
    """Rows from 1; an empty range names the line before it."""
    if count == 1:
        return b"%d" % (row + 1)
    return b"%d,%d" % (row + (count > 0), count)


def _marked(mark: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield mark + line
        if not line.endswith(b"\n"):
            yield b"\n\\ No newline at end of file\n"


def _header(mark: bytes, side: bytes, name: str, absent: bool) -> bytes:
    """A file name as git writes it: quoted if it holds anything odd, ended by a tab if it holds a blank."""
    if absent:
        return mark + b" /dev/null\n"
    path = side + name.encode("utf-8", "surrogateescape")
    if any(byte < 32 or byte in b'"\\\x7f' for byte in path):
        path = b'"' + b"".join(_quoted(byte) for byte in path) + b'"'
    return mark + b" " + path + (b"\t\n" if b" " in path else b"\n")


def _quoted(byte: int) -> bytes:
    if byte in b'"\\':
        return b"\\" + bytes([byte])
    return b"\\%03o" % byte if byte < 32 or byte > 126 else bytes([byte])
