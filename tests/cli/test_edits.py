"""The commands that write: what they take, what they print, how they end."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from structedit.cli.main import main

if TYPE_CHECKING:
    from click.testing import Result

BEFORE = b"def f():\n    a = 1\n"
AFTER = b"def f():\n    a = 1\n    b = 2\n"
PIPE = subprocess.PIPE
CODE = [sys.executable, "-m", "structedit"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".structedit").mkdir()
    (tmp_path / "a.py").write_bytes(BEFORE)
    (tmp_path / "a.json").write_bytes(b'{"a": 1}\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def env(**settings: str) -> dict[str, str]:
    """For a process of its own: this checkout, wherever it runs."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **settings}


def run(*args: str, **extra: Any) -> Result:
    return CliRunner().invoke(main, list(args), **extra)


def insert(*more: str, **extra: Any) -> Result:
    return run("insert", "a.py", "f", "b = 2", "--at", "end", *more, **extra)


def test_an_edit_is_written_and_shown_as_a_diff_and_a_line() -> None:
    result = insert()
    assert result.exit_code == 0, result.output
    assert Path("a.py").read_bytes() == AFTER
    assert result.stdout.startswith("--- a/a.py\n+++ b/a.py\n@@ ")
    assert "\n+    b = 2\n" in result.stdout
    assert "\napplied: insert a.py f@" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    "args",
    [
        ["--at", "end", "insert", "a.py", "f", "b = 2"],
        ["insert", "--at", "end", "a.py", "f", "b = 2"],
        ["insert", "a.py", "--at", "end", "f", "b = 2"],
        ["insert", "a.py", "f", "b = 2", "--at=end"],
        ["insert", "--at", "end", "--", "a.py", "f", "b = 2"],
    ][1:],
    ids=" ".join,
)
def test_options_stand_before_or_behind_arguments(args: list[str]) -> None:
    assert run(*args).exit_code == 0
    assert Path("a.py").read_bytes() == AFTER


def test_a_preview_writes_nothing_and_its_plan_can_be_written_once() -> None:
    shown = insert("--preview")
    assert shown.exit_code == 0
    assert Path("a.py").read_bytes() == BEFORE
    plan = shown.stdout.split("--plan ")[1].strip()
    written = insert("--plan", plan)
    assert written.exit_code == 0
    assert Path("a.py").read_bytes() == AFTER
    again = insert("--plan", plan)
    assert again.exit_code == 4
    assert again.stderr.startswith("CONCURRENCY_CONFLICT: ")
    assert Path("a.py").read_bytes() == AFTER


def test_a_plan_is_refused_when_the_file_changed_in_between() -> None:
    plan = json.loads(insert("--preview", "--json").stdout)["plan"]
    Path("a.py").write_bytes(b"# new\n" + BEFORE)
    assert insert("--plan", plan).exit_code == 4
    assert Path("a.py").read_bytes() == b"# new\n" + BEFORE


def test_json_prints_one_object_and_nothing_else() -> None:
    result = insert("--json")
    answer = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""
    assert answer["status"] == "applied"
    assert answer["transaction"] == "none"
    file = answer["files"][0]
    assert file["path"] == "a.py"
    assert file["edits"][0]["inserted"], "the selector of what was inserted"


def test_a_refusal_is_said_on_standard_error_with_hint_and_candidates() -> None:
    Path("a.py").write_bytes(b"class A:\n    def f(self): pass\nclass B:\n    def f(self): pass\n")
    result = insert()
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr.startswith("TARGET_AMBIGUOUS: ")
    assert "\nhint: " in result.stderr
    assert "\n  A.f@" in result.stderr
    assert "line 4: " in result.stderr


def test_nothing_found_prints_the_nearest() -> None:
    Path("a.py").write_bytes(b"def load(): pass\n")
    result = run("delete", "a.py", "laod")
    assert result.exit_code == 3
    assert result.stderr.startswith("TARGET_NOT_FOUND: ")
    assert "load" in result.stderr


