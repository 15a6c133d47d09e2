"""How a name may be spelled in a text: as it is, or in a quoted name with escapes for any of its characters."""

from __future__ import annotations

import re
from functools import lru_cache

from structedit.record import record

_SIMPLE = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f", "\v": "v", "\0": "0", "\a": "a"}


@record
class Search:
    """How a name is looked for: at most so many places, in some ranges only, with escapes.

    `broken`: also inside of words, where a parser that recovers from an error may begin a name.
    """

    most: int
    ranges: tuple[tuple[int, int], ...] | None = None
    escaped: bool = True
    broken: bool = False


@lru_cache(maxsize=256)
def spelling(name: str, *, escaped: bool) -> re.Pattern[bytes]:
    """What finds every spelling of a name; `escaped`: those with escapes, as string literals have them, too."""
    if not escaped:
        return re.compile(_doubled(re.escape(name.encode("utf-8", "surrogateescape"))))
    return re.compile(b"".join(_character(char) for char in name))


def _doubled(pattern: bytes) -> bytes:
    """A quote may stand twice for itself."""
    return pattern.replace(b"'", b"''?").replace(b'"', b'""?')


def _character(char: str) -> bytes:
    code = ord(char)
    forms = [rf"\\u\{{0*{code:x}\}}", rf"\\U{code:08x}"]
    if code < 0x100:
        forms.append(rf"\\x{code:02x}")
    if code < 0x10000:
        forms.append(rf"\\u{code:04x}")
    else:
        units = char.encode("utf-16-be")
        forms.append(rf"\\u{units[:2].hex()}\\u{units[2:].hex()}")
    if char in _SIMPLE:
        forms.append(r"\\" + _SIMPLE[char])
    elif not char.isalnum():
        forms.append(r"\\" + re.escape(char))
    plain = _doubled(re.escape(char.encode("utf-8", "surrogateescape")))
    return b"(?:" + plain + b"|(?i:" + "|".join(forms).encode("utf-8", "surrogateescape") + b"))"


def is_word(text: bytes, offset: int) -> bool:
    """Whether the byte at an offset would go on a word."""
    byte = text[offset : offset + 1] if offset >= 0 else b""
    return byte.isalnum() or byte == b"_" or byte > b"\x7f"


def places(text: bytes, name: str, how: Search) -> list[int] | None:
    """Where a name begins in a text, however it is spelled; None where that is more often than `how.most`."""
    found: list[int] = []
    pattern = spelling(name, escaped=how.escaped and b"\\" in text)
    for start, end in how.ranges if how.ranges is not None else ((0, len(text)),):
        for match in pattern.finditer(text, start, end):
            if how.broken or not (is_word(text, match.start() - 1) or is_word(text, match.end())):
                found.append(match.start())
                if len(found) > how.most:
                    return None
    return found
