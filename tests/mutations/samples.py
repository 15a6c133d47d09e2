"""Search/replace pairs whose right result is known: a block of a real file, and an edit of it as people make them.

The blocks are 1 to 25 lines, each unique in its file; the result still reads in its language.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import sysconfig
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from structedit.syntax import grammar as grammars
from structedit.syntax.tree import parse
from structedit.text.source import Source
from tests.wild import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LANGUAGES: dict[str, tuple[str | None, tuple[str, ...]]] = {
    "python": ("python", (".py",)),
    "javascript": ("javascript", (".js",)),
    "typescript": ("typescript", (".ts",)),
    "tsx": ("tsx", (".tsx",)),
    "go": ("go", (".go",)),
    "yaml": ("yaml", (".yaml", ".yml")),
    "toml": ("toml", (".toml",)),
    "json": ("json", (".json",)),
    "lua": ("lua", (".lua",)),
    "text": (None, (".md", ".txt", ".rst", ".cfg", ".c", ".h", ".s")),
}
MOST_BYTES = 40_000
MOST_LINES = 25
MOST_FILES = 150  # of each language
WORD = re.compile(r"[^\W\d]\w{2,}")
COMMENTS = {"python": "# ", "yaml": "# ", "toml": "# ", "lua": "-- ", "text": "", "json": ""}
BLOCKS = {
    "python": ("if ready:", ""),
    "lua": ("if ready then", "end"),
    "go": ("if ready {", "}"),
    "javascript": ("if (ready) {", "}"),
    "typescript": ("if (ready) {", "}"),
    "tsx": ("if (ready) {", "}"),
}


@dataclass(frozen=True)
class Pair:
    """`text` holds `old` once, at `start`; the right result has `new` there. `kind` is the sort of replacement."""

    name: str
    language: str
    kind: str
    text: str
    start: int
    old: str
    new: str

    @property
    def after(self) -> str:
        return self.with_new(self.new)

    @property
    def head(self) -> str:
        return self.text[: self.start]

    @property
    def tail(self) -> str:
        return self.text[self.start + len(self.old) :]

    def with_new(self, new: str) -> str:
        return self.head + new + self.tail

    @property
    def file(self) -> str:
        return "case" + Path(self.name).suffix


def pairs(draw: random.Random, languages: tuple[str, ...] = ()) -> Iterator[Pair]:
    """Endless. Every language that has twenty files or more gets the same share."""
    chosen = [name for name in languages or LANGUAGES if _files(name)]
    shares = [min(len(_files(name)), 20) for name in chosen]
    while True:
        (language,) = draw.choices(chosen, shares)
        name, text = draw.choice(_files(language))
        for _ in range(20):
            pair = _pair(draw, language, name, text)
            if pair is not None:
                yield pair
                break


def holds(text: str, part: str) -> int:
    """How often, overlapping ones counted."""
    count, at = 0, text.find(part)
    while at >= 0:
        count, at = count + 1, text.find(part, at + 1)
    return count


def is_fine(language: str, text: str) -> bool:
    """Whether the language reads it."""
    grammar = LANGUAGES[language][0]
    if grammar is None:
        return True
    raw = text.encode()
    if language == "json" and not _has_each_key_once(text):
        return False
    return reads(language, raw) and not parse(Source.of(raw), grammars.load(grammar)).root.has_error


def _has_each_key_once(text: str) -> bool:
    def check(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError(pairs)
        return dict(pairs)

    try:
        json.loads(text, object_pairs_hook=check)
    except ValueError:
        return False
    return True


def _pair(draw: random.Random, language: str, name: str, text: str) -> Pair | None:
    lines = text.splitlines(keepends=True)
    length = min(draw.choice([1, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, MOST_LINES]), len(lines))
    first = draw.randrange(len(lines) - length + 1)
    block = lines[first : first + length]
    old = "".join(block)
    if not block[0].strip() or not block[-1].strip() or not WORD.search(old) or holds(text, old) != 1:
        return None
    kind = draw.choice((*REPLACEMENTS, "nest"))
    kinds = {_indent(line)[:1] for line in block} - {""}
    if kind == "nest" and kinds and kinds != {(unit_of(text) or " ")[:1]}:
        return None  # tabs and spaces beside each other: a step deeper may be written in more than one way
    new = (
        _nest(language, block, unit_of(text) or "    ") if kind == "nest" else REPLACEMENTS[kind](draw, language, block)
    )
    if draw.random() < 0.3 and new:
        kind, new = f"{kind}+rename", _rename(draw, language, new.splitlines(keepends=True))
    start = sum(map(len, lines[:first]))
    if new and old.endswith("\n") and draw.random() < 0.4:
        old, new = old[:-1], new.removesuffix("\n")
    if not new or new == old or holds(text, old) != 1:
        return None
    pair = Pair(name, language, kind, text, start, old, new)
    return pair if is_fine(language, pair.after) else None


def _rename(draw: random.Random, language: str, lines: list[str]) -> str:
    text = "".join(lines)
    words = sorted(set(WORD.findall(text)))
    if not words:
        return ""
    word = draw.choice(words)
    other = draw.choice([f"{word}_new", f"my_{word}", word.upper(), word[:-1] or "q", f"{word}2"])
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", other, text)


def _literal(draw: random.Random, language: str, lines: list[str]) -> str:
    text = "".join(lines)
    found = list(re.finditer(r"(?<=[\"'])[\w .-]+(?=[\"'])|(?<![\w.])\d+(?![\w.])|(?<=\w )==(?= )|(?<= )<(?= )", text))
    if not found:
        return ""
    hit = draw.choice(found)
    value = {"==": "!=", "<": "<="}.get(hit.group()) or (
        str(int(hit.group()) + draw.choice([1, 10])) if hit.group().isdecimal() else hit.group() + draw.choice("sx2")
    )
    return text[: hit.start()] + value + text[hit.end() :]


def _insert(draw: random.Random, language: str, lines: list[str]) -> str:
    """A new line: a comment, or a copy of one that is there with another word in it."""
    at = draw.randrange(len(lines))
    model = lines[at]
    comment = COMMENTS.get(language, "// ")
    if comment and draw.random() < 0.4:
        line = _indent(model) + comment + draw.choice(["checked above", "see the notes", "TODO: look again"]) + "\n"
    else:
        line = _rename(draw, language, [model.rstrip("\n") + "\n"])
    if not line:
        return ""
    added = [line] if draw.random() < 0.7 else [line, "\n", line]
    after = at + draw.randrange(2)
    joined = [*lines[:after], *added, *lines[after:]]
    return "".join(one if one.endswith("\n") or one is joined[-1] else one + "\n" for one in joined)


def _delete(draw: random.Random, language: str, lines: list[str]) -> str:
    if len(lines) < 2:
        return ""
    at = draw.randrange(len(lines))
    return "".join([*lines[:at], *lines[at + 1 :]])


def _nest(language: str, lines: list[str], unit: str) -> str:
    """The lines one level deeper, under a condition; in a language without any, just deeper."""
    deeper = [unit + line if line.strip() else line for line in lines]
    if language not in BLOCKS:
        return "".join(deeper)
    head, foot = BLOCKS[language]
    indent = _indent(lines[0])
    if not deeper[-1].endswith("\n"):
        deeper[-1] += "\n"
    return "".join([indent + head + "\n", *deeper, *([indent + foot + "\n"] if foot else [])])


def unit_of(text: str) -> str:
    """One step of its indentation: a tab where most lines have them, or the commonest step deeper; "" where none is."""
    margins = [_indent(line) for line in text.split("\n") if line.strip()]
    if sum(margin.startswith("\t") for margin in margins) > sum(margin.startswith(" ") for margin in margins):
        return "\t"
    steps = Counter(len(after) - len(before) for before, after in pairwise(margins))
    deeper = [(count, size) for size, count in steps.items() if size > 0]
    return " " * max(deeper, default=(0, 0))[1]


REPLACEMENTS: dict[str, Callable[[random.Random, str, list[str]], str]] = {
    "rename": _rename,
    "literal": _literal,
    "insert": _insert,
    "delete": _delete,
}


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


@cache
def _files(language: str) -> list[tuple[str, str]]:
    """Text files whose only line end is LF, in a fixed shuffle; only those that their language reads."""
    found: list[tuple[str, str]] = []
    for path in _shuffled(LANGUAGES[language][1]):
        if len(found) == MOST_FILES:
            break
        try:
            text = path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        odd = any(mark in text for mark in "\r\0\f\v\x1c\x1d\x1e\x85\u2028\u2029\ufeff")
        if text.strip() and not odd and is_fine(language, text):
            found.append((str(path), text))
    return found


@cache
def _paths() -> tuple[Path, ...]:
    given = os.environ.get("STRUCTEDIT_SAMPLES")
    folders = [Path(given)] if given else []
    folders += [Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("purelib"))]
    folders += [Path(__file__).parents[2] / "corpus" / "wild"]
    paths = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in _SUFFIXES]
    return tuple(dict.fromkeys(paths))


_SUFFIXES = frozenset(suffix for _, suffixes in LANGUAGES.values() for suffix in suffixes)


def _shuffled(suffixes: tuple[str, ...]) -> list[Path]:
    paths = [path for path in _paths() if path.suffix in suffixes]
    paths = [path for path in paths if path.is_file() and not path.is_symlink() and path.stat().st_size <= MOST_BYTES]
    return sorted(paths, key=lambda path: hashlib.sha256(path.name.encode() + str(path.parent.name).encode()).digest())