@pytest.mark.parametrize(
    ("args", "code", "exit_code"),
    [
        (["delete", "a.py", "f::"], "BAD_SELECTOR", 2),
        (["delete", "a.py", "nothing"], "TARGET_NOT_FOUND", 3),
        (["insert", "a.py", "f", "x", "--at", "end", "--expect", "00000000"], "CONCURRENCY_CONFLICT", 4),
        (["insert", "a.py", "f@00000000", "x", "--at", "end"], "GUARD_MISMATCH", 4),
        (["insert", "a.py", "f", "x = (", "--at", "end"], "SYNTAX_BROKEN", 5),
        (["delete", "../a.py", "f"], "OUTSIDE_ROOT", 6),
        (["delete", "none.py", "f"], "NOT_A_FILE", 6),
        (["delete", ".", "f"], "NOT_A_FILE", 6),
        (["create", "a.py", "x"], "NOT_APPLICABLE", 3),
        (["delete", "a.xyz", "f"], "NO_LANGUAGE", 2),
        (["create", f"{'x' * 300}.py", "x"], "IO_ERROR", 7),
        (["delete", "a.py", "f", "--language", "klingon"], "NO_LANGUAGE", 2),
        (["delete", "a.py", "f", "--root", "none"], "NOT_A_FILE", 6),
    ],
    ids=lambda value: str(value) if not isinstance(value, list) else "",
)
def test_exit_codes(args: list[str], code: str, exit_code: int) -> None:
    Path("a.xyz").write_bytes(b"x\n")
    for_people, answer = run(*args), run(*args, "--json")
    assert for_people.exit_code == answer.exit_code == exit_code, for_people.output
    assert for_people.stderr.startswith(f"{code}: ")
    told = json.loads(answer.stdout)
    assert told["code"] == code
    assert told["hint"]
    assert Path("a.py").read_bytes() == BEFORE


def test_what_is_there_already_is_unchanged_and_no_failure() -> None:
    result = run("import", "add", "a.py", "import os")
    assert result.exit_code == 0
    again = run("import", "add", "a.py", "import os")
    assert again.exit_code == 0
    assert again.stdout.startswith("unchanged: import a.py")
    answer = json.loads(run("import", "add", "a.py", "import os", "--json").stdout)
    assert (answer["status"], answer["code"]) == ("unchanged", "ALREADY_APPLIED")


def test_a_text_may_begin_with_a_minus() -> None:
    assert run("set", "a.json", "a", "-1").exit_code == 0
    assert Path("a.json").read_bytes() == b'{"a": -1}\n'


def test_a_text_that_begins_with_two_stands_behind_the_separator() -> None:
    assert run("set", "a.json", "a", "--", "--x").exit_code == 0
    assert Path("a.json").read_bytes() == b'{"a": "--x"}\n'


def test_a_text_comes_from_a_file_or_standard_input_or_begins_with_an_at_sign() -> None:
    Path("text").write_text("@b", encoding="utf-8")
    assert run("set", "a.json", "a", "@text").exit_code == 0
    assert Path("a.json").read_bytes() == b'{"a": "@b"}\n'
    assert run("set", "a.json", "a", "-", input="[1]").exit_code == 0
    assert Path("a.json").read_bytes() == b'{"a": [1]}\n'
    assert run("set", "a.json", "a", "@@text").exit_code == 0
    assert Path("a.json").read_bytes() == b'{"a": "@text"}\n'


@pytest.mark.parametrize("given", ["@none", "@.", "@bytes"])
def test_a_text_that_cannot_be_read_is_a_bad_request(given: str) -> None:
    Path("bytes").write_bytes(b"\xff")
    result = run("set", "a.json", "a", given)
    assert result.exit_code == 2
    assert result.stderr.startswith("BAD_REQUEST: ")


def test_a_terminal_is_never_waited_for() -> None:
    own, other = pty.openpty()
    try:
        done = subprocess.run(
            [*CODE, "set", "a.json", "a", "-"], stdin=other, capture_output=True, timeout=20, check=False, env=env()
        )
    finally:
        os.close(own)
        os.close(other)
    assert done.returncode == 2
    assert b"BAD_REQUEST: - means standard input" in done.stderr
    assert b"hint: " in done.stderr


def test_conditions_stand_alone_or_with_a_selector() -> None:
    assert insert("--if-absent=f").stdout.startswith("unchanged")
    assert insert("--if-absent").exit_code == 0
    assert Path("a.py").read_bytes() == AFTER
    assert insert("--if-absent").stdout.startswith("unchanged")
    assert run("delete", "--if-present", "a.py", "gone").stdout.startswith("unchanged")
    assert Path("a.py").read_bytes() == AFTER


def test_count() -> None:
    Path("a.py").write_bytes(b"p(1)\np(2)\nq()\n")
    assert run("delete", "a.py", "call#p", "--count", "3").exit_code == 3
    assert run("delete", "a.py", "call#p", "--count", "2").exit_code == 0
    assert Path("a.py").read_bytes() == b"q()\n"


