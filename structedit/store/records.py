"""The records of edits: one small file for each request that was applied, and how one is written and read.

    records/<id>.edit       one line of JSON, and one line with the SHA-256 of the first

An id is the time in UTC, with the fraction of the second in hexadecimal, so that ids sort by time. A record is never
changed: that an edit was undone is said by the record of the edit that undid it.
"""

from __future__ import annotations

import os
import re
import time
from typing import Any

from structedit.record import record
from structedit.store.objects import DamagedError, set_aside, write_new
from structedit.text.digest import hex_digest

FOLDER, SUFFIX = "records", ".edit"
VERSION = 1
_ID = re.compile(r"[0-9]{8}T[0-9]{6}-[0-9a-f]{6,}")
_HASH = re.compile(rb"[0-9a-f]{64}")


@record
class FileRecord:
    """One file of an edit. `before` and `after` are the SHA-256 of its bytes, None where there was no file.

    `mode` is that of the file before, `after_mode` the one that the edit gave it (None: it stayed). `renamed_from`:
    the path (resolved) from which the file came here. `folders` were made for the file.
    """

    path: str
    resolved: str
    before: str | None
    after: str | None
    mode: int | None = None
    after_mode: int | None = None
    renamed_from: str | None = None
    encoding: str | None = None
    folders: tuple[str, ...] = ()


@record
class EditRecord:
    """One request that was applied. `undoes`: the id of the edit that it took back."""

    id: str
    summary: str
    undoes: str | None
    files: tuple[FileRecord, ...]


class NewerError(Exception):
    """A record of a version that is not known here. It is left alone."""


def new_id(last: str) -> str:
    """An id for now that comes after `last` (an id, or "")."""
    now = time.time()
    made = f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime(now))}-{int(now % 1 * (1 << 24)):06x}"
    if made > last:
        return made
    head, _, digits = last.partition("-")
    number = int(digits, 16) + 1
    return f"{head}-{number:0{len(digits)}x}" if number < 16 ** len(digits) else f"{last}0"


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def ids(folder: str) -> list[str]:
    """All ids in a state folder, the newest first."""
    try:
        names = os.listdir(os.path.join(folder, FOLDER))
    except OSError:
        return []
    return sorted((name.removesuffix(SUFFIX) for name in names if is_id(name.removesuffix(SUFFIX))), reverse=True)


def path_of(folder: str, name: str) -> str:
    return os.path.join(folder, FOLDER, name + SUFFIX)


def save(folder: str, made: EditRecord) -> None:
    """Raises OSError."""
    line = _json(
        {
            "version": VERSION,
            "id": made.id,
            "summary": made.summary,
            "undoes": made.undoes,
            "files": [{name: getattr(file, name) for name in FileRecord.__match_args__} for file in made.files],
        }
    ).encode("ascii")
    path = path_of(folder, made.id)
    data = line + b"\n" + hex_digest(line).encode("ascii") + b"\n"
    try:
        write_new(path, data)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        write_new(path, data)


def load(folder: str, name: str) -> EditRecord | None:
    """The record of an id; None where it is gone.

    Raises DamagedError for one that cannot be read (it is set aside), NewerError for one of another version.
    """
    path = path_of(folder, name)
    try:
        with open(path, "rb") as stream:
            line, _, check = stream.read().partition(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamagedError(f"{path}: {error.strerror or error}") from None
    if check.strip() == hex_digest(line).encode("ascii"):
        found = _read(line, name)
        if found is not None:
            return found
    raise DamagedError(f"{path} is damaged; it was set aside as {set_aside(folder, path)}")


def objects_of(folder: str, name: str) -> set[str]:
    """The hashes of the objects that a record names, whatever its version; all that may be one is taken for one."""
    try:
        with open(path_of(folder, name), "rb") as stream:
            return {found.decode("ascii") for found in _HASH.findall(stream.read())}
    except OSError:
        return set()


def _read(line: bytes, name: str) -> EditRecord | None:
    import json

    try:
        data = json.loads(line)
        if data["version"] != VERSION:
            raise NewerError(f"the edit {name} was recorded by another version of structedit ({data['version']})")
        files = tuple(FileRecord(**{**file, "folders": tuple(file["folders"])}) for file in data["files"])
        found = EditRecord(data["id"], data["summary"], data["undoes"], files)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return found if found.id == name else None


def _json(value: Any) -> str:
    """Plain data as JSON in ASCII. The package `json` is not needed by a command that edits, and takes 2 ms to load."""
    match value:
        case None:
            return "null"
        case str():
            return '"' + re.sub(r"[^ !#-\[\]-~]", _escape, value) + '"'
        case int():
            return str(value)
        case dict():
            return "{" + ", ".join(f"{_json(name)}: {_json(one)}" for name, one in value.items()) + "}"
        case _:
            return "[" + ", ".join(map(_json, value)) + "]"


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
