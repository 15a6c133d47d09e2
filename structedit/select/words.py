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
    "line": "line number",
    "root": "",
    "empty": "",
}
"""Each pseudo-class and the sort of its argument; the empty string: it takes none."""

LATER: dict[str, str] = {
    "query": "use a raw kind, as in (if_statement)",
    "matches": 'use :contains("text"), or an attribute test such as [text*="text"]',
    "inside": "put the outer selector in front: `outer inner`",
    "parent": "name the parent and use :has(> child)",
    "enclosing": "name the outer element and use :has(inner)",
    "pattern": 'use call#name, or :contains("text")',
    "lines": "use :line(n)",
    "host": "leave it out: there is no embedded code yet",
}
"""Pseudo-classes that are reserved, and what does the job until they come."""
