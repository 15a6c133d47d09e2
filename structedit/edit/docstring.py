"""Docstrings: content in, a literal out, quoted, escaped and indented as the file does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.incoming import Incoming, incoming
from structedit.edit.intents import Insertion, Writing
from structedit.edit.structure import reach, remove
from structedit.errors import StructeditError
from structedit.record import replace
from structedit.syntax.containers import Body, container, member
from structedit.syntax.names import unquoted
from structedit.syntax.parts import body_node, docstring_node
from structedit.syntax.tree import span_of
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.intents import Draft
    from structedit.edit.operations import ListEdit
    from structedit.edit.target import Target


def edit_docstring(draft: Draft, target: Target, operation: ListEdit) -> None:
    """Add, set or remove the docstring of a module, class or function."""
    tree = target.tree
    facts = tree.grammar.facts.get("docstring")
    body = tree.root if "module" in target.roles else body_node(target.element, target.node)
    where = container(tree, body) if body is not None else None
    if facts is None or not isinstance(where, Body) or not target.roles & {"module", "class", "function"}:
        raise StructeditError("NOT_APPLICABLE", f"`{target.shown}` has no place for a docstring.")
    now = docstring_node(tree, target.element, target.node)
    if operation.action == "remove":
        if now is None:
            raise StructeditError("TARGET_NOT_FOUND", f"`{target.shown}` has no docstring.")
        found = member(tree, now)
        assert found is not None
        remove(draft, tree, *found)
        return
    content = (operation.text or "").replace("\r\n", "\n").replace("\r", "\n")
    if not content.strip():
        raise StructeditError("BAD_REQUEST", "The docstring is empty.", 'Use "action": "remove".')
    prefix = layout.member_prefix(tree, where)
    newline = tree.source.newline_at(now.start_byte if now is not None else where.node.start_byte)
    style = tree.read(now) if now is not None else str(facts["quotes"])
    literal = _literal(content, facts, style, prefix.decode())
    if now is not None:
        _instead(draft, target, operation, literal.replace("\n", newline.decode()))
        return
    text = incoming(tree, literal)
    fixed = Incoming(text.raw, literal.encode(), (Span(0, len(literal.encode())),), below=0)
    if where.node.parent is None and where.members:
        fixed = replace(fixed, below=1)
    draft.intents.append(Insertion(draft.index, where, 0, fixed, follows=False, fills=False))
    draft.wanted.append(fixed.body)
    draft.radius.append(reach(tree, where))


def _instead(draft: Draft, target: Target, operation: ListEdit, literal: str) -> None:
    tree = target.tree
    now = docstring_node(tree, target.element, target.node)
    assert now is not None
    old = tree.read(now)
    if operation.action == "add" and _says(old) != _says(literal):
        draft.warn("DIFFERS", f"`{target.shown}` has another docstring; it was left alone.")
    if old == literal or operation.action == "add":
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has a docstring already.")
    new = literal.encode()
    span = span_of(now)
    draft.take(Writing(draft.index, span, new, Span(0, len(new))), new)


def _says(literal: str) -> str:
    return "\n".join(line.strip() for line in (unquoted(literal) or literal).strip().split("\n"))


def _literal(content: str, facts: dict[str, str], style: str, prefix: str) -> str:
    """The literal whose value is `content`, its later lines at the indentation of the body."""
    quotes = facts["quotes"]
    bare = style.lstrip("rRuUbB")
    if bare.startswith("'" * 3):
        quotes = "'" * 3
    elif len(bare) > 1 and not bare.startswith(quotes) and "\n" not in content and bare[0] in "\"'":
        quotes = bare[0]
    closes = content.endswith("\n")
    lines = content.rstrip("\n").split("\n")
    body = "\n".join([lines[0], *(prefix + line if line.strip() else "" for line in lines[1:])])
    raw = "\\" in body
    if raw and (quotes in body or body.endswith(("\\", quotes[0])) or style[:1] not in "rR\"'"):
        raw = False
    if not raw:
        body = body.replace("\\", "\\\\").replace(quotes, "\\" + quotes[0] + quotes[1:])
        if body.endswith(quotes[0]) and not body.endswith("\\" + quotes[0]) and not closes:
            body = body[:-1] + "\\" + quotes[0]
    return (facts["raw_prefix"] if raw else "") + quotes + body + ("\n" + prefix if closes else "") + quotes
