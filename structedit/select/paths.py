"""Symbol paths: owner path + name, with the index of an item where a list is the value of what precedes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select import spelled
from structedit.select.joins import few
from structedit.select.match import element_holds, holds, of_element
from structedit.syntax.containers import content
from structedit.syntax.names import unquoted
from structedit.syntax.roles import is_chained
from structedit.syntax.words import DEFINITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import tree_sitter

    from structedit.select.match import Match
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

Steps = tuple[str | int, ...]

_DEFINITIONS = frozenset(DEFINITIONS)
_BINDINGS = frozenset(("variable", "field"))
_UNITS = frozenset(("class", "function", "namespace", "lambda"))
_CLOSED = frozenset(("function", "lambda"))
MOST_STEPS = 200
"""What is nested in more definitions has no path: it would be longer than a selector may be."""

_CHAIN = (*DEFINITIONS, "item", "lambda")


def is_definition(element: Element) -> bool:
    return bool(element.roles & _DEFINITIONS)


def path_of(tree: Tree, element: Element) -> Steps | None:
    """The full symbol path of a definition; None if it has no name that a selector could say."""
    return paths_of(tree, [element])[0]


def paths_of(tree: Tree, elements: list[Element]) -> list[Steps | None]:
    """The full symbol paths of many definitions."""
    return [path for path, _ in _known(tree, elements)]


def is_local(tree: Tree, element: Element) -> bool:
    """Whether a definition is inside a function, and neither function nor class itself."""
    return next(_known(tree, [element]))[1]


def owners_of(tree: Tree, match: Match) -> list[Element]:
    """The definitions around a match that can be said by a path, outermost first."""
    around = tree.elements.at(match.start, *_CHAIN)
    holding = [element for element in around if element_holds(element, match)]
    chain = tree.elements.bound(holding[: MOST_STEPS + 1])
    return [element for element in chain if is_definition(element) and path_of(tree, element) is not None]


def find(tree: Tree, steps: Steps, inside: list[Match] | None = None) -> list[Match]:
    """What a path names: the full path from the root; else a suffix, locals left out. `inside`: what these hold."""
    last = max(index for index, step in enumerate(steps) if isinstance(step, str))
    indexes = steps[last + 1 :]
    names = [step for step in steps if isinstance(step, str)]
    ranges = None if inside is None else [(match.start, match.end) for match in inside]
    candidates = spelled.definitions(tree, names, ranges) if all(map(usable, names)) else []
    if inside is not None:
        candidates = [e for e in candidates if _is_inside(of_element(tree, e), inside)]
    if indexes and inside is None:
        counted = [e for e in candidates if "table" in e.roles and path_of(tree, e) == steps]
        if counted:
            return [of_element(tree, element) for element in counted]
    wanted = steps[: last + 1]
    full: list[Element] = []
    suffix: list[Element] = []
    for element, (path, is_local) in zip(candidates, _known(tree, candidates), strict=True):
        if path == wanted or (path is not None and isinstance(path[-1], int) and path[:-1] == wanted):
            full.append(element)
        elif path is not None and not is_local and path[-len(wanted) :] == wanted:
            suffix.append(element)
    found = full or suffix
    for index in indexes:
        found = [item for element in found for item in _item(tree, element, int(index))]
    return [of_element(tree, element) for element in found]


def _is_inside(match: Match, outer: list[Match]) -> bool:
    return any(holds(one, match) for one in outer)


def items_of(tree: Tree, element: Element) -> list[Element]:
    """The items of the list that an element is, or has as its value."""
    node = _list_node(tree, element)
    if node is None:
        return []
    found: list[Element] = []
    for item in tree.elements.within(node.start_byte, node.end_byte, "item"):
        if (not found or item.outer.start_byte >= found[-1].outer.end_byte) and item.outer.id != node.id:
            found.append(item)
    return found


def _list_node(tree: Tree, element: Element) -> tree_sitter.Node | None:
    node = element.parts.get("value") or (element.node if "item" in element.roles else None)
    return content(tree, node) if node is not None else None


def _item(tree: Tree, element: Element, index: int) -> list[Element]:
    return items_of(tree, element)[index : index + 1]


def _known(tree: Tree, elements: list[Element]) -> Iterator[tuple[Steps | None, bool]]:
    """Path, and whether it is a local, for each; worked out once for each element."""
    known: dict[int, tuple[Steps | None, bool]] = tree.elements.notes.setdefault("paths", {})
    missing = [element for element in elements if id(element) not in known]
    chains = _looked_around(tree, missing) if few(tree, len(missing)) else _swept(tree, missing)
    for element, chain in zip(missing, chains, strict=True):
        known[id(element)] = (_path(tree, element, chain), _is_local(element, chain))
    return iter([known[id(element)] for element in elements])


def _looked_around(tree: Tree, elements: list[Element]) -> Iterator[list[Element]]:
    for element in elements:
        match = of_element(tree, element)
        around = tree.elements.at(match.start, *_CHAIN)
        yield tree.elements.bound([outer for outer in around if element_holds(outer, match)])


def _swept(tree: Tree, elements: list[Element]) -> Iterator[list[Element]]:
    everything = [of_element(tree, element) for element in tree.elements.of(*_CHAIN)]
    chains: dict[int, list[Element]] = {}
    wanted = {id(element) for element in elements}
    stack: list[Match] = []
    for match in everything:
        while stack and stack[-1].end <= match.start:
            stack.pop()
        element = match.element
        if element is not None and id(element) in wanted:
            around = [outer.element for outer in stack[: MOST_STEPS + 1] if outer.element is not None]
            chains[id(element)] = [outer for outer in around if element_holds(outer, match)]
        stack.append(match)
    for element in elements:
        # A later binding of a name is none of the elements of its role, so the sweep has not met it.
        yield chains[id(element)] if id(element) in chains else next(_looked_around(tree, [element]))


def _path(tree: Tree, element: Element, chain: list[Element]) -> Steps | None:
    if not usable(element.name) or len(chain) > MOST_STEPS:
        return None
    if "table" in element.roles:
        return _tables(tree).get(id(element))
    reversed_steps: list[str | int] = [str(element.name), *reversed(owner_steps(tree, element))]
    inner = element
    for position in range(len(chain) - 1, -1, -1):
        owner = chain[position]
        if "item" in owner.roles and not owner.roles & _DEFINITIONS:
            index = _index_in_value(tree, owner, chain[:position])
            if index is not None:
                reversed_steps.append(index)
        elif "table" in owner.roles:
            reversed_steps += reversed(_tables(tree).get(id(owner), ()))
            break
        elif is_definition(owner) and usable(owner.name) and not (_binds(owner) and is_chained(owner, inner)):
            reversed_steps += [str(owner.name), *reversed(owner_steps(tree, owner))]
            inner = owner
    while isinstance(reversed_steps[-1], int):
        reversed_steps.pop()  # the place of an item in what has no name here
    return tuple(reversed(reversed_steps))


def owner_steps(tree: Tree, element: Element) -> list[str]:
    """The names before its own that an element is written with: a receiver, the first words of a dotted key."""
    stack = list(reversed(element.marks.get("owner", ())))
    steps: list[str] = []
    while stack:
        node = stack.pop()
        if node.named_children and node.type not in tree.grammar.tokens:
            stack.extend(reversed(node.named_children))
            continue
        text = tree.read(node)
        value = unquoted(text, tree.grammar.facts.get("strings"))
        steps.append(text if value is None else value)
    return steps


def _tables(tree: Tree) -> dict[int, Steps]:
    """The paths of the tables of a file: a table of an array has its place in it, and so have those below it."""
    notes = tree.elements.notes
    if "tables" not in notes:
        known: dict[int, Steps] = {}
        last: dict[Steps, int] = {}
        for element in tree.elements.of("table"):
            names = [*owner_steps(tree, element), str(element.name)]
            path: Steps = ()
            for place, name in enumerate(names, 1):
                path += (name,)
                if place == len(names) and "item" in element.roles:
                    last[path] = last.get(path, -1) + 1
                if path in last:
                    path += (last[path],)
            known[id(element)] = path
        notes["tables"] = known
    found: dict[int, Steps] = notes["tables"]
    return found


def usable(name: str | None) -> bool:
    """Whether a selector can say the name, and the query find it."""
    return name is not None and "\ufffd" not in name and "\0" not in name and not _has_surrogate(name)


def _has_surrogate(name: str) -> bool:
    return not name.isascii() and any("\ud800" <= char <= "\udfff" for char in name)


def _binds(element: Element) -> bool:
    """Whether an element is a variable or a field and nothing that has members of its own."""
    return bool(element.roles & _BINDINGS) and not element.roles & _UNITS


def _is_local(element: Element, chain: Iterable[Element]) -> bool:
    if element.roles & _UNITS or "owner" in element.marks:
        return False
    units = [owner for owner in chain if owner.roles & _UNITS]
    return bool(units) and bool(units[-1].roles & _CLOSED)


def _index_in_value(tree: Tree, item: Element, chain: list[Element]) -> int | None:
    """The place of an item, from 0, if its list is the whole value of the definition or item around it."""
    if not chain:
        return None
    node = _list_node(tree, chain[-1])
    return _indexes(tree, node).get(item.outer.id) if node is not None else None


def _indexes(tree: Tree, node: tree_sitter.Node) -> dict[int, int]:
    """The place of each member of a list node, by its id."""
    known: dict[int, dict[int, int]] = tree.elements.notes.setdefault("indexes", {})
    if node.id not in known:
        members = (child for child in node.named_children if not child.is_extra)
        known[node.id] = {child.id: index for index, child in enumerate(members)}
    return known[node.id]
