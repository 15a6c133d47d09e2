"""What is asked at the gate: may this file be edited so?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import record

if TYPE_CHECKING:
    from structedit.edit.operations import AnyOperation
    from structedit.store.snapshot import Absent, Snapshot
    from structedit.syntax.grammar import Grammar
    from structedit.text.source import Source


@record
class Question:
    """One file of a request, below `root` (a folder).

    `source` and `grammar` are None where the file is to be created or is no code. `new`: what another file's path is
    to hold, where a file comes to stand there.
    """

    root: str
    before: Snapshot | Absent
    source: Source | None
    grammar: Grammar | None
    operations: tuple[AnyOperation, ...]
    expected_hash: str | None
    allow: frozenset[str]
    new: bytes | None = None
