"""An open folder: the names in it are used without looking at the path again, whatever becomes of the path."""

from __future__ import annotations

import errno
import os
import stat

from structedit.record import record

_WALK = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_CLOSE = getattr(os, "O_CLOEXEC", 0)
_CAN_WALK = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd


class MovedAwayError(Exception):
    """A folder on the way is a link now."""


@record
class Folder:
    """`descriptor` is None where the system has no such calls; then the path has to do."""

    path: str
    descriptor: int | None

    def __enter__(self) -> Folder:  # noqa: PYI034 - `Self` is in Python from 3.11 on
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self.descriptor is not None:
            os.close(self.descriptor)

    def open(self, name: str, flags: int, mode: int = 0o777) -> int:
        """Raises OSError. A link is not followed."""
        flags |= _CLOSE | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        return os.open(self._at(name), flags, mode, dir_fd=self.descriptor)

    def stat(self, name: str) -> os.stat_result:
        """Of the name itself, not of where it leads. Raises OSError."""
        return os.stat(self._at(name), dir_fd=self.descriptor, follow_symlinks=False)

    def is_link(self, name: str) -> bool:
        try:
            return stat.S_ISLNK(self.stat(name).st_mode)
        except OSError:
            return False

    def unlink(self, name: str) -> None:
        os.unlink(self._at(name), dir_fd=self.descriptor)

    def rename(self, old: str, new: str) -> None:
        """Over what is there. Raises OSError."""
        os.replace(self._at(old), self._at(new), src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def link(self, old: str, new: str) -> None:
        os.link(self._at(old), self._at(new), src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def make(self, name: str) -> None:
        os.mkdir(self._at(name), dir_fd=self.descriptor)

    def remove(self, name: str) -> None:
        os.rmdir(self._at(name), dir_fd=self.descriptor)

    def sync(self) -> bool:
        """Make what happened to names durable. False where the system cannot."""
        if not hasattr(os, "O_DIRECTORY"):
            return False
        descriptor = self.open(".", os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno in (errno.EINVAL, errno.ENOTSUP):
                return False
            raise
        finally:
            os.close(descriptor)
        return True

    def step(self, name: str) -> Folder:
        """A folder in this one. Raises MovedAwayError for a link, OSError for a file and for what is not there."""
        path = os.path.join(self.path, name)
        if self.descriptor is None:
            os.stat(path)
            return Folder(path, None)
        try:
            return Folder(path, os.open(name, _WALK | _CLOSE, dir_fd=self.descriptor))
        except OSError as error:
            # A link is no folder to this call (ENOTDIR), as a file is none.
            if error.errno == errno.ELOOP or (error.errno == errno.ENOTDIR and self.is_link(name)):
                raise MovedAwayError(path) from None
            raise

    def _at(self, name: str) -> str:
        return name if self.descriptor is not None else os.path.join(self.path, name)


def opened(path: str) -> Folder:
    """The folder of a path that is trusted; links on the way are followed. Raises OSError."""
    if not _CAN_WALK:
        return Folder(path, None)
    return Folder(path, os.open(path, _WALK & ~getattr(os, "O_NOFOLLOW", 0) | _CLOSE))


def walked(start: Folder, parts: list[str]) -> Folder:
    """The folder below `start` (which is closed) that these names lead to; a link on the way is not followed.

    Raises MovedAwayError for a link on the way, OSError for a file on it and for what is not there.
    """
    here = start
    for name in parts:
        try:
            inner = here.step(name)
        finally:
            here.close()
        here = inner
    return here
