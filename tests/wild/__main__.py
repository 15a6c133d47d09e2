"""`python -m tests.wild`: random edits of real files, every one checked; a table for each language."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from structedit.errors import StructeditError
from structedit.select.canonical import printed
from structedit.select.match import of_element
from structedit.select.outline import outline
from structedit.select.resolve import require
from structedit.syntax.words import ROLES
from tests.wild.doors import through_the_doors
from tests.wild.drawing import Draw
from tests.wild.judge import judge
from tests.wild.report import Failure, print_tables, write_failures
from tests.wild.samples import LANGUAGES, files
from tests.wild.trial import Fault, Trial, read

SELECTORS = 12  # of a file


@dataclass
class Tally:
    """What became of the files of one language."""

    language: str
    files: int = 0
    selectors: int = 0
    doors: int = 0
    seconds: float = 0.0
    outcomes: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # sort, op, outcome
    failures: list[Failure] = field(default_factory=list)
    refusals: dict[str, Any] = field(default_factory=dict)

    def take(self, other: Tally) -> None:
        self.files += other.files
        self.selectors += other.selectors
        self.doors += other.doors
        self.seconds += other.seconds
        self.outcomes += other.outcomes
        self.failures += other.failures
        for key, value in other.refusals.items():
            self.refusals.setdefault(key, value)


def main() -> int:
    options = _options()
    languages = [options.language] if options.language else list(LANGUAGES)
    tallies = {language: Tally(language) for language in languages}
    work = []
    for language in languages:
        found = files(language, max(options.files // len(languages), 1))
        each = -(-options.edits // max(len(found) * len(languages), 1))
        work += [(language, name, raw, each, options.seed) for name, raw in found]
    random.Random(options.seed).shuffle(work)
    with (
        TemporaryDirectory() as state,
        ProcessPoolExecutor(options.jobs, initializer=_keep_state_in, initargs=(state,)) as pool,
    ):
        for done, tally in enumerate(pool.map(_file, work, chunksize=8), 1):
            tallies[tally.language].take(tally)
            for failure in tally.failures:
                trial = failure.trial
                said = f"{trial.language}: {trial.op} ({trial.role}): {failure.check}: {failure.detail[:200]}"
                print(f"FAILED {said}\n  {failure.name} {json.dumps(trial.edits)[:400]}", file=sys.stderr, flush=True)
            if done % 200 == 0 or done == len(work):
                failed = sum(len(one.failures) for one in tallies.values())
                print(f"{done} of {len(work)} files, {failed} failures", file=sys.stderr, flush=True)
    print_tables(list(tallies.values()))
    failures = [failure for tally in tallies.values() for failure in tally.failures]
    if options.report:
        write_failures(options.report, failures, {k: v for one in tallies.values() for k, v in one.refusals.items()})
    return 1 if failures else 0


def _keep_state_in(folder: str) -> None:
    os.environ["STRUCTEDIT_STATE"] = folder


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.wild", description=__doc__)
    parser.add_argument("--files", type=int, default=2000, help="over all languages")
    parser.add_argument("--edits", type=int, default=5000, help="over all files")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--report", metavar="FILE", help="where failures go, made small")
    return parser.parse_args()


def _file(work: tuple[str, str, bytes, int, int]) -> Tally:
    language, name, raw, each, seed = work
    began = time.perf_counter()
    tally = Tally(language, files=1)
    place = int.from_bytes(hashlib.sha256(f"{seed}:{name.rpartition('/')[2]}:{len(raw)}".encode()).digest()[:8], "big")
    draw = random.Random(place)
    try:
        tree = read(language, raw)
        _select(tally, tree, draw)
        offers = Draw(tree, draw)
        for number in range(each):
            trial = next(filter(None, (offers.trial() for _ in range(30))), None)
            if trial is None:
                break
            verdict = judge(trial, raw, tree)
            tally.outcomes[trial.sort, trial.op, verdict.outcome] += 1
            for fault, detail in verdict.faults:
                tally.failures.append(Failure(trial, name, raw, fault, detail, verdict.after))
            if verdict.outcome.isupper() and verdict.outcome != "FAILED":
                tally.refusals.setdefault(f"{language} {trial.op} {trial.role} {verdict.outcome}", (name, trial))
            if number == 0 and verdict.after is not None:
                through_the_doors(trial, raw, verdict.after)
                tally.doors += 1
    except Fault as fault:
        tally.failures.append(
            Failure(Trial(language, "file", "file", "", ()), name, raw, fault.check, fault.detail, None)
        )
    except Exception as error:  # noqa: BLE001 - a reading that fails is a finding, too
        detail = f"{type(error).__name__}: {error}"
        tally.failures.append(Failure(Trial(language, "file", "file", "", ()), name, raw, "crash", detail, None))
    tally.seconds = time.perf_counter() - began
    return tally


def _select(tally: Tally, tree: Any, draw: random.Random) -> None:
    """Every selector that is printed names its node again, with its hash; so do those of the outline."""
    elements = [element for role in ROLES for element in tree.elements.of(role)]
    for element in draw.sample(elements, min(SELECTORS, len(elements))):
        match = of_element(tree, element)
        selector = printed(match)
        try:
            found = [one.key for one in require(tree, selector)]
        except StructeditError as error:
            raise Fault("selector", f"{selector}: {error.code} {error.message}") from error
        if found != [match.key]:
            raise Fault("selector", f"{selector} names another node")
        tally.selectors += 1
    waiting = list(outline(tree))
    shown = []
    while waiting:
        entry = waiting.pop()
        shown.append(entry)
        waiting += entry.items
    for entry in draw.sample(shown, min(SELECTORS // 4, len(shown))):
        try:
            require(tree, f"{entry.selector}@{entry.hash[:8]}")
        except StructeditError as error:
            raise Fault("outline", f"{entry.selector}: {error.code} {error.message}") from error
        tally.selectors += 1


if __name__ == "__main__":
    sys.exit(main())
