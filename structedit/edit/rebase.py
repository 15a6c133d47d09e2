"""The replacement of a quoted text, fitted to what was found in its place.

Lines that the caller did not change keep the file's bytes. The others are the caller's, and their newlines are those of
the lines that they touch. At rung exact nothing else is fitted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select.views import split_lines
from structedit.text.patch import Edit
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.select.ladder import Candidate
    from structedit.select.search import Haystack
    from structedit.text.source import Source

    Fit = Callable[[int, bytes, int], bytes]

_MOST_LINES = 2000  # of a changed middle that is compared line by line


def rebased(haystack: Haystack, candidate: Candidate, old: bytes, new: bytes) -> bytes:
    """What goes in for `candidate.span`."""
    if candidate.rung == "exact":
        return _literal(haystack.source, candidate, old, new)
    return _fitted(haystack.source, candidate, (split_lines(old), split_lines(new)), _as_sent)


def edit_of(text: bytes, span: Span, new: bytes) -> Edit:
    """The edit that makes `new` of a span, without the bytes that are the same at its ends."""
    old = span.of(text)
    size = min(len(old), len(new))
    start = next((i for i in range(size) if old[i] != new[i]), size) if old[:size] != new[:size] else size
    while start and (_continues(old[start : start + 1]) or _continues(new[start : start + 1]) or _cr(old, new, start)):
        start -= 1
    most = size - start
    end = 0
    while end < most and old[len(old) - 1 - end] == new[len(new) - 1 - end]:
        end += 1
    while end and (_continues(old[len(old) - end :][:1]) or _cr(old, new, -end)):
        end -= 1
    return Edit(Span(span.start + start, span.end - end), new[start : len(new) - end])


def _continues(byte: bytes) -> bool:
    """Whether it is not the first byte of a character."""
    return bool(byte) and 0x80 <= byte[0] < 0xC0


def _cr(old: bytes, new: bytes, at: int) -> bool:
    """Whether a place, counted from the start or (negative) from the end, is inside a CRLF."""
    return any(text[at - 1 : at] == b"\r" and text[at : at + 1 or None] == b"\n" for text in (old, new))


def _as_sent(index: int, line: bytes, beside: int) -> bytes:
    del index, beside
    return line


def _literal(source: Source, candidate: Candidate, old: bytes, new: bytes) -> bytes:
    """As written, but for newlines: they follow the line that is touched, unless they are all that the edit changes."""
    if b"\r" not in new and b"\r" not in source.text:
        return new
    lines = split_lines(old), split_lines(new)
    return new if lines[0] == lines[1] else _fitted(source, candidate, lines, _as_sent)


def _fitted(source: Source, candidate: Candidate, lines: tuple[list[bytes], list[bytes]], fit: Fit) -> bytes:
    """The new lines; those that are old ones with the file's bytes, the others as `fit` makes them.

    `fit` gets the number of the new line, the line, and the number of the line of the file that it stands for (-1:
    none before it).
    """
    old, new = lines
    found = split_lines(candidate.span.of(source.text))
    if candidate.ended:
        old = old[:-1]
        new = new[:-1] if len(new) > 1 and not new[-1] else new
    same, beside = aligned(old, new)
    row = source.row(candidate.span.start)
    pieces: list[bytes] = []
    for index, line in enumerate(new):
        at = same[index]
        pieces.append(fit(index, line, beside[index]) if at < 0 else found[at])
        if index + 1 < len(new):
            pieces.append(_newline(source, row + max(beside[index], 0)))
    return b"".join(pieces)


def _newline(source: Source, row: int) -> bytes:
    """The newline of a row; the file's where it has none."""
    start, end = source.offset_of_line(row), source.offset_of_line(row + 1)
    line = source.text[start:end]
    return line[len(line.rstrip(b"\r\n")) :] if line.endswith((b"\n", b"\r")) else source.newline


def aligned(old: list[bytes], new: list[bytes]) -> tuple[list[int], list[int]]:
    """For each new line the old one that it is (-1: none), and the old one that it stands for or behind (-1: none)."""
    size = min(len(old), len(new))
    head = next((i for i in range(size) if old[i] != new[i]), size)
    tail = next((i for i in range(size - head) if old[-1 - i] != new[-1 - i]), size - head)
    same = [*range(head), *([-1] * (len(new) - head - tail)), *range(len(old) - tail, len(old))]
    beside = list(same)
    for i1, i2, j1, j2, equal in _middle(old[head : len(old) - tail], new[head : len(new) - tail]):
        for j in range(j1, j2):
            i = i1 + j - j1 if equal else min(i1 + j - j1, i2 - 1)
            beside[head + j] = head + i
            same[head + j] = head + i if equal else -1
    return same, beside


def _middle(old: list[bytes], new: list[bytes]) -> list[tuple[int, int, int, int, bool]]:
    """The runs of old and new lines that stand for each other, and whether they are equal."""
    if not old or not new or len(old) > _MOST_LINES or len(new) > _MOST_LINES:
        return [(0, len(old), 0, len(new), False)]
    from difflib import SequenceMatcher

    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(i1, i2, j1, j2, tag == "equal") for tag, i1, i2, j1, j2 in codes]
