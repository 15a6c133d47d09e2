"""Bodies without a block: `if (x) y();` and `=> value` get one when something is inserted into them.

- a lone statement goes into the new block as it stands
- a value that a function hands back becomes its return statement, before which everything goes
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.intents import Writing
from structedit.syntax.containers import Body, container
from structedit.syntax.parts import body_node
from structedit.syntax.tree import atomic_spans, span_of
from structedit.text import indent
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.incoming import Incoming
    from structedit.edit.intents import Draft
    from structedit.edit.target import Target
    from structedit.syntax.tree import Tree


def bare_body(target: Target) -> tree_sitter.Node | None:
    """The body of a target that is no block but could be one, in a language that says how blocks are written."""
    if target.part not in (None, "body", "else") or not target.tree.grammar.fact("layout", "block"):
        return None
    node = body_node(target.element, target.node) if target.part != "else" else _bare_else(target)
    where = container(target.tree, node) if node is not None else None
    if node is None or (isinstance(where, Body) and not where.facts.skips):
        return None  # a list, or an element with its children, is a value
    return node if target.roles & {"if", "loop", "case", "function", "lambda"} else None


def _bare_else(target: Target) -> tree_sitter.Node | None:
    """The lone statement of an `else`; another `if` is a chain, and stays one."""
    node = target.place.node if target.place is not None else None
    return None if node is None or _is_if(target.tree, node) else node


def _is_if(tree: Tree, node: tree_sitter.Node) -> bool:
    return any(one.node == node for one in tree.elements.at(node.start_byte, "if"))


def bare_owner(target: Target) -> Target | None:
    """What a lone statement is the body of, without a block around it (`if (x) y();`)."""
    from structedit.edit.target import target_of
    from structedit.select.match import Match, of_element

    tree, node = target.tree, target.outer
    if target.part is not None or not tree.grammar.fact("layout", "block"):
        return None
    around = tree.elements.at(node.start_byte, "if", "loop")
    owns = [(one, part) for one in around for part in ("body", "else") if one.parts.get(part) == node]
    if not owns or _is_if(tree, node):
        return None
    owner, part = owns[0]
    found = target_of(of_element(tree, owner) if part == "body" else Match(tree, node, owner, part))
    return found if bare_body(found) is not None else None


def empty_block(draft: Draft, target: Target) -> None:
    """A lone statement goes: what it was the body of keeps an empty block."""
    opening, closing = (part.encode() for part in target.tree.grammar.fact("layout", "block"))
    span = span_of(target.outer)
    draft.take(Writing(draft.index, span, opening + closing))


def open_block(draft: Draft, target: Target, text: Incoming, *, at_end: bool) -> None:
    """Insert into a body that has no block: it gets one."""
    tree = target.tree
    node = bare_body(target)
    assert node is not None
    opening, closing = (part.encode() for part in tree.grammar.fact("layout", "block"))
    span = span_of(node)
    newline = tree.source.newline_at(span.start)
    base = layout.line_prefix(tree, target.node.start_byte)
    prefix = base + layout.unit(tree, target.node)
    old = _moved(target, span, prefix)
    handed_back = bool(target.roles & {"function", "lambda"})
    if handed_back:
        before, _, after = str(tree.grammar.fact("layout", "handed_back", "$TEXT")).partition("$TEXT")
        old = before.encode() + old + after.encode()
    fresh = text.placed(prefix, layout.unit(tree), newline)
    lines = [old, fresh] if at_end and not handed_back else [fresh, old]
    step = newline + prefix
    start = span.start
    if layout.begins_line(tree, start):
        start = len(tree.text[:start].rstrip())
        opening = b" " + opening
    new = opening + step + step.join(lines) + newline + base + closing
    at = len(opening + step) + (len(old + step) if lines[0] is old else 0)
    named = Span(at, at + len(fresh))
    draft.take(
        Writing(draft.index, Span(start, span.end), new, Span(0, len(new)), moved=True, named=named),
        opening + b"".join(lines) + closing,
    )


def _moved(target: Target, span: Span, prefix: bytes) -> bytes:
    """The old body for the new place, its strings unmoved."""
    tree = target.tree
    atomic = [Span(max(one.start - span.start, 0), one.end - span.start) for one in atomic_spans(tree, span)]
    here = layout.line_prefix(tree, span.start)
    return indent.shift(span.of(tree.text), here, prefix, atomic, first=False)
