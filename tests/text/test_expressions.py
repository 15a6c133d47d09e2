"""Expressions of users: what `regex` reads is read, everything else is refused with its place, and time is limited."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.text.expressions import ALLOWED_TIME, Allowance, BadExpression, TooSlowError, compiled

SLOW = r"(?:(a|b|ab)*?)*c\b"
CUT_IN_MANY_WAYS = "ab" * 60 + "c_"


@pytest.mark.parametrize(
    ("expression", "flags", "text", "fits"),
    [
        ("b", "", "abc", True),
        ("^b", "", "a\nb", False),
        ("^b", "m", "a\nb", True),
        ("A.C", "", "a\nc", False),
        ("A.C", "is", "a\nc", True),
        (r"\p{Lu}", "", "größe", False),
        (r"\w+", "", "ß", True),
    ],
)
def test_an_expression_is_searched_for_with_its_flags(expression: str, flags: str, text: str, fits: bool) -> None:
    assert Allowance().finds(compiled(expression, flags), text) == fits


@pytest.mark.parametrize(
    ("expression", "position"),
    [("(", 1), ("*", 0), ("a{3,1}", 2), ("a\\", 2), ("(" * 3000, 0), ("(a{1000}){1000}", 9), (r"\p{Nope}", 8)],
)
def test_what_is_no_expression_is_refused_with_its_place(expression: str, position: int) -> None:
    with pytest.raises(BadExpression) as caught:
        compiled(expression)
    assert caught.value.position == position
    assert caught.value.message


@given(st.text("()[]{}\\*+?|.^$<>=!:-,019aepPLNxgk&~", max_size=12))
def test_nothing_else_is_raised(expression: str) -> None:
    try:
        Allowance().finds(compiled(expression), "ab(0" * 3)
    except BadExpression as error:
        assert 0 <= error.position <= len(expression)


def test_all_expressions_share_one_time() -> None:
    allowance = Allowance()
    start = time.thread_time()
    for _ in range(5):
        with pytest.raises(TooSlowError):
            allowance.finds(compiled(SLOW), CUT_IN_MANY_WAYS)
    assert time.thread_time() - start < 3 * ALLOWED_TIME
    with pytest.raises(TooSlowError):
        allowance.finds(compiled("a"), "a")
