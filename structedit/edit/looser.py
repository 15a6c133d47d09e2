"""Hunks whose lines are in the file but for their indentation or typographic characters: the rungs of quoted text.

The lines that such a hunk adds are fitted as the replacement of a quoted text is; those that stay keep their bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.rebase import is_safe, rebased
from structedit.edit.unplaced import uneven
from structedit.errors import StructeditError
from structedit.record import replace
from structedit.select.ladder import MOST, RUNGS
from structedit.select.levels import width
from structedit.select.search import Haystack, search
from structedit.select.views import split_lines
from structedit.syntax.tree import parse
from structedit.text.indent import leading
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.hunk import Hunk
    from structedit.edit.line_index import Lines
    from structedit.edit.placing import Found
    from structedit.select.ladder import Candidate

LOWEST = "typography"


class Loose:
    """The text as quoted text is searched in it, and what was found, by the old lines and the row."""

    __slots__ = ("found", "haystack")

    def __init__(self, lines: Lines) -> None:
        tree = parse(lines.source, lines.grammar) if lines.grammar is not None else None
        self.haystack = Haystack(lines.source, tree)
        self.found: dict[tuple[bytes, int], Candidate] = {}


def looser(lines: Lines, hunk: Hunk) -> tuple[str, list[int]]:
    """The rung and the rows where the old lines of a hunk stand as whole lines, on the first rung that has any.

    Only where the lines are equal but for all blanks at their ends and for typography the ladder is asked.
    """
    old = _text(hunk, "+")
    found: dict[str, list[int]] = {}
    for row in lines.places_of(hunk, "typography stripped")[:MOST]:
        if lines.loose is None:
            lines.loose = Loose(lines)
        loose = lines.loose
        if _lost_mark(lines, hunk, row):
            return "exact", []  # where the hunk really is from; any other place would be a wrong one
        within = Span(lines.starts[row], lines.starts[row + len(hunk.old)])
        for one in search(loose.haystack, old, within=within, max_rung=LOWEST, whole=True):
            if not one.trimmed and one.span.start == within.start and (one.span.end == within.end or one.ended):
                loose.found[old, row] = one
                found.setdefault(one.rung, []).append(row)
    rung = min(found, key=RUNGS.index, default="exact")
    return rung, found.get(rung, [])


def fitted(lines: Lines, hunk: Hunk, found: Found) -> Hunk:
    """The hunk with the lines that it adds as the file has it; the others are not written at all.

    Raises PATCH_FAILED where those that stay tell another indentation than those that go.
    """
    assert lines.loose is not None
    old = _text(hunk, "+")
    try:
        new = rebased(lines.loose.haystack, lines.loose.found[old, found.row], old, _text(hunk, "-"))
    except StructeditError:
        raise uneven(hunk, found) from None
    made = split_lines(new)[: len(hunk.new)] if new else []
    if len(made) != len(hunk.new) or not _keeps_context(lines, hunk, found, made):
        raise uneven(hunk, found)
    fit = iter(made)
    texts = [line.text if line.mark == "-" else next(fit) for line in hunk.lines]
    return replace(hunk, lines=tuple(replace(one, text=text) for one, text in zip(hunk.lines, texts, strict=True)))


def _keeps_context(lines: Lines, hunk: Hunk, found: Found, made: list[bytes]) -> bool:
    """Whether the lines that stay came out as they are in the file."""
    old = [line.mark for line in hunk.old]
    rows = [found.row + at for at, mark in enumerate(old) if mark == " "]
    kept = [text for text, line in zip(made, hunk.new, strict=True) if line.mark == " "]
    return [lines.rows[row].removesuffix(b"\r").rstrip() for row in rows] == [text.rstrip() for text in kept]


def _lost_mark(lines: Lines, hunk: Hunk, row: int) -> bool:
    """Whether a line is just one blank deeper in the file: then the blank that marks what stays was forgotten."""
    pairs = zip(hunk.old, lines.rows[row : row + len(hunk.old)], strict=False)
    return any(line.text.strip() and width(leading(text)) - width(leading(line.text)) == 1 for line, text in pairs)


def keeps_tokens(lines: Lines, hunk: Hunk, found: Found) -> bool:
    """Whether the old lines of a hunk and what was found there are the same to a parser."""
    old = _text(hunk, "+")
    candidate = lines.loose.found.get((old, found.row)) if lines.loose is not None else None
    return candidate is not None and lines.loose is not None and is_safe(lines.loose.haystack, candidate, old)


def _text(hunk: Hunk, without: str) -> bytes:
    """The old or the new lines as one text."""
    return b"".join(line.text.removesuffix(b"\r") + b"\n" for line in hunk.lines if line.mark != without)
