"""Write what was planned: each file is the old or the new one at every moment, and never one that somebody else saved.

    lock     every file, against other commits of structedit (bounded wait   -> LOCK_TIMEOUT)
    stage    new bytes into a temporary file beside each target: mode, owner and attributes copied, fsync
    check    every target still has the bytes of its snapshot                -> else Displaced, nothing was written
    publish  one after the other (`store.publish`), fsync the folder
    undo     where one fails, those before it are put back in reverse        -> ROLLED_BACK or RECOVERY_NEEDED

A file with several hard links is written in place, so that all its names keep seeing one file, and so is a file in a
folder that takes no new ones (`atomic` is false).
Nothing here plans anew: who gets Displaced decides.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from structedit.errors import Refused, StructeditError
from structedit.record import made, record
from structedit.store import publish, stage
from structedit.store.lease import BusyError
from structedit.store.lock import locked_all
from structedit.store.snapshot import Absent, After, Content, Snapshot, raw_of, take
from structedit.store.stage import MovedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager

    from structedit.store.root import Root

Before = Snapshot | Absent
Change = tuple[Before, After]


@record
class Written:
    """One file that was written; `atomic` is false where readers could have seen half of it.

    `guard`: how saves of other programs were guarded (see `store.publish`); `durability`: "fsync", or "none" where the
    system has no such thing. `folders` were made for it, the outermost first.
    """

    path: str
    atomic: bool
    folders: tuple[str, ...] = ()
    guard: str = made(default="check", compare=False)
    durability: str = made(default="fsync", compare=False)


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


def commit(root: Root, changes: Sequence[Change], held: frozenset[str] = frozenset()) -> Committed | Displaced | Failed:
    """Write all changes or none, as well as it can be done without a journal. `held`: the locks of `locked`."""
    try:
        with locked([before for before, _ in changes], held):
            return _commit(root, changes)
    except StructeditError as error:  # LOCK_TIMEOUT
        return Failed(error.refused())


def locked(files: Iterable[Before], held: frozenset[str] = frozenset()) -> AbstractContextManager[frozenset[str]]:
    """Hold the locks of files; what it gives says to `commit` which are held. Raises LOCK_TIMEOUT."""
    return locked_all([_key(before) for before in files], held)


def _key(before: Before) -> str:
    """What a file is locked by: its path, or with several names that all lead to one file, the file."""
    if isinstance(before, Snapshot) and before.stat.links > 1:
        return f"file {before.stat.device} {before.stat.inode}"
    return f"path {before.resolved}"


def _commit(root: Root, changes: Sequence[Change]) -> Committed | Displaced | Failed:
    staged: list[stage.Stage] = []
    now = changes[0][0] if changes else None
    try:
        for before, after in changes:
            now = before
            staged.append(stage.prepare(root, before, after))
        for before, _ in changes if len(changes) > 1 else ():
            now = before
            _check(root, before)
        for item in staged:
            now = item.before
            publish.publish(root, item)
    except (MovedError, BusyError, StructeditError, OSError) as error:
        return _stopped(root, staged, now, error)
    except BaseException:
        _roll_back(root, staged, "Interrupted.")
        raise
    finally:
        for item in staged:
            stage.discard(root, item)
    return Committed(tuple(_written(item) for item in staged))


def _written(item: stage.Stage) -> Written:
    durability = "fsync" if item.durable else "none"
    return Written(item.before.path, not item.in_place, tuple(item.folders), item.guard, durability)


def _stopped(root: Root, staged: list[stage.Stage], at: Before | None, error: Exception) -> Displaced | Failed:
    """What an error at one file comes to, after those before it were put back."""
    path = at.path if at is not None else ""
    if isinstance(error, MovedError) and at is not None:
        failed = _roll_back(root, staged, f"{path} was saved by another program.")
        # A roll-back that worked is no news to who plans again.
        return failed if failed and failed.refused.code == "RECOVERY_NEEDED" else _displaced(root, at)
    if isinstance(error, BusyError):
        refused = _busy(path)
    elif isinstance(error, StructeditError):
        refused = error.refused()
    else:
        refused = _system(path, error)
    return _roll_back(root, staged, refused.message) or Failed(refused)


def _busy(path: str) -> Refused:
    message = f"Another program has {path} open for writing."
    hint = "Wait until it has saved the file or is done; then send the request again."
    return StructeditError("CONCURRENCY_CONFLICT", message, hint, {"path": path}).refused()


def _system(path: str, error: Exception) -> Refused:
    number = getattr(error, "errno", None)
    words = getattr(error, "strerror", None) or str(error)
    return StructeditError("IO_ERROR", f"{path}: {words}.", "", {"path": path, "errno": number}).refused()


def _displaced(root: Root, before: Before) -> Displaced | Failed:
    try:
        return Displaced(_found(root, before))
    except StructeditError as error:
        return Failed(error.refused())


def _found(root: Root, before: Before) -> Before:
    """What is there now. Of what is no file any more, who plans again finds out what it is."""
    try:
        return _now(root, before)
    except StructeditError as error:
        if error.code == "IO_ERROR":
            raise
        return Absent(before.path, before.resolved)


def _now(root: Root, before: Before) -> Before:
    try:
        return take(root, before.place)
    except StructeditError as error:
        if error.code == "NOT_A_FILE" and not os.path.lexists(before.resolved):
            return Absent(before.path, before.resolved)
        raise


def _check(root: Root, before: Before) -> None:
    if raw_of(_found(root, before)) != raw_of(before):
        raise MovedError


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
        except (OSError, StructeditError, BusyError, MovedError) as error:
            written = True
            states[item.before.path] = "old" if _is_old(root, item) else f"not restored: {error}"
    if not written:
        return None
    lost = sorted(path for path, state in states.items() if state != "old")
    tail = f"These files could not be put back: {', '.join(lost)}." if lost else "Every file is as it was."
    code = "RECOVERY_NEEDED" if lost else "ROLLED_BACK"
    return Failed(StructeditError(code, f"{why} {tail}", "", {"files": states}).refused())


def _put_back(root: Root, item: stage.Stage) -> bool:
    """Whether there was something to put back. Raises MovedError where somebody else has saved the file since."""
    now = _now(root, item.before)
    raw = raw_of(now)
    if raw == item.old:
        return False
    if raw != item.new and not item.torn:
        raise MovedError
    back = stage.prepare(root, now, _old(item, now))
    try:
        publish.publish(root, back)
    finally:
        stage.discard(root, back)
    return True


def _old(item: stage.Stage, now: Before) -> After:
    if not isinstance(item.before, Snapshot):
        return Absent(now.path, now.resolved)
    return Content(item.before.raw, item.before.stat.mode)


def _is_old(root: Root, item: stage.Stage) -> bool:
    try:
        now = _now(root, item.before)
    except StructeditError:
        return False
    return raw_of(now) == item.old
