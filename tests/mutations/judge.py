"""The verdict on one spoilt request: right, refused, or wrong; and what else an answer must not claim."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from structedit.errors import Refused
from structedit.workspace import Workspace
from tests.mutations.cases import margin, tight

if TYPE_CHECKING:
    from tests.mutations.cases import Case

REFUSALS = frozenset(
    {"SEARCH_FAILED", "MULTIPLE_MATCHES", "ELIDED_TEXT", "SYNTAX_BROKEN", "PATCH_FAILED", "BAD_REQUEST"}
)
IN_REQUEST = ("on_syntax_error", "allow", "expected_hash")


@dataclass(frozen=True)
class Verdict:
    """`word`: right, refused, needless (a refusal of what is plain) or WRONG; `why` says what is wrong.

    `how`: the rung, or the code of the refusal.
    """

    word: str
    how: str
    why: str = ""
    got: bytes = b""


def request(case: Case, file: str) -> dict[str, Any]:
    if case.patch:
        return {"patch": case.patch, **case.fields}
    fields = {name: value for name, value in case.fields.items() if name not in IN_REQUEST}
    whole = {name: value for name, value in case.fields.items() if name in IN_REQUEST}
    return {"file": file, "edits": [{"op": "edit", "old": case.old, "new": case.new, **fields}], **whole}


def verdict(case: Case, folder: Path, file: str) -> Verdict:
    path = folder / file
    before = case.before.encode()
    path.write_bytes(before)
    workspace = Workspace(str(folder))
    answer = workspace.patch(case.patch, **case.fields) if case.patch else workspace.apply(request(case, file))
    now = path.read_bytes()
    if isinstance(answer, Refused):
        if now != before:
            return Verdict("WRONG", answer.code, "a refusal wrote", now)
        if answer.code not in REFUSALS:
            return Verdict("WRONG", answer.code, f"not a refusal of a search: {answer.message}", now)
        if case.must and answer.code != "SYNTAX_BROKEN":  # a key that is twice in a mapping is the sample's fault
            return Verdict("needless", answer.code, answer.message, now)
        return Verdict("refused", answer.code)
    how = answer.files[0].edits[0].how
    if now.decode("utf-8", "replace") not in case.right and not _is_laid_out(case, now.decode("utf-8", "replace")):
        return Verdict("WRONG", how, f"{answer.status}, but the bytes are not those that are right", now)
    if not case.patch and how == "exact" and case.old not in case.before:
        return Verdict("WRONG", how, "the rung that it names is not the one", now)
    return Verdict("right", how)


def _is_laid_out(case: Case, now: str) -> bool:
    """Whether it says the same between what must stay, at the margin where the old text began."""
    head, tail = case.layout or ("", "")
    if case.layout is None or not (now.startswith(head) and now.endswith(tail)):
        return False
    middle, found = (text[len(head) : len(text) - len(tail)] for text in (now, case.before))
    if case.blank and any(_filled(now) == _filled(text) for text in case.right):
        return True
    moved = margin(case.new) != margin(case.old)
    return tight(middle) == tight(case.new) and (moved or margin(middle) == margin(found))


def _filled(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]
