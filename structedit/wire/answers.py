"""Outcomes, refusals and what was read as plain data: the answer object that every door gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.form import VERSION
from structedit.errors import Refused
from structedit.store.doctor import Health
from structedit.text.source import HASH_VERSION
from structedit.workspace.outcome import FileOutcome, Outcome
from structedit.workspace.seen import Edits, Hits, LanguageLine, Outline, OutlineItem, Text

if TYPE_CHECKING:
    from structedit.edit.hunk import Placed
    from structedit.edit.intents import Warning as EditWarning
    from structedit.edit.run import EditReport
    from structedit.text.positions import Region
    from structedit.text.span import Point

Result = Refused | Outcome | Outline | Hits | Text | Edits | Health | tuple[LanguageLine, ...]
Answer = dict[str, Any]


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
        case Edits():
            body = _edits(result)
        case Health():
            body = _health(result)
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
        **({"undo": outcome.undo} if outcome.undo else {}),
        **({"undoes": outcome.undoes} if outcome.undoes else {}),
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
        **({"renamed_from": file.renamed_from} if file.renamed_from is not None else {}),
        **({"guard": file.guard, "durability": file.durability} if file.guard is not None else {}),
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
        "span_before": _region(report.region_before),
        "span_after": _region(report.region_after),
        "how": report.how,
        **({"score": report.score} if report.op == "edit" else {}),
        **({"hunk": _hunk(report.hunk)} if report.hunk is not None else {}),
        "applicability": report.applicability,
        "kept": list(report.kept),
        "warnings": [_warning(warning) for warning in report.warnings],
    }


def _hunk(hunk: Placed) -> Answer:
    return {"index": hunk.index, "line_asked": hunk.line_asked, "line_found": hunk.line_found}


def _region(region: Region | None) -> Answer | None:
    """Offsets from 0, and the same two places by line and column, both from 1; all in the unit that was asked for."""
    if region is None:
        return None
    return {
        "start": region.start,
        "end": region.end,
        "start_point": _point(region.start_point),
        "end_point": _point(region.end_point),
    }


def _point(point: Point) -> Answer:
    return {"line": point.row + 1, "column": point.column + 1}


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
        "span": _region(item.region),
        "hash": item.hash,
        "items": [_item(inner) for inner in item.items],
    }


def _hits(hits: Hits) -> Answer:
    return {
        "status": "matched" if hits.matches else "unmatched",
        "matches": [
            {
                "path": hit.path,
                "selector": hit.selector,
                "line": hit.line,
                "end_line": hit.end_line,
                "span": _region(hit.region),
                "text": hit.text,
            }
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
        "span": _region(text.region),
        **({"lossy": True} if text.lossy else {}),
        "text": text.text,
    }


def _edits(found: Edits) -> Answer:
    return {
        "status": "read",
        "edits": [
            {
                "id": one.id,
                "summary": one.summary,
                "files": list(one.files),
                **({"undoes": one.undoes} if one.undoes else {}),
                **({"undone_by": one.undone_by} if one.undone_by else {}),
            }
            for one in found.edits
        ],
        "problems": list(found.problems),
    }


def _health(health: Health) -> Answer:
    return {
        "status": "read",
        "path": health.path,
        "guard": health.guard,
        "durability": health.durability,
        "locks": health.locks,
        "state": health.state,
        "notes": list(health.notes),
    }


def _language(line: LanguageLine) -> Answer:
    return {
        "name": line.name,
        "full": line.full,
        "extensions": list(line.extensions),
        "source": line.source,
        **({"missing": line.missing} if line.missing else {}),
    }
