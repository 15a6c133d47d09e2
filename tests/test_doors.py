"""What all doors share: the verbs, the records they answer, guards, and files that change under a request."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from structedit import Outcome, Prepared, Refused, StructeditError, Workspace, wire
from structedit.cli.main import COMMANDS, main
from structedit.edit.check import check
from structedit.edit.form import KEEP, LIST_KINDS, OPS
from structedit.guard.gate import GUARDS
from structedit.text.source import Source
from structedit.workspace import writing
from structedit.workspace.writing import MOST_ATTEMPTS

if TYPE_CHECKING:
    from collections.abc import Callable

BEFORE = b"def f():\n    a = 1\n\n\ndef g():\n    pass\n"
AFTER = b"def f():\n    a = 1\n    b = 2\n\n\ndef g():\n    pass\n"
INSERT: dict[str, Any] = {"op": "insert", "target": "f", "at": "end", "text": "b = 2"}
REQUEST: dict[str, Any] = {"file": "a.py", "edits": [INSERT]}


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    (tmp_path / "a.py").write_bytes(BEFORE)
    (tmp_path / "a.json").write_bytes(b'{"a": [1], "b": {}}\n')
    (tmp_path / "a.jsx").write_bytes(b"a = <b />;\n")
    monkeypatch.chdir(tmp_path)
    return Workspace(str(tmp_path))


def done(result: Outcome | Refused) -> Outcome:
    assert isinstance(result, Outcome), result
    return result


def refused(result: Any) -> Refused:
    assert isinstance(result, Refused), result
    assert result.hint
    return result


# -- the same words everywhere


def test_every_operation_is_a_command_and_a_method() -> None:
    for op in OPS:
        assert op.replace("_", "-") in COMMANDS
        assert callable(getattr(Workspace, "import_" if op == "import" else op))


VERBS: list[tuple[Callable[[Workspace], Any], list[str], str]] = [
    (lambda w: w.insert("a.py", "f", "b = 2", at="end"), ["insert", "a.py", "f", "b = 2", "--at", "end"], "a.py"),
    (lambda w: w.replace("a.py", "f::name", "h"), ["replace", "a.py", "f::name", "h"], "a.py"),
    (lambda w: w.delete("a.py", "g"), ["delete", "a.py", "g"], "a.py"),
    (lambda w: w.delete("a.py", "g", count=1), ["delete", "a.py", "g", "--count", "1"], "a.py"),
    (
        lambda w: w.wrap("a.py", "f > statement", "if x:\n    $BODY"),
        ["wrap", "a.py", "f > statement", "if x:\n    $BODY"],
        "a.py",
    ),
    (lambda w: w.set("a.json", "b.c", 1), ["set", "a.json", "b.c", "1"], "a.json"),
    (lambda w: w.create("n.py", "x = 1\n"), ["create", "n.py", "x = 1\n"], "n.py"),
    (
        lambda w: w.parameter("a.py", "f", "add", name="n", text="1"),
        ["parameter", "add", "a.py", "f", "1", "--name", "n"],
        "a.py",
    ),
    (lambda w: w.decorator("a.py", "f", "add", text="d"), ["decorator", "add", "a.py", "f", "d"], "a.py"),
    (lambda w: w.import_("a.py", "add", name="os"), ["import", "add", "a.py", "--name", "os"], "a.py"),
    (lambda w: w.docstring("a.py", "f", "add", text="Do."), ["docstring", "add", "a.py", "f", "Do."], "a.py"),
    (
        lambda w: w.entry("a.json", "b", "add", name="k", text="1"),
        ["entry", "add", "a.json", "b", "1", "--name", "k"],
        "a.json",
    ),
    (
        lambda w: w.attribute("a.jsx", "element#b", "add", name="id", text="{1}"),
        ["attribute", "add", "a.jsx", "element#b", "{1}", "--name", "id"],
        "a.jsx",
    ),
    (lambda w: w.item("a.json", "a", "add", text="2"), ["item", "add", "a.json", "a", "2"], "a.json"),
    (
        lambda w: w.item("a.json", "a", "remove", position=1),
        ["item", "remove", "a.json", "a", "--position", "1"],
        "a.json",
    ),
]


@pytest.mark.parametrize(("verb", "args", "file"), VERBS, ids=[" ".join(row[1][:2]) for row in VERBS])
def test_a_method_and_its_command_write_the_same_bytes_and_answer_the_same(
    verb: Callable[[Workspace], Any], args: list[str], file: str, workspace: Workspace
) -> None:
    old = Path(file).read_bytes() if Path(file).exists() else None
    told = wire.answer(done(verb(workspace)))
    new = Path(file).read_bytes()
    assert new != old
    if old is None:
        Path(file).unlink()
    else:
        Path(file).write_bytes(old)
    result = CliRunner().invoke(main, [*args, "--json", "--root", "."])
    assert Path(file).read_bytes() == new, result.output
    answer = json.loads(result.stdout)
    assert answer.pop("undo") != told.pop("undo")  # each write is an edit of its own
    assert answer == json.loads(json.dumps(told))


def test_answers_are_as_the_schema_says(workspace: Workspace) -> None:
    schema = wire.answer_schema()
    results = [
        workspace.apply({**REQUEST, "preview": True}),
        workspace.apply(REQUEST),
        workspace.import_("a.py", "add", name="os"),
        workspace.import_("a.py", "add", name="os"),
        workspace.create("b/n.txt", "x"),
        workspace.delete("a.py", "none"),
        workspace.apply({}),
    ]
    statuses = []
    for result in results:
        told = json.loads(wire.write_json(wire.answer(result)))
        statuses.append(told["status"])
        branch = schema["anyOf"][told["status"] == "refused"]
        check(told, branch, "answer")
    assert statuses == ["preview", "applied", "applied", "unchanged", "applied", "refused", "refused"]


def test_every_record_pickles(workspace: Workspace) -> None:
    prepared = workspace.prepare(REQUEST)
    records = [
        prepared,
        workspace.apply(REQUEST),
        workspace.delete("a.py", "none"),
        workspace.outline("a.py"),
        workspace.find("function"),
        workspace.read("a.py", "f"),
        workspace.languages(),
        StructeditError("BAD_REQUEST", "no", "do", {"a": 1}).refused(),
    ]
    for record in records:
        copy = pickle.loads(pickle.dumps(record))
        assert wire_of(copy) == wire_of(record)
    error = pickle.loads(pickle.dumps(StructeditError("BAD_REQUEST", "no", "do", {"a": 1})))
    assert error.refused() == StructeditError("BAD_REQUEST", "no", "do", {"a": 1}).refused()


def wire_of(record: Any) -> Any:
    return wire.answer(record.outcome("preview") if isinstance(record, Prepared) else record)


# -- guards


def test_every_guard_has_its_direction_of_failure() -> None:
    assert [(guard.name, guard.fails) for guard in GUARDS] == [
        ("protected paths", "closed"),
        ("write permission", "closed"),
        ("overwriting", "closed"),
        ("expected hash", "closed"),
    ]


@pytest.mark.parametrize("digits", [8, 20, 64])
def test_the_right_hash_passes(workspace: Workspace, digits: int) -> None:
    good = Source.of(BEFORE).file_hash[:digits]
    done(workspace.insert("a.py", "f", "b = 2", at="end", expected_hash=good.upper()))
    assert Path("a.py").read_bytes() == AFTER


def test_a_wrong_hash_answers_what_is_there_now_and_what_to_send_next(workspace: Workspace) -> None:
    old = workspace.read("a.py")
    assert not isinstance(old, Refused)
    Path("a.py").write_bytes(BEFORE.replace(b"a = 1", b"a = 100"))
    request = {**REQUEST, "expected_hash": old.file_hash}
    no = refused(workspace.apply(request))
    assert no.code == "CONCURRENCY_CONFLICT"
    assert no.details["expected_hash"] == old.file_hash
    assert no.details["current_hash"] == Source.of(Path("a.py").read_bytes()).file_hash
    place = no.details["changed"][0]
    assert place["text"] == "def f():\n    a = 100"
    assert place["selector"].startswith("f@")
    assert no.details["current_hash"] in no.hint
    done(workspace.apply({**request, "expected_hash": no.details["current_hash"]}))


def test_the_text_of_a_conflict_is_cut(workspace: Workspace) -> None:
    Path("a.py").write_bytes(b"def f():\n" + b"    a = 1\n" * 1000)
    place = refused(workspace.apply({**REQUEST, "expected_hash": "0" * 8})).details["changed"][0]
    assert len(place["text"]) == 2000
    assert place["cut"]


def test_a_conflict_says_what_became_of_a_target_that_is_gone(workspace: Workspace) -> None:
    Path("a.py").write_bytes(b"def h(): pass\n")
    no = refused(workspace.apply({**REQUEST, "expected_hash": "0" * 8}))
    assert no.details["changed"][0]["code"] == "TARGET_NOT_FOUND"


def test_a_hash_of_a_file_that_is_to_be_made_is_a_conflict(workspace: Workspace) -> None:
    no = refused(workspace.create("n.py", "x = 1\n", expected_hash="0" * 8))
    assert (no.code, no.details["current_hash"]) == ("CONCURRENCY_CONFLICT", None)
    assert not Path("n.py").exists()


def test_a_node_guard_sees_a_change_of_the_node_and_no_other(workspace: Workspace) -> None:
    text = workspace.read("a.py", "f")
    assert not isinstance(text, Refused)
    guarded = f"f@{text.node_hash}"
    Path("a.py").write_bytes(b"import os\n\n\n" + BEFORE)
    done(workspace.insert("a.py", guarded, "b = 2", at="end"))
    no = refused(workspace.insert("a.py", guarded, "c = 3", at="end"))
    assert no.code == "GUARD_MISMATCH"


@pytest.mark.parametrize("path", [".git/config.py", "sub/.git/hooks/x.py", ".structedit/x.py"])
def test_the_folders_of_other_tools_are_protected(workspace: Workspace, path: str) -> None:
    no = refused(workspace.create(path, "x = 1\n"))
    assert no.code == "PROTECTED_PATH"
    assert not Path(path).exists()
    done(workspace.create(path, "x = 1\n", allow=["protected"]))


def test_a_link_into_a_protected_folder_is_no_way_around(workspace: Workspace) -> None:
    Path(".git").mkdir()
    Path(".git/x.py").write_bytes(BEFORE)
    os.symlink(".git/x.py", "link.py")
    assert refused(workspace.insert("link.py", "f", "b = 2", at="end")).code == "PROTECTED_PATH"


def test_a_file_that_nobody_may_write_is_protected(workspace: Workspace) -> None:
    Path("a.py").chmod(0o444)
    assert refused(workspace.apply(REQUEST)).code == "PROTECTED_PATH"
    done(workspace.apply({**REQUEST, "allow": ["protected"]}))
    assert Path("a.py").stat().st_mode & 0o777 == 0o444


# -- files that change meanwhile


def saving(monkeypatch: pytest.MonkeyPatch, times: int, content: Callable[[int], bytes]) -> list[int]:
    """Another program saves a.py right before each of the first commits."""
    real = writing.commit
    seen: list[int] = []

    def commit(*given: Any, **more: Any) -> Any:
        seen.append(len(seen))
        if len(seen) <= times:
            Path("a.py").write_bytes(content(len(seen)))
        return real(*given, **more)

    monkeypatch.setattr(writing, "commit", commit)
    return seen


def test_a_file_saved_before_the_write_is_edited_as_it_is_now(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    saving(monkeypatch, 2, lambda number: b"# %d\n" % number + BEFORE)
    outcome = done(workspace.apply(REQUEST))
    assert Path("a.py").read_bytes() == b"# 2\n" + AFTER
    assert outcome.files[0].before_hash == Source.of(b"# 2\n" + BEFORE).file_hash


def test_a_file_that_is_always_saved_is_given_up(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = saving(monkeypatch, 99, lambda number: b"# %d\n" % number + BEFORE)
    assert refused(workspace.apply(REQUEST)).code == "CONCURRENCY_CONFLICT"
    assert len(seen) == MOST_ATTEMPTS
    assert Path("a.py").read_bytes() == b"# %d\n" % MOST_ATTEMPTS + BEFORE


def test_an_edit_that_the_last_attempt_makes_is_told(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = saving(monkeypatch, MOST_ATTEMPTS - 1, lambda number: b"# %d\n" % number + BEFORE)
    done(workspace.apply(REQUEST))
    assert len(seen) == MOST_ATTEMPTS
    assert Path("a.py").read_bytes() == b"# %d\n" % (MOST_ATTEMPTS - 1) + AFTER


def test_a_hash_is_a_conflict_when_the_file_is_saved_before_the_write(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    saving(monkeypatch, 1, lambda _: b"# new\n" + BEFORE)
    no = refused(workspace.apply({**REQUEST, "expected_hash": Source.of(BEFORE).file_hash}))
    assert no.code == "CONCURRENCY_CONFLICT"
    assert no.details["current_hash"] == Source.of(b"# new\n" + BEFORE).file_hash
    assert Path("a.py").read_bytes() == b"# new\n" + BEFORE


def test_a_plan_is_a_conflict_when_the_file_is_saved_before_the_write(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = done(workspace.apply({**REQUEST, "preview": True})).plan
    saving(monkeypatch, 1, lambda _: b"# new\n" + BEFORE)
    assert refused(workspace.apply({**REQUEST, "plan": plan})).code == "CONCURRENCY_CONFLICT"
    assert Path("a.py").read_bytes() == b"# new\n" + BEFORE


def test_a_target_that_is_gone_by_then_is_not_found(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    saving(monkeypatch, 1, lambda _: b"x = 1\n")
    assert refused(workspace.apply(REQUEST)).code == "TARGET_NOT_FOUND"


# -- plans and hard links


def test_a_plan_names_the_request_and_the_bytes_before_and_after(workspace: Workspace) -> None:
    def plan(**more: Any) -> str:
        return done(workspace.apply({**REQUEST, "preview": True, **more})).plan

    first = plan()
    assert plan() == first
    assert plan(expected_hash=Source.of(BEFORE).file_hash) == first
    assert plan(edits=[{**INSERT, "text": "b = 3"}]) != first
    assert plan(allow=["elided"]) != first
    Path("a.py").write_bytes(BEFORE + b"\n")
    assert plan() != first


def test_a_hard_link_is_written_in_place_and_said(workspace: Workspace) -> None:
    os.link("a.py", "other.py")
    outcome = done(workspace.apply(REQUEST))
    assert not outcome.files[0].atomic
    assert Path("other.py").read_bytes() == AFTER


def test_a_root_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(StructeditError, match="NOT_A_FILE"):
        Workspace("none/such")


def test_languages_of_the_edits_of_one_file_agree(workspace: Workspace) -> None:
    edits = [{**INSERT, "language": "python"}, {**INSERT, "language": "json"}]
    no = refused(workspace.apply({"file": "a.py", "edits": edits}))
    assert no.code == "BAD_REQUEST"
    assert no.details["path"] == "edits[0].language"


def test_a_file_that_is_made_is_written_once_unless_in_sequence(workspace: Workspace) -> None:
    edits = [{"op": "create", "text": "def f():\n    a = 1\n"}, INSERT]
    no = refused(workspace.apply({"file": "n.py", "edits": edits}))
    assert no.code == "OVERLAPPING_EDITS"
    outcome = done(workspace.apply({"file": "n.py", "edits": edits, "sequential": True}))
    assert Path("n.py").read_bytes() == b"def f():\n    a = 1\n    b = 2\n"
    assert [report.index for report in outcome.files[0].edits] == [0, 1]


def test_control_characters_in_a_new_file_are_refused_unless_allowed(workspace: Workspace) -> None:
    text = "x = 1  # \x1b[2J\n"
    assert refused(workspace.create("n.py", text)).code == "BAD_REQUEST"
    assert not Path("n.py").exists()
    done(workspace.create("n.py", text, allow=["control"]))
    assert Path("n.py").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("word", KEEP)
def test_what_a_replacement_keeps_are_the_words_of_its_answer(workspace: Workspace, word: str) -> None:
    Path("a.py").write_bytes(b"# lead\n@d\ndef f():\n    pass  # behind\n")
    outcome = done(workspace.replace("a.py", "f", "def f():\n    return 1", keep=[word], preview=True))
    assert set(outcome.files[0].edits[0].kept) <= {word}
    every = done(workspace.replace("a.py", "f", "def f():\n    return 1", preview=True))
    assert set(every.files[0].edits[0].kept) <= set(KEEP)
    Path("b.js").write_bytes(b"// lead\nexport function f() {} // behind\n")
    outcome = done(workspace.replace("b.js", "f", "function f() {\n  g();\n}", keep=[word], preview=True))
    assert set(outcome.files[0].edits[0].kept) <= {word}


def test_every_list_kind_has_a_verb() -> None:
    assert set(LIST_KINDS) <= set(OPS)
