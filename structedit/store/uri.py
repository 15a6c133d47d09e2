"""Callers that think in URIs, and are told the path."""

from __future__ import annotations

import os
import re

from structedit.errors import StructeditError

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


def refuse_uri(folder: str, path: str) -> None:
    """Raises BAD_REQUEST for `file:///…` and the like; the hint names the path that is meant, below `folder`."""
    scheme = _SCHEME.match(path)
    if scheme is None or os.path.lexists(os.path.join(folder, path)):
        return
    hint = "Send a path below the root."
    if scheme[0].lower() == "file://":
        from urllib.parse import unquote

        meant = unquote(path[path.find("/", len(scheme[0])) :])
        below = os.path.relpath(meant, folder)
        hint = f"Send the path: {meant if below.startswith('..') else below}"
    raise StructeditError("BAD_REQUEST", f"{path} is a URI, no path.", hint, {"path": path})
