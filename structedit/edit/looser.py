"""Hunks whose lines are in the file but for their indentation or typographic characters: the rungs of quoted text.

The lines that such a hunk adds are fitted as the replacement of a quoted text is; those that stay keep their bytes.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from structedit.edit.rebase import edit_of, is_safe, rebased
from structedit.select.search import Haystack, search
from structedit.syntax.tree import parse

if TYPE_CHECKING:
    from structedit.edit.hunk import Hunk
    from structedit.edit.placing import Found, Lines
    from structedit.select.ladder import Candidate
    from structedit.text.patch import Edit

LOWEST = "typography"


class Loose:
    """The text as quoted text is searched in it, and what was found, by the old lines and the row."""

    __slots__ = ("found", "haystack")

    def __init__(self, lines: Lines) -> None:
        tree = parse(lines.source, lines.grammar) if lines.grammar is not None else None
        self.haystack = Haystack(lines.source, tree)
        self.found: dict[tuple[bytes, int], Candidate] = {}


def looser(lines: Lines, hunk: Hunk) -> tuple[str, list[int]]:
    """The rung and the rows where the old lines of a hunk stand as whole lines."""
    if lines.loose is None:
        lines.loose = Loose(lines)
    loose = lines.loose
    rows: list[int] = []
    rung = "exact"
    old = _text(hunk, "+")
    for one in search(loose.haystack, old, max_rung=LOWEST, whole=True):
        row = bisect_right(lines.starts, one.span.start) - 1
        whole = one.span.end == lines.starts[row + len(hunk.old)] if row + len(hunk.old) <= len(lines) else False
        if not one.trimmed and (whole or one.ended):
            loose.found[old, row] = one
            rows.append(row)
            rung = one.rung
    return rung, rows


def fitted(lines: Lines, hunk: Hunk, found: Found) -> list[Edit]:
    """The edit of a hunk that was found there."""
    assert lines.loose is not None
    old = _text(hunk, "+")
    candidate = lines.loose.found[old, found.row]
    new = rebased(lines.loose.haystack, candidate, old, _text(hunk, "-"))
    return [edit_of(lines.source.text, candidate.span, new)]


def keeps_tokens(lines: Lines, hunk: Hunk, found: Found) -> bool:
    """Whether the old lines of a hunk and what was found there are the same to a parser."""
    old = _text(hunk, "+")
    candidate = lines.loose.found.get((old, found.row)) if lines.loose is not None else None
    return candidate is not None and lines.loose is not None and is_safe(lines.loose.haystack, candidate, old)


def _text(hunk: Hunk, without: str) -> bytes:
    """The old or the new lines as one text."""
    return b"".join(line.text.removesuffix(b"\r") + b"\n" for line in hunk.lines if line.mark != without)
