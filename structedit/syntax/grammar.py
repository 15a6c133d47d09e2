"""Grammar: the facts of grammars/<language>.toml, and the parser that one of three sources supplies.

Order of the sources: the language's own wheel, `tree-sitter-languages` (its `languages.so` through a capsule, since its
own `get_language` fails with tree-sitter >= 0.22), then a bundling release of `tree-sitter-language-pack`. Nothing is
downloaded.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError
from structedit.record import made, record
from structedit.syntax import resources, supply

if TYPE_CHECKING:
    import tree_sitter


@record
class ListFacts:
    """How one kind of list is written. `delimiters` may be absent in the tree (bare tuples, import names).

    `kinds`: those of the members, where not every named child is one. `behind`: the fields after whose node the list
    begins, where no token opens it. `separators`: those that the list may have; the first that it has is followed.
    `padded`: blanks stand inside the delimiters on one line. `goes_with`: kinds around it that go when it would be
    empty. `serves`: only the operation of that name works on it, it is not what is meant by an element's inside.
    `most`: how many members it can have, if not any number. `stays`: kinds of members that cannot be left out.
    `unless`: a node that has this field is no list. `bare`: delimiters may be left out around one member, not around
    none.
    """

    kind: str
    delimiters: tuple[str, str] | None = None
    separator: str = ","
    field: str | None = None
    unless: str = ""
    rank: dict[str, int] = made(default_factory=dict)
    lone: str = ""
    needs: str = ""
    sole: bool = False
    uncounted: tuple[str, ...] = ()
    counted_until: tuple[str, ...] = ()
    trailing: str = "kept"
    goes_in: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    separators: tuple[str, ...] = ()
    padded: bool = False
    goes_with: tuple[str, ...] = ()
    serves: str = ""
    most: int = 0
    stays: tuple[str, ...] = ()
    bare: bool = False
    introduces: dict[str, str] = made(default_factory=dict)
    concludes: dict[str, str] = made(default_factory=dict)


@record
class BodyFacts:
    """How one kind of body is written: a node whose members stand on lines of their own.

    `members`: their kinds, where not every named child is one; `rank`: the order of these kinds. With a `role`
    (dict, list) the body is data: `marker` begins each member, `empty` is written where none is left, and `headed` says
    that a header names it. A kind with `delimiters` is a body only where the opening one is there;
    the closing one may be empty (a clause that reaches to the next). `inner` is the kind of a child that the parser
    puts around the members; with `level` the members stand at the column of the header. `skips`: kinds that are no
    members; `heads`: kinds that stand before a member and belong to it; `inline`: what comes into a body on one line
    stays on it; `context`: code in which a text for this body is read as its members are ($TEXT). `until`: kinds of
    clauses that end the body before its closing delimiter. `needs`: "one" where it goes when it is empty, with the
    kinds `goes_with` around it; else the kind of a member that stays. `repeats`: a member without this field repeats
    that of the one before.
    """

    kind: str
    delimiters: tuple[str, str] | None = None
    placeholder: str = ""
    gives_way: tuple[str, ...] = ()
    keeps: str = ""
    prologue: tuple[str, ...] = ()
    single: bool = False
    members: tuple[str, ...] = ()
    rank: dict[str, int] = made(default_factory=dict)
    role: str = ""
    marker: str = ""
    empty: str = ""
    headed: bool = False
    inner: str = ""
    level: bool = False
    needs: str = ""
    goes_with: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    skips: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    inline: bool = False
    context: str = ""
    repeats: str = ""


@record
class Absent:
    """A part that is not there but could be: where and how it is written.

    `block` begins a clause with a body; it stands before the word `until` that ends the node, if there is one.
    `outside`: kinds of node in which an element has no such part of its own.
    """

    part: str
    roles: frozenset[str]
    after: str = "node"
    text: str = ""
    block: str = ""
    until: str = ""
    without: str = ""
    outside: tuple[str, ...] = ()


@record
class Supply:
    """Where the parser of a language comes from.

    `without` names the sources whose parser hangs or misreads its own language (measured): it is never taken.
    """

    package: str = ""
    module: str = ""
    function: str = "language"
    symbol: str = ""
    without: tuple[str, ...] = ()


@record(eq=False)
class Grammar:
    """One language: what its facts file says, and its parser (loaded on first use)."""

    name: str
    supply: Supply
    facts: dict[str, Any]
    lists: dict[str, ListFacts]
    bodies: dict[str, BodyFacts]
    absents: tuple[Absent, ...]
    atomic: frozenset[str]
    comments: frozenset[str]
    complete: bool
    relative: frozenset[str] = frozenset()
    wrappers: frozenset[str] = frozenset()
    loose_ends: bool = False
    decorators: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    inners: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()

    @property
    def tokens(self) -> frozenset[str]:
        """The kinds that are one token each: those whose lines never move, and those that move as a whole."""
        return self.atomic | self.relative

    @property
    def language(self) -> tree_sitter.Language:
        return supply.language(self.name, self.supply)

    @property
    def source(self) -> str:
        """Which of the three sources supplies the parser, with its version."""
        return supply.origin(self.name, self.supply)

    @property
    def query_text(self) -> str:
        return _query_text(self.name) if self.complete else ""

    @property
    def checker(self) -> str | None:
        return self.facts.get("checker")

    @property
    def encoding_declaration(self) -> str | None:
        """Finds, in the first bytes of a file, the encoding that it declares: the last group that took part."""
        return self.facts.get("encoding_declaration")

    @property
    def encoding_labels(self) -> str:
        """Whose names of encodings these are: "web" for those of the Encoding Standard, else Python's."""
        return str(self.facts.get("encoding_labels", ""))

    def fact(self, table: str, name: str, default: Any = None) -> Any:
        """One value of a table of the facts file."""
        return self.facts.get(table, {}).get(name, default)

    def absent(self, part: str, roles: frozenset[str], present: frozenset[str] = frozenset()) -> Absent | None:
        """How `part` would be written on an element with `roles` that lacks it and has the parts `present`."""
        for absent in self.absents:
            if absent.part == part and absent.roles & roles and absent.without not in present:
                return absent
        return None


