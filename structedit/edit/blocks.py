"""Plans all that a request does to one body of statements at once.

- a member goes with its comments, decorators and lines; of the blank lines around it the larger gap stays
- a body that would be empty gets the language's empty statement; one that held only that gives it up
- new members stand on lines of their own, at the column of the others, as far apart as members are here
- a body on its header's line opens up when something is inserted
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import braces, layout, mixed
from structedit.edit.intents import Deletion, Insertion, Piece
from structedit.record import record
from structedit.syntax.trivia import comment_at, comment_behind, end_of, index_of, lead, tail
from structedit.text.patch import Edit
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.incoming import Incoming
    from structedit.syntax.containers import Body
    from structedit.syntax.tree import Tree


@record(eq=False)
class BodyPlan:
    tree: Tree
    where: Body
    prefix: bytes
    unit: bytes
    gone: dict[int, int]  # index of a member that goes -> the operation that deletes it
    coming: dict[int, list[Insertion]]  # gap -> what goes there, in the order of the request
    kept: frozenset[int] = frozenset()  # of those that go, the ones whose comments stay

    def owned(self) -> list[tuple[int, int]]:
        """Each member with its comments, as offsets."""
        tree, where = self.tree, self.where
        return [(lead(tree, where, one), max(tail(tree, where, one), _end(tree, one))) for one in where.members]


def plan_body(tree: Tree, where: Body, intents: list[Insertion | Deletion]) -> list[Piece]:
    """The edits for all intents on one body."""
    gone = {index_of(where, one.member): one.index for one in intents if isinstance(one, Deletion)}
    coming: dict[int, list[Insertion]] = {}
    for one in intents:
        if isinstance(one, Insertion):
            coming.setdefault(one.gap, []).append(one)
    for texts in coming.values():
        texts.sort(key=lambda one: (one.fills, one.order))  # a docstring comes first
    kept = frozenset(index_of(where, one.member) for one in intents if isinstance(one, Deletion) and one.keeps)
    plan = BodyPlan(tree, where, layout.member_prefix(tree, where), layout.unit(tree, where.node), gone, coming, kept)
    if coming and _gives_way(plan):
        return _fill_placeholder(plan)
    if mixed.is_mixed(plan):
        return (mixed.place(plan) if coming else []) + _delete(plan, set())
    if coming and braces.is_closed(plan):
        return braces.fill(plan)
    if coming and _is_inline(plan):
        return _open_up(plan)
    if braces.is_emptied(plan):
        return braces.empty(plan)
    pieces: list[Piece] = []
    taken: set[int] = set()
    for gap in sorted(coming):
        pieces += _insert(plan, gap, taken)
    return pieces + _delete(plan, taken)


# -- deleting --------------------------------------------------------------------------------------


def _delete(plan: BodyPlan, taken: set[int]) -> list[Piece]:
    left = [index for index in range(len(plan.where.members)) if index not in plan.gone]
    going = sorted(set(plan.gone) - taken)
    placeholder = plan.where.facts.placeholder
    if not left and not plan.coming and placeholder and going:
        return _leave_placeholder(plan, going, placeholder.encode())
    return [piece for run in _runs(plan, going) for piece in _delete_run(plan, run)]


def _leave_placeholder(plan: BodyPlan, going: list[int], placeholder: bytes) -> list[Piece]:
    tree, where = plan.tree, plan.where
    first, last = where.members[going[0]], where.members[going[-1]]
    start, end = lead(tree, where, first), _end(tree, last)
    if _is_inline(plan):
        start, end = first.start_byte, end_of(tree, last)
    return [Piece(Edit(Span(start, end), placeholder), plan.gone[going[0]])]


def _runs(plan: BodyPlan, going: list[int]) -> list[list[int]]:
    """Members that go and follow one another with nothing but blank lines between them."""
    runs: list[list[int]] = []
    for index in going:
        if runs and runs[-1][-1] == index - 1 and not _free_between(plan, index):
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _free_between(plan: BodyPlan, index: int) -> bool:
    """Whether something that belongs to neither stands between a member and the one before."""
    before, here = plan.where.members[index - 1], plan.where.members[index]
    start = tail(plan.tree, plan.where, before)
    return bool(plan.tree.text[start : lead(plan.tree, plan.where, here)].strip(b" \t\r\n\f;"))


def _delete_run(plan: BodyPlan, run: list[int]) -> list[Piece]:
    tree, where, source = plan.tree, plan.where, plan.tree.source
    first, last = where.members[run[0]], where.members[run[-1]]
    index = plan.gone[run[0]]
    start, end = lead(tree, where, first), _end(tree, last)
    if not layout.begins_line(tree, start) or not layout.ends_line(tree, end):
        return _delete_on_line(plan, run)
    if _is_lone_placeholder(plan, run):
        comment = comment_behind(tree, end_of(tree, last))
        if comment is not None:
            return [Piece(Edit.delete(last.start_byte, comment.start), index)]
    start, end = source.line_start(start), source.next_line(end)
    above = layout.blank_lines_before(tree, start)
    below = layout.blank_lines_after(tree, max(start, end - 1)) if end < len(tree.text) else 0
    has_above, has_below = _something_above(plan, run[0], start), _something_below(plan, run[-1], end)
    if has_below and (not has_above or below <= above):
        end = source.offset_of_line(source.row(end) + below)
    elif has_above and (not has_below or above < below):
        start = source.offset_of_line(source.row(start) - above)
    return [Piece(Edit.delete(start, end), index)]


def _delete_on_line(plan: BodyPlan, run: list[int]) -> list[Piece]:
    """Members that share a line with others go with one separator."""
    members, tree = plan.where.members, plan.tree
    first, last, index = members[run[0]], members[run[-1]], plan.gone[run[0]]
    if run[-1] + 1 < len(members) and layout.same_line(tree, end_of(tree, last), members[run[-1] + 1].start_byte):
        between = tree.text[end_of(tree, last) : members[run[-1] + 1].start_byte]
        blank = len(between) - len(between.lstrip(b" \t\r\n\f;"))  # a comment between them stays
        return [Piece(Edit.delete(first.start_byte, end_of(tree, last) + blank), index)]
    if run[0] > 0 and layout.same_line(tree, end_of(tree, members[run[0] - 1]), first.start_byte):
        start = end_of(tree, members[run[0] - 1])
        kept = len(tree.text[start : first.start_byte].rstrip())
        kept = kept if tree.text[start : first.start_byte].strip(b" \t\r\n\f;") else 0
        return [Piece(Edit.delete(start + kept, _end(tree, last)), index)]
    return [Piece(Edit.delete(first.start_byte, end_of(tree, last)), index)]


def _end(tree: Tree, node: tree_sitter.Node) -> int:
    """The end of a member with its statement separator and its comment."""
    end = _behind_separator(tree, end_of(tree, node))
    comment = comment_behind(tree, end)
    return comment.end if comment is not None else end


def _behind_separator(tree: Tree, end: int) -> int:
    separator = tree.grammar.fact("syntax", "statement_separator", "").encode()
    rest = tree.text[end : tree.source.line_end(end)]
    if not separator or not rest.lstrip().startswith(separator):
        return end
    behind = end + rest.index(separator) + len(separator)
    rest = tree.text[behind : tree.source.line_end(end)]
    return behind if not rest.strip() or comment_behind(tree, behind) is not None else end


def _is_lone_placeholder(plan: BodyPlan, run: list[int]) -> bool:
    """Whether only the placeholder of a body goes that holds something else."""
    text = plan.tree.bytes_of(plan.where.members[run[0]]).decode("utf-8", "replace")
    return len(run) == 1 and len(plan.where.members) > 1 and text == plan.where.facts.placeholder != ""


def _something_above(plan: BodyPlan, index: int, start: int) -> bool:
    """Whether the body has something above: a member, or a comment of its own."""
    opening = plan.where.open
    floor = plan.where.node.start_byte if plan.where.node.parent is not None else 0
    floor = opening.end_byte if opening is not None else floor
    return index > 0 or bool(plan.tree.text[floor : max(floor, start)].strip())


def _something_below(plan: BodyPlan, index: int, end: int) -> bool:
    closing = plan.where.close
    ceiling = plan.where.node.end_byte if plan.where.node.parent is not None else len(plan.tree.text)
    ceiling = closing.start_byte if closing is not None else ceiling
    return index + 1 < len(plan.where.members) or bool(plan.tree.text[end : max(end, ceiling)].strip())


# -- inserting -------------------------------------------------------------------------------------


def _insert(plan: BodyPlan, gap: int, taken: set[int]) -> list[Piece]:
    """What goes to one gap; where a member beside it goes, it takes that one's place."""
    texts = plan.coming[gap]
    for neighbour in (gap - 1, gap):
        if neighbour in plan.gone and neighbour not in taken:
            taken.add(neighbour)
            return _instead(plan, neighbour, texts)
    before = plan.where.members[gap - 1] if gap > 0 else None
    after = plan.where.members[gap] if gap < len(plan.where.members) else None
    between = end_of(plan.tree, before) if before is not None else 0
    if before is not None and after is not None and layout.same_line(plan.tree, between, after.start_byte):
        return _break_line(plan, before, after, texts)
    if texts[0].follows and before is not None:
        return _below(plan, gap, texts, _last_line(plan, gap))
    if after is not None:
        return _above(plan, gap, texts, after)
    return _below(plan, gap, texts, _top_comments(plan))


