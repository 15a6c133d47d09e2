"""Set, in a file of tables: where a value goes whose parents are not there.

The nearest table that is there takes it, its missing parents as a dotted key; where there is none, or where that key
would open a table again that headers have begun, a new table is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.incoming import incoming
from structedit.edit.intents import Insertion
from structedit.edit.items import below
from structedit.edit.notation import write_data, write_key
from structedit.edit.structure import add
from structedit.edit.values import legal_gap
from structedit.errors import StructeditError
from structedit.record import replace
from structedit.select import paths
from structedit.syntax.containers import Body, container
from structedit.syntax.trivia import index_of

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.incoming import Incoming
    from structedit.edit.intents import Draft
    from structedit.edit.notation import Style
    from structedit.select.match import Match
    from structedit.syntax.containers import Container
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

Steps = tuple["str | int", ...]


def create(
    draft: Draft, tree: Tree, where: Container, place: tuple[list[Match], Steps], source: tuple[Any, str]
) -> None:
    """A missing entry with its missing parents. `source`: the value as data and as text (one of them)."""
    from structedit.edit.data import style_in

    found, missing = place
    names = next((at for at, step in enumerate(missing) if isinstance(step, int)), len(missing))
    if names < len(missing):
        source = (below(missing[names:], source[0]), "")
        missing = missing[:names]
    style = style_in(tree, where)
    if not isinstance(where, Body):
        _dotted(draft, tree, where, missing, _value(tree, source, style))
        return
    base = _path_of(tree, found)
    data, text = source
    opened = [path for path in _tables(tree) if path[: len(base) + 1] == base + missing[:1]]
    dotted = len(missing) > 1 and not opened and (bool(base) or _has_dotted(tree, where, missing[0]))
    headed = not base and not text and len(missing) == 1 and not opened
    if headed and isinstance(data, list) and data and all(isinstance(one, dict) and one for one in data):
        for one in data:
            gap = legal_gap(tree, where, len(where.members), _array_table(tree, missing, one, style), asked=False)
            add(draft, tree, Insertion(draft.index, where, gap, _array_table(tree, missing, one, style)))
        return
    if len(missing) == 1 and not (not base and not text and isinstance(data, dict) and data):
        dotted = True
    if dotted:
        _dotted(draft, tree, where, missing, _value(tree, source, style))
        return
    if len(missing) == 1:
        rows = [(str(key), write_data(tree.grammar, one, style)) for key, one in data.items()]
        _table(draft, tree, base + missing, rows, style)
        return
    _table(draft, tree, base + missing[:-1], [(str(missing[-1]), _value(tree, source, style))], style)


def _value(tree: Tree, source: tuple[Any, str], style: Style) -> str:
    data, text = source
    return text or write_data(tree.grammar, data, style)


def _path_of(tree: Tree, found: list[Match]) -> Steps:
    element = found[0].element if found else None
    return (paths.path_of(tree, element) or ()) if element is not None else ()


def _tables(tree: Tree) -> list[Steps]:
    return [path for path in paths.paths_of(tree, tree.elements.of("table")) if path is not None]


def _has_dotted(tree: Tree, where: Body, name: str | int) -> bool:
    """Whether an entry of the body is written with a dotted key that begins with this name."""
    entries = [e for one in where.members for e in tree.elements.at(one.start_byte, "entry") if e.outer.id == one.id]
    return any(paths.owner_steps(tree, element)[:1] == [name] for element in entries)


def _dotted(draft: Draft, tree: Tree, where: Container, names: Steps, value: str) -> None:
    from structedit.edit.data import style_in

    style = style_in(tree, where)
    text = incoming(tree, _joined(tree, names, style) + style.colon + value)
    gap = len(where.members)
    if isinstance(where, Body):
        gap = legal_gap(tree, where, gap, text, asked=False)
    add(draft, tree, Insertion(draft.index, where, gap, text))


def _joined(tree: Tree, names: Steps, style: Style) -> str:
    separator = str(tree.grammar.fact("write", "path_separator", "."))
    return separator.join(write_key(tree.grammar, str(name), style) for name in names)


def _table(draft: Draft, tree: Tree, path: Steps, rows: list[tuple[str, str]], style: Style) -> None:
    """A new table; what the request sets in the same one stands in it too."""
    root = container(tree, tree.root)
    assert isinstance(root, Body)
    if any(isinstance(step, int) for step in path):
        raise StructeditError(
            "TARGET_NOT_FOUND", "A table of an array cannot be made by its number.", "Insert the table as text."
        )
    lines = [write_key(tree.grammar, key, style) + style.colon + value for key, value in rows]
    pending: dict[Steps, tuple[Draft, int]] = tree.elements.notes.setdefault("new tables", {})
    if path in pending:
        first, at = pending[path]
        old = first.intents[at]
        assert isinstance(old, Insertion)
        text = incoming(tree, "\n".join([old.text.body.decode("utf-8", "surrogateescape"), *lines]))
        first.wanted.remove(old.text.body)
        first.wanted.append(text.body)
        first.intents[at] = replace(old, text=text)
        return
    header = str(tree.grammar.fact("write", "table")).replace("$NAME", _joined(tree, path, style))
    text = incoming(tree, "\n".join([header, *lines]))
    gap, follows = _gap(tree, root, path)
    gap = legal_gap(tree, root, gap, text, asked=False)
    add(draft, tree, Insertion(draft.index, root, gap, text, follows))
    pending[path] = draft, len(draft.intents) - 1


def append_table(draft: Draft, tree: Tree, last: Element, value: Any) -> None:
    """Another table of an array, what the request sets in it together. Errors: NOT_APPLICABLE for what is no dict."""
    pending: dict[int, tuple[Draft, int, Any]] = tree.elements.notes.setdefault("new items", {})
    if last.node.id not in pending:
        append_tables(draft, tree, last, [value])
        pending[last.node.id] = draft, len(draft.intents) - 1, value
        return
    from structedit.edit.data import merged

    first, at, before = pending[last.node.id]
    both = merged(before, value, (first.index, draft.index))
    old = first.intents[at]
    assert isinstance(old, Insertion)
    text = _item_table(tree, last, both)
    first.wanted.remove(old.text.body)
    first.wanted.append(text.body)
    first.intents[at] = replace(old, text=text)
    pending[last.node.id] = first, at, both


def append_tables(draft: Draft, tree: Tree, last: Element, values: list[Any]) -> None:
    """Tables behind the last one of an array and those that are part of it. Errors: NOT_APPLICABLE for no dicts."""
    root = container(tree, tree.root)
    assert isinstance(root, Body)
    gap = index_of(root, last.outer) + 1 + len(parts_of(tree, root, last.outer))
    for value in values:
        add(draft, tree, Insertion(draft.index, root, gap, _item_table(tree, last, value)))


def _item_table(tree: Tree, last: Element, value: Any) -> Incoming:
    if not isinstance(value, dict):
        raise StructeditError(
            "NOT_APPLICABLE", "Each of these is a table, so another one must be a dict.", "Send an object as `value`."
        )
    from structedit.edit.data import style_in

    where = container(tree, last.node) or container(tree, tree.root)
    style = style_in(tree, where)
    return _array_table(tree, paths.path_of(tree, last) or (), value, style)


def _array_table(tree: Tree, path: Steps, value: dict[str, Any], style: Style) -> Incoming:
    names = tuple(step for step in path if isinstance(step, str))
    header = str(tree.grammar.fact("write", "table_item")).replace("$NAME", _joined(tree, names, style))
    rows = (
        write_key(tree.grammar, str(key), style) + style.colon + _value(tree, (one, ""), style)
        for key, one in value.items()
    )
    return incoming(tree, "\n".join([header, *rows]))


def _gap(tree: Tree, root: Body, path: Steps) -> tuple[int, bool]:
    """Before the tables below it, else behind the last of those that share the longest part of its path."""
    best, gap, follows = 0, len(root.members), True
    at = {one.id: index for index, one in enumerate(root.members)}
    elements = tree.elements.of("table")
    for element, other in zip(elements, paths.paths_of(tree, elements), strict=True):
        index = at.get(element.outer.id)
        if other is None or index is None:
            continue
        if other[: len(path)] == path:
            return index, False
        shared = next(
            (i for i, (one, two) in enumerate(zip(path, other, strict=False)) if one != two), min(len(path), len(other))
        )
        if shared and shared >= best:
            best, gap = shared, index + 1
    return gap, follows


def parts_of(tree: Tree, root: Body, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The tables behind a table of an array whose paths go through it: they are part of that one by their place."""
    elements = {e.outer.id: e for e in tree.elements.of("table")}
    owner = elements.get(node.id)
    if owner is None or "item" not in owner.roles:
        return []
    path = paths.path_of(tree, owner) or ()
    found: list[tree_sitter.Node] = []
    for one in root.members[index_of(root, node) + 1 :]:
        element = elements.get(one.id)
        below = paths.path_of(tree, element) if element is not None else None
        if below is None or len(below) <= len(path) or below[: len(path)] != path:
            break
        found.append(one)
    return found
