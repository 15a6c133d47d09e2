"""The kind of a statement, also where only its role tells what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tree_sitter

    from structedit.syntax.tree import Tree

_MARK = ":import"


def kind_of(tree: Tree, node: tree_sitter.Node) -> str:
    """The kind of a node; with a mark for an import that is written as other statements are (`local x = require …`)."""
    marked = node.type + _MARK
    if marked not in tree.grammar.fact("imports", "kinds", ()):
        return node.type
    return marked if any(one.outer == node for one in tree.elements.at(node.start_byte, "import")) else node.type
