"""Bytes to text and back, without loss or not at all: which codec a file is in, and when that is not known.

Text is UTF-8 bytes here as everywhere. A codec is only taken where encoding what it decoded gives the same bytes.
"""

from __future__ import annotations

import codecs
import re

from structedit.errors import StructeditError
from structedit.record import record

# UTF-32 first: its little-endian mark begins with the one of UTF-16.
BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Codecs that Python files under text, though no text file is in them: they read escapes, or are for host names.
_NOT_OF_FILES = frozenset(
    {"unicode-escape", "raw-unicode-escape", "idna", "punycode", "undefined", "charmap", "mbcs", "oem"}
)
# What the web's Encoding Standard makes of a label where Python's codec of that name knows less.
_OF_THE_WEB = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gbk",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}
_ALIASES = {
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "ms_kanji": "cp932",
    "x-mac-roman": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
    "applemac": "mac-roman",
    "ansinew": "cp1252",
    "x-euc-jp": "euc_jp",
    "x-gbk": "gbk",
    "iso-latin-1": "iso8859-1",
}
# Editors add their newline style, and Python takes anything behind these names for that.
_SUFFIX = r"(?i)(?:(?<=^utf-8)|(?<=^latin-1)|(?<=^iso-8859-1)|(?<=^iso-latin-1))-.*$|-(?:unix|dos|mac)$"
_LETTERS = b"aZ09 \n"
_MARKS = b"_(){}[]<>\"'\\/|#\t\r"


@record
class Declared:
    """The encoding that a file says it is in, and where in its bytes that ends. `web`: names are those of the web."""

    name: str
    end: int = 0
    web: bool = False


@record
class Decoded:
    """`encoding` is None where the bytes are no text in any codec that applies, for the reason `why`."""

    text: bytes
    encoding: str | None
    bom: bytes = b""
    why: str = ""


def decoded(raw: bytes, encoding: str | None, declared: Declared | None) -> Decoded:
    """The text of a file by what it says itself (byte order mark, then declaration), else by `encoding`, else UTF-8.

    A mark or declaration is not taken where it is not true, a declaration neither where the bytes are UTF-8 as well,
    which a text of another encoding hardly ever is; then `encoding` settles it. Raises BAD_ENCODING for an `encoding`
    that is not true, and for a mark that is not, where there is no `encoding` (that of UTF-8 leaves bytes).
    """
    bom, codec = next(((bom, codec) for bom, codec in BOMS if raw.startswith(bom)), (b"", ""))
    if bom:
        text = _round_trip(raw[len(bom) :], codec)
        if text is not None or encoding is None:
            return _marked(raw[len(bom) :], text, codec, bom)
        return _as_asked(raw, encoding)
    said = _as_declared(raw, declared) if declared is not None else Decoded(raw, None, why="it is not UTF-8")
    if said.encoding is not None:
        return said
    if encoding is not None:
        return _as_asked(raw, encoding)
    if declared is None:
        return Decoded(raw, "utf-8") if is_utf8(raw) else said
    codec = codec_of(declared.name, web=declared.web) or ""
    if codec and not raw.isascii() and _hides_ascii(codec):
        raise StructeditError(
            "BAD_ENCODING", f"{_sentence(said.why)}, and {codec} has bytes that only look like ASCII."
        )
    return said


def encoded(text: bytes, encoding: str) -> bytes:
    """Raises BAD_ENCODING, with the character and its line, for what the codec has not or would read as another."""
    try:
        string = text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise StructeditError(
            "BAD_ENCODING", f"The new text is not valid UTF-8 at byte {error.start}.", "Send the text as UTF-8."
        ) from None
    if encoding == "utf-8":
        return text
    try:
        raw = string.encode(encoding)
    except UnicodeEncodeError as error:
        raise _lacks(string, error.start, encoding) from None
    again = _decode(raw, encoding) or ""
    if again != string:
        pairs = enumerate(zip(string, again, strict=False))
        raise _lacks(string, next((at for at, (one, other) in pairs if one != other), 0), encoding)
    return raw


def codec_of(name: str, *, web: bool = False) -> str | None:
    """Python's own name of a codec for the text of files, or None."""
    bare = re.sub(_SUFFIX, "", name.strip())
    bare = _ALIASES.get(bare.lower(), bare)
    try:
        found = codecs.lookup(bare).name
        "".encode(found)
    except (LookupError, UnicodeError, ValueError):
        return None
    if found in _NOT_OF_FILES:
        return None
    found = "utf-8" if found == "utf-8-sig" else found
    return _OF_THE_WEB.get(found, found) if web else found


