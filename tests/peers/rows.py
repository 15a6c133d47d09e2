"""Cases of other edit tools, as requests of ours. They lie beside this checkout, and are read at test time only.

A row tells what a tool was asked, and what its own tests expect. `ask` says the same in our wire form. It changes no
text: only where a tool's format works on whole lines, the line break is written out that the format implies.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "shared" / "cases" / "peers"
PEERS = (
    "codex", "aider", "roo", "cline", "gemini", "opencode", "openhands_aci", "qwen", "codebuff", "zed", "goose",
    "oh_my_pi", "mcp_filesystem", "mcp_text_editor", "swe_agent",
)  # fmt: skip

Row = dict[str, Any]
Files = dict[str, bytes]


@dataclass(frozen=True)
class Ask:
    """What is asked of ours on the files `before`, one call after another. `newer`: what another program saves first.

    A call is a request in wire form, or {"patch": text, "format": word, ...}. No call: ours has no counterpart.
    """

    before: Files
    after: Files | None
    calls: tuple[dict[str, Any], ...] = ()
    newer: Files = field(default_factory=dict)


@cache
def rows(peer: str) -> tuple[Row, ...]:
    """The rows of a peer; none where the folder is not there."""
    path = FOLDER / f"{peer}.jsonl"
    if not path.is_file():
        return ()
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line)


def ask(row: Row) -> Ask:
    request = row["request"]
    if isinstance(request, str):
        return _patch(row, request)
    for word, way in _WAYS.items():
        if word in request:
            return way(row, request)
    return _quoted(row, request)


def _file(row: Row) -> str:
    return row["filename"] or "case.txt"


def _side(row: Row, side: str) -> Files | None:
    """The files before or after; None where the row expects a refusal, or (before) where there is no file."""
    if f"{side}_b64" in row:
        return {_file(row): base64.b64decode(row[f"{side}_b64"])}
    value = row[side]
    if isinstance(value, dict):
        return {name: text.encode() for name, text in value.items() if not name.endswith("/")}
    return None if value is None else {_file(row): value.encode()}


def _ask(row: Row, *calls: dict[str, Any], newer: Files | None = None) -> Ask:
    before = _side(row, "before") or {}
    after = _side(row, "after") if row["expect"] == "ok" else None
    return Ask(before, after, calls, newer or {})


# -- quoted text --------------------------------------------------------------------------------------------------


def _quoted(row: Row, request: Row) -> Ask:
    if row["before"] is None and "before_b64" not in row and request.get("old_string") == "" and row["expect"] == "ok":
        return _ask(row, {"file": _file(row), "edits": [{"op": "create", "text": request["new_string"]}]})
    if request.get("old_string") == "" and "start_line" in request:  # that tool's way to say: insert before that line
        return _ask(row, _insertion(row, request["start_line"], request["new_string"]))
    newer = request.get("file_changes_between_read_and_write_to")
    edit = _edit(row, request)
    guard = {} if newer is None else {"expected_hash": _hash(row)}
    if "before_b64" in row:  # the tool guesses the encoding from the bytes; ours is told
        guard["encoding"] = "cp1251"
    return _ask(row, {"file": _file(row), "edits": [edit], **guard}, newer=newer and {_file(row): newer.encode()})


def _edit(row: Row, request: Row) -> dict[str, Any]:
    old, new = request["old_string"], request["new_string"]
    if "whole lines" in row["note"] or "whole-line" in row["note"]:
        old, new = _whole_lines(row, old, new)
    edit: dict[str, Any] = {"op": "edit", "old": old, "new": new}
    if request.get("replace_all"):
        edit["all"] = True
    if "expected_replacements" in request:
        edit["count"] = request["expected_replacements"]
    line = request.get("start_line") or request.get("line")
    if line:
        edit["line"] = line
    if request.get("search_from_line", 1) > 1 or row["class"] == "ambiguous_but_line_hint":
        edit.setdefault("line", request.get("search_from_line"))
    if request.get("allow_fuzzy") and request["fuzzy_threshold"] <= 0.95:
        edit["fuzzy"] = "apply"
    return edit


def _whole_lines(row: Row, old: str, new: str) -> tuple[str, str]:
    """A block of lines that gives way to none takes its line break along, unless it is the last line."""
    tail = row["before"].split("\n")[-1]
    last = row["before"].endswith(old) or (row["class"] == "fuzzy_match" and old.endswith(tail))
    return (old + "\n", "") if old and not new and not last else (old, new)


def _several(row: Row, request: Row) -> Ask:
    edits = [_edit(row, edit) for edit in request["edits"]]
    preview = {"preview": True} if request.get("dry_run") else {}
    return _ask(row, {"file": _file(row), "edits": edits, **preview})


def _concurrent(row: Row, request: Row) -> Ask:
    edits = [_edit(row, edit) for edit in request["concurrent_edits"]]
    return _ask(row, *({"file": _file(row), "edits": [edit]} for edit in edits))


def _create(row: Row, request: Row) -> Ask:
    return _ask(row, {"file": _file(row), "edits": [{"op": "create", "text": request["create"]}]})


# -- lines by number ----------------------------------------------------------------------------------------------


def _before_line(row: Row, request: Row) -> Ask:
    return _ask(row, _insertion(row, request["insert_before_line"], request["new_string"]))


def _after_line(row: Row, request: Row) -> Ask:
    return _ask(row, _insertion(row, request["insert_after_line"] + 1, request["new_string"]))


def _insertion(row: Row, line: int, text: str) -> dict[str, Any]:
    """New lines before that line (from 1). Behind a last line that has no line break, the break comes first."""
    there = (_side(row, "before") or {}).get(_file(row), b"")
    count = there.count(b"\n") + (not there.endswith(b"\n") and there != b"")
    if line == count + 1 and there and not there.endswith(b"\n"):
        at = {"line": line - 2, "character": _width(there)}
        return _range(row, at, at, "\n" + text)
    at = {"line": line - 1, "character": 0}
    return _range(row, at, at, text + "\n")


def _width(raw: bytes) -> int:
    """UTF-16 units in the last line."""
    last = raw[raw.rfind(b"\n") + 1 :]
    return len(last.decode("utf-8", "replace").encode("utf-16-le")) // 2


def _range(row: Row, start: dict[str, int], end: dict[str, int], text: str) -> dict[str, Any]:
    patch = [{"file": _file(row), "range": {"start": start, "end": end}, "replacement": text}]
    encoding = {"encoding": "cp1251"} if "before_b64" in row else {}
    return {"patch": json.dumps(patch), "format": "ranges", **encoding}


def _guarded_lines(row: Row, request: Row) -> Ask:
    """Line patches, with the hash of the whole file."""
    before = _side(row, "before")
    patches = request["line_patches"]
    if before is None and row["expect"] == "ok":
        text = "".join(patch["contents"] for patch in patches)
        return _ask(row, {"file": _file(row), "edits": [{"op": "create", "text": text}]})
    there = (before or {}).get(_file(row), b"")
    count = there.count(b"\n") + (not there.endswith(b"\n") and there != b"")
    replacements = [_line_patch(row, count, there, patch) for patch in patches]
    guard = _guard(row, request["expected_sha256"], bool(request["sha256_is_current"]))
    return _ask(row, {"patch": json.dumps(replacements), "format": "ranges", **guard})


def _line_patch(row: Row, count: int, there: bytes, patch: Row) -> dict[str, Any]:
    start = patch.get("start", patch.get("line_start"))
    end, text = patch.get("end"), patch["contents"]
    if end is None and patch.get("range_hash"):
        end = count
    if end is not None:
        return {"file": _file(row), "lines": [start, end], "replacement": text}
    at = {"line": start - 1, "character": 0}
    if start == count + 1 and there and not there.endswith(b"\n"):
        at = {"line": start - 2, "character": _width(there)}
    return {"file": _file(row), "range": {"start": at, "end": at}, "replacement": text}


def _guarded_op(row: Row, request: Row) -> Ask:
    guard = _guard(row, request["file_hash"], bool(request["sha256_is_current"]))
    if request["op"] == "delete":
        patch = []
        for one in request["ranges"]:
            stale = {"hash": "0" * 64} if one["range_hash"] == "invalid_hash" else {}
            patch.append({"file": _file(row), "lines": [one["start"], one["end"]], "replacement": "", **stale})
        return _ask(row, {"patch": json.dumps(patch), "format": "ranges", **guard})
    line = request["before"] if request.get("before") is not None else request["after"] + 1
    return _ask(row, {**_insertion(row, line, request["contents"].removesuffix("\n")), **guard})


def _guard(row: Row, expected: str, current: bool) -> dict[str, Any]:
    """Their hash is over other bytes than ours: a current one becomes our current one, a stale one any other."""
    if current and expected:
        return {"expected_hash": {_file(row): _hash(row)}}
    return {"expected_hash": {_file(row): "0" * 64}} if row["expect"] == "error" else {}


def _hash(row: Row) -> str:
    from structedit.text.source import Source

    return Source.of((_side(row, "before") or {}).get(_file(row), b"")).file_hash


# -- patches ------------------------------------------------------------------------------------------------------


def _patch(row: Row, text: str) -> Ask:
    return _ask(row, {"patch": text, "format": "auto"})


def _chunks(row: Row, request: Row) -> Ask:
    """Parsed hunks of the begin-patch format, written out again."""
    lines = ["*** Begin Patch", f"*** Update File: {_file(row)}"]
    for chunk in request["chunks"]:
        header = chunk["changeContext"]
        lines.append("@@" if header is None else f"@@ {header}")
        lines += _marked(chunk["oldLines"], chunk["newLines"])
        if chunk["isEndOfFile"]:
            lines.append("*** End of File")
    return _ask(row, {"patch": "\n".join([*lines, "*** End Patch"]) + "\n", "format": "begin-patch"})


def _marked(old: list[str], new: list[str]) -> list[str]:
    """The lines that both begin and end with are context."""
    first = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    rest = min(len(old), len(new)) - first
    last = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    head, foot = old[:first], old[len(old) - last :]
    gone, come = old[first : len(old) - last], new[first : len(new) - last]
    return [f" {one}" for one in head] + [f"-{one}" for one in gone] + [f"+{one}" for one in come] + [
        f" {one}" for one in foot
    ]  # fmt: skip


def _diff(row: Row, request: Row) -> Ask:
    """A unified diff, or blocks, of one file. Where the text names no file, or another, the row's name is put in."""
    text, name = request["diff"], _file(row)
    if row["kind"] == "unified_diff":
        if "\n+++ " in text and text.startswith("--- "):
            text = re.sub(r"\A--- .*\n\+\+\+ .*\n", f"--- a/{name}\n+++ b/{name}\n", text)
        elif text.startswith("---"):
            text = re.sub(r"\A---.*\n\+\+\+.*\n", f"---a/{name}\n+++b/{name}\n", text)
        elif text.startswith("@@"):
            text = f"--- a/{name}\n+++ b/{name}\n{text}"
        return _ask(row, {"patch": text, "format": "unified"})
    named = re.sub(r"\A(test\.ts\n)?", f"{name}\n", text)
    return _ask(row, {"patch": named, "format": "search-replace"})


