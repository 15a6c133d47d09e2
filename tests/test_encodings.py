"""A file in any encoding is edited as its text in UTF-8 is; and every door counts places in the unit asked for."""

from __future__ import annotations

import io
import json
import time
import tokenize
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from structedit import Hits, Outcome, Outline, Prepared, Refused, Text, Workspace, wire
from structedit.cli.main import main
from structedit.syntax import grammar
from structedit.text.encodings import same
from structedit.workspace.decode import declaration

SAMPLE = Path(__file__).parents[1] / "corpus" / "wild" / "python" / "source.py"

# Each with letters that it has; those of the first are marked in the file, those of the second declared.
MARKED = {"utf-8-sig": "é漢😀", "utf-16": "é漢😀", "utf-32": "é漢😀"}
NAMED = {
    "latin-1": "éü°",
    "cp1252": "é“€”",
    "koi8-r": "Жёд",
    "iso8859-7": "αβγ",
    "cp437": "é░π",
    "mac-roman": "é∞ü",
    "shift_jis": "表漢あ",
    "gb18030": "汉é😀",
    "big5": "許功蓋",
    "euc-kr": "한글",
    "euc_jp": "日本語",
    "iso2022_jp": "日本語",
}
ABC = "ABC"  # stands for the letters in what follows
EDITS: list[dict[str, Any]] = [
    {"op": "insert", "target": "Source.row", "at": "end", "text": "# ABC\nname = 'ABC'"},
    {"op": "insert", "target": "Source.row", "at": "before", "text": "def fresh(self):\n    return 'ABC'"},
    {"op": "replace", "target": "HASH_VERSION::value", "text": "'ABC'"},
    {"op": "replace", "target": "shown", "text": "def shown(text):\n    return 'ABC'"},
    {"op": "delete", "target": "Source.column"},
    {"op": "delete", "target": "Source.row"},
    {"op": "wrap", "target": "Source.newline > if", "text": "if 'ABC':\n    $BODY"},
    {"op": "set", "target": "MAX_BYTES", "value": "ABC"},
    {"op": "argument", "action": "add", "target": "Source.of call#too_large", "name": "why", "text": "'ABC'"},
    {"op": "parameter", "action": "add", "target": "shown", "name": "why", "text": "'ABC'"},
    {"op": "decorator", "action": "add", "target": "shown", "text": "why('ABC')"},
    {"op": "base", "action": "add", "target": "Source", "text": "Base['ABC']"},
    {"op": "import", "action": "add", "name": "os.path.join"},
    {"op": "docstring", "action": "set", "target": "shown", "text": "ABC: ABC."},
    {"op": "item", "action": "add", "target": "_BOMS", "text": "'ABC'", "position": 2},
    {"op": "edit", "old": "HASH_VERSION = 1  # ABC", "new": "HASH_VERSION = 2  # ABCABC"},
    {"op": "edit", "target": "Source.point", "old": "row = self.row(offset)", "new": "row = 'ABC'"},
]


def sample(letters: str, cookie: str) -> str:
    """A real file, with letters behind its definitions and constants."""
    text = SAMPLE.read_text(encoding="utf-8").replace("HASH_VERSION = 1\n", f"HASH_VERSION = 1  # {letters}\n")
    text = text.replace("    def ", f"    # {letters}\n    def ").replace(
        "def shown", f"LETTERS = '{letters}'\n\n\ndef shown"
    )
    assert text.count(letters) > 20
    return f"# -*- coding: {cookie} -*-\n{text}" if cookie else text


def written(folder: Path, raw: bytes, edits: list[dict[str, Any]], **request: Any) -> bytes:
    (folder / "a.py").write_bytes(raw)
    prepared = Workspace(str(folder)).prepare({"file": "a.py", "edits": edits, **request})
    assert isinstance(prepared, Prepared), prepared
    outcome = prepared.files[0].outcome
    assert not outcome.lossy
    assert outcome.warnings == ()
    assert prepared.files[0].raw is not None
    return prepared.files[0].raw


