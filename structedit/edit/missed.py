"""Refusals of quoted text: it stands in several places, or in none; with what to send next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.elision import elided_line
from structedit.edit.proposed import described
from structedit.edit.strange import Reading, readings
from structedit.errors import StructeditError
from structedit.select.canonical import printed
from structedit.select.ladder import MOST, Candidate
from structedit.select.match import of_element
from structedit.select.search import search
from structedit.syntax.words import DEFINITIONS
from structedit.text.source import shown

if TYPE_CHECKING:
    from structedit.edit.operations import SearchReplace
    from structedit.select.search import Haystack
    from structedit.text.span import Span

MOST_SHOWN = 10
_LONGEST_LINE = 120


def around(haystack: Haystack, span: Span) -> str:
    """The selector, with hash, of the innermost definition that a place lies in; "" where there is none."""
    tree = haystack.tree
    if tree is None:
        return ""
    text = span.of(haystack.text)
    start = span.start + len(text) - len(text.lstrip())
    for element in reversed(tree.elements.at(start, *DEFINITIONS)):
        if element.outer.end_byte >= span.end:
            return printed(of_element(tree, element))
    return ""


def multiple_matches(haystack: Haystack, found: list[Candidate], chosen: str = "", target: str = "") -> StructeditError:
    """MULTIPLE_MATCHES with each place: its line, the definition around it, and its number.

    `chosen`: why what the caller gave to choose by did not choose. `target`: what was searched, if not all.
    """
    rows: list[dict[str, Any]] = []
    for number, one in enumerate(found[:MOST_SHOWN], 1):
        selector = around(haystack, one.span)
        row = {"selector": selector, "line": one.line, "end_line": one.end_line, "occurrence": number}
        rows.append({**row, "text": first_line(haystack, one)})
    count = f"{len(found):,}" + (" or more" if len(found) >= MOST else "")
    lines = ", ".join(str(one.line) for one in found[:MOST_SHOWN]) + (" …" if len(found) > MOST_SHOWN else "")
    selectors = [row["selector"] for row in rows]
    first = next((one for one in selectors if one and one != target and selectors.count(one) == 1), "")
    hint = 'Quote more lines around it, or say which one is meant with "line" or "occurrence"; "all": true edits all.'
    if first and len(found) <= MOST_SHOWN:
        hint = f'Send it with the target that is meant, such as "target": "{first}"; or with "line" or "occurrence".'
    details = {"rung": found[0].rung, "candidates": rows, "total": len(found)}
    message = f"The quoted text is there {count} times, at the lines {lines}.{f' {chosen}' if chosen else ''}"
    return StructeditError("MULTIPLE_MATCHES", message, hint, details)


def refuse_known(haystack: Haystack, operation: SearchReplace, within: Span) -> None:
    """SEARCH_FAILED where the reason is known: how it was sent, how it was searched, or that it is done already."""
    old, new = operation.old.encode("utf-8"), operation.new.encode("utf-8")
    if haystack.source.encoding is None and not old.isascii():
        raise StructeditError(
            "BAD_ENCODING",
            "The file's encoding is not known (it is not UTF-8), so text that is not ASCII cannot be found in it.",
            "Name the file's encoding with `encoding`, or quote ASCII text only.",
        )
    _refuse_elsewhere(haystack, operation, within)
    meant = _meant(haystack, old, within)
    if meant is not None:
        raise StructeditError(
            "SEARCH_FAILED",
            f"The quoted text is not there as it was sent, with {meant.seen}; without that it would be.",
            "Send both texts as they are to stand in the file: `old` in the details is there.",
            {"seen": meant.seen, "old": meant.text.decode("utf-8", "backslashreplace")},
        )
    row = elided_line(old)
    if row is not None:
        raise StructeditError(
            "SEARCH_FAILED",
            f"Line {row} of the quoted text stands for lines that it leaves out, so it is not in the file.",
            "Quote whole lines one after another, without a remark in place of any; or send several edits.",
            {"seen": "elision", "line": row},
        )
    already = search(haystack, new, within=within, max_rung="trailing", most=2) if new.strip() else []
    if len(already) == 1 and operation.confirm is None and operation.fuzzy != "apply":
        line = already[0].line
        raise StructeditError(
            "SEARCH_FAILED",
            f"The quoted text is not there, but the new text is, at line {line}.",
            f"The edit may have been made before: read the lines from {line} on before you send another one.",
            {"new_text_at": [one.line for one in already]},
        )


def _refuse_elsewhere(haystack: Haystack, operation: SearchReplace, within: Span) -> None:
    """It is there, but not inside the target, or not by the rungs that were allowed."""
    old = operation.old.encode("utf-8")
    if operation.max_rung not in ("tokens", "similar"):
        found = search(haystack, old, within=within, most=2)
        if found:
            rung, line = found[0].rung, found[0].line
            raise StructeditError(
                "SEARCH_FAILED",
                f"The quoted text is not there as it stands; by rung {rung} it is, at line {line}.",
                f'Quote it as it is in the file, or send "max_rung": "{rung}".',
                {"rung": rung, "line": line},
            )
    found = search(haystack, old, max_rung=operation.max_rung, most=2) if operation.target else []
    if found:
        selector = around(haystack, found[0].span)
        target = f'"target": "{selector}"' if selector else "no target"
        raise StructeditError(
            "SEARCH_FAILED",
            f"The quoted text is not inside the target, but at line {found[0].line}.",
            f"If that is the place, send it with {target}.",
            {"selector": selector, "line": found[0].line},
        )


def search_failed(haystack: Haystack, proposed: list[Candidate], operation: SearchReplace) -> StructeditError:
    """SEARCH_FAILED with the places that are most like the quoted text."""
    old, new = operation.old.encode("utf-8"), operation.new.encode("utf-8")
    message = "The quoted text is not there, and nothing is like it."
    hint = "Read the file again and quote it as it is now."
    rows: list[dict[str, Any]] = []
    for one in proposed:
        facts = described(haystack, one, old, new)
        rows.append({"selector": around(haystack, one.span), **facts, "text": first_line(haystack, one)})
    if rows:
        best = rows[0]
        lines = (
            f"line {best['line']}"
            if best["line"] == best["end_line"]
            else f"what stands at the lines {best['line']} to {best['end_line']}"
        )
        message = f"The quoted text is not there; most like it is {lines} ({best['score']:g} of 100)."
        hint = (
            f"Read them and quote what is there. If the place is right and the new text fits it (the lines with + in "
            f'`diff` would go), send the edit with "confirm": "{best["confirm"]}".'
        )
    if operation.confirm is not None:
        message = f"The token {operation.confirm} is of no place that is proposed now. {message}"
    return StructeditError("SEARCH_FAILED", message, hint, {"candidates": rows, "total": len(rows)})


def _meant(haystack: Haystack, old: bytes, within: Span) -> Reading | None:
    """What the quoted text may have been meant to be, where that is in the file."""
    for one in readings(old):
        if one.text != old and search(haystack, one.text, within=within, max_rung="typography", most=2):
            return one
    return None


def first_line(haystack: Haystack, one: Candidate) -> str:
    source = haystack.source
    text = shown(source.text[one.span.start : min(one.span.end, source.line_end(one.span.start))])
    return text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 1] + "…"
