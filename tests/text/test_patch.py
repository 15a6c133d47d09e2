"""A patch applies as a naive replacement from the back would, and maps, inverts, unites and chains accordingly."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit.errors import StructeditError
from structedit.text.patch import Edit, Patch
from structedit.text.span import Span
from tests.strategies import edits, patched, texts


@given(patched())
def test_apply_is_replacement_from_the_back(drawn: tuple[bytes, Patch]) -> None:
    text, patch = drawn
    naive = text
    for edit in reversed(patch.edits):
        naive = naive[: edit.span.start] + edit.new + naive[edit.span.end :]
    assert patch.apply(text) == naive
    assert len(naive) == len(text) + patch.growth
    assert [span.of(naive) for span in patch.new_spans()] == [edit.new for edit in patch.edits]


@given(patched())
def test_invert_gives_the_old_text(drawn: tuple[bytes, Patch]) -> None:
    text, patch = drawn
    assert patch.invert(text).apply(patch.apply(text)) == text


@given(patched(), st.data())
def test_an_unedited_byte_is_found_where_it_was_mapped(drawn: tuple[bytes, Patch], data: st.DataObject) -> None:
    text, patch = drawn
    if not text:
        return
    offset = data.draw(st.integers(0, len(text) - 1))
    new = patch.apply(text)
    if not any(edit.span.covers(offset) for edit in patch):
        assert new[patch.map(offset, "right")] == text[offset]
        assert new[patch.map(offset + 1, "left") - 1] == text[offset]


@given(patched(), st.data())
def test_mapping_keeps_the_order_of_places(drawn: tuple[bytes, Patch], data: st.DataObject) -> None:
    text, patch = drawn
    one, other = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    for side in ("left", "right"):
        assert 0 <= patch.map(one, side) <= patch.map(other, side) <= len(text) + patch.growth
    assert patch.map(one, "left") <= patch.map(one, "right")
    assert patch.map_span(Span(one, other)).end <= len(text) + patch.growth


@given(patched(), st.data())
def test_then_is_one_after_the_other(drawn: tuple[bytes, Patch], data: st.DataObject) -> None:
    text, patch = drawn
    between = patch.apply(text)
    later = Patch.of(data.draw(edits(len(between))))
    assert patch.then(later).apply(text) == later.apply(between)


@given(texts(), st.data())
def test_union_of_the_parts_is_the_whole(text: bytes, data: st.DataObject) -> None:
    found = data.draw(edits(len(text)))
    cut = data.draw(st.integers(0, len(found)))
    united = Patch.of(found[:cut]).union(Patch.of(found[cut:]))
    assert united.apply(text) == Patch.of(found).apply(text)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.binary(max_size=1)), max_size=4))
def test_no_patch_overlaps(drawn: list[tuple[int, int, bytes]]) -> None:
    found = [Edit.replace(min(one, other), max(one, other), new) for one, other, new in drawn]
    overlapping = any(
        one is not other and one.span.start < other.span.end and other.span.start < one.span.end
        for one in found
        for other in found
        if one.span != other.span or len(one.span)
    )
    if overlapping:
        with pytest.raises(StructeditError, match="OVERLAPPING_EDITS"):
            Patch(tuple(found))
    else:
        spans = [edit.span for edit in Patch(tuple(found))]
        assert spans == sorted(spans)


def test_inserts_at_one_place_keep_their_order_and_touching_edits_are_fine() -> None:
    patch = Patch.of(
        [Edit.insert(2, b"1"), Edit.replace(2, 3, b"X"), Edit.insert(2, b"2"), Edit.insert(3, b"3"), Edit.delete(0, 2)]
    )
    assert patch.apply(b"abcd") == b"12X3d"


def test_an_edit_that_does_nothing_is_dropped() -> None:
    assert not Patch.of([Edit.insert(1, b"")])
    assert Patch().span is None
    assert Patch.of([Edit.insert(1, b"a"), Edit.delete(4, 6)]).span == Span(1, 6)


def test_an_edit_behind_the_end_is_a_bug() -> None:
    with pytest.raises(ValueError, match="the text at 1"):
        Patch.of([Edit.insert(2, b"a")]).apply(b"x")


def test_a_span_is_never_backwards() -> None:
    with pytest.raises(ValueError, match="no span"):
        Span(2, 1)


def test_an_overlap_names_both_spans_and_pickles() -> None:
    with pytest.raises(StructeditError) as caught:
        Patch.of([Edit.delete(0, 3), Edit.insert(1, b"x")])
    assert caught.value.details == {"spans": [[0, 3], [1, 1]]}
    assert pickle.loads(pickle.dumps(caught.value)).details == caught.value.details


def test_patches_pickle() -> None:
    patch = Patch.of([Edit.delete(0, 3), Edit.insert(3, b"x")])
    assert pickle.loads(pickle.dumps(patch)) == patch
