"""python -m structedit"""

from __future__ import annotations

from structedit.cli.main import main

if __name__ == "__main__":
    main(prog_name="structedit")
