"""Whether ours does what a peer's case expects: the same bytes, a refusal where the peer guessed, or a known reason."""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from structedit.errors import Refused
from structedit.workspace import Workspace
from tests.peers.rows import Ask, Files, Row, ask

Word = Literal["same", "guess", "reason", "WRONG"]
REASONS = Path(__file__).with_name("reasons.toml")
GUESSED = frozenset({"ambiguous_accepted", "empty_old_accepted"})
LOOSE = re.compile(
    r"[\s\u00a0\u202f]+|[\u2018\u2019\u201c\u201d'\"`]|[\u2010-\u2015\u2212-]|^\s*\d+\s*[|:\t\u2192]\s?", re.MULTILINE
)


@dataclass(frozen=True)
class Judgement:
    """`word` same: the same bytes, or a refusal of both. guess: ours refuses what the peer made up. WRONG: else."""

    word: Word
    seen: str
    reason: str = ""


def judge(row: Row, folder: Path) -> Judgement:
    """Run a row in an empty folder. A reason that is listed but not needed makes it WRONG."""
    asked = ask(row)
    word, seen = _run(row, asked, folder) if asked.calls else ("WRONG", "no counterpart")
    reason = reasons().get(row["id"])
    if reason is None:
        return Judgement(word, seen)
    if word != "WRONG":
        return Judgement("WRONG", f"{seen}: the reason for it is no longer needed", reason["why"])
    if not _is_explained(row, asked, reason, seen):
        return Judgement("WRONG", f"{seen}: not what the reason says, {reason['so']}", reason["why"])
    return Judgement("reason", seen, reason["why"])


@cache
def reasons() -> dict[str, dict[str, Any]]:
    """By the id of a row: `why`, and what ours does instead (`so`: refused, literal, or no counterpart)."""
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    table = toml.loads(REASONS.read_text(encoding="utf-8"))
    found: dict[str, dict[str, Any]] = {}
    for entry in table["reason"]:
        for name in entry["rows"]:
            assert name not in found, f"two reasons for {name}"
            found[name] = entry
    return found


def _run(row: Row, asked: Ask, folder: Path) -> tuple[Word, str]:
    for name, content in {**asked.before, **asked.newer}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    before = files(folder)
    seen = "applied"
    for call in asked.calls:
        answer = _answer(folder, call)
        if isinstance(answer, Refused):
            seen = answer.code
        elif call.get("preview"):
            seen = answer.status
    now = files(folder)
    refused = seen.isupper()
    if asked.after is None:
        return ("same", seen) if refused and now == before else ("WRONG", f"{seen}: a refusal is right, not {now!r}")
    if refused:
        if now != before:
            return "WRONG", f"{seen}, and yet it wrote"
        return ("guess" if _guesses(row) else "WRONG"), seen
    return ("same", seen) if now == asked.after else ("WRONG", f"{seen}: {_shown(now, asked.after)}")


def _answer(folder: Path, call: dict[str, Any]) -> Any:
    """The syntax guard only warns: many of these files are no code of the language that their name says."""
    workspace = Workspace(str(folder))
    if "patch" not in call:
        return workspace.apply({**call, "on_syntax_error": "warn"})
    options = {name: value for name, value in call.items() if name != "patch"}
    return workspace.patch(call["patch"], **options, on_syntax_error="warn")


def _guesses(row: Row) -> bool:
    """Whether the peer guessed: it took one of several places, or text whose words are others than was asked for."""
    if row["class"] in GUESSED or row.get("known_bad") or row.get("partial"):
        return True
    if row["class"] == "ambiguous_but_line_hint":  # the nearest of several places
        return not _starts_at(row, row["request"])
    if row["class"] != "fuzzy_match" or row["request"].get("old_string") is None:
        return False
    return _loose(row["request"]["old_string"]) not in _loose(row["before"])


def _starts_at(row: Row, request: dict[str, Any]) -> bool:
    """Whether the text stands at the very line that is named."""
    line = request.get("start_line") or request.get("line") or request.get("search_from_line")
    rest = row["before"].split("\n")[line - 1 :]
    return "\n".join(rest).lstrip(" \t").startswith(request["old_string"].strip())


def _loose(text: str) -> str:
    """Without blanks, line numbers, and the kind of quotes and dashes: what is left is what the text says."""
    return LOOSE.sub("", text)


def _is_explained(row: Row, asked: Ask, reason: dict[str, Any], seen: str) -> bool:
    if reason["so"] == "literal":  # the very text that was asked for stands where the very text was
        request, (name, before) = row["request"], next(iter(asked.before.items()))
        old, new = request["old_string"].encode(), request["new_string"].encode()
        after = {name: before.replace(old, new)}
        return before.count(old) == 1 and seen.startswith("applied: ") and seen.endswith(repr(after))
    if reason["so"] == "refused":
        return seen.isupper()
    if reason["so"] == "no counterpart":
        return seen == "no counterpart"
    if reason["so"] == "moved":  # the lines of the new text, at another margin
        found = re.search(r"not \{'[^']*': (b'.*')\}\Z", seen)
        now = ast.literal_eval(found[1]).decode() if found else ""
        return [line.strip() for line in now.split("\n")] == [
            line.strip() for line in row["request"]["new_string"].split("\n")
        ]
    return seen.startswith("applied") and repr(reason["so"].encode()) in seen


def _shown(now: Files, right: Files) -> str:
    return f"right is {right!r}, not {now!r}"


def files(folder: Path) -> Files:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
