"""Plans all that a request does to one separated list at once.

- a member goes with its separator, its comments and, where it has one, its line; the others keep theirs
- a list that would be empty collapses, unless a comment stands in it
- a new member goes inline or on a line of its own, as the list stands; the trailing separator stays as it is
- a lone member keeps, or gets, the separator that makes it a list
- a sole argument that shares the call's parentheses gets its own when a second one comes
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from structedit.edit import layout
from structedit.edit.intents import Deletion, Insertion, Piece
from structedit.errors import StructeditError
from structedit.record import record
from structedit.syntax.containers import goes_whole
from structedit.syntax.trivia import comment_behind, index_of, lead, tail
from structedit.text.patch import Edit
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.containers import Listing
    from structedit.syntax.tree import Tree


@record(eq=False)
class _Plan:
    tree: Tree
    where: Listing
    gone: dict[int, int]  # index of a member that goes -> the operation that deletes it
    coming: dict[int, list[Insertion]]
    separator: bytes

    @property
    def left(self) -> list[int]:
        return [index for index in range(len(self.where.members)) if index not in self.gone]


def plan_list(tree: Tree, where: Listing, intents: list[Insertion | Deletion]) -> list[Piece]:
    """The edits for all intents on one list."""
    gone = {index_of(where, one.member): one.index for one in intents if isinstance(one, Deletion)}
    coming: dict[int, list[Insertion]] = {}
    for one in intents:
        if isinstance(one, Insertion):
            coming.setdefault(one.gap, []).append(one)
    plan = _Plan(tree, where, gone, coming, where.facts.separator.encode())
    if where.sole or (coming and where.is_bare):
        return _plan_sole(plan)
    replaced = _take_places(plan)
    pieces = [piece for gap in sorted(plan.coming) for piece in _insert(plan, gap)]
    pieces = [piece for index in replaced for piece in _instead(plan, index, replaced[index])] + pieces
    return pieces + _delete(plan, set(replaced)) + _lone(plan, replaced)


def orphaned(where: Listing, gone: set[int]) -> list[tree_sitter.Node]:
    """Markers between members (a bare `*`) whose last member goes: they go with it. `gone` are ids of nodes."""
    facts, found = where.facts, []
    left = [one for one in where.members if one.id not in gone]
    for place, one in enumerate(left):
        if one.type in facts.introduces:
            side = left[place + 1 :]
        elif one.type in facts.concludes:
            side = left[:place]
        else:
            continue
        if not any(rank_of(where, other) == 0 for other in side):
            found.append(one)
    return found


def is_lined(tree: Tree, where: Listing) -> bool:
    """Whether each member stands on a line of its own."""
    members = where.members
    if len(members) > 1:
        pairs = itertools.pairwise(members)
        return all(not layout.same_line(tree, one.end_byte, other.start_byte) for one, other in pairs)
    if members:
        return layout.begins_line(tree, members[0].start_byte) and where.open is not None
    return (
        where.open is not None
        and where.close is not None
        and not layout.same_line(tree, where.open.end_byte, where.close.start_byte)
    )


def rank_of(where: Listing, node: tree_sitter.Node) -> int:
    """The place of a member in the order of sorts: by its kind, or by that of what an annotation is put to."""
    ranks = where.facts.rank
    inner = node.named_children[:1]
    return ranks.get(node.type, 0) or (ranks.get(inner[0].type, 0) if inner else 0)


# -- members that go -------------------------------------------------------------------------------


def _delete(plan: _Plan, replaced: set[int]) -> list[Piece]:
    going = sorted(set(plan.gone) - replaced)
    if not going:
        return []
    leaving = set(going)
    left = [index for index in range(len(plan.where.members)) if index not in leaving]
    if not left and not plan.coming:
        return _collapse(plan, going)
    last_left = max(left, default=-1)
    pieces: list[Piece] = []
    for run in _runs(plan, going):
        pieces += _delete_before(plan, run) if run[-1] < last_left else _delete_behind(plan, run)
    if going[-1] > last_left >= 0 and not plan.where.trailing and len(plan.where.members) not in plan.coming:
        separator = plan.where.separators[last_left]
        if separator is not None:
            at = separator.start_byte
            start = plan.where.members[last_left].end_byte
            if plan.tree.text[start:at].strip():
                start = at
            pieces.append(Piece(Edit.delete(start, separator.end_byte), plan.gone[going[-1]]))
    return pieces


def _runs(plan: _Plan, going: list[int]) -> list[list[int]]:
    """Members that go and follow one another with nothing of its own between them."""
    runs: list[list[int]] = []
    for index in going:
        if runs and runs[-1][-1] == index - 1:
            before = tail(plan.tree, plan.where, plan.where.members[index - 1])
            if not plan.tree.text[before : lead(plan.tree, plan.where, plan.where.members[index])].strip():
                runs[-1].append(index)
                continue
        runs.append([index])
    return runs


def _delete_before(plan: _Plan, run: list[int]) -> list[Piece]:
    """Members with others behind them: from their comments to what comes next."""
    tree, where, index = plan.tree, plan.where, run[0]
    start = lead(tree, where, where.members[index])
    end = tail(tree, where, where.members[run[-1]])
    following = _next_content(plan, end)
    starts_line, ends_line = layout.begins_line(tree, start), layout.ends_line(tree, end)
    if starts_line and ends_line:
        return [_line_deletion(plan, start, end, index)]
    if not starts_line and ends_line and not layout.same_line(tree, end, following):
        return (
            [Piece(Edit.delete(_previous_content(plan, start), end), plan.gone[index])]
            if index
            else [Piece(Edit.delete(start, following), plan.gone[index])]
        )
    return [Piece(Edit.delete(start, following), plan.gone[index])]


def _line_deletion(plan: _Plan, start: int, end: int, index: int) -> Piece:
    source = plan.tree.source
    first, after = source.line_start(start), source.next_line(end)
    below = layout.blank_lines_after(plan.tree, end)
    above = layout.blank_lines_before(plan.tree, first)
    if below and (above or index == 0):
        after = source.offset_of_line(source.row(after) + min(below, above) if above else source.row(after) + below)
    return Piece(Edit.delete(first, after), plan.gone[index])


def _delete_behind(plan: _Plan, run: list[int]) -> list[Piece]:
    """Members with none behind them: from the end of what stands before them to their end."""
    tree, where, index = plan.tree, plan.where, run[0]
    start = lead(tree, where, where.members[index])
    end = tail(tree, where, where.members[run[-1]])
    before = _previous_content(plan, start)
    node = tree.root.descendant_for_byte_range(max(before - 1, 0), before)
    closes = where.close is not None and layout.same_line(tree, end, where.close.start_byte)
    if node is not None and node.type in tree.grammar.comments and closes:
        before = start  # the delimiter cannot go up into a line that a comment ends
    return [Piece(Edit.delete(before, end), plan.gone[index])]


def _collapse(plan: _Plan, going: list[int]) -> list[Piece]:
    tree, where = plan.tree, plan.where
    if where.facts.needs == "one":
        raise StructeditError(
            "NOT_APPLICABLE",
            f"A {where.node.type} cannot be left without a member.",
            "Delete the whole statement or expression that holds the list.",
        )
    inner, index = where.inner, plan.gone[going[0]]
    if where.is_bare:
        span = Span(where.node.start_byte, where.node.end_byte)
        return [Piece(Edit(span, "".join(where.facts.delimiters or ()).encode()), index)]
    if goes_whole(where):
        return [Piece(Edit.delete(_previous_content(plan, where.node.start_byte), where.node.end_byte), index)]
    parent = where.node.parent
    if parent is not None and parent.type in where.facts.goes_in:
        inner = Span(where.node.start_byte, where.node.end_byte)
    bare = bytearray(tree.text[inner.start : inner.end])
    for one in where.members:
        start, end = lead(tree, where, one) - inner.start, tail(tree, where, one) - inner.start
        bare[start:end] = b" " * (end - start)
    if not where.facts.separator:
        start, end = lead(tree, where, where.members[0]), tail(tree, where, where.members[-1])
        return [Piece(Edit.delete(_previous_content(plan, start), end), index)]
    if not bytes(bare).strip(b"() \t\r\n\f" if inner.start == where.node.start_byte else None):
        return [Piece(Edit.delete(inner.start, inner.end), index)]
    pieces: list[Piece] = []
    for number in going:
        start, end = lead(tree, where, where.members[number]), tail(tree, where, where.members[number])
        if layout.begins_line(tree, start) and layout.ends_line(tree, end):
            pieces.append(_line_deletion(plan, start, end, number))
        else:
            pieces.append(Piece(Edit.delete(start, end), plan.gone[number]))
    return pieces


def _previous_content(plan: _Plan, start: int) -> int:
    """The end of what stands before `start`: the blanks between go with the member."""
    return len(plan.tree.text[:start].rstrip(b" \t\r\n\f"))


def _next_content(plan: _Plan, end: int) -> int:
    text = plan.tree.text
    while end < len(text) and text[end : end + 1] in (b" ", b"\t", b"\r", b"\n", b"\f"):
        end += 1
    return end


def _lone(plan: _Plan, replaced: dict[int, list[Insertion]]) -> list[Piece]:
    """Where one member is left, the separator that makes it a list (a tuple of one)."""
    left = set(plan.left) | set(replaced)
    fresh = [one for texts in (*replaced.values(), *plan.coming.values()) for one in texts]
    count = len(left) - len(replaced) + sum(1 for one in fresh if not _only_comments(plan, one))
    members, facts = plan.where.members, plan.where.facts
    if not facts.lone or not (plan.gone or plan.coming) or not members:
        return []
    index = next(iter(plan.gone.values()), fresh[0].index if fresh else 0)
    last = plan.where.separators[-1]
    if count == 1 and not plan.where.trailing and left and len(members) > 1:
        return [Piece(Edit.insert(members[max(left)].end_byte, facts.lone.encode()), index)]
    if count > 1 and len(members) == 1 and last is not None and not is_lined(plan.tree, plan.where):
        return [Piece(Edit.delete(last.start_byte, last.end_byte), index)]
    return []


# -- members that come -----------------------------------------------------------------------------


def _take_places(plan: _Plan) -> dict[int, list[Insertion]]:
    """Insertions beside a member that goes take its place."""
    replaced: dict[int, list[Insertion]] = {}
    for gap in sorted(plan.coming):
        for neighbour in (gap - 1, gap):
            if neighbour in plan.gone and neighbour not in replaced:
                replaced[neighbour] = plan.coming.pop(gap)
                break
    return replaced


def _instead(plan: _Plan, index: int, texts: list[Insertion]) -> list[Piece]:
    node = plan.where.members[index]
    start = lead(plan.tree, plan.where, node)
    between = _between(plan)
    if plan.where.open is not None and is_lined(plan.tree, plan.where) and layout.begins_line(plan.tree, start):
        newline = plan.tree.source.newline_at(start)
        between = _step(plan, newline + layout.line_prefix(plan.tree, start))
    pieces = _joined(plan, Span(start, node.end_byte), texts, (b"", b""), between)
    separator = plan.where.separators[index]
    end = separator.end_byte if separator is not None else node.end_byte
    comment = comment_behind(plan.tree, end)
    if comment is not None:
        pieces.append(Piece(Edit.delete(_previous_content(plan, comment.start), comment.end), plan.gone[index]))
    return pieces


def _insert(plan: _Plan, gap: int) -> list[Piece]:
    where, texts = plan.where, plan.coming[gap]
    if not where.members:
        return _first(plan, texts)
    lined = where.open is not None and is_lined(plan.tree, where)
    if gap == 0:
        return _in_front(plan, texts, lined)
    return _behind(plan, gap, texts, lined)


def _first(plan: _Plan, texts: list[Insertion]) -> list[Piece]:
    """The first members of an empty list, on lines of their own where its delimiters stand on two."""
    tree, where = plan.tree, plan.where
    inner = where.inner
    if where.open is None or where.close is None:
        raise StructeditError("CANNOT_INSERT_HERE", f"The {where.node.type} is empty and has no delimiters.")
    newline = tree.source.newline_at(inner.start)
    held = tree.text[inner.start : inner.end]
    if not held.strip() and layout.same_line(tree, inner.start, inner.end):
        lone = where.facts.lone.encode() if len(texts) == 1 else b""
        pad = layout.pad(tree, where)
        if not where.facts.separator:  # blanks are all that keeps members apart
            return _joined(plan, Span(inner.start, inner.start), texts, (b" ", b""), b" ")
        return _joined(plan, inner, texts, (pad, lone + pad), plan.separator + b" ")
    base = layout.line_prefix(tree, where.close.start_byte)
    prefix = _comment_prefix(plan) or layout.line_prefix(tree, where.open.start_byte) + layout.unit(tree)
    last = plan.separator if tree.grammar.fact("layout", "trailing_separator") else b""
    if held.strip():
        at = len(tree.text[: inner.end].rstrip())
        tail_end = newline + base if layout.same_line(tree, at, inner.end) else b""
        return _joined(plan, Span(at, at), texts, (newline + prefix, last + tail_end), _step(plan, newline + prefix))
    return _joined(plan, inner, texts, (newline + prefix, last + newline + base), _step(plan, newline + prefix))


def _comment_prefix(plan: _Plan) -> bytes:
    comments = [child for child in plan.where.node.children if child.is_extra]
    own = [one for one in comments if layout.begins_line(plan.tree, one.start_byte)]
    return layout.line_prefix(plan.tree, own[0].start_byte) if own else b""


def _in_front(plan: _Plan, texts: list[Insertion], lined: bool) -> list[Piece]:
    tree, first = plan.tree, plan.where.members[0]
    start = lead(tree, plan.where, first)
    if lined and layout.begins_line(tree, start):
        newline = tree.source.newline_at(start)
        step = newline + layout.line_prefix(tree, start)
        return _joined(plan, Span(start, start), texts, (b"", plan.separator + step), _step(plan, step))
    if lined:
        newline = tree.source.newline_at(first.start_byte)
        step = newline + layout.line_prefix(tree, plan.where.members[-1].start_byte)
        return _joined(plan, Span(start, start), texts, (b"", plan.separator + step), _step(plan, step))
    return _joined(plan, Span(start, start), texts, (b"", _between(plan)), _between(plan))


def _behind(plan: _Plan, gap: int, texts: list[Insertion], lined: bool) -> list[Piece]:
    """Behind a member: on the next line where members have their own, else right behind it."""
    tree, where = plan.tree, plan.where
    node, separator = where.members[gap - 1], where.separators[gap - 1]
    if not lined:
        return _joined(plan, Span(node.end_byte, node.end_byte), texts, (_between(plan), b""), _between(plan))
    if _leads(plan):
        return _behind_leading(plan, gap, texts)
    at = _behind_comments(plan, gap, tail(tree, where, node))
    newline = tree.source.newline_at(at)
    column = next((one for one in where.members[1:] or where.members if layout.begins_line(tree, one.start_byte)), node)
    step = newline + layout.line_prefix(tree, column.start_byte)
    more = gap < len(where.members) or where.trailing
    pieces = _joined(plan, Span(at, at), texts, (step, plan.separator if more else b""), _step(plan, step))
    if separator is None and not all(_only_comments(plan, one) for one in texts):
        pieces.insert(0, Piece(Edit.insert(node.end_byte, plan.separator), texts[0].index))
    return pieces


def _leads(plan: _Plan) -> bool:
    """Whether the separators stand at the start of the lines."""
    found = [one for one in plan.where.separators if one is not None]
    return bool(found) and all(layout.begins_line(plan.tree, one.start_byte) for one in found)


def _behind_leading(plan: _Plan, gap: int, texts: list[Insertion]) -> list[Piece]:
    tree, where = plan.tree, plan.where
    node = where.members[gap - 1]
    comment = comment_behind(tree, node.end_byte)
    at = comment.end if comment is not None else node.end_byte
    sample = next(one for one in where.separators if one is not None)
    following = tree.text[sample.end_byte : sample.end_byte + 1]
    blank = following if following in (b" ", b"\t") else b""
    step = tree.source.newline_at(at) + layout.line_prefix(tree, sample.start_byte) + plan.separator + blank
    return _joined(plan, Span(at, at), texts, (step, b""), step)


def _behind_comments(plan: _Plan, gap: int, at: int) -> int:
    """At the end of a list of lines: behind the comments that stand there at the members' column."""
    tree, where = plan.tree, plan.where
    if gap < len(where.members):
        return at
    column = tree.source.column(where.members[-1].start_byte)
    for child in where.node.children:
        inside = child.is_extra and child.start_byte >= at
        if inside and layout.begins_line(tree, child.start_byte) and tree.source.column(child.start_byte) == column:
            at = child.end_byte
    return at


