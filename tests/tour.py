"""The main job on real files: edits by structure on a copy of corpus/wild, each shown as a diff.

Run as `python -m tests.tour`; it ends with an error if any command answers otherwise than it should.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WILD = Path(__file__).parents[1] / "corpus" / "wild"

# The command line, and the exit code that it must end with (0 done, 3 refused because of what the file holds).
STEPS = [
    ("What is in this file?", "outline python/indent.py", 0),
    (
        "A statement at the end of a function's body, in the layout that is there:",
        "insert python/indent.py 'unit loop' 'continue' --at end --preview",
        0,
    ),
    (
        "A keyword argument of one call in one method:",
        "argument add python/source.py 'Source.row call#bisect_right' --name lo 0",
        0,
    ),
    ("An import, where the others are:", "import add python/source.py --name functools.cache", 0),
    ("A value in a JSON file:", "set json/package.json dependencies.vite '^6.0.0'", 0),
    ("Several edits in two files, all or nothing:", "apply tour.json", 0),
    ("A place that is not there is refused, with what is near:", "delete python/patch.py Patch.aply", 3),
    (
        "The same request twice changes nothing the second time:",
        "import add python/source.py --name functools.cache",
        0,
    ),
]


def main() -> int:
    beside = Path(sys.executable).with_name("structedit")
    command = [str(beside)] if beside.exists() else [sys.executable, "-m", "structedit"]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(WILD, Path(folder) / "wild")
        for title, line, expected in STEPS:
            print(f"\n{title}\n$ structedit {line}", flush=True)
            done = subprocess.run([*command, *shlex.split(line), "--root", "."], cwd=copy, check=False)
            failed += done.returncode != expected
    print(f"\n{len(STEPS) - failed} of {len(STEPS)} commands answered as they should.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
