"""The words of selectors that are no roles and no parts: attributes, pseudo-classes, operators."""

from __future__ import annotations

OPERATORS = ("!=", "^=", "$=", "*=", "<=", ">=", "=", "<", ">")

NUMBERS = ("index", "line", "lines", "depth")
"""Attributes whose value is a number."""

FLAGS = ("async", "exported", "static")

ATTRIBUTES = (
    "name",
    "path",
    "kind",
    "type",
    "text",
    "value",
    *NUMBERS,
    "callee",
    "keyword",
    "module",
    "imports",
    "decorator",
    *FLAGS,
    "visibility",
    "trait",
)

PSEUDO_CLASSES: dict[str, str] = {
    "nth": "place",
    "first": "",
    "last": "",
    "nth-of-all": "place",
    "has": "relative selector",
    "not": "relative selector",
    "is": "selector",
    "contains": "quoted text",
    "matches": "regular expression",
    "query": "quoted text",
    "inside": "selector",
    "parent": "",
    "enclosing": "role",
    "line": "line number",
    "lines": "range of lines",
    "root": "",
    "empty": "",
}
"""Each pseudo-class and the sort of its argument; the empty string: it takes none."""

MOVING = frozenset(("parent", "enclosing"))
"""Those that go on to another element."""

EXPRESSION, QUERY = "matches", "query"
"""Those whose argument is in a language of its own."""

OF_LINES = frozenset(("line", "lines"))
"""Those that find by lines, which an edit never does."""

LATER: dict[str, str] = {
    "pattern": 'use call#name, :matches(/expression/), or :query("…")',
    "host": "leave it out: there is no embedded code yet",
}
"""Pseudo-classes that are reserved, and what does the job until they come."""
