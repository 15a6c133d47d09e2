"""Carries a trial out and says how it ended."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from tests.wild.checks import check
from tests.wild.rules import Way, rule_for
from tests.wild.trial import INSERTED, Fault, Trial, Verdict, perform, read

if TYPE_CHECKING:
    from structedit.edit.run import Edited
    from structedit.syntax.tree import Tree
    from tests.wild.trial import Edit

# What an operation may be refused with on a file that was well; the rest is a fault. Copies of code may not fit.
NEVER = {"delete": ("SYNTAX_BROKEN", "TARGET_NOT_FOUND", "TARGET_AMBIGUOUS", "GUARD_MISMATCH", "CANNOT_INSERT_HERE")}
# What only the whole program makes wrong, in the words of the refusal.
OF_THE_PROGRAM = ("nonlocal", "annotated name", "make(", "new(")


def judge(trial: Trial, raw: bytes, tree: Tree | None = None) -> Verdict:
    """Tries it. A refusal's outcome is its code; an inverse that is none by design has the name of the rule."""
    try:
        tree = tree or read(trial.language, raw)
        return _judge(trial, raw, tree)
    except Fault as fault:
        return Verdict("FAILED", ((fault.check, fault.detail),))


def _judge(trial: Trial, raw: bytes, tree: Tree) -> Verdict:
    try:
        edited = perform(trial.language, raw, trial.edits)
    except StructeditError as error:
        _must_not_refuse(trial, error)
        return Verdict(error.code)
    try:
        check(trial, tree, edited)
    except Fault as fault:
        return Verdict("FAILED", ((fault.check, fault.detail),), edited.after.raw)
    after = edited.after.raw
    if trial.sort == "same" and after != raw:
        return Verdict("FAILED", (("same", "replaced by its own text it is another"),), after)
    if trial.sort == "twice":
        return _again(trial, after)
    if trial.sort == "inverse":
        return _back(trial, raw, edited)
    return Verdict("applied" if after != raw else "unchanged", after=after)


def _must_not_refuse(trial: Trial, error: StructeditError) -> None:
    said = f"{error.message} {error.details.get('text')}"
    if any(word in said for word in OF_THE_PROGRAM):
        return
    if trial.sort == "same" or (trial.sort == "edit" and error.code in NEVER.get(trial.op, ())):
        raise Fault("refused", f"{error.code}: {error.message}")


def _again(trial: Trial, after: bytes) -> Verdict:
    try:
        second = perform(trial.language, after, trial.edits)
    except StructeditError as error:
        return Verdict("FAILED", (("twice", f"the second time {error.code}: {error.message}"),), after)
    if second.after.raw != after:
        return Verdict("FAILED", (("twice", "the second time it is another text"),), second.after.raw)
    return Verdict("applied", after=after)


def _back(trial: Trial, raw: bytes, edited: Edited) -> Verdict:
    middle = edited.after.raw
    if middle == raw:
        return Verdict("unchanged")
    selectors = edited.edits[0].inserted
    back = _filled(trial.back, selectors)
    if trial.op == "replace, replace back" and len(selectors) > 1:
        return Verdict("several")
    if not back:
        return Verdict("no selector")
    try:
        made = perform(trial.language, middle, back)
    except StructeditError as error:
        said = f"{error.code}: {error.message} ({json.dumps(back, ensure_ascii=False)})"
        return Verdict("FAILED", (("way back", said),), middle)
    again = made.after.raw
    if again == raw:
        return Verdict("applied", after=middle)
    kept = tuple(one for report in made.edits for one in report.kept)
    rule = rule_for(Way(trial, raw, middle, again, kept))
    if rule:
        return Verdict(f"rule: {rule}")
    return Verdict(
        "FAILED", (("inverse", f"other bytes than at first ({json.dumps(back, ensure_ascii=False)})"),), again
    )


def _filled(back: tuple[Edit, ...], selectors: tuple[str, ...]) -> tuple[Edit, ...]:
    made: list[Edit] = []
    for edit in back:
        if edit.get("target") != INSERTED:
            made.append(edit)
        else:
            made += [{**edit, "target": selector} for selector in selectors]
    return tuple(made)


def without_guards(trial: Trial) -> Trial:
    """The same with selectors that hold in a smaller file, too."""

    def bare(target: str) -> str:
        head, at, digits = target.rpartition("@")
        return head if at and len(digits) == 8 else target

    edits = tuple({**edit, "target": bare(edit["target"])} if "target" in edit else edit for edit in trial.edits)
    return replace(trial, edits=edits, removed=tuple(map(bare, trial.removed)))
