"""One file's operations, from its bytes to its new bytes: resolve, plan, verify. Pure: no file, no clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.apart import statements_apart
from structedit.edit.intents import Warning as EditWarning
from structedit.edit.intents import Writing
from structedit.edit.operations import AnyOperation, Delete, Hunks, ListEdit, SearchReplace, Splices, op_of
from structedit.edit.plan import draft, unite
from structedit.edit.report import brings, inserted, printed_target
from structedit.edit.verify import guard_syntax, verify
from structedit.errors import StructeditError
from structedit.record import record, replace
from structedit.syntax.tree import Problem, parse
from structedit.text.patch import Patch
from structedit.text.source import MAX_BYTES, too_large
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.hunk import Placed
    from structedit.edit.intents import Context, Draft, Piece
    from structedit.select.match import Match
    from structedit.syntax.grammar import Grammar
    from structedit.syntax.tree import Tree
    from structedit.text.positions import Region
    from structedit.text.source import Source


@record
class EditReport:
    """What became of one operation. Spans are bytes: before in the old text, after in the new one.

    Regions are the same, as the caller of the workspace counts.
    """

    index: int
    op: str
    status: str
    target: str
    inserted: tuple[str, ...]
    span_before: Span
    span_after: Span
    how: str = "exact"
    score: float = 100.0
    applicability: str = "safe"
    warnings: tuple[EditWarning, ...] = ()
    kept: tuple[str, ...] = ()
    region_before: Region | None = None
    region_after: Region | None = None
    hunk: Placed | None = None


@record
class Edited:
    """What became of one file."""

    before: Source
    after: Source
    patch: Patch
    edits: tuple[EditReport, ...]
    warnings: tuple[EditWarning, ...] = ()


def run(source: Source, grammar: Grammar | None, operations: tuple[AnyOperation, ...], context: Context) -> Edited:
    """Apply operations to a source. Raises the refusal of whatever says no first; then nothing is changed.

    Without a grammar quoted text can be edited, and nothing else.
    """
    if any(isinstance(one, (Hunks, Splices)) for one in operations):
        from structedit.edit.patched import run_patch

        return run_patch(source, grammar, operations, context)
    if not context.sequential or len(operations) < 2:
        return _together(source, grammar, tuple(enumerate(operations)), context)
    made = Edited(source, source, Patch.of(()), ())
    for index, operation in enumerate(operations):
        step = _together(made.after, grammar, ((index, operation),), context)
        back = made.patch.invert(source.text)
        reports = [replace(one, span_after=step.patch.map_span(one.span_after)) for one in made.edits]
        reports += [replace(one, span_before=back.map_span(one.span_before)) for one in step.edits]
        made = Edited(source, step.after, made.patch.then(step.patch), tuple(reports), (*made.warnings, *step.warnings))
    return made


def _together(
    source: Source, grammar: Grammar | None, operations: tuple[tuple[int, AnyOperation], ...], context: Context
) -> Edited:
    """All operations resolved on the same content, and planned as one patch."""
    tree = _parsed(source, grammar, operations)
    if tree is None:
        plain = _plainly(source, operations, context)
        return plain if grammar is None else replace(plain, warnings=(*plain.warnings, UNPARSED))
    drafts: list[Draft] = []
    reports: list[EditReport] = []
    for index, operation in operations:
        made, found, unchanged = draft(tree, index, operation, context)
        drafts.append(made)
        reports.append(_report(operation, made, (found, unchanged)))
    patch, pieces = unite(tree, drafts)
    if not patch:
        done = tuple(replace(report, status="unchanged") for report in reports)
        return Edited(source, source, patch, done)
    after = source.with_text(patch.apply(source.text))
    fresh = verify(tree, after, patch, pieces, drafts)
    added = _guarded(tree, fresh, patch, (context, operations))
    if context.on_syntax_error != "warn":
        statements_apart(tree, fresh, patch, pieces)
    by_index = {one.index: one for one in drafts}
    done = tuple(_after(report, by_index[report.index], fresh, (patch, pieces)) for report in reports)
    return Edited(source, after, patch, with_errors(done, added))


UNPARSED = EditWarning("UNPARSED", "The file is too large or nested too deep to be parsed: its syntax is not checked.")


def _parsed(source: Source, grammar: Grammar | None, operations: tuple[tuple[int, AnyOperation], ...]) -> Tree | None:
    """The tree, None where there is none and none is needed. Errors: TOO_LARGE where one is."""
    if grammar is None:
        return None
    try:
        if len(source.raw) > MAX_BYTES:
            raise too_large(len(source.raw))
        return parse(source, grammar)
    except StructeditError as error:
        plain = all(isinstance(one, SearchReplace) and not one.target for _, one in operations)
        if error.code != "TOO_LARGE" or not plain:
            raise
        return None


def _plainly(source: Source, operations: tuple[tuple[int, AnyOperation], ...], context: Context) -> Edited:
    """The same without a tree."""
    from structedit.edit.plain import draft_plain, unite_plain
    from structedit.select.search import Haystack

    haystack = Haystack(source)
    drafts: list[Draft] = []
    reports: list[EditReport] = []
    for index, operation in operations:
        made, unchanged = draft_plain(haystack, index, operation, context)
        drafts.append(made)
        reports.append(_report(operation, made, ([], unchanged)))
    patch = unite_plain(source, drafts)
    after = source.with_text(patch.apply(source.text)) if patch else source
    done = [replace(one, span_after=patch.map_span(one.span_before)) for one in reports]
    for at, made in enumerate(drafts):
        if not any(isinstance(one, Writing) and one.new != one.span.of(source.text) for one in made.intents):
            done[at] = replace(done[at], status="unchanged")
    return Edited(source, after, patch, tuple(done))


def with_errors(reports: tuple[EditReport, ...], added: list[Problem]) -> tuple[EditReport, ...]:
    """Each new syntax error as a warning of the edit that it stands in, else of the first."""
    found = list(reports)
    for one in added:
        place = next((i for i, report in enumerate(found) if report.span_after.touches(one.span)), 0)
        warning = EditWarning("SYNTAX_BROKEN", f"There is a new syntax error at line {one.node.start_point.row + 1}.")
        if any(warning.code == "SYNTAX_BROKEN" for warning in found[place].warnings):
            continue
        found[place] = replace(found[place], warnings=(*found[place].warnings, warning))
    return tuple(found)


def _guarded(
    tree: Tree, fresh: Tree, patch: Patch, request: tuple[Context, tuple[tuple[int, AnyOperation], ...]]
) -> list[Problem]:
    context, operations = request
    try:
        return guard_syntax(tree, fresh, patch, context)
    except StructeditError as error:
        kinds = {one.kind for _, one in operations if isinstance(one, ListEdit) and one.action == "add"}
        if kinds & {"parameter", "argument"}:
            error.hint = f"Where it stands may be the fault: give a default (`text`) or a `position`. {error.hint}"
        if any(isinstance(one, Delete) for _, one in operations):
            error.hint = "What goes may be needed there: replace it, or delete what is around it."
        raise


def _report(operation: AnyOperation, made: Draft, result: tuple[list[Match], bool]) -> EditReport:
    found, unchanged = result
    made.brings = brings(found, operation)
    span = made.targets[0] if made.targets else Span(0, 0)
    for other in made.targets[1:]:
        span = span.hull(other)
    return EditReport(
        index=made.index,
        op=op_of(operation),
        status="unchanged" if unchanged else "applied",
        target=made.target or printed_target(found, operation),
        inserted=(),
        span_before=span,
        span_after=span,
        how=made.how,
        score=made.score,
        applicability="safe" if made.safe else "unsafe",
        warnings=tuple(made.warnings),
        kept=tuple(made.kept),
    )


def _after(report: EditReport, made: Draft, fresh: Tree, result: tuple[Patch, list[Piece]]) -> EditReport:
    patch, pieces = result
    places = dict(zip((id(edit) for edit in patch.edits), patch.new_spans(), strict=True))
    texts = [
        (piece.named or piece.text).shifted(places[id(piece.edit)].start)
        for piece in pieces
        if piece.index == report.index and piece.text is not None and id(piece.edit) in places
    ]
    touched = any(piece.index == report.index for piece in pieces)
    span = texts[0] if texts else patch.map_span(report.span_before)
    for other in texts[1:]:
        span = span.hull(other)
    if made.op == "edit":
        span = patch.map_span(report.span_before)
    idle = bool(made.intents) and not touched and all(isinstance(one, Writing) for one in made.intents)
    status = "unchanged" if idle else report.status
    return replace(report, status=status, span_after=span, inserted=inserted(fresh, texts, made.brings))
