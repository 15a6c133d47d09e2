"""What the formats say, as a request: operations for each file of a patch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.formats.records import new_text, reversed_patch
from structedit.edit.operations import Create, Hunks, Remove, RenameFile, SearchReplace, SetMode
from structedit.edit.request import FileEdit
from structedit.errors import StructeditError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from structedit.edit.formats.blocks import Block
    from structedit.edit.formats.records import FilePatch
    from structedit.edit.operations import AnyOperation


def edits_of_files(
    patches: Iterable[FilePatch], text_of: Callable[[str], str], *, reverse: bool = False
) -> tuple[FileEdit, ...]:
    """The edits that a patch consists of, in its order, or (`reverse`) those that take it back, last first.

    `text_of` reads a file that is copied.
    """
    given = list(patches)
    if reverse:
        given = [reversed_patch(patch) for patch in reversed(given)]
    return tuple(FileEdit(file, one) for patch in given for file, one in _operations(patch, text_of))


def edits_of_blocks(blocks: Iterable[Block]) -> tuple[FileEdit, ...]:
    """A block without old lines is a new file; all others quote the lines that give way."""
    return tuple(_edit_of_block(block) for block in blocks)


def _edit_of_block(block: Block) -> FileEdit:
    if not block.old:
        return FileEdit(block.file, Create(text=block.new))
    return FileEdit(block.file, SearchReplace(old=block.old, new=block.new, whole=True))


def _operations(patch: FilePatch, text_of: Callable[[str], str]) -> Iterator[tuple[str, AnyOperation]]:
    file = patch.file
    if patch.kind == "copy":
        file = patch.to_file
        yield file, Create(text=text_of(patch.file))
    if patch.kind == "create":
        yield file, Create(text=_text(patch))
    elif patch.hunks:
        in_order = all(hunk.line is not None for hunk in patch.hunks)
        removes = patch.kind == "remove"
        yield file, Hunks(hunks=patch.hunks, in_order=in_order, blob=patch.blob, removes=removes)
    if patch.kind == "remove":
        yield file, Remove()
    if patch.kind == "rename":
        yield file, RenameFile(to_file=patch.to_file)
    executable = patch.mode is not None and bool(patch.mode & 0o111)
    if patch.mode is not None and (executable or patch.kind not in ("create", "remove")):
        yield file, SetMode(executable=executable)


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
