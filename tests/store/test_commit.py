"""What the store promises: old bytes or new ones, nobody's save lost that it can see, nothing left behind."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from structedit.store import lease, publish, stage, system
from structedit.store.commit import Committed, Displaced, Failed, Written, commit
from structedit.store.root import Root
from structedit.store.snapshot import Absent, Snapshot, snapshot, snapshot_or_absent

GUARDS = ("lease", "exchange", "check")


@pytest.fixture(params=GUARDS)
def guard(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every test runs with all that the system offers, and with each thing less."""
    if request.param != "lease":
        monkeypatch.setattr(lease, "take", lambda *_, **__: False)
    if request.param == "check":
        monkeypatch.setattr(system, "_call", lambda: None)
    return str(request.param)


@pytest.fixture
def root(tmp_path: Path, guard: str) -> Root:
    del guard
    return Root.of(str(tmp_path))


def write(root: Root, name: str, raw: bytes) -> Snapshot:
    (Path(root.folder) / name).write_bytes(raw)
    return snapshot(root, name)


def names(root: Root) -> list[str]:
    return sorted(os.listdir(root.folder))


def test_new_bytes_take_the_place_of_the_old_ones(root: Root) -> None:
    before = write(root, "a.py", b"old\n")
    assert commit(root, [(before, b"new\n")]) == Committed(files=(Written("a.py", atomic=True),))
    assert snapshot(root, "a.py").raw == b"new\n"
    assert names(root) == ["a.py"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o640])
def test_the_mode_stays(root: Root, mode: int) -> None:
    write(root, "a.py", b"old\n")
    os.chmod(Path(root.folder) / "a.py", mode)
    commit(root, [(snapshot(root, "a.py"), b"new\n")])
    assert snapshot(root, "a.py").stat.mode == mode


def test_extended_attributes_stay(root: Root) -> None:
    before = write(root, "a.py", b"old\n")
    try:
        os.setxattr(before.resolved, "user.note", b"kept")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    commit(root, [(before, b"new\n")])
    assert os.getxattr(before.resolved, "user.note") == b"kept"


def test_a_link_stays_a_link_and_its_target_is_written(root: Root) -> None:
    write(root, "real.py", b"old\n")
    os.symlink("real.py", Path(root.folder) / "link.py")
    commit(root, [(snapshot(root, "link.py"), b"new\n")])
    assert os.readlink(Path(root.folder) / "link.py") == "real.py"
    assert snapshot(root, "real.py").raw == b"new\n"


def test_a_hard_link_sees_the_new_bytes_and_the_answer_says_not_atomic(root: Root) -> None:
    write(root, "a.py", b"old and longer\n")
    os.link(Path(root.folder) / "a.py", Path(root.folder) / "b.py")
    assert commit(root, [(snapshot(root, "a.py"), b"new\n")]) == Committed((Written("a.py", atomic=False),))
    assert snapshot(root, "b.py").raw == b"new\n"


def test_a_file_saved_meanwhile_is_displaced_and_kept(root: Root) -> None:
    before = write(root, "a.py", b"old\n")
    other = write(root, "b.py", b"old\n")
    (Path(root.folder) / "a.py").write_bytes(b"somebody else\n")
    answer = commit(root, [(other, b"new\n"), (before, b"new\n")])
    assert isinstance(answer, Displaced)
    assert isinstance(answer.snapshot, Snapshot)
    assert answer.snapshot.raw == b"somebody else\n"
    assert snapshot(root, "a.py").raw == b"somebody else\n"
    assert snapshot(root, "b.py").raw == b"old\n"
    assert names(root) == ["a.py", "b.py"]


def test_a_file_deleted_meanwhile_is_displaced_by_nothing(root: Root) -> None:
    before = write(root, "a.py", b"old\n")
    os.unlink(before.resolved)
    answer = commit(root, [(before, b"new\n")])
    assert isinstance(answer, Displaced)
    assert isinstance(answer.snapshot, Absent)
    assert names(root) == []


def test_create_makes_missing_folders(root: Root) -> None:
    absent = snapshot_or_absent(root, "a/b/new.py")
    assert isinstance(commit(root, [(absent, b"x\n")]), Committed)
    assert snapshot(root, "a/b/new.py").raw == b"x\n"
    assert os.listdir(Path(root.folder) / "a/b") == ["new.py"]


def test_create_never_overwrites_a_file_made_meanwhile(root: Root, monkeypatch: pytest.MonkeyPatch) -> None:
    absent = snapshot_or_absent(root, "new.py")
    appear = publish.publish

    def somebody_was_faster(root: Root, item: stage.Stage) -> None:
        (Path(root.folder) / "new.py").write_bytes(b"theirs\n")
        appear(root, item)

    monkeypatch.setattr(publish, "publish", somebody_was_faster)
    answer = commit(root, [(absent, b"ours\n")])
    assert isinstance(answer, Displaced)
    assert isinstance(answer.snapshot, Snapshot)
    assert snapshot(root, "new.py").raw == b"theirs\n"
    assert names(root) == ["new.py"]


