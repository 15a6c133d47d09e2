"""What models are told: every tool is declared in full, in three forms from one table, and its examples work."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from structedit.cli.main import main
from structedit.edit.form import FORMS, MEMBERS, OPS, edit_schema, request_schema
from structedit.edit.request import read_request
from structedit.wire.arguments import read_arguments
from structedit.wire.declared import FORMATS, declarations
from structedit.wire.tools import MEANINGS, tools
from structedit.workspace.patching import request_of_patch

NAMES = ["outline", "read", "find", "edit", "patch", "undo", "languages"]
# All descriptions and input schemas together, which a model gets in each of its turns: about 5,000 tokens.
MOST_LETTERS = 24_000


def test_the_tools_are_few() -> None:
    assert list(tools()) == NAMES


@pytest.mark.parametrize("form", FORMATS)
def test_declarations_are_json_schemas_under_the_same_names(form: str) -> None:
    done = CliRunner().invoke(main, ["tools", "--format", form])
    assert done.exit_code == 0, done.output
    declared = json.loads(done.stdout)
    assert declared == declarations(form)
    facts = [row.get("function", row) for row in declared]
    assert [row["name"] for row in facts] == NAMES
    for row in facts:
        schema = row.get("parameters") or row.get("input_schema") or row["inputSchema"]
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
        Draft202012Validator.check_schema(schema)
        Draft202012Validator.check_schema(row.get("outputSchema", {}))
        assert len(row["description"]) > 100


def test_each_form_is_the_one_that_its_interface_takes() -> None:
    for row in declarations("openai"):
        assert row["type"] == "function"
        assert set(row["function"]) == {"name", "description", "parameters", "strict"}
    for row in declarations("anthropic"):
        assert set(row) == {"name", "description", "input_schema", "input_examples"}
    for row in declarations("mcp"):
        assert set(row["annotations"]) == {
            "title",
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        }
        assert row["outputSchema"]["type"] == "object"


def test_only_what_writes_is_not_read_only() -> None:
    writes = {name for name, tool in tools().items() if not tool.read_only}
    assert writes == {"edit", "patch", "undo"}
    assert {name for name, tool in tools().items() if tool.destructive} == {"edit", "patch"}


@pytest.mark.parametrize(
    ("name", "example"), [(name, example) for name, tool in tools().items() for example in tool.examples]
)
def test_every_example_is_a_call_that_our_own_checker_takes(name: str, example: dict[str, Any]) -> None:
    tool = tools()[name]
    Draft202012Validator(tool.input_schema).validate(example)
    arguments, notes = read_arguments(tool, example)
    assert arguments == example
    assert notes == []
    if name == "edit":
        assert read_request(arguments).edits
    elif name == "patch":
        assert request_of_patch(arguments.pop("patch"), arguments.pop("format", "auto"), arguments).edits


def test_every_operation_is_explained_and_has_its_fields() -> None:
    edit = tools()["edit"]
    assert set(MEANINGS) >= set(OPS)
    known = set(edit.input_schema["properties"]["edits"]["items"]["properties"])
    for op, action in [*((op, "") for op in FORMS), *MEMBERS]:
        assert set(edit_schema(op, action)["properties"]) <= known
        assert f"\n- {op}: " in edit.description


def test_what_models_are_told_is_short() -> None:
    told = sum(len(json.dumps(row, ensure_ascii=False)) for row in declarations("openai"))
    assert told <= MOST_LETTERS
    flat = len(json.dumps(tools()["edit"].input_schema))
    assert flat * 8 < len(json.dumps(request_schema())), "the union of all operations would do, too"


def test_what_is_a_request_by_the_strict_schema_is_one_by_the_flat_one() -> None:
    strict, flat = Draft202012Validator(request_schema()), Draft202012Validator(tools()["edit"].input_schema)
    requests = [
        *tools()["edit"].examples,
        {"edits": [{"op": "edit", "file": "a", "old": "x", "new": "", "line": 3, "max_rung": "exact"}]},
        {"edits": [{"op": "delete", "file": "a", "target": {"from": "b", "through": "c"}}], "expected_hash": "0" * 8},
    ]
    for request in requests:
        strict.validate(request)
        flat.validate(request)
