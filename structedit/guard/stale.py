"""The guard of the file hash, and what it tells a caller whose picture of the file is old."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError

if TYPE_CHECKING:
    from structedit.edit.operations import Target
    from structedit.guard.question import Question
    from structedit.syntax.tree import Tree

LONGEST_TEXT = 2_000
MOST_PLACES = 10


def expected_hash(question: Question) -> StructeditError | None:
    """The file must begin with the hash that the request gives, if it gives one."""
    wanted = question.expected_hash
    if wanted is None:
        return None
    current = question.source.file_hash if question.source else None
    if current is not None and current.startswith(wanted):
        return None
    path = question.before.path
    details: dict[str, Any] = {
        "path": path,
        "expected_hash": wanted,
        "current_hash": current,
        "changed": targets_now(question),
    }
    if current is None:
        message, hint = f"{path} does not exist, but the request expects a hash of it.", "Send it without the hash."
    else:
        message = f"{path} is not the file that the request expects: its hash is {current[:16]}, not {wanted[:16]}."
        hint = (
            "Look at `changed` (the targets as they are now); if your edit still fits, send it again with "
            f'"expected_hash": "{current}".'
        )
    return StructeditError("CONCURRENCY_CONFLICT", message, hint, details)


def targets_now(question: Question) -> list[dict[str, Any]]:
    """For each target: what its selector names now, with its text; or why it names nothing."""
    source, grammar = question.source, question.grammar
    if source is None or grammar is None:
        return []
    from structedit.syntax.tree import parse

    try:
        tree = parse(source, grammar)
    except StructeditError as error:
        return [{"code": error.code, "message": error.message}]
    targets = dict.fromkeys(operation.target for operation in question.operations if operation.target)
    return [_target_now(tree, target) for target in list(targets)[:MOST_PLACES]]


def _target_now(tree: Tree, target: Target) -> dict[str, Any]:
    from structedit.select.canonical import printed
    from structedit.select.resolve import full_span, require

    selector = target if isinstance(target, str) else f"{target.from_} ..= {target.through}"
    try:
        matches = require(tree, selector, count="all", edit=False)
    except StructeditError as error:
        return {"target": selector, "code": error.code, "message": error.message}
    first = matches[0]
    text = full_span(first).of(tree.text).decode("utf-8", "backslashreplace")
    now: dict[str, Any] = {"target": selector, "selector": printed(first), "text": text[:LONGEST_TEXT]}
    if len(text) > LONGEST_TEXT:
        now["cut"] = True
    if len(matches) > 1:
        now["total"] = len(matches)
    return now
