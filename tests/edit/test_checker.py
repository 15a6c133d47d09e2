"""The checker is shown less than the whole text, and says the same of it."""

from __future__ import annotations

import pytest

from structedit.bridges.checkers import check
from structedit.edit.verify import unchanged
from structedit.syntax import grammar
from structedit.syntax.tree import parse
from structedit.text.patch import Edit, Patch
from structedit.text.source import Source

BEFORE = b'''"""A module."""
from __future__ import annotations

import os


def first(one, *, two=None) -> os.PathLike:
    """def second():"""
    global LAST
    LAST = one
    return two


@property
def second(self):
    for part in self:
        yield part


class Third(dict):
    x = 1

    def fourth(self):
        text = """
def fifth():
"""
        return text


LAST = None
async def sixth(): await LAST
'''
TEXTS = [
    *("x = 1", "if x:", "return 1", "yield x", "await x", "break", "try:\n    x = 1", "else:\n    pass", "@property"),
    *("global LAST", "nonlocal LAST", "def f():", "class F:\n", "def f(): return", "x = 1 \\", "x = (", ")", '"""'),
    *("from __future__ import division", "from __future__ import nothing", "from os import *", "*x", "x: (yield)"),
    *("    x = 1", "        return 1", "    return 1", "\tx = 1", "    global two", "    nonlocal one", "  pass", "#"),
    *(
        "    def f(a, a): pass",
        "    break",
        "lambda: (yield)",
        "None = 1",
        "f() = 1",
        "print x",
        "async",
        "x = 'a",
        "with x",
    ),
]
SECOND = BEFORE.index(b"@property")


def both(patch: Patch) -> tuple[bool, bool]:
    """Whether the checker is content with what it is shown, and with the whole."""
    after = Source.of(patch.apply(BEFORE))
    fresh = parse(after, grammar.load("python"))
    return (
        check("compile", after.text, unchanged(fresh, patch), b"pass") is None,
        check("compile", after.text) is None,
    )


@pytest.mark.parametrize("text", TEXTS)
def test_a_line_anywhere_is_judged_as_in_the_whole_text(text: str) -> None:
    offsets = [0, *(i + 1 for i, code in enumerate(BEFORE) if code == 10)]
    for offset in offsets:
        shown, whole = both(Patch.of([Edit.insert(offset, text.encode() + b"\n")]))
        assert shown == whole, (text, BEFORE[:offset].count(b"\n") + 1)


def test_a_line_that_goes_is_judged_as_in_the_whole_text() -> None:
    end = 0
    for line in BEFORE.splitlines(keepends=True):
        start, end = end, end + len(line)
        shown, whole = both(Patch.of([Edit.delete(start, end)]))
        assert shown == whole, line


def test_definitions_that_do_not_change_are_not_shown_to_it() -> None:
    patch = Patch.of([Edit.insert(SECOND, b"x = 1\n\n\n")])
    after = Source.of(patch.apply(BEFORE))
    places = unchanged(parse(after, grammar.load("python")), patch)
    assert [after.text[start:end].split(b"(")[0] for start, end in places] == [b"class Third", b"async def sixth"]


def test_a_definition_that_is_written_into_is_shown() -> None:
    patch = Patch.of([Edit.insert(BEFORE.index(b"return two"), b"x = 1\n    ")])
    after = Source.of(patch.apply(BEFORE))
    places = unchanged(parse(after, grammar.load("python")), patch)
    assert next(after.text[start:end].split(b"(")[0] for start, end in places) == b"@property\ndef second"


def test_the_message_names_the_line_of_the_whole_text() -> None:
    text = b"def f():\n    return 1\n\n\nreturn 2\n"
    assert check("compile", text, [(0, 21)], b"pass") == check("compile", text) == "'return' outside function (line 5)"
