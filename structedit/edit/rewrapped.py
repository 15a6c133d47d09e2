"""The replacement of a text that was found by its tokens: as little as changes them, in the lines of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.record import record
from structedit.select.tokens import alike, fitting
from structedit.syntax.tree import parse
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.select.ladder import Candidate
    from structedit.select.search import Haystack
    from structedit.syntax.tree import Tree

_PIECE = rb"\w+|[^\w\s]"


@record
class _Pieces:
    """The words and signs of a text, each by start and end."""

    text: bytes
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: bytes) -> _Pieces:
        return cls(text, tuple(found.span() for found in re.finditer(_PIECE, text)))

    def __getitem__(self, at: int) -> bytes:
        start, end = self.spans[at]
        return self.text[start:end]

    def __len__(self) -> int:
        return len(self.spans)

    def end(self, at: int) -> int:
        """The end of the piece before the one of that number."""
        return self.spans[at - 1][1] if at else 0

    def start(self, at: int) -> int:
        return self.spans[at][0] if at < len(self.spans) else len(self.text)


def rewrapped(haystack: Haystack, candidate: Candidate, old: bytes, new: bytes) -> bytes:
    """What goes in for the span of a candidate of rung tokens.

    The whole new text in its place is right by proof, since the quoted one is what stands there. The file's own line
    breaks around what changes are kept where the result has the same tokens as with the whole.
    """
    tree = haystack.tree
    fit = fitting(tree, candidate.span, old) if tree is not None else None
    if tree is None or fit is None:
        return new
    whole = fit.of(new)
    found = candidate.span.of(haystack.text)
    least = _least(found, whole)
    if least is None or least == whole:
        return whole
    return least if _same(tree, candidate.span, (whole, least)) else whole


def _least(found: bytes, new: bytes) -> bytes | None:
    """The found text with the pieces exchanged that are others in the new one."""
    before, after = _Pieces.of(found), _Pieces.of(new)
    size = min(len(before), len(after))
    head = next((at for at in range(size) if before[at] != after[at]), size)
    tail = next((at for at in range(size - head) if before[len(before) - 1 - at] != after[len(after) - 1 - at]), None)
    tail = size - head if tail is None else tail
    if not head and not tail:
        return None
    old_end, new_end = len(before) - tail, len(after) - tail
    if head == new_end:  # something goes, with the blanks behind it
        return found[: before.end(head)] + found[before.end(old_end) :]
    if head == old_end:  # something comes, with the blanks before it
        return found[: before.end(head)] + new[after.end(head) : after.end(new_end)] + found[before.end(head) :]
    middle = new[after.start(head) : after.end(new_end)]
    return found[: before.start(head)] + middle + found[before.end(old_end) :]


def _same(tree: Tree, span: Span, texts: tuple[bytes, bytes]) -> bool:
    """Whether the file has the same tokens with either of two texts in a place."""
    trees = [parse(Source.of(tree.text[: span.start] + text + tree.text[span.end :]), tree.grammar) for text in texts]
    one, other = (Span(span.start, span.start + len(text)) for text in texts)
    return alike(trees[0], trees[1], (one, other))
