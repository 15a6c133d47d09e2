"""The walk of a request up to the disk: read, gate, plan each file; and the id of what came out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.intents import Context
from structedit.edit.operations import AnyOperation, Create, Hunks, SearchReplace, Splices, WholeFile
from structedit.edit.run import Edited, run
from structedit.errors import StructeditError
from structedit.guard.gate import pass_gate
from structedit.guard.question import Question
from structedit.record import made, record, replace
from structedit.store.snapshot import Absent, Snapshot, snapshot, snapshot_or_absent
from structedit.text.diff import unified
from structedit.text.digest import digest, hex_digest
from structedit.text.positions import Positions
from structedit.text.source import MAX_BYTES, MAX_TEXT
from structedit.workspace.decode import (
    at_path,
    decode,
    encoding_warnings,
    facts_or_none,
    grammar_for,
    grammar_or_none,
    keep_agreement,
)
from structedit.workspace.outcome import FileOutcome, Prepared, PreparedFile

if TYPE_CHECKING:
    from structedit.edit.request import Request
    from structedit.store.root import Place, Root
    from structedit.text.positions import Unit
    from structedit.text.source import Source


@record(frozen=False)
class Part:
    """What a request asks of one file (by whatever path it names it); `indexes` are places in the request."""

    place: Place
    operations: list[AnyOperation] = made(default_factory=list)
    indexes: list[int] = made(default_factory=list)
    expected_hash: str | None = None


def prepare(root: Root, request: Request, language: str | None = None) -> Prepared:
    """Everything but writing. Raises the refusal of whatever says no first; `language` is the workspace's own."""
    files = tuple(_prepare_file(root, request, part, language) for part in _parts(root, request))
    _check_once(files)
    prepared = Prepared(request, plan_id(request, files), files)
    if request.plan is not None and request.plan != prepared.plan:
        raise StructeditError(
            "CONCURRENCY_CONFLICT",
            f"The plan {request.plan} is stale: this request on the files as they are now is plan {prepared.plan}.",
            f'Look at a new preview; then send it with "plan": "{prepared.plan}".',
            {"expected_plan": request.plan, "current_plan": prepared.plan},
        )
    return prepared


def _check_once(files: tuple[PreparedFile, ...]) -> None:
    """A file that moves may not meet another one that the request writes."""
    paths = [one.before for file in files for one in file.planned]
    seen: set[str] = set()
    for before in paths:
        if before.resolved in seen:
            raise StructeditError(
                "OVERLAPPING_EDITS",
                f"{before.path} is written by one edit of the request, and another moves a file there.",
                "Send them in two requests.",
                {"path": before.path},
            )
        seen.add(before.resolved)


def plan_id(request: Request, files: tuple[PreparedFile, ...]) -> str:
    """The hash of what was asked, what was there, and what would be there."""
    asked = replace(request, preview=False, plan=None, expected_hash=(), allow=frozenset(), position_encoding="utf-8")
    facts = [repr((asked, sorted(request.allow))).encode("utf-8", "backslashreplace")]
    for file in files:
        before = file.before.raw if isinstance(file.before, Snapshot) else b"absent"
        after = b"absent" if file.raw is None else file.raw
        facts += map(digest, (file.before.path.encode("utf-8", "surrogateescape"), before, after))
    return hex_digest(b"".join(facts))[:16]


def _parts(root: Root, request: Request) -> list[Part]:
    """The edits by file, in the order in which the request first names each."""
    hashes = dict(request.expected_hash)
    parts: dict[str, Part] = {}
    for index, edit in enumerate(request.edits):
        place = root.place(edit.file)
        part = parts.setdefault(place.resolved, Part(place))
        part.operations.append(edit.operation)
        part.indexes.append(index)
        part.expected_hash = hashes.get(edit.file, part.expected_hash)
    return list(parts.values())


def _prepare_file(root: Root, request: Request, part: Part, language: str | None) -> PreparedFile:
    if not any(isinstance(one, WholeFile) for one in part.operations):
        return _prepare_edits(root, request, part, language)
    from structedit.workspace.whole import prepare_whole

    return prepare_whole(root, request, part, lambda rest: _prepare_edits(root, request, rest, language))


def _prepare_edits(root: Root, request: Request, part: Part, language: str | None) -> PreparedFile:
    operations = tuple(part.operations)
    creates = isinstance(operations[0], Create)
    path = part.place.path
    language = _language(operations, part) or request.language or language
    with at_path(path):
        quoted = all(isinstance(one, SearchReplace) for one in operations)
        largest = MAX_TEXT if quoted else MAX_BYTES
        before = snapshot_or_absent(root, path) if creates else snapshot(root, path, largest)
        raw = before.raw if isinstance(before, Snapshot) else b""
        as_text = creates or all(isinstance(one, (SearchReplace, Hunks, Splices)) for one in operations)
        grammar = grammar_or_none(path, raw, language) if as_text else grammar_for(path, raw, language)
        facts = grammar or facts_or_none(path, raw, language)
        source = decode(raw, facts, None if creates else request.encoding) if isinstance(before, Snapshot) else None
        pass_gate(Question(root.folder, before, source, grammar, operations, part.expected_hash, request.allow))
        context = Context(request.on_syntax_error, request.allow, request.sequential, path)
        if source is None or creates:
            from structedit.workspace.creation import create

            edited = create(source, grammar, operations, context, request.encoding)
        else:
            edited = run(source, grammar, operations, context)
            keep_agreement(source, edited.after, facts, request.encoding)
            said = encoding_warnings(source, facts, request.encoding)
            edited = replace(edited, warnings=(*edited.warnings, *said))
    return _file(before, source, _counted(edited, request.position_encoding), part.indexes)


def _counted(edited: Edited, unit: Unit) -> Edited:
    """With the places of the edits as the caller counts."""
    before, after = Positions(edited.before, unit), Positions(edited.after, unit)
    reports = (
        replace(one, region_before=before.region(one.span_before), region_after=after.region(one.span_after))
        for one in edited.edits
    )
    return replace(edited, edits=tuple(reports))


def _file(before: Snapshot | Absent, source: Source | None, edited: Edited, indexes: list[int]) -> PreparedFile:
    after = edited.after
    old = source.text if source is not None else None
    changed = not isinstance(before, Snapshot) or before.raw != after.raw
    patch = edited.patch if source is not None and edited.before is source else None
    outcome = FileOutcome(
        path=before.path,
        status="applied" if changed else "unchanged",
        before_hash=source.file_hash if source is not None else None,
        after_hash=after.file_hash,
        diff=unified(old, after.text, before.path, patch) if changed else "",
        edits=tuple(replace(report, index=indexes[report.index]) for report in edited.edits),
        warnings=tuple(dict.fromkeys(edited.warnings)),
        atomic=not isinstance(before, Snapshot) or before.stat.links == 1,
        lossy=after.lossy,
    )
    return PreparedFile(before, after.raw, outcome)


def _language(operations: tuple[AnyOperation, ...], part: Part) -> str | None:
    """The one that the edits of a file name, if any does."""
    named = dict.fromkeys(operation.language for operation in operations if operation.language)
    if len(named) > 1:
        raise StructeditError(
            "BAD_REQUEST",
            f"The edits of {part.place.path} name several languages: {', '.join(named)}.",
            "Name one language for a file.",
            {"path": f"edits[{part.indexes[0]}].language"},
        )
    return next(iter(named), None)
