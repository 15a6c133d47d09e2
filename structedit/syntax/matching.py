"""Role patterns matched at single nodes, without compiling a tree-sitter query.

Compiling costs 1.5 to 40 ms, which is more than a whole parse of most files; what stands around one byte is found in
about 0.1 ms. The language is the part of tree-sitter's query language that role queries use: kinds, `_`, anonymous
tokens, fields, alternations, `? * +`, anchors, and the predicates on text. A property test compares every answer with
the compiled query's.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from structedit.syntax.queries import patterns, roles_of_capture
from structedit.syntax.words import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import tree_sitter

    from structedit.syntax.grammar import Grammar
    from structedit.syntax.queries import Pattern

Captures = dict[str, "list[tree_sitter.Node]"]
Pairs = tuple[tuple[str, "tree_sitter.Node"], ...]
Chain = "list[tree_sitter.Node]"


class Shape:
    """One node of a pattern: its kind (None in an alternation), what is asked of its children, and its captures."""

    __slots__ = ("alternatives", "captures", "children", "closed", "focal", "kind", "named")

    def __init__(self, kind: str | None, named: bool) -> None:
        self.kind = kind
        self.named = named
        self.alternatives: list[Shape] = []
        self.children: list[Step] = []
        self.captures: list[str] = []
        self.closed = False  # an anchor behind the last child
        self.focal = False  # a role is captured here or below


class Step:
    """One child of a pattern node: its shape, its field, its quantifier, and whether an anchor stands before it."""

    __slots__ = ("anchored", "field", "quantifier", "shape")

    def __init__(self, shape: Shape, field: str | None, anchored: bool) -> None:
        self.shape = shape
        self.field = field
        self.anchored = anchored
        self.quantifier = ""


Test = tuple[str, tuple[str, ...]]


def around(grammar: Grammar, roles: frozenset[str], chain: list[tree_sitter.Node], focus: int) -> Iterator[Captures]:
    """The matches that give any of these roles to a node that holds the byte `focus`.

    `chain` are the nodes from the root down to the one at that byte.
    """
    index = _index(grammar)
    for depth, node in enumerate(chain):
        below = chain[depth + 1] if depth + 1 < len(chain) else None
        for pattern in (*index.get(node.type, ()), *index.get("_", ())):
            if pattern.roles & roles:
                shape, tests = compiled(pattern.text)
                for pairs in _node(shape, node, (focus, below)):
                    captures = _grouped(pairs)
                    if all(_passes(test, captures) for test in tests):
                        yield captures


def _grouped(pairs: Pairs) -> Captures:
    found: Captures = {}
    for name, node in pairs:
        found.setdefault(name, []).append(node)
    return found


# -- matching ---------------------------------------------------------------------------------------

Focus = tuple[int, "tree_sitter.Node | None"]
_FIRST = 8


def _node(shape: Shape, node: tree_sitter.Node, focus: Focus) -> Iterator[Pairs]:
    """Every way in which a node has a shape."""
    own = tuple((capture, node) for capture in shape.captures)
    if shape.kind is None:
        for one in shape.alternatives:
            for pairs in _node(one, node, focus):
                yield own + pairs
        return
    if shape.kind == "_":
        if (shape.named and not node.is_named) or node.is_error:
            return
    elif node.type != shape.kind or node.is_named != shape.named:
        return
    if not shape.children:
        yield own
        return
    steps = shape.children
    if len(steps) == 1 and steps[0].shape.focal and _is_plain(shape) and focus[1] is not None:
        for pairs in _node(steps[0].shape, focus[1], (focus[0], _below(focus))):
            yield own + pairs
        return
    for pairs in _steps(shape, _Children(node), (0, 0), focus):
        yield own + pairs


def _is_plain(shape: Shape) -> bool:
    step = shape.children[0]
    return not (step.anchored or step.field or step.quantifier or shape.closed)


def _below(focus: Focus) -> tree_sitter.Node | None:
    """Of the node that holds the focus, the child that holds it."""
    offset, node = focus
    if node is None:
        return None
    child = node.first_child_for_byte(offset)
    return child if child is not None and child.start_byte <= offset else None


class _Children:
    """The children of a node, the first few without making a list of all."""

    __slots__ = ("_all", "count", "node")

    def __init__(self, node: tree_sitter.Node) -> None:
        self.node = node
        self.count = node.child_count
        self._all: list[tree_sitter.Node] | None = None

    def at(self, index: int) -> tree_sitter.Node:
        if self._all is None and index < _FIRST:
            child = self.node.child(index)
            if child is not None:
                return child
        if self._all is None:
            self._all = self.node.children
        return self._all[index]

    def field(self, index: int) -> str | None:
        return self.node.field_name_for_child(index)


def _steps(shape: Shape, children: _Children, at: tuple[int, int], focus: Focus) -> Iterator[Pairs]:
    """Every way in which the children from an index on take the steps from another one on."""
    number, start = at
    if number == len(shape.children):
        if not shape.closed or all(not children.at(i).is_named for i in range(start, children.count)):
            yield ()
        return
    step = shape.children[number]
    if step.quantifier in ("*", "+"):
        yield from _repeated(shape, children, at, focus)
        return
    taken = False
    for index in range(start, children.count):
        child = children.at(index)
        for pairs in _child(step, children, index, focus):
            for rest in _steps(shape, children, (number + 1, index + 1), focus):
                taken = True
                yield pairs + rest
        if step.anchored and child.is_named:
            break
        if taken and step.quantifier == "?":
            return
    if step.quantifier == "?" and not taken:
        yield from _steps(shape, children, (number + 1, start), focus)


def _repeated(shape: Shape, children: _Children, at: tuple[int, int], focus: Focus) -> Iterator[Pairs]:
    """As many as follow one another."""
    number, index = at
    step = shape.children[number]
    found: Pairs = ()
    count = 0
    while index < children.count:
        pairs = next(_child(step, children, index, focus), None)
        if pairs is None:
            if children.at(index).is_named:
                break
            index += 1
            continue
        found += pairs
        count += 1
        index += 1
    if count or step.quantifier == "*":
        start = index if count else at[1]
        for rest in _steps(shape, children, (number + 1, start), focus):
            yield found + rest


def _child(step: Step, children: _Children, index: int, focus: Focus) -> Iterator[Pairs]:
    child = children.at(index)
    inner: tree_sitter.Node | None = None
    if step.shape.focal:
        if not child.start_byte <= focus[0] < child.end_byte:
            return
        inner = _below((focus[0], child))
    if step.field is not None and children.field(index) != step.field:
        return
    yield from _node(step.shape, child, (focus[0], inner))


def _passes(test: Test, captures: Captures) -> bool:
    """The predicates on text that tree-sitter has."""
    name, arguments = test
    nodes = captures.get(arguments[0][1:], [])
    texts = [(node.text or b"").decode("utf-8", "backslashreplace") for node in nodes]
    if name in ("match?", "not-match?"):
        results = [re.search(arguments[1], text) is not None for text in texts]
    else:
        results = [text in arguments[1:] for text in texts]
    return all(result is not name.startswith("not-") for result in results)


# -- reading ------------------------------------------------------------------------------------------

_TOKEN = re.compile(r'\s+|;[^\n]*|("(?:\\.|[^"\\])*"|[()\[\]]|@[\w.-]+|[?*+.]|[\w-]+:|#?[\w?!-]+)')


@cache
def compiled(text: str) -> tuple[Shape, tuple[Test, ...]]:
    """A pattern read: its shape, and the predicates that its captures must pass."""
    tokens = [word for word in _TOKEN.findall(text) if word]
    tests: list[Test] = []
    shape, rest = _read(tokens, 0, tests)
    while rest < len(tokens) and tokens[rest].startswith("@"):
        shape.captures.append(tokens[rest][1:])
        rest += 1
    given = [word[1:] for word in tokens if word.startswith("@") and roles_of_capture(word[1:])]
    sure = [capture for capture in given if capture not in PARTS]
    _mark_focal(shape, frozenset(sure or given))
    return shape, tuple(tests)


def _read(tokens: list[str], at: int, tests: list[Test]) -> tuple[Shape, int]:
    word = tokens[at]
    if word == "[":
        return _read_alternation(tokens, at + 1, tests)
    if word.startswith('"'):
        return Shape(_unquoted(word), named=False), at + 1
    if word == "_":
        return Shape("_", named=False), at + 1
    if (word == "(" and tokens[at + 1] in ("(", "[", '"')) or tokens[at + 1].startswith('"'):
        return _read_group(tokens, at + 1, tests)
    shape = Shape(tokens[at + 1], named=True)
    return _read_children(shape, tokens, at + 2, tests)


def _read_group(tokens: list[str], at: int, tests: list[Test]) -> tuple[Shape, int]:
    """`((pattern) @capture (#predicate? ...))`."""
    shape, at = _read(tokens, at, tests)
    while tokens[at] != ")":
        if tokens[at].startswith("@"):
            shape.captures.append(tokens[at][1:])
            at += 1
        else:
            at = _read_test(tokens, at, tests)
    return shape, at + 1


def _read_test(tokens: list[str], at: int, tests: list[Test]) -> int:
    end = tokens.index(")", at)
    arguments = [_unquoted(word) if word.startswith('"') else word for word in tokens[at + 2 : end]]
    tests.append((tokens[at + 1].removeprefix("#"), tuple(arguments)))
    return end + 1


def _read_alternation(tokens: list[str], at: int, tests: list[Test]) -> tuple[Shape, int]:
    shape = Shape(None, named=True)
    while tokens[at] != "]":
        if tokens[at].startswith("@"):
            shape.alternatives[-1].captures.append(tokens[at][1:])
            at += 1
            continue
        one, at = _read(tokens, at, tests)
        shape.alternatives.append(one)
    return shape, at + 1


def _read_children(shape: Shape, tokens: list[str], at: int, tests: list[Test]) -> tuple[Shape, int]:
    anchored, field = False, None
    while tokens[at] != ")":
        word = tokens[at]
        if word == ".":
            anchored = True
            at += 1
        elif word.endswith(":"):
            field = word[:-1]
            at += 1
        elif word in ("?", "*", "+"):
            shape.children[-1].quantifier = word
            at += 1
        elif word.startswith("@"):
            shape.children[-1].shape.captures.append(word[1:])
            at += 1
        elif word == "(" and tokens[at + 1].startswith("#"):
            at = _read_test(tokens, at, tests)
        else:
            child, at = _read(tokens, at, tests)
            shape.children.append(Step(child, field, anchored))
            anchored, field = False, None
    shape.closed = anchored
    return shape, at + 1


def _unquoted(word: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t", "r": "\r"}.get(found[1], found[1]), word[1:-1])


def _mark_focal(shape: Shape, given: frozenset[str]) -> bool:
    inner = [step.shape for step in shape.children] + shape.alternatives
    below = [_mark_focal(one, given) for one in inner]
    shape.focal = any(below) or any(capture in given for capture in shape.captures)
    return shape.focal


@cache
def _index(grammar: Grammar) -> dict[str, list[Pattern]]:
    """The patterns of a language by the kind of their outermost node."""
    index: dict[str, list[Pattern]] = {}
    for pattern in patterns(grammar):
        for kind in _root_kinds(compiled(pattern.text)[0]):
            index.setdefault(kind, []).append(pattern)
    return index


def _root_kinds(shape: Shape) -> set[str]:
    if shape.kind is not None:
        return {shape.kind}
    return {kind for one in shape.alternatives for kind in _root_kinds(one)}
