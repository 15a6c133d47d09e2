"""How a name may be spelled in a text: as it is, or in a quoted name with escapes for any of its characters."""

from __future__ import annotations

import re
from functools import lru_cache

_SIMPLE = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f", "\v": "v", "\0": "0", "\a": "a"}


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