_TABLES = {"supply", "syntax", "strings", "layout", "body", "list", "write", "docstring", "data", "imports", "unwrap"}
_TABLES |= {"absent", "clauses"}
_WORDS = {
    "name",
    "inherits",
    "extensions",
    "file_names",
    "shebangs",
    "encoding_declaration",
    "encoding_labels",
    "checker",
}


def _query_text(name: str) -> str:
    """A role query with those that its first line says it inherits (`; inherits: one, other`)."""
    text = resources.read_text("queries", f"{name}.scm")
    found = re.match(r"; inherits: ([^\n]*)", text)
    bases = [_query_text(base.strip()) for base in found.group(1).split(",")] if found else []
    return "\n".join((*bases, text))


def _facts_of(name: str) -> dict[str, Any]:
    """The facts of a language over those of the one that it inherits, table by table."""
    own = resources.read_toml("grammars", f"{name}.toml")
    return _over(_facts_of(own["inherits"]), own) if "inherits" in own else own


def _over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    both = {key: value for key, value in base.items() if key not in own or isinstance(value, dict)}
    for key, value in own.items():
        below = base.get(key) if key != "supply" else None
        both[key] = _over(below, value) if isinstance(value, dict) and isinstance(below, dict) else value
    return both


@cache
def load(name: str) -> Grammar:
    """The grammar of a language by name. Errors: NO_LANGUAGE."""
    file = f"{name}.toml"
    if file in resources.names("grammars") and file != OTHERS:
        return _from_facts(_facts_of(name))
    for row in _others():
        if row["name"] == name:
            return _from_facts(row)
    raise StructeditError(
        "NO_LANGUAGE",
        f"structedit knows no language called {name!r}.",
        "`structedit languages` lists the names.",
        {"language": name},
    )


