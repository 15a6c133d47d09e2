"""`python -m tests.mutations [--pairs N] [--seed S] [--only MUTATOR] [--show N]`: a table of mutators and verdicts."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.mutations.judge import Verdict, request, verdict
from tests.mutations.mutators import MUTATORS
from tests.mutations.patches import PATCH_MUTATORS
from tests.mutations.samples import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.mutations.cases import Case
    from tests.mutations.samples import Pair


FAILURES = ("needless", "WRONG")
MOST_SHOWN = 200


@dataclass
class Tally:
    """How many of each verdict; the failures themselves."""

    words: dict[str, Counter[str]] = field(default_factory=dict)
    ways: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[tuple[str, Pair, Case, Verdict]] = field(default_factory=list)

    def add(self, name: str, pair: Pair, case: Case, seen: Verdict) -> None:
        self.words.setdefault(name, Counter())[seen.word] += 1
        self.ways.setdefault(name, Counter())[seen.how] += 1
        if seen.word in FAILURES:
            self.wrong.append((name, pair, case, seen))

    @property
    def total(self) -> int:
        return sum(sum(counter.values()) for counter in self.words.values())


def cases(count: int, seed: int, only: tuple[str, ...] = ()) -> Iterator[tuple[str, Pair, Case]]:
    """`count` spoilt requests, the mutators in turn."""
    draw = random.Random(seed)
    mutators = {**MUTATORS, **PATCH_MUTATORS}
    names = [name for name in mutators if not only or any(name.startswith(word) for word in only)]
    source = pairs(draw)
    made = 0
    while made < count:
        for name in names:
            for _ in range(50):
                pair = next(source)
                case = mutators[name](draw, pair)
                if case is not None and (case.old.strip() or case.patch):
                    yield name, pair, case
                    made += 1
                    break


def run(count: int, seed: int, only: tuple[str, ...] = ()) -> Tally:
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for name, pair, case in cases(count, seed, only):
            try:
                seen = verdict(case, Path(folder), pair.file)
            except Exception as error:  # noqa: BLE001 - whatever is raised at the door is a finding
                seen = Verdict("WRONG", type(error).__name__, repr(error))
            tally.add(name, pair, case, seen)
    return tally


def table(tally: Tally) -> str:
    rows = [f"{'':26}{'right':>7}{'refused':>9}{'needless':>10}{'WRONG':>7}   by"]
    for name, words in tally.words.items():
        ways = ", ".join(f"{how} {count}" for how, count in tally.ways[name].most_common(6))
        rows.append(f"{name:26}{words['right']:7}{words['refused']:9}{words['needless']:10}{words['WRONG']:7}   {ways}")
    total = sum(tally.words.values(), Counter[str]())
    rows.append(f"{tally.total:<26,}{total['right']:7}{total['refused']:9}{total['needless']:10}{total['WRONG']:7}")
    return "\n".join(rows)


def shown(name: str, pair: Pair, case: Case, seen: Verdict) -> str:
    return "\n".join([
        f"---- {name} ({pair.kind}) {pair.name}: {seen.how}: {seen.why}",
        json.dumps(request(case, pair.file), ensure_ascii=False)[: 4 * MOST_SHOWN],
        "got:   " + repr(_around(case.before.encode(), seen.got)),
        *("right: " + repr(_around(case.before.encode(), text.encode())) for text in sorted(case.right)[:2]),
    ])  # fmt: skip


def _around(before: bytes, after: bytes) -> tuple[bytes, bytes]:
    """Of both only the part that differs, with the lines that it touches."""
    most = min(len(before), len(after))
    start = next((at for at in range(most) if before[at] != after[at]), most)
    end = next((at for at in range(most - start) if before[-1 - at] != after[-1 - at]), most - start)
    first = before.rfind(b"\n", 0, start) + 1
    return before[first : len(before) - end + 20][:MOST_SHOWN], after[first : len(after) - end + 20][:MOST_SHOWN]


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.mutations")
    parser.add_argument("--pairs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="words that names of mutators begin with")
    parser.add_argument("--show", type=int, default=5)
    given = parser.parse_args()
    tally = run(given.pairs, given.seed, tuple(given.only))
    print(table(tally))
    for one in tally.wrong[: given.show]:
        print(shown(*one))
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
