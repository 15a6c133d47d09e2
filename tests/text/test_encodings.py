"""Every codec that Python has for the text of files keeps all bytes outside of an edit, or refuses."""

from __future__ import annotations

import codecs
import encodings
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from structedit.errors import StructeditError
from structedit.text.encodings import Declared, codec_of
from structedit.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

STATEFUL = ("hz", "iso2022", "utf-7")
# Codecs that write a letter and a mark behind it as one, or that read two codes as one letter.
COMPOSING = ("big5hkscs", "euc_jis", "shift_jis_2004", "shift_jisx0213")


def all_codecs() -> Iterator[str]:
    found = {codec_of(module.name) for module in pkgutil.iter_modules(encodings.__path__)}
    return iter(sorted(codec for codec in found if codec is not None))


CODECS = list(all_codecs())
FEW = settings().max_examples // 10  # for each of a hundred codecs


def raised(raw: bytes, encoding: str | None = None, declared: Declared | None = None) -> StructeditError:
    with pytest.raises(StructeditError) as caught:
        Source.of(raw, encoding=encoding, declared=declared)
    return caught.value


@cache
def letters(codec: str) -> str:
    """A few hundred characters that the codec has, of all that it has."""
    codes = [*range(0x20, 0x460), *range(0x2010, 0x2040), *range(0x3040, 0x3100), *range(0x4E00, 0x2A000, 97)]
    known = [chr(code) for code in codes if code not in range(0xD800, 0xE000)]
    kept = [one for one in known if one.encode(codec, "ignore").decode(codec, "replace") == one]
    step = max(len(kept) // 400, 1)
    return "".join(kept[::step]) + "aZ09 \n\r\t"


def test_the_codecs_are_those_of_text() -> None:
    assert len(CODECS) > 90
    for name in ("rot13", "base64", "hex", "zlib", "bz2", "uu", "quopri", "unicode_escape", "raw_unicode_escape"):
        assert codec_of(name) is None
    for name in ("idna", "punycode", "undefined", "charmap", "no-such", "", "\0", "..", "é" * 9, "x" * 5000):
        assert codec_of(name) is None


@pytest.mark.parametrize("codec", CODECS)
@settings(max_examples=FEW)
@given(data=st.data())
def test_bytes_outside_of_an_edit_stay(codec: str, data: st.DataObject) -> None:
    strings = st.text(st.sampled_from(letters(codec)), max_size=12)
    head, old, new, tail = (data.draw(strings) for _ in range(4))
    text = head + old + tail
    raw = text.encode(codec)
    if codec in ("utf-16", "utf-32"):
        raw = raw[len("".encode(codec)) :]
        codec += "-le"
    try:
        source = Source.of(raw, encoding=codec)
    except StructeditError as error:
        # Bytes that begin like another encoding, are another, or have two spellings.
        assert error.code == "BAD_ENCODING"
        return
    assume(source.encoding == codec_of(codec))
    assert source.text == text.encode()
    edited = head + new + tail
    try:
        after = source.with_text(edited.encode())
    except StructeditError as error:
        assert error.code == "BAD_ENCODING"
        assert edited.encode(codec).decode(codec) != edited
        return
    assert after.raw.decode(codec) == edited
    if not codec.startswith((*STATEFUL, *COMPOSING)):
        assert after.raw == head.encode(codec) + new.encode(codec) + tail.encode(codec)


@pytest.mark.parametrize("codec", CODECS)
@settings(max_examples=FEW)
@given(raw=st.binary(max_size=40))
def test_any_bytes_survive_any_codec_or_are_refused(codec: str, raw: bytes) -> None:
    for given_as in ({"encoding": codec}, {"declared": Declared(codec)}):
        try:
            source = Source.of(raw, **given_as)  # type: ignore[arg-type]  # one of two keywords
        except StructeditError as error:
            assert error.code in ("BINARY_FILE", "BAD_ENCODING")
            continue
        assert source.with_text(source.text).raw == raw
        if source.encoding is not None:
            assert b"\xef\xbf\xbd" not in source.text or "�".encode(source.encoding) in raw


@pytest.mark.parametrize("declared", ["latin-1", "latin-1-unix", "ISO-8859-1", "iso-8859-1-dos", "iso-latin-1"])
def test_a_declared_codec_is_used(declared: str) -> None:
    source = Source.of(b"caf\xe9\n", declared=Declared(declared))
    assert (source.text, source.encoding) == ("café\n".encode(), "iso8859-1")
    assert source.with_text("à café\n".encode()).raw == b"\xe0 caf\xe9\n"


@pytest.mark.parametrize(
    ("raw", "name", "why"),
    [
        (b"caf\xc3\xa9", "ascii", "declares ascii, and is not"),
        (b"caf\xff", "utf-8", "declares utf-8, and is not"),
        (b"caf\xc3\xa9", "no-such-codec", "no encoding that Python knows"),
        (b"abc", "hex", "no encoding that Python knows"),
        (b"abc", "unicode_escape", "no encoding that Python knows"),
        (b"caf\xc3\xa9", "latin-1", "but its bytes are UTF-8"),
    ],
)
def test_a_declaration_that_is_not_true_leaves_bytes(raw: bytes, name: str, why: str) -> None:
    source = Source.of(raw, declared=Declared(name))
    assert (source.text, source.encoding) == (raw, None)
    assert why in source.why
    assert source.with_text(b"x " + raw).raw == b"x " + raw
    with pytest.raises(StructeditError, match="BAD_ENCODING") as caught:
        source.with_text("ü ".encode() + raw)
    assert why in caught.value.message


def test_a_declaration_that_says_another_order_of_bytes_is_not_true() -> None:
    head = b'<?xml version="1.0" encoding="UTF-16LE"?>\n'
    assert Source.of(head, declared=Declared("UTF-16LE", len(head))).encoding is None
    assert Source.of(head, declared=Declared("UTF-16LE", len(head), web=True)).encoding == "utf-8"


def test_bytes_that_only_look_like_ascii_are_not_read_as_such() -> None:
    # 0x5C is the second byte of a character here, and would be a backslash to the parser; the last byte is none.
    raw = b"s = '\x95\x5c' # \xff\n"
    error = raised(raw, declared=Declared("shift_jis"))
    assert error.code == "BAD_ENCODING"
    assert "only look like ASCII" in error.message
    assert Source.of(b"caf\xff", declared=Declared("utf-8")).encoding is None


def test_what_is_asked_for_settles_what_the_file_does_not_say() -> None:
    assert Source.of(b"caf\xe9", encoding="cp1252").text == "café".encode()
    assert Source.of(b"caf\xc3\xa9", encoding="utf-8", declared=Declared("latin-1")).encoding == "utf-8"
    assert Source.of(b"caf\xe9", encoding="cp1252", declared=Declared("no-such")).encoding == "cp1252"
    assert Source.of(b"caf\xe9", encoding="cp1252", declared=Declared("latin-1")).encoding == "iso8859-1"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "cp037", "cp500"])
