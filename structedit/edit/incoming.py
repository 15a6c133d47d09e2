"""Text that a caller sent, made ready to stand anywhere in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.slipped import straightened
from structedit.record import record, replace
from structedit.syntax.containers import Body, Listing, container
from structedit.syntax.tree import atomic_spans, parse, span_of, spans_of
from structedit.syntax.trivia import core_end
from structedit.text import indent
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.containers import Container
    from structedit.syntax.tree import Tree


@record
class Incoming:
    """A text without the indentation that its lines share, its newlines as LF.

    `comment` is one that stood behind a member of a list, set apart, with the blanks before it. `above` and `below` are
    the blank lines that the caller put around it, `unit` is its own step of indentation. Lines that begin inside one of
    the `atomic` spans (strings) never move; those inside one of the `relative` spans move with its first one.
    """

    raw: bytes
    body: bytes
    atomic: tuple[Span, ...] = ()
    above: int = 0
    below: int = 0
    comment: bytes = b""
    unit: bytes = b""
    relative: tuple[Span, ...] = ()

    @property
    def one_line(self) -> bool:
        return b"\n" not in self.body

    def without_comment(self, tree: Tree) -> Incoming:
        """With the comment that ends the last line, behind a member, set apart."""
        nodes = fragment(tree, self.body).root.named_children
        if len(nodes) < 2 or nodes[-1].type not in tree.grammar.comments or nodes[-1].end_byte < len(self.body):
            return self
        if nodes[-1].start_point.row != nodes[-2].end_point.row:
            return self
        body = self.body[: nodes[-1].start_byte].rstrip(b" \t")
        return replace(self, body=body, comment=self.body[len(body) :])

    def with_comment(self) -> Incoming:
        """With the comment back where it stood."""
        return replace(self, body=self.body + self.comment, comment=b"") if self.comment else self

    def kinds(self, tree: Tree) -> list[str]:
        """The kinds of the nodes that the text is made of, at its top level."""
        root = fragment(tree, self.body).root
        return [child.type for child in root.named_children]

    def members(self, tree: Tree, where: Container) -> tuple[Tree, list[tree_sitter.Node]]:
        """The text as nodes of a tree, read as members of such a body where code around it makes a difference."""
        context = where.facts.context.encode() if isinstance(where, Body) else b""
        if context:
            before, _, after = context.partition(b"$TEXT")
            parsed = parse(Source.of(before + b"\n" + self.body + b"\n" + after), tree.grammar)
            node = parsed.root.descendant_for_byte_range(len(before), len(before) + len(self.body) + 1)
            while node is not None and node.type != where.node.type:
                node = node.parent
            found = container(parsed, node) if node is not None else None
            if found is not None:
                return parsed, list(found.members)
        parsed = fragment(tree, self.body)
        return parsed, parsed.root.named_children

    def brings(self, tree: Tree) -> frozenset[str]:
        """What the text has of the things that a replacement else keeps of the old one."""
        parsed = fragment(tree, self.body)
        nodes = parsed.root.named_children
        found = set()
        if nodes and nodes[0].type in tree.grammar.comments:
            found.add("comments")
        if nodes and core_end(parsed.root) < len(self.body):
            found.add("trailing comment")
        if any(
            element.outer.id != element.node.id and element.outer.parent == parsed.root
            for element in parsed.elements.of("class", "function", "variable")
        ):
            found.add("decorators")
        return frozenset(found)

    def placed(self, prefix: bytes, unit: bytes, newline: bytes) -> bytes:
        """The text for a place at indentation `prefix`, its first line without it, steps of indentation in `unit`."""
        if self.one_line:
            return self.body
        own = self.unit
        step = unit if own and unit else own
        pieces: list[bytes] = []
        offset = 0
        for line in self.body.splitlines(keepends=True):
            size = len(line)
            inside = any(span.start < offset < span.end for span in self.atomic)
            moved = line
            block = next((span for span in self.relative if span.start < offset < span.end), None)
            if block is not None:
                base = self._base(block)
                rest = line[len(base) :]
                moved = prefix + _in_steps(base, own, step) + rest if rest.strip(b"\n") else b"\n"
                inside = True
            if offset and not inside:
                moved = prefix + _in_steps(line, own, step) if line.strip() else line.lstrip(b" \t")
            pieces.append(moved.replace(b"\n", newline))
            offset += size
        return b"".join(pieces)

    def _base(self, block: Span) -> bytes:
        """The indentation of the lines of a block that moves as a whole."""
        lines = self.body[block.start : block.end].split(b"\n")[1:]
        return min((indent.leading(line) for line in lines if line.strip()), key=len, default=b"")


def fragment(tree: Tree, body: bytes) -> Tree:
    """A piece of text as a tree of its own; a line end behind it is added where the language wants one."""
    parsed = parse(Source.of(body), tree.grammar)
    if parsed.root.has_error and not body.endswith(b"\n"):
        ended = parse(Source.of(body + b"\n"), tree.grammar)
        return parsed if ended.root.has_error else ended
    return parsed


_WIDEST_STEP = 4


def _own_unit(tree: Tree) -> bytes:
    """By how much the text itself indents: the first member of a body or list that is deeper than what opens it.

    A list may hang deeper than a step; what nobody would take for a step says nothing.
    """
    stack = [] if _is_aligned(tree) else [tree.root]
    while stack:
        node = stack.pop()
        where = container(tree, node)
        if where is not None and where.members and node.parent is not None and node.type not in tree.grammar.wrappers:
            clause = isinstance(where, Body) and where.open is not None and where.close is None
            apart = isinstance(where, Body) and bool(where.facts.skips)  # its delimiters are nodes with lines
            opener = node if isinstance(where, Listing) or clause or apart else _opener(tree, node)
            above = indent.leading(tree.source.line_text(opener.start_byte))
            line = tree.source.line_text(where.members[0].start_byte)
            below = indent.leading(line)
            counts = isinstance(where, Body) or len(below) - len(above) <= _WIDEST_STEP
            if counts and below.startswith(above) and below != above and line.lstrip() == _from(tree, where.members[0]):
                step = below[len(above) :]
                return step if _is_even(tree, step) else b""
        every = node.type in tree.grammar.wrappers
        inner = [one for one in node.named_children if every or one.end_point.row > node.start_point.row]
        stack.extend(reversed(inner))
    return b""


def _is_even(tree: Tree, step: bytes) -> bool:
    """Whether all members of bodies stand at whole steps; where they do not, two depths could become one."""
    stack = [tree.root]
    while stack:
        node = stack.pop()
        where = container(tree, node)
        for one in where.members if isinstance(where, Body) else ():
            line = tree.source.line_text(one.start_byte)
            if line.lstrip() == _from(tree, one) and len(indent.leading(line)) % len(step):
                return False
        stack.extend(
            one for one in node.named_children if one.end_point.row > one.start_point.row or not one.child_count
        )
    return True


def _is_aligned(tree: Tree) -> bool:
    """Whether some of the text is aligned with marks before it, so that steps of indentation are not all it has."""
    marked = [kind for kind, facts in tree.grammar.bodies.items() if facts.marker]
    if not marked:
        return False
    from structedit.syntax.kinds import nodes_of_kind

    return any(nodes_of_kind(tree, kind) for kind in marked)


def _opener(tree: Tree, node: tree_sitter.Node) -> tree_sitter.Node:
    """What a body hangs on: where wrappers stand between, the first node around it that begins before it."""
    above = node.parent
    while tree.grammar.wrappers and above is not None and above.parent is not None:
        if above.start_byte < node.start_byte:
            break
        above = above.parent
    return above or node


def _unit_by_lines(tree: Tree, body: bytes, atomic: tuple[Span, ...]) -> bytes:
    """The same for a text that is no whole code (a template): the first deeper line below one that opens something."""
    words = (facts.delimiters[0].encode() for facts in tree.grammar.bodies.values() if facts.delimiters)
    marks = (b":", b"{", b"[", b"(", *(word for word in words if word))
    opener: bytes | None = None
    offset = 0
    for line in body.splitlines(keepends=True):
        inside = any(span.start < offset < span.end for span in atomic)
        offset += len(line)
        if inside or not line.strip():
            continue
        lead = indent.leading(line)
        if opener is not None and lead.startswith(opener) and lead != opener:
            return lead[len(opener) :]
        opener = lead if line.rstrip().endswith(marks) else None
    return b""


def _from(tree: Tree, node: tree_sitter.Node) -> bytes:
    return tree.text[node.start_byte : tree.source.line_end(node.start_byte)]


def _in_steps(line: bytes, own: bytes, step: bytes) -> bytes:
    """A line whose indentation is counted in steps of `own`, with steps of `step`."""
    if own == step or not own:
        return line
    steps = 0
    while line.startswith(own * (steps + 1)):
        steps += 1
    return step * steps + line[len(own) * steps :]


def incoming(tree: Tree, text: str) -> Incoming:
    """A caller's text, with its own indentation taken off."""
    raw = text.encode("utf-8", "surrogateescape").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    body = raw
    above = below = 0
    while body.startswith(b"\n") or (body.split(b"\n", 1)[0].strip() == b"" and b"\n" in body):
        body = body.split(b"\n", 1)[1]
        above += 1
    if body.endswith(b"\n"):
        below = len(body) - len(body.rstrip(b"\n")) - 1
    body = body.rstrip(b" \t\n") if not body.endswith(b"\\\n") else body.rstrip(b"\n")
    if b"\n" not in body:
        return Incoming(raw, body.lstrip(b" \t"), (), above, below)
    parsed, atomic = _parsed(tree, body)
    if indent.common(body, atomic):
        body = indent.dedent(body, atomic)
        parsed, atomic = _parsed(tree, body)
    moved = straightened(parsed)
    if moved is not None:
        body = moved
        parsed, atomic = _parsed(tree, body)
    own = _own_unit(parsed) or (_unit_by_lines(tree, body, atomic) if parsed.root.has_error else b"")
    relative = tuple(spans_of(parsed, Span(0, len(body)), tree.grammar.relative)) if tree.grammar.relative else ()
    return Incoming(raw, body, atomic, above, below, unit=own, relative=relative)


