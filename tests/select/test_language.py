"""The selector language: every sentence of the EBNF is read, and its print means the same; other text is refused."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from structedit.errors import StructeditError
from structedit.select import words
from structedit.select.selector import MAX_DEPTH, MAX_LENGTH, format, parse  # noqa: A004 - the module's own word
from structedit.select.terms import Path, Role
from structedit.syntax.words import ROLES
from tests.select import ebnf


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(ebnf.sentences("selector"))
@example("call[callee='requests.get' i]:has(> argument#timeout):not(:nth(-1)) ..= x @ABCDEF01")
@example('a."b c"[0].d, "function", (if_statement)::alternative')
def test_every_sentence_of_the_ebnf_is_read_and_its_print_means_the_same(text: str) -> None:
    selector = parse(text)
    printed = format(selector)
    assert parse(printed) == selector
    assert format(parse(printed)) == printed


PIECES = [*"ab.#>~+*:[]()\"'@,= \\0i/{}", "::", ":nth(", "function", "..=", "[name=", ":has("]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_other_text_is_refused_with_a_caret_and_nothing_else_is_raised(text: str) -> None:
    refusal = refusal_of(text)
    if refusal is None:
        assert parse(format(parse(text))) == parse(text)
        return
    assert refusal.code == "BAD_SELECTOR"
    assert refusal.message.endswith("^")
    assert 0 <= refusal.details["position"] <= len(text)
    assert refusal.hint


def refusal_of(text: str) -> StructeditError | None:
    try:
        parse(text)
    except StructeditError as refusal:
        return refusal
    return None


def literals(rule: str) -> set[str]:
    return {text for sort, text in ebnf.rules()[rule] if sort == "literal"}


def test_the_words_of_the_ebnf_are_those_of_the_code() -> None:
    assert literals("role") == set(ROLES)
    assert literals("attr_number") == set(words.NUMBERS)
    assert literals("attr_text") == set(words.ATTRIBUTES) - set(words.NUMBERS)
    assert literals("match") | literals("order") == set(words.OPERATORS)
    pseudo = literals("bare") | {"nth", "nth-of-all", "line", "lines", "has", "not"}
    pseudo |= {"is", "inside", "contains", "query", "matches", "enclosing"}
    assert pseudo == set(words.PSEUDO_CLASSES)
    assert not set(words.LATER) & pseudo


@pytest.mark.parametrize(
    ("text", "at", "hint"),
    [
        ("a/b", 1, "`a.b`"),
        ("Foo::bar::baz", 8, "`Foo.bar.baz`"),
        ("src/app.py::Foo", 3, "`Foo`"),
        ("src/app.py::Foo::bar", 3, "`Foo.bar`"),
        ('class["Foo"]', 6, "outline"),
        ('scripts."build', 8, '`scripts."build"`'),
        ("load:body", 4, "`load::body`"),
        ("load::nth(1)", 4, "`load:nth(1)`"),
        ("functoin#load", 0, "`function#load`"),
        ("main clal#open", 5, "`main call#open`"),
        ("load#x", 0, "function#load"),
        ("function(load)", 8, "`function#load`"),
        ("load()", 4, "`load`"),
        ("class#A:", 8, "`class#A`"),
        ("a:nht(2)", 1, ":nth"),
        ("a:nth-child(2)", 1, ":nth"),
        ("a:nth(0)", 6, "outline"),
        ("a:first(1)", 7, "`a:first`"),
        ("a:has(return", 12, "outline"),
        ("[nmae=x]", 1, "[name]"),
        ("call[callee=requests.get]", 20, '`call[callee="requests.get"]`'),
        ("function[line=x]", 14, "outline"),
        ("class#A >", 9, "In a shell"),
        ("#", 1, "In a shell"),
        ("", 0, "outline"),
        ("a @xyz", 2, "quoted"),
        ("::body", 0, "load::body"),
        ("call:contains(open)", 14, ':contains("open")'),
        ('"a\\q"', 2, "backslash"),
        ("a..b", 2, "`a.b`"),
        ("a ..= b, c", 7, "two selectors"),
    ],
)
def test_a_malformed_selector_shows_the_place_and_spells_it_right(text: str, at: int, hint: str) -> None:
    with pytest.raises(StructeditError) as caught:
        parse(text)
    assert caught.value.code == "BAD_SELECTOR"
    assert caught.value.details["position"] == at
    assert caught.value.message.split("\n")[1:] == [f"  {text}", f"  {' ' * at}^"]
    assert hint in caught.value.hint


@pytest.mark.parametrize("word", sorted(words.LATER))
def test_a_pseudo_class_of_later_says_so_and_what_to_use_now(word: str) -> None:
    with pytest.raises(StructeditError, match="comes later") as caught:
        parse(f"function:{word}(x)")
    assert words.LATER[word] in caught.value.hint


def test_limits_are_ten_thousand_characters_and_fifty_levels() -> None:
    parse("a" * MAX_LENGTH)
    parse(":not(" * MAX_DEPTH + "*" + ")" * MAX_DEPTH)
    for text in ("a" * (MAX_LENGTH + 1), ":not(" * (MAX_DEPTH + 1) + "*" + ")" * (MAX_DEPTH + 1)):
        with pytest.raises(StructeditError, match="than"):
            parse(text)


def test_a_bare_role_word_is_the_role_and_a_quoted_or_dotted_one_is_a_name() -> None:
    heads = [parse(text).alternatives[0].compounds[0].head for text in ("list", '"list"', "list.x", "list[0]", "lists")]
    assert heads == [Role("list"), Path(("list",)), Path(("list", "x")), Path(("list", 0)), Path(("lists",))]


def test_selectors_pickle() -> None:
    selector = parse("a:has(> b[line>3]) ..= c@12345678")
    assert pickle.loads(pickle.dumps(selector)) == selector
