"""Our own check of every patch, before anything is written. It does not trust the planners.

1. every edit lies within the radius of an operation that asked for it, which resolution gave
2. what is taken away outside the targets is layout: blanks, separators, delimiters, placeholders
3. what is put in is what the caller sent, or layout
4. no edit reaches into a string or a comment that it does not replace
5. the tokens beside the edits are what they were
6. strings that were moved have the value that they had, and blocks of text say at their place what was sent
7. no new syntax error, by the parser's errors mapped through the patch and by the language's own checker
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from structedit.bridges.checkers import check
from structedit.edit.closing import missing_separators, open_comments, other_names
from structedit.edit.twice import contradicted, contradiction
from structedit.errors import StructeditError
from structedit.syntax.tree import Problem, Tree, leaves, parse
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Context, Draft, Piece
    from structedit.syntax.grammar import Grammar
    from structedit.text.patch import Patch
    from structedit.text.source import Source


def verify(tree: Tree, after: Source, patch: Patch, pieces: list[Piece], drafts: list[Draft]) -> Tree:
    """The tree of the new text, or INTERNAL: the plan was wrong, and nothing is written."""
    by_index = {draft.index: draft for draft in drafts}
    radius = _joined([span for draft in drafts for span in draft.radius])
    removed = _joined([span for draft in drafts for span in draft.removed])
    for piece in pieces:
        _within_radius(piece, radius)
        _takes_only_layout(tree, piece, removed)
        _cuts_no_token(tree, piece, removed)
    _gives_only_text(tree, pieces, by_index, removed)
    fresh = parse(after, tree.grammar)
    _neighbours_equal(tree, fresh, patch, {id(piece.edit) for piece in pieces if piece.raw})
    _lists_hold(fresh, patch, drafts)
    _texts_are_whole(fresh, patch, pieces)
    _blocks_say_the_same(fresh, patch, pieces, by_index)
    _moved_strings_equal(tree, fresh, patch, pieces)
    return fresh


def guard_syntax(tree: Tree, fresh: Tree, patch: Patch, context: Context) -> list[Problem]:
    """New syntax errors. Errors: SYNTAX_BROKEN, unless the context only wants a warning."""
    added = [*new_errors(tree, fresh, patch), *missing_separators(fresh, patch), *open_comments(fresh, patch)]
    added += other_names(fresh, patch)
    checker = fresh.grammar.checker
    stand_in = str(fresh.grammar.fact("syntax", "stand_in", "")).encode()
    message = check(checker, fresh.source.text, unchanged(fresh, patch), stand_in) if checker else None
    if checker and message is None:
        return []
    if message is not None and check(checker, tree.source.text) is not None:
        message = None  # the checker said no before: only the parser's errors can tell what is new
    twice = contradiction(tree, fresh, patch) if message is None and not added else None
    if message is None and not added and twice is None:
        return []
    if context.on_syntax_error == "warn":
        return added if twice is None else [Problem(twice[1])]
    raise _broken(fresh, added, message) if twice is None else contradicted(*twice)


def unchanged(fresh: Tree, patch: Patch) -> list[tuple[int, int]]:
    """The definitions of the top level that no edit comes near, where the parser is content with the whole text.

    What stands between a definition and its neighbours is near it: a body may have ended there.
    """
    kinds = fresh.grammar.fact("syntax", "independent", ())
    if not kinds or fresh.root.has_error:
        return []
    spans = patch.new_spans()
    ends = [span.end for span in spans]
    nodes = [node for node in fresh.root.children if node.type not in fresh.grammar.comments]
    starts = [*(node.start_byte for node in nodes[1:]), len(fresh.text) + 1]
    found: list[tuple[int, int]] = []
    done = 0
    for node, following in zip(nodes, starts, strict=False):  # an empty file has no node, but an end
        near = bisect_left(ends, done)
        if node.type in kinds and not node.start_point.column and (near == len(ends) or spans[near].start > following):
            found.append((node.start_byte, node.end_byte))
        done = node.end_byte
    return found


def new_errors(tree: Tree, fresh: Tree, patch: Patch) -> list[Problem]:
    """The errors of the new tree that no old one, mapped through the patch, covers."""
    if not fresh.root.has_error:
        return []
    old = [patch.map_span(problem.span) for problem in tree.errors]
    tolerant = any(_is_trailing_separator(tree, problem) for problem in tree.errors)
    return [
        problem
        for problem in fresh.errors
        if not any(span.start <= problem.span.start and problem.span.end <= span.end for span in old)
        and not (tolerant and _is_trailing_separator(fresh, problem))
    ]


def _is_trailing_separator(tree: Tree, problem: Problem) -> bool:
    """An error that is only a separator before the end of a list, in a dialect that has such."""
    tolerated = [one for one in tree.grammar.lists.values() if one.trailing == "tolerated"]
    separator = tree.bytes_of(problem.node)
    node = problem.node
    if problem.missing:
        before = _beside(node, tree, -1)
        separator = tree.bytes_of(before) if before is not None else b""
    behind = _beside(node, tree, 1)
    return behind is not None and any(
        one.separator.encode() == separator and one.delimiters is not None and one.delimiters[1] == behind.type
        for one in tolerated
    )


def _beside(node: tree_sitter.Node, tree: Tree, side: int) -> tree_sitter.Node | None:
    """The next sibling that is no comment."""
    here = node.next_sibling if side > 0 else node.prev_sibling
    while here is not None and here.type in tree.grammar.comments:
        here = here.next_sibling if side > 0 else here.prev_sibling
    return here


def _broken(fresh: Tree, added: list[Problem], message: str | None) -> StructeditError:
    row = added[0].node.start_point.row if added else 0
    if message is not None:
        found = re.search(r"line (\d+)", message)
        row = int(found.group(1)) - 1 if found else row
    where = fresh.source.offset_of_line(row)
    line = fresh.source.line_text(where).decode("utf-8", "backslashreplace").strip()[:120]
    said = message or ("something is missing" if added[0].missing else "the parser cannot read it")
    return StructeditError(
        "SYNTAX_BROKEN",
        f"The edit would add a syntax error at line {row + 1} of the result: {said}.",
        'Correct the text (see `text` in the details: the line as it would be), or send "on_syntax_error": "warn".',
        {"line": row + 1, "text": line, "errors": len(added)},
    )


# -- what a plan may do ----------------------------------------------------------------------------


def _internal(what: str, piece: Piece | None = None) -> StructeditError:
    details = {"span": [piece.edit.span.start, piece.edit.span.end], "index": piece.index} if piece is not None else {}
    return StructeditError(
        "INTERNAL", f"The plan of this edit did not pass structedit's own check: {what}.", "", details
    )


def _within_radius(piece: Piece, radius: list[Span]) -> None:
    near = bisect_left(radius, Span(piece.edit.span.start + 1, piece.edit.span.start + 1))
    if not any(span.contains(piece.edit.span) for span in radius[max(near - 1, 0) : near + 1]):
        raise _internal("it would write outside the place that was asked for", piece)


def _joined(given: list[Span]) -> list[Span]:
    """The same places as spans that do not touch, sorted."""
    spans: list[Span] = []
    for span in sorted(given):
        if spans and span.start <= spans[-1].end:
            spans[-1] = spans[-1].hull(span)
        else:
            spans.append(span)
    return spans


def _takes_only_layout(tree: Tree, piece: Piece, removed: list[Span]) -> None:
    taken = _outside(piece.edit.span, removed, tree.text)
    if piece.moved:
        return
    if _without_glue(tree, taken):
        raise _internal(f"it would remove {taken.strip()[:60]!r}, which is not the target's", piece)


def _outside(span: Span, removed: list[Span], text: bytes) -> bytes:
    kept = bytearray(span.of(text))
    # `removed` is sorted and does not overlap
    for one in removed[max(bisect_left(removed, Span(span.start, span.start)) - 1, 0) :]:
        if one.start >= span.end:
            break
        start, end = max(one.start, span.start), min(one.end, span.end)
        if start < end:
            kept[start - span.start : end - span.start] = b" " * (end - start)
    return bytes(kept)


def _cuts_no_token(tree: Tree, piece: Piece, removed: list[Span]) -> None:
    span = piece.edit.span
    for offset in {span.start, span.end}:
        near = bisect_left(removed, Span(offset + 1, offset + 1))
        if any(one.start <= offset <= one.end for one in removed[max(near - 1, 0) : near + 1]):
            continue
        node = tree.root.descendant_for_byte_range(offset, offset)
        here = node
        code = tree.grammar.fact("syntax", "embedded", ())
        while here is not None and here.parent is not None and here.type not in tree.grammar.tokens:
            if here.type in code:
                here = None
                break
            if here.child_count and here.end_byte - here.start_byte > 10_000:
                here = None
                break
            here = here.parent
        token = here if here is not None and here.type in tree.grammar.tokens else node
        if (
            token is None
            or not tree.bytes_of(token).strip()
            or (token.child_count and token.type not in tree.grammar.tokens)
        ):
            continue
        end = token.start_byte + len(tree.bytes_of(token).rstrip(b"\r\n"))
        if token.type in tree.grammar.loose and not tree.text[offset - 1 : offset].strip():
            continue
        if token.start_byte < offset < end:
            raise _internal("it would cut a token in two", piece)


def _gives_only_text(tree: Tree, pieces: list[Piece], drafts: dict[int, Draft], removed: list[Span]) -> None:
    sent: dict[int, Counter[bytes]] = {}
    moved: Counter[int] = Counter()
    for piece in pieces:
        new, text = piece.edit.new, piece.text
        layout = new
        for span in (piece.also, text):
            layout = layout if span is None else layout[: span.start] + b" " + layout[span.end :]
        if (piece.moved and text is None) or (piece.moved and layout.strip()):
            moved.update(_without_glue(tree, layout))
            moved.subtract(_without_glue(tree, _outside(piece.edit.span, removed, tree.text)))
        elif _without_glue(tree, layout):
            raise _internal(f"it would add {layout.strip()[:60]!r}, which nobody sent", piece)
        if text is not None:
            sent.setdefault(piece.index, Counter())[_bare(text.of(new))] += 1
        if piece.also is not None:
            sent.setdefault(piece.index, Counter())[_bare(piece.also.of(new))] += 1
    if any(moved.values()):
        raise _internal("what it moves would not arrive whole")
    for index, texts in sent.items():
        wanted = Counter(_bare(one) for one in drafts[index].wanted)
        if texts - wanted:
            raise _internal("what it would write is not what was sent")


def _bare(text: bytes) -> bytes:
    return b"".join(text.split())


def _without_glue(tree: Tree, text: bytes) -> bytes:
    """The text without blanks and what planners may put in or take away by themselves."""
    return _bare(_glue(tree.grammar).sub(b"", text)) if text.strip() else b""


@cache
def _glue(grammar: Grammar) -> re.Pattern[bytes]:
    """What planners may put in or take away by themselves."""
    words = {facts.separator for facts in grammar.lists.values()}
    words |= {part for facts in grammar.lists.values() for part in facts.delimiters or ()}
    words |= {facts.placeholder for facts in grammar.bodies.values()} | {
        word for facts in grammar.bodies.values() for word in facts.gives_way
    }
    for facts in grammar.lists.values():
        words.update((*facts.introduces.values(), *facts.concludes.values()))
    words.add(grammar.fact("syntax", "statement_separator", ""))
    for absent in grammar.absents:
        words.update(part for part in (*absent.text.split("$TEXT"), absent.block) for part in part.split())
    chosen = sorted((re.escape(word.encode()) for word in words if word), key=len, reverse=True)
    return re.compile(b"|".join(chosen) if chosen else rb"(?!)")


# -- what the result must be -----------------------------------------------------------------------


def _neighbours_equal(tree: Tree, fresh: Tree, patch: Patch, raw: set[int]) -> None:
    """The token before and the token behind each edit are in the new tree what they were in the old one.

    Not so beside raw text, which may be a part of a token, or change what those beside it are.
    """
    for edit in patch.edits:
        if id(edit) in raw:
            continue
        for old_at, side in ((edit.span.start, -1), (edit.span.end, 1)):
            _same_token(tree, fresh, patch, (old_at, side))


def _lists_hold(fresh: Tree, patch: Patch, drafts: list[Draft]) -> None:
    """A list that was written into still reaches from its opening to its closing delimiter."""
    for draft in drafts:
        for node in draft.held:
            span = Span(patch.map(node.start_byte, "right"), patch.map(node.end_byte - 1, "right") + 1)
            found = fresh.root.descendant_for_byte_range(span.start, span.end)
            if found is None or (found.start_byte, found.end_byte) != (span.start, span.end):
                raise StructeditError(
                    "SYNTAX_BROKEN",
                    "The text closes a bracket that it has not opened, so the list that it goes into would end early.",
                    "Send whole members, each with its brackets in pairs.",
                )


def _blocks_say_the_same(fresh: Tree, patch: Patch, pieces: list[Piece], drafts: dict[int, Draft]) -> None:
    """A block of text that was sent says at its place what it said as it was sent."""
    if not fresh.grammar.relative:
        return
    from structedit.edit.relative import says_the_same

    places = dict(zip((id(edit) for edit in patch.edits), patch.new_spans(), strict=True))
    for piece in pieces:
        if piece.text is None or piece.raw or id(piece.edit) not in places:
            continue
        bare = _bare(piece.text.of(piece.edit.new))
        sent = next((one for one in drafts[piece.index].wanted if _bare(one) == bare), None)
        span = piece.text.shifted(places[id(piece.edit)].start)
        if sent is not None and not says_the_same(fresh, span, sent):
            raise _internal("a block of text would not say what it said", piece)


def _texts_are_whole(fresh: Tree, patch: Patch, pieces: list[Piece]) -> None:
    """A value stays one value: its text is one node of the result, no more and no less."""
    places = dict(zip((id(edit) for edit in patch.edits), patch.new_spans(), strict=True))
    for piece in pieces:
        if not piece.whole or piece.text is None or id(piece.edit) not in places:
            continue
        span = piece.text.shifted(places[id(piece.edit)].start)
        found = fresh.root.descendant_for_byte_range(span.start, span.end)
        if found is not None and not found.has_error and (found.start_byte, found.end_byte) != (span.start, span.end):
            raise StructeditError(
                "SYNTAX_BROKEN",
                f"The text {fresh.read(found)[:60]!r} would not be one value at its place, but more or less than that.",
                "Send the source of one value; to add members, insert them.",
            )


def _same_token(tree: Tree, fresh: Tree, patch: Patch, place: tuple[int, int]) -> None:
    old_at, side = place
    distance = _to_token(tree.text, old_at, side)
    if distance is None:
        return
    here = old_at + distance
    if patch.takes(here):
        return
    one, other = _token_at(tree, here), _token_at(fresh, patch.map(here, "right"))
    if one is None or other is None or one[2]:
        return
    if one[:2] != other[:2]:
        raise StructeditError(
            "SYNTAX_BROKEN",
            f"The new text would change what stands beside it: {one[1][:60]!r} would be read as something else.",
            "Check the text for an open quote, bracket or comment.",
        )


def _to_token(text: bytes, at: int, side: int) -> int | None:
    if side > 0:
        rest = text[at : at + 4096]
        return len(rest) - len(rest.lstrip(b" \t\r\n\f")) if rest.strip(b" \t\r\n\f") else None
    before = text[max(at - 4096, 0) : at]
    stripped = before.rstrip(b" \t\r\n\f")
    return -(len(before) - len(stripped) + 1) if stripped else None


def _token_at(tree: Tree, offset: int) -> tuple[str, bytes, bool] | None:
    """Kind and text of the token at an offset, and whether it stands in an error."""
    node = tree.root.descendant_for_byte_range(offset, offset + 1)
    token, broken = node, False
    for _ in range(4):
        if node is None:
            break
        broken = broken or node.is_error
        if node.type in tree.grammar.tokens:
            token = node
        node = node.parent
    if token is None or token.parent is None:
        return None
    text = tree.bytes_of(token).rstrip(b"\r\n")
    return token.type, (b" ".join(text.split()) if token.type in tree.grammar.loose else text)[:200], broken


def _moved_strings_equal(tree: Tree, fresh: Tree, patch: Patch, pieces: list[Piece]) -> None:
    """A string that was moved is the string that it was: none in the new place differs from an old one by blanks."""
    places = dict(zip((id(edit) for edit in patch.edits), patch.new_spans(), strict=True))
    for piece in pieces:
        if not piece.moved or piece.text is None or not len(piece.edit.span):
            continue
        before = _strings(tree, piece.edit.span)
        bare = {_bare(text) for text in before}
        for text in _strings(fresh, places[id(piece.edit)]):
            if text not in before and _bare(text) in bare:
                raise _internal("a string would change with its place", piece)


def _strings(tree: Tree, within: Span) -> Counter[bytes]:
    node = tree.root.descendant_for_byte_range(within.start, max(within.start, within.end))
    if node is None:
        return Counter()
    atomic = tree.grammar.tokens
    inside = (leaf for leaf in leaves(node, atomic) if within.start <= leaf.start_byte and leaf.end_byte <= within.end)
    found = ((leaf, tree.bytes_of(leaf)) for leaf in inside if leaf.type in atomic)
    if not tree.grammar.relative:
        return Counter(text for _, text in found)
    from structedit.edit.relative import said

    return Counter(said(text) if leaf.type in tree.grammar.relative else text for leaf, text in found)
