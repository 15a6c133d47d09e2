"""Plans all that a request does at once to one body of data whose members have lines of their own.

Such are block mappings and sequences, tables, and the top level of a file of tables.

- a member goes with its comments and lines; of the blank lines around it the larger gap stays
- where none is left, what the language writes for nothing stands in their place
- new members stand at the column of the others, as far apart as members of their sort are here
- the first member may share its line with what the body hangs on (an item of a sequence)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.intents import Deletion, Insertion, Piece
from structedit.record import record
from structedit.syntax.containers import Body, container
from structedit.syntax.trivia import end_of, index_of, lead, tail
from structedit.text.patch import Edit
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.tree import Tree


@record(eq=False)
class _Plan:
    tree: Tree
    where: Body
    prefix: bytes
    gone: dict[int, int]  # index of a member that goes -> the operation that deletes it
    coming: dict[int, list[Insertion]]  # gap -> what goes there, in the order of the request


def plan_lines(tree: Tree, where: Body, intents: list[Insertion | Deletion]) -> list[Piece]:
    """The edits for all intents on one body."""
    gone = {index_of(where, one.member): one.index for one in intents if isinstance(one, Deletion)}
    coming: dict[int, list[Insertion]] = {}
    for one in intents:
        if isinstance(one, Insertion):
            coming.setdefault(one.gap, []).append(one)
    plan = _Plan(tree, where, column_prefix(tree, where), gone, coming)
    if where.facts.empty and not coming and len(gone) == len(where.members):
        return _leave_empty(plan)
    pieces: list[Piece] = []
    taken: set[int] = set()
    for gap in sorted(coming):
        pieces += _insert(plan, gap, taken)
    for run in _runs(plan, sorted(set(gone) - taken)):
        pieces += _delete_run(plan, run)
    return pieces


def column_prefix(tree: Tree, where: Body) -> bytes:
    """What stands before a member on a line of its own: blanks up to the column of the others."""
    if where.members:
        return prefix_at(tree, where.members[0].start_byte)
    return layout.line_prefix(tree, where.node.start_byte) if where.node.parent is not None else b""


def prefix_at(tree: Tree, offset: int) -> bytes:
    """The line up to a place, with blanks for whatever stands there."""
    before = tree.text[tree.source.line_start(offset) : offset].decode("utf-8", "replace")
    return "".join(char if char == "\t" else " " for char in before).encode()


def header_of(tree: Tree, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """What a body hangs on: the last node before it that is no comment; None at the top of a file or document."""
    here: tree_sitter.Node | None = node
    while here is not None:
        before = here.prev_sibling
        while before is not None and before.type in tree.grammar.comments:
            before = before.prev_sibling
        if before is not None:
            return None if before.type in tree.grammar.fact("syntax", "document_marks", ()) else before
        here = here.parent
    return None


def whole_end(tree: Tree, where: Body, node: tree_sitter.Node) -> int:
    """The end of a member with all that goes with it: deeper comments below it, and those that its table ends with."""
    inner = container(tree, node)
    if isinstance(inner, Body) and inner.facts.headed:
        if not inner.members:
            return tail(tree, where, node)
        return _last_line(_Plan(tree, inner, column_prefix(tree, inner), {}, {}), len(inner.members))
    end, source = tail(tree, where, node), tree.source
    column, row = len(prefix_at(tree, node.start_byte)), source.row(end) + 1
    while row < len(source.line_starts):
        start = source.offset_of_line(row)
        line = source.line_text(start)
        if start >= len(tree.text):
            break
        at = start + len(line) - len(line.lstrip())
        if line.strip():
            if source.column(at) <= column or _comment_at(tree, at) is None:
                break
            end = source.line_end(start)
        row += 1
    return end


# -- deleting --------------------------------------------------------------------------------------


def _runs(plan: _Plan, going: list[int]) -> list[list[int]]:
    """Members that go and follow one another with nothing but blank lines between them."""
    tree, where = plan.tree, plan.where
    runs: list[list[int]] = []
    for index in going:
        if runs and runs[-1][-1] == index - 1:
            before = whole_end(tree, where, where.members[index - 1])
            between = tree.text[before : lead(tree, where, where.members[index])]
            if not between.strip():
                runs[-1].append(index)
                continue
        runs.append([index])
    return runs


def _delete_run(plan: _Plan, run: list[int]) -> list[Piece]:
    tree, where, source = plan.tree, plan.where, plan.tree.source
    index = plan.gone[run[0]]
    start, end = lead(tree, where, where.members[run[0]]), whole_end(tree, where, where.members[run[-1]])
    if not layout.begins_line(tree, start):
        rest = tree.text[end:]
        return [Piece(Edit.delete(start, end + len(rest) - len(rest.lstrip())), index)]
    start, end = source.line_start(start), source.next_line(end)
    above = layout.blank_lines_before(tree, start)
    below = layout.blank_lines_after(tree, max(start, end - 1)) if end < len(tree.text) else 0
    has_below = run[-1] + 1 < len(where.members)
    has_above = run[0] > 0 or (where.node.parent is None and bool(tree.text[:start].strip())) or where.facts.headed
    if has_below and (not has_above or below <= above):
        end = source.offset_of_line(source.row(end) + below)
    elif has_above and (not has_below or above < below):
        start = source.offset_of_line(source.row(start) - above)
    if end == len(tree.text) and not tree.text.endswith((b"\n", b"\r")) and start > 0:
        start = len(tree.text[:start].rstrip(b"\r\n"))
    return [Piece(Edit.delete(start, end), index)]


def _leave_empty(plan: _Plan) -> list[Piece]:
    """Nothing is left: the language's word for that stands behind what the body hangs on."""
    tree, where = plan.tree, plan.where
    empty, index = where.facts.empty.encode(), plan.gone[0]
    first, last = where.members[0], where.members[-1]
    start, end = lead(tree, where, first), whole_end(tree, where, last)
    hangs_on = header_of(tree, where.node)
    header = hangs_on.end_byte if hangs_on is not None else None
    bare = bytearray(tree.text[start:end])
    for one in where.members:
        here = lead(tree, where, one) - start
        there = whole_end(tree, where, one) - start
        bare[here:there] = b" " * (there - here)
    free = bytes(bare).strip() or (tree.text[header:start].strip() if header is not None else b"")
    if not free:
        begin, gap = (start, b"") if header is None else (header, b" ")
        return [Piece(Edit(Span(begin, end), gap + empty), index)]
    if header is None:
        pieces = [Piece(Edit(Span(first.start_byte, end_of(tree, first)), empty), index)]
        return pieces + [piece for run in _runs(plan, sorted(plan.gone)[1:]) for piece in _delete_run(plan, run)]
    pieces = [Piece(Edit.insert(header, b" " + empty), index)]
    return pieces + [piece for run in _runs(plan, sorted(plan.gone)) for piece in _delete_run(plan, run)]


