"""What goes wrong with edits of other tools goes right here: 24 hazards of the README, and 60 beside this checkout."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.hazards import rows, table
from tests.hazards.runner import DOORS, Hazard, run
from tests.modules import ROOT
from tests.peers.rows import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

TABLE = table.hazards()
BESIDE = rows.hazards()


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("hazard", [hazard for hazard, _ in TABLE], ids=lambda hazard: hazard.name)
def test_a_hazard_of_the_readme(hazard: Hazard, door: str, tmp_path: Path) -> None:
    assert run(hazard, tmp_path, door) == ("refused" if hazard.after is None else "right")


def test_the_table_of_the_readme_is_true() -> None:
    lines = table.lines()
    assert len(lines) == 26
    assert not any("WRONG" in line for line in lines)
    assert "\n".join(lines) in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_says_what_is_wrong() -> None:
    hazard, _ = TABLE[0]
    assert table.ours(replace(hazard, after=b"else"), "kept").startswith("WRONG (other bytes")
    assert table.ours(replace(hazard, after=None), "refused").startswith("WRONG (other bytes")


def test_the_hazards_beside_this_checkout_are_there() -> None:
    if not BESIDE:
        pytest.skip(f"no {FOLDER.name} beside this checkout: nothing of it was run")
    assert len(BESIDE) == 60
    assert rows.OTHERWISE.keys() <= {hazard.name.split()[0] for hazard in BESIDE}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("hazard", BESIDE, ids=lambda hazard: hazard.name)
def test_a_hazard_beside_this_checkout(hazard: Hazard, door: str, tmp_path: Path) -> None:
    assert run(hazard, tmp_path, door) == ("refused" if hazard.after is None else "right")


@pytest.mark.parametrize(
    "place",
    [{"mode": 0o755}, {"mode": 0o600}, {"mode": 0o2664}, {"link_to": "below/real.py"}, {"hard_link": "other.py"}],
    ids=str,
)
@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize(
    "edit",
    [
        {"op": "insert", "target": "a", "at": "after", "text": "b = 2"},
        {"op": "replace", "target": "a::value", "text": "2"},
        {"op": "delete", "target": "a"},
        {"op": "edit", "old": "a = 1", "new": "a = 2\nb = 3"},
    ],
    ids=lambda edit: edit["op"],
)
def test_mode_links_mark_and_newlines_stay_whatever_is_done(
    edit: dict[str, str], newline: bytes, place: dict[str, Any], tmp_path: Path
) -> None:
    before = b"\xef\xbb\xbfz = 0\na = 1\ny = 9"
    after = {
        "insert": b"\xef\xbb\xbfz = 0\na = 1\nb = 2\ny = 9",
        "replace": b"\xef\xbb\xbfz = 0\na = 2\ny = 9",
        "delete": b"\xef\xbb\xbfz = 0\ny = 9",
        "edit": b"\xef\xbb\xbfz = 0\na = 2\nb = 3\ny = 9",
    }[edit["op"]]
    hazard = Hazard(
        name="",
        file="a.py",
        before=before.replace(b"\n", newline),
        request={"edits": [edit]},
        after=after.replace(b"\n", newline),
        **place,
    )
    assert run(hazard, tmp_path) == "right"
