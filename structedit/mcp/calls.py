"""What each tool does: one function a tool, from checked arguments to an answer object. It runs in a thread."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from structedit.errors import Refused, StructeditError
from structedit.record import replace
from structedit.wire import answer, write_json
from structedit.wire.tools import MOST_EDITS, MOST_HITS
from structedit.workspace import Workspace

if TYPE_CHECKING:
    from structedit.wire.answers import Answer
    from structedit.workspace.outcome import Prepared

LONGEST_TEXT = 200_000
FILE_FIELDS = ("file", "to_file")


class CancelledCallError(Exception):
    """The caller wants no answer any more."""


class Watch:
    """What a thread asks and says while it works: may it go on, and how far is it."""

    __slots__ = ("_report", "cancelled")

    def __init__(self, report: Callable[[int, str], None] | None = None) -> None:
        self.cancelled = False
        self._report = report

    def go_on(self) -> None:
        """Raises CancelledCallError. A call that was cancelled writes nothing from here on."""
        if self.cancelled:
            raise CancelledCallError

    def tell(self, count: int, what: str) -> None:
        self.go_on()
        if self._report is not None:
            self._report(count, what)


def run(name: str, root: str, arguments: dict[str, Any], watch: Watch) -> Answer | None:
    """The answer of a tool, as it goes over the wire; None where the call was cancelled. A bug is an answer too."""
    try:
        told = _VERBS[name](Workspace(root, language=_own_language(name, arguments)), arguments, watch)
    except StructeditError as error:
        told = answer(error.refused())
    except CancelledCallError:
        return None
    except Exception as error:
        logging.getLogger(__name__).exception("a bug in the tool %s", name)
        told = bug(error)
    return plain(told)


def bug(error: Exception) -> Answer:
    what = f"A bug in structedit: {type(error).__name__}: {error}"
    return answer(StructeditError("INTERNAL", what).refused())


def plain(told: Answer) -> Answer:
    """The answer as the command line would print it: no half of a surrogate pair gets through JSON."""
    read: Answer = json.loads(write_json(told))
    return read


def files_of(root: str, name: str, arguments: dict[str, Any]) -> frozenset[str] | None:
    """What a call may write, by resolved path: nothing, some files, or (None) any."""
    if name not in WRITERS:
        return frozenset()
    edits = arguments.get("edits")
    if name != "edit" or not isinstance(edits, list):
        return None
    rows = [arguments, *(edit for edit in edits if isinstance(edit, dict))]
    paths = [row[field] for row in rows for field in FILE_FIELDS if isinstance(row.get(field), str)]
    return frozenset(os.path.realpath(os.path.join(root, path)) for path in paths if "\0" not in path)


def _own_language(name: str, arguments: dict[str, Any]) -> str | None:
    """A request has a field of its own for it."""
    language: str | None = None if name in WRITERS else arguments.get("language")
    return language


def _outline(workspace: Workspace, arguments: dict[str, Any], watch: Watch) -> Answer:
    del watch
    return answer(workspace.outline(arguments["file"], arguments.get("depth"), **_how(arguments)))


def _read(workspace: Workspace, arguments: dict[str, Any], watch: Watch) -> Answer:
    del watch
    lines = arguments.get("lines")
    span = None
    if lines is not None:
        first, _, last = lines.partition("-")
        span = (int(first), int(last or first))
    text = workspace.read(arguments["file"], arguments.get("target"), span, **_how(arguments))
    if not isinstance(text, Refused) and len(text.text) > LONGEST_TEXT:
        raise StructeditError(
            "TOO_LARGE",
            f"The text has {len(text.text):,} characters; one call of `read` gives {LONGEST_TEXT:,}.",
            f'Ask for lines, such as "lines": "{text.line}-{text.line + 999}", or for a target from `outline`.',
            {"path": text.path, "line": text.line, "end_line": text.end_line},
        )
    return answer(text)


def _find(workspace: Workspace, arguments: dict[str, Any], watch: Watch) -> Answer:
    count = 0

    def progress(path: str) -> None:
        nonlocal count
        watch.tell(count, path)
        count += 1

    paths = arguments.get("paths", ".")
    hits = workspace.find(arguments["selector"], paths, progress=progress, **_how(arguments))
    limit = arguments.get("limit", MOST_HITS)
    if isinstance(hits, Refused) or len(hits.matches) <= limit:
        return answer(hits)
    return {**answer(replace(hits, matches=hits.matches[:limit])), "total": len(hits.matches)}


def _how(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name: arguments[name] for name in ("encoding", "position_encoding") if name in arguments}


def _edit(workspace: Workspace, arguments: dict[str, Any], watch: Watch) -> Answer:
    watch.go_on()
    return _write(workspace, workspace.prepare(arguments), watch)


def _patch(workspace: Workspace, arguments: dict[str, Any], watch: Watch) -> Answer:
    options = {name: value for name, value in arguments.items() if name not in ("patch", "format")}
    watch.go_on()
    format_ = arguments.get("format", "auto")
    return _write(workspace, workspace.prepare_patch(arguments["patch"], format=format_, **options), watch)


def _write(workspace: Workspace, prepared: Prepared | Refused, watch: Watch) -> Answer:
    """Commit what was prepared, unless it is only to be seen."""
    if isinstance(prepared, Refused):
        return answer(prepared)
    if prepared.request.preview:
        return answer(prepared.outcome("preview"))
    watch.go_on()
    return answer(workspace.commit(prepared))


def _undo(workspace: Workspace, arguments: dict[str, Any], watch: Watch) -> Answer:
    if arguments.get("list"):
        return answer(workspace.edits(MOST_EDITS))
    watch.go_on()
    preview, allow = arguments.get("preview", False), arguments.get("allow", ())
    return answer(workspace.undo(arguments.get("id"), preview=preview, allow=allow))


def _languages(workspace: Workspace, arguments: dict[str, Any], watch: Watch) -> Answer:
    del arguments, watch
    return answer(workspace.languages())


_VERBS: dict[str, Callable[[Workspace, dict[str, Any], Watch], Answer]] = {
    "outline": _outline,
    "read": _read,
    "find": _find,
    "edit": _edit,
    "patch": _patch,
    "undo": _undo,
    "languages": _languages,
}
WRITERS = frozenset({"edit", "patch", "undo"})
