"""Resolver and printer are each other's inverse, over real files; and the outline prints such selectors."""

from __future__ import annotations

import os
import random

import pytest

from structedit.select.canonical import canonical, printed
from structedit.select.match import Match, of_element
from structedit.select.outline import Entry, outline
from structedit.select.resolve import matches, require
from structedit.syntax import grammar
from structedit.syntax.tree import parse
from structedit.syntax.words import ROLES
from structedit.text.source import Source
from tests import wild
from tests.select.trees import names, tree_of

SOAK = os.environ.get("STRUCTEDIT_SOAK", "")
FILES = {"python": wild.python_files, "json": wild.json_files}
LIMIT, EACH = ((600, 1) if SOAK == "ci" else (600, 10)) if SOAK else (25, 4)
PARTS = ("name", "parameters", "arguments", "body", "returns", "value", "key", "condition", "signature")


def chosen(tree_matches: list[Match], draw: random.Random) -> list[Match]:
    return draw.sample(tree_matches, min(len(tree_matches), EACH))


def places(name: str, content: bytes, language: str) -> list[Match]:
    """Elements of every role, nodes without one, and parts; the same for the same file."""
    draw = random.Random(name)
    tree = parse(Source.of(content), grammar.load(language))
    found: list[Match] = []
    for role in ROLES:
        found += chosen([of_element(tree, element) for element in tree.elements.of(role)], draw)
    nodes = [node for match in found if match.node is not None for node in match.node.named_children]
    found += chosen([Match(tree, node, None) for node in nodes if not node.is_error], draw)
    parts = [place for part in PARTS for place in matches(tree, f"*::{part}")[:50]]
    return found + chosen(parts, draw)


@pytest.mark.parametrize("language", sorted(FILES))
def test_every_canonical_selector_names_its_place_and_no_other(language: str) -> None:
    count = 0
    for name, content in FILES[language](LIMIT):
        for match in places(name, content, language):
            text = canonical(match)
            found = matches(match.tree, text)
            assert [one.key for one in found] == [match.key], f"{name}: {text}"
            count += 1
    assert count > 5 * LIMIT


@pytest.mark.parametrize("language", sorted(FILES))
def test_every_entry_of_an_outline_names_its_definition(language: str) -> None:
    for name, content in FILES[language](LIMIT // 4 + 1):
        tree = parse(Source.of(content), grammar.load(language))
        for entry in random.Random(name).sample(flat := list(flattened(outline(tree))), min(len(flat), 10)):
            (match,) = require(tree, f"{entry.selector}@{entry.hash[:8]}")
            assert match.element is not None
            assert match.element.name == entry.name


def flattened(entries: list[Entry] | tuple[Entry, ...]) -> list[Entry]:
    return [one for entry in entries for one in (entry, *flattened(entry.items))]


CODE = """\
class Cache:
    def get(self, key):
        with open(key, mode="r") as file:
            return open(key, mode="rb").read(1)

    @property
    def size(self): return self.a.open(2)

    @size.setter
    def size(self, value): pass
"""


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("Cache", ["Cache"]),
        ("method", ["Cache.get", "Cache.size:nth(1)", "Cache.size:nth(2)"]),
        ("parameter#key", ["Cache.get parameter#key"]),
        ("call#read", ["Cache.get call#read"]),
        ('call[callee="self.a.open"]', ["Cache.size:nth(1) call#open"]),
        ("call#read > argument", ["Cache.get > call:nth(2) > argument:nth(1)"]),
        ("Cache.get call#open", ["Cache.get > call:nth(1)", "Cache.get > call:nth(2) > call:nth(1)"]),
        ("Cache.get (with_statement)", ["Cache.get > statement:nth(1)"]),
        ("Cache.get (as_pattern)", ["Cache.get > (as_pattern):nth(1)"]),
        ("Cache.get::body", ["Cache.get::body"]),
        ("decorator", ["Cache.size:nth(1) decorator#property", "Cache.size:nth(2) decorator#setter"]),
    ],
)
def test_canonical_selectors(selector: str, expected: list[str]) -> None:
    assert names(tree_of(CODE), selector) == expected


def test_the_keyword_and_the_callee_name_an_argument_that_is_not_alone() -> None:
    tree = tree_of("def f():\n    open(mode=1)\n    load(mode=2)\n")
    assert names(tree, "argument#mode") == ["f call#open > argument#mode", "f call#load > argument#mode"]


def test_many_selectors_are_printed_in_linear_time() -> None:
    tree = tree_of("[" + ", ".join(f'{{"a": [{n}]}}' for n in range(3000)) + "]", "json")
    assert len({printed(match) for match in matches(tree, "item")}) == 6000


def test_an_outline_nests_definitions_without_locals() -> None:
    tree = tree_of(CODE + "\ndef load():\n    x = 1\n    def inner(): pass\n\nS = {'a': {'b': 1}}\n")
    entries = outline(tree)
    assert [(e.selector, e.role, e.name, e.line, e.end_line) for e in entries] == [
        ("Cache", "class", "Cache", 1, 10),
        ("load", "function", "load", 12, 14),
        ("S", "variable", "S", 16, 16),
    ]
    assert [one.selector for one in entries[0].items] == ["Cache.get", "Cache.size:nth(1)", "Cache.size:nth(2)"]
    assert [(one.line, one.end_line) for one in entries[0].items] == [(2, 4), (7, 7), (10, 10)]
    assert [one.selector for one in entries[1].items] == ["load.inner"]
    assert [one.selector for one in flattened(entries[2].items)] == ["S.a", "S.a.b"]
    assert [len(entry.items) for entry in outline(tree, 1)] == [0, 0, 0]
    assert len(flattened(outline(tree, 2))) == 8
    assert len(entries[0].hash) == 64


def test_what_is_nested_too_deep_for_steps_has_a_place_in_the_whole_file() -> None:
    tree = tree_of('{"a": [' * 300 + "1" + "]}" * 300, "json")
    for selector in ("entry:nth-of-all(-1)", "item:nth-of-all(-1)", "(number)", "entry:nth-of-all(150)"):
        (match,) = matches(tree, selector)
        text = printed(match)
        assert len(text) < 1000
        assert [one.key for one in require(tree, text)] == [match.key]


def test_a_run_is_printed_with_the_guards_of_both_its_ends() -> None:
    tree = tree_of("a = 1\nb = 2\nc = 3\n")
    run = matches(tree, "a..=b")[0]
    assert printed(run).count("@") == 2
    again = require(tree, printed(run))[0]
    assert (printed(again), canonical(again)) == (printed(run), "a ..= b")
