"""A file's part of a patch, from its bytes to its new bytes. Only lines that a patch removes or adds are written.

It needs no grammar. Where there is one, the syntax is guarded as for every edit, by what is new after the last hunk.
"""

from __future__ import annotations

from hashlib import sha1
from typing import TYPE_CHECKING

from structedit.edit.elision import refuse_control, refuse_elision
from structedit.edit.hunk import Placed
from structedit.edit.intents import Draft
from structedit.edit.line_index import FOLDS, Lines
from structedit.edit.looser import fitted, keeps_tokens
from structedit.edit.operations import Hunks, Splices
from structedit.edit.placing import Found, place
from structedit.edit.run import Edited, EditReport, with_errors
from structedit.edit.verify import guard_syntax
from structedit.errors import StructeditError
from structedit.record import record, replace
from structedit.syntax.tree import parse
from structedit.text.patch import Edit, Patch
from structedit.text.source import shown
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.hunk import Hunk, HunkLine
    from structedit.edit.intents import Context
    from structedit.edit.operations import AnyOperation
    from structedit.syntax.grammar import Grammar
    from structedit.text.source import Source


@record
class _Step:
    """What one operation does to a text, and what is said of its hunks. Spans of the reports are of that text."""

    patch: Patch
    reports: tuple[EditReport, ...]


def run_patch(
    source: Source, grammar: Grammar | None, operations: tuple[AnyOperation, ...], context: Context
) -> Edited:
    """Apply the sections that a patch has for one file, each to the result of the one before.

    Raises PATCH_FAILED, CONCURRENCY_CONFLICT (a hash does not hold), SYNTAX_BROKEN, and what the guards of new text
    raise; then nothing is changed.
    """
    made = Edited(source, source, Patch(), ())
    for index, operation in enumerate(operations):
        step = _step(made.after, grammar, index, operation)
        after = made.after.with_text(step.patch.apply(made.after.text)) if step.patch else made.after
        back = made.patch.invert(source.text)
        earlier = [replace(one, span_after=step.patch.map_span(one.span_after)) for one in made.edits]
        later = [replace(one, span_before=back.map_span(one.span_before)) for one in step.reports]
        made = Edited(source, after, made.patch.then(step.patch) if made.patch else step.patch, (*earlier, *later))
    if not made.patch:
        return made
    _guard_text(made, grammar, context)
    return _guarded(made, grammar, context)


def _step(source: Source, grammar: Grammar | None, index: int, operation: AnyOperation) -> _Step:
    if isinstance(operation, Hunks):
        return _hunks(source, grammar, index, operation)
    if isinstance(operation, Splices):
        from structedit.edit.splicing import spliced

        patch, reports = spliced(source, index, operation)
        return _Step(patch, reports)
    raise TypeError("a patch consists of hunks and splices")


def _hunks(source: Source, grammar: Grammar | None, index: int, operation: Hunks) -> _Step:
    if source.encoding not in (None, "utf-8"):
        operation = replace(operation, hunks=tuple(_recoded(hunk, source.encoding) for hunk in operation.hunks))
    sure = any(line.text.endswith(b"\r") for hunk in operation.hunks for line in hunk.lines)
    lines = Lines(source, grammar, exact=sure or (bool(operation.blob) and _is_of(source, operation.blob)))
    found = place(lines, operation, trusted=_is_of(source, operation.blob))
    edits = [_changing(source.text, _edits(lines, hunk, there)) for hunk, there in found]
    patch = Patch(tuple(edit for some in edits for edit in some))
    after = dict(zip(map(id, patch.edits), patch.new_spans(), strict=True))
    reports = [
        _report((index, hunk, there), lines, patch, [after[id(one)] for one in some])
        for (hunk, there), some in zip(found, edits, strict=True)
    ]
    if operation.removes and len(source.text) + patch.growth:
        raise StructeditError(
            "PATCH_FAILED",
            "The patch removes the file, but the file has more lines than the patch takes away.",
            "Read the file; then make the patch again, or remove the file with the op remove.",
            {"hunk": operation.hunks[0].number},
        )
    return _Step(patch, tuple(reports))


def _changing(text: bytes, edits: list[Edit]) -> list[Edit]:
    return [edit for edit in edits if edit.span.of(text) != edit.new]


