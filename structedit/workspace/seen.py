"""What the workspace answers to the verbs that only look: frozen records. Regions are as the caller counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import made, record

if TYPE_CHECKING:
    from structedit.text.positions import Region


@record
class Hit:
    """One match of `find`. Lines count from 1; `text` is the first line."""

    path: str
    selector: str
    line: int
    end_line: int
    text: str
    region: Region | None = None


@record
class Hits:
    """The matches, how many files were searched, and how many were passed over for which code."""

    matches: tuple[Hit, ...]
    searched: int
    skipped: dict[str, int] = made(default_factory=dict)


@record
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
    region: Region | None = None


@record
class OutlineItem:
    """One definition and those inside it. `selector` can be pasted back, with its hash."""

    selector: str
    role: str
    name: str
    line: int
    end_line: int
    hash: str
    items: tuple[OutlineItem, ...] = ()
    region: Region | None = None


@record
class Outline:
    path: str
    language: str
    file_hash: str
    items: tuple[OutlineItem, ...]


@record
class LanguageLine:
    """One language that structedit knows: with roles and layout, or by raw kinds only; and who supplies its parser."""

    name: str
    full: bool
    extensions: tuple[str, ...]
    source: str | None
    missing: str | None = None


@record
class PastEdit:
    """One edit that was applied: its id, what it was, the files that it wrote. `undoes`: the edit that it undid."""

    id: str
    summary: str
    files: tuple[str, ...]
    undoes: str | None = None
    undone_by: str | None = None


@record
class Edits:
    """The edits of a root, the newest first; and what of its history could not be read."""

    edits: tuple[PastEdit, ...]
    problems: tuple[str, ...] = ()
