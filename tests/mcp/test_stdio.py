"""`structedit mcp` as a host runs it: a process, lines on standard input and output, and the SDK's client."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters

from structedit.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.types import CallToolResult

CHECKOUT = Path(__file__).parents[2]
WILD = CHECKOUT / "corpus" / "wild"
# A real file -> a selector of its outline, and an edit of it.
REAL: dict[str, tuple[str, dict[str, Any]]] = {
    "python/indent.py": (
        "function dedent@",
        {"op": "docstring", "action": "set", "target": "dedent", "text": "Without its indentation."},
    ),
    "go/server.go": (
        "method Server.Close@",
        {"op": "insert", "target": "Server.Close", "at": "start", "text": "s.closed = true"},
    ),
    "typescript/service.ts": (
        "method Service.read@",
        {"op": "parameter", "action": "add", "target": "Service.read", "text": "depth: number"},
    ),
}
ERAS = {"legacy": "legacy", "modern": "auto"}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Real files of three languages."""
    for name in REAL:
        shutil.copy(WILD / name, tmp_path / Path(name).name)
    return tmp_path


def command(root: Path) -> list[str]:
    return [sys.executable, "-m", "structedit", "mcp", "--root", str(root)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(CHECKOUT)}


def text_of(result: CallToolResult) -> str:
    [block] = result.content
    assert block.type == "text"
    return block.text


@pytest.mark.parametrize("era", ERAS)
def test_a_client_edits_real_files_sees_a_hint_and_undoes(era: str, root: Path) -> None:
    before = {path.name: path.read_bytes() for path in root.iterdir()}
    program, *arguments = command(root)
    server = StdioServerParameters(command=program, args=arguments, env=environment())

    async def steps() -> None:
        with anyio.fail_after(120):
            async with Client(server, mode=ERAS[era]) as client:
                for name, (selector, edit) in REAL.items():
                    file = Path(name).name
                    outline = await client.call_tool("outline", {"file": file})
                    assert selector in text_of(outline)
                    misspelt = {**edit, "target": edit["target"] + "x"}
                    refused = await client.call_tool("edit", {"file": file, "edits": [misspelt]})
                    assert refused.is_error
                    assert text_of(refused).startswith("TARGET_NOT_FOUND: ")
                    assert f"\nhint: Did you mean `{edit['target']}`?" in text_of(refused)
                    done = await client.call_tool("edit", {"file": file, "edits": [edit]})
                    assert not done.is_error, text_of(done)
                    assert (root / file).read_bytes() != before[file]
                    await client.call_tool("undo", {"id": done.structured_content["undo"]})
                    assert (root / file).read_bytes() == before[file]

    anyio.run(steps)
    assert {path.name: path.read_bytes() for path in root.iterdir()} == before


class Host:
    """Sends lines to the server, and reads lines."""

    def __init__(self, root: Path) -> None:
        self.process = subprocess.Popen(
            command(root), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
        )

    def send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, number: int, method: str, params: Any) -> Any:
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.send(json.dumps(message).encode())
        answer = self.receive()
        assert answer["id"] == number
        return answer

    def call(self, number: int, tool: str, arguments: Any) -> Any:
        return self.ask(number, "tools/call", {"name": tool, "arguments": arguments})


@pytest.fixture
def host(root: Path) -> Iterator[Host]:
    made = Host(root)
    made.ask(0, "initialize", HELLO)
    made.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    yield made
    made.process.kill()
    made.process.communicate()


def test_lines_that_cannot_be_read_are_answered_and_change_nothing(host: Host, root: Path) -> None:
    [file, *_] = sorted(path.name for path in root.iterdir())
    before = (root / file).read_bytes()
    create = '{"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "edit", "arguments": %s}}'
    edit = '{"file": "new.txt", "edits": [{"op": "create", "text": "%s"}]}'
    lines: list[tuple[bytes, int | None, str]] = [
        (b'{"jsonrpc": nonsense', None, "no JSON"),
        (b"[" * 100_000, None, "nested"),
        (b"5", None, "no message"),
        (b'{"jsonrpc": "2.0", "id": 7}', 7, "no message"),
        ((create % (8, edit)).encode().replace(b"%s", b"\xff"), 8, "not UTF-8"),
        ((create % (9, edit)).replace('"file"', '"edits": [], "file"').encode() % b"x", 9, "twice"),
        ((create % (10, '{"file": NaN}')).encode(), 10, "NaN"),
    ]
    for line, number, words in lines:
        host.send(line)
        answer = host.receive()
        assert answer["id"] == number
        assert words in answer["error"]["message"]
    host.send(b"")
    half = host.call(11, "edit", json.loads(edit % "\\ud800"))
    assert half["result"]["isError"]
    assert "surrogate" in half["result"]["content"][0]["text"]
    assert not (root / "new.txt").exists()
    assert (root / file).read_bytes() == before