@pytest.mark.parametrize("codec", [*MARKED, *NAMED])
def test_every_operation_writes_what_it_would_write_in_utf8(codec: str, tmp_path: Path) -> None:
    letters = {**MARKED, **NAMED}[codec]
    newline = "\r\n" if len(codec) % 2 else "\n"
    for turn, cookie in enumerate(("", codec) if codec in NAMED else ("", "")):
        plain = sample(letters, cookie and "utf-8").replace("\n", newline)
        text = sample(letters, cookie).replace("\n", newline)
        request = {} if cookie or codec in MARKED else {"encoding": codec}
        for edit in EDITS[turn::2]:
            edits = [json.loads(json.dumps(edit).replace(ABC, letters))]
            right = written(tmp_path, plain.encode(), edits).decode()
            assert right != plain
            if cookie:
                right = right.replace("coding: utf-8", f"coding: {cookie}", 1)
            assert written(tmp_path, text.encode(codec), edits, **request) == right.encode(codec), edit


# -- what a file declares

LINES = st.sampled_from(
    [
        b"",
        b" \t\f",
        b"#!/usr/bin/python",
        b"# -*- coding: latin-1 -*-",
        b"# vim: set fileencoding=cp1252 :",
        b"  # coding:koi8-r",
        b"\f# coding=utf-8-unix",
        b"# encoding latin-1",
        b"x = 1  # coding: cp1251",
        b"import os",
        b'"""',
        b"# coding: latin-1-dos",
        b"# coding : cp1251",
        b"#coding:\tascii coding: latin-1",
        b"# CODING: latin-1",
        b"# coding: iso_8859_1",
    ]
)


@given(lines=st.lists(LINES, max_size=4), newline=st.sampled_from([b"\n", b"\r\n"]))
def test_python_files_declare_what_python_reads(lines: list[bytes], newline: bytes) -> None:
    raw = newline.join(lines)
    name, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
    found = declaration(raw, grammar.load("python"))
    assert same(found.name if found is not None else "utf-8", name), (found, name)


@pytest.mark.parametrize("language", ["html", "xml", "css", "python", "ruby", "erlang", "elisp", "latex", "vim"])
@pytest.mark.parametrize(
    "piece", [b"<!---->", b"<!-- ", b"<meta ", b"<meta a='", b"#", b"\\usepackage[", b"% coding", b"<?xml a ", b" "]
)
def test_looking_for_a_declaration_takes_no_time(language: str, piece: bytes) -> None:
    started = time.perf_counter()
    assert declaration(piece * 4096, grammar.load(language)) is None
    assert time.perf_counter() - started < 0.5


@pytest.mark.parametrize(
    ("language", "raw", "name"),
    [
        ("html", b"<META CHARSET=koi8-r>", "koi8-r"),
        ("html", b"<!--x--><meta\ncharset = 'utf-8' />", "utf-8"),
        ("html", b"<meta name=a content='charset=x'><meta charset=big5>", "big5"),
        ("html", b'<meta http-equiv="Content-Type" content="text/html;charset=gbk">', "gbk"),
        ("html", b"<!-- <meta charset=big5>", None),
        ("html", b"<metadata charset=big5>", None),
        ("xml", b"<?xml version='1.0' encoding = \"koi8-r\" standalone='yes'?>", "koi8-r"),
        ("xml", b" <?xml version='1.0' encoding='koi8-r'?>", None),
        ("css", b'@charset "koi8-r";', "koi8-r"),
        ("css", b"@charset 'koi8-r';", None),
        ("scss", b'/* */ @charset "koi8-r";', None),
        ("ruby", b"# Encoding: koi8-r", "koi8-r"),
        ("ruby", b"\n# encoding: koi8-r", None),
        ("erlang", b"%% -*- coding: latin-1 -*-", "latin-1"),
        ("erlang", b"#!/usr/bin/escript\n%% coding : latin-1", "latin-1"),
        ("erlang", b"\n\n%% coding: latin-1", None),
        ("elisp", b";;; x.el --- y -*- lexical-binding: t; coding: koi8-r -*-", "koi8-r"),
        ("elisp", b";; coding: koi8-r", None),
        ("latex", b"\\documentclass{a}\n\\usepackage[ansinew]{inputenc}", "ansinew"),
        ("vim", b"set x\nscriptencoding koi8-r\n", "koi8-r"),
        ("json", b"# coding: latin-1", None),
    ],
)
def test_a_language_declares_as_its_own_tools_read(language: str, raw: bytes, name: str | None) -> None:
    found = declaration(raw, grammar.load(language))
    assert (found.name if found is not None else None) == name
    assert found is None or raw[: found.end].count(found.name.encode()) == 1


