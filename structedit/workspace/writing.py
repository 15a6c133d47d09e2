"""From a plan to the disk: what is displaced is kept, the files are written, the edit is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.intents import Warning as EditWarning
from structedit.edit.operations import Between, op_of
from structedit.errors import Refused, StructeditError
from structedit.record import record, replace
from structedit.store import history
from structedit.store.commit import Committed, Displaced, Failed, commit, locked
from structedit.store.records import EditRecord, FileRecord
from structedit.store.snapshot import Content, Snapshot, raw_of
from structedit.text.digest import hex_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from structedit.edit.request import FileEdit, Request
    from structedit.store.commit import Written
    from structedit.store.root import Root
    from structedit.workspace.outcome import FileOutcome, Outcome, Planned, Prepared

MOST_ATTEMPTS = 10
MOST_OPERATIONS, LONGEST_SUMMARY = 5, 200


@record
class Note:
    """What the history is told of an edit: one line, the edit that it takes back, an encoding that it named."""

    summary: str
    undoes: str | None = None
    encoding: str | None = None


@record
class Done:
    """What was written, and what became of its record in the history."""

    files: tuple[Written, ...]
    kept: history.Kept


def write_prepared(
    root: Root, prepared: Prepared, prepare: Callable[[Request], Prepared | Refused]
) -> Outcome | Refused:
    """Write a prepared request. Where a file was saved meanwhile it is prepared again, with the files locked.

    Raises LOCK_TIMEOUT.
    """
    note = note_of(prepared.request)
    latest = prepared
    answer = write(root, latest.planned, note)
    for _ in range(MOST_ATTEMPTS - 1):
        if not isinstance(answer, Displaced):
            break
        with locked([one.before for one in latest.planned]) as held:
            again = prepare(prepared.request)
            if isinstance(again, Refused):
                return again
            latest = again
            answer = write(root, latest.planned, note, held)
    return busy(MOST_ATTEMPTS) if isinstance(answer, Displaced) else answered(latest.outcome("applied"), answer)


def write(
    root: Root, plan: Sequence[Planned], note: Note, held: frozenset[str] = frozenset()
) -> Done | Displaced | Failed:
    """Write all files or none. Where nothing can be kept of the edit it is made all the same.

    `held`: the locks that are held already.
    """
    files = [_file_record(one, note.encoding) for one in plan]
    contents = {
        file.before: one.before.raw
        for one, file in zip(plan, files, strict=True)
        if isinstance(one.before, Snapshot) and file.before is not None
    }
    keeping = history.keep(root.folder, contents)
    answer = commit(root, [(one.before, one.after) for one in plan], held)
    if not isinstance(answer, Committed):
        return answer
    if not plan:
        return Done((), history.Kept(None))
    done = tuple(replace(file, folders=made.folders) for file, made in zip(files, answer.files, strict=True))
    return Done(answer.files, history.add(keeping, EditRecord("", note.summary, note.undoes, done)))


def note_of(request: Request) -> Note:
    """What a request is, in one line: each operation with its file and target."""
    lines = [_line(edit) for edit in request.edits[:MOST_OPERATIONS]]
    rest = len(request.edits) - len(lines)
    summary = "; ".join([*lines, f"and {rest} more"] if rest else lines)
    return Note(
        summary if len(summary) <= LONGEST_SUMMARY else summary[: LONGEST_SUMMARY - 1] + "…", None, request.encoding
    )


def answered(outcome: Outcome, answer: Done | Failed) -> Outcome | Refused:
    """What the caller gets: the answer with the id by which the edit can be undone, or the refusal of the system."""
    if isinstance(answer, Failed):
        return answer.refused
    written = {one.path: one for one in answer.files}
    files = tuple(_as_written(file, written.get(file.path)) for file in outcome.files)
    return _with_undo(replace(outcome, files=files), answer.kept)


def _as_written(file: FileOutcome, written: Written | None) -> FileOutcome:
    if written is None:
        return file
    return replace(file, atomic=written.atomic, guard=written.guard, durability=written.durability)


def busy(attempts: int) -> Refused:
    return StructeditError(
        "CONCURRENCY_CONFLICT",
        f"Another program saved the file each of the {attempts} times that it was about to be written.",
        "Wait until the other program is done; then send the request again.",
    ).refused()


def _line(edit: FileEdit) -> str:
    target = edit.operation.target
    words = f"{target.from_} ..= {target.through}" if isinstance(target, Between) else target
    return f"{op_of(edit.operation)} {edit.file} {words}".rstrip()


def _with_undo(outcome: Outcome, kept: history.Kept) -> Outcome:
    """With the id by which the edit can be undone, or a warning that it cannot."""
    if outcome.status != "applied":
        return outcome
    if kept.id is not None or not outcome.files:
        return replace(outcome, undo=kept.id)
    text = f"The edit cannot be undone: {kept.why}" if kept.why else "The edit cannot be undone."
    at = next((index for index, file in enumerate(outcome.files) if file.status == "applied"), 0)
    file = outcome.files[at]
    warned = replace(file, warnings=(*file.warnings, EditWarning("NO_UNDO", text)))
    return replace(outcome, files=(*outcome.files[:at], warned, *outcome.files[at + 1 :]))


def _file_record(planned: Planned, encoding: str | None) -> FileRecord:
    before, after = raw_of(planned.before), raw_of(planned.after)
    return FileRecord(
        path=planned.before.path,
        resolved=planned.before.resolved,
        before=None if before is None else hex_digest(before),
        after=None if after is None else hex_digest(after),
        mode=planned.before.stat.mode if isinstance(planned.before, Snapshot) else None,
        renamed_from=_moved_from(planned),
        after_mode=planned.after.mode if isinstance(planned.after, Content) else None,
        encoding=encoding,
    )


def _moved_from(planned: Planned) -> str | None:
    after = planned.after
    like = after.like if isinstance(after, Content) else None
    return None if like is None or like.resolved == planned.before.resolved else like.resolved
