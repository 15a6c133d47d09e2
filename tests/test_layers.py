"""Who may import whom, who may touch the world, and that no language is known to the code by name."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from structedit.syntax import grammar
from tests.modules import Module, modules

if TYPE_CHECKING:
    from collections.abc import Iterator

# A module imports from its own layer and from those before it.
LAYERS = [
    *("_version", "record", "errors", "text", "syntax", "select", "edit", "bridges"),
    *("store", "guard", "workspace", "wire", "mcp", "cli", "__init__", "__main__"),
]
# The ways up: the check of an edit reaches a language's checker, imports its standard library, through the registry.
UPWARDS = {"edit/verify.py": {"bridges"}, "edit/imports.py": {"bridges"}}
ONLY_IN = {
    "click": {"cli"},
    "tree_sitter": {"syntax"},
    "libcst": {"bridges"},
    **{name: {"mcp"} for name in ("mcp", "mcp_types", "anyio", "pydantic")},
}
SLOW = {
    "asyncio",
    "difflib",
    "libcst",
    "pathlib",
    "rapidfuzz",
    "subprocess",
    "importlib.metadata",
    "mcp",
    "pydantic",
    "rich",
}
# What touches the world: files, environment, terminal, clock.
WORLD = {
    *((word,) for word in ("open", "print", "input")),
    *(("os", word) for word in ("open", "replace", "rename", "remove", "unlink", "mkdir", "makedirs")),
    *(("os", word) for word in ("stat", "lstat", "walk", "scandir", "listdir", "environ", "getenv", "getcwd")),
    *(("sys", word) for word in ("stdin", "stdout", "stderr")),
    *(("time", word) for word in ("time", "monotonic", "perf_counter", "sleep", "thread_time")),
    ("subprocess", "run"),
}
IN_THE_WORLD = {"store", "cli", "__main__"}
ALLOWED_IN = {
    "syntax/resources.py": {("open",), ("os", "listdir")},  # it reads the package's own data
    "mcp/stdio.py": {("open",), ("sys", "stdout")},  # it parts the protocol from whatever else is printed
    "text/expressions.py": {("time", "thread_time")},  # regular expressions of users have a time limit
}

MODULES = modules()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_imports_go_down_the_layers(module: Module) -> None:
    assert module.layer in LAYERS, "name the layer of this module in LAYERS"
    allowed = {*LAYERS[: LAYERS.index(module.layer) + 1], *UPWARDS.get(module.name, ())}
    for_types = module.lines_for_types()
    wrong = [
        f"{name}, line {line}"
        for name, line in module.imports()
        if name.startswith(".")
        or (name.startswith("structedit.") and name.split(".")[1] not in {*allowed, "__version__"})
        or (name.split(".")[0] in ONLY_IN and module.layer not in ONLY_IN[name.split(".")[0]] and line not in for_types)
    ]
    assert wrong == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_nothing_slow_is_imported_at_the_top(module: Module) -> None:
    if module.layer == "mcp":  # nobody imports this layer but the command that serves
        return
    top = [node for node in module.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in top if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in top if isinstance(node, ast.ImportFrom)}
    assert {name for name in names if SLOW & {name, name.split(".")[0]}} == set()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_only_store_and_cli_touch_the_world(module: Module) -> None:
    if module.layer in IN_THE_WORLD:
        return
    allowed: set[tuple[str, ...]] = ALLOWED_IN.get(module.name, set())
    found = {(word, line) for word, line in _words(module.tree) if word in WORLD - allowed}
    assert found == set()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_no_language_is_named(module: Module) -> None:
    # A name of one or two letters is a word of its own in too many places ("r" is a mode of opening files).
    names = {name for name in grammar.names() if len(name) > 2}
    if module.layer in ("wire", "mcp", "cli", "workspace"):
        names -= {"json"}  # there it is the form of answers
    if module.layer == "select":
        names -= {"query"}  # a pseudo-class of selectors; also a grammar of the bundle
    if module.name == "cli/completion.py":
        names -= {"bash", "fish"}  # there they are the shells
    found = [
        f"{text!r}, line {line}"
        for text, line in _strings(module.tree)
        if text in names or re.fullmatch(r"\.(py|pyi|json|js|ts|tsx|go|rs|java|rb|php|c|h|cpp|cs|sh|yaml|yml|md)", text)
    ]
    assert found == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_inner_init_files_hold_no_code(module: Module) -> None:
    """They are empty; those of `workspace` and `wire` offer their names under the package's."""
    if module.name in ("workspace/__init__.py", "wire/__init__.py"):
        assert {type(node) for node in module.tree.body} <= {ast.Expr, ast.ImportFrom, ast.Assign}
    elif module.name.endswith("/__init__.py"):
        assert module.path.read_bytes() == b""


def _words(tree: ast.Module) -> Iterator[tuple[tuple[str, ...], int]]:
    """Names that are used as they are, and attributes of a bare name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield (node.id,), node.lineno
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield (node.value.id, node.attr), node.lineno


def _strings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno
