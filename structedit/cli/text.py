"""TEXT on the command line: literal, @file, or - for standard input."""

from __future__ import annotations

import sys
from typing import Any

from structedit.errors import StructeditError

LARGEST = 64 * 1024 * 1024


def read_text(given: str) -> str:
    """The text that an argument means. `@@` stands for a text that begins with `@`."""
    if given == "-":
        return _decoded(read_stdin(), "Standard input")
    if given.startswith("@@"):
        return given[1:]
    if given.startswith("@") and len(given) > 1:
        return _decoded(read_file(given[1:]), given[1:])
    return given


def read_stdin() -> bytes:
    """All of standard input. A terminal is never waited for."""
    if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
        raise StructeditError(
            "BAD_REQUEST",
            "- means standard input, but that is a terminal.",
            "Pipe the text in (`… | structedit …  -`), or name a file with @file.",
            {"path": "text"},
        )
    found = bytearray()
    stream: Any = sys.stdin.buffer
    # By pieces, since one long read would see an interrupt only when it ends.
    while len(found) <= LARGEST and (piece := stream.read1(1 << 16)):
        found += piece
    return bytes(found)


def read_file(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(LARGEST)
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or str(error)
        raise StructeditError(
            "BAD_REQUEST",
            f"{path}: {words}.",
            "Name a file that can be read; a text that begins with @ is written with @@.",
            {"path": path},
        ) from None


def _decoded(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise StructeditError(
            "BAD_REQUEST", f"{name} is not UTF-8 at byte {error.start}.", "Send the text as UTF-8.", {"path": "text"}
        ) from None