def _joined(plan: _Plan, span: Span, texts: list[Insertion], edges: tuple[bytes, bytes], between: bytes) -> list[Piece]:
    """One piece for each text: the first takes what stands before, the last what stands behind."""
    first, last = edges
    tree = plan.tree
    pieces: list[Piece] = []
    newline = tree.source.newline_at(span.start)
    for number, one in enumerate(texts):
        bare = number > 0 and (_only_comments(plan, texts[number - 1]) or bool(texts[number - 1].text.comment))
        before = first if number == 0 else between.removeprefix(plan.separator) if bare else between
        prefix = before.rsplit(newline, 1)[-1] if newline in before else layout.line_prefix(tree, span.start)
        body = one.text.placed(prefix, layout.unit(tree, plan.where.node), newline)
        after = last if number == len(texts) - 1 else b""
        if _only_comments(plan, one):
            after = after.removeprefix(plan.separator)
        if number + 1 < len(texts) and one.text.comment and between.startswith(plan.separator):
            after = plan.separator
        here = span if number == 0 else Span(span.end, span.end)
        text = Span(len(before), len(before) + len(body))
        if not one.text.comment:
            pieces.append(Piece(Edit(here, before + body + after), one.index, text, whole=one.whole))
            continue
        # the separator goes before the comment that stands behind the member
        head = before + body + after[: len(plan.separator)] if after.startswith(plan.separator) else before + body
        rest = after.removeprefix(plan.separator)
        said = one.text.comment
        also = Span(len(head), len(head) + len(said))
        pieces.append(Piece(Edit(here, head + said + rest), one.index, text, also=also, whole=one.whole))
    return pieces


