"""The verbs that only look: outline, find, read, languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from structedit.edit.check import check
from structedit.edit.form import REQUEST
from structedit.edit.request import read_encoding
from structedit.errors import StructeditError
from structedit.record import record
from structedit.store.snapshot import snapshot
from structedit.syntax import grammar as grammars
from structedit.syntax.tree import Tree, parse
from structedit.text.positions import Positions
from structedit.text.source import shown
from structedit.text.span import Span
from structedit.workspace.decode import at_path, decode, facts_or_none, grammar_for
from structedit.workspace.seen import Hit, Hits, LanguageLine, Outline, OutlineItem, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from structedit.select.match import Match
    from structedit.select.outline import Entry
    from structedit.select.terms import Selector
    from structedit.store.root import Root
    from structedit.text.positions import Unit
    from structedit.text.source import Source

LONGEST_LINE = 120
# What a walk through folders passes over, with a count; a file that was named is refused instead.
PASSED_OVER = frozenset({"NO_LANGUAGE", "BINARY_FILE", "BAD_ENCODING", "TOO_LARGE", "IO_ERROR", "NOT_A_FILE"})


@record
class Reading:
    """How files are read: the language and encoding of those that do not say it, and the unit of places."""

    language: str | None = None
    encoding: str | None = None
    unit: Unit = "utf-8"


def reading(language: str | None, encoding: str | None, position_encoding: str) -> Reading:
    """Raises BAD_REQUEST for what is no encoding, and no unit."""
    check(position_encoding, REQUEST["position_encoding"], "position_encoding")
    return Reading(language, read_encoding(encoding), cast("Unit", position_encoding))


def outline(root: Root, file: str, depth: int | None, how: Reading) -> Outline:
    from structedit.select.outline import outline as entries

    if depth is not None and depth < 1:
        raise StructeditError("BAD_REQUEST", "`depth` counts from 1.", "Send a number from 1.", {"path": "depth"})
    path, tree = _open(root, file, how)
    positions = Positions(tree.source, how.unit)
    items = tuple(_item(entry, positions) for entry in entries(tree, depth))
    return Outline(path, tree.grammar.name, tree.source.file_hash, items)


def read(root: Root, file: str, target: str | None, lines: tuple[int, int] | None, how: Reading) -> Text:
    if target is not None and lines is not None:
        raise StructeditError(
            "BAD_REQUEST", "`target` and `lines` exclude each other.", "Send one of them.", {"path": "lines"}
        )
    if target is not None:
        return _read_node(root, file, target, how)
    with at_path(file):
        taken = snapshot(root, file)
    with at_path(taken.path):
        source = decode(taken.raw, facts_or_none(taken.path, taken.raw, how.language), how.encoding)
    return _read_lines(taken.path, source, lines, how)


def find(
    root: Root,
    selector: str,
    paths: tuple[str, ...],
    how: Reading,
    progress: Callable[[str], None] | None,
) -> Hits:
    from structedit.select.selector import parse as parse_selector

    parsed = parse_selector(selector)
    hits: list[Hit] = []
    skipped: dict[str, int] = {}
    of_other_grammars: StructeditError | None = None
    searched = 0
    for path, named in _walk(root, paths):
        if progress is not None:
            progress(path)
        try:
            hits += _find_in(root, path, parsed, how)
            searched += 1
        except StructeditError as error:
            of_grammar = error.code == "BAD_SELECTOR" and "limit" not in (error.details or {})
            if named or not (of_grammar or error.code in PASSED_OVER):
                raise
            if of_grammar and of_other_grammars is None:
                of_other_grammars = error
            skipped[error.code] = skipped.get(error.code, 0) + 1
    if of_other_grammars is not None and not searched:
        raise of_other_grammars
    return Hits(tuple(hits), searched, skipped)


def languages() -> tuple[LanguageLine, ...]:
    return tuple(_language(grammars.load(name)) for name in grammars.names())


def _language(grammar: grammars.Grammar) -> LanguageLine:
    extensions = tuple(grammar.facts.get("extensions", ()))
    try:
        return LanguageLine(grammar.name, grammar.complete, extensions, grammar.source)
    except StructeditError as error:
        return LanguageLine(grammar.name, grammar.complete, extensions, None, error.hint)


def _open(root: Root, file: str, how: Reading) -> tuple[str, Tree]:
    with at_path(file):
        taken = snapshot(root, file)
    with at_path(taken.path):
        grammar = grammar_for(taken.path, taken.raw, how.language)
        return taken.path, parse(decode(taken.raw, grammar, how.encoding), grammar)


def _read_lines(path: str, source: Source, lines: tuple[int, int] | None, how: Reading) -> Text:
    # Behind a last line end there is one more line start, but no line.
    total = len(source.line_starts) - (1 if source.line_starts and source.line_starts[-1] == len(source.text) else 0)
    first, last = lines or (1, max(total, 1))
    if first < 1 or last < first:
        raise StructeditError(
            "BAD_REQUEST", f"There are no lines {first}-{last}.", "Lines count from 1.", {"path": "lines"}
        )
    if lines is not None and first > max(total, 1):
        raise StructeditError(
            "BAD_REQUEST", f"{path} has {total} lines; {first} is behind the last.", "Ask for lines that are there.",
            {"path": "lines", "total": total},
        )  # fmt: skip
    last = min(last, max(total, 1))
    span = Span(source.offset_of_line(first - 1), source.offset_of_line(last))
    region = Positions(source, how.unit).region(span)
    text = shown(span.of(source.text))
    return Text(path, text, source.file_hash, first, last, lossy=source.lossy, region=region)


def _read_node(root: Root, file: str, target: str, how: Reading) -> Text:
    from structedit.select.canonical import printed
    from structedit.select.hash import node_hash
    from structedit.select.match import full_span
    from structedit.select.resolve import require

    path, tree = _open(root, file, how)
    with at_path(path):
        match = require(tree, target, edit=False)[0]
    span = full_span(match)
    source = tree.source
    return Text(
        path,
        shown(span.of(source.text)),
        source.file_hash,
        source.row(span.start) + 1,
        source.row(max(span.start, span.end - 1)) + 1,
        printed(match),
        node_hash(match),
        source.lossy,
        Positions(source, how.unit).region(span),
    )


def _walk(root: Root, paths: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Each file once, and whether it was named itself."""
    seen: set[str] = set()
    for path in paths:
        for file in root.walk(path):
            if file not in seen:
                seen.add(file)
                yield file, file == root.place(path).path


def _find_in(root: Root, path: str, selector: Selector, how: Reading) -> list[Hit]:
    from structedit.select.resolve import matches

    path, tree = _open(root, path, how)
    positions = Positions(tree.source, how.unit)
    with at_path(path):
        return [_hit(path, tree, match, positions) for match in matches(tree, selector)]


def _hit(path: str, tree: Tree, match: Match, positions: Positions) -> Hit:
    from structedit.select.canonical import printed
    from structedit.select.match import full_span, headline

    span = full_span(match)
    source = tree.source
    line = shown(headline(match))
    return Hit(
        path,
        printed(match),
        source.row(span.start) + 1,
        source.row(max(span.start, span.end - 1)) + 1,
        line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…",
        positions.region(span),
    )


def _item(entry: Entry, positions: Positions) -> OutlineItem:
    from structedit.select.canonical import GUARD_DIGITS

    inner = tuple(_item(one, positions) for one in entry.items)
    selector = f"{entry.selector}@{entry.hash[:GUARD_DIGITS]}"
    region = positions.region(entry.span)
    return OutlineItem(selector, entry.role, entry.name, entry.line, entry.end_line, entry.hash, inner, region)
