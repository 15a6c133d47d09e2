"""Writers of structedit beside programs that know nothing of it, on one file. Counts what was lost.

    python -m tests.store.stress [--edits N] [--seconds S] [--writers W] [--methods M,M] [--kinds K,K]

A table: how the bytes get into the file (`tests.store.writers`) by who else saves it (`tests.store.foreign`).

Every writer puts lines of its own into the file and says when each was begun and when acknowledged. The foreign program
makes one save after the other, most of them after a pause of up to 200 ms, and the file is looked at before each:

    lost save   the line that the last save has set (for the formatter: its format) is not there, nor within a second
    lost edit   a line is not there that was begun after the last save and acknowledged before the file was looked at
    torn        a reader saw the file empty or in part, while nobody but structedit writes it so

What was acknowledged before a save that did not know of it is that program's to lose. Exit code 1 where structedit
lost something.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.store.foreign import KINDS, PADDING, WHOLE, Formatter, Saver, missing, savers, text_of
from tests.store.writers import FILE, METHODS

PATIENCE = 1.0
PAUSE = 0.2
BURST = 0.25  # of the saves, which follow the one before at once


@dataclass
class Count:
    """`edits` were acknowledged and `saves` made; of `checked` edits it can be told whether they were lost."""

    edits: int = 0
    checked: int = 0
    saves: int = 0
    lost_edits: int = 0
    lost_saves: int = 0
    torn: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)

    @property
    def lost(self) -> int:
        return self.lost_edits + self.lost_saves + self.torn


@dataclass(frozen=True)
class Look:
    """The file between two saves: what there was to find, from when on and until when (monotonic ns)."""

    since: int
    until: int
    tokens: frozenset[str]


@dataclass(frozen=True)
class Plan:
    """`edits` of each writer, or fewer after that many seconds. `cli`: how many of the writers are command lines."""

    writers: int = 4
    edits: int = 20
    seconds: float = 10.0
    cli: int = 1


def run(folder: str, method: str, kind: str, plan: Plan) -> Count:
    path = os.path.join(folder, FILE)
    Path(path).write_text(text_of(0), encoding="utf-8")
    count = Count()
    foreign = savers(kind)
    over = threading.Event()
    reader = threading.Thread(target=_read, args=(path, count, over))
    try:
        started = [_start(folder, method, number, plan) for number in range(plan.writers)]
        if kind in WHOLE:
            reader.start()
        looks = _save_and_look(path, foreign, started, count)
        printed = [line.split() for one in started for line in one.communicate()[0].splitlines()]
        assert {one.returncode for one in started} == {0}
    finally:
        over.set()
        for saver in foreign:
            saver.close()
    looks.append(Look(looks.pop().since, time.monotonic_ns(), _tokens(_text(path))))
    _judge(count, printed, looks)
    count.left = [name for name in os.listdir(folder) if name != FILE]
    return count


def _start(folder: str, method: str, number: int, plan: Plan) -> subprocess.Popen[str]:
    kind = "cli" if method == "structedit" and number < plan.cli else method
    command = [sys.executable, "-m", "tests.store.writers", folder, kind, f"w{number}"]
    return subprocess.Popen([*command, str(plan.edits), str(plan.seconds)], stdout=subprocess.PIPE, text=True)


def _save_and_look(path: str, foreign: list[Saver], writers: list[subprocess.Popen[str]], count: Count) -> list[Look]:
    """Until the first writer is done: what was seen before each save. The last look is an open one."""
    looks: list[Look] = []
    chance = random.Random(1)
    since = time.monotonic_ns()
    while foreign and all(one.poll() is None for one in writers):
        saver = chance.choice(foreign)
        before = _text(path)
        saver.save(path, count.saves + 1)
        count.saves += 1
        since = time.monotonic_ns()
        if chance.random() < BURST:
            continue
        time.sleep(PAUSE * chance.random() ** 2)
        until = time.monotonic_ns()
        text = _text(path)
        if not _stays(path, saver, before, count.saves):
            count.lost_saves += 1
        looks.append(Look(since, until, _tokens(text)))
    return [*looks, Look(since, 0, frozenset())]


def _stays(path: str, saver: Saver, before: str, number: int) -> bool:
    """Whether a save is there, if need be after a moment in which it had to give way."""
    end = time.monotonic() + PATIENCE
    while not _saved(_text(path), saver, before, number):
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True


def _saved(text: str, saver: Saver, before: str, number: int) -> bool:
    if text.startswith(f"mark = {number}\n"):
        return True
    if not isinstance(saver, Formatter):
        return False
    # Nothing is as it was before it was formatted, and nothing of it is gone.
    spoilt = set(re.findall(r"^\w+  =  \d+$", before, re.MULTILINE))
    return not spoilt & set(text.splitlines()) and _tokens(before) <= _tokens(text)


def _read(path: str, count: Count, over: threading.Event) -> None:
    while not over.wait(0.001):
        text = _text(path)
        count.torn += not (text.startswith("mark = ") and PADDING in text and text.endswith("\n"))


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:  # an editor has given it another name, for the moment
        return ""


def _tokens(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"^(w\d+_\d+) +=", text, re.MULTILINE))


def _judge(count: Count, printed: list[list[str]], looks: list[Look]) -> None:
    edits: list[tuple[int, int, str]] = []
    for began, ended, token, code in printed:
        if code == "done":
            edits.append((int(began), int(ended), token))
        else:
            count.refused[code] = count.refused.get(code, 0) + 1
    count.edits = len(edits)
    for look in looks:
        due = {token for began, ended, token in edits if began > look.since and ended < look.until}
        count.checked += len(due)
        count.lost_edits += len(due - look.tokens)


HEAD = f"{'method':<18} {'who else saves':<14}" + "".join(
    f" {word:>10}" for word in ("edits", "checked", "lost", "saves", "lost", "torn", "refused")
)


def row(method: str, kind: str, count: Count) -> str:
    torn = count.torn if kind in WHOLE else "-"
    numbers = (count.edits, count.checked, count.lost_edits, count.saves, count.lost_saves, torn)
    cells = (*numbers, sum(count.refused.values()))
    left = f"  left: {count.left}" if count.left else ""
    return f"{method:<18} {kind:<14}" + "".join(f" {cell:>10}" for cell in cells) + left


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser(prog="python -m tests.store.stress")
    options.add_argument("--edits", type=int, default=100)
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--writers", type=int, default=4)
    options.add_argument("--methods", type=lambda text: text.split(","), default=METHODS)
    options.add_argument("--kinds", type=lambda text: text.split(","), default=KINDS)
    asked = options.parse_args(arguments)
    plan = Plan(asked.writers, asked.edits, asked.seconds)
    for kind, why in missing().items():
        print(f"{kind} is left out: {why}")
    print(HEAD)
    bad = 0
    for method in asked.methods:
        for kind in asked.kinds:
            if kind in missing():
                continue
            with tempfile.TemporaryDirectory() as state, tempfile.TemporaryDirectory() as folder:
                os.environ["STRUCTEDIT_STATE"] = state
                count = run(folder, method, kind, plan)
            print(row(method, kind, count), flush=True)
            bad += (count.lost + len(count.left)) * (method == "structedit")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
