"""Search/replace blocks: a path, `<<<<<<< SEARCH`, the old lines, `=======`, the new lines, `>>>>>>> REPLACE`.

The blocks stand in the prose of an answer, most often in a code fence; the path is in one of the three lines above.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.formats.paths import decoded
from structedit.edit.formats.records import malformed, no_patch
from structedit.edit.formats.unified import split_patch
from structedit.record import record

if TYPE_CHECKING:
    from collections.abc import Sequence

_SEARCH = re.compile(rb"(<{5,9}) SEARCH>?\s*")
_DIVIDER = re.compile(rb"(={5,9})\s*")
_REPLACE = re.compile(rb"(>{5,9}) REPLACE\s*")
_ABOVE = 3


@record
class Block:
    """One block: what stands there (empty: the file is new) and what is to stand there, and its line in the patch."""

    file: str
    old: str
    new: str
    line: int


def read_blocks(text: bytes) -> list[Block]:
    """The blocks of a text, in its order. Raises BAD_REQUEST for one that is not whole or whose file is not named."""
    lines = split_patch(text)
    found: list[Block] = []
    at = ended = 0
    while at < len(lines):
        start = _SEARCH.fullmatch(lines[at])
        if start is None:
            _refuse_stray(lines, at)
            at += 1
            continue
        file = _path_above(lines, at, ended) or (found[-1].file if found else "")
        if not file:
            raise malformed(at + 1, "a line with the path of the file above the block", lines[max(at - 1, 0)])
        block, ended = _block(lines, at, len(start[1]), file)
        found.append(block)
        at = ended
    if not found:
        raise no_patch("search/replace block", "a line <<<<<<< SEARCH")
    return found


def _block(lines: Sequence[bytes], at: int, width: int, file: str) -> tuple[Block, int]:
    """The block that begins at a line. Of several dividers the one of the block's own width is meant."""
    end = next((row for row in range(at + 1, len(lines)) if _REPLACE.fullmatch(lines[row])), None)
    inner = next((row for row in range(at + 1, end or len(lines)) if _SEARCH.fullmatch(lines[row])), None)
    if end is None or inner is not None:
        row = len(lines) if inner is None else inner + 1
        got = b"the end of the patch" if inner is None else lines[inner]
        raise malformed(row, f">>>>>>> REPLACE for the block that begins at line {at + 1}", got)
    rows = [row for row in range(at + 1, end) if _DIVIDER.fullmatch(lines[row])]
    same = [row for row in rows if len(lines[row].rstrip()) == width]
    rows = same if len(rows) > 1 and same else rows
    if len(rows) != 1:
        got = f"{len(rows)} of them".encode()
        raise malformed((rows or [end])[-1] + 1, f"one line ======= in the block of line {at + 1}", got)
    old, new = lines[at + 1 : rows[0]], lines[rows[0] + 1 : end]
    return Block(file, _text(old, at + 2), _text(new, rows[0] + 2), at + 1), end + 1


def _text(lines: Sequence[bytes], line: int) -> str:
    try:
        return b"".join(one + b"\n" for one in lines).decode("utf-8")
    except UnicodeDecodeError as error:
        raise malformed(line, "text in UTF-8", error.object[error.start : error.end]) from None


def _path_above(lines: Sequence[bytes], at: int, ended: int) -> str:
    """The path in the lines right above, passing over a code fence and what ended before."""
    for row in range(at - 1, max(at - 1 - _ABOVE, ended - 1), -1):
        above = lines[row].strip()
        if not above or above.startswith((b"```", b"~~~")):
            continue
        name = above.strip(b"*`#: ").strip()
        return decoded(name, row + 1) if name and _is_path(name, row == at - 1) else ""
    return ""


def _is_path(name: bytes, near: bool) -> bool:
    """Whether a line is a path and no sentence."""
    if b" " in name:
        return near and b"/" in name and not name.endswith((b".", b":", b"!", b"?"))
    return name != b"..."


def _refuse_stray(lines: Sequence[bytes], at: int) -> None:
    if _REPLACE.fullmatch(lines[at]):
        raise malformed(at + 1, "<<<<<<< SEARCH before the end of a block", lines[at])
