"""What a model sends for a tool: checked, and put right where it can only mean one thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from structedit.edit.check import check_object, join
from structedit.edit.form import FORMS, MEMBERS
from structedit.errors import StructeditError
from structedit.text.json_data import LARGEST, read_json

if TYPE_CHECKING:
    from structedit.edit.form import Schema
    from structedit.wire.tools import Tool


def read_arguments(tool: Tool, arguments: Any) -> tuple[dict[str, Any], list[str]]:
    """The arguments of a call, and notes on what was put right: lists and objects that came as strings of JSON, nulls.

    The fields are checked here but for those of `edit`, which are checked where its request is read.
    """
    notes: list[str] = []
    given = _decoded(arguments, {"type": "object"}, "the arguments", notes)
    if not isinstance(given, Mapping):
        raise StructeditError(
            "BAD_REQUEST",
            f"The arguments of `{tool.name}` are no object.",
            "Send one JSON object.",
            {"path": "", "expected": "an object"},
        )
    _refuse_size(given)
    read = _fields(given, tool.input_schema, "", notes)
    if tool.name == "edit" and isinstance(read.get("edits"), list):
        schema = tool.input_schema["properties"]["edits"]["items"]
        rows = [_decoded(row, schema, f"`edits[{index}]`", notes) for index, row in enumerate(read["edits"])]
        read["edits"] = [
            _fields(row, {**schema, "required": _needs(row)}, f"edits[{index}]", notes)
            if isinstance(row, Mapping)
            else row
            for index, row in enumerate(rows)
        ]
    if tool.name != "edit":
        check_object(read, tool.input_schema, "")
    return read, notes


def _fields(given: Mapping[str, Any], schema: Schema, path: str, notes: list[str]) -> dict[str, Any]:
    """The fields without those that may be left out and are null, which is no value of theirs: many callers do so."""
    read: dict[str, Any] = {}
    for name, value in given.items():
        field: Schema = schema["properties"].get(name, {})
        if value is None and name not in schema["required"] and field.keys() & {"type", "anyOf", "enum"}:
            notes.append(f"`{join(path, name)}` is null and was taken as left out.")
        else:
            read[name] = _decoded(value, field, f"`{join(path, name)}`", notes)
    return read


def _needs(edit: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields that an operation cannot do without; none where there is no such operation."""
    op, action = str(edit.get("op")), str(edit.get("action", ""))
    form = FORMS.get(op) or MEMBERS.get((op, action))
    return () if form is None else form.needs


def _decoded(value: Any, schema: Schema, what: str, notes: list[str]) -> Any:
    """The value, or the list or object that a string holds where only a list or an object would do."""
    kinds = [branch.get("type") for branch in schema.get("anyOf", [schema])]
    if not isinstance(value, str) or not set(kinds) & {"array", "object"} or "string" in kinds:
        return value
    try:
        read = read_json(value.encode("utf-8", "surrogatepass"))
    except StructeditError:
        return value
    if not isinstance(read, (list, dict)):
        return value
    notes.append(f"{what} came as a string of JSON and was read; send the {_SORTS[type(read)]} itself.")
    return read


_SORTS = {list: "list", dict: "object"}


def _refuse_size(given: Mapping[str, Any]) -> None:
    size, stack = 0, [given]
    while stack:
        item: Any = stack.pop()
        if isinstance(item, str):
            size += len(item)
        elif isinstance(item, Mapping):
            stack += [*item.keys(), *item.values()]
        elif isinstance(item, list):
            stack += item
        if size > LARGEST:
            raise StructeditError(
                "BAD_REQUEST",
                f"The arguments have more than {LARGEST:,} characters.",
                "Send them in several calls.",
                {"path": ""},
            )
