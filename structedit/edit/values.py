"""Members of bodies of data, and their values: how a text is made ready for its place, and written there.

A value stands behind what introduces it (`key:`, `- `) on the same line, or below it on lines of its own; its anchor
and its tag stay, and so does the comment behind what introduces it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.incoming import Incoming, incoming
from structedit.edit.intents import Writing
from structedit.edit.lines import prefix_at
from structedit.errors import StructeditError
from structedit.syntax.containers import Body, container, content, member
from structedit.syntax.tree import parse
from structedit.syntax.trivia import comment_behind, end_of
from structedit.text.indent import leading
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.syntax.containers import Container
    from structedit.syntax.tree import Tree


def is_data(where: Container | None) -> bool:
    """Whether a container is a body of data, its members on lines of their own."""
    return isinstance(where, Body) and bool(where.facts.role)


def body_of_text(tree: Tree, body: bytes) -> Body | None:
    """The body of data that a text is, if it is one: rows of a mapping or of a sequence."""
    parsed = parse(Source.of(body), tree.grammar)
    found = container(parsed, parsed.root)
    if isinstance(found, Body) and found.facts.single and len(found.members) == 1:
        found = container(parsed, found.members[0])
    return found if isinstance(found, Body) and found.facts.role and not found.node.has_error else None


def as_rows(tree: Tree, where: Body, text: Incoming) -> Incoming:
    """A text as members of a body: with the mark that begins each, where the text has none. Errors: NOT_APPLICABLE."""
    facts = where.facts
    refuse_tabs(tree, text)
    if where.node.parent is None or facts.headed:
        return text
    found = body_of_text(tree, text.body)
    if found is not None and found.facts.kind == facts.kind:
        return text
    if facts.marker:
        return incoming(tree, marked(tree, where, text.body).decode("utf-8", "surrogateescape"))
    kinds = set(text.kinds(tree))
    if (kinds and kinds <= tree.grammar.comments) or parse(Source.of(text.body), tree.grammar).root.has_error:
        return text
    raise StructeditError(
        "NOT_APPLICABLE",
        f"A {facts.kind} holds entries, and the text is none.",
        "Send the whole entry, as in `name: value`.",
    )


def refuse_tabs(tree: Tree, text: Incoming) -> None:
    """Errors: SYNTAX_BROKEN for lines that a tab indents, in a language that wants blanks."""
    if tree.grammar.fact("syntax", "tabs", default=True) or b"\t" not in text.body:
        return
    offset = 0
    for line in text.body.splitlines(keepends=True):
        inside = any(span.start < offset < span.end for span in text.relative)
        offset += len(line)
        if not inside and line.strip() and b"\t" in leading(line):
            raise StructeditError(
                "SYNTAX_BROKEN",
                "A line of the text is indented with a tab, and this language takes only blanks for that.",
                "Indent the text with blanks.",
            )


def marked(tree: Tree, where: Body, body: bytes) -> bytes:
    """A value as a member that begins with the mark; the other lines stand at the column behind it."""
    mark = where.facts.marker.encode()
    if where.members:
        inner = where.members[0].named_children
        first = where.members[0]
        if inner and layout.same_line(tree, first.start_byte, inner[0].start_byte):
            mark = tree.text[first.start_byte : inner[0].start_byte]
    lines = body.split(b"\n")
    return b"\n".join([mark + lines[0], *((b" " * len(mark) + line if line.strip() else line) for line in lines[1:])])


def write_value(
    draft: Draft, tree: Tree, node: tree_sitter.Node, value: tree_sitter.Node | None, text: Incoming
) -> None:
    """A text in the place of the value of a member (`node`), or as its first one."""
    refuse_tabs(tree, text)
    begin, core = _introduced(tree, node, value, text)
    end = end_of(tree, core) if core is not None else begin
    rows = body_of_text(tree, text.body)
    before, prefix = _before(tree, node, value if core is not None else None, rows, begin)
    body = text.placed(prefix, layout.unit(tree), tree.source.newline_at(begin))
    comment = comment_behind(tree, begin) or comment_behind(tree, end)
    draft.wanted.append(text.body)
    draft.radius.append(Span(node.start_byte, max(end, comment.end if comment is not None else end)))
    draft.removed.append(Span(begin, end))
    place, gone = Span(begin, end), None
    if comment is not None and b"\n" in before:
        place = Span(comment.end, max(comment.end, end))  # the comment stays on the line of what introduces the value
        gone = Span(begin, end) if comment.start >= end else None
    elif comment is not None and comment.end <= end:
        place, gone = Span(begin, begin), Span(comment.end, end)
    if gone is not None and len(gone):
        draft.intents.append(Writing(draft.index, gone, b""))
    span = Span(len(before), len(before) + len(body))
    draft.intents.append(Writing(draft.index, place, before + body, span, whole=rows is None and text.one_line))


def _before(
    tree: Tree, node: tree_sitter.Node, value: tree_sitter.Node | None, rows: Body | None, begin: int
) -> tuple[bytes, bytes]:
    """What goes before a value, and the column of its later lines."""
    prefix = prefix_at(tree, node.start_byte)
    if rows is None:
        return b" ", prefix
    where = _where_is(tree, node)
    if where is None or not where.facts.marker:
        column = prefix + (list_step(tree, node, value) if rows.facts.marker else layout.unit(tree, node))
        return tree.source.newline_at(begin) + column, column
    core = content(tree, value) if value is not None else None
    width = len(where.facts.marker)
    if core is not None and layout.same_line(tree, node.start_byte, core.start_byte):
        width = core.start_byte - node.start_byte
    if core is not None and not layout.same_line(tree, begin, core.start_byte):
        column = prefix_at(tree, core.start_byte)
        return tree.source.newline_at(begin) + column, column
    return b" " * max(width - (begin - node.start_byte), 1), prefix + b" " * width


def _where_is(tree: Tree, node: tree_sitter.Node) -> Body | None:
    found = member(tree, node)
    return found[0] if found is not None and isinstance(found[0], Body) else None


def _introduced(
    tree: Tree, node: tree_sitter.Node, value: tree_sitter.Node | None, text: Incoming
) -> tuple[int, tree_sitter.Node | None]:
    """Where what introduces the value ends, its anchor and tag included if they stay; and the value itself."""
    if value is None:
        return end_of(tree, node), None
    core = content(tree, value)
    if core.id == value.id or re.match(rb"[&!*]", text.body):
        core = value
    before = core.prev_sibling
    while before is not None and before.type in tree.grammar.comments:
        before = before.prev_sibling
    if before is None and core.id != value.id:
        before = value.prev_sibling
        while before is not None and before.type in tree.grammar.comments:
            before = before.prev_sibling
    return (before.end_byte if before is not None else node.start_byte), core


def list_step(tree: Tree, node: tree_sitter.Node, value: tree_sitter.Node | None) -> bytes:
    """How much deeper than its key a sequence stands here: as this one does, else the nearest, else by one step."""
    kinds = [kind for kind, facts in tree.grammar.bodies.items() if facts.marker]
    if value is not None and content(tree, value).type in kinds:
        return _deeper(tree, node, content(tree, value))
    best: tuple[int, bytes] | None = None
    for element in tree.elements.of("entry"):
        inner = element.parts.get("value")
        if inner is None or content(tree, inner).type not in kinds:
            continue
        distance = abs(element.node.start_byte - node.start_byte)
        if best is None or distance < best[0]:
            best = distance, _deeper(tree, element.node, content(tree, inner))
    return best[1] if best is not None else layout.unit(tree)


def _deeper(tree: Tree, node: tree_sitter.Node, inner: tree_sitter.Node) -> bytes:
    return b" " * max(len(prefix_at(tree, inner.start_byte)) - len(prefix_at(tree, node.start_byte)), 0)


# -- where members may stand -----------------------------------------------------------------------


def legal_gap(tree: Tree, where: Body, gap: int, text: Incoming, *, asked: bool) -> int:
    """The gap for a text in a body whose members come in an order of sorts; `asked`: it is that one or none.

    Errors: NOT_APPLICABLE (no such members in it), CANNOT_INSERT_HERE (it would take others into itself).
    """
    facts = where.facts
    kinds = [kind for kind in text.kinds(tree) if kind not in tree.grammar.comments and kind != "ERROR"]
    if not facts.members or not kinds:
        return gap
    if not set(kinds) <= set(facts.members):
        raise StructeditError(
            "NOT_APPLICABLE",
            f"A {facts.kind} has no {next(kind for kind in kinds if kind not in facts.members)} in it.",
            "Insert it before or after one of its own sort, or at the end of `:root`.",
        )
    ranks = [facts.rank.get(one.type, 0) for one in where.members]
    first, last = facts.rank.get(kinds[0], 0), facts.rank.get(kinds[-1], 0)
    low = sum(1 for rank in ranks if rank < last)
    high = sum(1 for rank in ranks if rank <= first)
    if asked and not low <= gap <= high:
        raise StructeditError(
            "CANNOT_INSERT_HERE",
            "There the text would stand out of order, become part of what is before it, or take in what is behind it.",
            "Insert it at the start or the end of what it shall be part of, or beside one of its own sort.",
        )
    return min(max(gap, low), high)
