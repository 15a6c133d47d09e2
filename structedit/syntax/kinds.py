"""Nodes by the grammar's own kinds and fields, found by C-level queries."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import tree_sitter

if TYPE_CHECKING:
    from structedit.syntax.grammar import Grammar
    from structedit.syntax.tree import Tree


def has_kind(grammar: Grammar, kind: str) -> bool:
    """Whether the grammar has a named kind (or a supertype) of that name."""
    return _compiled(grammar, f"({kind}) @kind") is not None


def all_kinds(grammar: Grammar) -> list[str]:
    """The named kinds of the grammar that a tree can show."""
    language = grammar.language
    shown = (i for i in range(language.node_kind_count) if language.node_kind_is_named(i))
    names = {language.node_kind_for_id(i) for i in shown if language.node_kind_is_visible(i)}
    return sorted(name for name in names if name)


def has_field(grammar: Grammar, name: str) -> bool:
    return bool(grammar.language.field_id_for_name(name))


def all_fields(grammar: Grammar) -> list[str]:
    language = grammar.language
    names = (language.field_name_for_id(i) for i in range(1, language.field_count + 1))
    return sorted(name for name in names if name)


def nodes_of_kind(tree: Tree, kind: str, start: int = 0, end: int | None = None) -> list[tree_sitter.Node]:
    """The nodes of a kind that lie in a range, in document order."""
    nodes = _captured(tree, f"({kind}) @kind", (start, end)).get("kind", ())
    return sorted((node for node in nodes if _in(node, start, end)), key=_document_order)


def parents_of_kind(tree: Tree, kind: str) -> dict[int, tree_sitter.Node]:
    """For each node of a kind, by its id, the node right above it."""
    query = _compiled(tree.grammar, f"(_ ({kind}) @kind) @parent")
    found: dict[int, tree_sitter.Node] = {}
    for _, captures in tree_sitter.QueryCursor(query).matches(tree.root) if query else ():
        found[captures["kind"][0].id] = captures["parent"][0]
    for node in nodes_of_kind(tree, kind):
        # A wildcard never matches an ERROR node, and the root has nothing above it.
        if node.id not in found and node.parent is not None:
            found[node.id] = node.parent
    return found


def _captured(tree: Tree, text: str, span: tuple[int, int | None]) -> dict[str, list[tree_sitter.Node]]:
    query = _compiled(tree.grammar, text)
    if query is None:
        return {}
    cursor = tree_sitter.QueryCursor(query)
    if span != (0, None):
        cursor.set_byte_range(span[0], tree.root.end_byte if span[1] is None else span[1])
    return cursor.captures(tree.root)


def _in(node: tree_sitter.Node, start: int, end: int | None) -> bool:
    return start <= node.start_byte and (end is None or node.end_byte <= end)


def _document_order(node: tree_sitter.Node) -> tuple[int, int, int]:
    # Of equal spans the one with more below it is outside.
    return (node.start_byte, -node.end_byte, -node.descendant_count)


@lru_cache(maxsize=256)
def _compiled(grammar: Grammar, text: str) -> tree_sitter.Query | None:
    try:
        return tree_sitter.Query(grammar.language, text)
    except tree_sitter.QueryError:
        return None
