"""The replacement of a text that was found by its tokens: as little as changes them, in the lines of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.aligning import runs
from structedit.record import record, replace
from structedit.select.tokens import alike, fitting
from structedit.syntax.tree import parse
from structedit.text.indent import leading
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.select.ladder import Candidate
    from structedit.select.search import Haystack
    from structedit.syntax.tree import Tree

_Run = tuple[int, int, int, int, bool]
_PIECE = rb"\w+|[-+*/%=<>!&|^~?:.@]+|[^\w\s]"


@record
class _Pieces:
    """The words and signs of a text, each by start and end."""

    text: bytes
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: bytes) -> _Pieces:
        return cls(text, tuple(found.span() for found in re.finditer(_PIECE, text)))

    @property
    def words(self) -> list[bytes]:
        return [self.text[start:end] for start, end in self.spans]

    def gap(self, at: int) -> bytes:
        """What stands before the piece of that number."""
        return self.text[self.end(at) : self.start(at)]

    def __len__(self) -> int:
        return len(self.spans)

    def end(self, at: int) -> int:
        """The end of the piece before the one of that number."""
        return self.spans[at - 1][1] if at else 0

    def start(self, at: int) -> int:
        return self.spans[at][0] if at < len(self.spans) else len(self.text)


def rewrapped(haystack: Haystack, candidate: Candidate, old: bytes, new: bytes) -> bytes:
    """What goes in for the span of a candidate of rung tokens.

    The whole new text in its place is right by proof, since the quoted one is what stands there. The file's own line
    breaks around what changes are kept where the result has the same tokens as with the whole, and where line breaks
    and blanks are nothing that the caller changes.
    """
    tree = haystack.tree
    fit = fitting(tree, candidate.span, old) if tree is not None else None
    if tree is None or fit is None:
        return new
    if not new.strip():
        return b""
    first = [leading(next(line for line in text.splitlines() if line.strip())) for text in (old, new)]
    if first[0] != first[1] == fit.prefix:
        fit = replace(fit, base=b"", prefix=b"")  # the new text is indented as the file
    whole = _edge(old, new) + fit.of(new) + _edge(old[::-1], new[::-1])
    if _changes_layout(old, new):
        return whole
    least = _least(candidate.span.of(haystack.text), old, whole)
    return least if _same(tree, candidate.span, (whole, least)) else whole


def _edge(old: bytes, new: bytes) -> bytes:
    """The line breaks that the new text has before its first line, more than the old one."""
    more = [len(text) - len(text.lstrip(b"\r\n")) for text in (old, new)]
    return b"\n" * max(more[1] - more[0], 0)


def _changes_layout(old: bytes, new: bytes) -> bool:
    """Whether what stands between two pieces that both texts have is something else in the new one."""
    before, after = _Pieces.of(old), _Pieces.of(new)
    for i1, i2, j1, _, equal in runs(before.words, after.words):
        for at in range(i1 + 1, i2) if equal else ():
            if before.gap(at) != after.gap(at - i1 + j1):
                return True
    return before.words == after.words


def _least(found: bytes, old: bytes, new: bytes) -> bytes:
    """The found text with the pieces exchanged that are others in the new one.

    Where the caller saw the line breaks that are there, the new ones are meant; elsewhere those of the file stay.
    """
    before, quoted, after = _Pieces.of(found), _Pieces.of(old), _Pieces.of(new)

    def seen(at: int) -> bool:
        """Whether the quoted text has as many line breaks before a piece as the file."""
        return quoted.gap(at).count(b"\n") == before.gap(at).count(b"\n")

    made: list[bytes] = []
    done = 0  # what is before that offset of the found text is made
    for i1, i2, j1, j2, equal in _at_line_ends(runs(before.words, after.words), before, after):
        if equal:
            gap = found[done : before.start(i1)]
            if i1 and done == before.end(i1):  # behind something that changed
                gap = _gap_beside(before.gap(i1), after.gap(j1))
            made += (gap, found[before.start(i1) : before.end(i2)])
            done = before.end(i2)
        elif i1 < i2 and j1 < j2:
            made += (_gap_beside(before.gap(i1), after.gap(j1)), new[after.start(j1) : after.end(j2)])
            done = before.end(i2)
        elif j1 < j2:
            come = new[after.start(j1) : after.end(j2)]
            first, last = _gaps_around(before.gap(i1), after.gap(j1), after.gap(j2), (i1 == 0, i1 == len(before)))
            if seen(i1) and 0 < i1 < len(before):
                first, last = after.gap(j1), after.gap(j2)
            if b"\n" in last and b"\n" in before.gap(i1):  # what is behind it keeps its margin
                if b"\n" in first and _margin(first) == _margin(after.gap(j2)):
                    first = first[: len(first) - len(_margin(first))] + _margin(before.gap(i1))
                last = last[: len(last) - len(_margin(last))] + _margin(before.gap(i1))
            made += (first, come, last)
            done = before.start(i1)
        else:
            breaks = [quoted.gap(at).count(b"\n") for at in (i1, i2)]
            meant = (seen(i1) and seen(i2)) or after.gap(j1).count(b"\n") not in breaks
            gaps = before.gap(i1), before.gap(i2)
            made.append(_gap_left(gaps, after.gap(j1), meant, (i1 == 0, i2 == len(before))))
            done = before.start(i2)
    return b"".join([*made, after.gap(len(after))])


def _margin(gap: bytes) -> bytes:
    """What a gap has of the line behind it."""
    return gap[gap.rfind(b"\n") + 1 :]


def _gap_beside(gap: bytes, new: bytes) -> bytes:
    """What stands beside something that changes: on one line it is the caller's."""
    return gap if b"\n" in gap or b"\n" in new else new


