"""Which of the new lines are old ones, and which stand for old ones."""

from __future__ import annotations

_MOST_LINES = 2000  # of a changed middle that is compared line by line


def aligned(old: list[bytes], new: list[bytes]) -> tuple[list[int], list[int], list[int]]:
    """For each new line the old one that it is, the one that it stands for, the one that it is or stands behind.

    -1 where there is none.
    """
    size = min(len(old), len(new))
    head = next((i for i in range(size) if old[i] != new[i]), size)
    tail = next((i for i in range(size - head) if old[-1 - i] != new[-1 - i]), size - head)
    same = [*range(head), *([-1] * (len(new) - head - tail)), *range(len(old) - tail, len(old))]
    beside, pairs = list(same), list(same)
    for i1, i2, j1, j2, equal in _middle(old[head : len(old) - tail], new[head : len(new) - tail]):
        for j in range(j1, j2):
            i = i1 + j - j1 if equal else min(i1 + j - j1, i2 - 1)
            beside[head + j] = head + i
            same[head + j] = head + i if equal else -1
            pairs[head + j] = head + i if i == i1 + j - j1 else -1
    return same, pairs, beside


def _middle(old: list[bytes], new: list[bytes]) -> list[tuple[int, int, int, int, bool]]:
    """The runs of old and new lines that stand for each other, and whether they are equal."""
    if not old or not new or len(old) > _MOST_LINES or len(new) > _MOST_LINES:
        return [(0, len(old), 0, len(new), False)]
    from difflib import SequenceMatcher

    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(i1, i2, j1, j2, tag == "equal") for tag, i1, i2, j1, j2 in codes]
