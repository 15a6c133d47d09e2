"""Words of the search text that the file has not: misread, in other case, or the contrary operator."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from tests.mutations.cases import Case, unlike
from tests.mutations.samples import WORD, Pair, holds

if TYPE_CHECKING:
    from collections.abc import Callable


def typo(draw: random.Random, pair: Pair) -> Case | None:
    """A letter of one word of the search text is wrong, missing or double."""

    def spoil(word: str) -> str:
        at = draw.randrange(len(word) - 1)
        return draw.choice([word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at + 1 :],
                            word[:at] + word[at] + word[at:], word[:at] + "q" + word[at + 1 :]])  # fmt: skip

    return _misread(draw, pair, spoil)


def case(draw: random.Random, pair: Pair) -> Case | None:
    """One word of the search text in other case."""
    return _misread(draw, pair, lambda word: draw.choice([word.upper(), word.lower(), word.swapcase(), word.title()]))


def operator(draw: random.Random, pair: Pair) -> Case | None:
    """The file says `!=` where the request has `==`: nearly the same text, and the contrary meaning."""
    swaps = {"==": "!=", "!=": "==", "<": "<=", ">": ">=", "+": "-", "true": "false", "True": "False", "and": "or",
             "&&": "||", "True ": "False "}  # fmt: skip
    found = [(hit.start(), hit[0]) for hit in re.finditer(r"(?<= )(==|!=|<|>|\+|&&|and)(?= )|\b[tT]rue\b", pair.old)]
    if not found:
        return None
    at, word = draw.choice(found)
    old = pair.old[:at] + swaps[word] + pair.old[at + len(word) :]
    if holds(pair.text, old):
        return None
    return unlike(draw, pair.text, pair.old, (old, pair.new, pair.after))


def _misread(draw: random.Random, pair: Pair, spoil: Callable[[str], str]) -> Case | None:
    words = sorted(set(WORD.findall(pair.old)))
    word = draw.choice(words)
    wrong = spoil(word)

    def replaced(text: str) -> str:
        return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _: wrong, text, count=0 if draw_all else 1)

    draw_all = draw.random() < 0.5
    old = replaced(pair.old)
    if wrong == word or holds(pair.text, old):
        return None
    new = replaced(pair.new) if draw.random() < 0.6 else pair.new
    return unlike(draw, pair.text, pair.old, (old, new, pair.with_new(new)))
