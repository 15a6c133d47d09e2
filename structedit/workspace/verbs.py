"""Workspace: one root, and the verbs on the files below it. An expected "no" is the value `Refused`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from structedit.edit.request import Request, read_request
from structedit.errors import Refused, StructeditError
from structedit.store.root import Root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from structedit.store.doctor import Health
    from structedit.workspace.outcome import Outcome, Prepared
    from structedit.workspace.seen import Edits, Hits, LanguageLine, Outline, Text

REQUEST_OPTIONS = ("preview", "plan", "expected_hash", "on_syntax_error", "encoding", "position_encoding", "allow")


class Workspace:
    """The files below one folder.

    `language` is for files whose path does not tell. Every method answers a record or `Refused`; it raises for bugs
    only. The options of the edits are the fields of the wire form: `count`, `if_absent`, `if_present`, `language`;
    and of the request: `preview`, `plan`, `expected_hash`, `on_syntax_error`, `encoding`,
    `position_encoding`, `allow`.
    """

    __slots__ = ("_language", "_root")

    def __init__(self, root: str = ".", *, language: str | None = None) -> None:
        """Raises StructeditError (NOT_A_FILE) where the root is no folder."""
        self._root = Root.of(root)
        self._language = language

    @property
    def root(self) -> str:
        return self._root.folder

    # -- any request --------------------------------------------------------------------------------------------

    def apply(self, request: Request | Mapping[str, Any]) -> Outcome | Refused:
        """Do what the request (or its wire form as plain data) says; with `preview`, say what would be done."""
        prepared = self.prepare(request)
        return prepared if isinstance(prepared, Refused) else self._finish(prepared)

    def _finish(self, prepared: Prepared) -> Outcome | Refused:
        return prepared.outcome("preview") if prepared.request.preview else self.commit(prepared)

    def patch(
        self,
        text: str | bytes | list[Any] | dict[str, Any],
        *,
        format: str = "auto",  # noqa: A002 - the word of the doors
        **options: Any,
    ) -> Outcome | Refused:
        """Apply a patch: all of its hunks in all of its files, or nothing.

        `format`: unified, begin-patch, search-replace, ranges, anchored, or told by its marks. The last two are JSON
        and may come decoded. Options: `strip` (how many leading folders of a diff's paths to leave out), `reverse`
        (take a diff back), and those of a request.
        """
        prepared = self.prepare_patch(text, format=format, **options)
        return prepared if isinstance(prepared, Refused) else self._finish(prepared)

    def prepare_patch(
        self,
        text: str | bytes | list[Any] | dict[str, Any],
        *,
        format: str = "auto",  # noqa: A002 - the word of the doors
        **options: Any,
    ) -> Prepared | Refused:
        """Read a patch, place all of its hunks and verify them; write nothing."""
        from structedit.workspace import patching

        try:
            return self.prepare(patching.request_of_patch(text, format, options, self._root))
        except StructeditError as error:
            return error.refused()

    def prepare(self, request: Request | Mapping[str, Any]) -> Prepared | Refused:
        """Resolve, plan and verify all edits; write nothing."""
        try:
            asked = request if isinstance(request, Request) else read_request(request)
            from structedit.workspace.prepare import prepare

            return prepare(self._root, asked, self._language)
        except StructeditError as error:
            return error.refused()

    def commit(self, prepared: Prepared) -> Outcome | Refused:
        """Write what was prepared. Where a file was saved meanwhile, the request is prepared again on the new content.

        A request with `plan` or `expected_hash` asks for less trust: its own guards then refuse it.
        """
        from structedit.workspace import writing

        try:
            return writing.write_prepared(self._root, prepared, self.prepare)
        except StructeditError as error:
            return error.refused()

    def undo(self, id: str | None = None, *, preview: bool = False, allow: Iterable[str] = ()) -> Outcome | Refused:  # noqa: A002 - the word of the answers
        """Put back what an edit displaced: the last one that is not undone yet, or the one with this id.

        Every file must still be what that edit wrote. It is an edit itself, which can be undone.
        """
        from structedit.workspace import undoing

        try:
            return undoing.undo(self._root, id, preview=preview, allow=frozenset(allow))
        except StructeditError as error:
            return error.refused()

    def edits(self, most: int | None = None) -> Edits | Refused:
        """The edits that can be undone, and those that are; the newest first, at most `most`."""
        from structedit.workspace import undoing

        try:
            return undoing.edits(self._root, most)
        except StructeditError as error:
            return error.refused()

    # -- reading ------------------------------------------------------------------------------------------------

    # `encoding` is for files that do not say theirs; `position_encoding` is what offsets and columns count.

    def outline(
        self, file: str, depth: int | None = None, *, encoding: str | None = None, position_encoding: str = "utf-8"
    ) -> Outline | Refused:
        """The definitions of a file as a tree, each with a selector that can be pasted back."""
        from structedit.workspace import reading

        try:
            how = reading.reading(self._language, encoding, position_encoding)
            return reading.outline(self._root, file, depth, how)
        except StructeditError as error:
            return error.refused()

    def find(
        self,
        selector: str,
        paths: str | Iterable[str] = ".",
        *,
        progress: Callable[[str], None] | None = None,
        encoding: str | None = None,
        position_encoding: str = "utf-8",
    ) -> Hits | Refused:
        """All matches in files, and in the files below folders. `progress` gets each path before it is read."""
        from structedit.workspace import reading

        given = (paths,) if isinstance(paths, str) else tuple(paths)
        try:
            how = reading.reading(self._language, encoding, position_encoding)
            return reading.find(self._root, selector, given, how, progress)
        except StructeditError as error:
            return error.refused()

    def read(
        self,
        file: str,
        target: str | None = None,
        lines: tuple[int, int] | None = None,
        *,
        encoding: str | None = None,
        position_encoding: str = "utf-8",
    ) -> Text | Refused:
        """A file, some of its lines (from 1, both included), or one node, with the hashes that guard an edit of it."""
        from structedit.workspace import reading

        try:
            how = reading.reading(self._language, encoding, position_encoding)
            return reading.read(self._root, file, target, lines, how)
        except StructeditError as error:
            return error.refused()

    def doctor(self, path: str = ".") -> Health | Refused:
        """What can be promised of edits at a path, which depends on the system and its file systems."""
        from structedit.store.doctor import examine

        try:
            return examine(self._root, path)
        except StructeditError as error:
            return error.refused()

    def languages(self) -> tuple[LanguageLine, ...]:
        """Every language that structedit knows, and whether its parser is installed."""
        from structedit.workspace import reading

        return reading.languages()

    # -- one edit -----------------------------------------------------------------------------------------------

    def insert(self, file: str, target: str, text: str, *, at: str, **options: Any) -> Outcome | Refused:
        """`at`: before or after the target; at the start or end inside it."""
        return self._edit(file, {"op": "insert", "target": target, "text": text, "at": at}, options)

    def replace(self, file: str, target: str, text: str, **options: Any) -> Outcome | Refused:
        return self._edit(file, {"op": "replace", "target": target, "text": text}, options)

    def delete(self, file: str, target: str, **options: Any) -> Outcome | Refused:
        return self._edit(file, {"op": "delete", "target": target}, options)

    def wrap(self, file: str, target: str, text: str, **options: Any) -> Outcome | Refused:
        """`text` holds `$BODY` where the target goes."""
        return self._edit(file, {"op": "wrap", "target": target, "text": text}, options)

    def unwrap(self, file: str, target: str, **options: Any) -> Outcome | Refused:
        return self._edit(file, {"op": "unwrap", "target": target}, options)

    def set(self, file: str, target: str, value: Any, **options: Any) -> Outcome | Refused:
        """`value` is data; for source text pass `apply` an edit with `text`."""
        return self._edit(file, {"op": "set", "target": target, "value": value}, options)

    def edit(self, file: str, old: str, new: str, *, target: str | None = None, **options: Any) -> Outcome | Refused:
        """`new` instead of the quoted text `old`, which must be unique in the file or inside `target`.

        Options: `all`, `line`, `occurrence`, `max_rung`, `fuzzy`, `confirm`; and those of every edit.
        """
        edit = {"op": "edit", "old": old, "new": new}
        return self._edit(file, edit if target is None else {**edit, "target": target}, options)

    def create(self, file: str, text: str, **options: Any) -> Outcome | Refused:
        return self._edit(file, {"op": "create", "text": text}, options)

    def remove(self, file: str, **options: Any) -> Outcome | Refused:
        """The whole file, of whatever sort."""
        return self._edit(file, {"op": "remove"}, options)

    def rename_file(self, file: str, to_file: str, **options: Any) -> Outcome | Refused:
        """Give the file another path; what is there is not overwritten without `allow`: overwrite."""
        return self._edit(file, {"op": "rename_file", "to_file": to_file}, options)

    def argument(self, file: str, target: str, action: str, **fields: Any) -> Outcome | Refused:
        """`action`: add, set, remove. Fields: `name` (a keyword, or a number), `text`, `position`; and the options."""
        return self._member("argument", file, target, action, fields)

    def parameter(self, file: str, target: str, action: str, **fields: Any) -> Outcome | Refused:
        """Fields: `name`, `text` (the default, or without name all of it), `type`, `position`; and the options."""
        return self._member("parameter", file, target, action, fields)

    def decorator(self, file: str, target: str, action: str, **fields: Any) -> Outcome | Refused:
        """Fields: `name` (set, remove), `text` (with or without `@`), `position`; and the options."""
        return self._member("decorator", file, target, action, fields)

    def base(self, file: str, target: str, action: str, **fields: Any) -> Outcome | Refused:
        """Fields: `name` (set, remove), `text`, `position`; and the options."""
        return self._member("base", file, target, action, fields)

    def import_(self, file: str, action: str, target: str | None = None, **fields: Any) -> Outcome | Refused:
        """Fields: `name` (full path of one bound name), `text` (a statement); and the options. Target: the module."""
        return self._member("import", file, target, action, fields)

    def docstring(self, file: str, target: str, action: str, **fields: Any) -> Outcome | Refused:
        """Fields: `text` (the content, not the literal); and the options."""
        return self._member("docstring", file, target, action, fields)

    def entry(self, file: str, target: str, action: str, **fields: Any) -> Outcome | Refused:
        """Fields: `name` (the key as data), `text` (source), `position`; and the options."""
        return self._member("entry", file, target, action, fields)

    def item(self, file: str, target: str, action: str, **fields: Any) -> Outcome | Refused:
        """Fields: `name` or `position` (which one), `text`, `create`; and the options."""
        return self._member("item", file, target, action, fields)

    def attribute(self, file: str, target: str, action: str, **fields: Any) -> Outcome | Refused:
        """Fields: `name`, `text` (its value as source, none for a boolean one), `position`; and the options."""
        return self._member("attribute", file, target, action, fields)

    def _member(self, op: str, file: str, target: str | None, action: str, fields: dict[str, Any]) -> Outcome | Refused:
        edit = {"op": op, "action": action}
        return self._edit(file, edit if target is None else {**edit, "target": target}, fields)

    def _edit(self, file: str, edit: dict[str, Any], options: dict[str, Any]) -> Outcome | Refused:
        given = {name: value for name, value in options.items() if value is not None}
        whole = {name: given.pop(name) for name in REQUEST_OPTIONS if name in given}
        return self.apply({"file": file, "edits": [{**edit, **given}], **whole})
