"""The indentation of blocks of lines. It is bytes, not a number: tabs stay tabs.

`atomic` are spans of the text in which every byte is fixed (strings, heredocs): a line that begins inside one is
neither measured nor moved. A form feed before the indentation stays where it is and counts for nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from structedit.text.span import Span

_OPENER = (b":", b"{", b"[")
_CONTINUED = (b"*", b"#", b"//")
_SAMPLE = 256 * 1024


def leading(line: bytes) -> bytes:
    """The blanks and tabs that a line begins with, behind any form feed."""
    return line[_behind_feed(line) : len(line) - len(line.lstrip(b" \t\f"))]


def _behind_feed(line: bytes) -> int:
    """Where the indentation begins: behind the last form feed of the blanks at the start of the line."""
    return line.rfind(b"\f", 0, len(line) - len(line.lstrip(b" \t\f"))) + 1


def common(text: bytes, atomic: Sequence[Span] = ()) -> bytes:
    """The longest indentation that all lines of the block share; blank lines and atomic ones have no say."""
    shared: bytes | None = None
    for _, line in _free_lines(text, atomic):
        if not line.strip():
            continue
        indentation = leading(line)
        shared = indentation if shared is None else _shared(shared, indentation)
        if not shared:
            break
    return shared or b""


def dedent(text: bytes, atomic: Sequence[Span] = ()) -> bytes:
    """The block without the indentation that its lines share."""
    return shift(text, common(text, atomic), b"", atomic)


def indent(text: bytes, prefix: bytes, atomic: Sequence[Span] = (), first: bool = True) -> bytes:
    """The block with `prefix` before each line; `first=False` leaves out the first, which stands behind something."""
    return shift(text, b"", prefix, atomic, first)


def reindent(text: bytes, prefix: bytes, atomic: Sequence[Span] = (), first: bool = True) -> bytes:
    """The block moved to the indentation `prefix`, from whatever its lines share now."""
    return shift(text, common(text, atomic), prefix, atomic, first)


def shift(text: bytes, old: bytes, new: bytes, atomic: Sequence[Span] = (), first: bool = True) -> bytes:
    """The block with the indentation `old` of each line exchanged for `new`.

    - a line that shares only a part of `old` loses that part
    - a blank line loses what it shares with `old` and gets nothing: empty lines stay empty
    - a line that begins inside an atomic span stays as it is
    """
    if old == new:
        return text
    pieces: list[bytes] = []
    done = 0
    for start, line in _free_lines(text, atomic):
        if start == 0 and not first:
            continue
        at = _behind_feed(line)
        taken = len(_shared(old, leading(line)))
        blank = not line.strip()
        if blank and text.endswith(b"\r", 0, start) and line[at + taken :] == b"\n":
            continue  # a lone CR and a bare LF would become one newline
        pieces += (text[done : start + at], b"" if blank else new)
        done = start + at + taken
    pieces.append(text[done:])
    return b"".join(pieces)


def unit(text: bytes, atomic: Sequence[Span] = (), default: bytes = b"    ") -> bytes:
    """One step of indentation in this text: a tab, or up to eight blanks; `default` where no line tells.

    What counts is by how much a line is deeper than the one before; most of all behind a line that opens a block. A
    single blank is a step only there: elsewhere it aligns.
    Lines that look like the inside of a comment have no say.
    """
    votes: Counter[bytes] = Counter()
    before, weight = b"", 1
    for _, line in _free_lines(text[:_SAMPLE], atomic):
        content = line.strip()
        if not content or content.startswith(_CONTINUED):
            continue
        now = leading(line)
        step = now[len(before) :] if now.startswith(before) else b""
        if step[:1] == b"\t":
            votes[b"\t"] += weight
        elif (2 if weight == 1 else 1) <= len(step) <= 8 and b"\t" not in step:
            votes[step] += weight
        before, weight = now, (4 if content.endswith(_OPENER) else 1)
    return votes.most_common(1)[0][0] if votes else default


def _free_lines(text: bytes, atomic: Sequence[Span]) -> Iterator[tuple[int, bytes]]:
    """Offset and bytes of each line that does not begin inside an atomic span."""
    spans = sorted(atomic)
    offset = index = 0
    for line in text.splitlines(keepends=True):
        while index < len(spans) and spans[index].end <= offset:
            index += 1
        if index == len(spans) or not spans[index].start < offset:
            yield offset, line
        offset += len(line)


def _shared(one: bytes, other: bytes) -> bytes:
    length = min(len(one), len(other))
    while one[:length] != other[:length]:
        length -= 1
    return one[:length]
