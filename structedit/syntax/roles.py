"""Elements: which nodes of a tree play which role, found by the role query of the language.

Nothing is computed before a selector asks for it: `of` runs the patterns of one role over the tree, `named` lets the
query compare names in C, `at` looks at the nodes around one byte only (about 20 µs).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import tree_sitter

from structedit.syntax import matching, queries
from structedit.syntax.names import unquoted
from structedit.syntax.nodes import path_to
from structedit.syntax.spelling import Search, places
from structedit.syntax.words import DEFINITIONS, MARKS, PARTS, ROLES, SCOPES, rank
from structedit.text.encodings import is_utf8

if TYPE_CHECKING:
    from structedit.syntax.tree import Tree

_DEFINITIONS = frozenset(DEFINITIONS)
_BLOCK = frozenset(("block",))
_LISTS = ("list", "dict")


class Element:
    """One node in a role.

    `node` is the bare definition, `outer` the same with its wrapper (decorators, export); they are equal where there is
    no wrapper. `names` has more than one entry where a statement binds several (imports). `around`: it is a list or
    dict without delimiters, so that its only member fills it.
    """

    __slots__ = ("around", "marks", "name", "name_node", "names", "node", "outer", "parts", "roles")

    def __init__(self, roles: frozenset[str], node: tree_sitter.Node, outer: tree_sitter.Node) -> None:
        self.roles = roles
        self.node = node
        self.outer = outer
        self.around = False
        self.name: str | None = None
        self.names: list[str] = []
        self.name_node: tree_sitter.Node | None = None
        self.parts: dict[str, tree_sitter.Node] = {}
        self.marks: dict[str, list[tree_sitter.Node]] = {}

    @property
    def key(self) -> tuple[int, int, int]:
        """Equal for equal places: (start, end, rank) of the full span."""
        return (self.outer.start_byte, self.outer.end_byte, self.rank)

    @property
    def rank(self) -> int:
        """Which of two elements with equal spans is the outer one: the smaller number."""
        return rank(_BLOCK if self.around else self.roles)

    def __repr__(self) -> str:
        return f"Element({'|'.join(sorted(self.roles))} {self.name!r} {self.outer.start_byte}-{self.outer.end_byte})"


class _Nest:
    """Elements in document order, each with its nearest container among them: who holds a byte is a walk upwards."""

    __slots__ = ("_above", "_elements", "_starts")

    def __init__(self, elements: list[Element]) -> None:
        elements = sorted(elements, key=lambda element: (element.outer.start_byte, -element.outer.end_byte))
        self._elements = elements
        self._starts = [element.outer.start_byte for element in elements]
        self._above: list[int] = []
        open_ones: list[int] = []
        for index, element in enumerate(elements):
            while open_ones and elements[open_ones[-1]].outer.end_byte < element.outer.end_byte:
                open_ones.pop()
            self._above.append(open_ones[-1] if open_ones else -1)
            open_ones.append(index)

    def around(self, offset: int) -> list[Element]:
        """The elements whose span holds the byte, outermost first."""
        found: list[Element] = []
        at = bisect_right(self._starts, offset) - 1
        while at >= 0:
            if offset < self._elements[at].outer.end_byte:
                found.append(self._elements[at])
            at = self._above[at]
        return found[::-1]

    def between(self, start: int, end: int) -> list[Element]:
        """The elements whose span lies in a range."""
        first, last = bisect_left(self._starts, start), bisect_right(self._starts, end)
        return [element for element in self._elements[first:last] if element.outer.end_byte <= end]


class Elements:
    """The elements of one tree, each role computed when it is first asked for."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._of: dict[frozenset[str], list[Element]] = {}
        self._known: dict[tuple[int, str], Element] = {}
        self._around: dict[tuple[int, frozenset[str]], list[Element]] = {}
        self._bindings: dict[str, set[int]] = {}
        self._times_asked: dict[frozenset[str], int] = {}
        self._times_named: dict[frozenset[str], int] = {}
        self._rivalling: list[Element] | None = None
        self._chains: dict[int, list[tree_sitter.Node]] = {}
        self._nests: dict[frozenset[str], _Nest] = {}
        self._everything: list[Element] | None = None
        self._sweeps = 0
        self.notes: dict[str, Any] = {}
        """What other layers have worked out about this tree; it goes when the tree goes."""
        self.root = Element(frozenset(("module",)), tree.root, tree.root)

    def of(self, *roles: str) -> list[Element]:
        """All elements that have any of these roles, outer before inner, in document order."""
        wanted = frozenset(roles)
        if wanted not in self._of:
            self._of[wanted] = self._first_bindings(self._derived(self._query_for(wanted), wanted))
        return self._of[wanted]

    def named(self, names: Iterable[str], *roles: str) -> list[Element]:
        """The elements with any of these roles that bear one of these names; all definitions if no role is given."""
        wanted, words = frozenset(roles or DEFINITIONS), frozenset(names)
        places = self._places(words, wanted)
        if places is not None:
            near = {id(e): e for place in places for e in self._at(place, wanted) if _is_called_at(e, words, place)}
            found = sorted(near.values(), key=_document_order)
            return self._first_bindings(self._derived(found, wanted))
        self._times_named[wanted] = self._times_named.get(wanted, 0) + 1
        if self._times_named[wanted] > 1:  # a query for each name costs more than one for all, which is kept
            return [element for element in self.of(*wanted) if words & set(element.names)]
        query = queries.compiled_named(self._tree.grammar, _asked(wanted), words)
        if query is None:
            return []
        found = self._collect(tree_sitter.QueryCursor(query), lambda *given: self._is_named(words, *given))
        matching = [element for element in found if words & set(element.names)]
        return self._first_bindings(self._derived(matching, wanted))

    def _places(self, words: frozenset[str], wanted: frozenset[str]) -> list[int] | None:
        """Where the words stand in the text, however they are spelled; None where that is too often to look at."""
        quoted = any(p.roles & wanted and p.quoted for p in queries.patterns(self._tree.grammar))
        how = Search(_FEW, escaped=quoted, broken=self._tree.root.has_error)
        found: list[int] = []
        for word in words:
            here = places(self._tree.text, word, how) if word else None
            if here is None or len(found) + len(here) > _FEW:
                return None
            found += here
        return found

    def at(self, offset: int, *roles: str) -> list[Element]:
        """The elements with any of these roles whose full span holds the byte at `offset`, outermost first."""
        wanted = frozenset(roles)
        return self._derived(self._at(offset, wanted), wanted)

    def _at(self, offset: int, wanted: frozenset[str]) -> list[Element]:
        key = (offset, wanted)
        if key not in self._around:
            found = [self.root] if "module" in wanted else []
            if self._times_asked.get(wanted, 0) > _FEW:
                query = queries.compiled(self._tree.grammar, _asked(wanted))
                found += self._nest(wanted, query).around(offset) if query is not None else []
            else:
                self._times_asked[wanted] = self._times_asked.get(wanted, 0) + 1
                found += self._looked_around(offset, _asked(wanted))
            self._around[key] = found
        return self._around[key]

    def _looked_around(self, offset: int, asked: frozenset[str]) -> list[Element]:
        """The elements at one byte, without a query of the whole tree."""
        if offset not in self._chains:
            leaf = self._tree.root.descendant_for_byte_range(offset, offset + 1)
            self._chains[offset] = path_to(self._tree.root, leaf) if leaf is not None else [self._tree.root]
        matches = matching.around(self._tree.grammar, asked, self._chains[offset], offset)
        found = self._merged(matches)
        return [one for one in found if one.outer.start_byte <= offset < one.outer.end_byte]

    def _nest(self, wanted: frozenset[str], query: tree_sitter.Query) -> _Nest:
        """All of these elements at once: a range does not keep a query from visiting all siblings of what it holds."""
        if wanted not in self._nests:
            self._nests[wanted] = _Nest(self._swept(_asked(wanted), query))
        return self._nests[wanted]

    def within(self, start: int, end: int, *roles: str) -> list[Element]:
        """The elements with any of these roles whose full span lies in a range, outer before inner."""
        if start <= 0 and end >= self._tree.root.end_byte:
            return self.of(*roles)
        wanted = frozenset(roles)
        query = queries.compiled(self._tree.grammar, _asked(wanted))
        if query is None or start >= end:
            return []
        if self._times_asked.get(wanted, 0) > _FEW:
            found = self._nest(wanted, query).between(start, end)
        else:
            near = self._near(wanted, query, start, end)
            found = [e for e in near if start <= e.outer.start_byte and e.outer.end_byte <= end]
        return self.bound(self._derived(found, wanted))

    def _near(self, wanted: frozenset[str], query: tree_sitter.Query, start: int, end: int) -> list[Element]:
        """The elements whose match touches a range; how much that was is counted, for `_nest`."""
        cursor = tree_sitter.QueryCursor(query)
        cursor.set_byte_range(start, end)
        found = self._collect(cursor)
        self._times_asked[wanted] = self._times_asked.get(wanted, 0) + 1 + len(found) // _MUCH
        return found

    def bound(self, elements: list[Element]) -> list[Element]:
        """Without the variables and fields whose name their scope has bound before, wherever that was."""
        names = {e.name for e in elements if e.roles & _BINDING and e.name is not None}
        unknown = names - self._bindings.keys()
        for name in unknown:
            self._bindings[name] = set()
        for element in self.named(unknown, *_BINDING) if unknown else ():
            self._bindings[element.name or ""].add(id(element))
        first = {id_ for name in names for id_ in self._bindings[name]}
        return [e for e in elements if not e.roles & _BINDING or e.roles & _NAMED or id(e) in first]

    def captures(self, node: tree_sitter.Node, role: str) -> list[dict[str, list[tree_sitter.Node]]]:
        """The matches that give `role` to this very node, each with its captures: one for each name that it binds."""
        chain = path_to(self._tree.root, node)
        matches = matching.around(self._tree.grammar, frozenset((role,)), chain, node.start_byte)
        return [found for found in matches if node in found.get(role, ())]

    def owner(self, element: Element, *roles: str) -> Element | None:
        """The nearest element around this one that has any of these roles (definitions if none is given)."""
        around = self._at(element.outer.start_byte, frozenset(roles or DEFINITIONS))
        inside = [other for other in around if other is not element and _holds(other, element)]
        return inside[-1] if inside else None

    def scope(self, element: Element) -> Element:
        """The nearest element around this one that binds names."""
        return self.owner(element, *SCOPES) or self.root

    def _query_for(self, wanted: frozenset[str]) -> list[Element]:
        found = [self.root] if "module" in wanted else []
        query = queries.compiled(self._tree.grammar, _asked(wanted))
        return found if query is None else found + self._swept(_asked(wanted), query)

    def _swept(self, asked: frozenset[str], query: tree_sitter.Query) -> list[Element]:
        """The elements of the whole tree; after a few such questions those of every role are worked out and kept."""
        if self._everything is None:
            if self._sweeps < _SWEEPS and not asked >= _EVERY:
                self._sweeps += 1
                return self._collect(tree_sitter.QueryCursor(query))
            every = query if asked >= _EVERY else queries.compiled(self._tree.grammar, _EVERY)
            self._everything = self._collect(tree_sitter.QueryCursor(every)) if every is not None else []
        also = asked | {"field"} if "variable" in asked else asked  # a field is a variable that a class holds
        return [element for element in self._everything if element.roles & also]

    def _collect(
        self, cursor: tree_sitter.QueryCursor, predicate: tree_sitter.QueryPredicate | None = None
    ) -> list[Element]:
        root = self._tree.root
        matches = cursor.matches(root, predicate) if predicate else cursor.matches(root)
        return self._merged(captures for _, captures in matches)

    def _merged(self, matches: Iterable[dict[str, list[tree_sitter.Node]]]) -> list[Element]:
        """The elements of these matches in document order, several matches of one node as one."""
        found: dict[int, Element] = {}
        denied: set[tuple[int, str]] = set()
        denies = queries.NOT in self._tree.grammar.query_text
        for captures in matches:
            no = [capture for capture in captures if capture.endswith(queries.NOT)] if denies else ()
            if no:
                denied.update((captures[capture][0].id, capture.removesuffix(queries.NOT)) for capture in no)
                continue
            element = self._element(captures)
            if element is not None:
                found[id(element)] = element
        kept = [e for e in found.values() if not denied or not any((e.node.id, role) in denied for role in e.roles)]
        return sorted(kept, key=_document_order)

    def _is_named(
        self, words: frozenset[str], _name: str, _args: object, _index: int, captures: dict[str, list[tree_sitter.Node]]
    ) -> bool:
        return self._name(captures)[1] in words

    def _element(self, captures: dict[str, list[tree_sitter.Node]]) -> Element | None:
        """The element of one match, merged with what other matches said of the same node."""
        given, outer = _roles_of(captures)
        if outer is None or outer.is_missing or (outer.is_extra and "comment" not in given and "error" not in given):
            return None
        node = captures.get("node", (outer,))[0]
        if node is not outer and self._is_group(outer):
            return None
        name_node, name = self._name(captures)
        key = _key(given, node, name_node)
        element = self._known.get(key) or self._known.get((node.id, key[1]))
        if element is None:
            element = self._known[key] = self._known[(node.id, key[1])] = Element(given, node, outer)
            element.around = self._is_undelimited(node)
        elif given - element.roles and not ("field" in element.roles and given == _VARIABLE):
            element.roles |= given
        if outer.start_byte <= element.outer.start_byte and outer.end_byte >= element.outer.end_byte:
            element.outer = outer
        if node.start_byte >= element.node.start_byte and node.end_byte <= element.node.end_byte:
            element.node = node
        if name is not None and name not in element.names:
            element.names.append(name)
            if element.name is None:
                element.name, element.name_node = name, name_node
        _take_parts(element, captures)
        return element

    def _is_undelimited(self, node: tree_sitter.Node) -> bool:
        facts = self._tree.grammar.bodies.get(node.type)
        return facts is not None and facts.role in _LISTS and facts.delimiters is None and node.parent is not None

    def _is_group(self, wrapper: tree_sitter.Node) -> bool:
        """Whether a wrapper holds its definitions between delimiters: then it belongs to none of them."""
        facts = self._tree.grammar.bodies.get(wrapper.type)
        opening = facts.delimiters[0] if facts is not None and facts.delimiters is not None else ""
        return bool(opening) and any(child.type == opening for child in wrapper.children)

    def _name(self, captures: dict[str, list[tree_sitter.Node]]) -> tuple[tree_sitter.Node | None, str | None]:
        for capture in (queries.NAME, queries.QUOTED):
            nodes = captures.get(capture)
            if nodes and self._tree.source.encoding is None and not is_utf8(self._tree.bytes_of(nodes[0])):
                return nodes[0], None  # bytes of an encoding that is not known are no name
            if nodes:
                return nodes[0], self._quoted(nodes[0]) if capture == queries.QUOTED else self._tree.read(nodes[0])
        if queries.BOUND in captures:
            node = captures[queries.BOUND][0]
            found = re.search(str(self._tree.grammar.fact("imports", "bound", "(.*)")), self._tree.read(node))
            return node, found.group(1) if found else None
        return None, None

    def _quoted(self, node: tree_sitter.Node) -> str | None:
        return unquoted(self._tree.read(node), self._tree.grammar.facts.get("strings"))

    def owners(self, elements: list[Element], *roles: str) -> list[Element | None]:
        """For each element (in document order) the nearest one around it that has any of these roles."""
        if len(elements) < _FEW:
            return [self.owner(element, *roles) for element in elements]
        around = [e for e in self._query_for(frozenset(roles)) if e is not self.root]
        found: list[Element | None] = []
        stack: list[Element] = []
        waiting = iter(around)
        upcoming = next(waiting, None)
        for element in elements:
            while upcoming is not None and _document_order(upcoming) < _document_order(element):
                stack = [other for other in stack if other.outer.end_byte > upcoming.outer.start_byte]
                stack.append(upcoming)
                upcoming = next(waiting, None)
            holding = [other for other in stack if other is not element and _holds(other, element)]
            found.append(holding[-1] if holding else None)
        return found

    def _derived(self, elements: list[Element], wanted: frozenset[str]) -> list[Element]:
        """Adds what follows from nesting (method, field), keeps the first binding in a scope, drops the rest."""
        unsure = [e for e in elements if e.roles & _UNSURE and not e.roles & _SURE]
        for element, owner in zip(unsure, self.owners(unsure, "namespace", "class", "function"), strict=True):
            _derive(element, owner)
        return [element for element in elements if element.roles & wanted]

    def _first_bindings(self, elements: list[Element]) -> list[Element]:
        """Without the variables and fields whose name the same scope has bound before."""
        bound = [e for e in elements if e.roles & _BINDING and e.name is not None]
        if not bound:
            return elements
        rivals = self._rivals({e.name for e in bound if e.name is not None})
        everyone = sorted({id(e): e for e in (*bound, *rivals)}.values(), key=_document_order)
        seen: set[tuple[int, str, str]] = set()
        late: set[int] = set()
        for element, scope in zip(everyone, self._binders(everyone), strict=True):
            key = (scope.outer.start_byte if scope else -1, self._owner_said(element), element.name or "")
            if key in seen and element.roles & _BINDING and not element.roles & _NAMED:
                late.add(id(element))
            seen.add(key)
        return [element for element in elements if id(element) not in late]

    def _owner_said(self, element: Element) -> str:
        """What a name is written behind: `self` of `self.size`, which is another name than `size`."""
        return " ".join(self._tree.read(node) for node in element.marks.get("owner", ()))

    def _binders(self, elements: list[Element]) -> list[Element | None]:
        """For each element what binds its name; a field of a type without a name is bound by the variable it is for."""
        scopes = self.owners(elements, *_BINDERS)
        fields = [element for element in elements if "field" in element.roles]
        around = dict(zip(map(id, fields), self.owners(fields, *_BINDING), strict=True))
        found: list[Element | None] = []
        for element, scope in zip(elements, scopes, strict=True):
            owner = around.get(id(element))
            inside = owner is not None and not is_chained(owner, element) and (scope is None or _holds(scope, owner))
            found.append(owner if inside else scope)
        return found

    def _rivals(self, names: set[str]) -> list[Element]:
        """The classes and functions that bear one of these names."""
        asked = frozenset(("class", "function"))
        words = frozenset(names)
        places = self._places(words, asked) if len(names) < _FEW else None
        if places is not None:
            near = {id(e): e for place in places for e in self._at(place, asked) if _is_called_at(e, words, place)}
            return sorted(near.values(), key=_document_order)
        if self._rivalling is None:
            self._rivalling = self._query_for(asked)
        return [element for element in self._rivalling if words & set(element.names)]


