"""The command `structedit`: knows every sub-command by name and one line of help, and imports the one that runs."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from structedit._version import __version__
from structedit.cli.options import OwnHelp

if TYPE_CHECKING:
    from collections.abc import Sequence

# name -> module below structedit.cli, help. A module has `command`, or `family(name)` where it holds several.
COMMANDS: dict[str, tuple[str, str]] = {
    "outline": ("outline", "List the definitions of a file, each with a selector."),
    "find": ("find", "List what a selector matches in files and folders."),
    "read": ("read", "Print a file, some of its lines or one node, with its hash."),
    "insert": ("insert", "Put text before or after a node, or at the start or end inside it."),
    "replace": ("replace", "Put text in the place of a node or of a part of it."),
    "delete": ("delete", "Remove a node with what belongs only to it."),
    "wrap": ("wrap", "Put text around a node."),
    "unwrap": ("unwrap", "Keep the body of a node, remove what is around it."),
    "set": ("set", "Set a value by its path, in data files and in literals."),
    "edit": ("edit", "Put text in the place of a text that is quoted."),
    "patch": ("patch", "Apply a patch: a diff, a begin-patch, search/replace blocks, ranges."),
    "create": ("create", "Make a new file."),
    "remove": ("remove", "Remove a whole file."),
    "rename-file": ("rename_file", "Give a file another path."),
    "argument": ("member", "Add, set or remove an argument of a call."),
    "parameter": ("member", "Add, set or remove a parameter of a function."),
    "decorator": ("member", "Add, set or remove a decorator."),
    "base": ("member", "Add, set or remove a base class."),
    "import": ("member", "Add, set or remove an import."),
    "docstring": ("member", "Add, set or remove a docstring."),
    "entry": ("member", "Add, set or remove an entry of a dict or object."),
    "item": ("member", "Add, set or remove an item of a list."),
    "attribute": ("member", "Add, set or remove an attribute of an element."),
    "apply": ("apply", "Do what a request in JSON says: several edits, several files."),
    "undo": ("undo", "Take back the last edit, or the one with an id."),
    "mcp": ("mcp", "Serve these verbs to coding agents by the Model Context Protocol."),
    "tools": ("tools", "Print the tools as declarations for function calling."),
    "doctor": ("doctor", "Say what can be promised of edits at a path."),
    "languages": ("languages", "List the languages, and which of them can be used."),
    "completion": ("completion", "Print the script that completes commands in a shell."),
}

CONTEXT = {"max_content_width": 100, "help_option_names": ["--help"]}
INTERRUPTED, PIPE_CLOSED = 130, 141


class LazyGroup(OwnHelp, click.Group):
    """Sub-commands are imported when they run, and only then; the list of all is printed from the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"structedit.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = module.family(cmd_name) if hasattr(module, "family") else module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from structedit.edit.check import nearest

            near = nearest(args[0], COMMANDS)
            ctx.fail(f"There is no command {args[0]!r}." + (f" Did you mean {near!r}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Two ends that click would answer with exit code 1, which means "nothing matched" here."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            # Whoever read our output is gone. What python would flush at its end goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return PIPE_CLOSED

    def main(  # type: ignore[override]  # click's overloads tell its modes apart; this one ends in exit or passes on
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        """Run, and end with an exit code: never with a traceback for what the caller did."""
        given = list(sys.argv[1:] if args is None else args)
        if not extra.pop("standalone_mode", True):
            return super().main(given, prog_name, standalone_mode=False, **extra)
        try:
            code = super().main(given, prog_name or "structedit", standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            code = _usage(error, given)
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except Exception as error:  # noqa: BLE001 - a bug: said as an answer too, since exit code 1 means "no match"
            code = _bug(error, given)
        sys.exit(code if isinstance(code, int) else 0)


def _usage(error: click.ClickException, args: list[str]) -> int:
    """A command line that could not be read: as an answer where one was asked for, else as click shows it."""
    from structedit.cli.output import print_usage_error

    return print_usage_error(error, as_json="--json" in args)


def _bug(error: Exception, args: list[str]) -> int:
    """The traceback for a report, and the answer that a script expects."""
    import traceback

    from structedit.cli.output import finish
    from structedit.errors import StructeditError

    traceback.print_exception(error)
    what = f"A bug in structedit: {type(error).__name__}: {error}"
    return finish(StructeditError("INTERNAL", what).refused(), as_json="--json" in args)


def _show_version(ctx: click.Context) -> None:
    click.echo(f"structedit {__version__}")
    ctx.exit()


@click.group("structedit", cls=LazyGroup, context_settings=CONTEXT)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, value: _show_version(ctx) if value and not ctx.resilient_parsing else None,
    help="Show the version and exit.",
)
def main() -> None:
    """Edit code by its structure: name a place, change it, and nothing else.

    \b
      structedit outline app.py
      structedit insert app.py main 'log("done")' --at end
      structedit replace app.py 'Cache.get call#open > argument#mode' '"rb"'

    A selector names a place: Cache.get, function#load, 'call#open > argument:nth(2)'. Quote selectors: a shell
    takes # for a comment and > for a file. `structedit COMMAND --help` has examples.
    """
