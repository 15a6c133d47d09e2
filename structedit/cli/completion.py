"""structedit completion"""

from __future__ import annotations

import click

VARIABLE = "_STRUCTEDIT_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes structedit's commands and options in a SHELL.

    \b
    Examples:
      eval "$(structedit completion bash)"
      structedit completion fish > ~/.config/fish/completions/structedit.fish
    """
    from click.shell_completion import get_completion_class

    from structedit.cli.main import main

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"click has no completion for {shell}.")
    click.echo(found(main, {}, "structedit", VARIABLE).source())
