"""What a parser of data lets through although no reader takes it: a key that is twice in one dict, a dangling name.

Only what an edit brings in counts: a file that says a key twice already can be edited.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from structedit.edit.notation import pair_of, read_key
from structedit.errors import StructeditError
from structedit.syntax.containers import container, content
from structedit.syntax.kinds import nodes_of_kind
from structedit.syntax.nodes import path_to
from structedit.syntax.tree import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import tree_sitter

    from structedit.syntax.containers import Container
    from structedit.syntax.tree import Tree
    from structedit.text.patch import Patch
    from structedit.text.span import Span

Found = list[tuple[str, "tree_sitter.Node"]]


def contradiction(tree: Tree, fresh: Tree, patch: Patch) -> tuple[str, tree_sitter.Node] | None:
    """What the edits bring in that contradicts what is there, in words and as a node; None if nothing does."""
    if fresh.grammar.fact("data", "unique_keys"):
        old = Counter(name for name, _ in _repeated(tree, [edit.span for edit in patch.edits]))
        found = _first_new(_repeated(fresh, patch.new_spans()), old)
        if found is not None:
            return f"The key `{found[0]}` would be there twice in one place", found[1]
    marks = fresh.grammar.fact("data", "references")
    if marks:
        old = Counter(name for name, _ in _dangling(tree, marks))
        found = _first_new(_dangling(fresh, marks), old)
        if found is not None:
            return f"`{found[0]}` would name something that nothing before it is called", found[1]
    return None


def contradicted(said: str, node: tree_sitter.Node) -> StructeditError:
    """The refusal of a contradiction."""
    line = node.start_point.row + 1
    return StructeditError(
        "SYNTAX_BROKEN",
        f"{said}, at line {line} of the result.",
        'Use `set` to write over a key, and keep what names refer to; or send "on_syntax_error": "warn".',
        {"line": line},
    )


def _first_new(found: Found, old: Counter[str]) -> tuple[str, tree_sitter.Node] | None:
    for name, node in found:
        if old[name] <= 0:
            return name, node
        old[name] -= 1
    return None


def _repeated(tree: Tree, spans: Sequence[Span]) -> Found:
    """The keys that stand in a dict near these places and before them in it."""
    dicts = {where.key: where for span in spans for where in _near(tree, span)}
    found: Found = []
    for where in dicts.values():
        seen: set[tuple[bool, str]] = set()
        for one in where.members:
            pair = pair_of(one)
            if pair is None:
                continue
            said = read_key(tree, pair[0])
            raw = tree.read(content(tree, pair[0]))
            name = (said is None, raw if said is None else said)
            if name in seen and raw not in tree.grammar.fact("data", "repeatable_keys", ()):
                found.append((raw, pair[0]))
            seen.add(name)
    return found


def _near(tree: Tree, span: Span) -> Iterator[Container]:
    """The dicts that an edit there may have changed: around it, unless it is in one value of them, and inside it."""
    node = tree.root.descendant_for_byte_range(span.start, span.end)
    path = path_to(tree.root, node) if node is not None else []
    for depth, one in enumerate(path):
        where = _dict(tree, one)
        if where is not None and not any(_in_value(inner, span) for inner in path[depth + 1 : depth + 3]):
            yield where
    stack = [child for child in (path[-1].children if path else ()) if span_of(child).overlaps(span)]
    while stack:
        one = stack.pop()
        where = _dict(tree, one)
        if where is not None:
            yield where
        if one.child_count and one.type not in tree.grammar.tokens:
            stack.extend(child for child in one.children if span_of(child).overlaps(span))


def _dict(tree: Tree, node: tree_sitter.Node) -> Container | None:
    if node.type not in tree.grammar.lists and node.type not in tree.grammar.bodies:
        return None
    where = container(tree, node)
    pairs = where.members[:1] if where is not None else ()
    return where if any(pair_of(one) is not None for one in pairs) else None


def _in_value(member: tree_sitter.Node, span: Span) -> bool:
    if not member.start_byte <= span.start <= span.end <= member.end_byte:
        return False
    pair = pair_of(member)
    return pair is not None and pair[1] is not None and pair[1].start_byte < span.start and span.end < pair[1].end_byte


def _dangling(tree: Tree, marks: dict[str, str]) -> Found:
    """The uses of a name before which nothing in their document bears it."""
    if marks["mark"].encode() not in tree.text:
        return []
    nodes = sorted((*nodes_of_kind(tree, marks["sets"]), *nodes_of_kind(tree, marks["uses"])), key=span_of)
    known: set[tuple[int, str]] = set()
    found: Found = []
    for node in nodes:
        document = path_to(tree.root, node)[1].id
        name = tree.read(node)[1:]
        if node.type == marks["sets"]:
            known.add((document, name))
        elif (document, name) not in known:
            found.append((tree.read(node), node))
    return found
