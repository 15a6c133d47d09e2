"""`undo`: an edit that puts back what another one displaced, if the files still are what that one wrote."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NoReturn

from structedit.edit.run import EditReport
from structedit.errors import StructeditError
from structedit.guard.gate import pass_gate
from structedit.guard.question import Question
from structedit.record import record
from structedit.store import history
from structedit.store.objects import DamagedError
from structedit.store.root import Place
from structedit.store.snapshot import Absent, Content, Snapshot, snapshot_or_absent
from structedit.text.diff import unified
from structedit.text.digest import hex_digest
from structedit.text.span import Span
from structedit.workspace.decode import at_path, decode, grammar_or_none
from structedit.workspace.outcome import FileOutcome, Outcome, Planned
from structedit.workspace.seen import Edits, PastEdit
from structedit.workspace.writing import Note

if TYPE_CHECKING:
    from structedit.store.history import Known
    from structedit.store.records import EditRecord, FileRecord
    from structedit.store.root import Root
    from structedit.store.snapshot import After
    from structedit.syntax.grammar import Grammar
    from structedit.text.source import Source
    from structedit.workspace.outcome import Status

LIST_HINT = "`structedit undo --list` shows the edits that are known."
MOST_SHOWN = 10


@record
class Undoing:
    """How an edit would be undone: the files that have to be written, and the answer."""

    edit: EditRecord
    plan: tuple[Planned, ...]
    note: Note
    outcome: Outcome


def plan_undo(root: Root, given: str | None, allow: frozenset[str]) -> Undoing:
    """Check every file of an edit (the last one not yet undone, or the one that an id names), and write none.

    Raises TARGET_NOT_FOUND, TARGET_AMBIGUOUS, NOT_APPLICABLE for an edit that there is not, CONCURRENCY_CONFLICT where
    a file is not what the edit wrote, IO_ERROR where what it displaced is lost, and what the gate says.
    """
    edit, known = _last(root) if given is None else _named(root, given)
    files = [_planned(root, file, (edit, known, allow)) for file in reversed(edit.files)]
    plan = tuple(one for one in files if one.outcome.status == "applied")
    facts = [f"undo {edit.id}", *(f"{one.outcome.path} {one.outcome.after_hash}" for one in files)]
    outcome = Outcome(
        "applied" if plan else "unchanged",
        hex_digest("\n".join(facts).encode("utf-8", "backslashreplace"))[:16],
        tuple(one.outcome for one in reversed(files)),
        undoes=edit.id,
    )
    encoding = next((file.encoding for file in edit.files if file.encoding), None)
    return Undoing(edit, plan, Note(f"undo {edit.id}: {edit.summary}", edit.id, encoding), outcome)


def remove_folders(undoing: Undoing) -> None:
    """The folders that were made for a file which is gone now, if nothing else is in them."""
    for one, file in zip(undoing.outcome.files, undoing.edit.files, strict=True):
        for folder in reversed(file.folders if one.after_hash is None else ()):
            try:
                os.rmdir(folder)
            except OSError:
                break


def edits(root: Root, most: int | None) -> Edits:
    """The edits of a root that are known, the newest first."""
    known = history.known(root.folder, most)
    return Edits(
        tuple(
            PastEdit(one.id, one.summary, tuple(file.path for file in one.files), one.undoes, known.undone.get(one.id))
            for one in known.edits
        ),
        known.problems,
    )


def _last(root: Root) -> tuple[EditRecord, Known]:
    known = history.known(root.folder, until=_can_be_undone)
    if known.problems:
        raise StructeditError(
            "IO_ERROR",
            f"Which edit is the last one is not certain: {known.problems[0]}.",
            f"Name the edit; {LIST_HINT}",
            {"problems": list(known.problems)},
        )
    if known.edits and _can_be_undone(known.edits[-1], known.undone):
        return known.edits[-1], known
    what = "Every edit that is known here is undone." if known.edits else "No edit is known here."
    raise StructeditError(
        "NOT_APPLICABLE", what, f"An edit that was undone comes back by undoing that undo; {LIST_HINT}"
    )


def _can_be_undone(edit: EditRecord, undone: dict[str, str]) -> bool:
    """Undoing goes on backwards over the edits; an undo is taken back by its id only."""
    return edit.undoes is None and edit.id not in undone


def _named(root: Root, given: str) -> tuple[EditRecord, Known]:
    ids = history.ids(root.folder)
    named = [one for one in ids if one.startswith(given)]
    if len(named) > 1:
        raise StructeditError(
            "TARGET_AMBIGUOUS",
            f"{len(named)} edits have an id that begins with {given!r}.",
            "Send one of the ids in the details.",
            {"ids": named[:MOST_SHOWN], "total": len(named)},
        )
    known = history.known(root.folder, until=lambda edit, _: edit.id in named)
    found = known.edits[-1] if known.edits and known.edits[-1].id in named else None
    if found is None:
        problems = {"problems": list(known.problems)} if known.problems else {}
        details = {"ids": ids[:MOST_SHOWN], **problems}
        raise StructeditError("TARGET_NOT_FOUND", f"There is no edit {given!r}.", LIST_HINT, details)
    return _not_undone(known, found), known


def _not_undone(known: Known, edit: EditRecord) -> EditRecord:
    by = known.undone.get(edit.id)
    if by is not None:
        raise StructeditError(
            "NOT_APPLICABLE", f"The edit {edit.id} was undone already, by {by}.",
            f"To have it back: structedit undo {by}", {"undone_by": by},
        )  # fmt: skip
    return edit


def _planned(root: Root, file: FileRecord, request: tuple[EditRecord, Known, frozenset[str]]) -> Planned:
    edit, known, allow = request
    with at_path(file.path):
        now = _now(root, file, edit, known)
        raw = now.raw if isinstance(now, Snapshot) else None
        digest = None if raw is None else hex_digest(raw)
        if digest == file.before != file.after:
            return Planned(now, _absent(now) if raw is None else raw, _outcome(file, now, raw))
        if digest != file.after:
            _conflict(file, edit, known)
        pass_gate(Question(root.folder, now, None, None, (), None, allow))
        old = None if file.before is None else _content(root, file, edit)
        return Planned(now, _after(file, now, old), _outcome(file, now, old))


def _now(root: Root, file: FileRecord, edit: EditRecord, known: Known) -> Snapshot | Absent:
    """The file that the edit wrote, wherever the name that it was called by leads now."""
    try:
        found = snapshot_or_absent(root, os.path.relpath(file.resolved, root.folder))
    except StructeditError as error:
        if error.code in ("NOT_A_FILE", "OUTSIDE_ROOT", "TOO_LARGE"):
            _conflict(file, edit, known)
        raise
    if found.resolved != file.resolved:
        _conflict(file, edit, known)
    shown = Place(file.path, file.resolved)
    if isinstance(found, Absent):
        return Absent(shown.path, shown.resolved)
    return Snapshot(shown.path, shown.resolved, found.raw, found.stat)


def _absent(now: Snapshot | Absent) -> Absent:
    return Absent(now.path, now.resolved)


def _after(file: FileRecord, now: Snapshot | Absent, old: bytes | None) -> After:
    if old is None:
        return _absent(now)
    if isinstance(now, Absent):
        return Content(old, file.mode)
    moved = file.after_mode is not None and now.stat.mode == file.after_mode
    return Content(old, file.mode) if moved else old


def _conflict(file: FileRecord, edit: EditRecord, known: Known) -> NoReturn:
    """The file is not what the edit wrote. Edits of ours that wrote it later can be undone first."""
    later = [
        one.id
        for one in known.edits
        if one.id > edit.id
        and one.id not in known.undone
        and any(other.resolved == file.resolved for other in one.files)
    ]
    details = {"path": file.path, "undo": edit.id, "later": later}
    if later:
        message = f"{file.path} was written by later edits than {edit.id}: {', '.join(later)}."
        raise StructeditError(
            "CONCURRENCY_CONFLICT", message, f"First undo the last of them: structedit undo {later[0]}", details
        )
    raise StructeditError(
        "CONCURRENCY_CONFLICT",
        f"{file.path} is not what the edit {edit.id} wrote: another program changed it since.",
        f"Read {file.path} and change it by an edit of its own.",
        details,
    )


def _content(root: Root, file: FileRecord, edit: EditRecord) -> bytes:
    try:
        return history.content(root.folder, file.before or "")
    except DamagedError as error:
        raise StructeditError(
            "IO_ERROR", f"What the edit {edit.id} displaced of {file.path} is lost: {error}.",
            "Take the file from version control or a backup.", {"path": file.path, "undo": edit.id},
        ) from None  # fmt: skip


def _outcome(file: FileRecord, now: Snapshot | Absent, old: bytes | None) -> FileOutcome:
    """What undoing does to one file. `old` are the bytes that it is to have."""
    raw = now.raw if isinstance(now, Snapshot) else None
    changed = raw != old
    head = old if raw is None else raw
    grammar = grammar_or_none(file.path, head or b"", None)
    was, then = (_decoded(one, grammar, file.encoding) for one in (raw, old))
    status: Status = "applied" if changed else "unchanged"
    ends = (len(was.text) if was else 0), (len(then.text) if then else 0)
    report = EditReport(0, "undo", status, "", (), Span(0, ends[0]), Span(0, ends[1]))
    return FileOutcome(
        path=file.path,
        status=status,
        before_hash=was.file_hash if was else None,
        after_hash=then.file_hash if then else None,
        diff=unified(was.text if was else None, then.text if then else None, file.path) if changed else "",
        edits=(report,),
        atomic=isinstance(now, Absent) or now.stat.links == 1,
        lossy=bool((was and was.lossy) or (then and then.lossy)),
    )


def _decoded(raw: bytes | None, grammar: Grammar | None, encoding: str | None) -> Source | None:
    """The text, for the answer alone: bytes are put back whatever they are."""
    try:
        return None if raw is None else decode(raw, grammar, encoding)
    except StructeditError:
        return None