def test_an_encoding_that_would_read_plain_text_as_something_else_is_refused(codec: str) -> None:
    assert raised(b"abcd" * 4, encoding=codec).code == "BAD_ENCODING"
    assert Source.of("x = 'é'\n".encode(codec), encoding=codec).text == "x = 'é'\n".encode()


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_text_without_a_mark_is_binary_and_the_hint_names_its_encoding(codec: str) -> None:
    error = raised("hello\nworld\n".encode(codec))
    assert error.code == "BINARY_FILE"
    assert f'"encoding": "{codec}"' in error.hint
    assert raised(b"\0\1\2two\0").hint == "structedit edits text files only."


def test_what_is_not_in_the_encoding_is_named_by_its_line() -> None:
    error = raised(b"a\nb\xff\n", encoding="utf-8")
    assert (error.code, error.details["line"]) == ("BAD_ENCODING", 2)
    assert raised("a\nb".encode("utf-16-le"), encoding="utf-16").hint.endswith("say utf-16-le or utf-16-be.")
    source = Source.of(b"caf\xe9\n", encoding="latin-1")
    with pytest.raises(StructeditError) as caught:
        source.with_text("café\r\n\r\n€\n".encode())
    assert caught.value.details == {"encoding": "iso8859-1", "character": "€", "line": 3}
    assert "U+20AC" in caught.value.message


def test_a_character_that_would_be_read_back_as_another_is_refused() -> None:
    assert "¥".encode("shift_jis") == b"\\"
    source = Source.of("日本\n".encode("shift_jis"), encoding="shift_jis")
    with pytest.raises(StructeditError, match="'¥'"):
        source.with_text("日本 ¥\n".encode())


def test_the_names_of_the_web_are_read_as_browsers_do() -> None:
    source = Source.of(b"\x93caf\xe9\x94", declared=Declared("iso-8859-1", web=True))
    assert (source.text, source.encoding) == ("“café”".encode(), "cp1252")
    assert Source.of(b"\x81caf\xe9", declared=Declared("iso-8859-1", web=True)).encoding == "iso8859-1"
    assert Source.of("é".encode(), declared=Declared("utf-16", web=True)).encoding == "utf-8"


def test_bytes_that_come_together_are_no_new_ones() -> None:
    source = Source.of(b"'\xe9' '\xff'")
    assert source.encoding is None
    assert source.with_text(b"'\xe9\xff'").raw == b"'\xe9\xff'"
    with pytest.raises(StructeditError, match="BAD_ENCODING"):
        source.with_text(b"'\xe9\xfe'")


@pytest.mark.parametrize("form", ["\u00e9", "e\u0301"])
def test_characters_are_never_composed_or_taken_apart(form: str) -> None:
    raw = b"\xff" + f"caf{form}".encode()
    assert Source.of(raw).with_text(raw + b"!").raw == raw + b"!"
    assert Source.of(form.encode()).with_text(f"{form}x".encode()).raw == f"{form}x".encode()


@pytest.mark.parametrize("bom", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_what_is_asked_for_settles_a_mark_that_is_not_true(bom: bytes) -> None:
    raw = bom + b"caf\xe9s"
    source = Source.of(raw, encoding="latin-1")
    assert (source.encoding, source.bom, source.raw) == ("iso8859-1", b"", raw)
    assert source.with_text(source.text + "ü".encode()).raw == raw + b"\xfc"
    assert raised(raw, encoding="utf-8").code == "BAD_ENCODING"


def test_a_mark_of_utf8_stays_also_before_bytes_that_are_not() -> None:
    source = Source.of(codecs.BOM_UTF8 + b"a\xff")
    assert source.encoding is None
    assert "mark of UTF-8" in source.why
    assert source.with_text(b"b\xff").raw == codecs.BOM_UTF8 + b"b\xff"
