"""A small run of `tests.store.stress`: no edit that was acknowledged is lost, and no save of another program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.store import stress
from tests.store.foreign import KINDS, missing

PLAN = stress.Plan(edits=300, seconds=10) if os.environ.get("STRUCTEDIT_SOAK") else stress.Plan(edits=15, seconds=0.7)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_lost(tmp_path: Path, kind: str) -> None:
    if kind in missing():
        pytest.skip(missing()[kind])
    count = stress.run(str(tmp_path), "structedit", kind, PLAN)
    assert (count.lost_edits, count.lost_saves, count.torn, count.left) == (0, 0, 0, []), count
    # How many come through beside a program that saves all the time depends on the load of the machine.
    assert (count.refused == {} and count.checked > 0) if kind == "none" else count.saves > 0, count


def test_a_loss_is_seen(tmp_path: Path) -> None:
    count = stress.run(str(tmp_path), "naive", "none", stress.Plan(edits=100, seconds=3.0, cli=0))
    assert count.lost_edits > 0, count
