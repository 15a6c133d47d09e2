"""Quoted text to Candidates: where in a text something stands that a caller quoted from memory.

The rungs of a ladder, from equal bytes down to equal tokens. Each counts all its matches, and the first that has any
decides; what is like the quoted text but not equal in any of these ways is for `similar`, which only proposes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.record import record, replace
from structedit.select.blocks import blocks
from structedit.select.ladder import MOST, WRITING, Candidate
from structedit.select.numbers import without_numbers
from structedit.select.tokens import Squeezed, same_tokens
from structedit.select.views import BLANKS, View, needle_of, places, split_lines, without_edges, without_last_blanks
from structedit.text import indent
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.syntax.tree import Tree
    from structedit.text.source import Source


class Haystack:
    """One text that is searched, with the views of it that the rungs compare. They are made when they are needed."""

    __slots__ = ("_lines", "_returns", "_squeezed", "_unit", "_views", "source", "tree")

    def __init__(self, source: Source, tree: Tree | None = None) -> None:
        self.source = source
        self.tree = tree
        self._lines: list[bytes] = []
        self._views: dict[str, View] = {}
        self._squeezed: Squeezed | None = None
        self._returns: bool | None = None
        self._unit: bytes | None = None

    def has_longest_line(self, quote: Quote) -> bool:
        """Whether the longest line of a quoted text, but for the blanks at its ends, is where that is looked for."""
        return self.text.find(longest_line(quote.old), quote.within.start, quote.within.end) >= 0

    def views(self, fold: str, quote: Quote) -> list[View]:
        """The parts of a view that can hold a quoted text; all of it where its longest line is in many places."""
        if fold in self._views or fold.startswith("typography"):
            return [self.view(fold)]
        lines, area = split_lines(quote.old), (quote.within.start, quote.within.end)
        around = len(lines) + 1
        windows: list[list[int]] = []
        longest = sorted({line.strip(BLANKS) for line in lines}, key=len)[-_MOST_COUNTED:]
        rarest = min(longest, key=lambda line: self.text.count(line, *area))
        for count, at in enumerate(places(self.text, rarest, area, MOST)):
            if count >= _MOST_WINDOWS:
                return [self.view(fold)]
            row = self.source.row(at)
            if windows and row - around <= windows[-1][1]:
                windows[-1][1] = row + around
            else:
                windows.append([max(row - around, 0), row + around])
        return [View(self.source, self.lines[first:last], fold, first) for first, last in windows]

    @property
    def is_mixed(self) -> bool:
        """Whether lines end in more than one way."""
        return self.has_returns and len({*re.findall(rb"\r\n|\r|\n", self.text)}) > 1

    @property
    def unit(self) -> bytes:
        """One step of indentation; empty where no line tells."""
        if self._unit is None:
            self._unit = indent.unit(self.text, default=b"")
        return self._unit

    @property
    def has_returns(self) -> bool:
        """Whether there is a CR in the text."""
        if self._returns is None:
            self._returns = b"\r" in self.text
        return self._returns

    @property
    def squeezed(self) -> Squeezed:
        """The text without blanks."""
        if self._squeezed is None:
            self._squeezed = Squeezed(self.lines)
        return self._squeezed

    def span_of_squeezed(self, start: int, end: int) -> Span:
        """Where a range of the text without blanks stands, from its first byte to its last."""
        (row, column), (last, there) = self.squeezed.place(start), self.squeezed.place(end - 1)
        starts = self.source.line_starts
        return Span(starts[row] + column, starts[last] + there + 1)

    @property
    def lines(self) -> list[bytes]:
        """The lines without their newlines, one for each row."""
        if not self._lines:
            self._lines = split_lines(self.text)
        return self._lines

    @property
    def text(self) -> bytes:
        return self.source.text

    def view(self, fold: str) -> View:
        """The lines as one of the folds sees them."""
        if fold not in self._views:
            self._views[fold] = View(self.source, self.lines, fold)
        return self._views[fold]

    def candidate(self, span: Span, rung: str, score: float = 100.0) -> Candidate:
        line = self.source.row(span.start) + 1
        return Candidate(span, rung, score, line, max(line, self.source.row(max(span.end - 1, 0)) + 1))


_MOST_WINDOWS = 200
_MOST_COUNTED = 4


def longest_line(old: bytes) -> bytes:
    """Without the blanks at its ends."""
    return max((line.strip(BLANKS) for line in split_lines(old)), key=len)


@record
class Quote:
    """What is looked for, where, and how many places are enough (None: every one, from the left, none overlapping).

    `whole`: only as whole lines.
    """

    old: bytes
    within: Span
    most: int | None
    whole: bool = False

    @property
    def one_line(self) -> bool:
        return not re.search(rb"[\r\n](?!$)", self.old)

    def fits(self, source: Source, span: Span) -> bool:
        """Whether a place of equal bytes is one: as whole lines, if so wanted, and never from inside an indentation.

        What begins with fewer blanks than its line is equal but for its indentation. (Where more lines follow that
        are equal, the caller counts as the file does, and only the start of the first is cut off.)
        """
        if not self.whole and not (self.one_line and self.old[:1] in (b" ", b"\t")):
            return True
        start, end = source.line_start(span.start), source.line_end(span.end)
        closed = span.end == end or (span.end == source.line_start(span.end) and span.end > span.start)
        if self.whole:
            return span.start == start and closed
        return span.start == start or not closed or bool(source.text[start : span.start].strip())

    def fitting(self, source: Source, spans: list[Span]) -> list[Span]:
        """The places that fit. One in the middle of a line is no better than one inside an indentation."""
        found = [one for one in spans if self.fits(source, one)]
        behind = any(one.start > source.line_start(one.start) for one in found)
        return spans if behind and not self.whole else found


def search(
    haystack: Haystack,
    old: bytes,
    *,
    within: Span | None = None,
    max_rung: str = "tokens",
    most: int | None = MOST,
    whole: bool = False,
) -> list[Candidate]:
    """All candidates, in order, of the first rung down to `max_rung` that has any; overlapping ones, too.

    `most` ends the count; None takes every place, from the left, none that overlaps the one before. `whole` takes
    whole lines only. What is empty or blank is nowhere.
    """
    if not old.strip():
        return []
    quote = Quote(old, within or Span(0, len(haystack.text)), most, whole)
    for rung in WRITING[: WRITING.index(max_rung) + 1 if max_rung in WRITING else None]:
        if rung == "trailing":
            quote = replace(quote, old=without_last_blanks(old))
        if rung in _BY_LINES and not haystack.has_longest_line(quote):
            continue
        found = _RUNGS[rung](haystack, quote)
        if found and rung == "exact" and max_rung != "exact" and haystack.is_mixed and re.search(rb"[\r\n]", old):
            # a difference that no caller can see
            found = _joined(found, _newlines(haystack, quote))
        if not found and rung in ("trailing", "indentation", "typography"):
            found = _trimmed(haystack, quote, rung)
        if whole:
            found = [one for one in found if _is_whole(haystack.source, one.span)]
        if found:
            return found
    return []


def _is_whole(source: Source, span: Span) -> bool:
    """Whether nothing but blanks stands beside it on its lines."""
    before = source.text[source.line_start(span.start) : span.start]
    end = source.line_start(span.end)
    behind = b"" if end == span.end > span.start else source.text[span.end : source.line_end(span.end)]
    return not before.strip() and not behind.strip()


def _joined(found: list[Candidate], others: list[Candidate]) -> list[Candidate]:
    known = {one.span for one in found}
    return sorted([*found, *(one for one in others if one.span not in known)], key=lambda one: one.span.start)


def _trimmed(haystack: Haystack, quote: Quote, rung: str) -> list[Candidate]:
    """The same without the blank lines at the ends of the quoted text."""
    old, _ = without_edges(quote.old)
    if old == quote.old or not old.strip():
        return []
    found = _RUNGS[rung](haystack, replace(quote, old=old))
    starts = not split_lines(quote.old)[0].strip()
    return [replace(one, trimmed=True) for one in found if _stands_alone(haystack, one.span, starts)]


def _stands_alone(haystack: Haystack, span: Span, starts: bool) -> bool:
    """Whether a place ends a line, and (if so wanted) begins one: blank lines were left out there."""
    source, text = haystack.source, haystack.text
    if starts and span.start > source.line_start(span.start):
        return False
    return span.end == source.line_start(span.end) or not text[span.end : source.line_end(span.end)].strip()


def _exact(haystack: Haystack, quote: Quote) -> list[Candidate]:
    text, old = haystack.text, quote.old
    found = places(text, old, (quote.within.start, quote.within.end), quote.most)
    spans = [Span(at, at + len(old)) for at in found if not _cuts(text, at, len(old))]
    return [haystack.candidate(one, "exact") for one in quote.fitting(haystack.source, spans)]


def _cuts(text: bytes, at: int, size: int) -> bool:
    """Whether a place begins or ends between the two bytes of a CRLF."""
    return _between(text, at) or _between(text, at + size)


def _between(text: bytes, at: int) -> bool:
    return at > 0 and text[at - 1 : at + 1] == b"\r\n"


def _newlines(haystack: Haystack, quote: Quote) -> list[Candidate]:
    found = []
    if haystack.has_returns or b"\r" in quote.old:
        found = _in_view(haystack, quote, ("plain", "newlines"))
    return found or _at_the_end(haystack, quote, ("plain", "newlines"))


def _trailing(haystack: Haystack, quote: Quote) -> list[Candidate]:
    names = ("trailing", "trailing")
    return _in_view(haystack, quote, names) or _at_the_end(haystack, quote, names)


def _in_view(haystack: Haystack, quote: Quote, names: tuple[str, str]) -> list[Candidate]:
    """The places where lines are equal as a view folds them; the first and the last may be parts of a line."""
    fold, rung = names
    needle, closed = needle_of(quote.old, fold)
    if not needle.strip():
        return []
    spans: list[Span] = []
    for view in haystack.views(fold, quote):
        for at in places(view.text, needle, view.range_of(quote.within), quote.most):
            if closed and not view.ends_line(at + len(needle)):
                continue
            span = view.span(at, at + len(needle))
            if span is not None:
                spans.append(span)
    return [haystack.candidate(one, rung) for one in quote.fitting(haystack.source, spans)][: quote.most]


def _at_the_end(haystack: Haystack, quote: Quote, names: tuple[str, str]) -> list[Candidate]:
    """The quoted text ends with a newline, the file does not, and they are equal but for that."""
    fold, rung = names
    needle, _ = needle_of(quote.old, fold)
    text = haystack.text
    if not needle.endswith(b"\n") or text.endswith((b"\n", b"\r")) or quote.within.end < len(text):
        return []
    rows = needle.count(b"\n") + 2
    first = max(len(haystack.lines) - rows, 0)
    view, needle = View(haystack.source, haystack.lines[first:], fold, first), needle[:-1]
    start, end = view.range_of(quote.within)
    if needle.endswith(b"\n") or not needle or not view.text[start:end].endswith(needle):
        return []
    span = view.span(end - len(needle), end)
    if span is None or not quote.fits(haystack.source, span):
        return []
    return [replace(haystack.candidate(Span(span.start, len(text)), rung), ended=True)]


def _indentation(haystack: Haystack, quote: Quote) -> list[Candidate]:
    return blocks(haystack, quote, "stripped", "indentation")


def _typography(haystack: Haystack, quote: Quote) -> list[Candidate]:
    """Both as parts of lines and as whole lines, with plain characters for typographic ones."""
    if haystack.source.encoding is None or (haystack.text.isascii() and quote.old.isascii()):
        return []
    found = _in_view(haystack, quote, ("typography", "typography"))
    found = found or _at_the_end(haystack, quote, ("typography", "typography"))
    return found or blocks(haystack, quote, "typography stripped", "typography")


def _line_numbers(haystack: Haystack, quote: Quote) -> list[Candidate]:
    """The text without a column of line numbers, by the rungs above."""
    ways = [(cut, old) for cut in (0, 1) if (old := without_numbers(quote.old, cut)) is not None and old.strip()]
    for rung in WRITING[: WRITING.index("line-numbers")]:
        for cut, old in ways:
            found = _RUNGS[rung](haystack, replace(quote, old=old))
            if found:
                return [replace(one, rung="line-numbers", base=one.rung, cut=cut) for one in found]
    return []


_BY_LINES = ("newlines", "trailing", "indentation")
_RUNGS: dict[str, Callable[[Haystack, Quote], list[Candidate]]] = {
    "exact": _exact,
    "newlines": _newlines,
    "trailing": _trailing,
    "indentation": _indentation,
    "typography": _typography,
    "line-numbers": _line_numbers,
    "tokens": same_tokens,
}
