"""Modules, functions and parameter lists stay small. Tails matter more than medians."""

from __future__ import annotations

import ast
from statistics import quantiles
from typing import TYPE_CHECKING

import pytest

from tests.modules import Module, modules

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULE_LINES, FUNCTION_LINES, PARAMETERS = 500, 80, 5
USUAL_FUNCTION_LINES = 40  # for 95 of 100

MODULES = modules()
Function = ast.FunctionDef | ast.AsyncFunctionDef


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_modules_and_functions_are_small(module: Module) -> None:
    assert len(module.path.read_text(encoding="utf-8").splitlines()) <= MODULE_LINES
    assert [(name, lines) for name, lines in map(_length, _functions(module)) if lines > FUNCTION_LINES] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_functions_take_few_parameters(module: Module) -> None:
    """A command has one for each option of the command line; a verb of `Workspace` takes its options by name."""
    found = {function.name: _parameters(function) for function in _functions(module) if not _is_command(function)}
    assert {name: count for name, count in found.items() if count > PARAMETERS} == {}


def test_nearly_all_functions_fit_on_a_screen() -> None:
    lengths = sorted(_length(function)[1] for module in MODULES for function in _functions(module))
    assert quantiles(lengths, n=100)[94] <= USUAL_FUNCTION_LINES


def _functions(module: Module) -> Iterator[Function]:
    return (node for node in ast.walk(module.tree) if isinstance(node, Function))


def _length(function: Function) -> tuple[str, int]:
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    return function.name, (function.end_lineno or first) - first + 1


def _parameters(function: Function) -> int:
    """How many there are; the receiver is none, and keyword-only ones with a default count as one set of options."""
    arguments = function.args
    names = [argument.arg for argument in [*arguments.posonlyargs, *arguments.args]]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    required = sum(default is None for default in arguments.kw_defaults)
    optional = len(arguments.kwonlyargs) > required
    return len(names) + required + optional


def _is_command(function: Function) -> bool:
    return any("command" in ast.unparse(decorator) for decorator in function.decorator_list)
