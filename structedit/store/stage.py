"""One file on its way: new bytes in a temporary file beside the target, with all else that the old one has."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.record import made, record
from structedit.store.folder import Folder, MovedAwayError, opened
from structedit.store.root import Place, moved_away
from structedit.store.snapshot import Absent, After, Content, Snapshot, executable_mode, raw_of

if TYPE_CHECKING:
    from structedit.store.root import Root

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)


class MovedError(Exception):
    """The target is not what its snapshot says: the caller looks what it is now."""


@record(frozen=False)
class Stage:
    """`temporary`: a name in the target's folder, "" where there is none; `displaced`: what stands there is not ours.

    `in_place`: the file has several names, or lies in a folder that takes no new ones.
    `published`: the target may be new. `torn`: it may be half of each. `folders` were made for it, the outermost first.
    `guard` and `durable` say how it went.
    """

    before: Snapshot | Absent
    new: bytes | None
    temporary: str = ""
    displaced: bool = False
    published: bool = False
    torn: bool = False
    folders: list[str] = made(default_factory=list)
    mode: int | None = None
    like: Snapshot | None = None
    executable: bool = False
    in_place: bool = False
    guard: str = "check"
    durable: bool = True

    @property
    def place(self) -> Place:
        return self.before.place

    @property
    def name(self) -> str:
        return os.path.basename(self.before.resolved)

    @property
    def old(self) -> bytes | None:
        return self.before.raw if isinstance(self.before, Snapshot) else None


def prepare(root: Root, before: Snapshot | Absent, after: After) -> Stage:
    """Write the new bytes aside. On an error nothing is left behind."""
    item = Stage(before, raw_of(after), like=before if isinstance(before, Snapshot) else None)
    if isinstance(after, Content):
        item.mode, item.like, item.executable = after.mode, after.like or item.like, after.executable
    if item.new is None:
        return item
    if isinstance(before, Snapshot) and before.stat.links > 1:
        item.in_place = True
        return item
    try:
        with _folder(root, item) as folder:
            _write_aside(root, item, folder)
    except FileNotFoundError:
        discard(root, item)
        raise MovedError from None
    except PermissionError:
        discard(root, item)
        if not isinstance(before, Snapshot) or not before.stat.writable:
            raise
        item.in_place = True
    except BaseException:
        discard(root, item)
        raise
    return item


def temporary_name() -> str:
    return f".structedit-{os.urandom(8).hex()}.tmp"


def write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def set_mode(descriptor: int, item: Stage) -> None:
    if not hasattr(os, "fchmod"):
        return
    if item.mode is not None:
        os.fchmod(descriptor, item.mode)
    if item.executable:
        os.fchmod(descriptor, executable_mode(stat.S_IMODE(os.fstat(descriptor).st_mode)))


def discard(root: Root, item: Stage) -> None:
    """Remove what is left over: the temporary file if it is ours, and folders made for a file that did not come.

    It is gone, or the system will not let it go: then nothing more can be done here.
    """
    if item.temporary:
        with suppress(OSError, StructeditError), root.folder_of(item.place) as folder:
            if item.displaced:
                settle(root, item, folder)
            else:
                folder.unlink(item.temporary)
        item.temporary = ""
    while item.folders and not item.published:
        if not remove_folder(root, item.folders.pop()):
            item.folders.clear()


def settle(root: Root, item: Stage, folder: Folder) -> None:
    """Let go of what was displaced; what is neither the old file nor the new one is kept. Raises OSError."""
    from structedit.store.rescue import rescue

    rescue(root.folder, folder, item.temporary, (item.old, item.new))
    item.temporary, item.displaced = "", False


def remove_folder(root: Root, path: str) -> bool:
    """Whether a folder (resolved) below the root was empty and is gone."""
    try:
        with root.folder_of(Place(path, path)) as folder:
            folder.remove(os.path.basename(path))
    except (OSError, StructeditError):
        return False
    return True


def _folder(root: Root, item: Stage) -> Folder:
    """The folder of the target; those that are missing for a new file are made."""
    if isinstance(item.before, Snapshot):
        return root.folder_of(item.place)
    here = opened(root.folder)
    for name in root.parts(item.place)[:-1]:
        try:
            inner = _inner(here, name, item)
        except MovedAwayError as moved:
            raise moved_away(item.place, moved) from None
        finally:
            here.close()
        here = inner
    return here


def _inner(here: Folder, name: str, item: Stage) -> Folder:
    with suppress(FileNotFoundError):
        return here.step(name)
    try:
        here.make(name)
        item.folders.append(os.path.join(here.path, name))
    except FileExistsError:
        pass  # somebody else wanted it, too
    return here.step(name)


def _write_aside(root: Root, item: Stage, folder: Folder) -> None:
    item.temporary = temporary_name()
    descriptor = folder.open(item.temporary, _NEW, 0o600 if item.like is not None else 0o666)
    try:
        write(descriptor, item.new or b"")
        if item.like is not None:
            _copy_attributes(root, descriptor, item.like)
        set_mode(descriptor, item)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_attributes(root: Root, descriptor: int, like: Snapshot) -> None:
    """Owner, mode and extended attributes (access lists among them) as the old file has them, where we may."""
    mode = like.stat.mode
    info = os.fstat(descriptor)
    if hasattr(os, "fchown") and (info.st_uid, info.st_gid) != (like.stat.owner, like.stat.group):
        try:
            os.fchown(descriptor, like.stat.owner, like.stat.group)
        except OSError:
            mode &= ~(stat.S_ISUID | stat.S_ISGID)
    if hasattr(os, "listxattr"):
        with suppress(OSError, StructeditError), root.folder_of(like.place) as folder:
            source = folder.open(os.path.basename(like.resolved), _READ)
            try:
                _copy_extended(descriptor, source)
            finally:
                os.close(source)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, mode)


def _copy_extended(descriptor: int, source: int) -> None:
    for name in os.listxattr(source):
        with suppress(OSError):
            os.setxattr(descriptor, name, os.getxattr(source, name))
