"""Parts that are absent but could be there: a return annotation, a base list, an else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.incoming import incoming
from structedit.edit.intents import Writing
from structedit.errors import StructeditError
from structedit.syntax.trivia import comment_behind
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.incoming import Incoming
    from structedit.edit.intents import Draft
    from structedit.edit.target import Target
    from structedit.syntax.grammar import Absent


def write_absent(draft: Draft, target: Target, text: Incoming) -> None:
    """Write a part that the target does not have. Errors: NOT_APPLICABLE."""
    present = frozenset(target.element.parts) if target.element is not None else frozenset()
    facts = target.tree.grammar.absent(target.part or "", target.roles, present)
    around = target.node.parent if facts is not None and facts.outside else None
    if facts is None or (around is not None and around.type in facts.outside):
        raise StructeditError(
            "NOT_APPLICABLE",
            f"`{target.shown}` has no {target.part}, and none can be added.",
            "Replace the element itself.",
        )
    if facts.part == "docstring":
        raise StructeditError(
            "NOT_APPLICABLE",
            "A docstring is added by its own operation, which quotes and indents it.",
            'Use {"op": "docstring", "action": "set", ...}.',
        )
    if facts.block:
        from structedit.edit.clauses import write_whole

        if not write_whole(draft, target, text):
            _write_block(draft, target, facts, text)
        return
    anchor = _anchor(target, facts)
    before, _, after = facts.text.partition("$TEXT")
    body = text.placed(layout.line_prefix(target.tree, anchor), layout.unit(target.tree), b"\n")
    opening, closing = before.strip().encode(), after.strip().encode()
    if opening and body.startswith(opening) and body.endswith(closing):
        body = body[len(opening) : len(body) - len(closing)].strip()
    new = before.encode() + body + after.encode()
    where = Span(anchor, anchor)
    draft.intents.append(Writing(draft.index, where, new, Span(len(before.encode()), len(before.encode()) + len(body))))
    draft.wanted.append(body)
    draft.radius.append(Span(target.node.start_byte, target.node.end_byte))


def _anchor(target: Target, facts: Absent) -> int:
    element = target.element
    if facts.after == "name" and element is not None and element.name_node is not None:
        return element.name_node.end_byte
    if facts.after in ("node", "name") or element is None:
        return target.node.end_byte
    part = element.parts.get(facts.after)
    return part.end_byte if part is not None else target.node.end_byte


def _write_block(draft: Draft, target: Target, facts: Absent, text: Incoming) -> None:
    """A clause with a body of its own, below the node; where blocks have delimiters, behind the closing one."""
    tree = target.tree
    end = target.node.end_byte
    opening, closing = tree.grammar.fact("layout", "block", ("", ""))
    if closing and facts.block.endswith(opening):
        _write_braced(draft, target, facts, text)
        return
    last = target.node.children[-1] if facts.until else None
    if last is not None and last.type == facts.until:
        _write_before(draft, target, facts, text)
        return
    comment = comment_behind(tree, end)
    end = comment.end if comment is not None else end
    newline = tree.source.newline_at(end)
    base = layout.line_prefix(tree, target.node.start_byte)
    unit = layout.unit(tree, target.node)
    body = text.placed(base + unit, unit, newline)
    before = newline + base + facts.block.encode() + newline + base + unit
    draft.intents.append(
        Writing(draft.index, Span(end, end), before + body, Span(len(before), len(before) + len(body)))
    )
    draft.wanted.append(text.body)
    draft.radius.append(Span(target.node.start_byte, end))


def _write_before(draft: Draft, target: Target, facts: Absent, text: Incoming) -> None:
    """A clause before the word that ends the node, on lines of its own if that word has one."""
    tree, end = target.tree, target.node.children[-1].start_byte
    newline = tree.source.newline_at(end)
    base = layout.line_prefix(tree, target.node.start_byte)
    unit = layout.unit(tree, target.node)
    inline = text.one_line and not layout.begins_line(tree, end)
    step, back = (b" ", b" ") if inline else (newline + base + unit, newline + base)
    body = text.placed(base + unit, unit, newline)
    before = facts.block.encode() + step
    if not inline and not layout.begins_line(tree, end):
        before = newline + base + before
    start = end if inline or layout.begins_line(tree, end) else len(tree.text[:end].rstrip(b" \t"))
    new = before + body + back
    place = Span(len(before), len(before) + len(body))
    draft.intents.append(Writing(draft.index, Span(start, end), new, place))
    draft.wanted.append(text.body)
    draft.radius.append(Span(target.node.start_byte, target.node.end_byte))


def _write_braced(draft: Draft, target: Target, facts: Absent, text: Incoming) -> None:
    tree, end = target.tree, target.node.end_byte
    opening, closing = (part.encode() for part in tree.grammar.fact("layout", "block"))
    if text.body.startswith(opening) and text.body.endswith(closing):
        text = incoming(tree, text.body[len(opening) : -len(closing)].decode("utf-8", "surrogateescape"))
    newline = tree.source.newline_at(end)
    base = layout.line_prefix(tree, target.node.start_byte)
    unit = layout.unit(tree, target.node)
    body = text.placed(base + unit, unit, newline)
    before = b" " + facts.block.encode() + newline + base + unit
    new = before + body + newline + base + closing
    draft.intents.append(Writing(draft.index, Span(end, end), new, Span(len(before), len(before) + len(body))))
    draft.wanted.append(text.body)
    draft.radius.append(Span(target.node.start_byte, end))
