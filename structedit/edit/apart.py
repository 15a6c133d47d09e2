"""Texts stay apart: no statement, and no part of an expression, is read together with what is beside it.

Where a language needs no separator at the end of a line, `a()` with `(b)()` below it is one call, and `return` with
`a()` below it returns what `a` gives. No token tells; the tree does: two neighbours meet in their body, not in a
statement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.errors import StructeditError

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Piece
    from structedit.syntax.tree import Tree
    from structedit.text.patch import Patch
    from structedit.text.span import Span

_BLANKS = b" \t\r\n\f"


def statements_apart(tree: Tree, fresh: Tree, patch: Patch, pieces: list[Piece]) -> None:
    """Refuse (SYNTAX_BROKEN) a patch that joins two statements which its caller sent or left apart."""
    raw = {id(piece.edit) for piece in pieces if piece.raw}
    sent = {id(piece.edit): piece for piece in pieces if piece.text is not None and not piece.raw}
    for edit, place in zip(patch.edits, patch.new_spans(), strict=True):
        piece = sent.get(id(edit))
        if piece is not None and piece.text is not None:
            text = piece.text.shifted(place.start)
            if piece.stands:
                _text_stands(fresh, text)
            elif len(edit.span) and is_split(fresh, text):
                raise _split(fresh, text)
        if id(edit) not in raw:
            _neighbours_meet_in_a_body(tree, fresh, patch, edit.span)
        _members_fit(fresh, place)


def _text_stands(fresh: Tree, text: Span) -> None:
    """What holds the whole text is a body: the text is statements, and not part of one."""
    start, end = _code_behind(fresh, text.start), _code_before(fresh, text.end)
    if start is None or end is None or start > end:
        return
    separator = str(fresh.grammar.fact("syntax", "statement_separator", "")).encode()
    rest = fresh.text[text.end : text.end + 4096]
    last = text.end + len(rest) - len(rest.lstrip(_BLANKS + separator))
    node = fresh.root.descendant_for_byte_range(start, end + 1)
    while node is not None and not node.has_error:
        inside = text.start <= node.start_byte and node.end_byte <= last
        if _is_body(fresh, node) and (not inside or _is_bare(fresh, node)):
            return
        if not inside:
            raise _joined(fresh, text.start if node.start_byte < text.start else last)
        node = node.parent


def is_split(fresh: Tree, text: Span) -> bool:
    """Whether a part of a text belongs to what is beside it: of `a + b` behind `2 *` the `a` would be multiplied."""
    start, end = _code_behind(fresh, text.start), _code_before(fresh, text.end)
    if start is None or end is None or start >= end:
        return False
    for offset in (start, end):
        node = fresh.root.descendant_for_byte_range(offset, offset + 1)
        while node is not None and (
            not node.child_count
            or node.type in fresh.grammar.tokens
            or (start <= node.start_byte and node.end_byte <= end + 1)
        ):
            node = node.parent
        if node is None or node.has_error:
            return False
        outside = node.start_byte < start if offset == start else node.end_byte > end + 1
        if outside and (node.end_byte <= end if offset == start else node.start_byte > start):
            return not _is_body(fresh, node)
    return False


def _split(fresh: Tree, text: Span) -> StructeditError:
    said = text.of(fresh.text).decode("utf-8", "replace").strip()
    return StructeditError(
        "SYNTAX_BROKEN",
        f"A part of the text would be read together with what is beside it: {said[:60]!r}.",
        "Put the text into parentheses, or replace what is around the target, too.",
        {"text": fresh.source.line_text(text.start).decode("utf-8", "replace").strip()[:120]},
    )


def _neighbours_meet_in_a_body(tree: Tree, fresh: Tree, patch: Patch, span: Span) -> None:
    before, behind = _code_before(tree, span.start), _code_behind(tree, span.end)
    if before is None or behind is None or patch.takes(before) or patch.takes(behind):
        return
    node = tree.root.descendant_for_byte_range(before, behind + 1)
    if node is None or node.has_error or not _is_body(tree, node):
        return
    there, then = patch.map(before, "right"), patch.map(behind, "right")
    meeting = fresh.root.descendant_for_byte_range(there, then + 1)
    if meeting is not None and not meeting.has_error and not _is_body(fresh, meeting):
        raise _joined(fresh, then)


def _members_fit(fresh: Tree, place: Span) -> None:
    """In a body that holds certain sorts of members only, in their order, what is new is one of them in its place."""
    node = fresh.root.descendant_for_byte_range(place.start, max(place.start, place.end))
    while node is not None and not node.has_error:
        facts = fresh.grammar.bodies.get(node.type)
        if facts is not None and facts.members and facts.rank:
            members = [child for child in node.children if child.is_named and not child.is_extra]
            ranks = [facts.rank.get(child.type, 0) for child in members]
            for index, child in enumerate(members):
                if child.end_byte < place.start or child.start_byte > place.end:
                    continue
                around = ranks[max(index - 1, 0) : index + 2]
                if child.type not in facts.members or around != sorted(around):
                    raise _misplaced(fresh, node, child)
        node = node.parent


def _misplaced(fresh: Tree, body: tree_sitter.Node, node: tree_sitter.Node) -> StructeditError:
    line = fresh.source.line_text(node.start_byte).decode("utf-8", "replace").strip()
    return StructeditError(
        "SYNTAX_BROKEN",
        f"A {node.type} does not stand there in a {body.type}: {line[:60]!r}.",
        "Put it into a member that can hold it, or at the start or end of `:root`.",
        {"text": line[:120]},
    )


def _joined(fresh: Tree, at: int) -> StructeditError:
    line = fresh.source.line_text(min(at, len(fresh.text) - 1)).decode("utf-8", "replace").strip()
    separator = str(fresh.grammar.fact("syntax", "statement_separator", "")) or "a separator"
    return StructeditError(
        "SYNTAX_BROKEN",
        f"Two statements would be read as one, at {line[:60]!r} in the result.",
        f"End the one before with `{separator}`, or choose another place.",
        {"text": line[:120]},
    )


def _is_body(tree: Tree, node: tree_sitter.Node) -> bool:
    """Whether members stand in a node."""
    return node.type in tree.grammar.bodies or node.type in tree.grammar.inners or node.parent is None


def _is_bare(tree: Tree, node: tree_sitter.Node) -> bool:
    """Whether nothing but its members makes a node, so that a text can be all of it."""
    facts = tree.grammar.bodies.get(node.type)
    return facts is None or facts.delimiters is None


def _code_before(tree: Tree, offset: int) -> int | None:
    """The last byte before an offset that is neither blank nor in a comment."""
    while True:
        offset = len(tree.text[:offset].rstrip(_BLANKS)) if offset < 4096 else _stripped(tree.text, offset)
        if not offset:
            return None
        comment = _comment_at(tree, offset - 1)
        if comment is None:
            return offset - 1
        offset = comment.start_byte


def _stripped(text: bytes, offset: int) -> int:
    near = text[offset - 4096 : offset].rstrip(_BLANKS)
    return offset - 4096 + len(near) if near else len(text[:offset].rstrip(_BLANKS))


def _code_behind(tree: Tree, offset: int) -> int | None:
    """The first byte from an offset on that is neither blank nor in a comment."""
    while True:
        rest = tree.text[offset : offset + 4096].lstrip(_BLANKS) or tree.text[offset:].lstrip(_BLANKS)
        if not rest:
            return None
        near = tree.text[offset : offset + 4096]
        offset += len(near) - len(near.lstrip(_BLANKS)) if near.strip(_BLANKS) else len(tree.text) - offset - len(rest)
        comment = _comment_at(tree, offset)
        if comment is None:
            return offset
        offset = comment.end_byte


def _comment_at(tree: Tree, offset: int) -> tree_sitter.Node | None:
    node = tree.root.descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.type not in tree.grammar.comments:
        if node.child_count > 1 and node.end_byte - node.start_byte > 1000:
            return None
        node = node.parent
    return node
