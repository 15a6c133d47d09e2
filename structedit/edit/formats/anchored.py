"""Lines anchored by hashes: `{file, file_hash, patches: [{start, end, range_hash, contents}]}`.

Lines count from 1, both ends are included; without `end` up to the end of the file. A hash is the SHA-256 of the text
with LF, or its beginning. An empty `range_hash` inserts before the line `start`, which may be the one behind the last.
Empty `contents` takes the lines away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.check import bad, check_object, join, missing
from structedit.edit.form import WORD
from structedit.edit.hunk import Splice
from structedit.edit.operations import Splices
from structedit.edit.request import FileEdit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from structedit.edit.form import Schema

_HASH: Schema = {"type": "string", "pattern": "^([0-9A-Fa-f]{8,64})?$"}
_LINE: Schema = {"type": "integer", "minimum": 1}
_PATCH: Schema = {
    "type": "object",
    "properties": {
        "start": _LINE,
        "end": {"anyOf": [_LINE, {"type": "null"}]},
        "range_hash": _HASH,
        "contents": {"type": "string"},
    },
    "required": ["start", "range_hash", "contents"],
    "additionalProperties": False,
}
_NAMES = ("file", "path", "file_path")
FILE: Schema = {
    "type": "object",
    "properties": {
        **dict.fromkeys(_NAMES, WORD),
        "file_hash": _HASH,
        "patches": {"type": "array", "minItems": 1, "items": _PATCH},
    },
    "required": ["patches"],
    "additionalProperties": False,
}


def read_anchored(data: Any) -> tuple[FileEdit, ...]:
    """The edits that decoded JSON describes: one file, a list of them, or `{"files": […]}`."""
    if isinstance(data, dict) and "files" in data:
        check_object(data, {"properties": {"files": {"type": "array"}}, "additionalProperties": False}, "patch")
        data = data["files"]
    items = data if isinstance(data, list) else [data]
    if not items:
        raise bad("patch", "at least one file with patches", items)
    found: list[FileEdit] = []
    count = 0
    for index, item in enumerate(items):
        path = f"[{index}]"
        if not isinstance(item, dict):
            raise bad(path, "an object with file, file_hash and patches", item)
        check_object(item, FILE, path)
        file = next((item[name] for name in _NAMES if name in item), None)
        if file is None:
            raise missing(join(path, "file"))
        splices = []
        for place, patch in enumerate(item["patches"]):
            count += 1
            splices.append(_splice(patch, f"{path}.patches[{place}]", count))
        found.append(FileEdit(file, Splices(splices=tuple(splices), file_hash=item.get("file_hash") or None)))
    return tuple(found)


def _splice(patch: Mapping[str, Any], path: str, number: int) -> Splice:
    start, end = patch["start"], patch.get("end")
    if end is not None and end < start:
        raise bad(join(path, "end"), f"a line from {start} on", end)
    if patch["range_hash"]:
        last = None if end is None else (end, 0)
        return Splice(number, (start - 1, 0), last, patch["contents"], hash=patch["range_hash"], lines=True)
    if end is not None:
        raise missing(join(path, "range_hash"), "the hash of the lines that give way (empty: nothing gives way)")
    return Splice(number, (start - 1, 0), (start - 1, 0), patch["contents"], lines=True)
