"""The JSON Schemas of answers."""

from __future__ import annotations

from typing import Any

from structedit.edit.form import OPS, VERSION, Schema
from structedit.errors import CODES
from structedit.select.ladder import RUNGS

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_HASH: Schema = {"anyOf": [{"type": "string", "pattern": "^[0-9a-f]{64}$"}, {"type": "null"}]}
_FLAG: Schema = {"type": "boolean"}
_ID: Schema = {"type": "string", "description": "id of an edit, for undo"}


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _record(properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_WARNING = _record({"code": _TEXT, "message": _TEXT})
_FROM_ONE: Schema = {"type": "integer", "minimum": 1}
_POINT = _record({"line": _FROM_ONE, "column": _FROM_ONE})
_PLACE = _record({"start": _COUNT, "end": _COUNT, "start_point": _POINT, "end_point": _POINT})
_SPAN: Schema = {"anyOf": [_PLACE, {"type": "null"}]}
_ASKED: Schema = {"anyOf": [_COUNT, {"type": "null"}]}
_HUNK = _record({"index": _FROM_ONE, "line_asked": _ASKED, "line_found": _FROM_ONE})
_EDIT = _record(
    {
        "index": _COUNT,
        "op": {"enum": [*OPS, "patch", "set_mode", "undo"]},
        "status": {"enum": ["applied", "unchanged"]},
        "target": _TEXT,
        "inserted": _list_of(_TEXT),
        "span_before": _SPAN,
        "span_after": _SPAN,
        "how": {"enum": list(RUNGS)},
        "score": {"type": "number", "minimum": 0},
        "hunk": _HUNK,
        "applicability": {"enum": ["safe", "unsafe"]},
        "kept": _list_of(_TEXT),
        "warnings": _list_of(_WARNING),
    },
    optional=("score", "hunk"),
)
_FILE = _record(
    {
        "path": _TEXT,
        "status": {"enum": ["applied", "unchanged"]},
        "before_hash": _HASH,
        "after_hash": _HASH,
        "atomic": _FLAG,
        "lossy": _FLAG,
        "renamed_from": _TEXT,
        "guard": {"enum": ["lease", "exchange", "check"]},
        "durability": {"enum": ["fsync", "none"]},
        "diff": _TEXT,
        "edits": _list_of(_EDIT),
        "warnings": _list_of(_WARNING),
    },
    optional=("lossy", "renamed_from", "guard", "durability"),
)


_REFUSED = _record(
    {
        "version": {"enum": [VERSION]},
        "status": {"enum": ["refused"]},
        "code": {"enum": sorted(CODES)},
        "message": _TEXT,
        "hint": _TEXT,
        "details": {"type": "object"},
    }
)


def answer_schema() -> Schema:
    """The answer to a request that edits: what was or would be done, or the refusal."""
    done: dict[str, Any] = {
        "version": {"enum": [VERSION]},
        "status": {"enum": ["applied", "unchanged", "preview"]},
        "code": {"enum": ["ALREADY_APPLIED"]},
        "transaction": {"enum": ["none"]},
        "undo": _ID,
        "undoes": _ID,
        "plan": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "hash_version": {"type": "integer"},
        "files": _list_of(_FILE),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "structedit answer",
        "anyOf": [_record(done, optional=("code", "undo", "undoes")), _REFUSED],
    }


# What tools answer: always an object at the top, as MCP wants it.


def _or_refused(done: Schema) -> Schema:
    return {"type": "object", "anyOf": [done, _REFUSED]}


def edit_schema() -> Schema:
    return {"type": "object", "anyOf": answer_schema()["anyOf"]}


def _seen(properties: dict[str, Schema], optional: tuple[str, ...] = (), status: tuple[str, ...] = ("read",)) -> Schema:
    return _record({"version": {"enum": [VERSION]}, "status": {"enum": list(status)}, **properties}, optional)


_LINES: dict[str, Schema] = {"line": _COUNT, "end_line": _COUNT, "span": _SPAN}
_OF_FILE: dict[str, Schema] = {"path": _TEXT, "hash": _HASH, "hash_version": {"type": "integer"}}


def outline_schema() -> Schema:
    items = _list_of({"$ref": "#/$defs/item"})
    item = _record({"selector": _TEXT, "role": _TEXT, "name": _TEXT, **_LINES, "hash": _HASH, "items": items})
    return {**_or_refused(_seen({**_OF_FILE, "language": _TEXT, "items": items})), "$defs": {"item": item}}


def read_schema() -> Schema:
    properties = {**_OF_FILE, **_LINES, "text": _TEXT, "selector": _TEXT, "node_hash": _HASH, "lossy": _FLAG}
    return _or_refused(_seen(properties, ("selector", "node_hash", "lossy")))


def find_schema() -> Schema:
    """`total`: how many matches there are, where not all are shown."""
    properties: dict[str, Schema] = {
        "matches": _list_of(_record({"path": _TEXT, "selector": _TEXT, **_LINES, "text": _TEXT})),
        "searched": _COUNT,
        "skipped": {"type": "object", "additionalProperties": _COUNT},
        "total": _COUNT,
    }
    return _or_refused(_seen(properties, ("total",), ("matched", "unmatched")))


def languages_schema() -> Schema:
    properties = {
        "name": _TEXT,
        "full": _FLAG,
        "extensions": _list_of(_TEXT),
        "source": {"anyOf": [_TEXT, {"type": "null"}]},
        "missing": _TEXT,
    }
    return _or_refused(_seen({"languages": _list_of(_record(properties, ("missing",)))}))


def edits_schema() -> Schema:
    """The answer to the question which edits are known."""
    one = _record(
        {"id": _ID, "summary": _TEXT, "files": _list_of(_TEXT), "undoes": _ID, "undone_by": _ID},
        optional=("undoes", "undone_by"),
    )
    return _or_refused(_seen({"edits": _list_of(one), "problems": _list_of(_TEXT)}))


def undo_schema() -> Schema:
    """What undoing answers, or the edits that can be undone."""
    return {"type": "object", "anyOf": [*answer_schema()["anyOf"], edits_schema()["anyOf"][0]]}
