"""What a language wants closed although its parser lets it be.

- lists whose last member needs its separator where the closing delimiter stands on a later line
- comments that are opened and never closed: the parser may take their mark for two operators
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


def open_comments(fresh: Tree, patch: Patch) -> list[Problem]:
    """The tokens at the mark of a comment that the new text opens and does not close."""
    marks = fresh.grammar.fact("syntax", "block_comment")
    mark = str(marks[0]).encode() if marks else b""
    found = []
    for span in patch.new_spans() if mark else ():
        at = fresh.text.find(mark, span.start, span.end)
        while at >= 0:
            node = fresh.root.descendant_for_byte_range(at, at + len(mark))
            around = path_to(fresh.root, node)[-4:] if node is not None else []
            whole = fresh.grammar.comments | fresh.grammar.tokens
            if node is not None and not any(one.type in whole or one.is_error for one in around):
                found.append(Problem(node))
            at = fresh.text.find(mark, at + 1, span.end)
    return found


def _lacks(fresh: Tree, node: tree_sitter.Node) -> bool:
    where = container(fresh, node)
    if not isinstance(where, Listing) or not where.members or where.close is None or where.trailing:
        return False
    return where.close.start_point.row > where.members[-1].end_point.row


def _problem(node: tree_sitter.Node) -> Problem:
    problem = Problem(node.children[-1])
    problem.missing = True
    return problem
