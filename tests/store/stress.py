"""Writers of structedit and one that knows nothing of it, on one file. Counts what was lost; run by test_stress.

    python -m tests.store.stress [WRITERS] [EDITS] [MODE]       MODE: none, rename, truncate, in-place

With STRESS_GUARD=exchange or =check in the environment the writers do without leases, or without exchange as well:
that is what other systems offer, and shows what the guards are for.

Every writer of structedit puts lines of its own into the file. The foreign one saves blindly, without reading: a text
with a mark that is new each time. Since edits of structedit leave what they do not name, the last mark must be there
before the next save: a mark that is gone is a save that was lost. With no foreign writer, and after its end, every line
that was acknowledged must be there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from structedit import Outcome, Refused, Workspace
from structedit.store import lease, system

MODES = ("none", "rename", "truncate", "in-place")
PATIENCE = 5.0


@dataclass
class Count:
    """`edits` were acknowledged, `saves` made by the foreign writer."""

    edits: int
    saves: int
    lost_edits: int
    lost_saves: int
    refused: dict[str, int]


def write(folder: str, name: str, edits: int) -> None:
    """One writer: prints a line for each edit that was acknowledged, or the code of the refusal."""
    weaken(os.environ.get("STRESS_GUARD", "lease"))
    workspace = Workspace(folder)
    for number in range(edits):
        line = f"{name}_{number} = {number}"
        answer = workspace.insert("a.py", ":root", line, at="end")
        if isinstance(answer, Outcome):
            (file,) = answer.files
            print("done", line, file.guard, flush=True)
        else:
            assert isinstance(answer, Refused)
            print("refused", answer.code, flush=True)


def weaken(guard: str) -> None:
    if guard != "lease":
        lease.take = lambda *_, **__: False
    if guard == "check":
        system._call = lambda: None


def save(path: str, mode: str, text: str) -> None:
    """As editors do: a new file over the old one, the old one emptied and written, or written over as it is."""
    if mode == "rename":
        temporary = f"{path}.editor"
        with open(temporary, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(temporary, path)
    elif mode == "truncate":
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    else:
        with open(path, "r+", encoding="utf-8") as stream:
            stream.seek(0)
            stream.write(text)
            stream.flush()
            stream.truncate()


def run(folder: str, writers: int, edits: int, mode: str) -> Count:
    path = os.path.join(folder, "a.py")
    Path(path).write_text("mark = 0\n", encoding="utf-8")
    command = [sys.executable, "-m", "tests.store.stress", "--write", folder]
    started = [
        subprocess.Popen([*command, f"w{number}", str(edits)], stdout=subprocess.PIPE, text=True)
        for number in range(writers)
    ]
    saves = lost = 0
    while mode != "none" and any(one.poll() is None for one in started):
        saves += 1
        save(path, mode, f"mark = {saves}\n")
        time.sleep(0.02 * (saves % 4))  # now and then long enough for an edit to come through
        lost += not _stays(path, f"mark = {saves}\n")
    printed = [line.split() for one in started for line in one.communicate()[0].splitlines()]
    assert {one.returncode for one in started} == {0}
    refused: dict[str, int] = {}
    for row in printed:
        if row[0] == "refused":
            refused[row[1]] = refused.get(row[1], 0) + 1
    rows = {" ".join(row[1:4]) for row in printed if row[0] == "done"}
    if mode != "none":
        # The last part has no foreign writer: what is acknowledged from here on stays.
        calm = subprocess.run([*command, "calm", "5"], stdout=subprocess.PIPE, text=True, check=True).stdout
        rows = {" ".join(line.split()[1:4]) for line in calm.splitlines() if line.startswith("done")}
        assert len(rows) == 5, calm
    text = Path(path).read_text(encoding="utf-8")
    missing = sum(f"{row}\n" not in text for row in rows)
    left = [name for name in os.listdir(folder) if name != "a.py"]
    assert left == [], left
    done = sum(row[0] == "done" for row in printed)
    return Count(done, saves, missing, lost, refused)


def _stays(path: str, mark: str) -> bool:
    """Whether a save is there, if need be after a moment in which it had to give way."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if mark in Path(path).read_text(encoding="utf-8"):
            return True
        time.sleep(0.002)
    return False


def main(args: list[str]) -> None:
    if args[:1] == ["--write"]:
        write(args[1], args[2], int(args[3]))
        return
    writers, edits = int((args or ["4"])[0]), int([*args, "25", "25"][1])
    for mode in args[2:] or MODES:
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            print(f"{mode:<9} {run(folder, writers, edits, mode)} in {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
