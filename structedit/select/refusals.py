"""What is said when a selector does not name the one place that was meant: always with selectors that work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError
from structedit.record import replace
from structedit.select import chain, hints, paths, readings
from structedit.select.attributes import first_line
from structedit.select.canonical import canonical, printed
from structedit.select.chain import Trace, View
from structedit.select.hash import node_hash
from structedit.select.match import Match, headline, holds, of_element, unique
from structedit.select.printer import format_selector
from structedit.select.terms import Complex, Compound, Named, Path, Pseudo, Role, Selector
from structedit.syntax.words import DEFINITIONS, ROLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

MOST_CANDIDATES = 20
MOST_NEAREST = 5
_LONGEST_LINE = 120
_MOST_NAMES = 2_000
_MOST_ALIKE = 100


def nothing(view: View, selector: Selector, traces: list[Trace], count: int | str | None) -> StructeditError:
    """TARGET_NOT_FOUND with the step that emptied the set and what is nearest; GUARD_MISMATCH if only the hash is."""
    unguarded = unique(match for trace in traces for match in trace.unguarded)
    if unguarded:
        return _guard_mismatch(view, selector, unguarded)
    steps = [{"step": text, "matched": matched} for trace in traces for text, matched in trace.steps]
    nearest = _nearest(view, selector, traces)
    details: dict[str, Any] = {"selector": view.text, "nearest": nearest, "steps": steps}
    if count not in (None, "all"):
        details |= {"expected": count, "found": 0}
    if selector.through is not None and all(step["matched"] for step in steps):
        details["reason"] = "the two ends are not members of one container, in this order"
        message = f"`{view.text}` names no run: its ends are no siblings, or the second stands before the first."
    else:
        message = f"Nothing is `{view.text}`: {_which_emptied(traces)}."
    hint = (
        f"Did you mean `{nearest[0]}`?" if nearest else _what_is_there(view.tree, _emptied(selector, traces), details)
    )
    return StructeditError("TARGET_NOT_FOUND", message, hint, details)


def _emptied(selector: Selector, traces: list[Trace]) -> Compound:
    """The step of the first alternative that matched nothing."""
    return selector.alternatives[0].compounds[max(len(traces[0].steps) - 1, 0)]


def _what_is_there(tree: Tree, step: Compound, details: dict[str, Any]) -> str:
    """A hint for a name that is like no other: what the owner that was named holds, else what the file does."""
    head = step.head
    owner = head.steps[:-1] if isinstance(head, Path) else ()
    there = _members(tree, owner) if owner else []
    owner = owner if there else ()
    there = there or (_members(tree, ()) if isinstance(head, Path) else [])
    if not there:
        return "`structedit outline FILE` prints selectors that work."
    details["nearest"] = there[:MOST_NEAREST]
    more = ", …" if len(there) > MOST_NEAREST else ""
    listed = ", ".join(f"`{one}`" for one in details["nearest"])
    return f"{'What it holds' if owner else 'What the file holds'}: {listed}{more}."


def _members(tree: Tree, owner: paths.Steps) -> list[str]:
    """The first definitions whose path is that of an owner (or its end) and a name."""
    found: list[str] = []
    everyone = tree.elements.of(*DEFINITIONS)[:_MOST_NAMES]
    for element, path in zip(everyone, paths.paths_of(tree, everyone), strict=True):
        above = () if path is None else path[:-1]
        if path is not None and (above[-len(owner) :] == owner if owner else not above):
            found.append(canonical(of_element(tree, element)))
            if len(found) > MOST_NEAREST:
                break
    return found


def _which_emptied(traces: list[Trace]) -> str:
    pieces = []
    for trace in traces:
        counts = [f"`{text}` matched {matched}" for text, matched in trace.steps[-2:]]
        pieces.append(", ".join(counts))
    return "; ".join(pieces[:4])


def other_count(view: View, found: list[Match], count: int | str | None) -> StructeditError:
    """TARGET_AMBIGUOUS with every candidate, or TARGET_NOT_FOUND if there are fewer than asked for."""
    details = _candidates(view, found)
    if isinstance(count, int):
        details |= {"expected": count, "found": len(found)}
        message = f"`{view.text}` names {_places(len(found))}, not {count}."
        code = "TARGET_AMBIGUOUS" if len(found) > count else "TARGET_NOT_FOUND"
        hint = f'Send "count": {len(found)} if all of them are meant, or one of the candidates.'
        return StructeditError(code, message, hint, details)
    first = details["candidates"][0]["selector"]
    message = f"`{view.text}` names {_places(len(found))}{_at_lines(details)}."
    hint = f'Send one of the candidates, such as `{first}`; or "count": "all" if all are meant.'
    return StructeditError("TARGET_AMBIGUOUS", message, hint, details)


def by_lines(view: View, test: Pseudo, found: list[Match]) -> StructeditError:
    """BAD_SELECTOR: lines are for finding; the next edit moves them."""
    refusal = hints.bad_selector(view.text, test.at, f":{test.word} is for finding, not for the target of an edit")
    details = {**(refusal.details or {}), **_candidates(view, found)}
    first = details["candidates"][0]["selector"]
    return StructeditError(refusal.code, refusal.message, f"Send what it found: `{first}`.", details)


def two_readings(view: View, found: list[Match], other: list[tuple[Selector, list[Match]]]) -> StructeditError:
    """TARGET_AMBIGUOUS: a word is a role, and the name of a definition as well."""
    details = _candidates(view, unique([*(match for _, named in other for match in named), *found]))
    details["readings"] = [view.text, *(format_selector(reading) for reading, _ in other)]
    message = f"`{view.text}` can be read in two ways: as it stands, or as `{details['readings'][1]}`."
    first = details["candidates"][0]["selector"]
    return StructeditError("TARGET_AMBIGUOUS", message, f"Send one of the candidates, such as `{first}`.", details)


def _candidates(view: View, found: list[Match]) -> dict[str, Any]:
    rows = [
        {"selector": printed(match), "line": first_line(match), "text": _first_text(match)}
        for match in found[:MOST_CANDIDATES]
    ]
    return {"selector": view.text, "candidates": rows, "total": len(found)}


def _first_text(match: Match) -> str:
    text = headline(match).decode("utf-8", "backslashreplace")
    return text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 1] + "…"


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count:,} places"


def _at_lines(details: dict[str, Any]) -> str:
    lines = [str(row["line"]) for row in details["candidates"][:6]]
    return f", in the lines {', '.join(lines)}{' …' if details['total'] > len(lines) else ''}"


def _guard_mismatch(view: View, selector: Selector, unguarded: list[Match]) -> StructeditError:
    guards = [alternative.guard for alternative in selector.alternatives if alternative.guard]
    guards += [selector.through.guard] if selector.through is not None and selector.through.guard else []
    details = _candidates(view, unguarded)
    details |= {"expected_hash": guards[0], "current_hash": node_hash(unguarded[0])}
    if len(unguarded) > 1:
        del details["current_hash"]
    message = f"The hash @{guards[0]} is of no place that `{view.text}` names now; {_places(len(unguarded))} looked at."
    first = details["candidates"][0]["selector"]
    hint = f"Read it again; if your edit still fits, send it to `{first}`."
    return StructeditError("GUARD_MISMATCH", message, hint, details)


# what is nearest


def _nearest(view: View, selector: Selector, traces: list[Trace]) -> list[str]:
    """Selectors that work: another reading first, then what is called most like it."""
    found: dict[str, None] = {}
    complexes = [*selector.alternatives, *([selector.through] if selector.through is not None else [])]
    for complex_, trace in zip(complexes, traces, strict=False):
        for reading in readings.other(Selector((replace(complex_, guard=""),))):
            if chain.named(view, reading):
                found.setdefault(format_selector(reading))
        index = max(len(trace.steps) - 1, 0)
        outer = chain.named(view, Selector((_until(complex_, index),))) if index else []
        for element in _similar(view.tree, complex_.compounds[index], outer):
            found.setdefault(canonical(of_element(view.tree, element)))
    return list(found)[:MOST_NEAREST]


def _until(complex_: Complex, index: int) -> Complex:
    """The steps before one, without a guard."""
    return replace(
        complex_, compounds=complex_.compounds[:index], combinators=complex_.combinators[: index - 1], guard=""
    )


def _similar(tree: Tree, step: Compound, outer: list[Match]) -> list[Element]:
    """The elements whose name is most like that of a step, of its role if it names one.

    Those in `outer` (what the steps before it name) come first: others only where nothing there is like it.
    """
    inside = [
        element
        for element in tree.elements.of(*_roles(step))
        if any(holds(one, of_element(tree, element)) for one in outer)
    ]
    return (_alike(tree, step, inside) if inside else []) or _alike(tree, step, tree.elements.of(*_roles(step)))


def _roles(step: Compound) -> Sequence[str]:
    head = step.head
    return (head.word,) if isinstance(head, Role) else DEFINITIONS if isinstance(head, Path) else ROLES


def _alike(tree: Tree, step: Compound, everyone: list[Element]) -> list[Element]:
    head = step.head
    name = next((test.name for test in step.tests if isinstance(test, Named)), None)
    if name is None and isinstance(head, Path):
        name = str([one for one in head.steps if isinstance(one, str)][-1])
    if name is None:
        return everyone[:MOST_NEAREST] if isinstance(head, Role) else []
    named: dict[str, list[Element]] = {}
    for element in everyone:
        for one in element.names:
            named.setdefault(one, []).append(element)
    similar = hints.nearest(name, list(named)[:_MOST_NAMES], limit=MOST_NEAREST)
    if not similar and isinstance(head, Role):
        return [element for element in everyone if element.name is not None][:MOST_NEAREST]
    owners = {str(one) for one in head.steps[:-1]} if isinstance(head, Path) else set()
    return [_nearest_owned(tree, named[one][:_MOST_ALIKE], owners) for one in similar]


def _nearest_owned(tree: Tree, elements: list[Element], owners: set[str]) -> Element:
    """Of several elements of one name the one whose path has most of the names that were asked for."""
    if len(elements) < 2 or not owners:
        return elements[0]
    found = zip(elements, paths.paths_of(tree, elements), strict=True)
    return max(found, key=lambda pair: len(owners.intersection(map(str, pair[1] or ()))))[0]
