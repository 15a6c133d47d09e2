"""Diffs of real files: the same bytes as `git apply`; on files that have moved on the right place or none."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from structedit.edit.formats.detect import Reading, read_patch
from structedit.edit.intents import Context
from structedit.edit.patched import run_patch
from structedit.errors import StructeditError
from structedit.text.source import Source
from tests.patch import drawn as draws

if TYPE_CHECKING:
    from pathlib import Path

TRIALS = int(os.environ.get("STRUCTEDIT_PATCH_TRIALS", "60"))
PATHS = draws.samples()


def applied(text: bytes, patch: bytes) -> bytes | str:
    """The new bytes, or the code of the refusal."""
    try:
        operations = tuple(edit.operation for edit in read_patch(patch, Reading("unified"), str))
        return run_patch(Source.of(text), None, operations, Context(allow=frozenset({"elided", "control"}))).after.raw
    except StructeditError as error:
        return error.code


@pytest.mark.parametrize("maker", draws.MAKERS)
@pytest.mark.parametrize("context", draws.CONTEXTS)
def test_a_diff_gives_the_bytes_that_git_gives(maker: str, context: int, tmp_path: Path) -> None:
    dice = random.Random(f"{maker}{context}")
    for number in range(TRIALS // 4):
        drawn = draws.draw(dice, PATHS)
        patch = draws.diff(drawn, maker, context, tmp_path / str(number))
        if not patch or (maker != "git" and not context and draws.is_mixed(drawn.old)):
            continue  # lines that only come follow the newlines beside them, unless the patch knows them
        old, new = b"".join(drawn.old), b"".join(drawn.new)
        assert draws.by_git(drawn, patch, tmp_path / str(number)) == new, "the test is wrong"
        assert applied(old, patch) == new, patch.decode("utf-8", "replace")


@pytest.mark.parametrize("maker", draws.MAKERS)
def test_wrong_line_numbers_lead_to_no_other_place(maker: str, tmp_path: Path) -> None:
    dice = random.Random(f"numbers {maker}")
    right = refused = 0
    for number in range(TRIALS):
        drawn = draws.draw(dice, PATHS)
        patch = draws.diff(drawn, maker, dice.choice((1, 2, 3)), tmp_path / str(number))
        if not patch:
            continue
        found = applied(b"".join(drawn.old), draws.renumbered(patch, dice))
        assert found == b"".join(drawn.new) or found == "PATCH_FAILED", patch.decode("utf-8", "replace")
        right, refused = right + (found != "PATCH_FAILED"), refused + (found == "PATCH_FAILED")
    assert right > refused


# Without context and without a git id a hunk that only adds lines has its number and nothing else.
MOVED = [(maker, context) for maker in draws.MAKERS for context in draws.CONTEXTS if context or maker == "git"]


@pytest.mark.parametrize(("maker", "context"), MOVED)
def test_a_file_that_has_moved_on_keeps_what_others_wrote(maker: str, context: int, tmp_path: Path) -> None:
    dice = random.Random(f"moved {maker}{context}")
    right = refused = 0
    for number in range(TRIALS // 4):
        drawn = draws.draw(dice, PATHS)
        patch = draws.diff(drawn, maker, context, tmp_path / str(number))
        if not patch:
            continue
        drawn = draws.as_shown(drawn, maker, tmp_path / str(number))
        moved = draws.moved_on(drawn, dice, context)
        if maker != "git" and draws.looks_the_same(drawn, moved, context):
            continue  # only a git id could tell that it is another file
        found = applied(b"".join(moved.old), patch)
        assert found == b"".join(moved.new) or found == "PATCH_FAILED", patch.decode("utf-8", "replace")
        right, refused = right + (found != "PATCH_FAILED"), refused + (found == "PATCH_FAILED")
    assert right > refused or (not context and right)


@pytest.mark.parametrize("maker", draws.MAKERS)
def test_a_copy_of_the_block_is_never_taken_for_it(maker: str, tmp_path: Path) -> None:
    dice = random.Random(f"copy {maker}")
    right = 0
    for number in range(TRIALS):
        drawn = draws.draw(dice, PATHS)
        context = dice.choice((1, 2, 3))
        patch = draws.diff(drawn, maker, context, tmp_path / str(number))
        if not patch or not drawn.changes:
            continue
        drawn = draws.as_shown(drawn, maker, tmp_path / str(number))
        moved = draws.with_copy(drawn, dice, context)
        if maker != "git" and draws.looks_the_same(drawn, moved, context):
            continue
        found = applied(b"".join(moved.old), patch)
        assert found == b"".join(moved.new) or found == "PATCH_FAILED", patch.decode("utf-8", "replace")
        right += found != "PATCH_FAILED"
    assert right
