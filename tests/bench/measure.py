"""Two ways of doing a thing, measured in turns in one run: the ratio of their medians is what a bench states."""

from __future__ import annotations

import sys
import time
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def in_turns(actions: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """The median time of each action; a round runs each once, so that all meet the same load of the machine."""
    for action in actions:
        action()
    times = [[seconds(action) for action in actions] for _ in range(rounds)]
    return [median(column) for column in zip(*times, strict=True)]


def table(title: str, rows: Sequence[tuple[str, float, float, float]]) -> bool:
    """Print name, time, floor, ratio and goal of each row; whether all goals are met."""
    width = max(len(row[0]) for row in rows)
    print(f"{title}\n{'':{width}}  {'time':>9}  {'floor':>9}  {'ratio':>6}  {'goal':>6}")
    good = True
    for name, measured, floor, goal in rows:
        ratio = measured / floor
        good = good and ratio <= goal
        mark = "" if ratio <= goal else "  above the goal"
        print(f"{name:{width}}  {measured * 1e3:6.1f} ms  {floor * 1e3:6.1f} ms  {ratio:6.2f}  {goal:6.2f}{mark}")
    return good


def python_text(lines: int) -> bytes:
    """An ordinary module of about that many lines: classes with methods, and calls in their bodies."""
    block = (
        "class Part{n}(Base):\n"
        '    """One part."""\n\n'
        "    def load{n}(self, path, mode='r'):\n"
        "        with open(path, mode) as stream:  # read it\n"
        "            data = [line.strip() for line in stream if line]\n"
        "        return self.check(data, limit={n})\n\n\n"
    )
    count = block.count("\n")
    return "".join(block.format(n=n) for n in range(lines // count + 1)).encode()


def rounds(default: int) -> int:
    return int(sys.argv[1]) if len(sys.argv) > 1 else default
