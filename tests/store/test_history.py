"""What is kept of edits: whole, private, bounded, in order of time; what is damaged is set aside and never used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from structedit.store import history, objects, records
from structedit.store.history import Keeping
from structedit.store.lock import locked
from structedit.store.records import EditRecord, FileRecord
from structedit.store.state_folder import state_folder
from structedit.text.digest import hex_digest


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("STRUCTEDIT_STATE", str(tmp_path / "state"))
    folder = tmp_path / "root"
    folder.mkdir()
    return str(folder)


def add(root: str, old: bytes, undoes: str | None = None) -> str:
    """One edit of a.py that displaced these bytes."""
    file = FileRecord("a.py", os.path.join(root, "a.py"), hex_digest(old), hex_digest(b"new" + old), 0o644)
    kept = history.add(history.keep(root, {hex_digest(old): old}), EditRecord("", "insert a.py f", undoes, (file,)))
    assert kept.id is not None, kept
    return kept.id


def files(root: str) -> list[Path]:
    return [path for path in Path(state_folder(root) or "").rglob("*") if path.is_file()]


def test_what_is_recorded_is_read_again(root: str) -> None:
    name = add(root, b"old\n")
    (edit,) = history.known(root).edits
    assert edit.id == name
    assert edit.files[0].before is not None
    assert history.content(root, edit.files[0].before) == b"old\n"


def test_text_of_every_sort_is_read_again(root: str) -> None:
    odd = 'a "b" \\ \x00\x1f \x7f é ✓ 😀 \udcff\n'
    file = FileRecord(odd, odd, None, "0" * 64, None, folders=(odd, "b"))
    history.add(history.keep(root, {}), EditRecord("", odd, None, (file,)))
    (edit,) = history.known(root).edits
    assert (edit.summary, edit.files) == (odd, (file,))


def test_nobody_else_may_read_it(root: str) -> None:
    add(root, b"old\n")
    assert [path for path in files(root) if path.stat().st_mode & 0o077] == []
    assert (Path(state_folder(root) or "").stat().st_mode & 0o777) == 0o700


def test_ids_sort_by_time_also_when_the_clock_goes_back(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [add(root, b"1")]
    for seconds in (2e9, 2e9, 1e9, 1e9 + 0.5, 2e9 + 1):
        monkeypatch.setattr(records.time, "time", lambda seconds=seconds: seconds)
        names.append(add(root, b"2"))
    assert sorted(set(names)) == names
    assert records.ids(state_folder(root) or "") == names[::-1]


@pytest.mark.parametrize("last", ["29990101T000000-ffffff", "29990101T000000-ffffff0", "29990101T000000-fffffff"])
def test_there_is_always_a_next_id(last: str) -> None:
    assert records.is_id(records.new_id(last))
    assert records.new_id(last) > last


def test_a_content_is_kept_once_and_never_written_over(root: str) -> None:
    add(root, b"old\n")
    (path,) = [path for path in files(root) if "objects" in path.parts]
    before = path.stat()
    add(root, b"old\n")
    assert path.stat().st_ino == before.st_ino
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_a_damaged_content_is_set_aside(root: str) -> None:
    add(root, b"old\n")
    (path,) = [path for path in files(root) if "objects" in path.parts]
    path.write_bytes(b"odd\n")
    with pytest.raises(objects.DamagedError, match="set aside"):
        history.content(root, hex_digest(b"old\n"))
    assert not path.exists()
    assert [path.read_bytes() for path in files(root) if "bad" in path.parts] == [b"odd\n"]
    add(root, b"old\n")
    assert history.content(root, hex_digest(b"old\n")) == b"old\n"


@pytest.mark.parametrize("spoil", [lambda raw: raw[:-10], lambda raw: raw.replace(b"insert", b"delete"), lambda _: b""])
def test_a_damaged_record_is_set_aside_and_reported(root: str, spoil: object) -> None:
    assert callable(spoil)
    first, second = add(root, b"1"), add(root, b"2")
    path = Path(records.path_of(state_folder(root) or "", second))
    path.write_bytes(spoil(path.read_bytes()))
    known = history.known(root)
    assert [edit.id for edit in known.edits] == [first]
    assert len(known.problems) == 1
    assert not path.exists()
    assert history.known(root).problems == ()


def test_a_record_of_another_version_is_left_alone_with_its_contents(
    root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(records, "VERSION", 2)
        add(root, b"theirs, and old\n")
    monkeypatch.setattr(history, "MOST_RECORDS", 2)
    names = [add(root, b"1"), add(root, b"2")]
    assert records.ids(state_folder(root) or "") == names[::-1]
    monkeypatch.setattr(history, "MOST_RECORDS", 3)
    with monkeypatch.context() as patch:
        patch.setattr(records, "VERSION", 2)
        name = add(root, b"theirs\n")
    for _ in range(2):
        known = history.known(root)
        assert [edit.id for edit in known.edits] == names[::-1]
        assert known.problems == (f"the edit {name} was recorded by another version of structedit (2)",)
    add(root, b"3")
    assert name in records.ids(state_folder(root) or "")
    assert history.content(root, hex_digest(b"theirs\n")) == b"theirs\n"


def test_the_oldest_go_where_there_are_too_many(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_RECORDS", 20)
    names = [add(root, b"%d\n" % number) for number in range(50)]
    left = records.ids(state_folder(root) or "")
    assert left == names[::-1][: len(left)]
    assert 18 <= len(left) <= 20
    _check_contents(root)


def test_the_oldest_go_where_they_take_too_much_room(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_BYTES", 10_000)
    names = [add(root, b"%04d" % number * 250) for number in range(30)]
    left = records.ids(state_folder(root) or "")
    assert left == names[::-1][: len(left)]
    assert 8 <= len(left) <= 10
    _check_contents(root)


def test_the_newest_stays_however_large_it_is(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_BYTES", 100)
    add(root, b"1")
    name = add(root, b"2" * 1_000)
    assert records.ids(state_folder(root) or "") == [name]
    _check_contents(root)


def _check_contents(root: str) -> None:
    """Every content that a record names is there, and none that no record names."""
    named = {edit.files[0].before for edit in history.known(root).edits}
    assert {path.parent.name + path.name for path in files(root) if "objects" in path.parts} == named


def test_room_made_meanwhile_takes_nothing_from_an_edit_that_is_on_its_way(root: str) -> None:
    keeping = history.keep(root, {hex_digest(b"old\n"): b"old\n"})
    for path in files(root):
        path.unlink()
    file = FileRecord("a.py", "/a.py", hex_digest(b"old\n"), None)
    history.add(keeping, EditRecord("", "", None, (file,)))
    assert history.content(root, hex_digest(b"old\n")) == b"old\n"


@pytest.mark.parametrize("spoilt", [b"", b"nonsense", b"1 x"])
def test_counts_that_are_lost_are_counted_again(root: str, spoilt: bytes) -> None:
    add(root, b"1" * 10)
    lock = Path(state_folder(root) or "") / "lock"
    lock.write_bytes(spoilt)
    last = add(root, b"2" * 10)
    assert lock.read_text(encoding="ascii") == f"1 {last} 2 20\n"


def test_a_lock_that_is_held_too_long_costs_the_record_and_not_the_edit(
    root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "LOCK_SECONDS", 0.01)
    keeping = history.keep(root, {})
    with locked(os.path.join(state_folder(root) or "", "lock")):
        kept = history.add(keeping, EditRecord("", "", None, ()))
    assert kept.id is None
    assert "held" in kept.why


def test_a_state_folder_that_cannot_be_written_costs_the_record_and_not_the_edit(root: str) -> None:
    keeping = Keeping(os.path.join(root, "is", "not", "there"), {})
    assert history.add(keeping, EditRecord("", "", None, ())).id is None


WORKER = """
import sys
from tests.store.test_history import add
for number in range(25):
    print(add(sys.argv[1], b"%s %d" % (sys.argv[2].encode(), number)))
