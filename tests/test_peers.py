"""What users of another project's symbol edits expect: its own cases, run from the folder of shared material.

They are not ours, so they are not part of this repository; where the folder is not there the test says so. A result of
theirs that its own language cannot read is no example: ours must then be refused, or be right.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from structedit import Outcome, Refused, Workspace
from structedit.syntax import grammar as grammars
from structedit.syntax.tree import parse
from structedit.text.source import Source

CASES = Path(__file__).parents[2] / "shared" / "cases" / "peers" / "serena.jsonl"
OPS = {
    "delete_symbol": {"op": "delete"},
    "insert_after_symbol": {"op": "insert", "at": "after"},
    "insert_before_symbol": {"op": "insert", "at": "before"},
    "replace_symbol_body": {"op": "replace"},
}
EXTENSIONS = {"python": ".py", "typescript": ".ts", "javascript": ".js", "go": ".go"}


def _rows() -> list[dict[str, Any]]:
    if not CASES.is_file():
        return []
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [row for row in map(_script, rows) if row["language"] in EXTENSIONS and _edits(row)]


def _script(row: dict[str, Any]) -> dict[str, Any]:
    """Of a file with a script in it, the script: what stands around it is another language's business.

    Only where theirs is known to be wrong: else the result depends on how the whole file is indented.
    """
    if row["language"] != "vue" or not row.get("known_bad"):
        return row
    before, after = (re.search(r"<script[^>]*>\n(.*?)</script>", row[side], re.DOTALL) for side in ("before", "after"))
    if before is None or after is None:
        return row
    return {**row, "language": "typescript", "before": before.group(1), "after": after.group(1)}


def _edits(row: dict[str, Any]) -> list[dict[str, Any]]:
    asked = row["request"].get("edits", [row["request"]])
    if not all(one.get("op") in OPS for one in asked):
        return []
    found = []
    for one in asked:
        text = {"text": one["content"]} if "content" in one else {}
        found.append({**OPS[one["op"]], "target": one["symbol"].replace("/", "."), **text})
    return found


ROWS = _rows()


def test_the_cases_are_there() -> None:
    if not ROWS:
        pytest.skip(f"no {CASES.name} beside this checkout: nothing of it was run")
    assert len(ROWS) > 10


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_symbol_edit_comes_out_as_its_users_expect(row: dict[str, Any], tmp_path: Path) -> None:
    file = "case" + EXTENSIONS[row["language"]]
    (tmp_path / file).write_bytes(row["before"].encode())
    request = {"file": file, "edits": _edits(row), "sequential": True}
    result = Workspace(str(tmp_path)).apply(request)
    now = (tmp_path / file).read_bytes().decode()
    if _is_broken(row, row["after"]) or row.get("known_bad"):
        assert isinstance(result, Refused) or not _is_broken(row, now), now
        assert isinstance(result, Refused) or "const const" not in now
        return
    assert isinstance(result, Outcome), result
    assert _meant(now) == _meant(row["after"])


def _is_broken(row: dict[str, Any], text: str) -> bool:
    """Whether a text has errors that the one before had not."""
    grammar = grammars.load(row["language"])
    errors = [len(parse(Source.of(one.encode()), grammar).errors) for one in (row["before"], text)]
    return errors[1] > errors[0]


def _meant(text: str) -> list[str]:
    """Its lines without the blank ones at their ends: how many stand between is each tool's own rule."""
    return [line for line in text.splitlines() if line.strip()]
