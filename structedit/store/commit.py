"""Write what was planned: each file is the old or the new one at every moment, and never one that somebody else saved.

    stage    new bytes into a temporary file beside each target: mode, owner and attributes copied, fsync
    check    every target still has the bytes of its snapshot            -> else Displaced, nothing was written
    publish  one after the other: check again, rename over the target, fsync the folder
    undo     where one fails, those before it are put back in reverse    -> ROLLED_BACK or RECOVERY_NEEDED

A file with several hard links is written in place, so that all its names keep seeing one file (`atomic` is false).
Nothing here plans anew: who gets Displaced decides.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from structedit.errors import Refused, StructeditError
from structedit.record import record
from structedit.store import stage
from structedit.store.snapshot import Absent, After, Snapshot, take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structedit.store.root import Root

Before = Snapshot | Absent
Change = tuple[Before, After]


@record
class Written:
    """One file that was written; `atomic` is false where readers could have seen half of it.

    `folders` were made for it, the outermost first.
    """

    path: str
    atomic: bool
    folders: tuple[str, ...] = ()


@record
class Committed:
    files: tuple[Written, ...]
    transaction: str = "none"


@record
class Displaced:
    """A file is no longer the one of its snapshot; here is what it is now. Nothing was written."""

    snapshot: Before


@record
class Failed:
    """The system refused. The refusal says what state the files are in."""

    refused: Refused


class _MovedError(Exception):
    """A target is not what its snapshot says."""

    def __init__(self, now: Before) -> None:
        super().__init__("saved by another program meanwhile")
        self.now = now


def commit(root: Root, changes: Sequence[Change]) -> Committed | Displaced | Failed:
    """Write all changes or none, as well as it can be done without a journal."""
    staged: list[stage.Stage] = []
    path = ""
    try:
        for before, after in changes:
            path = before.path
            staged.append(stage.prepare(before, after))
        for before, _ in changes:
            _check(root, before)
        for item in staged:
            path = item.before.path
            _check(root, item.before)
            stage.publish(item)
    except _MovedError as moved:
        return _lost(_roll_back(root, staged, f"{path} was saved by another program.")) or Displaced(moved.now)
    except stage.TakenError:
        failed = _lost(_roll_back(root, staged, f"{path} was made by another program."))
        return failed or _displaced(root, path, changes)
    except StructeditError as error:
        return _roll_back(root, staged, error.message) or Failed(error.refused())
    except OSError as error:
        refused = _system(path, error)
        return _roll_back(root, staged, refused.message) or Failed(refused)
    except BaseException:
        _roll_back(root, staged, "Interrupted.")
        raise
    finally:
        for item in staged:
            stage.discard(item)
    return Committed(tuple(Written(item.before.path, item.atomic, tuple(item.folders)) for item in staged))


def _system(path: str, error: OSError) -> Refused:
    words = error.strerror or str(error)
    return StructeditError("IO_ERROR", f"{path}: {words}.", "", {"path": path, "errno": error.errno}).refused()


def _lost(failed: Failed | None) -> Failed | None:
    """A roll-back that worked is no news to who plans again."""
    return failed if failed and failed.refused.code == "RECOVERY_NEEDED" else None


def _displaced(root: Root, path: str, changes: Sequence[Change]) -> Displaced | Failed:
    try:
        return Displaced(next(_now(root, before) for before, _ in changes if before.path == path))
    except StructeditError as error:
        return Failed(error.refused())


def _now(root: Root, before: Before) -> Before:
    try:
        return take(root, before.place)
    except StructeditError as error:
        if error.code == "NOT_A_FILE" and not os.path.lexists(before.resolved):
            return Absent(before.path, before.resolved)
        raise


def _check(root: Root, before: Before) -> None:
    now = _now(root, before)
    if isinstance(before, Absent):
        if not isinstance(now, Absent):
            raise _MovedError(now)
    elif isinstance(now, Absent) or now.raw != before.raw:
        raise _MovedError(now)


def _roll_back(root: Root, staged: list[stage.Stage], why: str) -> Failed | None:
    """Put back, last first, what still is what we wrote. None where nothing had been written."""
    states: dict[str, str] = {}
    written = False
    for item in reversed(staged):
        if not item.published:
            states[item.before.path] = "old"
            continue
        try:
            written = _put_back(root, item) or written
            item.published = False
            states[item.before.path] = "old"
        except (OSError, StructeditError, stage.TakenError, _MovedError) as error:
            written = True
            states[item.before.path] = "old" if _is_old(root, item) else f"not restored: {error}"
    if not written:
        return None
    lost = sorted(path for path, state in states.items() if state != "old")
    tail = f"These files could not be put back: {', '.join(lost)}." if lost else "Every file is as it was."
    code = "RECOVERY_NEEDED" if lost else "ROLLED_BACK"
    return Failed(StructeditError(code, f"{why} {tail}", "", {"files": states}).refused())


def _put_back(root: Root, item: stage.Stage) -> bool:
    """Whether there was something to put back. Raises _MovedError where somebody else has saved the file since."""
    now = _now(root, item.before)
    raw = None if isinstance(now, Absent) else now.raw
    if raw == item.old:
        return False
    if raw != item.new and not item.torn:
        raise _MovedError(now)
    back = stage.prepare(now, Absent(now.path, now.resolved) if item.old is None else item.old)
    try:
        if isinstance(item.before, Snapshot):
            stage.keep_mode(back, item.before)
        stage.publish(back)
    finally:
        stage.discard(back)
    return True


def _is_old(root: Root, item: stage.Stage) -> bool:
    try:
        now = _now(root, item.before)
    except StructeditError:
        return False
    return (None if isinstance(now, Absent) else now.raw) == item.old
