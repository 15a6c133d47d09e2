"""What is like a quoted text that is not there. It is proposed, and never written without being asked for.

Lines that are equal vote for where the text would begin, by their hash; where none is, the longest line is compared
with all others. What is voted for is compared as a whole. The work is bounded, not the time: there is no clock here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from structedit.record import replace
from structedit.select.views import BLANKS, split_lines, without_edges
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.select.ladder import Candidate
    from structedit.select.search import Haystack

LOWEST = 50.0
MOST_PROPOSED = 3
_MOST_LINES = 200_000
_MOST_BYTES = 64 * 1024  # of the quoted text
_COMMON = 100  # a line that stands so often in the file says nothing
_MOST_STARTS = 12


def similar(haystack: Haystack, old: bytes, within: Span) -> list[Candidate]:
    """Whole lines that are most like the quoted ones, best first, none overlapping a better one."""
    quoted, _ = without_edges(old)
    rows = [line.strip(BLANKS) for line in split_lines(quoted)]
    closed = not rows[-1]
    rows = rows[:-1] if closed else rows
    source = haystack.source
    first, last = source.row(within.start), source.row(max(within.end - 1, within.start))
    if len(old) > _MOST_BYTES or last - first > _MOST_LINES:
        return []
    lines = [line.strip(BLANKS) for line in haystack.lines[first : last + 1]]
    scored = {window: score for start in _starts(rows, lines) for window, score in _windows(rows, lines, start)}
    found: list[Candidate] = []
    for (start, end), score in sorted(scored.items(), key=lambda pair: (-pair[1], pair[0])):
        behind = source.offset_of_line(first + end) if closed else _end(haystack, first + end - 1)
        span = Span(source.line_starts[first + start], behind)
        if score >= LOWEST and not any(span.overlaps(one.span) for one in found):
            found.append(replace(haystack.candidate(span, "similar", round(score, 1)), end_line=first + end))
        if len(found) == MOST_PROPOSED:
            break
    return found


def _end(haystack: Haystack, row: int) -> int:
    return haystack.source.line_starts[row] + len(haystack.lines[row])


def _starts(rows: list[bytes], lines: list[bytes]) -> list[int]:
    """Where the quoted lines may begin, the likeliest first."""
    places: dict[bytes, list[int]] = {}
    wanted = set(rows) - {b""}
    for at, line in enumerate(lines):
        if line in wanted:
            places.setdefault(line, []).append(at)
    votes: Counter[int] = Counter()
    for at, row in enumerate(rows):
        found = places.get(row, ())
        for place in found if len(found) <= _COMMON else ():
            votes[place - at] += len(row)
    starts = [start for start, _ in votes.most_common(_MOST_STARTS)]
    return starts if len(starts) > 2 else [*starts, *_by_likeness(rows, lines)]


def _by_likeness(rows: list[bytes], lines: list[bytes]) -> list[int]:
    """Where they begin if the line that is most like their longest one is that."""
    from rapidfuzz import fuzz, process

    longest = max(rows, key=len)
    at = rows.index(longest)
    if not longest:
        return []
    size = len(longest)
    likely = {row: line for row, line in enumerate(lines) if size < 2 * len(line) and len(line) < 2 * size + 80}
    found = process.extract(longest, likely, scorer=fuzz.ratio, score_cutoff=LOWEST, limit=_MOST_STARTS)
    return [row - at for _, _, row in found]


def _windows(rows: list[bytes], lines: list[bytes], start: int) -> list[tuple[tuple[int, int], float]]:
    """The runs of lines about a start, with how like they are to the quoted ones."""
    from rapidfuzz import fuzz

    quoted = b"\n".join(rows)
    sizes = (len(rows) - 1, len(rows), len(rows) + 1)
    windows = [(begin, begin + size) for begin in (start - 1, start, start + 1) for size in sizes]
    made = [
        ((begin, end), fuzz.ratio(quoted, b"\n".join(lines[begin:end])))
        for begin, end in windows
        if 0 <= begin < end <= len(lines) and lines[begin] and lines[end - 1]
    ]
    return sorted(made, key=lambda pair: (-pair[1], pair[0]))[:1]
