"""The closed lists of words that queries, selectors and answers share. Frozen per major version."""

from __future__ import annotations

from functools import lru_cache

SORTS_OF_CLASS = ("struct", "interface", "enum", "trait", "protocol", "record", "impl", "type")
"""Each names one sort of type definition, and implies `class`."""

DEFINITIONS = ("namespace", "class", "function", "variable", "field", "entry", "table", "section", "rule")
"""Roles whose elements have a symbol path."""

ROLES = (
    "module",
    "namespace",
    "class",
    *SORTS_OF_CLASS,
    "function",
    "method",
    "lambda",
    "variable",
    "field",
    "parameter",
    "argument",
    "call",
    "import",
    "decorator",
    "base",
    "docstring",
    "comment",
    "string",
    "statement",
    "block",
    "return",
    "if",
    "loop",
    "try",
    "switch",
    "case",
    "list",
    "dict",
    "entry",
    "item",
    "element",
    "attribute",
    "section",
    "code",
    "rule",
    "declaration",
    "table",
    "error",
)

OPAQUE = (
    "module",
    "namespace",
    "class",
    "function",
    "lambda",
    "call",
    "argument",
    "parameter",
    "entry",
    "item",
    "element",
    "section",
    "table",
    "rule",
    "if",
    "loop",
    "try",
    "switch",
    "case",
)
"""Roles that end the reach of `>`."""

SCOPES = ("module", "namespace", "class", "function", "lambda")
"""Roles whose element binds names of its own."""

PARTS = (
    "name",
    "parameters",
    "arguments",
    "body",
    "returns",
    "decorators",
    "docstring",
    "signature",
    "bases",
    "callee",
    "value",
    "key",
    "condition",
    "else",
    "type",
    "text",
)

MARKS = (
    "node",
    "async",
    "exported",
    "visibility",
    "static",
    "owner",
    "keyword",
    "origin",
    "imported",
    "alias",
    "wildcard",
)
"""Captures beside roles and parts: the bare node inside a wrapper, and what attributes are read from."""

_OUTER = ("module", "block", "statement", "code")
_MEMBERS = ("argument", "item", "parameter", "entry", "decorator", "base", "case")


@lru_cache(maxsize=1024)
def rank(roles: frozenset[str]) -> int:
    """Which of two elements with equal spans is the outer one: the smaller number."""
    for role in _OUTER:
        if role in roles:
            return _OUTER.index(role)
    if any(role in roles for role in _MEMBERS):
        return 4
    if any(role in roles for role in DEFINITIONS):
        return 5
    return 6
