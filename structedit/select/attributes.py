"""Attribute tests: what each attribute of a match says. What a language has not is absent, and matches nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select import paths, printer
from structedit.select.joins import opaque_around, opaque_parents
from structedit.select.match import Match, of_element
from structedit.select.words import FLAGS, NUMBERS
from structedit.syntax.names import unquoted
from structedit.syntax.words import DEFINITIONS, ROLES

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.select.terms import Attribute
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

Values = list[str]


def passing(tree: Tree, matches: list[Match], test: Attribute, role: str | None) -> list[Match]:
    """Those that pass the test; `role` is the one that the step names, for `index`."""
    if test.name == "index":
        places = _indexes(tree, matches, role)
        return [m for m, place in zip(matches, places, strict=True) if place and _passes(test, [str(place)])]
    if test.name == "path":
        paths.paths_of(tree, [match.element for match in matches if match.element is not None])  # all in one sweep
    return [match for match in matches if _passes(test, values(tree, match, test.name))]


def values(tree: Tree, match: Match, name: str) -> Values:
    """What the attribute says of a match; several where it binds or bears several, none where it is absent."""
    read = _OF_ANY.get(name)
    if read is not None:
        return read(tree, match)
    element = match.element
    if element is None:
        return []
    of_element = _OF_ELEMENT.get(name)
    return of_element(tree, element) if of_element is not None else _mark(tree, element, name)


def _passes(test: Attribute, found: Values) -> bool:
    if not found or not test.op:
        return bool(found)
    if test.op in ("<", ">", "<=", ">=") or (test.name in NUMBERS and test.op in ("=", "!=")):
        numbers = [number for number in map(_number, found) if number is not None]
        return any(_COMPARE[test.op](number, float(test.value)) for number in numbers)
    wanted = test.value
    if test.fold:
        wanted, found = wanted.casefold(), [value.casefold() for value in found]
    if test.op == "!=":
        return wanted not in found
    return any(_MATCH[test.op](value, wanted) for value in found)


_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
_MATCH: dict[str, Callable[[str, str], bool]] = {
    "=": lambda value, wanted: value == wanted,
    "^=": lambda value, wanted: value.startswith(wanted),
    "$=": lambda value, wanted: value.endswith(wanted),
    "*=": lambda value, wanted: wanted in value,
}


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


# attributes of any node


def _kind(_tree: Tree, match: Match) -> Values:
    return [match.node.type] if match.node is not None else []


def text_of(tree: Tree, match: Match) -> str:
    return tree.text[match.start : match.end].decode("utf-8", "backslashreplace")


def first_line(match: Match) -> int:
    """The line, from 1, on which the bare node begins."""
    start = match.node.start_byte if match.node is not None else match.start
    return match.tree.source.row(start) + 1


def _lines(tree: Tree, match: Match) -> Values:
    return [str(tree.source.row(max(match.start, match.end - 1)) - tree.source.row(match.start) + 1)]


_OF_ANY: dict[str, Callable[[Tree, Match], Values]] = {
    "kind": _kind,
    "text": lambda tree, match: [text_of(tree, match)],
    "line": lambda _tree, match: [str(first_line(match))],
    "lines": _lines,
    "depth": lambda tree, match: [str(len(opaque_around(tree, match)))],
}

# attributes of elements


def _name(_tree: Tree, element: Element) -> Values:
    return element.names


def _path(tree: Tree, element: Element) -> Values:
    if not paths.is_definition(element):
        return []
    path = paths.path_of(tree, element)
    return [printer.dotted(path)] if path is not None else []


def _part(name: str) -> Callable[[Tree, Element], Values]:
    def read(tree: Tree, element: Element) -> Values:
        node = element.parts.get(name)
        return [tree.read(node)] if node is not None else []

    return read


def _value(tree: Tree, element: Element) -> Values:
    if "value" in element.parts:
        return [tree.read(element.parts["value"])]
    text = tree.read(element.node)
    if "string" in element.roles or "docstring" in element.roles:
        value = unquoted(text)
        return [value] if value is not None else []
    return [text] if element.roles & {"argument", "item"} else []


def _module(tree: Tree, element: Element) -> Values:
    return _mark(tree, element, "origin") if "import" in element.roles else []


def _imports(_tree: Tree, element: Element) -> Values:
    return element.names if "import" in element.roles else []


def _decorator(tree: Tree, element: Element) -> Values:
    """Names and callees of the decorators in front: `route` as well as `app.route`."""
    if element.outer.id == element.node.id:
        return []
    found: Values = []
    for decorator in tree.elements.within(element.outer.start_byte, element.node.start_byte, "decorator"):
        callee = decorator.parts.get("callee")
        found += [*decorator.names, *([tree.read(callee)] if callee is not None else [])]
    return found


def _mark(tree: Tree, element: Element, name: str) -> Values:
    texts = [tree.read(node) for node in element.marks.get(name, ())]
    return [*texts, "true"] if texts and name in FLAGS else texts


_OF_ELEMENT: dict[str, Callable[[Tree, Element], Values]] = {
    "name": _name,
    "path": _path,
    "type": _part("type"),
    "callee": _part("callee"),
    "value": _value,
    "module": _module,
    "imports": _imports,
    "decorator": _decorator,
}


# place among siblings


def main_role(element: Element) -> str:
    """The role that says most about an element."""
    return next(role for role in _BY_MEANING if role in element.roles)


_FIRST = ("method", "field", "docstring", "argument", "item")
_LAST = ("statement", "block", "module", "error")
_BY_MEANING = (
    *_FIRST,
    *(role for role in DEFINITIONS if role not in _FIRST),
    *(role for role in ROLES if role not in _FIRST and role not in _LAST and role not in DEFINITIONS),
    *_LAST,
)


def meaning(role: str) -> int:
    """The place of a role in the order of how much it says."""
    return _BY_MEANING.index(role)


def _indexes(tree: Tree, matches: list[Match], role: str | None) -> list[int | None]:
    """For each match its place, from 1, among the elements of its role with the same nearest opaque parent."""
    tables: dict[str, dict[int, int]] = {}
    found: list[int | None] = []
    for match in matches:
        element = match.element
        if element is None:
            found.append(None)
            continue
        word = role if role is not None and role in element.roles else main_role(element)
        if word not in tables:
            tables[word] = _places(tree, word)
        found.append(tables[word].get(id(element)))
    return found


def _places(tree: Tree, role: str) -> dict[int, int]:
    elements = tree.elements.of(role)
    counts: dict[int, int] = {}
    places: dict[int, int] = {}
    for element, parent in zip(elements, opaque_parents(tree, [of_element(tree, e) for e in elements]), strict=True):
        counts[id(parent)] = places[id(element)] = counts.get(id(parent), 0) + 1
    return places
