"""JSON in and out: requests as text to plain data, answers to plain data and text, and the JSON Schemas of both.

What a request may hold is checked where operations are made of it (`structedit.edit.request`), from the one table that
the schema here comes from too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

from structedit.edit.form import OPS, VERSION, Schema, request_schema
from structedit.errors import CODES, Refused, StructeditError
from structedit.text.source import HASH_VERSION
from structedit.workspace.outcome import FileOutcome, Outcome
from structedit.workspace.seen import Hits, LanguageLine, Outline, OutlineItem, Text

if TYPE_CHECKING:
    from structedit.edit.intents import Warning as EditWarning
    from structedit.edit.run import EditReport
    from structedit.text.span import Span

__all__ = ["answer", "answer_schema", "read_json", "request_schema", "write_json"]

Result = Refused | Outcome | Outline | Hits | Text | tuple[LanguageLine, ...]
Answer = dict[str, Any]
LARGEST = 64 * 1024 * 1024


def answer(result: Result) -> Answer:
    """The answer object that a door gives for a result."""
    match result:
        case Refused():
            body = _refused(result)
        case Outcome():
            body = _outcome(result)
        case Outline():
            body = _outline(result)
        case Hits():
            body = _hits(result)
        case Text():
            body = _text(result)
        case _:
            body = {"status": "read", "languages": [_language(line) for line in result]}
    return {"version": VERSION, **body}


def _refused(refused: Refused) -> Answer:
    return {
        "status": "refused",
        "code": refused.code,
        "message": refused.message,
        "hint": refused.hint,
        "details": refused.details,
    }


def _outcome(outcome: Outcome) -> Answer:
    return {
        "status": outcome.status,
        **({"code": "ALREADY_APPLIED"} if outcome.status == "unchanged" else {}),
        "transaction": outcome.transaction,
        "plan": outcome.plan,
        "hash_version": HASH_VERSION,
        "files": [_file(file) for file in outcome.files],
    }


def _file(file: FileOutcome) -> Answer:
    return {
        "path": file.path,
        "status": file.status,
        "before_hash": file.before_hash,
        "after_hash": file.after_hash,
        "atomic": file.atomic,
        **({"lossy": True} if file.lossy else {}),
        "diff": file.diff,
        "edits": [_edit(report) for report in file.edits],
        "warnings": [_warning(warning) for warning in file.warnings],
    }


def _edit(report: EditReport) -> Answer:
    return {
        "index": report.index,
        "op": report.op,
        "status": report.status,
        "target": report.target,
        "inserted": list(report.inserted),
        "span_before": _span(report.span_before),
        "span_after": _span(report.span_after),
        "how": report.how,
        "applicability": report.applicability,
        "kept": list(report.kept),
        "warnings": [_warning(warning) for warning in report.warnings],
    }


def _span(span: Span | None) -> Answer | None:
    return None if span is None else {"start": span.start, "end": span.end}


def _warning(warning: EditWarning) -> Answer:
    return {"code": warning.code, "message": warning.message}


def _outline(outline: Outline) -> Answer:
    return {
        "status": "read",
        "path": outline.path,
        "language": outline.language,
        "hash": outline.file_hash,
        "hash_version": HASH_VERSION,
        "items": [_item(item) for item in outline.items],
    }


def _item(item: OutlineItem) -> Answer:
    return {
        "selector": item.selector,
        "role": item.role,
        "name": item.name,
        "line": item.line,
        "end_line": item.end_line,
        "hash": item.hash,
        "items": [_item(inner) for inner in item.items],
    }


def _hits(hits: Hits) -> Answer:
    return {
        "status": "matched" if hits.matches else "unmatched",
        "matches": [
            {"path": hit.path, "selector": hit.selector, "line": hit.line, "end_line": hit.end_line, "text": hit.text}
            for hit in hits.matches
        ],
        "searched": hits.searched,
        "skipped": hits.skipped,
    }


def _text(text: Text) -> Answer:
    node = {} if text.selector is None else {"selector": text.selector, "node_hash": text.node_hash}
    return {
        "status": "read",
        "path": text.path,
        "hash": text.file_hash,
        "hash_version": HASH_VERSION,
        **node,
        "line": text.line,
        "end_line": text.end_line,
        **({"lossy": True} if text.lossy else {}),
        "text": text.text,
    }


def _language(line: LanguageLine) -> Answer:
    return {
        "name": line.name,
        "full": line.full,
        "extensions": list(line.extensions),
        "source": line.source,
        **({"missing": line.missing} if line.missing else {}),
    }


def read_json(raw: bytes) -> Any:
    """The data of a JSON text. No name twice in one object, no NaN, not endlessly deep."""
    if len(raw) > LARGEST:
        raise _bad(f"The request has {len(raw):,} bytes; {LARGEST:,} are taken.", "Send it in several requests.")
    if not raw.strip():
        raise _bad("The request is empty.", 'Send one JSON object: {"file": …, "edits": […]}.')
    try:
        return json.loads(raw, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        message = f"The request is no JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        raise _bad(message, "Send one JSON object.", line=error.lineno, column=error.colno) from None
    except UnicodeDecodeError as error:
        raise _bad(f"The request is not UTF-8 at byte {error.start}.", "Send it as UTF-8.") from None
    except RecursionError:
        raise _bad("The request is nested too deep.", "Send flatter data.") from None
    except ValueError as error:
        raise _bad(f"The request is no JSON: {error}.", "Send one JSON object.") from None


def write_json(data: Any) -> bytes:
    """One line of JSON in UTF-8. A path that is no UTF-8 keeps its odd bytes as escapes."""
    text = json.dumps(data, ensure_ascii=False, separators=(", ", ": "))
    return (text + "\n").encode("utf-8", "backslashreplace")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad(f"`{twice}` stands twice in one object.", "Leave one of them out.", path=twice)
    return found


def _constant(word: str) -> NoReturn:
    raise _bad(f"{word} is no JSON.", "Send a number, a string or null.", got=word)


def _bad(message: str, hint: str, **details: Any) -> StructeditError:
    return StructeditError("BAD_REQUEST", message, hint, details)


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
