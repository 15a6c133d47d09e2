"""The lines that a hunk says it is under (`@@ class Cache:`), and what of a file lies under them.

No grammar is needed: what is under a line is indented deeper, up to the next line that is not. A line with nothing
deeper below it only comes before the hunk.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.unplaced import header_missing, header_twice, not_under

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structedit.edit.hunk import Hunk
    from structedit.edit.line_index import Lines

_CLOSES = re.compile(rb"[)\]}]|end\b")
_BRACKETS = re.compile(rb"[\s(){}\[\]]*")
_ENDS = b" \t\r:{(;,"


def under(lines: Lines, hunk: Hunk, rows: list[int]) -> list[int]:
    """Those of the rows that lie under the hunk's headers; for a hunk without old lines the row below the last one.

    Raises PATCH_FAILED where a header is not in the file, or nothing is under it.
    """
    scopes = [(0, len(lines))]
    for header in hunk.headers:
        scopes = _below(lines.rows, header, scopes)
        if not scopes:
            raise header_missing(lines, hunk, header)
    if hunk.old:
        found = [row for row in rows if any(start - 1 <= row and row + len(hunk.old) <= end for start, end in scopes)]
        if not found:
            raise not_under(lines, hunk, rows)
        return found
    if len(scopes) > 1:
        raise header_twice(lines, hunk, [start - 1 for start, _ in scopes])
    start, end = scopes[0]
    return [end if hunk.at_end else start]


def _below(rows: Sequence[bytes], header: bytes, scopes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """What lies under a header inside the scopes; the header as a whole line, else as the beginning of one."""
    wanted = header.strip()
    places = [row for start, end in scopes for row in range(start, end) if wanted in rows[row]]
    for same in (_is_line, _begins_line):
        found = [row for row in places if same(rows[row].strip(), wanted)]
        if found:
            ends = {row: end for start, end in scopes for row in found if start <= row < end}
            return [(row + 1, _end(rows, row, ends[row])) for row in found]
    return []


def _is_line(line: bytes, wanted: bytes) -> bool:
    return line == wanted or line.rstrip(_ENDS) == wanted.rstrip(_ENDS)


def _begins_line(line: bytes, wanted: bytes) -> bool:
    behind = line[len(wanted) : len(wanted) + 1]
    return line.startswith(wanted) and not (behind.isalnum() or behind == b"_")


def _end(rows: Sequence[bytes], header: int, limit: int) -> int:
    """The row behind the last that lies under a line."""
    depth = _depth(rows[header])
    end = header + 1
    while end < limit and _continues(rows[end], depth):
        end += 1
    deeper = any(row.strip() and _depth(row) > depth for row in rows[header + 1 : end])
    return end if deeper else limit


def _continues(row: bytes, depth: int) -> bool:
    """Whether a line is still under one of that depth: blank, deeper, or a bracket that opens or closes what is."""
    if not row.strip() or _depth(row) > depth:
        return True
    content = row.strip()
    return _depth(row) == depth and bool(_CLOSES.match(content) or _BRACKETS.fullmatch(content))


def _depth(row: bytes) -> int:
    return len(row.expandtabs(8)) - len(row.expandtabs(8).lstrip())
