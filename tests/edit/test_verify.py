"""A bad planner is caught by our own check, whatever it does; the five faults that the design names, and more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from structedit.edit import run as running
from structedit.edit.intents import Context, Piece
from structedit.edit.operations import Delete, Insert, Replace, Wrap
from structedit.errors import StructeditError
from structedit.syntax import grammar
from structedit.text.patch import Edit, Patch
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    from structedit.edit.intents import Draft
    from structedit.edit.operations import AnyOperation
    from structedit.syntax.tree import Tree

TEXT = b'''import os

# about load
def load(path, mode="r", *rest):
    # read it whole
    text = """
 kept
"""
    call(path, mode)
    return text


def save(path):
    return path
'''


def planted(monkeypatch: pytest.MonkeyPatch, *edits: Edit, text: Span | None = None, moved: bool = False) -> None:
    """The planner answers with these edits, whatever it was asked."""

    def unite(tree: Tree, drafts: list[Draft]) -> tuple[Patch, list[Piece]]:
        pieces = [Piece(edit, drafts[0].index, text, moved) for edit in edits]
        return Patch.of(piece.edit for piece in pieces), pieces

    monkeypatch.setattr(running, "unite", unite)


def refusal(operation: AnyOperation, text: bytes = TEXT) -> StructeditError:
    with pytest.raises(StructeditError) as caught:
        running.run(Source.of(text), grammar.load("python"), (operation,), Context())
    return caught.value


def replacing(old: bytes, new: bytes, after: bytes = b"") -> Edit:
    start = TEXT.index(old, TEXT.index(after) if after else 0)
    return Edit.replace(start, start + len(old), new)


ARGUMENT = Delete(target="load call#call > argument:nth(2)")


def test_an_edit_of_a_sibling(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, replacing(b"path", b"file", b"call("))
    assert refusal(ARGUMENT).code == "INTERNAL"


def test_a_comment_that_is_eaten(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, replacing(b"    # read it whole\n", b""))
    assert refusal(Delete(target="load > return")).code == "INTERNAL"


def test_a_string_that_is_indented(monkeypatch: pytest.MonkeyPatch) -> None:
    at = TEXT.index(b" kept")
    planted(monkeypatch, Edit.insert(at, b"    "))
    assert refusal(Delete(target="load > return")).code == "INTERNAL"


def test_two_elements_that_change_places(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, replacing(b"path", b"mode", b"call("), replacing(b"mode)", b"path)", b"call("))
    assert refusal(ARGUMENT).code == "INTERNAL"


def test_an_edit_of_another_function(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, replacing(b"return path", b"return None"))
    assert refusal(Delete(target="load > return")).code == "INTERNAL"


def test_text_that_nobody_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    at = TEXT.index(b"    return text")
    planted(monkeypatch, Edit.insert(at, b"    rm()\n"), text=Span(4, 8))
    assert refusal(Insert(target="load > return", at="before", text="x()")).code == "INTERNAL"


def test_layout_that_is_more_than_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    at = TEXT.index(b"    return text")
    planted(monkeypatch, Edit.insert(at, b"    x(); y()\n"), text=Span(4, 7))
    assert refusal(Insert(target="load > return", at="before", text="x()")).code == "INTERNAL"


def test_a_string_that_changes_when_it_is_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    old = TEXT[TEXT.index(b'text = """') : TEXT.index(b"    call(")].rstrip()
    new = b"if x:\n        " + old.replace(b"\n", b"\n    ")
    planted(monkeypatch, replacing(old, new), text=Span(0, len(new)), moved=True)
    assert refusal(Wrap(target="load > text", text="if x:\n    $BODY")).code in ("INTERNAL", "TARGET_NOT_FOUND")
    assert refusal(Wrap(target="load.text", text="if x:\n    $BODY")).code == "INTERNAL"


def test_a_token_that_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    at = TEXT.index(b"return text") + 3
    planted(monkeypatch, Edit.insert(at, b" "))
    assert refusal(Insert(target="load", at="end", text="x()")).code == "INTERNAL"


def test_a_text_that_swallows_what_follows() -> None:
    assert refusal(Insert(target="load > return", at="before", text='x = """')).code == "SYNTAX_BROKEN"
    assert refusal(Replace(target=ARGUMENT.target, text="a # b")).code == "SYNTAX_BROKEN"


def test_the_honest_plan_passes() -> None:
    made = running.run(Source.of(TEXT), grammar.load("python"), (ARGUMENT,), Context())
    assert made.after.text == TEXT.replace(b"call(path, mode)", b"call(path)")
