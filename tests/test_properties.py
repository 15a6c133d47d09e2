"""What holds for every file of a language, tried on real ones. A sample by default, 320 to 600 files each in a soak."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
import tree_sitter

from structedit.edit.intents import Context
from structedit.edit.operations import Delete, Replace
from structedit.edit.run import run
from structedit.errors import StructeditError
from structedit.select.canonical import printed
from structedit.select.match import full_span, of_element
from structedit.select.resolve import require
from structedit.syntax import grammar as grammars
from structedit.syntax import queries, resources
from structedit.syntax.tree import parse
from structedit.syntax.words import ROLES
from structedit.text.source import Source
from tests import wild

if TYPE_CHECKING:
    from structedit.edit.run import Edited
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

CONTEXT = Context()
# A sample is spread over a few tests, so that several workers share it.
LIMIT, PARTS = (600, 24) if wild.SOAK else (24, 4)
MOST_OF_OTHERS = 320
MOST_OF_A_FILE = 3 if wild.CI else 1_000
EACH = 1 if wild.SOAK else 3  # elements of each role and file
REMOVABLE = (
    *("statement", "function", "class", "import", "decorator", "argument", "parameter", "base", "entry", "item"),
    *("docstring", "comment", "if", "loop", "try", "return", "variable", "field", "table", "attribute"),
)
# What only the whole program makes wrong: the name that another statement declares, or a call's order of arguments
# (the parser of Go knows the two built-in functions that want a type first).
OF_THE_PROGRAM = ("nonlocal", "annotated name", "make(", "new(")

every_part = pytest.mark.parametrize("part", range(PARTS))
every_language = pytest.mark.parametrize("language", sorted(wild.LANGUAGES))


@pytest.mark.parametrize("name", [name for name in grammars.names() if f"{name}.scm" in resources.names("queries")])
def test_every_query_compiles_and_captures_known_words(name: str) -> None:
    grammar = grammars.load(name)
    query = tree_sitter.Query(grammar.language, grammar.query_text)
    captures = {query.capture_name(index) for index in range(query.capture_count)}
    assert {capture for capture in captures if not queries.is_known_capture(capture)} == set()


@every_part
@every_language
def test_removing_an_element_breaks_nothing(language: str, part: int) -> None:
    """Or it is refused because the element must be there."""
    outcomes: Counter[str] = Counter()
    for name, tree in _trees(language, part):
        for element in _chosen(tree, REMOVABLE, name):
            target = printed(of_element(tree, element))
            try:
                edited = run(tree.source, tree.grammar, (Delete(target=target),), CONTEXT)
            except StructeditError as error:
                said = f"{error.message} {error.details.get('text')}"
                of_the_program = any(word in said for word in OF_THE_PROGRAM)
                assert error.code == "NOT_APPLICABLE" or of_the_program, f"{name}: {target}: {error}"
                outcomes["refused"] += 1
                continue
            outcomes["removed"] += 1
            assert _reads(language, edited), f"{name}: {target}"
    few = 20 if language in ("json", "python") else 5
    assert outcomes["removed"] >= few * outcomes["refused"], outcomes


@every_part
@every_language
def test_every_printed_selector_names_its_node_again(language: str, part: int) -> None:
    for name, tree in _trees(language, part):
        for element in _chosen(tree, ROLES, name):
            match = of_element(tree, element)
            selector = printed(match)
            assert [found.key for found in require(tree, selector)] == [match.key], f"{name}: {selector}"


@every_part
@every_language
def test_replacing_an_element_by_itself_changes_no_byte(language: str, part: int) -> None:
    for name, tree in _trees(language, part):
        for element in _chosen(tree, REMOVABLE, name):
            match = of_element(tree, element)
            target = printed(match)
            text = _own_text(tree, full_span(match).start, full_span(match).end)
            try:
                edited = run(tree.source, tree.grammar, (Replace(target=target, text=text),), CONTEXT)
            except StructeditError as error:
                raise AssertionError(f"{name}: {target}: {error}") from error
            assert edited.after.raw == tree.source.raw, f"{name}: {target}"
            assert edited.edits[0].status == "unchanged", f"{name}: {target}"


def _trees(language: str, part: int) -> list[tuple[str, Tree]]:
    grammar = grammars.load(language)
    found = []
    limit = LIMIT if language in ("json", "python") else min(LIMIT, MOST_OF_OTHERS)
    for name, raw in wild.files(language, limit)[part::PARTS]:
        source = Source.of(raw)
        if source.encoding is not None:
            found.append((name, parse(source, grammar)))
    return found


def _chosen(tree: Tree, roles: tuple[str, ...], seed: str) -> list[Element]:
    """A few elements of each role; the same in every run."""
    draw = random.Random(seed)
    chosen: dict[int, Element] = {}
    for role in roles:
        elements = [] if role == "module" else tree.elements.of(role)
        for element in draw.sample(elements, min(EACH, len(elements))):
            chosen[id(element)] = element
    found = list(chosen.values())
    return draw.sample(found, min(MOST_OF_A_FILE, len(found)))


def _own_text(tree: Tree, start: int, end: int) -> str:
    """The text of a node with the indentation of its first line, if it is the first thing there."""
    line = tree.source.line_start(start)
    return tree.text[start if tree.text[line:start].strip() else line : end].decode("utf-8")


def _reads(language: str, edited: Edited) -> bool:
    """What the language itself says of the new text (the old one was fine)."""
    return wild.reads(language, edited.after.raw if language != "json" else edited.after.text)
