"""Set, on a table that is there: it gets the value as a whole, key by key, so that what stays keeps its place.

- a key with another value gets the new one; one that the value has not goes; a new one is added as `set` adds it
- the tables below it are part of it: what the value has not of them goes with its header
- of an array of tables each gets its item; those behind the last go, new ones are appended
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.operations import Data, Set
from structedit.edit.target import target_of
from structedit.errors import StructeditError
from structedit.select import paths
from structedit.select.match import of_element
from structedit.syntax.containers import Body, container, member

if TYPE_CHECKING:
    from structedit.edit.intents import Draft
    from structedit.edit.target import Target
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

Steps = tuple["str | int", ...]
_NONE = object()


def is_table(target: Target) -> bool:
    """Whether a target is a table of a file of tables."""
    return target.part is None and "table" in target.roles and bool(target.tree.grammar.fact("write", "table"))


def write_table(draft: Draft, target: Target, operation: Set) -> None:
    """The value of one table. Errors: NOT_APPLICABLE for what is no dict, ALREADY_APPLIED where nothing differs."""
    assert target.element is not None
    if operation.value is None:
        raise StructeditError(
            "NOT_APPLICABLE",
            f"`{target.shown}` is a table: its keys and the tables below it are no one piece of source.",
            "Send its data as `value`, or replace the table with its header and its keys.",
        )
    _write(draft, target.tree, paths.path_of(target.tree, target.element) or (), operation.value.value)


def write_array(draft: Draft, tree: Tree, tables: list[Element], value: Any) -> None:
    """The value of an array of tables."""
    _write(draft, tree, (paths.path_of(tree, tables[0]) or ())[:-1], value)


def _write(draft: Draft, tree: Tree, path: Steps, value: Any) -> None:
    before = len(draft.intents)
    known = _known(tree, path)
    _refuse_others(known, path, value)
    for full, element in known:
        rest = full[len(path) :]
        if "table" in element.roles:
            if rest and _at(value, rest) is _NONE:
                _remove(draft, tree, element)
        elif _at(value, _table_of(known, full)[len(path) :]) is not _NONE:
            _write_entry(draft, tree, element, _at(value, rest))
    _add(draft, tree, (path, value), known)
    if len(draft.intents) == before:
        raise StructeditError("ALREADY_APPLIED", f"`{'.'.join(map(str, path))}` has that value already.")


def _known(tree: Tree, path: Steps) -> list[tuple[Steps, Element]]:
    """The tables and entries at a path and below it, with their own paths; those within a value left out."""
    elements = [e for e in tree.elements.of("table", "entry") if "table" in e.roles or _is_row(tree, e)]
    every = zip(elements, paths.paths_of(tree, elements), strict=True)
    return [(full, element) for element, full in every if full is not None and full[: len(path)] == path]


def _is_row(tree: Tree, element: Element) -> bool:
    found = member(tree, element.outer)
    return found is not None and isinstance(found[0], Body)


def _table_of(known: list[tuple[Steps, Element]], full: Steps) -> Steps:
    """The path of the table that an entry stands in: the longest that it begins with."""
    tables = [path for path, element in known if "table" in element.roles and full[: len(path)] == path]
    return max(tables, key=len, default=())


def _refuse_others(known: list[tuple[Steps, Element]], path: Steps, value: Any) -> None:
    """Errors: NOT_APPLICABLE where a table would become something else than a table, or an array of them."""
    for full, element in known:
        wanted = _at(value, full[len(path) :])
        if "table" in element.roles and wanted is not _NONE and not isinstance(wanted, dict):
            raise StructeditError(
                "NOT_APPLICABLE",
                f"`{'.'.join(map(str, full))}` is a table, and the value for it is none.",
                "Send an object, or delete the table and set the name then.",
            )


def _at(value: Any, steps: Steps) -> Any:
    for step in steps:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and step < len(value) else _NONE
        else:
            value = value[step] if isinstance(value, dict) and step in value else _NONE
        if value is _NONE:
            return _NONE
    return value


def _remove(draft: Draft, tree: Tree, element: Element) -> None:
    from structedit.edit.structure import remove

    found = member(tree, element.outer)
    assert found is not None
    remove(draft, tree, *found)


def _write_entry(draft: Draft, tree: Tree, element: Element, value: Any) -> None:
    from structedit.edit.data import write_element

    if value is _NONE:
        _remove(draft, tree, element)
        return
    try:
        write_element(draft, target_of(of_element(tree, element)), Set(value=Data(value)))
    except StructeditError as error:
        if error.code != "ALREADY_APPLIED":
            raise


def _add(draft: Draft, tree: Tree, wanted: tuple[Steps, Any], known: list[tuple[Steps, Element]]) -> None:
    """The keys that are in no table yet, in the nearest table that is there."""
    from structedit.edit.tables import append_tables, create

    path, value = wanted
    there = {full[:length] for full, _ in known for length in range(len(full) + 1)}
    tables = {full: element for full, element in known if "table" in element.roles}
    entries = {full for full, element in known if "table" not in element.roles}

    def walk(at: Steps, value: Any, owner: tuple[Steps, Element] | None) -> None:
        owner = (at, tables[at]) if at in tables else owner
        if at in entries:
            return
        if isinstance(value, list):
            count = sum(1 for one in tables if one[:-1] == at and isinstance(one[-1], int))
            for number, one in enumerate(value[:count]):
                walk((*at, number), one, owner)
            append_tables(draft, tree, tables[(*at, count - 1)], value[count:])
            return
        for key, one in value.items():
            full = (*at, str(key))
            if full in there:
                walk(full, one, owner)
            elif owner is not None:
                where = container(tree, owner[1].node)
                assert where is not None
                create(draft, tree, where, ([of_element(tree, owner[1])], full[len(owner[0]) :]), (one, ""))

    walk(path, value, None)
