"""Trivia: which comments and blank lines belong to a node.

A comment directly above a node, or behind it on its line, belongs to it; one after a blank line does not. Shebang,
coding line, licence, file and banner comments, region markers and commented-out definitions never do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.syntax.containers import Body, Listing, head_of, member, sibling_before
from structedit.syntax.statements import kind_of
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.containers import Container
    from structedit.syntax.tree import Tree

_NEVER = r"""(?xis)^\W*(?:
        !|.*coding[:=]|.*(?:copyright|licen[sc]e|spdx-)|@file\b|(?:end)?region\b|\#?%%|vim?:|-\*-|[\#@]\s*source(?:mapping)?url=
    )|^[\W_]*$|^[=\-~\#*/+_]{4,}.*|.*[=\-~\#*/+_]{4,}$"""


def owned(tree: Tree, node: tree_sitter.Node) -> Span:
    """The node with the comments that belong to it (not with its separator, which belongs to the list)."""
    found = member(tree, node)
    if found is None:
        return Span(node.start_byte, node.end_byte)
    where, inside = found
    return Span(lead(tree, where, inside), tail(tree, where, inside))


def lead(tree: Tree, where: Container, node: tree_sitter.Node) -> int:
    """Where the comments begin that stand directly above a member and belong to it; its own start if there are none."""
    text, source = tree.text, tree.source
    node, member_ = head_of(where, node), node
    if not _begins_line(text, source.line_start(node.start_byte), node.start_byte):
        return node.start_byte
    start, row = node.start_byte, source.row(node.start_byte)
    comment = sibling_before(tree, node)
    if comment is None and where.members and where.members[0].id == member_.id and where.node.parent is not None:
        comment = where.node.prev_sibling  # the parser hands a comment above the first member to the header
    if tree.grammar.loose_ends:
        comment = comment_above(tree, node.start_byte)
    block: list[tree_sitter.Node] = []
    while comment is not None and comment.type in tree.grammar.comments:
        ends = source.row(comment.end_byte)
        if ends != row - 1 or not _begins_line(text, source.line_start(comment.start_byte), comment.start_byte):
            break
        if source.column(comment.start_byte) != source.column(node.start_byte):
            break
        block.append(comment)
        start, row = comment.start_byte, source.row(comment.start_byte)
        comment = comment_above(tree, start) if tree.grammar.loose_ends else comment.prev_sibling
    if not block or _heads_group(tree, where, member_) or any(never_attached(tree, one) for one in block):
        return node.start_byte
    return start


def comment_above(tree: Tree, offset: int) -> tree_sitter.Node | None:
    """The comment on the line above, whatever node has it."""
    row = tree.source.row(offset) - 1
    if row < 0:
        return None
    start = tree.source.offset_of_line(row)
    line = tree.source.line_text(start)
    at = start + len(line) - len(line.lstrip())
    return comment_at(tree, at) if line.strip() else None


def comment_at(tree: Tree, offset: int) -> tree_sitter.Node | None:
    """The comment that begins at an offset, also where its mark is a token of its own."""
    node = tree.root.descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.start_byte == offset and node.type not in tree.grammar.comments:
        node = node.parent
    return node if node is not None and node.start_byte == offset else None


def tail(tree: Tree, where: Container, node: tree_sitter.Node) -> int:
    """The end of a member with its separator and the comment behind it on its line."""
    end = end_of(tree, node)
    if isinstance(where, Body):
        end = behind_token(tree, node, end)
    if isinstance(where, Listing):
        separator = where.separators[index_of(where, node)]
        end = separator.end_byte if separator is not None else end
        if where.close is None and where.members[-1].id == node.id:
            return end  # what stands behind a bare list belongs to what holds it
    comment = comment_behind(tree, end)
    return comment.end if comment is not None else end


def behind_token(tree: Tree, node: tree_sitter.Node, end: int) -> int:
    """The end of a member with the separator that the parser puts beside it as a token."""
    separator, behind = tree.grammar.fact("syntax", "statement_separator", ""), node.next_sibling
    if not separator or behind is None or tree.bytes_of(behind) != separator.encode():
        return end
    return behind.end_byte if behind.start_point.row == node.end_point.row else end


def end_of(tree: Tree, node: tree_sitter.Node) -> int:
    """The end of a node without the line end that some parsers count to it.

    In a language whose nodes reach over what stands behind them: the end of its last token that is no comment.
    """
    while tree.grammar.loose_ends and node.type not in tree.grammar.tokens:
        inner = [child for child in node.children if child.type not in tree.grammar.comments]
        if not inner:
            break
        node = inner[-1]
    facts = tree.grammar.bodies.get(node.type)
    clause = facts is not None and facts.delimiters is not None and not facts.delimiters[1]
    end = _deeper_comments(tree, node) if clause else node.end_byte
    while end > node.start_byte and tree.text[end - 1 : end] in (b"\n", b"\r"):
        end -= 1
    return end


def _deeper_comments(tree: Tree, node: tree_sitter.Node) -> int:
    """The end of a clause with the comments below it that stand deeper: they belong to its last statement."""
    end, sibling = node.end_byte, node.next_sibling
    column = tree.source.column(node.start_byte)
    while sibling is not None and sibling.type in tree.grammar.comments:
        start = sibling.start_byte
        if tree.source.column(start) <= column or not _begins_line(tree.text, tree.source.line_start(start), start):
            break
        end, sibling = sibling.end_byte, sibling.next_sibling
    return end


def core_end(node: tree_sitter.Node) -> int:
    """The end of a node without the comment behind its last line, where the parser counts that to it."""
    last = node
    if node.is_extra:
        return node.end_byte
    while last.child_count:
        last = last.children[-1]
    before = last.prev_sibling
    if not last.is_extra or before is None or before.end_point.row != last.start_point.row:
        return node.end_byte
    return before.end_byte


def index_of(where: Container, node: tree_sitter.Node) -> int:
    return where.places[node.id]


def never_attached(tree: Tree, comment: tree_sitter.Node) -> bool:
    """Whether a comment is of a sort that belongs to no node."""
    text = tree.read(comment)
    prefix = tree.grammar.fact("syntax", "line_comment", "")
    content = text[len(prefix) :].strip() if prefix and text.startswith(prefix) else text.strip("/*! \t\n")
    if text.startswith("#!") or re.match(_NEVER, content):
        return True
    dead = tree.grammar.fact("syntax", "commented_out")
    return bool(dead and re.search(dead, content))


def comment_behind(tree: Tree, offset: int) -> Span | None:
    """The comment that follows `offset` on the same line with nothing but blanks between, if any."""
    text, end = tree.text, tree.source.line_end(offset)
    at = offset
    while at < end and text[at : at + 1] in (b" ", b"\t"):
        at += 1
    if at >= end:
        return None
    node = comment_at(tree, at)
    if node is None:
        return None
    if text[node.end_byte : end].strip() and tree.source.row(node.end_byte) == tree.source.row(at):
        return None
    # in a file with CRLF the parser counts the CR to the comment
    return Span(at, at + len(text[at : node.end_byte].rstrip(b"\r\n")))


def _heads_group(tree: Tree, where: Container, node: tree_sitter.Node) -> bool:
    """Whether the comment above a member is the heading of a group: more members of its kind, without a blank line.

    Nothing but what opens the body stands right above a heading.
    """
    if not isinstance(where, Body):
        return False
    index = index_of(where, node)
    if index and not _stands_apart(tree, where.members[index - 1], node):
        return False
    spaced = set(tree.grammar.fact("layout", "absorbed", ()))
    if node.type in spaced or index + 1 >= len(where.members):
        return False
    after = where.members[index + 1]
    kinds = tree.grammar.fact("imports", "kinds", ())
    here, below = kind_of(tree, node), kind_of(tree, after)
    near = tree.source.row(after.start_byte) - tree.source.row(node.end_byte) == 1
    return here in kinds and below in kinds and near


def _stands_apart(tree: Tree, above: tree_sitter.Node, node: tree_sitter.Node) -> bool:
    """Whether a blank line stands between a member and the comments of the next."""
    between = tree.text[end_of(tree, above) : node.start_byte]
    return any(not line.strip() for line in between.splitlines()[1:-1])


def _begins_line(text: bytes, line_start: int, offset: int) -> bool:
    return not text[line_start:offset].strip()
