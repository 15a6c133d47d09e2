"""Selectors against one parse of the same file, on big modules of the standard library; the medians are the goals.

Each selector meets a tree whose elements nobody has asked for; compiled queries are kept, as they are in a process.
Run as `python -m tests.bench.selectors [ROUNDS]`.
"""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from structedit.select.resolve import matches
from structedit.syntax import grammar
from structedit.syntax.tree import Tree, parse
from structedit.text.source import Source
from tests.bench.measure import in_turns, rounds

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = ("_pydecimal.py", "argparse.py", "typing.py", "tarfile.py", "inspect.py")
NARROW, BROAD = 1.0, 3.0
SELECTORS = {
    "path": (NARROW, ["{klass}", "{klass}.{method}", "{method}", "{klass}.{method}::parameters"]),
    "role#name": (NARROW, ["function#{method}", "call#isinstance", "argument#key", "#open"]),
    ">": (NARROW, ["class#{klass} > method", "{klass} > {method} > return", "call#open > argument:nth(2)"]),
    "*, :has, :contains": (
        BROAD,
        ["*", "function:has(call#isinstance)", "class:has(> method:has(loop))", "call:contains('self')"],
    ),
}


def main() -> int:
    good = True
    print(f"{'selector':45} {'ratio':>6}  of one parse, median of {len(FILES)} files")
    for sort, (goal, templates) in SELECTORS.items():
        ratios = [(template, median(_ratio(file, template) for file in FILES)) for template in templates]
        for template, ratio in ratios:
            print(f"  {template:43} {ratio:6.2f}")
        middle = median(ratio for _, ratio in ratios)
        good = good and middle < goal
        print(f"{sort:45} {middle:6.2f}  goal {goal}{'' if middle < goal else '  above the goal'}")
    return 0 if good else 1


def _ratio(file: str, template: str) -> float:
    source = Source.of((Path(sysconfig.get_path("stdlib")) / file).read_bytes())
    facts = grammar.load("python")
    tree = parse(source, facts)
    selector = template.format(**_names(tree))

    def ask() -> None:
        matches(Tree(source, facts, tree.ts_tree), selector)

    asked, parsed = in_turns(_both(ask, lambda: parse(source, facts)), rounds(5))
    return asked / parsed


def _both(one: Callable[[], object], other: Callable[[], object]) -> list[Callable[[], object]]:
    return [one, other]


def _names(tree: Tree) -> dict[str, str]:
    """The class with the most methods, and its last method."""
    classes = tree.elements.of("class")
    methods = tree.elements.of("method")
    inside = {
        owner.name: [m.name for m in methods if owner.outer.start_byte < m.outer.start_byte < owner.outer.end_byte]
        for owner in classes
    }
    name = max(inside, key=lambda one: len(inside[one]))
    return {"klass": str(name), "method": str(inside[name][-1])}


if __name__ == "__main__":
    sys.exit(main())