def _instead(plan: BodyPlan, index: int, texts: list[Insertion]) -> list[Piece]:
    tree, members = plan.tree, plan.where.members
    node = members[index]
    start, end = lead(tree, plan.where, node), _end(tree, node)
    if index in plan.kept:
        start, end = node.start_byte, _behind_separator(tree, end_of(tree, node))
    newline = tree.source.newline_at(start)
    first = last = b""
    if index > 0 and layout.same_line(tree, end_of(tree, members[index - 1]), start):
        start, first = end_of(tree, members[index - 1]), newline + plan.prefix
    if index + 1 < len(members) and layout.same_line(tree, end_of(tree, node), members[index + 1].start_byte):
        end, last = members[index + 1].start_byte, newline + plan.prefix
    return _pieces(plan, Span(start, end), texts, (first, last), newline)


def _break_line(
    plan: BodyPlan, before: tree_sitter.Node, after: tree_sitter.Node, texts: list[Insertion]
) -> list[Piece]:
    """Between two statements on one line: each gets its own."""
    newline = plan.tree.source.newline_at(before.end_byte)
    step = newline + plan.prefix
    return _pieces(plan, Span(before.end_byte, after.start_byte), texts, (step, step), newline)


def _below(plan: BodyPlan, gap: int, texts: list[Insertion], offset: int) -> list[Piece]:
    """On lines of their own below the line of `offset`."""
    tree, source = plan.tree, plan.tree.source
    newline = source.newline_at(offset)
    at = source.next_line(offset) if offset < len(tree.text) or offset else 0
    kinds = _kinds(plan, texts)
    before = _kind(plan, gap - 1)
    above = max(_wanted(plan, gap, (before, kinds[0])), texts[0].apart) if before else 0
    if gap == 1 and plan.where.node.parent is None and 0 not in _without_kept(plan):
        above = max(above, 1)
    below = 0
    if gap < len(plan.where.members):
        there = layout.blank_lines_after(tree, offset)
        kept = there if _alike(plan, before, kinds[-1]) else _wanted(plan, gap + 1, (kinds[-1], _kind(plan, gap)))
        below = max(kept, _below_of(texts[-1])) - there
    ends = tree.text[:at].endswith((b"\n", b"\r")) or at == 0
    first = (b"" if ends else newline) + newline * above + plan.prefix
    last = newline * (1 + max(below, 0)) if ends or texts[-1].text.raw.endswith(b"\n") else b""
    return _pieces(plan, Span(at, at), texts, (first, last), newline)


