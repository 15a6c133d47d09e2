"""`A > B`: no opaque element lies between. The truth table of the selector language."""

from __future__ import annotations

import pytest

from tests.select.trees import found, tree_of

CODE = """\
import os

LIMIT = limit(3)

@cache(size=1)
class A(Base):
    one = 1

    @staticmethod
    def load(path, mode="r"):
        "Reads."
        with open(path, mode) as file:
            text = file.read()
        if text:
            return parse(text, strict(1))
        for part in text:
            part.strip()
        return lambda: show(text)

    class B:
        def inner(self):
            return 2

def free():
    call([1, [2, 3]], {"k": f(4)})
"""


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        # a class holds its own methods, not those of a class inside
        ("class#A > method", ["@staticmethod"]),
        ("class#A > class > method", ["def inner(self):"]),
        # blocks, statements and with are transparent; if, loop and lambda are not
        ("function#load > call#open", ["open(path, mode)"]),
        ("function#load > return", ["return lambda: show(text)"]),
        ("function#load > if > return", ["return parse(text, strict(1))"]),
        ("function#load > call#strip", []),
        ("function#load > loop > call#strip", ["part.strip()"]),
        ("function#load > lambda > call", ["show(text)"]),
        ("function#load > call#show", []),
        # a call holds its arguments; between two calls lies an argument
        ("call#open > argument", ["path", "mode"]),
        ("call#parse > call", []),
        ("call#parse > argument > call#strict", ["strict(1)"]),
        ("call#parse argument#strict", []),
        # on one span the member is outside: argument ⊃ call, item ⊃ list, statement ⊃ variable ⊃ what it says
        ("argument > call", ["strict(1)"]),
        ("call#strict > argument > call", []),
        ("item > list", ["[2, 3]"]),
        ("argument > list > item", ["1", "[2, 3]"]),
        ("statement > variable", ["LIMIT = limit(3)", "text = file.read()"]),
        ("variable > statement", []),
        # a transparent element reaches through itself only
        ("variable#LIMIT > call", ["limit(3)"]),
        ("return > call", ["parse(text, strict(1))"]),
        ("statement > if", ["if text:"]),
        ("block > import", []),
        # decorators, docstrings and parameters are inside of what they belong to
        ("function#load > decorator", ["@staticmethod"]),
        ("class#A > decorator > call", ["cache(size=1)"]),
        ("function#load > docstring", ['"Reads."']),
        ("function#load > parameter", ["path", 'mode="r"']),
        ("class#A > parameter", []),
        # the file is opaque, too
        (":root > class", ["@cache(size=1)"]),
        (":root > import", ["import os"]),
        (":root > method", []),
        # an entry ends the reach
        ("function#free > call#f", []),
        ("entry#k > call#f", ["f(4)"]),
        # a part counts as its node
        ("A.load::body > return", ["return lambda: show(text)"]),
        ("A.load::parameters > parameter#mode", ['mode="r"']),
        # between raw kinds it is the parent in the tree; with one raw kind the rule of roles
        ("(if_statement) > (block)", ["return parse(text, strict(1))"]),
        ("(if_statement) > (return_statement)", []),
        ("(if_statement) > return", ["return parse(text, strict(1))"]),
        ("function#load > (return_statement)", ["return lambda: show(text)"]),
        ("(class_definition) > method", ["@staticmethod", "def inner(self):"]),
    ],
)
def test_child_ends_at_opaque_elements(selector: str, expected: list[str]) -> None:
    assert found(tree_of(CODE), selector) == expected


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("class#A method", ["@staticmethod", "def inner(self):"]),
        ("function#load call#strip", ["part.strip()"]),
        ("call#parse call", ["strict(1)"]),
        ("if return", ["return parse(text, strict(1))"]),
        ("parameter + parameter", ['mode="r"']),
        ("decorator + function", []),
        ("import + variable", ["LIMIT = limit(3)"]),
        ("import + class", []),
        ("import ~ class", ["@cache(size=1)"]),
        ("class#A ~ function", ["def free():"]),
        ("function ~ class#A", []),
        ("if + loop", ["for part in text:"]),
        ("call#open ~ if", []),
        ("(if_statement) + (for_statement)", ["for part in text:"]),
        ("(if_statement) ~ (return_statement)", ["return lambda: show(text)"]),
        ("item:nth(1) + item", ["[2, 3]", "3"]),
    ],
)
def test_the_other_combinators(selector: str, expected: list[str]) -> None:
    assert found(tree_of(CODE), selector) == expected
