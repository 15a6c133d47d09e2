"""Unified diffs of one file that has changed meanwhile, against a slow reading of where each hunk may go.

The lines are a few letters, so that nearly every hunk has a twin somewhere.
"""

from __future__ import annotations

import re
from difflib import unified_diff
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import event, given
from hypothesis import strategies as some

from structedit.errors import Refused
from structedit.workspace import Workspace

LINES = some.lists(some.sampled_from(["a", "b", "c", "a  b", ""]), max_size=9)
HEADER = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class Hunk:
    """`old` gives way to `new`; `first` is the line (from 0) where the old ones are said to begin."""

    def __init__(self, header: str, rows: list[str]) -> None:
        start, count, _, _ = HEADER.match(header).groups()  # type: ignore[union-attr]
        self.first = int(start) - (count != "0")
        self.old = [row[1:] for row in rows if row[0] in " -"]
        self.new = [row[1:] for row in rows if row[0] in " +"]


def hunks_of(diff: list[str]) -> list[Hunk]:
    starts = [at for at, row in enumerate(diff) if row.startswith("@@")]
    return [Hunk(diff[at], diff[at + 1 : end]) for at, end in zip(starts, [*starts[1:], len(diff)], strict=True)]


def results(lines: list[str], hunks: list[Hunk]) -> set[tuple[str, ...]]:
    """What comes out of every way to put the hunks, in order and apart, where their old lines stand.

    One that only adds lines may go anywhere; it is the number that says where.
    """
    ways = []
    for hunk in hunks:
        size = len(hunk.old)
        ways.append([at for at in range(len(lines) - size + 1) if lines[at : at + size] == hunk.old])
    found = set()
    for places in product(*ways):
        ends = [at + len(hunk.old) for at, hunk in zip(places, hunks, strict=True)]
        if all(end <= at for end, at in zip(ends, places[1:], strict=False)):
            made = list(lines)
            for at, hunk in reversed(list(zip(places, hunks, strict=True))):
                made[at : at + len(hunk.old)] = hunk.new
            found.add(tuple(made))
    return found


@given(LINES, LINES, LINES, some.integers(0, 3), some.booleans())
def test_hunks_go_where_their_lines_stand_or_nowhere(
    old: list[str], new: list[str], now: list[str], context: int, drifts: bool
) -> None:
    """`now` is the file when the patch comes: the old one, or with lines in front, or any other."""
    diff = list(unified_diff(old, new, "a/f.txt", "b/f.txt", n=context, lineterm=""))
    if not diff or not old:
        return
    hunks = hunks_of(diff)
    lines = now + old if drifts else old
    answer, made = applied(lines, "\n".join(diff) + "\n")
    event(answer)
    if answer != "applied":
        assert made == lines
        assert answer in ("PATCH_FAILED", "unchanged"), answer
        if not drifts:
            assert context == 0, "a patch of this very file"
        return
    assert tuple(made) in results(lines, hunks)
    if not drifts:
        assert made == new
    if len(hunks) == 1 and hunks[0].old:
        (hunk,) = hunks
        size = len(hunk.old)
        places = [at for at in range(len(lines) - size + 1) if lines[at : at + size] == hunk.old]
        assert len(places) == 1 or hunk.first in places, "one of several that the number does not name"
        at = hunk.first if hunk.first in places else places[0]
        assert made == [*lines[:at], *hunk.new, *lines[at + size :]]


def applied(lines: list[str], patch: str) -> tuple[str, list[str]]:
    """`applied`, `unchanged` or the code of the refusal, and the lines of the file afterwards."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "f.txt"
        path.write_bytes("".join(f"{line}\n" for line in lines).encode())
        answer = Workspace(folder).patch(patch)
        made = path.read_bytes().decode().split("\n")[:-1]
    return (answer.code if isinstance(answer, Refused) else answer.status), made
