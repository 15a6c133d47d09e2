"""Which modules a language brings along: what import sorters call its standard library."""

from __future__ import annotations

import sys


def is_standard(source: str | None, module: str) -> bool:
    """Whether a top-level module is one of those that `source`, by its name in a grammar's facts, lists."""
    return module in _LISTS.get(source or "", ())


_LISTS: dict[str, frozenset[str]] = {"sys.stdlib_module_names": sys.stdlib_module_names}
