"""The column of line numbers that a reading tool puts before each line, and that was quoted with it."""

from __future__ import annotations

import re

from structedit.select.views import split_lines

# 12<tab>, 12→, 12|, 12:, with blanks before; `L12:` and `[12]` are not known to be in use.
_NUMBER = rb"[ \t]*(\d{1,7})[ \t]?(\t|\xe2\x86\x92|\||:|\xe2\x94\x82)"


def without_numbers(text: bytes, cut: int = 0, consecutive: bool = True) -> bytes | None:
    """The text without its numbers, None unless every line has one, with the same mark, each one more than before.

    `cut` blanks behind the mark go too; every line that is not empty must have them.
    """
    lines = split_lines(text)
    closed = len(lines) > 1 and not lines[-1]
    found = [re.match(_NUMBER, line) for line in (lines[:-1] if closed else lines)]
    if not found or any(one is None for one in found):
        return None
    matches = [one for one in found if one is not None]
    numbers = [int(one.group(1)) for one in matches]
    if len({one.group(2) for one in matches}) > 1:
        return None
    if consecutive and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    rest = [one.string[one.end() :] for one in matches]
    if cut and not all(line.startswith(b" " * cut) for line in rest if line):
        return None
    rest = [line[cut:] for line in rest]
    return b"\n".join([*rest, b""] if closed else rest)


def first_number(text: bytes) -> int | None:
    """The number of the first line, if it has one."""
    found = re.match(_NUMBER, text)
    return int(found.group(1)) if found is not None else None


def numbered_lines(text: bytes) -> tuple[int, int]:
    """How many lines that are not blank have a number, and how many there are."""
    lines = [line for line in split_lines(text) if line.strip()]
    return sum(re.match(_NUMBER, line) is not None for line in lines), len(lines)
