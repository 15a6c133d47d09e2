"""structedit tools"""

from __future__ import annotations

import click

from structedit.cli.options import OwnHelp
from structedit.cli.output import put


@click.command("tools", cls=OwnHelp)
@click.option(
    "--format",
    "form",
    type=click.Choice(["openai", "anthropic", "mcp"]),
    default="openai",
    show_default=True,
    help="The interface that they are for.",
)
def command(form: str) -> int:
    """Print the tools as declarations for function calling: a JSON list with names, descriptions and schemas.

    The arguments that a model sends for `edit` are a request for `structedit apply`; for the other tools they are
    what `structedit mcp` takes.

    \b
    Examples:
      structedit tools --format openai
      structedit tools --format anthropic
    """
    import json

    from structedit.wire.declared import declarations

    put(json.dumps(declarations(form), ensure_ascii=False, indent=1))
    return 0
