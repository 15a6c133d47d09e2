"""A lone parameter without parentheses (`x => …`): what is done to it or beside it is done as if it had them.

The operation is planned on a text in which the parentheses stand; what comes of the list is written in the place of the
lone one. Another lone name stays without them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.intents import Draft, Writing
from structedit.edit.operations import ListEdit
from structedit.edit.target import target_of
from structedit.errors import StructeditError
from structedit.select.canonical import canonical
from structedit.select.resolve import require
from structedit.syntax.tree import parse, span_of
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Piece
    from structedit.edit.operations import AnyOperation
    from structedit.edit.target import Target
    from structedit.text.patch import Patch


def lone_parameter(target: Target, operation: AnyOperation) -> tree_sitter.Node | None:
    """The parameter without parentheses that an operation is about, if it is about one."""
    facts = target.tree.grammar.fact("syntax", "lone_parameter")
    if not facts or target.element is None:
        return None
    node = target.node if "parameter" in target.roles else None
    listed = isinstance(operation, ListEdit) and operation.kind == "parameter"
    if listed or target.part == "parameters":
        node = target.element.parts.get("parameters")
    around = node.parent if node is not None else None
    held = around.child_by_field_name(facts["field"]) if around is not None and around.type == facts["kind"] else None
    return node if held is not None and held == node else None


def plan_in_parentheses(draft: Draft, target: Target, operation: AnyOperation, node: tree_sitter.Node) -> None:
    """The operation on a lone parameter. Errors: those of the operation itself."""
    from structedit.edit.plan import plan_one, unite

    tree, span = target.tree, span_of(node)
    opening, closing = (part.encode() for part in tree.grammar.fact("syntax", "lone_parameter")["delimiters"])
    text = tree.text[: span.start] + opening + span.of(tree.text) + closing + tree.text[span.end :]
    fresh = parse(tree.source.with_text(text), tree.grammar)
    inner = Draft(draft.index, draft.op)
    plan_one(inner, target_of(require(fresh, canonical(target.match), None)[0]), operation)
    patch, pieces = unite(fresh, [inner])
    draft.warnings += inner.warnings
    draft.kept += inner.kept
    around = Span(span.start, span.end + len(opening) + len(closing))
    if not all(around.contains(edit.span) for edit in patch.edits):
        raise StructeditError("NOT_APPLICABLE", f"`{target.shown}` has no list that this could be done in.")
    if not patch:
        return
    after = patch.apply(text)
    new = after[span.start : len(after) - (len(text) - around.end)]
    said = _said(patch, pieces, span.start)
    inside = new[len(opening) : -len(closing)]
    if said is not None and said.start >= len(opening) and re.fullmatch(r"[\w$]+", inside.decode("utf-8", "replace")):
        new, said = inside, said.shifted(-len(opening))
    draft.intents.append(Writing(draft.index, span, new, said, moved=True))
    draft.radius.append(span)
    draft.removed += [_mapped(one, span, len(opening)) for one in inner.removed if one.overlaps(around)]
    draft.wanted += inner.wanted


def _said(patch: Patch, pieces: list[Piece], start: int) -> Span | None:
    """Where the text that the caller sent stands in what is written from `start` on."""
    places = dict(zip((id(edit) for edit in patch.edits), patch.new_spans(), strict=True))
    spans = [one.text.shifted(places[id(one.edit)].start - start) for one in pieces if one.text is not None]
    return spans[0] if len(spans) == 1 else None


def _mapped(given: Span, span: Span, width: int) -> Span:
    """A span of the text with the parentheses in the one without them."""
    start, end = (min(max(at - width, span.start), span.end) for at in (given.start, given.end))
    return Span(start, end)
