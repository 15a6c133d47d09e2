"""What the workspace answers to edits: frozen records, which `wire` turns into JSON and `cli` into lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from structedit.record import record

if TYPE_CHECKING:
    from structedit.edit.intents import Warning as EditWarning
    from structedit.edit.request import Request
    from structedit.edit.run import EditReport
    from structedit.store.snapshot import Absent, After, Snapshot

Status = Literal["applied", "unchanged", "preview"]


@record
class FileOutcome:
    """One file of an outcome. A hash is None where there is no file. Spans in `edits` are offsets into UTF-8 text.

    `atomic` is false where the file was written in place. `lossy`: the diff shows some bytes as \\xNN.
    """

    path: str
    status: Status
    before_hash: str | None
    after_hash: str | None
    diff: str
    edits: tuple[EditReport, ...]
    warnings: tuple[EditWarning, ...] = ()
    atomic: bool = True
    lossy: bool = False


@record
class Outcome:
    """What a request did, or (status preview) would do. `plan` names exactly this change of exactly these files.

    `undo` is the id that takes it back; None where nothing was written or kept. `undoes`: the edit that this one undid.
    """

    status: Status
    plan: str
    files: tuple[FileOutcome, ...]
    transaction: str = "none"
    undo: str | None = None
    undoes: str | None = None


@record
class Planned:
    """One file that is to be written, and what the answer says of it."""

    before: Snapshot | Absent
    after: After
    outcome: FileOutcome


@record
class PreparedFile:
    """One file as it was, and as it is to be: `raw` is what will be written."""

    before: Snapshot | Absent
    raw: bytes
    outcome: FileOutcome

    @property
    def changes(self) -> bool:
        from structedit.store.snapshot import Snapshot

        return not isinstance(self.before, Snapshot) or self.before.raw != self.raw


@record
class Prepared:
    """A request that was resolved, planned and verified; nothing is written yet."""

    request: Request
    plan: str
    files: tuple[PreparedFile, ...]

    @property
    def changes(self) -> bool:
        return any(file.changes for file in self.files)

    @property
    def planned(self) -> tuple[Planned, ...]:
        """What has to be written."""
        return tuple(Planned(file.before, file.raw, file.outcome) for file in self.files if file.changes)

    def outcome(self, status: Status) -> Outcome:
        """The answer, were it to end so."""
        return Outcome(status if self.changes else "unchanged", self.plan, tuple(file.outcome for file in self.files))