def for_path(path: str, head: bytes, language: str | None = None) -> Grammar:
    """The grammar for a file: by the name given, else by its name, extension, or the shebang in `head`.

    Errors: NO_LANGUAGE, also when no source has a parser; then the hint is the command that installs one.
    """
    grammar = facts_for(path, head, language)
    if grammar is None:
        shown = path.rsplit("/", 1)[-1]
        raise StructeditError(
            "NO_LANGUAGE",
            f"No grammar claims the file name {shown!r}.",
            "Name the language with --language (`structedit languages` lists them).",
            {"path": path},
        )
    supply.language(grammar.name, grammar.supply)
    return grammar


def facts_for(path: str, head: bytes, language: str | None = None) -> Grammar | None:
    """The same, or None, whether or not a parser is installed."""
    return load(language) if language else _claimed(path, head)


def names() -> list[str]:
    """Every language that has facts, those with role queries and those without."""
    full = [name[: -len(".toml")] for name in resources.names("grammars") if name.endswith(".toml") and name != OTHERS]
    return sorted({*full, *(row["name"] for row in _others())})


OTHERS = "others.toml"
_SHEBANG = rb"#![^\n]*?([\w+-]+?)[\d.]*[ \t\r]*(?:\n|$|[ \t]+-)"


def _claimed(path: str, head: bytes) -> Grammar | None:
    base = path.rsplit("/", 1)[-1]
    extension = "." + base.rsplit(".", 1)[1] if "." in base.lstrip(".") else ""
    shebang = re.match(_SHEBANG, head) if head.startswith(b"#!") else None
    word = shebang.group(1).decode() if shebang else ""
    for key, wanted in (("file_names", base), ("extensions", extension.lower()), ("shebangs", word)):
        found = _claiming(key, wanted) if wanted else None
        if found:
            return found
    return None


def _claiming(key: str, wanted: str) -> Grammar | None:
    # A file of facts is only read as TOML if the word occurs in it at all.
    quoted = f'"{wanted}"'
    for name in resources.names("grammars"):
        if not name.endswith(".toml") or quoted not in resources.read_text("grammars", name):
            continue
        rows = _others() if name == OTHERS else (resources.read_toml("grammars", name),)
        for row in rows:
            if wanted in row.get(key, ()):
                return load(row["name"])
    return None


@lru_cache(maxsize=1)
def _others() -> tuple[dict[str, Any], ...]:
    if OTHERS not in resources.names("grammars"):
        return ()
    return tuple(resources.read_toml("grammars", OTHERS)["language"])


def _absent(row: dict[str, Any]) -> Absent:
    return Absent(**{**row, "roles": frozenset(row["roles"]), "outside": tuple(row.get("outside", ()))})


def _from_facts(facts: dict[str, Any]) -> Grammar:
    unknown = set(facts) - _TABLES - _WORDS
    if unknown:
        raise ValueError(f"unknown facts {sorted(unknown)} in the grammar {facts.get('name')!r}")
    syntax = facts.get("syntax", {})
    return Grammar(
        name=facts["name"],
        supply=Supply(**facts.get("supply", {"symbol": facts["name"]})),
        facts=facts,
        lists={kind: _list_facts(kind, row) for kind, row in facts.get("list", {}).items()},
        bodies={kind: _body_facts(kind, row) for kind, row in facts.get("body", {}).items()},
        absents=tuple(_absent(row) for row in facts.get("absent", ())),
        atomic=frozenset(syntax.get("atomic", ())),
        comments=frozenset(syntax.get("comments", ("comment",))),
        relative=frozenset(syntax.get("relative", ())),
        wrappers=frozenset(syntax.get("wrappers", ())),
        loose_ends=bool(syntax.get("loose_ends", False)),
        decorators=frozenset(syntax.get("decorators", ())),
        loose=frozenset(syntax.get("loose", ())),
        inners=frozenset(row["inner"] for row in facts.get("body", {}).values() if row.get("inner")),
        heads=frozenset(kind for row in facts.get("body", {}).values() for kind in row.get("heads", ())),
        complete=f"{facts['name']}.scm" in resources.names("queries"),
    )


def _list_facts(kind: str, row: dict[str, Any]) -> ListFacts:
    return ListFacts(kind=kind, **_frozen(row))


def _body_facts(kind: str, row: dict[str, Any]) -> BodyFacts:
    return BodyFacts(kind=kind, **_frozen(row))


def _frozen(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
