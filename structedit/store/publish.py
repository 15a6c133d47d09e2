"""How a file takes the place of another, so that no save of anybody is lost.

    lease     on the old file and on the new one: refused while somebody has it open for writing; whoever opens it for
              writing later has to wait, and is seen to wait
    check     the old file, by its descriptor, still is the base
    exchange  the two change names at one moment
    verify    what came out is the base, and nobody waits for it        -> it goes
    undo      otherwise both change back, as often as newer saves appear: the newest save of another program ends up in
              place, ours is dropped, older ones of others are kept in the state folder

Each step down says so in `guard`: "lease" all of this; "exchange" without leases (other people's files, some file
systems), where a program that has the file open while we write may lose its save; "check" with a rename over the file
that was checked a moment before.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

from structedit.store import lease, system
from structedit.store.snapshot import Absent, Snapshot, read_all
from structedit.store.stage import MovedError, set_mode, settle, temporary_name, write

if TYPE_CHECKING:
    from structedit.store.folder import Folder
    from structedit.store.root import Root
    from structedit.store.stage import Stage

MOST_EXCHANGES = 100
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
Inode = tuple[int, int]
_BOTH = os.O_RDWR | getattr(os, "O_NONBLOCK", 0)


def publish(root: Root, item: Stage) -> None:
    """Let the new file take the place of the old one.

    Raises MovedError where that is not the one of the snapshot (then nothing of ours is in place), BusyError where
    somebody keeps it open for writing, OSError.
    """
    with root.folder_of(item.place) as folder:
        if isinstance(item.before, Absent):
            if item.new is not None:
                _appear(item, folder)
        else:
            try:
                descriptor = folder.open(item.name, _BOTH if item.in_place else _READ)
            except OSError as error:
                # It is gone, or something else has its name: a link, a folder.
                if error.errno in (errno.ENOENT, errno.ELOOP, errno.EISDIR, errno.ENXIO):
                    raise MovedError from None
                raise
            try:
                if item.in_place:
                    _write_in_place(item, folder, descriptor)
                elif item.new is None:
                    _vanish(root, item, folder, descriptor)
                else:
                    _replace(root, item, folder, descriptor)
            finally:
                os.close(descriptor)
        item.durable = folder.sync() and item.durable


def _appear(item: Stage, folder: Folder) -> None:
    """A new file: the name must be free."""
    try:
        done = system.rename_new(folder, item.temporary, item.name)
    except FileExistsError:
        raise MovedError from None
    if done:
        item.published, item.temporary, item.guard = True, "", "exchange"
        return
    try:
        # A link fails where the name is taken, a rename would not.
        folder.link(item.temporary, item.name)
    except FileExistsError:
        raise MovedError from None
    except OSError:
        # A file system without hard links: the name was free a moment ago.
        if _inode(folder, item.name) is not None:
            raise MovedError from None
        item.published = True
        folder.rename(item.temporary, item.name)
        item.temporary = ""
        return
    item.published, item.guard = True, "exchange"
    folder.unlink(item.temporary)
    item.temporary = ""


def _replace(root: Root, item: Stage, folder: Folder, target: int) -> None:
    leased = _checked(item, folder, target)
    ours = folder.open(item.temporary, _READ)
    try:
        watched = leased and lease.take(ours)
        item.published = item.displaced = True
        try:
            done = system.exchange(folder, item.temporary, item.name)
        except OSError as error:
            item.published = item.displaced = False
            if isinstance(error, FileNotFoundError):
                raise MovedError from None
            raise
        if not done:
            item.displaced = False
            folder.rename(item.temporary, item.name)
            item.temporary = ""
        elif _came_out(item, folder, target, leased):
            item.guard = "lease" if leased else "exchange"
            folder.unlink(item.temporary)
            item.temporary, item.displaced = "", False
        else:
            _exchange_back(root, item, folder, ours, watched=watched)
            raise MovedError
    finally:
        os.close(ours)


def _checked(item: Stage, folder: Folder, target: int) -> bool:
    """Whether there is a lease on the file that is called so and has the bytes of the base."""
    _check_facts(item, target)
    leased = lease.wait(target)
    if _inode(folder, item.name) != _inode_of(target) or read_all(target) != item.old:
        raise MovedError
    return leased


def _check_facts(item: Stage, target: int) -> None:
    """It is a file, and of the owner and mode that the new one has got."""
    info = os.fstat(target)
    if not stat.S_ISREG(info.st_mode):
        raise MovedError
    if isinstance(item.before, Snapshot):
        then = item.before.stat
        if (stat.S_IMODE(info.st_mode), info.st_uid, info.st_gid) != (then.mode, then.owner, then.group):
            raise MovedError


def _came_out(item: Stage, folder: Folder, target: int, leased: bool) -> bool:
    """Whether what has been displaced is the base, and nobody is about to write it."""
    if _inode(folder, item.temporary) == _inode_of(target):
        return lease.holds(target) if leased else read_all(target) == item.old
    # Another file with the same bytes: somebody saved what was there already, and that is not lost.
    other = folder.open(item.temporary, _READ)
    try:
        lease.take(other)
        return read_all(other) == item.old
    except lease.BusyError:
        return False
    finally:
        os.close(other)


def _exchange_back(root: Root, item: Stage, folder: Folder, ours: int, *, watched: bool) -> None:
    """Until what comes out is what was put in last: then the newest save of others is in place.

    `ours`: a descriptor of the new file; where it is watched, by a lease, it is seen that somebody is about to write
    into it. That save is the newest, then.
    """
    own = _inode_of(ours)
    put: Inode | None = own
    for _ in range(MOST_EXCHANGES):
        if watched and _inode(folder, item.name) == own and not lease.holds(ours):
            break
        back = _inode(folder, item.temporary)
        try:
            system.exchange(folder, item.temporary, item.name)
        except FileNotFoundError:
            break  # somebody removed it: that is the newest
        came = _inode(folder, item.temporary)
        if came == put and not (watched and came == own and not lease.holds(ours)):
            break
        put = back
    item.published = False
    if _inode(folder, item.temporary) == own:
        item.displaced = False
    else:
        settle(root, item, folder)


def _vanish(root: Root, item: Stage, folder: Folder, target: int) -> None:
    """Remove a file: it gets another name first, and is looked at again there."""
    leased = _checked(item, folder, target)
    item.temporary = temporary_name()
    item.published = item.displaced = True
    try:
        done = system.rename_new(folder, item.name, item.temporary)
    except OSError as error:
        item.temporary, item.published, item.displaced = "", False, False
        if isinstance(error, FileNotFoundError):
            raise MovedError from None
        raise
    if not done:
        item.temporary, item.displaced = "", False
        folder.unlink(item.name)
    elif _came_out(item, folder, target, leased):
        item.guard = "lease" if leased else "exchange"
        folder.unlink(item.temporary)
        item.temporary, item.displaced = "", False
    else:
        try:
            system.rename_new(folder, item.temporary, item.name)
            item.temporary, item.displaced = "", False
        except FileExistsError:
            settle(root, item, folder)  # somebody made a newer one meanwhile
        item.published = False
        raise MovedError


def _write_in_place(item: Stage, folder: Folder, target: int) -> None:
    """All names of a file keep seeing one file. While we write nobody else can open it, where there are leases."""
    _check_facts(item, target)
    try:
        alone = lease.take(target, alone=True)
    except lease.BusyError:
        alone = False
    if _inode(folder, item.name) != _inode_of(target) or read_all(target) != item.old:
        raise MovedError
    os.lseek(target, 0, os.SEEK_SET)
    item.published = item.torn = True
    write(target, item.new or b"")
    os.ftruncate(target, len(item.new or b""))
    set_mode(target, item)
    os.fsync(target)
    item.torn = False
    item.guard = "lease" if alone else "check"


def _inode(folder: Folder, name: str) -> Inode | None:
    try:
        info = folder.stat(name)
    except FileNotFoundError:
        return None
    return info.st_dev, info.st_ino


def _inode_of(descriptor: int) -> Inode:
    info = os.fstat(descriptor)
    return info.st_dev, info.st_ino
