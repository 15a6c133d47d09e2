"""Blocks move as a whole; empty lines stay empty, and lines inside strings stay where they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.text import indent
from structedit.text.span import Span
from tests.strategies import texts

# A last line of nothing but blanks can move to nothing: where lines are paired, that one has no partner.
PREFIXES = st.sampled_from([b"", b"  ", b"    ", b"\t", b"\t\t", b"\t  "])


@given(texts(), PREFIXES)
def test_indenting_and_dedenting_is_the_identity_but_for_blank_lines(text: bytes, prefix: bytes) -> None:
    moved = indent.indent(text, prefix)
    assert indent.shift(moved, prefix, b"").split() == text.split()
    for before, after in zip(text.splitlines(keepends=True), moved.splitlines(keepends=True), strict=True):
        if before.strip():
            assert indent.leading(after) == prefix + indent.leading(before)
        else:
            assert after == before


@given(texts(), PREFIXES)
def test_a_moved_block_keeps_its_inner_shape(text: bytes, prefix: bytes) -> None:
    moved = indent.reindent(text, prefix)
    for before, after in zip(text.splitlines(), moved.splitlines(), strict=False):
        if before.strip():
            assert after == indent.shift(before, indent.common(text), prefix)
    if text.strip():
        assert indent.common(moved) == prefix


@given(texts(), PREFIXES, st.data())
def test_atomic_lines_keep_every_byte(text: bytes, prefix: bytes, data: st.DataObject) -> None:
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    moved = indent.reindent(text, prefix, [Span(start, end)])
    offset = 0
    for before, after in zip(text.splitlines(keepends=True), moved.splitlines(keepends=True), strict=False):
        if start < offset < end:
            assert after == before
        offset += len(before)


def test_a_string_is_not_moved() -> None:
    text = b'    x = """\n  in\n    """\n    y = 1\n'
    string = Span(text.index(b'"""'), text.rindex(b'"""') + 3)
    assert indent.common(text, [string]) == b"    "
    assert indent.reindent(text, b"\t", [string]) == b'\tx = """\n  in\n    """\n\ty = 1\n'


def test_the_first_line_can_stand_behind_something() -> None:
    assert indent.indent(b"if x:\n    y\n\nz\n", b"  ", first=False) == b"if x:\n      y\n\n  z\n"


def test_a_form_feed_stays_before_the_indentation() -> None:
    assert indent.leading(b"\x0cclass A:") == b""
    assert indent.leading(b"  \x0c    x") == b"    "
    assert indent.indent(b"\x0cx\n\x0c\n", b"  ") == b"\x0c  x\n\x0c\n"


def test_a_line_that_is_less_deep_loses_what_it_shares() -> None:
    assert indent.shift(b"    a\n  b\n \n\tc\n", b"    ", b"") == b"a\nb\n\n\tc\n"


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        (b"", b"    "),
        (b"x = 1\n", b"    "),
        (b"if x:\n  y\n", b"  "),
        (b"if x:\n\ty\n", b"\t"),
        (b'{\n   "a": [\n      1\n   ]\n}\n', b"   "),
        (b"def f(\n        a,\n        b):\n    if a:\n        return b\n", b"    "),
        (b'{\n "a": [\n  1\n ]\n}\n', b" "),
        (b"/**\n * a\n */\nfunction f() {\n  return 1\n}\n", b"  "),
        (b"class A:\n\tdef f(self):\n\t\treturn foo(a,\n\t\t           b)\n", b"\t"),
    ],
)
def test_the_unit_is_read_from_the_text(text: bytes, unit: bytes) -> None:
    assert indent.unit(text) == unit


def test_the_unit_is_not_read_from_strings() -> None:
    text = b'x = """\n:\n  a\n  :\n    b\n"""\nif x:\n   y\n'
    assert indent.unit(text, [Span(4, text.rindex(b'"""') + 3)]) == b"   "
