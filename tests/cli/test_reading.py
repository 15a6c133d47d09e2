"""outline, find, read, languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from structedit import Workspace
from structedit.cli.main import main
from structedit.errors import Refused
from structedit.text.source import Source

if TYPE_CHECKING:
    from click.testing import Result

TEXT = b"""class Cache:
    def get(self, key):
        return open(key, "r")


def main():
    pass
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".structedit").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.py").write_bytes(TEXT)
    (tmp_path / "src/b.json").write_bytes(b'{"a": [1, 2]}\n')
    (tmp_path / "src/image.py").write_bytes(b"\0\1")
    (tmp_path / "src/notes").write_bytes(b"open it\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def answer(*args: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(run(*args, "--json").stdout)
    assert told["version"] == 1
    return told


def test_outline_is_a_tree_of_selectors_that_can_be_pasted_back() -> None:
    told = answer("outline", "src/a.py")
    assert [item["name"] for item in told["items"]] == ["Cache", "main"]
    get = told["items"][0]["items"][0]
    assert get["selector"].startswith("Cache.get@")
    assert (get["line"], get["end_line"]) == (2, 3)
    assert len(get["hash"]) == 64
    assert told["hash"] == Source.of(TEXT).file_hash
    assert answer("read", "src/a.py", get["selector"])["text"].startswith("def get")


def test_outline_stops_at_the_depth() -> None:
    assert answer("outline", "src/a.py", "--depth", "1")["items"][0]["items"] == []


def test_outline_prints_line_role_name_and_selector() -> None:
    lines = run("outline", "src/a.py").stdout.splitlines()
    assert lines[0].startswith("     1  class Cache  Cache@")
    assert "get  Cache.get@" in lines[1]


def test_find_walks_folders_and_counts_what_it_passes_over() -> None:
    told = answer("find", "call#open", "src")
    assert [(hit["path"], hit["line"], hit["text"]) for hit in told["matches"]] == [("src/a.py", 3, 'open(key, "r")')]
    assert told["status"] == "matched"
    assert told["skipped"] == {"BINARY_FILE": 1, "NO_LANGUAGE": 1}
    assert answer("find", told["matches"][0]["selector"], "src/a.py")["status"] == "matched"


def test_find_prints_like_grep_and_ends_with_1_where_nothing_is() -> None:
    found = run("find", "function", "src/a.py")
    assert found.exit_code == 0
    assert found.stdout.splitlines()[0].startswith("src/a.py:2: Cache.get@")
    nothing = run("find", "call#none", "src")
    assert nothing.exit_code == 1
    assert nothing.stdout == ""
    assert answer("find", "call#none", "src")["status"] == "unmatched"


@pytest.mark.parametrize(
    ("args", "exit_code", "code"),
    [
        (["find", "call#", "src"], 2, "BAD_SELECTOR"),
        (["find", "call#open", "src/image.py"], 6, "BINARY_FILE"),
        (["find", "call#open", "none"], 6, "NOT_A_FILE"),
        (["find", "call#open", ".."], 6, "OUTSIDE_ROOT"),
        (["read", "src"], 6, "NOT_A_FILE"),
        (["read", "src/image.py"], 6, "BINARY_FILE"),
        (["read", "src/a.py", "none"], 3, "TARGET_NOT_FOUND"),
        (["read", "src/a.py", "function"], 3, "TARGET_AMBIGUOUS"),
        (["read", "src/a.py", "--lines", "90-99"], 2, "BAD_REQUEST"),
        (["read", "src/a.py", "--lines", "3-2"], 2, "BAD_REQUEST"),
        (["read", "src/a.py", "main", "--lines", "1-2"], 2, "BAD_REQUEST"),
        (["outline", "src/notes"], 2, "NO_LANGUAGE"),
    ],
    ids=lambda value: "_".join(value) if isinstance(value, list) else "",
)
def test_refusals_of_reading(args: list[str], exit_code: int, code: str) -> None:
    result = run(*args)
    assert result.exit_code == exit_code, result.output
    assert result.stderr.startswith(f"{code}: ")
    assert answer(*args)["code"] == code


def test_read_prints_the_text_and_says_its_hash_aside() -> None:
    whole = run("read", "src/a.py")
    assert whole.stdout.encode() == TEXT
    assert whole.stderr == f"hash {Source.of(TEXT).file_hash}\n"
    assert run("read", "src/a.py", "--lines", "6-7").stdout == "def main():\n    pass\n"
    assert run("read", "src/notes").stdout == "open it\n"
    node = run("read", "src/a.py", "main")
    assert node.stdout == "def main():\n    pass\n"
    assert node.stderr.startswith("main@")


def test_read_answers_what_guards_an_edit() -> None:
    told = answer("read", "src/a.py", "main")
    assert (told["line"], told["end_line"], told["text"]) == (6, 7, "def main():\n    pass")
    assert told["selector"] == f"main@{told['node_hash'][:8]}"
    assert told["hash"] == Source.of(TEXT).file_hash
    lines = answer("read", "src/a.py", "--lines", "6-99")
    assert (lines["line"], lines["end_line"]) == (6, 7)


def test_languages_say_where_their_parser_comes_from() -> None:
    rows = {row["name"]: row for row in answer("languages")["languages"]}
    assert rows["python"]["full"]
    assert rows["python"]["source"] == "tree-sitter-python"
    assert ".py" in rows["python"]["extensions"]
    assert "json" in run("languages").stdout


def test_progress_names_each_file_before_it_is_read() -> None:
    seen: list[str] = []
    hits = Workspace(".").find("call#open", ["src", "src/a.py"], progress=seen.append)
    assert not isinstance(hits, Refused)
    assert seen == ["src/a.py", "src/b.json", "src/image.py", "src/notes"]
    assert len(hits.matches) == 1


@pytest.mark.parametrize("selector", ["(call)", ':query("(call) @target")', "Cache.get::alternative, call"])
def test_find_passes_over_files_whose_grammar_has_not_what_is_asked_for(selector: str) -> None:
    told = answer("find", selector, "src")
    assert [row["line"] for row in told["matches"]] == [3]
    assert told["skipped"]["BAD_SELECTOR"] == 1
    assert answer("find", selector, "src/b.json")["code"] == "BAD_SELECTOR"


def test_find_refuses_what_no_grammar_has_and_what_takes_too_long() -> None:
    assert answer("find", ':query("(cal) @target")', "src")["code"] == "BAD_SELECTOR"
    Path("src/c.py").write_text(f"x = '{'ab' * 60}c_'\n", encoding="utf-8")
    assert answer("find", r"string:matches(/(?:(a|b|ab)*?)*c\b/)", "src")["code"] == "BAD_SELECTOR"


def test_lines_are_found_and_read_but_not_edited() -> None:
    assert answer("find", "function:lines(2-3)", "src/a.py")["matches"][0]["selector"].startswith("Cache.get@")
    assert answer("read", "src/a.py", ":line(3)")["text"] == 'return open(key, "r")'
    refused = answer("delete", "src/a.py", ":line(3)")
    assert refused["code"] == "BAD_SELECTOR"
    assert refused["details"]["candidates"][0]["selector"] in refused["hint"]
