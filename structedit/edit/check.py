"""Compare a value with a schema; the first thing that does not fit is BAD_REQUEST and names its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from structedit.edit.form import Schema
from structedit.errors import StructeditError

DEEPEST = 200
TYPES: dict[str, tuple[tuple[type, ...], str]] = {
    "string": ((str,), "a string"),
    "integer": ((int,), "a whole number"),
    "boolean": ((bool,), "true or false"),
    "array": ((list, tuple), "a list"),
    "object": ((Mapping,), "an object"),
    "null": ((type(None),), "null"),
}


def check(value: Any, schema: Schema, path: str) -> None:
    """Raise BAD_REQUEST unless the value is of the schema. `path` is its place, such as `edits[0].at`."""
    if "anyOf" in schema and not any(_is(value, branch) for branch in schema["anyOf"]):
        raise bad(path, expected(schema), value)
    for branch in schema.get("anyOf", ()):
        if _is(value, branch):
            check(value, branch, path)
            break
    if "enum" in schema and not any(value == word and type(value) is type(word) for word in schema["enum"]):
        raise bad(path, expected(schema), value, nearest=nearest(value, schema["enum"]))
    if "type" in schema and not _is(value, schema):
        raise bad(path, expected(schema), value)
    if isinstance(value, str):
        _check_string(value, schema, path)
    elif isinstance(value, int) and value < schema.get("minimum", value):
        raise bad(path, f"a number not below {schema['minimum']}", value)
    elif isinstance(value, (list, tuple)) and "items" in schema:
        if len(value) < schema.get("minItems", 0):
            raise bad(path, "at least one", value)
        for index, item in enumerate(value):
            check(item, schema["items"], f"{path}[{index}]")
    elif isinstance(value, Mapping):
        check_object(value, schema, path)


def check_object(value: Mapping[str, Any], schema: Schema, path: str) -> None:
    """Names first (unknown, missing), then each value."""
    properties: dict[str, Schema] = schema.get("properties", {})
    rest = schema.get("additionalProperties", True)
    for name in value:
        if not isinstance(name, str):
            raise bad(path, "names that are strings", name)
        if rest is False and name not in properties:
            raise unknown(name, properties, path)
    for name in schema.get("required", ()):
        if name not in value:
            raise missing(join(path, name))
    for name, item in value.items():
        if name in properties:
            check(item, properties[name], join(path, name))
        elif isinstance(rest, dict):
            check(item, rest, join(path, name))


def check_data(value: Any, path: str) -> None:
    """A JSON value of any sort: no other Python object, no NaN, no half of a surrogate pair, not endlessly deep."""
    stack: list[tuple[Any, str, int]] = [(value, path, 0)]
    while stack:
        item, place, depth = stack.pop()
        if depth > DEEPEST:
            raise bad(path, f"data nested at most {DEEPEST} deep", value)
        if isinstance(item, str):
            _check_string(item, {}, place)
        elif isinstance(item, float) and not isfinite(item):
            raise bad(place, "a number that JSON has", str(item))
        elif isinstance(item, dict):
            for name in item:
                check(name, {"type": "string"}, place)
            stack += [(child, join(place, name), depth + 1) for name, child in item.items()]
        elif isinstance(item, (list, tuple)):
            stack += [(child, f"{place}[{index}]", depth + 1) for index, child in enumerate(item)]
        elif item is not None and not isinstance(item, (bool, int, float)):
            raise bad(place, "a JSON value", item)


def bad(path: str, wanted: str, value: Any, *, nearest: str = "") -> StructeditError:
    """The refusal for a value of the wrong sort."""
    got = show(value)
    hint = f"Did you mean {show(nearest)}?" if nearest else f"Send {wanted} as `{path}`."
    return StructeditError(
        "BAD_REQUEST",
        f"`{path}`: expected {wanted}, got {got}",
        hint,
        {"path": path, "expected": wanted, "got": got, **({"nearest": nearest} if nearest else {})},
    )


def missing(path: str, wanted: str = "") -> StructeditError:
    wanted = wanted or f"`{path}`"
    return StructeditError("BAD_REQUEST", f"{wanted} is missing", f"Send {wanted}.", {"path": path, "got": "nothing"})


def unknown(name: str, known: Iterable[str], path: str, why: str = "") -> StructeditError:
    """The refusal for a name that is not among the known ones."""
    known = list(known)
    near = nearest(name, known)
    place = join(path, name)
    return StructeditError(
        "BAD_REQUEST",
        f"`{place}` is unknown{why}",
        f"Did you mean `{near}`?" if near else f"Known here: {', '.join(known)}.",
        {"path": place, "expected": known, "got": name, **({"nearest": near} if near else {})},
    )


def nearest(word: Any, words: Iterable[Any]) -> str:
    """The word that was probably meant, or "" where none is near."""
    if not isinstance(word, str) or len(word) > 100:
        return ""
    from difflib import get_close_matches

    found = get_close_matches(word.lower(), [known for known in words if isinstance(known, str)], 1)
    return found[0] if found else ""


def expected(schema: Schema) -> str:
    """What the schema wants, in words."""
    if "anyOf" in schema:
        return " or ".join(expected(branch) for branch in schema["anyOf"])
    if "enum" in schema:
        words = [show(word) for word in schema["enum"]]
        return words[0] if len(words) == 1 else "one of " + ", ".join(words)
    if schema.get("type") == "object" and schema.get("required"):
        return "an object with " + " and ".join(f"`{name}`" for name in schema["required"])
    return TYPES[schema["type"]][1] if "type" in schema else "a JSON value"


def show(value: Any) -> str:
    """A value for a message: short, and as JSON where it is plain."""
    if isinstance(value, str):
        import json

        return json.dumps(value if len(value) <= 60 else value[:57] + "...", ensure_ascii=False)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return str(value) if abs(value) < 10**30 else "a very large number"
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, (list, tuple)) else f"a {type(value).__name__}"


def join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _is(value: Any, schema: Schema) -> bool:
    """Whether the value is of the sort that the schema is about (its contents are looked at later)."""
    if "anyOf" in schema:
        return any(_is(value, branch) for branch in schema["anyOf"])
    if "enum" in schema and "type" not in schema:
        return any(value == word and type(value) is type(word) for word in schema["enum"])
    if "type" not in schema:
        return True
    kind = schema["type"]
    return isinstance(value, TYPES[kind][0]) and (kind == "boolean" or not isinstance(value, bool))


def _check_string(value: str, schema: Schema, path: str) -> None:
    if len(value) < schema.get("minLength", 0):
        raise bad(path, "a string that is not empty", value)
    if "pattern" in schema and not re.fullmatch(schema["pattern"], value):
        raise bad(path, _pattern_words(schema), value)
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        odd = {char for char in value if "\ud800" <= char <= "\udfff"}
        # Python's own mark for a byte of the command line that is no UTF-8.
        bytes_only = all("\udc80" <= char <= "\udcff" for char in odd)
        raise bad(path, "text in UTF-8" if bytes_only else "text without half a surrogate pair", ascii(value))


def _pattern_words(schema: Schema) -> str:
    if "{8,64}" in schema["pattern"]:
        return "a hash of 8 to 64 hexadecimal digits"
    if "before" in schema["pattern"]:
        return "a number, before:NAME or after:NAME"
    if "(-[0-9]" in schema["pattern"]:
        return "lines, such as 10-40"
    return "the id of a plan, 16 hexadecimal digits"
