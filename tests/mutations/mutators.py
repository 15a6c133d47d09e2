"""How a model's request errs: each mutator takes a known right pair and spoils the request, the file, or both.

It answers a `Case` with every result that is right. No result is right where the request must be refused. None means
that this pair cannot be spoilt in that way.
"""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.mutations.cases import NOTHING, Case, both, lines, margin, plain, tight, unchanged
from tests.mutations.files import duplicate, lookalike, stale_inside, stale_near
from tests.mutations.samples import BLOCKS, COMMENTS, REPLACEMENTS, WORD, Pair, holds, unit_of
from tests.mutations.words import case, operator, typo

if TYPE_CHECKING:
    from collections.abc import Callable

# -- nothing wrong ----------------------------------------------------------------------------------------------


def untouched(draw: random.Random, pair: Pair) -> Case | None:
    return Case(pair.text, pair.old, pair.new, frozenset({pair.after}), must=True)


def specials(draw: random.Random, pair: Pair) -> Case | None:
    """What means something in the replacement of a regular expression, or to a shell, is literal."""
    word = draw.choice(WORD.findall(pair.new) or [""])
    if not word:
        return None
    new = pair.new.replace(word, draw.choice(["$&", r"\1", r"\g<0>", "$$", "%s", "{0}", "$1"]))
    return Case(pair.text, pair.old, new, frozenset({pair.with_new(new)}), {"on_syntax_error": "warn"})


# -- blanks -----------------------------------------------------------------------------------------------------


def tabs(draw: random.Random, pair: Pair) -> Case | None:
    """Tabs where the file has spaces, or spaces where it has tabs."""
    margins = re.compile(r"^[ \t]+", re.MULTILINE)
    if re.search(r"^\t", pair.old, re.MULTILINE):
        blanks = " " * draw.choice([2, 4, 8])
        return both(draw, pair, lambda text: margins.sub(lambda hit: hit[0].replace("\t", blanks), text))
    unit = unit_of(pair.text)
    width = len(unit) if len(unit) > 1 else 4

    def spoil(text: str) -> str:
        return margins.sub(lambda hit: hit[0].replace(" " * width, "\t"), text)

    return both(draw, pair, spoil)


def trailing(draw: random.Random, pair: Pair) -> Case | None:
    """Blanks at the ends of lines that the file has not, or has alone."""
    if re.search(r"[ \t]$", pair.old + "\n" + pair.new, re.MULTILINE):
        return None  # there are such lines already
    blanks = {line: draw.choice(["", " ", "  ", "\t"]) for line in sorted(set(lines(pair.old)))}
    blanks[""] = ""  # what follows the last newline is the next line
    if draw.random() < 0.5 or pair.kind.startswith("nest"):
        # a line that the edit itself writes is spoilt with neither
        return both(draw, pair, lambda text: "\n".join(line + blanks.get(line, "") for line in lines(text)))
    kept = unchanged(pair.old, pair.new)
    rows = [line + (blanks[line] if index in kept else "") for index, line in enumerate(lines(pair.old))]
    news = {there: here for here, there in kept.items()}
    after = [line + (blanks[line] if index in news else "") for index, line in enumerate(lines(pair.new))]
    text, result = pair.with_new("\n".join(rows)), pair.with_new("\n".join(after))
    if text == pair.text or holds(text, pair.old):
        return None
    return Case(text, pair.old, pair.new, frozenset({result}))


def dedent(draw: random.Random, pair: Pair) -> Case | None:
    """The block at another depth: at none, a step less or more, or only its first line stripped."""
    depth = _depth(pair.old)
    way = draw.choice(["none", "less", "more", "first"])
    unit = unit_of(pair.text) or "    "
    if way == "more":
        case = both(draw, pair, lambda text: re.sub(r"^(?=.*\S)", unit, text, flags=re.MULTILINE))
        return case and _read_otherwise(pair, case, lambda text: re.sub(rf"^{unit}", "", text, flags=re.MULTILINE))
    if depth == 0:
        return None
    if way == "first":
        return both(draw, pair, lambda text: text.lstrip(" \t"))
    off = depth if way == "none" else draw.randrange(1, depth + 1)
    if any(line.strip() and len(margin(line)) < off for line in lines(pair.new)):
        return None
    case = both(draw, pair, lambda text: "\n".join(line[off:] if line.strip() else line for line in lines(text)))
    lost = margin(next(line for line in lines(pair.old) if line.strip()))[:off]
    return case and _read_otherwise(pair, case, lambda text: re.sub(r"^(?=.*\S)", lost, text, flags=re.MULTILINE))


