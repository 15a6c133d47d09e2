"""The begin-patch format: `*** Begin Patch`, a section a file, `*** End Patch`.

A section adds, deletes or updates a file; an update may move it. Its hunks begin with `@@`, which may name a line that
the hunk is under, or several, one below the other. There are no line numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.formats.body import FENCE, read_body, read_header
from structedit.edit.formats.paths import decoded
from structedit.edit.formats.records import FilePatch, malformed, no_patch
from structedit.edit.formats.unified import split_patch
from structedit.edit.hunk import Hunk, HunkLine

if TYPE_CHECKING:
    from collections.abc import Sequence

BEGIN, END, END_OF_FILE = b"*** Begin Patch", b"*** End Patch", b"*** End of File"
_SECTION = re.compile(rb"\s*\*\*\* (Add|Delete|Update) File: (.+?)\s*")
_MOVE = re.compile(rb"\s*\*\*\* Move to: (.+?)\s*")
_HEREDOC = re.compile(rb"(?:\w+\s+)?<<-?\s*(['\"]?)(\w+)\1\s*")
_MAGIC = re.compile(rb"%%\w+\s*")
_SECTIONS = "*** Add File:, *** Delete File:, *** Update File: or *** End Patch"


def read_begin_patch(text: bytes) -> list[FilePatch]:
    """The files of a patch, in its order. Raises BAD_REQUEST with the line of the patch that is wrong."""
    lines, at = _unwrapped(split_patch(text))
    found: list[FilePatch] = []
    count = 0
    while at < len(lines):
        section = _SECTION.fullmatch(lines[at])
        if section is None:
            if not lines[at].strip():
                at += 1
                continue
            raise malformed(at + 1, _SECTIONS, lines[at])
        word, file = section[1], decoded(section[2], at + 1)
        if word == b"Add":
            patch, at = _added(lines, at, file)
        elif word == b"Delete":
            patch, at = FilePatch("remove", file, line=at + 1), at + 1
        else:
            patch, at = _updated(lines, at, file, count)
            count += len(patch.hunks)
        found.append(patch)
    if not found:
        raise malformed(at + 1, _SECTIONS, b"*** End Patch")
    return found


def _unwrapped(lines: list[bytes]) -> tuple[list[bytes], int]:
    """The lines up to `*** End Patch`, and the index of the first behind `*** Begin Patch`.

    A shell command around them is left out. Both may be missing, but not one alone: then the patch may be cut off.
    """
    filled = [row for row, line in enumerate(lines) if line.strip()]
    if not filled:
        raise no_patch("begin-patch", "a first line *** Begin Patch")
    first, last = filled[0], filled[-1]
    if _SECTION.fullmatch(lines[first]) and lines[last].strip() != END:
        return lines, first
    if _MAGIC.fullmatch(lines[first]) and len(filled) > 1:
        filled = filled[1:]
        first = filled[0]
    heredoc = _HEREDOC.fullmatch(lines[first].strip())
    if heredoc and lines[last].strip() == heredoc[2] and len(filled) > 2:
        first, last = filled[1], filled[-2]
    if lines[first].strip() != BEGIN:
        fenced = FENCE.fullmatch(lines[first]) and any(line.strip() == BEGIN for line in lines)
        raise malformed(first + 1, "*** Begin Patch" + (" without a code fence" if fenced else ""), lines[first])
    if lines[last].strip() != END or last == first:
        raise malformed(last + 1, "*** End Patch as last line (the patch may be cut off)", lines[last])
    return lines[:last], first + 1


def _added(lines: Sequence[bytes], at: int, file: str) -> tuple[FilePatch, int]:
    start = at
    at += 1
    text: list[HunkLine] = []
    while at < len(lines) and lines[at].startswith(b"+"):
        text.append(HunkLine("+", lines[at][1:]))
        at += 1
    hunk = Hunk(number=0, lines=tuple(text), patch_line=start + 1)
    return FilePatch("create", file, (hunk,), line=start + 1), at


def _updated(lines: Sequence[bytes], at: int, file: str, count: int) -> tuple[FilePatch, int]:
    start = at
    at += 1
    to_file = ""
    if at < len(lines) and (move := _MOVE.fullmatch(lines[at])):
        to_file = decoded(move[1], at + 1)
        at += 1
    hunks: list[Hunk] = []
    while at < len(lines) and not _SECTION.fullmatch(lines[at]):
        if not lines[at].strip() and (hunks or not _is_body(lines, at)):
            at += 1
            continue
        hunk, at = _hunk(lines, at, count + len(hunks) + 1, first=not hunks)
        hunks.append(hunk)
    if not hunks and not to_file:
        raise malformed(start + 1, "hunks for the file, or *** Move to:,", lines[start])
    return FilePatch("rename" if to_file else "change", file, tuple(hunks), to_file, line=start + 1), at


def _is_body(lines: Sequence[bytes], at: int) -> bool:
    """Whether an empty line stands for an empty line of the file: the hunk has no `@@`."""
    following = next((line for line in lines[at:] if line.strip()), b"@@")
    return following[:1] in (b" ", b"+", b"-")


def _hunk(lines: Sequence[bytes], at: int, number: int, *, first: bool) -> tuple[Hunk, int]:
    start = at
    words: list[bytes] = []
    asked: int | None = None
    while at < len(lines) and lines[at].startswith(b"@@"):
        header = read_header(lines[at])
        asked = header.line
        words += [header.words] if header.words else []
        at += 1
    if at == start and not first:
        raise malformed(at + 1, "@@ before the next hunk, or a section", lines[at])
    body = read_body(lines, at, read_header(b"@@"), _ends)
    at = body.end
    at_end = at < len(lines) and lines[at].strip() == END_OF_FILE
    if not body.lines:
        raise malformed(at + 1, "a line of the hunk", lines[at] if at < len(lines) else END)
    if at < len(lines) and not at_end and not _ends(lines, at) and lines[at].strip():
        raise malformed(at + 1, "a line that begins with a blank, '+' or '-', or @@", lines[at])
    hunk = Hunk(number, body.lines, line=asked, headers=tuple(words), at_end=at_end, patch_line=start + 1)
    return hunk, at + at_end


def _ends(lines: Sequence[bytes], at: int) -> bool:
    line = lines[at]
    return line.startswith(b"@@") or (b"*** " in line[:8] and _is_marker(line))


def _is_marker(line: bytes) -> bool:
    return line.strip() == END_OF_FILE or (not line.startswith(b" ") and _SECTION.fullmatch(line) is not None)
