"""The history of a root: every edit that was applied, and the contents that it displaced.

Keeping it is a guard against one's own slips, so it fails open: where nothing can be kept, the edit is made all the
same, and says so. What is kept is read by the rule that a damaged record or object is set aside and reported.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.record import record
from structedit.store import objects, records
from structedit.store.lock import locked
from structedit.store.records import EditRecord
from structedit.store.state_folder import state_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_RECORDS = 1_000
MOST_BYTES = 256 * 1024 * 1024
LOCK_SECONDS = 2.0
_LEFT = 0.9  # of both bounds, when room is made: not at every edit
_COUNTS = re.compile(r"1 (\S+) ([0-9]+) ([0-9]+)\n")


@record
class Kept:
    """What became of the record of an edit: its id, or why there is none."""

    id: str | None
    why: str = ""


@record
class Known:
    """The edits of a root, the newest first; which of them are undone by which; and what could not be read."""

    edits: tuple[EditRecord, ...]
    undone: dict[str, str]
    problems: tuple[str, ...]


@record
class Keeping:
    """The contents (by their SHA-256) that an edit is about to displace, and where they are kept before it does.

    `grown`: by how many bytes that folder grew. `why`: why they could not be kept.
    """

    folder: str
    contents: Mapping[str, bytes]
    grown: int = 0
    why: str = ""


def keep(root: str, contents: Mapping[str, bytes]) -> Keeping:
    folder = state_folder(root)
    if folder is None:
        return Keeping("", contents, why=_nowhere(root))
    try:
        return Keeping(folder, contents, sum(objects.keep(folder, name, raw) for name, raw in contents.items()))
    except OSError as error:
        return Keeping(folder, contents, why=_words(folder, error))


def add(keeping: Keeping, made: EditRecord) -> Kept:
    """Write the record of an edit that was applied; its id is given here."""
    folder = keeping.folder
    if keeping.why:
        return Kept(None, keeping.why)
    try:
        with locked(os.path.join(folder, "lock"), LOCK_SECONDS) as lock:
            # Somebody may have made room since they were kept.
            grown = keeping.grown + sum(objects.keep(folder, *content) for content in keeping.contents.items())
            last, count, size = _counts(folder, lock, grown)
            name = records.new_id(last)
            records.save(folder, EditRecord(name, made.summary, made.undoes, made.files))
            _count(lock, name, count + 1, size)
            if count + 1 > MOST_RECORDS or size > MOST_BYTES:
                _count(lock, name, *_make_room(folder))
    except OSError as error:
        return Kept(None, _words(folder, error))
    except StructeditError as error:
        return Kept(None, error.message)
    return Kept(name)


def ids(root: str) -> list[str]:
    """The ids of all edits of a root, the newest first."""
    folder = state_folder(root)
    return [] if folder is None else records.ids(folder)


def known(
    root: str, most: int | None = None, until: Callable[[EditRecord, dict[str, str]], bool] | None = None
) -> Known:
    """The edits of a root, the newest first: at most `most`, or `until` says yes to one and what is undone by then.

    Only later edits can have undone one, so what is known of those that are read is all that there is.
    """
    folder = state_folder(root) or ""
    found: list[EditRecord] = []
    undone: dict[str, str] = {}
    problems: list[str] = []
    for name in ids(root):
        if len(found) == most:
            break
        try:
            one = records.load(folder, name)
        except (objects.DamagedError, records.NewerError) as error:
            problems.append(str(error))
            continue
        if one is None:
            continue
        found.append(one)
        if one.undoes is not None and one.id not in undone:
            undone[one.undoes] = one.id
        if until is not None and until(one, undone):
            break
    return Known(tuple(found), undone, tuple(problems))


def content(root: str, name: str) -> bytes:
    """A content that was displaced, by its SHA-256. Raises DamagedError."""
    folder = state_folder(root)
    if folder is None:
        raise objects.DamagedError(_nowhere(root))
    return objects.load(folder, name)


def _nowhere(root: str) -> str:
    return f"There is no place for it, neither in the state folder of the user nor in {root}."


def _words(folder: str, error: OSError) -> str:
    return f"{error.filename or folder}: {error.strerror or error}."


def _counts(folder: str, lock: int, grown: int) -> tuple[str, int, int]:
    """The last id, how many records there are, and how many bytes of objects: the lock's file knows them.

    `grown`: by how many bytes the objects have grown, of which it does not know yet.
    """
    found = _COUNTS.fullmatch(os.read(lock, 200).decode("ascii", "replace"))
    if found is not None:
        return found[1], int(found[2]), int(found[3]) + grown
    names = records.ids(folder)
    return (names[0] if names else ""), len(names), sum(_sizes(folder).values())


def _count(lock: int, last: str, count: int, size: int) -> None:
    data = f"1 {last} {count} {size}\n".encode("ascii")
    os.lseek(lock, 0, os.SEEK_SET)
    os.write(lock, data)
    os.ftruncate(lock, len(data))


def _make_room(folder: str) -> tuple[int, int]:
    """Forget the oldest edits, and the objects that no kept record names. How many records and bytes are left.

    The newest edit stays, however large it is.
    """
    sizes = _sizes(folder)
    kept: set[str] = set()
    total = count = 0
    for index, name in enumerate(records.ids(folder)):
        named = records.objects_of(folder, name) & sizes.keys()
        total += sum(sizes[one] for one in named - kept)
        if index and (index >= MOST_RECORDS * _LEFT or total > MOST_BYTES * _LEFT):
            total = int(MOST_BYTES) + 1  # all that are older go, too
            with suppress(OSError):
                os.unlink(records.path_of(folder, name))
            continue
        kept |= named
        count += 1
    for name in sizes.keys() - kept:
        with suppress(OSError):
            os.unlink(objects.path_of(folder, name))
    return count, sum(sizes[name] for name in kept)


def _sizes(folder: str) -> dict[str, int]:
    """All objects of a state folder, and the temporary files that were left there, by name."""
    base = os.path.join(folder, objects.FOLDER)
    found: dict[str, int] = {}
    for place, _, names in os.walk(base):
        for name in names:
            with suppress(OSError):
                found[os.path.basename(place) + name] = os.lstat(os.path.join(place, name)).st_size
    return found