def test_arguments_that_are_no_object_are_refused_where_the_model_sees_it(host: Host) -> None:
    for number, arguments in enumerate([[1], "no", 5, True, '["a"]'], 1):
        result = host.call(number, "outline", arguments)["result"]
        assert result["isError"]
        assert result["content"][0]["text"].startswith("BAD_REQUEST: The arguments of `outline` are no object.\nhint: ")


def test_an_object_that_comes_as_a_string_is_read(host: Host, root: Path) -> None:
    [file, *_] = sorted(path.name for path in root.iterdir())
    assert not host.call(1, "outline", json.dumps({"file": file}))["result"]["isError"]
    assert not host.call(2, "languages", None)["result"]["isError"]


def test_the_end_of_standard_input_is_the_end_of_the_server(host: Host) -> None:
    stdout, stderr = host.process.communicate(timeout=30)
    assert host.process.returncode == 0
    assert stdout == b""
    assert stderr == b""


def test_what_was_asked_before_the_end_of_input_is_answered(root: Path) -> None:
    """As in `cat session.jsonl | structedit mcp`."""
    edit = {"file": "new.txt", "edits": [{"op": "create", "text": "x"}]}
    messages = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "one", "method": "tools/call", "params": {"name": "edit", "arguments": edit}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    given = "\n".join(json.dumps(message) for message in messages).encode()
    done = subprocess.run(command(root), input=given, capture_output=True, env=environment(), timeout=60, check=False)
    answers = {answer["id"]: answer["result"] for answer in map(json.loads, done.stdout.splitlines())}
    assert answers.keys() == {0, "one", 2}
    assert not answers["one"]["isError"]
    assert (root / "new.txt").read_bytes() == b"x"
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server(number: signal.Signals, host: Host) -> None:
    host.process.send_signal(number)
    assert host.process.wait(30) == 128 + number
    assert host.process.stderr is not None
    assert host.process.stderr.read() == b""


def test_a_line_that_is_too_long_is_answered(host: Host) -> None:
    host.send(b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"x" * (65 * 1024 * 1024) + b'"}')
    assert "are taken" in host.receive()["error"]["message"]
    assert host.call(2, "languages", {})["result"]


def test_a_host_that_goes_away_is_no_error(host: Host) -> None:
    assert host.process.stdout is not None
    host.process.stdout.close()
    for _ in range(3):
        host.send(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}')
    assert host.process.stdin is not None
    host.process.stdin.close()
    host.process.stdin = None  # `communicate` would close it again
    assert host.process.wait(30) == 0


def test_what_is_printed_besides_the_protocol_goes_to_standard_error(root: Path) -> None:
    script = (
        "import os, subprocess, sys\n"
        "from structedit.workspace import Workspace\n"
        "real = Workspace.outline\n"
        "def outline(*args, **named):\n"
        "    print('a stray print', flush=True)\n"
        "    assert sys.stdin.read() == ''\n"
        "    subprocess.run(['cat'], check=True)\n"
        "    os.write(1, b'a stray write')\n"
        "    return real(*args, **named)\n"
        "Workspace.outline = outline\n"
        "from structedit.mcp.stdio import serve\n"
        "serve('.')\n"
    )
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO}
    [file, *_] = sorted(path.name for path in root.iterdir())
    params = {"name": "outline", "arguments": {"file": file}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=root,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(hello).encode() + b"\n" + json.dumps(call).encode() + b"\n")
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(2)]
    stdout, stderr = process.communicate(timeout=30)
    assert [answer["id"] for answer in answers] == [0, 1]
    assert not answers[1]["result"]["isError"]
    assert stdout == b""
    assert b"a stray print" in stderr
    assert b"a stray write" in stderr


def test_without_the_extra_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "mcp" or name.startswith("structedit.mcp")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    done = CliRunner().invoke(main, ["mcp"])
    assert done.exit_code == 7
    assert done.stderr.startswith("IO_ERROR: The MCP server needs packages that are not installed here")
    assert "hint: Install the extra: pip install 'structedit[mcp]'" in done.stderr
    assert "Traceback" not in done.output


def test_a_root_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(command(tmp_path / "none"), capture_output=True, input=b"", env=environment(), check=False)
    assert done.returncode == 6
    assert done.stderr.startswith(b"NOT_A_FILE: ")
    assert done.stdout == b""
