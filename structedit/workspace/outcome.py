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
    `renamed_from`: the path that the file had. `guard` (lease, exchange, check): how the saves of other programs were
    guarded when it was written; `durability` (fsync, none): whether it outlives a power cut; None where nothing was.
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
    renamed_from: str | None = None
    guard: str | None = None
    durability: str | None = None


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
    """One path that is to be written."""

    before: Snapshot | Absent
    after: After


@record
class PreparedFile:
    """One file as it was, and as it is to be: `raw` is what will be written, None where the file goes.

    `to`: what is at the path that it moves to. `mode`: the permission bits that it gets; `executable`: a new file is.
    """

    before: Snapshot | Absent
    raw: bytes | None
    outcome: FileOutcome
    to: Snapshot | Absent | None = None
    mode: int | None = None
    executable: bool = False

    @property
    def changes(self) -> bool:
        from structedit.store.snapshot import Snapshot

        return (
            self.to is not None
            or self.mode is not None
            or not isinstance(self.before, Snapshot)
            or self.before.raw != self.raw
        )

    @property
    def planned(self) -> tuple[Planned, ...]:
        """What has to be written, in this order: a file that moves is never nowhere."""
        from structedit.store.snapshot import Absent, Content, Snapshot

        gone = Absent(self.before.path, self.before.resolved)
        if self.raw is None:
            return (Planned(self.before, gone),)
        if self.to is not None and isinstance(self.before, Snapshot):
            content = Content(self.raw, self.before.stat.mode if self.mode is None else self.mode, self.before)
            return Planned(self.to, content), Planned(self.before, gone)
        plain = self.mode is None and not self.executable
        return (Planned(self.before, self.raw if plain else Content(self.raw, self.mode, None, self.executable)),)


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
        return tuple(one for file in self.files if file.changes for one in file.planned)

    def outcome(self, status: Status) -> Outcome:
        """The answer, were it to end so."""
        return Outcome(status if self.changes else "unchanged", self.plan, tuple(file.outcome for file in self.files))
