"""Tests in other languages (:matches, :query), those that look outwards (:inside, :parent, :enclosing), and lines."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.errors import StructeditError
from structedit.select import joins
from structedit.select.canonical import canonical
from structedit.select.match import holds, of_element
from structedit.select.printer import quoted
from structedit.select.resolve import matches, require
from structedit.select.selector import format, parse  # noqa: A004 - the module's own word
from structedit.select.terms import Expression, Lines, Role, Selector
from structedit.syntax.words import OPAQUE, ROLES
from tests.select.trees import found, names, refused, text_of, tree_of

CODE = """\
@app.route("/api")
def load(path):
    '''Reads.'''
    if path:
        return open(path)

    def inner():
        return open(other(1))
    for one in path:
        one.close(inner)
    return None

class Show:
    text = "load"

    def run(self): return open(self)
"""

RUN = "def run(self): return open(self)"


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        # outwards
        ("call#open:parent", ["def inner():", "if path:", RUN]),
        ("load > if call#open:parent", ["if path:"]),
        ("call#other:parent", ["other(1)"]),
        ("function#inner argument:parent", ["open(other(1))", "other(1)"]),
        ("class#Show:parent > function", ['@app.route("/api")']),
        (":root:parent", []),
        ("call:enclosing(function)", ['@app.route("/api")', "def inner():", RUN]),
        ("call#other:enclosing(function)::name", ["inner"]),
        ("call#open:enclosing(class)[name=Show]", ["class Show:"]),
        ("function:enclosing(function)", ['@app.route("/api")']),
        ("call#other:enclosing(loop)", []),
        ("call#open:parent:nth(1)", ["if path:", RUN]),
        ("call#open:parent:not(if)", ["def inner():", RUN]),
        ("(identifier):parent:is(class)", ["class Show:"]),
        ("function:has(> if > call:parent)", []),
        # inside
        ("call#open:inside(if)", ["open(path)"]),
        ("call#open:inside(if, class)", ["open(path)", "open(self)"]),
        ("call#open:inside(load inner)", ["open(other(1))"]),
        ("call:not(:inside(function))", []),
        ("call:inside(argument)", ["other(1)"]),
        ("call:inside(load::decorators)", ['app.route("/api")']),
        ("function:inside(function)", ["def inner():"]),
        ("call#open:inside(:root)", ["open(path)", "open(other(1))", "open(self)"]),
        # expressions
        ('string:matches(/^"/)', ['"/api"', '"load"']),
        (r"string:matches(/\/api/)", ['"/api"']),
        ("function:matches(/READS/i)", ['@app.route("/api")']),
        ("function:matches(/^@/)", ['@app.route("/api")']),
        ("call:matches(/^open\\(.*\\)\\z/):inside(class)", ["open(self)"]),
        (":matches(/^return None$/)", ["return None"]),
        # queries
        (':query("(for_statement) @target")', ["for one in path:"]),
        (':query("(for_statement left: (_) @it)")', ["one"]),
        (':query("(call function: (attribute object: (_) @target) @other)")', ["app", "one"]),
        ('call:query("(return_statement (call) @target)")', ["open(path)", "open(other(1))", "open(self)"]),
        ('function:query("(decorated_definition (_) @target)")', ['@app.route("/api")']),
        ("""call:query('((call function: (_) @f) @target (#eq? @f "open"))'):inside(if)""", ["open(path)"]),
        (""":query('((identifier) @x (#match? @x "^(?i)O") (#not-any-of? @x "open" "one"))')""", ["other"]),
        (""":query('((call function: (_) @f arguments: (argument_list (_) @a)) (#eq? @f @a)) @target')""", []),
        ("""#inner:query('(function_definition) @target')""", ["def inner():"]),
        (":query('(function_definition) @target'):nth(1)", ["def load(path):", "def inner():", RUN]),
        # by lines
        (":lines(4-5)", ["if path:"]),
        ("function:lines(4-5)", ['@app.route("/api")']),
        (":lines(7-8)", ["def inner():"]),
        ("class:lines(13-14)", ["class Show:"]),
        (":lines(3-99)", []),
        (":lines(90-99)", []),
    ],
)  # fmt: skip
def test_a_selector_names(selector: str, expected: list[str]) -> None:
    tree = tree_of(CODE)
    assert sorted(found(tree, selector)) == sorted(expected)
    assert found(tree, format(parse(selector))) == found(tree, selector)