# -- places

UNITS = ("utf-8", "utf-16", "utf-32")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a.py").write_bytes("\ufeffs = '😀e\u0301'; tail = 1\r\n# \u2028\f\r\nd\u00e9f = 's'\r\n".encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def region(start: int, end: int, *points: int) -> dict[str, Any]:
    line, column, end_line, end_column = points
    return {
        "start": start,
        "end": end,
        "start_point": {"line": line, "column": column},
        "end_point": {"line": end_line, "column": end_column},
    }


# `tail = 1` stands behind an emoji and a combining letter, `déf` in a line behind U+2028 and a form feed.
TAIL = {
    "utf-8": region(15, 23, 1, 16, 1, 24),
    "utf-16": region(12, 20, 1, 13, 1, 21),
    "utf-32": region(11, 19, 1, 12, 1, 20),
}
DEF = {
    "utf-8": region(33, 43, 3, 1, 3, 11),
    "utf-16": region(28, 37, 3, 1, 3, 10),
    "utf-32": region(27, 36, 3, 1, 3, 10),
}


@pytest.mark.parametrize("unit", UNITS)
def test_what_is_read_has_its_place_in_the_unit(unit: str, folder: Path) -> None:
    workspace = Workspace(".")
    found = workspace.find("variable", position_encoding=unit)
    assert isinstance(found, Hits)
    assert [hit["span"] for hit in wire.answer(found)["matches"]][1:] == [TAIL[unit], DEF[unit]]
    text = workspace.read("a.py", "tail", position_encoding=unit)
    assert isinstance(text, Text)
    assert wire.answer(text)["span"] == TAIL[unit]
    lines = workspace.read("a.py", lines=(3, 3), position_encoding=unit)
    assert isinstance(lines, Text)
    assert wire.answer(lines)["span"] == {
        **DEF[unit],
        "end": DEF[unit]["end"] + 2,
        "end_point": {"line": 4, "column": 1},
    }
    outline = workspace.outline("a.py", position_encoding=unit)
    assert isinstance(outline, Outline)
    assert [item["span"] for item in wire.answer(outline)["items"]][1:] == [TAIL[unit], DEF[unit]]


@pytest.mark.parametrize("unit", UNITS)
def test_an_edit_answers_places_before_and_after_in_the_unit(unit: str, folder: Path) -> None:
    edit = {"op": "replace", "target": "tail::value", "text": "'😀'"}
    answer = wire.answer(Workspace(".").apply({"file": "a.py", "edits": [edit], "position_encoding": unit}))
    before, after = (answer["files"][0]["edits"][0][name] for name in ("span_before", "span_after"))
    assert (
        before
        == {
            "utf-8": region(22, 23, 1, 23, 1, 24),
            "utf-16": region(19, 20, 1, 20, 1, 21),
            "utf-32": region(18, 19, 1, 19, 1, 20),
        }[unit]
    )
    assert after["end"] - after["start"] == {"utf-8": 6, "utf-16": 4, "utf-32": 3}[unit]
    assert after["start"] == before["start"]


def test_steps_of_a_sequence_have_their_places_in_the_first_and_the_last_text(folder: Path) -> None:
    Path("b.py").write_bytes(b"a = 1\nb = 2\n")
    edits = [
        {"op": "insert", "target": "a", "at": "before", "text": "'''\n\n'''"},
        {"op": "replace", "target": "b::value", "text": "333"},
        {"op": "insert", "target": "a", "at": "before", "text": "first = 0"},
    ]
    outcome = Workspace(".").apply({"file": "b.py", "edits": edits, "sequential": True})
    assert isinstance(outcome, Outcome)
    new = Path("b.py").read_bytes()
    assert new == b"'''\n\n'''\nfirst = 0\na = 1\nb = 333\n"
    reports = outcome.files[0].edits
    assert [report.span_after.of(new) for report in reports] == [b"'''\n\n'''", b"333", b"first = 0"]
    assert reports[1].span_before.of(b"a = 1\nb = 2\n") == b"2"
    assert reports[2].span_before.end <= 5
    made = [{"op": "create", "text": "a = 1\n"}, {"op": "insert", "target": "a", "at": "before", "text": "b = 2"}]
    outcome = Workspace(".").apply({"file": "c.py", "edits": made, "sequential": True})
    assert isinstance(outcome, Outcome)
    assert [report.span_after.of(Path("c.py").read_bytes()) for report in outcome.files[0].edits][1] == b"b = 2"
    assert {(report.span_before.start, report.span_before.end) for report in outcome.files[0].edits} == {(0, 0)}


