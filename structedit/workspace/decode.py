"""A file's bytes as text of a language."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.syntax.grammar import Grammar, for_path
from structedit.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = 4096


def grammar_for(path: str, raw: bytes, language: str | None) -> Grammar:
    """Raises NO_LANGUAGE."""
    return for_path(path, raw[:_HEAD], language)


def grammar_or_none(path: str, raw: bytes, language: str | None) -> Grammar | None:
    """A file that is made or only read may be of any sort; a language that is named must be there."""
    try:
        return grammar_for(path, raw, language)
    except StructeditError:
        if language is not None:
            raise
        return None


def decode(raw: bytes, grammar: Grammar | None, encoding: str | None = None) -> Source:
    """The text of a file, by what the request says or the file declares."""
    return Source.of(raw, encoding=encoding, declared=declaration(raw, grammar))


def declaration(raw: bytes, grammar: Grammar | None) -> str | None:
    """The encoding that a file declares in its first two lines, where its language has such a thing."""
    if grammar is None or not grammar.encoding_declaration:
        return None
    head = b"\n".join(raw[:_HEAD].splitlines()[:2])
    found = re.search(grammar.encoding_declaration.encode(), head, re.MULTILINE)
    return found.group(1).decode("ascii", "replace") if found else None


@contextmanager
def at_path(path: str) -> Iterator[None]:
    """Refusals raised inside say which file they are about."""
    try:
        yield
    except StructeditError as error:
        error.details.setdefault("path", path)
        raise
