"""A trial: edits in the wire form on one file, and what is expected of them; it can be tried on less of the file."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from structedit.edit.intents import Context
from structedit.edit.request import read_request
from structedit.edit.run import run
from structedit.errors import CODES, StructeditError
from structedit.syntax import grammar as grammars
from structedit.syntax.tree import parse
from structedit.text.source import Source

if TYPE_CHECKING:
    from structedit.edit.run import Edited
    from structedit.syntax.tree import Tree

INSERTED = "$INSERTED"

Edit = dict[str, Any]


@dataclass(frozen=True)
class Trial:
    """`sort`: edit, batch, inverse, twice or same. `op` is the row of the table.

    `removed`: selectors of what may go. `back`: for an inverse, the edits that take the first ones back; a target of
    `$INSERTED` stands for each selector that the answer gave.
    """

    language: str
    sort: str
    op: str
    role: str
    edits: tuple[Edit, ...]
    removed: tuple[str, ...] = ()
    back: tuple[Edit, ...] = ()

    @property
    def sent(self) -> str:
        """Everything that the edits may bring into the file."""
        words = []
        for edit in self.edits:
            values = [edit.get("text", ""), edit.get("name", ""), edit.get("type", ""), _written(edit.get("value", ""))]
            words += [str(value) for value in values]
            if edit["op"] == "set":
                words += str(edit["target"]).partition(".probe")[1:]
        return " ".join(words)


@dataclass(frozen=True)
class Verdict:
    """How a trial ended: applied, unchanged, a code, or the name of a rule; and what was wrong, as (check, detail)."""

    outcome: str
    faults: tuple[tuple[str, str], ...] = ()
    after: bytes | None = None


class Fault(Exception):
    """Something that must not happen."""

    def __init__(self, check: str, detail: str) -> None:
        super().__init__(f"{check}: {detail}")
        self.check, self.detail = check, detail


def read(language: str, raw: bytes) -> Tree:
    return parse(Source.of(raw), grammars.load(language))


def perform(language: str, raw: bytes, edits: tuple[Edit, ...]) -> Edited:
    """What the edits make of a file. Raises the refusal, or a Fault for what is none."""
    try:
        request = read_request({"file": "file", "edits": [dict(edit) for edit in edits]})
        operations = tuple(edit.operation for edit in request.edits)
        return run(Source.of(raw), grammars.load(language), operations, Context())
    except StructeditError as error:
        said = error.refused()
        if said.code == "INTERNAL" or said.code not in CODES:
            raise Fault("internal", f"{said.message} {said.details}") from error
        if not said.hint or not said.message:
            raise Fault("no hint", f"{said.code}: {said.message}") from error
        raise
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{last.filename.rpartition('/')[2]}:{last.name}"
        raise Fault("crash", f"{type(error).__name__} in {place}: {error}") from error


def _written(value: Any) -> str:
    """The words of data, in every notation that a language may have for them."""
    if isinstance(value, dict):
        return " ".join(f"{name} {_written(one)}" for name, one in value.items())
    if isinstance(value, list):
        return " ".join(map(_written, value))
    if isinstance(value, bool) or value is None:
        return {True: "true True", False: "false False", None: "null None nil"}[value]
    return str(value)
