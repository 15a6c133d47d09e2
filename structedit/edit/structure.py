"""Insert, replace, delete: what they come down to on each sort of target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.bodies import write_body
from structedit.edit.closing import paired_names
from structedit.edit.groups import in_group
from structedit.edit.incoming import Incoming, fitted, incoming
from structedit.edit.intents import Deletion, Draft, Insertion, Writing
from structedit.edit.keeping import kept_apart
from structedit.edit.opening import bare_body, bare_owner, empty_block, open_block
from structedit.edit.target import block_of, inside, standing, start_gap
from structedit.errors import StructeditError
from structedit.record import replace as replace_fields
from structedit.syntax.containers import Body, Listing, container, head_of, member
from structedit.syntax.parts import decorator_nodes
from structedit.syntax.tree import leaves, parse, span_of
from structedit.syntax.trivia import comment_behind, index_of, lead, tail
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.operations import Delete, Insert, Replace
    from structedit.edit.target import Target
    from structedit.syntax.containers import Container
    from structedit.syntax.tree import Tree


def insert(draft: Draft, target: Target, operation: Insert) -> None:
    """New members before, after, or at the start or end of what the target holds."""
    tree = target.tree
    text = incoming(tree, operation.text)
    if not text.body:
        raise StructeditError("BAD_REQUEST", "The text to insert is empty.", "Send the text, or delete instead.")
    if operation.at in ("start", "end") and target.part is not None and target.place is None:
        from structedit.edit.absent import write_absent

        write_absent(draft, target, text)
        return
    owner = target if operation.at in ("start", "end") else bare_owner(target)
    if owner is not None and bare_body(owner) is not None:
        open_block(draft, owner, text, at_end=operation.at in ("end", "after"))
        return
    if operation.at in ("before", "after") and _beside_clause(draft, target, text, operation):
        return
    if operation.at in ("before", "after"):
        where, members = standing(target)
        ids = [one.id for one in where.members]
        gap = ids.index(members[0].id) if operation.at == "before" else ids.index(members[-1].id) + 1
        follows = operation.at == "after"
        gap += len(_below_table(tree, where, members[-1])) if follows else 0
    else:
        where = inside(target)
        at_end = operation.at == "end"
        gap = len(where.members) if at_end else start_gap(tree, where)
        follows = at_end is not (isinstance(where, Body) and bool(where.facts.skips))
    if operation.if_absent is True and _is_there(tree, where, text):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has a member like that already.")
    text = _as_member(tree, where, fitted(tree, where, text))
    if isinstance(where, Body) and (where.facts.role or where.facts.rank):
        from structedit.edit.values import legal_gap

        gap = legal_gap(tree, where, gap, text, asked=operation.at in ("before", "after"))
    add(draft, tree, Insertion(draft.index, where, gap, text, follows))
    _warn_unreachable(draft, tree, where, gap)
    if isinstance(where, Body) and where.facts.repeats:
        from structedit.edit.repeats import warn_repeated

        warn_repeated(draft, tree, where, gap=gap, text=text)


def _beside_clause(draft: Draft, target: Target, text: Incoming, operation: Insert) -> bool:
    from structedit.edit.clauses import clause_of, insert_beside

    clause = clause_of(target)
    if clause is not None:
        insert_beside(draft, target, clause, text=text, before=operation.at == "before")
    return clause is not None


def add(draft: Draft, tree: Tree, insertion: Insertion) -> None:
    """An insertion into a container, with what it may touch."""
    where, text = insertion.where, insertion.text
    draft.intents.append(insertion)
    draft.wanted.append(text.body)
    draft.radius.append(reach(tree, where))
    if text.comment:
        draft.wanted.append(text.comment)
    if isinstance(where, Listing) and where.open is not None and where.close is not None and not where.sole:
        draft.held.append(where.node)


def reach(tree: Tree, where: Container) -> Span:
    """What an edit of a container may touch: its span, from its header's line to the end of its last line."""
    if where.node.parent is None:
        return Span(0, len(tree.text))
    span = span_of(where.node)
    if isinstance(where, Listing) or (where.open is not None and where.close is not None):
        return span
    if where.facts.role:
        from structedit.edit.lines import header_of

        header = header_of(tree, where.node)
        end = tree.source.next_line(max(span.end - 1, span.start))
        rows = layout.blank_lines_after(tree, max(span.start, end - 1)) if end < len(tree.text) else 0
        end = tree.source.offset_of_line(tree.source.row(end) + rows) if rows else end
        return Span(header.end_byte if header is not None else 0, max(end, span.end))
    before = where.node.prev_sibling
    while before is not None and before.is_extra:
        before = before.prev_sibling
    start = before.end_byte if before is not None else span.start
    end = tree.source.next_line(_last_comment(tree, where, span.end))
    blank = layout.blank_lines_after(tree, max(span.start, end - 1))
    return Span(start, max(span.end, tree.source.offset_of_line(tree.source.row(end) + blank)))


