"""Decorators: lines of their own above a definition, the first the outermost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.incoming import incoming
from structedit.edit.intents import Writing
from structedit.edit.structure import delete_lines, write
from structedit.errors import StructeditError
from structedit.syntax.parts import decorator_nodes
from structedit.syntax.tree import span_of
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.edit.operations import ListEdit
    from structedit.edit.target import Target


def edit_decorator(draft: Draft, target: Target, operation: ListEdit) -> None:
    """Add, set or remove one decorator of a definition."""
    facts = target.tree.grammar.fact("write", "decorator")
    if facts is None or not target.roles & {"function", "class"} or target.element is None:
        raise StructeditError(
            "NOT_APPLICABLE", f"`{target.shown}` cannot have decorators.", "Name a function or class."
        )
    lines = decorator_nodes(target.tree, target.element)
    mark = str(facts["prefix"])
    text = (operation.text or "").strip().removeprefix(mark).strip()
    if operation.action == "add":
        _add(draft, target, operation, mark + _needed(text or operation.name or "", "add"))
        return
    which = (operation.name if operation.name is not None else text).strip().removeprefix(mark)
    node = _find(target, lines, _needed(which, operation.action), mark)
    if operation.action == "remove":
        delete_lines(draft, target.tree, span_of(node))
        return
    new = mark + _needed(text, "set")
    if target.tree.read(node) == new:
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has `{new}` already.")
    write(draft, target.tree, _without_comment(target, node), incoming(target.tree, new))


def _needed(text: str, action: str) -> str:
    if not text:
        raise StructeditError(
            "BAD_REQUEST", f"To {action} a decorator, send `text` (its source) or `name` (which one)."
        )
    return text


def _without_comment(target: Target, node: tree_sitter.Node) -> Span:
    """The decorator itself; the parser counts a comment behind it as part of it."""
    inner = [child for child in node.children if not child.is_extra and child.end_byte > child.start_byte]
    last = inner[-1].end_byte if inner else node.end_byte
    end = len(target.tree.text[: min(last, node.end_byte)].rstrip())
    return Span(node.start_byte, end)


def _find(target: Target, lines: list[tree_sitter.Node], which: str, mark: str) -> tree_sitter.Node:
    tree = target.tree
    texts = [tree.text[_without_comment(target, one).start : _without_comment(target, one).end] for one in lines]
    sources = [text.decode("utf-8", "backslashreplace").removeprefix(mark).strip() for text in texts]
    if which.lstrip("-").isdigit() and lines:
        number = int(which)
        index = number - 1 if number > 0 else len(lines) + number
        if 0 <= index < len(lines):
            return lines[index]
    exact = [one for one, source in zip(lines, sources, strict=True) if source == which]
    by_name = [
        one
        for one in lines
        for element in tree.elements.at(one.start_byte, "decorator")
        if element.node == one and which in (element.name, _callee(target, one))
    ]
    found = exact or by_name
    if len(found) == 1:
        return found[0]
    there = ", ".join(mark + source for source in sources) or "none"
    if found:
        raise StructeditError(
            "TARGET_AMBIGUOUS",
            f"`{target.shown}` has {len(found)} decorators `{which}`.",
            f"Send its whole source, or its number from 1: {there}.",
            {"candidates": sources},
        )
    raise StructeditError(
        "TARGET_NOT_FOUND", f"`{target.shown}` has no decorator `{which}`.", f"It has: {there}.", {"there": sources}
    )


def _callee(target: Target, node: tree_sitter.Node) -> str:
    for element in target.tree.elements.at(node.start_byte, "decorator"):
        if element.node == node and "callee" in element.parts:
            return target.tree.read(element.parts["callee"])
    return ""


def _add(draft: Draft, target: Target, operation: ListEdit, text: str) -> None:
    tree = target.tree
    assert target.element is not None
    lines = decorator_nodes(target.tree, target.element)
    spans = [_without_comment(target, one) for one in lines]
    bare = b"".join(text.encode().split())
    if any(b"".join(span.of(tree.text).split()) == bare for span in spans):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has `{text}` already.")
    index = _index(target, lines, operation)
    behind = (lines[-1].next_sibling or target.element.node) if lines else target.element.outer
    before = lines[index] if index < len(lines) else behind
    at = before.start_byte
    prefix = layout.line_prefix(tree, at)
    newline = tree.source.newline_at(tree.source.next_line(at))
    body = incoming(tree, text).placed(prefix, layout.unit(tree), newline)
    draft.intents.append(Writing(draft.index, Span(at, at), body + newline + prefix, Span(0, len(body))))
    draft.wanted.append(incoming(tree, text).body)
    draft.radius.append(Span(target.outer.start_byte, target.node.end_byte))


def _index(target: Target, lines: list[tree_sitter.Node], operation: ListEdit) -> int:
    position = operation.position
    if position is None:
        return len(lines)
    if position.side:
        mark = str(target.tree.grammar.fact("write", "decorator")["prefix"])
        node = _find(target, lines, position.name.removeprefix(mark), mark)
        return lines.index(node) + (position.side == "after")
    if position.number > 0:
        return min(position.number - 1, len(lines))
    return max(len(lines) + position.number + 1, 0)
