"""The tables on standard output, and the failures, each made small, in a file."""

from __future__ import annotations

import json
import re
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.wild.judge import judge, without_guards
from tests.wild.readers import complaint, reader_of
from tests.wild.trial import Fault, Trial, read

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS_TO_SHRINK = 8.0


@dataclass(frozen=True)
class Failure:
    trial: Trial
    name: str
    raw: bytes
    check: str
    detail: str
    after: bytes | None

    @property
    def sort(self) -> tuple[str, ...]:
        """Failures of one sort are probably one fault."""
        plain = re.sub(r"[\"'`].*?[\"'`]|\d+|b'.*", "…", self.detail)[:40]
        return (self.trial.language, self.trial.op, self.trial.role, self.check, plain)


def print_tables(tallies: Iterable[Any]) -> None:
    """A line for each language: files, selectors, no-op round trips, edits, inverses, failures."""
    tallies = list(tallies)
    head = (
        "language",
        "second reader",
        "files",
        "selectors",
        "same text",
        "applied",
        "unchanged",
        "refused",
        "inverses",
    )
    rows = [(*head, "by design", "twice", "doors", "FAILED", "seconds")]
    total: list[Any] = ["all", ""] + [0] * 12
    for tally in tallies:
        row = _row(tally)
        rows.append(tuple(map(str, row)))
        total = [*total[:2], *(one + other for one, other in zip(total[2:], row[2:], strict=True))]
    _print([*rows, tuple(map(str, total))])
    print()
    for title, wanted in (("edits", ("edit", "batch")), ("inverses", ("inverse",))):
        _print(_by_operation(tallies, title, wanted))
        print()


def _row(tally: Any) -> list[Any]:
    count: Counter[str] = Counter()
    for (sort, _, outcome), number in tally.outcomes.items():
        group = {"edit": "", "batch": "", "same": "same ", "inverse": "back ", "twice": "twice "}[sort]
        what = "refused" if outcome.isupper() else "rule" if outcome.startswith("rule") else outcome
        count[group + ("applied" if what == "unchanged" and sort == "same" else what)] += number
    return [
        *(tally.language, reader_of(tally.language), tally.files, tally.selectors, count["same applied"]),
        *(count["applied"], count["unchanged"], sum(count[key] for key in count if key.endswith("refused"))),
        *(count["back applied"], count["back rule"], count["twice applied"], tally.doors, len(tally.failures)),
        round(tally.seconds),
    ]


def _by_operation(tallies: list[Any], title: str, wanted: tuple[str, ...]) -> list[tuple[str, ...]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for tally in tallies:
        for (sort, op, outcome), number in tally.outcomes.items():
            if sort in wanted:
                counts[op][outcome] += number
    rows = [(title, "applied", "unchanged", "FAILED", "otherwise")]
    for op, count in sorted(counts.items()):
        rest = [
            (name, number) for name, number in count.most_common() if name not in ("applied", "unchanged", "FAILED")
        ]
        otherwise = ", ".join(f"{name} {number}" for name, number in rest)
        rows.append((op, *(str(count[name]) for name in ("applied", "unchanged", "FAILED")), otherwise))
    return rows


def _print(rows: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def write_failures(path: str, failures: list[Failure], refusals: dict[str, Any]) -> None:
    """One entry for each sort of failure, with the smallest file that still has it; then a refusal of each sort."""
    sorts: dict[tuple[str, ...], list[Failure]] = defaultdict(list)
    for failure in failures:
        sorts[failure.sort].append(failure)
    with Path(path).open("w", encoding="utf-8") as out:
        for number, (_, same) in enumerate(sorted(sorts.items(), key=lambda pair: -len(pair[1])), 1):
            chosen = min(same, key=lambda one: len(one.raw))
            out.write(_entry(number, len(same), chosen))
        out.write("\n# Refusals\n")
        out.writelines(
            f"{key}: {name} {json.dumps(trial.edits, ensure_ascii=False)}\n"
            for key, (name, trial) in sorted(refusals.items())
        )


def _entry(number: int, count: int, failure: Failure) -> str:
    raw, after, detail = failure.raw, failure.after, failure.detail
    trial = failure.trial
    if trial.edits:
        trial, raw = small(failure)
        verdict = judge(trial, raw)
        after = verdict.after
        detail = verdict.faults[0][1] if verdict.faults else detail
    return "\n".join(
        [
            f"\n## {number}. {trial.language}: {trial.op} ({trial.role}): {failure.check}: {count} times",
            f"{failure.name}\n{detail}",
            *(json.dumps(edit, ensure_ascii=False) for edit in trial.edits),
            *(f"back: {json.dumps(edit, ensure_ascii=False)}" for edit in trial.back),
            f"before:\n```\n{raw[:3000].decode('utf-8', 'replace')}\n```" if trial.edits else "",
            f"after:\n```\n{after[:3000].decode('utf-8', 'replace')}\n```\n" if after is not None else "",
        ]
    )


def small(failure: Failure) -> tuple[Trial, bytes]:
    """The trial on as few lines of the file as still fail in the same way."""
    trial, raw = without_guards(failure.trial), failure.raw
    if not _fails(trial, raw, failure.check):
        return failure.trial, raw
    until = time.perf_counter() + SECONDS_TO_SHRINK
    lines = raw.splitlines(keepends=True)
    size = max(len(lines) // 2, 1)
    while size and time.perf_counter() < until:
        at = 0
        while at < len(lines) and time.perf_counter() < until:
            fewer = lines[:at] + lines[at + size :]
            if _fails(trial, b"".join(fewer), failure.check):
                lines = fewer
            else:
                at += size
        size //= 2
    return trial, b"".join(lines)


def _fails(trial: Trial, raw: bytes, check: str) -> bool:
    try:
        if read(trial.language, raw).root.has_error or complaint(trial.language, raw) is not None:
            return False
        return any(one == check for one, _ in judge(trial, raw).faults)
    except (Fault, Exception):  # noqa: BLE001 - a smaller file may lack what the trial is about
        return False
