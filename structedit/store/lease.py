"""Leases of Linux: the promise of the system to let nobody open a file for writing unseen while we hold one.

A lease is refused while somebody has the file open in a way that goes against it. While it is held, an open that goes
against it waits until the lease is given back, which closing the descriptor does. What waits is seen by `holds`.
"""

from __future__ import annotations

import errno
import time
from importlib import import_module

SECONDS = 2.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.02
# SIGURG; the package `signal` makes words of all numbers first, which takes 1 ms.
_IGNORED: int = getattr(import_module("_signal"), "SIGURG", 0)


class BusyError(Exception):
    """Somebody has the file open for writing."""


def wait(descriptor: int, seconds: float = SECONDS) -> bool:
    """Take a lease against writers, as soon as there are none. False where there are no leases.

    Raises BusyError where somebody keeps the file open for writing.
    """
    end = time.monotonic() + seconds
    pause = _FIRST_PAUSE
    while True:
        try:
            return take(descriptor)
        except BusyError:
            if time.monotonic() > end:
                raise
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def take(descriptor: int, *, alone: bool = False) -> bool:
    """Take a lease now: against writers, or (`alone`, the descriptor is open for both) against everybody else.

    Raises BusyError where somebody has the file open in that way.
    """
    try:
        import fcntl

        # The signal that is sent otherwise, when somebody waits, would end the process. This one is ignored.
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, _IGNORED)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_WRLCK if alone else fcntl.F_RDLCK)
    except (ImportError, AttributeError):
        return False
    except OSError as error:
        if error.errno == errno.EAGAIN:
            raise BusyError from None
        return False  # another owner's file, or a file system that has none
    return True


def holds(descriptor: int) -> bool:
    """Whether a lease against writers is still held, and nobody waits for it."""
    import fcntl

    return fcntl.fcntl(descriptor, fcntl.F_GETLEASE) == fcntl.F_RDLCK
