"""Contents by their hash: what an edit displaced can be had back byte for byte. Nothing is ever written over.

objects/<2 hex digits>/<62 hex digits>      of the SHA-256 of the bytes
bad/                                        what was found to be damaged
"""

from __future__ import annotations

import os
from contextlib import suppress

from structedit.text.digest import hex_digest

FOLDER, BAD = "objects", "bad"
MOST_BAD = 100
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


class DamagedError(Exception):
    """What was kept is not there, or not what its name says."""


def keep(folder: str, name: str, raw: bytes) -> int:
    """Keep bytes under their hash in a state folder: by how many bytes it grew. Raises OSError."""
    path = path_of(folder, name)
    try:
        if os.stat(path).st_size == len(raw):
            return 0
        set_aside(folder, path)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    write_new(path, raw)
    return len(raw)


def load(folder: str, name: str) -> bytes:
    """The bytes of a hash. Raises DamagedError; what is no longer what it was is set aside."""
    path = path_of(folder, name)
    try:
        with open(path, "rb") as stream:
            raw = stream.read()
    except OSError as error:
        raise DamagedError(f"{path}: {error.strerror or error}") from None
    if hex_digest(raw) != name:
        raise DamagedError(f"{path} is damaged; it was set aside as {set_aside(folder, path)}")
    return raw


def path_of(folder: str, name: str) -> str:
    return os.path.join(folder, FOLDER, name[:2], name[2:])


def write_new(path: str, data: bytes) -> None:
    """A whole file or none: written aside, then given its name. Raises OSError."""
    temporary = f"{path}.{os.urandom(6).hex()}.tmp"
    descriptor = os.open(temporary, _NEW, 0o600)
    try:
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def set_aside(folder: str, path: str) -> str:
    """Move a damaged file out of the way, and say where it is now. Of many only the last ones stay."""
    bad = os.path.join(folder, BAD)
    place = os.path.join(bad, f"{os.path.basename(path)}.{os.urandom(4).hex()}")
    try:
        os.makedirs(bad, 0o700, exist_ok=True)
        os.replace(path, place)
        found = sorted((os.lstat(os.path.join(bad, name)).st_mtime_ns, name) for name in os.listdir(bad))
        for _, name in found[:-MOST_BAD]:
            os.unlink(os.path.join(bad, name))
    except OSError:
        return path
    return place
