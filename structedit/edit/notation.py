"""Data written in a file's own notation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError
from structedit.record import record, replace
from structedit.syntax.containers import Listing, container, content
from structedit.syntax.names import literal, unquoted

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.containers import Container
    from structedit.syntax.grammar import Grammar
    from structedit.syntax.tree import Tree


@record
class Style:
    """How data is written at a place: the quote, the blank behind a key, and whether lists go over lines.

    `block`: lists and dicts stand on lines of their own without delimiters, lists `list_step` deeper than their key.
    `bare`, `bare_keys`: strings and keys stand without quotes where the language lets them. `literal`: a string of
    several lines may be a block of them; a comment behind it would become part of that.
    """

    quote: str = '"'
    colon: str = ": "
    comma: str = ", "
    unit: str = "  "
    expanded: bool = False
    pad: str = ""
    block: bool = False
    list_step: str = "  "
    bare: bool = True
    bare_keys: bool = True
    literal: bool = True
    trailing: bool = False


def write_data(grammar: Grammar, value: Any, style: Style, depth: int = 0) -> str:
    """`value` (of the types of JSON) as source. Errors: NOT_APPLICABLE where the language has no notation for data."""
    words = grammar.facts.get("data")
    if words is None:
        raise StructeditError(
            "NOT_APPLICABLE", "This language has no notation for data.", "Send the source itself as `text`."
        )
    if value is None or isinstance(value, bool):
        return _word(words, value)
    if isinstance(value, str):
        return write_string(grammar, value, style)
    if style.block and isinstance(value, (list, tuple, dict)) and value:
        return "\n".join(_rows(grammar, value, style))
    if isinstance(value, (list, tuple)):
        return _group(grammar, [write_data(grammar, one, style, depth + 1) for one in value], "[]", (style, depth))
    if isinstance(value, dict):
        if words.get("inline_dicts"):
            style = replace(style, expanded=False)
        pairs = [
            write_key(grammar, str(key), style) + style.colon + write_data(grammar, one, style, depth + 1)
            for key, one in value.items()
        ]
        return _group(grammar, pairs, "{}", (style, depth))
    return _number(value)


def _word(words: dict[str, Any], value: bool | None) -> str:
    name = {None: "null", True: "true", False: "false"}[value]
    if name not in words:
        raise StructeditError(
            "NOT_APPLICABLE", f"This language has no notation for {name}.", "Leave the name out, or send another value."
        )
    return str(words[name])


def write_key(grammar: Grammar, name: str, style: Style) -> str:
    """A key of a dict: without quotes where the language and the neighbours have it so."""
    keys = grammar.fact("data", "bare_keys")
    if keys is not None:
        fits = style.bare_keys and re.match(keys, name) is not None
        quoted = "" if fits else literal(name, style.quote, grammar.facts.get("strings"))
        return name if fits else str(grammar.fact("data", "quoted_key", "$TEXT")).replace("$TEXT", quoted)
    return write_string(grammar, name, replace(style, bare=style.bare_keys), key=True)


def write_string(grammar: Grammar, value: str, style: Style, *, key: bool = False) -> str:
    """A string: without quotes where the language lets it and the neighbours have it so; a block for several lines."""
    words, strings = grammar.facts.get("data", {}), grammar.facts.get("strings")
    marks = words.get("literal")
    if style.block and style.literal and not key and "\n" in value and marks and _fits_block(value):
        body = value.rstrip("\n")
        more = len(value) - len(body)
        mark = str(marks[0]) + (marks[1] if not more else marks[2] if more > 1 else "")
        return mark + "".join("\n" + (style.unit + line if line else "") for line in body.split("\n"))
    if style.bare and is_bare(grammar, value, flow=not style.block):
        return value
    return literal(value, style.quote, strings)


def is_bare(grammar: Grammar, value: str, *, flow: bool) -> bool:
    """Whether a string may stand without quotes, in brackets (`flow`) or outside."""
    words = grammar.facts.get("data", {})
    if "bare" not in words or not re.search(words["bare"], value) or re.search(words["not_bare"], value):
        return False
    return not (flow and re.search(words["not_bare_flow"], value))


def _fits_block(value: str) -> bool:
    lines = value.rstrip("\n").split("\n")
    printable = all(char.isprintable() or char in "\t\n" for char in value)
    return (
        printable
        and value.endswith(("\n", lines[-1]))
        and bool(lines[0].strip())
        and lines[0][0] not in " \t"
        and not any(line != line.rstrip() and not line.strip() for line in lines)
    )


def _rows(grammar: Grammar, value: Any, style: Style) -> list[str]:
    """A list or a dict as lines of its own, without indentation."""
    rows: list[str] = []
    if isinstance(value, dict):
        for key, one in value.items():
            rows += _row(grammar, write_key(grammar, str(key), style) + ":", one, style)
        return rows
    for one in value:
        text = write_data(grammar, one, style).split("\n")
        nested = isinstance(one, (list, tuple, dict)) and one
        rows.append("- " + text[0])
        rows += [("  " if nested else "") + line if line else line for line in text[1:]]
    return rows


def _row(grammar: Grammar, head: str, value: Any, style: Style) -> list[str]:
    if isinstance(value, (list, tuple, dict)) and value:
        step = style.unit if isinstance(value, dict) else style.list_step
        return [head, *(step + line if line else line for line in _rows(grammar, value, style))]
    first, *rest = write_data(grammar, value, style).split("\n")
    return [f"{head} {first}", *rest]


def _group(grammar: Grammar, members: list[str], delimiters: str, layout: tuple[Style, int]) -> str:
    style, depth = layout
    delimiters = grammar.fact("data", "delimiters", delimiters)
    if not members:
        return delimiters
    if not style.expanded:
        pad = style.pad if delimiters == "{}" else ""
        return delimiters[0] + pad + style.comma.join(members) + pad + delimiters[1]
    inner = "\n" + style.unit * (depth + 1)
    last = "," if style.trailing or grammar.fact("layout", "trailing_separator") else ""
    return delimiters[0] + inner + ("," + inner).join(members) + last + "\n" + style.unit * depth + delimiters[1]


def _number(value: Any) -> str:
    import json

    try:
        return json.dumps(value, allow_nan=False)
    except (ValueError, TypeError):
        raise StructeditError("BAD_REQUEST", f"{value!r} is no JSON value.", "Send it as `text`.") from None


_NO_DATA = object()


def same_data(tree: Tree, node: tree_sitter.Node | None, value: Any) -> bool:
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


def read_data(tree: Tree, node: tree_sitter.Node | None) -> Any:
    """The JSON value that a literal is; an object equal to nothing where it is no plain data."""
    import json

    words = tree.grammar.facts.get("data", {})
    if node is None:
        return None
    node = content(tree, node)
    text = tree.read(node)
    for word, value in (("true", True), ("false", False), ("null", None)):
        if text == words.get(word):
            return value
    where = container(tree, node)
    if where is not None:
        return _read_group(tree, where)
    string = unquoted(text, tree.grammar.facts.get("strings"))
    if string is not None:
        return string
    if is_bare(tree.grammar, text, flow=False):
        return text
    try:
        number = json.loads(text)
    except ValueError:
        return _NO_DATA
    return number if type(number) in (int, float) else _NO_DATA


def pair_of(node: tree_sitter.Node) -> tuple[tree_sitter.Node, tree_sitter.Node | None] | None:
    """The key and the value of an entry: by their fields, else the first and the last node of two."""
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    key = node.child_by_field_name("name") if key is None and value is not None else key
    if key is not None:
        return key, value
    inner = [child for child in node.named_children if not child.is_extra]
    return (inner[0], inner[1]) if len(inner) == 2 and value is None else None


def read_key(tree: Tree, node: tree_sitter.Node) -> str | None:
    """What a key says; None where it is no plain one."""
    text = tree.read(content(tree, node))
    found = unquoted(text, tree.grammar.facts.get("strings"))
    if found is not None:
        return found
    keys = tree.grammar.fact("data", "bare_keys")
    bare = re.match(keys, text) is not None if keys is not None else is_bare(tree.grammar, text, flow=False)
    return text if bare else None


def _read_group(tree: Tree, where: Container) -> Any:
    if isinstance(where, Listing):
        if where.open is None or where.facts.lone or where.facts.sole:
            return _NO_DATA
        role = any(one.node == where.node for one in tree.elements.at(where.node.start_byte, "list"))
        if where.facts.delimiters == ("[", "]") or (role and tree.grammar.fact("data", "delimiters")):
            return [read_data(tree, one) for one in where.members]
    elif where.facts.role == "list":
        inner = ([child for child in one.named_children if not child.is_extra] for one in where.members)
        return [read_data(tree, nodes[-1] if nodes else None) for nodes in inner]
    elif where.facts.role != "dict" or where.facts.rank:
        return _NO_DATA
    found = {}
    for one in where.members:
        pair = pair_of(one)
        name = read_key(tree, pair[0]) if pair is not None else None
        if pair is None or name is None or name in found or (pair[1] is None and isinstance(where, Listing)):
            return _NO_DATA
        found[name] = read_data(tree, pair[1])
    return found
