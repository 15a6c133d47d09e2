"""The rung of indentation: whole lines that are equal but for where they begin, moved as one block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import replace
from structedit.select.levels import levels
from structedit.select.views import folded, places, split_lines
from structedit.syntax.tree import atomic_spans
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.select.ladder import Candidate
    from structedit.select.search import Haystack, Quote


def blocks(haystack: Haystack, quote: Quote, fold: str, rung: str) -> list[Candidate]:
    """Whole lines that a view which takes indentation away shows as equal, and whose indentation maps."""
    lines = split_lines(quote.old)
    closed = not lines[-1].strip()
    rows = lines[:-1] if closed and len(lines) > 1 else lines
    needle = b"\n".join(folded(rows, fold))
    found: list[Candidate] = []
    for view in haystack.views(fold, quote):
        for at in places(view.text, needle, view.range_of(quote.within), None if quote.most is None else 1 << 30):
            if (at and view.text[at - 1 : at] != b"\n") or not view.ends_line(at + len(needle)):
                continue
            row = view.first + view.place(at)[0]
            one = _candidate(haystack, row, (rows, lines[-1] == b"" and closed), rung)
            if quote.within.contains(one.span) and _maps(haystack, one, rows):
                found.append(one)
            if quote.most is not None and len(found) >= quote.most:
                return found
    return found


def _candidate(haystack: Haystack, row: int, quoted: tuple[list[bytes], bool], rung: str) -> Candidate:
    """Whole lines from their first blank on; with the last newline if it was quoted."""
    rows, closed = quoted
    source = haystack.source
    last = row + len(rows) - 1
    end = source.line_starts[last] + len(haystack.lines[last])
    behind = source.offset_of_line(last + 1) if closed else end
    made = haystack.candidate(Span(source.line_starts[row], behind), rung)
    ended = closed and behind == end
    return replace(made, end_line=last + 1, whole=True, ended=ended)


def _maps(haystack: Haystack, one: Candidate, rows: list[bytes]) -> bool:
    found = haystack.lines[one.line - 1 : one.end_line]
    return levels(rows, found) is not None or levels(rows, found, fixed_rows(haystack, one)) is not None


def fixed_rows(haystack: Haystack, one: Candidate) -> frozenset[int]:
    """The lines of a candidate, from 0, that begin inside a string which begins inside the candidate."""
    if haystack.tree is None:
        return frozenset()
    source = haystack.source
    rows: set[int] = set()
    for span in atomic_spans(haystack.tree, one.span):
        if span.start >= one.span.start:
            rows.update(range(source.row(span.start) + 1, source.row(span.end) + 1))
    return frozenset(row - one.line + 1 for row in rows)
