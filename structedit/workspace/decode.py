"""A file's bytes as text of a language."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from structedit.edit.intents import Warning as EditWarning
from structedit.errors import StructeditError
from structedit.syntax.grammar import Grammar, facts_for, for_path
from structedit.text.encodings import Declared, is_utf8, same
from structedit.text.source import MAX_TEXT, Source

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
    """The text of a file (of the size that was let in), by what it says itself, else by `encoding`, else as UTF-8."""
    return Source.of(raw, encoding=encoding, declared=declaration(raw, grammar), largest=MAX_TEXT)


def declaration(raw: bytes, grammar: Grammar | None) -> Declared | None:
    """The encoding that a file declares near its start, where its language has such a thing."""
    if grammar is None or not grammar.encoding_declaration:
        return None
    found = re.search(grammar.encoding_declaration.encode(), raw[:_HEAD])
    if found is None or not found.lastindex:
        return None
    name = found.group(found.lastindex).decode("ascii", "replace")
    return Declared(name, found.end(), web=grammar.encoding_labels == "web")


def keep_agreement(old: Source, new: Source, grammar: Grammar | None, encoding: str | None) -> None:
    """Raise BAD_ENCODING where the new bytes say that they are in another encoding than they are.

    The bytes of a file stay in its encoding, so an edit of the declaration alone would make another text of them. Where
    the encoding was not known, it is to be named.
    """
    if old.raw[:_HEAD] == new.raw[:_HEAD]:
        return
    try:
        again = decode(new.raw, grammar, encoding)
        if again.text == new.text and (again.encoding is not None or new.text.isascii() or old.encoding is None):
            return
        why = again.why or f"they would be read as {again.encoding}"
    except StructeditError as error:
        why = error.message
    if old.encoding is None:
        raise StructeditError(
            "BAD_ENCODING",
            f"The file would say of bytes whose encoding is not known ({old.why}) what they are: {why}.",
            "Name the encoding that they are in with `encoding`, too.",
        )
    raise StructeditError(
        "BAD_ENCODING",
        f"The bytes would be {new.encoding}, and the file would say otherwise: {why}.",
        'Leave the declaration as it is, or write the whole file anew: create, with "allow": ["overwrite"].',
        {"encoding": new.encoding},
    )


def encoding_warnings(source: Source, grammar: Grammar | None, encoding: str | None) -> tuple[EditWarning, ...]:
    """Where what the file says is not what was asked for, or is two things, and where its bytes are UTF-8 as well."""
    if source.encoding is None:
        return ()
    words = []
    if encoding is not None and not same(encoding, source.encoding):
        words.append(f"The file says that it is {source.encoding}; `encoding` ({encoding}) was not needed.")
    elif encoding is not None and source.encoding != "utf-8" and not source.raw.isascii() and is_utf8(source.raw):
        words.append(f"The bytes of the file are UTF-8, too; they were taken as {source.encoding}, as `encoding` says.")
    declared = declaration(source.text, grammar) if source.bom else None
    if declared is not None and not same(declared.name, source.encoding):
        words.append(f"The byte order mark says {source.encoding}, the declaration says {declared.name}.")
    return tuple(EditWarning("ENCODING", one) for one in words)


def facts_or_none(path: str, raw: bytes, language: str | None) -> Grammar | None:
    """What is known of a file's language, such as how it declares its encoding, also where no parser is installed."""
    return facts_for(path, raw[:_HEAD], language)


@contextmanager
def at_path(path: str) -> Iterator[None]:
    """Refusals raised inside say which file they are about."""
    try:
        yield
    except StructeditError as error:
        error.details.setdefault("path", path)
        raise
