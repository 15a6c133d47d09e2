"""How a model's request errs: each mutator takes a known right pair and spoils the request, the file, or both.

It answers a `Case` with every result that is right. No result is right where the request must be refused. None means
that this pair cannot be spoilt in that way.
"""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from tests.mutations.samples import COMMENTS, REPLACEMENTS, WORD, Pair, holds

if TYPE_CHECKING:
    from collections.abc import Callable

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Case:
    """A request (`old`, `new`, `fields`) on a file `before`; `right`: the results that are right beside a refusal.

    `must`: a refusal would be wrong, too.
    """

    before: str
    old: str
    new: str
    right: frozenset[str]
    fields: dict[str, Any] = field(default_factory=dict)
    must: bool = False


def _case(pair: Pair, old: str, new: str, **fields: Any) -> Case | None:
    """The request is spoilt, the file is not: the right result is the known one.

    Where the spoilt text stands in the file as it is, the request is a plain one: its text is taken as it is given.
    """
    if (old, new) == (pair.old, pair.new):
        return None
    right = frozenset({pair.after})
    if old in pair.text:
        right = frozenset({pair.text.replace(old, new)}) if holds(pair.text, old) == 1 else NOTHING
    return Case(pair.text, old, new, right, fields)


def _both(draw: random.Random, pair: Pair, spoil: Callable[[str], str]) -> Case | None:
    """Mostly both texts are spoilt in the same way, now and then only the one that is searched."""
    return _case(pair, spoil(pair.old), spoil(pair.new) if draw.random() < 0.75 else pair.new)


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


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
    if re.search(r"^\t", pair.old, re.MULTILINE):
        width = draw.choice([2, 4, 8])
        return _both(draw, pair, lambda text: "\n".join(_margin(one).replace("\t", " " * width) + one.lstrip(" \t")
                                                        for one in _lines(text)))  # fmt: skip
    margins = [len(_margin(line)) for line in _lines(pair.text) if line.startswith(" ")]
    width = 2 if any(size % 4 == 2 for size in margins) else 4

    def spoil(text: str) -> str:
        return re.sub(r"^ +", lambda hit: "\t" * (len(hit[0]) // width) + " " * (len(hit[0]) % width), text, flags=re.M)

    return _both(draw, pair, spoil)


def trailing(draw: random.Random, pair: Pair) -> Case | None:
    """Blanks at the ends of lines that the file has not, or has alone."""
    blanks = {line: draw.choice(["", " ", "  ", "\t"]) for line in sorted(set(_lines(pair.old)))}
    if draw.random() < 0.5:
        # a line that the edit itself writes is spoilt with neither
        return _both(draw, pair, lambda text: "\n".join(line + blanks.get(line, "") for line in _lines(text)))
    kept = _unchanged(pair.old, pair.new)
    rows = [line + (blanks[line] if index in kept else "") for index, line in enumerate(_lines(pair.old))]
    news = {there: here for here, there in kept.items()}
    after = [line + (blanks[line] if index in news else "") for index, line in enumerate(_lines(pair.new))]
    text, result = pair.with_new("\n".join(rows)), pair.with_new("\n".join(after))
    if text == pair.text or holds(text, pair.old):
        return None
    return Case(text, pair.old, pair.new, frozenset({result}))


def dedent(draw: random.Random, pair: Pair) -> Case | None:
    """The block at another depth: at none, a step less or more, or only its first line stripped."""
    margin = min((len(_margin(line)) for line in _lines(pair.old) if line.strip()), default=0)
    way = draw.choice(["none", "less", "more", "first"])
    if way == "more":
        return _both(draw, pair, lambda text: re.sub(r"^(?=.*\S)", draw_unit(pair), text, flags=re.M))
    if margin == 0:
        return None
    if way == "first":
        return _both(draw, pair, lambda text: text.lstrip(" \t"))
    off = margin if way == "none" else draw.randrange(1, margin + 1)
    if any(line.strip() and len(_margin(line)) < off for line in _lines(pair.new)):
        return None
    return _both(draw, pair, lambda text: "\n".join(line[off:] if line.strip() else line for line in _lines(text)))


def draw_unit(pair: Pair) -> str:
    return "\t" if re.search(r"^\t", pair.text, re.MULTILINE) else "    "


def blank_lines(draw: random.Random, pair: Pair) -> Case | None:
    """A blank line inside the block is forgotten, or one is made up."""
    rows = _lines(pair.old)
    inner = [at for at, line in enumerate(rows) if not line.strip() and 0 < at < len(rows) - 1]
    kept = _unchanged(pair.old, pair.new)
    if inner and draw.random() < 0.7:
        at = draw.choice(inner)
        if at not in kept:
            return None
        news = _lines(pair.new)
        old, new = [*rows[:at], *rows[at + 1 :]], [*news[: kept[at]], *news[kept[at] + 1 :]]
    else:
        ends = [at for at in range(1, len(rows)) if at in kept and at - 1 in kept and kept[at] == kept[at - 1] + 1]
        ends = [at for at in ends if rows[at].strip()]
        if not ends:
            return None
        at, news = draw.choice(ends), _lines(pair.new)
        old, new = [*rows[:at], "", *rows[at:]], [*news[: kept[at]], "", *news[kept[at] :]]
    if holds(pair.text, "\n".join(old)):
        return None
    return _case(pair, "\n".join(old), "\n".join(new) if draw.random() < 0.75 else pair.new)


def edges(draw: random.Random, pair: Pair) -> Case | None:
    """A line break too many, or one too few, at the start or the end of both texts."""
    way = draw.choice(["leading", "final", "stripped"])
    if way == "leading":
        return _case(pair, "\n" + pair.old, "\n" + pair.new)
    if way == "final":
        return _case(pair, pair.old + "\n\n", pair.new + "\n\n")
    return _case(pair, pair.old.strip(), pair.new.strip())


def rewrapped(draw: random.Random, pair: Pair) -> Case | None:
    """As another formatter would have it: lines joined inside brackets, blanks in brackets."""
    if pair.language in ("text", "yaml"):
        return None

    def spoil(text: str) -> str:
        text = re.sub(r"([(\[{,])\n\s*(?=[^\s#/])", r"\1", text)
        return re.sub(r"\n\s*(?=[)\]])", "", text) if draw_side else re.sub(r"(?<=\w)\((?=\w)", "( ", text)

    draw_side = draw.random() < 0.7
    return _both(draw, pair, spoil)


# -- characters -------------------------------------------------------------------------------------------------

CURLY = str.maketrans({"'": "\u2019", "-": "\u2013", " ": "\u00a0"})


def curly(draw: random.Random, pair: Pair) -> Case | None:
    """Quotes, dashes or spaces as a word processor sets them; or the file has them and the request is plain."""
    way = draw.choice(["quotes", "dashes", "spaces", "ellipsis", "file"])
    spoil = {"quotes": _quotes, "dashes": lambda text: text.replace("-", "\u2013"),
             "spaces": lambda text: re.sub(r"(?<=\S) (?=\S)", "\u00a0", text),
             "ellipsis": lambda text: text.replace("...", "\u2026"), "file": _quotes}[way]  # fmt: skip
    if way != "file":
        return _both(draw, pair, spoil)
    # only words in prose can have them in the file; a line that the edit does not touch keeps them
    kept = _unchanged(pair.old, pair.new)
    rows, news = _lines(pair.old), _lines(pair.new)
    prose = re.compile(r"(?<=\w)'(?=\w)|(?<=\w)-(?=\w)") if pair.language != "text" else re.compile(r"['\"-]")
    if pair.language not in ("text", "json"):
        return None
    for here, there in kept.items():
        rows[here] = news[there] = prose.sub(
            lambda hit: {"'": "\u2019", "-": "\u2013", '"': "\u201d"}[hit[0]], rows[here]
        )
    text, after = pair.with_new("\n".join(rows)), pair.with_new("\n".join(news))
    if text == pair.text or holds(text, pair.old):
        return None
    return Case(text, pair.old, pair.new, frozenset({after}))


def _quotes(text: str) -> str:
    text = re.sub(r"(?<!\w)'", "\u2018", text).replace("'", "\u2019")
    return re.sub(r'(?<!\w)"', "\u201c", text).replace('"', "\u201d")


def numbered(draw: random.Random, pair: Pair) -> Case | None:
    """Pasted with the column of line numbers of a tool that reads files."""
    first = pair.head.count("\n") + 1
    form = draw.choice(["{:>6}\t{}", "{} | {}", "{}: {}", "{:>4}\u2192{}", "{:>5}|{}", "{}:{}"])

    def spoil(text: str) -> str:
        ends = text.endswith("\n")
        rows = _lines(text[:-1] if ends else text)
        return "\n".join(form.format(first + at, line) for at, line in enumerate(rows)) + "\n" * ends

    way = draw.random()
    if way < 0.1:  # the other way round, nothing is right: numbers do not belong into the file
        return Case(pair.text, pair.old, spoil(pair.new), NOTHING)
    return _case(pair, spoil(pair.old), spoil(pair.new) if way < 0.7 else pair.new)


def crlf(draw: random.Random, pair: Pair) -> Case | None:
    """Other line ends in the file than in the request, in both directions, and files of mixed ones."""
    way = draw.choice(["file", "request", "mixed", "inside"])
    other = {"\n": "\r\n"}
    if way == "request":
        return _both(draw, pair, lambda text: text.replace("\n", "\r\n"))
    if "\n" not in pair.old.rstrip("\n") and "\n" not in pair.new:
        way = "file"
    if way == "file":
        end = draw.choice(["\r\n", "\r\n", "\r"])
        right = frozenset({pair.after.replace("\n", end)})
        return Case(pair.text.replace("\n", end), pair.old, pair.new, right)
    if way == "mixed":
        parts = [re.sub("\n", lambda hit: draw.choice(["\n", "\r\n"]), part) for part in (pair.head, pair.tail)]
        old, new = (text.replace("\n", "\r\n") for text in (pair.old, pair.new))
        return Case(parts[0] + old + parts[1], pair.old, pair.new, frozenset({parts[0] + new + parts[1]}))
    return _mixed_inside(draw, pair, other["\n"])


def _mixed_inside(draw: random.Random, pair: Pair, end: str) -> Case | None:
    """The block itself is mixed: lines that stay keep their end, new ones may have either."""
    kept = _unchanged(pair.old, pair.new)
    rows, news = _lines(pair.old), _lines(pair.new)
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
    if old == pair.old or holds(pair.text, old):
        return None
    return Case(pair.text, old, spoil(pair.new), NOTHING)


def entities(draw: random.Random, pair: Pair) -> Case | None:
    """`&lt;` for `<`."""
    table = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
    some = {key: table[key] for key in draw.choice(["&<>", "&<>\"'"])}

    def spoil(text: str) -> str:
        return "".join(some.get(one, one) for one in text)

    old = spoil(pair.old)
    if old == pair.old or holds(pair.text, old):
        return None
    return Case(pair.text, old, spoil(pair.new), NOTHING)


def elided(draw: random.Random, pair: Pair) -> Case | None:
    """Lines are left out, and a remark says so: in both texts, or only in the new one."""
    rows = _lines(pair.old.rstrip("\n"))
    if len(rows) < 4:
        return None
    first = draw.randrange(1, len(rows) - 2)
    last = draw.randrange(first + 1, len(rows))
    comment = COMMENTS.get(pair.language, "// ")
    words = draw.choice(["... existing code ...", "...", "rest of the code unchanged", "... (unchanged)"])
    mark = _margin(rows[first]) + comment + words
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


# -- another file than the model saw ------------------------------------------------------------------------------


def stale_near(draw: random.Random, pair: Pair) -> Case | None:
    """Somebody changed lines beside the block meanwhile."""
    heads, tails = pair.head.splitlines(keepends=True), pair.tail.splitlines(keepends=True)
    if draw.random() < 0.5 and heads:
        heads[-1] = REPLACEMENTS["rename"](draw, pair.language, heads[-1:]) or heads[-1]
        heads[:0] = draw.sample(heads, min(3, len(heads)))
    elif len(tails) > 1:
        del tails[draw.randrange(1, min(4, len(tails)))]
    head, tail = "".join(heads), "".join(tails)
    text = head + pair.old + tail
    if text == pair.text or holds(text, pair.old) != 1:
        return None
    options = {"on_syntax_error": "warn"}
    return Case(text, pair.old, pair.new, frozenset({head + pair.new + tail}), options, must=True)


def stale_inside(draw: random.Random, pair: Pair) -> Case | None:
    """Somebody changed the block itself meanwhile: what they wrote must not go."""
    rows = pair.old.splitlines(keepends=True)
    kind = draw.choice(["rename", "literal", "insert", "delete"])
    block = REPLACEMENTS[kind](draw, pair.language, rows)
    if not block or _tight(block) == _tight(pair.old) or holds(pair.with_new(block), pair.old):
        return None
    right = NOTHING
    if kind in ("rename", "literal") and _only_there(pair, block):
        right = frozenset({pair.after})
    return Case(pair.with_new(block), pair.old, pair.new, right, _fuzzy(draw, pair))


def _only_there(pair: Pair, block: str) -> bool:
    """Whether each word that they changed is one that the request changes, too."""
    old, theirs, ours = ([*re.findall(r"\w+|[^\w\s]", text)] for text in (pair.old, block, pair.new))
    if not len(old) == len(theirs):
        return False
    changed = {at for at, (one, other) in enumerate(zip(old, theirs, strict=True)) if one != other}
    gone = {at for tag, i, j, _, _ in SequenceMatcher(None, old, ours, autojunk=False).get_opcodes()
            if tag != "equal" for at in range(i, j)}  # fmt: skip
    return changed <= gone


def duplicate(draw: random.Random, pair: Pair) -> Case | None:
    """The block stands twice: only a line, a number, or a count tells which is meant."""
    block = pair.old if pair.old.endswith("\n") else pair.old + "\n"
    if pair.tail and not pair.old.endswith("\n"):
        if not pair.tail.startswith("\n"):
            return None
        tail = pair.tail[1:]
    else:
        tail = pair.tail
    way = draw.choice(["above", "below"])
    between = draw.choice(["", "\n", "\n\n"])
    parts = [pair.head, block, between, block, tail]
    text = "".join(parts)
    if holds(text, pair.old) != 2:
        return None
    new = pair.new if pair.old.endswith("\n") else pair.new + "\n"
    sides = {"above": "".join([parts[0], new, *parts[2:]]), "below": "".join([*parts[:3], new, parts[4]])}
    lines = {"above": pair.head.count("\n") + 1,
             "below": (pair.head + block + between).count("\n") + 1}  # fmt: skip
    quiet = {"on_syntax_error": "warn"}
    hint = draw.choice(["none", "line", "inside", "outside", "occurrence", "count", "other count"])
    if hint == "none":
        return Case(text, pair.old, pair.new, NOTHING, quiet)
    if hint == "line":
        return Case(text, pair.old, pair.new, frozenset({sides[way]}), {**quiet, "line": lines[way]}, must=True)
    if hint == "inside":
        line = lines[way] + draw.randrange(max(block.count("\n"), 1))
        return Case(text, pair.old, pair.new, frozenset({sides[way]}), {**quiet, "line": line})
    if hint == "outside":
        beyond = lines["below"] + block.count("\n") + 1
        return Case(text, pair.old, pair.new, NOTHING, {**quiet, "line": beyond})
    if hint == "occurrence":
        number = {"above": 1, "below": 2}[way]
        return Case(text, pair.old, pair.new, frozenset({sides[way]}), {**quiet, "occurrence": number}, must=True)
    if hint == "count":
        both = "".join([parts[0], new, between, new, tail])
        return Case(
            text, pair.old, pair.new, frozenset({both}), {**quiet, **draw.choice([{"count": 2}, {"all": True}])}
        )
    return Case(text, pair.old, pair.new, NOTHING, {**quiet, "count": draw.choice([1, 3])})


def lookalike(draw: random.Random, pair: Pair) -> Case | None:
    """The block is there, and nearby one that differs from it as little as the request does."""
    block = pair.old if pair.old.endswith("\n") else pair.old + "\n"
    if not pair.head.endswith("\n") or not block.strip():
        return None
    way = draw.choice(["word", "deeper", "blanks"])
    if way == "word":  # another word in it: no likeness may win over the block itself
        twin = REPLACEMENTS["rename"](draw, pair.language, block.splitlines(keepends=True))
        spoil = draw.choice([lambda text: text, lambda text: re.sub(r"(?m)(?<=\S)$", " ", text)])
        text = pair.head + twin + pair.text[pair.start :]
        if not twin or _tight(twin) == _tight(block) or holds(text, pair.old) != 1:
            return None
        right = frozenset({pair.head + twin + pair.new + pair.tail})
        return Case(text, spoil(pair.old), pair.new, right, {"on_syntax_error": "warn"})
    # the twin differs in blanks only, and so does the request: it fits both alike
    if way == "deeper":
        twin = re.sub(r"(?m)^(?=.*\S)", "      ", block)
        asked = re.sub(r"(?m)^(?=.*\S)", "   ", pair.old)
    else:
        twin = re.sub(r"(?m)(?<=\S)$", "  ", block)
        asked = re.sub(r"(?m)(?<=\S)$", " ", pair.old)
        if not asked.endswith(" "):
            return None
    text = pair.head + twin + pair.text[pair.start :]
    if holds(text, asked):
        return None
    return Case(text, asked, pair.new, NOTHING, {"on_syntax_error": "warn"})


# -- misread words ------------------------------------------------------------------------------------------------


def typo(draw: random.Random, pair: Pair) -> Case | None:
    """A letter of one word of the search text is wrong, missing or double."""

    def spoil(word: str) -> str:
        at = draw.randrange(len(word) - 1)
        return draw.choice([word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at + 1 :],
                            word[:at] + word[at] + word[at:], word[:at] + "q" + word[at + 1 :]])  # fmt: skip

    return _misread(draw, pair, spoil)


def case(draw: random.Random, pair: Pair) -> Case | None:
    """One word of the search text in other case."""
    return _misread(draw, pair, lambda word: draw.choice([word.upper(), word.lower(), word.swapcase(), word.title()]))


def operator(draw: random.Random, pair: Pair) -> Case | None:
    """The file says `!=` where the request has `==`: nearly the same text, and the contrary meaning."""
    swaps = {"==": "!=", "!=": "==", "<": "<=", ">": ">=", "+": "-", "true": "false", "True": "False", "and": "or",
             "&&": "||", "True ": "False "}  # fmt: skip
    found = [(hit.start(), hit[0]) for hit in re.finditer(r"(?<= )(==|!=|<|>|\+|&&|and)(?= )|\b[tT]rue\b", pair.old)]
    if not found:
        return None
    at, word = draw.choice(found)
    old = pair.old[:at] + swaps[word] + pair.old[at + len(word) :]
    if holds(pair.text, old):
        return None
    right = frozenset({pair.after}) if _only_there(Pair(*_but(pair, old)), pair.old) else NOTHING
    return Case(pair.text, old, pair.new, right, _fuzzy(draw, pair))


def _misread(draw: random.Random, pair: Pair, spoil: Callable[[str], str]) -> Case | None:
    words = sorted(set(WORD.findall(pair.old)))
    word = draw.choice(words)
    wrong = spoil(word)

    def replaced(text: str) -> str:
        return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _: wrong, text, count=0 if draw_all else 1)

    draw_all = draw.random() < 0.5
    old = replaced(pair.old)
    if wrong == word or holds(pair.text, old):
        return None
    new = replaced(pair.new) if draw.random() < 0.6 else pair.new
    # the file has another word than the request: only where the request changes that very word is the result known
    right = frozenset({pair.with_new(new)}) if _only_there(Pair(*_but(pair, old, new)), pair.old) else NOTHING
    return Case(pair.text, old, new, right, _fuzzy(draw, pair))


def _but(pair: Pair, old: str, new: str | None = None) -> tuple[Any, ...]:
    return (pair.name, pair.language, pair.kind, pair.text, pair.start, old, pair.new if new is None else new)


def _fuzzy(draw: random.Random, pair: Pair) -> dict[str, Any]:
    """Half of them ask for likeness to be enough; the meaning of the code is then not the point."""
    return {"fuzzy": "apply", "on_syntax_error": "warn"} if draw.random() < 0.5 else {}


def _tight(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _unchanged(old: str, new: str) -> dict[int, int]:
    """The lines of `old` that stay, by their number, with their number in `new`."""
    blocks = SequenceMatcher(None, _lines(old), _lines(new), autojunk=False).get_matching_blocks()
    return {a + step: b + step for a, b, size in blocks for step in range(size)}


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
