"""Quoted text is found by the first rung that has any place, in all its places, and only the place is written."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from structedit.edit.rebase import rebased
from structedit.errors import StructeditError
from structedit.select.ladder import MOST_PLACES, WRITING
from structedit.select.search import Haystack, search
from structedit.syntax import grammar
from structedit.syntax.tree import parse
from structedit.text.source import Source
from structedit.text.span import Span


def found(text: bytes, old: bytes, language: str | None = None, **options: object) -> list[tuple[str, bytes, int, int]]:
    source = Source.of(text)
    tree = parse(source, grammar.load(language)) if language else None
    candidates = search(Haystack(source, tree), old, **options)  # type: ignore[arg-type]  # of several types
    return [(one.rung, one.span.of(text), one.line, one.end_line) for one in candidates]


@pytest.mark.parametrize(
    ("text", "old", "rung"),
    [
        (b"a = 1\nb = 2\n", b"a = 1\nb", "exact"),
        (b"a = 1\r\nb = 2\r\n", b"a = 1\nb", "newlines"),
        (b"a = 1\rb = 2\r", b"a = 1\r\nb", "newlines"),
        (b"a = 1\nb = 2", b"b = 2\n", "newlines"),
        (b"a = 1  \nb = 2\n", b"a = 1\nb", "trailing"),
        (b"a = 1\nb = 2\n", b"a = 1 \t\nb", "trailing"),
        (b"a = 1\nb = 2\n", b"\n\na = 1\nb = 2\n\n\n", "trailing"),
        (b"    a = 1\n    b = 2\n", b"a = 1\nb = 2\n", "indentation"),
        (b"\ta\n\t\tb\n", b"    a\n        b\n", "indentation"),
        (b"    a = 1\n", b"  a = 1\n", "indentation"),
        ("a = “b”\n".encode(), b'a = "b"', "typography"),
        (b'a = "b"\n', "a = “b”".encode(), "typography"),
        ("  a – b…\n  c\n".encode(), b"a - b...\nc\n", "typography"),
        (b"a = 1\nb = 2\n", b"1\ta = 1\n2\tb = 2", "line-numbers"),
        (b"a = 1\nb = 2\n", "7→a = 1\n8→b = 2".encode(), "line-numbers"),
        (b"a = 1\nb = 2\n", b" 9 | a = 1\n10 | b = 2", "line-numbers"),
    ],
)
def test_the_first_rung_that_has_a_place_decides(text: bytes, old: bytes, rung: str) -> None:
    rungs = [one[0] for one in found(text, old)]
    assert rungs == [rung]
    above = WRITING[WRITING.index(rung) - 1] if rung != "exact" else None
    assert above is None or found(text, old, max_rung=above) == []


def test_tokens_need_a_tree_and_are_whole() -> None:
    assert found(b"f(a,\n  b)\n", b"f(a, b)") == []
    assert found(b"f(a,\n  b)\n", b"f(a, b)", "python") == [("tokens", b"f(a,\n  b)", 1, 2)]
    assert found(b"f(a,\n  bc)\n", b"f(a, b", "python") == []
    assert found(b"gf(a,\n  b)\n", b"f(a, b)", "python") == []


def test_all_places_are_counted_overlapping_ones_too() -> None:
    assert len(found(b"aaaa", b"aa")) == 3
    assert len(found(b"aaaa", b"aa", most=None)) == 2
    assert len(found(b"aaaa", b"aa", most=1)) == 1
    assert len(found(b"a\n" * (MOST_PLACES + 5), b"a\n", most=None)) == MOST_PLACES + 1


def test_no_place_begins_or_ends_inside_of_a_crlf() -> None:
    assert found(b"a\r\nb", b"\nb") == [("newlines", b"\r\nb", 1, 2)]
    assert found(b"a\r\nb", b"a\r") == [("newlines", b"a\r\n", 1, 1)]


def test_a_place_lies_within_the_span_that_was_asked_for() -> None:
    text = b"x = 1\n  x = 1 \nx = 1\n"
    assert found(text, b"x = 1", within=Span(6, 15)) == [("exact", b"x = 1", 2, 2)]
    assert found(text, b"    x = 1\n", within=Span(6, 15))[0][2] == 2


def test_blank_text_is_nowhere() -> None:
    assert found(b" \n \n", b" \n") == []


WORDS = st.text(alphabet="ab(){}=\"' \t", max_size=8)
LINES = st.lists(WORDS, min_size=1, max_size=8)


@given(LINES, st.data())
def test_what_is_quoted_as_it_stands_is_found_where_it_stands(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(lines).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    old = text[start:end]
    assume(old.strip())
    candidates = search(Haystack(Source.of(text)), old, most=10_000)
    spans = [(one.span.start, one.span.end) for one in candidates]
    if candidates and candidates[0].rung == "exact" and not re.match(rb"[ \t]", old):
        every = [at for at in range(len(text)) if text.startswith(old, at)]
        assert [start for start, _ in spans] == every
    assert candidates


@given(LINES, LINES, st.data())
def test_lines_that_do_not_change_keep_their_bytes(lines: list[str], new: list[str], data: st.DataObject) -> None:
    """The block is quoted without what is at its line ends; the first and the last line of it stay."""
    ends = data.draw(st.lists(st.sampled_from(["\n", " \n", "\t\r\n", "\r\n"]), min_size=10, max_size=10))
    block = ["head(1)", *lines, "tail(2)"]
    text = "".join(line + end for line, end in zip(block, ends, strict=False)).encode()
    old = "".join(line.rstrip(" \t") + "\n" for line in block).encode()
    replacement = "".join(line + "\n" for line in ["head(1)", *new, "tail(2)"]).encode()
    haystack = Haystack(Source.of(text))
    candidates = search(haystack, old)
    assert len(candidates) == 1
    try:
        after = rebased(haystack, candidates[0], old, replacement)
    except StructeditError as error:
        assert error.code == "SEARCH_FAILED"
        return
    assert after.startswith(("head(1)" + ends[0]).encode())
    assert after.endswith(("tail(2)" + ends[len(block) - 1]).encode())
    assert len(Source.of(after).line_starts) == len(new) + 3
