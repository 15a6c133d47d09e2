"""Refusals of selectors: a caret under the place, what was expected, and a hint that spells it right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.errors import StructeditError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_BEFORE, _AFTER = 60, 40


def bad_selector(text: str, at: int, message: str, hint: str = "") -> StructeditError:
    """BAD_SELECTOR with the selector and a caret below byte `at` of it; `message` says what was expected."""
    details = {"selector": text if len(text) <= 200 else text[:200] + "…", "position": at}
    return StructeditError("BAD_SELECTOR", f"{message}\n{caret(text, at)}", hint, details)


def caret(text: str, at: int) -> str:
    """The text on one line, cut around the place, and `^` under it."""
    start, stop = max(0, at - _BEFORE), min(len(text), at + _AFTER)
    before = ("…" if start else "") + text[start:at]
    after = text[at:stop] + ("…" if stop < len(text) else "")
    return f"  {_visible(before + after)}\n  {' ' * len(before)}^"


def _visible(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def nearest(word: str, words: Iterable[str], limit: int = 1, least: int = 60) -> list[str]:
    """The words that are spelt most like it, best first; loads rapidfuzz, so for refusals only."""
    from rapidfuzz import fuzz, process

    found = process.extract(
        word, list(words), scorer=fuzz.ratio, processor=str.casefold, limit=limit, score_cutoff=least
    )
    return [match[0] for match in found]


def did_you_mean(word: str, words: Iterable[str], shape: str = "{}") -> str:
    """A hint that names the nearest word, or an empty string."""
    found = nearest(word, words)
    return f"Did you mean `{shape.format(found[0])}`?" if found else ""


def respelt(text: str, at: int, parses: Callable[[str], bool]) -> str:
    """A hint for habits of other notations, or an empty string.

    `a/b`, `Foo::bar` and `A::b::c` are written `a.b`; `file.py::Foo` is the file and then `Foo`;
    `load()` and `class A:` lose their ends; `function(load)` is `function#load`.
    """
    path, separator, rest = text.partition("::")
    looks_like_file = "/" in path or "\\" in path or "." in path
    if separator and looks_like_file and parses(dotted := rest.replace("::", ".")):
        return f"The file is an argument of its own; the selector is only `{dotted}`."
    for habit in ("::", "/", "\\", "->", "."):
        spelt = _with_dots(text, habit)
        if spelt != text and parses(spelt):
            return f"Names of a path are joined by dots: `{spelt}`."
    bare = text.rstrip(":() ")
    if bare != text and bare and parses(bare):
        return f"Calls and headers are not spelt out: `{bare}`."
    if text[at : at + 1] == "(":
        spelt = text[:at] + "#" + text[at + 1 :].replace(")", "", 1)
        if parses(spelt):
            return f"A name is written behind `#`: `{spelt}`."
    return ""


def _with_dots(text: str, habit: str) -> str:
    pieces = [piece for piece in text.split(habit) if piece]
    return ".".join(pieces) if habit in text else text
