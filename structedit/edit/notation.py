"""Data written in a file's own notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError
from structedit.syntax.names import quoted

if TYPE_CHECKING:
    from structedit.syntax.grammar import Grammar


@dataclass(frozen=True, slots=True)
class Style:
    """How data is written at a place: the quote, the blank behind a key, and whether lists go over lines."""

    quote: str = '"'
    colon: str = ": "
    comma: str = ", "
    unit: str = "  "
    expanded: bool = False


def write_data(grammar: Grammar, value: Any, style: Style, depth: int = 0) -> str:
    """`value` (of the types of JSON) as source. Errors: NOT_APPLICABLE where the language has no notation for data."""
    words = grammar.facts.get("data")
    if words is None:
        raise StructeditError(
            "NOT_APPLICABLE", "This language has no notation for data.", "Send the source itself as `text`."
        )
    if value is None or isinstance(value, bool):
        return str(words[{None: "null", True: "true", False: "false"}[value]])
    if isinstance(value, str):
        return quoted(value, style.quote)
    if isinstance(value, (list, tuple)):
        return _group(grammar, [write_data(grammar, one, style, depth + 1) for one in value], "[]", (style, depth))
    if isinstance(value, dict):
        pairs = [
            quoted(str(key), style.quote) + style.colon + write_data(grammar, one, style, depth + 1)
            for key, one in value.items()
        ]
        return _group(grammar, pairs, "{}", (style, depth))
    return _number(value)


def _group(grammar: Grammar, members: list[str], delimiters: str, layout: tuple[Style, int]) -> str:
    style, depth = layout
    if not members:
        return delimiters
    if not style.expanded:
        return delimiters[0] + style.comma.join(members) + delimiters[1]
    inner = "\n" + style.unit * (depth + 1)
    return delimiters[0] + inner + ("," + inner).join(members) + "\n" + style.unit * depth + delimiters[1]


def _number(value: Any) -> str:
    import json

    try:
        return json.dumps(value, allow_nan=False)
    except (ValueError, TypeError):
        raise StructeditError("BAD_REQUEST", f"{value!r} is no JSON value.", "Send it as `text`.") from None


def same_data(text: str, value: Any) -> bool:
    """Whether a piece of source already is `value`, as far as the notation shared with JSON tells."""
    import json

    from structedit.syntax.names import unquoted

    if isinstance(value, str):
        return unquoted(text) == value
    try:
        found = json.loads(text)
    except ValueError:
        return False
    return type(found) is type(value) and bool(found == value)
