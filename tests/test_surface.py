"""The public surface is a decision: names, signatures, fields, codes, words and commands as in the golden file.

After a decision to change it: `python -m tests.test_surface > tests/surface.txt`.
"""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path
from typing import TYPE_CHECKING

import click

import structedit
from structedit import errors
from structedit.cli.main import COMMANDS, main
from structedit.edit.form import VERSION
from structedit.select import words as selectors
from structedit.syntax import words
from structedit.text.source import HASH_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOLDEN = Path(__file__).with_name("surface.txt")


def test_the_surface_is_the_one_that_was_decided() -> None:
    assert "\n".join(surface()) + "\n" == GOLDEN.read_text(encoding="utf-8")


def test_all_names_are_sorted_and_there() -> None:
    assert list(structedit.__all__) == sorted(structedit.__all__)
    assert [name for name in structedit.__all__ if not hasattr(structedit, name)] == []


def surface() -> Iterator[str]:
    yield from _section("versions", [f"hash {HASH_VERSION}", f"request {VERSION}"])
    yield from _section("python", [line for name in structedit.__all__ for line in _name(name)])
    yield from _section("codes", [f"{code} {facts.exit}" for code, facts in sorted(errors.CODES.items())])
    yield from _section("roles", sorted(words.ROLES))
    yield from _section("parts", sorted(words.PARTS))
    yield from _section("attributes", sorted(selectors.ATTRIBUTES))
    yield from _section(
        "pseudo-classes", [f":{name} {sort}".strip() for name, sort in sorted(selectors.PSEUDO_CLASSES.items())]
    )
    yield from _section("commands", [line for name in sorted(COMMANDS) for line in _command(name)])


def _section(title: str, lines: list[str]) -> Iterator[str]:
    yield f"== {title}"
    yield from lines
    yield ""


def _name(name: str) -> Iterator[str]:
    value = getattr(structedit, name)
    if dataclasses.is_dataclass(value):
        yield f"{name}({', '.join(f'{field.name}: {field.type}' for field in dataclasses.fields(value))})"
    elif inspect.isclass(value):
        yield f"{name}{_signature(value)}"
        for method, function in sorted(vars(value).items()):
            if not method.startswith("_") and callable(function):
                yield f"  .{method}{_signature(function)}"
            elif not method.startswith("_") and isinstance(function, property):
                yield f"  .{method}"
    elif callable(value):
        yield f"{name}{_signature(value)}"
    else:
        yield f"{name}: {type(value).__name__}"


def _signature(function: Callable[..., object]) -> str:
    return str(inspect.signature(function)).replace("'", "")


def _command(name: str) -> Iterator[str]:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    commands = command.commands.items() if isinstance(command, click.Group) else [("", command)]
    for action, inner in commands:
        words_of = [
            "|".join(param.opts) if isinstance(param, click.Option) else param.human_readable_name
            for param in inner.params
        ]
        yield " ".join([name, action, *words_of]).replace("  ", " ")


if __name__ == "__main__":
    print("\n".join(surface()))
