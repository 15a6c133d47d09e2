"""A request: edits of one file or several, all or nothing; and how one is made from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from structedit.edit.check import bad, check, check_data, check_object, join, missing, unknown
from structedit.edit.form import (
    FORMS,
    LATER_FIELDS,
    LATER_OPS,
    OPS,
    REQUEST,
    Form,
    Schema,
    edit_schema,
    form_of,
)
from structedit.edit.operations import (
    ACTIONS,
    LIST_KINDS,
    AnyOperation,
    Between,
    Create,
    Data,
    Delete,
    Insert,
    ListEdit,
    Position,
    Remove,
    RenameFile,
    Replace,
    SearchReplace,
    Set,
    Target,
    Unwrap,
    Wrap,
)
from structedit.errors import StructeditError
from structedit.record import record
from structedit.text.encodings import codec_of
from structedit.text.positions import Unit

RECORDS: dict[str, Any] = {
    "insert": Insert,
    "replace": Replace,
    "delete": Delete,
    "wrap": Wrap,
    "unwrap": Unwrap,
    "set": Set,
    "create": Create,
    "edit": SearchReplace,
    "remove": Remove,
    "rename_file": RenameFile,
}
PLAIN_FIELDS = ("to_file", "at", "text", "old", "new", "all", "line", "occurrence", "max_rung", "fuzzy", "confirm")


@record
class FileEdit:
    """One edit and the file that it is for (as the caller wrote the path)."""

    file: str
    operation: AnyOperation


@record
class Request:
    """What a door sends to the workspace.

    `expected_hash` pairs a file with the (lower case) beginning of the hash that it must have.
    """

    edits: tuple[FileEdit, ...]
    expected_hash: tuple[tuple[str, str], ...] = ()
    preview: bool = False
    plan: str | None = None
    sequential: bool = False
    language: str | None = None
    on_syntax_error: Literal["refuse", "warn"] = "refuse"
    encoding: str | None = None
    allow: frozenset[str] = frozenset()
    position_encoding: Unit = "utf-8"

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(edit.file for edit in self.edits))


def read_request(data: Any) -> Request:
    """The request that plain data (decoded JSON) describes; BAD_REQUEST names the first thing that is wrong."""
    if not isinstance(data, Mapping):
        raise bad("request", "an object", data)
    _point_at_misplaced(data)
    check_object(data, {"properties": REQUEST, "required": ["edits"], "additionalProperties": False}, "")
    default = data.get("file")
    edits = tuple(read_edit(edit, f"edits[{index}]", default) for index, edit in enumerate(data["edits"]))
    return _request(edits, data)


def request_of(edits: tuple[FileEdit, ...], options: Mapping[str, Any]) -> Request:
    """The request for edits that are made already; the options are checked as the fields of the wire form are."""
    check_object(options, {"properties": REQUEST, "required": [], "additionalProperties": False}, "")
    return _request(edits, options)


def _request(edits: tuple[FileEdit, ...], data: Mapping[str, Any]) -> Request:
    return Request(
        edits=edits,
        expected_hash=_hashes(data.get("expected_hash"), tuple(dict.fromkeys(edit.file for edit in edits))),
        preview=data.get("preview", False),
        plan=data.get("plan"),
        sequential=data.get("sequential", False),
        language=data.get("language"),
        on_syntax_error=data.get("on_syntax_error", "refuse"),
        encoding=read_encoding(data.get("encoding")),
        allow=frozenset(data.get("allow", ())),
        position_encoding=data.get("position_encoding", "utf-8"),
    )


def read_edit(data: Mapping[str, Any], path: str, file: str | None) -> FileEdit:
    """One edit; `file` is the request's, for an edit that names none."""
    op, action = _sort(data, path)
    schema = edit_schema(op, action)
    _check_names(data, schema, op, action, path)
    check_object(data, schema, path)
    _check_either(data, form_of(op, action), path)
    file = data.get("file", file)
    if not file:
        raise missing(join(path, "file"), f"`file` of the request or `{join(path, 'file')}`")
    if op in LIST_KINDS:
        return FileEdit(file, _member(data, path))
    fields = {name: data[name] for name in PLAIN_FIELDS if name in data}
    if "keep" in data:
        fields["keep"] = tuple(data["keep"])
    if "value" in data:
        check_data(data["value"], join(path, "value"))
        fields["value"] = Data(data["value"])
    return FileEdit(file, cast(AnyOperation, RECORDS[op](**_common(data), **fields)))


