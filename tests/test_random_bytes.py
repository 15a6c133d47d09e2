"""Any bytes as a file, any request: an answer with a code, never an exception; a refusal has changed nothing, and what
was written can be undone to the last byte."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from structedit import CODES, Hits, Outcome, Refused, Text, Workspace, wire
from structedit.cli.main import main
from structedit.edit.form import FORMS, MEMBERS, REQUEST, form_of
from structedit.text.positions import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.mcp_door import McpDoor

SEEDS = {
    "a.py": "# coding: utf-8\nimport os\n\n\nclass A:\n    x = 'é😀'\n\n"
    "    def f(self, a=1):\n        return g(a, b=2)\n",
    "a.json": '{"a": [1, "é"], "b": {"c": null}}\n',
    "a.js": "import x from 'y';\nexport function f(a) {\n  return g(`é${a}`);\n}\n",
    "a.ts": "interface I { a: string }\nconst f = (a: I) => a;\n",
    "a.go": 'package p\n\nimport "fmt"\n\nfunc F(a int) {\n\tfmt.Println("é", a)\n}\n',
    "a.toml": 'a = "é"\n[b]\nc = [1, 2]\n',
    "a.yaml": "a: é\nb:\n  - c\n  - d: |\n      e\n",
    "a.lua": "local function f(a)\n  return g(a, 'é')\nend\n",
    "a.txt": "one\ntwo é\nthree 😀\n",
    "a.html": '<meta charset="windows-1252">\n<p>é</p>\n',
    "a.xml": "<?xml version='1.0' encoding='iso-8859-2'?>\n<a>é</a>\n",
}
CODECS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "latin-1", "cp1252", "shift_jis", "gb18030", "utf-7"]
PIECES = [
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f",
    b"\r", b"\r\n", b"\n", b"\f", b"\t", b" ", b"\x1a", b"\x7f", "\u2028".encode(), "\u202e".encode(), b"\\", b"\\\n",
    b"# coding: latin-1\n", b"# coding: utf-7\n", b"# coding: rot13\n", b'"""', b"'", b"`", b"${", b"(",
    b"}", b"]", b"<",
]  # fmt: skip
TARGETS = [
    "A.f", "f", "A", "a", "b.c", "a[0]", "x", "F", ":root", "call#g", "call > argument", "string", "(comment)", "I.a",
    "A.f::body", "f::parameters", "a::value", "import", "function:nth(1)", "*", "a..=b", "a, b", "", "\0",
    "é", "f@00000000",
]  # fmt: skip
TEXTS = [
    "x = 1", "'é'", "1", "null", "", "\n", "\ufeff", "😀", "def h(): pass", "func H() {}", "a: 1", "# ...",
    "\r\n\ty", "$BODY",
    "one", "é", "return", "if x:\n    $BODY", "\0", "\u2028", "# coding: latin-1", "```\nx\n```", "1 | one", "(", "}",
]  # fmt: skip
# What there is in each file, for requests that reach the bytes.
THERE = {
    "a.py": ["A.f", "A", "A.x::value", "A.f::body", "A.f::parameters", "call#g", "import", "string", "A.f::docstring"],
    "a.json": ["a", "b.c", "a[0]", "b", "entry#c::value"],
    "a.js": ["f", "f::body", "call#g", "import", "f::parameters", "string"],
    "a.ts": ["I.a", "I", "f", "f::value"],
    "a.go": ["F", "F::body", "import", "call > argument:nth(1)", "F::parameters"],
    "a.toml": ["a", "b.c", "b", "b.c[1]"],
    "a.yaml": ["a", "b[0]", "b[1].d", "b"],
    "a.lua": ["f", "f::body", "call#g", "call > argument:nth(2)"],
    "a.txt": [""],
    "a.html": ["(text)", "(element)"],
    "a.xml": [":root"],
}
OLD = ["é", "one\ntwo", "two", "a", "return", "1", "coding: utf-8", "windows-1252", "\n", "x = 'é😀'", "g(a"]
texts = st.sampled_from(TEXTS) | st.text(max_size=8)
junk = st.none() | st.booleans() | st.integers(-2, 3) | texts | st.lists(texts, max_size=2)


@st.composite
def contents(draw: st.DrawFn, seed: str) -> bytes:
    """Random bytes, or a text in some encoding with a few places spoilt."""
    if draw(st.integers(0, 9)) == 9:
        return draw(st.binary(max_size=100))
    raw = seed.encode(draw(st.sampled_from(["utf-8", *CODECS])), "replace")
    for _ in range(draw(st.sampled_from([0, 0, 1, 3]))):
        at = draw(st.integers(0, len(raw)))
        end = at + draw(st.sampled_from([0, 0, 1, 5]))
        raw = raw[:at] + draw(st.sampled_from(PIECES) | st.binary(max_size=4)) + raw[end:]
    return raw


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "target": st.sampled_from(TARGETS) | st.fixed_dictionaries({"from": st.sampled_from(TARGETS), "through": texts}),
    "file": st.sampled_from(["a.py", "b.txt", "../x", "", "a.py/b", "\0"]),
    "to_file": st.sampled_from(["a.py", "b.txt", "new/b.txt", "../x", ""]),
    "at": st.sampled_from(["before", "after", "start", "end"]),
    "count": st.sampled_from([1, 2, "all"]),
    "position": st.sampled_from([1, -1, 2, "before:a", "after:x"]),
    "value": junk,
    "max_rung": st.sampled_from(["exact", "indentation", "tokens", "similar"]),
    "fuzzy": st.sampled_from(["propose", "apply"]),
    "language": st.sampled_from(["python", "no-such"]),
    "encoding": st.sampled_from([*CODECS, "rot13", "utf-16-le", "cp037", "no-such"]),
    "position_encoding": st.sampled_from(UNITS),
    "on_syntax_error": st.sampled_from(["refuse", "warn"]),
    "allow": st.lists(st.sampled_from(["control", "elided", "overwrite", "protected"]), max_size=2),
    "sequential": st.booleans(),
    "name": st.sampled_from(["x", "a", "os.path", "1", "é", "b"]),
    "old": st.sampled_from(OLD) | texts,
    "text": texts.filter(bool),
    "new": texts,
    "confirm": st.just("0" * 16),
    "plan": st.just("0" * 16),
    "expected_hash": st.just("0" * 8),
    "keep": st.just([]),
    "version": st.just(1),
    "preview": st.booleans(),
    "line": st.integers(1, 4),
    "occurrence": st.integers(1, 2),
    "if_absent": st.sampled_from([True]),
    "if_present": st.sampled_from([True]),
}


RARELY = 40  # in how many is one that makes no sense


@st.composite
def edits(draw: st.DrawFn, file: str) -> dict[str, Any]:
    """One edit of the form that its operation has, now and then with a value that is none."""
    op, action = draw(st.sampled_from([*((op, "") for op in FORMS), *MEMBERS]))
    form = form_of(op, action)
    rest = sorted({*form.fields} - {*form.needs})
    more = st.lists(st.sampled_from(rest), max_size=2, unique=True) if rest else st.just([])
    names = [*form.needs, *form.either[:1], *draw(more)]
    made: dict[str, Any] = {"op": op, **({"action": action} if action else {})}
    for name in dict.fromkeys(names):
        if name != "file":
            usual = st.sampled_from(THERE[file]) if name == "target" else VALUES.get(name, texts)
            rare = VALUES["target"] if name == "target" else junk
            made[name] = draw(rare if draw(st.integers(0, RARELY)) == RARELY else usual)
    return made


@st.composite
def requests(draw: st.DrawFn, file: str) -> dict[str, Any]:
    asked: dict[str, Any] = {"file": file, "edits": draw(st.lists(edits(file), min_size=1, max_size=2))}
    for name in draw(st.lists(st.sampled_from(sorted(REQUEST.keys() - {"file", "edits"})), max_size=2, unique=True)):
        asked[name] = draw(junk if draw(st.integers(0, RARELY)) == RARELY else VALUES.get(name, junk))
    return asked


FILES = st.sampled_from(sorted(SEEDS))


@contextmanager
def folder_of(file: str, raw: bytes) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    try:
        (folder / "root").mkdir()
        (folder / "root" / file).write_bytes(raw)
        yield folder / "root"
    finally:
        shutil.rmtree(folder)


def state(folder: Path) -> dict[str, bytes]:
    """Every file below the folder that holds the root, so that what escapes is seen."""
    found = {}
    for place, _, names in os.walk(folder.parent):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as stream:
                found[os.path.relpath(path, folder)] = stream.read()
    return found


def check(answer: Any, folder: Path, before: dict[str, bytes]) -> None:
    now = state(folder)
    if isinstance(answer, Refused):
        assert answer.code in CODES
        assert answer.code != "INTERNAL", answer
        assert answer.message
        assert answer.hint
        assert now == before
    else:
        assert isinstance(answer, Outcome), answer
        assert (now != before) == (answer.status == "applied")
        if answer.status == "applied" and answer.undo:
            assert isinstance(Workspace(str(folder)).undo(answer.undo, allow=["protected"]), Outcome)
            assert state(folder) == before
    told = wire.write_json(wire.answer(answer))
    assert "\ufffd".encode() not in told or any(b"\xef\xbf\xbd" in raw for raw in before.values())
    json.loads(told)


@given(data=st.data(), file=FILES)
def test_any_request_on_any_bytes_is_answered(data: st.DataObject, file: str) -> None:
    raw, request = data.draw(contents(SEEDS[file])), data.draw(requests(file))
    with folder_of(file, raw) as folder:
        before = state(folder)
        check(Workspace(str(folder)).apply(request), folder, before)


@given(data=st.data(), file=FILES)
def test_any_bytes_can_be_looked_at(data: st.DataObject, file: str) -> None:
    raw, selector = data.draw(contents(SEEDS[file])), data.draw(st.sampled_from(TARGETS) | texts)
    optional = {name: VALUES[name] for name in ("encoding", "position_encoding")}
    options = data.draw(st.fixed_dictionaries({}, optional=optional))
    with folder_of(file, raw) as folder:
        workspace = Workspace(str(folder))
        answers = [
            workspace.read(file, **options),
            workspace.read(file, selector, **options),
            workspace.read(file, lines=(1, data.draw(st.integers(-1, 9))), **options),
            workspace.find(data.draw(st.sampled_from([selector, "*", "string, entry, variable"])), file, **options),
            workspace.outline(file, **options),
        ]
        for answer in answers:
            told = json.loads(wire.write_json(wire.answer(answer)))
            assert told["status"] != "refused" or told["code"] in CODES.keys() - {"INTERNAL"}, told
            assert "\ufffd" not in json.dumps(told, ensure_ascii=False) or b"\xef\xbf\xbd" in raw or b"\xfd\xff" in raw
        for hit in answers[3].matches[:9] if isinstance(answers[3], Hits) else ():
            there = workspace.read(file, hit.selector, **options)
            assert isinstance(there, Text), (hit, there)
            assert (there.selector, there.line) == (hit.selector, hit.line)


@given(data=st.data(), file=FILES)
def test_any_bytes_on_standard_input_are_answered(data: st.DataObject, file: str) -> None:
    text = json.dumps(data.draw(requests(file)), ensure_ascii=data.draw(st.booleans()))
    asked = text.encode("utf-8", "surrogatepass")
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(asked)))
        asked = asked[:at] + data.draw(st.sampled_from(PIECES) | st.binary(max_size=3)) + asked[at + 1 :]
    with folder_of(file, data.draw(contents(SEEDS[file]))) as folder:
        before = state(folder)
        done = CliRunner().invoke(main, ["apply", "--json", "--root", str(folder), "-"], input=asked)
        assert isinstance(done.exception, (SystemExit, type(None))), done.exception
        told = json.loads(done.stdout_bytes)
        if told["status"] == "refused":
            assert told["code"] != "INTERNAL", told
            assert done.exit_code == CODES[told["code"]].exit
            assert state(folder) == before
        else:
            assert done.exit_code == 0


@pytest.fixture(scope="module")
def desk() -> Iterator[McpDoor]:
    pytest.importorskip("mcp")
    from tests.mcp_door import McpDoor

    door = McpDoor()
    yield door
    door.close()


@given(data=st.data(), file=FILES)
def test_any_bytes_are_answered_to_a_model(desk: McpDoor, data: st.DataObject, file: str) -> None:
    request = data.draw(requests(file))
    selector = data.draw(st.sampled_from(TARGETS) | texts)
    with folder_of(file, data.draw(contents(SEEDS[file]))) as folder:
        before = state(folder)
        for tool, arguments in (
            ("read", {"file": file}),
            ("outline", {"file": file}),
            ("find", {"selector": selector}),
            ("edit", request),
        ):
            result = desk.call(str(folder), tool, arguments)
            told = result.structured_content
            assert told is not None
            assert result.is_error == (told["status"] == "refused")
            assert told.get("code") != "INTERNAL", told
        assert (state(folder) == before) == (told["status"] != "applied"), told


PATCHES = [
    "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two é\n+2\n three 😀\n",
    "diff --git a/a.txt b/b.txt\nrename from a.txt\nrename to b.txt\n",
    "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
    "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two é\n+2\n*** End Patch\n",
    "a.txt\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n",
    (
        '[{"file": "a.txt", "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}},'
        ' "replacement": "1"}]'
    ),
]


@given(data=st.data())
def test_any_bytes_as_a_patch_are_answered(data: st.DataObject) -> None:
    patch = data.draw(st.sampled_from(PATCHES)).encode()
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(patch)))
        end = at + data.draw(st.sampled_from([0, 0, 1, 9]))
        patch = patch[:at] + data.draw(st.sampled_from(PIECES) | st.binary(max_size=4)) + patch[end:]
    forms = ["auto", "unified", "begin-patch", "search-replace", "ranges", "anchored", "none"]
    form = data.draw(st.sampled_from(forms))
    with folder_of("a.txt", data.draw(contents(SEEDS["a.txt"]))) as folder:
        before = state(folder)
        check(Workspace(str(folder)).patch(patch, format=form), folder, before)
