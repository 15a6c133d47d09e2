"""How the indentation of a quoted block maps to that of the block which was found: level by level, in one direction."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.record import record, replace
from structedit.text import indent
from structedit.text.indent import leading

if TYPE_CHECKING:
    from collections.abc import Container


@record
class Levels:
    """`known` pairs each indentation of the quoted text with the one of the file, the shallowest first.

    `first` is the one of the first line, where the caller cut its indentation off; `units` are one step of the
    caller's and one of the file's. `moved`: lines inside strings were moved with the others. `tab`: how many blanks
    stand for a tab of the caller's.
    """

    known: tuple[tuple[bytes, bytes], ...]
    first: bytes | None = None
    units: tuple[bytes, bytes] = (b"", b"")
    moved: bool = False
    tab: int = 8

    def place(self, indentation: bytes, is_first: bool = False) -> bytes:
        """The indentation in the file for one of the caller's."""
        if is_first and self.first is not None and not indentation:
            return self.first
        if all(theirs == ours for theirs, ours in self.known):
            return indentation  # the caller counts as the file
        if all(theirs.expandtabs(self.tab) == ours for theirs, ours in self.known):
            return indentation.expandtabs(self.tab)  # but for tabs
        for theirs, ours in self.known:
            if theirs == indentation:
                return ours
        wide = width(indentation, self.tab)
        theirs, ours = self._nearest(wide)
        more = wide - width(theirs, self.tab)
        if not more:
            return ours
        step = width(self.units[0], self.tab)
        if not step or more % step:
            return ours + b" " * more if more > 0 else self._cut(ours, -more)
        if more > 0:
            return ours + self.units[1] * (more // step)
        cut = len(self.units[1]) * (-more // step)
        return self._cut(ours, cut)

    def _cut(self, ours: bytes, size: int) -> bytes:
        if size > len(ours):
            raise StructeditError(
                "SEARCH_FAILED",
                "The quoted text is there with less indentation, and a line of the new text would stand left of the "
                "first column.",
                "Quote the text as it stands in the file, and indent the new text to go with it.",
            )
        return ours[: len(ours) - size]

    def _nearest(self, wide: int) -> tuple[bytes, bytes]:
        """The deepest that is not deeper, else the shallowest."""
        sizes = {width(pair[0], self.tab): pair for pair in self.known}
        above = [size for size in sizes if size <= wide]
        return sizes[max(above) if above else min(sizes)] if sizes else (b"", b"")


def width(indentation: bytes, tab: int = 8) -> int:
    return len(indentation.expandtabs(tab))


def levels(old: list[bytes], found: list[bytes], fixed: Container[int] = ()) -> Levels | None:
    """What maps the indentation of the one block to that of the other, line by line; None where nothing does.

    Lines of the same depth must be so in both, and deeper ones deeper. `fixed` are the numbers of the lines in which
    every byte counts: they may be equal as they stand. The first line may lack its indentation.
    """
    rows = [row for row, line in enumerate(old) if line.strip()]
    free = [row for row in rows if row not in fixed or old[row] != found[row]]
    pairs = [(leading(old[row]), leading(found[row])) for row in free]
    moved = any(row in fixed for row in free)
    known = _mapping(pairs)
    if known is not None:
        return Levels(known, moved=moved)
    if len(pairs) < 2 or pairs[0][0]:
        return None
    known = _mapping(pairs[1:])
    if known is None or pairs[0][1] not in [ours for _, ours in known]:
        return None
    return Levels(known, pairs[0][1], moved=moved)


def _even(known: list[tuple[bytes, bytes]]) -> bool:
    """Whether the one indentation is the other moved as a block, with another tab or another step."""
    for tab in (8, 4, 2, 3):
        sizes = [(len(theirs.expandtabs(tab)), len(ours.expandtabs(tab))) for theirs, ours in known]
        if len({ours - theirs for theirs, ours in sizes}) < 2:
            return True
    (one, other), *rest = sizes = [(width(theirs), width(ours)) for theirs, ours in known]
    wide, far = sizes[-1][0] - one, sizes[-1][1] - other
    return all((theirs - one) * far == (ours - other) * wide for theirs, ours in rest)


def _moved_by(pairs: list[tuple[bytes, bytes]]) -> bool:
    """Whether the one indentation is the other behind the same blanks everywhere."""
    if not all(ours.endswith(theirs) for theirs, ours in pairs):
        return False
    return len({ours[: len(ours) - len(theirs)] for theirs, ours in pairs}) < 2


def _mapping(pairs: list[tuple[bytes, bytes]]) -> tuple[tuple[bytes, bytes], ...] | None:
    if _moved_by(pairs) or _moved_by([(ours, theirs) for theirs, ours in pairs]):
        return tuple(sorted(set(pairs), key=lambda pair: width(pair[0])))
    known = sorted(set(pairs), key=lambda pair: (width(pair[0]), width(pair[1])))
    for (one, ours), (other, theirs) in pairwise(known):
        if (width(one) < width(other)) != (width(ours) < width(theirs)):
            return None
    return tuple(known) if not known or _even(known) else None


def _tab_width(known: tuple[tuple[bytes, bytes], ...]) -> int:
    """How many blanks stand in the file for a tab of the caller's, if that is one number; else 0."""
    with_tabs = [(theirs, ours) for theirs, ours in known if b"\t" in theirs]
    sizes = [tab for tab in (4, 8, 2, 3) if all(theirs.expandtabs(tab) == ours for theirs, ours in with_tabs)]
    return sizes[0] if with_tabs and sizes else 0


def _is_plain_shift(known: tuple[tuple[bytes, bytes], ...], theirs: bytes, ours: bytes) -> bool:
    """Whether the block was only moved, and steps of the caller's stay as they are: blanks stay blanks.

    Where one line is as deep in steps of the caller's as it is in steps of the file's, it was written in other steps.
    """
    if b"\t" in theirs + ours + b"".join(one + other for one, other in known):
        return False
    if len({len(other) - len(one) for one, other in known}) != 1:
        return False
    one, other = known[-1]
    return len(known) > 1 or not one or len(one) * len(ours) != len(other) * len(theirs)


def with_units(found: Levels, quoted: bytes, ours: bytes) -> Levels:
    """The same with one step of the caller's text and one of the file's (empty: not known)."""
    theirs = indent.unit(quoted, default=b"")
    theirs, ours = theirs or ours, ours or theirs
    tab = _tab_width(found.known)
    found = replace(found, tab=tab or 8)
    if theirs == b"\t" and b"\t" not in ours:
        ours = b" " * (tab or len(ours))
    if _is_plain_shift(found.known, theirs, ours):
        return replace(found, units=(theirs, theirs))
    if len(found.known) == 1 and ours == b" " and theirs:
        # a single blank is hardly a step: how deep the caller counts the one line tells more
        deep, size = width(found.known[0][0]), width(theirs)
        steps = deep // size if not deep % size else 0
        wide = width(found.known[0][1])
        ours = b" " * (wide // steps) if steps and wide and not wide % steps else ours
    return replace(found, units=(theirs, ours))
