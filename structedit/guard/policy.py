"""Which paths may be written at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.operations import Create
from structedit.errors import StructeditError
from structedit.store.snapshot import Snapshot

if TYPE_CHECKING:
    from structedit.guard.question import Question

PROTECTED_FOLDERS = (".git", ".hg", ".svn", ".jj", ".structedit")


def protected(question: Question) -> StructeditError | None:
    """The state of version control and our own is nobody's to edit."""
    before = question.before
    below = before.resolved[len(question.root) :].replace("\\", "/")
    folders = {*before.path.split("/")[:-1], *below.split("/")[:-1]} & set(PROTECTED_FOLDERS)
    if not folders or "protected" in question.allow:
        return None
    return StructeditError(
        "PROTECTED_PATH",
        f"{before.path} lies in {folders.pop()}, which other tools keep.",
        'Use the tool that the folder belongs to, or allow it with "allow": ["protected"].',
        {"path": before.path},
    )


def permission(question: Question) -> StructeditError | None:
    """A rename could replace a file that the caller may not write; that is no permission."""
    before = question.before
    if not isinstance(before, Snapshot) or before.stat.writable or "protected" in question.allow:
        return None
    return StructeditError(
        "PROTECTED_PATH",
        f"{before.path} may not be written (its mode is {before.stat.mode:04o}).",
        'Make the file writable, or allow it with "allow": ["protected"].',
        {"path": before.path, "mode": f"{before.stat.mode:04o}"},
    )


def overwriting(question: Question) -> StructeditError | None:
    """What makes a file takes the place of another only if that is the same or empty, or if it is allowed."""
    before, first = question.before, next(iter(question.operations), None)
    new = first.text.encode() if isinstance(first, Create) else question.new
    if new is None or not isinstance(before, Snapshot) or "overwrite" in question.allow or before.raw in (new, b""):
        return None
    return StructeditError(
        "NOT_APPLICABLE",
        f"{before.path} exists already.",
        'Edit it with another operation, or allow it with "allow": ["overwrite"].',
        {"path": before.path, "current_hash": question.source.file_hash if question.source else None},
    )
