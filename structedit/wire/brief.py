"""An answer as a short text for a model: what happened, and all that its next call needs, without a second reading.

applied app.py hash 3f9a1c2e0b7d4a55
0 insert main@9d0c11f2 -> main call#log@77ab01c3
@@ -1,2 +1,3 @@
…
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from structedit.wire.answers import Answer

HASH_DIGITS = 16
LONGEST_DIFF = 12_000
LONGEST_LIST = 40_000
LONGEST_DETAILS = 4_000
MOST_CANDIDATES = 20


def brief(answer: Answer) -> str:
    """The text of an answer object."""
    if answer["status"] == "refused":
        lines: Iterable[str] = _refusal(answer)
    elif "files" in answer:
        lines = _outcome(answer)
    elif "edits" in answer:
        lines = _edits(answer)
    elif "matches" in answer:
        lines = _hits(answer)
    elif "items" in answer:
        lines = _outline(answer)
    elif "languages" in answer:
        lines = _languages(answer)
    else:
        lines = _text(answer)
    return "\n".join(lines)


# what was refused


def _refusal(answer: Answer) -> Iterator[str]:
    yield f"{answer['code']}: {answer['message']}"
    if answer["hint"]:
        yield f"hint: {answer['hint']}"
    said = answer["message"] + answer["hint"]
    details = {name: value for name, value in answer["details"].items() if not _is_said(value, said)}
    if _are_places(details.get("candidates")):
        yield from _candidates(details.pop("candidates"), details.pop("total", 0))
    if details:
        yield f"details: {_bounded(details)}"


def _is_said(value: Any, said: str) -> bool:
    """Whether a detail stands in the message or the hint."""
    return isinstance(value, str) and value in said


def _are_places(rows: Any) -> bool:
    """Whether a line can say all that there is of each."""
    return isinstance(rows, list) and all(
        isinstance(row, dict) and {"selector", "line"} <= row.keys() <= _OF_A_PLACE for row in rows
    )


_OF_A_PLACE = {"selector", "line", "end_line", "text", "occurrence", "score", "confirm", "diff"}


def _candidates(rows: list[Answer], total: int) -> Iterator[str]:
    """One line each, its first word the selector to send; below it how it differs from what was quoted."""
    room = LONGEST_DETAILS
    for row in rows[:MOST_CANDIDATES]:
        facts = "".join(f" {name} {row[name]}" for name in ("occurrence", "score", "confirm") if name in row)
        text = _cut(row.get("text", "").strip(), 1, 120)
        yield f"- {row['selector'] or '(the file)'} line {_line_range(row)}{facts}: {text}"
        diff = _within(row["diff"].split("\n"), room, "lines of diff") if row.get("diff") else []
        room -= sum(map(len, diff))
        yield from diff
    hidden = max(total, len(rows)) - min(len(rows), MOST_CANDIDATES)
    if hidden:
        yield f"- … {hidden:,} more"


def _bounded(details: Answer) -> str:
    """Compact JSON that is not too long: long lists and texts are cut, and say so."""
    for items, letters in ((20, 2_000), (10, 500), (5, 200), (3, 80)):
        text = _json(_cut(details, items, letters))
        if len(text) <= LONGEST_DETAILS:
            return text
    return _json({name: _cut(value, 1, 40) for name, value in list(details.items())[:10]})[:LONGEST_DETAILS]


def _cut(value: Any, items: int, letters: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= letters else f"{value[:letters]}… ({len(value) - letters:,} more characters)"
    if isinstance(value, (list, tuple)):
        rest = [f"… {len(value) - items:,} more"] if len(value) > items else []
        return [_cut(item, items, letters) for item in value[:items]] + rest
    if isinstance(value, dict):
        return {name: _cut(item, items, letters) for name, item in value.items()}
    return value


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# what was done


def _outcome(answer: Answer) -> Iterator[str]:
    room = LONGEST_DIFF
    for file in answer["files"]:
        word = answer["status"] if file["status"] == "applied" else file["status"]
        yield f"{word} {file['path']} {_hashes(file, word)}{_notes(file)}"
        for edit in file["edits"]:
            yield _edit(edit)
        for warning in (*(warning for edit in file["edits"] for warning in edit["warnings"]), *file["warnings"]):
            yield f"warning: {warning['code']}: {warning['message']}"
        diff = _diff(file["diff"], room)
        room -= sum(map(len, diff))
        yield from diff
    for warning in answer.get("warnings", ()):
        yield f"warning: {warning['code']}: {warning['message']}"
    if answer["status"] == "preview":
        undoes = any(edit["op"] == "undo" for file in answer["files"] for edit in file["edits"])
        again = "" if undoes else f'; to write exactly this, send it again with "plan": "{answer["plan"]}"'
        yield f"preview: nothing was written{again}"
    if answer.get("code"):
        yield f"{answer['code']}: what was asked for is there already"
    if answer.get("undo"):
        yield f"undo: {answer['undo']}"


def _notes(file: Answer) -> str:
    renamed = f" (was {file['renamed_from']})" if file.get("renamed_from") else ""
    return renamed + ("" if file["atomic"] else " (written in place)")


def _edit(edit: Answer) -> str:
    line = f"{edit['index']} {edit['op']} {edit['target']}".rstrip()
    if edit["inserted"]:
        line += f" -> {', '.join(edit['inserted'])}"
    if edit["status"] == "unchanged":
        line += " (unchanged)"
    if "hunk" in edit:
        line += _hunk(edit["hunk"])
    if edit["how"] != "exact":
        score = f", score {edit['score']}" if "score" in edit else ""
        line += f" (how: {edit['how']}{score}, {edit['applicability']})"
    return line + (f" (kept: {', '.join(edit['kept'])})" if edit["kept"] else "")


def _hunk(hunk: Answer) -> str:
    asked, found = hunk["line_asked"], hunk["line_found"]
    where = "" if found is None else f" at line {found}" + (f", not {asked}" if asked not in (None, found) else "")
    return f" hunk {hunk['index']}{where}"


def _edits(answer: Answer) -> Iterator[str]:
    """The edits that are known, for undo."""
    yield f"{len(answer['edits']):,} {'edit' if len(answer['edits']) == 1 else 'edits'}, the newest first"
    for edit in answer["edits"]:
        yield f"{edit['id']} {edit['summary']}" + (f" (undone by {edit['undone_by']})" if "undone_by" in edit else "")
    for problem in answer["problems"]:
        yield f"warning: {problem}"


def _hashes(file: Answer, word: str) -> str:
    now = _hash(file["after_hash"])
    return f"{_hash(file['before_hash'])}, then {now}" if word == "preview" else now


def _hash(digits: str | None) -> str:
    return "no file" if digits is None else f"hash {digits[:HASH_DIGITS]}"


def _diff(diff: str, room: int) -> list[str]:
    """The lines of a diff but for its head, which would name the path again."""
    lines = diff.removesuffix("\n").split("\n") if diff else []
    while lines and lines[0].startswith(("--- ", "+++ ")):
        lines.pop(0)
    return _within(lines, room, "lines of diff; read the file to see them")


def _within(lines: Iterable[str], room: int, rest: str) -> list[str]:
    """As many of the lines as there is room for, and how many more there are."""
    shown: list[str] = []
    left = 0
    for line in lines:
        room -= len(line) + 1
        if room < 0 or left:
            left += 1
        else:
            shown.append(line)
    return [*shown, f"… {left:,} more {rest}"] if left else shown


# what was seen


def _outline(answer: Answer) -> Iterator[str]:
    yield f"{answer['path']} {answer['language']} {_hash(answer['hash'])}"
    yield from _within(_items(answer["items"], 0), LONGEST_LIST, "definitions; ask with `depth`, or use `find`")


def _items(items: list[Answer], depth: int) -> Iterator[str]:
    for item in items:
        yield f"{_line_range(item)} {'  ' * depth}{item['role']} {item['selector']}"
        yield from _items(item["items"], depth + 1)


def _line_range(place: Answer) -> str:
    first, last = place["line"], place.get("end_line", place["line"])
    return str(first) if first == last else f"{first}-{last}"


def _hits(answer: Answer) -> Iterator[str]:
    total = answer.get("total", len(answer["matches"]))
    files = f"{answer['searched']:,} {'file' if answer['searched'] == 1 else 'files'} searched"
    skipped = ", ".join(f"{number:,} {code}" for code, number in sorted(answer["skipped"].items()))
    yield f"{total:,} {'match' if total == 1 else 'matches'}, {files}{f', passed over: {skipped}' if skipped else ''}"
    rows = [f"{hit['path']}:{_line_range(hit)} {hit['selector']}: {hit['text']}" for hit in answer["matches"]]
    shown = _within(rows, LONGEST_LIST, "matches; narrow `paths` or the selector")
    yield from shown
    if total > len(answer["matches"]) and len(shown) == len(rows):
        yield f"… {total - len(rows):,} more matches; send a larger `limit`, or narrow `paths` or the selector"


def _text(answer: Answer) -> Iterator[str]:
    node = f" {answer['selector']}" if "selector" in answer else ""
    lossy = " (some bytes are no text and shown as \\xNN)" if answer.get("lossy") else ""
    yield f"{answer['path']}{node} lines {_line_range(answer)} of the file with {_hash(answer['hash'])}{lossy}"
    yield answer["text"]


def _languages(answer: Answer) -> Iterator[str]:
    rows = answer["languages"]
    for row in rows:
        if row["full"]:
            yield f"{row['name']} {' '.join(row['extensions'])}{'' if row['source'] else ' (parser missing)'}"
    yield "by node kinds only: " + " ".join(row["name"] for row in rows if not row["full"] and row["source"])
    yield "parser missing: " + " ".join(row["name"] for row in rows if not row["full"] and not row["source"])