def _above(plan: BodyPlan, gap: int, texts: list[Insertion], after: tree_sitter.Node) -> list[Piece]:
    """On lines of their own above a member, its decorators and its comments."""
    tree, source = plan.tree, plan.tree.source
    start = lead(tree, plan.where, after)
    at = source.line_start(start)
    if gap == 0 and at < plan.where.node.start_byte and tree.text[at:start].strip(b" \t"):
        at = start
    newline = source.newline_at(source.next_line(at))
    kinds = _kinds(plan, texts)
    before = _kind(plan, gap - 1)
    there = layout.blank_lines_before(tree, at)
    kept = 0 if _alike(plan, kinds[0], _kind(plan, gap)) else _wanted(plan, gap, (before, kinds[0]))
    above = max((kept if before else 0) - there, 0)
    below = max(_wanted(plan, gap + 1, (kinds[-1], _kind(plan, gap))), _below_of(texts[-1]))
    lead_in = b"" if tree.text[at:start].strip(b" \t") else plan.prefix
    lead_out = newline * (1 + below)
    return _pieces(plan, Span(at, at), texts, (newline * above + lead_in, lead_out), newline)


def _pieces(
    plan: BodyPlan, span: Span, texts: list[Insertion], edges: tuple[bytes, bytes], newline: bytes
) -> list[Piece]:
    """One piece for each text: the first takes what stands before, the last what stands behind."""
    first, last = edges
    pieces: list[Piece] = []
    for number, one in enumerate(texts):
        body = one.text.placed(plan.prefix, plan.unit, newline)
        before = first if number == 0 else newline * (1 + _apart(plan, texts[number - 1 : number + 1])) + plan.prefix
        after = last if number == len(texts) - 1 else b""
        here = Span(span.start, span.end) if number == 0 else Span(span.end, span.end)
        text = Span(len(before), len(before) + len(body))
        pieces.append(Piece(Edit(here, before + body + after), one.index, text, stands=True))
    return pieces


