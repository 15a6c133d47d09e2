"""A strict reader of unified diffs, apart from the product's own: what does this diff make of that text?"""

from __future__ import annotations


def replayed(old: bytes, diff: bytes) -> bytes:
    """The new text. Every context and removed line must be there, at the stated row, and every count must be right."""
    lines, out, at = old.split(b"\n"), [], 0
    ended = new_ended = old == b"" or old.endswith(b"\n")
    if ended:
        lines.pop()
    rows = diff.split(b"\n")[2:-1]
    index = 0
    while index < len(rows):
        _, old_range, new_range, _ = rows[index].split(b" ")
        start, count = _numbers(old_range)
        new_start, new_count = _numbers(new_range)
        start -= count > 0
        out += lines[at:start]
        at = start
        assert len(out) == new_start - (new_count > 0), "the row in the new text is wrong"
        before, size = len(out), at
        index += 1
        while index < len(rows) and not rows[index].startswith(b"@@"):
            mark, line = rows[index][:1], rows[index][1:]
            last = index + 1 < len(rows) and rows[index + 1].startswith(b"\\")
            if mark in b" -":
                assert lines[at] == line, f"{line!r} is not in row {at + 1}"
                assert last == (not ended and at == len(lines) - 1), "a newline at the end too many or too few"
                new_ended = new_ended or last
                at += 1
            if mark in b" +":
                out.append(line)
                new_ended = not last
            index += 1 + last
        assert (at - size, len(out) - before) == (count, new_count), "the counts of a hunk are wrong"
    if at < len(lines):
        new_ended = ended
    out += lines[at:]
    return b"\n".join(out) + (b"\n" if out and new_ended else b"")


def _numbers(text: bytes) -> tuple[int, int]:
    start, _, count = text[1:].partition(b",")
    return int(start), int(count or 1)
