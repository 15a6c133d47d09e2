"""A lock on a file that the system lets go of when its holder ends, however it ends."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from structedit.errors import StructeditError

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 10.0
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_FIRST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.05


@contextmanager
def locked(path: str, seconds: float = SECONDS) -> Iterator[int]:
    """Hold the lock of a file (made where it is missing) and give its descriptor.

    Raises LOCK_TIMEOUT where another process has it for longer than `seconds`, OSError where there can be no lock.
    """
    descriptor = os.open(path, _FLAGS, 0o600)
    try:
        _wait(descriptor, path, seconds)
        yield descriptor
    finally:
        os.close(descriptor)


def _wait(descriptor: int, path: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    pause = _FIRST_PAUSE
    while not _taken(descriptor):
        if time.monotonic() > end:
            raise StructeditError(
                "LOCK_TIMEOUT", f"Another structedit has held {path} for more than {seconds:g} s.", "", {"lock": path}
            )
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


if sys.platform == "win32":
    import msvcrt

    def _taken(descriptor: int) -> bool:
        try:
            os.lseek(descriptor, 1 << 30, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _taken(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
