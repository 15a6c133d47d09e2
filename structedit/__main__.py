"""The program: `structedit`, or `python -m structedit`."""

from __future__ import annotations

import gc

_OBJECTS_BETWEEN_COLLECTIONS = 50_000


def start() -> None:
    """Run the command line of this process."""
    # Imports make many objects and hardly a cycle; looking for cycles every 700 objects takes 8 ms of a start.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    from structedit.cli.main import main

    main(prog_name="structedit")


if __name__ == "__main__":
    start()
