"""The hazards that lie beside this checkout, as requests of ours. They are read at test time only."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from tests.hazards.runner import Hazard
from tests.peers.rows import rows

if TYPE_CHECKING:
    from tests.peers.rows import Row

# What ours does instead of what a row says, and why. None: it refuses.
OTHERWISE: dict[str, tuple[bytes | None, str]] = {
    "hazard-043": (None, "Edits of a request are resolved on the same content; the row takes a refusal, too."),
    "hazard-055": (
        b"x\xc2\xa0= 2\n",
        "Only what differs between old and new text changes, so the no-break space of the file stays.",
    ),
}
# In a language without roles the words of another tool for a place are those of the grammar.
TARGETS = {"A.A::body": "(constructor_body)"}
PARTS = {"replace_body": "::body", "replace_symbol": ""}


def hazards() -> list[Hazard]:
    return [_hazard(row) for row in rows("hazard")]


def _hazard(row: Row) -> Hazard:
    before, after = _content(row, "before"), _content(row, "after")
    assert before is not None
    return Hazard(
        name=f"{row['id']} {row['name']}",
        file=row["filename"],
        before=before,
        request=_request(row["request"]),
        after=OTHERWISE[row["id"]][0] if row["id"] in OTHERWISE else after if row["expect"] == "ok" else None,
        mode=int(row.get("mode", "0o644"), 8),
        link_to=row.get("symlink_to", ""),
        hard_link=row.get("hard_link", ""),
    )


def _content(row: Row, side: str) -> bytes | None:
    if f"{side}_b64" in row:
        return base64.b64decode(row[f"{side}_b64"])
    return None if row[side] is None else row[side].encode()


def _request(asked: dict[str, Any]) -> dict[str, Any]:
    if "edits" in asked:
        return {"edits": [_quoted(edit) for edit in asked["edits"]]}
    if "path" in asked:
        return {"edits": [{"op": "set", "target": asked["path"], "text": asked["content"]}]}
    if "op" in asked:
        target = asked["symbol"] + PARTS[asked["op"]]
        return {"edits": [{"op": "replace", "target": TARGETS.get(target, target), "text": asked["content"]}]}
    guard = {"expected_hash": asked["expected_sha256"]} if "expected_sha256" in asked else {}
    return {"edits": [_quoted(asked)], **guard}


def _quoted(edit: dict[str, Any]) -> dict[str, Any]:
    return {"op": "edit", "old": edit["old_string"], "new": edit["new_string"]}
