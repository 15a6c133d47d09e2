"""The records that a selector is made of; `at` is the place in the text, kept for messages and not compared."""

from __future__ import annotations

from structedit.record import made, record

DESCENDANT, CHILD, NEXT, LATER = " ", ">", "+", "~"


@record
class Path:
    """A symbol path: names, and list indexes counted from 0. The first step is always a name."""

    steps: tuple[str | int, ...]


@record
class Role:
    word: str


@record
class Kind:
    """A raw kind of the grammar."""

    name: str


@record
class Anything:
    """`*`: every element of every role."""


Head = Path | Role | Kind | Anything


@record
class Named:
    """`#name`."""

    name: str
    at: int = made(default=0, compare=False)


@record
class Attribute:
    """`[name]` with `op` empty, or `[name op value]`; `fold` ignores case."""

    name: str
    op: str = ""
    value: str = ""
    fold: bool = False
    at: int = made(default=0, compare=False)


@record
class Expression:
    """`/regular expression/flags`; slashes in it are not escaped here, the flags are sorted."""

    text: str
    flags: str = ""


@record
class Lines:
    """`first-last`, both included, counted from 1."""

    first: int
    last: int


@record
class Pseudo:
    word: str
    argument: Selector | Expression | Lines | Role | int | str | None = None
    at: int = made(default=0, compare=False)


Test = Named | Attribute | Pseudo


@record
class Compound:
    """One step: what it is, the tests that it passes in their order, and the part of it that is meant."""

    head: Head | None
    tests: tuple[Test, ...] = ()
    part: str | None = None
    at: int = made(default=0, compare=False)
    end: int = made(default=0, compare=False)
    part_at: int = made(default=0, compare=False)


@record
class Complex:
    """Steps with the combinators between them; `lead` is the combinator before the first, in :has and :not only."""

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...] = ()
    guard: str = ""
    lead: str = ""


@record
class Selector:
    """Alternatives; or, with `through`, the run of siblings from the one alternative to `through`."""

    alternatives: tuple[Complex, ...]
    through: Complex | None = None
    text: str = made(default="", compare=False)
