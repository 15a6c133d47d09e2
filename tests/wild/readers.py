"""Second opinions: what other parsers say of a text, and the data that they read out of it.

A reader that is not installed has no opinion; `reader_of` says which one a language has on this machine.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

SERVER = """
const ts = require(process.argv[1]);
const kinds = {javascript: ts.ScriptKind.JSX, typescript: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX};
require("readline").createInterface({input: process.stdin}).on("line", (line) => {
  const {language, text} = JSON.parse(line);
  const read = ts.createSourceFile("a", text, ts.ScriptTarget.Latest, false, kinds[language]).parseDiagnostics;
  const said = read.map((one) => text.slice(0, one.start).split("\\n").length + ": " +
    ts.flattenDiagnosticMessageText(one.messageText, " "));
  process.stdout.write(JSON.stringify(said.length ? said[0] : null) + "\\n");
});
"""
SCRIPTS = ("javascript", "tsx", "typescript")
DATA = ("json", "toml", "yaml")


class NoData(Exception):
    """The text holds more than plain data can say: a name twice, an anchor, several documents."""


def complaint(language: str, content: bytes) -> str | None:
    """What the second reader has against a text; None if nothing, or if there is no reader."""
    if language in SCRIPTS:
        return _script(language, content)
    if language in ("go", "lua"):
        command = _command(language)
        return _said_by(command, content) if command else None
    try:
        if language == "python":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(content, "after", "exec", dont_inherit=True)
        elif language == "json":
            json.loads(content.decode("utf-8-sig"))
        elif language == "toml":
            _toml(content)
        elif language == "yaml":
            yaml = import_module("yaml")
            try:
                list(yaml.parse(content, Loader=yaml.SafeLoader))
            except yaml.YAMLError as error:
                return " ".join(str(error).split())
    except (SyntaxError, ValueError, RecursionError) as error:
        return f"{type(error).__name__}: {error}"
    return None


def data_of(language: str, content: bytes) -> Any:
    """The data of a text, scalars as they are written. Raises NoData."""
    if language == "json":
        return json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
    if language == "toml":
        return _toml(content)
    yaml = import_module("yaml")
    if b"&" in content or b"<<" in content:
        raise NoData
    nodes = list(yaml.compose_all(content.decode("utf-8-sig"), Loader=yaml.SafeLoader))
    if len(nodes) != 1:
        raise NoData
    return _plain(nodes[0])


def reader_of(language: str) -> str:
    """The name of the second reader, or a dash."""
    if language in SCRIPTS:
        return "typescript" if _typescript() else "–"
    names = {"python": "compile", "json": "json", "toml": "tomllib", "yaml": "PyYAML"}
    command = _command(language)
    return names.get(language) or (Path(command[0]).name if command else "–")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NoData
    return found


def _plain(node: Any) -> Any:
    if node is None:
        return None
    if node.id == "scalar":
        return (node.tag, node.value)
    if node.id == "sequence":
        return [_plain(one) for one in node.value]
    return _once([(one.value if one.id == "scalar" else str(_plain(one)), _plain(two)) for one, two in node.value])


def _toml(content: bytes) -> Any:
    return import_module("tomllib" if sys.version_info >= (3, 11) else "tomli").loads(content.decode("utf-8-sig"))


def _tools() -> Path | None:
    folder = os.environ.get("STRUCTEDIT_SAMPLES")
    return Path(folder) / "tools" if folder else None


@cache
def _command(language: str) -> list[str] | None:
    names = {"go": ("gofmt",), "lua": ("luac5.4", "luac")}.get(language, ())
    arguments = {"go": ["-e"], "lua": ["-p", "-"]}
    for name in names:
        found = shutil.which(name)
        if found is None and _tools() is not None:
            found = next((str(one) for one in sorted(_tools().rglob(name)) if os.access(one, os.X_OK)), None)
        if found:
            return [found, *arguments[language]]
    return None


def _said_by(command: list[str], content: bytes) -> str | None:
    done = subprocess.run(command, input=content, capture_output=True, check=False)
    return done.stderr.decode("utf-8", "replace").split("\n")[0] if done.returncode else None


@cache
def _typescript() -> Path | None:
    tools = _tools()
    path = tools / "typescript" / "package" / "lib" / "typescript.js" if tools else None
    return path if path and path.exists() and shutil.which("node") else None


@cache
def _server(_process: int) -> subprocess.Popen[str] | None:
    """One for each process that asks."""
    path = _typescript()
    if path is None:
        return None
    command = ["node", "-e", SERVER, str(path)]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    atexit.register(server.kill)
    return server


def _script(language: str, content: bytes) -> str | None:
    server = _server(os.getpid())
    if server is None:
        return None
    request = {"language": language, "text": content.decode("utf-8", "replace")}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    return json.loads(server.stdout.readline())
