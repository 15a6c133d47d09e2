"""Set, one past the end of a list: another item, with the names that are missing below it.

A list of tables gets another table. What one request sets below the same new item stands in it together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.incoming import incoming
from structedit.edit.intents import Insertion
from structedit.edit.notation import write_data
from structedit.edit.structure import add
from structedit.errors import StructeditError
from structedit.select import paths
from structedit.select.canonical import canonical
from structedit.syntax.containers import Body, Listing, container, content

if TYPE_CHECKING:
    from structedit.edit.incoming import Incoming
    from structedit.edit.intents import Draft
    from structedit.edit.operations import Set
    from structedit.select.match import Match
    from structedit.syntax.containers import Container
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

Steps = tuple["str | int", ...]


def append(draft: Draft, tree: Tree, place: tuple[Match, Steps], operation: Set) -> None:
    """The item that `missing` begins with. Errors: TARGET_NOT_FOUND where it is not the next one, or nothing lists."""
    match, missing = place
    number = int(missing[0])
    tables = tables_of(tree, match.element)
    where = None if tables else _list_of(tree, match)
    count = len(tables) if tables else len(where.members) if where is not None else 0
    if (where is None and not tables) or number != count:
        raise _past(_shown(match, tables), missing, count if tables or where is not None else None)
    if operation.value is None and (len(missing) > 1 or tables):
        raise StructeditError(
            "NOT_APPLICABLE",
            f"The item `[{number}]` is missing too; raw source cannot be put below what is not there.",
            "Send `value` instead of `text`, or insert the whole item as text.",
        )
    value = below(missing[1:], operation.value.value) if operation.value is not None else None
    if tables:
        from structedit.edit.tables import append_table

        append_table(draft, tree, tables[-1], value)
        return
    assert where is not None
    _add(draft, tree, where, (value, operation.text))


def below(steps: Steps, value: Any) -> Any:
    """A value with the missing parents around it. Errors: TARGET_NOT_FOUND for an item that cannot be the first."""
    for step in reversed(steps):
        if isinstance(step, int) and step:
            raise StructeditError(
                "TARGET_NOT_FOUND", f"The first item of a new list is [0], not [{step}].", "Set the whole list."
            )
        value = [value] if isinstance(step, int) else {step: value}
    return value


def _shown(match: Match, tables: list[Element]) -> str:
    """The list as a selector; of an array of tables the name alone says it."""
    shown = canonical(match)
    return shown.rpartition("[")[0] if tables else shown


def _past(shown: str, missing: Steps, count: int | None) -> StructeditError:
    if count is None:
        return StructeditError(
            "TARGET_NOT_FOUND",
            f"`{shown}` is no list, so it has no `[{missing[0]}]`.",
            "Set it to a whole new value instead.",
            {"missing": list(missing)},
        )
    return StructeditError(
        "TARGET_NOT_FOUND",
        f"`{shown}` has {count} items, counted from 0; only `[{count}]`, the next one, can be made.",
        f"Set `{shown}[{count}]`, or an item that is there.",
        {"missing": list(missing), "items": count},
    )


def tables_of(tree: Tree, element: Element | None) -> list[Element]:
    """The tables of the array that a table is one of."""
    if element is None or not {"table", "item"} <= element.roles:
        return []
    path = paths.path_of(tree, element) or ()
    every = [one for one in tree.elements.of("table") if "item" in one.roles]
    known = zip(every, paths.paths_of(tree, every), strict=True)
    return [one for one, other in known if other is not None and other[:-1] == path[:-1]]


def _list_of(tree: Tree, match: Match) -> Container | None:
    element = match.element
    node = (element.parts.get("value") if element is not None else None) or match.node
    where = container(tree, content(tree, node)) if node is not None else None
    if isinstance(where, Body):
        return where if where.facts.role == "list" else None
    if where is None:
        return None
    listed = any(one.node == where.node for one in tree.elements.at(where.node.start_byte, "list"))
    return where if listed and where.open is not None else None


def _add(draft: Draft, tree: Tree, where: Container, source: tuple[Any, str | None]) -> None:
    """Another member of a list; the second of a request below it is put into the first."""
    value, text = source
    pending: dict[int, tuple[Draft, int, Any]] = tree.elements.notes.setdefault("new items", {})
    if where.key not in pending:
        made = _written(tree, where, source)
        add(draft, tree, Insertion(draft.index, where, len(where.members), made, whole=isinstance(where, Listing)))
        pending[where.key] = (draft, len(draft.intents) - 1, value)
        return
    from structedit.edit.data import merged

    first, at, before = pending[where.key]
    both = merged(before, value if text is None else None, (first.index, draft.index))
    old = first.intents[at]
    assert isinstance(old, Insertion)
    made = _written(tree, where, (both, None))
    first.intents[at] = Insertion(old.index, old.where, old.gap, made, old.follows, whole=old.whole)
    first.wanted.remove(old.text.body)
    first.wanted.append(made.body)
    pending[where.key] = (first, at, both)


def _written(tree: Tree, where: Container, source: tuple[Any, str | None]) -> Incoming:
    from structedit.edit.data import style_beside
    from structedit.edit.values import marked

    value, text = source
    body = write_data(tree.grammar, value, style_beside(tree, where)) if text is None else text.strip("\n")
    if isinstance(where, Body):
        body = marked(tree, where, body.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")
    return incoming(tree, body)
