"""Names as data: what a quoted key says, and how a name is quoted."""

from __future__ import annotations

import re

_QUOTED = r"([A-Za-z]{0,3})('''|\"\"\"|'|\"|`)(.*)\2\Z"
_ESCAPE = r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))"
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "a": "\a", "\n": ""}


def unquoted(text: str) -> str | None:
    """The value of a string literal, or None where it has none (interpolation, bytes) or is no literal."""
    found = re.match(_QUOTED, text, re.DOTALL)
    if not found:
        return None
    prefix, body = found.group(1).lower(), found.group(3)
    if "f" in prefix or "b" in prefix or "t" in prefix:
        return None
    if "r" in prefix or "\\" not in body:
        return body
    joined = re.sub(_ESCAPE, _unescape, body, flags=re.DOTALL)
    try:
        return joined.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        return joined


def _unescape(found: re.Match[str]) -> str:
    for digits in found.groups()[:4]:
        if digits:
            return chr(int(digits, 16)) if int(digits, 16) < 0x110000 else "\ufffd"
    return _SIMPLE.get(found.group(5), found.group(5))


def quoted(value: str, quote: str = '"') -> str:
    """`value` as a string literal with the escapes that JSON, Python, JavaScript and TOML share."""
    import json

    text = json.dumps(value, ensure_ascii=False)
    if quote == '"':
        return text
    return quote + text[1:-1].replace('\\"', '"').replace(quote, "\\" + quote) + quote
