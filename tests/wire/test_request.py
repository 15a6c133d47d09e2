"""A request as plain data: what is right becomes records, what is wrong is named by its place."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from structedit.edit.check import check
from structedit.edit.form import FORMS, MEMBERS, request_schema
from structedit.edit.operations import (
    Between,
    Create,
    Data,
    Delete,
    Insert,
    ListEdit,
    Position,
    Replace,
    Set,
    Unwrap,
    Wrap,
)
from structedit.edit.request import FileEdit, Request, read_request
from structedit.errors import StructeditError

INSERT: dict[str, Any] = {"op": "insert", "target": "f", "at": "end", "text": "x"}


def one(edit: dict[str, Any], **fields: Any) -> Request:
    return read_request({"file": "a.py", "edits": [edit], **fields})


def refusal(data: Any) -> StructeditError:
    with pytest.raises(StructeditError) as caught:
        read_request(data)
    assert caught.value.code == "BAD_REQUEST"
    assert caught.value.hint
    return caught.value


GOOD: list[tuple[dict[str, Any], Any]] = [
    (INSERT, Insert(target="f", at="end", text="x")),
    ({"op": "replace", "target": "f", "text": "", "keep": []}, Replace(target="f", text="", keep=())),
    ({"op": "delete", "target": {"from": "a", "through": "b"}}, Delete(target=Between("a", "b"))),
    ({"op": "delete", "target": "a", "count": "all"}, Delete(target="a", count="all")),
    ({"op": "wrap", "target": "a", "text": "f($BODY)"}, Wrap(target="a", text="f($BODY)")),
    ({"op": "unwrap", "target": "a", "if_present": True}, Unwrap(target="a", if_present=True)),
    ({"op": "set", "target": "a.b", "value": None}, Set(target="a.b", value=Data(None))),
    ({"op": "set", "target": "a.b", "text": "60 * 60"}, Set(target="a.b", text="60 * 60")),
    ({"op": "create", "text": ""}, Create(text="")),
    (
        {"op": "argument", "action": "set", "target": "c", "name": 2, "text": "x"},
        ListEdit(kind="argument", action="set", target="c", name="2", text="x"),
    ),
    (
        {"op": "parameter", "action": "add", "target": "f", "name": "n", "type": "int", "position": "before:kw"},
        ListEdit(
            kind="parameter",
            action="add",
            target="f",
            name="n",
            type="int",
            position=Position(side="before", name="kw"),
        ),
    ),
    (
        {"op": "item", "action": "add", "target": "l", "text": "1", "position": -1, "create": True},
        ListEdit(kind="item", action="add", target="l", text="1", position=Position(-1), create=True),
    ),
    (
        {"op": "import", "action": "add", "name": "os.path"},
        ListEdit(kind="import", action="add", name="os.path"),
    ),
    (
        {"op": "docstring", "action": "remove", "target": "f", "language": "python"},
        ListEdit(kind="docstring", action="remove", target="f", language="python"),
    ),
    (
        {"op": "insert", "target": "f", "at": "end", "text": "x", "if_absent": "call#g", "count": 2},
        Insert(target="f", at="end", text="x", if_absent="call#g", count=2),
    ),
]


@pytest.mark.parametrize(("edit", "operation"), GOOD, ids=lambda value: value["op"] if isinstance(value, dict) else "")
def test_a_right_edit_becomes_its_record(edit: dict[str, Any], operation: Any) -> None:
    assert one(edit).edits == (FileEdit("a.py", operation),)


BAD: list[tuple[str, Any, str, str]] = [
    ("no object", [], "request", "an object"),
    ("no edits", {}, "edits", "missing"),
    ("edits is an object", {"edits": {}}, "edits", "a list"),
    ("no edit at all", {"edits": []}, "edits", "at least one"),
    ("an edit is a number", {"edits": [3]}, "edits[0]", "an object"),
    ("an edit beside edits", {"op": "insert", "file": "a.py"}, "edits", "missing"),
    ("no file", {"edits": [INSERT]}, "edits[0].file", "missing"),
    ("an empty file", {"file": "", "edits": [INSERT]}, "file", "not empty"),
    ("a future version", {"file": "a", "edits": [INSERT], "version": 2}, "version", "expected 1"),
    ("version true", {"file": "a", "edits": [INSERT], "version": True}, "version", "expected 1"),
    ("a session", {"file": "a", "edits": [INSERT], "session": "s"}, "session", "not there yet"),
    ("an unknown field", {"file": "a", "edits": [INSERT], "preveiw": True}, "preveiw", "unknown"),
    ("preview is a word", {"file": "a", "edits": [INSERT], "preview": "yes"}, "preview", "true or false"),
    ("a plan that is none", {"file": "a", "edits": [INSERT], "plan": "x"}, "plan", "16 hexadecimal"),
    ("a short hash", {"file": "a", "edits": [INSERT], "expected_hash": "abc"}, "expected_hash", "8 to 64"),
    (
        "one hash for two files",
        {"edits": [{**INSERT, "file": "a"}, {**INSERT, "file": "b"}], "expected_hash": "a" * 8},
        "expected_hash",
        "several files",
    ),
    (
        "a hash of another file",
        {"file": "a", "edits": [INSERT], "expected_hash": {"b": "a" * 8}},
        "expected_hash.b",
        "",
    ),
    ("an unknown guard", {"file": "a", "edits": [INSERT], "allow": ["elide"]}, "allow[0]", "elided"),
    ("an unknown encoding", {"file": "a", "edits": [INSERT], "encoding": "klingon"}, "encoding", "klingon"),
    ("a name that is no string", {"file": "a", "edits": [{**INSERT, 3: 4}]}, "edits[0]", "names that are strings"),
]


@pytest.mark.parametrize(
    ("data", "path", "words"), [row[1:] for row in BAD], ids=[row[0].replace(" ", "_") for row in BAD]
)
def test_a_wrong_request_is_named_by_its_place(data: Any, path: str, words: str) -> None:
    error = refusal(data)
    assert error.details["path"] == path
    assert words in error.message


WRONG_FIELDS: list[tuple[dict[str, Any], str, str]] = [
    ({"at": "middle"}, "edits[0].at", "before"),
    ({"at": None}, "edits[0].at", "null"),
    ({"count": "x"}, "edits[0].count", '"all"'),
    ({"count": 0}, "edits[0].count", "not below 1"),
    ({"count": True}, "edits[0].count", "true"),
    ({"count": 1.0}, "edits[0].count", "1.0"),
    ({"target": 3}, "edits[0].target", "a string"),
    ({"target": {"from": "a"}}, "edits[0].target.through", "missing"),
    ({"target": {"from": "a", "through": "b", "to": "c"}}, "edits[0].target.to", "unknown"),
    ({"target": {"from": "a", "through": 1}}, "edits[0].target.through", "a string"),
    ({"text": 5}, "edits[0].text", "a string"),
    ({"text": ""}, "edits[0].text", "not empty"),
    ({"text": "\ud800"}, "edits[0].text", "surrogate"),
    ({"txt": "x"}, "edits[0].txt", "unknown for insert"),
    ({"position": 1}, "edits[0].position", "unknown for insert"),
    ({"op": "inzert"}, "edits[0].op", "insert"),
    ({"op": "move"}, "edits[0].op", "not there yet"),
    ({"op": 1}, "edits[0].op", "1"),
    ({"if_absent": 1}, "edits[0].if_absent", "true or false"),
    ({"language": ""}, "edits[0].language", "not empty"),
]


@pytest.mark.parametrize(("fields", "path", "words"), WRONG_FIELDS, ids=[str(row[0]) for row in WRONG_FIELDS])
def test_a_wrong_field_of_an_edit_is_named(fields: dict[str, Any], path: str, words: str) -> None:
    error = refusal({"file": "a.py", "edits": [{**INSERT, **fields}]})
    assert error.details["path"] == path
    assert words in error.message


@pytest.mark.parametrize(
    ("edit", "path"),
    [
        ({"op": "item", "target": "a", "text": "1"}, "edits[0].action"),
        ({"op": "item", "target": "a", "text": "1", "action": "append"}, "edits[0].action"),
        ({"op": "argument", "action": "remove", "target": "a"}, "edits[0].name"),
        ({"op": "item", "action": "remove", "target": "a"}, "edits[0].name"),
        ({"op": "import", "action": "add"}, "edits[0].name"),
        ({"op": "entry", "action": "add", "target": "a", "name": "k", "text": "1", "position": 0}, "edits[0].position"),
        (
            {"op": "entry", "action": "add", "target": "a", "name": "k", "text": "1", "position": "x"},
            "edits[0].position",
        ),
        ({"op": "docstring", "action": "add", "target": "a", "text": "x", "position": 1}, "edits[0].position"),
        ({"op": "set", "target": "a"}, "edits[0].value"),
        ({"op": "set", "target": "a", "value": 1, "text": "1"}, "edits[0].text"),
        ({"op": "set", "target": "a", "value": float("nan")}, "edits[0].value"),
        ({"op": "set", "target": "a", "value": {"b": [1, {2}]}}, "edits[0].value.b[1]"),
        ({"op": "set", "target": "a", "value": {"b": {3: 1}}}, "edits[0].value.b"),
        ({"op": "replace", "target": "a", "text": "x", "keep": ["everything"]}, "edits[0].keep[0]"),
    ],
    ids=str,
)
def test_what_one_operation_needs_is_asked_for(edit: dict[str, Any], path: str) -> None:
    assert refusal({"file": "a.py", "edits": [edit]}).details["path"] == path


def test_the_second_edit_is_named_as_the_second() -> None:
    assert refusal({"file": "a", "edits": [INSERT, {**INSERT, "at": 1}]}).details["path"] == "edits[1].at"


def test_a_misspelt_word_gets_the_nearest() -> None:
    assert refusal({"file": "a", "edits": [{**INSERT, "at": "befor"}]}).hint == 'Did you mean "before"?'
    assert refusal({"file": "a", "edits": [{**INSERT, "if_absnt": True}]}).hint == "Did you mean `if_absent`?"
    assert refusal({"file": "a", "edits": [INSERT], "squential": True}).hint == "Did you mean `sequential`?"


def test_data_nested_without_end_is_refused() -> None:
    value: Any = 1
    for _ in range(100_000):
        value = [value]
    assert "nested" in refusal({"file": "a", "edits": [{"op": "set", "target": "a", "value": value}]}).message
    while isinstance(value, list):  # taken apart by hand: the interpreter would do it by recursion
        value = value.pop()


def test_hashes_are_compared_in_lower_case_and_belong_to_files() -> None:
    assert one(INSERT, expected_hash="ABCDEF01").expected_hash == (("a.py", "abcdef01"),)
    assert one(INSERT, expected_hash={"a.py": "ABCDEF01"}).expected_hash == (("a.py", "abcdef01"),)


def test_every_record_of_a_request_pickles() -> None:
    for edit, _ in GOOD:
        request = one(edit, allow=["elided"], sequential=True)
        assert pickle.loads(pickle.dumps(request)) == request


def test_the_schema_takes_what_the_reader_takes() -> None:
    """One table makes both: every good edit fits the branch of its own sort, and every sort has a branch."""
    schema = request_schema()
    branches = schema["properties"]["edits"]["items"]["anyOf"]
    assert len(branches) == len(FORMS) + len(MEMBERS)
    for edit, _ in GOOD:
        fitting = [branch for branch in branches if _fits(edit, branch)]
        assert len(fitting) == 1, edit


def _fits(edit: dict[str, Any], branch: dict[str, Any]) -> bool:
    plain = {name: value for name, value in branch.items() if name not in ("anyOf", "oneOf")}
    try:
        check(edit, plain, "")
    except StructeditError:
        return False
    return True
