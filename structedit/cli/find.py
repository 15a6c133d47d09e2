"""structedit find"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from structedit.cli.options import EditCommand, below, reading_options, text_fields, text_options
from structedit.cli.output import put
from structedit.cli.run import look

if TYPE_CHECKING:
    from structedit.workspace.seen import Hits

NOTHING = 1


@click.command("find", cls=EditCommand)
@click.argument("selector", metavar="SELECTOR")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@text_options
@reading_options
def command(selector: str, paths: tuple[str, ...], **options: Any) -> int:
    """List what SELECTOR matches in files, and in the files below folders. The exit code is 1 if nothing does.

    Without PATH the current folder is searched.

    \b
    Examples:
      structedit find 'call#open' src
      structedit find 'function[async]:has(call#sleep)' app.py tests
      structedit find 'class#Cache > method' --json
    """
    found: list[Hits] = []

    def verb(workspace: Any, root: str) -> Any:
        given = [below(root, path) for path in paths or (".",)]
        watch = _progress if _watched(options) else None
        hits = workspace.find(selector, given, progress=watch, **text_fields(options))
        if hasattr(hits, "matches"):
            found.append(hits)
        return hits

    code = look(verb, options, _show)
    return NOTHING if found and not found[0].matches else code


def _watched(options: dict[str, Any]) -> bool:
    return not options["as_json"] and sys.stderr.isatty() and not sys.stdout.isatty()


def _progress(path: str) -> None:
    click.echo(f"\r\x1b[K{path[-70:]}", err=True, nl=False)


def _show(hits: Hits) -> None:
    if sys.stderr.isatty() and not sys.stdout.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)
    if hits.matches:
        put("".join(f"{hit.path}:{hit.line}: {hit.selector}: {hit.text}\n" for hit in hits.matches))
    if hits.skipped:
        words = ", ".join(f"{number} {code}" for code, number in sorted(hits.skipped.items()))
        put(f"passed over: {words}", error=True)
