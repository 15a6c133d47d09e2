"""The JSON Schemas of answers."""

from __future__ import annotations

from typing import Any

from structedit.edit.form import OPS, VERSION, Schema
from structedit.errors import CODES

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_HASH: Schema = {"anyOf": [{"type": "string", "pattern": "^[0-9a-f]{64}$"}, {"type": "null"}]}
_FLAG: Schema = {"type": "boolean"}


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _record(properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_WARNING = _record({"code": _TEXT, "message": _TEXT})
_SPAN: Schema = {"anyOf": [_record({"start": _COUNT, "end": _COUNT}), {"type": "null"}]}
_EDIT = _record(
    {
        "index": _COUNT,
        "op": {"enum": list(OPS)},
        "status": {"enum": ["applied", "unchanged"]},
        "target": _TEXT,
        "inserted": _list_of(_TEXT),
        "span_before": _SPAN,
        "span_after": _SPAN,
        "how": {"enum": ["exact"]},
        "applicability": {"enum": ["safe"]},
        "kept": _list_of(_TEXT),
        "warnings": _list_of(_WARNING),
    }
)
_FILE = _record(
    {
        "path": _TEXT,
        "status": {"enum": ["applied", "unchanged"]},
        "before_hash": _HASH,
        "after_hash": _HASH,
        "atomic": _FLAG,
        "lossy": _FLAG,
        "diff": _TEXT,
        "edits": _list_of(_EDIT),
        "warnings": _list_of(_WARNING),
    },
    optional=("lossy",),
)


def answer_schema() -> Schema:
    """The answer to a request that edits: what was or would be done, or the refusal."""
    version: Schema = {"enum": [VERSION]}
    done: dict[str, Any] = {
        "version": version,
        "status": {"enum": ["applied", "unchanged", "preview"]},
        "code": {"enum": ["ALREADY_APPLIED"]},
        "transaction": {"enum": ["none"]},
        "plan": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "hash_version": {"type": "integer"},
        "files": _list_of(_FILE),
    }
    refused: dict[str, Any] = {
        "version": version,
        "status": {"enum": ["refused"]},
        "code": {"enum": sorted(CODES)},
        "message": _TEXT,
        "hint": _TEXT,
        "details": {"type": "object"},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "structedit answer",
        "anyOf": [_record(done, optional=("code",)), _record(refused)],
    }
