"""PATCH_FAILED: what is said of a hunk that has no place, or more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError
from structedit.text.source import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from structedit.edit.hunk import Hunk
    from structedit.edit.line_index import Lines
    from structedit.edit.placing import Found

_MOST = 20
_LONGEST = 160


def nowhere(lines: Lines, hunk: Hunk) -> StructeditError:
    """Its old lines stand nowhere: the nearest place, and how the two differ."""
    old = [line.text for line in hunk.old]
    details = _details(hunk)
    if is_applied(lines, hunk):
        return _failed(
            f"Hunk {hunk.number} does not fit: its old lines are not in the file, but its new ones are.",
            "It seems to be applied already. Leave the hunk out, or read the file and make the patch again.",
            {**details, "already_applied": True},
        )
    row = nearest(lines, hunk)
    if row is None:
        return _failed(
            f"Hunk {hunk.number} does not fit: no line of it is in the file.",
            "Check that the patch is for this file; read it, and make the patch again.",
            details,
        )
    actual = lines.rows[row : row + len(old)]
    hint = "Correct the lines that the diff in the details marks (- as sent, + as in the file), and send it again."
    if any(text[:1] == b" " and text[1:].rstrip() == line.rstrip() for line, text in zip(old, actual, strict=False)):
        hint = "Lines that stay begin with a blank that marks them, before their own indentation. " + hint
    near = {"line": row + 1, "end_line": row + len(actual), "diff": _compared(old, actual)}
    return _failed(
        f"Hunk {hunk.number} does not fit: its old lines are not in the file. The nearest are at line {row + 1}.",
        hint,
        {**details, "nearest": near},
    )


def ambiguous(lines: Lines, hunk: Hunk, found: Sequence[Found]) -> StructeditError:
    """Its old lines stand in several places, and nothing that can be trusted says which is meant."""
    several = [{"line": one.row + 1, "end_line": one.end, "rung": one.rung} for one in found[:_MOST]]
    if any(one.rung == "similar" for one in found):
        message = (
            f"Hunk {hunk.number} fits at line {found[-1].row + 1}, but at line {found[0].row + 1}, which it names, "
            "stands a block that is almost the same: it may have been changed since the patch was made."
        )
    else:
        rows = ", ".join(str(one.row + 1) for one in found[:_MOST])
        message = f"Hunk {hunk.number} fits at several places (lines {rows}), and its line number is none of them."
        if hunk.line is None:
            message = f"Hunk {hunk.number} fits at several places (lines {rows}) and does not say which is meant."
        elif any(one.row + 1 == hunk.line for one in found):
            message = (
                f"Hunk {hunk.number} fits at several places (lines {rows}), and the file is not the one "
                "that its line number is for."
            )
    del lines
    hint = "Send the hunk with more lines of context, or make the patch again from the file as it is now."
    return _failed(message, hint, {**_details(hunk), "candidates": several})


def uneven(hunk: Hunk, found: Found) -> StructeditError:
    """Found with another indentation, of which its lines say different things."""
    return _failed(
        f"Hunk {hunk.number} fits at line {found.row + 1} but for its indentation, and its lines do not agree on what "
        "that is.",
        "Send the hunk with every line indented as in the file (behind the one character that marks it).",
        {**_details(hunk), "line": found.row + 1},
    )


def same_line(one: Hunk, other: Hunk) -> StructeditError:
    """Two hunks that take away the same lines at the same number."""
    return _failed(
        f"Hunks {one.number} and {other.number} have the same old lines and the same line number.",
        "Leave one of them out, or number each as in the file.",
        _details(other),
    )


def out_of_order(lines: Lines, hunks: Sequence[Hunk], found: Sequence[Found]) -> StructeditError:
    """Hunks fit each for itself, but overlap or stand in another order than they say."""
    del lines
    places = [
        {"hunk": hunk.number, "line": one.row + 1, "end_line": one.end} for hunk, one in zip(hunks, found, strict=True)
    ]
    at = next((i for i in range(1, len(found)) if found[i - 1].end > found[i].row), 1)
    return _failed(
        f"Hunks {hunks[at - 1].number} and {hunks[at].number} overlap in the file, or stand there in another order.",
        "Make the patch again from the file as it is now; hunks of one file stand in its order and share no line.",
        {**_details(hunks[at]), "places": places[max(0, at - _MOST // 2) : at + _MOST // 2]},
    )


def without_place(hunk: Hunk, why: str) -> StructeditError:
    """A hunk that only adds lines, where nothing says where."""
    return _failed(
        f"Hunk {hunk.number} only adds lines, and {why}.",
        "Give it a line of context, a header (@@ and the line that it is under), or *** End of File.",
        _details(hunk),
    )


def header_missing(lines: Lines, hunk: Hunk, header: bytes) -> StructeditError:
    from difflib import get_close_matches

    rows = {shown(row.strip()): at for at, row in reversed(list(enumerate(lines.rows))) if row.strip()}
    near = get_close_matches(shown(header), rows, n=3, cutoff=0.6) if len(rows) <= 20_000 else []
    return _failed(
        f"Hunk {hunk.number} is to be under {shown(header)!r}, which is no line of the file.",
        "Write behind @@ a line of the file that stands above the hunk.",
        {**_details(hunk), "nearest": [{"line": rows[one] + 1, "text": one[:_LONGEST]} for one in near]},
    )


def header_twice(lines: Lines, hunk: Hunk, rows: Sequence[int]) -> StructeditError:
    several = [{"line": row + 1, "text": shown(lines.rows[row])[:_LONGEST]} for row in rows[:_MOST]]
    return _failed(
        f"Hunk {hunk.number} only adds lines, and what it is to be under stands at several places.",
        "Give it a line of context, or above its header the one that this is under.",
        {**_details(hunk), "candidates": several},
    )


def not_under(lines: Lines, hunk: Hunk, rows: Sequence[int]) -> StructeditError:
    del lines
    words = " > ".join(shown(header) for header in hunk.headers)
    several = [{"line": row + 1, "end_line": row + len(hunk.old)} for row in rows[:_MOST]]
    return _failed(
        f"Hunk {hunk.number} fits at line {rows[0] + 1}, but not under {words!r}.",
        "Write behind @@ the line that the place is under, or correct the old lines of the hunk.",
        {**_details(hunk), "candidates": several},
    )


def is_applied(lines: Lines, hunk: Hunk) -> bool:
    """Whether the new lines of a hunk stand in the file, and say something."""
    new = [line.text for line in hunk.new]
    if not any(line.mark == "+" and line.text.strip() for line in hunk.lines):
        return False
    return bool(lines.places([line.removesuffix(b"\r") for line in new], "newlines"))


def nearest(lines: Lines, hunk: Hunk) -> int | None:
    """The row where most old lines of a hunk stand, by the votes of each; None where none of them does."""
    old = [line.text.strip() for line in hunk.old]
    votes: dict[int, float] = {}
    rows: dict[bytes, list[int]] = {}
    wanted = set(old)
    for row, text in enumerate(lines.rows):
        content = text.strip()
        if content in wanted:
            rows.setdefault(content, []).append(row)
    for at, content in enumerate(old):
        if not content:
            continue
        for row in rows.get(content, ()):
            if row >= at:
                votes[row - at] = votes.get(row - at, 0.0) + 1.0 / len(rows[content])
    if not votes:
        return None
    named = (hunk.line or 1) - 1
    return min(votes, key=lambda row: (-votes[row], abs(row - named)))


def _compared(old: Iterable[bytes], actual: Iterable[bytes]) -> str:
    """A diff of what was sent and what stands there, with blanks made visible where only those differ."""
    from difflib import ndiff

    sent, there = [shown(one) for one in old], [shown(one) for one in actual]
    pieces = []
    for line in ndiff(sent[:200], there[:200]):
        if line.startswith(("- ", "+ ")):
            pieces.append(line[:2] + _visible(line[2:]))
        elif line.startswith("  "):
            pieces.append(line)
    return "\n".join(pieces)


def _visible(text: str) -> str:
    """With the blanks at both ends, and every tab and CR, as signs."""
    body = text.strip(" ")
    left, right = len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))
    if not body:
        return "·" * len(text)
    return "·" * left + body.replace("\t", "→").replace("\r", "␍") + "·" * right


def _details(hunk: Hunk) -> dict[str, Any]:
    return {"hunk": hunk.number, "line_asked": hunk.line, "patch_line": hunk.patch_line}


def _failed(message: str, hint: str, details: dict[str, Any]) -> StructeditError:
    return StructeditError("PATCH_FAILED", message, hint, details)
