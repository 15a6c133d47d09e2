"""Patches of git over several files: new, removed, renamed, copied and executable ones come out as with `git apply`."""

from __future__ import annotations

import os
import random
import shutil
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest

from structedit.errors import Refused
from structedit.workspace import Workspace
from tests.patch import drawn as draws

if TYPE_CHECKING:
    from pathlib import Path

TRIALS = int(os.environ.get("STRUCTEDIT_PATCH_TRIALS", "60")) // 10
NAMES = ("a.py", "b c.txt", "sub/d.toml", "sub/ü.md", 'q"uote.txt', "tab\there.txt")
Tree = dict[str, tuple[bytes, bool]]


def _git(folder: Path, *arguments: str, text: bytes = b"") -> bytes:
    names = ("-c", "user.name=tests", "-c", "user.email=tests@example.invalid")
    return subprocess.run(["git", *names, *arguments], cwd=folder, input=text, capture_output=True, check=True).stdout


def _tree(folder: Path) -> Tree:
    found: Tree = {}
    for path in folder.rglob("*"):
        if path.is_file() and ".git" not in path.relative_to(folder).parts:
            executable = bool(path.stat().st_mode & stat.S_IXUSR)
            found[str(path.relative_to(folder))] = (path.read_bytes(), executable)
    return found


def _change(folder: Path, dice: random.Random) -> None:
    """One of everything that git can say of a file, by chance."""
    for name in NAMES:
        path = folder / name
        what = dice.choice(("edit", "edit", "remove", "rename", "copy", "mode", "nothing", "rename and edit"))
        lines = path.read_bytes().splitlines(keepends=True)
        if "edit" in what:
            lines[dice.randrange(len(lines))] = b"drawn %d\n" % dice.randrange(10**6)
            path.write_bytes(b"".join(lines))
        if what == "copy":
            shutil.copy(path, folder / f"copy of {path.name}")
            path.write_bytes(b"".join([b"drawn %d\n" % dice.randrange(10**6), *lines]))
        if what == "mode":
            path.chmod(0o755)
        if what == "remove":
            path.unlink()
        if "rename" in what:
            (folder / "new place").mkdir(exist_ok=True)
            path.rename(folder / "new place" / path.name)
    (folder / "brand new.txt").write_bytes(dice.choice((b"", b"one\ntwo", b"one\ntwo\n")))
    (folder / "brand new.txt").chmod(dice.choice((0o644, 0o755)))


@pytest.mark.parametrize(
    "options", [("-M",), ("-M", "-C", "--find-copies-harder"), ("--no-renames",), ("--no-prefix",)]
)
def test_a_patch_of_git_makes_the_tree_that_git_makes(options: tuple[str, ...], tmp_path: Path) -> None:
    dice = random.Random(repr(options))
    samples = draws.samples()
    for number in range(max(TRIALS, 2)):
        folder = tmp_path / str(number)
        (folder / "sub").mkdir(parents=True)
        _git(folder, "init", "-q")
        for name in NAMES:
            (folder / name).write_bytes(b"".join(draws.draw(dice, samples).old))
        _git(folder, "add", ".")
        _git(folder, "commit", "-q", "-m", "old")
        old = _tree(folder)
        _change(folder, dice)
        new = _tree(folder)
        _git(folder, "add", ".")
        patch = _git(folder, "diff", "--cached", "--binary", *options)
        _git(folder, "reset", "-q", "--hard")
        allow = ["elided", "control"]
        answer = Workspace(str(folder)).patch(patch, on_syntax_error="warn", allow=allow)
        assert not isinstance(answer, Refused), (answer, patch)
        assert _tree(folder) == new, patch.decode("utf-8", "replace")
        if "-C" in options:
            continue
        answer = Workspace(str(folder)).patch(patch, reverse=True, on_syntax_error="warn", allow=allow)
        assert not isinstance(answer, Refused), (answer, patch)
        assert _tree(folder) == old, patch.decode("utf-8", "replace")