def _chat(row: Row, request: Row) -> Ask:
    """A whole answer of a model with blocks or hunks in it; the row knows what must be read out of it.

    So there is a file of exactly what the blocks look for, and the right result is what they put there.
    """
    before: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    for edit in row.get("parsed_edits", ()):
        before.setdefault(edit["path"], []).append(edit["old_string"])
        after.setdefault(edit["path"], []).append(edit["new_string"])
    for path, lines in row.get("parsed_hunks", ()):
        before.setdefault(path, []).append("".join(line[1:] for line in lines if line[0] in " -"))
        after.setdefault(path, []).append("".join(line[1:] for line in lines if line[0] in " +"))
    form = "unified" if row["kind"] == "unified_diff" else "search-replace"
    call = {"patch": request["text"], "format": form}
    if row["expect"] == "error":
        return Ask({"foo.txt": b"one\nTwo\nthree\n"}, None, (call,))
    between = "----\n"
    old = {path: between.join(texts).encode() for path, texts in before.items() if any(texts)}
    return Ask(old, {path: between.join(texts).encode() for path, texts in after.items()}, (call,))


def _shift(row: Row, request: Row) -> Ask:
    """A helper inside of a tool, which no request can ask for."""
    return _ask(row)


_WAYS = {
    "edits": _several,
    "concurrent_edits": _concurrent,
    "create": _create,
    "insert_before_line": _before_line,
    "insert_after_line": _after_line,
    "line_patches": _guarded_lines,
    "file_hash": _guarded_op,
    "chunks": _chunks,
    "diff": _diff,
    "text": _chat,
    "reindent": _shift,
}