def _is_called_at(element: Element, words: frozenset[str], place: int) -> bool:
    """Whether an element has its name, one of these words, at a place."""
    node = element.name_node
    if len(element.names) > 1:
        return bool(words & set(element.names))
    return element.name in words and node is not None and node.start_byte <= place < node.end_byte


_FEW = 40
_SWEEPS = 2
_EVERY = frozenset(ROLES) - {"module"}
_MUCH = 100
_UNSURE = frozenset(("function", "variable"))
_VARIABLE = frozenset(("variable",))
_SURE = frozenset(("method", "field"))
_BINDING = frozenset(("variable", "field"))
_NAMED = frozenset(("function", "class"))  # these are what they are at every binding of their name
_BINDERS = tuple(role for role in SCOPES if role != "module")


def is_chained(owner: Element, inner: Element) -> bool:
    """Whether two bindings are of one statement, as in `a = b = 1`: then neither is inside the other."""
    value = owner.parts.get("value")
    same = value is not None and value.type == inner.outer.type and value.end_byte == inner.outer.end_byte
    return same and bool(inner.roles & _BINDING)


def _derive(element: Element, owner: Element | None) -> None:
    """A function in a class, or that names its owner, is a method; a variable in a class is a field."""
    if "owner" in element.marks or (owner is not None and "class" in owner.roles):
        if "function" in element.roles:
            element.roles |= {"method"}
        else:
            element.roles = element.roles - {"variable"} | {"field"}


