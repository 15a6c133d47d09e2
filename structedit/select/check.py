"""Refuses words of a selector that only the grammar of the file can judge: raw kinds, queries and parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select import hints
from structedit.select.printer import dotted
from structedit.select.terms import Compound, Kind, Path, Pseudo
from structedit.select.words import QUERY
from structedit.syntax import kinds
from structedit.syntax.words import PARTS

if TYPE_CHECKING:
    from structedit.syntax.tree import Tree


def words(tree: Tree, step: Compound, text: str) -> None:
    """Raises BAD_SELECTOR for a kind or a query that the grammar has not, and a part that is no part and no field."""
    if any(isinstance(test, Pseudo) and test.word == QUERY for test in step.tests):
        from structedit.select import searching

        searching.refuse_wrong_query(tree, step, text)
    grammar, head = tree.grammar, step.head
    if isinstance(head, Kind) and not kinds.has_kind(grammar, head.name):
        hint = hints.did_you_mean(head.name, kinds.all_kinds(grammar), "({})")
        raise hints.bad_selector(text, step.at, f"`{head.name}` is no kind of the {grammar.name} grammar", hint)
    part = step.part
    if part is not None and part not in PARTS and not kinds.has_field(grammar, part):
        message = f"`{part}` is neither a part nor a field of the {grammar.name} grammar"
        raise hints.bad_selector(text, step.part_at, message, _hint(tree, step, part))


def _hint(tree: Tree, step: Compound, part: str) -> str:
    """How it was meant: a file and a name, a path, or another part."""
    similar = hints.nearest(part, (*PARTS, *kinds.all_fields(tree.grammar)), least=75)
    if similar:
        return f"Did you mean `::{similar[0]}`?"
    head = step.head
    if not isinstance(head, Path) or step.tests:
        return f"There are ::{', ::'.join(PARTS)}, and the fields of the grammar."
    extensions = tree.grammar.facts.get("extensions", ())
    if len(head.steps) > 1 and f".{head.steps[-1]}" in extensions:
        return f"The file is an argument of its own; the selector is only `{part}`."
    return f"Names of a path are joined by dots: `{dotted((*head.steps, part))}`."
