"""`edit`: a quoted text gives way to another, where it is unique or the caller says which one is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit.elision import comment_mark, refuse_control, refuse_elision
from structedit.edit.intents import Writing
from structedit.edit.missed import around, multiple_matches, refuse_known, search_failed
from structedit.edit.operations import Between
from structedit.edit.proposed import FLOOR, MARGIN, is_settled, merged, token
from structedit.edit.rebase import edit_of, is_safe, rebased
from structedit.edit.strange import refuse_strange
from structedit.errors import StructeditError
from structedit.select.ladder import MOST, MOST_PLACES
from structedit.select.match import full_span
from structedit.select.resolve import require
from structedit.select.search import Haystack, search
from structedit.select.similar import similar
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.intents import Context, Draft
    from structedit.edit.operations import SearchReplace
    from structedit.select.ladder import Candidate
    from structedit.select.match import Match
    from structedit.syntax.tree import Tree


def haystack_of(tree: Tree) -> Haystack:
    """The one haystack of a tree."""
    found: Haystack = tree.elements.notes.setdefault("haystack", Haystack(tree.source, tree))
    return found


def quote(made: Draft, haystack: Haystack, operation: SearchReplace, context: Context) -> tuple[list[Match], bool]:
    """Fill the draft of an `edit`: its target if it has one, and whether it changes nothing.

    Errors: BAD_REQUEST, SEARCH_FAILED, MULTIPLE_MATCHES, ELIDED_TEXT, and those of the target.
    """
    _refuse_useless(operation)
    refuse_control(haystack.text, operation.new, context)
    matches, within = _within(haystack, operation)
    old, new = operation.old.encode("utf-8"), operation.new.encode("utf-8")
    rung, whole = operation.max_rung, operation.whole
    candidates = search(haystack, old, within=within, max_rung=rung, most=_most(operation), whole=whole)
    if not candidates and operation.if_present is True:
        return matches, True
    if not candidates and operation.if_absent is True and search(haystack, new, within=within):
        return matches, True
    chosen = _chosen(haystack, candidates, operation) if candidates else [_similar(haystack, operation, within)]
    refuse_strange(haystack, chosen[0], old, new)
    for one in chosen:
        _write(made, haystack, one, (old, new))
    made.how, made.score = chosen[0].rung, min(one.score for one in chosen)
    made.safe = all(is_safe(haystack, one, old) for one in chosen)
    made.target = around(haystack, made.targets[0]) if made.targets and not matches else ""
    if any(isinstance(one, Writing) and len(one.span) for one in made.intents):
        refuse_elision(haystack.text, comment_mark(haystack.tree), made, operation.new, context)
    return matches, False


def _similar(haystack: Haystack, operation: SearchReplace, within: Span) -> Candidate:
    """The place that is confirmed, or like enough to be written. Errors: SEARCH_FAILED with those that are proposed."""
    old, new = operation.old.encode("utf-8"), operation.new.encode("utf-8")
    refuse_known(haystack, operation, within)
    proposed = similar(haystack, old, within)
    if operation.max_rung == "similar" and operation.confirm is not None:
        for one in proposed:
            if token(haystack, one, old, new) == operation.confirm:
                return one
    elif operation.max_rung == "similar" and operation.fuzzy == "apply" and proposed:
        best, second = proposed[0], proposed[1].score if len(proposed) > 1 else 0.0
        if best.score >= FLOOR and best.score - second >= MARGIN and is_settled(haystack, best, old, new):
            return best
    raise search_failed(haystack, proposed, operation)


def _refuse_useless(operation: SearchReplace) -> None:
    """BAD_REQUEST for what can mean nothing."""
    if not operation.old.strip():
        raise _bad(
            "old",
            "The quoted text is empty or blank, so it names no place.",
            "Quote a line that is there; to make a new file, use create.",
        )
    if operation.old == operation.new:
        raise _bad("new", "The new text is the quoted text.", "Send the text as it is to be.")
    ways = [name for name in ("all", "count", "line", "occurrence") if getattr(operation, name) not in (None, False)]
    if len(ways) > 1:
        raise _bad(ways[1], f"`{ways[0]}` and `{ways[1]}` say different things.", f"Send one of {', '.join(ways)}.")


def _bad(field: str, message: str, hint: str) -> StructeditError:
    return StructeditError("BAD_REQUEST", message, hint, {"path": field})


def _most(operation: SearchReplace) -> int | None:
    """How many places have to be known."""
    if operation.all or operation.count is not None:
        return None
    return max(MOST, operation.occurrence or 0) if operation.line is None else MOST_PLACES + 1


def _within(haystack: Haystack, operation: SearchReplace) -> tuple[list[Match], Span]:
    """Where the text is looked for: all of it, or the lines of the target."""
    target = operation.target
    if not target:
        return [], Span(0, len(haystack.text))
    tree = haystack.tree
    if tree is None:
        raise StructeditError(
            "NO_LANGUAGE",
            "There is no grammar for this file, so no target can be found in it.",
            "Leave `target` out and quote enough of the text to be unique; or name a language.",
        )
    selector = f"{target.from_} ..= {target.through}" if isinstance(target, Between) else target
    matches = require(tree, selector, None)
    return matches, _lines(haystack, full_span(matches[0]))


def _lines(haystack: Haystack, span: Span) -> Span:
    """The span with the blanks before it on its first line, and with the end of its last line if that is blank."""
    source, text = haystack.source, haystack.text
    start, end = source.line_start(span.start), source.next_line(span.end)
    return Span(
        start if not text[start : span.start].strip() else span.start,
        end if not text[span.end : end].strip() else span.end,
    )


def _chosen(haystack: Haystack, found: list[Candidate], operation: SearchReplace) -> list[Candidate]:
    """Of all places those that are meant. Errors: MULTIPLE_MATCHES, SEARCH_FAILED (fewer than asked for)."""
    target = str(operation.target)
    if len(found) > MOST_PLACES:
        raise multiple_matches(haystack, found, f"That is more than the {MOST_PLACES:,} that one edit takes.", target)
    if operation.all or operation.count == "all":
        return found
    if operation.count is not None:
        if len(found) == operation.count:
            return found
        error = multiple_matches(haystack, found, f"{operation.count} were expected.", target)
        raise error if len(found) > operation.count else _fewer(error, len(found))
    if operation.occurrence is not None:
        if operation.occurrence <= len(found):
            return [found[operation.occurrence - 1]]
        raise _fewer(multiple_matches(haystack, found, f"There is no number {operation.occurrence}."), len(found))
    if len(found) == 1:
        return found
    if operation.line is None:
        raise multiple_matches(haystack, found, "", target)
    at_line = [one for one in found if one.line <= operation.line <= one.end_line]
    if len(at_line) > 1:
        at_line = [one for one in at_line if one.line == operation.line]
    if len(at_line) != 1:
        raise multiple_matches(haystack, found, f"Line {operation.line} tells none of them apart.", target)
    return at_line


def _fewer(error: StructeditError, count: int) -> StructeditError:
    error.code = "SEARCH_FAILED"
    error.hint = f'Read the places in the details; then send "count": {count} for all of them, or "occurrence".'
    return error


def _write(made: Draft, haystack: Haystack, one: Candidate, texts: tuple[bytes, bytes]) -> None:
    new = merged(haystack, one, *texts) if one.rung == "similar" else rebased(haystack, one, *texts)
    edit = edit_of(haystack.text, one.span, new)
    made.targets.append(one.span)
    made.intents.append(Writing(made.index, edit.span, edit.new, text=Span(0, len(edit.new)), raw=True))
    made.radius.append(one.span)
    made.removed.append(one.span)
    made.wanted.append(edit.new)
