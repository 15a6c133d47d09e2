"""`undo`: the bytes, modes and paths of before, or a refusal that says what is in the way; never half of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from structedit import Edits, Outcome, Refused, Workspace
from structedit.store import history, records
from structedit.store.state_folder import state_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_bytes(b"x = 1\n")
    return tmp_path


@pytest.fixture
def workspace(folder: Path) -> Workspace:
    return Workspace(str(folder))


def done(result: Outcome | Refused) -> str:
    """The id of an edit that was applied."""
    assert isinstance(result, Outcome), result
    assert result.status == "applied"
    assert result.undo is not None
    return result.undo


def put(workspace: Workspace, value: int, file: str = "a.py") -> str:
    return done(workspace.set(file, "x", value))


def refused(result: Outcome | Refused | Edits, code: str) -> Refused:
    assert isinstance(result, Refused), result
    assert result.code == code, result
    assert result.hint
    return result


def test_twice_is_two_steps_back(workspace: Workspace, folder: Path) -> None:
    put(workspace, 2)
    put(workspace, 3)
    done(workspace.undo())
    assert (folder / "a.py").read_bytes() == b"x = 2\n"
    done(workspace.undo())
    assert (folder / "a.py").read_bytes() == b"x = 1\n"
    refused(workspace.undo(), "NOT_APPLICABLE")


def test_after_an_undo_a_new_edit_is_the_last_one(workspace: Workspace, folder: Path) -> None:
    put(workspace, 2)
    put(workspace, 3)
    done(workspace.undo())
    put(workspace, 4)
    done(workspace.undo())
    done(workspace.undo())
    assert (folder / "a.py").read_bytes() == b"x = 1\n"


def test_an_undo_is_undone_by_its_id_and_the_edit_can_be_undone_again(workspace: Workspace, folder: Path) -> None:
    edit = put(workspace, 2)
    undo = done(workspace.undo())
    done(workspace.undo(undo))
    assert (folder / "a.py").read_bytes() == b"x = 2\n"
    assert done(workspace.undo()) != undo
    assert (folder / "a.py").read_bytes() == b"x = 1\n"
    assert refused(workspace.undo(edit), "NOT_APPLICABLE").details["undone_by"]


def test_an_earlier_edit_of_another_file_is_undone_by_its_id(workspace: Workspace, folder: Path) -> None:
    first = put(workspace, 2, "a.py")
    put(workspace, 3, "b.py")
    done(workspace.undo(first[:-1]))
    assert [(folder / name).read_bytes() for name in ("a.py", "b.py")] == [b"x = 1\n", b"x = 3\n"]


def test_an_earlier_edit_of_the_same_file_waits_for_the_later_ones(workspace: Workspace, folder: Path) -> None:
    first, second, third = put(workspace, 2), put(workspace, 3), put(workspace, 4)
    answer = refused(workspace.undo(first), "CONCURRENCY_CONFLICT")
    assert answer.details["later"] == [third, second]
    assert answer.hint.endswith(f"structedit undo {third}")
    assert (folder / "a.py").read_bytes() == b"x = 4\n"
    for name in (third, second, first):
        done(workspace.undo(name))
    assert (folder / "a.py").read_bytes() == b"x = 1\n"


def test_a_foreign_change_is_never_overwritten_and_no_other_file_is_touched(workspace: Workspace, folder: Path) -> None:
    edits = [{"op": "set", "file": name, "target": "x", "value": 2} for name in ("a.py", "b.py")]
    done(workspace.apply({"edits": edits}))
    (folder / "b.py").write_bytes(b"x = 2 \n")
    answer = refused(workspace.undo(), "CONCURRENCY_CONFLICT")
    assert answer.details["path"] == "b.py"
    assert [(folder / name).read_bytes() for name in ("a.py", "b.py")] == [b"x = 2\n", b"x = 2 \n"]
    (folder / "b.py").write_bytes(b"x = 2\n")
    done(workspace.undo())
    assert [(folder / name).read_bytes() for name in ("a.py", "b.py")] == [b"x = 1\n", b"x = 1\n"]


@pytest.mark.parametrize("become", ["gone", "folder", "fifo", "link out"])
def test_what_is_no_file_any_more_is_a_conflict(workspace: Workspace, folder: Path, become: str) -> None:
    put(workspace, 2)
    (folder / "a.py").unlink()
    if become == "folder":
        (folder / "a.py").mkdir()
    elif become == "fifo":
        os.mkfifo(folder / "a.py")
    elif become == "link out":
        os.symlink("/etc/passwd", folder / "a.py")
    refused(workspace.undo(), "CONCURRENCY_CONFLICT")


def test_a_file_that_is_as_before_already_is_left_alone(workspace: Workspace, folder: Path) -> None:
    put(workspace, 2)
    (folder / "a.py").write_bytes(b"x = 1\n")
    answer = workspace.undo()
    assert isinstance(answer, Outcome)
    assert (answer.status, answer.undo) == ("unchanged", None)


def test_a_preview_writes_nothing_and_is_not_recorded(workspace: Workspace, folder: Path) -> None:
    put(workspace, 2)
    answer = workspace.undo(preview=True)
    assert isinstance(answer, Outcome)
    assert (answer.status, answer.undo) == ("preview", None)
    assert "+x = 1" in answer.files[0].diff
    assert (folder / "a.py").read_bytes() == b"x = 2\n"
    listed = workspace.edits()
    assert isinstance(listed, Edits)
    assert len(listed.edits) == 1


def test_previews_and_edits_without_effect_are_not_recorded(workspace: Workspace) -> None:
    for result in (workspace.set("a.py", "x", 1), workspace.set("a.py", "x", 2, preview=True)):
        assert isinstance(result, Outcome)
        assert result.undo is None
    refused(workspace.undo(), "NOT_APPLICABLE")


@pytest.mark.parametrize("mode", [0o600, 0o755])
def test_a_removed_file_comes_back_with_its_mode(workspace: Workspace, folder: Path, mode: int) -> None:
    os.chmod(folder / "a.py", mode)
    done(workspace.remove("a.py"))
    done(workspace.undo())
    assert (folder / "a.py").stat().st_mode & 0o777 == mode
    assert (folder / "a.py").read_bytes() == b"x = 1\n"


def test_a_created_file_goes_with_the_folders_that_were_made_for_it(workspace: Workspace, folder: Path) -> None:
    done(workspace.create("deep/er/new.py", "y = 1\n"))
    done(workspace.undo())
    assert sorted(os.listdir(folder)) == ["a.py", "b.py"]


def test_a_folder_in_which_somebody_has_put_a_file_stays(workspace: Workspace, folder: Path) -> None:
    done(workspace.create("deep/er/new.py", "y = 1\n"))
    (folder / "deep/theirs").write_bytes(b"")
    done(workspace.undo())
    assert os.listdir(folder / "deep") == ["theirs"]


@pytest.mark.parametrize("over", [False, True])
def test_a_renamed_file_comes_back_with_mode_and_all(workspace: Workspace, folder: Path, over: bool) -> None:
    os.chmod(folder / "a.py", 0o750)
    os.chmod(folder / "b.py", 0o640)
    request = {"file": "a.py", "allow": ["overwrite"]}
    edits = [{"op": "set", "target": "x", "value": 2}, {"op": "rename_file", "to_file": "b.py" if over else "n/c.py"}]
    done(workspace.apply({**request, "edits": edits}))
    assert (folder / ("b.py" if over else "n/c.py")).stat().st_mode & 0o777 == 0o750
    undo = done(workspace.undo())
    assert {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()} == {"a.py": 0o750, "b.py": 0o640}
    assert {path.read_bytes() for path in folder.iterdir()} == {b"x = 1\n"}
    done(workspace.undo(undo))
    assert (folder / ("b.py" if over else "n/c.py")).read_bytes() == b"x = 2\n"
    assert not (folder / "a.py").exists()


def test_a_hard_link_is_written_in_place_and_back(workspace: Workspace, folder: Path) -> None:
    os.link(folder / "a.py", folder / "same.py")
    put(workspace, 2)
    assert (folder / "same.py").read_bytes() == b"x = 2\n"
    done(workspace.undo())
    assert (folder / "same.py").read_bytes() == b"x = 1\n"


def test_a_path_that_leads_elsewhere_now_is_not_followed(workspace: Workspace, folder: Path) -> None:
    os.symlink("a.py", folder / "link.py")
    put(workspace, 2, "link.py")
    (folder / "link.py").unlink()
    os.symlink("b.py", folder / "link.py")
    done(workspace.undo())
    assert (folder / "a.py").read_bytes() == b"x = 1\n"


def test_what_may_not_be_written_may_not_be_undone(workspace: Workspace, folder: Path) -> None:
    put(workspace, 2)
    os.chmod(folder / "a.py", 0o444)
    refused(workspace.undo(), "PROTECTED_PATH")
    done(workspace.undo(allow=["protected"]))
    assert (folder / "a.py").stat().st_mode & 0o777 == 0o444


@pytest.mark.parametrize("given", ["nonsense", "", "20"])
def test_an_id_that_names_none_or_several(workspace: Workspace, given: str) -> None:
    names = [put(workspace, 2), put(workspace, 3)]
    if given == "nonsense":
        assert refused(workspace.undo(given), "TARGET_NOT_FOUND").details["ids"] == names[::-1]
    else:
        assert refused(workspace.undo(given), "TARGET_AMBIGUOUS").details["ids"] == names[::-1]


def test_a_lost_content_is_said_and_nothing_is_written(workspace: Workspace, folder: Path) -> None:
    done(workspace.apply({"edits": [{"op": "set", "file": f, "target": "x", "value": 2} for f in ("a.py", "b.py")]}))
    base = Path(state_folder(str(folder)) or "")
    for path in (base / "objects").rglob("*"):
        if path.is_file():
            path.write_bytes(b"x = 9\n")
    answer = refused(workspace.undo(), "IO_ERROR")
    assert "set aside" in answer.message
    assert (folder / "a.py").read_bytes() == b"x = 2\n"


def test_a_damaged_record_is_said_once_before_an_older_edit_is_undone(workspace: Workspace, folder: Path) -> None:
    put(workspace, 2, "a.py")
    last = put(workspace, 2, "b.py")
    Path(records.path_of(state_folder(str(folder)) or "", last)).write_bytes(b"{}\n")
    answer = refused(workspace.undo(), "IO_ERROR")
    assert last in answer.message
    assert (folder / "a.py").read_bytes() == b"x = 2\n"
    done(workspace.undo())
    assert (folder / "a.py").read_bytes() == b"x = 1\n"


def test_where_nothing_can_be_kept_the_edit_is_made_with_a_warning(
    workspace: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "state_folder", lambda _: None)
    answer = workspace.set("a.py", "x", 2)
    assert isinstance(answer, Outcome)
    assert (answer.status, answer.undo) == ("applied", None)
    assert [warning.code for warning in answer.files[0].warnings] == ["NO_UNDO"]
    assert (folder / "a.py").read_bytes() == b"x = 2\n"
    refused(workspace.undo(), "NOT_APPLICABLE")


def test_the_list_says_what_is_undone_by_what(workspace: Workspace) -> None:
    first, second = put(workspace, 2), put(workspace, 3)
    undo = done(workspace.undo())
    listed = workspace.edits()
    assert isinstance(listed, Edits)
    assert [(one.id, one.undoes, one.undone_by) for one in listed.edits] == [
        (undo, second, None),
        (second, None, undo),
        (first, None, None),
    ]
    assert listed.edits[1].summary == "set a.py x"
    assert listed.edits[1].files == ("a.py",)


def test_an_edit_of_a_file_that_is_too_large_to_be_parsed_is_undone(workspace: Workspace, folder: Path) -> None:
    text = b"".join(b"line %07d of a long file\n" % number + 1_000 * b"-" + b"\n" for number in range(17_000))
    (folder / "long.txt").write_bytes(text)
    assert len(text) > 16 * 1024 * 1024
    done(workspace.edit("long.txt", "line 0012345 of", "line one two three four five of"))
    assert (folder / "long.txt").read_bytes() != text
    done(workspace.undo())
    assert (folder / "long.txt").read_bytes() == text