def _is_of(source: Source, blob: str) -> bool:
    """Whether nothing says that a patch is for another content. Git's id is the hash of a header and the file."""
    if not blob.strip("0"):
        return True
    content = source.raw
    name = sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
    return len(blob) > len(name) or name.startswith(blob)


def _recoded(hunk: Hunk, encoding: str) -> Hunk:
    """The hunk with its lines in UTF-8, where they are in the encoding of the file."""

    def recoded(text: bytes) -> bytes:
        if text.isascii():
            return text
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            return text.decode(encoding, "surrogateescape").encode("utf-8", "surrogateescape")
        return text

    return replace(hunk, lines=tuple(replace(line, text=recoded(line.text)) for line in hunk.lines))


def _edits(lines: Lines, hunk: Hunk, found: Found) -> list[Edit]:
    """The byte edits of one hunk: each run of removed lines with the lines that are added there."""
    if found.rung not in FOLDS:
        hunk = fitted(lines, hunk, found)
    edits: list[Edit] = []
    row = start = found.row
    new: list[HunkLine] = []
    for line in hunk.lines:
        if line.mark == "+":
            new.append(line)
            continue
        if line.mark == " ":
            edits += _run(lines, (hunk, found), Span(start, row), new)
            new, start = [], row + 1
        row += 1
    return edits + _run(lines, (hunk, found), Span(start, row), new)


def _run(lines: Lines, place: tuple[Hunk, Found], rows: Span, new: list[HunkLine]) -> list[Edit]:
    """Some rows give way to new lines. At rung exact those are written as they are, else with the file's newlines."""
    hunk, found = place
    if not rows.end - rows.start and not new:
        return []
    literal = found.rung == "exact" and (found.count > 0 or lines.exact)
    texts = [line.text if literal else line.text.removesuffix(b"\r") for line in new]
    newline = lines.mark if literal else lines.newline(rows.start, rows.end)
    text = b"".join(one + newline for one in texts)
    if texts and rows.end == len(lines):
        if not _closes(lines, hunk, new[-1]):
            text = text.removesuffix(newline)
        if rows.start == rows.end and not lines.closed and lines.rows:
            text = newline + text
    return [Edit(Span(lines.starts[rows.start], lines.starts[rows.end]), text)]


def _closes(lines: Lines, hunk: Hunk, last: HunkLine) -> bool:
    """Whether the file ends in a newline after new lines at its end.

    As the patch says, if it is right about how the file ends now; else that stays as it is.
    """
    told = hunk.old[-1].ended if hunk.old else lines.closed or not lines.rows
    return last.ended if told == lines.closed or not lines.rows else lines.closed


def _report(place: tuple[int, Hunk, Found], lines: Lines, patch: Patch, written: list[Span]) -> EditReport:
    index, hunk, found = place
    span = Span(lines.starts[found.row], lines.starts[found.end])
    after = patch.map_span(span)
    for one in written:
        after = after.hull(one)
    return EditReport(
        index=index,
        op="patch",
        status="applied" if written else "unchanged",
        target="",
        inserted=(),
        span_before=span,
        span_after=after,
        how=found.rung,
        applicability="safe" if found.rung in ("exact", "newlines") or keeps_tokens(lines, hunk, found) else "unsafe",
        hunk=Placed(hunk.number, hunk.line, found.row + 1),
    )


def _guard_text(made: Edited, grammar: Grammar | None, context: Context) -> None:
    """Raises ELIDED_TEXT, and BAD_REQUEST for control characters that the file had not."""
    old = made.before.text
    new = "\n".join(shown(edit.new) for edit in made.patch)
    refuse_control(old, new, context)
    draft = Draft(0, "patch", removed=[edit.span for edit in made.patch if len(edit.span)])
    mark = "#" if grammar is None else str(grammar.fact("syntax", "line_comment", "") or "#")
    refuse_elision(old, mark, draft, new, context)


def _guarded(made: Edited, grammar: Grammar | None, context: Context) -> Edited:
    if grammar is None:
        return made
    added = guard_syntax(parse(made.before, grammar), parse(made.after, grammar), made.patch, context)
    return replace(made, edits=with_errors(made.edits, added))
