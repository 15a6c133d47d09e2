"""Which format a patch is written in, and its edits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError
from structedit.record import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.edit.request import FileEdit

FORMATS = ("auto", "unified", "begin-patch", "search-replace", "ranges", "anchored")
JSON_FORMATS = ("ranges", "anchored")


@record
class Reading:
    """How a patch is to be read. `strip`: leading folders of a diff's paths to leave out. `units`: of JSON ranges.

    `hashed`: the request says what hash the file has.
    """

    format: str = "auto"
    strip: int | None = None
    reverse: bool = False
    units: str = "utf-16"
    hashed: bool = False


def read_patch(patch: bytes | Any, reading: Reading, text_of: Callable[[str], str]) -> tuple[FileEdit, ...]:
    """The edits of a patch: text, or for the formats in JSON its decoded data. `text_of` reads a file that is copied.

    Raises BAD_REQUEST for what is no patch, with the line where it stops to be one.
    """
    name = reading.format
    if isinstance(patch, bytes) and name in JSON_FORMATS:
        raise TypeError("JSON is decoded by the doors")
    if not patch or (isinstance(patch, bytes) and not patch.strip()):
        raise _bad("The patch is empty.", "Send a patch: a unified diff, a begin-patch, search/replace blocks, JSON.")
    if name == "auto":
        name = detected(patch) if isinstance(patch, bytes) else _detected_data(patch)
    if isinstance(patch, bytes) == (name in JSON_FORMATS):
        raise _bad(f"The patch is no {name}.", "Name its format, or leave `format` out.")
    if name != "unified" and (reading.reverse or reading.strip is not None):
        word = "reverse" if reading.reverse else "strip"
        raise _bad(f"`{word}` is for unified diffs; this patch is {name}.", f"Leave `{word}` out.")
    edits: tuple[FileEdit, ...] = _READERS[name](patch, reading, text_of)
    return edits


def detected(text: bytes) -> str:
    """The format of a patch, by the marks that it must have."""
    for name, mark in _MARKS.items():
        if re.search(mark, text, re.MULTILINE):
            return name
    raise _bad(
        "The text is no patch that structedit knows.",
        "Send a unified diff (--- +++ @@), a begin-patch (*** Begin Patch), search/replace blocks "
        "(<<<<<<< SEARCH), JSON ranges or anchored lines; or name the format.",
    )


def is_json(text: bytes, format_: str) -> bool:
    """Whether a patch is to be decoded before it is read."""
    return format_ in JSON_FORMATS or (format_ == "auto" and text.lstrip()[:1] in (b"{", b"["))


def _detected_data(data: Any) -> str:
    first = data[0] if isinstance(data, list) and data else data
    return "anchored" if isinstance(first, dict) and ("patches" in first or "files" in first) else "ranges"


_MARKS = {
    "begin-patch": (
        rb"\A\s*(?:%%\w+\s*\n)?(?:.*<<.*\n)?(?:\s*```.*\n)?"
        rb"[ \t]*\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )"
    ),
    "search-replace": rb"^<{5,9} SEARCH>?\s*$",
    "unified": rb"^(?:diff --git |--- .*\r?\n\+\+\+ |@@[ -]|diff --cc |diff --combined )",
}


def _unified(text: bytes, reading: Reading, text_of: Callable[[str], str]) -> tuple[FileEdit, ...]:
    from structedit.edit.formats.make import edits_of_files
    from structedit.edit.formats.unified import read_unified

    return edits_of_files(read_unified(text, reading.strip), text_of, reverse=reading.reverse)


def _begin_patch(text: bytes, reading: Reading, text_of: Callable[[str], str]) -> tuple[FileEdit, ...]:
    from structedit.edit.formats.begin_patch import read_begin_patch
    from structedit.edit.formats.make import edits_of_files

    del reading
    return edits_of_files(read_begin_patch(text), text_of)


def _search_replace(text: bytes, reading: Reading, text_of: Callable[[str], str]) -> tuple[FileEdit, ...]:
    from structedit.edit.formats.blocks import read_blocks
    from structedit.edit.formats.make import edits_of_blocks

    del reading, text_of
    return edits_of_blocks(read_blocks(text))


def _ranges(data: Any, reading: Reading, text_of: Callable[[str], str]) -> tuple[FileEdit, ...]:
    from structedit.edit.formats.ranges import read_ranges

    del text_of
    return read_ranges(data, reading.units, hashed=reading.hashed)


def _anchored(data: Any, reading: Reading, text_of: Callable[[str], str]) -> tuple[FileEdit, ...]:
    from structedit.edit.formats.anchored import read_anchored

    del reading, text_of
    return read_anchored(data)


_READERS: dict[str, Any] = {
    "unified": _unified,
    "begin-patch": _begin_patch,
    "search-replace": _search_replace,
    "ranges": _ranges,
    "anchored": _anchored,
}


def _bad(message: str, hint: str) -> StructeditError:
    return StructeditError("BAD_REQUEST", message, hint, {"path": "patch"})
