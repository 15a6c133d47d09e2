"""Names as data: what a quoted key says, and how a name is quoted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_QUOTED = r"([A-Za-z]{0,3})('''|\"\"\"|'|\"|`)(.*)\2\Z"
_ESCAPE = r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))"
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "a": "\a", "\n": ""}
# Octal in some languages, decimal in others.
_NUMBERED = r"(?<!\\)(?:\\\\)*\\(?:[1-9]|0[0-9])"


def unquoted(text: str, strings: dict[str, Any] | None = None) -> str | None:
    """The value of a string literal; None where it has none (interpolation, bytes), is no literal, or has characters by
    numbers whose base is the language's.

    `strings`: where a language says how its quotes work, by quote. `raw`: nothing is escaped; `doubled`: only the quote
    itself, by standing twice; `trimmed`: a newline behind the opening one is left out; `folded`: lines are joined.
    """
    found = re.match(_QUOTED, text, re.DOTALL)
    if not found:
        return None
    prefix, body = found.group(1).lower(), found.group(3)
    if strings is not None:
        return None if prefix else _value(found.group(2), body, strings)
    if "f" in prefix or "b" in prefix or "t" in prefix:
        return None
    if "r" in prefix or "\\" not in body:
        return body
    return _unescaped(body)


def _value(quote: str, body: str, strings: dict[str, Any]) -> str | None:
    body = body.replace("\r\n", "\n")
    if quote in strings.get("trimmed", ()):
        body = body.removeprefix("\n")
    if quote in strings.get("folded", ()) and "\n" in body:
        body = re.sub(r"[ \t]*\n[ \t]*", "\n", body)
        body = re.sub(r"\n(\n*)", lambda found: found.group(1) or " ", body)
    if quote in strings.get("raw", ()):
        return body
    if quote in strings.get("doubled", ()):
        return body.replace(quote * 2, quote)
    return _unescaped(body) if "\\" in body else body


def _unescaped(body: str) -> str | None:
    if re.search(_NUMBERED, body):
        return None
    try:
        said = re.sub(_ESCAPE, _unescape, body, flags=re.DOTALL)
    except (ValueError, OverflowError):  # a number that no character has
        return None
    try:
        return said.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:  # half of a pair
        return said


def _unescape(found: re.Match[str]) -> str:
    for digits in found.groups()[:4]:
        if digits:
            return chr(int(digits, 16))
    return _SIMPLE.get(found.group(5), found.group(5))


def quoted(value: str, quote: str = '"') -> str:
    """`value` as a string literal with the escapes that JSON, Python, JavaScript and TOML share."""
    import json

    text = json.dumps(value, ensure_ascii=False)
    if quote == '"':
        return text
    return quote + text[1:-1].replace('\\"', '"').replace(quote, "\\" + quote) + quote


def literal(value: str, quote: str, strings: dict[str, Any] | None) -> str:
    """`value` as a string literal in this quote; in the double one where it could not say it."""
    if strings is None or quote == '"':
        return quoted(value, quote)
    if all(char.isprintable() for char in value):
        if quote in strings.get("doubled", ()):
            return quote + value.replace(quote, quote * 2) + quote
        if quote in strings.get("raw", ()) and quote not in value:
            return quote + value + quote
    return quoted(value)
