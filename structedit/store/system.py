"""Two calls of Linux that Python has no words for: exchange two names, and rename only to a name that is free.

`ctypes` takes 9 ms to import, as much as a parser; what it is made of (`_ctypes`) takes one, and is enough here.
"""

from __future__ import annotations

import errno
import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.store.folder import Folder

_NO_REPLACE, _EXCHANGE = 1, 2
_MISSING = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM)


def exchange(folder: Folder, one: str, other: str) -> bool:
    """Let two names in a folder change places, at one moment. False where the system cannot; raises OSError."""
    return _rename(folder, one, other, _EXCHANGE)


def rename_new(folder: Folder, old: str, new: str) -> bool:
    """Rename to a name that is free. False where the system cannot; raises FileExistsError and other OSErrors."""
    return _rename(folder, old, new, _NO_REPLACE)


def _rename(folder: Folder, old: str, new: str, flag: int) -> bool:
    call = _call()
    if call is None or folder.descriptor is None:
        return False
    number = call(folder.descriptor, os.fsencode(old), folder.descriptor, os.fsencode(new), flag)
    if number in _MISSING:
        return False
    if number:
        raise OSError(number, os.strerror(number), new)
    return True


@cache
def _call() -> Callable[..., int] | None:
    """renameat2; it answers 0 or the number of the error. None where there is no such call."""
    if sys.platform != "linux":
        return None
    try:
        return _quick()
    except (ImportError, AttributeError, TypeError, OSError):
        pass
    try:
        return _slow()
    except (ImportError, AttributeError, OSError):
        return None


def _quick() -> Callable[..., int]:
    from importlib import import_module

    inner: Any = import_module("_ctypes")
    number = type("Number", (inner._SimpleCData,), {"_type_": "i"})  # noqa: SLF001 - the base class of all numbers
    flags = inner.FUNCFLAG_CDECL | inner.FUNCFLAG_USE_ERRNO
    pointer = type("Pointer", (inner.CFuncPtr,), {"_flags_": flags, "_restype_": number})
    function: Any = pointer(inner.dlsym(inner.dlopen(None, 0), "renameat2"))
    return lambda *args: inner.get_errno() if function(*args) else 0


def _slow() -> Callable[..., int]:
    import ctypes

    function = ctypes.CDLL(None, use_errno=True).renameat2
    return lambda *args: ctypes.get_errno() if function(*args) else 0
