"""Selector + tree → the places that are meant; or a refusal that says which selectors would work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from structedit.select import chain
from structedit.select.chain import Trace, View
from structedit.select.match import Match, full_span
from structedit.select.selector import Selector, format, parse  # noqa: A004 - the counterpart of `parse`
from structedit.select.terms import Pseudo
from structedit.select.words import OF_LINES

if TYPE_CHECKING:
    from structedit.syntax.tree import Tree

Count = int | Literal["all"] | None


def matches(tree: Tree, selector: Selector | str) -> list[Match]:
    """Every place that the selector names, in document order; none is an answer, too. Errors: BAD_SELECTOR."""
    parsed, text = _read(selector)
    return chain.named(View(tree, text), parsed)


def require(tree: Tree, selector: Selector | str, count: Count = None, *, edit: bool = True) -> list[Match]:
    """The places that the selector names, and as many as are meant: one, or `count`, or any number with "all".

    `edit`: a bare role word that is the name of a definition as well is ambiguous, and parts that are absent but could
    be there are places, too.
    Errors: BAD_SELECTOR, TARGET_NOT_FOUND, TARGET_AMBIGUOUS, GUARD_MISMATCH.
    """
    parsed, text = _read(selector)
    view = View(tree, text, edit)
    traces: list[Trace] = []
    found = chain.named(view, parsed, traces)
    wanted = 1 if count is None else count
    if found and edit:
        _refuse_lines(view, parsed, found)
        _refuse_two_readings(view, parsed, found)
    if (found if wanted == "all" else len(found) == wanted) or wanted == 0 == len(found):
        return found
    from structedit.select import refusals

    if not found:
        raise refusals.nothing(view, parsed, traces, count)
    raise refusals.other_count(view, found, count)


def _read(selector: Selector | str) -> tuple[Selector, str]:
    if isinstance(selector, str):
        return parse(selector), selector
    return selector, selector.text or format(selector)


def _refuse_lines(view: View, selector: Selector, found: list[Match]) -> None:
    test = _of_lines(selector)
    if test is not None:
        from structedit.select import refusals

        raise refusals.by_lines(view, test, found)


def _of_lines(selector: Selector) -> Pseudo | None:
    """The first test that finds by lines, also in nested selectors."""
    complexes = [*selector.alternatives, *([selector.through] if selector.through is not None else [])]
    for test in (test for complex_ in complexes for step in complex_.compounds for test in step.tests):
        if isinstance(test, Pseudo):
            inner = _of_lines(test.argument) if isinstance(test.argument, Selector) else None
            if test.word in OF_LINES or inner is not None:
                return inner or test
    return None


def _refuse_two_readings(view: View, selector: Selector, found: list[Match]) -> None:
    from structedit.select import readings

    places = {match.key for match in found}
    other = [(reading, chain.named(view, reading)) for reading in readings.other(selector)]
    differing = [(reading, named) for reading, named in other if any(match.key not in places for match in named)]
    if differing:
        from structedit.select import refusals

        raise refusals.two_readings(view, found, differing)


__all__ = ["Count", "Match", "full_span", "matches", "require"]
