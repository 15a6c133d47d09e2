"""The package's own modules, parsed: what the tests of its shape look at."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Module:
    path: Path

    @property
    def name(self) -> str:
        """Its place in the package: `text/patch.py`."""
        return self.path.relative_to(ROOT / "structedit").as_posix()

    @property
    def layer(self) -> str:
        """The first word of its place: `text`, `errors`, `__main__`."""
        return self.name.split("/")[0].removesuffix(".py")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8"))

    def lines_for_types(self) -> set[int]:
        """The lines below `if TYPE_CHECKING:`, which never run."""
        blocks = [
            node for node in self.tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        ]
        return {line for node in blocks for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}

    def imports(self) -> Iterator[tuple[str, int]]:
        """Each imported module in full, with its line; a relative import begins with a dot."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                inner = module == "structedit"
                yield from ((f"{module}.{alias.name}" if inner else module, node.lineno) for alias in node.names)


def modules() -> list[Module]:
    return [Module(path) for path in sorted((ROOT / "structedit").rglob("*.py"))]
