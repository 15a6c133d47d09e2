"""structedit patch"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from structedit.cli.options import request_fields, request_options
from structedit.cli.output import print_outcome
from structedit.cli.run import look

if TYPE_CHECKING:
    from structedit.errors import Refused
    from structedit.workspace import Workspace
    from structedit.workspace.outcome import Outcome


@click.command("patch")
@click.argument("patch", metavar="FILE|-", type=click.Path(allow_dash=True))
@click.option("--format", "format_", metavar="NAME", default="auto", help="unified, begin-patch, search-replace, ...")
@click.option("--strip", metavar="N", type=int, help="Leading folders of a diff's paths to leave out. [default: a/ b/]")
@click.option("--reverse", is_flag=True, help="Take the diff back instead of applying it.")
@request_options
def command(patch: str, format_: str, strip: int | None, reverse: bool, **options: Any) -> int:
    """Apply a patch from a FILE or from standard input (-): all of it, or nothing.

    A hunk is found by its lines: at one place, whatever its number says; of several places the one at its number. What
    fits nowhere, or twice, is refused, and the nearest place shown. Paths are relative to the root.

    \b
    Formats (told by their marks, or named with --format):
      unified         diff -u and git diff: renames, modes, new and removed files
      begin-patch     *** Begin Patch ... *** End Patch
      search-replace  <<<<<<< SEARCH ... ======= ... >>>>>>> REPLACE, below the path
      ranges          JSON: [{"file", "range": {"start": {"line", "character"}, "end"}, "replacement"}]
      anchored        JSON: {"file", "file_hash", "patches": [{"start", "end", "range_hash", "contents"}]}

    \b
    Examples:
      git diff | structedit patch - --reverse --preview
      structedit patch answer.txt --format search-replace
    """

    def send(workspace: Workspace, root: str) -> Outcome | Refused:
        del root
        from structedit.cli.text import read_file, read_stdin

        text = read_stdin() if patch == "-" else read_file(patch)
        fields = {**request_fields(options), "strip": strip, "reverse": reverse or None}
        return workspace.patch(text, format=format_, **fields)

    return look(send, options, print_outcome)
