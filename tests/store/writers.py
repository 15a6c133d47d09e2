"""One writer of `tests.store.stress`: a process that puts lines of its own into the file, by one of several methods.

All methods plan with structedit and plan anew where they find the file changed; they differ in how the planned bytes
get into the file. `structedit` is the real thing; `cli` is the real thing in a new process for each edit.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext

from structedit import Outcome, Workspace
from structedit.errors import StructeditError
from structedit.store import commit, lease, system
from structedit.store.commit import Change, Committed, Displaced, Failed, Written
from structedit.store.root import Root
from structedit.store.snapshot import raw_of, take
from structedit.workspace import writing

FILE = "a.py"
METHODS = ("structedit", "exchange", "check", "lock+hash+replace", "hash+replace", "naive")
"""`exchange` and `check`: structedit where the system has no leases, or no exchange of names either."""


def main(folder: str, method: str, name: str, edits: int, seconds: float) -> None:
    """Print a line for each edit: when it began and was answered (monotonic ns), its token or the code of a refusal."""
    use("structedit" if method == "cli" else method)
    edit = _by_command(folder) if method == "cli" else _by_workspace(folder)
    end = time.monotonic() + seconds
    for number in range(edits):
        if time.monotonic() > end:
            break
        token = f"{name}_{number}"
        began = time.monotonic_ns()
        code = edit(f"{token}  =  {number}")  # not as a formatter has it, so that there is something to do for one
        print(began, time.monotonic_ns(), token, code, flush=True)


def use(method: str) -> None:
    """Let this process write by a method of METHODS from now on."""
    if method in ("exchange", "check"):
        lease.take = lambda *_, **__: False
    if method == "check":
        system._call = lambda: None
    if method not in METHODS[:3]:
        writing.commit = _weak(method)


def _by_workspace(folder: str) -> Callable[[str], str]:
    workspace = Workspace(folder)

    def edit(line: str) -> str:
        try:
            answer = workspace.insert(FILE, ":root", line, at="end")
        except OSError as error:  # only a weak method lets it through
            return f"OS_{error.errno}"
        return "done" if isinstance(answer, Outcome) else answer.code

    return edit


def _by_command(folder: str) -> Callable[[str], str]:
    command = [sys.executable, "-m", "structedit", "insert", os.path.join(folder, FILE), ":root"]

    def edit(line: str) -> str:
        done = subprocess.run(
            [*command, line, "--at", "end", "--root", folder], capture_output=True, text=True, check=False
        )
        return "done" if done.returncode == 0 else f"EXIT_{done.returncode}"

    return edit


def _weak(method: str) -> Callable[..., Committed | Displaced | Failed]:
    """A commit as others have it: look whether the bytes are those of the plan (or not even that), and write."""

    def write(root: Root, changes: Sequence[Change], held: frozenset[str] = frozenset()) -> Committed | Displaced:
        files = [before for before, _ in changes]
        with commit.locked(files, held) if method == "lock+hash+replace" else nullcontext():
            for before, after in changes:
                raw, path = raw_of(after), before.resolved
                assert raw is not None
                if method == "naive":
                    _over(path, raw)
                    continue
                temporary = f"{path}.{os.getpid()}.new"
                _over(temporary, raw, sync=True)
                try:
                    now = take(root, before.place)
                except StructeditError:  # it is gone for the moment
                    now = before
                if raw_of(now) != raw_of(before):
                    os.unlink(temporary)
                    return Displaced(now)
                os.replace(temporary, path)
        return Committed(tuple(Written(before.path, atomic=False) for before in files))

    return write


def _over(path: str, raw: bytes, *, sync: bool = False) -> None:
    with open(path, "wb") as stream:
        stream.write(raw)
        if sync:
            stream.flush()
            os.fsync(stream.fileno())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), float(sys.argv[5]))
