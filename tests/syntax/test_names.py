"""What a quoted key says."""

from __future__ import annotations

import pytest

from structedit.syntax.names import unquoted


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        (r'"plain"', "plain"),
        (r'"a\x41\u0042"', "aAB"),
        (r'"\ud83d\ude00"', "😀"),
        (r"'a\'b'", "a'b"),
        (r'"\0"', "\0"),
        (r'"\\1"', r"\1"),
        (r'r"\1"', r"\1"),
        (r'"\128\164"', None),  # decimal in one language, octal in another
        (r'"\012"', None),
        (r'"\U00110000"', None),
        (r'"\u{110000000000}"', None),
        ('f"{x}"', None),
        ('b"x"', None),
        ("x", None),
    ],
)
def test_a_literal_says_its_value_or_nothing(literal: str, value: str | None) -> None:
    assert unquoted(literal) == value
    assert unquoted(literal, {}) == (None if literal[0] in "frb" else value)
