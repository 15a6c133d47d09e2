"""The ladder of quoted text: how unlike the found text may be, from equal bytes down; and a place that was found."""

from __future__ import annotations

from structedit.record import record
from structedit.text.span import Span

RUNGS = ("exact", "newlines", "trailing", "indentation", "typography", "line-numbers", "tokens", "similar")
WRITING = RUNGS[:-1]
MOST = 1000
MOST_PLACES = 100_000  # that one edit takes


@record
class Candidate:
    """A place that the quoted text may mean. `span` is in bytes, lines count from 1, `score` is from 0 to 100.

    `base`: the rung that found the text without its line numbers, behind each of which `cut` blanks went, too. `whole`:
    the span is whole lines, from the first blank of their indentation on. `ended`: the last newline of the quoted text
    is the end of the file. `trimmed`: blank lines at the ends of the quoted text are left out.
    """

    span: Span
    rung: str
    score: float
    line: int
    end_line: int
    base: str = ""
    cut: int = 0
    trimmed: bool = False
    whole: bool = False
    ended: bool = False
