"""structedit: edits that name a place by its structure, and change nothing else.

The names are imported when they are used: a command line that runs one edit loads nothing that the edit does not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit._version import __version__

if TYPE_CHECKING:
    from structedit.edit.request import Request, read_request
    from structedit.errors import CODES, Refused, StructeditError
    from structedit.store.doctor import Health
    from structedit.workspace.outcome import FileOutcome, Outcome, Prepared
    from structedit.workspace.seen import Edits, Hit, Hits, Outline, OutlineItem, PastEdit, Text
    from structedit.workspace.verbs import Workspace

__all__ = [
    "CODES",
    "Edits",
    "FileOutcome",
    "Health",
    "Hit",
    "Hits",
    "Outcome",
    "Outline",
    "OutlineItem",
    "PastEdit",
    "Prepared",
    "Refused",
    "Request",
    "StructeditError",
    "Text",
    "Workspace",
    "__version__",
    "read_request",
]

_HOMES = {
    "structedit.edit.request": ("Request", "read_request"),
    "structedit.errors": ("CODES", "Refused", "StructeditError"),
    "structedit.store.doctor": ("Health",),
    "structedit.workspace.outcome": ("FileOutcome", "Outcome", "Prepared"),
    "structedit.workspace.seen": ("Edits", "Hit", "Hits", "Outline", "OutlineItem", "PastEdit", "Text"),
    "structedit.workspace.verbs": ("Workspace",),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
