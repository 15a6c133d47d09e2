"""Set: a value at a symbol path, with the parents that are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit import layout
from structedit.edit.absent import write_absent
from structedit.edit.incoming import incoming
from structedit.edit.intents import Insertion
from structedit.edit.lists import is_lined
from structedit.edit.notation import Style, same_data, write_data
from structedit.edit.structure import add, write
from structedit.edit.target import Target, target_of
from structedit.errors import StructeditError
from structedit.record import replace
from structedit.select import paths
from structedit.select.resolve import require
from structedit.select.selector import parse as parse_selector
from structedit.select.terms import Path, Role
from structedit.syntax.containers import Body, Listing, container, member
from structedit.syntax.names import quoted
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.edit.operations import Set
    from structedit.select.match import Match
    from structedit.syntax.tree import Tree

Steps = tuple["str | int", ...]


def set_value(draft: Draft, tree: Tree, operation: Set, selector: str) -> list[Target]:
    """Write a value where the selector says; the targets that were written."""
    if parse_selector(selector).through is not None:
        raise StructeditError(
            "NOT_APPLICABLE",
            "A run of members has no one value.",
            "Set each by itself, or replace the run with `text`.",
        )
    steps = _plain_path(selector)
    if steps is None:
        return [_write(draft, target_of(one), operation) for one in require(tree, selector, operation.count)]
    found, missing = _longest(tree, steps, selector, operation)
    if not missing:
        return [_write(draft, target_of(one), operation) for one in found]
    return [_create(draft, tree, (found, missing), operation)]


def _plain_path(selector: str) -> Steps | None:
    """The names of a selector that is a symbol path and nothing else; here a single word is a name."""
    parsed = parse_selector(selector)
    if parsed.through is not None or len(parsed.alternatives) != 1:
        return None
    only = parsed.alternatives[0]
    if len(only.compounds) != 1 or only.guard:
        return None
    compound = only.compounds[0]
    if compound.tests or compound.part:
        return None
    if isinstance(compound.head, Role):
        return (compound.head.word,)
    return compound.head.steps if isinstance(compound.head, Path) else None


def _longest(tree: Tree, steps: Steps, selector: str, operation: Set) -> tuple[list[Match], Steps]:
    """What the longest prefix of a path names, and the steps that are missing."""
    for length in range(len(steps), 0, -1):
        found = paths.find(tree, steps[:length])
        if not found:
            continue
        if len(found) > 1 and (length < len(steps) or operation.count is None):
            require(tree, selector if length == len(steps) else _spelled(steps[:length]), None)
        if length == len(steps) and isinstance(operation.count, int) and operation.count != len(found):
            require(tree, selector, operation.count)
        return found, steps[length:]
    root = _root_dict(tree)
    if root is None:
        require(tree, selector, operation.count)
    return [], steps


def _spelled(steps: Steps) -> str:
    words = [
        f"[{step}]" if isinstance(step, int) else ("." if index else "") + quoted(step)
        for index, step in enumerate(steps)
    ]
    return "".join(words)


def _root_dict(tree: Tree) -> Listing | None:
    where = container(tree, tree.root)
    if isinstance(where, Body) and where.facts.single and where.members:
        where = container(tree, where.members[0])
    return where if isinstance(where, Listing) and _is_dict(tree, where) else None


def _is_dict(tree: Tree, where: Listing) -> bool:
    return any(e.node == where.node for e in tree.elements.at(where.node.start_byte, "dict"))


def _write(draft: Draft, target: Target, operation: Set) -> Target:
    """The value of an element that is there."""
    tree, element = target.tree, target.element
    value = element.parts.get("value") if element is not None else None
    if value is None and element is tree.elements.root:
        body = container(tree, tree.root)
        value = body.members[0] if isinstance(body, Body) and body.facts.single and body.members else None
    if value is None and element is not None and "item" not in element.roles and target.part is None:
        text = _source(tree, operation, _style(tree, target, None))
        absent = Target(tree, target.match, element, target.node, target.outer, target.last, "value", None)
        write_absent(draft, absent, incoming(tree, text))
        return target
    node = value or target.node
    span = Span(node.start_byte, node.end_byte) if target.part is None else target.span
    old = span.of(tree.text).decode("utf-8", "replace")
    if operation.value is not None and target.part is None and same_data(tree, node, operation.value.value):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has that value already.")
    text = _source(tree, operation, _style(tree, target, old))
    if text == old:
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has that value already.")
    write(draft, tree, span, incoming(tree, text), whole=True)
    return target


def _source(tree: Tree, operation: Set, style: Style) -> str:
    if operation.value is None:
        return operation.text or ""
    return write_data(tree.grammar, operation.value.value, style)


def _style(tree: Tree, target: Target, old: str | None) -> Style:
    found = member(tree, target.outer)
    where = found[0] if found is not None and isinstance(found[0], Listing) else None
    value = target.element.parts.get("value") if target.element is not None else None
    now = container(tree, value or target.node)
    style = style_in(tree, where, old)
    if not isinstance(now, Listing) or not now.members or now.open is None:
        return style
    own = style_in(tree, now, old)
    gap = tree.text[now.open.end_byte : now.members[0].start_byte]
    pad = gap.decode() if now.facts.delimiters == ("{", "}") and not gap.strip(b" ") else style.pad
    return replace(style, expanded=is_lined(tree, now), pad=pad, colon=own.colon, comma=own.comma)


def style_in(tree: Tree, where: Listing | None, old: str | None = None) -> Style:
    """How data is written in a list: its quotes, the blanks in it, and whether it goes over lines."""
    lined = where is not None and bool(where.members) and is_lined(tree, where)
    around = where
    while around is not None and not _pairs(around):
        found = member(tree, around.node.parent) if around.node.parent is not None else None
        around = found[0] if found is not None and isinstance(found[0], Listing) else None
    quotes = tree.grammar.fact("data", "quotes", ['"'])
    sample = next((q for q in quotes if old and old.startswith(q)), None)
    colon, comma = ": ", ", "
    for key, value in _pairs(around) if around is not None else ():
        text = tree.read(key)
        sample = sample or next((q for q in quotes if text.startswith(q)), None)
        between = tree.text[key.end_byte : value.start_byte].decode("utf-8", "replace")
        if not between.strip(": \t") and "\n" not in between:
            colon = between
        if colon == ":" and around is not None and not is_lined(tree, around):
            comma = ","
        break
    expanded = bool(tree.grammar.fact("data", "expanded")) and lined
    unit = layout.unit(tree, where.node if where is not None else None).decode()
    return Style(sample or quotes[0], colon, comma, unit, expanded)


def _pairs(where: Listing) -> list[tuple[tree_sitter.Node, tree_sitter.Node]]:
    fields = [(one.child_by_field_name("key"), one.child_by_field_name("value")) for one in where.members]
    return [(key, value) for key, value in fields if key is not None and value is not None]


def _create(draft: Draft, tree: Tree, place: tuple[list[Match], Steps], operation: Set) -> Target:
    """Write an entry that is missing, and its missing parents around it."""
    found, missing = place
    where = _dict_of(tree, found[0]) if found else _root_dict(tree)
    if where is None and found and isinstance(missing[0], str):
        raise StructeditError(
            "TARGET_NOT_FOUND",
            f"`{target_of(found[0]).shown}` is no dict, so it cannot get a `{missing[0]}`.",
            "Set it to a whole new value instead.",
        )
    if where is None or not all(isinstance(step, str) for step in missing):
        names = ".".join(str(step) for step in missing)
        owner = target_of(found[0]).shown if found else "the file"
        raise StructeditError(
            "TARGET_NOT_FOUND",
            f"`{owner}` has no `{names}`, and it is not a dict that could get one.",
            "Set the parent to a whole new value, or name an entry that is there.",
            {"missing": list(missing)},
        )
    if found and operation.text is not None and len(missing) > 1:
        _refuse_text_below(missing)
    shown = target_of(found[0]) if found else target_of(_root_match(tree))
    if operation.value is not None:
        _add_data(draft, tree, where, (missing, operation.value.value))
        return shown
    add_entry(draft, tree, where, str(missing[0]), operation.text or "")
    return shown


def _add_data(draft: Draft, tree: Tree, where: Listing, entry: tuple[Steps, Any]) -> None:
    """A new entry of data; a second one of the request under the same missing parent shares that parent."""
    steps, value = entry
    name = str(steps[0])
    for step in reversed(steps[1:]):
        value = {step: value}
    pending: dict[tuple[int, str], tuple[Draft, int, Any]] = tree.elements.notes.setdefault("new entries", {})
    style = style_in(tree, where)
    if (where.key, name) not in pending:
        add_entry(draft, tree, where, name, write_data(tree.grammar, value, style))
        pending[where.key, name] = (draft, len(draft.intents) - 1, value)
        return
    first, at, before = pending[where.key, name]
    merged = _merged(before, value, (first.index, draft.index))
    old = first.intents[at]
    assert isinstance(old, Insertion)
    text = incoming(tree, quoted(name, style.quote) + style.colon + write_data(tree.grammar, merged, style))
    first.intents[at] = Insertion(old.index, old.where, old.gap, text, old.follows)
    first.wanted.remove(old.text.body)
    first.wanted.append(text.body)
    pending[where.key, name] = (first, at, merged)


def _merged(one: Any, other: Any, indexes: tuple[int, int]) -> Any:
    if not isinstance(one, dict) or not isinstance(other, dict):
        raise StructeditError(
            "OVERLAPPING_EDITS",
            f"edits[{indexes[0]}] and edits[{indexes[1]}] set the same name.",
            'Send them in two requests, or with "sequential": true.',
            {"edits": list(indexes)},
        )
    found = dict(one)
    for key, value in other.items():
        found[key] = _merged(found[key], value, indexes) if key in found else value
    return found


def _refuse_text_below(missing: Steps) -> None:
    raise StructeditError(
        "NOT_APPLICABLE",
        f"The parents of `{missing[-1]}` are missing too; raw source cannot be put into parents that do not exist.",
        "Send `value` instead of `text`, or set the parent first.",
    )


def _root_match(tree: Tree) -> Match:
    from structedit.select.match import of_element

    return of_element(tree, tree.elements.root)


def _dict_of(tree: Tree, match: Match) -> Listing | None:
    element = match.element
    node = (element.parts.get("value") if element is not None else None) or match.node
    where = container(tree, node) if node is not None else None
    return where if isinstance(where, Listing) and _is_dict(tree, where) else None


def add_entry(draft: Draft, tree: Tree, where: Listing, name: str, source: str) -> None:
    """A new entry in a dict, its key quoted as the others are."""
    style = style_in(tree, where)
    text = quoted(name, style.quote) + style.colon + source
    add(draft, tree, Insertion(draft.index, where, len(where.members), incoming(tree, text), whole=True))