def same(one: str, other: str) -> bool:
    """Whether two codecs are one encoding, the order of its bytes apart."""
    first, second = (re.sub("-[lb]e$", "", codec_of(name) or name) for name in (one, other))
    return first == second


def is_utf8(raw: bytes) -> bool:
    return _decode(raw, "utf-8") is not None


def _marked(body: bytes, text: bytes | None, codec: str, bom: bytes) -> Decoded:
    if text is not None:
        return Decoded(text, codec, bom)
    if codec == "utf-8":
        return Decoded(body, None, bom, "it has the mark of UTF-8, and is not")
    raise _untrue(body, codec, "its byte order mark says")


def _as_declared(raw: bytes, declared: Declared) -> Decoded:
    codec = codec_of(declared.name, web=declared.web)
    if codec is None:
        return Decoded(raw, None, why=f"it declares {declared.name}, which is no encoding that Python knows")
    for one in dict.fromkeys((codec, codec_of(declared.name) or codec)):
        text = _round_trip(raw, one)
        # A declaration that could be read as it stands is not in a codec that reads it as something else.
        if text is None or text[: declared.end] != raw[: declared.end]:
            continue
        if one != "utf-8" and not raw.isascii() and is_utf8(raw):
            return Decoded(raw, None, why=f"it declares {declared.name}, but its bytes are UTF-8")
        return Decoded(text, one)
    return Decoded(raw, None, why=f"it declares {declared.name}, and is not")


def _as_asked(raw: bytes, encoding: str) -> Decoded:
    codec = codec_of(encoding)
    if codec is None:
        raise StructeditError(
            "BAD_ENCODING",
            f"There is no encoding {encoding!r} of text files.",
            "Name one that Python knows, such as utf-8 or cp1252.",
        )
    if raw and b"\0" not in raw and is_utf8(raw) and not _keeps(_LETTERS, codec):
        raise StructeditError(
            "BAD_ENCODING", f"The file is not {codec}, as `encoding` says: its bytes are UTF-8.", "Leave it out."
        )
    text = _round_trip(raw, codec)
    if text is None:
        raise _untrue(raw, codec, "`encoding` says")
    return Decoded(text, codec)


def _untrue(raw: bytes, codec: str, says: str) -> StructeditError:
    """The refusal for bytes that are not in a codec, with the first line that is not."""
    string = _decode(raw, codec)
    again = b"" if string is None else string.encode(codec, "replace")
    if string is None:
        try:
            raw.decode(codec)
            at = 0
        except UnicodeDecodeError as error:
            at = error.start
    else:
        at = next((at for at, (one, other) in enumerate(zip(raw, again, strict=False)) if one != other), len(again))
    line = raw.count(b"\n", 0, at) + 1
    hint = "Name the encoding that it is in with `encoding`."
    if codec in ("utf-16", "utf-32"):
        hint = f"Without a byte order mark say {codec}-le or {codec}-be."
    return StructeditError(
        "BAD_ENCODING",
        f"The file is not {codec}, as {says}: its bytes do not survive a round trip (first at line {line}).",
        hint,
        {"encoding": codec, "line": line, "byte": at},
    )


def _lacks(string: str, at: int, encoding: str) -> StructeditError:
    letter = string[at : at + 1]
    before = string[:at].replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n") + 1
    return StructeditError(
        "BAD_ENCODING",
        f"The file is {encoding}, which has no {letter!r} (U+{ord(letter or chr(0)):04X}, in line {line}).",
        f"Write that character as an escape, or save the file in another encoding than {encoding} first.",
        {"encoding": encoding, "character": letter, "line": line},
    )


def _round_trip(raw: bytes, codec: str) -> bytes | None:
    """The text of `raw` as UTF-8, if encoding it again gives the same bytes."""
    if codec == "utf-8":
        return raw if is_utf8(raw) else None
    string = _decode(raw, codec)
    try:
        return string.encode("utf-8") if string is not None and string.encode(codec) == raw else None
    except (UnicodeError, LookupError):
        return None


def _decode(raw: bytes, codec: str) -> str | None:
    try:
        return raw.decode(codec)
    except (UnicodeError, LookupError):
        return None


def _keeps(plain: bytes, codec: str) -> bool:
    return _decode(plain, codec) == plain.decode("ascii")


def _hides_ascii(codec: str) -> bool:
    """Whether bytes below 128 can be part of another character, or all of it."""
    if not _keeps(_LETTERS + _MARKS, codec) or codec.startswith(("utf-7", "hz", "iso2022")):
        return True
    trails = bytes(range(0x30, 0x7F))
    return any(len(_decode(bytes((lead, trail)), codec) or "  ") == 1 for lead in range(0x81, 0xFF) for trail in trails)


def _sentence(words: str) -> str:
    return words.replace("it ", "The file ", 1)
