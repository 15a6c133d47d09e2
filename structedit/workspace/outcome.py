"""What the workspace answers: frozen records, which `wire` turns into JSON and `cli` into lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from structedit.edit.intents import Warning as EditWarning
    from structedit.edit.request import Request
    from structedit.edit.run import EditReport
    from structedit.store.snapshot import Absent, Snapshot
    from structedit.text.source import Source

Status = Literal["applied", "unchanged", "preview"]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request did, or (status preview) would do. `plan` names exactly this change of exactly these files."""

    status: Status
    plan: str
    files: tuple[FileOutcome, ...]
    transaction: str = "none"


@dataclass(frozen=True, slots=True)
class PreparedFile:
    """One file as it was, and as it is to be: `raw` is what will be written."""

    before: Snapshot | Absent
    raw: bytes
    outcome: FileOutcome

    @property
    def changes(self) -> bool:
        from structedit.store.snapshot import Snapshot

        return not isinstance(self.before, Snapshot) or self.before.raw != self.raw


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request that was resolved, planned and verified; nothing is written yet."""

    request: Request
    plan: str
    files: tuple[PreparedFile, ...]

    @property
    def changes(self) -> bool:
        return any(file.changes for file in self.files)

    def outcome(self, status: Status) -> Outcome:
        """The answer, were it to end so."""
        return Outcome(status if self.changes else "unchanged", self.plan, tuple(file.outcome for file in self.files))


@dataclass(frozen=True, slots=True)
class Hit:
    """One match of `find`. Lines count from 1; `text` is the first line."""

    path: str
    selector: str
    line: int
    end_line: int
    text: str


@dataclass(frozen=True, slots=True)
class Hits:
    """The matches, how many files were searched, and how many were passed over for which code."""

    matches: tuple[Hit, ...]
    searched: int
    skipped: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Text:
    """What `read` answers: a file, some of its lines or one node, and the hashes to guard an edit with."""

    path: str
    text: str
    file_hash: str
    line: int
    end_line: int
    selector: str | None = None
    node_hash: str | None = None
    lossy: bool = False


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """One definition and those inside it. `selector` can be pasted back, with its hash."""

    selector: str
    role: str
    name: str
    line: int
    end_line: int
    hash: str
    items: tuple[OutlineItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    path: str
    language: str
    file_hash: str
    items: tuple[OutlineItem, ...]


@dataclass(frozen=True, slots=True)
class LanguageLine:
    """One language that structedit knows: with roles and layout, or by raw kinds only; and who supplies its parser."""

    name: str
    full: bool
    extensions: tuple[str, ...]
    source: str | None
    missing: str | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read and decoded."""

    snapshot: Snapshot
    source: Source
