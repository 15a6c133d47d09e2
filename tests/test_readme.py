"""What README.md says is so: its blocks run, its pages are those of the product, its selectors can be read."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

from structedit.cli.main import COMMANDS, main
from structedit.errors import CODES, Refused
from structedit.select.selector import parse
from structedit.workspace import Workspace
from tests.modules import ROOT

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text(encoding="utf-8")
APP = """\
import os


def main():
    with open("a", "r") as stream:
        run()


class Cache:
    def get(self, key):
        return open(key)

    def clear(self):
        pass
"""
PACKAGE = '{\n  "version": "1.0.0",\n  "scripts": {\n    "test": "x"\n  }\n}\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "src").mkdir()
    (tmp_path / "app.py").write_text(APP, encoding="utf-8")
    (tmp_path / "src" / "app.py").write_text(APP, encoding="utf-8")
    (tmp_path / "package.json").write_text(PACKAGE, encoding="utf-8")
    (tmp_path / "request.json").write_text(json.dumps(request()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def block(language: str) -> str:
    """The first block in that language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found.group(1)


def request() -> dict[str, object]:
    """The request that is shown, but for the hash, which is shown in words."""
    shown: dict[str, object] = json.loads(block("json"))
    return {name: value for name, value in shown.items() if name != "expected_hash"}


def test_it_begins_with_exactly_two_commands() -> None:
    lines = README.splitlines()
    assert lines[2] == "```sh"
    assert lines[5] == "```"
    assert "-m tests.tour" in lines[3]
    assert "pytest" in lines[4]


def test_the_python_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "app.py").write_text("def main():\n    run()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    document = Sybil(parsers=[PythonCodeBlockParser()]).parse(ROOT / "README.md")
    examples = list(document.examples())
    assert len(examples) >= 2
    for example in examples:
        example.evaluate()


def test_each_line_of_the_start_works_in_turn(project: Path) -> None:
    for line in block("console").splitlines():
        command = shlex.split(line.removeprefix("$ structedit"), comments=True)
        if "@3f9a1c2e" in line:
            command[2] = _with_hash(command[1], "Cache.clear")
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, f"{line}\n{done.output}"


def test_the_request_is_one(project: Path) -> None:
    outcome = Workspace(str(project)).apply(request())
    assert not isinstance(outcome, Refused), outcome
    assert [file.status for file in outcome.files] == ["applied", "applied"]


def test_the_selectors_can_be_read() -> None:
    rows = README.partition("| selector |")[2].partition("\n\n")[0].splitlines()[2:]
    selectors = [text.strip("'") for row in rows for text in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    assert len(selectors) > 12
    for selector in selectors:
        parse(selector)


def test_every_command_and_code_is_there() -> None:
    assert [name for name in COMMANDS if f"$ structedit {name} --help" not in README] == []
    assert [code for code in CODES if f"| {code} |" not in README] == []


def test_the_generated_pages_are_fresh() -> None:
    command = [sys.executable, "-m", "cogapp", "--check", "--diff", "README.md"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"run `python -m cogapp -r README.md`\n{done.stdout}{done.stderr}"


def _with_hash(file: str, target: str) -> str:
    text = Workspace(".").read(file, target)
    assert not isinstance(text, Refused), text
    return f"{target}@{(text.node_hash or '')[:8]}"
