"""Writing one file with all guards, against write + fsync + rename of the same bytes; and what the guards cost.

The edit is planned once; what is measured is `workspace.writing.write`: locks, pre-image, new file, lease, exchange,
check, record. Run as `python -m tests.bench.commit [ROUNDS]`.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from structedit.store.root import Root
from structedit.store.snapshot import Content, snapshot
from structedit.workspace.outcome import Planned
from structedit.workspace.writing import Done, Note, write
from tests.bench.measure import in_turns, python_text, rounds, table

LINES = 1_000
GOAL = 2.0
GUARD_SECONDS = 0.001


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as state:
        os.environ["STRUCTEDIT_STATE"] = state
        with_sync = in_turns([_edit(folder), _plain(folder)], rounds(200))
        good = table("one durable edit beyond planning: against write + fsync + rename", [("edit", *with_sync, GOAL)])
        os.fsync = lambda _: None
        edit, plain = in_turns([_edit(folder), _plain(folder)], rounds(200))
    print(f"without fsync: {edit * 1e3:.2f} ms, plain {plain * 1e3:.2f} ms, goal: {GUARD_SECONDS * 1e3:.0f} ms more")
    return 0 if good and edit - plain <= GUARD_SECONDS else 1


def _texts() -> tuple[bytes, bytes]:
    text = python_text(LINES)
    return text, text + b"# more\n"


def _edit(folder: str) -> Callable[[], None]:
    root = Root.of(folder)
    path = os.path.join(folder, "a.py")
    texts = itertools.cycle(_texts())
    Path(path).write_bytes(next(texts))

    def edit() -> None:
        plan = [Planned(snapshot(root, "a.py"), Content(next(texts)))]
        answer = write(root, plan, Note("bench"))
        assert isinstance(answer, Done), answer
        assert answer.kept.id, answer

    return edit


def _plain(folder: str) -> Callable[[], None]:
    path = os.path.join(folder, "b.py")
    texts = itertools.cycle(_texts())

    def plain() -> None:
        with open(f"{path}.new", "wb") as stream:
            stream.write(next(texts))
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(f"{path}.new", path)

    return plain


if __name__ == "__main__":
    sys.exit(main())