def _alike(plan: BodyPlan, one: str, other: str) -> bool:
    """Whether two kinds stand equally far from what is around them, so that a gap serves the one as the other."""
    tables = (plan.tree.grammar.fact("layout", "absorbed", ()), plan.tree.grammar.fact("imports", "kinds", ()))
    return bool(one) and all((one in table) == (other in table) for table in tables)


def _below_of(one: Insertion) -> int:
    """The blank lines that go behind a docstring; those of other texts are the layout's business."""
    return one.apart if one.fills else one.text.below


def _apart(plan: BodyPlan, pair: list[Insertion]) -> int:
    kinds = (_kind_of(plan, pair[0].text), _kind_of(plan, pair[1].text))
    apart = max(pair[1].apart - pair[0].apart, 0)
    return max(_wanted(plan, pair[0].gap, kinds), 0 if pair[0].fills else pair[0].text.below, apart)


def _wanted(plan: BodyPlan, gap: int, kinds: tuple[str, str]) -> int:
    return layout.blank_lines_wanted(plan.tree, plan.where, gap, kinds)


def _kinds(plan: BodyPlan, texts: list[Insertion]) -> list[str]:
    return [_kind_of(plan, one.text) for one in texts]


def _kind(plan: BodyPlan, index: int) -> str:
    members = plan.where.members
    return layout.sort_of(plan.tree, members[index]) if 0 <= index < len(members) else ""


def _kind_of(plan: BodyPlan, text: Incoming) -> str:
    """The kind of node that a text begins with."""
    parsed, nodes = text.members(plan.tree, plan.where)
    kinds = [layout.sort_of(parsed, node) for node in nodes]
    spaced = plan.tree.grammar.fact("layout", "absorbed", ())
    return next((kind for kind in kinds if kind in spaced), kinds[0] if kinds else "")


def _last_line(plan: BodyPlan, gap: int) -> int:
    """The end of the member before a gap, with the comments that belong to it or, at the end, to the body."""
    tree, source = plan.tree, plan.tree.source
    node = plan.where.members[gap - 1]
    end = _end(tree, node)
    at_end = gap == len(plan.where.members)
    column = len(plan.prefix) if at_end else len(plan.prefix) + 1
    row, last = source.row(end) + 1, end
    while row < len(source.line_starts):
        start = source.offset_of_line(row)
        line = source.line_text(start)
        content = line.strip()
        if content and not _is_comment(plan, start + len(line) - len(line.lstrip())):
            break
        if content and len(line) - len(line.lstrip()) < column:
            break
        if content:
            last = source.line_end(start)
        elif not at_end:
            break
        row += 1
    return last


def _is_comment(plan: BodyPlan, offset: int) -> bool:
    """Whether a comment is there, its later lines included."""
    node = plan.tree.root.descendant_for_byte_range(offset, offset + 1)
    inside = node is not None and node.type in plan.tree.grammar.comments
    return inside or comment_at(plan.tree, offset) is not None


def _top_comments(plan: BodyPlan) -> int:
    """The end of what stands in a body without members: comments, a shebang."""
    where, text = plan.where, plan.tree.text
    if where.close is not None:
        text = text[: where.close.start_byte]
    elif where.node.parent is not None:
        text = text[: where.node.end_byte]
    return len(text.rstrip())


# -- bodies on the header's line, and placeholders -------------------------------------------------


def _is_inline(plan: BodyPlan) -> bool:
    """Whether the body stands on its header's line."""
    where = plan.where
    return (
        where.node.parent is not None
        and where.close is None
        and bool(where.members)
        and not layout.begins_line(plan.tree, where.members[0].start_byte)
    )


