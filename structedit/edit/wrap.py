"""Wrap and unwrap: something goes around a place, or what stands around it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.apart import is_split
from structedit.edit.bodies import write_body
from structedit.edit.incoming import incoming
from structedit.edit.intents import Writing
from structedit.edit.notation import pair_of
from structedit.edit.structure import exchange, shares_line
from structedit.edit.target import standing
from structedit.errors import StructeditError
from structedit.syntax.containers import Body, Listing, container, member
from structedit.syntax.parts import body_node
from structedit.syntax.tree import atomic_spans, parse, span_of
from structedit.syntax.trivia import lead, tail
from structedit.text import indent
from structedit.text.patch import Edit, Patch
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.edit.operations import Wrap
    from structedit.edit.target import Target
    from structedit.syntax.tree import Tree

_BODY = b"$BODY"


def wrap(draft: Draft, target: Target, operation: Wrap) -> None:
    """The target goes where `$BODY` stands in the text, its strings unmoved."""
    tree = target.tree
    text = incoming(tree, operation.text)
    if _BODY not in text.body:
        raise StructeditError(
            "BAD_REQUEST", "The text of wrap has no `$BODY`.", "Write `$BODY` where the target is to go."
        )
    _refuse_broken(target)
    span = _wrapped_span(target)
    prefix = layout.line_prefix(tree, span.start)
    newline = tree.source.newline_at(span.start)
    placed = text.placed(prefix, layout.unit(tree), newline)
    found = member(tree, target.outer) if target.part is None and target.match.through is None else None
    if found is not None and not text.one_line:
        where, node = found
        if isinstance(where, Body) and shares_line(tree, where, node):
            filled = text.body.replace(_BODY, tree.bytes_of(node))
            exchange(draft, tree, where, node, incoming(tree, filled.decode("utf-8", "surrogateescape")))
            return
    inline = _inline_part(target)
    if inline is not None and not text.one_line:
        filled = text.body.replace(_BODY, span.of(tree.text))
        write_body(draft, tree, inline, incoming(tree, filled.decode("utf-8", "surrogateescape")))
        return
    new = _fill(tree, placed, span, prefix)
    old = span.of(tree.text)
    draft.take(Writing(draft.index, span, new, Span(0, len(new)), moved=True), text.body.replace(_BODY, old))


def _inline_part(target: Target) -> Body | None:
    """The body that stands on its header's line, where the target is that part."""
    if target.place is None or target.place.node is None:
        return None
    where = container(target.tree, target.place.node)
    if not isinstance(where, Body) or not where.members or where.node.parent is None:
        return None
    return where if not layout.begins_line(target.tree, where.members[0].start_byte) else None


def _wrapped_span(target: Target) -> Span:
    tree = target.tree
    if target.part is not None and target.place is not None:
        inner = target.place.inner
        held = container(tree, target.place.node) if target.place.node is not None else None
        if not isinstance(held, Body) or held.open is None or not held.members:
            return inner
        text = inner.of(tree.text)
        return Span(inner.start + len(text) - len(text.lstrip()), inner.start + len(text.rstrip()))
    found = member(tree, target.outer)
    if found is None or not isinstance(found[0], Body):
        return target.full
    where, members = standing(target, "NOT_APPLICABLE")
    return Span(lead(tree, where, members[0]), tail(tree, where, members[-1]))


def _fill(tree: Tree, template: bytes, span: Span, prefix: bytes) -> bytes:
    """The template with the old text at each `$BODY`, at the indentation of the line that it stands on."""
    old = span.of(tree.text)
    atomic = [Span(max(one.start - span.start, 0), one.end - span.start) for one in atomic_spans(tree, span)]
    pieces: list[bytes] = []
    rest = template
    line = prefix
    while _BODY in rest:
        before, rest = rest.split(_BODY, 1)
        if b"\n" in before:
            line = before.rsplit(b"\n", 1)[1]
        elif pieces:
            line += before
        pieces += (before, indent.shift(old, prefix, indent.leading(line), atomic, first=False))
    return b"".join((*pieces, rest))


def _refuse_broken(target: Target) -> None:
    for node in (target.outer.prev_sibling, target.outer, target.last.next_sibling):
        if node is not None and (node.is_error or node.is_missing or (node == target.outer and node.has_error)):
            raise StructeditError(
                "NOT_APPLICABLE",
                f"There is a syntax error beside `{target.shown}`, so its ends are not certain.",
                "Repair the syntax error first.",
            )


def unwrap(draft: Draft, target: Target) -> None:
    """The body stays, one level out; what stood around it goes."""
    tree = target.tree
    if target.part is not None:
        raise StructeditError("NOT_APPLICABLE", "A part cannot be unwrapped.", "Name the element that holds it.")
    _refuse_broken(target)
    body = body_node(target.element, target.node)
    where = container(tree, body if body is not None else target.node)
    if target.roles & {"function", "class", "lambda", "module"}:
        raise StructeditError("NOT_APPLICABLE", f"`{target.shown}` is a definition; its body means nothing without it.")
    if isinstance(where, Body) and where.members:
        _unwrap_block(draft, target, where)
    elif body is not None and where is None and target.roles & {"if", "loop"}:
        _refuse_branches(draft, target)
        _keep(draft, target, span_of(body))
    elif not _unwrap_entry(draft, target):
        _unwrap_member(draft, target)


