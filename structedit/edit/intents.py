"""What the operations of a request come down to: intents on containers, and writes to single places.

A planner takes all intents on one container at once and answers with pieces: byte edits that know which operation they
serve and which of their bytes are the caller's text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.record import made, record
from structedit.text.patch import Edit
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.incoming import Incoming
    from structedit.syntax.containers import Container


@record
class Context:
    """What the pure layers need of the world."""

    on_syntax_error: str = "refuse"
    allow: frozenset[str] = frozenset()
    sequential: bool = False
    path: str = ""


@record
class Warning:  # noqa: A001 - the word of the answers; the built-in is not used in this package
    """Something that the caller should know about an edit that was made all the same."""

    code: str
    message: str


@record
class Piece:
    """One byte edit in the service of operation `index`.

    `text` is the part of `edit.new` that the caller sent, as a range of `edit.new`; the rest is layout. `moved`: bytes
    of the old file are carried over in `edit.new`. `also`: a second part that the caller sent (a comment behind it).
    `whole`: the text must be one node of the result. `raw`: it is any text, which may begin or end inside a token.
    `stands`: it is statements of its own. `named`: the part of it that the answer names, where that is not all.
    """

    edit: Edit
    index: int
    text: Span | None = None
    moved: bool = False
    also: Span | None = None
    whole: bool = False
    raw: bool = False
    stands: bool = False
    named: Span | None = None


@record(eq=False)
class Insertion:
    """New members at a gap of a container (0 before the first member), next to the member before or behind it.

    `fills`: whether a placeholder gives way to it. `whole`: it must be one member. `apart`: the blank lines that part
    it from the member that it stands next to. `order`: the order of what goes to one gap, before that of the request.
    """

    index: int
    where: Container
    gap: int
    text: Incoming
    follows: bool = True
    fills: bool = True
    whole: bool = False
    apart: int = 0
    order: str = ""


@record(eq=False)
class Deletion:
    """A member of a container goes. `keeps`: its comments stay, since something else takes its place."""

    index: int
    where: Container
    member: tree_sitter.Node
    keeps: bool = False


@record(eq=False)
class Writing:
    """The bytes of `span` give way to `new`. `claim` is what no other operation may write meanwhile.

    `named`: the part of `new` that the answer names, where that is not all of `text`.
    """

    index: int
    span: Span
    new: bytes
    text: Span | None = None
    claim: Span | None = None
    moved: bool = False
    whole: bool = False
    raw: bool = False
    named: Span | None = None


Intent = Insertion | Deletion | Writing


@record(frozen=False)
class Draft:
    """What one operation asks for, before anything is planned.

    `radius`: what it may touch. `removed`: what it takes away. `wanted`: the texts that it brings. `held`: lists whose
    delimiters must still hold the same place afterwards. `how`, `score` and `safe`: by which rung quoted text was
    found, how like it is (up to 100), and whether its tokens are equal. `brings`: what it writes (see `report`).
    """

    index: int
    op: str
    targets: list[Span] = made(default_factory=list)
    target: str = ""
    intents: list[Intent] = made(default_factory=list)
    radius: list[Span] = made(default_factory=list)
    wanted: list[bytes] = made(default_factory=list)
    warnings: list[Warning] = made(default_factory=list)
    kept: list[str] = made(default_factory=list)
    removed: list[Span] = made(default_factory=list)
    held: list[tree_sitter.Node] = made(default_factory=list)
    how: str = "exact"
    score: float = 100.0
    safe: bool = True
    brings: str = "member"

    def take(self, writing: Writing, wanted: bytes | None = None) -> None:
        """A place whose bytes all give way, and the text that the caller sent for it."""
        self.intents.append(writing)
        self.radius.append(writing.span)
        self.removed.append(writing.span)
        if wanted is not None:
            self.wanted.append(wanted)

    def warn(self, code: str, message: str) -> None:
        self.warnings.append(Warning(code, message))
