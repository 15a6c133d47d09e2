"""Quoted text against a slow reading of what each rung means: every span of a small text is tried.

The text is a handful of words, quotes, blanks and newlines; what is looked for is a piece of it, spoilt or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import example, given
from hypothesis import strategies as some

from structedit.edit.intents import Context
from structedit.edit.operations import SearchReplace
from structedit.edit.run import run
from structedit.errors import StructeditError
from structedit.text.source import Source

REFUSALS = {"SEARCH_FAILED", "MULTIPLE_MATCHES", "ELIDED_TEXT", "BAD_REQUEST"}

PIECES = ["a", "b", "ab", '"', "'", "\u2019", "\u201c", "-", "\u2013", " ", " ", "    ", "\t", "\n", "\n", "\n", "\r\n"]
TEXTS = some.lists(some.sampled_from(PIECES), min_size=1, max_size=14).map("".join)
TYPED = str.maketrans({"\u2019": "'", "\u201c": '"', "\u2013": "-", "\u00a0": " "})


def _ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _trimmed(text: str) -> str:
    return re.sub(r"[ \t]+(?=\n|\Z)", "", _ends(text))


def _flush(text: str) -> str:
    return re.sub(r"^[ \t]+", "", _trimmed(text), flags=re.MULTILINE)


def _bare(text: str) -> str:
    """What the text says: no blanks, plain quotes."""
    return re.sub(r"\s", "", text.translate(TYPED))


@dataclass(frozen=True)
class Reading:
    """When two texts are equal: after a fold, and (`whole`) only where whole lines are quoted.

    `edges`: newlines too many at an end say that a line begins or ends there.
    """

    fold: Callable[[str], str]
    whole: bool = False
    edges: bool = False

    def fits(self, text: str, span: tuple[int, int], old: str) -> bool:
        """No place begins or ends inside a CRLF; blanks at the end of what is quoted end a line."""
        if any(text[at - 1 : at + 1] == "\r\n" for at in span if at):
            return False
        behind = text[span[1] :].lstrip(" \t")[:1]
        if self.edges:
            before = text[: span[0]].rstrip(" \t")[-1:]
            begins = not old.startswith(("\n", "\r")) or before in ("", "\r", "\n")
            return begins and (not old.endswith(("\n", "\r")) or behind in ("", "\r", "\n"))
        return self.fold in (str, _ends) or not old.endswith((" ", "\t")) or behind in ("", "\r", "\n")


PLAIN = (Reading(str), Reading(_ends), Reading(_trimmed), Reading(_flush, whole=True))
FOLDS: dict[str, tuple[Reading, ...]] = {
    "exact": PLAIN[:1],
    "newlines": PLAIN[1:2],
    "trailing": (PLAIN[2], Reading(lambda text: _trimmed(text).strip("\n"), edges=True)),
    "indentation": PLAIN[3:],
    "typography": tuple(Reading(lambda text, one=one: one.fold(text.translate(TYPED)), one.whole) for one in PLAIN[1:]),
}


def places(text: str, old: str, reading: Reading) -> set[tuple[int, int]]:
    """Where some span reads like `old`: the offsets of its first and behind its last character that is not blank."""
    wanted, found = reading.fold(old), set()
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            part = text[start:end]
            if part.strip() and reading.fold(part) == wanted and reading.fits(text, (start, end), old):
                found.add(_core(text, start, end))
    return {one for one in found if not reading.whole or _is_whole(text, one)}


def _is_whole(text: str, core: tuple[int, int]) -> bool:
    """Whether nothing else stands in the lines."""
    before, behind = text[: core[0]].rstrip(" \t"), text[core[1] :].lstrip(" \t")
    return before[-1:] in ("", "\n", "\r") and behind[:1] in ("", "\n", "\r")


def _core(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


@some.composite
def _requests(draw: some.DrawFn) -> tuple[str, str, str]:
    text = draw(TEXTS)
    start = draw(some.integers(0, len(text) - 1))
    old = text[start : draw(some.integers(start + 1, len(text)))]
    spoils: list[Callable[[str], str]] = [
        str,
        _ends,
        _trimmed,
        _flush,
        lambda one: one.translate(TYPED),
        lambda one: one.replace("\n", "\r\n"),
        lambda one: re.sub(r"(?m)(?=\n|\Z)", " ", one),
        lambda one: re.sub(r"(?m)^(?=.)", "  ", one),
        lambda one: one.replace("    ", "\t"),
        lambda one: one.replace("'", "\u2019"),
    ]
    for spoil in draw(some.lists(some.sampled_from(spoils), max_size=2)):
        old = spoil(old)
    new = draw(some.one_of(TEXTS, some.just(old + "b"), some.just(old.replace("a", "c")), some.just("")))
    return text, old, new


@given(_requests())
@example(("a\n  b\n    b\n", "b\n", "c\n"))
@example(("ab \nab\n", "ab\n", "c\n"))
@example(("'a'\n\u2019a\u2019\n", "'a\u2019", "b"))
def test_what_is_written_stands_in_the_one_place_that_reads_like_the_quoted_text(request: tuple[str, str, str]) -> None:
    text, old, new = request
    source = Source.of(text.encode())
    try:
        made = run(source, None, (SearchReplace(old=old, new=new),), Context())
    except StructeditError as error:
        assert error.code in REFUSALS, error
        _check_refusal(error.code, request)
        return
    (report,) = made.edits
    span = report.span_before
    before, after = source.text, made.after.text
    found = span.of(before)
    middle = after[span.start : len(after) - (len(before) - span.end)]
    assert (before[: span.start], before[span.end :]) == (
        after[: span.start],
        after[len(after) - len(before) + span.end :],
    )
    assert _bare(found.decode()) == _bare(old)
    assert _bare(middle.decode()) == _bare(new)
    here = _core(text, len(before[: span.start].decode()), len(before[: span.end].decode()))
    counted = [places(text, old, reading) for reading in FOLDS[report.how]]
    assert {here} in counted, f"{report.how} took {found!r} of {counted}"
    if "\r" not in text:
        assert b"\r" not in after, "a line end that the file has not"


def _check_refusal(code: str, request: tuple[str, str, str]) -> None:
    """What is there once, as it is or but for its line ends, is found."""
    text, old, _ = request
    if old[:1] in (" ", "\t") and "\n" not in old.strip():
        return  # less of a line's indentation than there is: it may be meant in two ways
    exact = len(places(text, old, PLAIN[0]))
    if code == "SEARCH_FAILED":
        assert not exact
        assert not [one for one in places(text, old, PLAIN[1]) if len(one) == 1]
    if code == "MULTIPLE_MATCHES":
        assert exact != 1 or len(places(text, old, PLAIN[1])) > 1
