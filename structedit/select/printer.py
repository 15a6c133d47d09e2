"""Selector → text. `parse` of what is printed gives the same selector again."""

from __future__ import annotations

import re

from structedit.select.terms import (
    DESCENDANT,
    Attribute,
    Complex,
    Compound,
    Expression,
    Head,
    Kind,
    Lines,
    Named,
    Path,
    Pseudo,
    Role,
    Selector,
    Test,
)
from structedit.syntax.words import ROLES

_PLAIN = re.compile(r"[A-Za-z0-9_$\-]+\Z")
_SLASH = re.compile(r"\\.|/", re.DOTALL)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}


def format_selector(selector: Selector) -> str:
    """The selector in its one normal spelling."""
    text = ", ".join(_complex(alternative) for alternative in selector.alternatives)
    return text if selector.through is None else f"{text} ..= {_complex(selector.through)}"


def name(text: str) -> str:
    """A name as a selector writes it: bare where it is a plain word, else quoted."""
    return text if _is_plain(text) else quoted(text)


def quoted(text: str) -> str:
    """Any text in double quotes, with what cannot be seen escaped."""
    return '"' + "".join(_ESCAPES.get(char) or _shown(char) for char in text) + '"'


def path(steps: tuple[str | int, ...]) -> str:
    """A symbol path; a single name that is a role word is quoted, so that it stays a name."""
    first = steps[0]
    if len(steps) == 1 and first in ROLES:
        return quoted(str(first))
    return dotted(steps)


def dotted(steps: tuple[str | int, ...]) -> str:
    """A symbol path as it is read: `a.b[0]."c d"`."""
    text = ""
    for step in steps:
        text += f"[{step}]" if isinstance(step, int) else ("." if text else "") + name(step)
    return text


def _is_plain(text: str) -> bool:
    if _PLAIN.match(text):
        return True
    return bool(text) and all(char.isprintable() if char > "\x7f" else _PLAIN.match(char) for char in text)


def _shown(char: str) -> str:
    return char if char.isprintable() else f"\\u{{{ord(char):x}}}"


def _complex(complex_: Complex) -> str:
    text = "" if complex_.lead in ("", DESCENDANT) else f"{complex_.lead} "
    for index, compound in enumerate(complex_.compounds):
        if index:
            combinator = complex_.combinators[index - 1]
            text += " " if combinator == DESCENDANT else f" {combinator} "
        text += compound_text(compound)
    return text + (f"@{complex_.guard}" if complex_.guard else "")


def compound_text(compound: Compound) -> str:
    """One step as text."""
    tests = "".join(_test(test) for test in compound.tests)
    part = "" if compound.part is None else f"::{compound.part}"
    return _head(compound.head, compound.tests) + tests + part


def _head(head: Head | None, tests: tuple[Test, ...]) -> str:
    if head is None:
        return ""
    if isinstance(head, Path):
        lone = len(head.steps) == 1 and tests and isinstance(tests[0], Named)
        return quoted(str(head.steps[0])) if lone else path(head.steps)
    if isinstance(head, Role):
        return head.word
    return f"({head.name})" if isinstance(head, Kind) else "*"


def _test(test: Test) -> str:
    if isinstance(test, Named):
        return f"#{name(test.name)}"
    if isinstance(test, Attribute):
        return _attribute(test)
    return _pseudo(test)


def _attribute(test: Attribute) -> str:
    if not test.op:
        return f"[{test.name}]"
    return f"[{test.name}{test.op}{name(test.value)}{' i' if test.fold else ''}]"


def _pseudo(test: Pseudo) -> str:
    argument = test.argument
    if argument is None:
        return f":{test.word}"
    return f":{test.word}({_argument(argument)})"


def _argument(argument: Selector | Expression | Lines | Role | int | str) -> str:
    if isinstance(argument, Selector):
        return format_selector(argument)
    if isinstance(argument, Expression):
        return f"/{_SLASH.sub(_escaped, argument.text)}/{argument.flags}"
    if isinstance(argument, Lines):
        return f"{argument.first}-{argument.last}"
    if isinstance(argument, Role):
        return argument.word
    return str(argument) if isinstance(argument, int) else quoted(argument)


def _escaped(found: re.Match[str]) -> str:
    return "\\/" if found[0] == "/" else found[0]
