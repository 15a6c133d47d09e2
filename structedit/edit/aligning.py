"""Which of the new lines are old ones, and which stand for old ones."""

from __future__ import annotations

_MOST_LINES = 2000  # of a changed middle that is compared line by line


def aligned(old: list[bytes], new: list[bytes]) -> tuple[list[int], list[int], list[int]]:
    """For each new line the old one that it is, the one that it stands for, the one that it is or stands behind.

    -1 where there is none.
    """
    same, pairs, beside = ([-1] * len(new) for _ in range(3))
    for i1, i2, j1, j2, equal in runs(old, new):
        for j in range(j1, j2):
            i = i1 + j - j1
            beside[j] = i if equal else min(i, i2 - 1)
            same[j] = i if equal else -1
            pairs[j] = i if i < i2 else -1
    return same, pairs, beside


def runs(old: list[bytes], new: list[bytes]) -> list[tuple[int, int, int, int, bool]]:
    """The runs of old and new lines (i1, i2, j1, j2) that stand for each other, and whether they are equal."""
    size = min(len(old), len(new))
    head = next((i for i in range(size) if old[i] != new[i]), size)
    tail = next((i for i in range(size - head) if old[-1 - i] != new[-1 - i]), size - head)
    middle = _middle(old[head : len(old) - tail], new[head : len(new) - tail])
    found = [(0, head, 0, head, True)]
    found += [(i1 + head, i2 + head, j1 + head, j2 + head, equal) for i1, i2, j1, j2, equal in middle]
    found.append((len(old) - tail, len(old), len(new) - tail, len(new), True))
    return [run for run in found if run[0] < run[1] or run[2] < run[3]]


def _middle(old: list[bytes], new: list[bytes]) -> list[tuple[int, int, int, int, bool]]:
    if not old or not new or len(old) > _MOST_LINES or len(new) > _MOST_LINES:
        return [(0, len(old), 0, len(new), False)]
    from difflib import SequenceMatcher

    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(i1, i2, j1, j2, tag == "equal") for tag, i1, i2, j1, j2 in codes]
