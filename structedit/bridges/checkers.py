"""Checkers: what a language's own compiler or reader says of a text.

A grammar names its checker in grammars/<language>.toml; a checker answers with a message, or None if all is well.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable

Checker = Callable[[bytes], "str | None"]
Ranges = Iterable[tuple[int, int]]


def check(name: str | None, text: bytes, same: Ranges = (), stand_in: bytes = b"") -> str | None:
    """What the checker called `name` says of a text (UTF-8, without a byte order mark); None if nothing.

    `same`: statements that are what they were, and whose insides say nothing about what is around them. What the
    checker would say of their insides may be left out, since it is nothing new: it is shown `stand_in` for each.
    """
    checker = _CHECKERS.get(name or "")
    if checker is None:
        return None
    shorter = _without(text, same, stand_in)
    return checker(text) if shorter == text or checker(shorter) is not None else None


def _without(text: bytes, ranges: Ranges, stand_in: bytes) -> bytes:
    """The text with a stand-in for each of the ranges, and every line where it was."""
    pieces: list[bytes] = []
    done = 0
    for start, end in ranges:
        pieces += (text[done:start], stand_in, text[start:end].translate(None, _NO_NEWLINES))
        done = end
    pieces.append(text[done:])
    return b"".join(pieces)


def _compile(text: bytes) -> str | None:
    """Python's compiler: it sees wrong indentation and misplaced statements, which the grammar accepts."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text.decode("utf-8"), "<text>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"{error.msg} (line {error.lineno})" if error.lineno else str(error.msg)
    except (ValueError, UnicodeDecodeError, MemoryError, RecursionError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"
    return None


def _tomllib(text: bytes) -> str | None:
    """A strict reader of TOML: it sees keys and tables that are there twice, which the grammar accepts."""
    from importlib import import_module

    reader = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        reader.loads(text.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n"))
    except (ValueError, RecursionError) as error:
        return re.sub(r"\(at (line \d+), column \d+\)$", r"(\1)", str(error))
    return None


_CHECKERS: dict[str, Checker] = {"compile": _compile, "tomllib": _tomllib}
_NO_NEWLINES = bytes(code for code in range(256) if code not in b"\r\n")
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
