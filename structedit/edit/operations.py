"""What can be asked of one file: frozen records, one union. They say what is wanted, never how it is written.

All text is `str` as the caller sent it. A record is made by `wire` or by the helpers of `Workspace`, which check
words and types; `edit` may rely on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from structedit.record import record

if TYPE_CHECKING:
    from structedit.edit.hunk import Hunk, Splice

Place = Literal["before", "after", "start", "end"]
Action = Literal["add", "set", "remove"]
ListKind = Literal["argument", "parameter", "decorator", "base", "import", "docstring", "entry", "item", "attribute"]

PLACES: tuple[Place, ...] = ("before", "after", "start", "end")
ACTIONS: tuple[Action, ...] = ("add", "set", "remove")
LIST_KINDS: tuple[ListKind, ...] = (
    "argument",
    "parameter",
    "decorator",
    "base",
    "import",
    "docstring",
    "entry",
    "item",
    "attribute",
)


@record
class Between:
    """A run of siblings as target: from the one to the other, both included."""

    from_: str
    through: str


Target = str | Between


@record
class Data:
    """A JSON value, to be written in the file's own notation (`Data(None)` is null)."""

    value: Any


@record
class Position:
    """Where in a list: `number` counts from 1 (negative: from the end), or beside the member called `name`."""

    number: int = 0
    side: Literal["", "before", "after"] = ""
    name: str = ""

    def __str__(self) -> str:
        return f"{self.side}:{self.name}" if self.side else str(self.number)


@record(kw_only=True)
class Operation:
    """What every operation can carry.

    `count`: how many targets are meant (None: exactly one). `if_absent` / `if_present`: a selector, or True for the
    operation's own idea of being there. `keep`: what a replacement keeps of the old node (None: all that is its own).
    """

    target: Target = ""
    count: int | Literal["all"] | None = None
    language: str | None = None
    if_absent: bool | str = False
    if_present: bool | str = False
    keep: tuple[str, ...] | None = None


@record(kw_only=True)
class Insert(Operation):
    """`text` as a new sibling (before, after) or as a new member inside (start, end)."""

    at: Place
    text: str


@record(kw_only=True)
class Replace(Operation):
    """`text` instead of the node or part."""

    text: str


@record(kw_only=True)
class Delete(Operation):
    """The node goes, with what belongs only to it."""


@record(kw_only=True)
class Wrap(Operation):
    """`text` holds `$BODY` where the node goes."""

    text: str


@record(kw_only=True)
class Unwrap(Operation):
    """The body stays, one level out; what stood around it goes."""


@record(kw_only=True)
class Set(Operation):
    """Exactly one of `value` (data) and `text` (raw source); missing parents are created."""

    value: Data | None = None
    text: str | None = None


@record(kw_only=True)
class Create(Operation):
    """A new file of this text. It has no target."""

    text: str


@record(kw_only=True)
class ListEdit(Operation):
    """Add, set or remove one member of the list that belongs to the target.

    `create` (item add only): a missing entry is written as a list of this one item.
    An import without target means the module: target "".
    """

    kind: ListKind
    action: Action
    name: str | None = None
    text: str | None = None
    type: str | None = None
    position: Position | None = None
    create: bool = False


@record(kw_only=True)
class SearchReplace(Operation):
    """`new` instead of the quoted text `old`, which must be unique in the file, or inside the target if there is one.

    `count` and `all` say how many places are meant. `line` (from 1) chooses among equal ones only, `occurrence` (from
    1) takes one by its number. `max_rung`: how unlike the found text may be. `fuzzy`: whether what is only similar may
    be written; `confirm` is the token of a place that was proposed. `whole`: whole lines are quoted (not on the wire).
    """

    old: str
    new: str
    all: bool = False
    line: int | None = None
    occurrence: int | None = None
    max_rung: str = "similar"
    fuzzy: Literal["propose", "apply"] = "propose"
    confirm: str | None = None
    whole: bool = False


@record(kw_only=True)
class Remove(Operation):
    """The file goes. It has no target."""


@record(kw_only=True)
class RenameFile(Operation):
    """The file gets another path; other edits of the request still call it by the old one. It has no target."""

    to_file: str


@record(kw_only=True)
class SetMode(Operation):
    """The file may be executed by all who may read it, or by nobody. It has no target and no wire form."""

    executable: bool


@record(kw_only=True)
class Hunks(Operation):
    """The hunks that a patch has for one file, placed together. It has no target and no wire form.

    `in_order`: they stand in the file in this order. `blob`: the beginning of git's id of the content that they were
    made from. `removes`: nothing may be left, since the file goes.
    """

    hunks: tuple[Hunk, ...]
    in_order: bool = False
    blob: str = ""
    removes: bool = False


@record(kw_only=True)
class Splices(Operation):
    """Places of one file, by position, that get another text. It has no target and no wire form.

    `file_hash`: the hash, or its beginning, that the file must have.
    """

    splices: tuple[Splice, ...]
    file_hash: str | None = None


WholeFile = Remove | RenameFile | SetMode
AnyOperation = (
    Insert | Replace | Delete | Wrap | Unwrap | Set | Create | ListEdit | SearchReplace | Hunks | Splices | WholeFile
)


def op_of(operation: AnyOperation) -> str:
    """The word that the wire form and the answers have for it."""
    if isinstance(operation, SearchReplace):
        return "edit"
    if isinstance(operation, (Hunks, Splices)):
        return "patch"
    if isinstance(operation, (RenameFile, SetMode)):
        return "rename_file" if isinstance(operation, RenameFile) else "set_mode"
    return operation.kind if isinstance(operation, ListEdit) else type(operation).__name__.lower()