def test_each_parent_is_named_once_in_document_order() -> None:
    tree = tree_of("def f():\n    a(b(1), 2)\n    c()\n\nd()\n")
    assert names(tree, "call:parent") == [":root", "f", "f call#b"]  # an argument is around the call that it is


@pytest.mark.parametrize("selector", ["*:parent", *(f"*:enclosing({role})" for role in ROLES)])
def test_few_and_many_find_the_same_around_them(selector: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Around few places the tree is looked at, for many it is swept."""
    answers = []
    for few in (True, False):
        monkeypatch.setattr(joins, "few", lambda *_, few=few: few)
        answers.append([match.order for match in matches(tree_of(CODE + "(yield)"), selector)])
    assert answers[0] == answers[1]


def test_the_parent_is_the_innermost_opaque_element_around() -> None:
    tree = tree_of(CODE)
    opaque = [of_element(tree, element) for element in tree.elements.of(*OPAQUE)]
    for match in matches(tree, "call"):
        around = [one for one in opaque if holds(one, match) and one.element is not match.element]
        innermost = max(around, key=lambda one: one.order)
        path = canonical(match)
        assert [one.key for one in matches(tree, f"{path}:parent")] == [innermost.key]


# what is read


def test_arguments_are_records_and_pickled_with_the_selector() -> None:
    tests = parse(r"call:matches(/a\/\\b/mi):lines(3 - 5):enclosing(function)").alternatives[0].compounds[0].tests
    arguments = [getattr(test, "argument", None) for test in tests]
    assert arguments == [Expression(r"a/\\b", "im"), Lines(3, 5), Role("function")]
    assert format(parse(r"call:matches(/a\/\\b/mi):lines(3 - 5)")) == r"call:matches(/a\/\\b/im):lines(3-5)"


@given(st.text(r"ab/\.()[]", min_size=1, max_size=8))
def test_any_expression_that_is_read_is_printed_as_it_means(text: str) -> None:
    try:
        selector = parse(f"call:matches(/{text}/)")
    except StructeditError as refusal:
        assert refusal.code == "BAD_SELECTOR"
        return
    assert isinstance(selector, Selector)
    assert parse(format(selector)) == selector


@pytest.mark.parametrize(
    ("text", "at", "hint"),
    [
        ("call:matches", 12, "outline"),
        ('call:matches("a")', 13, ":matches(/"),
        ("call:matches(a)", 13, ":matches(/"),
        ("call:matches(/a)", 13, r"\/"),
        ("call:matches(/a/g)", 16, "outline"),
        ("call:matches(/a/ii)", 16, "outline"),
        ("call:matches(//)", 14, ":matches(/"),
        ("call:matches(/a(/)", 16, "`\\`"),
        (r"call:matches(/\/\/(/)", 19, "`\\`"),
        ("call:query((call) @x)", 11, "@target"),
        ("call:inside", 11, "outline"),
        ("call:inside(a ..= b)", 12, "a, b"),
        ("call:has(a ..= b)", 9, "a, b"),
        ("call:enclosing", 14, "outline"),
        ("call:enclosing(functoin)", 15, ":enclosing(function)"),
        ("call:enclosing()", 15, "outline"),
        ("call:parent(1)", 11, "`call:parent`"),
        (":lines(3)", 7, ":line(3)"),
        (":lines(0-3)", 7, "outline"),
        (":lines(5-3)", 7, ":lines(3-5)"),
        ("call:insied(if)", 4, ":inside"),
    ],
)
def test_what_is_malformed_is_shown_with_its_place(text: str, at: int, hint: str) -> None:
    with pytest.raises(StructeditError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.details["position"]) == ("BAD_SELECTOR", at)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("query", "at", "said", "hint"),
    [
        ("(qqqq) @x", 1, "Invalid node type", "query language"),
        ("(if_statment) @x", 1, "Invalid node type at row 0, column 1", "`if_statement`"),
        ("(call) @a\n(call fnction: (_) @a)", 16, "Invalid field name at row 1, column 6", "`function`"),
        ("(call", 5, "EOF", "query language"),
        ("(call)", 6, "captures nothing", "@target"),
        ("(call function: (_) @a arguments: (_) @b)", 0, "@a, @b", "@target"),
        ('((call) @a (#lua-match? @a "x"))', 12, "#lua-match?", "#match?"),
        ('((call) @a (#any-eq? @a "x"))', 12, "#any-eq?", "#eq?"),
        ('((call) @a ( ; why\n .eq? @a "x"))', 20, ".eq?", "#eq?"),
        ('(call) @a (#eq? @a "x")', 11, "beside its pattern", "((kind) @target (#eq?"),
        ("((call) @a (#eq? @a))", 12, "takes", "#eq?"),
        ('((call) @a (#eq? "x" @a))', 12, "takes", "#eq?"),
        ("((call) @a (#match? @a @a))", 12, "takes", "#match?"),
        ("((call) @a (#any-of? @a))", 12, "takes", "#any-of?"),
        ('((call) @a (#match? @a "("))', 23, "missing )", "query language"),
        ('((call) @a (#eq? @b "x"))', 18, "Invalid capture name", "query language"),
        ("(" * 300, 200, "nested deeper", "query language"),
    ],
)
def test_a_query_that_the_grammar_does_not_take_is_shown_with_its_place(
    query: str, at: int, said: str, hint: str
) -> None:
    selector = f"call:query('{query}')"
    refusal = refused(tree_of(CODE), selector)
    assert (refusal.code, refusal.details["position"]) == ("BAD_SELECTOR", at + 12)
    assert said in refusal.message
    assert hint in refusal.hint


PIECES = [
    *"()[]._*+?!",
    "(call)",
    "function:",
    "@target",
    " @a ",
    '"("',
    '(#eq? @target "x")',
    '(#match? @a "^o")',
    "é",
    "\\",
]


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_any_query_is_answered_or_refused(query: str) -> None:
    selector = f"*:query({quoted(query)})"
    try:
        matches(tree_of(CODE), selector)
    except StructeditError as refusal:
        assert refusal.code == "BAD_SELECTOR"
        assert 0 <= refusal.details["position"] <= len(selector)
        assert refusal.hint


# limits


def test_an_expression_that_takes_too_long_is_refused() -> None:
    tree = tree_of(f'x = "{"ab" * 60}c_"\n')
    start = time.thread_time()
    for selector in (r"string:matches(/(?:(a|b|ab)*?)*c\b/), string:matches(/(?:(b|a|ab)*?)*c\b/)",):
        refusal = refused(tree, selector)
        assert (refusal.code, "too long" in refusal.message) == ("BAD_SELECTOR", True)
    query = r"""((string) @target (#match? @target "(?:(a|b|ab)*?)*c\\b"))"""
    assert "too long" in refused(tree, f":query({quoted(query)})").message
    assert time.thread_time() - start < 5


def test_a_query_of_too_many_matches_is_refused_at_once() -> None:
    tree = tree_of(f"f({'a, ' * 5000})\n")
    start = time.thread_time()
    for query in ("(argument_list (_) @a (_) @target)", "(_ (_) @a (_) @b (_) @target)"):
        assert "side by side" in refused(tree, f':query("{query}")').message
    assert time.thread_time() - start < 5


def test_deep_files_are_answered_in_time() -> None:
    tree = tree_of("[" * 4500 + "1" + "]" * 4500, "json")
    start = time.thread_time()
    assert len(matches(tree, ':query("(array (array) @target)")')) == 4499
    assert len(matches(tree, "item:enclosing(item)")) == 4499
    assert len(matches(tree, "item:inside(item)")) == 4499
    assert len(matches(tree, "item:parent")) == 4500
    assert time.thread_time() - start < 20


def test_text_that_is_no_utf8_is_matched_where_it_is_not_asked_for() -> None:
    tree = tree_of(b'old = 1\nname = "\xe9"\n')
    assert text_of(require(tree, """:query('((identifier) @x (#match? @x "^o"))')""")[0]) == "old"
    assert len(matches(tree, "string:matches(/^.{3}$/)")) == 1


# lines are for finding


@pytest.mark.parametrize(
    ("selector", "at", "hint"),
    [
        ("function:line(5)", 8, "load@"),
        (":lines(4-5)", 0, "load > if:nth(1)@"),
        ("Show:has(:line(14))", 9, "Show@"),
        ("load, function:line(16)", 14, "load@"),
    ],
)
def test_lines_name_no_target_of_an_edit_but_say_what_they_found(selector: str, at: int, hint: str) -> None:
    tree = tree_of(CODE)
    refusal = refused(tree, selector, "all")
    assert (refusal.code, refusal.details["position"]) == ("BAD_SELECTOR", at)
    assert hint in refusal.hint
    assert require(tree, refusal.details["candidates"][0]["selector"])
    assert require(tree, selector, "all", edit=False)
