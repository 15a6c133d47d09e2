"""What other tools for quoted text and patches expect, case by case: the same bytes, a refusal, or a listed reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.peers.judge import judge, reasons
from tests.peers.rows import FOLDER, PEERS, rows

if TYPE_CHECKING:
    from pathlib import Path

    from tests.peers.rows import Row

ROWS = [row for peer in PEERS for row in rows(peer)]


def test_the_cases_are_there() -> None:
    if not ROWS:
        pytest.skip(f"no {FOLDER.name} beside this checkout: nothing of it was run")
    assert len(ROWS) > 600
    assert reasons().keys() <= {row["id"] for row in ROWS}, "a reason is given for a row that is not there"


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_peers_case(row: Row, tmp_path: Path) -> None:
    seen = judge(row, tmp_path)
    assert seen.word != "WRONG", f"{seen.seen} {seen.reason}"