def _gaps_around(gap: bytes, left: bytes, right: bytes, edges: tuple[bool, bool]) -> tuple[bytes, bytes]:
    """What goes before and behind something that comes into a gap of the file, where it has `left` and `right`."""
    at_start, at_end = edges
    if at_start:
        return gap, right
    if at_end:
        return left, b""
    return (gap, right) if left.count(b"\n") == gap.count(b"\n") else (left, gap)


def _gap_left(gaps: tuple[bytes, bytes], new: bytes, meant: bool, edges: tuple[bool, bool]) -> bytes:
    """What stays where something went that stood between two gaps: that of the new text, if it is meant."""
    first, last = gaps
    at_start, at_end = edges
    if at_end:
        return b""
    if at_start:
        return new[: new.rfind(b"\n") + 1] + (last[last.rfind(b"\n") + 1 :] if b"\n" in last else first)
    return new if meant else last


def _at_line_ends(found: list[_Run], before: _Pieces, after: _Pieces) -> list[_Run]:
    """The same runs, with what comes or goes from the start of a line where it can as well."""
    made = list(found)
    for at in range(1, len(made)):
        i1, i2, j1, j2, equal = made[at]
        if equal or not made[at - 1][4] or (i1 < i2 and j1 < j2):
            continue
        pieces, start, end = (after, j1, j2) if i1 == i2 else (before, i1, i2)
        room = made[at - 1][1] - made[at - 1][0]
        words = pieces.words
        back = 0
        while (
            back < room and b"\n" not in pieces.gap(start - back) and words[start - back - 1] == words[end - back - 1]
        ):
            back += 1
        if not back or b"\n" not in pieces.gap(start - back):
            continue
        p1, p2, q1, q2, _ = made[at - 1]
        made[at - 1] = (p1, p2 - back, q1, q2 - back, True)
        made[at] = (i1 - back, i2 - back, j1 - back, j2 - back, False)
        tail = (i2 - back, i2, j2 - back, j2, True)
        behind = made[at + 1] if at + 1 < len(made) else (i2, i2, j2, j2, True)
        if behind[4]:
            tail = (tail[0], behind[1], tail[2], behind[3], True)
            made[at + 1 : at + 2] = [tail]
        else:
            made.insert(at + 1, tail)
    return [run for run in made if run[0] < run[1] or run[2] < run[3]]


def _same(tree: Tree, span: Span, texts: tuple[bytes, bytes]) -> bool:
    """Whether the file has the same tokens with either of two texts in a place."""
    trees = [parse(Source.of(tree.text[: span.start] + text + tree.text[span.end :]), tree.grammar) for text in texts]
    one, other = (Span(span.start, span.start + len(text)) for text in texts)
    return alike(trees[0], trees[1], (one, other))
