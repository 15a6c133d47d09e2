"""What the formats are read into: the files of a patch, and what each is to become. They know no file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from structedit.edit.hunk import Hunk, HunkLine
from structedit.errors import StructeditError
from structedit.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable

Kind = Literal["change", "create", "remove", "rename", "copy"]


@record
class FilePatch:
    """What a patch says of one file. Paths are as in the patch, without its prefixes.

    `to_file`: the new path of a rename or a copy. `mode`: the permission bits that the file is to have. `blob`: the
    beginning of git's id of the content that the patch was made from. `line`: where in the patch this begins.
    """

    kind: Kind
    file: str
    hunks: tuple[Hunk, ...] = ()
    to_file: str = ""
    mode: int | None = None
    old_mode: int | None = None
    blob: str = ""
    new_blob: str = ""
    line: int = 1


def reversed_patch(patch: FilePatch) -> FilePatch:
    """What takes back what a patch does. Raises BAD_REQUEST for a patch that does not say what it takes away."""
    kinds: dict[Kind, Kind] = {"create": "remove", "remove": "create"}
    if patch.kind == "copy" or (patch.kind == "remove" and not patch.hunks and not patch.blob):
        raise malformed(patch.line, "a patch that says what was there", f"a {patch.kind} of {patch.file}")
    renamed = patch.kind == "rename"
    return FilePatch(
        kind=kinds.get(patch.kind, patch.kind),
        file=patch.to_file if renamed else patch.file,
        hunks=tuple(_reversed_hunk(hunk) for hunk in patch.hunks),
        to_file=patch.file if renamed else "",
        mode=patch.old_mode,
        old_mode=patch.mode,
        blob=patch.new_blob,
        new_blob=patch.blob,
        line=patch.line,
    )


def _reversed_hunk(hunk: Hunk) -> Hunk:
    from structedit.record import replace

    marks = {"+": "-", "-": "+"}
    lines = tuple(HunkLine(marks.get(line.mark, line.mark), line.text, line.ended) for line in hunk.lines)
    return replace(hunk, lines=lines, line=hunk.new_line, new_line=hunk.line)


def new_text(hunks: Iterable[Hunk]) -> bytes:
    """The text that hunks of nothing but added lines make."""
    return b"".join(line.text + (b"\n" if line.ended else b"") for hunk in hunks for line in hunk.lines)


def malformed(line: int, expected: str, got: Any) -> StructeditError:
    """BAD_REQUEST: the patch itself is wrong, in this line of it."""
    seen = got.decode("utf-8", "backslashreplace") if isinstance(got, bytes) else str(got)
    seen = seen if len(seen) <= 80 else seen[:79] + "…"
    return StructeditError(
        "BAD_REQUEST",
        f"Line {line} of the patch is {seen!r}, where {expected} was expected.",
        'Correct that line of the patch, or send the change as an edit: {"op": "edit", "file": …, "old": …, "new": …}.',
        {"path": "patch", "line": line, "expected": expected, "got": seen},
    )


def no_patch(format_: str, expected: str) -> StructeditError:
    return StructeditError(
        "BAD_REQUEST",
        f"The text holds no {format_}: {expected} was expected.",
        "Send a unified diff, a begin-patch, search/replace blocks, JSON ranges or anchored lines.",
        {"path": "patch", "line": 1, "expected": expected},
    )
