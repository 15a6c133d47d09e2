"""A patch as a request: its format read, its options checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.check import check, check_object
from structedit.edit.form import REQUEST
from structedit.edit.formats.detect import FORMATS, Reading, is_json, read_patch
from structedit.edit.request import request_of
from structedit.errors import StructeditError
from structedit.store.snapshot import snapshot
from structedit.text.json_data import read_json
from structedit.text.positions import UNITS
from structedit.workspace.decode import at_path, decode, facts_or_none

if TYPE_CHECKING:
    from structedit.edit.request import Request
    from structedit.store.root import Root

FIELDS: dict[str, Any] = {
    "format": {"enum": list(FORMATS), "description": "how the patch is written; without it, told by its marks"},
    "strip": {
        "type": "integer",
        "minimum": 0,
        "description": "leading folders of a diff's paths to leave out; without it, the a/ and b/ of git",
    },
    "reverse": {"type": "boolean", "description": "take the diff back instead of applying it"},
    "position_encoding": {"enum": list(UNITS), "description": "what JSON ranges count in; without it, utf-16 as LSP"},
}


OPTIONS: dict[str, Any] = {
    **{name: form for name, form in REQUEST.items() if name not in ("file", "edits", "sequential", "version")},
    **{name: form for name, form in FIELDS.items() if name != "format"},
}
Given = str | bytes | list[Any] | dict[str, Any]


def request_of_patch(patch: Given, format_: str, options: dict[str, Any], root: Root | None = None) -> Request:
    """Raises BAD_REQUEST for a wrong option, and for a patch that cannot be read, with the line where it is wrong.

    `root`: where the files are that a patch copies.
    """
    given = {name: value for name, value in options.items() if value is not None}
    check_object(given, {"properties": OPTIONS, "required": [], "additionalProperties": False}, "")
    check(format_, FIELDS["format"], "format")
    reading = Reading(
        format_,
        given.pop("strip", None),
        given.pop("reverse", False),
        units=given.get("position_encoding", "utf-16"),
        hashed="expected_hash" in given,
    )
    data: Any = patch.encode("utf-8", "surrogateescape") if isinstance(patch, str) else patch
    if isinstance(data, bytes) and is_json(data, format_):
        data = _decoded(data)
    edits = read_patch(data, reading, lambda file: _text_of(root, file, given.get("encoding")))
    return request_of(edits, {**given, "sequential": True})


def _text_of(root: Root | None, file: str, encoding: Any) -> str:
    """The text of a file that a patch copies."""
    if root is None:
        raise StructeditError("NOT_APPLICABLE", f"The patch copies {file}.", "Create the copy, and edit it.")
    found = snapshot(root, file)
    with at_path(found.path):
        source = decode(found.raw, facts_or_none(found.path, found.raw, None), encoding)
        if source.lossy or source.bom:
            raise StructeditError("BAD_ENCODING", f"{found.path} is copied by the patch, and is not plain UTF-8.")
        return source.text.decode("utf-8")


def _decoded(text: bytes) -> Any:
    """The data of a patch in JSON."""
    try:
        return read_json(text, "patch", "one JSON list or object, without a code fence around it")
    except StructeditError as error:
        error.details = {"line": 1, **error.details, "path": "patch"}
        raise