# -- inserting -------------------------------------------------------------------------------------


def _insert(plan: _Plan, gap: int, taken: set[int]) -> list[Piece]:
    """What goes to one gap; where a member beside it goes, it takes that one's place."""
    texts, members = plan.coming[gap], plan.where.members
    for neighbour in (gap - 1, gap):
        if neighbour in plan.gone and neighbour not in taken:
            taken.add(neighbour)
            node = members[neighbour]
            span = Span(lead(plan.tree, plan.where, node), tail(plan.tree, plan.where, node))
            return _pieces(plan, span, texts, (b"", b""))
    if gap > 0 and (texts[0].follows or gap == len(members)):
        return _below(plan, gap, texts)
    if members:
        return _above(plan, gap, texts)
    return _first(plan, texts)


def _below(plan: _Plan, gap: int, texts: list[Insertion]) -> list[Piece]:
    """On lines of their own below a member."""
    tree, where = plan.tree, plan.where
    at = _last_line(plan, gap)
    at = tree.source.line_end(at) if layout.ends_line(tree, at) else at
    newline = tree.source.newline_at(max(at - 1, 0))
    above = blanks(tree, where, gap, _kind(plan, texts[0]), follows=True)
    if _keeps_blank_lines(plan, where.members[gap - 1]):
        above = 0
    below = b""
    if gap < len(where.members) and _is_spaced(plan, _kind(plan, texts[-1]), where.members[gap].type):
        below = newline * max(1 - layout.blank_lines_after(tree, at), 0)
    if at >= len(tree.text) and texts[-1].text.raw.endswith(b"\n"):
        below = newline
    return _pieces(plan, Span(at, at), texts, (newline * (1 + above) + plan.prefix, below))


def _above(plan: _Plan, gap: int, texts: list[Insertion]) -> list[Piece]:
    """On lines of their own above a member and its comments."""
    tree, where = plan.tree, plan.where
    start = lead(tree, where, where.members[gap])
    newline = tree.source.newline_at(start)
    below = newline * (1 + blanks(tree, where, gap, _kind(plan, texts[-1]), follows=False))
    if not layout.begins_line(tree, start):
        return _pieces(plan, Span(start, start), texts, (b"", below + plan.prefix))
    at = tree.source.line_start(start)
    return _pieces(plan, Span(at, at), texts, (plan.prefix, below))


def _first(plan: _Plan, texts: list[Insertion]) -> list[Piece]:
    """The first members of a body that has none: below its header, or below the comments of the file."""
    tree, where = plan.tree, plan.where
    text = tree.text
    if where.node.parent is None:
        at = len(text.rstrip())
        if not at:
            return _pieces(plan, Span(0, 0), texts, (b"", tree.source.newline_at(0)))
        newline = tree.source.newline_at(at - 1)
        return _pieces(plan, Span(at, at), texts, (newline * 2, b"" if text[at:].strip(b" ") else newline))
    at = tail(tree, where, where.node)
    return _pieces(plan, Span(at, at), texts, (tree.source.newline_at(max(at - 1, 0)) + plan.prefix, b""))