def _only_comments(plan: _Plan, one: Insertion) -> bool:
    """A text of comments only is no member."""
    kinds = one.text.kinds(plan.tree)
    return bool(kinds) and all(kind in plan.tree.grammar.comments for kind in kinds)


def _step(plan: _Plan, line: bytes) -> bytes:
    return plan.separator + line


def _between(plan: _Plan) -> bytes:
    """What stands between two members of this list: its separator with the blank that it has here."""
    text, members = plan.tree.text, plan.where.members
    for separator, following in zip(plan.where.separators, members[1:], strict=False):
        if separator is not None:
            blank = text[separator.end_byte : following.start_byte]
            if not blank.strip(b" \t"):
                return plan.separator + blank
    compact = not plan.tree.grammar.facts.get("list", {}).get(plan.where.node.type, {}).get("compact", False)
    return plan.separator + (b" " if compact and not _is_compact(plan) else b"")


def _is_compact(plan: _Plan) -> bool:
    """Whether the file writes no blank behind separators: known from the list around, if this one cannot tell."""
    parent = plan.where.node.parent
    while parent is not None:
        for child in parent.children:
            if not child.is_named and plan.tree.bytes_of(child) == plan.separator:
                return plan.tree.text[child.end_byte : child.end_byte + 1] not in (b" ", b"\t", b"\n", b"\r", b"")
        parent = parent.parent
    return False


