"""Text → Selector, by recursive descent over queries/selector.ebnf. Every "no" shows the place with a caret."""

from __future__ import annotations

import re
from typing import NoReturn

from structedit.errors import StructeditError
from structedit.select import hints
from structedit.select.scanner import Scanner
from structedit.select.terms import (
    DESCENDANT,
    Anything,
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
from structedit.select.words import ATTRIBUTES, LATER, NUMBERS, OPERATORS, PSEUDO_CLASSES
from structedit.syntax.words import PARTS, ROLES
from structedit.text import expressions

MAX_LENGTH = 10_000
MAX_DEPTH = 50

SHELL = "In a shell the whole selector is quoted: 'class#A > function#load'."

_KIND = r"[A-Za-z_][A-Za-z0-9_]*"
_NUMBER = r"-?[0-9]+(\.[0-9]+)?\Z"
_INTEGER = r"-?[0-9]{1,9}(?![0-9])"
_UNQUOTED = r"\[[a-z]+[!^$*<>]?=?([^\"'\]]+)\]"
_ATTRIBUTE = r"[A-Za-z_\-]+"
_LINES = r"([1-9][0-9]{0,8})\s*-\s*([1-9][0-9]{0,8})(?![0-9])"
_HEX = r"[0-9a-fA-F]+"
_INDEX = r"\[([0-9]{1,9})\]"


def parse(text: str) -> Selector:
    """The selector that the text spells; BAD_SELECTOR where it spells none."""
    if len(text) > MAX_LENGTH:
        raise hints.bad_selector(text, MAX_LENGTH, f"the selector is longer than {MAX_LENGTH:,} characters")
    return _Parser(text).whole()


def _parses(text: str) -> bool:
    try:
        _Parser(text, helpful=False).whole()
    except StructeditError:
        return False
    return True


class _Parser(Scanner):
    """One reading of one text. `helpful` is off while a hint is being tried out."""

    def __init__(self, text: str, *, helpful: bool = True) -> None:
        super().__init__(text, _parses, helpful=helpful)
        self.depth = 0

    def whole(self) -> Selector:
        self.blanks()
        if not self.peek():
            self.fail("the selector is empty; expected a name, a role, a kind or a test")
        selector = self.selector(relative=False)
        if self.peek():
            self.unexpected("a combinator, `,`, `..=` or the end")
        return selector

    def selector(self, *, relative: bool) -> Selector:
        start = self.pos
        alternatives = [self.complex(relative)]
        through: Complex | None = None
        if self.take("..="):
            self.blanks()
            through = self.complex(relative=False)
            if self.peek() == ",":
                self.fail("a range stands alone; expected the end", "Send two selectors instead.")
        while through is None and self.take(","):
            self.blanks()
            alternatives.append(self.complex(relative))
        return Selector(tuple(alternatives), through, self.text[start : self.pos].strip())

    def complex(self, relative: bool) -> Complex:
        lead = ""
        if relative and self.peek() in (">", "+", "~"):
            lead = self.peek()
            self.pos += 1
            self.blanks()
        compounds = [self.compound()]
        combinators: list[str] = []
        while (combinator := self.combinator()) is not None:
            combinators.append(combinator)
            compounds.append(self.compound())
        guard = self.guard() if self.peek() == "@" else ""
        return Complex(tuple(compounds), tuple(combinators), guard, lead)

    def combinator(self) -> str | None:
        had_blank = self.blanks()
        char = self.peek()
        if char in (">", "+", "~"):
            self.pos += 1
            self.blanks()
            if not self.peek():
                self.fail(f"expected a selector behind `{char}`", SHELL)
            return char
        if not char or char in "),@" or self.text.startswith("..=", self.pos):
            return None
        if had_blank:
            return DESCENDANT
        return self.unexpected("a blank or another combinator")

    def guard(self) -> str:
        at = self.pos
        self.pos += 1
        digits = self.match(_HEX)
        if not 8 <= len(digits) <= 64 or self.is_word():
            self.pos = at
            hint = 'Paste the hash as it was printed, or leave it out; a name with `@` is quoted: "@scope/name".'
            self.fail("expected a guard: `@` and 8 to 64 hexadecimal digits of a node's hash", hint)
        self.blanks()
        return digits.lower()

    # one step

    def compound(self) -> Compound:
        at = self.pos
        head = self.head()
        tests: list[Test] = []
        while (test := self.test(head, bool(tests), at)) is not None:
            tests.append(test)
        if head is None and not tests:
            self.no_compound()
        part, part_at = None, self.pos
        if self.take("::"):
            part = self.part(part_at)
        return Compound(head, tuple(tests), part, at, self.pos, part_at)

    def head(self) -> Head | None:
        char = self.peek()
        if char == "*":
            self.pos += 1
            return Anything()
        if char == "(":
            return self.kind()
        if char in ('"', "'") or self.is_word():
            return self.path()
        return None

    def kind(self) -> Kind:
        at = self.pos
        self.pos += 1
        self.blanks()
        kind = self.match(_KIND)
        self.blanks()
        if not kind or self.peek() != ")":
            self.pos = at if not kind else self.pos
            self.fail("expected a kind of the grammar and `)`, as in (if_statement)")
        self.pos += 1
        return Kind(kind)

    def path(self) -> Head:
        bare = self.is_word()
        steps: list[str | int] = [self.name()]
        while True:
            index = re.compile(_INDEX).match(self.text, self.pos)
            if index:
                steps.append(int(index[1]))
                self.pos = index.end()
            elif self.peek() == "." and not self.text.startswith("..=", self.pos):
                self.pos += 1
                steps.append(self.name())
            else:
                break
        if bare and len(steps) == 1 and steps[0] in ROLES:
            return Role(str(steps[0]))
        return Path(tuple(steps))

    def name(self) -> str:
        if self.peek() in ('"', "'"):
            return self.quoted()
        word = self.word()
        if not word:
            self.unexpected("a name")
        return word

    def part(self, at: int) -> str:
        word = self.word()
        if word in PSEUDO_CLASSES and word not in PARTS:
            self.pos = at
            self.fail(f"`::{word}` is no part; a pseudo-class has one colon", self.with_text(at, 2, ":"))
        if not word:
            self.unexpected("the name of a part")
        if self.text.startswith("::", self.pos) or self.peek() == "(":
            self.unexpected("the end of the step, for a part is its last piece")
        return word

    # tests

    def test(self, head: Head | None, later: bool, start: int) -> Test | None:
        at = self.pos
        char = self.peek()
        if char == "#":
            self.pos += 1
            if isinstance(head, Path) and not later and len(head.steps) == 1 and self.text[start] not in "\"'":
                self.unknown_role(start, str(head.steps[0]))
            if self.peek() not in ('"', "'") and not self.is_word():
                self.unexpected("a name behind `#`", "" if self.peek() else SHELL)
            return Named(self.name(), at)
        if char == "[":
            return self.attribute()
        if char == ":" and not self.text.startswith("::", at):
            return self.pseudo()
        return None

    def attribute(self) -> Attribute:
        at = self.pos
        self.pos += 1
        self.blanks()
        word_at = self.pos
        word = self.match(_ATTRIBUTE)
        if word not in ATTRIBUTES:
            self.pos = word_at
            expected = "expected an attribute" if not word else f"`{word}` is no attribute"
            self.fail(f"{expected}; there are {', '.join(ATTRIBUTES)}", self.similar(word, ATTRIBUTES, "[{}]"))
        self.blanks()
        op = next((op for op in OPERATORS if self.take(op)), "")
        value, fold = self.value(word, op) if op else ("", False)
        self.blanks()
        if not self.take("]"):
            expected = "`]`; a value that is no plain word is quoted" if op else "an operator or `]`"
            self.unexpected(expected, self.quoted_value(at) if op else "")
        return Attribute(word, op, value, fold, at)

    def value(self, attribute: str, op: str) -> tuple[str, bool]:
        self.blanks()
        at = self.pos
        if self.peek() not in ('"', "'") and not self.is_word():
            self.unexpected("a value")
        value = self.name()
        wants_number = op in ("<", ">", "<=", ">=") or (attribute in NUMBERS and op in ("=", "!="))
        if wants_number and not re.compile(_NUMBER).match(value):
            self.pos = at
            self.fail(f"expected a number behind `{attribute}{op}`")
        blank = self.blanks()
        fold = (blank or self.text[self.pos - 1] in "\"'") and self.peek() == "i"
        self.pos += fold
        return value, fold

    def pseudo(self) -> Pseudo:
        at = self.pos
        self.pos += 1
        word = self.word()
        sort = PSEUDO_CLASSES.get(word)
        if sort is None:
            self.unknown_pseudo(at, word)
        if self.peek() != "(":
            if sort:
                self.unexpected(f"`(` and the {sort} of :{word}")
            return Pseudo(word, None, at)
        if not sort:
            self.fail(f":{word} takes no argument", self.with_text(self.pos, len(self.text) - self.pos, ""))
        opened = self.pos
        self.pos += 1
        self.blanks()
        argument = self.argument(word, sort, opened)
        self.blanks()
        if not self.take(")"):
            self.unexpected("`)`")
        return Pseudo(word, argument, at)

    def argument(self, word: str, sort: str, opened: int) -> Selector | Expression | Lines | Role | int | str:
        at = self.pos
        if sort == "quoted text":
            if self.peek() not in ('"', "'"):
                self.unexpected("quoted text", self.quoted_text(word))
            return self.quoted()
        if sort == "regular expression":
            return self.expression(word)
        if sort == "range of lines":
            return self.lines()
        if sort == "role":
            return self.role(word)
        if sort in ("place", "line number"):
            number = self.match(_INTEGER)
            if not number or int(number) == 0 or (sort == "line number" and int(number) < 0):
                self.pos = at
                more = ", or a negative one from the end" if sort == "place" else ""
                self.fail(f"expected a number from 1{more}")
            return int(number)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.pos = opened
            self.fail(f"the selector is nested deeper than {MAX_DEPTH}")
        selector = self.selector(relative=sort == "relative selector")
        self.depth -= 1
        if selector.through is not None:
            self.pos = at
            self.fail(f"a range is no test; :{word} takes one place or several", "Write `a, b` for either of two.")
        return selector

    def expression(self, word: str) -> Expression:
        """`/…/` with flags; `\\/` is a slash in it."""
        if self.peek() in ('"', "'"):
            self.unexpected("`/`", f"An expression stands between slashes: :{word}(/text/).")
        opened = self.pos
        if not self.take("/"):
            self.unexpected("a regular expression between slashes", f"As in :{word}(/text/).")
        found: list[str] = []
        places: list[int] = []
        while (char := self.peek()) != "/":
            places += [self.pos] * (1 if char != "\\" or self.text[self.pos + 1 : self.pos + 2] == "/" else 2)
            self.pos += 1
            following = self.peek() if char == "\\" else ""
            if not char or (char == "\\" and not following):
                self.pos = opened
                self.fail("the regular expression is never closed", f"As in :{word}(/text/); a slash in it is `\\/`.")
            found.append(following if following == "/" else char + following)
            self.pos += len(following)
        places.append(self.pos)
        self.pos += 1
        flags = self.flags()
        text = "".join(found)
        if not text:
            self.pos = opened + 1
            self.fail("the regular expression is empty", f"As in :{word}(/text/).")
        try:
            expressions.compiled(text, flags)
        except expressions.BadExpression as error:
            self.pos = places[error.position]
            hint = "A sign that is meant as it stands has a `\\` before it."
            self.fail(f"no regular expression: {error.message}", hint)
        return Expression(text, flags)

    def flags(self) -> str:
        at = self.pos
        found = self.word()
        if len(set(found)) != len(found) or set(found) - set(expressions.FLAGS):
            self.pos = at
            self.fail(f"expected the flags {', '.join(expressions.FLAGS)}, each once, or `)`")
        return "".join(sorted(found))

    def lines(self) -> Lines:
        at = self.pos
        found = re.compile(_LINES).match(self.text, at)
        if found is None:
            number = self.match(_INTEGER)
            self.pos = at
            alone = number.isdigit() and self.text.startswith(")", at + len(number))
            hint = f"Write :line({number})." if alone else ""
            self.fail("expected two line numbers from 1, as in :lines(3-5)", hint)
        if int(found[1]) > int(found[2]):
            self.fail("the first line is behind the last", f"Write :lines({found[2]}-{found[1]}).")
        self.pos = found.end()
        return Lines(int(found[1]), int(found[2]))

    def role(self, word: str) -> Role:
        at = self.pos
        role = self.word()
        if role not in ROLES:
            self.pos = at
            found = f"`{role}` is no role" if role else "expected a role"
            hint = self.similar(role, ROLES, f":{word}({{}})")
            self.fail(f"{found}; :{word} takes one, as in :{word}(function)", hint)
        return Role(role)

    # refusals

    def quoted_text(self, word: str) -> str:
        """A hint: the argument of a pseudo-class with quotes around it."""
        if word == "query":
            return f"Quote it, as in :{word}('(comment) @target')."
        end = self.text.find(")", self.pos)
        inner = self.text[self.pos : end]
        return f'Quote it: :{word}("{inner}").' if end > self.pos and '"' not in inner else ""

    def quoted_value(self, at: int) -> str:
        """A hint: the attribute test that begins there with quotes around its value."""
        found = re.compile(_UNQUOTED).match(self.text, at)
        return self.with_text(found.start(1), len(found[1]), f'"{found[1]}"') if found else ""

    def no_compound(self) -> NoReturn:
        if self.text.startswith("::", self.pos):
            self.fail("expected what the part belongs to before `::`", "A part follows its element: `load::body`.")
        self.unexpected("a name, a role, a kind or a test")

    def unknown_role(self, at: int, word: str) -> NoReturn:
        self.pos = at
        found = hints.nearest(word, ROLES, least=70) if self.helpful else []
        hint = self.with_text(at, len(word), found[0]) if found else ""
        hint = hint or "Before `#` stands a role, as in function#load; or leave it out: #load."
        self.fail(f"`{word}` is no role", hint)

    def unknown_pseudo(self, at: int, word: str) -> NoReturn:
        self.pos = at
        if word in LATER:
            self.fail(f":{word} comes later, it is not there yet", f"For now, {LATER[word]}.")
        if word in PARTS:
            self.fail(f":{word} is no pseudo-class; a part has two colons", self.with_text(at, 1, "::"))
        if not word:
            self.pos += 1
            self.unexpected("a pseudo-class")
        close = {"nth-child": "nth", "first-child": "first", "last-child": "last", "nth-of-type": "nth"}.get(word)
        hint = f"Did you mean `:{close}`?" if close else self.similar(word, tuple(PSEUDO_CLASSES), ":{}")
        self.fail(f"expected a pseudo-class, found `:{word}`; there are :{' :'.join(PSEUDO_CLASSES)}", hint)
