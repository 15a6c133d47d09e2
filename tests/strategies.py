"""What the property tests draw: texts with every kind of newline, and patches of them."""

from __future__ import annotations

from hypothesis import strategies as st

from structedit.text.patch import Edit, Patch

NEWLINES = st.sampled_from([b"\n", b"\n", b"\r\n", b"\r"])
WORDS = st.sampled_from([b"", b"a", b"b", b"    x", b"\ty = 1", b"# \xc3\xa9", b"  ", b"\x0c", b"}"])


@st.composite
def texts(draw: st.DrawFn, newlines: st.SearchStrategy[bytes] = NEWLINES, most: int = 12) -> bytes:
    """Lines with mixed newlines, with or without the last one."""
    lines = draw(st.lists(st.tuples(WORDS, newlines), max_size=most))
    text = b"".join(word + newline for word, newline in lines)
    return text + draw(WORDS)


@st.composite
def edits(draw: st.DrawFn, size: int, most: int = 5) -> list[Edit]:
    """Disjoint edits of a text of that size, in any order; several inserts at one place are likely."""
    places = sorted(draw(st.lists(st.integers(0, size), max_size=2 * most)))
    pairs = list(zip(places[::2], places[1::2], strict=False))
    found = [Edit.replace(start, end, draw(texts(most=2))) for start, end in pairs]
    return draw(st.permutations(found))


@st.composite
def patched(draw: st.DrawFn, newlines: st.SearchStrategy[bytes] = NEWLINES) -> tuple[bytes, Patch]:
    text = draw(texts(newlines))
    return text, Patch.of(draw(edits(len(text))))
