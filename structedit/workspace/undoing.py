"""`undo`: an edit that puts back what another one displaced, if the files still are what that one wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.record import record, replace
from structedit.store import history
from structedit.store.commit import Displaced
from structedit.store.rescue import rescued
from structedit.store.stage import remove_folder
from structedit.text.digest import hex_digest
from structedit.workspace import restoring
from structedit.workspace.outcome import Outcome
from structedit.workspace.seen import Edits, PastEdit
from structedit.workspace.writing import MOST_ATTEMPTS, Note, answered, busy, write

if TYPE_CHECKING:
    from structedit.errors import Refused
    from structedit.store.history import Known
    from structedit.store.records import EditRecord
    from structedit.store.root import Root
    from structedit.workspace.outcome import Planned

LIST_HINT = "`structedit undo --list` shows the edits that are known."
RESCUED = "a save of another program, which a newer one followed at once, is kept as {}"
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
    puts = [restoring.put_back(root, file, restoring.Asked(edit, known, allow)) for file in edit.files]
    plan, files = restoring.planned(puts), restoring.outcomes(puts)
    facts = [f"undo {edit.id}", *(f"{one.path} {one.after_hash}" for one in files)]
    outcome = Outcome(
        "applied" if plan else "unchanged",
        hex_digest("\n".join(facts).encode("utf-8", "backslashreplace"))[:16],
        files,
        undoes=edit.id,
    )
    encoding = next((file.encoding for file in edit.files if file.encoding), None)
    return Undoing(edit, plan, Note(f"undo {edit.id}: {edit.summary}", edit.id, encoding), outcome)


def undo(root: Root, given: str | None, *, preview: bool, allow: frozenset[str]) -> Outcome | Refused:
    """Raises what `plan_undo` does, and LOCK_TIMEOUT."""
    for _ in range(MOST_ATTEMPTS):
        planned = plan_undo(root, given, allow)
        if preview:
            return replace(planned.outcome, status="preview") if planned.plan else planned.outcome
        answer = write(root, planned.plan, planned.note)
        if not isinstance(answer, Displaced):
            _remove_folders(root, planned.edit)
            return answered(planned.outcome, answer)
    return busy(MOST_ATTEMPTS)


def _remove_folders(root: Root, edit: EditRecord) -> None:
    """The folders that were made for the files of an edit which is undone, if nothing else is in them."""
    for file in edit.files:
        for folder in reversed(file.folders):
            if not remove_folder(root, folder):
                break


def edits(root: Root, most: int | None) -> Edits:
    """The edits of a root that are known, the newest first."""
    known = history.known(root.folder, most)
    return Edits(
        tuple(
            PastEdit(one.id, one.summary, tuple(file.path for file in one.files), one.undoes, known.undone.get(one.id))
            for one in known.edits
        ),
        (*known.problems, *(RESCUED.format(path) for path in rescued(root.folder))),
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
