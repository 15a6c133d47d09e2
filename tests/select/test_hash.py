"""The hash of a node, version 1: vectors that no release may change, and what it does and does not see."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.select.canonical import printed
from structedit.select.hash import node_hash
from structedit.select.resolve import matches
from tests.select.trees import tree_of

VECTORS = json.loads(Path(__file__).with_name("hash_vectors.json").read_text(encoding="utf-8"))


def hash_of(text: str, selector: str, language: str = "python") -> str:
    (match,) = matches(tree_of(text, language), selector)
    return node_hash(match)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_hashes_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    assert hash_of(vector["text"], vector["selector"], vector["language"]) == vector["hash"]
    assert hashlib.sha256(vector["hashed"].encode()).hexdigest() == vector["hash"]


BODY = 'def load(a):\n    """Two\n  lines."""\n    if a:\n        return """x\n    y"""\n\n    return [\n  1,\n    ]'


def moved(text: str, prefix: str) -> str:
    """The text below another indentation; what begins inside a string stays where it is."""
    lines = text.split("\n")
    return "\n".join(prefix + line if line and line not in ('  lines."""', '    y"""') else line for line in lines)


@pytest.mark.parametrize("prefix", ["    ", "        ", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_move_to_another_depth_keeps_the_hash(prefix: str, newline: str) -> None:
    nested = ("class A:\n" + moved(BODY, prefix) + "\n").replace("\n", newline)
    assert hash_of(nested, "load") == hash_of(BODY, "load")


@pytest.mark.parametrize(
    "other",
    [
        BODY.replace("  lines", "   lines"),
        BODY.replace("    y", "     y"),
        BODY.replace("  1,", "   1,"),
        BODY.replace("(a)", "(a )"),
        "@cache\n" + BODY,
        BODY.replace("\n\n", "\n\n\n"),
    ],
)
def test_any_other_change_changes_the_hash(other: str) -> None:
    assert hash_of(other, "load") != hash_of(BODY, "load")


def test_the_hash_takes_decorators_and_not_the_comments_around() -> None:
    assert hash_of("# above\n@a\ndef f(): pass\n", "f") == hash_of("@a\ndef f(): pass\n", "f")
    assert hash_of("# above\nx = 1  # behind\n", "x") == hash_of("x = 1\n", "x")
    assert hash_of("@a\ndef f(): pass\n", "f") != hash_of("def f(): pass\n", "f")


def test_a_part_and_a_run_have_hashes_of_their_own_text() -> None:
    text = "def f(a, b):\n    x()\n    y()\n"
    assert hash_of(text, "f::parameters") == hashlib.sha256(b"a, b").hexdigest()
    assert hash_of(text, "call#x ..= call#y") == hashlib.sha256(b"x()\ny()").hexdigest()


def test_a_printed_hash_is_the_beginning_of_it() -> None:
    (match,) = matches(tree_of("def f(): pass\n"), "f")
    assert printed(match) == f"f@{node_hash(match)[:8]}"


@given(st.text(alphabet=' \t\nab"#(', max_size=40), st.sampled_from(["    ", "\t", " \t "]))
def test_a_text_without_strings_moves_with_its_hash(inner: str, prefix: str) -> None:
    lines = [line for line in inner.replace('"', "").replace("#", "").replace("(", "").split("\n") if line.strip()]
    body = "def f():\n" + "".join(f"    {line.strip()}\n" for line in lines) + "    pass"
    deep = "class A:\n" + "\n".join(prefix + line for line in body.split("\n")) + "\n"
    assert hash_of(body + "\n", "f") == hash_of(deep, "f")
