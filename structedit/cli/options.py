"""What the commands have in common: their options, and how a line becomes a request."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

    Decorator = Callable[[Any], Any]

_CONDITIONS = ("--if-absent", "--if-present")
_LOOKS_LIKE_AN_OPTION = re.compile(r"--[a-z]")


class OwnHelp(click.Command):
    """Has an option for help whose words are not looked up in translations: that takes click 2 ms."""

    _own_help: click.Option | None = None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        names = self.get_help_option_names(ctx)
        if self._own_help is None and names:
            facts: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False}
            self._own_help = click.Option([*names], help="Show this message and exit.", callback=_show_help, **facts)
        return self._own_help


def _show_help(ctx: click.Context, param: click.Parameter, value: object) -> None:
    del param
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


class FilePath(click.ParamType):  # type: ignore[type-arg]  # it is generic from click 8.5 on, at run time not before
    """A path as it was given. Completed by the shell, and looked at by nobody but the store."""

    name = "path"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        del ctx, param
        return [CompletionItem(incomplete, type="file")]


class EditCommand(OwnHelp):
    """A command whose arguments may begin with a minus (`-1`, `- item`), but not with two.

    `--if-absent` alone means True; with a value it is one word, `--if-absent=SELECTOR`, so that it never takes the
    argument behind it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["context_settings"] = {**kwargs.pop("context_settings", {}), "ignore_unknown_options": True}
        super().__init__(*args, **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        args = [f"{arg}=" if arg in _CONDITIONS and i < end else arg for i, arg in enumerate(args)]
        if not ctx.resilient_parsing and "--help" not in args[:end]:
            self._refuse_unknown(ctx, args[:end])
        try:
            return super().parse_args(ctx, list(args))
        except click.MissingParameter as error:
            raise _with_quoting_hint(error) from None

    def _refuse_unknown(self, ctx: click.Context, args: list[str]) -> None:
        """Text that looks like an option is more often a misspelt option."""
        options = [opt for param in self.get_params(ctx) if isinstance(param, click.Option) for opt in param.opts]
        valued = {opt for param in self.get_params(ctx) for opt in param.opts if _takes_value(param)}
        for before, arg in zip(["", *args], args, strict=False):
            name = arg.partition("=")[0]
            if _LOOKS_LIKE_AN_OPTION.match(arg) and name not in options and before not in valued:
                from structedit.edit.check import nearest

                near = nearest(name, options)
                hint = f"Did you mean {near}?" if near else "Put -- before arguments that begin so."
                raise click.UsageError(f"There is no option {name}. {hint}", ctx)


def _takes_value(param: click.Parameter) -> bool:
    return isinstance(param, click.Option) and not param.is_flag


def _with_quoting_hint(error: click.MissingParameter) -> click.UsageError:
    param = error.param
    name = "argument" if param is None else param.opts[0] if isinstance(param, click.Option) else _metavar(param)
    message = f"{name} is missing."
    if name in ("TARGET", "TEXT", "VALUE"):
        message += " If it stood there, the shell may have taken it: put a selector with # > ~ * or blanks in quotes."
    return click.UsageError(message, error.ctx)


def _metavar(param: click.Parameter) -> str:
    return (param.metavar or param.human_readable_name).strip("[]")


def reading_options(command: Any) -> Any:
    """What every command takes."""
    return _stack(
        command,
        click.option("--root", metavar="DIR", help="Folder that no path may leave. [default: the project's]"),
        click.option("--language", metavar="L", help="Language, where the path does not tell."),
        click.option("--json", "as_json", is_flag=True, help="Print one answer object and nothing else."),
    )


def text_options(command: Any) -> Any:
    """What every command takes that reads the text of files."""
    return _stack(
        command,
        click.option("--encoding", metavar="NAME", help="Encoding, where the file does not say it."),
        click.option("--position-encoding", metavar="U", help="Unit of places in answers: utf-8, utf-16 or utf-32."),
    )


def text_fields(options: dict[str, Any]) -> dict[str, Any]:
    """The keywords of the reading verbs that stand in the options."""
    return {name: options[name] for name in ("encoding", "position_encoding") if options[name] is not None}


def request_options(command: Any) -> Any:
    """What every command takes that writes."""
    return _stack(
        command,
        click.option("--preview", is_flag=True, help="Print what would change, and its plan id; write nothing."),
        click.option("--plan", metavar="ID", help="Write exactly what the preview with this id showed, or refuse."),
        click.option("--expect", metavar="HASH", help="Refuse unless the file has this hash (8 or more digits)."),
        click.option("--on-syntax-error", metavar="refuse|warn", help="What to do where the edit breaks the syntax."),
        click.option("--allow", metavar="WORD", multiple=True, help="Pass a guard: elided, control, ..."),
        text_options,
        reading_options,
    )


def edit_options(command: Any) -> Any:
    """What every single edit takes."""
    return _stack(
        command,
        click.option("--count", metavar="N|all", help="How many targets are meant. [default: exactly one]"),
        click.option("--if-absent", metavar="[=SELECTOR]", help="Do nothing where it (or SELECTOR) is there already."),
        click.option("--if-present", metavar="[=SELECTOR]", help="Do nothing where the target (or SELECTOR) is gone."),
        request_options,
    )


def file_argument(command: Any) -> Any:
    return click.argument("file", metavar="FILE", type=FilePath())(command)


def target_argument(command: Any) -> Any:
    return click.argument("target", metavar="TARGET")(command)


def request_fields(options: dict[str, Any]) -> dict[str, Any]:
    """The fields of the request that stand in the options."""
    fields = {
        "preview": options["preview"] or None,
        "plan": options["plan"],
        "expected_hash": options["expect"],
        "on_syntax_error": options["on_syntax_error"],
        "allow": list(options["allow"]) or None,
        "encoding": options["encoding"],
        "position_encoding": options["position_encoding"],
        "language": options["language"],
    }
    return {name: value for name, value in fields.items() if value is not None}


def edit_fields(options: dict[str, Any]) -> dict[str, Any]:
    """The fields that every edit can have."""
    fields: dict[str, Any] = {}
    count = options["count"]
    if count is not None:
        fields["count"] = int(count) if re.fullmatch(r"-?[0-9]{1,9}", count) else count
    for name in ("if_absent", "if_present"):
        if options[name] is not None:
            fields[name] = options[name] or True
    return fields


def project_root(given: str | None) -> str:
    """The root that was named, else the project's that the current folder belongs to."""
    if given is not None:
        return given
    from structedit.store.root import nearest_root

    return nearest_root()


def below(root: str, path: str) -> str:
    """A path of the command line (relative to the current folder) as one relative to the root."""
    if not path or "\0" in path:
        return path
    return os.path.relpath(os.path.join(os.path.realpath("."), path), os.path.realpath(root)).replace(os.sep, "/")


def _stack(command: Any, *decorators: Decorator) -> Any:
    for decorator in reversed(decorators):
        command = decorator(command)
    return command