_NEAR = 200_000


def fitted(tree: Tree, where: Container, text: Incoming) -> Incoming:
    """A text that slipped, as it can only be seen among what is around it: as members between the delimiters."""
    if text.one_line or where.open is None or where.close is None or where.open.end_byte > _NEAR:
        return text
    if not indent.common(text.body[text.body.index(b"\n") + 1 :]):
        return text
    start = where.open.end_byte + 1
    span = Span(start, start + len(text.body))
    whole = tree.text[: start - 1] + b"\n" + text.body + b"\n" + tree.text[where.close.start_byte :]
    parsed = parse(Source.of(whole), tree.grammar)
    node = parsed.root.descendant_for_byte_range(span.start, span.end)
    while node is not None and node.type != where.node.type:
        node = node.parent
    found = container(parsed, node) if node is not None else None
    members = [one for one in found.members if span.contains(span_of(one))] if found is not None else []
    moved = straightened(parsed, span, members) if members else None
    return (
        text
        if moved is None
        else replace(incoming(tree, moved.decode("utf-8", "surrogateescape")), comment=text.comment)
    )


def _parsed(tree: Tree, body: bytes) -> tuple[Tree, tuple[Span, ...]]:
    """A piece of text as a tree, and its strings and other atomic nodes that go over several lines."""
    parsed = parse(Source.of(body), tree.grammar)
    return parsed, tuple(atomic_spans(parsed, Span(0, len(body))))
