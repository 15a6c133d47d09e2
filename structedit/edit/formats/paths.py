"""Paths as patches write them: quoted by git, followed by a time, with a prefix for each side."""

from __future__ import annotations

import re

from structedit.edit.formats.records import malformed

NOWHERE = b"/dev/null"
_TIME = re.compile(rb"(?:\t.*|\s+\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*|\s+\((?:revision|working copy|nonexistent).*\))$")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13, b'"': 34, b"\\": 92}
# The prefixes of git: of a plain diff, and of diff.mnemonicPrefix.
_PREFIXES = frozenset({b"a/", b"b/", b"i/", b"w/", b"c/", b"o/", b"1/", b"2/"})


def read_path(text: bytes, line: int) -> bytes:
    """The path behind `--- ` or `rename from `, without its time and its quotes."""
    if not text.startswith(b'"'):
        return _TIME.sub(b"", text).rstrip(b"\r")
    end = _end_of_quote(text)
    if end is None:
        raise malformed(line, "the closing quote of a path", text)
    return unquoted(text[1:end], line)


def unquoted(text: bytes, line: int) -> bytes:
    """The path between git's quotes; its escapes are octal numbers and letters."""

    def byte(found: re.Match[bytes]) -> bytes:
        word = found.group(1)
        value = int(word, 8) if len(word) == 3 else _LETTERS.get(word)
        if value is None or value > 255:
            raise malformed(line, "an escape of git's", found.group())
        return bytes([value])

    return _ESCAPE.sub(byte, text)


def both_paths(text: bytes, line: int) -> tuple[bytes, bytes] | None:
    """The two paths of a `diff --git` line, None where it does not tell where the second one begins.

    Unquoted paths may hold blanks; then the two are equal but for their prefixes, or they are told further down.
    """
    if text.startswith(b'"'):
        end = _end_of_quote(text)
        if end is None:
            raise malformed(line, "the closing quote of a path", text)
        return unquoted(text[1:end], line), read_path(text[end + 1 :].strip(), line)
    if text.endswith(b'"') and b' "' in text:
        first, _, second = text.partition(b' "')
        return first, unquoted(second[:-1], line)
    if text.count(b" ") == 1:
        first, _, second = text.partition(b" ")
        return first, second
    middle = len(text) // 2
    first, second = text[:middle], text[middle + 1 :]
    same = text[middle : middle + 1] == b" " and without_prefix(first, 1) == without_prefix(second, 1)
    return (first, second) if same else None


def prefix_of(old: bytes, new: bytes) -> int:
    """How many leading folders the two paths of a file have that are no part of it: 1 with prefixes, else 0."""
    if NOWHERE in (old, new):
        there = new if old == NOWHERE else old
        return int(there[:2] in _PREFIXES)
    first, second = old.partition(b"/"), new.partition(b"/")
    return int(first[0] != second[0] and first[2] == second[2] != b"")


def without_prefix(path: bytes, count: int) -> bytes:
    """The path without so many leading folders."""
    for _ in range(count):
        path = path.partition(b"/")[2] or path
    return path


def decoded(path: bytes, line: int) -> str:
    """The path as the workspace takes it."""
    if not path or b"\0" in path:
        raise malformed(line, "a path", path)
    return path.decode("utf-8", "surrogateescape")


def _end_of_quote(text: bytes) -> int | None:
    found = re.match(rb'"(?:[^"\\]|\\.)*"', text, re.DOTALL)
    return found.end() - 1 if found else None
