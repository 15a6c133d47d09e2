"""The text of one file, and how it is stored as bytes. Lossless: `with_text(source.text).raw == raw`."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from structedit.errors import StructeditError
from structedit.record import made, record
from structedit.text.digest import hex_digest
from structedit.text.encodings import Declared, decoded, encoded, is_utf8
from structedit.text.span import Point, Span

MAX_BYTES = 16 * 1024 * 1024  # of a file that is parsed
MAX_TEXT = 256 * 1024 * 1024  # of one in which only quoted text is looked for
HASH_VERSION = 1

_BINARY_HEAD = 8 * 1024
# Compiled where they are needed, which few files do.
_NEWLINE = rb"\r\n|\n|\r"
_LONE_CR = rb"\r(?!\n)"
_NOT_ASCII = rb"[\x80-\xff]+"


@record
class Source:
    """The text of one file.

    `text` is what everything works on: UTF-8 without a byte order mark, with its newlines as they are; offsets are
    into it. `encoding` is the codec of `raw`, or None where the bytes are no text in any codec that applies (`why`):
    then `text` is those bytes, and only ASCII can be written.
    """

    raw: bytes = made(repr=False)
    text: bytes = made(repr=False)
    encoding: str | None
    bom: bytes = b""
    why: str = ""
    _newline: list[bytes] = made(default_factory=list, init=False, repr=False, compare=False)
    _line_starts: list[int] = made(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def of(
        cls, raw: bytes, encoding: str | None = None, declared: Declared | None = None, largest: int = MAX_BYTES
    ) -> Source:
        """Decode a file: by its byte order mark, else what it declares, `encoding` (asked for), or UTF-8.

        Raises TOO_LARGE, BINARY_FILE (a NUL), and BAD_ENCODING where a mark or `encoding` is not true.
        """
        if len(raw) > largest:
            raise too_large(len(raw), largest)
        found = decoded(raw, encoding, declared)
        if b"\0" in found.text:
            raise _binary(raw, found.text)
        return cls(raw, found.text, found.encoding, found.bom, found.why)

    def with_text(self, text: bytes) -> Source:
        """The file with another text, stored as this one is. Raises BAD_ENCODING for what it cannot hold."""
        return Source(self.bom + self._encode(text), text, self.encoding, self.bom, self.why)

    def _encode(self, text: bytes) -> bytes:
        if text.isascii() and self.encoding in (None, "utf-8", "ascii", "iso8859-1"):
            return text
        if self.encoding is not None:
            return encoded(text, self.encoding)
        known = set(re.findall(_NOT_ASCII, self.text))
        fresh = dict.fromkeys(run for run in re.findall(_NOT_ASCII, text) if run not in known)
        strange = next((run for run in fresh if not _is_made_of(run, known)), None)
        if strange is None:
            return text
        raise StructeditError(
            "BAD_ENCODING",
            f"The file's encoding is not known ({self.why}), so {shown(strange)!r} cannot be written to it.",
            "Name the file's encoding with `encoding`, or send ASCII text only.",
        )

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
        return self.encoding is None and not is_utf8(self.text)

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


def _is_made_of(run: bytes, known: set[bytes]) -> bool:
    """Whether these bytes are known ones that stood apart and now stand together."""
    ends = {0}
    for end in range(1, len(run) + 1):
        if any(run.endswith(one, 0, end) and end - len(one) in ends for one in known):
            ends.add(end)
    return len(run) in ends


def _binary(raw: bytes, text: bytes) -> StructeditError:
    """Every second byte, or three of four, being NUL is how ASCII looks in UTF-16 and UTF-32."""
    head = raw[:_BINARY_HEAD]
    wide = {
        "utf-32-le": (head[1::4], head[2::4], head[3::4]),
        "utf-32-be": (head[0::4], head[1::4], head[2::4]),
        "utf-16-le": (head[1::2],),
        "utf-16-be": (head[0::2],),
    }
    line = text.count(b"\n", 0, text.index(0)) + 1
    words = f"The file is not text: there is a NUL byte in line {line}."
    for codec, nuls in wide.items():
        if len(raw) % 2 == 0 and all(part.count(0) * 2 > len(part) for part in nuls):
            hint = f'It may be {codec} without a byte order mark; then send "encoding": "{codec}".'
            return StructeditError("BINARY_FILE", words, hint, {"encoding": codec})
    return StructeditError("BINARY_FILE", words)


def too_large(size: int, limit: int = MAX_BYTES) -> StructeditError:
    hint = "Split the file, or edit it with a tool that works by lines."
    if size <= MAX_TEXT:
        hint = f"Quote the text with `edit`, without a target: that takes up to {MAX_TEXT:,} bytes."
    return StructeditError(
        "TOO_LARGE",
        f"The file has {size:,} bytes; structedit takes up to {limit:,}.",
        hint,
        {"size": size, "limit": limit},
    )


def _dominant_newline(text: bytes) -> bytes:
    crlf = text.count(b"\r\n")
    counts = {b"\n": text.count(b"\n") - crlf, b"\r\n": crlf, b"\r": text.count(b"\r") - crlf}
    most = max(counts.values())
    if most == 0:
        return b"\n"
    best = [newline for newline, count in counts.items() if count == most]
    return best[0] if len(best) == 1 else next(end for end in re.findall(_NEWLINE, text) if end in best)