def _open_up(plan: BodyPlan) -> list[Piece]:
    """The body moves to lines of its own; a comment behind it stays on the header's line."""
    tree, members = plan.tree, plan.where.members
    first, last = members[0], members[-1]
    header = len(tree.text[: first.start_byte].rstrip(b" \t"))
    end = _end(tree, last)
    ends = _behind_separator(tree, end_of(tree, last))
    comment = comment_behind(tree, ends)
    newline = tree.source.newline_at(first.start_byte)
    head = tree.text[ends : comment.end] if comment is not None else b""
    step = newline + plan.prefix
    pieces: list[Piece] = []
    done = header
    for gap in range(len(members) + 1):
        for one in plan.coming.get(gap, ()):
            body = one.text.placed(plan.prefix, plan.unit, newline)
            new = head + step
            span = Span(done, members[0].start_byte) if gap == 0 and done == header else Span(done, done)
            text = Span(len(new), len(new) + len(body))
            pieces.append(Piece(Edit(span, new + body), one.index, text, bool(head), stands=True))
            head, done = b"", span.end
        if gap == len(members):
            break
        done = _open_member(plan, gap, done, head + step, pieces)
        head = b""
    if end > end_of(tree, last):
        index = next(iter(plan.coming.values()))[0].index
        pieces.append(Piece(Edit.delete(end_of(tree, last), end), index, moved=True))
    return pieces


def _open_member(plan: BodyPlan, index: int, done: int, step: bytes, pieces: list[Piece]) -> int:
    """Puts a member of an inline body on its own line; members that nothing comes between share one."""
    members, tree = plan.where.members, plan.tree
    node = members[index]
    owner = next(iter(plan.coming.values()))[0].index
    if index in plan.gone:
        pieces.append(Piece(Edit.delete(done, node.end_byte), plan.gone[index]))
        return node.end_byte
    fresh = index == 0 or index in plan.coming or index - 1 in plan.gone
    if fresh:
        gap = tree.text[done : node.start_byte]
        if gap or step.strip():
            pieces.append(Piece(Edit(Span(done, node.start_byte), step), owner, moved=bool(step.strip())))
        else:
            pieces.append(Piece(Edit.insert(node.start_byte, step), owner))
    return node.end_byte


def _gives_way(plan: BodyPlan) -> bool:
    """Whether all that the body holds, but for what it keeps, is a placeholder."""
    rest = _without_kept(plan)
    if len(rest) != 1 or rest[0] in plan.gone:
        return False
    text = plan.tree.bytes_of(plan.where.members[rest[0]]).decode("utf-8", "replace")
    coming = [one for texts in plan.coming.values() for one in texts if one.fills]
    real = any(kind not in plan.tree.grammar.comments for one in coming for kind in one.text.kinds(plan.tree))
    return real and text in plan.where.facts.gives_way


def _without_kept(plan: BodyPlan) -> list[int]:
    members = plan.where.members
    if not plan.where.facts.keeps or not members:
        return list(range(len(members)))
    first = members[0]
    kept = any(
        element.node.start_byte == first.start_byte
        for element in plan.tree.elements.at(first.start_byte, plan.where.facts.keeps)
    )
    return list(range(1 if kept else 0, len(members)))


def _fill_placeholder(plan: BodyPlan) -> list[Piece]:
    """The first real statements take the place of `pass`; a comment behind it stays on a line of its own."""
    tree = plan.tree
    index = _without_kept(plan)[0]
    node = plan.where.members[index]
    texts = [one for gap in sorted(plan.coming) for one in plan.coming[gap]]
    newline = tree.source.newline_at(node.start_byte)
    if _is_inline(plan) and index == 0:
        gone = {index: texts[0].index}
        return _open_up(BodyPlan(tree, plan.where, plan.prefix, plan.unit, gone, {0: texts}))
    comment = comment_behind(tree, _behind_separator(tree, end_of(tree, node)))
    if comment is None:
        span = Span(node.start_byte, _behind_separator(tree, end_of(tree, node)))
        return _pieces(plan, span, texts, (b"", b""), newline)
    pieces = [Piece(Edit.delete(node.start_byte, comment.start), texts[0].index)]
    return pieces + _pieces(plan, Span(comment.end, comment.end), texts, (newline + plan.prefix, b""), newline)
