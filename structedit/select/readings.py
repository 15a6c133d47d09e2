"""Other readings of one text: a bare role word as a name, and `role word` as `role#word`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import replace
from structedit.select.terms import DESCENDANT, Complex, Compound, Named, Path, Role, Selector

if TYPE_CHECKING:
    from collections.abc import Iterator


def other(selector: Selector) -> list[Selector]:
    """The selector with a bare role word taken for a name, or with `function load` taken for `function#load`."""
    if selector.through is not None:
        return []
    alternatives = enumerate(selector.alternatives)
    return [
        Selector((*selector.alternatives[:index], reading, *selector.alternatives[index + 1 :]))
        for index, alternative in alternatives
        for reading in _readings(alternative)
    ]


def _readings(complex_: Complex) -> Iterator[Complex]:
    for index, step in enumerate(complex_.compounds):
        if isinstance(step.head, Role) and not step.tests:
            yield _with(complex_, index, replace(step, head=Path((step.head.word,))))
    yield from joined(complex_)


def joined(complex_: Complex) -> Iterator[Complex]:
    """`role word` as `role#word`."""
    for index, combinator in enumerate(complex_.combinators):
        first, second = complex_.compounds[index], complex_.compounds[index + 1]
        if combinator != DESCENDANT or not isinstance(first.head, Role) or first.tests or first.part is not None:
            continue
        if isinstance(second.head, Path) and len(second.head.steps) == 1:
            step = replace(second, head=first.head, tests=(Named(str(second.head.steps[0])), *second.tests))
            compounds = (*complex_.compounds[:index], step, *complex_.compounds[index + 2 :])
            combinators = (*complex_.combinators[:index], *complex_.combinators[index + 1 :])
            yield replace(complex_, compounds=compounds, combinators=combinators)


def _with(complex_: Complex, index: int, step: Compound) -> Complex:
    return replace(complex_, compounds=(*complex_.compounds[:index], step, *complex_.compounds[index + 1 :]))