def test_a_deletion_removes_the_file(root: Root) -> None:
    before = write(root, "a.py", b"old\n")
    assert isinstance(commit(root, [(before, Absent("a.py", before.resolved))]), Committed)
    assert names(root) == []


CALLS = ("open", "write", "fsync", "fchmod", "stat", "replace", "link", "unlink", "ftruncate", "mkdir")
CALLS_OF_THE_SYSTEM = ("exchange", "rename_new")
Plan = list[tuple[str, bytes | None]]
PLANS: dict[str, Plan] = {
    "one file": [("a.py", b"new\n")],
    "three files": [("a.py", b"new\n"), ("new/c.py", b"made\n"), ("b.py", b"new\n")],
    "with a deletion": [("b.py", None), ("a.py", b"new\n")],
    "with a hard link": [("a.py", b"new\n"), ("linked.py", b"new\n")],
}


def tree(folder: str) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    for path in sorted(Path(folder).rglob("*")):
        found[str(path.relative_to(folder))] = path.read_bytes() if path.is_file() else None
    return found


def failing_once(number: int, call: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Make the n-th use of one system call fail; the answer says whether it came to that."""
    home: Any = system if call in CALLS_OF_THE_SYSTEM else os
    real = getattr(home, call)
    uses = 0

    def fail(*args: Any, **kwargs: Any) -> Any:
        nonlocal uses
        uses += 1
        if uses == number:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args, **kwargs)

    monkeypatch.setattr(home, call, fail)
    return lambda: uses >= number


@pytest.mark.parametrize("call", [*CALLS, *CALLS_OF_THE_SYSTEM])
@pytest.mark.parametrize("plan", PLANS, ids=lambda name: name.replace(" ", "_"))
def test_when_any_system_call_fails_once_all_files_are_old_or_all_new(root: Root, plan: str, call: str) -> None:
    for number in range(1, 60):
        for path in sorted(Path(root.folder).rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        for name in ("a.py", "b.py", "linked.py"):
            write(root, name, f"old {name}\n".encode())
        os.link(Path(root.folder) / "linked.py", Path(root.folder) / "other.py")
        before = tree(root.folder)
        changes: list[Any] = []
        for name, new in PLANS[plan]:
            was = snapshot_or_absent(root, name)
            changes.append((was, Absent(was.path, was.resolved) if new is None else new))
        with pytest.MonkeyPatch.context() as patch:
            happened = failing_once(number, call, patch)
            answer = commit(root, changes)
        after = tree(root.folder)
        if isinstance(answer, Committed):
            if not happened():
                return
            continue
        assert isinstance(answer, Failed)
        assert answer.refused.code in ("IO_ERROR", "ROLLED_BACK"), answer
        assert "No space left" in answer.refused.message
        assert after == before, (call, number, answer)
    raise AssertionError("the call never stopped failing")


def test_an_interrupt_leaves_everything_as_it_was(root: Root, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = [(write(root, "a.py", b"old\n"), b"new\n"), (write(root, "b.py", b"old\n"), b"new\n")]
    write_one = publish.publish

    def interrupted(root: Root, item: stage.Stage) -> None:
        if item.before.path == "b.py":
            raise KeyboardInterrupt
        write_one(root, item)

    monkeypatch.setattr(publish, "publish", interrupted)
    with pytest.raises(KeyboardInterrupt):
        commit(root, changes)
    assert tree(root.folder) == {"a.py": b"old\n", "b.py": b"old\n"}


def test_a_file_that_somebody_saved_over_ours_is_never_put_back(root: Root, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = [(write(root, "a.py", b"old\n"), b"new\n"), (write(root, "b.py", b"old\n"), b"new\n")]
    write_one = publish.publish

    def fails_at_b(root: Root, item: stage.Stage) -> None:
        if item.before.path == "b.py":
            (Path(root.folder) / "a.py").write_bytes(b"theirs\n")
            raise OSError(errno.EIO, "Input/output error")
        write_one(root, item)

    monkeypatch.setattr(publish, "publish", fails_at_b)
    answer = commit(root, changes)
    assert isinstance(answer, Failed)
    assert answer.refused.code == "RECOVERY_NEEDED"
    assert answer.refused.details["files"]["b.py"] == "old"
    assert tree(root.folder) == {"a.py": b"theirs\n", "b.py": b"old\n"}


def test_a_file_in_a_folder_that_takes_no_new_ones_is_written_in_place(
    root: Root, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = write(root, "a.py", b"old and longer\n")
    real = os.open

    def no_new_files(path: Any, flags: int, *args: Any, **options: Any) -> int:
        if flags & os.O_CREAT and ".structedit-" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *args, **options)

    monkeypatch.setattr(os, "open", no_new_files)
    assert commit(root, [(before, b"new\n")]) == Committed((Written("a.py", atomic=False),))
    assert tree(root.folder) == {"a.py": b"new\n"}
    answer = commit(root, [(snapshot_or_absent(root, "b.py"), b"made\n")])
    assert isinstance(answer, Failed)
    assert answer.refused.code == "IO_ERROR"
