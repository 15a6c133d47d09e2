"""One edit on the command line loads click, tree_sitter and one grammar: nothing that is slow to import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BASELINE = "import click, tree_sitter, tree_sitter_python"
SLOW = {
    "_hashlib",
    "asyncio",
    "dataclasses",
    "difflib",
    "hypothesis",
    "importlib.metadata",
    "importlib.resources",
    "json",
    "libcst",
    "locale",
    "mcp",
    "multiprocessing",
    "pathlib",
    "pydantic",
    "rapidfuzz",
    "regex",
    "rich",
    "sqlite3",
    "subprocess",
    "tempfile",
    "tree_sitter_json",
    "tree_sitter_language_pack",
    "tree_sitter_languages",
    "typing_extensions",
    "urllib",
}


def modules_after(script: str, folder: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n{script}"],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def test_one_edit_imports_nothing_slow(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"def f():\n    a = 1\n")
    edit = (
        "from structedit.cli.main import main\n"
        "try: main(['insert', 'a.py', 'f', 'b = 2', '--at', 'end'])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(*sys.modules)"
    )
    loaded = modules_after(edit, tmp_path)
    assert (tmp_path / "a.py").read_bytes() == b"def f():\n    a = 1\n    b = 2\n"
    at_start = modules_after("print(*sys.modules)", tmp_path)
    assert not (loaded - at_start) & SLOW


def test_no_third_party_package_is_loaded_but_click_and_the_parser(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"def f():\n    a = 1\n")
    edit = (
        "from structedit.cli.main import main\n"
        "try: main(['insert', 'a.py', 'f', 'b = 2', '--at', 'end'])\n"
        "except SystemExit: pass\n"
        "print(*{name.split('.')[0] for name, module in sys.modules.items()"
        " if 'site-packages' in (getattr(module, '__file__', None) or '')})"
    )
    at_start = modules_after(
        "print('-', *{name.split('.')[0] for name, module in sys.modules.items()"
        " if 'site-packages' in (getattr(module, '__file__', None) or '')})",
        tmp_path,
    )
    loaded = modules_after(edit, tmp_path) - at_start
    assert loaded <= {"click", "tree_sitter", "tree_sitter_python", "colorama", "tomli"}


def test_the_public_names_are_imported_when_they_are_used(tmp_path: Path) -> None:
    assert not {
        name for name in modules_after("import structedit\nprint(*sys.modules)", tmp_path) if "tree_sitter" in name
    }
