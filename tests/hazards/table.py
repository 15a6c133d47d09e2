"""The README's table of 24 hazards: what ten tools did, as measured, and what ours does, as run now."""

from __future__ import annotations

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

from tests.hazards.runner import Hazard, run

FACTS = Path(__file__).with_name("table.toml")


def facts() -> dict[str, Any]:
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    found: dict[str, Any] = toml.loads(FACTS.read_text(encoding="utf-8"))
    return found


def hazards() -> list[tuple[Hazard, dict[str, Any]]]:
    """Each with its row of facts."""
    return [(_hazard(row), row) for row in facts()["hazard"]]


def _hazard(row: dict[str, Any]) -> Hazard:
    codec = row.get("encoding", "utf-8")
    return Hazard(
        name=row["name"],
        file=row["file"],
        before=row["before"].encode(codec),
        request={"edits": [{"op": "edit", **edit} for edit in row["edits"]]},
        after=row["after"].encode(codec) if "after" in row else None,
        refused=row.get("refused", ""),
        **{name: row[name] for name in ("mode", "link_to", "hard_link") if name in row},
    )


def ours(hazard: Hazard, good: str) -> str:
    """The word for the table: the good one only where it was run and is true."""
    with tempfile.TemporaryDirectory() as folder:
        seen = run(hazard, Path(folder))
    return good if seen == ("refused" if hazard.after is None else "right") else f"WRONG ({seen})"


def lines() -> list[str]:
    """The table in Markdown."""
    table = facts()
    found = [f"| hazard | structedit | {' | '.join(table['tools'])} |", "|---" * (2 + len(table["tools"])) + "|"]
    with tempfile.TemporaryDirectory() as state, mock.patch.dict(os.environ, {"STRUCTEDIT_STATE": state}):
        for hazard, row in hazards():
            words = " | ".join([f"**{ours(hazard, row['good'])}**", *row["observed"]])
            found.append(f"| {hazard.name} | {words} |")
    return found
