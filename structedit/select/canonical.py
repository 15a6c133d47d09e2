"""The one selector that structedit prints for a place; the resolver reads it back as the same place.

It is the full path of the nearest definition and a tail: the first that is unique within that definition of role#name,
role with keyword or callee, role:nth(n) by `>` steps, (kind):nth(n).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select import attributes, paths, printer, spelled
from structedit.select.chain import View, step_named
from structedit.select.hash import node_hash
from structedit.select.joins import join, opaque_around, opaque_parents
from structedit.select.match import Match, holds, of_element
from structedit.select.terms import CHILD, DESCENDANT, Attribute, Compound, Kind, Named, Role
from structedit.syntax.words import DEFINITIONS, ROLES

if TYPE_CHECKING:
    from structedit.select.paths import Steps
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

GUARD_DIGITS = 8
_LONGEST_CALLEE = 60
_LOOKUPS = 4
"""After so many paths looked up one by one, the definitions of the whole file are."""


def canonical(match: Match) -> str:
    """The selector, without hash."""
    text = _of_node(match.tree, match)
    if match.part is not None and match.element is not None:
        text += f"::{match.part}"
    return text if match.through is None else f"{text} ..= {canonical(match.through)}"


def printed(match: Match) -> str:
    """The selector with the first digits of the node's hash, for pasting back; a run has those of both its ends."""
    if match.through is not None:
        first = Match(match.tree, match.node, match.element, match.part)
        return f"{printed(first)} ..= {printed(match.through)}"
    return f"{canonical(match)}@{node_hash(match)[:GUARD_DIGITS]}"


def _of_node(tree: Tree, match: Match) -> str:
    place = match
    if match.part is not None:
        place = of_element(tree, match.element) if match.element is not None else Match(tree, match.node, None)
    known = match.part is not None or _is_path(tree, match)  # what has a path needs no other role to be named
    elements = [match.element] if known and match.element is not None else _elements_of(tree, place)
    if any(element is tree.elements.root for element in elements):
        return ":root"
    for element in elements:
        path = paths.path_of(tree, element) if paths.is_definition(element) else None
        if path is not None:
            return _path(tree, path, element)
    owners = paths.owners_of(tree, place)
    owner = owners[-1] if owners else None
    return _with_tail(tree, owner, place, elements)


def _is_path(tree: Tree, match: Match) -> bool:
    element = match.element
    return element is not None and paths.is_definition(element) and paths.path_of(tree, element) is not None


def _elements_of(tree: Tree, match: Match) -> list[Element]:
    """The roles that the node of a match plays, the one that says most first."""
    outer = match.outer
    if outer is None:
        return []
    found = {id(e): e for e in tree.elements.bound(tree.elements.at(match.start, *ROLES)) if e.outer.id == outer.id}
    if match.element is not None and not found:
        found[id(match.element)] = match.element
    return sorted(found.values(), key=lambda element: attributes.meaning(attributes.main_role(element)))


# paths


def _path(tree: Tree, path: Steps, element: Element) -> str:
    """The full path, and which of several definitions that share it."""
    known: dict[Steps, dict[int, str]] = tree.elements.notes.setdefault("path endings", {})
    if path not in known:
        known[path] = _endings(tree, _sharing(tree, path))
    return printer.path(path) + known[path].get(id(element), "")


def _endings(tree: Tree, same: list[Element]) -> dict[int, str]:
    if len(same) < 2:
        return {}
    parents = opaque_parents(tree, [of_element(tree, one) for one in same])
    word = "nth" if len({id(parent) for parent in parents}) == 1 else "nth-of-all"
    return {id(one): f":{word}({place})" for place, one in enumerate(same, 1)}


def _sharing(tree: Tree, path: Steps) -> list[Element]:
    """The definitions with this full path, in document order."""
    notes = tree.elements.notes
    notes["lookups"] = notes.get("lookups", 0) + 1
    if notes["lookups"] <= _LOOKUPS and "definitions" not in notes:
        names = [step for step in path if isinstance(step, str)]
        if path[-1] != names[-1] or not all(map(paths.usable, names)):
            named = tree.elements.named([str(path[-1])], *DEFINITIONS)
        else:
            named = spelled.definitions(tree, names, None)
        return [e for e, found in zip(named, paths.paths_of(tree, named), strict=True) if found == path]
    if "definitions" not in notes:
        by_name: dict[str, list[Element]] = {}
        for element in tree.elements.of(*DEFINITIONS):
            if element.name is not None:
                by_name.setdefault(element.name, []).append(element)
        notes["definitions"], notes["path tables"] = by_name, {}
    last = next(step for step in reversed(path) if isinstance(step, str))
    tables: dict[str, dict[Steps, list[Element]]] = notes["path tables"]
    if last not in tables:
        table = tables[last] = {}
        named = notes["definitions"].get(last, [])
        for element, found in zip(named, paths.paths_of(tree, named), strict=True):
            if found is not None:
                table.setdefault(found, []).append(element)
    return tables[last].get(path, [])


# tails


