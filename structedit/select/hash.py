"""The hash of a node, version 1: the same after a move to another depth, another after any other change.

SHA-256 of the text as UTF-8 with every newline as LF, where each later line that does not begin inside an atomic node
(a string and its like) loses the longest prefix that it shares with the indentation of the node's own first line.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from structedit.select.match import Match, full_span
from structedit.syntax import kinds
from structedit.syntax.tree import atomic_spans, span_of
from structedit.text.digest import hex_digest
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from structedit.syntax.tree import Tree

_FEW = 4


def node_hash(match: Match) -> str:
    """64 hexadecimal digits."""
    return hash_of_span(match.tree, full_span(match))


def hash_of_span(tree: Tree, span: Span) -> str:
    """The hash of what stands in a range."""
    text, source = tree.text, tree.source
    line = text[source.line_start(span.start) : span.start]
    indentation = line[: len(line) - len(line.lstrip(b" \t"))]
    found = text[span.start : span.end]
    if indentation and (b"\n" in found or b"\r" in found):
        found = _without(tree, span, indentation)
    return hex_digest(found.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))


def _without(tree: Tree, span: Span, indentation: bytes) -> bytes:
    atomic = _atomic(tree, span)
    inside = next(atomic, None)
    pieces: list[bytes] = []
    start, row = span.start, tree.source.row(span.start)
    while start < span.end:
        row += 1
        end = min(tree.source.offset_of_line(row), span.end)
        while inside is not None and inside.end <= start:
            inside = next(atomic, None)
        verbatim = start == span.start or (inside is not None and inside.start < start)
        piece = tree.text[start:end]
        pieces.append(piece if verbatim else piece[_shared(piece, indentation) :])
        start = end
    return b"".join(pieces)


def _atomic(tree: Tree, span: Span) -> Iterator[Span]:
    """The atomic nodes of several lines in a range; those of the whole file are looked up once many ask."""
    notes = tree.elements.notes
    notes["hashes"] = notes.get("hashes", 0) + 1
    if notes["hashes"] <= _FEW:
        return atomic_spans(tree, span)
    if "atomic" not in notes:
        nodes = [node for kind in tree.grammar.atomic for node in kinds.nodes_of_kind(tree, kind)]
        spans = sorted(span_of(node) for node in nodes if node.start_point.row != node.end_point.row)
        notes["atomic"] = _outermost(spans)
    known: list[Span] = notes["atomic"]
    first = bisect_right(known, span.start, key=lambda one: one.end)
    return takewhile(lambda one: one.start < span.end, islice(known, first, None))


def _outermost(spans: list[Span]) -> list[Span]:
    found: list[Span] = []
    for span in spans:
        if not found or span.start >= found[-1].end:
            found.append(span)
    return found


def _shared(line: bytes, indentation: bytes) -> int:
    """The length of the longest prefix of a line that it shares with an indentation."""
    pairs = enumerate(zip(line, indentation, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(line), len(indentation)))