def _depth(text: str) -> int:
    return min((len(margin(line)) for line in lines(text) if line.strip()), default=0)


def _read_otherwise(pair: Pair, case: Case, back: Callable[[str], str]) -> Case:
    """Two requests may be one: a new text at another depth than the old one may be meant as it stands, or moved.

    The new text that was not spoilt reads as if it were, too (`back` moves it). One that was spoilt reads as if it were
    not where all of it, and no line of the old one, is as deep as in the file.
    """
    if case.new == pair.new:
        return replace(case, right=case.right | {pair.with_new(back(case.new))})
    if pair.kind.startswith("nest") and pair.language not in BLOCKS and _depth(case.new) == _depth(pair.old):
        return replace(case, right=case.right | {pair.with_new(case.new)})
    return case


def blank_lines(draw: random.Random, pair: Pair) -> Case | None:
    """A blank line inside the block is forgotten, or one is made up."""
    rows = lines(pair.old)
    inner = [at for at, line in enumerate(rows) if not line.strip() and 0 < at < len(rows) - 1]
    kept = unchanged(pair.old, pair.new)
    if inner and draw.random() < 0.7:
        at = draw.choice(inner)
        if at not in kept:
            return None
        news = lines(pair.new)
        old, new = [*rows[:at], *rows[at + 1 :]], [*news[: kept[at]], *news[kept[at] + 1 :]]
    else:
        ends = [at for at in range(1, len(rows)) if at in kept and at - 1 in kept and kept[at] == kept[at - 1] + 1]
        ends = [at for at in ends if rows[at].strip()]
        if not ends:
            return None
        at, news = draw.choice(ends), lines(pair.new)
        old, new = [*rows[:at], "", *rows[at:]], [*news[: kept[at]], "", *news[kept[at] :]]
    if holds(pair.text, "\n".join(old)):
        return None
    case = plain(pair, "\n".join(old), "\n".join(new) if draw.random() < 0.75 else pair.new)
    # the blank lines of the new text as they are given, or as they stand in the file
    right = {pair.with_new(case.new), pair.after} if case else NOTHING
    return case and replace(case, right=frozenset(right), layout=(pair.head, pair.tail), blank=True)


def edges(draw: random.Random, pair: Pair) -> Case | None:
    """A line break too many, or one too few, at the start or the end of both texts."""
    way = draw.choice(["leading", "final", "stripped"])
    if way == "leading":
        return plain(pair, "\n" + pair.old, "\n" + pair.new)
    if way == "final":
        return plain(pair, pair.old + "\n\n", pair.new + "\n\n")
    return plain(pair, pair.old.strip(), pair.new.strip())


def rewrapped(draw: random.Random, pair: Pair) -> Case | None:
    """As another formatter would have it: lines joined inside brackets, blanks in brackets."""
    if pair.language in ("text", "yaml"):
        return None

    def spoil(text: str) -> str:
        text = re.sub(r"([(\[{,])\n\s*(?=[^\s#/])", r"\1", text)
        return re.sub(r"\n\s*(?=[)\]])", "", text) if draw_side else re.sub(r"(?<=\w)\((?=\w)", "( ", text)

    draw_side = draw.random() < 0.7
    case = both(draw, pair, spoil)
    return case and replace(case, layout=(pair.head, pair.tail))


# -- characters -------------------------------------------------------------------------------------------------

TYPESET = {"'": "\u2019", "-": "\u2013", '"': "\u201d"}