def _last_comment(tree: Tree, where: Body, end: int) -> int:
    """The end of the comments below a body that the parser hands to a node around it."""
    sibling = where.node.next_sibling
    while sibling is not None and sibling.is_extra:
        end, sibling = sibling.end_byte, sibling.next_sibling
    source, mark = tree.source, tree.grammar.fact("syntax", "line_comment", "#").encode()
    row = source.row(end) + 1
    while row < len(source.line_starts):
        line = source.line_text(source.offset_of_line(row)).strip()
        if line and not line.startswith(mark):
            break
        end = source.line_end(source.offset_of_line(row)) if line else end
        row += 1
    return end


def _as_member(tree: Tree, where: Container, text: Incoming) -> Incoming:
    """In a list the separators around a text are the list's own business; rows of data begin with their mark."""
    if isinstance(where, Body) and where.facts.role:
        from structedit.edit.values import as_rows

        return as_rows(tree, where, text)
    if not isinstance(where, Listing):
        return in_group(tree, where, text)
    return without_separators(tree, text, where.facts.separator.encode())


def without_separators(tree: Tree, text: Incoming, separator: bytes) -> Incoming:
    """A text for a list: outer separators are left out, and a comment behind the member is set apart."""
    text = text.without_comment(tree)
    body = text.body.strip()
    stripped = body.removesuffix(separator).removeprefix(separator).strip()
    if not stripped or stripped == text.body:
        return text
    return replace_fields(incoming(tree, stripped.decode("utf-8", "surrogateescape")), comment=text.comment)


def _is_there(tree: Tree, where: Container, text: Incoming) -> bool:
    fresh = tokens(parse(Source.of(text.body), tree.grammar), None)
    return bool(fresh) and any(tokens(tree, one) == fresh for one in where.members)


def tokens(tree: Tree, node: tree_sitter.Node | None) -> list[bytes]:
    """The texts of the tokens of a node (of the whole tree), comments left out."""
    found = leaves(node or tree.root, tree.grammar.tokens)
    return [tree.bytes_of(leaf) for leaf in found if leaf.type not in tree.grammar.comments]


def _warn_unreachable(draft: Draft, tree: Tree, where: Container, gap: int) -> None:
    leaving = tree.grammar.fact("unwrap", "leaves", ())
    if isinstance(where, Body) and gap > 0 and where.members[gap - 1].type in leaving:
        word = tree.read(where.members[gap - 1]).split(None, 1)[0]
        draft.warn("UNREACHABLE", f"The new statement stands behind `{word}` and will not run.")


# -- delete ----------------------------------------------------------------------------------------


def delete(draft: Draft, target: Target, operation: Delete) -> None:
    """The target with what belongs only to it."""
    from structedit.edit.clauses import clause_of, delete_clause

    tree = target.tree
    _refuse_whole_file(target, operation.target)
    clause = clause_of(target)
    if clause is not None:
        delete_clause(draft, target, clause)
        return
    if target.part is not None:
        _delete_part(draft, target)
        return
    if target.roles & {"comment", "decorator"}:
        delete_lines(draft, tree, target.full)
        return
    if bare_owner(target) is not None:
        empty_block(draft, target)
        return
    where, members = standing(target, "NOT_APPLICABLE")
    for one in members:
        for other in (one, *_below_table(tree, where, one)):
            remove(draft, tree, where, other)


