"""Finding quoted text: in a long file against reading it and hashing its lines, and beside other matchers.

`difflib` is Python's; `aider-like` is that tool's matcher, written anew after its description: equal lines, then equal
lines below one margin, and on a miss the most similar window of lines. Run as `python -m tests.bench.search [ROUNDS]`.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING

from structedit.errors import Refused
from structedit.select.search import Haystack, search
from structedit.syntax import grammar
from structedit.syntax.tree import parse
from structedit.text.source import Source
from structedit.workspace import Workspace
from tests.bench.measure import in_turns, python_text, rounds, seconds, table

if TYPE_CHECKING:
    from collections.abc import Callable

LONG, SHORT, BLOCK = 100_000, 20_000, 20
GOAL = 3.0  # times reading the file and hashing its lines
HINT_SECONDS = 0.1
ODD_GOAL = 40.0  # for a text that is made to be slow


@dataclass(frozen=True)
class Quote:
    """What is looked for, and whether it is there."""

    name: str
    old: str
    found: bool = True


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        goods = [_places(Path(folder)), _hints(Path(folder)), _beside(Path(folder)), _odd(Path(folder))]
    return 0 if all(goods) else 1


# -- a place in a long file ----------------------------------------------------------------------------------------


def quotes(text: str) -> list[Quote]:
    """One block from the middle of a text, as it is and as requests have it."""
    lines = text.splitlines(keepends=True)
    middle = len(lines) // 2
    rows = lines[middle : middle + BLOCK]
    block = "".join(rows)
    filled = next(at for at, row in enumerate(rows) if at >= BLOCK // 2 and row.strip())
    deeper = "".join("    " + line if line.strip() else line for line in rows)
    return [
        Quote("hit: exact", block),
        Quote("hit: trailing blanks", block.replace("\n", "  \n")),
        Quote("hit: deeper by four", deeper),
        Quote("miss: one word", block.replace("data", "facts", 1), found=False),
        Quote("miss: a line missing", "".join(row for at, row in enumerate(rows) if at != filled), found=False),
        Quote("miss: nothing alike", "zebra\n" * BLOCK, found=False),
    ]


def _places(folder: Path) -> bool:
    path = folder / "long.txt"
    text = unlike_lines(LONG)
    path.write_bytes(text.encode())
    rows = []
    for quote in quotes(text):
        measured, least = in_turns([_look(path, quote), _hash_lines(path)], rounds(7))
        rows.append((quote.name, measured, least, GOAL))
    return table(f"a block of {BLOCK} lines in {LONG:,}: read and find, against read and hash", rows)


def _hash_lines(path: Path) -> Callable[[], None]:
    def hash_lines() -> None:
        for line in path.read_bytes().split(b"\n"):
            hash(line)

    return hash_lines


def unlike_lines(count: int) -> str:
    """Ordinary code; every definition has a number of its own."""
    return "".join(python_text(count).decode().splitlines(keepends=True)[:count])


def _look(path: Path, quote: Quote) -> Callable[[], None]:
    old = quote.old.encode()

    def look() -> None:
        found = search(Haystack(Source.of(path.read_bytes())), old)
        assert bool(found) is quote.found, (quote.name, found)

    return look


# -- did you mean --------------------------------------------------------------------------------------------------


def _hints(folder: Path) -> bool:
    """A refusal of a block that is nowhere, with the place that is most like it."""
    text = unlike_lines(SHORT)
    good = True
    print(f"did you mean: {BLOCK} lines that are nowhere in {SHORT:,}, the whole request")
    for suffix in (".txt", ".py"):
        path = folder / f"short{suffix}"
        path.write_bytes(text.encode())
        workspace = Workspace(str(folder))
        for quote in quotes(text):
            if quote.found:
                continue
            refusal, least = in_turns([_refused(workspace, path.name, quote.old), _read(path)], rounds(5))
            extra = refusal - least
            good = good and extra <= HINT_SECONDS
            mark = "" if extra <= HINT_SECONDS else "  above the goal"
            print(f"  {suffix:5} {quote.name:22} {refusal * 1e3:7.1f} ms, reading and parsing {least * 1e3:7.1f} ms, "
                  f"more by {extra * 1e3:6.1f} ms (goal {HINT_SECONDS * 1e3:.0f}){mark}")  # fmt: skip
    return good


def _refused(workspace: Workspace, file: str, old: str) -> Callable[[], None]:
    def ask() -> None:
        answer = workspace.prepare({"file": file, "edits": [{"op": "edit", "old": old, "new": "x"}]})
        assert isinstance(answer, Refused), answer
        assert answer.code == "SEARCH_FAILED", answer

    return ask


def _read(path: Path) -> Callable[[], None]:
    """What any request must do before it can say no."""

    def read() -> None:
        source = Source.of(path.read_bytes())
        if path.suffix == ".py":
            parse(source, grammar.load("python"))

    return read


# -- beside others -------------------------------------------------------------------------------------------------


def _beside(folder: Path) -> bool:
    """The same questions to other matchers; on a miss ours also says what is alike."""
    text = unlike_lines(SHORT)
    path = folder / "short.txt"
    path.write_bytes(text.encode())
    workspace = Workspace(str(folder))
    print(f"beside others: {BLOCK} lines in {SHORT:,}, one run each of the slow ones")
    for quote in (quotes(text)[0], quotes(text)[2], quotes(text)[3]):
        ask = _look(path, quote) if quote.found else _refused(workspace, "short.txt", quote.old)
        ours, aider = in_turns([ask, lambda q=quote: aider_like(path.read_text("utf-8"), q.old)], 3)
        slow = seconds(lambda q=quote: closest(path.read_text("utf-8"), q.old, step=100)) * 100
        print(f"  {quote.name:22} ours {ours * 1e3:7.1f} ms   aider-like {aider * 1e3:8.1f} ms   "
              f"difflib (each 100th window, times 100) {slow * 1e3:9.0f} ms")  # fmt: skip
    return True


def aider_like(text: str, old: str) -> str:
    """The first place of equal lines, or of lines that lack one margin; else the window that is most similar."""
    lines, asked = text.splitlines(keepends=True), old.splitlines(keepends=True)
    size = len(asked)
    for at in range(len(lines) - size + 1):
        if lines[at : at + size] == asked:
            return "".join(asked)
    margin = min((len(line) - len(line.lstrip()) for line in asked if line.strip()), default=0)
    bare = [line[margin:] if line.strip() else line for line in asked]
    for at in range(len(lines) - size + 1):
        window = lines[at : at + size]
        heads = {line[: len(line) - len(want)] for line, want in zip(window, bare, strict=True) if line.strip()}
        if len(heads) == 1 and all(line.lstrip() == want.lstrip() for line, want in zip(window, bare, strict=True)):
            return "".join(window)
    best, place = 0.0, ""
    for at in range(len(lines) - size + 1):
        ratio = SequenceMatcher(None, asked, lines[at : at + size]).ratio()
        if ratio > best:
            best, place = ratio, "".join(lines[at : at + size])
    return place if best >= 0.6 else ""


def closest(text: str, old: str, step: int = 1) -> str:
    """The window of lines whose characters are most similar, by difflib."""
    lines, size = text.splitlines(keepends=True), old.count("\n")
    matcher = SequenceMatcher(None, "", old, autojunk=False)
    best, place = 0.0, ""
    for at in range(0, len(lines) - size + 1, step):
        window = "".join(lines[at : at + size])
        matcher.set_seq1(window)
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
            best, place = matcher.ratio(), window
    return place


# -- texts that are made to be slow --------------------------------------------------------------------------------


def odd_texts() -> dict[str, tuple[str, str]]:
    """A text, and what is looked for in it."""
    many = "x = 1\n" * 1_000_000
    word = "ab" * 5_000_000
    return {
        "10^6 equal lines, found everywhere": (many, "x = 1\nx = 1\n"),
        "10^6 equal lines, off by the last": (many, "x = 1\n" * BLOCK + "y = 2\n"),
        "10^6 equal lines, deeper": (many, "    x = 1\n" * BLOCK + "    z\n"),
        "one line of 10 MB, found at its end": (word + "c", "abc"),
        "one line of 10 MB, a miss": (word, "ab" * 1_000 + "d"),
        "one line of 10 MB, looked for as well": (word, word[:-1] + "q"),
        "10^6 blank lines": ("\n" * 1_000_000 + "end\n", "\n" * 1_000 + "enq\n"),
        "10^5 lines of brackets": ("((((\n" * 100_000, "((((\n" * 50 + "))\n"),
    }


def _odd(folder: Path) -> bool:
    path = folder / "odd.txt"
    rows = []
    for name, (text, old) in odd_texts().items():
        path.write_bytes(text.encode())
        workspace = Workspace(str(folder))
        request = {"file": path.name, "edits": [{"op": "edit", "old": old, "new": "new"}]}
        asked, least = in_turns([lambda ask=request, at=workspace: at.prepare(ask), _hash_lines(path)], 3)
        rows.append((name, asked, least, ODD_GOAL))
    return table("texts that are made to be slow: the whole request, against read and hash", rows)


if __name__ == "__main__":
    sys.exit(main())
