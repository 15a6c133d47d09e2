"""Inverses that are none by design: each rule has a name, a reason, and a test on the texts. They are counted apart.

A rule looks at the three texts, before, between and after, and at what the way back said that it kept. It must say
exactly what the difference is; a difference that is more than that is a failure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from structedit.syntax import grammar as grammars
from structedit.text import indent
from tests.wild.trial import Trial


@dataclass(frozen=True)
class Way:
    """There and back: the trial, the three texts, and what the way back kept (`kept` of its answers)."""

    trial: Trial
    raw: bytes
    middle: bytes
    again: bytes
    kept: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[list[bytes], list[bytes], list[bytes]]:
        raw, middle, again = (text.replace(b"\r\n", b"\n").split(b"\n") for text in (self.raw, self.middle, self.again))
        return raw, middle, again

    @property
    def same(self) -> int:
        """How many lines at the start are the same in the first and the last text."""
        raw, _, again = self.lines
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(raw, again, strict=False)))


@dataclass(frozen=True)
class Rule:
    name: str
    why: str
    holds: Callable[[Way], bool]


def _kept(way: Way) -> bool:
    return bool(way.kept)


def _gap(way: Way) -> bool:
    """Only the number of blank lines at one place differs, and it is that before what was put in."""
    raw, middle, again = way.lines
    if [line for line in raw if line.strip()] != [line for line in again if line.strip()]:
        return False
    at = way.same
    while at and not raw[at - 1 : at][0].strip():
        at -= 1
    gaps = [_blank(lines, at) for lines in (raw, middle, again)]
    rest = raw[at + gaps[0] :] == again[at + gaps[2] :]
    return rest and gaps[2] in (gaps[1], 0) and gaps[0] != gaps[2]


def _blank(lines: list[bytes], at: int) -> int:
    return sum(1 for _ in takewhile(lambda line: not line.strip(), lines[at:]))


def _adopted(way: Way) -> bool:
    """Comments directly above the place are what is missing."""
    raw, middle, again = way.lines
    if not way.raw.endswith(b"\n") and way.again.endswith(b"\n"):
        again = again[:-1]  # what was put in behind a last line has brought its line break
    at, count = way.same, len(raw) - len(again)
    mark = str(grammars.load(way.trial.language).fact("syntax", "line_comment", "#")).encode()
    for start in range(max(at - count, 0), at + 1) if count > 0 else ():
        missing = raw[start : start + count]
        if all(line.strip().startswith(mark) for line in missing) and raw[:start] + raw[start + count :] == again:
            return middle[start : start + count] == missing and middle != raw
    return False


def _unit(way: Way) -> bool:
    """Only the depth of lines differs, and the file without what was replaced has another step of indentation."""
    raw, _, again = way.lines
    bare = [line.lstrip() for line in raw] == [line.lstrip() for line in again]
    return bare and indent.unit(way.raw, (), b"") != indent.unit(way.middle, (), b"")


def _placeholder(way: Way) -> bool:
    """An empty statement that gave way comes back in the language's own form."""
    raw, _, again = way.lines
    at = way.same
    if len(raw) != len(again) or raw[at + 1 :] != again[at + 1 :]:
        return False
    return raw[at].strip().endswith(b"...") and again[at].strip().endswith(b"pass")


def _final_newline(way: Way) -> bool:
    """What was put in behind a last line without newline has brought one, which stays."""
    return way.again in (way.raw + b"\n", way.raw + b"\r\n")


def _opened(way: Way) -> bool:
    """A body, a list or an import on one line has been opened up for what was put in; only layout differs."""
    raw, _, again = way.lines
    at = way.same
    rest = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(raw[at:][::-1], again[at:][::-1], strict=False))
    )
    parts = [b"".join(lines[at : len(lines) - rest]) for lines in (raw, again)]
    bare = [part.replace(b"return", b"").translate(None, b" \t;,{}") for part in parts]
    return len(again) > len(raw) and bare[0] == bare[1]


def _head(way: Way) -> bool:
    """Comments that were put in below those of a file without code are the file's, too."""
    mark = str(grammars.load(way.trial.language).fact("syntax", "line_comment", "#")).encode()
    more = way.again[len(way.raw) :].strip().split(b"\n")
    return way.again.startswith(way.raw) and all(line.startswith(mark) for line in more)


def _spacing(way: Way) -> bool:
    """Of two separators one goes, with the blanks around it: one line differs by blanks before a separator."""
    raw, _, again = way.lines
    at = way.same
    if len(raw) != len(again) or at == len(raw) or raw[at + 1 :] != again[at + 1 :]:
        return False
    return raw[at].translate(None, b" \t") == again[at].translate(None, b" \t") and b" ," in raw[at]


def _bracketed(way: Way) -> bool:
    """Parentheses that the new text needed stay around the old one."""
    raw, _, again = way.lines
    at = way.same
    if len(raw) != len(again) or at == len(raw) or raw[at + 1 :] != again[at + 1 :]:
        return False
    return again[at].count(b"(") == raw[at].count(b"(") + 1 and again[at].translate(None, b"()") == raw[at].translate(
        None, b"()"
    )


RULES: tuple[Rule, ...] = (
    Rule("kept", "a text without decorators or comments leaves those of the old node where they are", _kept),
    Rule("gap", "a deletion leaves the blank lines before what goes; an insertion may have put them there", _gap),
    Rule("adopted", "a comment directly above an inserted member is its own, and goes with it", _adopted),
    Rule("unit", "text is indented in the steps of the file, which only the replaced lines showed", _unit),
    Rule("newline", "a deletion leaves the line break before what goes, also at the end of a file", _final_newline),
    Rule("opened", "a body on one line is opened up for a second statement, and stays open", _opened),
    Rule("head", "comments at the head of a file belong to no member", _head),
    Rule("spacing", "a separator goes with the blanks around it", _spacing),
    Rule("bracketed", "parentheses that a text needs are put around its list, and stay", _bracketed),
    Rule("placeholder", "an emptied body gets the language's empty statement", _placeholder),
)


def rule_for(way: Way) -> str | None:
    """The name of the rule by which this inverse is none."""
    return next((rule.name for rule in RULES if rule.holds(way)), None)
