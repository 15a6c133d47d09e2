"""A place that is only similar: what would be written there, whether it may be, and the token that confirms it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from structedit.edit.aligning import runs
from structedit.select.levels import levels, with_units
from structedit.select.views import BLANKS, split_lines, without_edges
from structedit.text.digest import hex_digest
from structedit.text.indent import leading

if TYPE_CHECKING:
    from structedit.select.ladder import Candidate
    from structedit.select.levels import Levels
    from structedit.select.search import Haystack

FLOOR = 80.0
MARGIN = 8.0
_MISREAD = 60.0
_MOST_LINES = 40
_LONGEST = 160
_PIECE = rb"\w+|[^\w\s]"


def merged(haystack: Haystack, one: Candidate, old: bytes, new: bytes) -> bytes:
    """The found lines with what changes from the old text to the new: lines that do not change stay as they are."""
    old, new = without_edges(old, new)
    quoted, fresh = split_lines(old), split_lines(new) if new else []
    closed = not quoted[-1]
    if closed:
        quoted.pop()
    if closed and len(fresh) > 1 and not fresh[-1]:
        fresh.pop()
    found = haystack.lines[one.line - 1 : one.end_line]
    stands = _stands_for(quoted, found)
    pairs = [(quoted[at], found[rows[0]]) for at, rows in enumerate(stands) if len(rows) == 1]
    shift = levels([left for left, _ in pairs], [right for _, right in pairs])
    moved = None if shift is None else with_units(shift, old + b"\n" + new, haystack.unit)
    kept: list[bytes] = []
    for i1, i2, j1, j2, equal in runs(
        [line.rstrip(BLANKS) for line in quoted], [line.rstrip(BLANKS) for line in fresh]
    ):
        if equal:
            kept += [found[row] for at in range(i1, i2) for row in stands[at]]
        else:
            kept += [_placed(line, moved) for line in fresh[j1:j2]]
    newline = haystack.source.newline_at(one.span.end)
    ends = one.span.of(haystack.text).endswith((b"\n", b"\r"))
    return newline.join(kept) + (newline if ends and kept else b"")


def _placed(line: bytes, moved: Levels | None) -> bytes:
    before = leading(line)
    return line if moved is None or not line.strip() else moved.place(before) + line[len(before) :]


def _stands_for(quoted: list[bytes], found: list[bytes]) -> list[list[int]]:
    """For each quoted line the lines of the file that stand for it."""
    stands: list[list[int]] = [[] for _ in quoted]
    for i1, i2, j1, j2, _ in runs([line.strip(BLANKS) for line in quoted], [line.strip(BLANKS) for line in found]):
        for j in range(j1, j2):
            stands[max(min(i1 + j - j1, i2 - 1), 0)].append(j)
    return stands


def is_settled(haystack: Haystack, one: Candidate, old: bytes, new: bytes) -> bool:
    """Whether the place may be written at once.

    Each word and sign in which it is not the quoted text was misread (words that are much alike, signs, numbers), and
    is one that the new text has another one for. A quoted line that stands somewhere else as it is was not misread.
    """
    found = one.span.of(haystack.text)
    asked, there, fresh = (re.findall(_PIECE, text) for text in (old, found, new))
    if len(there) != len(asked):
        return False
    changes = {
        at for i1, i2, j1, j2, equal in runs(asked, fresh) if not equal and i2 - i1 == j2 - j1 for at in range(i1, i2)
    }
    differ = [at for at in range(len(asked)) if asked[at] != there[at]]
    if not all(at in changes and _is_misread(asked[at], there[at]) for at in differ):
        return False
    here = {line.strip(BLANKS) for line in split_lines(found)}
    others = {line.strip(BLANKS) for line in haystack.lines}
    missing = {line.strip(BLANKS) for line in split_lines(old)} - here - {b""}
    return not missing & others


def _is_misread(one: bytes, other: bytes) -> bool:
    if one[:1].isalpha() != other[:1].isalpha():
        return False
    if not one[:1].isalpha():
        return True
    from rapidfuzz import fuzz

    return fuzz.ratio(one.lower(), other.lower()) >= _MISREAD


def token(haystack: Haystack, one: Candidate, old: bytes, new: bytes) -> str:
    """The hash of what was asked and of what is there: 16 hex digits."""
    parts = (str(one.line).encode(), one.span.of(haystack.text), old, new)
    return hex_digest(b"".join(len(part).to_bytes(8, "big") + part for part in parts))[:16]


def described(haystack: Haystack, one: Candidate, old: bytes, new: bytes) -> dict[str, Any]:
    """A proposal for an answer."""
    return {
        "line": one.line,
        "end_line": one.end_line,
        "score": one.score,
        "diff": visible_diff(old, one.span.of(haystack.text)),
        "confirm": token(haystack, one, old, new),
    }


def visible_diff(old: bytes, found: bytes) -> str:
    """The quoted lines (-) and those of the file (+); tabs as \u2192, blanks at line ends as \u00b7."""
    quoted, there = split_lines(old.strip(b"\r\n")), split_lines(found.strip(b"\r\n"))
    shown: list[str] = []
    for i1, i2, j1, j2, equal in runs(quoted, there):
        if equal:
            shown += [" " + _visible(line) for line in quoted[i1:i2]]
            continue
        shown += ["-" + _visible(line) for line in quoted[i1:i2]]
        shown += ["+" + _visible(line) for line in there[j1:j2]]
    rest = len(shown) - _MOST_LINES
    return "\n".join([*shown[:_MOST_LINES], f"\u2026 {rest} more lines"] if rest > 0 else shown)


def _visible(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace")
    bare = text.rstrip(" \t")
    text = bare + text[len(bare) :].replace(" ", "\u00b7")
    text = text.replace("\t", "\u2192").replace("\u00a0", "\u2423")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "\u2026"
