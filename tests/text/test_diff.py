"""A diff is one that `git apply` takes, with the patch at hand and without it."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from structedit.text.diff import unified, unified_bytes
from structedit.text.patch import Edit, Patch
from tests.strategies import patched, texts
from tests.unified import replayed

LF = st.just(b"\n")


def git_apply(folder: Path, name: str, old: bytes | None, diff: bytes) -> bytes | None:
    """What git makes of the file; it takes the diff to the letter (no fuzz, no repair of white space)."""
    path = folder / name
    path.unlink(missing_ok=True)
    if old is not None:
        path.write_bytes(old)
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent), "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/"}
    command = ["git", "apply", "--whitespace=nowarn", "--unidiff-zero", "-"]
    done = subprocess.run(command, cwd=folder, input=diff, capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr.decode() + diff.decode("utf-8", "replace")
    return path.read_bytes() if path.exists() else None


@given(patched(LF), st.integers(0, 3))
def test_a_diff_from_a_patch_replays(drawn: tuple[bytes, Patch], context: int) -> None:
    old, patch = drawn
    new = patch.apply(old)
    diff = unified_bytes(old, new, "f", patch, context)
    assert bool(diff) == (old != new)
    if diff:
        assert replayed(old, diff) == new


@given(texts(), texts(), st.integers(0, 3))
def test_a_diff_of_any_two_texts_replays(old: bytes, new: bytes, context: int) -> None:
    diff = unified_bytes(old, new, "f", context=context)
    assert bool(diff) == (old != new)
    if diff:
        assert replayed(old, diff) == new


@settings(max_examples=40)
@given(drawn=patched(), context=st.integers(0, 3))
def test_git_applies_it(tmp_path_factory: pytest.TempPathFactory, drawn: tuple[bytes, Patch], context: int) -> None:
    old, patch = drawn
    new = patch.apply(old)
    folder = tmp_path_factory.getbasetemp()
    if new != old and old and new:
        assert git_apply(folder, "a b.txt", old, unified_bytes(old, new, "a b.txt", patch, context)) == new


@pytest.mark.parametrize("name", ["plain.py", "a b.py", 'quo"te.py', "back\\slash.py", "tab\t.py", "é.py"])
@pytest.mark.parametrize(("old", "new"), [(b"a\n", b"b\n"), (None, b"new\n"), (b"gone\n", None), (b"a", b"a\n")])
def test_git_applies_odd_names_and_new_and_removed_files(
    tmp_path: Path, name: str, old: bytes | None, new: bytes | None
) -> None:
    assert git_apply(tmp_path, name, old, unified_bytes(old, new, name)) == new


def test_a_change_from_an_empty_file_applies(tmp_path: Path) -> None:
    assert git_apply(tmp_path, "f", b"", unified_bytes(b"", b"a\n", "f")) == b"a\n"


def test_it_looks_as_usual() -> None:
    old = b"".join(b"%d\n" % number for number in range(1, 21))
    patch = Patch.of([Edit.insert(old.index(b"5\n"), b"new\n"), Edit.replace(len(old) - 3, len(old), b"end")])
    assert unified(old, patch.apply(old), "f.txt", patch) == (
        "--- a/f.txt\n+++ b/f.txt\n"
        "@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+new\n 5\n 6\n 7\n"
        "@@ -17,4 +18,4 @@\n 17\n 18\n 19\n-20\n+end\n\\ No newline at end of file\n"
    )


def test_inside_a_replaced_block_only_the_lines_that_differ_are_shown() -> None:
    old = b"def f():\n    a\n    b\n    c\n"
    patch = Patch.of([Edit.replace(0, len(old), b"def f():\n    a\n    x\n    c\n")])
    assert unified(old, patch.apply(old), "f", patch, context=0) == "--- a/f\n+++ b/f\n@@ -3 +3 @@\n-    b\n+    x\n"


def test_carriage_returns_are_kept_and_bytes_are_shown() -> None:
    assert unified(b"a\r\n", b"b\xff\r\n", "f") == "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\r\n+b\\xff\r\n"


def test_a_patch_of_a_long_file_costs_little() -> None:
    old = b"x = 1\n" * 1_000_000
    patch = Patch.of([Edit.insert(3_000_000, b"y = 2\n")])
    new = patch.apply(old)
    start = time.perf_counter()
    assert unified(old, new, "f", patch).count("\n") == 10
    assert time.perf_counter() - start < 0.5


def test_two_long_texts_without_anything_in_common_are_one_exchange() -> None:
    old, new = b"a\n" * 2_000, b"b\n" * 2_000
    start = time.perf_counter()
    assert replayed(old, unified_bytes(old, new, "f")) == new
    assert time.perf_counter() - start < 2
