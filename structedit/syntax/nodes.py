"""Ways through a tree that do not cost its depth at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tree_sitter


def path_to(root: tree_sitter.Node, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The nodes from the root down to `node`, both included (`node.parent` would walk from the root each time)."""
    path, here = [root], root
    while here != node:
        below = here.child_with_descendant(node)
        if below is None:
            break
        path.append(below)
        here = below
    return path
