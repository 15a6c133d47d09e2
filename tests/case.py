"""Reads a case of corpus/: why, attributes, and sections of exact bytes. Whatever it does not know, it refuses."""

from __future__ import annotations

import codecs
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parents[1] / "corpus"
EXTENSIONS = {
    "python": ".py",
    "json": ".json",
    "javascript": ".js",
    "typescript": ".ts",
    "tsx": ".tsx",
    "go": ".go",
    "toml": ".toml",
    "yaml": ".yaml",
    "lua": ".lua",
    "text": ".txt",
    "html": ".html",
    "xml": ".xml",
    "css": ".css",
    "ruby": ".rb",
    "latex": ".tex",
}
ATTRIBUTES = {"language", "file", "newline", "eof", "bom", "bytes", "encoding", "setup", "twice", "doors"}
FLAGS = {"bom", "bytes", "twice"}
VALUES = {"newline": ("crlf", "cr"), "eof": ("none",), "doors": ("api", "cli", "mcp")}
SETUPS = ("missing", "folder", "fifo", "unwritable", "repeat")
SECTIONS = {"before", "op", "after", "unchanged", "error", "warnings", "selectors", "ideally", "gone", "patch"}
OUTCOMES = ("after", "gone", "unchanged", "error")
SEVERAL = {"before", "after", "ideally"}  # sections that may name a further file


class BadCase(Exception):
    """The case file itself is wrong."""


@dataclass(frozen=True)
class Case:
    path: Path
    why: str
    attributes: dict[str, str]
    op: dict[str, Any]
    before: dict[str, bytes]
    after: dict[str, bytes] = field(default_factory=dict)
    ideally: dict[str, bytes] = field(default_factory=dict)
    patch: bytes | None = None  # then the op, if any, holds the options of the patch
    unchanged: tuple[str, ...] | None = None
    error: tuple[str, ...] = ()
    warnings: tuple[str, ...] | None = None
    selectors: tuple[str, ...] | None = None
    gone: tuple[str, ...] = ()

    @property
    def changes(self) -> bool:
        """Files that are written, or gone."""
        return bool(self.after or self.gone)

    @property
    def name(self) -> str:
        return str(self.path.relative_to(CORPUS).with_suffix(""))

    @property
    def file(self) -> str:
        return self.attributes.get("file") or "case" + EXTENSIONS[self.attributes["language"]]

    @property
    def doors(self) -> tuple[str, ...]:
        if "cli" in self.op:
            return ("cli",)
        return (self.attributes["doors"],) if "doors" in self.attributes else ("api", "cli", "mcp")

    @property
    def request(self) -> dict[str, Any]:
        """The wire form: a lone edit becomes a request for the case's file."""
        if "edits" in self.op:
            return {"file": self.file, **self.op}
        return {"file": self.file, "edits": [self.op]}

    def build(self, folder: Path) -> None:
        """The files as they are before the operation, and what :setup makes of them."""
        for name, content in self.before.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        kind = self.attributes.get("setup", "").partition(" ")[0]
        path = folder / self.file
        if kind in ("missing", "folder", "fifo"):
            path.unlink(missing_ok=True)
        if kind == "folder":
            path.mkdir()
        elif kind == "fifo":
            os.mkfifo(path)
        elif kind == "unwritable":
            path.chmod(0o444)


def read(path: Path) -> Case:
    """The case in a file. Raises BadCase."""
    try:
        return _read(path, path.read_bytes())
    except (ValueError, KeyError, TypeError) as error:
        raise BadCase(f"{path}: {error}") from error


def cases() -> list[Path]:
    """Every case; corpus/wild holds real files instead."""
    return sorted(path for path in CORPUS.rglob("*.txt") if "wild" not in path.relative_to(CORPUS).parts)


def _read(path: Path, content: bytes) -> Case:
    head, sections = _split(content)
    why, attributes = _head(head)
    texts = {key: value.decode("utf-8") for key, value in sections.items() if key[0] not in (*SEVERAL, "patch")}
    patch = sections.get(("patch", ""))
    case = Case(
        path=path,
        why=why,
        attributes=attributes,
        op=json.loads(texts["op", ""] if ("patch", "") not in sections else texts.get(("op", ""), "{}")),
        before={},
        patch=codecs.escape_decode(patch)[0] if patch is not None and "bytes" in attributes else patch,
        unchanged=_lines(texts.get(("unchanged", ""))),
        error=_lines(texts.get(("error", ""))) or (),
        warnings=_lines(texts.get(("warnings", ""))),
        selectors=_lines(texts.get(("selectors", ""))),
        gone=_lines(texts.get(("gone", ""))) or (),
    )
    for (word, name), value in sections.items():
        if word in SEVERAL:
            getattr(case, word)[name or case.file] = _bytes(value, attributes)
    _check(case, sections)
    return case


