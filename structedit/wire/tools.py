"""The tools that models call: what each is for, what it takes and answers. From the same tables as requests are read.

`edit` takes a flat list of edits: one object with a word `op` and every field that some operation has, and a table of
the operations in the description. A union of all operations (`request_schema`) says the same more strictly, in more
than ten times the tokens, and says it to a model in each of its turns; what does not fit is refused in words either
way, by the one checker behind.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from structedit.edit.check import unknown
from structedit.edit.form import FIELDS, FORMS, MEMBERS, OPS, REQUEST, Form, Schema, form_of
from structedit.errors import StructeditError
from structedit.record import record
from structedit.wire import schemas
from structedit.workspace import patching

MOST_HITS = 200
MOST_EDITS = 20


@record
class Tool:
    """One tool. `examples` are arguments of calls. `destructive`: it can remove what a file holds."""

    name: str
    title: str
    description: str
    input_schema: Schema
    output_schema: Schema
    examples: tuple[dict[str, Any], ...]
    read_only: bool = True
    destructive: bool = False


@cache
def tools() -> dict[str, Tool]:
    """Every tool by its name, in the order in which they are offered."""
    return {tool.name: tool for tool in (_outline(), _read(), _find(), _edit(), _patch(), _undo(), _languages())}


def named(name: str) -> Tool:
    """Raises BAD_REQUEST with the nearest name."""
    found = tools()
    if name not in found:
        refusal = unknown(name, found, "")
        raise StructeditError("BAD_REQUEST", f"There is no tool `{name}`.", refusal.hint, refusal.details)
    return found[name]


# -- the tools


def _object(properties: dict[str, Schema], *required: str) -> Schema:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


_FILE: Schema = {**FIELDS["file"], "description": "path below the root"}
_HOW: dict[str, Schema] = {name: REQUEST[name] for name in ("language", "encoding", "position_encoding")}
_SELECTOR: Schema = {"type": "string", "minLength": 1, "description": "a selector: `Cache.get`, `main call#open`"}


def _outline() -> Tool:
    return Tool(
        name="outline",
        title="Outline of a file",
        description=(
            "The definitions of a source or data file as a tree: line range, role, and a selector with hash that can "
            "be sent to `read` and `edit` as it is. Use it first on a file that you do not know, instead of reading "
            "all of it."
        ),
        input_schema=_object(
            {
                "file": _FILE,
                "depth": {"type": "integer", "minimum": 1, "description": "levels to show; default all"},
                **_HOW,
            },
            "file",
        ),
        output_schema=schemas.outline_schema(),
        examples=({"file": "src/cache.py"}, {"file": "package.json", "depth": 1}),
    )


def _read() -> Tool:
    return Tool(
        name="read",
        title="Read a file or a node",
        description=(
            "The text of a file, of some of its lines, or of one node, with the hashes that guard an edit of it "
            "(`expected_hash`, `selector@hash`). Prefer a `target`: it is shorter than the file."
        ),
        input_schema=_object(
            {
                "file": _FILE,
                "target": {**_SELECTOR, "description": "only this node; not together with lines"},
                "lines": {
                    "type": "string",
                    "pattern": "^[0-9]{1,9}(-[0-9]{1,9})?$",
                    "description": "only these lines, from 1: 10-40",
                },
                **_HOW,
            },
            "file",
        ),
        output_schema=schemas.read_schema(),
        examples=({"file": "src/cache.py", "target": "Cache.get"}, {"file": "README.md", "lines": "1-40"}),
    )


def _find() -> Tool:
    return Tool(
        name="find",
        title="Find nodes by selector",
        description=(
            "Every node that a selector matches in files and in the files below folders: path, line, selector with "
            "hash, first line. Use it instead of a text search for code: `call#open` is no comment and no string."
        ),
        input_schema=_object(
            {
                "selector": _SELECTOR,
                "paths": {
                    "type": "array",
                    "minItems": 1,
                    "items": {"type": "string", "minLength": 1},
                    "description": "files and folders; default all below the root",
                },
                "limit": {"type": "integer", "minimum": 1, "description": f"matches to show; default {MOST_HITS}"},
                **_HOW,
            },
            "selector",
        ),
        output_schema=schemas.find_schema(),
        examples=(
            {"selector": "call#open:not(:has(argument#encoding))", "paths": ["src"]},
            {"selector": "class#Cache > method"},
        ),
    )


def _languages() -> Tool:
    return Tool(
        name="languages",
        title="Languages",
        description=(
            "The languages that can be edited: `full` ones have roles (function, call, …); of the others only "
            "tree-sitter's own node kinds can be named, as in `(function_definition)`."
        ),
        input_schema=_object({}),
        output_schema=schemas.languages_schema(),
        examples=({},),
    )


def _edit() -> Tool:
    edit = _object({"op": {"enum": list(OPS)}, **_flat_fields()}, "op")
    request = {name: schema for name, schema in REQUEST.items() if name != "version"}
    return Tool(
        name="edit",
        title="Edit files",
        description=_EDIT + "\n" + "\n".join(_operation(op) for op in OPS),
        input_schema=_object({**request, "edits": {**REQUEST["edits"], "items": edit}}, "edits"),
        output_schema=schemas.edit_schema(),
        examples=_EDIT_EXAMPLES,
        read_only=False,
        destructive=True,
    )


def _patch() -> Tool:
    options = {
        name: schema for name, schema in REQUEST.items() if name not in ("file", "edits", "sequential", "version")
    }
    text: Schema = {
        "anyOf": [{"type": "string", "minLength": 1}, {"type": "array"}, {"type": "object"}],
        "description": "the patch as text; ranges and anchored lines as JSON",
    }
    return Tool(
        name="patch",
        title="Apply a patch",
        description=_PATCH,
        input_schema=_object({"patch": text, **options, **patching.FIELDS}, "patch"),
        output_schema=schemas.edit_schema(),
        examples=_PATCH_EXAMPLES,
        read_only=False,
        destructive=True,
    )


def _undo() -> Tool:
    return Tool(
        name="undo",
        title="Undo an edit",
        description=(
            "Take back the last edit, or the one with an id from an answer: every byte of every file of it, or nothing "
            "where a file changed since. An undo can be undone. `list` answers which edits there are, and undoes none."
        ),
        input_schema=_object(
            {
                "id": {
                    "type": "string",
                    "minLength": 1,
                    "description": "the `undo` of an answer; default the last edit",
                },
                "list": {"type": "boolean", "description": f"the last {MOST_EDITS} edits, newest first"},
                "preview": REQUEST["preview"],
                "allow": REQUEST["allow"],
            }
        ),
        output_schema=schemas.undo_schema(),
        examples=({}, {"list": True}, {"id": "20261201T001512-1f3a9c", "preview": True}),
        read_only=False,
    )


def _flat_fields() -> dict[str, Schema]:
    """Every field that some operation takes."""
    used = {"action"} | {name for form in (*FORMS.values(), *MEMBERS.values()) for name in form.fields}
    return {name: schema for name, schema in FIELDS.items() if name in used}


def _operation(op: str) -> str:
    """One line for the description: what the operation does, and its fields (those in brackets may be left out)."""
    actions = [action for kind, action in MEMBERS if kind == op]
    pieces = [f"{action} {_fields(form_of(op, action))}".rstrip() for action in actions] or [_fields(form_of(op))]
    return f"- {op}: {'; '.join(pieces)}. {MEANINGS.get(op, '')}".rstrip()


_COMMON = ("file", "language", "count", "if_absent", "if_present")


def _fields(form: Form) -> str:
    either = "|".join(form.either)
    needed = [*form.needs, *([either] if either else [])]
    optional = [name for name in form.takes if name not in (*form.needs, *form.either, *_COMMON)]
    return " ".join([*needed, *([f"[{' '.join(optional)}]"] if optional else [])])


MEANINGS: dict[str, str] = {
    "insert": "A sibling (at before, after), or a member inside (at start, end) of a body, list, call, dict, file.",
    "replace": "The node or part; decorators and comments stay unless the text brings its own.",
    "delete": "The node with its comments, decorators and separator.",
    "wrap": "`text` holds $BODY where the node goes.",
    "unwrap": "Keeps the body, one level out.",
    "set": "A value by its path (`scripts.build`), missing parents are made; `value` is data, `text` is source.",
    "create": "A new file.",
    "edit": "Quoted text `old` becomes `new`; with a target it need be unique only inside that node.",
    "remove": "Deletes the file.",
    "rename_file": "Moves the file.",
    "argument": "Of a call; `name` is a keyword or a number from 1.",
    "parameter": "Of a function; `text` is the default, `type` the annotation; without name `text` is all of it.",
    "decorator": "With or without @.",
    "base": "A base class.",
    "import": "`name` is the full path of one name (`os.path.join`), `text` a whole statement.",
    "docstring": "`text` is its content, not the literal.",
    "entry": "Of a dict or object; `name` is the key, `text` source.",
    "item": "Of a list.",
    "attribute": "Of an element.",
}

_EDIT = """\
Change files: a list of edits, all or nothing. Each names a `target` by a selector and the rest of the file keeps its \
bytes. All targets are resolved on the files as they are now, then planned together ("sequential": true: one after the \
other). A target must be one node: several are refused with candidates to choose from, unless "count" says how many or \
"all". Text is written literally and indented for its place; what would break the syntax is refused. The answer has \
the diff, new hashes and selectors, so no re-read is needed. "preview": true shows the diff and a plan id.
Operations with their fields (a|b: one of them; [a]: optional; every one takes file, count, if_absent, if_present):"""

_EDIT_EXAMPLES: tuple[dict[str, Any], ...] = (
    {"file": "app.py", "edits": [{"op": "insert", "target": "main", "at": "end", "text": 'log("done")'}]},
    {"file": "app.py", "edits": [{"op": "replace", "target": "Cache.get::returns", "text": "bytes"}]},
    {
        "file": "app.py",
        "edits": [
            {"op": "argument", "action": "add", "target": "load call#open", "name": "encoding", "text": '"utf-8"'},
            {"op": "import", "action": "add", "name": "os.path.join"},
            {"op": "set", "file": "package.json", "target": "scripts.build", "value": "vite build"},
        ],
    },
    {"edits": [{"op": "delete", "file": "app.py", "target": "Cache.clear@3f9a1c2e"}], "preview": True},
)

_PATCH = """\
Apply a patch that you have already: a unified or git diff, *** Begin Patch … *** End Patch, <<<<<<< SEARCH … ======= \
… >>>>>>> REPLACE blocks below a path, or JSON (LSP ranges, hash-anchored lines). All of it or nothing. A hunk is \
found by its lines: what fits nowhere, or twice, is refused with the nearest places. To write new changes, prefer \
`edit`: it needs no context lines and cannot land elsewhere."""

_PATCH_EXAMPLES: tuple[dict[str, Any], ...] = (
    {"patch": "--- a/app.py\n+++ b/app.py\n@@ -1,2 +1,2 @@\n def main():\n-    run()\n+    run(fast=True)\n"},
    {"patch": "app.py\n<<<<<<< SEARCH\n    run()\n=======\n    run(fast=True)\n>>>>>>> REPLACE\n", "preview": True},
)
