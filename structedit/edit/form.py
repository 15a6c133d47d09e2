"""The form of a request: one table of fields and one of operations. The JSON Schemas are made from these.

A schema here is plain JSON Schema, of which `check` understands: type, enum, anyOf, minLength, minimum, pattern,
minItems, items, properties, required, additionalProperties.
"""

from __future__ import annotations

from typing import Any

from structedit.edit.operations import ACTIONS, LIST_KINDS, PLACES
from structedit.record import record
from structedit.select.ladder import RUNGS
from structedit.text.positions import UNITS

Schema = dict[str, Any]

VERSION = 1
ALLOW = ("control", "elided", "overwrite", "protected")
ON_SYNTAX_ERROR = ("refuse", "warn")
FUZZY = ("propose", "apply")
KEEP = ("comments", "decorators", "keywords", "trailing comment")
HASH = "^[0-9A-Fa-f]{8,64}$"

WORD: Schema = {"type": "string", "minLength": 1}
SELECTOR: Schema = {"type": "string", "description": "a selector, such as `Cache.get call#open > argument#mode`"}
RANGE: Schema = {
    "type": "object",
    "description": "a run of siblings, both ends included",
    "properties": {"from": SELECTOR, "through": SELECTOR},
    "required": ["from", "through"],
    "additionalProperties": False,
}
CONDITION: Schema = {"anyOf": [{"type": "boolean"}, SELECTOR]}

FIELDS: dict[str, Schema] = {
    "file": {**WORD, "description": "path of the file, below the root"},
    "to_file": {**WORD, "description": "the path that the file is to have, below the root"},
    "target": {"anyOf": [SELECTOR, RANGE], "description": "what is meant"},
    "count": {
        "anyOf": [{"type": "integer", "minimum": 1}, {"enum": ["all"]}],
        "description": "how many targets are meant; without it exactly one",
    },
    "language": {**WORD, "description": "name of the grammar, where the path does not tell"},
    "if_absent": {**CONDITION, "description": "do nothing where this is there already"},
    "if_present": {**CONDITION, "description": "do nothing where this is not there"},
    "at": {"enum": list(PLACES), "description": "beside the target (before, after) or inside it (start, end)"},
    "text": {"type": "string", "description": "source text"},
    "value": {"description": "data, written in the file's own notation"},
    "action": {"enum": list(ACTIONS)},
    "name": {"anyOf": [WORD, {"type": "integer"}], "description": "which member; a number for a positional argument"},
    "type": {**WORD, "description": "the annotation of a parameter"},
    "position": {
        "anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^(-?[0-9]+|(before|after):.+)$"}],
        "description": "counted from 1, negative from the end, or before:NAME, after:NAME",
    },
    "create": {"type": "boolean", "description": "write the list where the entry is missing"},
    "old": {**WORD, "description": "text of the file, quoted; unique in it, or inside the target"},
    "new": {"type": "string", "description": "what goes in its place, literally"},
    "all": {"type": "boolean", "description": "every place where the quoted text stands"},
    "line": {
        "type": "integer",
        "minimum": 1,
        "description": "of several equal places the one at this line",
    },
    "occurrence": {"type": "integer", "minimum": 1, "description": "of several equal places the one of this number"},
    "max_rung": {
        "enum": list(RUNGS),
        "description": "how unlike the quoted text the found one may be; exact takes no other bytes",
    },
    "fuzzy": {"enum": list(FUZZY), "description": "whether a place that is only similar is proposed or written"},
    "confirm": {
        "type": "string",
        "pattern": "^[0-9a-f]{16}$",
        "description": "the token of a similar place that a refusal proposed",
    },
    "keep": {
        "type": "array",
        "items": {"enum": list(KEEP)},
        "description": "what of the old node stays; [] replaces all that belongs to it",
    },
}

EVERY = ("file", "language")
TARGETED = ("target", *EVERY, "count", "if_absent", "if_present")


@record
class Form:
    """The fields of one operation: those it needs, those it takes, and of which at least (`exactly`) one is needed."""

    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    exactly_one: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.needs, *self.either, *self.takes)))


def _targeted(*needs: str, takes: tuple[str, ...] = (), either: tuple[str, ...] = ()) -> Form:
    return Form(("target", *needs), (*takes, *TARGETED), either)


FORMS: dict[str, Form] = {
    "insert": _targeted("at", "text"),
    "replace": _targeted("text", takes=("keep",)),
    "delete": _targeted(),
    "wrap": _targeted("text"),
    "unwrap": _targeted(),
    "set": Form(("target",), TARGETED, ("value", "text"), exactly_one=True),
    "create": Form(("text",), EVERY),
    "remove": Form((), EVERY),
    "rename_file": Form(("to_file",), EVERY),
    "edit": Form(("old", "new"), ("all", "line", "occurrence", "max_rung", "fuzzy", "confirm", *TARGETED)),
}

