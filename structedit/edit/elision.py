"""Text that stands for code which it leaves out, and characters that nobody types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.errors import StructeditError

if TYPE_CHECKING:
    from structedit.edit.intents import Context, Draft
    from structedit.syntax.tree import Tree

_DOTS = r"(?:\.\.\.|…)"
_THINGS = (
    r"(?:code|function|method|class|file|body|implementation|content|logic|lines?|imports?|fields?|statements?|block)s?"
)
# Patterns that few edits need are compiled where one does.
_ELISION = rf"""
       {_DOTS}\s*\(?\s*(?:the\s+)?(?:rest|remaining|existing|other|previous|same|unchanged|omitted)\b
       |\b(?:rest|remainder)\s+of\s+(?:the\s+|your\s+|this\s+)?(?:\w+\s+)?{_THINGS}\b
       |\b(?:existing|previous|original|remaining|other)\s+{_THINGS}\b.*(?:{_DOTS}|\bunchanged\b|\bhere\b|\bsame\b|\bstays?\b)
       |\b(?:unchanged|same\s+as\s+before|omitted\s+for\s+brevity|stays?\s+the\s+same|remains?\s+(?:the\s+same|unchanged))\b
    """
_ONLY_DOTS = rf"\W{{1,4}}\s*{_DOTS}\s*(?:\*/|-->)?"
_ONLY_WORDS = (
    rf"\W*(?:the\s+)?(?:rest|remainder)\s+of\s+(?:the\s+)?{_THINGS}(?:\s+\w+)?\s+"
    r"(?:unchanged|the\s+same|as\s+before|here)\W*"
)
_CONTROL = r"[\x00-\x08\x0b\x0e-\x1f\x7f\x80-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]"


def comment_mark(tree: Tree | None) -> str:
    """What begins a comment; a guess where nothing is known."""
    return str(tree.grammar.fact("syntax", "line_comment", "") or "#") if tree is not None else "#"


def refuse_elision(old: bytes, mark: str, draft: Draft, text: str, context: Context) -> None:
    """ELIDED_TEXT where a comment of the new text stands for code and code is removed."""
    if "elided" in context.allow or not draft.removed:
        return
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if not _elides(content, mark):
            continue
        if any(content.encode() in span.of(old) for span in draft.removed):
            continue
        raise StructeditError(
            "ELIDED_TEXT",
            f"Line {number} of the text, {content[:80]!r}, stands for code that it leaves out and that would be lost.",
            'Send the whole text, or allow it with "allow": ["elided"].',
            {"line": number},
        )


def elided_line(old: bytes) -> int | None:
    """The first line, from 1, of a quoted text that stands for others which it leaves out."""
    lines = old.decode("utf-8", "replace").splitlines()
    return next((row for row, one in enumerate(lines, 1) if _elides(one.strip(), "#") or one.strip() == "..."), None)


def _elides(content: str, mark: str) -> bool:
    starts = (mark, "//", "#", "/*", "<!--", "--", ";")
    if content.startswith(starts) and re.fullmatch(_ONLY_DOTS, content):
        return True
    if re.fullmatch(_ONLY_WORDS, content, re.IGNORECASE):
        return True
    if content.startswith("(") and content.endswith(")"):
        return bool(re.search(_ELISION, content, re.IGNORECASE | re.VERBOSE))
    return content.startswith((*starts, "...", "…")) and bool(re.search(_ELISION, content, re.IGNORECASE | re.VERBOSE))


def refuse_control(old: bytes, text: str, context: Context) -> None:
    """BAD_REQUEST for control and bidirectional characters that the file has not had."""
    if "control" in context.allow or text.replace("\n", "").replace("\t", "").isprintable():
        return
    found = next((one for one in re.findall(_CONTROL, text) if one.encode() not in old), None)
    if found is not None:
        raise StructeditError(
            "BAD_REQUEST",
            f"The text has the control character U+{ord(found):04X}, which the file has not.",
            'Write it as an escape, or allow it with "allow": ["control"].',
        )
