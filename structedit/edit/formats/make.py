"""What the formats say, as a request: operations for each file of a patch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.formats.records import new_text, reversed_patch
from structedit.edit.operations import Create, Hunks, SearchReplace
from structedit.edit.request import FileEdit
from structedit.errors import StructeditError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from structedit.edit.formats.blocks import Block
    from structedit.edit.formats.records import FilePatch


def edits_of_files(patches: Iterable[FilePatch], *, reverse: bool = False) -> tuple[FileEdit, ...]:
    """The edits that a patch consists of, in its order, or (`reverse`) those that take it back, last first."""
    given = list(patches)
    if reverse:
        given = [reversed_patch(patch) for patch in reversed(given)]
    return tuple(edit for patch in given for edit in _edits(patch))


def edits_of_blocks(blocks: Iterable[Block]) -> tuple[FileEdit, ...]:
    """A block without old lines is a new file; all others quote the lines that give way."""
    return tuple(_edit_of_block(block) for block in blocks)


def _edit_of_block(block: Block) -> FileEdit:
    if not block.old:
        return FileEdit(block.file, Create(text=block.new))
    return FileEdit(block.file, SearchReplace(old=block.old, new=block.new))


def _edits(patch: FilePatch) -> Iterable[FileEdit]:
    if patch.kind == "create":
        yield FileEdit(patch.file, Create(text=_text(patch)))
        return
    if patch.kind == "copy":
        raise StructeditError("NOT_APPLICABLE", "Copies are not there yet.")
    in_order = all(hunk.line is not None for hunk in patch.hunks)
    if patch.hunks or patch.mode is not None:
        hunks = Hunks(
            hunks=patch.hunks, in_order=in_order, blob=patch.blob, removes=patch.kind == "remove", mode=patch.mode
        )
        yield FileEdit(patch.file, hunks)


def _text(patch: FilePatch) -> str:
    text = new_text(patch.hunks)
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise StructeditError(
            "BAD_ENCODING",
            f"The patch makes {patch.file} of bytes that are not UTF-8 (at byte {error.start} of the file).",
            "Send the patch in UTF-8, and name the file's encoding with `encoding`.",
            {"path": "patch", "line": patch.line},
        ) from None
