"""What quoted or new text has that comes from the way it was sent, not from any file.

Nothing is repaired in silence: the refusal says what was seen, and has the text as it should be sent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.record import record
from structedit.select.numbers import first_number, numbered_lines, without_numbers
from structedit.select.views import split_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from structedit.select.ladder import Candidate
    from structedit.select.search import Haystack

_FENCE = rb"[ \t]*(```+|~~~+)[\w+#.-]*[ \t]*"
_MARKER = (
    rb"[ \t]*(?:<{5,9}|-{5,9}|\*\*\*) ?(?:SEARCH|ORIGINAL|HEAD)\b.*|[ \t]*(?:>{5,9}|\+{5,9}) ?(?:REPLACE|UPDATED)\b.*"
    rb"|<{7} .+|>{7} .+|\*\*\* (?:Begin|End) Patch"
)
_ENTITIES = {
    b"&lt;": b"<",
    b"&gt;": b">",
    b"&quot;": b'"',
    b"&#39;": b"'",
    b"&#x27;": b"'",
    b"&apos;": b"'",
    b"&nbsp;": b" ",
    b"&amp;": b"&",
}
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b'"': b'"', b"'": b"'", b"\\": b"\\", b"/": b"/", b"`": b"`"}


@record
class Reading:
    """A text as it may have been meant, and what was seen in it as it was sent."""

    seen: str
    text: bytes


def readings(old: bytes) -> Iterator[Reading]:
    """What a quoted text that is not in the file may have been meant to be."""
    if b"\\" in old:
        yield Reading('escapes (such as \\n or \\") where the characters themselves belong', _unescaped(old))
    if b"&" in old:
        pattern = b"|".join(map(re.escape, _ENTITIES))
        yield Reading("entities (such as &lt;) where the characters themselves belong", re.sub(pattern, _entity, old))
    fenced = _inside_fence(old)
    if fenced is not None:
        yield Reading("a code fence around it", fenced)
    marked = _inside_markers(old)
    if marked is not None:
        yield Reading("markers of an edit format around it", marked)
    lines = split_lines(old)
    marks = {line[:1] for line in lines if line}
    if len(lines) > 1 and marks <= {b" ", b"+", b"-"} and marks != {b" "}:
        kept = [line[1:] for line in lines if not line.startswith(b"+")]
        yield Reading("the first column of a diff", b"\n".join(kept))
    yield from _normalised(old)


def refuse_strange(haystack: Haystack, one: Candidate, old: bytes, new: bytes) -> None:
    """BAD_REQUEST for what would be written into the file and belongs to the way it was sent.

    A mark that the quoted text or the file has already is part of the file.
    """
    if haystack.tree is not None and _inside_fence(new) is not None and _inside_fence(old) is None:
        fence = next(line for line in split_lines(new) if line.strip()).strip()
        if fence not in haystack.text:
            raise _strange("is in a code fence", _inside_fence(new))
    for line in split_lines(new):
        if re.fullmatch(_MARKER, line) and line.strip() not in haystack.text:
            raise _strange(f"has a marker of an edit format, {line.decode('utf-8', 'replace')!r}", _inside_markers(new))
    numbered, count = numbered_lines(new)
    if numbered and numbered == count and not numbered_lines(old)[0]:
        tab = re.match(rb"[ \t]*\d+(\t|\xe2\x86\x92)", new)
        bare = (None if tab else without_numbers(new, 1)) or without_numbers(new)
        if bare is not None and (first_number(new) == one.line or _marks_numbers(new, count)):
            raise _strange("has line numbers, which the quoted text has not", bare)


def _marks_numbers(new: bytes, count: int) -> bool:
    """Whether the marks are those of line numbers, and of nothing else."""
    return count > 1 and bool(re.match(rb"[ \t]*\d+(\t|\xe2\x86\x92)", new))


def _strange(what: str, better: bytes | None) -> StructeditError:
    details = {"path": "new"}
    if better is not None:
        details["new"] = better.decode("utf-8", "backslashreplace")
    hint = "Send only the text that is to stand in the file." + (" See `new` in the details." if better else "")
    return StructeditError("BAD_REQUEST", f"The new text {what}.", hint, details)


def _unescaped(text: bytes) -> bytes:
    return re.sub(rb"\\([ntr\"'\\/`])", lambda found: _ESCAPES[found.group(1)], text)


def _entity(found: re.Match[bytes]) -> bytes:
    return _ENTITIES[found.group()]


def _inside_fence(text: bytes) -> bytes | None:
    """What stands between the fences of the first and the last line."""
    lines = split_lines(text)
    rows = [row for row, line in enumerate(lines) if line.strip()]
    if len(rows) < 2:
        return None
    first, last = re.fullmatch(_FENCE, lines[rows[0]]), re.fullmatch(_FENCE, lines[rows[-1]])
    if first is None or last is None or not last.group(1).startswith(first.group(1)):
        return None
    return b"\n".join(lines[rows[0] + 1 : rows[-1]])


def _inside_markers(text: bytes) -> bytes | None:
    """What stands behind the first marker and before the next, or before the line of signs that parts old and new."""
    lines = split_lines(text)
    row = next((row for row, line in enumerate(lines) if re.fullmatch(_MARKER, line)), None)
    if row is None:
        return None
    rest = lines[row + 1 :]
    end = next((at for at, one in enumerate(rest) if re.fullmatch(_MARKER, one) or re.fullmatch(rb"={5,9}", one)), None)
    return b"\n".join(rest if end is None else rest[:end])


def _normalised(old: bytes) -> Iterator[Reading]:
    """The same characters put together in the other way Unicode has."""
    if old.isascii():
        return
    import unicodedata

    text = old.decode("utf-8", "surrogateescape")
    for form, other in (("NFC", unicodedata.normalize("NFC", text)), ("NFD", unicodedata.normalize("NFD", text))):
        if other != text:
            yield Reading(
                f"characters put together in another way (the file has {form})",
                other.encode("utf-8", "surrogateescape"),
            )
