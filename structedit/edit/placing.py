"""Where the hunks of a patch belong in a file: one place for each, or a refusal. Never a guess.

A hunk is its old lines. Where all hunks of a file fit exactly at the lines that they name, they go there. Else every
place of every hunk is looked up, on the first rung that has any, and

    one place                        -> there, whatever line the hunk names
    several, one in this order       -> there: hunks neither overlap nor change places
    several, one at the named line   -> there; the line is shifted as far as the hunks on both sides were
    else                             -> PATCH_FAILED with the places

A number is trusted only as far as nothing speaks against it: a git id that is not the file's, hunks around it that were
found elsewhere, or a block at the named line that is almost the one looked for (somebody has edited the original, and
what was found is its copy).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from structedit.edit.headers import under
from structedit.edit.line_index import FOLDS, keys_of
from structedit.edit.looser import looser
from structedit.edit.unplaced import ambiguous, nowhere, out_of_order, same_line, without_place
from structedit.record import record, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structedit.edit.hunk import Hunk
    from structedit.edit.line_index import Lines
    from structedit.edit.operations import Hunks

MOST = 20  # places of one hunk that a refusal shows
ALIKE, LEAST_LETTERS = 2 / 3, 4  # so many of the lines equal at the named line, one with so many letters: the original?


@record
class Found:
    """Where a hunk belongs: the row of its first old line, or of the line that its new ones stand before."""

    row: int
    count: int
    rung: str

    @property
    def end(self) -> int:
        return self.row + self.count


def place(lines: Lines, operation: Hunks, trusted: bool) -> list[tuple[Hunk, Found]]:
    """Each hunk, in its order, and its place. `trusted`: nothing says that the file is not the one of the numbers.

    Blank lines at the ends of a hunk that the file has not are left out where they only were context.

    Raises PATCH_FAILED for the first hunk that has none.
    """
    hunks = list(operation.hunks)
    named = [one for one in (_at_named_line(lines, hunk) for hunk in hunks) if one is not None]
    if trusted and len(named) == len(hunks) and _ordered(_sorted(named)):
        return list(zip(hunks, named, strict=True))
    _refuse_same(hunks)
    numbers = [hunk.line for hunk in hunks if hunk.line is not None]
    if numbers != sorted(numbers):  # the order of the hunks says something else than their numbers
        hunks = [replace(hunk, line=None) for hunk in hunks]
    search = _Search(lines, hunks, trusted)
    found = search.settle(in_order=operation.in_order)
    return list(zip(search.hunks, found, strict=True))


def _refuse_same(hunks: Sequence[Hunk]) -> None:
    """A hunk that is there twice would take the place of another that looks the same."""
    seen: dict[tuple[object, ...], Hunk] = {}
    for hunk in hunks:
        if hunk.old and hunk.line is not None:
            other = seen.setdefault((hunk.line, *(line.text for line in hunk.old)), hunk)
            if other is not hunk:
                raise same_line(other, hunk)


def _at_named_line(lines: Lines, hunk: Hunk) -> Found | None:
    """The place that a hunk names, if its lines stand there exactly."""
    if hunk.line is None or hunk.headers:
        return None
    old = hunk.old
    row = _row(hunk)
    if not old:
        return Found(row, 0, "exact") if row <= len(lines) else None
    if row < 0 or lines.rows[row : row + len(old)] != [line.text for line in old]:
        return None
    return Found(row, len(old), "exact") if _same_end(lines, row, hunk) else None


def _row(hunk: Hunk) -> int:
    """The row that a hunk names; one without old lines names the line that it follows."""
    line = hunk.line or 0
    return line if not hunk.old else line - 1


def _same_end(lines: Lines, row: int, hunk: Hunk) -> bool:
    """Whether the last old line ends as the line of the file does."""
    old = hunk.old
    last = row + len(old) == len(lines)
    return old[-1].ended == (lines.closed or not last)


def _sorted(found: Sequence[Found]) -> list[Found]:
    return sorted(found, key=lambda one: (one.row, one.end))


def _ordered(found: Sequence[Found]) -> bool:
    return all(one.end <= other.row for one, other in pairwise(found))


@record(frozen=False)
class _Choice:
    """The rows where one hunk may begin: those of `rows` (ascending, shared by equal hunks) from `low` up to `high`."""

    rows: list[int]
    count: int
    rung: str
    low: int
    high: int

    def __len__(self) -> int:
        return self.high - self.low

    def only(self, rows: list[int]) -> None:
        self.rows, self.low, self.high = rows, 0, len(rows)

    @property
    def found(self) -> list[Found]:
        return [Found(row, self.count, self.rung) for row in self.rows[self.low : self.high]]


class _Search:
    """The hunks of one file, and all places that each may have."""

    def __init__(self, lines: Lines, hunks: list[Hunk], trusted: bool) -> None:
        self.lines = lines
        self.hunks = hunks
        self.trusted = trusted
        self._seen: dict[tuple[bytes, ...], tuple[str, list[int]]] = {}
        self.choices = [self._choice(at) for at in range(len(hunks))]
        self.before: list[int | None] = []
        self.behind: list[int | None] = []
        self.unmoved = False  # nothing speaks against the numbers

    def settle(self, *, in_order: bool) -> list[Found]:
        """One place for each hunk."""
        self._settle_by_order()
        self.before, self.behind = self._shifts()
        self.unmoved = self.trusted and not any(self.before) and not any(self.behind)
        for at, choice in enumerate(self.choices):
            if self.hunks[at].old and len(choice) > 1:
                self._settle_by_line(at)
            elif not self.hunks[at].old and len(choice) != 1:
                choice.only([self._insertion(at)])
        found = [choice.found[0] for choice in self.choices]
        if not _ordered(found if in_order else _sorted(found)):
            raise out_of_order(self.lines, self.hunks, found)
        for at, one in enumerate(found):
            self._refuse_copy(at, one)
        return found

    def _choice(self, at: int) -> _Choice:
        """Every place where the old lines stand, on the first rung that has any."""
        hunk = self.hunks[at]
        rung, rows = self._rows(hunk) if hunk.old else ("exact", _anchored(self.lines, hunk))
        if not rows and hunk.old:
            trimmed = _without_blank_ends(hunk)
            rung, rows = self._rows(trimmed) if trimmed.old and trimmed != hunk else (rung, [])
            if not rows:
                raise nowhere(self.lines, hunk)
            hunk = self.hunks[at] = trimmed
        count = len(hunk.old)
        if hunk.headers:
            rows = under(self.lines, hunk, rows)
        if hunk.at_end and rows and rows[-1] + count == len(self.lines):
            rows = rows[-1:]
        return _Choice(rows, count, rung, 0, len(rows))

    def _rows(self, hunk: Hunk) -> tuple[str, list[int]]:
        key = tuple(line.text for line in hunk.old)
        ended = hunk.old[-1].ended
        if key not in self._seen or not ended:
            self._seen[key] = self._look(hunk)
        return self._seen[key]

    def _look(self, hunk: Hunk) -> tuple[str, list[int]]:
        for rung in FOLDS:
            rows = self.lines.places_of(hunk, rung)
            if rung == "exact":
                rows = [row for row in rows if _same_end(self.lines, row, hunk)]
            if rows:
                return rung, rows
        return looser(self.lines, hunk)

    def _settle_by_order(self) -> None:
        """Leave out the places that hunks can only have if others change places or overlap."""
        filled = [choice for choice in self.choices if choice.count]
        if all(len(choice) == 1 for choice in filled):
            return
        first = _earliest(filled)
        last = _latest(filled) if first is not None else None
        if first is None or last is None:
            return
        for choice, low, high in zip(filled, first, last, strict=True):
            choice.low, choice.high = low, high + 1

    def _shifts(self) -> tuple[list[int | None], list[int | None]]:
        """For each hunk how far the nearest settled ones before and behind it are from the lines that they name."""
        known: list[int | None] = [
            choice.rows[choice.low] - _row(hunk) if hunk.line is not None and hunk.old and len(choice) == 1 else None
            for hunk, choice in zip(self.hunks, self.choices, strict=True)
        ]
        return _last_known(known), _last_known(known[::-1])[::-1]

    def _shift(self, at: int) -> int | None:
        """How far the file has moved around a hunk; None where that is not known.

        What was found on one side alone says nothing of the other, except that numbers are not to be trusted.
        """
        before, behind = self.before[at], self.behind[at]
        if before is not None and before == behind:
            return before
        return 0 if self.unmoved else None

    def _settle_by_line(self, at: int) -> None:
        """Take the place at the line that the hunk names, as far as that can be trusted."""
        hunk, choice = self.hunks[at], self.choices[at]
        shift = self._shift(at)
        if hunk.line is None or shift is None or _row(hunk) + shift not in choice.rows[choice.low : choice.high]:
            raise ambiguous(self.lines, hunk, choice.found[:MOST])
        choice.only([_row(hunk) + shift])

    def _insertion(self, at: int) -> int:
        """The place of a hunk without old lines: the line that it names, since nothing else says where."""
        hunk = self.hunks[at]
        shift = self._shift(at)
        if hunk.line is None or shift is None:
            why = "nothing in it says where" if hunk.line is None else "the file has changed since the patch was made"
            raise without_place(hunk, why)
        row = _row(hunk) + shift
        if not 0 <= row <= len(self.lines):
            raise without_place(hunk, f"the file has {len(self.lines)} lines")
        return row

    def _refuse_copy(self, at: int, found: Found) -> None:
        """Somebody may have edited the block that the hunk is for; then what was found is a copy of it."""
        hunk = self.hunks[at]
        if hunk.line is None:
            return
        rows = {_row(hunk) + (shift or 0) for shift in (0, self.before[at], self.behind[at])}
        if found.row in rows:
            return
        old = keys_of([line.text for line in hunk.old], "trailing")
        keys = self.lines.keys("trailing")
        for row in rows:
            apart = row >= found.end or row + len(old) <= found.row
            if row >= 0 and apart and _is_alike(old, keys[row : row + len(old)], found.rung):
                raise ambiguous(self.lines, hunk, [Found(row, len(old), "similar"), found])


def _is_alike(old: list[bytes], there: list[bytes], rung: str) -> bool:
    """Whether so many lines are equal that one may be the other, edited; the less sure what was found is, the fewer.

    Lines that say nothing, such as brackets, do not count alone.
    """
    same = [one for one, other in zip(old, there, strict=False) if one.strip() and one == other]
    if not any(len(re.findall(rb"\w", one)) >= LEAST_LETTERS for one in same):
        return False
    filled = sum(bool(one.strip()) for one in old)
    return rung not in FOLDS or len(same) >= filled * (ALIKE if filled > 2 else 1 / 2)


def _without_blank_ends(hunk: Hunk) -> Hunk:
    """The hunk without the blank lines at its ends that only are context."""
    lines = list(hunk.lines)
    cut = 0
    while lines and lines[0].mark == " " and not lines[0].text.strip():
        del lines[0]
        cut += 1
    while lines and lines[-1].mark == " " and not lines[-1].text.strip():
        del lines[-1]
    return replace(hunk, lines=tuple(lines), line=hunk.line + cut if hunk.line else hunk.line)


def _anchored(lines: Lines, hunk: Hunk) -> list[int]:
    """The row for a hunk without old lines that something else than a number tells; [] where nothing does."""
    if hunk.headers:
        return []
    return [len(lines)] if hunk.at_end or not lines.rows else []


def _earliest(choices: Sequence[_Choice]) -> list[int] | None:
    """For each the first place behind that of the one before, as an index of its rows; None where there is none."""
    found: list[int] = []
    done = 0
    for choice in choices:
        at = bisect_left(choice.rows, done, choice.low, choice.high)
        if at == choice.high:
            return None
        found.append(at)
        done = choice.rows[at] + choice.count
    return found


def _latest(choices: Sequence[_Choice]) -> list[int] | None:
    """For each the last place before that of the one behind."""
    found: list[int] = []
    done: int | None = None
    for choice in reversed(choices):
        at = choice.high - 1
        if done is not None:
            at = bisect_right(choice.rows, done - choice.count, choice.low, choice.high) - 1
        if at < choice.low:
            return None
        found.append(at)
        done = choice.rows[at]
    return found[::-1]


def _last_known(known: Sequence[int | None]) -> list[int | None]:
    """For each the nearest value before it."""
    found: list[int | None] = []
    last: int | None = None
    for one in known:
        found.append(last)
        last = one if one is not None else last
    return found
