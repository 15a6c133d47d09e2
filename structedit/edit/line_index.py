"""The lines of a file as patches count and compare them, looked up by their rarest one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select.views import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structedit.edit.hunk import Hunk
    from structedit.edit.looser import Loose
    from structedit.syntax.grammar import Grammar
    from structedit.text.source import Source

FOLDS = {"exact": "plain", "newlines": "plain", "trailing": "trailing"}  # the rungs that need no ladder


class Lines:
    """The lines of a text as patches count them: they end in LF; in CR only where the text has no LF.

    `exact`: the patch knows how the lines of this file end.
    """

    __slots__ = ("_index", "_keys", "closed", "exact", "grammar", "loose", "mark", "rows", "source", "starts")

    def __init__(self, source: Source, grammar: Grammar | None = None, *, exact: bool = False) -> None:
        text = source.text
        self.exact = exact
        self.grammar = grammar
        self.loose: Loose | None = None
        self.source = source
        self.mark = b"\n" if b"\n" in text or b"\r" not in text else b"\r"
        self.rows = text.split(self.mark)
        self.closed = not self.rows[-1]
        if self.closed:
            self.rows.pop()
        self.starts = [0]
        for row in self.rows:
            self.starts.append(self.starts[-1] + len(row) + 1)
        if not self.closed:
            self.starts[-1] -= 1
        self._keys: dict[str, list[bytes]] = {}
        self._index: dict[str, dict[bytes, list[int]]] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def newline(self, start: int, end: int) -> bytes:
        """The newline for lines that take the place of some rows: that of the first of them, or of the row before."""
        row = max(start if start < end else start - 1, 0)
        if row >= len(self.rows) or (row + 1 == len(self.rows) and not self.closed):
            return self.source.newline
        return b"\r\n" if self.mark == b"\n" and self.rows[row].endswith(b"\r") else self.mark

    def keys(self, rung: str) -> list[bytes]:
        if rung not in self._keys:
            self._keys[rung] = keys_of(self.rows, rung)
        return self._keys[rung]

    def places_of(self, hunk: Hunk, rung: str) -> list[int]:
        """The rows where the old lines of a hunk stand, as a rung or a fold compares them."""
        return self.places(keys_of([line.text for line in hunk.old], rung), rung)

    def places(self, old: Sequence[bytes], rung: str) -> list[int]:
        """The rows where these lines, as keys of that rung, stand; looked up by the rarest of them."""
        keys = self.keys(rung)
        if rung not in self._index:
            index: dict[bytes, list[int]] = {}
            for row, key in enumerate(keys):
                index.setdefault(key, []).append(row)
            self._index[rung] = index
        rows = [self._index[rung].get(key, []) for key in old]
        offset = min(range(len(old)), key=lambda at: len(rows[at]))
        wanted, size = list(old), len(old)
        starts = (row - offset for row in rows[offset] if row >= offset)
        return [row for row in starts if keys[row : row + size] == wanted]


def keys_of(rows: Sequence[bytes], rung: str) -> list[bytes]:
    """Lines as a rung, or a fold, compares them."""
    if rung == "exact" or not rows:
        return list(rows)
    return folded([row.removesuffix(b"\r") for row in rows], FOLDS.get(rung, rung))
