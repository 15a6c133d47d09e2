"""Root: the only opener of paths. What it opens lies below one folder, after every link is followed."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.record import record
from structedit.store.folder import Folder, MovedAwayError, opened, walked
from structedit.store.uri import refuse_uri

if TYPE_CHECKING:
    from collections.abc import Iterator

MARKS = (".git", ".structedit")
SKIPPED_FOLDERS = frozenset({"__pycache__", "node_modules"})

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)


@record
class Place:
    """A path that may be opened: `path` relative to the root as it is shown, `resolved` where it leads."""

    path: str
    resolved: str


@record
class Root:
    """One folder (`folder` is absolute, links followed). Paths are relative to it."""

    folder: str

    @classmethod
    def of(cls, folder: str) -> Root:
        """Raises NOT_A_FILE where there is no such folder."""
        path = os.path.realpath(check_path(os.fspath(folder) or "."))
        if not os.path.isdir(path):
            raise StructeditError("NOT_A_FILE", f"The root {folder} is no folder.", "Name a folder with --root.")
        return cls(path)

    def place(self, path: str) -> Place:
        """Where a path leads. Raises OUTSIDE_ROOT for one that leaves the root, by `..` or by a link; IO_ERROR."""
        refuse_uri(self.folder, check_path(path))
        joined = os.path.join(self.folder, path)
        try:
            resolved = os.path.realpath(joined)
        except OSError as error:  # a link gave way to a folder, or the other way round, while it was read
            raise refusal(path, error) from None
        if not self.holds(resolved):
            raise StructeditError(
                "OUTSIDE_ROOT",
                f"{path} leads outside of the root {self.folder}.",
                "Name a path below the root, or another root with --root.",
                {"path": path, "root": self.folder},
            )
        written = os.path.normpath(joined)
        shown = os.path.relpath(written if self.holds(written) else resolved, self.folder)
        return Place(shown.replace(os.sep, "/"), resolved)

    def holds(self, resolved: str) -> bool:
        return resolved == self.folder or resolved.startswith(os.path.join(self.folder, ""))

    def parts(self, place: Place) -> list[str]:
        """The names that lead from the root to a place, which was resolved: no link is on the way."""
        return place.resolved[len(self.folder) :].strip(os.sep).split(os.sep)

    def folder_of(self, place: Place) -> Folder:
        """The folder that a place lies in, opened step by step from the root: a link on the way is not followed.

        Raises OUTSIDE_ROOT where there is one now, OSError for a folder that is not there.
        """
        try:
            return walked(opened(self.folder), self.parts(place)[:-1])
        except MovedAwayError as moved:
            raise moved_away(place, moved) from None

    def open(self, place: Place) -> int:
        """A descriptor of a regular file, to read. Raises NOT_A_FILE for all else, before opening what could block."""
        try:
            with self.folder_of(place) as folder:
                name = self.parts(place)[-1]
                regular(place.path, folder.stat(name))
                descriptor = folder.open(name, _READ)
        except OSError as error:
            raise refusal(place.path, error) from None
        try:
            regular(place.path, os.fstat(descriptor))
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def walk(self, path: str) -> Iterator[str]:
        """The files below a folder, sorted, links not followed; or the path itself where it is no folder.

        Folders whose name begins with a dot are left out, and those that hold other people's code or none.
        """
        place = self.place(path)
        if not os.path.isdir(place.resolved):
            yield place.path
            return
        for folder, folders, files in os.walk(place.resolved):
            folders[:] = sorted(name for name in folders if name[0] != "." and name not in SKIPPED_FOLDERS)
            for name in sorted(files):
                found = os.path.join(folder, name)
                if not os.path.islink(found):
                    yield os.path.relpath(found, self.folder).replace(os.sep, "/")


def nearest_root(start: str = ".") -> str:
    """The nearest folder from `start` upwards that is marked as the root of a project, else `start` itself."""
    folder = os.path.realpath(start)
    while True:
        if any(os.path.exists(os.path.join(folder, mark)) for mark in MARKS):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return os.path.realpath(start)
        folder = parent


def check_path(path: str) -> str:
    """Raises BAD_REQUEST for a string that can be no path."""
    if not isinstance(path, str) or not path or "\0" in path or any("\ud800" <= c < "\udc80" for c in path):
        raise StructeditError("BAD_REQUEST", f"{path!r} is no path.", "Name a file below the root.", {"path": "file"})
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise StructeditError("BAD_REQUEST", f"{path!r} is no path.", "Name a file below the root.") from None
    return path


def moved_away(place: Place, moved: MovedAwayError) -> StructeditError:
    message = f"{place.path} was moved while it was opened: {moved} is a link now."
    return StructeditError("OUTSIDE_ROOT", message, "Try again.", {"path": place.path})


def regular(path: str, info: os.stat_result) -> None:
    """Raises NOT_A_FILE for a folder, a pipe, a device, a socket."""
    if stat.S_ISREG(info.st_mode):
        return
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISLNK, "a link that leads nowhere"),
    )
    what = next((word for test, word in kinds if test(info.st_mode)), "no regular file")
    raise StructeditError(
        "NOT_A_FILE", f"{path} is {what}.", "Name a regular file; `structedit find` takes folders.", {"path": path}
    )


def refusal(path: str, error: OSError) -> StructeditError:
    """What the system said, with our code: NOT_A_FILE for what is not there, else IO_ERROR."""
    words = error.strerror or str(error)
    details = {"path": path, "errno": error.errno}
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return StructeditError(
            "NOT_A_FILE", f"{path} does not exist.", "Check the path; `structedit create` makes a new file.", details
        )
    if isinstance(error, IsADirectoryError):
        return StructeditError("NOT_A_FILE", f"{path} is a folder.", "Name a regular file.", details)
    return StructeditError("IO_ERROR", f"{path}: {words}.", "", details)
