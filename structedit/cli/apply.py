"""structedit apply"""

from __future__ import annotations

from typing import Any

import click

from structedit.cli.options import request_fields, request_options
from structedit.cli.run import send


@click.command("apply")
@click.argument("request", metavar="REQUEST|-", type=click.Path(allow_dash=True))
@request_options
def command(request: str, **options: Any) -> int:
    """Do what a request in JSON says: one object, from a file or from standard input (-).

    Paths in the request are relative to the root. It is done wholly or not at all. Options add to the request.

    \b
    Examples:
      structedit apply request.json --preview
      structedit apply --json --root . - <<'END'
      {"file": "app.py", "edits": [
        {"op": "insert", "target": "main", "at": "end", "text": "log()"},
        {"op": "import", "action": "add", "name": "app.log"}]}
      END
    """

    def read(root: str) -> dict[str, Any]:
        del root
        from structedit.cli.text import read_file, read_stdin
        from structedit.edit.check import bad
        from structedit.wire import read_json

        data = read_json(read_stdin() if request == "-" else read_file(request))
        if not isinstance(data, dict):
            raise bad("request", "an object", data)
        return {**data, **request_fields(options)}

    return send(read, options)
