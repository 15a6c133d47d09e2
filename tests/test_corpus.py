"""Every case of corpus/, by the Python API, the command line and MCP: the same bytes and the same answers."""

from __future__ import annotations

import json
import os
import stat
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from structedit import wire
from structedit.cli.main import main
from structedit.errors import CODES
from structedit.text.source import Source
from structedit.workspace import Workspace
from structedit.workspace.decode import decode, facts_or_none
from structedit.workspace.outcome import Outcome
from tests import case as corpus
from tests.mcp_door import McpDoor
from tests.unified import replayed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.case import Case

    Files = dict[str, bytes]
    Answer = dict[str, Any]

PATHS = corpus.cases()


@pytest.mark.parametrize("path", PATHS, ids=[str(path.relative_to(corpus.CORPUS).with_suffix("")) for path in PATHS])
def test_case(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = corpus.read(path)
    answers = []
    for door in case.doors:
        folder = tmp_path / door / "root"
        folder.mkdir(parents=True)
        monkeypatch.chdir(folder)
        answers.append(_run(case, folder, DOORS[door]))
    assert answers == answers[:1] * len(answers), "the doors answer differently"


def test_each_operation_has_about_as_many_refusals_and_no_ops_as_successes() -> None:
    cases = [corpus.read(path) for path in PATHS]
    calm = sum(not case.changes for case in cases)
    assert len(cases) >= 120
    assert calm >= len(cases) * 2 / 5, f"{calm} of {len(cases)} cases leave the files as they are"


def _run(case: Case, folder: Path, door: Callable[[Case, Path, bool], Answer]) -> Answer:
    case.build(folder)
    before = _files(folder)
    if case.changes and "cli" not in case.op:
        preview = door(case, folder, preview=True)
        assert _files(folder) == before, "a preview wrote"
        assert preview["status"] == "preview", preview
    answer = door(case, folder, preview=False)
    now = _files(folder)
    if case.error:
        _check_error(case, answer, before, now)
    elif case.unchanged is not None:
        assert now == before
        assert answer["status"] == "unchanged", answer
        _check_says(case.unchanged, answer)
    else:
        _check_after(case, answer, before, now)
        if "cli" not in case.op:
            assert _diffs(preview) == _diffs(answer), "the preview showed another diff"
    _check_words(case, answer)
    if "twice" in case.attributes:
        again = door(case, folder, preview=False)
        assert _files(folder) == now, "the second time changed the file again"
        assert again["status"] == "unchanged", again
    assert (answer.pop("undo", None) is not None) == (answer["status"] == "applied"), answer
    if case.changes and door is _api:
        _check_undo(case, folder, before)
    return json.loads(json.dumps(answer).replace(json.dumps(str(folder.parent))[1:-1], ""))


def _check_undo(case: Case, folder: Path, before: Files) -> None:
    """Whatever an edit did is taken back to the last byte; and by undoing that, done again."""
    now, workspace = _files(folder), Workspace(str(folder))
    allow = case.op.get("allow", ())
    undone = workspace.undo(allow=allow)
    assert isinstance(undone, Outcome), undone
    assert _files(folder) == before
    assert isinstance(workspace.undo(undone.undo, allow=allow), Outcome)
    assert _files(folder) == now


def _check_error(case: Case, answer: Answer, before: Files, now: Files) -> None:
    assert now == before, "a refusal wrote"
    assert answer["status"] == "refused", answer
    assert answer["code"] == case.error[0], answer
    assert answer["message"], answer
    assert answer["hint"], answer
    _check_says(case.error[1:], {name: answer.get(name) for name in ("message", "hint", "details")})


def _check_says(lines: tuple[str, ...], answer: Answer) -> None:
    text = json.dumps(answer, ensure_ascii=False)
    for line in lines:
        assert line in text or json.dumps(line, ensure_ascii=False)[1:-1] in text, f"{line!r} is not in {text}"


def _check_after(case: Case, answer: Answer, before: Files, now: Files) -> None:
    expected = {name: raw for name, raw in {**before, **case.after}.items() if name not in case.gone}
    if case.ideally:
        assert now != {**before, **case.ideally}, "now right: delete `after`, and rename `ideally` to it"
    assert now == expected, answer
    assert answer["status"] == "applied", answer
    for file in answer["files"]:
        path, encoding = file["path"], case.op.get("encoding")
        old, new = before.get(file.get("renamed_from", path)), now.get(path)
        _check_file(file, *(None if raw is None else _decoded(path, raw, encoding) for raw in (old, new)))


def _decoded(path: str, raw: bytes, encoding: str | None) -> Source:
    return decode(raw, facts_or_none(path, raw, None), encoding)


def _check_file(file: Answer, old: Source | None, new: Source | None) -> None:
    """Nothing but what the diff shows has changed; the hashes are those of the texts."""
    assert file["before_hash"] == (old.file_hash if old else None)
    assert file["after_hash"] == (new.file_hash if new else None)
    if not any(one is not None and one.lossy for one in (old, new)):
        text = old.text if old else b""
        diff = file["diff"].encode("utf-8")
        assert (replayed(text, diff) if diff else text) == (new.text if new else b""), "the diff is not what happened"


def _check_words(case: Case, answer: Answer) -> None:
    files = answer.get("files", [])
    edits = [edit for file in files for edit in file["edits"]]
    if case.warnings is not None:
        codes = [row["code"] for place in [*files, *edits] for row in place.get("warnings", ())]
        assert sorted(codes) == sorted(case.warnings), answer
    if case.selectors is not None:
        inserted = tuple(selector.rpartition("@")[0] for edit in edits for selector in edit["inserted"])
        assert inserted == case.selectors, answer


def _diffs(answer: Answer) -> list[str]:
    return [file["diff"] for file in answer["files"]]


def _files(folder: Path) -> Files:
    """Every regular file below the folder, also hidden and temporary ones."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if stat.S_ISREG(os.lstat(path).st_mode):
                with open(path, "rb") as stream:
                    found[os.path.relpath(path, folder)] = stream.read()
    return found


def _api(case: Case, folder: Path, preview: bool) -> Answer:
    request = {**case.request, "preview": True} if preview else case.request
    if case.patch is not None:
        outcome = Workspace(str(folder)).patch(case.patch, preview=preview, **case.op)
    else:
        outcome = Workspace(str(folder)).apply(request)
    return json.loads(json.dumps(wire.answer(outcome)))


def _cli(case: Case, folder: Path, preview: bool) -> Answer:
    stdin: str | bytes
    if case.patch is not None:
        arguments, stdin = ["patch", "--json", "--root", str(folder), "-", *_flags(case.op)], case.patch
    elif "cli" in case.op:
        arguments, stdin = [*case.op["cli"], "--json"], case.op.get("stdin", "")
    else:
        arguments, stdin = ["apply", "--json", "--root", str(folder), "-"], json.dumps(case.request)
    if preview:
        arguments.append("--preview")
    done = CliRunner().invoke(main, arguments, input=stdin)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    answer = json.loads(done.stdout)
    assert done.exit_code == (CODES[answer["code"]].exit if answer["status"] == "refused" else 0), done.output
    return answer


def _flags(options: dict[str, Any]) -> list[str]:
    """The options of a patch as the command line has them."""
    flags: list[str] = []
    for name, value in options.items():
        flag = "--expect" if name == "expected_hash" else "--" + name.replace("_", "-")
        for one in value if isinstance(value, list) else [value]:
            flags += [flag] if one is True else [flag, str(one)]
    return flags


def _mcp(case: Case, folder: Path, preview: bool) -> Answer:
    request = {**case.request, "preview": True} if preview else case.request
    if case.patch is not None:
        request = {"patch": case.patch.decode("utf-8"), **case.op, **({"preview": True} if preview else {})}
    result = _session().call(str(folder), "edit" if case.patch is None else "patch", request)
    answer: Answer = result.structured_content
    [block] = result.content
    assert result.is_error == (answer["status"] == "refused")
    _check_brief(answer, block.text)
    return answer


def _check_brief(answer: Answer, text: str) -> None:
    """What a model reads has what it needs for its next call."""
    if answer["status"] == "refused":
        assert text.startswith(f"{answer['code']}: {answer['message']}\nhint: {answer['hint']}")
        return
    for file in answer["files"]:
        digits = (file["after_hash"] or "no file")[:16]
        assert any(file["path"] in line and digits in line for line in text.split("\n")), text
        for selector in [selector for edit in file["edits"] for selector in edit["inserted"]]:
            assert selector in text
    assert answer.get("undo", "") in text


@cache
def _session() -> McpDoor:
    """One for all cases that this process runs."""
    return McpDoor()


@pytest.fixture(scope="session", autouse=True)
def close_session() -> Iterator[None]:
    yield
    if _session.cache_info().currsize:
        _session().close()


DOORS: dict[str, Callable[[Case, Path, bool], Answer]] = {"api": _api, "cli": _cli, "mcp": _mcp}
