"""Unified diffs: git's with its extended headers, those of `diff -u`, and those that models write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from structedit.edit.formats.body import FENCE, read_body, read_header
from structedit.edit.formats.paths import NOWHERE, both_paths, decoded, prefix_of, read_path, without_prefix
from structedit.edit.formats.records import FilePatch, malformed, no_patch
from structedit.edit.hunk import Hunk
from structedit.errors import StructeditError
from structedit.record import made, record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structedit.edit.formats.records import Kind

_MODE = re.compile(rb"(old mode|new mode|deleted file mode|new file mode) (\d{6})")
_NAME = re.compile(rb"(rename|copy) (from|to) (.+)")
_INDEX = re.compile(rb"index ([0-9a-f]{4,64})(?:,[0-9a-f]+)?\.\.([0-9a-f]{4,64})(?: (\d{6}))?")
_OTHER = re.compile(rb"(?:dis)?similarity index \d+%")
_BINARY = re.compile(rb"GIT binary patch|Binary files .* differ|Files .* differ|literal \d+|delta \d+")
_LINK, _MODULE = 0o120000, 0o160000


@record(frozen=False)
class _Section:
    """What stands in the patch of one file, as far as it is read."""

    line: int
    git: bool = False
    old: bytes = b""
    new: bytes = b""
    modes: dict[str, int] = made(default_factory=dict)
    names: dict[str, bytes] = made(default_factory=dict)
    blobs: tuple[str, str] = ("", "")
    hunks: list[Hunk] = made(default_factory=list)


def read_unified(text: bytes, strip: int | None = None) -> list[FilePatch]:
    """The files of a diff, in its order. `strip`: how many leading folders of its paths to leave out.

    What stands before the first header and between two files is for the reader. Counts that are wrong, and numbers
    that are missing, are no fault; lines without a mark inside a hunk are. Raises BAD_REQUEST with the line of the
    patch, and BINARY_FILE for a binary patch.
    """
    lines = split_patch(text)
    found: list[_Section] = []
    at = count = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith(b"diff --git "):
            section, at = _git_header(lines, at)
            found.append(section)
        elif _is_header(lines, at):
            found.append(
                _Section(at + 1, old=read_path(lines[at][4:], at + 1), new=read_path(lines[at + 1][4:], at + 2))
            )
            at += 2
        elif line.startswith(b"@@"):
            if not found:
                raise malformed(at + 1, "the header of a file (--- and +++ with its paths)", line)
            count += 1
            hunk, at = _hunk(lines, at, count)
            found[-1].hunks.append(hunk)
        else:
            _refuse_other(lines, at, found)
            at += 1
    if not found:
        raise no_patch("unified diff", "a header of --- and +++ lines, and hunks that begin with @@")
    return [_file(section, strip) for section in found]


def split_patch(text: bytes) -> list[bytes]:
    """The lines of a patch without their newlines.

    A patch whose own headers end in CRLF was converted as a whole: there the CR belongs to no line of a file.
    """
    lines = text.split(b"\n")
    if not lines[-1]:
        lines.pop()
    heads = [line for line in lines if line.startswith((b"--- ", b"+++ ", b"@@", b"***", b"diff --git "))]
    if heads and all(line.endswith(b"\r") for line in heads):
        lines = [line.removesuffix(b"\r") for line in lines]
    return lines


def _is_header(lines: Sequence[bytes], at: int) -> bool:
    return lines[at].startswith(b"--- ") and at + 1 < len(lines) and lines[at + 1].startswith(b"+++ ")


def ends_hunk(lines: Sequence[bytes], at: int) -> bool:
    """Whether a line begins something else than a line of the hunk before it."""
    line = lines[at]
    return line.startswith((b"@@", b"diff --git ", b"Index: ", b"Only in ")) or _is_header(lines, at)


def _hunk(lines: Sequence[bytes], at: int, number: int) -> tuple[Hunk, int]:
    """The hunk that begins at an `@@` line; several of them without lines between are one, ever deeper."""
    start = at
    headers: list[bytes] = []
    if lines[at].startswith(b"@@@"):
        raise malformed(at + 1, "a hunk of one file with one parent (this is a combined diff)", lines[at])
    header = read_header(lines[at])
    while header.words and at + 1 < len(lines) and lines[at + 1].startswith(b"@@"):
        headers.append(header.words)
        at += 1
        header = read_header(lines[at])
    body = read_body(lines, at + 1, header, ends_hunk)
    if not body.lines:
        got = lines[at + 1] if at + 1 < len(lines) else b"(the end of the patch)"
        raise malformed(min(at + 2, len(lines)), "a line of the hunk", got)
    words = (*headers, header.words) if header.words else tuple(headers)
    last = body.lines[-1]
    hunk = Hunk(
        number=number,
        lines=body.lines,
        line=header.line,
        new_line=header.new_line,
        headers=words,
        at_end=not last.ended,
        patch_line=start + 1,
    )
    return hunk, body.end


def _git_header(lines: Sequence[bytes], at: int) -> tuple[_Section, int]:
    """The lines from `diff --git` to the hunks."""
    section = _Section(at + 1, git=True)
    paths = both_paths(lines[at][11:], at + 1)
    if paths is not None:
        section.old, section.new = paths
    at += 1
    while at < len(lines):
        line = lines[at]
        if _BINARY.match(line):
            raise StructeditError(
                "BINARY_FILE",
                f"Line {at + 1} of the patch is a change of a binary file, {_shown(section)}.",
                "structedit edits text files only; leave that file out of the patch.",
                {"path": "patch", "line": at + 1},
            )
        if mode := _MODE.fullmatch(line):
            section.modes[mode[1].decode()] = int(mode[2], 8)
        elif name := _NAME.fullmatch(line):
            section.names[f"{name[1].decode()} {name[2].decode()}"] = read_path(name[3], at + 1)
        elif blobs := _INDEX.fullmatch(line):
            section.blobs = (blobs[1].decode(), blobs[2].decode())
            if blobs[3]:
                section.modes.setdefault("index", int(blobs[3], 8))
        elif _is_header(lines, at):
            section.old, section.new = read_path(line[4:], at + 1), read_path(lines[at + 1][4:], at + 2)
            return section, at + 2
        elif not _OTHER.fullmatch(line):
            break
        at += 1
    return section, at


def _refuse_other(lines: Sequence[bytes], at: int, found: list[_Section]) -> None:
    """What is a patch, but not a unified diff of text, is not passed over as prose."""
    line = lines[at]
    if line.startswith((b"diff --cc ", b"diff --combined ")):
        raise malformed(at + 1, "a diff with one parent (this is a combined diff)", line)
    if line.startswith(b"***************"):
        raise malformed(at + 1, "a unified diff (this is a context diff; `diff -u` makes the other)", line)
    if re.match(rb"(?:Binary files|Files) .* differ", line) or line == b"GIT binary patch":
        raise StructeditError(
            "BINARY_FILE",
            f"Line {at + 1} of the patch is a change of a binary file.",
            "structedit edits text files only; leave that file out of the patch.",
            {"path": "patch", "line": at + 1},
        )
    if line.startswith((b"--- ", b"+++ ")) and not FENCE.match(line) and found and not found[-1].hunks:
        raise malformed(at + 1, "a --- line and a +++ line, one behind the other", line)


def _file(section: _Section, strip: int | None) -> FilePatch:
    """What a section is about: a change, a new file, one that goes, one that gets a new name."""
    old, new = section.old, section.new
    if not (old and new) and not section.names:
        raise malformed(section.line, "a header that names the file", b"diff --git")
    count = prefix_of(old, new) if strip is None else strip
    kind, file, to_file = _kind(section)
    facts: dict[str, Any] = {"blob": section.blobs[0], "new_blob": section.blobs[1], "line": section.line}
    name = decoded(without_prefix(file, 0 if _is_bare(section, file) and strip is None else count), section.line)
    target = decoded(to_file, section.line) if to_file else ""
    _check(section, kind, name)
    return FilePatch(
        kind=kind,
        file=name,
        hunks=tuple(section.hunks),
        to_file=target,
        mode=_bits(section, "new file mode", "new mode"),
        old_mode=_bits(section, "deleted file mode", "old mode"),
        **facts,
    )


def _is_bare(section: _Section, file: bytes) -> bool:
    """`rename from` and `copy from` name paths without prefixes."""
    return file in section.names.values()


def _kind(section: _Section) -> tuple[Kind, bytes, bytes]:
    """What becomes of the file, its path, and its new one."""
    names, modes = section.names, section.modes
    for kind in ("rename", "copy"):
        if f"{kind} from" in names and f"{kind} to" in names:
            return kind, names[f"{kind} from"], names[f"{kind} to"]
    if section.old == NOWHERE or "new file mode" in modes:
        return "create", section.new, b""
    if section.new == NOWHERE or "deleted file mode" in modes:
        return "remove", section.old, b""
    return "change", section.new, b""


def _check(section: _Section, kind: Kind, name: str) -> None:
    line = section.line
    for mode in section.modes.values():
        if mode in (_LINK, _MODULE):
            what = "a symbolic link" if mode == _LINK else "a submodule"
            raise StructeditError(
                "NOT_A_FILE",
                f"Line {line} of the patch is about {name}, {what}.",
                "structedit edits regular files only; leave that file out of the patch.",
                {"path": "patch", "line": line},
            )
    if section.old == section.new == NOWHERE:
        raise malformed(line, "a path on one of the two sides", NOWHERE)
    if kind in ("create", "remove"):
        mark = "+" if kind == "create" else "-"
        wrong = next((hunk for hunk in section.hunks if any(one.mark != mark for one in hunk.lines)), None)
        if wrong is not None or len(section.hunks) > 1:
            hunk = wrong or section.hunks[1]
            what = "one hunk of added lines (the file is new)" if kind == "create" else "one hunk of removed lines"
            raise malformed(hunk.patch_line, what, f"hunk {hunk.number} of {name}")
    elif not section.hunks and not section.names and not {"old mode", "new mode"} <= section.modes.keys():
        raise malformed(line, "a hunk, which begins with @@,", f"the header of {name} alone")


def _bits(section: _Section, *words: str) -> int | None:
    found = next((section.modes[word] for word in words if word in section.modes), None)
    return None if found is None else found & 0o777


def _shown(section: _Section) -> str:
    return (section.new or section.old).decode("utf-8", "backslashreplace")