def test_the_plan_does_not_depend_on_the_unit(folder: Path) -> None:
    request = {"file": "a.py", "edits": [{"op": "delete", "target": "tail"}]}
    seen = Workspace(".").apply({**request, "preview": True, "position_encoding": "utf-16"})
    assert isinstance(seen, Outcome)
    assert isinstance(Workspace(".").apply({**request, "plan": seen.plan}), Outcome)


def test_the_command_line_takes_both_options(folder: Path) -> None:
    for args in (["find", "variable#tail", "a.py"], ["read", "a.py", "tail"], ["outline", "a.py"]):
        done = CliRunner().invoke(main, [*args, "--json", "--position-encoding", "utf-16"])
        assert json.dumps(TAIL["utf-16"]) in json.dumps(json.loads(done.stdout)), done.output
    Path("b.py").write_bytes(b"a = '\xe9'\n")
    done = CliRunner().invoke(main, ["read", "b.py", "--encoding", "latin-1", "--json"])
    assert json.loads(done.stdout)["text"] == "a = 'é'\n"
    done = CliRunner().invoke(main, ["delete", "a.py", "tail", "--json", "--position-encoding", "utf-32"])
    assert json.loads(done.stdout)["files"][0]["edits"][0]["span_before"] == TAIL["utf-32"]


@pytest.mark.parametrize("option", [{"position_encoding": "utf-7"}, {"encoding": "rot13"}, {"encoding": "no-such"}])
def test_words_that_mean_nothing_are_refused(option: dict[str, str], folder: Path) -> None:
    workspace = Workspace(".")
    answers: list[Any] = [
        workspace.read("a.py", **option),  # type: ignore[arg-type]  # one of two keywords
        workspace.find("variable", **option),  # type: ignore[arg-type]  # as above
        workspace.outline("a.py", **option),  # type: ignore[arg-type]  # as above
        workspace.delete("a.py", "tail", **option),
    ]
    assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["BAD_REQUEST"] * 4
    assert {answer.details["path"] for answer in answers} == set(option)


# -- what a refusal says to send next works

NO_UTF8 = b"name = '\xe9'\n"
WIDE = "name = 'é'\n".encode("utf-16-le")
ODD_MARK = b"\xff\xfename = '\xe9'\n"


@pytest.mark.parametrize(
    ("raw", "edit", "encoding", "after"),
    [
        (NO_UTF8, ("= '", "= 'ü"), "latin-1", b"name = '\xfc\xe9'\n"),
        (WIDE, ("name", "n"), "utf-16-le", "n = 'é'\n".encode("utf-16-le")),
        (ODD_MARK, ("name", "na"), "cp1252", b"\xff\xfena = '\xe9'\n"),
        (
            NO_UTF8,
            ("name", "# coding: latin-1\nname"),
            "latin-1",
            b"# coding: latin-1\nname = '\xe9'\n",
        ),
    ],
)
def test_the_hint_is_a_call_that_works(
    raw: bytes, edit: tuple[str, str], encoding: str, after: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "b.py"
    path.write_bytes(raw)
    workspace = Workspace(str(tmp_path))
    refused = workspace.edit("b.py", *edit)
    assert isinstance(refused, Refused)
    assert path.read_bytes() == raw
    assert "encoding" in refused.hint
    done = workspace.edit("b.py", *edit, encoding=encoding)
    assert isinstance(done, Outcome), done
    assert path.read_bytes() == after


def test_a_file_is_converted_by_creating_it_anew(folder: Path) -> None:
    Path("b.py").write_bytes(b"# coding: latin-1\nname = '\xe9'\n")
    workspace = Workspace(".")
    refused = workspace.edit("b.py", "latin-1", "utf-8")
    assert isinstance(refused, Refused)
    assert '"allow": ["overwrite"]' in refused.hint
    text = workspace.read("b.py")
    assert isinstance(text, Text)
    done = workspace.create("b.py", text.text.replace("latin-1", "utf-8"), allow=["overwrite"])
    assert isinstance(done, Outcome)
    assert Path("b.py").read_bytes() == "# coding: utf-8\nname = 'é'\n".encode()
