"""Command lines that cannot be read, and help: said at once, with the exit code 2 or 0, without loading anything."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from structedit.cli.main import COMMANDS, main
from structedit.cli.member import ACTIONS, FAMILY
from structedit.edit.form import OPS

if TYPE_CHECKING:
    from click.testing import Result


def run(*args: str, **extra: Any) -> Result:
    return CliRunner().invoke(main, list(args), **extra)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["insrt"], "Did you mean 'insert'?"),
        (["insert"], "FILE is missing"),
        (["insert", "a.py"], "TARGET is missing. If it stood there, the shell may have taken it"),
        (["insert", "a.py", "f"], "TEXT is missing"),
        (["insert", "a.py", "f", "x"], "--at is missing"),
        (["insert", "a.py", "f", "x", "--att", "end"], "There is no option --att. Did you mean --at?"),
        (["insert", "a.py", "f", "--x", "--at", "end"], "Put -- before arguments that begin so"),
        (["insert", "a.py", "f", "x", "y", "--at", "end"], "unexpected extra argument"),
        (["insert", "a.py", "f", "x", "--at", "middle"], "one of"),
        (["insert", "a.py", "f", "x", "--at", "end", "--count", "some"], '"all"'),
        (["insert", "a.py", "f", "x", "--at", "end", "--expect", "abc"], "8 to 64"),
        (["insert", "a.py", "f", "x", "--at", "end", "--plan", "abc"], "16 hexadecimal"),
        (["insert", "a.py", "f", "x", "--at", "end", "--allow", "all"], "elided"),
        (["insert", "a.py", "f", "x", "--at", "end", "--on-syntax-error", "no"], "refuse"),
        (["insert", "", "f", "x", "--at", "end"], "not empty"),
        (["item", "add", "a.py"], "TARGET is missing"),
        (["item", "add", "a.py", "f"], "`edits[0].text` is missing"),
        (["item", "add", "a.py", "f", "x", "y"], "one argument too many"),
        (["item", "append", "a.py"], "append"),
        (["argument", "remove", "a.py", "f"], "`edits[0].name` is missing"),
        (["read", "a.py", "--lines", "x"], "expected A-B"),
        (["outline", "a.py", "--depth", "0"], "depth"),
        (["apply"], "REQUEST"),
        (["find"], "SELECTOR is missing"),
    ],
    ids=lambda value: value.replace(" ", "_") if isinstance(value, str) else "_".join(value),
)
@pytest.mark.parametrize("as_json", [False, True], ids=["for_people", "json"])
def test_a_wrong_command_line_is_refused_with_exit_code_2(args: list[str], words: str, as_json: bool) -> None:
    result = run(*args, *(["--json"] if as_json else []))
    assert result.exit_code == 2, result.output
    if as_json:
        answer = json.loads(result.stdout)
        assert (answer["status"], answer["code"]) == ("refused", "BAD_REQUEST")
        assert words in answer["message"] + answer["hint"]
        assert answer["hint"]
    else:
        assert result.stdout == ""
        assert words in result.stderr
        assert "hint: " in result.stderr


def test_help_lists_every_command_with_its_line_and_imports_none() -> None:
    script = (
        "import sys; from structedit.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted(name for name in sys.modules if name.startswith('structedit')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    assert (
        loaded
        == "['structedit', 'structedit._version', 'structedit.cli', 'structedit.cli.main', 'structedit.cli.options']"
    )
    for name in COMMANDS:
        assert f"\n  {name} " in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example_in_quotes_that_a_shell_needs(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"structedit {name}" in result.stdout or name == "completion"
    for line in result.stdout.split("Example", 1)[1].split("Options:")[0].splitlines():
        outside = "".join(line.split("'")[::2]) if line.count("'") % 2 == 0 else ""
        assert "#" not in outside, line
        assert name == "completion" or not any(f" {mark} " in outside for mark in ">*"), line


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_help(name: str, action: str) -> None:
    result = run(name, action, "--help")
    assert result.exit_code == 0
    assert f"structedit {name} {action} " in result.stdout


def test_the_command_line_and_the_wire_form_know_the_same_operations() -> None:
    assert {op.replace("_", "-") for op in OPS} <= set(COMMANDS)


def test_version() -> None:
    assert run("--version").stdout == "structedit 0.1.0\n"


def test_no_arguments_print_the_help() -> None:
    assert "Commands:" in run().output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_STRUCTEDIT_COMPLETE" in result.stdout
    assert "structedit" in result.stdout


def test_commands_are_completed() -> None:
    result = run(
        prog_name="structedit",
        env={"_STRUCTEDIT_COMPLETE": "bash_complete", "COMP_WORDS": "structedit ins", "COMP_CWORD": "1"},
    )
    assert "insert" in result.stdout
