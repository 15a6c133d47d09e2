"""JSON text in and out."""

from __future__ import annotations

import json

import pytest

from structedit.errors import StructeditError
from structedit.wire import answer, answer_schema, read_json, request_schema, write_json


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"{", "line 1"),
        (b'{"a": 1,\n "b": }', "line 2"),
        (b'{"a": 1} {"b": 2}', "Extra data"),
        (b'{"a": 1, "a": 2}', "`a` stands twice"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": -Infinity}', "Infinity"),
        (b'{"a": "\xff"}', "UTF-8"),
        (b"[" * 200_000, "nested"),
        (b'{"a": "\n"}', "control character"),
    ],
)
def test_a_text_that_is_no_request_is_refused_with_its_place(raw: bytes, words: str) -> None:
    with pytest.raises(StructeditError) as caught:
        read_json(raw)
    assert caught.value.code == "BAD_REQUEST"
    assert words in caught.value.message
    assert caught.value.hint


def test_a_byte_order_mark_is_no_part_of_the_request() -> None:
    assert read_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_an_answer_is_one_line_of_utf_8() -> None:
    data = write_json({"text": "größe\n", "path": "odd-\udcff"})
    assert data.count(b"\n") == 1
    assert "größe".encode() in data
    assert json.loads(data)["path"] == "odd-\udcff"


def test_a_refusal_has_its_four_fields() -> None:
    refused = StructeditError("TARGET_NOT_FOUND", "nothing", "", {"nearest": ["f"]}).refused()
    told = answer(refused)
    assert told == {
        "version": 1,
        "status": "refused",
        "code": "TARGET_NOT_FOUND",
        "message": "nothing",
        "hint": refused.hint,
        "details": {"nearest": ["f"]},
    }


def test_the_schemas_are_json() -> None:
    for schema in (request_schema(), answer_schema()):
        assert json.loads(json.dumps(schema)) == schema
