"""What patches consist of, as data: hunks, which say what a place looks like, and splices, which say where it is."""

from __future__ import annotations

from structedit.record import record


@record
class HunkLine:
    """One line of a hunk, without its newline: ` ` stays, `-` goes, `+` comes. `ended`: it ends in a newline."""

    mark: str
    text: bytes
    ended: bool = True


@record
class Hunk:
    """Some lines as they are and as they are to be.

    `number` counts from 1 over the patch. `line`: where its old lines begin in the old file, from 1 (0: before the
    first line; for a hunk without old lines the line that it follows), None where that is not said; `new_line` the same
    in the new file. `headers`: lines of the file that it is under, outermost first. `at_end`: it ends where the file
    does. `patch_line`: where it begins in the patch.
    """

    number: int
    lines: tuple[HunkLine, ...]
    line: int | None = None
    new_line: int | None = None
    headers: tuple[bytes, ...] = ()
    at_end: bool = False
    patch_line: int = 1

    @property
    def old(self) -> list[HunkLine]:
        return [line for line in self.lines if line.mark != "+"]

    @property
    def new(self) -> list[HunkLine]:
        return [line for line in self.lines if line.mark != "-"]


@record
class Splice:
    """The text between two places gives way to `new`.

    A place is a row and a column, both from 0, the column in the unit `units` (utf-8: bytes; utf-16; utf-32:
    characters). `end` None: the end of the file. `hash`: the SHA-256, or its beginning, that the text there has.
    `lines`: whole lines are meant, so that a missing last newline is no reason to join two. `patch_line`: where it
    stands in the patch.
    """

    number: int
    start: tuple[int, int]
    end: tuple[int, int] | None
    new: str
    units: str = "utf-16"
    hash: str | None = None
    lines: bool = False
    patch_line: int = 1


@record
class Placed:
    """What an answer says of one hunk: its number in the patch, the line it asked for and the line it was found at."""

    index: int
    line_asked: int | None
    line_found: int
