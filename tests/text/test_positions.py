"""Places are counted as Python's own codecs count them, in all three units, there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.errors import StructeditError
from structedit.text.positions import UNITS, Positions, Unit
from structedit.text.source import Source
from structedit.text.span import Point, Span

CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
# One of each width, a combining letter, an emoji of several, a tab, and what looks like a line end and is none.
LETTERS = "aé漢😀e\u0301👩\u200d🚀\t\u2028\u0085\x0b\x0c\r\n"
strings = st.text(st.sampled_from(LETTERS), max_size=30)


def count(string: str, unit: Unit) -> int:
    codec, width = CODECS[unit]
    return len(string.encode(codec)) // width


def lines_of(string: str) -> list[str]:
    """The lines without their ends, which are LF, CRLF and CR; not those that `str.splitlines` sees."""
    return string.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@pytest.mark.parametrize("unit", UNITS)
@given(string=strings)
def test_every_character_is_where_the_codec_puts_it(unit: Unit, string: str) -> None:
    positions = Positions(Source.of(string.encode()), unit)
    for at in range(len(string) + 1):
        byte = len(string[:at].encode())
        assert positions.offset(byte) == count(string[:at], unit)
        assert positions.byte(positions.offset(byte)) == byte
        point = positions.point(byte)
        assert Positions(Source.of(string.encode()), unit).point(byte) == point  # the first that is asked
        if string[at - 1 : at + 1] == "\r\n":
            continue
        before = lines_of(string[:at])
        assert point == Point(len(before) - 1, count(before[-1], unit))
        assert positions.byte_at(point) == byte


@pytest.mark.parametrize("unit", UNITS)
@given(string=strings, repeat=st.sampled_from([1, 700, 4095]))
def test_long_lines_are_counted_by_pieces(unit: Unit, string: str, repeat: int) -> None:
    text = string * repeat + "😀é"
    positions = Positions(Source.of(text.encode()), unit)
    for at in (len(string), len(text) // 2, len(text) - 1, len(text)):
        byte = len(text[:at].encode())
        assert positions.offset(byte) == count(text[:at], unit)
        assert positions.byte(count(text[:at], unit)) == byte


@given(raw=st.lists(st.sampled_from([b"\xff", b"\x80", "é".encode(), "😀".encode(), b"a", b"\n"])).map(b"".join))
def test_a_byte_that_is_no_text_is_one_character(raw: bytes) -> None:
    source = Source.of(raw)
    string = raw.decode("utf-8", "surrogateescape")
    for unit in UNITS:
        positions = Positions(source, unit)
        for at in range(len(string) + 1):
            byte = len(string[:at].encode("utf-8", "surrogateescape"))
            expected = byte if unit == "utf-8" else at + sum(unit == "utf-16" and c > "\uffff" for c in string[:at])
            assert positions.offset(byte) == expected
            assert positions.byte(expected) == byte


def test_a_region_has_both_ends_in_the_unit() -> None:
    source = Source.of("\ufeffs = '😀'\r\nt = 1\r\n".encode())
    span = Span(source.text.index(b"t"), len(source.text))
    regions = {unit: Positions(source, unit).region(span) for unit in UNITS}
    assert [regions[unit].start for unit in UNITS] == [12, 10, 9]
    assert [regions[unit].end for unit in UNITS] == [19, 17, 16]
    assert {regions[unit].start_point for unit in UNITS} == {Point(1, 0)}
    assert {regions[unit].end_point for unit in UNITS} == {Point(2, 0)}
    quote = source.text.index(b"'\r")
    assert [Positions(source, unit).point(quote) for unit in UNITS] == [Point(0, 9), Point(0, 7), Point(0, 6)]


@pytest.mark.parametrize(
    ("unit", "row", "column"),
    [
        ("utf-8", 0, 1),
        ("utf-16", 0, 1),
        ("utf-8", 0, 5),
        ("utf-16", 0, 3),
        ("utf-32", 0, 2),
        ("utf-32", 2, 0),
        ("utf-32", -1, 0),
        ("utf-32", 0, -1),
        ("utf-16", 1, 1),
    ],
)
def test_what_is_no_place_is_refused(unit: Unit, row: int, column: int) -> None:
    positions = Positions(Source.of("😀\r\n".encode()), unit)
    with pytest.raises(StructeditError, match="BAD_REQUEST"):
        positions.byte_at(Point(row, column))


@pytest.mark.parametrize(("unit", "offset"), [("utf-8", 1), ("utf-16", 1), ("utf-8", 5), ("utf-16", 3), ("utf-32", -1)])
def test_an_offset_that_is_no_place_is_refused(unit: Unit, offset: int) -> None:
    with pytest.raises(StructeditError, match="BAD_REQUEST"):
        Positions(Source.of("😀".encode()), unit).byte(offset)
