"""The lines of a hunk: what stays, what goes (-), what comes (+). Counts of models are wrong more often than lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.formats.records import malformed
from structedit.edit.hunk import HunkLine
from structedit.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NUMBERS = re.compile(rb"@@\s*-(\d+)(?:,(\d+))?\s+\+(\d+)(?:,(\d+))?\s*(?:@@|$)")
WORDLESS = re.compile(rb"@@(?:[\s.?,+@-]*|\s*\.\.\.\s*@@.*)")
FENCE = re.compile(rb"\s*(`{3,}|~{3,})\s*[\w.+-]*\s*")
_SIGNATURE = re.compile(rb"\d[\w.\-]*(?: \(.*\))?\s*")


@record
class Header:
    """A line that begins a hunk. Lines count from 1; `old_count` is None where the counts are not said.

    `words`: the line of the file that the hunk is under, where no numbers are given.
    """

    line: int | None = None
    old_count: int | None = None
    new_line: int | None = None
    new_count: int | None = None
    words: bytes = b""


@record
class Body:
    """The lines of a hunk, and the index of the first line of the patch behind them."""

    lines: tuple[HunkLine, ...]
    end: int


def read_header(line: bytes) -> Header:
    """What an `@@` line says: numbers, or words, or nothing."""
    found = NUMBERS.match(line)
    if found:
        old, old_count, new, new_count = found.groups()
        if max(map(len, found.groups(b""))) > 9:
            return Header()
        return Header(int(old), int(old_count or 1), int(new), int(new_count or 1))
    if WORDLESS.fullmatch(line):
        return Header()
    return Header(words=line[2:].strip().removesuffix(b"@@").rstrip())


def read_body(lines: Sequence[bytes], start: int, header: Header, ends: Callable[[Sequence[bytes], int], bool]) -> Body:
    """The lines of the hunk that begins at an index of the patch; `ends` says whether a line begins something else.

    By the counts where the lines bear them out, else by the marks up to whatever is not a line of a hunk. Raises
    BAD_REQUEST for a line without a mark inside of it.
    """
    counted = _by_counts(lines, start, header)
    if counted is not None and not _goes_on(lines, counted.end, ends):
        return counted
    return _by_marks(lines, start, ends)


def _by_counts(lines: Sequence[bytes], start: int, header: Header) -> Body | None:
    if header.old_count is None or header.new_count is None:
        return None
    old, new = header.old_count, header.new_count
    found: list[HunkLine] = []
    at = start
    while (old or new) and at < len(lines):
        line = lines[at] or b" "
        mark = line[:1].decode("latin-1")
        if mark == "\\" and found:
            _unend(found)
        elif mark in " -+":
            old, new = old - (mark != "+"), new - (mark != "-")
            found.append(HunkLine(mark, line[1:]))
        else:
            return None
        if old < 0 or new < 0:
            return None
        at += 1
    while at < len(lines) and lines[at].startswith(b"\\") and found:
        _unend(found)
        at += 1
    return None if old or new else Body(tuple(found), at)


def _goes_on(lines: Sequence[bytes], at: int, ends: Callable[[Sequence[bytes], int], bool]) -> bool:
    """Whether lines of the hunk follow although the counts are used up."""
    if at >= len(lines) or not lines[at] or is_signature(lines, at) or ends(lines, at):
        return False
    return lines[at][:1] in (b" ", b"+", b"-") and bool(lines[at].strip())


def _by_marks(lines: Sequence[bytes], start: int, ends: Callable[[Sequence[bytes], int], bool]) -> Body:
    found: list[HunkLine] = []
    bare = 0  # how many lines at the end are empty in the patch itself: they may stand behind the hunk
    at = start
    while at < len(lines) and not ends(lines, at) and not is_signature(lines, at):
        line = lines[at] or b" "
        mark = line[:1].decode("latin-1")
        if mark == "\\" and found:
            _unend(found)
        elif mark in " -+":
            found.append(HunkLine(mark, line[1:]))
            bare = 0 if lines[at] else bare + 1
        elif FENCE.fullmatch(line) or bare:
            break
        else:
            raise malformed(at + 1, "a line that begins with a blank, '+' or '-'", lines[at])
        at += 1
    _refuse_more(lines, at, ends)
    return Body(tuple(found[: len(found) - bare]), at)


def _refuse_more(lines: Sequence[bytes], at: int, ends: Callable[[Sequence[bytes], int], bool]) -> None:
    """Prose may follow a hunk. If marked lines follow the prose, it was a line of the hunk without its mark."""
    prose = at
    while at < len(lines) and not ends(lines, at) and not is_signature(lines, at) and not FENCE.fullmatch(lines[at]):
        if lines[at][:1] in (b"+", b"-"):
            raise malformed(prose + 1, "a line that begins with a blank, '+' or '-'", lines[prose])
        at += 1


def is_signature(lines: Sequence[bytes], at: int) -> bool:
    """The end of a mail that git makes: `-- ` and its version."""
    if lines[at].rstrip(b"\r") not in (b"-- ", b"--"):
        return False
    following = next((lines[row] for row in range(at + 1, min(at + 4, len(lines))) if lines[row].strip()), None)
    return following is None or _SIGNATURE.fullmatch(following) is not None


def _unend(found: list[HunkLine]) -> None:
    found[-1] = HunkLine(found[-1].mark, found[-1].text, ended=False)
