"""Files, changes of their lines and diffs of them, drawn by chance; what is right is known from the drawing."""

from __future__ import annotations

import difflib
import random
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parents[2]
CONTEXTS = (0, 1, 2, 3)
MAKERS = ("git", "diff", "difflib")


@dataclass(frozen=True)
class Change:
    """Some rows of the old lines that give way to new lines."""

    start: int
    end: int
    new: tuple[bytes, ...]


@dataclass
class Drawn:
    """A file as lines, each with its newline, and disjoint changes of it in order."""

    name: str
    old: list[bytes]
    changes: list[Change] = field(default_factory=list)

    @property
    def new(self) -> list[bytes]:
        return [line for line in changed(self.old, self.changes) if line]


def changed(lines: list[bytes], changes: list[Change]) -> list[bytes]:
    found: list[bytes] = []
    done = 0
    for change in changes:
        found += [*lines[done : change.start], *change.new]
        done = change.end
    return found + lines[done:]


def is_mixed(lines: list[bytes]) -> bool:
    return len({line.endswith(b"\r\n") for line in lines}) > 1


def samples() -> list[Path]:
    """Real files: the sources, queries and notes of the project itself."""
    found = [*HERE.glob("structedit/**/*.py"), *HERE.glob("queries/*.scm"), *HERE.glob("grammars/*.toml")]
    return sorted(path for path in found if path.stat().st_size > 400)


def draw(dice: random.Random, paths: list[Path]) -> Drawn:
    path = dice.choice(paths)
    lines = path.read_bytes().splitlines(keepends=True)[: dice.choice((12, 60, 400))]
    style = dice.choice(("lf", "lf", "lf", "crlf", "mixed", "open"))
    if style in ("crlf", "mixed"):
        lines = [line[:-1] + b"\r\n" if style == "crlf" or dice.random() < 0.5 else line for line in lines]
    if style == "open":
        lines[-1] = lines[-1].rstrip(b"\n") or b"x"
    drawn = Drawn(path.name, lines)
    rows = sorted(dice.sample(range(len(lines) + 1), min(len(lines) + 1, 2 * dice.randint(1, 5))))
    for start, end in zip(rows[::2], rows[1::2], strict=False):
        drawn.changes.append(_change(dice, lines, start, min(end, start + dice.randint(0, 3))))
    drawn.changes = [one for one in drawn.changes if list(one.new) != lines[one.start : one.end]]
    return drawn


def _change(dice: random.Random, lines: list[bytes], start: int, end: int) -> Change:
    newline = b"\r\n" if lines[0].endswith(b"\r\n") else b"\n"
    made = [dice.choice((b"", b"    ", b"\t")) + b"drawn %d" % dice.randrange(10**6) + newline for _ in range(3)]
    copies = [line for line in dice.sample(lines, min(3, len(lines))) if line.endswith(b"\n")]
    new = tuple(dice.choice((made, copies, made))[: dice.randint(0, 3)])
    last = end == len(lines) and bool(lines) and not lines[-1].endswith(b"\n")
    if last and start == end:
        return Change(start - 1, end, (lines[-1] + b"\n", *new)) if new else Change(start, end, ())
    if last and new and dice.random() < 0.5:
        new = (*new[:-1], new[-1].rstrip(b"\r\n"))
    return Change(start, end, new)


def diff(drawn: Drawn, maker: str, context: int, folder: Path) -> bytes:
    """The diff of a file as git, diff or Python's difflib makes it."""
    old, new = b"".join(drawn.old), b"".join(drawn.new)
    if maker == "difflib":
        return _by_difflib(drawn, context)
    for side, text in (("a", old), ("b", new)):
        (folder / side).mkdir(parents=True, exist_ok=True)
        (folder / side / drawn.name).write_bytes(text)
    paths = [f"a/{drawn.name}", f"b/{drawn.name}"]
    command = (
        ["git", "diff", "--no-index", "--no-prefix", f"-U{context}"] if maker == "git" else ["diff", f"-U{context}"]
    )
    return subprocess.run([*command, *paths], cwd=folder, capture_output=True, check=False).stdout


