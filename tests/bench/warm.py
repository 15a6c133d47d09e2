"""A warm edit of a long file against the least that any such edit must do: read, parse twice, compile, write, sync.

Run as `python -m tests.bench.warm [ROUNDS]`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import tree_sitter
import tree_sitter_python

from structedit.errors import Refused
from structedit.workspace import Workspace
from tests.bench.measure import in_turns, python_text, rounds, table

if TYPE_CHECKING:
    from collections.abc import Callable

GOAL = 2.0
EDITS = {
    "insert, symbol path": {"op": "insert", "target": "Part500.load500", "at": "start", "text": "self.seen = True"},
    "replace, role#name": {"op": "replace", "target": "function#load500", "text": "def load500(self):\n    return 1"},
    "argument add, `>`": {
        "op": "argument", "action": "add", "target": "Part500.load500 call#open", "name": "encoding", "text": "'utf-8'",
    },
    "delete, near the start": {"op": "delete", "target": "Part1.load1"},
}  # fmt: skip


def main() -> int:
    text = python_text(10_000)
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.py"
        workspace = Workspace(folder)

        def floor() -> None:
            raw = path.read_bytes()
            parser.parse(raw)
            parser.parse(raw)
            compile(raw, "part.py", "exec", dont_inherit=True)
            with open(path, "wb") as stream:
                stream.write(raw)
                stream.flush()
                os.fsync(stream.fileno())

        for name, edit in EDITS.items():
            measured, least = in_turns(
                [_again(path, text, _apply(workspace, edit)), _again(path, text, floor)], rounds(9)
            )
            rows.append((name, measured, least, GOAL))
    return 0 if table(f"warm, {text.count(10):,} lines", rows) else 1


def _apply(workspace: Workspace, edit: dict[str, str]) -> Callable[[], None]:
    def apply() -> None:
        outcome = workspace.apply({"file": "part.py", "edits": [edit]})
        assert not isinstance(outcome, Refused), outcome

    return apply


def _again(path: Path, text: bytes, action: Callable[[], None]) -> Callable[[], None]:
    """The action on the file as it was; both sides pay for putting it back."""

    def run() -> None:
        path.write_bytes(text)
        action()

    return run


if __name__ == "__main__":
    sys.exit(main())
