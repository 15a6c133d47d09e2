"""`doctor`: what it says of a path is what an edit there then says of itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from structedit import Outcome, Refused, Workspace
from structedit.store import lease, system
from structedit.store.doctor import Health


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    return Workspace(str(tmp_path))


def health(workspace: Workspace, path: str) -> Health:
    found = workspace.doctor(path)
    assert isinstance(found, Health), found
    return found


@pytest.mark.parametrize("guard", ["", "exchange", "check"])
def test_the_guard_is_the_one_of_the_next_edit(
    workspace: Workspace, guard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if guard:
        monkeypatch.setattr(lease, "take", lambda *_, **__: False)
    if guard == "check":
        monkeypatch.setattr(system, "_call", lambda: None)
    found = [health(workspace, path) for path in ("a.py", ".")]
    answer = workspace.set("a.py", "x", 2)
    assert isinstance(answer, Outcome)
    (file,) = answer.files
    assert {(one.guard, one.durability) for one in found} == {(file.guard, file.durability)}
    assert guard in ("", file.guard)
    assert os.listdir(workspace.root) == ["a.py"]


def test_what_is_special_about_a_file_is_said(workspace: Workspace) -> None:
    path = Path(workspace.root) / "a.py"
    assert health(workspace, "a.py").notes == ()
    os.link(path, path.with_name("b.py"))
    path.chmod(0o444)
    notes = " ".join(health(workspace, "a.py").notes)
    assert "2 names" in notes
    assert "may not be written" in notes
    assert health(workspace, "new.py").notes == ("there is no such file yet",)


def test_a_file_that_is_open_for_writing_has_no_lease_now(workspace: Workspace) -> None:
    if health(workspace, "a.py").guard != "lease":
        pytest.skip("this file system has no leases")
    with (Path(workspace.root) / "a.py").open("r+b"):
        assert health(workspace, "a.py").guard == "exchange"


@pytest.mark.parametrize(("path", "code"), [("../x", "OUTSIDE_ROOT"), ("none/x.py", "NOT_A_FILE")])
def test_a_path_that_cannot_be_is_refused(workspace: Workspace, path: str, code: str) -> None:
    found = workspace.doctor(path)
    assert isinstance(found, Refused)
    assert found.code == code
