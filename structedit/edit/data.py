"""Set: a value at a symbol path, with the parents that are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.edit import layout
from structedit.edit.absent import write_absent
from structedit.edit.incoming import incoming
from structedit.edit.intents import Insertion
from structedit.edit.items import append, below, tables_of
from structedit.edit.lists import is_lined
from structedit.edit.notation import Style, is_bare, pair_of, read_data, same_data, write_data, write_key
from structedit.edit.operations import Data
from structedit.edit.structure import add, going, write
from structedit.edit.target import Target, target_of
from structedit.edit.values import body_of_text, list_step, write_value
from structedit.edit.whole_tables import is_table, write_array, write_table
from structedit.errors import StructeditError
from structedit.record import replace
from structedit.select import paths
from structedit.select.resolve import require
from structedit.select.selector import parse as parse_selector
from structedit.select.terms import Path, Role
from structedit.syntax.containers import Body, Listing, container, content, member
from structedit.syntax.names import quoted
from structedit.syntax.trivia import comment_behind, end_of
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.edit.operations import Set
    from structedit.select.match import Match
    from structedit.syntax.containers import Container
    from structedit.syntax.tree import Tree

Steps = tuple["str | int", ...]


def set_value(draft: Draft, tree: Tree, operation: Set, selector: str) -> list[Target]:
    """Write a value where the selector says; the targets that were written."""
    if parse_selector(selector).through is not None:
        raise StructeditError(
            "NOT_APPLICABLE",
            "A run of members has no one value.",
            "Set each by itself, or replace the run with `text`.",
        )
    steps = _plain_path(selector)
    if steps is None:
        return [write_element(draft, target_of(one), operation) for one in require(tree, selector, operation.count)]
    found, missing = _longest(tree, steps, selector, operation)
    every = tables_of(tree, found[0].element) if found and not missing and isinstance(steps[-1], str) else []
    if every and operation.value is not None and _is_list(operation):
        write_array(draft, tree, every, operation.value.value)
        return [target_of(one) for one in found]
    _warn_of_suffix(draft, tree, steps[: len(steps) - len(missing)], found)
    if not missing:
        return [write_element(draft, target_of(one), operation) for one in found]
    return [_create(draft, tree, (found, missing), operation)]


def _warn_of_suffix(draft: Draft, tree: Tree, steps: Steps, found: list[Match]) -> None:
    """A path that is only the end of the one that was found may not be the one that was meant."""
    for one in found:
        path = paths.path_of(tree, one.element) if one.element is not None else None
        if path is not None and path != steps and not (path[:-1] == steps and isinstance(path[-1], int)):
            draft.warn("SUFFIX", f"`{_spelled(steps)}` is `{_spelled(path)}` here; the top level has none.")


def _plain_path(selector: str) -> Steps | None:
    """The names of a selector that is a symbol path and nothing else; here a single word is a name."""
    parsed = parse_selector(selector)
    if parsed.through is not None or len(parsed.alternatives) != 1:
        return None
    only = parsed.alternatives[0]
    if len(only.compounds) != 1 or only.guard:
        return None
    compound = only.compounds[0]
    if compound.tests or compound.part:
        return None
    if isinstance(compound.head, Role):
        return (compound.head.word,)
    return compound.head.steps if isinstance(compound.head, Path) else None


def _longest(tree: Tree, steps: Steps, selector: str, operation: Set) -> tuple[list[Match], Steps]:
    """What the longest prefix of a path names, and the steps that are missing."""
    for length in range(len(steps), 0, -1):
        found = paths.find(tree, steps[:length])
        if not found or (length < len(steps) and not any(_may_hold(tree, one, steps[:length]) for one in found)):
            continue
        listed = isinstance(steps[length], int) if length < len(steps) else _is_list(operation)
        if len(found) > 1 and listed and tables_of(tree, found[0].element):
            return found[:1], steps[length:]
        if len(found) > 1 and (length < len(steps) or operation.count is None):
            require(tree, selector if length == len(steps) else _spelled(steps[:length]), None)
        if length == len(steps) and isinstance(operation.count, int) and operation.count != len(found):
            require(tree, selector, operation.count)
        return found, steps[length:]
    root = _root_dict(tree)
    if root is None:
        require(tree, selector, operation.count)
    return [], steps


def _is_list(operation: Set) -> bool:
    return operation.value is not None and isinstance(operation.value.value, list)


def _may_hold(tree: Tree, match: Match, steps: Steps) -> bool:
    """Whether missing names may be meant below a place: what only a suffix names must be a dict for that."""
    element = match.element
    if element is None or paths.path_of(tree, element) == steps or "item" in element.roles:
        return True
    return _dict_of(tree, match) is not None


def _spelled(steps: Steps) -> str:
    words = [
        f"[{step}]" if isinstance(step, int) else ("." if index else "") + _word(step)
        for index, step in enumerate(steps)
    ]
    return "".join(words)


def _word(name: str) -> str:
    return name if name.replace("-", "_").replace("$", "_").isidentifier() else quoted(name)


def _root_dict(tree: Tree) -> Container | None:
    where = container(tree, tree.root)
    if isinstance(where, Body) and where.facts.single and len(where.members) > 1:
        raise StructeditError(
            "NOT_APPLICABLE",
            f"The file holds {len(where.members)} documents, so it is not known in which of them to write.",
            "Name the document by its kind and number, and insert the entry into that.",
        )
    if isinstance(where, Body) and where.facts.single and where.members:
        where = container(tree, where.members[0])
    return where if where is not None and _is_dict(tree, where) else None


def _is_dict(tree: Tree, where: Container) -> bool:
    if isinstance(where, Body):
        return where.facts.role == "dict" or (where.facts.single and bool(tree.grammar.fact("data", "block")))
    return any(e.node == where.node for e in tree.elements.at(where.node.start_byte, "dict"))


def write_element(draft: Draft, target: Target, operation: Set) -> Target:
    """The value of an element that is there."""
    tree, element = target.tree, target.element
    if is_table(target):
        write_table(draft, target, operation)
        return target
    value = element.parts.get("value") if element is not None else None
    if value is None and element is tree.elements.root:
        body = container(tree, tree.root)
        value = body.members[0] if isinstance(body, Body) and body.facts.single and body.members else None
    if target.part is None and element is not None and _in_lines(tree, target):
        return _write_in_lines(draft, target, operation)
    if value is None and element is not None and "item" not in element.roles and target.part is None:
        text = _source(tree, operation, _style(tree, target, None))
        absent = Target(tree, target.match, element, target.node, target.outer, target.last, "value", None)
        write_absent(draft, absent, incoming(tree, text))
        return target
    node = _typed(target, value or target.node, operation)
    span = Span(node.start_byte, node.end_byte) if target.part is None else target.span
    old = span.of(tree.text).decode("utf-8", "backslashreplace")
    if operation.value is not None and target.part is None and same_data(tree, node, operation.value.value):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has that value already.")
    text = _source(tree, operation, _style(tree, target, old))
    if text == old:
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has that value already.")
    going(tree).add(target.outer.id)
    write(draft, tree, span, incoming(tree, text), whole=True)
    return target


def _typed(target: Target, node: tree_sitter.Node, operation: Set) -> tree_sitter.Node:
    """What a value is written in place of: a literal whose type stays, where the language writes it. Errors:
    NOT_APPLICABLE where a list or dict has no type to stand behind."""
    tree = target.tree
    group = operation.value is not None and isinstance(operation.value.value, (list, dict))
    if not group or not tree.grammar.fact("data", "typed"):
        return node
    inner = content(tree, node)
    if not isinstance(container(tree, inner), Listing):
        raise StructeditError(
            "NOT_APPLICABLE",
            f"`{target.shown}` is no list or dict now, so the type of the new one is not known.",
            "Send the source with its type as `text`.",
        )
    return inner


def _in_lines(tree: Tree, target: Target) -> bool:
    """Whether the target is a member of a body of data whose values may have lines of their own."""
    found = member(tree, target.outer) if tree.grammar.fact("data", "block") else None
    return found is not None and isinstance(found[0], Body) and bool(found[0].facts.role)


def _write_in_lines(draft: Draft, target: Target, operation: Set) -> Target:
    """The value of a member of such a body."""
    tree, element = target.tree, target.element
    value = element.parts.get("value") if element is not None else None
    if operation.value is not None and same_data(tree, value, operation.value.value):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has that value already.")
    core = content(tree, value) if value is not None else None
    old = tree.read(core) if core is not None else None
    found = member(tree, target.outer)
    where = container(tree, core) if core is not None else None
    flow = isinstance(where, Listing) and bool(where.members)
    style = replace(style_in(tree, found[0] if found is not None else None, old), block=not flow)
    steps = list_step(tree, target.node, value).decode()
    value_is_text = operation.value is not None and isinstance(operation.value.value, str)
    noted = any(child.type in tree.grammar.comments for child in target.node.children)
    noted = noted or comment_behind(tree, end_of(tree, core if core is not None else target.node)) is not None
    style = replace(style, list_step=steps, literal=not (noted and value_is_text))
    text = _source(tree, operation, style)
    if text == old:
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has that value already.")
    going(tree).add(target.outer.id)
    write_value(draft, tree, target.node, value, incoming(tree, text))
    return target


def _source(tree: Tree, operation: Set, style: Style) -> str:
    if operation.value is None:
        return operation.text or ""
    return write_data(tree.grammar, operation.value.value, style)


def _style(tree: Tree, target: Target, old: str | None) -> Style:
    found = member(tree, target.outer)
    where = found[0] if found is not None else None
    value = target.element.parts.get("value") if target.element is not None else None
    now = container(tree, value or target.node)
    return _as_list(tree, style_in(tree, where, old), now, old)


def style_beside(tree: Tree, where: Container) -> Style:
    """How another item of a list is written: over lines or on one as the last list or dict in it."""
    groups = (container(tree, content(tree, one)) for one in reversed(where.members))
    beside = next((one for one in groups if isinstance(one, Listing) and one.members), None)
    return _as_list(tree, style_in(tree, where), beside, None)


def _as_list(tree: Tree, style: Style, now: Container | None, old: str | None) -> Style:
    """A style with the layout of a list or dict as it stands."""
    if not isinstance(now, Listing) or not now.members or now.open is None:
        return style
    own = style_in(tree, now, old)
    gap = tree.text[now.open.end_byte : now.members[0].start_byte]
    pad = gap.decode() if now.facts.delimiters == ("{", "}") and not gap.strip(b" ") else style.pad
    written = replace(style, colon=own.colon, comma=own.comma, bare_keys=own.bare_keys)
    return replace(written, expanded=is_lined(tree, now), pad=pad)


def style_in(tree: Tree, where: Container | None, old: str | None = None) -> Style:
    """How data is written in a list: its quotes, the blanks in it, and whether it goes over lines."""
    lined = isinstance(where, Listing) and bool(where.members) and is_lined(tree, where)
    around = where
    while around is not None and not _pairs(around):
        found = member(tree, around.node.parent) if around.node.parent is not None else None
        around = found[0] if found is not None else None
    quotes = tree.grammar.fact("data", "quotes", ['"'])
    sample = next((q for q in quotes if old and old.startswith(q)), None)
    colon, comma = tree.grammar.fact("data", "colon", ": "), ", "
    for key, value in _pairs(around) if around is not None else ():
        text = tree.read(key)
        sample = sample or next((q for q in quotes if text.startswith(q)), None)
        between = tree.text[key.end_byte : value.start_byte].decode("utf-8", "backslashreplace")
        if between.strip() == colon.strip() and "\n" not in between:
            colon = between
        if colon == ":" and isinstance(around, Listing) and not is_lined(tree, around):
            comma = ","
        break
    expanded = bool(tree.grammar.fact("data", "expanded")) and lined
    unit = layout.unit(tree, where.node if where is not None else None).decode()
    pad = tree.grammar.fact("data", "pad", "")
    trailing = expanded and isinstance(where, Listing) and where.trailing
    style = Style(sample or quotes[0], colon, comma, unit, expanded, pad, list_step=unit, trailing=trailing)
    return _as_neighbours(tree, where, old, style)


def _as_neighbours(tree: Tree, where: Container | None, old: str | None, style: Style) -> Style:
    """With quotes around strings and keys where those beside have them, and block style outside of brackets."""
    data = tree.grammar.facts.get("data", {})
    if where is None or not ("bare" in data or "bare_keys" in data):
        return style
    block = bool(data.get("block")) and isinstance(where, Body)
    strings = data.get("quotes", ())
    keys = [tree.read(key) for key, _ in _pairs(where)]
    values = [value for _, value in _pairs(where)] or list(where.members)
    said = [tree.read(content(tree, one)) for one in values]
    texts = [old] if old and (old[:1] in strings or is_bare(tree.grammar, old, flow=False)) else said
    quoted_ones = [text for text in texts if text[:1] in strings]
    bare = not quoted_ones or any(is_bare(tree.grammar, text, flow=False) for text in texts)
    keyed = bool(keys) and all(key[:1] in strings for key in keys)
    beside = where.node.prev_sibling
    keyed = keyed or (not keys and beside is not None and beside.type in data.get("quoted_keys_behind", ()))
    quote = next((text[0] for text in (*quoted_ones, *said) if text[:1] in strings), style.quote)
    if data.get("styled") and not any(text[:1] in strings for text in (*said, *keys, old or "")):
        quote = layout.quote(tree, tuple(strings))
    if isinstance(where, Listing) and where.facts.padded:
        style = replace(style, pad=layout.pad(tree, where).decode())
    return replace(style, block=block, bare=bare, bare_keys=not keyed, quote=quote)


def _pairs(where: Container) -> list[tuple[tree_sitter.Node, tree_sitter.Node]]:
    pairs = (pair_of(one) for one in where.members)
    return [(pair[0], pair[1]) for pair in pairs if pair is not None and pair[1] is not None]


def _create(draft: Draft, tree: Tree, place: tuple[list[Match], Steps], operation: Set) -> Target:
    """Write an entry that is missing, and its missing parents around it."""
    found, missing = place
    where = _dict_of(tree, found[0]) if found else _root_dict(tree)
    if where is None and found and _is_empty(tree, found[0]):
        return _fill(draft, place, operation)
    if found and isinstance(missing[0], int):
        append(draft, tree, (found[0], missing), operation)
        return target_of(found[0])
    if where is None and found and isinstance(missing[0], str):
        raise StructeditError(
            "TARGET_NOT_FOUND",
            f"`{target_of(found[0]).shown}` is no dict, so it cannot get a `{missing[0]}`.",
            "Set it to a whole new value instead.",
        )
    if where is None or not isinstance(missing[0], str):
        names = ".".join(str(step) for step in missing)
        owner = target_of(found[0]).shown if found else "the file"
        raise StructeditError(
            "TARGET_NOT_FOUND",
            f"`{owner}` has no `{names}`, and it is not a dict that could get one.",
            "Set the parent to a whole new value, or name an entry that is there.",
            {"missing": list(missing)},
        )
    if tree.grammar.fact("write", "table") is not None:
        from structedit.edit.tables import create

        value = operation.value.value if operation.value is not None else None
        create(draft, tree, where, place, (value, operation.text or ""))
        return target_of(found[0]) if found else target_of(_root_match(tree))
    if found and operation.text is not None and len(missing) > 1:
        _refuse_text_below(missing)
    shown = target_of(found[0]) if found else target_of(_root_match(tree))
    if operation.value is not None:
        _add_data(draft, tree, where, (missing, operation.value.value))
        return shown
    add_entry(draft, tree, where, str(missing[0]), operation.text or "")
    return shown


def _is_empty(tree: Tree, match: Match) -> bool:
    """Whether an entry or item has no value, or null, where the language lets lines follow it."""
    element = match.element
    if element is None or not tree.grammar.fact("data", "block") or not element.roles & {"entry", "item"}:
        return False
    return read_data(tree, element.parts.get("value")) is None and _in_lines(tree, target_of(match))


def _fill(draft: Draft, place: tuple[list[Match], Steps], operation: Set) -> Target:
    """The first entries of a dict that was nothing before."""
    found, missing = place
    if operation.value is None:
        _refuse_text_below(missing)
    target = target_of(found[0])
    value = below(missing, operation.value.value if operation.value is not None else None)
    return _write_in_lines(draft, target, replace(operation, text=None, value=Data(value)))


def _add_data(draft: Draft, tree: Tree, where: Container, entry: tuple[Steps, Any]) -> None:
    """A new entry of data; a second one of the request under the same missing parent shares that parent."""
    steps, value = entry
    name = str(steps[0])
    value = below(steps[1:], value)
    pending: dict[tuple[int, str], tuple[Draft, int, Any]] = tree.elements.notes.setdefault("new entries", {})
    style = style_in(tree, where)
    if (where.key, name) not in pending:
        add_entry(draft, tree, where, name, write_data(tree.grammar, value, _stepped(tree, where, style)))
        pending[where.key, name] = (draft, len(draft.intents) - 1, value)
        return
    first, at, before = pending[where.key, name]
    both = merged(before, value, (first.index, draft.index))
    old = first.intents[at]
    assert isinstance(old, Insertion)
    source = write_data(tree.grammar, both, _stepped(tree, where, style))
    text = incoming(tree, entry_text(tree, where, name, source))
    first.intents[at] = Insertion(old.index, old.where, old.gap, text, old.follows)
    first.wanted.remove(old.text.body)
    first.wanted.append(text.body)
    pending[where.key, name] = (first, at, both)


def merged(one: Any, other: Any, indexes: tuple[int, int]) -> Any:
    if not isinstance(one, dict) or not isinstance(other, dict):
        raise StructeditError(
            "OVERLAPPING_EDITS",
            f"edits[{indexes[0]}] and edits[{indexes[1]}] set the same name.",
            'Send them in two requests, or with "sequential": true.',
            {"edits": list(indexes)},
        )
    found = dict(one)
    for key, value in other.items():
        found[key] = merged(found[key], value, indexes) if key in found else value
    return found


def _refuse_text_below(missing: Steps) -> None:
    raise StructeditError(
        "NOT_APPLICABLE",
        f"The parents of `{missing[-1]}` are missing too; raw source cannot be put into parents that do not exist.",
        "Send `value` instead of `text`, or set the parent first.",
    )


def _root_match(tree: Tree) -> Match:
    from structedit.select.match import of_element

    return of_element(tree, tree.elements.root)


def _dict_of(tree: Tree, match: Match) -> Container | None:
    element = match.element
    node = (element.parts.get("value") if element is not None else None) or match.node
    where = container(tree, node) if node is not None else None
    return where if where is not None and _is_dict(tree, where) else None


def _stepped(tree: Tree, where: Container, style: Style) -> Style:
    """With lists as deep below their key as they are near a new entry."""
    if not style.block or not where.members:
        return style
    return replace(style, list_step=list_step(tree, where.members[-1], None).decode())


def entry_text(tree: Tree, where: Container | None, name: str, source: str) -> str:
    """A new entry of a dict, its key quoted as the others are."""
    style = style_in(tree, where)
    key = write_key(tree.grammar, name, style)
    rows = body_of_text(tree, source.encode("utf-8", "surrogateescape")) if style.block else None
    if rows is None:
        return key + style.colon + source
    step = _stepped(tree, where, style).list_step if rows.facts.marker and where is not None else style.unit
    lines = source.strip("\n").split("\n")
    return "\n".join([key + ":", *(step + line if line.strip() else line for line in lines)])


def add_entry(draft: Draft, tree: Tree, where: Container, name: str, source: str) -> None:
    """A new entry in a dict."""
    text = incoming(tree, entry_text(tree, where, name, source))
    add(draft, tree, Insertion(draft.index, where, len(where.members), text, whole=isinstance(where, Listing)))
