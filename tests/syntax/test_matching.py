"""What is found around one byte is what the compiled query finds there, in every role, on real files."""

from __future__ import annotations

import random

import pytest
import tree_sitter

from structedit.syntax import grammar, matching, queries
from structedit.syntax.nodes import path_to
from structedit.syntax.tree import Tree, parse
from structedit.syntax.words import ROLES
from structedit.text.source import Source
from tests import wild

FILES = 200 if wild.SOAK else 15
PLACES = 60

Found = set[tuple[tuple[str, int, int], ...]]

TYPED = b'''
@decorated(1)
async def send(user: User, *args: int, mode: str = "r", **options: str) -> dict[str, int]:
    """Say so."""
    table: dict[str, int] = {"a": 1, 'b': [1, (2,), {3}]}
    first, (second, third) = table
    alias = other = call(user, *args, key=lambda x, y=1: x, **options)
    return table
'''


def found_by_query(tree: Tree, roles: frozenset[str], offset: int) -> Found:
    query = queries.compiled(tree.grammar, roles)
    if query is None:
        return set()
    cursor = tree_sitter.QueryCursor(query)
    cursor.set_byte_range(offset, offset + 1)
    return {_key(captures) for _, captures in cursor.matches(tree.root) if _holds(captures, offset)}


def found_around(tree: Tree, roles: frozenset[str], offset: int) -> Found:
    leaf = tree.root.descendant_for_byte_range(offset, offset + 1)
    assert leaf is not None
    matches = matching.around(tree.grammar, roles, path_to(tree.root, leaf), offset)
    return {_key(captures) for captures in matches if _holds(captures, offset)}


def same(around: Found, by_query: Found) -> bool:
    """Whether both say the same: of two ways to read one node tree-sitter drops the one that says less."""
    extra = around - by_query
    return by_query <= around and all(any(set(one) <= set(other) for other in by_query) for one in extra)


def _key(captures: matching.Captures) -> tuple[tuple[str, int, int], ...]:
    return tuple(sorted((name, nodes[0].start_byte, nodes[0].end_byte) for name, nodes in captures.items()))


def _holds(captures: matching.Captures, offset: int) -> bool:
    roles = [nodes[0] for name, nodes in captures.items() if queries.roles_of_capture(name)]
    return any(node.start_byte <= offset < node.end_byte for node in roles)


@pytest.mark.parametrize("language", wild.LANGUAGES)
def test_every_place_of_real_files(language: str) -> None:
    draw = random.Random(7)
    for name, content in wild.files(language, FILES):
        tree = parse(Source.of(content), grammar.load(language))
        for _ in range(PLACES):
            offset = draw.randrange(len(tree.text))
            roles = frozenset(draw.sample(ROLES, 12))
            assert same(found_around(tree, roles, offset), found_by_query(tree, roles, offset)), (name, offset, roles)


def test_every_place_of_a_text_with_all_sorts_of_parameters() -> None:
    tree = parse(Source.of(TYPED), grammar.load("python"))
    for offset in range(len(TYPED)):
        for role in ROLES:
            roles = frozenset((role,))
            assert same(found_around(tree, roles, offset), found_by_query(tree, roles, offset)), (offset, role)


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ('((identifier) @variable (#eq? @variable "a"))', ["a"]),
        ('((identifier) @variable (#not-eq? @variable "a"))', ["f"]),
        ('((identifier) @variable (#match? @variable "^[f-z]$"))', ["f"]),
        ('((identifier) @variable (#any-of? @variable "f" "x"))', ["f"]),
        ("(argument_list (integer)+ @item)", []),
    ],
)
def test_predicates_and_quantifiers(pattern: str, matches: list[str]) -> None:
    tree = parse(Source.of(b"f(a)\n"), grammar.load("python"))
    shape, tests = matching.compiled(pattern)
    assert tests or not matches
    query = tree_sitter.Query(tree.grammar.language, pattern)
    found = [node.text for _, one in tree_sitter.QueryCursor(query).matches(tree.root) for node in one["variable"]]
    assert [text.decode() for text in found if text] == matches
    assert shape.focal or not matches
