"""The file is another one than the model saw: changed meanwhile, or with a second place that looks the same."""

from __future__ import annotations

import random
import re

from tests.mutations.cases import NOTHING, Case, tight, unlike
from tests.mutations.samples import REPLACEMENTS, Pair, holds


def stale_near(draw: random.Random, pair: Pair) -> Case | None:
    """Somebody changed lines beside the block meanwhile."""
    heads, tails = pair.head.splitlines(keepends=True), pair.tail.splitlines(keepends=True)
    if draw.random() < 0.5 and heads:
        heads[-1] = REPLACEMENTS["rename"](draw, pair.language, heads[-1:]) or heads[-1]
        heads[:0] = draw.sample(heads, min(3, len(heads)))
    elif len(tails) > 1:
        del tails[draw.randrange(1, min(4, len(tails)))]
    head, tail = "".join(heads), "".join(tails)
    text = head + pair.old + tail
    if text == pair.text or holds(text, pair.old) != 1:
        return None
    options = {"on_syntax_error": "warn"}
    return Case(text, pair.old, pair.new, frozenset({head + pair.new + tail}), options, must=True)


def stale_inside(draw: random.Random, pair: Pair) -> Case | None:
    """Somebody changed the block itself meanwhile: what they wrote must not go."""
    rows = pair.old.splitlines(keepends=True)
    kind = draw.choice(["rename", "literal", "insert", "delete"])
    block = REPLACEMENTS[kind](draw, pair.language, rows)
    if not block or tight(block) == tight(pair.old) or holds(pair.with_new(block), pair.old):
        return None
    return unlike(draw, pair.with_new(block), block, (pair.old, pair.new, pair.after))


def duplicate(draw: random.Random, pair: Pair) -> Case | None:
    """The block stands twice: only a line, a number, or a count tells which is meant."""
    block = pair.old if pair.old.endswith("\n") else pair.old + "\n"
    if pair.tail and not pair.old.endswith("\n"):
        if not pair.tail.startswith("\n"):
            return None
        tail = pair.tail[1:]
    else:
        tail = pair.tail
    way = draw.choice(["above", "below"])
    between = draw.choice(["", "\n", "\n\n"])
    parts = [pair.head, block, between, block, tail]
    text = "".join(parts)
    if holds(text, pair.old) != 2:
        return None
    new = pair.new if pair.old.endswith("\n") else pair.new + "\n"
    sides = {"above": "".join([parts[0], new, *parts[2:]]), "below": "".join([*parts[:3], new, parts[4]])}
    lines = {"above": pair.head.count("\n") + 1,
             "below": (pair.head + block + between).count("\n") + 1}  # fmt: skip
    quiet = {"on_syntax_error": "warn"}
    hint = draw.choice(["none", "line", "inside", "outside", "occurrence", "count", "other count"])
    if hint == "none":
        return Case(text, pair.old, pair.new, NOTHING, quiet)
    if hint == "line":
        return Case(text, pair.old, pair.new, frozenset({sides[way]}), {**quiet, "line": lines[way]}, must=True)
    if hint == "inside":
        line = lines[way] + draw.randrange(max(block.count("\n"), 1))
        return Case(text, pair.old, pair.new, frozenset({sides[way]}), {**quiet, "line": line})
    if hint == "outside":
        beyond = lines["below"] + block.count("\n") + 1
        return Case(text, pair.old, pair.new, NOTHING, {**quiet, "line": beyond})
    if hint == "occurrence":
        number = {"above": 1, "below": 2}[way]
        return Case(text, pair.old, pair.new, frozenset({sides[way]}), {**quiet, "occurrence": number}, must=True)
    if hint == "count":
        both = "".join([parts[0], new, between, new, tail])
        return Case(
            text, pair.old, pair.new, frozenset({both}), {**quiet, **draw.choice([{"count": 2}, {"all": True}])}
        )
    return Case(text, pair.old, pair.new, NOTHING, {**quiet, "count": draw.choice([1, 3])})


def lookalike(draw: random.Random, pair: Pair) -> Case | None:
    """The block is there, and nearby one that differs from it as little as the request does."""
    block = pair.old if pair.old.endswith("\n") else pair.old + "\n"
    if not pair.head.endswith("\n") or not block.strip():
        return None
    way = draw.choice(["word", "deeper", "blanks"])
    if way == "word":  # another word in it: no likeness may win over the block itself
        twin = REPLACEMENTS["rename"](draw, pair.language, block.splitlines(keepends=True))
        spoil = draw.choice([lambda text: text, lambda text: re.sub(r"(?m)(?<=\S)$", " ", text)])
        text = pair.head + twin + pair.text[pair.start :]
        if not twin or tight(twin) == tight(block) or holds(text, pair.old) != 1:
            return None
        right = frozenset({pair.head + twin + pair.new + pair.tail})
        return Case(text, spoil(pair.old), pair.new, right, {"on_syntax_error": "warn"})
    # the twin differs in blanks only, and so does the request: it fits both alike
    if way == "deeper":
        twin = re.sub(r"(?m)^(?=.*\S)", "      ", block)
        asked = re.sub(r"(?m)^(?=.*\S)", "   ", pair.old)
    else:
        twin = re.sub(r"(?m)(?<=\S)$", "  ", block)
        asked = re.sub(r"(?m)(?<=\S)$", " ", pair.old)
        if not asked.endswith(" "):
            return None
    text = pair.head + twin + pair.text[pair.start :]
    if holds(text, asked):
        return None
    return Case(text, asked, pair.new, NOTHING, {"on_syntax_error": "warn"})
