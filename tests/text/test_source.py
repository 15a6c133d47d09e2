"""A file is decoded without loss, and its lines are found whatever they end in."""

from __future__ import annotations

import codecs
import hashlib
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.errors import StructeditError
from structedit.text.encodings import Declared
from structedit.text.source import MAX_BYTES, Source, shown
from structedit.text.span import Point, Span
from tests.strategies import texts

MARKS = [
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
]


def code_of(raw: bytes, **names: Any) -> str:
    with pytest.raises(StructeditError) as caught:
        Source.of(raw, **names)
    return caught.value.code


@given(st.binary(max_size=60))
def test_any_bytes_survive_or_are_refused(raw: bytes) -> None:
    try:
        source = Source.of(raw)
    except StructeditError as error:
        assert error.code in ("BINARY_FILE", "BAD_ENCODING")
        return
    assert source.raw == source.with_text(source.text).raw == raw


@pytest.mark.parametrize(("bom", "codec"), MARKS)
@given(string=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_a_byte_order_mark_decides_and_stays(bom: bytes, codec: str, string: str) -> None:
    raw = bom + string.encode(codec)
    source = Source.of(raw, encoding="cp1252", declared=Declared("koi8-r"))
    assert (source.text, source.encoding, source.bom) == (string.encode(), codec, bom)
    assert source.with_text(("é" + string).encode()).raw == bom + ("é" + string).encode(codec)


def test_a_mark_that_is_not_true_is_refused() -> None:
    assert code_of(codecs.BOM_UTF16_LE + b"a") == "BAD_ENCODING"
    assert Source.of(codecs.BOM_UTF8 + b"\xff").encoding is None


def test_an_encoding_that_is_asked_for_is_used_or_refused() -> None:
    assert Source.of("é".encode("utf-16-le"), encoding="utf-16-le").text == "é".encode()
    assert Source.of(b"caf\xe9", encoding="cp1252").text == "café".encode()
    assert code_of(b"caf\xe9", encoding="utf-8") == "BAD_ENCODING"
    assert code_of(b"abc", encoding="no-such-codec") == "BAD_ENCODING"
    assert code_of(b"abc", encoding="hex") == "BAD_ENCODING"


def test_what_the_encoding_lacks_is_refused_with_the_character() -> None:
    source = Source.of(b"caf\xe9", declared=Declared("latin-1"))
    with pytest.raises(StructeditError, match="'€'"):
        source.with_text("€".encode())
    with pytest.raises(StructeditError, match="not valid UTF-8"):
        Source.of("é".encode()).with_text(b"\xff")


def test_bytes_of_no_encoding_pass_through_and_only_ascii_is_added() -> None:
    source = Source.of(b"a = '\xff\xfe'\n")
    assert source.lossy
    assert source.encoding is None
    assert source.with_text(b"b = 1\na = '\xff\xfe'\n").raw == b"b = 1\na = '\xff\xfe'\n"
    with pytest.raises(StructeditError, match="BAD_ENCODING"):
        source.with_text("é = 1\n".encode() + source.text)
    assert shown(source.text) == "a = '\\xff\\xfe'\n"


def test_binary_and_large_files_are_refused() -> None:
    assert code_of(b"\x7fELF\0") == "BINARY_FILE"
    assert code_of(codecs.BOM_UTF8 + b"\0") == "BINARY_FILE"
    assert code_of(b"a\0b", declared=Declared("latin-1")) == "BINARY_FILE"
    assert code_of(b"a" * (MAX_BYTES + 1)) == "TOO_LARGE"
    assert code_of(b"a" * 9000 + b"\0") == "BINARY_FILE"


@pytest.mark.parametrize(
    ("text", "newline"),
    [
        (b"", b"\n"),
        (b"a", b"\n"),
        (b"a\r\nb\r\nc\n", b"\r\n"),
        (b"a\rb\r", b"\r"),
        (b"a\r\nb\n", b"\r\n"),
        (b"a\nb\r\n", b"\n"),
        (b"a\n\rb\r", b"\r"),
    ],
)
def test_the_newline_is_the_one_of_most_lines(text: bytes, newline: bytes) -> None:
    assert Source.of(text).newline == newline


@pytest.mark.parametrize(
    ("offset", "newline"), [(0, b"\r\n"), (3, b"\r\n"), (4, b"\n"), (5, b"\n"), (6, b"\r"), (7, b"\r"), (8, b"\n")]
)
def test_inserted_text_takes_the_newline_of_the_line_it_touches(offset: int, newline: bytes) -> None:
    assert Source.of(b"a\r\nb\nc\rd\ne").newline == b"\n"
    assert Source.of(b"a\r\nb\nc\rd\ne").newline_at(offset) == newline


@given(texts())
def test_lines_are_those_of_splitlines(text: bytes) -> None:
    source = Source.of(text)
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:row])) for row in range(len(lines))]
    assert source.line_starts[: len(lines)] == starts
    assert len(source.line_starts) == len(lines) + (not lines or lines[-1].endswith((b"\n", b"\r")))
    for offset in range(len(text) + 1):
        row = source.row(offset)
        line = lines[row] if row < len(lines) else b""
        assert source.line_span(offset).of(text) == line
        assert source.line_text(offset) == line.rstrip(b"\r\n")
        assert source.line_start(offset) + source.column(offset) == offset
        assert source.point(offset) == Point(row, source.column(offset))
        assert source.line_end(offset) <= source.next_line(offset)
    assert source.offset_of_line(len(source.line_starts)) == len(text)


@given(texts())
def test_the_view_for_the_parser_has_rows_at_the_same_offsets(text: bytes) -> None:
    source = Source.of(text)
    view = source.parse_view
    assert len(view) == len(text)
    assert source.line_starts == [0, *(at + 1 for at in range(len(view)) if view[at : at + 1] == b"\n")]


def test_the_hash_knows_no_newline_style_no_mark_and_no_encoding() -> None:
    hashes = {
        Source.of(raw).file_hash
        for raw in ("é\nb\n".encode(), "é\r\nb\r".encode(), "\ufeffé\nb\n".encode("utf-8"), "é\nb\n".encode("utf-16"))
    }
    assert hashes == {hashlib.sha256("é\nb\n".encode()).hexdigest()}


def test_a_source_pickles() -> None:
    source = Source.of(b"a\r\nb")
    assert source.line_starts == [0, 3]
    assert pickle.loads(pickle.dumps(source)) == source


def test_spans_relate() -> None:
    span = Span(2, 5)
    assert span.contains(Span(2, 5))
    assert not span.contains(Span(4, 6))
    assert span.covers(4)
    assert not span.covers(5)
    assert span.overlaps(Span(4, 9))
    assert not span.overlaps(Span(5, 9))
    assert span.touches(Span(5, 9))
    assert span.hull(Span(9, 9)) == Span(2, 9)
    assert span.shifted(2) == Span(4, 7)
    assert Span(3, 3)