def _with_tail(tree: Tree, owner: Element | None, match: Match, elements: list[Element]) -> str:
    inside = of_element(tree, owner if owner is not None else tree.elements.root)
    start = "" if owner is None else _path_of_owner(tree, owner) + " "
    for step in (*_by_name(elements), *_by_callee(tree, elements)):
        if _is_unique(tree, inside, step, match):
            return start + printer.compound_text(step)
    for element in elements:
        pair = _as_keyword(tree, element)
        if pair is not None and _is_unique(tree, inside, pair[1], match, pair[0]):
            return start + f"{printer.compound_text(pair[0])} > {printer.compound_text(pair[1])}"
    return _by_steps(tree, owner, match, elements)


def _path_of_owner(tree: Tree, owner: Element) -> str:
    path = paths.path_of(tree, owner)
    assert path is not None
    return _path(tree, path, owner)


def _by_name(elements: list[Element]) -> list[Compound]:
    named = [element for element in elements if paths.usable(element.name)]
    return [Compound(Role(attributes.main_role(e)), (Named(str(e.name)),)) for e in named]


def _by_callee(tree: Tree, elements: list[Element]) -> list[Compound]:
    found = []
    for element in elements:
        callee = tree.read(element.parts["callee"]) if "callee" in element.parts else ""
        if callee and len(callee) <= _LONGEST_CALLEE and callee.isprintable() and callee != element.name:
            found.append(Compound(Role(attributes.main_role(element)), (Attribute("callee", "=", callee),)))
    return found


def _as_keyword(tree: Tree, element: Element) -> tuple[Compound, Compound] | None:
    """The call and the argument in it: `call#open > argument#mode`."""
    if "argument" not in element.roles or not paths.usable(element.name):
        return None
    call = opaque_parents(tree, [of_element(tree, element)])[0]
    if call is None or "call" not in call.roles or not paths.usable(call.name):
        return None
    return (
        Compound(Role("call"), (Named(str(call.name)),)),
        Compound(Role("argument"), (Named(str(element.name)),)),
    )


def _is_unique(tree: Tree, inside: Match, step: Compound, match: Match, parent: Compound | None = None) -> bool:
    found = _named_inside(tree, inside, step)
    if parent is not None:
        found = join(tree, CHILD, _named_inside(tree, inside, parent), found)
    return len(found) == 1 and found[0].key == match.key


def _named_inside(tree: Tree, inside: Match, step: Compound) -> list[Match]:
    known: dict[object, list[Match]] = tree.elements.notes.setdefault("named inside", {})
    key = (inside.key, inside.rank, step)
    if key not in known:
        root = inside.element is tree.elements.root
        found = step_named(View(tree, ""), step, None if root else [inside])
        known[key] = found if root else join(tree, DESCENDANT, [inside], found)
    return known[key]


def _by_steps(tree: Tree, owner: Element | None, match: Match, elements: list[Element]) -> str:
    """From the definition down over every opaque element: `load > if:nth(1) > call:nth(2)`."""
    here = of_element(tree, owner if owner is not None else tree.elements.root)
    inner = of_element(tree, elements[0]) if elements else match
    text = ":root" if owner is None else _path_of_owner(tree, owner)
    around = opaque_around(tree, inner)
    if len(around) > paths.MOST_STEPS:
        return _of_all(tree, inner, elements)
    between = [of_element(tree, element) for element in around if element is not here.element]
    for opaque in between:
        if holds(here, opaque) and opaque.element is not None:
            text += " > " + _counted(tree, here, opaque, Role(attributes.main_role(opaque.element)))
            here = opaque
    assert inner.node is not None
    head = Role(attributes.main_role(elements[0])) if elements else Kind(inner.node.type)
    return text + " > " + _counted(tree, here, inner, head)


def _of_all(tree: Tree, match: Match, elements: list[Element]) -> str:
    """So deep down that steps would be longer than a selector may be: the place over the whole file."""
    assert match.node is not None
    head = Role(attributes.main_role(elements[0])) if elements else Kind(match.node.type)
    known: dict[object, dict[object, int]] = tree.elements.notes.setdefault("of all", {})
    if head not in known:
        known[head] = {one.key: place for place, one in enumerate(step_named(View(tree, ""), Compound(head), None), 1)}
    return f"{printer.compound_text(Compound(head))}:nth-of-all({known[head][match.key]})"


def _counted(tree: Tree, parent: Match, match: Match, head: Role | Kind) -> str:
    """`role:nth(n)`: the place of a match among those of its role or kind right below a parent."""
    known: dict[object, dict[object, int]] = tree.elements.notes.setdefault("counted", {})
    key = (parent.key, parent.rank, head)
    if key not in known:
        step = Compound(head)
        root = parent.element is tree.elements.root
        found = step_named(View(tree, ""), step, None if root else [parent])
        children = join(tree, CHILD, [parent], found)
        known[key] = {child.key: place for place, child in enumerate(children, 1)}
    return f"{printer.compound_text(Compound(head))}:nth({known[key][match.key]})"
