"""Splices: places that a patch names by position. A position is a claim; it must be in the file, and its hash hold."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, cast

from structedit.edit.hunk import Placed
from structedit.edit.run import EditReport
from structedit.errors import StructeditError
from structedit.text.digest import hex_digest
from structedit.text.patch import Edit, Patch
from structedit.text.positions import Positions
from structedit.text.source import shown
from structedit.text.span import Point, Span

if TYPE_CHECKING:
    from structedit.edit.hunk import Splice
    from structedit.edit.operations import Splices
    from structedit.text.positions import Unit
    from structedit.text.source import Source

_LONGEST = 2000


def spliced(source: Source, index: int, operation: Splices) -> tuple[Patch, tuple[EditReport, ...]]:
    """The patch, and a report for each splice, in their order.

    Raises BAD_REQUEST for a place that the file has not, CONCURRENCY_CONFLICT where a hash does not hold, and
    OVERLAPPING_EDITS.
    """
    if operation.file_hash and not source.file_hash.startswith(operation.file_hash.lower()):
        raise _stale("The file", operation.file_hash, source.file_hash, {})
    spans = [_span(source, splice) for splice in operation.splices]
    edits = [Edit(span, _text(source, splice, span)) for splice, span in zip(operation.splices, spans, strict=True)]
    patch = _patch(source, operation, edits)
    after = dict(zip(map(id, patch.edits), patch.new_spans(), strict=True))
    reports = tuple(
        EditReport(
            index=index,
            op="patch",
            status="applied" if id(edit) in after else "unchanged",
            target="",
            inserted=(),
            span_before=span,
            span_after=after.get(id(edit)) or patch.map_span(span),
            hunk=Placed(splice.number, splice.start[0] + 1, source.row(span.start) + 1),
        )
        for splice, span, edit in zip(operation.splices, spans, edits, strict=True)
    )
    return patch, reports


def _patch(source: Source, operation: Splices, edits: list[Edit]) -> Patch:
    try:
        return Patch(tuple(edit for edit in edits if edit.span.of(source.text) != edit.new))
    except StructeditError as error:
        ordered = sorted(
            zip(edits, operation.splices, strict=True), key=lambda pair: (pair[0].span.start, pair[0].span.end)
        )
        pairs = pairwise(ordered)
        numbers = next(([a[1].number, b[1].number] for a, b in pairs if a[0].span.end > b[0].span.start), [])
        raise StructeditError(
            "OVERLAPPING_EDITS",
            f"The places {' and '.join(map(str, numbers))} of the patch overlap.",
            "Send what belongs together as one place.",
            {**error.details, "places": numbers},
        ) from None


def _span(source: Source, splice: Splice) -> Span:
    if splice.lines:
        return _lines(source, splice)
    positions = Positions(source, cast("Unit", splice.units))
    try:
        start = positions.byte_at(Point(*splice.start))
        end = len(source.text) if splice.end is None else positions.byte_at(Point(*splice.end))
    except StructeditError as error:
        error.details = {**error.details, "place": splice.number, "path": f"[{splice.number - 1}].range"}
        raise
    return Span(start, end)


def _lines(source: Source, splice: Splice) -> Span:
    """Whole rows; the row behind the last one is where lines are appended."""
    starts = source.line_starts
    total = len(starts) - (not source.text or source.text.endswith((b"\n", b"\r")))
    first, last = splice.start[0], total if splice.end is None else splice.end[0]
    last = max(last, first) if splice.end is None else last
    if first > total or last > total:
        raise StructeditError(
            "BAD_REQUEST",
            f"Place {splice.number} of the patch is at line {max(first + 1, last)}; the file has {total}.",
            f"Name lines up to {total}; lines are appended at line {total + 1}.",
            {"place": splice.number, "lines": total},
        )
    span = Span(source.offset_of_line(first), source.offset_of_line(last))
    if splice.hash is not None:
        _check_hash(source, splice, span)
    return span


def _check_hash(source: Source, splice: Splice, span: Span) -> None:
    """The hash of the lines with LF, with or without the last one, in 64 hex digits or their beginning."""
    text = span.of(source.text).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    wanted = (splice.hash or "").lower()
    current = hex_digest(text)
    if current.startswith(wanted) or hex_digest(text.removesuffix(b"\n")).startswith(wanted):
        return
    lines = f"Lines {splice.start[0] + 1} to {source.row(max(span.end - 1, 0)) + 1}"
    seen = {"place": splice.number, "text": shown(text[:_LONGEST])}
    raise _stale(lines, wanted, current, seen)


def _stale(what: str, expected: str, current: str, details: dict[str, object]) -> StructeditError:
    verb = "are" if what.startswith("Lines") else "is"
    return StructeditError(
        "CONCURRENCY_CONFLICT",
        f"{what} {verb} not what the patch was made from: its hash is {current[:12]}…, not {expected[:12]}….",
        "Read it again; then send the patch with the current hash.",
        {"expected_hash": expected, "current_hash": current, **details},
    )


def _text(source: Source, splice: Splice, span: Span) -> bytes:
    """The new text with the newlines of the line that it touches; whole lines end in one, as far as the file does."""
    newline = source.newline_at(span.start)
    text = splice.new.encode("utf-8")
    if newline != b"\n" and b"\r" not in text:
        text = text.replace(b"\n", newline)
    if not splice.lines or not text:
        return text
    at_end = span.end == len(source.text)
    closed = source.text.endswith((b"\n", b"\r"))
    if at_end and not closed and source.text:
        text = text.removesuffix(newline)
        return newline + text if span.start == span.end else text
    return text if text.endswith((b"\n", b"\r")) else text + newline
