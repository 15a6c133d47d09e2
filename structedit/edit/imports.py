"""Imports: added where the language's tools would put them, joined where they would join them, removed name by name.

"Already there" means the same module as written, name and alias, unconditionally at that scope. A new name joins an
import of the same module; it is sorted in only where two or more stand there and are sorted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.bridges.modules import is_standard
from structedit.edit.bindings import (
    Binding,
    bindings,
    bindings_of,
    lists_around,
    member_of,
    names_list,
    parsed,
    statement_text,
    text_of,
)
from structedit.edit.incoming import incoming
from structedit.edit.intents import Insertion
from structedit.edit.structure import add, remove, write
from structedit.edit.target import inside, start_gap
from structedit.errors import StructeditError
from structedit.select.selector import parse as parse_selector
from structedit.select.terms import Named
from structedit.syntax.containers import Body, container, member
from structedit.syntax.statements import kind_of
from structedit.syntax.tree import leaves, span_of

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.intents import Draft
    from structedit.edit.operations import Delete, ListEdit
    from structedit.edit.target import Target
    from structedit.syntax.tree import Tree


def edit_import(draft: Draft, target: Target, operation: ListEdit) -> None:
    """Add, set or remove imports in the body of the target (the module, if none was named)."""
    where = inside(target)
    if not isinstance(where, Body) or not target.tree.grammar.facts.get("imports"):
        raise StructeditError("NOT_APPLICABLE", f"`{target.shown}` is no place for imports.")
    places = target.tree.grammar.fact("imports", "places", (where.node.type,))
    if where.node.type not in places:
        raise StructeditError(
            "NOT_APPLICABLE", f"Imports stand at the top level only, not in `{target.shown}`.", "Leave out `target`."
        )
    if target.tree.grammar.fact("imports", "lines"):
        from structedit.edit.import_lines import edit_line

        edit_line(draft, target.tree, where, operation)
    elif operation.action == "remove":
        _remove(draft, target.tree, where, operation)
    elif operation.action == "set":
        _set(draft, target.tree, where, operation)
    else:
        _add(draft, target.tree, where, text_of(target.tree, where, operation))


# -- add -------------------------------------------------------------------------------------------


def _add(draft: Draft, tree: Tree, where: Body, text: str) -> None:
    wanted = parsed(tree, text)
    there = bindings(tree, where)
    known = {one.key for one in there} | {one.key for one in _in_try(tree, where)}
    missing = [one for one in wanted if one.key not in known]
    if not missing:
        raise StructeditError("ALREADY_APPLIED", f"The file imports {wanted[0].bound} already.")
    _warn_elsewhere(draft, tree, missing, there)
    for statement in _grouped(missing):
        host = _host(tree, statement[0], there)
        if host is not None:
            _join(draft, tree, host, statement)
        else:
            _new_statement(draft, tree, where, (statement, wanted))


def _in_try(tree: Tree, where: Body) -> list[Binding]:
    """What is imported in a try statement of the body (with a fallback): it is there as well."""
    conditional = tree.grammar.fact("imports", "conditional", ())
    found: list[Binding] = []
    for one in where.members:
        for child in one.named_children if one.type in conditional else ():
            body = container(tree, child)
            found += bindings(tree, body) if isinstance(body, Body) else []
    return found


def _grouped(missing: list[Binding]) -> list[list[Binding]]:
    groups: dict[int, list[Binding]] = {}
    for one in missing:
        groups.setdefault(one.statement.id, []).append(one)
    return list(groups.values())


def _host(tree: Tree, binding: Binding, there: list[Binding]) -> Binding | None:
    """A statement that the name can join: of the same sort and module."""
    for one in there:
        same = one.kind == binding.kind and one.origin == binding.origin and one.typed == binding.typed
        named = "*" not in (one.imported, binding.imported) and bool(binding.imported)
        if same and named and names_list(tree, one) is not None and "*" not in binding.imported:
            return one
    return None


def _join(draft: Draft, tree: Tree, host: Binding, names: list[Binding]) -> None:
    where = names_list(tree, host)
    assert where is not None
    texts = [tree.read(one) for one in where.members]
    for one in names:
        gap = _sorted_gap(texts, one.source)
        add(draft, tree, Insertion(draft.index, where, gap, incoming(tree, one.source)))


def _sorted_gap(texts: list[str], text: str) -> int:
    """Where a text goes among others: in its order if they are sorted, else to the end."""
    if len(texts) < 2:
        return len(texts)
    for key in (str, str.casefold):
        keys = [key(one) for one in texts]
        if keys == sorted(keys):
            return sum(1 for one in keys if one <= key(text))
    return len(texts)


def _new_statement(draft: Draft, tree: Tree, where: Body, statement: tuple[list[Binding], list[Binding]]) -> None:
    names, wanted = statement
    if _extend_pending(tree, where, names):
        return
    text = _statement_text(tree, where, names, wanted)
    gap, follows = _place(tree, where, names[0])
    add(draft, tree, Insertion(draft.index, where, gap, incoming(tree, text), follows))
    if names[0].imported and "*" not in names[0].imported and len(names) == len({one.at for one in names}):
        _pending(tree)[_pending_key(where, names[0])] = (draft, len(draft.intents) - 1, names)


Pending = dict["tuple[int, str, str]", "tuple[Draft, int, list[Binding]]"]


def _pending_key(where: Body, binding: Binding) -> tuple[int, str, str]:
    return (where.key, f"{binding.kind} {binding.typed}", binding.origin)


def _pending(tree: Tree) -> Pending:
    """The new statements of this request that further names of the same module can join."""
    found: Pending = tree.elements.notes.setdefault("new imports", {})
    return found


def _extend_pending(tree: Tree, where: Body, names: list[Binding]) -> bool:
    """Add names to a statement that an earlier operation of the request brings: the block is planned once."""
    key = _pending_key(where, names[0])
    if key not in _pending(tree):
        return False
    draft, at, before = _pending(tree)[key]
    old = draft.intents[at]
    assert isinstance(old, Insertion)
    if not all(one.imported and "*" not in one.imported for one in (*before, *names)):
        return False
    texts = [one.source for one in before]
    more = list(before)
    for one in names:
        if one.source not in texts:
            place = _sorted_gap(texts, one.source) if len(texts) > 1 else len(texts)
            texts.insert(place, one.source)
            more.insert(place, one)
    text = incoming(tree, statement_text(tree, where, more))
    draft.intents[at] = Insertion(old.index, old.where, old.gap, text, old.follows)
    draft.wanted.remove(old.text.body)
    draft.wanted.append(text.body)
    _pending(tree)[key] = (draft, at, more)
    return True


def _statement_text(tree: Tree, where: Body, names: list[Binding], wanted: list[Binding]) -> str:
    """The statement as it was sent, or with only those of its names that are missing."""
    sent = [one for one in wanted if one.statement.id == names[0].statement.id]
    if len(sent) == len(names):
        return (names[0].statement.text or b"").decode("utf-8", "backslashreplace")
    return statement_text(tree, where, names)


def _place(tree: Tree, where: Body, binding: Binding) -> tuple[int, bool]:
    """The gap for a new statement, and whether it follows what stands before it."""
    kinds = tree.grammar.fact("imports", "kinds", ())
    first = tree.grammar.fact("imports", "first", ())
    gap = start_gap(tree, where)
    if binding.kind in first:
        return gap, False
    used = _first_use(tree, where, binding.bound, gap)
    block = _first_block(tree, where, kinds)
    block = [index for index in block if where.members[index].type not in first]
    if not block or (used is not None and used < block[0]):
        return (gap, False) if used is None or used < gap or not block else (used, False)
    return _in_block(tree, where, block, binding)


def _first_block(tree: Tree, where: Body, kinds: tuple[str, ...]) -> list[int]:
    """The members of the first run of imports; conditional ones within the run do not end it."""
    conditional = tree.grammar.fact("imports", "conditional", ())
    block: list[int] = []
    for index, one in enumerate(where.members):
        if kind_of(tree, one) in kinds:
            block.append(index)
        elif block and one.type not in conditional:
            break
    return block


def _in_block(tree: Tree, where: Body, block: list[int], binding: Binding) -> tuple[int, bool]:
    """The gap in a block of imports: in the group of its sort, among those of its form."""
    groups = _groups(where, block)
    group = _group_for(tree, where, groups, binding)
    if group is None and len(groups) == 1 and not tree.grammar.fact("imports", "standard"):
        return (groups[0][-1] + 1, True)
    if group is None:
        lower = [one for one in groups if _section(tree, _first(tree, where, one)) < _section(tree, binding)]
        return (lower[-1][-1] + 1, True) if lower else (groups[0][0], False)
    same = [index for index in group if kind_of(tree, where.members[index]) == binding.kind]
    if not same:
        return (group[-1] + 1, True) if binding.imported else (group[0], False)
    same = _run_at_end(same)
    names = [_origin(tree, where.members[index]) for index in same]
    place = _sorted_gap(names, binding.origin)
    return (same[-1] + 1, True) if place == len(same) else (same[place], False)


def _group_for(tree: Tree, where: Body, groups: list[list[int]], binding: Binding) -> list[int] | None:
    """The group that import sorters would choose: with the same package, else of the same section and form."""
    if len(groups) == 1:
        only = _first(tree, where, groups[0])
        return groups[0] if (_section(tree, only) == _RELATIVE) == (_section(tree, binding) == _RELATIVE) else None
    top = _top(tree, binding)
    shared = [one for one in groups if any(_top(tree, _first(tree, where, [index])) == top for index in one)]
    section = _section(tree, binding)
    alike = [one for one in groups if any(_section(tree, _first(tree, where, [index])) == section for index in one)]
    form = [one for one in alike if any(kind_of(tree, where.members[index]) == binding.kind for index in one)]
    found = (shared if section != _RELATIVE else []) or form or alike
    return found[0] if found else None


def _groups(where: Body, block: list[int]) -> list[list[int]]:
    """The imports of a block as runs without a blank line, or anything else, between."""
    groups: list[list[int]] = []
    for index in block:
        above = where.members[index - 1] if index else None
        near = above is not None and where.members[index].start_point.row - above.end_point.row == 1
        if groups and groups[-1][-1] == index - 1 and near:
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups


def _run_at_end(indexes: list[int]) -> list[int]:
    """The last run of indexes that follow one another."""
    run: list[int] = []
    for index in reversed(indexes):
        if run and run[0] - index != 1:
            break
        run.insert(0, index)
    return run


_STANDARD, _OTHER, _RELATIVE = 0, 1, 2


def _section(tree: Tree, binding: Binding) -> int:
    """Standard library, other packages, or relative to this one."""
    separator = str(tree.grammar.fact("imports", "separator", "."))
    if binding.origin.startswith(separator):
        return _RELATIVE
    standard = is_standard(tree.grammar.fact("imports", "standard"), _top(tree, binding))
    return _STANDARD if standard else _OTHER


def _top(tree: Tree, binding: Binding) -> str:
    return binding.origin.split(str(tree.grammar.fact("imports", "separator", ".")))[0]


def _first(tree: Tree, where: Body, group: list[int]) -> Binding:
    return bindings_of(tree, where.members[group[0]])[0]


def _origin(tree: Tree, statement: tree_sitter.Node) -> str:
    found = bindings_of(tree, statement)
    return found[0].origin if found else ""


def _first_use(tree: Tree, where: Body, name: str, gap: int) -> int | None:
    """The first member that uses a name when it runs, definitions left out."""
    spaced = tree.grammar.fact("layout", "absorbed", ())
    for index, one in enumerate(where.members[:40]):
        if index < gap or one.type in spaced or one.end_byte - one.start_byte > 10_000:
            continue
        if any(tree.read(leaf) == name for leaf in leaves(one, tree.grammar.tokens)):
            return index
    return None


def _warn_elsewhere(draft: Draft, tree: Tree, missing: list[Binding], there: list[Binding]) -> None:
    bound = {one.bound for one in missing if one.bound != "*"}
    shadowed = [one.bound for one in there if one.bound in bound]
    for name in shadowed:
        draft.warn("SHADOWED", f"`{name}` is bound by another import already.")
    for element in tree.elements.named(bound, "import") if bound else ():
        if element.node.id not in {one.statement.id for one in there}:
            row = element.node.start_point.row + 1
            draft.warn("CONDITIONAL", f"`{element.name}` is also imported in line {row}, but not at this scope.")


# -- set, remove -----------------------------------------------------------------------------------


def _remove(draft: Draft, tree: Tree, where: Body, operation: ListEdit) -> None:
    there = bindings(tree, where)
    for one in _meant(tree, there, operation):
        remove_binding(draft, tree, where, one)


def remove_binding(draft: Draft, tree: Tree, where: Body, binding: Binding) -> None:
    """One name of an import statement, or the statement if it binds no other."""
    for names in lists_around(tree, binding):
        node = member_of(names, binding)
        if len(names.members) > 1 and node is not None:
            remove(draft, tree, names, node)
            return
    remove(draft, tree, where, binding.statement)


def _meant(tree: Tree, there: list[Binding], operation: ListEdit) -> list[Binding]:
    if operation.text and not operation.name:
        keys = [one.key for one in parsed(tree, operation.text)]
        found = [one for one in there if one.key in keys]
        missing = [key for key in keys if key not in {one.key for one in there}]
    else:
        separator = str(tree.grammar.fact("imports", "separator", "."))
        name = operation.name or ""
        found = [one for one in there if one.path(separator) == name] or [one for one in there if one.bound == name]
        missing = [] if found else [(name, "", "", "")]
    if missing or not found:
        shown = operation.name or (operation.text or "").strip()
        raise StructeditError(
            "TARGET_NOT_FOUND",
            f"There is no import of `{shown}` at this scope.",
            "The details list what is imported here.",
            {"imported": [one.path(".") for one in there][:40]},
        )
    if operation.name and len(found) > 1 and len({one.key for one in found}) > 1:
        raise StructeditError(
            "TARGET_AMBIGUOUS",
            f"`{operation.name}` is bound by {len(found)} imports.",
            "Name the full path, or send the statement as `text`.",
            {"candidates": [{"selector": f"import#{one.bound}", "path": one.path(".")} for one in found]},
        )
    return found


def _set(draft: Draft, tree: Tree, where: Body, operation: ListEdit) -> None:
    if not operation.name or not operation.text:
        raise StructeditError(
            "BAD_REQUEST", "Setting an import needs `name` (which one) and `text` (the new statement)."
        )
    there = bindings(tree, where)
    wanted = parsed(tree, operation.text)
    if {one.key for one in wanted} <= {one.key for one in there}:
        raise StructeditError("ALREADY_APPLIED", f"The file imports {wanted[0].bound} as asked already.")
    old = _meant(tree, there, operation)[0]
    if not any(len(names.members) > 1 for names in lists_around(tree, old)):
        write(draft, tree, span_of(old.statement), incoming(tree, operation.text))
        return
    remove_binding(draft, tree, where, old)
    _add(draft, tree, where, operation.text)


def remove_named(draft: Draft, target: Target, operation: Delete) -> bool:
    """Of an import of several names, `import#os` is only the name: whether that is what was asked for, and done."""
    if "import" not in target.roles or target.part is not None or not isinstance(operation.target, str):
        return False
    found = bindings_of(target.tree, target.node)
    around = member(target.tree, target.node)
    if len(found) < 2 or around is None or not isinstance(around[0], Body):
        return False
    wanted = {
        test.name
        for complex_ in parse_selector(operation.target).alternatives
        for test in complex_.compounds[-1].tests
        if isinstance(test, Named)
    }
    chosen = [one for one in found if one.bound in wanted]
    for one in chosen:
        remove_binding(draft, target.tree, around[0], one)
    return bool(chosen)