def curly(draw: random.Random, pair: Pair) -> Case | None:
    """Quotes, dashes or spaces as a word processor sets them; or the file has them and the request is plain."""
    ways: list[Callable[[str], str]] = [
        _quotes,
        lambda text: text.replace("-", "\u2013"),
        lambda text: re.sub(r"(?<=\S) (?=\S)", "\u00a0", text),
        lambda text: text.replace("...", "\u2026"),
    ]
    return both(draw, pair, draw.choice(ways)) if draw.random() < 0.8 else _typeset_file(pair)


def _typeset_file(pair: Pair) -> Case | None:
    """Only prose can have them in the file; a line that the edit does not touch keeps them."""
    if pair.language not in ("text", "json"):
        return None
    prose = re.compile(r"['\"-]" if pair.language == "text" else r"(?<=\w)'(?=\w)|(?<=\w)-(?=\w)")

    def typeset(line: str) -> str:
        return prose.sub(lambda hit: TYPESET[hit[0]], line)

    kept = unchanged(pair.old, pair.new)
    rows, news = lines(pair.old), lines(pair.new)
    for here, there in kept.items():
        rows[here] = news[there] = typeset(rows[here])
    text = pair.with_new("\n".join(rows))
    if text == pair.text or holds(text, pair.old):
        return None
    # lines that are new as they are given, or with quotes (and dashes) as the file has them
    quotes = [line.replace("'", TYPESET["'"]).replace('"', TYPESET['"']) for line in news]
    right = {pair.with_new("\n".join(one)) for one in (news, map(typeset, news), quotes)}
    return Case(text, pair.old, pair.new, frozenset(right))


def _quotes(text: str) -> str:
    text = re.sub(r"(?<!\w)'", "\u2018", text).replace("'", "\u2019")
    return re.sub(r'(?<!\w)"', "\u201c", text).replace('"', "\u201d")


def numbered(draw: random.Random, pair: Pair) -> Case | None:
    """Pasted with the column of line numbers of a tool that reads files."""
    first = pair.head.count("\n") + 1
    form = draw.choice(["{:>6}\t{}", "{} | {}", "{}: {}", "{:>4}\u2192{}", "{:>5}|{}", "{}:{}"])

    def spoil(text: str) -> str:
        ends = text.endswith("\n")
        rows = lines(text[:-1] if ends else text)
        return "\n".join(form.format(first + at, line) for at, line in enumerate(rows)) + "\n" * ends

    way = draw.random()
    if way < 0.1:  # the other way round, nothing is right: numbers do not belong into the file
        return Case(pair.text, pair.old, spoil(pair.new), NOTHING)
    return plain(pair, spoil(pair.old), spoil(pair.new) if way < 0.7 else pair.new)


def crlf(draw: random.Random, pair: Pair) -> Case | None:
    """Other line ends in the file than in the request, in both directions, and files of mixed ones."""
    way = draw.choice(["file", "request", "mixed", "inside"])
    if "\n" not in pair.text:
        return None
    other = {"\n": "\r\n"}
    if way == "request":
        return both(draw, pair, lambda text: text.replace("\n", "\r\n"))
    if "\n" not in pair.old.rstrip("\n") and "\n" not in pair.new:
        way = "file"
    if way == "file":
        end = draw.choice(["\r\n", "\r\n", "\r"])
        right = frozenset({pair.after.replace("\n", end)})
        return Case(pair.text.replace("\n", end), pair.old, pair.new, right)
    if way == "mixed":
        parts = [re.sub("\n", lambda _: draw.choice(["\n", "\r\n"]), part) for part in (pair.head, pair.tail)]
        old, new = (text.replace("\n", "\r\n") for text in (pair.old, pair.new))
        if not pair.old.endswith("\n"):
            parts[1] = re.sub(r"\A\r?\n", "\r\n", parts[1])  # the end of the last line that is quoted
        return Case(parts[0] + old + parts[1], pair.old, pair.new, frozenset({parts[0] + new + parts[1]}))
    return _mixed_inside(draw, pair, other["\n"])


