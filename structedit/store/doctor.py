"""What the system offers at one path, found out by trying: which of the promises hold there."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from structedit.record import record
from structedit.store import lease, system
from structedit.store.root import refusal
from structedit.store.stage import temporary_name
from structedit.store.state_folder import lock_folder, state_folder

if TYPE_CHECKING:
    from structedit.store.folder import Folder
    from structedit.store.root import Place, Root

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)

PROMISES = {
    "lease": "no save of another program is lost",
    "exchange": "a program that has the file open while it is written may lose its save",
    "check": "a save of another program in the moment between check and write may be lost",
}
DURABLE = {"fsync": "a write that was answered outlives a power cut", "none": "a power cut may undo the last writes"}


@record
class Health:
    """What can be promised of edits at a path. `state`: where undo is kept, None where it cannot be."""

    path: str
    guard: str
    durability: str
    locks: bool
    state: str | None
    notes: tuple[str, ...]


def examine(root: Root, path: str) -> Health:
    """Two files are made beside the path (or in it, if it is a folder) and removed again.

    Raises OUTSIDE_ROOT, NOT_A_FILE, IO_ERROR.
    """
    place = root.place(path)
    inside = os.path.isdir(place.resolved)
    name = "" if inside else os.path.basename(place.resolved)
    try:
        with root.folder_of(root.place(os.path.join(place.path, "x")) if inside else place) as folder:
            durable = folder.sync()
            notes = _notes(folder, name, place) if name else []
            try:
                exchanges, leases = _tried(folder)
            except PermissionError:
                exchanges, leases = False, bool(name)
                notes.append("the folder takes no new files, so that files in it are written in place")
    except OSError as error:
        raise refusal(place.path, error) from None
    if leases and name and not _leased(root, place):
        leases = False
        notes.append("the system grants no lease on it: it is another user's, or open for writing right now")
    guard = "lease" if leases else "exchange" if exchanges else "check"
    state = state_folder(root.folder)
    return Health(place.path, guard, "fsync" if durable else "none", lock_folder() is not None, state, tuple(notes))


def _tried(folder: Folder) -> tuple[bool, bool]:
    """Whether names can change places in a folder, and files be leased."""
    names = [temporary_name(), temporary_name()]
    try:
        for name in names:
            os.close(folder.open(name, _NEW, 0o600))
        descriptor = folder.open(names[0], _READ)
        try:
            exchanges = system.exchange(folder, *names)
            return exchanges, exchanges and lease.take(descriptor)
        finally:
            os.close(descriptor)
    finally:
        for name in names:
            with suppress(OSError):
                folder.unlink(name)


def _notes(folder: Folder, name: str, place: Place) -> list[str]:
    try:
        info = folder.stat(name)
    except FileNotFoundError:
        return ["there is no such file yet"]
    found = []
    if info.st_nlink > 1:
        found.append(f"it has {info.st_nlink} names, so that it is written in place: a reader may see half of it")
    if hasattr(os, "geteuid") and info.st_uid != os.geteuid():
        found.append("it belongs to another user")
    if not info.st_mode & 0o222 or not os.access(place.resolved, os.W_OK):
        found.append('it may not be written; an edit needs "allow": ["protected"]')
    return found


def _leased(root: Root, place: Place) -> bool:
    if not os.path.lexists(place.resolved):
        return True
    descriptor = root.open(place)
    try:
        return lease.take(descriptor)
    except lease.BusyError:
        return False
    finally:
        os.close(descriptor)
