"""Which modules a language brings along: what import sorters call its standard library."""

from __future__ import annotations

import sys


def is_standard(language: str | None, module: str) -> bool:
    """Whether a top-level module is part of a language's standard library; False where nobody knows."""
    return language == "python" and module in sys.stdlib_module_names
