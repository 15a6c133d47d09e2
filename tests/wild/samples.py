"""Real files for the property tests: the standard library, what is installed, and more where STRUCTEDIT_SAMPLES says.

The order is a fixed shuffle, so the first few are a fair sample. Where there are too few real JSON files, written ones
stand in, in many layouts; `report()` says how many are which.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
import sysconfig
import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from structedit.syntax import grammar as grammars
from structedit.syntax.tree import parse
from structedit.text.source import Source

MOST_BYTES = 60_000
SOAK = os.environ.get("STRUCTEDIT_SOAK", "")  # "ci": every file, fewer places in each; else all
CI = SOAK == "ci"

Sample = tuple[str, bytes]


def python_files(limit: int) -> list[Sample]:
    """Files that this Python compiles, as (name, content)."""
    found: list[Sample] = []
    for path in _shuffled((Path(sysconfig.get_path("stdlib")), *_samples()), "*.py"):
        content = path.read_bytes()
        if len(found) == limit:
            break
        if content.strip() and _compiles(content, path):
            found.append((str(path), content))
    return found


def json_files(limit: int) -> list[Sample]:
    """Files that are JSON, as (name, content): real ones first, then written ones."""
    real = _real_json(limit)
    return real + [(f"written-{seed}.json", written(seed)) for seed in range(limit - len(real))]


def files(language: str, limit: int) -> list[Sample]:
    """Files of a language, as (name, content): those that we wrote (corpus/wild), then real ones."""
    if language in _CHECKED:
        return _CHECKED[language](limit)
    grammar = grammars.load(language)
    patterns = [f"*{extension}" for extension in grammar.facts["extensions"]]
    folders = (Path(__file__).parents[2] / "corpus" / "wild" / language, *_samples())
    found: list[Sample] = []
    for path in [path for folder in folders for pattern in patterns for path in _shuffled((folder,), pattern)]:
        content = path.read_bytes()
        if len(found) == limit:
            break
        if content.strip() and reads(language, content) and not parse(Source.of(content), grammar).root.has_error:
            found.append((str(path), content))
    return found


def reads(language: str, content: bytes) -> bool:
    """What a reader of the language says of a text; yes where there is none."""
    try:
        if language == "json":
            json.loads(content)
        elif language == "python":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(content, "after", "exec", dont_inherit=True)
        elif language == "toml":
            import_module("tomllib" if sys.version_info >= (3, 11) else "tomli").loads(content.decode())
        elif language == "yaml":
            yaml = import_module("yaml")  # what the checker of Python's scopes brings; without types
            try:
                list(yaml.parse(content, Loader=yaml.SafeLoader))
            except yaml.YAMLError:
                return False
    except (SyntaxError, ValueError):
        return False
    return True


_CHECKED = {"python": python_files, "json": json_files}
LANGUAGES = ("go", "javascript", "json", "lua", "python", "toml", "tsx", "typescript", "yaml")


def report(limit: int) -> str:
    real = len(_real_json(limit))
    others = "".join(f", {len(files(one, limit))} {one}" for one in LANGUAGES if one not in _CHECKED)
    return f"wild: {len(python_files(limit))} python files, {real} json files and {limit - real} written ones{others}"


def written(seed: int) -> bytes:
    """A JSON text in one of many layouts; the same for the same seed."""
    draw = random.Random(seed)
    indent = draw.choice([None, 2, 2, 4, "\t", 1])
    separators = (draw.choice([",", ", "]) if indent is None else ",", draw.choice([":", ": ", ": "]))
    text = json.dumps(_value(draw, 4), indent=indent, separators=separators, ensure_ascii=draw.random() < 0.5)
    text += draw.choice(["\n", "\n", ""])
    return draw.choice(["", "", "", "\ufeff"]).encode() + text.replace("\n", draw.choice(["\n", "\n", "\r\n"])).encode()


def _value(draw: random.Random, depth: int) -> Any:
    kind = draw.randrange(9) if depth else draw.randrange(5, 9)
    if kind < 3 or depth == 4:
        return {_word(draw): _value(draw, depth - 1) for _ in range(draw.randrange(6))}
    if kind < 5:
        return [_value(draw, depth - 1) for _ in range(draw.randrange(5))]
    return [draw.choice([True, False, None]), draw.randrange(10**6), draw.random(), _word(draw)][kind - 5]


def _word(draw: random.Random) -> str:
    words = [
        "name",
        "build:prod",
        "a.b",
        "größe",
        "",
        "x y",
        'q"',
        "back\\slash",
        "*",
        "0",
        "#id",
        "tab\t",
        "\u2028",
        "😀",
    ]
    return draw.choice(words) + draw.choice(["", "", str(draw.randrange(99))])


def _samples() -> tuple[Path, ...]:
    folder = os.environ.get("STRUCTEDIT_SAMPLES")
    return (Path(folder),) if folder else ()


@cache
def _real_json(limit: int) -> list[Sample]:
    places = {Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("purelib")), Path(sys.base_prefix) / "share"}
    found: list[Sample] = []
    for path in _shuffled((*sorted(places), *_samples()), "*.json"):
        if len(found) == limit:
            break
        content = path.read_bytes()
        try:
            json.loads(content.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            continue
        found.append((str(path), content))
    return found


def _shuffled(folders: tuple[Path, ...], pattern: str) -> list[Path]:
    ending = pattern.removeprefix("*")
    paths: dict[str, Path] = {}
    for folder in folders:
        for name in _walked(folder):
            if not name.endswith(ending) or (ending == ".py" and "site-packages" in name):
                continue
            path = folder / name
            if path.is_file() and not path.is_symlink() and path.stat().st_size <= MOST_BYTES:
                paths.setdefault(name, path)
    return [paths[name] for name in sorted(paths, key=lambda name: hashlib.sha256(name.encode()).digest())]


@cache
def _walked(folder: Path) -> tuple[str, ...]:
    """Every file below a folder, by its path from there."""
    found = []
    for top, folders, names in os.walk(folder):
        folders.sort()
        below = os.path.relpath(top, folder)
        found += [name if below == "." else f"{below}/{name}" for name in names]
    return tuple(found)


def _compiles(content: bytes, path: Path) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(content, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True
