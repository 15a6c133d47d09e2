"""A small run of `tests.store.stress`: no edit that was acknowledged is lost, and no save of another program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.store import stress

EDITS = 100 if os.environ.get("STRUCTEDIT_SOAK") else 10


@pytest.mark.parametrize("mode", stress.MODES)
def test_nothing_is_lost(tmp_path: Path, mode: str) -> None:
    count = stress.run(str(tmp_path), writers=4, edits=EDITS, mode=mode)
    assert (count.lost_edits, count.lost_saves) == (0, 0), count
    assert set(count.refused) <= {"CONCURRENCY_CONFLICT"}
    assert count.edits + sum(count.refused.values()) == 4 * EDITS, count
    # How many come through beside a program that saves all the time depends on the load of the machine.
    assert (count.refused == {}) if mode == "none" else count.saves > 0, count
