"""A line of the command line as a request, sent to the workspace; the answer printed. No logic of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.cli.options import below, edit_fields, project_root, request_fields
from structedit.cli.output import finish
from structedit.errors import Refused, StructeditError

if TYPE_CHECKING:
    from collections.abc import Callable


def send_edit(edit: dict[str, Any], options: dict[str, Any], texts: dict[str, str | None] | None = None) -> int:
    """One edit of one file. `texts`: fields that hold a TEXT, still to be read."""

    def request(root: str) -> dict[str, Any]:
        from structedit.cli.text import read_text

        read = {name: read_text(given) for name, given in (texts or {}).items() if given is not None}
        file = below(root, options["file"])
        return {"file": file, "edits": [{**edit, **read, **edit_fields(options)}], **request_fields(options)}

    return send(request, options)


def send_file(edit: dict[str, Any] | Callable[[str], dict[str, Any]], options: dict[str, Any]) -> int:
    """One edit of a whole file, which `edit` may make, knowing the root."""

    def request(root: str) -> dict[str, Any]:
        made = edit(root) if callable(edit) else edit
        return {"file": below(root, options["file"]), "edits": [made], **request_fields(options)}

    return send(request, options)


def send(request: Callable[[str], dict[str, Any]], options: dict[str, Any]) -> int:
    """Any request; `request` makes it, knowing the root."""
    from structedit.workspace.verbs import Workspace

    try:
        root = project_root(options["root"])
        result: Any = Workspace(root, language=options["language"]).apply(request(root))
    except StructeditError as error:
        result = error.refused()
    return finish(result, as_json=options["as_json"])


def look(verb: Callable[[Any, str], Any], options: dict[str, Any], show: Callable[[Any], None]) -> int:
    """A verb that only reads: it gets the workspace and the root."""
    from structedit.workspace.verbs import Workspace

    try:
        root = project_root(options["root"])
        result = verb(Workspace(root, language=options["language"]), root)
    except StructeditError as error:
        result = error.refused()
    code = finish(result, as_json=options["as_json"], show=show)
    return code if isinstance(result, Refused) else 0