"""


def test_several_processes_record_at_once(root: str) -> None:
    start = [sys.executable, "-c", WORKER, root]
    workers = [subprocess.Popen([*start, str(n)], stdout=subprocess.PIPE, text=True) for n in range(4)]
    names = [name for worker in workers for name in worker.communicate()[0].split()]
    assert len(set(names)) == len(names) == 100
    assert records.ids(state_folder(root) or "") == sorted(names, reverse=True)
    assert {len(edit.files) for edit in history.known(root).edits} == {1}
    assert (Path(state_folder(root) or "") / "lock").read_text(encoding="ascii").split()[2] == "100"
    _check_contents(root)


# -- where it is kept


def test_the_state_folder_is_the_one_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value, place in [
        ("HOME", str(tmp_path / "home"), tmp_path / "home/.local/state/structedit"),
        ("XDG_STATE_HOME", str(tmp_path / "xdg"), tmp_path / "xdg/structedit"),
        ("STRUCTEDIT_STATE", str(tmp_path / "own"), tmp_path / "own"),
    ]:
        if name == "HOME":
            monkeypatch.delenv("STRUCTEDIT_STATE", raising=False)
            monkeypatch.delenv("XDG_STATE_HOME", raising=False)
        monkeypatch.setenv(name, value)
        found = state_folder("/some/root")
        assert found == str(place / "roots" / hex_digest(b"/some/root")[:16])


def test_without_one_it_is_a_hidden_folder_of_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("STRUCTEDIT_STATE", str(tmp_path / "file"))
    for _ in range(2):
        assert state_folder(str(tmp_path)) == str(tmp_path / ".structedit")
    assert (tmp_path / ".structedit/.gitignore").read_bytes() == b"*\n"


def test_a_link_is_no_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "elsewhere").mkdir()
    os.symlink("elsewhere", tmp_path / ".structedit")
    monkeypatch.setenv("STRUCTEDIT_STATE", str(tmp_path / "file"))
    assert state_folder(str(tmp_path)) is None
    assert "no place" in history.keep(str(tmp_path), {}).why
    assert os.listdir(tmp_path / "elsewhere") == []
