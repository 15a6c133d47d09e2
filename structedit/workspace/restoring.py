"""How the files of an edit are put back: each must still be what the edit wrote, and then gets what it displaced."""

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
from structedit.store.snapshot import Absent, Content, Snapshot, raw_of, snapshot_or_absent
from structedit.text.diff import unified
from structedit.text.digest import hex_digest
from structedit.text.source import MAX_TEXT
from structedit.text.span import Span
from structedit.workspace.decode import at_path, decode, facts_or_none
from structedit.workspace.outcome import FileOutcome, Planned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structedit.store.history import Known
    from structedit.store.records import EditRecord, FileRecord
    from structedit.store.root import Root
    from structedit.store.snapshot import After
    from structedit.text.source import Source
    from structedit.workspace.outcome import Status


@record
class Asked:
    """The edit that is to be undone, the edits that are known (it and all later ones), and what may be passed."""

    edit: EditRecord
    known: Known
    allow: frozenset[str]


@record
class Put:
    """One file as it is, and as it is to be: `after` is None where it is as before the edit already."""

    file: FileRecord
    now: Snapshot | Absent
    after: After | None

    @property
    def moves_back(self) -> bool:
        """It came here by the edit, to a path that was free."""
        return self.file.renamed_from is not None and isinstance(self.after, Absent)


def put_back(root: Root, file: FileRecord, asked: Asked) -> Put:
    """Raises CONCURRENCY_CONFLICT, IO_ERROR (what was displaced is lost), and what the gate says."""
    with at_path(file.path):
        now = _now(root, file, asked)
        digest = hex_digest(now.raw) if isinstance(now, Snapshot) else None
        if digest == file.before != file.after:
            return Put(file, now, None)
        if digest != file.after:
            _conflict(file, asked)
        pass_gate(Question(root.folder, now, None, None, (), None, asked.allow))
        return Put(file, now, _after(file, now, None if file.before is None else _content(root, file, asked.edit)))


def planned(puts: Sequence[Put]) -> tuple[Planned, ...]:
    """What has to be written, the last file of the edit first. A file that moves back keeps owner and attributes."""
    came_from = {put.file.renamed_from: put.now for put in puts if isinstance(put.now, Snapshot)}
    plan = []
    for put in reversed(puts):
        like = came_from.get(put.file.resolved)
        if isinstance(put.after, Content) and isinstance(put.now, Absent) and like is not None:
            plan.append(Planned(put.now, Content(put.after.raw, put.after.mode, like)))
        elif put.after is not None:
            plan.append(Planned(put.now, put.after))
    return tuple(plan)


def outcomes(puts: Sequence[Put]) -> tuple[FileOutcome, ...]:
    """What the answer says of each file; one that moves back is one file."""
    moving = {put.file.renamed_from: put for put in puts if put.moves_back}
    left = {put.file.resolved for put in moving.values()}
    return tuple(_outcome(put, moving.get(put.file.resolved)) for put in puts if put.file.resolved not in left)


def _now(root: Root, file: FileRecord, asked: Asked) -> Snapshot | Absent:
    """The file that the edit wrote, wherever the name that it was called by leads now."""
    try:
        found = snapshot_or_absent(root, os.path.relpath(file.resolved, root.folder), MAX_TEXT)
    except StructeditError as error:
        if error.code in ("NOT_A_FILE", "OUTSIDE_ROOT", "TOO_LARGE"):
            _conflict(file, asked)
        raise
    if found.resolved != file.resolved:
        _conflict(file, asked)
    if isinstance(found, Absent):
        return Absent(file.path, file.resolved)
    return Snapshot(file.path, file.resolved, found.raw, found.stat)


def _after(file: FileRecord, now: Snapshot | Absent, old: bytes | None) -> After | None:
    if old is None:
        return Absent(now.path, now.resolved)
    if isinstance(now, Absent):
        return Content(old, file.mode)
    if file.after_mode is not None and now.stat.mode == file.after_mode != file.mode:
        return Content(old, file.mode)
    return None if now.raw == old else old


def _conflict(file: FileRecord, asked: Asked) -> NoReturn:
    """The file is not what the edit wrote. Edits of ours that wrote it later can be undone first."""
    edit, known = asked.edit, asked.known
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
        hint = f"First undo the last of them: structedit undo {later[0]}"
        raise StructeditError("CONCURRENCY_CONFLICT", message, hint, details)
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
            "IO_ERROR",
            f"What the edit {edit.id} displaced of {file.path} is lost: {error}.",
            "Take the file from version control or a backup.",
            {"path": file.path, "undo": edit.id},
        ) from None


def _outcome(put: Put, moved: Put | None) -> FileOutcome:
    """`moved`: the file that comes back here, as it is where it is now."""
    now = put.now if moved is None else moved.now
    was = _decoded(put.file, raw_of(now))
    then = was if put.after is None else _decoded(put.file, raw_of(put.after))
    ends = len(was.text) if was else 0, len(then.text) if then else 0
    status: Status = "unchanged" if put.after is None else "applied"
    names = (now.path, put.file.path)
    return FileOutcome(
        path=put.file.path,
        status=status,
        before_hash=was.file_hash if was else None,
        after_hash=then.file_hash if then else None,
        diff=unified(was.text if was else None, then.text if then else None, names) if was or then else "",
        edits=(EditReport(0, "undo", status, "", (), Span(0, ends[0]), Span(0, ends[1])),),
        atomic=isinstance(now, Absent) or now.stat.links == 1,
        lossy=any(one is not None and one.lossy for one in (was, then)),
        renamed_from=now.path if moved is not None else None,
    )


def _decoded(file: FileRecord, raw: bytes | None) -> Source | None:
    """The text, for the answer alone: bytes are put back whatever they are."""
    try:
        return None if raw is None else decode(raw, facts_or_none(file.path, raw, None), file.encoding)
    except StructeditError:
        return None