def _pieces(plan: _Plan, span: Span, texts: list[Insertion], edges: tuple[bytes, bytes]) -> list[Piece]:
    """One piece for each text: the first takes what stands before, the last what stands behind."""
    first, last = edges
    newline = plan.tree.source.newline_at(max(span.start - 1, 0))
    unit = layout.unit(plan.tree, plan.where.node)
    pieces: list[Piece] = []
    for number, one in enumerate(texts):
        body = one.text.placed(plan.prefix, unit, newline)
        apart = number and _is_spaced(plan, _kind(plan, texts[number - 1]), _kind(plan, one))
        before = newline * (2 if apart else 1) + plan.prefix if number else first
        after = last if number == len(texts) - 1 else b""
        here = span if number == 0 else Span(span.end, span.end)
        text = Span(len(before), len(before) + len(body))
        pieces.append(Piece(Edit(here, before + body + after), one.index, text))
    return pieces


# -- what stands around ----------------------------------------------------------------------------


def _last_line(plan: _Plan, gap: int) -> int:
    """The end of the member before a gap; at the end of the body behind the comments that stand there at its column.

    A comment right above what follows belongs to that; what is headed ends at the first blank line.
    """
    tree, where, source = plan.tree, plan.where, plan.tree.source
    node = where.members[gap - 1]
    at = last = tail(tree, where, node)
    if _keeps_blank_lines(plan, node):
        below = source.row(at) + layout.blank_lines_after(tree, at)
        at = last = source.line_end(source.offset_of_line(below))
    if gap < len(where.members) or _is_level(plan):
        return last
    block: list[int] = []
    row = source.row(at) + 1
    while row < len(source.line_starts) and source.offset_of_line(row) < len(tree.text):
        start = source.offset_of_line(row)
        line = source.line_text(start)
        comment = _comment_at(tree, start + len(line) - len(line.lstrip())) if line.strip() else None
        if line.strip() and (comment is None or source.column(comment.start_byte) < len(plan.prefix)):
            deeper = source.column(start + len(line) - len(line.lstrip())) < len(plan.prefix)
            return block[-1] if block and deeper else last
        if comment is not None:
            block.append(source.line_end(start))
        elif block or where.facts.headed:
            last, block = (block[-1] if block else last), []
            if where.facts.headed:
                return last
        row += 1
    return block[-1] if block else last


def _is_level(plan: _Plan) -> bool:
    """Whether the members stand at the column of what the body hangs on, to which comments there belong."""
    above = plan.where.node.parent
    while above is not None and above.start_byte == plan.where.node.start_byte:
        above = above.parent
    return above is not None and bool(above.parent) and len(prefix_at(plan.tree, above.start_byte)) == len(plan.prefix)


def _comment_at(tree: Tree, offset: int) -> tree_sitter.Node | None:
    node = tree.root.descendant_for_byte_range(offset, offset + 1)
    return node if node is not None and node.type in tree.grammar.comments else None


def _keeps_blank_lines(plan: _Plan, node: tree_sitter.Node) -> bool:
    """Whether the blank lines below a member are part of its text."""
    end = end_of(plan.tree, node)
    token = plan.tree.root.descendant_for_byte_range(max(end - 1, 0), end)
    marks = plan.tree.grammar.fact("data", "literal", ())
    if token is None or token.type not in plan.tree.grammar.relative or len(marks) < 3:
        return False
    return marks[2].encode() in plan.tree.bytes_of(token).split(b"\n", 1)[0].split(b"#")[0]


def _kind(plan: _Plan, one: Insertion) -> str:
    kinds = [kind for kind in one.text.kinds(plan.tree) if kind not in plan.tree.grammar.comments]
    return kinds[0] if kinds else ""


def _is_spaced(plan: _Plan, *kinds: str) -> bool:
    return bool(set(kinds) & set(plan.tree.grammar.fact("layout", "absorbed", ())))


def blanks(tree: Tree, where: Body, gap: int, kind: str, *, follows: bool) -> int:
    """How many blank lines go between a new member and the one beside it: the smaller of the gaps around that one."""
    members, rank = where.members, where.facts.rank
    spaced = tree.grammar.fact("layout", "absorbed", ())
    beside = members[gap - 1] if follows else members[gap]
    apart = kind in spaced or beside.type in spaced
    order = (
        [gap - 2, gap - 1, *range(gap - 3, -1, -1)] if follows else [gap, gap - 1, *range(gap + 1, len(members) - 1)]
    )
    found: list[int] = []
    for index in order if apart else order[:2]:
        if not 0 <= index < len(members) - 1:
            continue
        one, other = members[index], members[index + 1]
        alike = rank.get(one.type, 0) == rank.get(other.type, 0)
        if alike and (not apart or one.type in spaced):
            found.append(layout.blank_lines_before(tree, lead(tree, where, other)))
    if found:
        return found[0] if apart else min(found)
    return int(tree.grammar.fact("layout", "blank_lines_top", 1)) if apart else 0
