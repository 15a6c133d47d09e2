"""structedit set"""

from __future__ import annotations

import json
from typing import Any, NoReturn

import click

from structedit.cli.options import (
    EditCommand,
    below,
    edit_fields,
    edit_options,
    file_argument,
    request_fields,
    target_argument,
)
from structedit.cli.run import send


@click.command("set", cls=EditCommand)
@file_argument
@target_argument
@click.argument("value", metavar="VALUE")
@click.option("--raw", is_flag=True, help="VALUE is source text, to be written as it stands.")
@edit_options
def command(target: str, value: str, raw: bool, **options: Any) -> int:
    """Set what TARGET names in FILE to VALUE; parents that are missing are made.

    VALUE is JSON if it parses, else a string; with --raw it is source text. It is literal, @file, or - for standard
    input.

    \b
    Examples:
      structedit set package.json scripts.lint 'eslint .'
      structedit set package.json 'scripts."build:prod"' '"vite build"'
      structedit set settings.py TIMEOUT 30
      structedit set settings.py LIMIT '60 * 60' --raw
    """

    def request(root: str) -> dict[str, Any]:
        from structedit.cli.text import read_text

        text = read_text(value)
        edit = {"op": "set", "target": target, **({"text": text} if raw else {"value": as_data(text)})}
        file = below(root, options["file"])
        return {"file": file, "edits": [{**edit, **edit_fields(options)}], **request_fields(options)}

    return send(request, options)


def as_data(text: str) -> Any:
    """JSON if it parses, else the string."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text


def _no_constant(word: str) -> NoReturn:
    raise ValueError(word)
