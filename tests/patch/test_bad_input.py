"""Spoilt patches of every format: refused with a line, or applied; never anything else. Very many hunks are fast."""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from structedit.edit.formats.detect import FORMATS, Reading, read_patch
from structedit.edit.formats.paths import read_path
from structedit.edit.intents import Context
from structedit.edit.patched import run_patch
from structedit.errors import CODES, StructeditError
from structedit.text.source import Source
from structedit.workspace.patching import request_of_patch
from tests import case as corpus

if TYPE_CHECKING:
    from structedit.edit.run import Edited

PATCHES = [case.patch for case in map(corpus.read, corpus.cases()) if case.patch is not None]


def _applied(text: bytes, patch: bytes) -> Edited:
    operations = tuple(edit.operation for edit in read_patch(patch, Reading("unified"), str))
    return run_patch(Source.of(text), None, operations, Context())


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PATCHES), st.integers(0), st.sampled_from(["cut", "swap", "drop", "double", "byte"]))
def test_a_spoilt_patch_is_read_or_refused(patch: bytes, seed: int, how: str) -> None:
    dice = random.Random(seed)
    lines = patch.split(b"\n")
    row = dice.randrange(len(lines))
    if how == "cut":
        lines = lines[:row]
    elif how == "swap":
        other = dice.randrange(len(lines))
        lines[row], lines[other] = lines[other], lines[row]
    elif how == "drop":
        del lines[row]
    elif how == "double":
        lines.insert(row, lines[row])
    else:
        lines[row] = bytes(dice.randrange(256) for _ in range(dice.randrange(6))) + lines[row][dice.randrange(3) :]
    _read(b"\n".join(lines), "auto")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(FORMATS))
def test_random_bytes_are_read_or_refused(patch: bytes, name: str) -> None:
    _read(patch, name)


def _read(patch: bytes, name: str) -> None:
    try:
        request = request_of_patch(patch, name, {})
    except StructeditError as error:
        assert error.code in CODES
        assert error.message
        assert error.hint
        if error.code == "BAD_REQUEST":
            assert "path" in error.details
    else:
        assert request.edits


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([b"a\n", b"b\n", b"  a\n", b"\n", b"c\r\n", b"\ta\n"]), max_size=12),
    st.lists(st.sampled_from([b" a", b"-b", b"+x", b" ", b"", b"-  a", b"+", b"-c\r", b" c", b"@@", b"@@ -2 +2 @@"])),
)
def test_only_removed_and_added_lines_are_written(lines: list[bytes], body: list[bytes]) -> None:
    """Whatever is made of a patch: no more lines go than are removed, no more come than are added."""
    text = b"".join(lines)
    try:
        made = _applied(text, b"--- a/f\n+++ b/f\n@@\n" + b"\n".join(body) + b"\n")
    except StructeditError:
        return
    removed = sum(line.startswith(b"-") for line in body)
    added = sum(line.startswith(b"+") for line in body)
    taken = b"".join(edit.span.of(text) for edit in made.patch)
    new = b"".join(edit.new for edit in made.patch)
    assert taken.count(b"\n") <= removed
    assert new.count(b"\n") <= added
    assert made.patch.apply(text) == made.after.text


def test_ten_thousand_hunks_take_seconds() -> None:
    lines = [b"x%d = %d\n" % (row, row) for row in range(40_000)]
    hunks = [b"@@\n-" + lines[4 * at] + b"+y%d = 1\n" % at for at in range(10_000)]
    start = time.process_time()
    made = _applied(b"".join(lines), b"--- a/f.txt\n+++ b/f.txt\n" + b"".join(hunks))
    assert len(made.edits) == 10_000
    assert made.after.text.count(b"y") == 10_000
    assert time.process_time() - start < 30


def test_ten_thousand_equal_hunks_take_seconds() -> None:
    text = b"#\n" + b"a\nb\nc\n" * 10_000
    hunks = [b"@@ -%d,3 +%d,3 @@\n a\n-b\n+B\n c\n" % (3 * at + 1, 3 * at + 1) for at in range(10_000)]
    start = time.process_time()
    made = _applied(text, b"--- a/f.txt\n+++ b/f.txt\n" + b"".join(hunks))
    assert made.after.text == text.replace(b"b", b"B")
    assert time.process_time() - start < 30


@pytest.mark.parametrize(
    ("written", "path"),
    [
        (b"a/x.py\t2026-01-01 10:00:00", b"a/x.py"),
        (b"a/x.py 2026-01-01 10:00:00.000000000 +0100", b"a/x.py"),
        (b'"a/\\303\\274\\t\\"x\\\\.py"', 'a/ü\t"x\\.py'.encode()),
        (b"dir with blanks/x.py\t", b"dir with blanks/x.py"),
        (b"x.py\t(working copy)", b"x.py"),
    ],
)
def test_a_path_is_read_as_it_was_written(written: bytes, path: bytes) -> None:
    assert read_path(written, 1) == path


def test_every_format_has_a_case_that_is_right_and_one_that_is_refused() -> None:
    cases = [case for case in map(corpus.read, corpus.cases()) if case.patch is not None]
    for name in FORMATS[1:]:
        own = [case for case in cases if f"patch/{name}/" in case.name]
        assert any(case.changes for case in own), name
        assert any(case.error for case in own), name


def test_json_is_the_same_as_its_data() -> None:
    data = [{"file": "f", "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}},
             "replacement": "x"}]  # fmt: skip
    assert request_of_patch(data, "auto", {}) == request_of_patch(json.dumps(data), "auto", {})
