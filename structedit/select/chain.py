"""Steps joined by combinators; nested selectors; parts; guards. What a selector names, with no word on how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import made, record
from structedit.select import attributes, check, pseudo, steps
from structedit.select.hash import node_hash
from structedit.select.joins import join, levels, semijoin
from structedit.select.match import Match, unique
from structedit.select.printer import compound_text
from structedit.select.pseudo import PER_PARENT
from structedit.select.terms import (
    CHILD,
    DESCENDANT,
    Attribute,
    Complex,
    Compound,
    Named,
    Path,
    Pseudo,
    Role,
    Selector,
    Test,
)
from structedit.select.words import EXPRESSION, MOVING, QUERY
from structedit.syntax.parts import locate
from structedit.syntax.words import PARTS
from structedit.text.expressions import Allowance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structedit.syntax.tree import Tree

_INWARD = (DESCENDANT, CHILD)


@record
class View:
    """A tree as one selector looks at it. `edit`: parts that are absent but could be there are places, too."""

    tree: Tree
    text: str
    edit: bool = False
    allowance: Allowance = made(default_factory=Allowance, compare=False)


@record(frozen=False)
class Trace:
    """How many places each step matched, for the refusal that names the step which emptied the set."""

    steps: list[tuple[str, int]] = made(default_factory=list)
    unguarded: list[Match] = made(default_factory=list)


def named(view: View, selector: Selector, traces: list[Trace] | None = None) -> list[Match]:
    """Every place that the selector names, in document order, no node twice."""
    if selector.through is not None:
        return _runs(view, selector, traces)
    found: list[Match] = []
    for alternative in selector.alternatives:
        found += complex_named(view, alternative, _new(traces))
    lone = len(selector.alternatives) == 1 and selector.alternatives[0].compounds[-1].part is None
    return found if lone else unique(found)


def _new(traces: list[Trace] | None) -> Trace:
    trace = Trace()
    if traces is not None:
        traces.append(trace)
    return trace


def complex_named(view: View, complex_: Complex, trace: Trace) -> list[Match]:
    """What the steps name one after the other; nothing more is looked for once a step has matched nothing."""
    current: list[Match] = []
    for index, step in enumerate(complex_.compounds):
        combinator = complex_.combinators[index - 1] if index else ""
        inside = current if combinator in _INWARD else None
        found, rest = _before_counting(view, step, inside)
        if index:
            found = join(view.tree, combinator, current, found)
        found = _tested(view, step, found, rest)
        if step.part is not None:
            found = [place for match in found for place in _part(view, match, step)]
        current = found
        sign = f"{combinator} " if combinator.strip() else ""
        trace.steps.append((sign + compound_text(step), len(found)))
        if not found:
            break
    if not complex_.guard:
        return current
    trace.unguarded = current
    return [match for match in current if node_hash(match).startswith(complex_.guard)]


def step_named(view: View, step: Compound, inside: list[Match] | None) -> list[Match]:
    """What one step names by itself, its part left aside."""
    found, rest = _before_counting(view, step, inside)
    return _tested(view, step, found, rest)


def _before_counting(view: View, step: Compound, inside: list[Match] | None) -> tuple[list[Match], list[Test]]:
    """What the step names before it counts per parent or goes on to another element, and the tests from that on.

    So `A > item:nth(1)` counts in A, and `A item:parent` is what is around an item of A.
    """
    check.words(view.tree, step, view.text)
    found, tests = _seeds(view, step, inside)
    counting = (i for i, test in enumerate(tests) if isinstance(test, Pseudo) and test.word in PER_PARENT | MOVING)
    split = next(counting, len(tests))
    return _tested(view, step, found, tests[:split]), tests[split:]


def _seeds(view: View, step: Compound, inside: list[Match] | None) -> tuple[list[Match], list[Test]]:
    """`steps.seeds`; what a query captures, where the step says nothing else of what it names."""
    if step.head is None and any(isinstance(test, Pseudo) and test.word == QUERY for test in step.tests):
        from structedit.select import searching

        query = searching.lone_query(step, steps.before_counting(list(step.tests)))
        if query is not None:
            return searching.nodes_of(view, query), [test for test in step.tests if test is not query]
    return steps.seeds(view.tree, step, inside)


def _tested(view: View, step: Compound, found: list[Match], tests: Sequence[Test]) -> list[Match]:
    tree = view.tree
    role = step.head.word if isinstance(step.head, Role) else None
    for test in tests:
        if not found:
            break
        if isinstance(test, Named):
            found = [match for match in found if match.element is not None and test.name in match.element.names]
        elif isinstance(test, Attribute):
            found = attributes.passing(tree, found, test, role)
        elif isinstance(test.argument, Selector):
            found = _nested(view, found, test, test.argument)
        elif test.word in MOVING:
            from structedit.select import moves

            role = test.argument.word if isinstance(test.argument, Role) else None
            found = moves.moved(tree, found, role)
        elif test.word in (EXPRESSION, QUERY):
            from structedit.select import searching

            found = searching.passing(view, found, test)
        else:
            found = pseudo.passing(tree, found, test)
    return found


# nested selectors


def _nested(view: View, matches: list[Match], test: Pseudo, selector: Selector) -> list[Match]:
    """:has, :is, :inside, and :not; `:not(> x)` is `:not(:has(> x))`."""
    if test.word == "inside":
        return join(view.tree, DESCENDANT, unique(named(view, selector)), matches)
    chosen: set[int] = set()
    for alternative in selector.alternatives:
        relative = test.word == "has" or bool(alternative.lead)
        chosen |= _having(view, matches, alternative) if relative else _being(view, matches, alternative)
    return [match for match in matches if (id(match) in chosen) == (test.word != "not")]


def _having(view: View, matches: list[Match], complex_: Complex) -> set[int]:
    """Those that hold, or have beside them, what the selector names from them: joined from its last step backwards."""
    combinators = (complex_.lead or DESCENDANT, *complex_.combinators)
    inside = matches if all(combinator in _INWARD for combinator in combinators) else None
    found: list[Match] | None = None
    for index in range(len(complex_.compounds) - 1, -1, -1):
        step = complex_.compounds[index]
        here = step_named(view, step, inside)
        if found is not None:
            here = semijoin(view.tree, combinators[index + 1], _with_parts(view, here, step), found)
        elif complex_.guard:
            here = [match for match in here if node_hash(match).startswith(complex_.guard)]
        found = here
        if not found:
            return set()
    return {id(match) for match in semijoin(view.tree, combinators[0], matches, found or [])}


def _with_parts(view: View, matches: list[Match], step: Compound) -> list[Match]:
    if step.part is None:
        return matches
    return [place for match in matches for place in _part(view, match, step)]


def _being(view: View, matches: list[Match], complex_: Complex) -> set[int]:
    """Those whose node the selector names."""
    first = complex_.compounds[0]
    lone = len(complex_.compounds) == 1 and not complex_.guard and first.part is None
    if lone and not isinstance(first.head, Path):
        found = step_named(view, first, matches)
    else:
        found = complex_named(view, complex_, Trace())
    ids = {node.id for match in found for node in (match.node, match.outer) if node is not None}
    return {id(match) for match in matches if _ids(match) & ids}


def _ids(match: Match) -> set[int]:
    return {node.id for node in (match.node, match.outer) if node is not None}


# parts and runs


def _part(view: View, match: Match, step: Compound) -> list[Match]:
    """The part of a match: its node; a place without one, if it is absent but could be there, or is no one node."""
    tree, element, part = view.tree, match.element, step.part
    assert part is not None
    node = match.node
    if node is None:
        return []
    if part not in PARTS:
        nodes = node.children_by_field_name(part) or (match.outer or node).children_by_field_name(part)
        return [Match(tree, child, element, part) for child in nodes]
    place = locate(tree, element, node, part)
    if place is not None and (place.node is not None or element is not None):
        return [Match(tree, place.node, element, part)]
    could_be = element is not None and tree.grammar.absent(part, element.roles, frozenset(element.parts)) is not None
    return [Match(tree, None, element, part)] if view.edit and could_be else []


def _runs(view: View, selector: Selector, traces: list[Trace] | None) -> list[Match]:
    """Runs of siblings: from each first the nearest last behind it that is a member of the same node."""
    assert selector.through is not None
    tree = view.tree
    first = unique(complex_named(view, selector.alternatives[0], _new(traces)))
    last = unique(complex_named(view, selector.through, _new(traces)))
    first_levels, last_levels = levels(tree, first), levels(tree, last)
    found = []
    for match, level in zip(first, first_levels, strict=True):
        ends = (o for o, there in zip(last, last_levels, strict=True) if there == level and o.start >= match.start)
        end = next(ends, None)
        if end is not None:
            found.append(Match(tree, match.node, match.element, match.part, end))
    return found
