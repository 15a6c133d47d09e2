"""One file on its way: new bytes in a temporary file beside the target, then in its place."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from structedit.errors import StructeditError
from structedit.record import made, record
from structedit.store.snapshot import Absent, After, Content, Snapshot, executable_mode, raw_of

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_IN_PLACE = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class TakenError(Exception):
    """A file that was to be created is there."""

    def __init__(self, before: Snapshot | Absent) -> None:
        super().__init__("made by another program meanwhile")
        self.before = before


@record(frozen=False)
class Stage:
    """`temporary` is "" where there is none. `published`: the target may be new. `torn`: it may be half of each."""

    before: Snapshot | Absent
    new: bytes | None
    temporary: str = ""
    published: bool = False
    torn: bool = False
    folders: list[str] = made(default_factory=list)
    mode: int | None = None
    like: Snapshot | None = None
    executable: bool = False

    @property
    def old(self) -> bytes | None:
        return self.before.raw if isinstance(self.before, Snapshot) else None

    @property
    def atomic(self) -> bool:
        return isinstance(self.before, Absent) or self.before.stat.links == 1 or self.new is None


def prepare(before: Snapshot | Absent, after: After) -> Stage:
    """Write the new bytes aside. On an error nothing is left behind."""
    item = Stage(before, raw_of(after), like=before if isinstance(before, Snapshot) else None)
    if isinstance(after, Content):
        item.mode, item.like, item.executable = after.mode, after.like or item.like, after.executable
    if item.new is None or not item.atomic:
        return item
    try:
        _make_folders(item)
        _write_aside(item, item.new)
    except BaseException:
        discard(item)
        raise
    return item


def publish(item: Stage) -> None:
    """Let the new file take the place of the old one. Raises TakenError where a new file's name is no longer free."""
    target = item.before.resolved
    if item.new is None:
        item.published = True
        os.unlink(target)
    elif isinstance(item.before, Snapshot) and not item.atomic:
        _write_in_place(item, item.before, item.new)
    elif isinstance(item.before, Absent):
        _publish_new(item)
    else:
        item.published = True
        os.replace(item.temporary, target)
        item.temporary = ""
    sync_folder(os.path.dirname(target))


def discard(item: Stage) -> None:
    """Remove what is left over: the temporary file, and folders made for a file that did not come."""
    if item.temporary:
        with suppress(OSError):  # It is gone, or the system will not let it go: nothing more can be done here.
            os.unlink(item.temporary)
        item.temporary = ""
    while item.folders and not item.published:
        try:
            os.rmdir(item.folders.pop())
        except OSError:
            item.folders.clear()


def keep_mode(item: Stage, like: Snapshot) -> None:
    """Give the temporary file the mode of a snapshot (used when a deleted file is put back)."""
    if item.temporary:
        os.chmod(item.temporary, like.stat.mode)


def sync_folder(folder: str) -> None:
    """Make a rename durable, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | getattr(os, "O_CLOEXEC", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _make_folders(item: Stage) -> None:
    missing: list[str] = []
    folder = os.path.dirname(item.before.resolved)
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    if missing and isinstance(item.before, Snapshot):
        return
    for path in reversed(missing):
        os.mkdir(path)
        item.folders.append(path)


def _write_aside(item: Stage, new: bytes) -> None:
    before = item.before
    name = os.path.join(os.path.dirname(before.resolved), f".structedit-{os.urandom(8).hex()}.tmp")
    item.temporary = name
    descriptor = os.open(name, _NEW, 0o666 if isinstance(before, Absent) else 0o600)
    try:
        _write(descriptor, new)
        if item.like is not None:
            _copy_attributes(descriptor, item.like)
        _set_mode(descriptor, item)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _set_mode(descriptor: int, item: Stage) -> None:
    if not hasattr(os, "fchmod"):
        return
    if item.mode is not None:
        os.fchmod(descriptor, item.mode)
    if item.executable:
        os.fchmod(descriptor, executable_mode(stat.S_IMODE(os.fstat(descriptor).st_mode)))


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _copy_attributes(descriptor: int, before: Snapshot) -> None:
    """Owner, mode and extended attributes (access lists among them) as the old file has them, where we may."""
    mode = before.stat.mode
    info = os.fstat(descriptor)
    if hasattr(os, "fchown") and (info.st_uid, info.st_gid) != (before.stat.owner, before.stat.group):
        try:
            os.fchown(descriptor, before.stat.owner, before.stat.group)
        except OSError:
            mode &= ~(stat.S_ISUID | stat.S_ISGID)
    if hasattr(os, "listxattr"):
        _copy_extended(descriptor, before.resolved)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, mode)


def _copy_extended(descriptor: int, source: str) -> None:
    try:
        names = os.listxattr(source)
    except OSError:
        return
    for name in names:
        with suppress(OSError):
            os.setxattr(descriptor, name, os.getxattr(source, name))


def _publish_new(item: Stage) -> None:
    """A link fails where the name is taken, a rename would not."""
    target = item.before.resolved
    try:
        os.link(item.temporary, target)
    except FileExistsError:
        raise TakenError(item.before) from None
    except OSError:
        # A file system without hard links: the name was free a moment ago.
        if os.path.lexists(target):
            raise TakenError(item.before) from None
        item.published = True
        os.rename(item.temporary, target)
        item.temporary = ""
        return
    item.published = True
    os.unlink(item.temporary)
    item.temporary = ""


def _write_in_place(item: Stage, before: Snapshot, new: bytes) -> None:
    descriptor = os.open(before.resolved, _IN_PLACE)
    try:
        info = os.fstat(descriptor)
        if (info.st_dev, info.st_ino) != (before.stat.device, before.stat.inode):
            raise StructeditError("IO_ERROR", f"{before.path} was exchanged while it was written.", "Try again.")
        item.published = item.torn = True
        _write(descriptor, new)
        os.ftruncate(descriptor, len(new))
        _set_mode(descriptor, item)
        os.fsync(descriptor)
        item.torn = False
    finally:
        os.close(descriptor)
