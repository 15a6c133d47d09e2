"""New text in the typographic characters of the text that it replaces."""

from __future__ import annotations

from structedit.record import record
from structedit.select.views import TYPOGRAPHY, plain, unfolded

_QUOTES = {'"': "\u201c\u201d\u201e\u201f\u2033", "'": "\u2018\u2019\u201a\u201b\u2032"}
_RUN = frozenset("-.'\" ")
_OPENS = frozenset(" \t([{<-\u2013\u2014\u00a0")


@record
class Quotes:
    """For a character of the caller's the opening and the closing one that the file has in its place."""

    straight: str
    opening: str
    closing: str


def quotes_of(old: bytes, found: bytes) -> tuple[Quotes, ...]:
    """What the file writes for the caller's quotes, blanks and dashes; where it writes both, nothing is known.

    Straight quotes for typographic ones, and the other way round.
    """
    asked, there = _decoded(old), _decoded(found)
    styles: list[Quotes] = [
        Quotes(letter, plain_one, plain_one)
        for letter in dict.fromkeys(asked)
        if (plain_one := TYPOGRAPHY.get(ord(letter))) is not None and letter not in there and plain_one in there
    ]
    for straight, many in _QUOTES.items():
        if any(letter in many and letter not in there for letter in asked) and straight in there:
            known = {style.straight for style in styles}
            styles += [Quotes(one, straight, straight) for one in many if one not in there and one not in known]
        used = [letter for letter in there if letter in many]
        if used and straight in asked and straight not in there:
            styles.append(Quotes(straight, used[0], used[-1]))
    return tuple(styles)


def typeset(line: bytes, old: bytes, found: bytes, styles: tuple[Quotes, ...]) -> bytes:
    """A new line in place of `old`, which stands in the file as `found`; no indentation in any of them.

    What is the same at both ends keeps the file's characters; between them quotes get the file's style.
    """
    asked, new = _decoded(old), _decoded(line)
    size = min(len(asked), len(new))
    head = next((i for i in range(size) if asked[i] != new[i]), size)
    tail = next((i for i in range(size - head) if asked[-1 - i] != new[-1 - i]), size - head)
    head, tail = _whole_runs(asked, new, (head, tail))
    while head and _column(found, asked[:head]) is None:
        head -= 1
    while tail and _column(found, asked[: len(asked) - tail]) is None:
        tail -= 1
    start, end = _column(found, asked[:head]), _column(found, asked[: len(asked) - tail])
    if start is None or end is None or plain(found.rstrip()) != plain(old.rstrip()):
        return _styled(new, (0, len(new)), styles)
    middle = _styled(new, (head, len(new) - tail), styles)
    return found[:start] + middle + (found[end:] if tail else b"")


def _whole_runs(asked: str, new: str, ends: tuple[int, int]) -> tuple[int, int]:
    """How much is the same at both ends, no part of a run of dashes, dots or quotes that changes among it."""
    head, tail = ends

    def goes_on(at: int) -> bool:
        return any(text[at - 1] in _RUN and text[at - 1] == text[at : at + 1] for text in (asked, new))

    while head and goes_on(head):
        head -= 1
    while tail and any(
        text[len(text) - tail] in _RUN and len(text) > tail and text[-tail - 1] == text[-tail] for text in (asked, new)
    ):
        tail -= 1
    return head, tail


def in_style(line: bytes, styles: tuple[Quotes, ...]) -> bytes:
    """A line that stands for none of the file, with the quotes of the file."""
    text = _decoded(line)
    return _styled(text, (0, len(text)), styles)


def _column(found: bytes, before: str) -> int | None:
    return unfolded(found, len(plain(before.encode("utf-8", "surrogateescape"))))


def _styled(text: str, part: tuple[int, int], styles: tuple[Quotes, ...]) -> bytes:
    """A part of a text with the quotes of the file."""
    start, end = part
    pieces = list(text[start:end])
    for style in styles:
        for at, letter in enumerate(pieces):
            if letter == style.straight:
                before = text[start + at - 1] if start + at else " "
                pieces[at] = style.opening if before in _OPENS else style.closing
    return "".join(pieces).encode("utf-8", "surrogateescape")


def _decoded(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")
