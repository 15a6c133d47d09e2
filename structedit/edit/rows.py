"""Add, set and remove one entry or item of a body of data whose members have lines of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.incoming import incoming
from structedit.edit.intents import Insertion
from structedit.edit.structure import add, going, remove, tokens, write
from structedit.edit.values import as_rows, legal_gap, write_value
from structedit.errors import StructeditError
from structedit.select.paths import owner_steps
from structedit.syntax.containers import Body, container
from structedit.syntax.names import unquoted
from structedit.syntax.tree import parse, span_of
from structedit.text.source import Source

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.edit.operations import ListEdit
    from structedit.edit.target import Target
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree


def edit_row(draft: Draft, target: Target, where: Body, operation: ListEdit) -> None:
    """One entry or item of a body. Adding what is there, setting it to what it is: ALREADY_APPLIED."""
    tree = target.tree
    if operation.action == "add":
        _add(draft, target, where, operation)
        return
    if operation.name is None and operation.position is None and operation.text is None:
        raise StructeditError("BAD_REQUEST", f"Which {operation.kind}: `name` or `position` says it.")
    index = _which(tree, where, operation)
    if index is None and operation.action == "set" and operation.kind == "entry":
        _add(draft, target, where, operation)
    elif index is None:
        raise _missing(tree, where, operation)
    elif operation.action == "set":
        _set(draft, target, where.members[index], operation)
    else:
        remove(draft, tree, where, where.members[index])


def _add(draft: Draft, target: Target, where: Body, operation: ListEdit) -> None:
    tree = target.tree
    source = (operation.text or "").strip("\n")
    if not source.strip():
        raise StructeditError("BAD_REQUEST", f"The {operation.kind} needs `text`.")
    there = _present(tree, where, operation)
    if there is not None and where.members[there].id not in going(tree):
        shown = tree.read(where.members[there]).split("\n", 1)[0][:80]
        if operation.kind == "entry" and not _is_value(tree, where.members[there], source):
            draft.warn("DIFFERS", f"`{shown}` stands there already, with another value; it was left alone.")
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has `{shown}` already.")
    if operation.kind == "entry":
        from structedit.edit.data import entry_text

        source = entry_text(tree, where, str(operation.name), source)
    text = as_rows(tree, where, incoming(tree, source))
    gap = len(where.members)
    if operation.position is not None:
        gap = _gap(tree, where, operation)
    gap = legal_gap(tree, where, gap, text, asked=operation.position is not None)
    add(draft, tree, Insertion(draft.index, where, gap, text))


def _present(tree: Tree, where: Body, operation: ListEdit) -> int | None:
    if operation.kind == "entry":
        return _named(tree, where, operation.kind, str(operation.name))
    if operation.position is not None:
        return None
    return next((i for i, one in enumerate(where.members) if _is_value(tree, one, operation.text or "")), None)


def _is_value(tree: Tree, node: tree_sitter.Node, source: str) -> bool:
    """Whether the value of a member has the tokens of a text."""
    value = value_of(tree, node)
    fresh = tokens(parse(Source.of(source.strip().encode("utf-8", "surrogateescape")), tree.grammar), None)
    if value is None:
        return False
    return bool(fresh) and (fresh == tokens(tree, value) or fresh == tokens(tree, node))


def value_of(tree: Tree, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """The value of an entry or item that is a member."""
    element = _element(tree, node)
    return element.parts.get("value") if element is not None else None


def _element(tree: Tree, node: tree_sitter.Node) -> Element | None:
    return next((e for e in tree.elements.at(node.start_byte, "entry", "item", "table") if e.outer.id == node.id), None)


def _which(tree: Tree, where: Body, operation: ListEdit) -> int | None:
    name = operation.name if operation.name is not None else operation.text
    if operation.position is None or operation.name is not None:
        return _named(tree, where, operation.kind, str(name))
    if operation.position.side:
        index = _named(tree, where, operation.kind, operation.position.name)
        index = None if index is None else index + (1 if operation.position.side == "after" else -1)
        return index if index is not None and 0 <= index < len(where.members) else None
    number, count = operation.position.number, len(where.members)
    index = number - 1 if number > 0 else count + number
    return index if 0 <= index < count and number else None


def _named(tree: Tree, where: Body, kind: str, name: str) -> int | None:
    """The index of the entry of that key, or of the item of that value."""
    for index, one in enumerate(where.members):
        if kind == "item":
            value = value_of(tree, one)
            said = tree.read(value) if value is not None else ""
            if said == name or unquoted(said, tree.grammar.facts.get("strings")) == name or _is_value(tree, one, name):
                return index
            continue
        element = _element(tree, one)
        if element is not None and element.name == name and not owner_steps(tree, element):
            return index
    return None


def _gap(tree: Tree, where: Body, operation: ListEdit) -> int:
    position, count = operation.position, len(where.members)
    assert position is not None
    if not position.side:
        return min(position.number - 1, count) if position.number > 0 else max(count + position.number + 1, 0)
    index = _named(tree, where, operation.kind, position.name)
    if index is None:
        raise _missing(tree, where, operation, position.name)
    return index if position.side == "before" else index + 1


def _set(draft: Draft, target: Target, node: tree_sitter.Node, operation: ListEdit) -> None:
    tree = target.tree
    source = (operation.text or "").strip("\n")
    value = value_of(tree, node)
    if _is_value(tree, node, source):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has `{tree.read(node)[:80]}` already.")
    going(tree).add(node.id)
    if tree.grammar.fact("data", "block"):
        write_value(draft, tree, node, value, incoming(tree, _unmarked(tree, source, operation)))
        return
    assert value is not None
    write(draft, tree, span_of(value), incoming(tree, source), whole=True)


def _unmarked(tree: Tree, source: str, operation: ListEdit) -> str:
    """The text of an item without the mark that may begin it."""
    if operation.kind != "item":
        return source
    parsed = parse(Source.of(source.strip().encode("utf-8", "surrogateescape")), tree.grammar)
    where = container(parsed, parsed.root)
    if isinstance(where, Body) and where.facts.single and len(where.members) == 1:
        where = container(parsed, where.members[0])
    if not isinstance(where, Body) or not where.facts.marker or len(where.members) != 1:
        return source
    value = value_of(parsed, where.members[0])
    if value is None:
        return source
    lines = parsed.read(value).split("\n")
    column = parsed.source.column(value.start_byte)
    return "\n".join([lines[0], *(line[column:] if not line[:column].strip() else line for line in lines[1:])])


def _missing(tree: Tree, where: Body, operation: ListEdit, name: str = "") -> StructeditError:
    there = [tree.read(one).split("\n", 1)[0][:80] for one in where.members]
    which = name or operation.name or operation.text or operation.position
    return StructeditError(
        "TARGET_NOT_FOUND",
        f"There is no {operation.kind} `{which}` here.",
        f"The details list what is there: {', '.join(there[:10]) or 'nothing'}.",
        {"there": there[:40]},
    )