def as_shown(drawn: Drawn, maker: str, folder: Path) -> Drawn:
    """The same file with the changes as a diff of that maker sees them: it may pair other lines than were drawn."""
    heads = re.findall(rb"(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", diff(drawn, maker, 0, folder))
    changes = []
    for row, count, new_row, new_count in heads:
        size, new_size = int(count or 1), int(new_count or 1)
        start, new_start = int(row) - (size > 0), int(new_row) - (new_size > 0)
        changes.append(Change(start, start + size, tuple(drawn.new[new_start : new_start + new_size])))
    assert changed(drawn.old, changes) == drawn.new
    return Drawn(drawn.name, drawn.old, changes)


def _by_difflib(drawn: Drawn, context: int) -> bytes:
    names = f"a/{drawn.name}".encode(), f"b/{drawn.name}".encode()
    lines = difflib.diff_bytes(difflib.unified_diff, drawn.old, drawn.new, *names, n=context)
    return b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines)


def renumbered(patch: bytes, dice: random.Random) -> bytes:
    """The diff with line numbers that the file has not, in any order, as a model writes them."""

    def other(found: re.Match[bytes]) -> bytes:
        return b"@@ -%d,%s +%d,%s @@" % (
            dice.randint(500, 999),
            found[2] or b"1",
            dice.randint(500, 999),
            found[4] or b"1",
        )

    return re.sub(rb"(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", other, patch)


def by_git(drawn: Drawn, patch: bytes, folder: Path) -> bytes | None:
    """What `git apply` makes of the old file."""
    place = folder / "applied"
    place.mkdir(parents=True, exist_ok=True)
    (place / drawn.name).write_bytes(b"".join(drawn.old))
    command = ["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-p1", "-"]
    done = subprocess.run(command, cwd=place, input=patch, capture_output=True, check=False)
    return (place / drawn.name).read_bytes() if done.returncode == 0 else None


def moved_on(drawn: Drawn, dice: random.Random, context: int) -> Drawn:
    """The file after somebody else has added lines where no hunk of a diff with so much context shows any."""
    free = _free(drawn, context)
    rows = sorted(dice.sample(free, min(len(free), dice.randint(1, 3))))
    return _with_lines(drawn, [(row, [b"foreign %d\n" % dice.randrange(10**6)] * dice.randint(1, 4)) for row in rows])


def with_copy(drawn: Drawn, dice: random.Random, context: int) -> Drawn:
    """The file after somebody has pasted a copy of what one of the hunks shows, at another place.

    Not where the same file could come from a copy on the other side of a hunk: then none of the two is the original.
    """
    change = dice.choice(drawn.changes)
    block = drawn.old[max(0, change.start - context) : change.end + context]
    free = set(_free(drawn, context))
    row = dice.choice(sorted(free) or [0])
    if row not in free or not block or not all(line.endswith(b"\n") for line in block):
        return drawn
    moved = changed(drawn.old, [Change(row, row, tuple(block))])
    sliding = [at for at in range(len(drawn.old) + 1) if moved[:at] + moved[at + len(block) :] == drawn.old]
    return _with_lines(drawn, [(row, block)]) if free.issuperset(sliding) else drawn


def _free(drawn: Drawn, context: int) -> list[int]:
    """The rows that no hunk with so much context shows, nor has beside it."""
    rows = range(len(drawn.old) + 1)
    return [row for row in rows if all(not one.start - context <= row <= one.end + context for one in drawn.changes)]


def looks_the_same(drawn: Drawn, moved: Drawn, context: int) -> bool:
    """Whether another file has, by chance, the old lines of each hunk just where they were in the first one."""
    rows = [slice(max(0, one.start - context), one.end + context) for one in drawn.changes]
    return all(drawn.old[one] == moved.old[one] for one in rows)


def _with_lines(drawn: Drawn, added: list[tuple[int, list[bytes]]]) -> Drawn:
    """The file with lines added at rows where no change is; the changes are the same ones of the new file."""
    if drawn.old and not drawn.old[-1].endswith(b"\n"):
        added = [one for one in added if one[0] < len(drawn.old)]
    old = changed(drawn.old, [Change(row, row, tuple(lines)) for row, lines in added])

    def shift(row: int) -> int:
        return sum(len(lines) for at, lines in added if at <= row)

    moved = [Change(one.start + shift(one.start), one.end + shift(one.start), one.new) for one in drawn.changes]
    return Drawn(drawn.name, old, moved)