# -- a sole member that shares its delimiters ------------------------------------------------------


def _plan_sole(plan: _Plan) -> list[Piece]:
    """One member without delimiters of its own: it gets them when another one comes."""
    node = plan.where.node
    if plan.gone and not plan.coming:
        inner = plan.where.inner
        return [Piece(Edit.delete(inner.start, inner.end), plan.gone[0])]
    opening, closing = (part.encode() for part in plan.where.facts.delimiters or ("", ""))
    if plan.gone:
        texts = [one for gap in sorted(plan.coming) for one in plan.coming[gap]]
        around = (opening, closing) if plan.where.is_bare else (b"", b"")
        return _joined(plan, plan.where.inner, texts, around, plan.separator + b" ")
    glue = plan.separator + b" "
    pieces: list[Piece] = []
    front, rear = plan.coming.get(0, []), plan.coming.get(1, [])
    start, end = Span(node.start_byte, node.start_byte), Span(node.end_byte, node.end_byte)
    pieces += (
        _joined(plan, start, front, (opening, glue), glue)
        if front
        else [Piece(Edit.insert(node.start_byte, opening), rear[0].index)]
    )
    pieces += (
        _joined(plan, end, rear, (glue, closing), glue)
        if rear
        else [Piece(Edit.insert(node.end_byte, closing), front[-1].index)]
    )
    return pieces
