"""Set: a value at a symbol path, with the parents that are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit import layout
from structedit.edit.absent import write_absent
from structedit.edit.incoming import incoming
from structedit.edit.lists import is_lined
from structedit.edit.notation import Style, same_data, write_data
from structedit.edit.structure import add, write
from structedit.edit.target import Target, target_of
from structedit.errors import StructeditError
from structedit.select import paths
from structedit.select.resolve import require
from structedit.select.selector import parse as parse_selector
from structedit.select.terms import Path, Role
from structedit.syntax.containers import Body, Listing, container, member
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.intents import Draft
    from structedit.edit.operations import Set
    from structedit.select.match import Match
    from structedit.syntax.tree import Tree

Steps = tuple["str | int", ...]


def set_value(draft: Draft, tree: Tree, operation: Set, selector: str) -> list[Target]:
    """Write a value where the selector says; the targets that were written."""
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
    from structedit.syntax.names import quoted

    words = [f"[{step}]" if isinstance(step, int) else ("." if index else "") + quoted(step)
             for index, step in enumerate(steps)]
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
    write(draft, tree, span, incoming(tree, text))
    return target


def _source(tree: Tree, operation: Set, style: Style) -> str:
    if operation.value is None:
        return operation.text or ""
    return write_data(tree.grammar, operation.value.value, style)


def _style(tree: Tree, target: Target, old: str | None) -> Style:
    found = member(tree, target.outer)
    where = found[0] if found is not None and isinstance(found[0], Listing) else None
    value = target.element.parts.get("value") if target.element is not None else None
    now = container(tree, value) if value is not None else None
    expanded = isinstance(now, Listing) and bool(now.members) and is_lined(tree, now)
    return style_in(tree, where, old, expanded)


def style_in(tree: Tree, where: Listing | None, old: str | None = None, expanded: bool = False) -> Style:
    """How data is written in a list: its quotes, the blanks in it, and whether it goes over lines."""
    quotes = tree.grammar.fact("data", "quotes", ['"'])
    sample = next((q for q in quotes if old and old.startswith(q)), None)
    colon, comma = ": ", ", "
    for pair in where.members if where is not None else ():
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is None or value is None:
            continue
        text = tree.read(key)
        sample = sample or next((q for q in quotes if text.startswith(q)), None)
        between = tree.text[key.end_byte : value.start_byte].decode("utf-8", "replace")
        if not between.strip(": \t") and "\n" not in between:
            colon = between
        if colon == ":" and where is not None and not is_lined(tree, where):
            comma = ","
        break
    lined = where is not None and bool(where.members) and is_lined(tree, where)
    expanded = expanded or (bool(tree.grammar.fact("data", "expanded", False)) and lined)
    unit = layout.unit(tree, where.node if where is not None else None).decode()
    return Style(sample or quotes[0], colon, comma, unit, expanded)


def _create(draft: Draft, tree: Tree, place: tuple[list[Match], Steps], operation: Set) -> Target:
    """Write an entry that is missing, and its missing parents around it."""
    found, missing = place
    where = _dict_of(tree, found[0]) if found else _root_dict(tree)
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
    style = style_in(tree, where)
    add_entry(draft, tree, where, str(missing[0]), _nested(tree, missing[1:], operation, style))
    return target_of(found[0]) if found else target_of(_root_match(tree))


def _refuse_text_below(missing: Steps) -> None:
    raise StructeditError(
        "NOT_APPLICABLE",
        f"The parents of `{missing[-1]}` are missing too; raw source cannot be put into parents that do not exist.",
        "Send `value` instead of `text`, or set the parent first.",
    )


def _root_match(tree: Tree) -> Match:
    from structedit.select.match import of_element

    return of_element(tree, tree.elements.root)


def _nested(tree: Tree, missing: Steps, operation: Set, style: Style) -> str:
    if operation.value is None:
        return operation.text or ""
    value: Any = operation.value.value
    for step in reversed(missing):
        value = {step: value}
    return write_data(tree.grammar, value, style)


def _dict_of(tree: Tree, match: Match) -> Listing | None:
    element = match.element
    node = (element.parts.get("value") if element is not None else None) or match.node
    where = container(tree, node) if node is not None else None
    return where if isinstance(where, Listing) and _is_dict(tree, where) else None


def add_entry(draft: Draft, tree: Tree, where: Listing, name: str, source: str, gap: int | None = None) -> None:
    """A new entry in a dict, its key quoted as the others are."""
    from structedit.syntax.names import quoted

    style = style_in(tree, where)
    text = quoted(name, style.quote) + style.colon + source
    add(draft, tree, where, len(where.members) if gap is None else gap, incoming(tree, text))
