"""What becomes of whole files: removed, under another path, executable or not. Edits of their text come first."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from structedit.edit.operations import Create, Hunks, Remove, RenameFile, SetMode, WholeFile, op_of
from structedit.edit.run import EditReport
from structedit.errors import StructeditError
from structedit.guard.gate import pass_gate
from structedit.guard.question import Question
from structedit.record import replace
from structedit.store.snapshot import EXECUTE, Snapshot, executable_mode, snapshot, snapshot_or_absent
from structedit.text.diff import unified
from structedit.text.span import Span
from structedit.workspace.decode import at_path, decode, facts_or_none
from structedit.workspace.outcome import FileOutcome, PreparedFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.edit.request import Request
    from structedit.store.root import Root
    from structedit.store.snapshot import Absent
    from structedit.text.source import Source
    from structedit.workspace.prepare import Part


def prepare_whole(
    root: Root, request: Request, part: Part, prepare_edits: Callable[[Part], PreparedFile]
) -> PreparedFile:
    """One file of a request that has such operations, besides edits or alone."""
    rows = list(zip(part.indexes, part.operations, strict=True))
    whole = [(index, one) for index, one in rows if isinstance(one, WholeFile)]
    edits = [(index, one) for index, one in rows if not isinstance(one, WholeFile)]
    _refuse_mixed(part, [one for _, one in whole], [one for _, one in edits])
    with at_path(part.place.path):
        if any(isinstance(one, (Remove, RenameFile)) for _, one in whole):
            _refuse_link(root, part)
        if edits:
            rest = replace(part, operations=[one for _, one in edits], indexes=[index for index, _ in edits])
            made = prepare_edits(rest)
        else:
            made = _as_it_is(root, request, part)
        for index, operation in whole:
            made = _applied(root, request, made, (index, operation))
    return made


def _refuse_mixed(part: Part, whole: list[WholeFile], edits: list[object]) -> None:
    sorts = [type(one) for one in whole]
    gone = Remove in sorts and (len(whole) > 1 or not all(isinstance(one, Hunks) and one.removes for one in edits))
    again = RenameFile in sorts and any(isinstance(one, Create) for one in edits)
    if gone or again or len(set(sorts)) < len(sorts):
        word = op_of(next(one for one in whole if isinstance(one, Remove) == gone))
        raise StructeditError(
            "OVERLAPPING_EDITS",
            f"{part.place.path} has {word} and another edit in one request, of which only one can be.",
            "Send one of them, or several requests.",
            {"path": part.place.path},
        )


def _refuse_link(root: Root, part: Part) -> None:
    if os.path.islink(os.path.join(root.folder, part.place.path)):
        to = os.path.relpath(part.place.resolved, root.folder)
        raise StructeditError(
            "NOT_APPLICABLE",
            f"{part.place.path} is a link to {to}.",
            f"Name {to} itself; links are left as they are.",
        )


def _as_it_is(root: Root, request: Request, part: Part) -> PreparedFile:
    """A file of any sort that no edit touches, through the gate."""
    before = snapshot(root, part.place.path)
    source = _decoded(before, request.encoding)
    pass_gate(Question(root.folder, before, source, None, tuple(part.operations), part.expected_hash, request.allow))
    digest = source.file_hash if source else None
    outcome = FileOutcome(before.path, "unchanged", digest, digest, "", (), lossy=source.lossy if source else False)
    return PreparedFile(before, before.raw, outcome)


def _decoded(before: Snapshot, encoding: str | None) -> Source | None:
    try:
        return decode(before.raw, facts_or_none(before.path, before.raw, None), encoding)
    except StructeditError:
        return None


def _applied(root: Root, request: Request, made: PreparedFile, row: tuple[int, WholeFile]) -> PreparedFile:
    index, operation = row
    match operation:
        case Remove():
            done = _removed(made, request)
        case RenameFile():
            done = _renamed(root, request, made, operation.to_file)
        case SetMode():
            done = _with_mode(made, operation.executable)
    outcome = replace(done.outcome, status="applied" if done.changes else "unchanged")
    report = EditReport(
        index, op_of(operation), "applied" if done != made else "unchanged", "", (), Span(0, 0), Span(0, 0)
    )
    return replace(done, outcome=replace(outcome, edits=(*outcome.edits, report)))


def _removed(made: PreparedFile, request: Request) -> PreparedFile:
    before = made.before
    source = _decoded(before, request.encoding) if isinstance(before, Snapshot) else None
    diff = unified(source.text, None, before.path) if source else ""
    outcome = replace(made.outcome, after_hash=None, diff=diff, warnings=(), atomic=True)
    return replace(made, raw=None, outcome=outcome)


def _renamed(root: Root, request: Request, made: PreparedFile, path: str) -> PreparedFile:
    before, raw = made.before, made.raw
    if not isinstance(before, Snapshot) or raw is None:
        raise TypeError("what is renamed is there")
    to = _target(root, path)
    if to.resolved == before.resolved:
        return made
    pass_gate(Question(root.folder, to, None, None, (), None, request.allow, new=raw))
    outcome = replace(made.outcome, path=to.path, renamed_from=before.path)
    source = _decoded(before, request.encoding)
    if source is not None and raw != before.raw:
        after = _decoded(replace(before, raw=raw), request.encoding)
        outcome = replace(outcome, diff=unified(source.text, after.text if after else b"", (before.path, to.path)))
    return replace(made, to=to, outcome=outcome)


def _target(root: Root, path: str) -> Snapshot | Absent:
    to = snapshot_or_absent(root, path)
    if os.path.islink(os.path.join(root.folder, to.path)):
        raise StructeditError(
            "NOT_APPLICABLE",
            f"{to.path} is a link.",
            "Name another path; links are left as they are.",
            {"path": to.path},
        )
    return to


def _with_mode(made: PreparedFile, executable: bool) -> PreparedFile:
    """Who may read may execute; a new file is first made as any other."""
    if not isinstance(made.before, Snapshot):
        return replace(made, executable=executable)
    mode = made.before.stat.mode
    wanted = executable_mode(mode) if executable else mode & ~EXECUTE
    return made if wanted == mode else replace(made, mode=wanted)
