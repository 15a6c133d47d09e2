"""What the file itself says about layout around a place: columns, steps of indentation, blank lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.syntax.statements import kind_of
from structedit.text import indent

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.containers import Body, Listing
    from structedit.syntax.tree import Tree


def line_prefix(tree: Tree, offset: int) -> bytes:
    """The indentation of the line that the offset is on."""
    return indent.leading(tree.source.line_text(offset))


def begins_line(tree: Tree, offset: int) -> bool:
    """Whether only blanks stand before the offset on its line."""
    return not tree.text[tree.source.line_start(offset) : offset].strip(b" \t\f")


def ends_line(tree: Tree, offset: int) -> bool:
    """Whether only blanks stand behind the offset on its line."""
    return not tree.text[offset : tree.source.line_end(offset)].strip(b" \t\f")


def same_line(tree: Tree, one: int, other: int) -> bool:
    return tree.source.row(one) == tree.source.row(other)


def unit(tree: Tree, near: tree_sitter.Node | None = None) -> bytes:
    """One step of indentation: as the nodes around `near` have it, else as the file has it, else by convention."""
    default = tree.grammar.fact("layout", "indent", "    ").encode()
    if near is not None:
        step = _step(tree, near)
        if step:
            return step
    return indent.unit(tree.text, default=default)


def _step(tree: Tree, node: tree_sitter.Node) -> bytes:
    """By how much the first member of a body or list is deeper than the line that opens it."""
    for child in (node, *node.named_children[:50]):
        inner = [one for one in child.named_children[:1] if one.start_point.row > child.start_point.row]
        here = inner[0] if inner else child
        parent = child if inner else child.parent
        if parent is None or not begins_line(tree, here.start_byte):
            continue
        above = line_prefix(tree, parent.start_byte)
        below = line_prefix(tree, here.start_byte)
        if below.startswith(above) and len(below) > len(above) and len(below) - len(above) <= 8:
            return below[len(above) :]
    return b""


def member_prefix(tree: Tree, where: Body) -> bytes:
    """The indentation of a body's members: the first that begins its line decides, else one step below the header."""
    for one in where.members:
        if begins_line(tree, one.start_byte):
            return line_prefix(tree, one.start_byte)
    if where.node.parent is None:
        return b""
    header = where.open if where.open is not None else where.node.parent
    if where.open is not None and where.close is None:
        header = where.node  # a clause: its delimiter may stand behind several lines
    step = b"" if where.facts.level else unit(tree, where.node.parent)
    return line_prefix(tree, header.start_byte) + step


def pad(tree: Tree, where: Listing) -> bytes:
    """The blanks inside the delimiters of a list on one line: as the first other one of its kind has them."""
    if not where.facts.padded:
        return b""
    from structedit.syntax.kinds import nodes_of_kind

    for node in nodes_of_kind(tree, where.node.type)[:50]:
        if node.named_child_count and node.start_point.row == node.end_point.row:
            between = tree.text[node.children[0].end_byte : node.children[1].start_byte]
            return between if not between.strip(b" ") else b""
    return b" "


def quote(tree: Tree, quotes: tuple[str, ...]) -> str:
    """The quote that the first string of the file has."""
    from structedit.syntax.kinds import nodes_of_kind

    strings = [node for kind in sorted(tree.grammar.atomic) for node in nodes_of_kind(tree, kind)[:1]]
    found = [tree.text[node.start_byte : node.start_byte + 1].decode("latin-1") for node in strings]
    return next((one for one in found if one in quotes), quotes[0])


def blank_lines_before(tree: Tree, offset: int) -> int:
    """How many blank lines stand directly above the line of `offset`."""
    row, count = tree.source.row(offset) - 1, 0
    while row >= 0 and not tree.source.line_text(tree.source.offset_of_line(row)).strip():
        row -= 1
        count += 1
    return count


def blank_lines_after(tree: Tree, offset: int) -> int:
    """How many blank lines stand directly below the line of `offset`, the empty end of the text not counted."""
    source = tree.source
    row, count = source.row(offset) + 1, 0
    while row < len(source.line_starts) and source.offset_of_line(row) < len(tree.text):
        if source.line_text(source.offset_of_line(row)).strip():
            break
        row += 1
        count += 1
    return count


def sort_of(tree: Tree, node: tree_sitter.Node) -> str:
    """The kind that says how far a member stands from others: that of the definition in a wrapper, with a `+` where it
    goes over several lines and that makes the difference."""
    spaced = tree.grammar.fact("layout", "absorbed", ())
    inner = node
    if node.type in tree.grammar.fact("layout", "enclosing", ()):
        held = [one for one in node.named_children if one.type in spaced or one.type + "+" in spaced]
        inner = held[-1] if held else node
    if inner.type + "+" in spaced and node.end_point.row > node.start_point.row:
        roles = tree.grammar.fact("layout", "spaced", ())
        if any(inner.id in (one.node.id, one.outer.id) for one in tree.elements.at(inner.start_byte, *roles)):
            return inner.type + "+"
    return inner.type if inner.type in spaced else kind_of(tree, node)


def blank_lines_wanted(tree: Tree, where: Body, gap: int, kinds: tuple[str, str]) -> int:
    """How many blank lines go between two members of these kinds at a gap.

    As the nearest gap in this body between members of which one stands apart (functions, classes) has it; where there
    is none, by convention; none between members of which neither stands apart.
    """
    spaced = tree.grammar.fact("layout", "absorbed", ())
    imports = tree.grammar.fact("imports", "kinds", ())
    if not any(kind in spaced for kind in kinds):
        apart = (kinds[0] in imports) != (kinds[1] in imports) and "" not in kinds and where.node.parent is None
        return 1 if apart and kinds[1] not in imports else 0
    measured = [
        (abs(index - gap + 1), blank_lines_before(tree, _lead(tree, where, index + 1)))
        for index in range(len(where.members) - 1)
        if {sort_of(tree, where.members[index]), sort_of(tree, where.members[index + 1])} & set(spaced)
        and begins_line(tree, where.members[index + 1].start_byte)
    ]
    if measured:
        return min(measured)[1]
    table = "blank_lines_top" if where.node.parent is None else "blank_lines_nested"
    return int(tree.grammar.fact("layout", table, 1))


def _lead(tree: Tree, where: Body, index: int) -> int:
    from structedit.syntax.trivia import lead

    return lead(tree, where, where.members[index])
