"""Containment: what a root opens lies below it, and nothing that could block is ever opened."""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from structedit.errors import StructeditError
from structedit.store.commit import Committed, commit
from structedit.store.root import Root, nearest_root
from structedit.store.snapshot import Absent, Snapshot, snapshot, snapshot_or_absent

SWAPS = int(os.environ.get("STRUCTEDIT_SWAPS", "10000"))


@pytest.fixture
def root(tmp_path: Path) -> Root:
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    (tmp_path / "outside.py").write_bytes(b"secret\n")
    return Root.of(str(folder))


def code(root: Root, path: str) -> str:
    with pytest.raises(StructeditError) as caught:
        snapshot(root, path)
    assert caught.value.hint
    return caught.value.code


@pytest.mark.parametrize("path", ["../outside.py", "x/../../outside.py", "/etc/passwd", "../root2/a.py"])
def test_a_path_that_leaves_the_root_is_refused(root: Root, path: str) -> None:
    assert code(root, path) == "OUTSIDE_ROOT"
    with pytest.raises(StructeditError, match="OUTSIDE_ROOT"):
        snapshot_or_absent(root, path)


def test_a_folder_beside_the_root_with_the_same_beginning_is_outside(root: Root) -> None:
    beside = Path(root.folder + "2")
    beside.mkdir()
    (beside / "a.py").write_bytes(b"")
    assert code(root, "../root2/a.py") == "OUTSIDE_ROOT"


def test_a_link_out_of_the_root_is_refused_for_reading_and_creating(root: Root) -> None:
    os.symlink("../outside.py", Path(root.folder) / "link.py")
    os.symlink("..", Path(root.folder) / "up")
    assert code(root, "link.py") == "OUTSIDE_ROOT"
    with pytest.raises(StructeditError, match="OUTSIDE_ROOT"):
        snapshot_or_absent(root, "up/new.py")


def test_an_absolute_path_below_the_root_is_taken(root: Root) -> None:
    assert snapshot(root, os.path.join(root.folder, "a.py")).path == "a.py"


@pytest.mark.parametrize("path", ["", "a\0b", "\ud800.py"])
def test_a_string_that_is_no_path_is_a_bad_request(root: Root, path: str) -> None:
    assert code(root, path) == "BAD_REQUEST"


def test_what_is_no_regular_file_is_refused_without_opening_it(root: Root) -> None:
    folder = Path(root.folder)
    os.mkfifo(folder / "pipe.py")
    os.symlink("loop", folder / "loop")
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(folder / "socket.py"))
    server.close()
    (folder / "folder.py").mkdir()
    for name in ("pipe.py", "loop", "socket.py", "folder.py", ".", "missing.py", "a.py/x", "none/x.py"):
        assert code(root, name) == "NOT_A_FILE", name


def test_a_large_file_is_refused_before_it_is_read(root: Root) -> None:
    with open(Path(root.folder) / "large.py", "wb") as stream:
        stream.truncate(50_000_000)
    assert code(root, "large.py") == "TOO_LARGE"


def test_a_name_that_is_too_long_is_what_the_system_says(root: Root) -> None:
    assert code(root, "x" * 300) == "IO_ERROR"


def test_a_file_without_any_write_bit_is_not_writable_even_for_the_superuser(root: Root) -> None:
    os.chmod(Path(root.folder) / "a.py", 0o444)
    assert not snapshot(root, "a.py").stat.writable


def test_snapshots_pickle(root: Root) -> None:
    for record in (snapshot(root, "a.py"), snapshot_or_absent(root, "none.py"), root):
        assert pickle.loads(pickle.dumps(record)) == record
    assert isinstance(snapshot_or_absent(root, "none.py"), Absent)


def test_walk_leaves_out_hidden_folders_links_and_caches(root: Root) -> None:
    for name in ("b/c.py", ".git/config", "__pycache__/x.pyc", "b/.hidden.py", "node_modules/m.js"):
        path = Path(root.folder) / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"")
    os.symlink("../outside.py", Path(root.folder) / "link.py")
    assert list(root.walk(".")) == ["a.py", "b/.hidden.py", "b/c.py"]
    assert list(root.walk("b/c.py")) == ["b/c.py"]


def test_the_nearest_root_is_the_marked_folder_or_the_start(tmp_path: Path) -> None:
    (tmp_path / "p/.structedit").mkdir(parents=True)
    (tmp_path / "p/q/r").mkdir(parents=True)
    assert nearest_root(str(tmp_path / "p/q/r")) == str(tmp_path / "p")
    assert nearest_root(str(tmp_path)) in (str(tmp_path), *map(str, tmp_path.parents))


SWAPPER = """
import os, sys
from structedit.store import system
from structedit.store.folder import opened
folder = opened(sys.argv[1])
print("swapping", flush=True)
while True:
    system.exchange(folder, "sub", "trap")
"""


def test_no_swap_of_a_folder_for_a_link_leads_out(tmp_path: Path) -> None:
    """A folder and a link to a folder outside change places all the time, while files are read, written and made."""
    outside, inside = tmp_path / "outside", tmp_path / "root"
    for folder in (outside, inside, inside / "sub"):
        folder.mkdir()
        (folder / "a.py").write_bytes(b"secret\n" if folder == outside else b"x = 1\n")
    os.symlink(outside, inside / "trap")
    root = Root.of(str(inside))
    command = [sys.executable, "-c", SWAPPER, str(inside)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as swapper:
        assert swapper.stdout is not None
        assert swapper.stdout.readline() == "swapping\n"
        try:
            tally = [_attempt(root, number) for number in range(SWAPS)]
        finally:
            swapper.kill()
    assert "escaped" not in tally
    assert {"read", "written", "refused"} <= set(tally), set(tally)
    assert sorted(os.listdir(outside)) == ["a.py"]
    assert (outside / "a.py").read_bytes() == b"secret\n"


def _attempt(root: Root, number: int) -> str:
    """Read; now and then write, or make a file and remove it again."""
    try:
        before = snapshot(root, "sub/a.py")
        if before.raw == b"secret\n":
            return "escaped"
        if number % 10:
            return "read"
        if number % 20:
            answer = commit(root, [(before, b"x = %d\n" % number)])
        else:
            made = snapshot_or_absent(root, "sub/new.py")
            answer = commit(root, [(made, Absent("sub/new.py", made.resolved) if isinstance(made, Snapshot) else b"")])
    except StructeditError:
        return "refused"
    return "written" if isinstance(answer, Committed) else "refused"
