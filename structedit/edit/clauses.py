"""Clauses: the parts of a compound statement that begin with a word of their own (`elif`, `catch`, `else if`).

- one that has lines of its own goes with them, with the comments above it and the deeper ones below it
- one that begins behind the closing delimiter of the one before goes up to its own end
- a link of a chain that holds the rest of the chain (`else if … else …`) cannot go alone
- one that the statement cannot be without stays
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.intents import Writing
from structedit.errors import StructeditError
from structedit.select.canonical import canonical
from structedit.select.match import Match, of_element
from structedit.syntax.trivia import comment_above, comment_at, comment_behind, end_of, never_attached
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.incoming import Incoming
    from structedit.edit.intents import Draft
    from structedit.edit.target import Target
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree


def clause_of(target: Target) -> tree_sitter.Node | None:
    """The clause that a target is or, as the `if` behind an `else`, is all of."""
    tree, node = target.tree, target.outer
    if target.match.through is not None:
        return None
    if target.part == "else" and target.place is not None and target.place.node is not None:
        node = target.place.node
    elif target.part is not None:
        return None
    if _is_clause(tree, node):
        return node
    around = node.parent
    whole = target.part == "else" or _branches(tree, node) is not None
    return around if whole and around is not None and _is_clause(tree, around) else None


def _branches(tree: Tree, node: tree_sitter.Node) -> Element | None:
    """The `if` that a node is."""
    return next((one for one in tree.elements.at(node.start_byte, "if") if one.outer == node), None)


def _is_clause(tree: Tree, node: tree_sitter.Node) -> bool:
    if node.type in tree.grammar.fact("clauses", "kinds", ()):
        return True
    return _is_behind_word(tree, node)


def _is_behind_word(tree: Tree, node: tree_sitter.Node) -> bool:
    """Whether the statement holds a clause in a field, without a node that takes in its word."""
    around = node.parent
    return around is not None and any(
        around.child_by_field_name(field) == node for field in tree.grammar.fact("clauses", "fields", ())
    )


def delete_clause(draft: Draft, target: Target, clause: tree_sitter.Node) -> None:
    """A clause goes. Errors: NOT_APPLICABLE where the statement needs it, or where it holds others."""
    tree = target.tree
    _refuse_chain(target, clause, "NOT_APPLICABLE")
    _refuse_needed(target, clause)
    start, end = _start(tree, clause), _end(tree, clause)
    if not layout.begins_line(tree, start):
        span = Span(len(tree.text[:start].rstrip()), end)
    elif layout.ends_line(tree, end):
        span = _lines(tree, clause, Span(_lead(tree, start), end))
    else:
        rest = tree.text[end : tree.source.line_end(end)]
        span = Span(start, end + len(rest) - len(rest.lstrip(b" \t")))
    draft.take(Writing(draft.index, span, b""))


def _lines(tree: Tree, clause: tree_sitter.Node, span: Span) -> Span:
    """The lines of a clause with blank ones above: all before the end of the statement, else the smaller gap.

    Those below are never taken, so that two clauses that go do not meet.
    """
    source = tree.source
    start, end = source.line_start(span.start), source.next_line(span.end)
    blank = layout.blank_lines_before(tree, start)
    following = clause.next_sibling
    while following is not None and following.is_extra:
        following = following.next_sibling
    if following is not None and following.is_named:
        blank = min(blank, layout.blank_lines_after(tree, max(start, end - 1)))
    return Span(source.offset_of_line(source.row(start) - blank), end)


def insert_beside(draft: Draft, target: Target, clause: tree_sitter.Node, *, text: Incoming, before: bool) -> None:
    """Another clause before or after one, on lines of its own if that one has such."""
    tree = target.tree
    if not before:
        _refuse_chain(target, clause, "CANNOT_INSERT_HERE")
    start, end = _start(tree, clause), _end(tree, clause)
    newline = tree.source.newline_at(start)
    prefix = layout.line_prefix(tree, start)
    body = text.placed(prefix, layout.unit(tree, clause), newline)
    step = newline + prefix if layout.begins_line(tree, start) else b" "
    at = (_lead(tree, start) if step != b" " else start) if before else end
    new = body + step if before else step + body
    place = Span(0, len(body)) if before else Span(len(step), len(step) + len(body))
    draft.intents.append(Writing(draft.index, Span(at, at), new, place))
    draft.wanted.append(text.body)
    draft.radius.append(Span(at, at))


def write_whole(draft: Draft, target: Target, text: Incoming) -> bool:
    """A part whose text brings the word that begins its clause: the clause is written whole. Whether it was that."""
    tree = target.tree
    facts = tree.grammar.absent(target.part or "", target.roles)
    word = re.match(r"\w*", facts.block) if facts is not None else None
    if facts is None or word is None or not word.group():
        return False
    if not re.match(rf"{word.group()}\b".encode(), text.body):
        return False
    clause = clause_of(target)
    if clause is not None:
        span = Span(_start(tree, clause), end_of(tree, clause))
        prefix = layout.line_prefix(tree, span.start)
        body = text.placed(prefix, layout.unit(tree, clause), tree.source.newline_at(span.start))
        draft.take(Writing(draft.index, span, body, Span(0, len(body))), text.body)
        return True
    node = target.node
    last = node.children[-1]
    base = layout.line_prefix(tree, node.start_byte)
    step = tree.source.newline_at(node.end_byte) + base
    body = text.placed(base, layout.unit(tree, node), tree.source.newline_at(node.end_byte))
    if facts.until and last.type == facts.until:
        at, before, after = last.start_byte, b"", step if layout.begins_line(tree, last.start_byte) else b" "
    else:
        behind = comment_behind(tree, node.end_byte) if not _is_closed(tree, node) else None
        at = behind.end if behind is not None else node.end_byte
        before, after = b" " if _is_closed(tree, node) else step, b""
    place = Span(len(before), len(before) + len(body))
    draft.intents.append(Writing(draft.index, Span(at, at), before + body + after, place))
    draft.wanted.append(text.body)
    draft.radius.append(Span(node.start_byte, max(at, node.end_byte)))
    return True


def _start(tree: Tree, clause: tree_sitter.Node) -> int:
    """Where a clause begins: at its word, also where that stands before the node."""
    first = clause
    while _is_behind_word(tree, clause) and first.prev_sibling is not None and not first.prev_sibling.is_named:
        first = first.prev_sibling
    return first.start_byte


def _lead(tree: Tree, start: int) -> int:
    """The start of the comments that stand directly above a clause, at its column."""
    column = tree.source.column(start)
    comment = comment_above(tree, start)
    while comment is not None and tree.source.column(comment.start_byte) == column:
        if never_attached(tree, comment):
            break
        start = comment.start_byte
        comment = comment_above(tree, start)
    return start


def _end(tree: Tree, clause: tree_sitter.Node) -> int:
    """The end of a clause with the comment behind it and, where no delimiter ends it, the deeper ones below."""
    end, start = end_of(tree, clause), _start(tree, clause)
    if not layout.begins_line(tree, start):
        return end
    behind = comment_behind(tree, end)
    end = behind.end if behind is not None else end
    return end if _is_closed(tree, clause) else _deeper(tree, end, tree.source.column(start))


def _is_closed(tree: Tree, clause: tree_sitter.Node) -> bool:
    """Whether a clause ends with the closing delimiter of a block."""
    last = clause
    while last.child_count:
        last = last.children[-1]
    return last.type == str(tree.grammar.fact("layout", "block", ("", ""))[1])


def _deeper(tree: Tree, end: int, column: int) -> int:
    """The end of the comments below that stand deeper than a column, blank lines between them."""
    source = tree.source
    for row in range(source.row(end) + 1, len(source.line_starts)):
        start = source.offset_of_line(row)
        line = source.line_text(start)
        at = start + len(line) - len(line.lstrip())
        if not line.strip():
            continue
        if comment_at(tree, at) is None or source.column(at) <= column:
            break
        end = source.line_end(at)
    return end


def _refuse_chain(target: Target, clause: tree_sitter.Node, code: str) -> None:
    """Where the clause is an `if` that has an `else` itself, both the one and the other could be meant."""
    chain = _branches(target.tree, target.outer) if target.part is None else None
    if chain is None or "else" not in chain.parts:
        return
    owner = _statement(target, clause)
    raise StructeditError(
        code,
        f"`{target.shown}` holds the branches behind it as well, so it is not clear whether those are meant.",
        f"For all that follows take `{owner}::else`; to take this link alone, replace that with what shall stay.",
        {"target": target.shown},
    )


def _refuse_needed(target: Target, clause: tree_sitter.Node) -> None:
    around = clause.parent
    needed = target.tree.grammar.fact("clauses", "needs", {}).get(around.type) if around is not None else None
    if around is None or not needed or clause.type not in needed:
        return
    from structedit.edit.structure import going

    gone = going(target.tree)
    gone.add(clause.id)
    if any(one.type in needed and one.id not in gone for one in around.named_children):
        return
    owner = _statement(target, clause)
    raise StructeditError(
        "NOT_APPLICABLE",
        f"`{owner}` cannot be without `{target.shown}`.",
        f"Delete or unwrap `{owner}`, or replace the clause.",
        {"target": target.shown},
    )


def _statement(target: Target, clause: tree_sitter.Node) -> str:
    """The selector of the statement that a clause belongs to."""
    tree, around = target.tree, clause.parent
    assert around is not None
    found = [one for one in tree.elements.at(around.start_byte, "if", "loop", "try") if one.node == around]
    return canonical(of_element(tree, found[0]) if found else Match(tree, around, None))