def _split(content: bytes) -> tuple[list[str], dict[tuple[str, str], bytes]]:
    """The head, and the bytes of each section by its word and the file that it names."""
    head: list[bytes] = []
    sections: dict[tuple[str, str], bytes] = {}
    key: tuple[str, str] | None = None
    for line in content.split(b"\n")[: None if not content.endswith(b"\n") else -1]:
        if line.startswith(b"==== "):
            word, _, name = line[5:].decode("utf-8").partition(" ")
            key = (word, name)
            if word not in SECTIONS or (name and word not in SEVERAL):
                raise ValueError(f"there is no section {line.decode()!r}")
            if key in sections:
                raise ValueError(f"twice {line.decode()!r}")
            sections[key] = b""
        elif key is None:
            head.append(line)
        else:
            sections[key] += line + b"\n"
    return [line.decode("utf-8") for line in head], sections


def _head(lines: list[str]) -> tuple[str, dict[str, str]]:
    """The sentences, then attribute lines; the first line is always a sentence."""
    at = next((index for index, line in enumerate(lines) if index and line.startswith(":")), len(lines))
    why = " ".join(lines[:at]).strip()
    attributes: dict[str, str] = {}
    for line in lines[at:]:
        name, _, value = line.partition(" ")
        name = name.removeprefix(":")
        if not line.startswith(":") or name not in ATTRIBUTES or name in attributes:
            raise ValueError(f"there is no attribute {line!r}, or it is there twice")
        if (name in FLAGS) == bool(value) or value not in VALUES.get(name, (value,)):
            raise ValueError(f"not a value of :{name}: {value!r}")
        attributes[name] = value
    if not why or attributes.get("language") not in EXTENSIONS:
        raise ValueError("a case begins with a sentence that says why, and names its :language")
    if "setup" in attributes and attributes["setup"].partition(" ")[0] not in SETUPS:
        raise ValueError(f"there is no setup {attributes['setup']!r}")
    return why, attributes


def _bytes(section: bytes, attributes: dict[str, str]) -> bytes:
    """The content of a file, out of the plain lines that stand for it."""
    setup = attributes.get("setup", "")
    if setup.startswith("repeat "):
        text, count = setup.removeprefix("repeat ").rsplit(" ", 1)
        section = section.replace(b"{REPEAT}", codecs.escape_decode(text.encode())[0] * int(count))
    if "bytes" in attributes:
        section = codecs.escape_decode(section)[0]
    if "eof" in attributes:
        section = section.removesuffix(b"\n")
    if "newline" in attributes:
        section = section.replace(b"\n", {"crlf": b"\r\n", "cr": b"\r"}[attributes["newline"]])
    if "encoding" in attributes:
        section = section.decode("utf-8").encode(attributes["encoding"])
    return codecs.BOM_UTF8 + section if "bom" in attributes else section


def _lines(section: str | None) -> tuple[str, ...] | None:
    return None if section is None else tuple(line for line in section.split("\n") if line)


def _check(case: Case, sections: dict[tuple[str, str], bytes]) -> None:
    words = {word for word, _ in sections}
    outcomes = [word for word in OUTCOMES if word in words and (word != "gone" or "after" not in words)]
    if len(outcomes) != 1:
        raise ValueError(f"one of {OUTCOMES} is expected, not {outcomes}")
    if not isinstance(case.op, dict):
        raise TypeError("the op is a JSON object")
    if "error" in words and not case.error:
        raise ValueError("an error begins with its code")
    if "ideally" in words and "error" not in words and case.ideally == case.after:
        raise ValueError("`ideally` is what happens already")
    setup = case.attributes.get("setup", "").partition(" ")[0]
    if case.file not in case.before and setup not in ("missing", "folder", "fifo") and "cli" not in case.op:
        raise ValueError(f"there is no `before` for {case.file}")