def _below_table(tree: Tree, where: Container, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The tables that are part of a table of an array: without it they would belong to the one before."""
    if isinstance(where, Listing) or not where.facts.role or not where.facts.rank:
        return []
    from structedit.edit.tables import parts_of

    return parts_of(tree, where, node)


def remove(draft: Draft, tree: Tree, where: Container, node: tree_sitter.Node) -> None:
    """A deletion from a container, with what it may touch. Errors: NOT_APPLICABLE for what must be there."""
    if isinstance(where, Body) and where.facts.needs == node.type:
        raise StructeditError(
            "NOT_APPLICABLE", f"A file cannot be without its {node.type}.", "Replace it, or delete what follows it."
        )
    if isinstance(where, Listing) and node.type in where.facts.stays:
        raise StructeditError(
            "NOT_APPLICABLE",
            f"`{tree.read(node)[:80]}` cannot be left out here.",
            "Replace it, or delete what is around it.",
        )
    draft.intents.append(Deletion(draft.index, where, node))
    going(tree).add(node.id)
    draft.radius.append(reach(tree, where))
    end = tail(tree, where, node)
    if isinstance(where, Body) and where.facts.role:
        from structedit.edit.lines import whole_end

        end = whole_end(tree, where, node)
    draft.removed.append(Span(lead(tree, where, node), end))


def going(tree: Tree) -> set[int]:
    """The nodes that operations of this request delete: for the ones after them they are not there."""
    found: set[int] = tree.elements.notes.setdefault("going", set())
    return found


def _refuse_whole_file(target: Target, selector: object) -> None:
    if target.outer.parent is None and target.part is None and ":root" not in str(selector):
        raise StructeditError(
            "NOT_APPLICABLE",
            "The target is the whole file.",
            "Name something in it; to mean the whole file, say `:root`.",
        )


def _whole_file(draft: Draft, target: Target, text: bytes) -> None:
    """The file's text as it is sent, its newlines as the file has them."""
    newline = target.tree.source.newline
    old = target.tree.text
    if old.endswith((b"\n", b"\r")) and not text.endswith(b"\n"):
        text += b"\n"
    body = text.replace(b"\n", newline) if newline != b"\n" else text
    span = Span(0, len(old))
    draft.take(Writing(draft.index, span, body, Span(0, len(body))), text)


def _delete_part(draft: Draft, target: Target) -> None:
    tree, place = target.tree, target.place
    if place is None:
        raise StructeditError("TARGET_NOT_FOUND", f"`{target.shown}` is not there.", details={"target": target.shown})
    if target.part in ("decorators", "docstring") or (place.node is not None and member(tree, place.node) is not None):
        every = target.part == "decorators" and target.element is not None
        nodes = decorator_nodes(tree, target.element) if every and target.element else [place.node]
        _delete_nodes(draft, target, [node for node in nodes if node is not None])
        return
    where = container(tree, place.node) if place.node is not None else None
    if where is not None and target.part in ("body", "arguments", "parameters", "value"):
        for one in where.members:
            if one.start_byte >= place.inner.start:
                remove(draft, tree, where, one)
        return
    anchor = _before_part(target, place.outer.start)
    if anchor is None or target.part in ("name", "key", "callee", "condition", "signature", "body"):
        raise StructeditError(
            "NOT_APPLICABLE", f"`{target.shown}` cannot be left out.", "Replace it, or delete the whole element."
        )
    found = member(tree, target.outer)
    if found is not None and isinstance(found[0], Body) and found[0].facts.repeats == target.part:
        from structedit.edit.repeats import refuse_value

        refuse_value(tree, *found)
    span = Span(anchor, place.outer.end)
    draft.take(Writing(draft.index, span, b"", claim=place.outer))


def _before_part(target: Target, start: int) -> int | None:
    """The end of what stands before a part and is more than a token that introduces it."""
    before = None
    for child in target.node.children:
        if child.end_byte > start:
            break
        if child.is_named and not child.is_extra:
            before = child.end_byte
    return before


def _delete_nodes(draft: Draft, target: Target, nodes: list[tree_sitter.Node]) -> None:
    tree = target.tree
    for node in nodes:
        found = member(tree, node)
        if found is not None:
            remove(draft, tree, *found)
            continue
        delete_lines(draft, tree, span_of(node))


def delete_lines(draft: Draft, tree: Tree, span: Span) -> None:
    """Something that has lines of its own and stands in no container (a decorator): its lines go."""
    comment = comment_behind(tree, span.end)
    end = comment.end if comment is not None else span.end
    if layout.begins_line(tree, span.start) and layout.ends_line(tree, end):
        span = Span(tree.source.line_start(span.start), tree.source.next_line(end))
    elif layout.ends_line(tree, span.end):
        span = Span(len(tree.text[: span.start].rstrip(b" \t")), span.end)
    draft.take(Writing(draft.index, span, b""))


# -- replace ---------------------------------------------------------------------------------------


def replace(draft: Draft, target: Target, operation: Replace) -> None:
    """Another text for the target; what belongs to it and the text does not bring is kept."""
    tree = target.tree
    _refuse_whole_file(target, operation.target)
    if operation.text == target.span.of(tree.text).decode("utf-8", "surrogateescape") != "":
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` is that text already.")
    text = incoming(tree, operation.text)
    if target.outer.parent is None and target.part is None:
        _whole_file(draft, target, text.raw)
        return
    if not text.one_line and text.body == _standing(target).body:
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` is that text already.")
    if target.part is not None:
        _replace_part(draft, target, text)
        return
    if not text.body:
        raise StructeditError(
            "BAD_REQUEST", "The new text is empty.", 'Use {"op": "delete", ...} to remove the target.'
        )
    found = member(tree, target.outer)
    text = fitted(tree, found[0], text) if found is not None else text
    if found is not None and isinstance(found[0], Listing):
        text = without_separators(tree, text, found[0].facts.separator.encode())
        text = _as_sole(draft, tree, found[0], text.with_comment())
        if found[0].open is not None and found[0].close is not None and not found[0].sole:
            draft.held.append(found[0].node)
    if found is not None:
        going(tree).add(found[1].id)
    if found is not None and isinstance(found[0], Body):
        text = in_group(tree, found[0], text)
    span, text = kept_apart(draft, target, text, operation.keep, found)
    if found is not None and isinstance(found[0], Body) and found[0].facts.role:
        _write_row(draft, tree, span, _as_member(tree, found[0], text))
        return
    if found is not None and isinstance(found[0], Body) and not text.one_line and shares_line(tree, found[0], found[1]):
        exchange(draft, tree, found[0], found[1], text)
        return
    write(draft, tree, span, text)


def _standing(target: Target) -> Incoming:
    """The target's own text as if it were sent."""
    tree, span = target.tree, target.span
    start = tree.source.line_start(span.start) if layout.begins_line(tree, span.start) else span.start
    return incoming(tree, tree.text[start : span.end].decode("utf-8", "surrogateescape"))


def _as_sole(draft: Draft, tree: Tree, where: Listing, text: Incoming) -> Incoming:
    """A text for a member: in parentheses if it needs them; if it is the only member, without the separator behind."""
    if len(where.members) > 1:
        return in_parentheses(tree, text, alone=False)
    separator = where.separators[0]
    if separator is not None and in_parentheses(tree, text, alone=False) is not text:
        span = span_of(separator)
        draft.intents.append(Writing(draft.index, span, b""))
        draft.radius.append(span)
    return text


def write(draft: Draft, tree: Tree, span: Span, text: Incoming, *, whole: bool = False) -> None:
    """A text in the place of a span, its lines at the indentation of the line it begins on.

    `whole`: the text must be one node of the result, as a value is.
    """
    prefix = layout.line_prefix(tree, span.start)
    body = text.placed(prefix, layout.unit(tree), tree.source.newline_at(span.start))
    draft.take(Writing(draft.index, span, body, Span(0, len(body)), whole=whole), text.body)


def _write_row(draft: Draft, tree: Tree, span: Span, text: Incoming) -> None:
    """A member of a body of data in the place of another, its lines at the column that this one has."""
    from structedit.edit.lines import prefix_at

    body = text.placed(prefix_at(tree, span.start), layout.unit(tree), tree.source.newline_at(span.start))
    draft.take(Writing(draft.index, span, body, Span(0, len(body))), text.body)


def in_parentheses(tree: Tree, text: Incoming, *, alone: bool) -> Incoming:
    """A text that is only legal bare as a sole member gets the parentheses that it needs beside others."""
    for facts in tree.grammar.lists.values():
        if alone or not facts.sole or facts.delimiters is None:
            continue
        opening, closing = (part.encode() for part in facts.delimiters)
        wrapped = opening + text.body + closing
        root = parse(Source.of(wrapped), tree.grammar).root
        node = root.descendant_for_byte_range(0, len(wrapped))
        while node is not None and node.type != facts.kind and node.named_child_count == 1:
            node = node.named_children[0]
        if node is not None and node.type == facts.kind and node.start_byte == 0 and not root.has_error:
            return incoming(tree, wrapped.decode("utf-8", "surrogateescape"))
    return text


def shares_line(tree: Tree, where: Body, node: tree_sitter.Node) -> bool:
    """Whether a statement stands on a line with another one, or with the header of its body."""
    index = index_of(where, node)
    behind = where.members[index + 1 : index + 2]
    if behind and layout.same_line(tree, node.end_byte, behind[0].start_byte):
        return True
    return not layout.begins_line(tree, head_of(where, node).start_byte)


def exchange(draft: Draft, tree: Tree, where: Body, node: tree_sitter.Node, text: Incoming) -> None:
    """A text of several lines in the place of a statement that has no line of its own."""
    draft.intents.append(Deletion(draft.index, where, node, keeps=True))
    draft.removed.append(span_of(node))
    add(draft, tree, Insertion(draft.index, where, index_of(where, node), text, follows=False))


def _replace_part(draft: Draft, target: Target, text: Incoming) -> None:
    tree, place = target.tree, target.place
    if target.part == "value" and text.body and _stands_in_lines(target):
        from structedit.edit.values import write_value

        write_value(draft, tree, target.node, place.node if place is not None else None, text)
        return
    if place is None:
        from structedit.edit.absent import write_absent

        write_absent(draft, target, text)
        return
    if not text.body and target.part not in ("parameters", "arguments", "bases"):
        raise StructeditError("BAD_REQUEST", "The new text is empty.", 'Use {"op": "delete", ...} to remove a part.')
    if target.part == "else" and place.node is not None:
        from structedit.edit.clauses import write_whole

        if write_whole(draft, target, text):
            return
    if target.part == "name" and target.node.type in tree.grammar.fact("syntax", "paired", ()):
        names = paired_names(target.node)
        if names is not None:
            write(draft, tree, span_of(names[1]), text)
    where = container(tree, block_of(target)) if place.node is not None else None
    text = _without_introduction(target, text)
    if isinstance(where, Body):
        write_body(draft, tree, where, text, place.inner)
        return
    span = place.outer if _brings_delimiters(tree, place.inner, place.outer, text) else place.inner
    write(draft, tree, span, text, whole=target.part in _ONE_NODE)


def _stands_in_lines(target: Target) -> bool:
    """Whether the target is a member of a body of data whose values may have lines of their own."""
    found = member(target.tree, target.outer) if target.tree.grammar.fact("data", "block") else None
    return found is not None and isinstance(found[0], Body) and bool(found[0].facts.role)


_ONE_NODE = ("value", "key", "name", "type", "returns", "condition", "callee")


def _without_introduction(target: Target, text: Incoming) -> Incoming:
    """A part as text may bring the token that introduces it (`-> int`); it stands there already."""
    facts = target.tree.grammar.absent(target.part or "", target.roles)
    words = facts.text.partition("$TEXT") if facts is not None else ("", "", "")
    opening = words[0].strip().encode()
    if not opening or words[2].strip() or not text.body.startswith(opening):
        return text
    return incoming(target.tree, text.body[len(opening) :].strip().decode("utf-8", "surrogateescape"))


def _brings_delimiters(tree: Tree, inner: Span, outer: Span, text: Incoming) -> bool:
    before = tree.text[outer.start : inner.start].strip()
    after = tree.text[inner.end : outer.end].strip()
    if not before and not after:
        return False
    body = text.body.strip()
    return body.startswith(before) and body.endswith(after) and len(body) >= len(before) + len(after)
