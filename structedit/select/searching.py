"""Tests that users write in other languages: regular expressions, and tree-sitter's queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.errors import StructeditError
from structedit.select import hints
from structedit.select.match import Match, full_span
from structedit.select.terms import Compound, Expression, Named, Pseudo, Test
from structedit.select.words import QUERY
from structedit.syntax import kinds, searches
from structedit.text.expressions import ALLOWED_TIME, TooSlowError, compiled

if TYPE_CHECKING:
    import tree_sitter

    from structedit.select.chain import View
    from structedit.syntax.tree import Tree

_FASTER = "Say first what may match, as in `function:matches(/…/)`, and leave out repetitions inside repetitions."

_FEWER = "Name kinds and fields instead of `_`, and put `.` between what stands side by side."


def passing(view: View, found: list[Match], test: Pseudo) -> list[Match]:
    """Those that an expression fits in, or that a query captures. Errors: BAD_SELECTOR where that takes too long."""
    if test.word == QUERY:
        ids = {node.id for node in _captured(view, test)}
        return [match for match in found if any(node.id in ids for node in _nodes(match))]
    assert isinstance(test.argument, Expression)
    expression = compiled(test.argument.text, test.argument.flags)
    try:
        return [match for match in found if view.allowance.finds(expression, _text(match))]
    except TooSlowError:
        raise _too_slow(view, test) from None


def lone_query(step: Compound, early: list[Test]) -> Pseudo | None:
    """The query of a step that says neither kind, role nor name; it names what it captures. `early`: the first ones."""
    if step.head is not None or any(isinstance(test, Named) for test in early):
        return None
    return next((test for test in early if isinstance(test, Pseudo) and test.word == QUERY), None)


def nodes_of(view: View, test: Pseudo) -> list[Match]:
    """What a query captures, as nodes of raw kinds."""
    return [Match(view.tree, node, None) for node in _captured(view, test)]


def refuse_wrong_query(tree: Tree, step: Compound, text: str) -> None:
    """Raises BAD_SELECTOR for a query that the grammar of the file does not take."""
    for test in step.tests:
        if isinstance(test, Pseudo) and test.word == QUERY:
            try:
                searches.search_for(tree.grammar, str(test.argument))
            except searches.BadQuery as error:
                raise _bad_query(tree, test, error, text) from None


def _nodes(match: Match) -> list[tree_sitter.Node]:
    return [node for node in (match.node, match.outer) if node is not None]


def _text(match: Match) -> str:
    text = full_span(match).of(match.tree.text).decode("utf-8", "surrogateescape")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _captured(view: View, test: Pseudo) -> list[tree_sitter.Node]:
    known: dict[str, list[tree_sitter.Node]] = view.tree.elements.notes.setdefault("queries", {})
    text = str(test.argument)
    if text not in known:
        try:
            known[text] = searches.captured(view.tree, text, view.allowance)
        except TooSlowError:
            raise _too_slow(view, test) from None
    return known[text]


def _too_slow(view: View, test: Pseudo) -> StructeditError:
    if test.word == QUERY:
        message, hint = "the query takes too long, or follows too many matches side by side", _FEWER
    else:
        message, hint = f"the expression takes too long: more than {ALLOWED_TIME} s in this file", _FASTER
    refusal = hints.bad_selector(view.text, test.at, message, hint)
    return StructeditError(refusal.code, refusal.message, hint, {**(refusal.details or {}), "limit": ALLOWED_TIME})


def _bad_query(tree: Tree, test: Pseudo, error: searches.BadQuery, text: str) -> StructeditError:
    hint = error.hint
    problem, _, word = error.message.partition(": ")
    if not hint and word:
        words = kinds.all_fields(tree.grammar) if "field" in problem else kinds.all_kinds(tree.grammar)
        hint = hints.did_you_mean(word, [] if "capture" in problem else words)
    hint = hint or "The query is in tree-sitter's query language, as in `(comment) @target`."
    message = f"no query of the {tree.grammar.name} grammar: {error.message}"
    return hints.bad_selector(text, _place(test, error.position, text), message, hint)


def _place(test: Pseudo, position: int, text: str) -> int:
    """The place in the selector of a place in its query; the pseudo-class where escapes stand between."""
    query = str(test.argument)
    start = text.find(query, test.at)
    return start + position if query and start >= 0 else min(test.at, len(text))
