"""What import statements bind, and how a statement is written from a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edit.incoming import incoming
from structedit.errors import StructeditError
from structedit.record import record
from structedit.syntax.containers import Body, Listing, container
from structedit.syntax.nodes import path_to
from structedit.syntax.statements import kind_of
from structedit.syntax.tree import parse
from structedit.text.source import Source

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.operations import ListEdit
    from structedit.syntax.tree import Tree


@record(eq=False)
class Binding:
    """One name that an import statement binds: where it comes from, as what it is bound, and its member of the list.

    `typed`: the word that makes the whole statement one of types only; `sort`: that of this name alone.
    """

    statement: tree_sitter.Node
    kind: str
    origin: str
    imported: str
    alias: str
    bound: str
    source: str
    at: int
    typed: str = ""
    sort: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        return (self.origin, self.imported, self.alias, self.typed or self.sort)

    def path(self, separator: str) -> str:
        """The full path of what is bound, `os.path.join`."""
        if not self.imported:
            return self.origin
        glue = "" if self.origin.endswith(separator) else separator
        return self.origin + glue + self.imported


def bindings(tree: Tree, where: Body) -> list[Binding]:
    """Every name that is bound by an import statement that stands directly in a body."""
    kinds = tree.grammar.fact("imports", "kinds", ())
    return [one for member in where.members if kind_of(tree, member) in kinds for one in bindings_of(tree, member)]


def bindings_of(tree: Tree, statement: tree_sitter.Node) -> list[Binding]:
    """The names that one statement binds."""
    found = [_binding(tree, statement, one) for one in tree.elements.captures(statement, "import")]
    return sorted(found, key=lambda one: one.at)


def _binding(tree: Tree, statement: tree_sitter.Node, one: dict[str, list[tree_sitter.Node]]) -> Binding:
    def read(mark: str) -> str:
        return tree.read(one[mark][0]) if mark in one else ""

    imported = read("imported") or read("wildcard")
    alias, origin = read("alias"), read("origin")
    node = next(one[mark][0] for mark in ("imported", "wildcard", "alias", "origin") if mark in one)
    if "imported" not in one and "wildcard" not in one and not tree.grammar.fact("imports", "default"):
        node = one["origin"][0]
    words = {word.parent.id if word.parent is not None else 0: tree.read(word) for word in one.get("keyword", ())}
    typed = words.pop(statement.id, "")
    sort = next(iter(words.values()), "")
    return Binding(
        statement,
        kind_of(tree, statement),
        origin,
        imported,
        alias,
        read("name") or "*",
        _source(tree, one, (imported, alias, origin, sort)),
        node.start_byte,
        typed,
        sort,
    )


def _source(tree: Tree, one: dict[str, list[tree_sitter.Node]], texts: tuple[str, str, str, str]) -> str:
    """The name as it is written among others."""
    imported, alias, origin, sort = texts
    if tree.grammar.fact("imports", "default") and "imported" not in one:
        return imported or alias
    return (f"{sort} " if sort else "") + (imported or origin) + (f" as {alias}" if alias else "")


def names_list(tree: Tree, binding: Binding) -> Listing | None:
    """The list that the name stands in and that others may join."""
    joined = tree.grammar.fact("imports", "joined", ())
    return next((one for one in lists_around(tree, binding) if one.node.type in joined), None)


def lists_around(tree: Tree, binding: Binding) -> list[Listing]:
    """The lists of a statement that hold a name, the innermost first."""
    leaf = tree.root.descendant_for_byte_range(binding.at, binding.at + 1)
    path = path_to(tree.root, leaf) if leaf is not None else []
    inside = [node for node in path if node.start_byte >= binding.statement.start_byte and node.parent is not None]
    found = [container(tree, node) for node in reversed(inside)]
    return [one for one in found if isinstance(one, Listing) and member_of(one, binding) is not None]


def member_of(names: Listing, binding: Binding) -> tree_sitter.Node | None:
    return next((one for one in names.members if one.start_byte <= binding.at < one.end_byte), None)


# -- statements as text ----------------------------------------------------------------------------


def text_of(tree: Tree, where: Body, operation: ListEdit) -> str:
    """The statement that was sent, or that a full path asks for. Errors: BAD_REQUEST."""
    if operation.text:
        return operation.text
    if not operation.name:
        raise StructeditError("BAD_REQUEST", "An import needs `name` or `text`.", 'For instance "text": "import os".')
    separator = str(tree.grammar.fact("imports", "separator", "."))
    module, _, member = operation.name.rpartition(separator)
    if tree.grammar.fact("imports", "modules_only"):
        pattern = str(tree.grammar.fact("imports", "plain", ""))
        return styled(tree, where, pattern.replace("$LAST", re.sub(r"\W", "_", member)), operation.name)
    ending = member in tree.grammar.fact("imports", "endings", ())
    if not module or ending or not re.fullmatch(r"[\w$]+", member):
        return styled(tree, where, str(tree.grammar.fact("imports", "plain", "")), operation.name)
    pattern = str(tree.grammar.fact("imports", "member", "")).replace("$MODULE", module)
    return styled(tree, where, pattern, member)


def statement_text(tree: Tree, where: Body, names: list[Binding]) -> str:
    """A new statement for names of one module."""
    first = names[0]
    form = "typed" if first.typed else "member"
    if not first.imported or first.imported.startswith("*"):
        form = "default" if tree.grammar.fact("imports", "default") and first.source else "plain"
        form = f"typed_{form}" if first.typed else form
    pattern = str(tree.grammar.fact("imports", form, "")).replace("$MODULE", first.origin)
    listed = ", ".join(one.source for one in names) or first.origin
    return styled(tree, where, pattern, listed)


def styled(tree: Tree, where: Body, pattern: str, names: str) -> str:
    """A pattern filled, with the quotes and the final separator of the file where the language has a choice."""
    style = tree.grammar.fact("imports", "styled")
    if not style:
        return pattern.replace("$NAME", names)
    quotes = tree.grammar.fact("data", "quotes", ['"'])
    texts = [tree.read(one) for one in where.members[:40]]
    kinds = tree.grammar.fact("imports", "kinds", ())
    imports = [tree.read(one) for one in where.members if kind_of(tree, one) in kinds]
    sample = next((char for text in (*imports, *texts) for char in text if char in quotes), quotes[0])
    end = "" if style == "quotes" else str(tree.grammar.fact("syntax", "statement_separator", ""))
    ended = any(text.endswith(end) for text in imports or texts)
    plain = bool(imports) or (bool(texts) and (end + "\n").encode() not in tree.text)
    return pattern.replace(quotes[0], sample).replace("$NAME", names) + (end if ended or not plain else "")


def parsed(tree: Tree, text: str) -> list[Binding]:
    """The bindings of the statements that a caller sent. Errors: BAD_REQUEST."""
    fragment = parse(Source.of(incoming(tree, text).body), tree.grammar)
    where = container(fragment, fragment.root)
    found = bindings(fragment, where) if isinstance(where, Body) else []
    kinds = tree.grammar.fact("imports", "kinds", ())
    wrong = [one for one in fragment.root.named_children if kind_of(fragment, one) not in kinds and not one.is_extra]
    if wrong or not found or fragment.root.has_error:
        raise StructeditError(
            "BAD_REQUEST", f"{text.strip()[:80]!r} is no import statement.", "Send whole import statements as `text`."
        )
    return found
