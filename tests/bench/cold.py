"""A cold start: one edit by the command line against a bare start of Python with what the edit needs at least.

Run as `python -m tests.bench.cold [ROUNDS]`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.measure import in_turns, python_text, rounds, table

GOAL = 2.0
# Installed packages have their bytecode; a checkout gets it in the round that is not measured.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
FLOOR = [sys.executable, "-c", "import click, tree_sitter, tree_sitter_python"]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.py"
        text = python_text(1_000)
        command = Path(sys.executable).with_name("structedit")
        start = [str(command)] if command.exists() else [sys.executable, "-m", "structedit"]
        arguments = ["insert", str(path), "Part50.load50", "self.seen = True", "--at", "start", "--root", folder]

        def edit() -> None:
            path.write_bytes(text)
            subprocess.run([*start, *arguments], check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)

        def floor() -> None:
            path.write_bytes(text)
            subprocess.run(FLOOR, check=True, env=ENVIRONMENT)

        measured, least = in_turns([edit, floor], rounds(21))
    good = table("cold", [(f"structedit insert, {text.count(10):,} lines", measured, least, GOAL)])
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
