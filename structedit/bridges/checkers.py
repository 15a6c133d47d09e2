"""Checkers: what a language's own compiler says of a text. The only place with a language's name.

A grammar names its checker in grammars/<language>.toml; a checker answers with a message, or None if all is well.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

Checker = Callable[[bytes], "str | None"]


def check(name: str | None, text: bytes) -> str | None:
    """What the checker called `name` says of a text (UTF-8, without a byte order mark); None if nothing."""
    checker = _CHECKERS.get(name or "")
    return checker(text) if checker is not None else None


def _python(text: bytes) -> str | None:
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


_CHECKERS: dict[str, Checker] = {"python": _python}
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
