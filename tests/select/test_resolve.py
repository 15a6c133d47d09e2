"""What selectors name, and how many are meant; every refusal offers selectors that work."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from structedit.errors import StructeditError
from structedit.select.canonical import canonical, printed
from structedit.select.match import full_span
from structedit.select.resolve import matches, require
from tests.select import ebnf
from tests.select.trees import found, names, refused, text_of, tree_of

CODE = """\
import os, sys
from a.b import c as d  # the rest

@app.route("/", methods=["GET"])
@cached
async def load(path: str, mode="r") -> int:
    '''Reads.'''
    if path:
        return open(path, mode=mode)
    x = requests.get("a, b", timeout=3)
    return open(other(1), mode="rb")

class Show(Base, meta=M):
    size: int = 3
    text = "load"

    def run(self): pass

    def empty(self, *rest): ...

def test(): return [], {}, g()

def list(): return 1
"""


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("import#sys", ["import os, sys"]),
        ("import#d", ["from a.b import c as d"]),
        ('import[module="a.b"]', ["from a.b import c as d"]),
        ("import[imports=sys]", ["import os, sys"]),
        ("import[module]", ["import os, sys", "from a.b import c as d"]),
        ("function[async]", ['@app.route("/", methods=["GET"])']),
        ("function[async=true]", ['@app.route("/", methods=["GET"])']),
        ("function[async!=true]", []),  # what is absent matches nothing
        ("function[decorator=cached]", ['@app.route("/", methods=["GET"])']),
        ('function[decorator="app.route"]', ['@app.route("/", methods=["GET"])']),
        ('call[callee="requests.get"]', ['requests.get("a, b", timeout=3)']),
        ('call[callee^="requests."]', ['requests.get("a, b", timeout=3)']),
        ("argument[keyword=timeout]", ["timeout=3"]),
        ("argument[value=3]", ["timeout=3"]),
        ('argument[value="\\"rb\\""]', ['mode="rb"']),
        ("string[value=rb]", ['"rb"']),
        ("parameter[type=str]", ["path: str"]),
        ("field[type=int]", ["size: int = 3"]),
        ("function[name=LOAD]", []),
        ("function[name=LOAD i]", ['@app.route("/", methods=["GET"])']),
        ("class > method[index=2]", ["def empty(self, *rest): ..."]),
        ("function[line=6]", ['@app.route("/", methods=["GET"])']),
        ("function[lines>3]", ['@app.route("/", methods=["GET"])']),
        ("method[depth=2]", ["def run(self): pass", "def empty(self, *rest): ..."]),
        ("method[path$=run]", ["def run(self): pass"]),
        ("function[line>=21]", ["def test(): return [], {}, g()", "def list(): return 1"]),
        ("call#open", ["open(path, mode=mode)", 'open(other(1), mode="rb")']),
        ("#open", ["open(path, mode=mode)", 'open(other(1), mode="rb")']),
        ("base", ["Base", "meta=M"]),
        ("base#Base", ["Base"]),
        ("load > call:nth(1)", ['app.route("/", methods=["GET"])']),  # a decorator is inside of its function
        ("load > call:nth(2)", ['requests.get("a, b", timeout=3)']),
        ("load > call:nth(-1)", ['open(other(1), mode="rb")']),
        ("load > call#open:first", ['open(other(1), mode="rb")']),
        ("load call#open:nth(1)", ["open(path, mode=mode)", 'open(other(1), mode="rb")']),  # one for each parent
        ("load call#open:last > argument:nth(2)", ["mode=mode", 'mode="rb"']),
        ("call#open:nth-of-all(2)", ['open(other(1), mode="rb")']),
        ("load call:nth-of-all(-1)", []),
        ("call:nth(3)#open", ['open(other(1), mode="rb")']),  # tests in their order
        ("function:has(call#open)", ['@app.route("/", methods=["GET"])']),
        ("if:has(> return > call)", ["if path:"]),
        ("function:has(> return > item > call#g)", ["def test(): return [], {}, g()"]),
        ("function:has(+ class)", ['@app.route("/", methods=["GET"])']),
        ("argument:not([keyword]):not(string)", ["path", "other(1)", "1"]),
        ("argument:is(call, string)", ['"/"', '"a, b"', "other(1)"]),
        ("call:not(function call)", []),
        (
            "function:is(load, Show method)",
            ['@app.route("/", methods=["GET"])', "def run(self): pass", "def empty(self, *rest): ..."],
        ),
        ("function:not(load):not(class *)", ["def test(): return [], {}, g()", "def list(): return 1"]),
        ("function:not(> return)", ["def run(self): pass", "def empty(self, *rest): ..."]),
        ('call:contains("timeout")', ['requests.get("a, b", timeout=3)']),
        ('function:contains("if path:\\n")', ['@app.route("/", methods=["GET"])']),
        ("function:line(7)", ['@app.route("/", methods=["GET"])']),
        (":line(10)", ['x = requests.get("a, b", timeout=3)']),
        (":line(2)", ["from a.b import c as d"]),
        (":line(99)", []),
        ("function:empty", ["def run(self): pass", "def empty(self, *rest): ..."]),
        ("list:empty", ["[]"]),
        ("dict:empty", ["{}"]),
        ("call:empty", ["g()"]),
        ("(return_statement):nth-of-all(2)", ['return open(other(1), mode="rb")']),
        ("load::name", ["load"]),
        ("load::parameters > parameter", ["path: str", 'mode="r"']),
        ("load::returns", ["int"]),
        ("load::docstring", ["'''Reads.'''"]),
        ("load if::condition", ["path"]),
        ("call#get::callee", ["requests.get"]),
        ("call#get::function", ["requests.get"]),
        ("function:line(9)::body if", ["if path:"]),
        ("test::returns", []),  # absent parts are for edits
        ("base, import", ["import os, sys", "from a.b import c as d", "Base", "meta=M"]),
        ("function#test, test, function[name=test]", ["def test(): return [], {}, g()"]),
        ("Show.size ..= Show.run", ["size: int = 3"]),
    ],
)
def test_a_selector_names(selector: str, expected: list[str]) -> None:
    assert found(tree_of(CODE), selector) == expected


def test_the_root_is_one_element() -> None:
    tree = tree_of(CODE)
    assert names(tree, ":root") == names(tree, "module") == [":root"]
    assert [match.element for match in matches(tree, ":root")] == [tree.elements.root]
    assert names(tree_of(""), ":root") == [":root"]


def test_a_star_names_each_node_once() -> None:
    everything = matches(tree_of(CODE), "*")
    assert len({match.key for match in everything}) == len(everything)
    assert everything == sorted(everything, key=lambda match: match.order)


def test_a_run_is_from_the_first_to_the_last() -> None:
    (run,) = require(tree_of(CODE), "Show.size ..= Show.run")
    assert full_span(run).of(run.tree.text).decode().count("\n") == 3
    assert canonical(run) == "Show.size ..= Show.run"


@pytest.mark.parametrize("selector", ["Show ..= load", "Show.size ..= test", "load if ..= test"])
def test_a_run_needs_two_members_of_one_container_in_order(selector: str) -> None:
    refusal = refused(tree_of(CODE), selector)
    assert (refusal.code, "container" in refusal.details["reason"]) == ("TARGET_NOT_FOUND", True)


# how many


def test_one_is_meant_unless_a_count_is_given() -> None:
    tree = tree_of(CODE)
    assert len(require(tree, "load")) == 1
    assert len(require(tree, "call#open", 2)) == 2
    assert len(require(tree, "call#open", "all")) == 2
    assert refused(tree, "call#open").code == "TARGET_AMBIGUOUS"
    assert refused(tree, "call#open", 1).details | {"candidates": 0} == {
        "selector": "call#open",
        "candidates": 0,
        "total": 2,
        "expected": 1,
        "found": 2,
    }
    assert refused(tree, "call#open", 3).code == "TARGET_NOT_FOUND"
    assert refused(tree, "call#nope", "all").code == "TARGET_NOT_FOUND"


def test_candidates_are_selectors_that_work_with_line_and_text() -> None:
    tree = tree_of(CODE)
    refusal = refused(tree, "call#open")
    assert [(row["line"], row["text"]) for row in refusal.details["candidates"]] == [
        (9, "open(path, mode=mode)"),
        (11, 'open(other(1), mode="rb")'),
    ]
    for row in refusal.details["candidates"]:
        (match,) = require(tree, row["selector"])
        assert text_of(match) == row["text"]
    assert refusal.details["candidates"][0]["selector"] in refusal.hint


def test_twenty_candidates_are_shown_at_most() -> None:
    refusal = refused(tree_of("f()\n" * 30), "call#f")
    assert (len(refusal.details["candidates"]), refusal.details["total"]) == (20, 30)
    long = refused(tree_of(f"f({'a' * 200})\n" * 2), "call#f").details["candidates"][0]["text"]
    assert len(long) == 120


@pytest.mark.parametrize(
    ("selector", "step", "nearest"),
    [
        ("function#laod", "`function#laod` matched 0", "load"),
        ("load > call#opne", "`load` matched 1, `> call#opne` matched 0", "load > if:nth(1) > call:nth(1)"),
        ("Show.rum", "`Show.rum` matched 0", "Show.run"),
        ("shw", "`shw` matched 0", "Show"),
        ("function load", "`function` matched 5, `load` matched 0", "function#load"),
        ("import#requests", "`import#requests` matched 0", "import#os"),
        ("load > loop", "`load` matched 1, `> loop` matched 0", None),
        ("Show.zzzzz", "`Show.zzzzz` matched 0", "Show.size"),
    ],
)
def test_nothing_found_names_the_step_and_what_is_nearest(selector: str, step: str, nearest: str | None) -> None:
    tree = tree_of(CODE)
    refusal = refused(tree, selector)
    assert refusal.code == "TARGET_NOT_FOUND"
    assert step in refusal.message
    assert refusal.details["steps"][-1]["matched"] == 0
    assert refusal.details["nearest"][:1] == ([nearest] if nearest else [])
    for one in refusal.details["nearest"]:
        assert len(matches(tree, one)) == 1


# words with two readings


def test_a_bare_role_word_that_is_a_name_too_is_ambiguous_for_an_edit() -> None:
    tree = tree_of(CODE)
    refusal = refused(tree, "list")
    assert refusal.code == "TARGET_AMBIGUOUS"
    assert refusal.details["readings"] == ["list", '"list"']
    assert [text_of(m) for m in require(tree, '"list"')] == ["def list(): return 1"]
    assert len(require(tree, "list", "all", edit=False)) == 3
    assert require(tree_of("x = [1]\n"), "list")


def test_role_and_word_are_ambiguous_where_both_readings_name_something() -> None:
    tree = tree_of("def load():\n    def load(): pass\n")
    assert refused(tree, "function load").details["readings"] == ["function load", "function#load"]
    assert len(require(tree, "function load", "all", edit=False)) == 1


def test_a_role_without_a_match_offers_the_name() -> None:
    assert refused(tree_of("def loop(): pass\n"), "loop").details["nearest"][0] == '"loop"'


# guards


def test_a_guard_picks_among_several_and_is_refused_where_it_fits_none() -> None:
    tree = tree_of("f(1)\nf(2)\n")
    first, second = (printed(match) for match in matches(tree, "call#f"))
    guard = second.split("@")[1]
    (match,) = require(tree, f"call#f@{guard}")
    assert text_of(match) == "f(2)"
    assert len(require(tree, f"call#f @{guard.upper()}")) == 1
    refusal = refused(tree, "call#f@00000000")
    assert refusal.code == "GUARD_MISMATCH"
    assert [row["selector"] for row in refusal.details["candidates"]] == [first, second]
    one = refused(tree_of("f(1)\n"), "call#f@00000000").details
    assert (one["expected_hash"], one["current_hash"][:8]) == ("00000000", first.split("@")[1])
    assert refused(tree_of("f(1)\nf(1)\n"), "call#f@" + first.split("@")[1]).code == "TARGET_AMBIGUOUS"
    assert matches(tree, "call#f@00000000") == []


# parts that are absent


def test_a_part_that_could_be_there_is_a_place_for_an_edit() -> None:
    tree = tree_of(CODE)
    (match,) = require(tree, "test::returns")
    assert (match.node, match.part) == (None, "returns")
    assert canonical(match) == "test::returns"
    assert refused(tree, "test::returns", edit=False).code == "TARGET_NOT_FOUND"
    assert refused(tree, "load::else").code == "TARGET_NOT_FOUND"
    (signature,) = require(tree, "test::signature")
    assert full_span(signature).of(tree.text) == b"def test()"


@pytest.mark.parametrize(
    ("selector", "at", "hint"),
    [
        ("load::nope", 4, "load.nope"),
        ("load::retruns", 4, "::returns"),
        ("app.py::load", 6, "`load`"),
        ("(if_statment)", 0, "(if_statement)"),
        ("load > (nope)", 7, ""),
        ("class:has(load::nope)", 14, "load.nope"),
    ],
)
def test_words_that_the_grammar_has_not_are_refused(selector: str, at: int, hint: str) -> None:
    refusal = refused(tree_of(CODE), selector)
    assert (refusal.code, refusal.details["position"]) == ("BAD_SELECTOR", at)
    assert hint in refusal.hint


@pytest.mark.parametrize(
    ("text", "selector"),
    [
        ("", "x"),
        ("", "* *"),
        ("(((", "call"),
        ("def f(:\n  x y z\n", "f > *"),
        ("\xff\xfe".encode("latin-1"), "#\u00ff"),
        ("x = 'a\udcff'".encode("utf-8", "surrogateescape"), "x"),
        ("a" * 5000 + "=1", "a" * 5000),
        ("x = 1", '#"\\u{0}"'),
        ("x = 1", "#\udcff"),
        ('{"a": {"a": {"a": 1}}}', "a a ~ a"),
    ],
)
def test_odd_files_and_odd_names_are_no_reason_to_fail(text: str | bytes, selector: str) -> None:
    tree = tree_of(text)
    for match in matches(tree, selector):
        assert canonical(match)
    try:
        require(tree, selector)
    except StructeditError as refusal:
        assert pickle.loads(pickle.dumps(refusal)).refused() == refusal.refused()


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(ebnf.sentences("selector"), st.sampled_from(["python", "json"]))
def test_every_selector_is_answered_or_refused(selector: str, language: str) -> None:
    text = {"python": CODE, "json": '{"list": [1, {"name": [[]]}], "0": {"0": "x"}}\n'}[language]
    try:
        for match in require(tree_of(text, language), selector, "all"):
            assert canonical(match)
    except StructeditError as refusal:
        assert refusal.code in ("BAD_SELECTOR", "TARGET_NOT_FOUND", "TARGET_AMBIGUOUS", "GUARD_MISMATCH")
        assert refusal.hint
