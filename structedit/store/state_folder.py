"""Where structedit keeps what belongs to no project: one folder for each root, below the state folder of the user.

    $STRUCTEDIT_STATE, else $XDG_STATE_HOME/structedit, else ~/.local/state/structedit
        roots/<16 hex digits of the hash of the root's path>/

Where that cannot be made it is `.structedit` in the root itself, with a `.gitignore` that hides it.
"""

from __future__ import annotations

import os
import stat

from structedit.text.digest import hex_digest

IN_ROOT = ".structedit"
_PRIVATE = 0o700


def state_folder(root: str) -> str | None:
    """The folder for a root, made where it is missing; None where there can be none."""
    digits = hex_digest(os.fsencode(root))[:16]
    return _private(os.path.join(_home(), "roots", digits)) or _in_root(root)


def lock_folder() -> str | None:
    """The folder of the locks, which all roots share; None where there can be none."""
    return _private(os.path.join(_home(), "locks"))


def _home() -> str:
    """The state folder of the user; an empty variable is as good as none."""
    own = os.environ.get("STRUCTEDIT_STATE")
    if own:
        return os.path.abspath(own)
    base = os.environ.get("XDG_STATE_HOME")
    return os.path.join(base or os.path.expanduser(os.path.join("~", ".local", "state")), "structedit")


def _private(folder: str) -> str | None:
    """The folder, if it is a folder, no link, ours, and can be written."""
    try:
        if not os.path.isdir(folder):
            os.makedirs(folder, _PRIVATE, exist_ok=True)
        info = os.lstat(folder)
    except OSError:
        return None
    ours = not hasattr(os, "geteuid") or info.st_uid == os.geteuid()
    return folder if stat.S_ISDIR(info.st_mode) and ours and os.access(folder, os.W_OK | os.X_OK) else None


def _in_root(root: str) -> str | None:
    folder = os.path.join(root, IN_ROOT)
    if os.path.islink(folder) or _private(folder) is None:
        return None
    try:
        with open(os.path.join(folder, ".gitignore"), "x", encoding="utf-8") as stream:
            stream.write("*\n")
    except FileExistsError:
        return folder
    except OSError:
        return None
    return folder
