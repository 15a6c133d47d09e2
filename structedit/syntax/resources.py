"""Finds and reads queries/ and grammars/: inside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Any

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@cache
def folder(name: str) -> str:
    """The folder of data called `name` ("queries" or "grammars")."""
    inside = os.path.join(_PACKAGE, name)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(_PACKAGE), name)


@cache
def names(name: str) -> tuple[str, ...]:
    """The file names in a folder of data, sorted."""
    return tuple(sorted(os.listdir(folder(name))))


@cache
def read_text(name: str, file: str) -> str:
    with open(os.path.join(folder(name), file), encoding="utf-8") as stream:
        return stream.read()


@cache
def read_toml(name: str, file: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib as toml
    else:
        import tomli as toml
    return toml.loads(read_text(name, file))
