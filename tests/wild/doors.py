"""The same through the doors, on a file on disk: a preview writes nothing, and what it shows is what is written."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from structedit import Workspace
from tests.case import EXTENSIONS
from tests.wild.trial import Fault

if TYPE_CHECKING:
    from tests.wild.trial import Trial


def through_the_doors(trial: Trial, raw: bytes, after: bytes) -> None:
    """Preview and apply the first edits of a trial. Raises a Fault."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        path = Path(folder) / f"file{EXTENSIONS[trial.language]}"
        path.write_bytes(raw)
        request = {"file": path.name, "edits": [dict(edit) for edit in trial.edits]}
        workspace = Workspace(folder)
        shown = workspace.apply({**request, "preview": True})
        if path.read_bytes() != raw:
            raise Fault("preview", "a preview wrote")
        done = workspace.apply({**request, "plan": shown.plan} if hasattr(shown, "plan") else request)
        if not hasattr(done, "files") or shown.files[0].diff != done.files[0].diff:
            raise Fault("preview", f"a preview showed something else: {done}")
        if trial.sort in ("edit", "batch", "same") and path.read_bytes() != after:
            raise Fault("door", "the file on disk is not what was planned")