MEMBERS: dict[tuple[str, str], Form] = {
    ("argument", "add"): _targeted("text", takes=("name", "position")),
    ("argument", "set"): _targeted("name", "text"),
    ("argument", "remove"): _targeted("name"),
    ("parameter", "add"): _targeted(takes=("type", "position"), either=("name", "text")),
    ("parameter", "set"): _targeted("name", either=("text", "type")),
    ("parameter", "remove"): _targeted("name"),
    ("decorator", "add"): _targeted("text", takes=("position",)),
    ("decorator", "set"): _targeted("name", "text"),
    ("decorator", "remove"): _targeted("name"),
    ("base", "add"): _targeted("text", takes=("position",)),
    ("base", "set"): _targeted("name", "text"),
    ("base", "remove"): _targeted("name"),
    ("import", "add"): Form((), TARGETED, ("name", "text")),
    ("import", "set"): Form(("name", "text"), TARGETED),
    ("import", "remove"): Form((), TARGETED, ("name", "text")),
    ("docstring", "add"): _targeted("text"),
    ("docstring", "set"): _targeted("text"),
    ("docstring", "remove"): _targeted(),
    ("entry", "add"): _targeted("name", "text", takes=("position",)),
    ("entry", "set"): _targeted("name", "text"),
    ("entry", "remove"): _targeted("name"),
    ("item", "add"): _targeted("text", takes=("position", "create")),
    ("item", "set"): _targeted("text", either=("name", "position")),
    ("item", "remove"): _targeted(either=("name", "position")),
    ("attribute", "add"): _targeted("name", takes=("text", "position")),
    ("attribute", "set"): _targeted("name", "text"),
    ("attribute", "remove"): _targeted("name"),
}

# Their text may be the empty string; elsewhere that would ask for nothing.
MAY_BE_EMPTY = ("replace", "set", "create", "docstring")

OPS: tuple[str, ...] = (*FORMS, *LIST_KINDS)

LATER_OPS = ("move", "copy", "rename", "rewrite")
LATER_FIELDS = ("session", "on_conflict")

REQUEST: dict[str, Schema] = {
    "file": {**WORD, "description": "the file of every edit that names none"},
    "edits": {"type": "array", "minItems": 1, "items": {"type": "object"}},
    "expected_hash": {
        "anyOf": [
            {"type": "string", "pattern": HASH},
            {"type": "object", "additionalProperties": {"type": "string", "pattern": HASH}},
        ],
        "description": "hash that the file must have (8 or more of its 64 digits), or a map from file to hash",
    },
    "preview": {"type": "boolean", "description": "answer what would be written, write nothing"},
    "plan": {"type": "string", "pattern": "^[0-9a-f]{16}$", "description": "write exactly what this preview showed"},
    "sequential": {"type": "boolean", "description": "each edit sees the result of the one before"},
    "language": FIELDS["language"],
    "on_syntax_error": {"enum": list(ON_SYNTAX_ERROR)},
    "encoding": {**WORD, "description": "encoding of the files, where they do not say it"},
    "position_encoding": {"enum": list(UNITS), "description": "what offsets and columns of the answer count"},
    "allow": {"type": "array", "items": {"enum": list(ALLOW)}, "description": "guards that may be passed"},
    "version": {"type": "integer", "enum": [VERSION]},
}


def form_of(op: str, action: str = "") -> Form:
    return MEMBERS[op, action] if op in LIST_KINDS else FORMS[op]


def edit_schema(op: str, action: str = "") -> Schema:
    """The JSON Schema of one edit of this sort."""
    form = form_of(op, action)
    properties: dict[str, Schema] = {"op": {"enum": [op]}}
    if action:
        properties["action"] = {"enum": [action]}
    properties |= {name: FIELDS[name] for name in form.fields}
    if op == "entry":
        properties["name"] = {"type": "string", "description": "the key as data; it may be empty"}
    if "text" in properties and op not in MAY_BE_EMPTY:
        properties["text"] = {**FIELDS["text"], "minLength": 1}
    schema: Schema = {
        "type": "object",
        "properties": properties,
        "required": [*(("op", "action") if action else ("op",)), *form.needs],
        "additionalProperties": False,
    }
    if form.either:
        schema["oneOf" if form.exactly_one else "anyOf"] = [{"required": [name]} for name in form.either]
    return schema


def request_schema() -> Schema:
    """The JSON Schema of a whole request."""
    sorts = [edit_schema(op) for op in FORMS] + [edit_schema(op, action) for op, action in MEMBERS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "structedit request",
        "type": "object",
        "properties": {**REQUEST, "edits": {**REQUEST["edits"], "items": {"anyOf": sorts}}},
        "required": ["edits"],
        "additionalProperties": False,
    }
