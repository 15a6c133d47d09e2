"""Saves of other programs that nobody could see any more, because a newer one took their place: kept, and listed.

rescued/<time>-<name of the file>       in the state folder of the root
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from structedit.store.folder import Folder
from structedit.store.objects import write_new
from structedit.store.state_folder import state_folder

FOLDER = "rescued"
MOST = 100
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)


def rescue(root: str, folder: Folder, name: str, known: tuple[bytes | None, ...]) -> str:
    """Keep a file that is on its way out, if its bytes are not known; then remove it. Where it is kept now, or "".

    It stays where it is if it cannot be kept.
    """
    try:
        descriptor = folder.open(name, _READ)
    except FileNotFoundError:
        return ""
    with os.fdopen(descriptor, "rb") as stream:
        raw = stream.read()
    kept = "" if raw in known else _keep(root, name, raw)
    folder.unlink(name)
    return kept


def rescued(root: str) -> list[str]:
    """The paths of all files that are kept, the newest first."""
    folder = os.path.join(state_folder(root) or "", FOLDER)
    with suppress(OSError):
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder), reverse=True)]
    return []


def _keep(root: str, name: str, raw: bytes) -> str:
    folder = os.path.join(state_folder(root) or os.path.join(root, ""), FOLDER)
    os.makedirs(folder, 0o700, exist_ok=True)
    path = os.path.join(folder, f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{os.urandom(3).hex()}-{name}")
    write_new(path, raw)
    for old in rescued(root)[MOST:]:
        with suppress(OSError):
            os.unlink(old)
    return path