def read_position(value: str | int | None, path: str = "position") -> Position | None:
    """The place in a list that a number, `before:NAME` or `after:NAME` means."""
    if value is None:
        return None
    if isinstance(value, str) and ":" in value:
        side, _, name = value.partition(":")
        return Position(side=cast(Literal["before", "after"], side), name=name)
    number = int(value)
    if number == 0 or abs(number) > 10**9:
        raise bad(path, "a number that counts from 1, or from -1 backwards", value)
    return Position(number)


def _sort(data: Mapping[str, Any], path: str) -> tuple[str, str]:
    """Which operation, and which action of it."""
    op = _word(data, "op", OPS, path)
    if op not in LIST_KINDS:
        return op, ""
    return op, _word(data, "action", ACTIONS, path)


def _word(data: Mapping[str, Any], name: str, words: tuple[str, ...], path: str) -> str:
    if name not in data:
        raise missing(join(path, name), f"`{join(path, name)}` (one of {', '.join(words)})")
    word = data[name]
    if name == "op" and word in LATER_OPS:
        raise StructeditError(
            "BAD_REQUEST",
            f"`{join(path, name)}`: {word} is not there yet in this version",
            f"Known operations: {', '.join(words)}.",
            {"path": join(path, name), "got": word},
        )
    check(word, {"enum": list(words)}, join(path, name))
    return cast(str, word)


def _check_names(data: Mapping[str, Any], schema: Schema, op: str, action: str, path: str) -> None:
    for name in data:
        if isinstance(name, str) and name not in schema["properties"]:
            raise unknown(name, schema["properties"], path, f" for {op} {action}".rstrip())


def _check_either(data: Mapping[str, Any], form: Form, path: str) -> None:
    given = [name for name in form.either if name in data]
    names = " or ".join(f"`{join(path, name)}`" for name in form.either)
    if form.either and not given:
        raise missing(join(path, form.either[0]), names)
    if form.exactly_one and len(given) > 1:
        raise StructeditError(
            "BAD_REQUEST", f"{names}: only one of them may be given", f"Send {names}.", {"path": join(path, given[1])}
        )


def _common(data: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: data[name] for name in ("count", "language", "if_absent", "if_present") if name in data}
    if "target" in data:
        fields["target"] = _target(data["target"])
    return fields


def _target(value: Any) -> Target:
    return value if isinstance(value, str) else Between(value["from"], value["through"])


def _member(data: Mapping[str, Any], path: str) -> ListEdit:
    name = data.get("name")
    return ListEdit(
        kind=data["op"],
        action=data["action"],
        name=None if name is None else str(name),
        text=data.get("text"),
        type=data.get("type"),
        position=read_position(data.get("position"), join(path, "position")),
        create=data.get("create", False),
        **_common(data),
    )


def _hashes(value: Any, files: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        if len(files) != 1:
            raise bad("expected_hash", "an object from file to hash, since there are several files", value)
        return ((files[0], value.lower()),)
    for file in value:
        if file not in files:
            raise unknown(file, files, "expected_hash", " (no edit of the request is for it)")
    return tuple((file, digits.lower()) for file, digits in value.items())


def read_encoding(name: str | None) -> str | None:
    """Python's name of an encoding. Raises BAD_REQUEST for what is none."""
    if name is None:
        return None
    from codecs import lookup

    codec = codec_of(name)
    if codec is None:
        raise bad("encoding", "an encoding of text files that Python knows", name)
    # Of the two names of UTF-8, one asks for a byte order mark in a new file.
    return "utf-8-sig" if codec == "utf-8" and lookup(name).name == "utf-8-sig" else codec


def _point_at_misplaced(data: Mapping[str, Any]) -> None:
    """Fields that callers often put a level too high, and those of later versions, get their own words."""
    for name in data:
        if name in LATER_FIELDS:
            raise StructeditError(
                "BAD_REQUEST", f"`{name}` is not there yet in this version", f"Leave `{name}` out.", {"path": name}
            )
    if "op" in data and "edits" not in data:
        raise StructeditError(
            "BAD_REQUEST",
            "`edits` is missing: `op` and its fields belong into a list of edits",
            'Send {"file": …, "edits": [{"op": …, …}]}.',
            {"path": "edits", "got": "nothing"},
        )


assert set(RECORDS) == set(FORMS), "every operation has a record"
