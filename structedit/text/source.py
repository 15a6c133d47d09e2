"""The text of one file, and how it is stored as bytes. Lossless: `with_text(source.text).raw == raw`."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from itertools import accumulate

from structedit.errors import StructeditError
from structedit.record import made, record
from structedit.text.digest import hex_digest
from structedit.text.span import Point, Span

MAX_BYTES = 16 * 1024 * 1024
HASH_VERSION = 1

_BINARY_HEAD = 8 * 1024
# UTF-32 first: its little-endian mark begins with the one of UTF-16.
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Compiled where they are needed, which few files do.
_NEWLINE = rb"\r\n|\n|\r"
_LONE_CR = rb"\r(?!\n)"
_NOT_ASCII = rb"[\x80-\xff]+"
_EDITOR_SUFFIX = r"(?i:-(unix|dos|mac)$)"


@record
class Source:
    """The text of one file.

    `text` is what everything works on: UTF-8 without a byte order mark, with its newlines as they are; offsets are
    into it. `encoding` is the codec of `raw`, or None where the bytes are no text in any codec that applies: then
    `text` is those bytes, and only ASCII can be written.
    """

    raw: bytes = made(repr=False)
    text: bytes = made(repr=False)
    encoding: str | None
    bom: bytes = b""
    _newline: list[bytes] = made(default_factory=list, init=False, repr=False, compare=False)
    _line_starts: list[int] = made(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, raw: bytes, encoding: str | None = None, declared: str | None = None) -> Source:
        """Decode a file: by its byte order mark, else `encoding` (asked for), `declared` (in the file), or UTF-8.

        Raises TOO_LARGE, BINARY_FILE (a NUL near the start), and BAD_ENCODING where a mark or `encoding` is not true.
        """
        if len(raw) > MAX_BYTES:
            raise too_large(len(raw))
        bom, named = next(((bom, codec) for bom, codec in _BOMS if raw.startswith(bom)), (b"", encoding))
        body = raw[len(bom) :]
        text, codec = _decode(body, declared) if named is None else _decode_as(body, named, bool(bom))
        if b"\0" in text[:_BINARY_HEAD]:
            raise StructeditError("BINARY_FILE", "The file is not text: there is a NUL byte in its first 8 KiB.")
        return cls(raw, text, codec, bom)

    def with_text(self, text: bytes) -> Source:
        """The file with another text, stored as this one is. Raises BAD_ENCODING for what it cannot hold."""
        return Source(self.bom + self._encode(text), text, self.encoding, self.bom)

    def _encode(self, text: bytes) -> bytes:
        if text.isascii() and self.encoding in (None, "utf-8", "ascii", "iso8859-1"):
            return text
        if self.encoding is None:
            known = set(re.findall(_NOT_ASCII, self.text))
            strange = next((run for run in re.findall(_NOT_ASCII, text) if run not in known), None)
            if strange is None:
                return text
            raise StructeditError(
                "BAD_ENCODING",
                f"The file's encoding is not known (it is not UTF-8), so {shown(strange)!r} cannot be written to it.",
                "Name the file's encoding with `encoding`, or send ASCII text only.",
            )
        try:
            string = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise StructeditError(
                "BAD_ENCODING", f"The new text is not valid UTF-8 at byte {error.start}.", "Send the text as UTF-8."
            ) from None
        try:
            return string.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise StructeditError(
                "BAD_ENCODING",
                f"The file is {self.encoding}, which has no {string[error.start : error.start + 1]!r}.",
                f"Write that character as an escape, or save the file in another encoding than {self.encoding} first.",
            ) from None

    # -- what it is ---------------------------------------------------------------------------------------------

    @property
    def file_hash(self) -> str:
        """SHA-256 of the text with every newline as LF, in 64 hex digits: the hash that callers send and get."""
        text = self.text
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return hex_digest(text)

    @property
    def lossy(self) -> bool:
        """Whether the text holds bytes that an answer can only show as \\xNN."""
        return self.encoding is None

    @property
    def newline(self) -> bytes:
        """The newline that most lines end in; LF where there is none. Of equals, the one that comes first."""
        if not self._newline:
            self._newline.append(_dominant_newline(self.text))
        return self._newline[0]

    @property
    def parse_view(self) -> bytes:
        """The text for a parser that knows no lone CR: the same length, so offsets stay true."""
        return re.sub(_LONE_CR, b"\n", self.text) if b"\r" in self.text else self.text

    # -- lines: they end in LF, CRLF or CR; offsets and rows count from 0 ------------------------------------------

    @property
    def line_starts(self) -> list[int]:
        """The offset of each line; behind a last newline there is one more, empty line."""
        if not self._line_starts:
            lines = self.text.splitlines(keepends=True)
            starts = list(accumulate(map(len, lines), initial=0))
            if lines and not lines[-1].endswith((b"\n", b"\r")):
                starts.pop()
            self._line_starts.extend(starts)
        return self._line_starts

    def row(self, offset: int) -> int:
        return bisect_right(self.line_starts, offset) - 1

    def point(self, offset: int) -> Point:
        row = self.row(offset)
        return Point(row, offset - self.line_starts[row])

    def column(self, offset: int) -> int:
        """How many bytes stand before `offset` on its line."""
        return offset - self.line_start(offset)

    def offset_of_line(self, row: int) -> int:
        """Where a line begins; the end of the text for a row behind the last."""
        return self.line_starts[row] if row < len(self.line_starts) else len(self.text)

    def line_start(self, offset: int) -> int:
        return self.line_starts[self.row(offset)]

    def line_end(self, offset: int) -> int:
        """The end of the line, before its newline."""
        return self._row_end(self.row(offset))

    def next_line(self, offset: int) -> int:
        """The end of the line, behind its newline."""
        return self.offset_of_line(self.row(offset) + 1)

    def line_span(self, offset: int) -> Span:
        """The line that the offset is on, with its newline."""
        return Span(self.line_start(offset), self.next_line(offset))

    def line_text(self, offset: int) -> bytes:
        """The line that the offset is on, without its newline."""
        return self.text[self.line_start(offset) : self.line_end(offset)]

    def newline_at(self, offset: int) -> bytes:
        """The newline for text that goes in at `offset`.

        It is the one of the line that is touched: at the start of a line the line before, else the line itself. A
        line without one takes the file's.
        """
        row = self.row(offset)
        if row > 0 and self.line_starts[row] == offset:
            row -= 1
        return self.text[self._row_end(row) : self.offset_of_line(row + 1)] or self.newline

    def _row_end(self, row: int) -> int:
        end = self.offset_of_line(row + 1)
        if row + 1 >= len(self.line_starts):
            return end
        return end - (2 if self.text.startswith(b"\r\n", end - 2) else 1)


def shown(text: bytes) -> str:
    """Bytes for an answer: as UTF-8, and \\xNN for what is not."""
    return text.decode("utf-8", "backslashreplace")


def too_large(size: int) -> StructeditError:
    return StructeditError(
        "TOO_LARGE",
        f"The file has {size:,} bytes; structedit takes up to {MAX_BYTES:,}.",
        "Split the file, or edit it with a tool that works by lines.",
        {"size": size, "limit": MAX_BYTES},
    )


def _decode(raw: bytes, declared: str | None) -> tuple[bytes, str | None]:
    """By what the file declares, else as UTF-8; what is not true to that is taken as the bytes that it is."""
    codec = _codec(declared) if declared and b"\0" not in raw[:_BINARY_HEAD] else None
    decoded = _round_trip(raw, codec or "utf-8")
    return (raw, None) if decoded is None else (decoded, codec or "utf-8")


def _decode_as(raw: bytes, encoding: str, marked: bool) -> tuple[bytes, str | None]:
    """By the codec that was asked for, or that the byte order mark names."""
    codec = _codec(encoding)
    if codec is None:
        raise StructeditError(
            "BAD_ENCODING",
            f"There is no encoding {encoding!r}.",
            "Name one that Python knows, such as utf-8 or cp1252.",
        )
    decoded = _round_trip(raw, codec)
    if decoded is not None:
        return decoded, codec
    if marked and codec == "utf-8":
        return raw, None
    why = "its byte order mark says" if marked else "`encoding` says"
    raise StructeditError("BAD_ENCODING", f"The file is not {codec}, as {why}: its bytes do not survive a round trip.")


def _round_trip(raw: bytes, codec: str) -> bytes | None:
    """The text of `raw` as UTF-8, if encoding it again gives the same bytes."""
    try:
        if codec == "utf-8":
            raw.decode("utf-8")
            return raw
        string = raw.decode(codec)
        return string.encode("utf-8") if string.encode(codec) == raw else None
    except (UnicodeError, LookupError):
        return None


def _codec(name: str) -> str | None:
    """Python's own name of a codec for text, or None."""
    try:
        found = codecs.lookup(re.sub(_EDITOR_SUFFIX, "", name)).name
        "".encode(found)
    except (LookupError, UnicodeError, ValueError):
        return None
    return "utf-8" if found in ("utf-8-sig", "utf-8") else found


def _dominant_newline(text: bytes) -> bytes:
    crlf = text.count(b"\r\n")
    counts = {b"\n": text.count(b"\n") - crlf, b"\r\n": crlf, b"\r": text.count(b"\r") - crlf}
    most = max(counts.values())
    if most == 0:
        return b"\n"
    best = [newline for newline, count in counts.items() if count == most]
    return best[0] if len(best) == 1 else next(end for end in re.findall(_NEWLINE, text) if end in best)
