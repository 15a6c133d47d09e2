"""Another program saves at the worst moments: its newest save is in place afterwards, and nothing of it is lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from structedit.store import lease, publish, system
from structedit.store.commit import Committed, Displaced, Failed, commit
from structedit.store.rescue import rescued
from structedit.store.root import Root
from structedit.store.snapshot import Absent, Snapshot, snapshot

Call = Callable[..., Any]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STRUCTEDIT_STATE", str(tmp_path / "state"))
    file = tmp_path / "root" / "a.py"
    file.parent.mkdir()
    file.write_bytes(b"old\n")
    probe = os.open(file, os.O_RDONLY)
    try:
        offered = lease.take(probe)
    finally:
        os.close(probe)
    if not offered:
        pytest.skip("this file system has no leases")
    return file


@pytest.fixture
def root(path: Path) -> Root:
    return Root.of(str(path.parent))


def at_each(monkeypatch: pytest.MonkeyPatch, home: Any, name: str, *moments: Callable[[], None] | None) -> list[int]:
    """Let something happen right before the first, second, … use of a function. The list counts the uses."""
    real = getattr(home, name)
    uses: list[int] = []

    def call(*args: Any, **options: Any) -> Any:
        moment = moments[len(uses)] if len(uses) < len(moments) else None
        uses.append(len(uses))
        if moment is not None:
            moment()
        return real(*args, **options)

    monkeypatch.setattr(home, name, call)
    return uses


def saved_over(path: Path, text: bytes) -> Callable[[], None]:
    """A save as most editors do it: a new file that takes the name."""

    def save() -> None:
        new = path.with_name("editor")
        new.write_bytes(text)
        os.replace(new, path)

    return save


class Waiting:
    """A program that opens the file for writing now, and writes as soon as it may."""

    def __init__(self, path: Path, text: bytes, mode: str = "wb") -> None:
        self.path, self.text, self.mode = path, text, mode
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        with open(self.path, self.mode) as stream:
            stream.write(self.text)
            stream.truncate()

    def __call__(self) -> None:
        self.thread.start()
        time.sleep(0.05)
        assert self.thread.is_alive(), "it did not have to wait"


def files(root: Root) -> list[str]:
    return sorted(os.listdir(root.folder))


def test_all_went_well(root: Root, path: Path) -> None:
    answer = commit(root, [(snapshot(root, "a.py"), b"new\n")])
    assert isinstance(answer, Committed)
    assert (answer.files[0].guard, answer.files[0].durability) == ("lease", "fsync")
    assert path.read_bytes() == b"new\n"


def test_a_save_right_before_the_exchange_is_in_place_again(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(root, "a.py")
    at_each(monkeypatch, system, "exchange", saved_over(path, b"theirs\n"))
    answer = commit(root, [(before, b"new\n")])
    assert isinstance(answer, Displaced)
    assert isinstance(answer.snapshot, Snapshot)
    assert answer.snapshot.raw == path.read_bytes() == b"theirs\n"
    assert files(root) == ["a.py"]
    assert rescued(root.folder) == []


def test_of_two_saves_the_newer_one_is_in_place_and_the_older_one_is_kept(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(root, "a.py")
    uses = at_each(monkeypatch, system, "exchange", saved_over(path, b"theirs 1\n"), saved_over(path, b"theirs 2\n"))
    assert isinstance(commit(root, [(before, b"new\n")]), Displaced)
    assert len(uses) == 3
    assert path.read_bytes() == b"theirs 2\n"
    assert files(root) == ["a.py"]
    assert [Path(name).read_bytes() for name in rescued(root.folder)] == [b"theirs 1\n"]


def test_many_saves_in_a_row(root: Root, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot(root, "a.py")
    saves = [saved_over(path, b"theirs %d\n" % number) for number in range(9)]
    at_each(monkeypatch, system, "exchange", *saves)
    assert isinstance(commit(root, [(before, b"new\n")]), Displaced)
    assert path.read_bytes() == b"theirs 8\n"
    assert files(root) == ["a.py"]
    kept = {Path(name).read_bytes() for name in rescued(root.folder)}
    assert b"theirs 7\n" in kept or len(kept) == 1


def test_the_same_bytes_saved_again_are_no_loss(root: Root, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot(root, "a.py")
    at_each(monkeypatch, system, "exchange", saved_over(path, b"old\n"))
    assert isinstance(commit(root, [(before, b"new\n")]), Committed)
    assert path.read_bytes() == b"new\n"
    assert files(root) == ["a.py"]


def test_a_file_removed_right_before_the_exchange_stays_away(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(root, "a.py")
    at_each(monkeypatch, system, "exchange", path.unlink)
    answer = commit(root, [(before, b"new\n")])
    assert isinstance(answer, Displaced)
    assert isinstance(answer.snapshot, Absent)
    assert files(root) == []


def test_a_file_removed_before_ours_is_taken_back_stays_away(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(root, "a.py")
    at_each(monkeypatch, system, "exchange", saved_over(path, b"theirs\n"), path.unlink)
    assert isinstance(commit(root, [(before, b"new\n")]), Displaced)
    assert files(root) == []
    assert [Path(name).read_bytes() for name in rescued(root.folder)] == [b"theirs\n"]


@pytest.mark.parametrize("mode", ["wb", "r+b"])
def test_who_opens_the_file_right_before_the_exchange_writes_into_the_file_in_place(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    before = snapshot(root, "a.py")
    writer = Waiting(path, b"theirs\n", mode)
    at_each(monkeypatch, system, "exchange", writer)
    assert not isinstance(commit(root, [(before, b"new\n")]), Committed)
    writer.thread.join()
    assert path.read_bytes() == b"theirs\n"
    assert files(root) == ["a.py"]


@pytest.mark.parametrize("mode", ["wb", "r+b"])
def test_who_opens_ours_while_it_has_to_give_way_writes_into_the_file_in_place(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    before = snapshot(root, "a.py")
    writer = Waiting(path, b"theirs 2\n", mode)
    at_each(monkeypatch, system, "exchange", saved_over(path, b"theirs 1\n"), writer)
    assert not isinstance(commit(root, [(before, b"new\n")]), Committed)
    writer.thread.join()
    assert path.read_bytes() == b"theirs 2\n"
    assert files(root) == ["a.py"]
    assert [Path(name).read_bytes() for name in rescued(root.folder)] == [b"theirs 1\n"]


def test_who_has_the_file_open_for_writing_is_waited_for(root: Root, path: Path) -> None:
    before = snapshot(root, "a.py")
    stream = path.open("r+b")
    threading.Timer(0.1, stream.close).start()
    assert isinstance(commit(root, [(before, b"new\n")]), Committed)
    assert path.read_bytes() == b"new\n"


def test_who_keeps_the_file_open_for_writing_is_a_conflict(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(root, "a.py")
    monkeypatch.setattr(lease.wait, "__defaults__", (0.05,))
    with path.open("r+b"):
        answer = commit(root, [(before, b"new\n")])
    assert isinstance(answer, Failed)
    assert (answer.refused.code, answer.refused.details) == ("CONCURRENCY_CONFLICT", {"path": "a.py"})
    assert path.read_bytes() == b"old\n"
    assert files(root) == ["a.py"]


def test_half_of_a_save_is_not_read(root: Root, path: Path) -> None:
    stream = path.open("wb")
    stream.write(b"first half, ")
    stream.flush()

    def finish() -> None:
        stream.write(b"second half\n")
        stream.close()

    threading.Timer(0.03, finish).start()
    assert snapshot(root, "a.py").raw == b"first half, second half\n"


def test_a_removal_gives_a_newer_save_back(root: Root, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot(root, "a.py")
    at_each(monkeypatch, system, "rename_new", saved_over(path, b"theirs\n"))
    answer = commit(root, [(before, Absent("a.py", before.resolved))])
    assert isinstance(answer, Displaced)
    assert path.read_bytes() == b"theirs\n"
    assert files(root) == ["a.py"]


def test_a_removal_between_two_saves_keeps_the_newer_one_in_place(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(root, "a.py")
    at_each(monkeypatch, system, "rename_new", saved_over(path, b"theirs 1\n"), saved_over(path, b"theirs 2\n"))
    assert isinstance(commit(root, [(before, Absent("a.py", before.resolved))]), Displaced)
    assert path.read_bytes() == b"theirs 2\n"
    assert files(root) == ["a.py"]
    assert [Path(name).read_bytes() for name in rescued(root.folder)] == [b"theirs 1\n"]


def test_a_file_with_several_names_is_written_while_nobody_else_can_open_it(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.link(path, path.with_name("b.py"))
    before = snapshot(root, "a.py")
    seen: list[bytes] = []
    reader = threading.Thread(target=lambda: seen.append(path.read_bytes()))

    def read() -> None:
        reader.start()
        time.sleep(0.05)
        assert seen == []

    at_each(monkeypatch, os, "ftruncate", read)
    answer = commit(root, [(before, b"new and longer\n")])
    reader.join()
    assert seen == [b"new and longer\n"]
    assert isinstance(answer, Committed)
    assert (answer.files[0].guard, answer.files[0].atomic) == ("lease", False)


def test_an_interrupt_between_exchange_and_check_loses_nothing(
    root: Root, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(root, "a.py")
    at_each(monkeypatch, system, "exchange", saved_over(path, b"theirs\n"))

    def interrupted(*_: Any, **__: Any) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(publish, "_came_out", interrupted)
    with pytest.raises(KeyboardInterrupt):
        commit(root, [(before, b"new\n")])
    monkeypatch.undo()
    assert files(root) == ["a.py"]
    everything = [path.read_bytes(), *(item.read_bytes() for item in path.parents[1].rglob("*theirs*"))]
    kept = [item.read_bytes() for item in (path.parents[1] / "state").rglob("*a.py*") if item.is_file()]
    kept += [item.read_bytes() for item in (path.parents[1] / "state").rglob("*.tmp") if item.is_file()]
    assert b"theirs\n" in [*everything, *kept]


def test_no_signal_of_the_process_is_touched(root: Root, path: Path) -> None:
    before = {number: signal.getsignal(number) for number in signal.valid_signals()}
    commit(root, [(snapshot(root, "a.py"), b"new\n")])
    assert {number: signal.getsignal(number) for number in signal.valid_signals()} == before
    assert path.read_bytes() == b"new\n"


def test_both_ways_to_the_system_call_are_one(root: Root, path: Path) -> None:
    other = path.with_name("b.py")
    for call in (system._quick(), system._slow()):
        path.write_bytes(b"1")
        other.write_bytes(b"2")
        with root.folder_of(snapshot(root, "a.py").place) as folder:
            at = folder.descriptor
            assert call(at, b"a.py", at, b"b.py", 2) == 0
            assert (path.read_bytes(), other.read_bytes()) == (b"2", b"1")
            assert call(at, b"a.py", at, b"b.py", 1) == 17
            assert call(at, b"none", at, b"b.py", 2) == 2
