"""The short text of an answer: bounded, and true about what it leaves out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from structedit.wire import brief as module
from structedit.wire.brief import brief


def refusal(details: dict[str, Any]) -> dict[str, Any]:
    return {"version": 1, "status": "refused", "code": "X", "message": "It is.", "hint": "Do.", "details": details}


def test_a_refusal_is_code_message_hint_and_what_they_do_not_say() -> None:
    assert brief(refusal({})) == "X: It is.\nhint: Do."
    assert brief(refusal({"word": "is", "n": 1})) == 'X: It is.\nhint: Do.\ndetails: {"n":1}'


@pytest.mark.parametrize(
    "details",
    [
        {"candidates": [{"selector": f"a{n}", "text": "x" * 100} for n in range(1_000)]},
        {"text": "y" * 100_000},
        {"many": {f"n{n}": "z" * 500 for n in range(40)}},
        {f"n{n}": ["z" * 500] * 50 for n in range(400)},
        {"deep": [[[["w" * 3_000] * 30] * 30] * 30]},
    ],
)
def test_details_are_bounded(details: dict[str, Any]) -> None:
    text = brief(refusal(details)).split("\ndetails: ")[1]
    assert len(text) <= module.LONGEST_DETAILS
    assert "more" in text or len(json.dumps(details)) < len(text) + 5_000


def test_candidates_are_a_line_each_that_begins_with_what_to_send() -> None:
    rows = [{"selector": f"f{n}@1", "line": n, "text": f"def f{n}():"} for n in range(1, 26)]
    lines = brief(refusal({"candidates": rows, "total": 30, "edit": 0})).split("\n")
    assert lines[2] == "- f1@1 line 1: def f1():"
    assert lines[21] == "- f20@1 line 20: def f20():"
    assert lines[22:] == ["- … 10 more", 'details: {"edit":0}']
    told = brief(refusal({"candidates": [{"selector": "", "line": 3, "text": "x", "occurrence": 2}], "total": 4}))
    assert told.endswith("\n- (the file) line 3 occurrence 2: x\n- … 3 more")


def test_candidates_that_a_line_cannot_say_stay_json() -> None:
    rows = [{"selector": "f", "line": 1, "token": "abc"}]
    assert '"token":"abc"' in brief(refusal({"candidates": rows}))


def test_a_proposal_shows_its_difference_as_it_is() -> None:
    row = {"selector": "f", "line": 1, "end_line": 2, "score": 90.5, "confirm": "ab", "text": "x", "diff": "-\ta\n+\tb"}
    assert brief(refusal({"candidates": [row]})).split("\n")[2:] == [
        "- f line 1-2 score 90.5 confirm ab: x",
        "-\ta",
        "+\tb",
    ]
    long = {**row, "diff": "\n".join(f"-{n:099}" for n in range(200))}
    assert len(brief(refusal({"candidates": [long] * 30}))) < 3 * module.LONGEST_DETAILS


def test_a_renamed_file_says_what_it_was() -> None:
    answer = edited("", op="rename_file", target="")
    answer["files"][0]["renamed_from"] = "b"
    assert brief(answer).startswith("applied a hash 2222222222222222 (was b)\n0 rename_file")


def test_what_is_cut_in_details_is_counted() -> None:
    text = brief(refusal({"steps": [{"step": f"a{n}"} for n in range(25)]}))
    assert json.loads(text.split("details: ")[1])["steps"][-1] == "… 5 more"


def edited(diff: str, **more: Any) -> dict[str, Any]:
    edit = {
        "index": 0,
        "op": "edit",
        "target": "f@1",
        "status": "applied",
        "inserted": [],
        "how": "exact",
        "applicability": "safe",
        "kept": [],
        "warnings": [],
    }
    file = {
        "path": "a",
        "status": "applied",
        "before_hash": "1" * 64,
        "after_hash": "2" * 64,
        "atomic": True,
        "diff": diff,
        "edits": [{**edit, **more}],
        "warnings": [{"code": "KEPT", "message": "the decorators"}],
    }
    return {"version": 1, "status": "applied", "plan": "p", "files": [file]}


def test_an_edit_that_was_not_found_exactly_says_how() -> None:
    text = brief(edited("", how="indentation", score=100, applicability="safe", kept=["comments"]))
    assert text.split("\n") == [
        "applied a hash 2222222222222222",
        "0 edit f@1 (how: indentation, score 100, safe) (kept: comments)",
        "warning: KEPT: the decorators",
    ]


def test_a_long_diff_is_cut_at_a_line_and_the_rest_counted() -> None:
    diff = "--- a/a\n+++ b/a\n@@ -1 +1,2000 @@\n" + "".join(f"+line {n}\n" for n in range(2_000))
    lines = brief(edited(diff)).split("\n")
    shown = [line for line in lines if line.startswith("+line")]
    assert 1_000 < len(shown) < 2_000
    assert lines[-1] == f"… {2_000 - len(shown):,} more lines of diff; read the file to see them"


def test_a_removed_line_of_dashes_is_no_head() -> None:
    assert "--- x" in brief(edited("--- a/a\n+++ b/a\n@@ -1 +0,0 @@\n--- x\n")).split("\n")


def test_a_file_that_is_gone_has_no_hash() -> None:
    answer = edited("", op="remove")
    answer["files"][0]["after_hash"] = None
    assert brief(answer).startswith("applied a no file\n0 remove f@1")
