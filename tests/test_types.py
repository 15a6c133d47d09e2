"""The types and lints of pyproject.toml hold. Both tools come with the extra `test`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.modules import ROOT


@pytest.mark.parametrize(
    "command",
    [["mypy", "--no-error-summary"], ["ruff", "check", "--quiet", "."], ["ruff", "format", "--check", "--quiet", "."]],
    ids=" ".join,
)
def test_the_code_is_clean(command: list[str]) -> None:
    pytest.importorskip(command[0])
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120"}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