def _unwrap_block(draft: Draft, target: Target, where: Body) -> None:
    tree = target.tree
    _refuse_branches(draft, target)
    end = tail(tree, where, where.members[-1])
    start = lead(tree, where, where.members[0])
    for child in where.node.children:
        if child.is_extra and child.start_byte > end and layout.begins_line(tree, child.start_byte):
            end = max(end, child.end_byte)
    span = target.full
    inner = Span(start, min(end, max(where.node.end_byte, end)))
    prefix = layout.line_prefix(tree, span.start)
    atomic = [Span(max(one.start - start, 0), one.end - start) for one in atomic_spans(tree, inner)]
    text = inner.of(tree.text)
    if layout.begins_line(tree, start):
        text = indent.shift(text, layout.member_prefix(tree, where), prefix, atomic, first=False)
    span = Span(span.start, max(span.end, inner.end))
    draft.take(Writing(draft.index, span, text, Span(0, len(text)), moved=True), inner.of(tree.text))


def _refuse_branches(draft: Draft, target: Target) -> None:
    """Other branches would go with the wrapper: refused where they are alternatives, else said."""
    facts = target.tree.grammar.facts.get("unwrap", {})
    refused = {kind for role, kinds in facts.get("refuse", {}).items() if role in target.roles for kind in kinds}
    children = target.node.named_children
    for child in target.node.children:
        if child.type in refused:
            raise StructeditError(
                "NOT_APPLICABLE",
                f"`{target.shown}` has another branch (line {child.start_point.row + 1}), which would be lost.",
                "Delete that branch first, or replace the whole statement.",
            )
    dropped = [child for child in children if child.type in facts.get("drops", ())]
    if dropped:
        words = [target.tree.read(child).split(None, 1)[0].rstrip(":") for child in dropped]
        draft.warn("DROPPED", f"Went with the wrapper: {', '.join(words)}.")


def _unwrap_member(draft: Draft, target: Target) -> None:
    """A call or list around one member: the member stays; of a dict of one entry its value."""
    tree = target.tree
    nodes = [target.element.parts.get("arguments") if target.element is not None else None, target.node]
    for node in nodes:
        where = container(tree, node) if node is not None else None
        plain = isinstance(where, Listing) and where.open is not None and where.facts.field is None
        if not plain or not isinstance(where, Listing) or len(where.members) != 1:
            continue
        only = where.members[0]
        if any(one.node == where.node for one in tree.elements.at(where.node.start_byte, "dict")):
            only = (pair_of(only) or (only, None))[1] or only
        if not _is_named(tree, only):
            _keep(draft, target, _with_delimiters(target, where, span_of(only)))
            return
    raise StructeditError(
        "NOT_APPLICABLE",
        f"`{target.shown}` has neither a body nor exactly one plain member to keep.",
        "Name a statement with a body, or a call with one argument.",
    )


def _with_delimiters(target: Target, where: Listing, only: Span) -> Span:
    """A member, or the whole list where the member alone would be read together with what is around the target."""
    tree, full = target.tree, target.full
    if where.facts.delimiters != ("(", ")"):
        return only
    patch = Patch.of([Edit(full, only.of(tree.text))])
    fresh = parse(tree.source.with_text(patch.apply(tree.text)), tree.grammar)
    text = Span(full.start, full.start + len(only))
    around = target.outer.parent
    operand = around is not None and around.type not in (*tree.grammar.lists, *tree.grammar.bodies)
    lambdas = [one for one in tree.elements.at(only.start, "lambda") if span_of(one.outer) == only]
    bound = any(
        target.outer in one.parts.values() for one in tree.elements.at(only.start, "variable", "field", "entry")
    )
    split = fresh.root.has_error or is_split(fresh, text) or (bool(lambdas) and operand and not bound)
    return span_of(where.node) if split else only


def _keep(draft: Draft, target: Target, kept: Span) -> None:
    """Of the target only a piece stays."""
    tree = target.tree
    atomic = [Span(max(one.start - kept.start, 0), one.end - kept.start) for one in atomic_spans(tree, kept)]
    old, base = (layout.line_prefix(tree, at) for at in (kept.start, target.full.start))
    new = indent.shift(kept.of(tree.text), old, base, atomic, first=False)
    draft.take(Writing(draft.index, target.full, new, Span(0, len(new)), moved=True), new)


def _unwrap_entry(draft: Draft, target: Target) -> bool:
    """An entry that holds a dict, in a dict: the inner entries take its place."""
    tree = target.tree
    value = target.element.parts.get("value") if target.element is not None else None
    inner = container(tree, value) if value is not None else None
    found = member(tree, target.outer)
    if not isinstance(inner, Listing) or found is None or not isinstance(found[0], Listing) or not inner.members:
        return False
    if inner.node.type != found[0].node.type or inner.open is None:
        return False
    kept = Span(lead(tree, inner, inner.members[0]), inner.members[-1].end_byte)
    atomic = [Span(max(one.start - kept.start, 0), one.end - kept.start) for one in atomic_spans(tree, kept)]
    text = kept.of(tree.text)
    if layout.begins_line(tree, kept.start):
        old, new = layout.line_prefix(tree, kept.start), layout.line_prefix(tree, target.full.start)
        text = indent.shift(text, old, new, atomic, first=False)
    draft.take(Writing(draft.index, target.full, text, Span(0, len(text)), moved=True), kept.of(tree.text))
    return True


def _is_named(tree: Tree, node: tree_sitter.Node) -> bool:
    return any(e.name for e in tree.elements.at(node.start_byte, "argument", "entry") if e.node == node)