def _mixed_inside(draw: random.Random, pair: Pair, end: str) -> Case | None:
    """The block itself is mixed: lines that stay keep their end, new ones may have either."""
    kept = unchanged(pair.old, pair.new)
    rows, news = lines(pair.old), lines(pair.new)
    ends = [draw.choice(["\n", end]) for _ in rows[1:]]
    came = {there: here for here, there in kept.items()}
    choices = [[ends[came[at]]] if at in came and came[at] < len(ends) else ["\n", end] for at in range(len(news) - 1)]
    if len(set(ends)) < 2 or sum(len(one) == 2 for one in choices) > 6:
        return None
    old = "".join(itertools.chain(*zip(rows, [*ends, ""], strict=True)))
    right = {"".join(itertools.chain(*zip(news, [*chosen, ""], strict=True))) for chosen in itertools.product(*choices)}
    return Case(pair.with_new(old), pair.old, pair.new, frozenset(map(pair.with_new, right)))


# -- what no tool may repair in silence ---------------------------------------------------------------------------


def escaped(draw: random.Random, pair: Pair) -> Case | None:
    """Line breaks, quotes or tabs written as escapes."""
    way = draw.choice(["breaks", "quotes", "all"])

    def spoil(text: str) -> str:
        if way != "breaks":
            text = text.replace('"', '\\"')
        return text.replace("\n", "\\n").replace("\t", "\\t") if way != "quotes" else text

    old = spoil(pair.old)
    if old == pair.old or tight(old) in tight(pair.text):
        return None
    return Case(pair.text, old, spoil(pair.new), NOTHING)


def entities(draw: random.Random, pair: Pair) -> Case | None:
    """`&lt;` for `<`."""
    table = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
    some = {key: table[key] for key in draw.choice(["&<>", "&<>\"'"])}

    def spoil(text: str) -> str:
        return "".join(some.get(one, one) for one in text)

    old = spoil(pair.old)
    if old == pair.old or tight(old) in tight(pair.text):
        return None
    return Case(pair.text, old, spoil(pair.new), NOTHING)


def elided(draw: random.Random, pair: Pair) -> Case | None:
    """Lines are left out, and a remark says so: in both texts, or only in the new one."""
    rows = lines(pair.old.rstrip("\n"))
    if len(rows) < 4:
        return None
    first = draw.randrange(1, len(rows) - 2)
    last = draw.randrange(first + 1, len(rows))
    if not WORD.search("".join(rows[first:last])):
        return None
    comment = COMMENTS.get(pair.language, "// ")
    words = draw.choice(["... existing code ...", "...", "rest of the code unchanged", "... (unchanged)"])
    mark = margin(rows[first]) + comment + words
    short = [*rows[:first], mark, *rows[last:]]
    if draw.random() < 0.4:
        if words == "..." and pair.language in ("text", "json"):
            return None  # an ellipsis in prose is prose
        return Case(pair.text, pair.old, "\n".join(short) + "\n", NOTHING)
    old = "\n".join(short)
    return Case(pair.text, old, REPLACEMENTS["rename"](draw, pair.language, [old]) or "x", NOTHING)


def fenced(draw: random.Random, pair: Pair) -> Case | None:
    """In a code fence, or between the markers of a block format."""
    ways = [("```{}\n", "\n```"), ("```\n", "\n```\n"), ("~~~\n", "\n~~~"), ("<<<<<<< SEARCH\n", "\n=======\n")]
    head, foot = draw.choice(ways)

    def spoil(text: str) -> str:
        return head.format(pair.language) + text.removesuffix("\n") + foot

    return Case(pair.text, spoil(pair.old), spoil(pair.new), NOTHING)


MUTATORS: dict[str, Callable[[random.Random, Pair], Case | None]] = {
    "untouched": untouched,
    "specials in the new text": specials,
    "tabs for spaces": tabs,
    "trailing blanks": trailing,
    "curly quotes": curly,
    "line numbers": numbered,
    "dedent": dedent,
    "blank line": blank_lines,
    "CRLF": crlf,
    "edges": edges,
    "rewrapped": rewrapped,
    "escaped newlines": escaped,
    "entities": entities,
    "elision": elided,
    "code fence": fenced,
    "stale beside": stale_near,
    "stale inside": stale_inside,
    "duplicate": duplicate,
    "lookalike": lookalike,
    "typo": typo,
    "case": case,
    "operator": operator,
}
