"""JSON ranges, as language servers send edits: `{file, range: {start: {line, character}, end}, replacement}`.

Lines and characters count from 0, characters in UTF-16 units unless it is said otherwise. `lines: [first, last]`, from
1, stands for whole lines; since nothing else tells that they are the right ones, it needs the hash of the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.check import bad, check_object, join, missing
from structedit.edit.form import HASH, WORD
from structedit.edit.hunk import Splice
from structedit.edit.operations import Splices
from structedit.edit.request import FileEdit
from structedit.text.positions import UNITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from structedit.edit.form import Schema

_NUMBER: Schema = {"type": "integer", "minimum": 0}
_POINT: Schema = {
    "type": "object",
    "properties": {"line": _NUMBER, "character": _NUMBER},
    "required": ["line", "character"],
    "additionalProperties": False,
}
_RANGE: Schema = {
    "type": "object",
    "properties": {"start": _POINT, "end": _POINT},
    "required": ["start", "end"],
    "additionalProperties": False,
}
ITEM: Schema = {
    "type": "object",
    "properties": {
        "file": WORD,
        "range": _RANGE,
        "lines": {"type": "array", "items": {"type": "integer", "minimum": 1}},
        "replacement": {"type": "string"},
        "expected_hash": {"type": "string", "pattern": HASH},
        "encoding": {"enum": ["bytes"]},
        "position_encoding": {"enum": list(UNITS)},
    },
    "required": ["file", "replacement"],
    "additionalProperties": False,
}


def read_ranges(data: Any, units: str, *, hashed: bool = False) -> tuple[FileEdit, ...]:
    """The edits that decoded JSON, one object or a list, describes. `hashed`: the request has the file's hash."""
    items = data if isinstance(data, list) else [data]
    if not items:
        raise bad("patch", "at least one object with file, range and replacement", items)
    files: dict[str, tuple[list[Splice], list[str]]] = {}
    for index, item in enumerate(items):
        path = f"[{index}]"
        if not isinstance(item, dict):
            raise bad(path, "an object with file, range and replacement", item)
        check_object(item, ITEM, path)
        splices, hashes = files.setdefault(item["file"], ([], []))
        splices.append(_splice(item, path, index + 1, units))
        hashes += [item["expected_hash"]] if "expected_hash" in item else []
        if "lines" in item and not hashes and not hashed:
            raise missing(join(path, "expected_hash"), "the hash of the file, since nothing else guards a line number")
    return tuple(_file_edit(file, *found) for file, found in files.items())


def _file_edit(file: str, splices: list[Splice], hashes: list[str]) -> FileEdit:
    longest = max(hashes, key=len, default=None)
    other = next((one for one in hashes if longest and not longest.lower().startswith(one.lower())), None)
    if other is not None:
        raise bad("expected_hash", f"one hash for {file}", other)
    return FileEdit(file, Splices(splices=tuple(splices), file_hash=longest))


def _splice(item: Mapping[str, Any], path: str, number: int, units: str) -> Splice:
    if ("range" in item) == ("lines" in item):
        raise missing(join(path, "range"), "either range or lines")
    if "lines" in item:
        first, last = _pair(item["lines"], join(path, "lines"))
        return Splice(number, (first - 1, 0), (last, 0), item["replacement"], lines=True)
    start, end = (_point(item["range"][name]) for name in ("start", "end"))
    if end < start:
        raise bad(join(path, "range.end"), "a place that is not before the start", item["range"]["end"])
    unit = "utf-8" if item.get("encoding") == "bytes" else item.get("position_encoding", units)
    return Splice(number, start, end, item["replacement"], unit)


def _point(data: Mapping[str, int]) -> tuple[int, int]:
    return data["line"], data["character"]


def _pair(lines: list[int], path: str) -> tuple[int, int]:
    if len(lines) != 2 or lines[1] < lines[0]:
        raise bad(path, "two line numbers, the first and the last", lines)
    return lines[0], lines[1]