def test_paths_are_relative_to_the_current_folder_and_shown_from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("sub").mkdir()
    Path("sub/b.py").write_bytes(BEFORE)
    monkeypatch.chdir("sub")
    result = run("insert", "b.py", "f", "b = 2", "--at", "end")
    assert "--- a/sub/b.py" in result.stdout
    assert Path("b.py").read_bytes() == AFTER
    assert run("insert", "../a.py", "f", "b = 2", "--at", "end").exit_code == 0
    assert run("delete", "b.py", "f", "--root", "..").exit_code == 0
    assert run("delete", "../a.py", "f", "--root", ".").exit_code == 6


def test_a_request_of_several_files_is_done_wholly_or_not_at_all() -> None:
    edits = [
        {"op": "insert", "file": "a.py", "target": "f", "at": "end", "text": "b = 2"},
        {"op": "set", "file": "a.json", "target": "a", "value": 2},
    ]
    wrong = [*edits, {"op": "delete", "file": "a.json", "target": "none"}]
    result = run("apply", "-", "--json", input=json.dumps({"edits": wrong}))
    assert result.exit_code == 3
    assert Path("a.py").read_bytes() == BEFORE
    Path("request.json").write_text(json.dumps({"edits": edits}), encoding="utf-8")
    assert run("apply", "request.json").exit_code == 0
    assert Path("a.py").read_bytes() == AFTER
    assert Path("a.json").read_bytes() == b'{"a": 2}\n'


@pytest.mark.parametrize("raw", ["", "[]", "{", '{"edits": [], "edits": []}', '"x"', '{"edits": [NaN]}'])
def test_a_request_that_is_none_is_refused(raw: str) -> None:
    result = run("apply", "-", "--json", input=raw)
    assert result.exit_code == 2
    assert json.loads(result.stdout)["code"] == "BAD_REQUEST"


def test_a_broken_pipe_ends_without_a_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        asked = [*CODE, "find", "function", "a.py"]
        done = subprocess.run(asked, stdout=writer, stderr=PIPE, check=False, env=env())
    finally:
        os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 141


def test_ctrl_c_ends_with_130() -> None:
    # A shell starts what it runs in the background with the signal ignored, and its children inherit that.
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{listen}; from structedit.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "apply", "-"], stdin=PIPE, stdout=PIPE, stderr=PIPE, env=env()
    ) as running:
        assert running.stdin is not None
        running.stdin.write(b" " * 200_000)  # more than a pipe holds: when this returns, the command is reading
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        assert running.wait(20) == 130
        assert running.communicate() == (b"", b"")


def on_terminal(*args: str, **settings: str) -> str:
    """What a terminal would show."""
    own, other = pty.openpty()
    run_it = [*CODE, *args]
    subprocess.run(run_it, stdin=subprocess.DEVNULL, stdout=other, stderr=other, env=env(**settings), check=True)
    os.close(other)
    pieces = []
    while True:
        try:
            piece = os.read(own, 65536)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(own)
    return b"".join(pieces).decode()


def test_a_terminal_gets_colours_unless_it_does_not_want_them() -> None:
    args = ("insert", "a.py", "f", "b = 2", "--at", "end", "--preview")
    assert "\x1b[32m+    b = 2\x1b[0m" in on_terminal(*args, NO_COLOR="", TERM="xterm")
    assert "\x1b" not in on_terminal(*args, NO_COLOR="1", TERM="xterm")
    assert "\x1b" not in on_terminal(*args, NO_COLOR="", TERM="dumb")
    assert "\x1b" not in insert("--preview").stdout


def test_control_and_direction_characters_are_shown_as_escapes() -> None:
    Path("a.py").write_text("def f():\n    a = '\x1b[2J'  # \u202e\u2066\n", encoding="utf-8")
    result = insert()
    assert result.exit_code == 0, result.output
    assert "\\x1b[2J" in result.stdout
    assert "\\u202e\\u2066" in result.stdout
    assert not {"\x1b", "\u202e", "\u2066"} & set(result.stdout)
    read = run("read", "a.py")
    assert not {"\x1b", "\u202e"} & set(read.stdout)


def test_crlf_lines_are_shown_as_they_are() -> None:
    Path("a.py").write_bytes(BEFORE.replace(b"\n", b"\r\n"))
    assert "+    b = 2\r\n" in insert().stdout_bytes.decode()
