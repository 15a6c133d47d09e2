"""What a language wants closed although its parser lets it be.

- lists whose last member needs its separator where the closing delimiter stands on a later line
- elements whose closing tag has another name than the opening one
- comments that are opened and never closed: the parser may take their mark for two operators
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.syntax.containers import Listing, container
from structedit.syntax.kinds import nodes_of_kind
from structedit.syntax.nodes import path_to
from structedit.syntax.tree import Problem, span_of

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


def other_names(fresh: Tree, patch: Patch) -> list[Problem]:
    """The closing tags that were written, or whose opening tags were, and have another name than these."""
    kinds = fresh.grammar.fact("syntax", "paired", ())
    found: dict[int, Problem] = {}
    for kind in kinds if patch else ():
        for node in nodes_of_kind(fresh, kind):
            first, last = node.children[0], node.children[-1]
            names = [one.child_by_field_name("name") for one in (first, last)]
            if len({fresh.bytes_of(one) if one is not None else b"" for one in names}) == 1:
                continue
            ends = (span_of(first), span_of(last))
            if any(span.overlaps(end) for span in patch.new_spans() for end in ends):
                found[node.id] = Problem(node.children[-1])
    return list(found.values())


def paired_names(node: tree_sitter.Node) -> tuple[tree_sitter.Node, tree_sitter.Node] | None:
    """The names of the opening and the closing tag of an element."""
    names = [one.child_by_field_name("name") for one in (node.children[0], node.children[-1])]
    return (names[0], names[1]) if names[0] is not None and names[1] is not None else None


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
