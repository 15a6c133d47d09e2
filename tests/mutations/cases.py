"""A spoilt request with the results that are right, and what the mutators share."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from tests.mutations.samples import Pair, holds

if TYPE_CHECKING:
    from collections.abc import Callable

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Case:
    """A request (`old`, `new`, `fields`) on a file `before`; `right`: the results that are right beside a refusal.

    `must`: a refusal would be needless. `patch`: what is asked instead of `old` and `new`.
    `layout`: what must stand before and behind; between them the new text may be laid out in another way.
    `blank`: blank lines may stand anywhere among the lines that are new.
    """

    before: str
    old: str
    new: str
    right: frozenset[str]
    fields: dict[str, Any] = field(default_factory=dict)
    must: bool = False
    patch: str = ""
    layout: tuple[str, str] | None = None
    blank: bool = False


def plain(pair: Pair, old: str, new: str, **fields: Any) -> Case | None:
    """The request is spoilt, the file is not: the right result is the known one.

    Where the spoilt text stands in the file as it is, its text may also be taken as it is given.
    """
    if (old, new) == (pair.old, pair.new) or old == new:
        return None
    right = frozenset({pair.after})
    if old in pair.text:
        literal = pair.text.replace(old, new.replace("\r\n", "\n"))  # line ends follow the file, always
        right = frozenset({literal, pair.after}) if holds(pair.text, old) == 1 else NOTHING
    return Case(pair.text, old, new, right, fields)


def both(draw: random.Random, pair: Pair, spoil: Callable[[str], str]) -> Case | None:
    """Mostly both texts are spoilt in the same way, now and then only the one that is searched."""
    return plain(pair, spoil(pair.old), spoil(pair.new) if draw.random() < 0.75 else pair.new)


def lines(text: str) -> list[str]:
    return text.split("\n")


def margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def unlike(draw: random.Random, text: str, there: str, case: tuple[str, str, str]) -> Case | None:
    """A request (`case`: old, new, the result) whose old text is not `there`, where `text` has something like it.

    Half of them ask for likeness to be enough. It may be only where each word that differs is one that the request
    changes anyway.
    """
    old, new, after = case
    if tight(old) in tight(text):
        return None  # another place has it, but for blanks
    if draw.random() < 0.5:
        return Case(text, old, new, NOTHING)
    right = frozenset({after}) if _is_settled(old, there, new) else NOTHING
    return Case(text, old, new, right, {"fuzzy": "apply", "on_syntax_error": "warn"})


def _is_settled(old: str, there: str, new: str) -> bool:
    """Whether each word in which `old` and what is there differ is one that `new` has no more."""
    asked, found, ours = ([*re.findall(r"\w+|[^\w\s]", text)] for text in (old, there, new))
    if len(asked) != len(found):
        return False
    differ = {at for at, (one, other) in enumerate(zip(asked, found, strict=True)) if one != other}
    steps = SequenceMatcher(None, asked, ours, autojunk=False).get_opcodes()
    gone = {at for tag, first, end, _, _ in steps if tag != "equal" for at in range(first, end)}
    return differ <= gone


def tight(text: str) -> str:
    return re.sub(r"\s+", "", text)


def unchanged(old: str, new: str) -> dict[int, int]:
    """The lines of `old` that stay, by their number, with their number in `new`."""
    blocks = SequenceMatcher(None, lines(old), lines(new), autojunk=False).get_matching_blocks()
    return {a + step: b + step for a, b, size in blocks for step in range(size)}
