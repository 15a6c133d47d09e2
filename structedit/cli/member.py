"""structedit argument, parameter, decorator, base, import, docstring, entry, item, attribute: a family of commands."""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, edit_options, file_argument
from structedit.cli.run import send_edit

ACTIONS = ("add", "set", "remove")

# What it is about, and examples without the command's name.
FAMILY: dict[str, tuple[str, tuple[str, ...]]] = {
    "argument": (
        "an argument of the call TARGET. --name: its keyword, or a number for a positional one",
        (
            "add app.py 'main call#open' --name encoding '\"utf-8\"'",
            "set app.py 'main call#open' --name mode '\"rb\"'",
            "remove app.py 'main call#open' --name 2",
        ),
    ),
    "parameter": (
        "a parameter of the function TARGET. TEXT: its default; --type: its annotation",
        (
            "add app.py load --name timeout --type int 30",
            "set app.py load --name timeout 60",
            "remove app.py load --name timeout",
        ),
    ),
    "decorator": (
        "a decorator of the function or class TARGET; the @ is optional",
        (
            "add app.py Cache.get 'lru_cache(maxsize=None)'",
            "set app.py Cache.get --name lru_cache 'cache'",
            "remove app.py Cache.get --name lru_cache",
        ),
    ),
    "base": (
        "a base of the class TARGET",
        (
            "add app.py Cache Mapping",
            "set app.py Cache --name Mapping MutableMapping",
            "remove app.py Cache --name Mapping",
        ),
    ),
    "import": (
        "an import. --name: full path of one bound name, or TEXT: a statement. TARGET: the module, if left out",
        (
            "add app.py 'from os import path'",
            "add app.py --name os.path.join",
            "set app.py --name os.path.join 'from os.path import join as joined'",
            "remove app.py --name os.path.join",
        ),
    ),
    "docstring": (
        "the docstring of TARGET. TEXT is the content, without quotes",
        ("add app.py load 'Load the file.'", "set app.py :root @docstring.txt", "remove app.py load"),
    ),
    "entry": (
        "an entry of the dict or object TARGET. --name: the key, without quotes; TEXT: the value as source",
        (
            "add package.json scripts --name lint '\"eslint .\"'",
            "set package.json scripts --name lint '\"eslint src\"'",
            "remove package.json scripts --name lint",
        ),
    ),
    "item": (
        "an item of the list TARGET. TEXT is source; --name or --position says which one",
        (
            "add package.json files '\"dist\"' --position 1",
            "set package.json files --position -1 '\"lib\"'",
            "remove package.json files --name '\"dist\"'",
        ),
    ),
    "attribute": (
        "an attribute of the element TARGET. TEXT: its value as source, none for a boolean one",
        (
            "add Card.jsx 'element#img' --name alt '\"card\"'",
            "set Card.jsx 'element#img' --name src '{picture}'",
            "remove Card.jsx 'element#img' --name alt",
        ),
    ),
}


def family(kind: str) -> click.Group:
    """The command called `kind`, with its three actions."""
    about, examples = FAMILY[kind]
    lines = "\n".join(f"  structedit {kind} {example}" for example in examples)
    text = f"Add, set or remove {about}.\n\n\b\nExamples:\n{lines}"
    group = click.Group(kind, help=text, context_settings={"max_content_width": 100})
    for action in ACTIONS:
        group.add_command(_command(kind, action))
    return group


def _command(kind: str, action: str) -> click.Command:
    from structedit.edit.form import form_of

    fields = form_of(kind, action).fields
    about, examples = FAMILY[kind]
    lines = "\n".join(f"  structedit {kind} {example}" for example in examples if example.startswith(action))
    verb = {"add": "Add", "set": "Set", "remove": "Remove"}[action]

    def run(rest: tuple[str, ...], **options: Any) -> int:
        edit: dict[str, Any] = {"op": kind, "action": action}
        for name in ("name", "type", "position"):
            if options.get(name) is not None:
                edit[name] = options[name]
        if options.get("create"):
            edit["create"] = True
        target, text = _target_and_text(kind, action, rest, named="name" in edit)
        if action == "remove" and kind != "import" and "name" in fields and "name" not in edit and text is not None:
            edit["name"], text = text, None
        if target is not None:
            edit["target"] = target
        return send_edit(edit, options, {"text": text})

    command = edit_options(run)
    if "create" in fields:
        command = click.option("--create", is_flag=True, help="Write the list where the entry is missing.")(command)
    if "position" in fields:
        where = "From 1, or from -1 backwards, or beside a member." if action == "add" else "Which one, from 1 or -1."
        command = click.option("--position", metavar="N|before:X|after:X", help=where)(command)
    if "type" in fields:
        command = click.option("--type", metavar="T", help="The annotation.")(command)
    if "name" in fields:
        command = click.option("--name", metavar="NAME", help="Which one, or what it is called.")(command)
    command = click.argument("rest", metavar=_metavar(kind, fields), nargs=-1)(command)
    command = click.command(action, cls=EditCommand, help=f"{verb} {about}.\n\n\b\nExample:\n{lines}")(
        file_argument(command)
    )
    done: click.Command = command
    return done


def _metavar(kind: str, fields: tuple[str, ...]) -> str:
    target = "[TARGET]" if kind == "import" else "TARGET"
    return f"{target} [TEXT]" if "text" in fields else target


def _target_and_text(kind: str, action: str, rest: tuple[str, ...], *, named: bool) -> tuple[str | None, str | None]:
    """What the arguments behind FILE are. The target of an import may be left out: then a lone argument is the text."""
    if len(rest) > 2:
        message = f"{rest[2]!r} is one argument too many: quote TARGET and TEXT."
        raise click.UsageError(message, click.get_current_context())
    if len(rest) == 2:
        return rest[0], rest[1]
    if kind == "import":
        lone_is_target = named and action != "set"
        return (rest[0], None) if rest and lone_is_target else (None, rest[0] if rest else None)
    if not rest:
        raise click.UsageError(
            "TARGET is missing. If it stood there, the shell may have taken it: put a selector with # > ~ * or blanks "
            "in quotes.",
            click.get_current_context(),
        )
    return rest[0], None
