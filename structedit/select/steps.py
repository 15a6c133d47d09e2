"""The least that one step of a selector can name: by path, kind, role or name, before its tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select import paths
from structedit.select.match import Match, of_element, unique
from structedit.select.pseudo import OVER_FILE, PER_PARENT, content_of_lines
from structedit.select.terms import Compound, Kind, Named, Path, Pseudo, Role, Test
from structedit.select.words import MOVING, OF_LINES
from structedit.syntax import kinds
from structedit.syntax.words import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

_MANY = 20
_MUCH_SMALLER = 8
"""A range so many times smaller than the file is searched for all of a role, rather than the file for a name."""


def seeds(tree: Tree, step: Compound, inside: list[Match] | None) -> tuple[list[Match], list[Test]]:
    """What the step can name, in document order, and the tests that are still to pass.

    `inside`: what lies outside of all of these may be left out.
    """
    if any(isinstance(test, Pseudo) and test.word in OVER_FILE for test in step.tests):
        inside = None
    tests = list(step.tests)
    head = step.head
    if isinstance(head, Path):
        return paths.find(tree, head.steps, inside), tests
    if isinstance(head, Kind):
        return _of_kind(tree, head, inside), tests
    roles = (head.word,) if isinstance(head, Role) else ROLES
    early = before_counting(tests)
    name = next((test for test in early if isinstance(test, Named)), None)
    if name is not None and (inside is None or not _is_smaller(tree, inside, _MUCH_SMALLER)):
        found = tree.elements.named([name.name], *roles) if paths.usable(name.name) else []
        matches = _matches(tree, found)
        return matches if isinstance(head, Role) else unique(matches), [test for test in tests if test is not name]
    directed = _looked_at(tree, early, roles)
    matches = directed if directed is not None else _all(tree, roles, inside)
    return matches if isinstance(head, Role) else unique(matches), tests


def before_counting(tests: list[Test]) -> list[Test]:
    """The tests that can be tried in any order: those up to the first that counts."""
    for index, test in enumerate(tests):
        if isinstance(test, Pseudo) and test.word in PER_PARENT | OVER_FILE | MOVING:
            return tests[: index + (test.word in OF_LINES)]
    return tests


def _looked_at(tree: Tree, tests: list[Test], roles: tuple[str, ...]) -> list[Match] | None:
    """The matches around the one place that a test names, if there is such a test."""
    for test in tests:
        if not isinstance(test, Pseudo):
            continue
        if test.word == "root":
            return [of_element(tree, tree.elements.root)] if "module" in roles else []
        if test.word in OF_LINES:
            content = content_of_lines(tree, test)
            return [] if content is None else _matches(tree, tree.elements.bound(tree.elements.at(content[0], *roles)))
    return None


def _is_smaller(tree: Tree, inside: list[Match], times: int) -> bool:
    return len(inside) < _MANY and sum(match.end - match.start for match in inside) * times < len(tree.text)


def _all(tree: Tree, roles: tuple[str, ...], inside: list[Match] | None) -> list[Match]:
    if inside is None or not _is_smaller(tree, inside, 2):
        return _matches(tree, tree.elements.of(*roles))
    found: dict[int, Element] = {}
    for match in inside:
        found.update((id(element), element) for element in tree.elements.within(match.start, match.end, *roles))
    return sorted(_matches(tree, found.values()), key=lambda match: match.order)


def _matches(tree: Tree, elements: Iterable[Element]) -> list[Match]:
    return [of_element(tree, element) for element in elements]


def _of_kind(tree: Tree, head: Kind, inside: list[Match] | None) -> list[Match]:
    if not inside:
        return [Match(tree, node, None) for node in kinds.nodes_of_kind(tree, head.name)]
    start, end = min(match.start for match in inside), max(match.end for match in inside)
    return [Match(tree, node, None) for node in kinds.nodes_of_kind(tree, head.name, start, end)]
