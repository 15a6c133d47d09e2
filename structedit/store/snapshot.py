"""Read one file: its bytes, and what is needed to know later that it is still the same one."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from structedit.record import record
from structedit.store.lease import BusyError, wait
from structedit.store.root import Place, Root, refusal
from structedit.text.source import MAX_BYTES, MAX_TEXT, too_large

EXECUTE, READ = 0o111, 0o444
PATIENCE = 0.1
_PIECE = 1 << 20


@record
class FileStat:
    """What the system says of a file. `writable`: the caller has the permission to write it, by its mode."""

    device: int
    inode: int
    mode: int
    size: int
    mtime_ns: int
    links: int
    owner: int
    group: int
    writable: bool


@record
class Snapshot:
    """A file as it was at one moment."""

    path: str
    resolved: str
    raw: bytes
    stat: FileStat

    @property
    def place(self) -> Place:
        return Place(self.path, self.resolved)


@record
class Absent:
    """No file at this path: before a creation, or what a deletion wants."""

    path: str
    resolved: str

    @property
    def place(self) -> Place:
        return Place(self.path, self.resolved)


@record
class Content:
    """What a file is to become where bytes are not all: with this mode, and with owner and attributes of `like`.

    `executable`: by all who may read it.
    """

    raw: bytes
    mode: int | None = None
    like: Snapshot | None = None
    executable: bool = False


After = bytes | Content | Absent


def executable_mode(mode: int) -> int:
    """Who may read may execute."""
    return mode | (mode & READ) >> 2


def raw_of(file: Snapshot | After) -> bytes | None:
    """The bytes of a file before or after; None where there is none."""
    if isinstance(file, bytes):
        return file
    return None if isinstance(file, Absent) else file.raw


def snapshot(root: Root, path: str, largest: int = MAX_BYTES) -> Snapshot:
    """Raises OUTSIDE_ROOT, NOT_A_FILE, TOO_LARGE, IO_ERROR."""
    return take(root, root.place(path), largest)


def snapshot_or_absent(root: Root, path: str, largest: int = MAX_BYTES) -> Snapshot | Absent:
    """The same; a file that is not there is no refusal."""
    place = root.place(path)
    return take(root, place, largest) if os.path.lexists(place.resolved) else Absent(place.path, place.resolved)


def take(root: Root, place: Place, largest: int = MAX_TEXT) -> Snapshot:
    descriptor = root.open(place)
    try:
        info = os.fstat(descriptor)
        if info.st_size > largest:
            raise too_large(info.st_size, largest)
        _wait_for_writers(descriptor)
        raw = read_all(descriptor, largest)
    except OSError as error:
        raise refusal(place.path, error) from None
    finally:
        os.close(descriptor)
    return Snapshot(place.path, place.resolved, raw, _stat(info, place))


def _wait_for_writers(descriptor: int) -> None:
    """So that half of a save is not taken for the file. Who writes for longer (a log) is not waited for."""
    with suppress(BusyError):
        wait(descriptor, PATIENCE)


def read_all(descriptor: int, largest: int = MAX_TEXT) -> bytes:
    """The file from its beginning. Raises TOO_LARGE, OSError."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    pieces: list[bytes] = []
    size = 0
    while piece := os.read(descriptor, _PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > largest:
            raise too_large(size, largest)
    return b"".join(pieces)


def _stat(info: os.stat_result, place: Place) -> FileStat:
    # The superuser may write everything; a file that nobody is meant to write is protected from it all the same.
    writable = bool(info.st_mode & 0o222) and os.access(place.resolved, os.W_OK)
    return FileStat(
        device=info.st_dev,
        inode=info.st_ino,
        mode=stat.S_IMODE(info.st_mode),
        size=info.st_size,
        mtime_ns=info.st_mtime_ns,
        links=info.st_nlink,
        owner=info.st_uid,
        group=info.st_gid,
        writable=writable,
    )
