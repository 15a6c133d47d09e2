"""Refusals of quoted text: it stands in several places, or in none; with what to send next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit.elision import elided_line
from structedit.edit.strange import Reading, readings
from structedit.errors import StructeditError
from structedit.select.canonical import printed
from structedit.select.ladder import MOST, Candidate
from structedit.select.match import of_element
from structedit.select.search import search
from structedit.syntax.words import DEFINITIONS
from structedit.text.source import shown

if TYPE_CHECKING:
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


def search_failed(haystack: Haystack, old: bytes, new: bytes, within: Span) -> StructeditError:
    """SEARCH_FAILED, with what is known of the reason."""
    already = search(haystack, new, within=within, max_rung="trailing", most=2) if new.strip() else []
    message, hint = "The quoted text is not there.", ""
    details: dict[str, Any] = {"new_text_at": [one.line for one in already]}
    meant = _meant(haystack, old, within)
    if meant is not None:
        message = f"The quoted text is not there as it was sent, with {meant.seen}; without that it would be."
        hint = "Send both texts as they stand in the file: see `old` in the details."
        details |= {"seen": meant.seen, "old": meant.text.decode("utf-8", "replace")}
    elif (row := elided_line(old)) is not None:
        message = f"Line {row} of the quoted text stands for lines that it leaves out, so it is not in the file."
        hint = "Quote whole lines one after another, without a remark in place of any; or send several edits."
        details |= {"seen": "elision"}
    elif already:
        line = already[0].line
        message = f"The quoted text is not there, but the new text is, at line {line}."
        hint = f"The edit may have been made before: read the lines from {line} on before you send another one."
    return StructeditError("SEARCH_FAILED", message, hint, details)


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
