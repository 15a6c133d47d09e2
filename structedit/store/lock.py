"""A lock on a file that the system lets go of when its holder ends, however it ends."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.store.state_folder import lock_folder
from structedit.text.digest import hex_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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


@contextmanager
def locked_all(keys: Iterable[str], held: frozenset[str] = frozenset()) -> Iterator[frozenset[str]]:
    """Hold the locks that these keys share with others, but for those that are held; give all that are held now.

    They are taken in one order always, so that nobody waits in a circle. Where there is no state folder there are no
    locks. Raises LOCK_TIMEOUT.
    """
    folder = lock_folder()
    slots = {hex_digest(key.encode("utf-8", "surrogateescape"))[:2] for key in keys} - held
    with ExitStack() as stack:
        for slot in sorted(slots if folder is not None else ()):
            stack.enter_context(_slot(folder or "", slot))
        yield held | slots


@contextmanager
def _slot(folder: str, slot: str) -> Iterator[None]:
    try:
        held = locked(os.path.join(folder, slot))
        held.__enter__()
    except OSError:
        yield  # a state folder that is full or gone: what else guards the file has to do
        return
    try:
        yield
    finally:
        held.__exit__(None, None, None)


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
