"""What becomes of a file between the plan of an edit and its writing: the edit is planned again, or refused."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from structedit import Outcome, Prepared, Refused, Workspace

NAMES = ("a.py", "b.py")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_bytes(b"x = 1\n")
    (tmp_path / "outside.py").write_bytes(b"x = 1\n")
    return folder


def a_newer_save(path: Path) -> None:
    path.write_bytes(b"x = 1\ny = 1\n")


def removed(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_link(path: Path) -> None:
    path.unlink()
    path.with_name("other.py").write_bytes(b"x = 1\nz = 1\n")
    path.symlink_to("other.py")


def a_link_out(path: Path) -> None:
    path.unlink()
    path.symlink_to("../outside.py")


def a_second_name(path: Path) -> None:
    os.link(path, path.with_name("second.py"))


def read_only(path: Path) -> None:
    path.chmod(0o444)


def no_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


CHANGES: list[tuple[Callable[[Path], None], str]] = [
    (a_newer_save, "applied"),
    (removed, "NOT_A_FILE"),
    (a_folder, "NOT_A_FILE"),
    (a_pipe, "NOT_A_FILE"),
    (a_link, "applied"),
    (a_link_out, "OUTSIDE_ROOT"),
    (a_second_name, "applied"),
    (no_folder, "NOT_A_FILE"),
]


@pytest.mark.parametrize(("change", "result"), CHANGES, ids=lambda one: getattr(one, "__name__", one))
@pytest.mark.parametrize("names", [("a.py",), NAMES])
def test_it_is_planned_again_or_refused_and_no_other_file_is_touched(
    folder: Path, names: tuple[str, ...], change: Callable[[Path], None], result: str
) -> None:
    workspace = Workspace(str(folder))
    edits = [{"op": "set", "file": name, "target": "x", "value": 2} for name in names]
    prepared = workspace.prepare({"edits": edits})
    assert isinstance(prepared, Prepared)
    change(folder / names[-1])
    answer = workspace.commit(prepared)
    if result == "applied":
        assert isinstance(answer, Outcome), answer
        for name in names:
            assert (folder / name).read_bytes().startswith(b"x = 2\n")
    else:
        assert isinstance(answer, Refused), answer
        assert answer.code == result, answer
        assert change is no_folder or (folder / NAMES[len(names) - 2]).read_bytes() == b"x = 1\n"
    assert (folder.parent / "outside.py").read_bytes() == b"x = 1\n"
    assert change is no_folder or [name for name in os.listdir(folder) if name.startswith(".")] == []


@pytest.mark.parametrize("kind", ["plan", "expected_hash"])
def test_who_asks_for_less_trust_is_refused(folder: Path, kind: str) -> None:
    workspace = Workspace(str(folder))
    request = {"file": "a.py", "edits": [{"op": "set", "target": "x", "value": 2}]}
    preview = workspace.apply({**request, "preview": True})
    assert isinstance(preview, Outcome)
    given = {"plan": preview.plan, "expected_hash": preview.files[0].before_hash}
    prepared = workspace.prepare({**request, kind: given[kind]})
    assert isinstance(prepared, Prepared)
    a_newer_save(folder / "a.py")
    answer = workspace.commit(prepared)
    assert isinstance(answer, Refused)
    assert answer.code == "CONCURRENCY_CONFLICT"
    assert (folder / "a.py").read_bytes() == b"x = 1\ny = 1\n"


def test_a_file_that_became_read_only_is_not_written(folder: Path) -> None:
    workspace = Workspace(str(folder))
    prepared = workspace.prepare({"file": "a.py", "edits": [{"op": "set", "target": "x", "value": 2}]})
    assert isinstance(prepared, Prepared)
    read_only(folder / "a.py")
    answer = workspace.commit(prepared)
    assert isinstance(answer, Refused)
    assert answer.code == "PROTECTED_PATH"
    assert (folder / "a.py").stat().st_mode & 0o777 == 0o444


def test_a_mode_that_somebody_gave_it_stays(folder: Path) -> None:
    workspace = Workspace(str(folder))
    prepared = workspace.prepare({"file": "a.py", "edits": [{"op": "set", "target": "x", "value": 2}]})
    assert isinstance(prepared, Prepared)
    (folder / "a.py").chmod(0o755)
    assert isinstance(workspace.commit(prepared), Outcome)
    assert (folder / "a.py").stat().st_mode & 0o777 == 0o755
