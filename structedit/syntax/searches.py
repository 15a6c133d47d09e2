"""Queries of users in tree-sitter's query language: compiled for one grammar, their predicates evaluated here.

tree-sitter takes predicates that it does not know for true, stops at text that is not UTF-8, and cannot be stopped in
an expression. So the ones that are allowed reach it under names that it leaves to a callback.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import tree_sitter

from structedit.record import record
from structedit.text.expressions import Allowance, BadExpression, TooSlowError, compiled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from structedit.syntax.grammar import Grammar
    from structedit.syntax.tree import Tree

TARGET = "target"
PREDICATES = ("eq?", "not-eq?", "any-of?", "not-any-of?", "match?", "not-match?")

_MOST_AT_ONCE = 1024
"""Matches that tree-sitter follows side by side: without a limit three wildcards over 100 siblings take a minute."""

_DEEPEST = 200
_TOKEN = re.compile(r'\s+|;[^\n]*|"(?:\\.|[^"\\])*"|[()\[\]]|[#.][\w.?!-]*|[@\w?!-][\w.?!-]*|.', re.DOTALL)
_PLACE = re.compile(r"row ([0-9]+), column ([0-9]+)")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}


class BadQuery(Exception):
    """Not a query for the grammar; `position` is the place in its text."""

    def __init__(self, message: str, position: int, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.hint = hint


@record
class Search:
    """A compiled query, and the capture that gives the nodes."""

    query: tree_sitter.Query
    capture: str


def captured(tree: Tree, text: str, allowance: Allowance) -> list[tree_sitter.Node]:
    """The nodes that a query names, in document order. Errors: BadQuery, TooSlowError."""
    search = search_for(tree.grammar, text)
    late = False

    def passes(predicate: str, args: Arguments, pattern_index: int, captures: Captures) -> bool:  # noqa: ARG001 - theirs
        nonlocal late
        try:
            return not late and _passes(tree, (predicate.lower(), args), captures, allowance)
        except TooSlowError:
            late = True  # an exception would not get through
            return False

    cursor = tree_sitter.QueryCursor(search.query, match_limit=_MOST_AT_ONCE)
    # Not `matches`: that would make a dictionary of each of what may be millions.
    nodes = {node.id: node for node in cursor.captures(tree.root, passes).get(search.capture, ())}
    if late or cursor.did_exceed_match_limit:
        raise TooSlowError
    return sorted(nodes.values(), key=lambda node: (node.start_byte, -node.end_byte, -node.descendant_count))


@lru_cache(maxsize=64)
def search_for(grammar: Grammar, text: str) -> Search:
    """The query of a text. Errors: BadQuery."""
    spelled = _with_own_names(text)
    try:
        query = tree_sitter.Query(grammar.language, spelled)
    except tree_sitter.QueryError as error:
        raise BadQuery(str(error), _place(text, str(error))) from None
    except UnicodeEncodeError as error:
        raise BadQuery("it is no text", error.start) from None
    names = [query.capture_name(index) for index in range(query.capture_count)]
    if TARGET in names or len(names) == 1:
        return Search(query, TARGET if TARGET in names else names[0])
    if not names:
        raise BadQuery("it captures nothing", len(text), "Write `@target` behind the node that is meant.")
    shown = ", ".join(f"@{name}" for name in names)
    raise BadQuery(f"it captures {shown}", 0, "Call the one that is meant `@target`.")


def _place(text: str, message: str) -> int:
    found = _PLACE.search(message)
    if found is None:
        return len(text)
    lines = text.split("\n")
    row, column = int(found[1]), int(found[2])
    before = lines[row].encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace") if row < len(lines) else ""
    return min(sum(len(line) + 1 for line in lines[:row]) + len(before), len(text))


# predicates

Arguments = list[tuple[str, Literal["capture", "string"]]]
Captures = dict[str, "list[tree_sitter.Node]"]


def _with_own_names(text: str) -> str:
    """The query with its predicates in capitals, which nobody but the callback knows. Errors: BadQuery."""
    spelled = list(text)
    tokens = list(_tokens(text))
    depth, before = 0, ""
    for index, (at, sign) in enumerate(tokens):
        if before == "(" and sign[0] in "#.":
            _refuse_misplaced(at, sign, depth)
            _refuse_arguments(sign[1:], tokens[index + 1 :], at)
            spelled[at : at + len(sign)] = sign.upper()
        depth += (sign in ("(", "[")) - (sign in (")", "]"))
        if depth > _DEEPEST:
            raise BadQuery(f"it is nested deeper than {_DEEPEST}", at)
        before = sign
    return "".join(spelled)


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    for found in _TOKEN.finditer(text):
        if not found[0].isspace() and found[0][0] != ";":
            yield found.start(), found[0]


def _refuse_misplaced(at: int, sign: str, depth: int) -> None:
    if sign[0] == "." or sign[1:] not in PREDICATES:
        raise BadQuery(f"there is no predicate `{sign}`", at, f"There are #{', #'.join(PREDICATES)}.")
    if depth < 2:
        hint = f"Put both into parentheses: `((kind) @target ({sign} @target …))`."
        raise BadQuery(f"`{sign}` stands beside its pattern, not in it", at, hint)


def _refuse_arguments(name: str, tokens: list[tuple[int, str]], at: int) -> None:
    end = next((index for index, (_, sign) in enumerate(tokens) if sign == ")"), len(tokens))
    places = tokens[:end]
    words = [sign for _, sign in places]
    captures = [word.startswith("@") for word in words]
    right = captures[:1] == [True] and (
        len(words) == 2 and (name.endswith("eq?") or not captures[1])
        if "any-of" not in name
        else len(words) > 1 and not any(captures[1:])
    )
    if not right:
        wanted = "a capture and one or more texts" if "any-of" in name else "a capture and a text"
        raise BadQuery(f"`#{name}` takes {wanted}", at, f'As in `(#{name} @target "text")`.')
    if "match" in name:
        try:
            compiled(_unquoted(words[1]))
        except BadExpression as error:
            raise BadQuery(f"{error.message} in the expression of `#{name}`", places[1][0]) from None


def _unquoted(word: str) -> str:
    if not word.startswith('"'):
        return word
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), word[1:-1], flags=re.DOTALL)


def _passes(tree: Tree, test: tuple[str, Arguments], captures: Captures, allowance: Allowance) -> bool:
    """Whether each node of the capture passes."""
    name, arguments = test
    texts = _texts(tree, captures, arguments[0][0])
    if "match" in name:
        expression = compiled(arguments[1][0])
        results = [allowance.finds(expression, text) for text in texts]
    else:
        given = [_texts(tree, captures, word) if sort == "capture" else [word] for word, sort in arguments[1:]]
        wanted = [text for some in given for text in some]
        results = [text in wanted for text in texts]
    return all(result is not name.startswith("not-") for result in results)


def _texts(tree: Tree, captures: Captures, name: str) -> list[str]:
    return [tree.bytes_of(node).decode("utf-8", "surrogateescape") for node in captures.get(name, ())]
