"""The same known pairs as patches, spoilt as models spoil them: numbers, counts, context, blanks, drift, twins."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from difflib import unified_diff
from typing import TYPE_CHECKING

from tests.mutations.cases import NOTHING, Case, tight
from tests.mutations.samples import REPLACEMENTS, WORD, Pair, holds

if TYPE_CHECKING:
    from collections.abc import Callable

HEADER = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*$")


@dataclass(frozen=True)
class Hunk:
    """`rows` are lines with their mark; the last may stand for a line without its newline (`bare`)."""

    head: str
    rows: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join([self.head, *self.rows])


def hunks(pair: Pair, context: int) -> list[Hunk]:
    """The unified hunks between the two texts of a pair. Both must end in a newline."""
    before, after = pair.text.split("\n")[:-1], pair.after.split("\n")[:-1]
    found: list[Hunk] = []
    for row in list(unified_diff(before, after, n=context, lineterm=""))[2:]:
        if row.startswith("@@"):
            found.append(Hunk(row, ()))
        else:
            found[-1] = Hunk(found[-1].head, (*found[-1].rows, row))
    return found


def _usable(draw: random.Random, pair: Pair) -> list[Hunk]:
    ends = pair.text.endswith("\n") and pair.after.endswith("\n")
    made = hunks(pair, draw.choice([1, 2, 3, 3, 3])) if ends and pair.text != pair.after else []
    return made if all(holds(pair.text, _shown(hunk)) == 1 for hunk in made) else []


def _shown(hunk: Hunk) -> str:
    """The lines that it expects to find."""
    return "".join(row[1:] + "\n" for row in hunk.rows if row[0] in " -")


def _case(
    pair: Pair, made: list[Hunk], *, right: frozenset[str] | None = None, text: str = "", must: bool = False
) -> Case:
    file = pair.file
    patch = "\n".join([f"--- a/{file}", f"+++ b/{file}", *(hunk.text for hunk in made)]) + "\n"
    expected = frozenset({pair.after}) if right is None else right
    return Case(text or pair.text, "", "", expected, {"on_syntax_error": "warn"}, must, patch)


def _each(made: list[Hunk], change: Callable[[Hunk], Hunk]) -> list[Hunk]:
    return [change(hunk) for hunk in made]


# -- every function takes the hunks as they are right -----------------------------------------------------------------


def untouched(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    return _case(pair, made, must=True)


def wrong_numbers(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    off = draw.choice([-40, -7, -2, -1, 1, 2, 3, 10, 200])

    def change(hunk: Hunk) -> Hunk:
        start, old, new_start, new = (int(one or 1) for one in HEADER.match(hunk.head).groups())  # type: ignore[union-attr]
        return Hunk(f"@@ -{max(start + off, 1)},{old} +{max(new_start + off, 1)},{new} @@", hunk.rows)

    return _case(pair, _each(made, change))


def no_numbers(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    head = draw.choice(["@@ ... @@", "@@", "@@ @@"])
    return _case(pair, _each(made, lambda hunk: Hunk(head, hunk.rows)))


def wrong_counts(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    def change(hunk: Hunk) -> Hunk:
        start, old, new_start, new = (int(one or 1) for one in HEADER.match(hunk.head).groups())  # type: ignore[union-attr]
        off = draw.choice([-2, -1, 1, 2, 5])
        return Hunk(f"@@ -{start},{max(old + off, 0)} +{new_start},{max(new + draw.choice([off, 0]), 0)} @@", hunk.rows)

    return _case(pair, _each(made, change))


def bare_blank_lines(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """An empty context line without its one space, as editors strip it."""
    changed = _each(made, lambda hunk: Hunk(hunk.head, tuple("" if row == " " else row for row in hunk.rows)))
    return _case(pair, changed) if changed != made else None


def context_blanks(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """Blanks at the ends of context and removed lines: they are not in the file, and must not come into it."""
    tail = draw.choice([" ", "  ", "\t"])
    changed = _each(
        made, lambda hunk: Hunk(hunk.head, tuple(row + tail if row[:1] in (" ", "-") and row[1:].strip() else row
                                                 for row in hunk.rows))
    )  # fmt: skip
    return _case(pair, changed)


def dedented(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """Every line of the hunk by the same margin further left."""

    def change(hunk: Hunk) -> Hunk:
        margins = [len(row[1:]) - len(row[1:].lstrip(" \t")) for row in hunk.rows if row[1:].strip()]
        off = min(margins, default=0)
        return Hunk(hunk.head, tuple(row[0] + row[1 + off :] if row[1:].strip() else row for row in hunk.rows))

    changed = _each(made, change)
    if changed == made or any(_shown(hunk) in pair.text for hunk in changed):
        return None
    return _case(pair, changed)


def crlf_file(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    after = pair.after.replace("\n", "\r\n")
    return _case(pair, made, right=frozenset({after}), text=pair.text.replace("\n", "\r\n"))


def drift(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """Lines came in above: the numbers are old, the place is plain if the lines of the hunk are there once."""
    rows = pair.text.split("\n")
    above = "".join(draw.choice(rows) + "\n" for _ in range(draw.choice([1, 3, 30])))
    if any(holds(above + pair.text, _shown(hunk)) != 1 for hunk in made):
        return None
    return _case(pair, made, right=frozenset({above + pair.after}), text=above + pair.text)


def stale_context(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """Somebody changed a line that the hunk shows or removes."""
    hunk = draw.choice(made)
    shown = [row[1:] for row in hunk.rows if row[0] in " -" and row[1:].strip()]
    start = int(HEADER.match(hunk.head).group(1))  # type: ignore[union-attr]
    rows = pair.text.split("\n")
    at = draw.randrange(max(start - 1, 0), min(start - 1 + len(shown), len(rows) - 1) or 1)
    line = REPLACEMENTS["rename"](draw, pair.language, [rows[at]])
    if not line or line == rows[at] or rows[at] not in shown:
        return None
    rows[at] = line
    text = "\n".join(rows)
    if any(tight(_shown(one)) in tight(text) for one in made if _shown(one) not in text):
        return None  # another place has the lines, but for blanks
    if holds(text, _shown(hunk)):
        return None
    return _case(pair, made, right=NOTHING, text=text)


def twin(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """The lines of the only hunk stand twice, and the numbers name neither place."""
    if len(made) != 1:
        return None
    block = _shown(made[0])
    text = pair.text.replace(block, block + block) if draw.random() < 0.5 else pair.text + block
    if holds(text, block) != 2:
        return None
    head = draw.choice(["@@", "@@ ... @@", "@@ -9000,3 +9000,3 @@"])
    return _case(pair, [Hunk(head, made[0].rows)], right=NOTHING, text=text)


def misread(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """A word of a context line is wrong."""
    hunk = draw.choice(made)
    places = [at for at, row in enumerate(hunk.rows) if row[:1] == " " and WORD.search(row)]
    if not places:
        return None
    at = draw.choice(places)
    word = draw.choice(WORD.findall(hunk.rows[at]))
    rows = list(hunk.rows)
    rows[at] = rows[at].replace(word, word[:-1] + "q")
    if rows[at] == hunk.rows[at]:
        return None
    changed = [Hunk(one.head, tuple(rows)) if one is hunk else one for one in made]
    return _case(pair, changed, right=NOTHING)


def fenced(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """The whole patch in a code fence: to take it is right, and so is to refuse it."""
    case = _case(pair, made)
    return Case(case.before, "", "", case.right, case.fields, case.must, f"```diff\n{case.patch}```\n")


def lost_marks(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """Context lines without the blank in front, as when the whole patch is stripped by lines."""
    changed = _each(made, lambda hunk: Hunk(hunk.head, tuple(row.removeprefix(" ") for row in hunk.rows)))
    return _case(pair, changed) if changed != made else None


def tabs(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """Tabs for spaces, or the other way round, in all lines."""

    def change(row: str) -> str:
        if "\t" in pair.text:
            return row.replace("\t", "    ")
        return row[:1] + re.sub(r"\A( {4})+", lambda hit: "\t" * (len(hit[0]) // 4), row[1:])

    if re.search(r"\"\"\"|'''|`", pair.old):
        return None  # lines inside of a string are written as they are sent
    changed = _each(made, lambda hunk: Hunk(hunk.head, tuple(map(change, hunk.rows))))
    plain = any(_shown(hunk) == _shown(one) for hunk, one in zip(made, changed, strict=True))
    return None if plain else _case(pair, changed)


def curly(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """Quotes as a word processor sets them, in the lines that are shown and removed."""

    def change(row: str) -> str:
        return row.replace("'", "\u2019").replace('"', "\u201d") if row[:1] in (" ", "-") else row

    changed = _each(made, lambda hunk: Hunk(hunk.head, tuple(map(change, hunk.rows))))
    return _case(pair, changed) if changed != made else None


def out_of_order(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    return _case(pair, made[::-1]) if len(made) > 1 else None


def twin_by_number(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """The lines stand twice, and the number is that of the one that is meant."""
    block = _shown(made[0])
    if len(made) != 1 or not block:
        return None
    end = pair.text.index(block) + len(block)
    text, after = pair.text + block, pair.after + block
    if holds(text, block) != 2 or end == len(pair.text):
        return None
    return _case(pair, made, right=frozenset({after}), text=text, must=True)


def begin_patch(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """The hunks in the other patch format, which has no numbers."""
    head = draw.choice(["@@", "@@", "@@ "])
    body = "\n".join("\n".join([head.strip(), *hunk.rows]) for hunk in made)
    case = _case(pair, made)
    patch = f"*** Begin Patch\n*** Update File: {pair.file}\n{body}\n*** End Patch\n"
    return Case(case.before, "", "", case.right, case.fields, case.must, patch)


def blocks(draw: random.Random, pair: Pair, made: list[Hunk]) -> Case | None:
    """The pair as a block of search and replacement."""
    marked = re.search(r"^(<{5,}|={5,}|>{5,})", pair.old + pair.new, re.MULTILINE)
    if marked or not pair.old.endswith("\n") or not pair.new.endswith("\n"):
        return None
    patch = f"{pair.file}\n<<<<<<< SEARCH\n{pair.old}=======\n{pair.new}>>>>>>> REPLACE\n"
    return Case(pair.text, "", "", frozenset({pair.after}), {"on_syntax_error": "warn"}, patch=patch)


PATCHES: dict[str, Callable[[random.Random, Pair, list[Hunk]], Case | None]] = {
    "untouched": untouched,
    "wrong numbers": wrong_numbers,
    "no numbers": no_numbers,
    "wrong counts": wrong_counts,
    "bare blank lines": bare_blank_lines,
    "trailing blanks": context_blanks,
    "dedent": dedented,
    "CRLF file": crlf_file,
    "drift": drift,
    "stale context": stale_context,
    "twin": twin,
    "misread context": misread,
    "fence": fenced,
    "lost marks": lost_marks,
    "tabs": tabs,
    "curly quotes": curly,
    "out of order": out_of_order,
    "twin, by its number": twin_by_number,
    "begin-patch": begin_patch,
    "blocks": blocks,
}


def _mutator(
    change: Callable[[random.Random, Pair, list[Hunk]], Case | None],
) -> Callable[[random.Random, Pair], Case | None]:
    def mutate(draw: random.Random, pair: Pair) -> Case | None:
        made = _usable(draw, pair)
        return change(draw, pair, made) if made else None

    return mutate


PATCH_MUTATORS = {f"patch: {name}": _mutator(change) for name, change in PATCHES.items()}
