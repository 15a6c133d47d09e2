"""Lists whose last member needs its separator where the closing delimiter stands on a later line.

Some languages end a statement at such a line end; their parsers here are more lenient than the language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.syntax.containers import Listing, container
from structedit.syntax.nodes import path_to
from structedit.syntax.tree import Problem

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.tree import Tree
    from structedit.text.patch import Patch


def missing_separators(fresh: Tree, patch: Patch) -> list[Problem]:
    """The closing delimiters of lists that were written to and lack the separator before them."""
    kinds = {kind for kind, facts in fresh.grammar.lists.items() if facts.trailing == "lined"}
    if not kinds:
        return []
    found = {}
    for span in patch.new_spans():
        node = fresh.root.descendant_for_byte_range(span.start, span.end)
        stack = path_to(fresh.root, node) if node is not None else []
        while stack:
            here = stack.pop()
            if here.type in kinds and _lacks(fresh, here):
                found[here.id] = here
            if node is not None and node.start_byte <= here.start_byte and here.end_byte <= node.end_byte:
                children = here.named_children
                stack.extend(one for one in children if one.start_byte < span.end and one.end_byte > span.start)
    return [_problem(one) for one in found.values()]


def _lacks(fresh: Tree, node: tree_sitter.Node) -> bool:
    where = container(fresh, node)
    if not isinstance(where, Listing) or not where.members or where.close is None or where.trailing:
        return False
    return where.close.start_point.row > where.members[-1].end_point.row


def _problem(node: tree_sitter.Node) -> Problem:
    problem = Problem(node.children[-1])
    problem.missing = True
    return problem
