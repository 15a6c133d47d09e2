"""Reads queries/selector.ebnf and draws sentences of its rules."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

_FILE = os.path.join(os.path.dirname(__file__), "..", "..", "queries", "selector.ebnf")
_TOKEN = re.compile(r'\s*(?:("(?:\\.|[^"\\])*")|/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\])*)/|([A-Za-z_]+)|([=|(){}\[\]]))')


def source() -> str:
    with open(_FILE, encoding="utf-8") as file:
        return re.sub(r"\(\*.*?\*\)", "", file.read(), flags=re.DOTALL)


def rules() -> dict[str, list[tuple[str, str]]]:
    """Each rule's right side as tokens (sort, text)."""
    found: dict[str, list[tuple[str, str]]] = {}
    tokens = list(_tokens(source()))
    heads = [i for i, token in enumerate(tokens[:-1]) if token[0] == "word" and tokens[i + 1] == ("sign", "=")]
    for head, stop in zip(heads, [*heads[1:], len(tokens)], strict=True):
        found[tokens[head][1]] = tokens[head + 2 : stop]
    return found


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    while text[position:].strip():
        match = _TOKEN.match(text, position)
        assert match, text[position : position + 40]
        literal, pattern, word, sign = match.groups()
        if literal:
            yield "literal", re.sub(r"\\(.)", r"\1", literal[1:-1])
        elif pattern is not None:
            yield "pattern", pattern
        else:
            yield ("word", word) if word else ("sign", sign)
        position = match.end()


# One of: a choice of options, a sequence of pieces, maybe or many of an inner one; a literal, pattern or word
Expression = tuple[str, Any]


def _choice(tokens: list[tuple[str, str]], close: str) -> Expression:
    """Reads from the end of the reversed tokens up to the sign that closes it."""
    options = [_sequence(tokens, close)]
    while tokens and tokens[-1] == ("sign", "|"):
        tokens.pop()
        options.append(_sequence(tokens, close))
    if close:
        assert tokens.pop() == ("sign", close)
    return ("choice", options)


def _sequence(tokens: list[tuple[str, str]], close: str) -> Expression:
    pieces: list[Expression] = []
    while tokens and tokens[-1] not in (("sign", "|"), ("sign", close)):
        sort, text = tokens.pop()
        if sort == "sign":
            close_of, name = {"(": (")", "choice"), "[": ("]", "maybe"), "{": ("}", "many")}[text]
            inner = _choice(tokens, close_of)
            pieces.append(inner if name == "choice" else (name, inner))
        else:
            pieces.append((sort, text))
    return ("sequence", pieces)


GRAMMAR = {rule: _choice(tokens[::-1], "") for rule, tokens in rules().items()}


@st.composite
def sentences(draw: st.DrawFn, rule: str) -> str:
    """One sentence of a rule. Deep down, what is optional is left out."""
    return _write(draw, ("word", rule), 0)


def _write(draw: st.DrawFn, expression: Expression, depth: int) -> str:
    sort, what = expression
    if sort == "literal":
        return str(what)
    if sort == "pattern":
        return draw(st.from_regex(what, fullmatch=True))
    if sort == "word":
        return _write(draw, GRAMMAR[what], depth + 1)
    if sort == "sequence":
        return "".join(_write(draw, piece, depth) for piece in what)
    if sort == "choice":
        return _write(draw, what[0] if len(what) == 1 else draw(st.sampled_from(what)), depth)
    most = 0 if depth > 12 else 1 if sort == "maybe" else 2
    times = draw(st.integers(0, most)) if most else 0
    return "".join(_write(draw, what, depth) for _ in range(times))
