"""The replacement of a quoted text, fitted to what was found in its place.

Lines that the caller did not change keep the file's bytes. The others are the caller's, and their newlines are those of
the lines that they touch. At rung exact nothing else is fitted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.aligning import aligned
from structedit.edit.rewrapped import rewrapped
from structedit.edit.typeset import in_style, quotes_of, typeset
from structedit.errors import StructeditError
from structedit.record import replace
from structedit.select.blocks import fixed_rows
from structedit.select.levels import levels, width, with_units
from structedit.select.numbers import numbered_lines, without_numbers
from structedit.select.views import BLANKS, split_lines, without_edges, without_last_blanks
from structedit.syntax.tree import atomic_spans, parse
from structedit.text.indent import leading
from structedit.text.patch import Edit
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.select.ladder import Candidate
    from structedit.select.levels import Levels
    from structedit.select.search import Haystack
    from structedit.syntax.tree import Tree

    Fit = Callable[[int, bytes, int], bytes]


def rebased(haystack: Haystack, candidate: Candidate, old: bytes, new: bytes) -> bytes:
    """What goes in for `candidate.span`. Errors: BAD_REQUEST where only some lines of `new` have line numbers."""
    if candidate.rung == "exact":
        return _literal(haystack, candidate, old, new)
    if candidate.rung == "line-numbers":
        plain_old = without_numbers(old, candidate.cut) or old
        return rebased(haystack, replace(candidate, rung=candidate.base), plain_old, _unnumbered(new, candidate.cut))
    if candidate.rung == "tokens":
        return with_newline(haystack.source, candidate, rewrapped(haystack, candidate, old, new))
    if candidate.rung == "newlines":
        return _fitted(haystack.source, candidate, (split_lines(old), split_lines(new)), _as_sent)
    old, new = without_last_blanks(old), without_last_blanks(new)
    if candidate.trimmed:
        old, new = without_edges(old, new)
    lines = split_lines(old), split_lines(new)
    if candidate.whole:
        found = haystack.lines[candidate.line - 1 : candidate.end_line]
        if _counts_as_file(lines[0][: len(found)], found, lines[1]):
            lines = [*found, *lines[0][len(found) :]], lines[1]
    return _fitted(haystack.source, candidate, lines, _fit(haystack, candidate, lines))


def _unnumbered(new: bytes, cut: int) -> bytes:
    """The new text without its line numbers, if every line has one."""
    numbered, lines = numbered_lines(new)
    if not numbered:
        return new
    bare = without_numbers(new, cut, consecutive=False)
    if bare is None:
        raise StructeditError(
            "BAD_REQUEST",
            f"The quoted text has line numbers; of the new text {numbered} of {lines} lines have one.",
            "Send both texts without line numbers, as they stand in the file.",
            {"path": "new"},
        )
    return bare


def is_safe(haystack: Haystack, candidate: Candidate, old: bytes) -> bool:
    """Whether the tokens of what was found are those of the quoted text, for certain."""
    rung = candidate.base if candidate.rung == "line-numbers" else candidate.rung
    if rung in ("exact", "newlines", "tokens"):
        return True
    if rung not in ("trailing", "indentation") or haystack.tree is None:
        return False
    bare = without_numbers(old, candidate.cut) or old if candidate.base else old
    quoted = split_lines(bare)
    found = haystack.lines[candidate.line - 1 : candidate.end_line]
    fixed = fixed_rows(haystack, candidate)
    if _inside_token(haystack.tree, candidate.span):
        return False
    return all(quoted[row] == found[row] for row in fixed if row < min(len(quoted), len(found)))


def _inside_token(tree: Tree, span: Span) -> bool:
    """Whether a place is a part of a string or another node that is one token."""
    node = tree.root.descendant_for_byte_range(span.start, span.end)
    while node is not None:
        if node.type in tree.grammar.tokens and (node.start_byte < span.start or node.end_byte > span.end):
            return True
        node = node.parent
    return False


def edit_of(text: bytes, span: Span, new: bytes) -> Edit:
    """The edit that makes `new` of a span, without the bytes that are the same at its ends."""
    old = span.of(text)
    size = min(len(old), len(new))
    start = next((i for i in range(size) if old[i] != new[i]), size) if old[:size] != new[:size] else size
    while start and (_continues(old[start : start + 1]) or _continues(new[start : start + 1]) or _cr(old, new, start)):
        start -= 1
    most = size - start
    end = 0
    while end < most and old[len(old) - 1 - end] == new[len(new) - 1 - end]:
        end += 1
    while end and (_continues(old[len(old) - end :][:1]) or _cr(old, new, -end)):
        end -= 1
    return Edit(Span(span.start + start, span.end - end), new[start : len(new) - end])


def _continues(byte: bytes) -> bool:
    """Whether it is not the first byte of a character."""
    return bool(byte) and 0x80 <= byte[0] < 0xC0


def _cr(old: bytes, new: bytes, at: int) -> bool:
    """Whether a place, counted from the start or (negative) from the end, is inside a CRLF."""
    return any(text[at - 1 : at] == b"\r" and text[at : at + 1 or None] == b"\n" for text in (old, new))


def _as_sent(index: int, line: bytes, pair: int) -> bytes:
    del index, pair
    return line


def _literal(haystack: Haystack, candidate: Candidate, old: bytes, new: bytes) -> bytes:
    """As written, but for newlines: they follow the line that is touched, unless they are all that the edit changes."""
    if b"\r" not in new and not haystack.has_returns:
        return new
    lines = split_lines(old), split_lines(new)
    return new if lines[0] == lines[1] else _fitted(haystack.source, candidate, lines, _as_sent)


def _fit(haystack: Haystack, candidate: Candidate, lines: tuple[list[bytes], list[bytes]]) -> Fit:
    """What makes a new line fit: its indentation for whole lines, its quotes where typographic ones were found."""
    old, new = lines
    found = split_lines(candidate.span.of(haystack.text))
    shift = _levels(haystack, candidate, lines) if candidate.whole else None
    fixed: frozenset[int] = frozenset()
    if shift is not None and not shift.moved:
        fixed = _fixed_rows(haystack.tree, candidate.span, b"\n".join(new))
    styles = quotes_of(b"\n".join(old), b"\n".join(found)) if candidate.rung == "typography" else ()
    noise = {one for one, there in zip(old, found, strict=False) if _blanks(one) not in (b"", _blanks(there))}

    def fit(index: int, line: bytes, pair: int) -> bytes:
        if line in noise if pair < 0 else noise and _blanks(line) != _blanks(found[pair]):
            line = line.rstrip(BLANKS)
        if shift is None and candidate.rung == "typography":
            return typeset(line, old[pair], found[pair], styles) if pair >= 0 else in_style(line, styles)
        if shift is None or index in fixed:
            return line
        before = leading(line)
        rest = line[len(before) :]
        if candidate.rung == "typography":
            pieces = (old[pair].lstrip(BLANKS), found[pair].lstrip(BLANKS)) if pair >= 0 else None
            rest = typeset(rest, *pieces, styles) if pieces is not None else in_style(rest, styles)
        return shift.place(before, index == 0) + rest if rest.strip() else rest

    return fit


def _blanks(line: bytes) -> bytes:
    """Those at the end of a line."""
    return line[len(line.rstrip(BLANKS)) :]


def _levels(haystack: Haystack, candidate: Candidate, lines: tuple[list[bytes], list[bytes]]) -> Levels | None:
    old, new = lines
    found = haystack.lines[candidate.line - 1 : candidate.end_line]
    quoted = old[: len(found)]
    mapped = levels(quoted, found, fixed_rows(haystack, candidate)) or levels(quoted, found)
    return None if mapped is None else with_units(mapped, b"\n".join([*old, *new]), haystack.unit)


def _counts_as_file(old: list[bytes], found: list[bytes], new: list[bytes]) -> bool:
    """Whether the new text has the indentation of the file already, and not that of the quoted text.

    The lines that both texts have tell. That they stand as in the file is believed only where the quoted text has
    another kind of blanks: else a block that moves by a step could be there by chance.
    Errors: SEARCH_FAILED where they tell different things, or nothing.
    """
    same, _, _ = aligned([line.strip(BLANKS) for line in old], [line.strip(BLANKS) for line in new])
    pairs = [(at, leading(line)) for at, line in zip(same, new, strict=True) if at >= 0 and line.strip()]
    shown = [[line.rstrip(BLANKS) for line in lines if line.strip()] for lines in (old, found, new)]
    if not shown[2] or shown[1] == shown[2]:
        return False  # an edit is to change something
    theirs = [margin == leading(old[at]) for at, margin in pairs]
    ours = [margin == leading(found[at]) and margin != leading(old[at]) for at, margin in pairs]
    least = [min((leading(line) for line in lines), key=width) for lines in shown]
    kinds = [{byte for line in lines for byte in leading(line)} for lines in shown]
    other = bool(kinds[0] and kinds[2]) and not kinds[0] & kinds[2]
    if not other and not any(ours) and (any(theirs) or least[2] == least[0]):
        return False
    if other and kinds[2] <= kinds[1] and least[2] == least[1]:
        return True
    raise StructeditError(
        "SEARCH_FAILED",
        "The quoted text is there with another indentation, and that of the new text does not tell how it is meant.",
        "Quote the text as it stands in the file (see `old` in the details), and indent the new text to go with it.",
        {"old": b"\n".join(found).decode("utf-8", "replace")},
    )


def _fixed_rows(tree: Tree | None, place: Span, new: bytes) -> frozenset[int]:
    """The lines of a text for a place, from 0, that begin inside a string of it; read where it is to stand."""
    if tree is None or b"\n" not in new:
        return frozenset()
    alone = parse(Source.of(new), tree.grammar)
    if not any(True for _ in atomic_spans(alone, Span(0, len(new)))):
        return frozenset()
    parsed = parse(Source.of(tree.text[: place.start] + new + tree.text[place.end :]), tree.grammar)
    first = parsed.source.row(place.start)
    rows: set[int] = set()
    for span in atomic_spans(parsed, Span(place.start, place.start + len(new))):
        if span.start >= place.start:
            rows.update(range(parsed.source.row(span.start) + 1 - first, parsed.source.row(span.end) + 1 - first))
    return frozenset(rows)


def _fitted(source: Source, candidate: Candidate, lines: tuple[list[bytes], list[bytes]], fit: Fit) -> bytes:
    """The new lines; those that are old ones with the file's bytes, the others as `fit` makes them.

    `fit` gets the number of the new line, the line, and the number of the line that it stands for (-1: none).
    """
    old, new = lines
    found = split_lines(candidate.span.of(source.text))
    if candidate.ended:
        old = old[:-1]
        new = new[:-1] if len(new) > 1 and not new[-1] else new
    seen = (old, new)
    if candidate.rung not in ("exact", "newlines"):
        seen = ([line.rstrip(BLANKS) for line in old], [line.rstrip(BLANKS) for line in new])
    same, pairs, beside = aligned(*seen)
    row = source.row(candidate.span.start)
    pieces: list[bytes] = []
    for index, line in enumerate(new):
        at = same[index]
        pieces.append(fit(index, line, pairs[index]) if at < 0 else found[at])
        if index + 1 < len(new):
            pieces.append(_newline(source, row + max(beside[index], 0)))
    return b"".join(pieces)


def with_newline(source: Source, candidate: Candidate, text: bytes) -> bytes:
    """A text with the newlines of the line that it goes to."""
    newline = _newline(source, candidate.line - 1)
    return newline.join(split_lines(text)) if newline != b"\n" or b"\r" in text else text


def _newline(source: Source, row: int) -> bytes:
    """The newline of a row; the file's where it has none."""
    start, end = source.offset_of_line(row), source.offset_of_line(row + 1)
    line = source.text[start:end]
    return line[len(line.rstrip(b"\r\n")) :] if line.endswith((b"\n", b"\r")) else source.newline