def _asked(wanted: frozenset[str]) -> frozenset[str]:
    """The roles to ask the query for: what derived roles are derived from."""
    more = {"method": "function", "field": "variable"}
    return wanted | {more[role] for role in wanted if role in more}


def _roles_of(captures: dict[str, list[tree_sitter.Node]]) -> tuple[frozenset[str], tree_sitter.Node | None]:
    given, which = _role_capture(tuple(captures))
    return given, captures[which][0] if which is not None else None


@lru_cache(maxsize=1024)
def _role_capture(names: tuple[str, ...]) -> tuple[frozenset[str], str | None]:
    """The roles that the captures of a match give, and the capture that holds the node."""
    given: frozenset[str] = frozenset()
    which = None
    for name in names:
        roles = queries.roles_of_capture(name)
        if roles and not (name in PARTS and which is not None):
            given, which = (roles if which is None or _only_parts(given) else given | roles), name
    return given, which


def _only_parts(roles: frozenset[str]) -> bool:
    return all(role in PARTS for role in roles)


def _key(given: frozenset[str], node: tree_sitter.Node, name_node: tree_sitter.Node | None) -> tuple[int, str]:
    if given & _DEFINITIONS:
        return (name_node or node).id, "definition"
    return node.id, "|".join(sorted(given))


def _take_parts(element: Element, captures: dict[str, list[tree_sitter.Node]]) -> None:
    for capture, nodes in captures.items():
        if capture in (queries.QUOTED, queries.BOUND) or capture in element.roles:
            continue
        if capture in PARTS:
            element.parts.setdefault(capture, nodes[0])
        elif capture in MARKS and capture != "node":
            known = element.marks.setdefault(capture, [])
            known.extend(node for node in nodes if node not in known)


def _holds(outer: Element, inner: Element) -> bool:
    around, within = outer.key, inner.key
    if around[:2] == within[:2]:
        return around[2] < within[2]
    return around[0] <= within[0] and within[1] <= around[1]


def _document_order(element: Element) -> tuple[int, int, int]:
    start, end, order = element.key
    return (start, -end, order)
