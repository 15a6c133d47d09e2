"""Quoted text in files without a tree: no grammar, or more text than is parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.intents import Draft, Writing
from structedit.edit.operations import AnyOperation, SearchReplace, op_of
from structedit.edit.plan import refuse_overlaps
from structedit.errors import StructeditError
from structedit.select.search import Haystack
from structedit.text.patch import Edit, Patch

if TYPE_CHECKING:
    from structedit.edit.intents import Context
    from structedit.text.source import Source


def draft_plain(haystack: Haystack, index: int, operation: AnyOperation, context: Context) -> tuple[Draft, bool]:
    """What one operation intends, and whether it changes nothing. Errors: NO_LANGUAGE for all but quoted text."""
    made = Draft(index, op_of(operation))
    try:
        from structedit.edit.quoted import quote

        _, unchanged = quote(made, haystack, _without_nodes(operation), context)
    except StructeditError as error:
        error.details.setdefault("edit", index)
        raise
    return made, unchanged


def _without_nodes(operation: AnyOperation) -> SearchReplace:
    """Quoted text that asks for no node. Errors: NO_LANGUAGE."""
    selectors = [one for one in (operation.if_absent, operation.if_present) if isinstance(one, str)]
    if isinstance(operation, SearchReplace) and not selectors:
        return operation
    raise StructeditError(
        "NO_LANGUAGE",
        f"There is no grammar for this file, so {op_of(operation)} can find no node in it.",
        "Quote the text with `edit`, or name a language.",
    )


def unite_plain(source: Source, drafts: list[Draft]) -> Patch:
    """All writings as one patch. Errors: OVERLAPPING_EDITS, INTERNAL where one lies outside what was found."""
    refuse_overlaps(drafts)
    edits: list[Edit] = []
    for one in drafts:
        # each writing of quoted text has the place that was found for it
        for intent, found in zip(one.intents, one.radius, strict=True):
            if not isinstance(intent, Writing) or not found.contains(intent.span):
                raise StructeditError("INTERNAL", "The plan would write outside the place that was found.")
            if intent.new != intent.span.of(source.text):
                edits.append(Edit(intent.span, intent.new))
    return Patch.of(edits)
