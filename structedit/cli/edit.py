"""structedit edit"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import EditCommand, edit_options, file_argument
from structedit.cli.run import send_edit

_FIELDS = ("line", "occurrence", "max_rung", "fuzzy", "confirm")


@click.command("edit", cls=EditCommand)
@file_argument
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--in", "target", metavar="SELECTOR", help="Look for OLD only inside this node.")
@click.option("--all", "every", is_flag=True, help="Edit every place where OLD stands.")
@click.option("--line", metavar="N", type=int, help="Of several equal places the one at this line.")
@click.option("--occurrence", metavar="N", type=int, help="Of several equal places the one of this number.")
@click.option("--exact", is_flag=True, help="Take no place whose bytes differ from OLD.")
@click.option("--max-rung", metavar="RUNG", help="How unlike OLD the place may be: exact, newlines, trailing, ...")
@click.option("--fuzzy", metavar="propose|apply", help="What to do with a place that is only similar.")
@click.option("--confirm", metavar="TOKEN", help="Edit the similar place that a refusal proposed.")
@edit_options
def command(**options: Any) -> int:
    """Put NEW in the place of the text OLD in FILE, which must be there exactly once.

    OLD and NEW are literal, @file, or - for standard input. A file of any sort will do. Where OLD is not there as it
    stands, a place is taken that differs in newlines, blanks at line ends, indentation, typographic characters or the
    way its lines are broken; the answer says so.

    \b
    Examples:
      structedit edit app.py 'retries = 3' 'retries = 5' --in Cache.get
      structedit edit app.py @old.txt @new.txt
      structedit edit notes.txt colour color --all
    """
    edit: dict[str, Any] = {"op": "edit"}
    texts = {"old": options.pop("old"), "new": options.pop("new")}
    if options.pop("exact"):
        edit["max_rung"] = "exact"
    if options.pop("every"):
        edit["all"] = True
    for name in ("target", *_FIELDS):
        value = options.pop(name)
        if value is not None:
            edit[name] = value
    return send_edit(edit, options, texts)
