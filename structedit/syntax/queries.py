"""Reads a role query file: its patterns one by one, so that only those that a selector asks for are compiled."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import tree_sitter

from structedit.record import record
from structedit.syntax.words import MARKS, PARTS, ROLES, SORTS_OF_CLASS

if TYPE_CHECKING:
    from structedit.syntax.grammar import Grammar

_TOKEN = re.compile(r';[^\n]*|"(?:\\.|[^"\\])*"|[()\[\]]|@[\w.-]+|[^\s()\[\]"@;]+|\s+')
NAME = "name"
QUOTED = "name.quoted"
NOT = ".not"
"""`@lambda.not`: the node is no lambda here, whatever other patterns say (the function of a named constant)."""
BOUND = "name.bound"
"""A name that is a part of what stands there, by the fact `bound` of the imports."""


@record
class Pattern:
    """One pattern of a role query: its text, the roles it gives, and how it captures the name."""

    text: str
    roles: frozenset[str]
    named: str | None

    @property
    def quoted(self) -> bool:
        """Whether its name is a quoted one, which may be spelled with escapes."""
        return self.named in (QUOTED, BOUND)


def roles_of_capture(capture: str) -> frozenset[str]:
    """The roles that a capture name gives; empty if it captures a part or a mark."""
    base, _, sort = capture.partition(".")
    if sort == "not":
        return frozenset((base,)) if base in ROLES else frozenset()
    if base == "class" and sort in SORTS_OF_CLASS:
        return frozenset(("class", sort))
    return frozenset((capture,)) if capture in ROLES else frozenset()


def is_known_capture(capture: str) -> bool:
    """Whether it is a word of ours, or only for the pattern's own tests (it begins with `_`, as is usual)."""
    if capture.startswith("_"):
        return True
    return bool(roles_of_capture(capture)) or capture in PARTS or capture in MARKS or capture in (QUOTED, BOUND)


def patterns(grammar: Grammar) -> tuple[Pattern, ...]:
    """The patterns of a language, with the one for errors that every language has."""
    return _split(grammar.query_text)


@cache
def _split(text: str) -> tuple[Pattern, ...]:
    found, depth, piece = [_pattern("(ERROR) @error")], 0, ""
    for token in _TOKEN.findall(text):
        if token.startswith(";"):
            continue
        if depth == 0 and piece.strip() and token[0] in '([")':
            found.append(_pattern(piece))
            piece = ""
        depth += (token in ("(", "[")) - (token in (")", "]"))
        piece += token
    if piece.strip():
        found.append(_pattern(piece))
    return tuple(found)


def _pattern(text: str) -> Pattern:
    captures = re.findall(r"@([\w.-]+)", text)
    roles = [role for capture in captures for role in roles_of_capture(capture)]
    # A word that is a part as well (docstring, ...) is the role only where the pattern gives no other.
    sure = [role for capture in captures if capture not in PARTS for role in roles_of_capture(capture)]
    named = next((capture for capture in (NAME, QUOTED, BOUND) if capture in captures), None)
    return Pattern(text.strip(), frozenset(sure or roles), named)


@lru_cache(maxsize=256)
def compiled(grammar: Grammar, roles: frozenset[str]) -> tree_sitter.Query | None:
    """One query for all patterns that give any of these roles."""
    return _compile(grammar, [pattern.text for pattern in patterns(grammar) if pattern.roles & roles])


@lru_cache(maxsize=256)
def compiled_named(grammar: Grammar, roles: frozenset[str], names: frozenset[str]) -> tree_sitter.Query | None:
    """The same, matching only elements called one of `names`; quoted names are left to `#named?`."""
    words = " ".join(f'"{_escaped(name)}"' for name in sorted(names))
    texts = []
    for pattern in patterns(grammar):
        if pattern.roles & roles and pattern.named:
            test = f"#any-of? @name {words}" if pattern.named == NAME else f"#named? @{pattern.named}"
            texts.append(f"({pattern.text} ({test}))")
    return _compile(grammar, texts)


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def _compile(grammar: Grammar, texts: list[str]) -> tree_sitter.Query | None:
    return tree_sitter.Query(grammar.language, "\n".join(texts)) if texts else None
