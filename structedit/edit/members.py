"""Add, set and remove one member of the list that belongs to an element: arguments, parameters, bases, items, entries.

All are idempotent: to add what is there changes nothing and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.edit import data, groups
from structedit.edit.absent import write_absent
from structedit.edit.incoming import incoming
from structedit.edit.intents import Insertion
from structedit.edit.lists import rank_of
from structedit.edit.structure import add, going, in_parentheses, remove, tokens, without_separators, write
from structedit.edit.target import Target, inside
from structedit.errors import StructeditError
from structedit.syntax.containers import Body, Listing, container
from structedit.syntax.names import unquoted
from structedit.syntax.tree import parse, span_of
from structedit.text.source import Source

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.edit.operations import ListEdit, Position
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

_PART = {"argument": "arguments", "parameter": "parameters", "base": "bases"}


def edit_member(draft: Draft, target: Target, operation: ListEdit) -> None:
    """One member of the list that the target has for this sort of member."""
    body = _body_of(target, operation)
    if body is not None:
        from structedit.edit.rows import edit_row

        edit_row(draft, target, body, operation)
        return
    where = _list_of(target, operation)
    if where is None:
        _first_ever(draft, target, operation)
        return
    if operation.action == "add":
        _add(draft, target, where, operation)
    elif operation.action == "set":
        _set(draft, target, where, operation)
    else:
        _remove(draft, target, where, operation)


def _body_of(target: Target, operation: ListEdit) -> Body | None:
    """The body of data to work on, where the members have lines of their own."""
    where = inside(target) if operation.kind in ("entry", "item") else None
    fits = isinstance(where, Body) and where.facts.role == ("dict" if operation.kind == "entry" else "list")
    return where if fits and isinstance(where, Body) else None


def _list_of(target: Target, operation: ListEdit) -> Listing | None:
    """The list to work on; None where the target has none but could. Errors: NOT_APPLICABLE."""
    tree = target.tree
    part = _PART.get(operation.kind)
    if operation.kind == "attribute":
        return _serving(target, operation.kind)
    if part is None:
        where = inside(target)
        wanted = "dict" if operation.kind == "entry" else "list"
        fits = isinstance(where, Listing) and any(
            e.node == where.node for e in tree.elements.at(where.node.start_byte, wanted)
        )
        if not fits or not isinstance(where, Listing):
            other = "item" if operation.kind == "entry" else "entry"
            raise StructeditError(
                "NOT_APPLICABLE",
                f"`{target.shown}` holds no {wanted} to work on.",
                f"Name a {wanted}; the operation for the members of the other sort is `{other}`.",
            )
        return where
    node = target.element.parts.get(part) if target.element is not None else None
    if node is None and target.part is None:  # the target may be more than what it was named by: an argument and a call
        around = tree.elements.at(target.node.start_byte, "call", "function", "class", "lambda")
        node = next((one.parts.get(part) for one in around if one.node == target.node), None)
    if node is None and target.part == part and target.place is not None:
        node = target.place.node
    if node is not None:
        found = container(tree, node)
        return found if isinstance(found, Listing) else None
    if tree.grammar.absent(part, target.roles) is None:
        raise StructeditError("NOT_APPLICABLE", f"`{target.shown}` has no {part}.", f"Name an element that has {part}.")
    return None


def _serving(target: Target, kind: str) -> Listing:
    """The list of an element that only operations of this name work on. Errors: NOT_APPLICABLE."""
    for node in (target.node, *target.node.named_children[:1]):
        found = container(target.tree, node)
        if isinstance(found, Listing) and found.facts.serves == kind:
            return found
    raise StructeditError("NOT_APPLICABLE", f"`{target.shown}` has no {kind}s.", f"Name an element that has {kind}s.")


def _first_ever(draft: Draft, target: Target, operation: ListEdit) -> None:
    """The list itself is missing (a class without bases)."""
    if operation.action == "remove":
        raise _missing(operation, [])
    part = _PART[operation.kind]
    absent = Target(target.tree, target.match, target.element, target.node, target.outer, target.last, part, None)
    write_absent(draft, absent, incoming(target.tree, _member_text(target.tree, operation)))


# -- the text of a member --------------------------------------------------------------------------


def _member_text(tree: Tree, operation: ListEdit, where: Listing | None = None) -> str:
    """The member as source, from name, text and type."""
    name, text = operation.name, (operation.text or "").strip()
    if operation.kind == "parameter" and name is not None:
        forms = tree.grammar.fact("write", "parameter", {})
        form = "both" if text and operation.type else "value" if text else "type" if operation.type else "plain"
        if form not in forms:
            raise _unwritable(operation, form)
        return _filled(str(forms[form]), name, text, operation.type or "")
    if operation.kind == "argument" and name is not None and not _is_number(name):
        if not text:
            raise StructeditError("BAD_REQUEST", f"The argument {name!r} needs `text`, its value.")
        if tree.grammar.fact("write", "argument") is None:
            raise StructeditError(
                "NOT_APPLICABLE", "Arguments have no names in this language.", "Leave out `name`, or give a number."
            )
        return _filled(str(tree.grammar.fact("write", "argument")), name, text, "")
    if operation.kind == "entry" and name is not None:
        return data.entry_text(tree, where, name, text)
    if operation.kind == "attribute":
        forms = tree.grammar.fact("write", "attribute", {})
        return _filled(str(forms.get("value" if text else "plain", "$NAME")), name or "", text, "")
    if not text:
        text = name or ""
    if not text:
        raise StructeditError("BAD_REQUEST", f"The {operation.kind} needs `text`.")
    return text


def _unwritable(operation: ListEdit, form: str) -> StructeditError:
    lacking = {"plain": "`type`, its type,", "value": "no default", "both": "no default", "type": "no `type`"}[form]
    return StructeditError(
        "NOT_APPLICABLE",
        f"In this language the parameter `{operation.name}` needs {lacking} to be written.".replace(
            "needs no", "can have no"
        ),
        "Send the whole parameter as `text`, without `name`.",
    )


def _filled(form: str, name: str, text: str, kind: str) -> str:
    marks = {"$NAME": name, "$TEXT": text, "$TYPE": kind}
    pieces, rest = [], form
    while rest:
        mark = next((one for one in marks if rest.startswith(one)), "")
        pieces.append(marks[mark] if mark else rest[0])
        rest = rest[len(mark) or 1 :]
    return "".join(pieces)


def _is_number(name: str) -> bool:
    return name.lstrip("-").isdigit()


# -- finding a member ------------------------------------------------------------------------------


def _elements(tree: Tree, where: Listing, kind: str) -> list[Element | None]:
    """For each member of the list its element of this role."""
    found: list[Element | None] = []
    for one in where.members:
        around = tree.elements.at(one.start_byte, kind)
        found.append(next((e for e in around if one in (e.node, e.outer)), None))
    return found


def _find(tree: Tree, where: Listing, operation: ListEdit, name: str) -> int | None:
    """The index of the member that a name means: its name, its number, or its source."""
    elements = _elements(tree, where, operation.kind)
    skipped = _uncounted(tree, where)
    if operation.kind not in ("entry", "item") and _is_number(name):
        return _by_number(where, int(name), skipped)
    for index, element in enumerate(elements):
        if element is not None and (element.name == name or name in element.names):
            return index
    if operation.kind in ("item", "entry"):
        for index, one in enumerate(where.members):
            if unquoted(tree.read(one), tree.grammar.facts.get("strings")) == name:
                return index
    wanted = tokens(parse(Source.of(name.encode()), tree.grammar), None)
    for index, one in enumerate(where.members):
        if wanted and tokens(tree, one) == wanted:
            return index
    return None


def _which(tree: Tree, where: Listing, operation: ListEdit, name: str | None) -> int | None:
    """The index of the member that is to be set or removed: by name, else by position."""
    if name is not None:
        return _find(tree, where, operation, name)
    position = operation.position
    assert position is not None
    if position.side:
        index = _find(tree, where, operation, position.name)
        index = None if index is None else index + (1 if position.side == "after" else -1)
        return index if index is not None and 0 <= index < len(where.members) else None
    return _by_number(where, position.number, _uncounted(tree, where))


def _by_number(where: Listing, number: int, skipped: int) -> int | None:
    count = sum(1 for one in where.members[skipped:] if rank_of(where, one) == 0)
    index = number - 1 if number > 0 else count + number
    if not 0 <= index < count or number == 0:
        return None
    before = where.members[skipped : skipped + index]
    if number > 0 and any(one.type in where.facts.counted_until for one in before):
        raise StructeditError(
            "NOT_APPLICABLE",
            f"Argument {number} stands behind a spread argument, so its place in the call is not known.",
            "Name the argument itself by a selector, or its source text as `name`.",
        )
    return skipped + index


def _uncounted(tree: Tree, where: Listing) -> int:
    """How many members at the start are not counted (self, cls)."""
    first = tree.read(where.members[0]).split(":")[0].strip() if where.members else ""
    return 1 if first in where.facts.uncounted else 0


def _missing(operation: ListEdit, there: list[str]) -> StructeditError:
    which = operation.name or operation.text or str(operation.position or "")
    return StructeditError(
        "TARGET_NOT_FOUND",
        f"There is no {operation.kind} `{which}` here.",
        f"The details list what is there: {', '.join(there[:10]) or 'nothing'}.",
        {"there": there[:40]},
    )


def _texts(tree: Tree, where: Listing) -> list[str]:
    return [tree.read(one).split("\n", 1)[0][:80] for one in where.members]


# -- add -------------------------------------------------------------------------------------------


def _add(draft: Draft, target: Target, where: Listing, operation: ListEdit) -> None:
    tree = target.tree
    text = without_separators(
        tree, incoming(tree, _member_text(tree, operation, where)), where.facts.separator.encode()
    )
    text = in_parentheses(tree, text, alone=not where.members)
    _refuse_present(draft, target, where, operation)
    if where.facts.most and len(where.members) >= where.facts.most:
        raise StructeditError(
            "NOT_APPLICABLE",
            f"`{target.shown}` has its {operation.kind} `{_texts(tree, where)[0]}`, and there can be no other.",
            f'Use "action": "set" with the name of the {operation.kind} that is there.',
        )
    position = operation.position
    if operation.kind == "argument" and operation.name and _is_number(operation.name) and position is None:
        gap = _gap_of_number(tree, where, int(operation.name))
    elif position is not None:
        gap = _gap_of(tree, where, operation, position)
    else:
        gap = _last_legal(tree, where, text.body)
    add(draft, tree, Insertion(draft.index, where, gap, text, whole=True))


def _refuse_present(draft: Draft, target: Target, where: Listing, operation: ListEdit) -> None:
    """ALREADY_APPLIED where a member of that name, or the same text, stands there."""
    tree = target.tree
    name = operation.name
    if name is not None and not (operation.kind == "argument" and _is_number(name)):
        index = _find(tree, where, operation, name)
    else:
        fresh = tokens(parse(Source.of((operation.text or "").strip().encode()), tree.grammar), None)
        bare = _bare(operation.text or "")
        same = [
            i
            for i, one in enumerate(where.members)
            if (fresh and tokens(tree, one) == fresh) or _bare(tree.read(one)) == bare
        ]
        again = operation.position is not None and operation.kind in _REPEATABLE
        index = same[0] if same and not again and not name else None
    grouped = groups.named(tree, where, name) if index is None and name is not None else None
    if grouped is not None and grouped.node.id not in going(tree):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has `{name}` already.")
    if index is None or where.members[index].id in going(tree):
        return
    there = tree.read(where.members[index])
    wanted = _member_text(tree, operation, where)
    if _bare(there) != _bare(wanted) and operation.text:
        draft.warn("DIFFERS", f"`{there[:80]}` stands there already, with another value; it was left alone.")
    raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has `{there[:80]}` already.")


_REPEATABLE = ("argument", "item")  # where a place is asked for, the same text may well stand there twice


def _bare(text: str) -> str:
    return "".join(text.split())


def _gap_of_number(tree: Tree, where: Listing, number: int) -> int:
    shared = groups.gap_at(tree, where, number)
    if shared is not None:
        return shared
    skipped = _uncounted(tree, where)
    count = len(where.members) - skipped
    if number > 0:
        if any(one.type in where.facts.counted_until for one in where.members[skipped : skipped + number - 1]):
            _by_number(where, min(number, count), skipped)
        return skipped + min(number - 1, count)
    return skipped + max(count + number + 1, 0)


def _gap_of(tree: Tree, where: Listing, operation: ListEdit, position: Position) -> int:
    if not position.side:
        return _gap_of_number(tree, where, position.number)
    index = _find(tree, where, operation, position.name)
    grouped = groups.named(tree, where, position.name) if index is None else None
    if grouped is not None:
        return groups.gap_beside(tree, grouped, position.side)
    if index is None:
        there = ", ".join(_texts(tree, where)[:10]) or "nothing"
        raise StructeditError(
            "TARGET_NOT_FOUND",
            f"There is no {operation.kind} `{position.name}` to stand {position.side}.",
            f"What is there: {there}.",
            {"there": _texts(tree, where)},
        )
    return index if position.side == "before" else index + 1


def _last_legal(tree: Tree, where: Listing, body: bytes) -> int:
    """Behind the last member that it may follow: positional arguments before keywords, all before `**rest`."""
    ranks = where.facts.rank
    if not ranks:
        return len(where.members)
    mine = ranks.get(_kind_in(tree, where, body), 0)
    for index, one in enumerate(where.members):
        if rank_of(where, one) > mine:
            return index
    return len(where.members)


def _kind_in(tree: Tree, where: Listing, body: bytes) -> str:
    """The kind that a text has as a member of such a list: it is parsed inside the list as it stands."""
    opening = where.open.end_byte if where.open is not None else where.node.start_byte
    closing = where.close.start_byte if where.close is not None else where.node.end_byte
    source = tree.text[:opening] + body + tree.text[closing:] if opening < 200_000 else body
    parsed = parse(Source.of(source), tree.grammar)
    node = parsed.root.descendant_for_byte_range(opening, opening + len(body)) if source is not body else None
    return node.type if node is not None else ""


# -- set, remove -----------------------------------------------------------------------------------


def _set(draft: Draft, target: Target, where: Listing, operation: ListEdit) -> None:
    tree = target.tree
    if operation.name is None and operation.position is None:
        raise StructeditError("BAD_REQUEST", f"Setting a {operation.kind} needs `name` or `position`: which one.")
    index = _which(tree, where, operation, operation.name)
    grouped = groups.named(tree, where, operation.name or "") if index is None else None
    if grouped is not None:
        raise groups.split_refused(tree, grouped)
    if index is None:
        if operation.name is None or _is_number(operation.name) or operation.kind in ("base", "item", "parameter"):
            raise _missing(operation, _texts(tree, where))
        _add(draft, target, where, operation)
        return
    element = _elements(tree, where, operation.kind)[index]
    node = where.members[index]
    if operation.kind == "parameter":
        _set_parameter(draft, target, (element, node), operation)
        return
    text = (operation.text or "").strip()
    if not text:
        raise StructeditError("BAD_REQUEST", f"Setting a {operation.kind} needs `text`.")
    value = element.parts.get("value") if element is not None else None
    if value is None and operation.kind == "attribute":
        text = _member_text(tree, operation)
    fresh = incoming(tree, text)
    if value is None:
        fresh = in_parentheses(tree, fresh, alone=len(where.members) == 1)
    place = span_of(value) if value is not None else span_of(node)
    if _bare(place.of(tree.text).decode("utf-8", "backslashreplace")) == _bare(text):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has `{tree.read(node)[:80]}` already.")
    if where.sole:
        place = where.inner
    going(tree).add(node.id)
    write(draft, tree, place, fresh)


def _set_parameter(
    draft: Draft, target: Target, found: tuple[Element | None, tree_sitter.Node], operation: ListEdit
) -> None:
    """The default, the annotation, or both of a parameter."""
    tree = target.tree
    element, node = found
    if element is None:
        raise StructeditError("NOT_APPLICABLE", f"`{tree.read(node)}` is no parameter that can have a default.")
    from structedit.select.match import of_element

    whole = _member_text(tree, operation)
    if _bare(whole) == _bare(tree.read(node)):
        raise StructeditError("ALREADY_APPLIED", f"`{target.shown}` has `{tree.read(node)}` already.")
    wanted = {"type": operation.type, "value": (operation.text or "").strip() or None}
    if not any(wanted.values()):
        raise StructeditError("BAD_REQUEST", "Setting a parameter needs `text` (its default) or `type`.")
    if all(wanted.values()) and not element.parts.keys() & wanted.keys():
        write(draft, tree, span_of(node), incoming(tree, whole))
        return
    for part, text in wanted.items():
        if text is None:
            continue
        there = element.parts.get(part)
        if there is not None:
            write(draft, tree, span_of(there), incoming(tree, text))
            continue
        inner = Target(tree, of_element(tree, element), element, element.node, element.outer, element.outer, part, None)
        write_absent(draft, inner, incoming(tree, text))


def _remove(draft: Draft, target: Target, where: Listing, operation: ListEdit) -> None:
    tree = target.tree
    which = operation.name if operation.name is not None else operation.text
    if which is None and operation.position is None:
        raise StructeditError("BAD_REQUEST", f"Removing a {operation.kind} needs `name` or `position`: which one.")
    index = _which(tree, where, operation, which)
    grouped = groups.named(tree, where, which or "") if index is None else None
    if grouped is not None and grouped.group is not None:
        remove(draft, tree, grouped.group, grouped.node)
        return
    if index is None:
        raise _missing(operation, _texts(tree, where))
    remove(draft, tree, where, where.members[index])
