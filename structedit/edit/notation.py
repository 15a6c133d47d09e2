"""Data written in a file's own notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError
from structedit.record import record
from structedit.syntax.containers import Listing, container
from structedit.syntax.names import quoted, unquoted

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.grammar import Grammar
    from structedit.syntax.tree import Tree


@record
class Style:
    """How data is written at a place: the quote, the blank behind a key, and whether lists go over lines."""

    quote: str = '"'
    colon: str = ": "
    comma: str = ", "
    unit: str = "  "
    expanded: bool = False
    pad: str = ""


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
        pad = style.pad if delimiters == "{}" else ""
        return delimiters[0] + pad + style.comma.join(members) + pad + delimiters[1]
    inner = "\n" + style.unit * (depth + 1)
    last = "," if grammar.fact("layout", "trailing_separator") else ""
    return delimiters[0] + inner + ("," + inner).join(members) + last + "\n" + style.unit * depth + delimiters[1]


def _number(value: Any) -> str:
    import json

    try:
        return json.dumps(value, allow_nan=False)
    except (ValueError, TypeError):
        raise StructeditError("BAD_REQUEST", f"{value!r} is no JSON value.", "Send it as `text`.") from None


_NO_DATA = object()


def same_data(tree: Tree, node: tree_sitter.Node, value: Any) -> bool:
    """Whether a piece of source already is `value`, however it is laid out and quoted."""
    return _equal(read_data(tree, node), value)


def _equal(one: Any, other: Any) -> bool:
    if type(one) is not type(other) and not {type(one), type(other)} <= {int, float}:
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)


def read_data(tree: Tree, node: tree_sitter.Node) -> Any:
    """The JSON value that a literal is; an object equal to nothing where it is no plain data."""
    import json

    text = tree.read(node)
    words = tree.grammar.facts.get("data", {})
    for word, value in (("true", True), ("false", False), ("null", None)):
        if text == words.get(word):
            return value
    where = container(tree, node)
    if isinstance(where, Listing):
        return _read_group(tree, where)
    string = unquoted(text)
    if string is not None:
        return string
    try:
        number = json.loads(text)
    except ValueError:
        return _NO_DATA
    return number if type(number) in (int, float) else _NO_DATA


def _read_group(tree: Tree, where: Listing) -> Any:
    if where.open is None or where.facts.lone or where.facts.sole:
        return _NO_DATA
    pairs = [(one.child_by_field_name("key"), one.child_by_field_name("value")) for one in where.members]
    if where.facts.delimiters == ("[", "]"):
        return [read_data(tree, one) for one in where.members]
    if any(key is None or value is None for key, value in pairs):
        return _NO_DATA
    found = {}
    for key, value in pairs:
        name = unquoted(tree.read(key)) if key is not None else None
        if name is None or name in found or value is None:
            return _NO_DATA
        found[name] = read_data(tree, value)
    return found
