"""Random trials for a file: which element, which operation, and a text for it, copied from the file or a small one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.select.canonical import printed
from structedit.select.match import full_span, of_element
from structedit.syntax.trivia import end_of
from structedit.text.span import Span
from tests.wild.snippets import ADDED, SNIPPETS, VALUES
from tests.wild.trial import INSERTED, Edit, Trial

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

DATA = ("json", "toml", "yaml")
MEMBERS = (
    *("statement", "statement", "statement", "function", "method", "class", "argument", "parameter", "item", "entry"),
    *("field", "case", "import", "decorator", "base", "attribute", "element", "table"),
)
AROUND = (
    *(
        "module",
        "class",
        "function",
        "lambda",
        "call",
        "if",
        "loop",
        "try",
        "case",
        "dict",
        "list",
        "entry",
        "variable",
    ),
    *("table", "element"),
)
REMOVABLE = (*MEMBERS, "docstring", "comment", "if", "loop", "try", "return", "variable")
HOSTS = {
    "argument": ("call",),
    "parameter": ("function", "lambda"),
    "decorator": ("function", "class"),
    "base": ("class",),
    "import": (),
    "docstring": ("function", "class"),
    "entry": ("dict", "entry", "variable", "table"),
    "item": ("list", "entry", "variable"),
    "attribute": ("element",),
}
PARTS = ("body", "condition", "value", "returns", "parameters", "arguments", "else", "type", "key", "callee")
LARGEST = 4_000  # bytes of a text that is copied


class Draw:
    """What a file offers."""

    def __init__(self, tree: Tree, draw: random.Random) -> None:
        self.tree, self.draw = tree, draw
        self.language = tree.grammar.name
        self.snippets = SNIPPETS[self.language]
        self._of: dict[str, list[Element]] = {}

    def trial(self) -> Trial | None:
        """One trial, or None where the file does not have what was drawn."""
        kinds = _KINDS
        weights = [weight for _, weight in kinds]
        kind = self.draw.choices([kind for kind, _ in kinds], weights)[0]
        return kind(self)

    def of(self, role: str) -> list[Element]:
        if role not in self._of:
            found = [one for one in self.tree.elements.of(role) if not _is_import_type(one)]
            self._of[role] = [one for one in found if one.outer.end_byte - one.outer.start_byte <= LARGEST]
        return self._of[role]

    def pick(self, roles: tuple[str, ...]) -> tuple[Element, str] | None:
        there = [role for role in roles if self.of(role)]
        if not there:
            return None
        role = self.draw.choice(there)
        return self.draw.choice(self.of(role)), role

    def selector(self, element: Element) -> str:
        return printed(of_element(self.tree, element))

    def text(self, element: Element) -> str:
        """The text of an element, with the indentation of its first line if it is the first thing there."""
        return self.text_of(full_span(of_element(self.tree, element)))

    def text_of(self, span: Span) -> str:
        line = self.tree.source.line_start(span.start)
        start = span.start if self.tree.text[line : span.start].strip() else line
        return self.tree.text[start : span.end].decode("utf-8")

    def twin(self, element: Element, role: str) -> str | None:
        """The text of another element that stands where this one could."""
        kind = _place_of(element)
        same = [one for one in self.of(role) if one is not element and _place_of(one) == kind]
        return self.text(self.draw.choice(same)) if same else None

    def new_text(self, element: Element, role: str) -> str | None:
        """A text that could stand beside an element: a copy, or a small one."""
        top = element.outer.parent is not None and element.outer.parent.id == self.tree.root.id
        small = self.snippets.get(f"{role} of the file" if top else role) or self.snippets.get(role, ())
        if small and self.draw.random() < 0.4:
            return self.draw.choice(small)
        return self.twin(element, role) or (self.draw.choice(small) if small else None)

    def made(self, sort: str, op: str, role: str, edit: Edit, removed: tuple[str, ...] = ()) -> Trial:
        return Trial(self.language, sort, op, role, (edit,), removed)


def _is_import_type(element: Element) -> bool:
    """Whether it stands in `import("module").Type`, which the grammar takes for a call with any arguments."""
    here = element.outer
    for _ in range(4):
        if here is None:
            return False
        if here.type == "call_expression" and here.child(0) is not None and here.child(0).type == "import":
            return True
        here = here.parent
    return False


def _place_of(element: Element) -> tuple[str, str]:
    parent = element.outer.parent
    return element.outer.type, parent.type if parent is not None else ""


# -- the operations, each on its own ---------------------------------------------------------------


def beside(of: Draw) -> Trial | None:
    found = of.pick(MEMBERS)
    text = found and of.new_text(*found)
    if not found or not text:
        return None
    at = of.draw.choice(("before", "after"))
    edit = {"op": "insert", "target": of.selector(found[0]), "at": at, "text": text}
    return of.made("edit", f"insert {at}", found[1], edit)


def inside(of: Draw) -> Trial | None:
    found = of.pick(MEMBERS[:10])
    text = found and of.new_text(*found)
    if not found or not text:
        return None
    owner = of.tree.elements.owner(found[0], *AROUND) or of.tree.elements.root
    at = of.draw.choice(("start", "end"))
    edit = {"op": "insert", "target": of.selector(owner), "at": at, "text": text}
    return of.made("edit", f"insert {at}", f"{found[1]} in {_word(owner)}", edit)


def delete(of: Draw) -> Trial | None:
    found = of.pick(REMOVABLE)
    if not found:
        return None
    target = of.selector(found[0])
    return of.made("edit", "delete", found[1], {"op": "delete", "target": target}, (target,))


def replace(of: Draw) -> Trial | None:
    found = of.pick(REMOVABLE)
    text = found and of.new_text(*found)
    if not found or not text:
        return None
    target = of.selector(found[0])
    return of.made("edit", "replace", found[1], {"op": "replace", "target": target, "text": text}, (target,))


def replace_part(of: Draw) -> Trial | None:
    part = of.draw.choice(PARTS)
    roles = ("function", "class", "if", "loop", "variable", "call", "entry", "parameter", "lambda", "case", "try")
    found = of.pick(roles)
    if not found:
        return None
    element, role = found
    with_part = [one for one in of.of(role) if part in one.parts]
    if part not in element.parts or not with_part:
        return None
    node = of.draw.choice(with_part).parts[part]
    text = of.tree.bytes_of(node).decode("utf-8")
    target = _bare(of.selector(element))
    if not text or len(text) > LARGEST:
        return None
    edit = {"op": "replace", "target": f"{target}::{part}", "text": text}
    return of.made("edit", "replace part", f"{role}::{part}", edit, (target,))


def wrap(of: Draw) -> Trial | None:
    sort = of.draw.choice(("statement", "value"))
    texts = of.snippets.get(f"wrap {sort}")
    found = of.pick(("statement",) if sort == "statement" else ("argument", "item", "string", "call", "dict", "list"))
    if not found or not texts:
        return None
    target = of.selector(found[0])
    return of.made("edit", "wrap", found[1], {"op": "wrap", "target": target, "text": of.draw.choice(texts)})


def unwrap(of: Draw) -> Trial | None:
    found = of.pick(("if", "loop", "try", "call"))
    if not found:
        return None
    target = of.selector(found[0])
    return of.made("edit", "unwrap", found[1], {"op": "unwrap", "target": target}, (target,))


def set_value(of: Draw) -> Trial | None:
    found = of.pick(("entry", "entry", "variable", "table", "field"))
    if not found:
        return None
    target = of.selector(found[0])
    name = of.draw.choice(("", "", ".probe", ".probe.two"))
    edit = {
        "op": "set",
        "target": target.rpartition("@")[0] + name if name else target,
        "value": of.draw.choice(VALUES),
    }
    return of.made("edit", "set", found[1] + name, edit, (target,))


def add(of: Draw) -> Trial | None:
    found = _host(of)
    if not found:
        return None
    kind, role, target = found
    fields = of.draw.choice(ADDED[of.language][kind])
    edit = {"op": kind, "action": "add", **({"target": target} if target else {}), **fields}
    return of.made("edit", f"{kind} add", role, edit)


def change_member(of: Draw) -> Trial | None:
    """A member by its name: taken away, or given the value of another."""
    kinds = [kind for kind in ADDED[of.language] if of.of(kind)]
    if not kinds:
        return None
    kind = of.draw.choice(kinds)
    element = of.draw.choice(of.of(kind))
    owner = of.tree.elements.owner(element, *HOSTS[kind]) if HOSTS[kind] else None
    name = "" if kind == "docstring" else (element.name or "")
    if (not name and kind != "docstring") or (HOSTS[kind] and owner is None):
        return None
    action = of.draw.choice(("remove", "remove", "set"))
    edit: Edit = {"op": kind, "action": action, **({"name": name} if name else {})}
    if owner is not None:
        edit["target"] = of.selector(owner)
    if action == "set":
        values = of.snippets.get("docstring" if kind == "docstring" else "value", ())
        if not values or kind in ("import", "base", "decorator", "parameter"):
            return None
        edit["text"] = of.draw.choice(values)
    return of.made("edit", f"{kind} {action}", kind, edit, (of.selector(element),))


def _host(of: Draw) -> tuple[str, str, str] | None:
    """A kind of list, and the role and selector of an element that has such a list or could have."""
    kind = of.draw.choice(list(ADDED[of.language]))
    if not HOSTS[kind]:
        return kind, "module", ""
    found = of.pick(HOSTS[kind])
    return (kind, found[1], of.selector(found[0])) if found else None


def batch(of: Draw) -> Trial | None:
    """Two to four edits of one request."""
    makers = (beside, inside, delete, replace, add, change_member, set_value, wrap)
    drawn = [of.draw.choice(makers)(of) for _ in range(of.draw.choice((2, 2, 3, 4)))]
    trials = [trial for trial in drawn if trial]
    if len(trials) < 2:
        return None
    edits = tuple(edit for trial in trials for edit in trial.edits)
    removed = tuple(one for trial in trials for one in trial.removed)
    return Trial(of.language, "batch", "batch", "+".join(sorted(trial.op for trial in trials)), edits, removed)


# -- pairs that must give the same bytes -----------------------------------------------------------


def same(of: Draw) -> Trial | None:
    """Replaced by its own text."""
    found = of.pick(REMOVABLE)
    if not found:
        return None
    edit = {"op": "replace", "target": of.selector(found[0]), "text": of.text(found[0])}
    return of.made("same", "replace by itself", found[1], edit)


def twice(of: Draw) -> Trial | None:
    """What is idempotent by its nature."""
    trial = of.draw.choice((add, set_value))(of)
    if trial is None or (trial.op in ("argument add", "item add") and "name" not in trial.edits[0]):
        return None
    edits = tuple({**edit, "target": _bare(edit["target"])} if "target" in edit else edit for edit in trial.edits)
    return Trial(of.language, "twice", f"{trial.op} twice", trial.role, edits, trial.removed)


def _bare(target: str) -> str:
    """A selector without its guard, which the first edit outdates."""
    head, at, digits = target.rpartition("@")
    return head if at and len(digits) == 8 else target


def insert_delete(of: Draw) -> Trial | None:
    trial = of.draw.choice((beside, inside))(of)
    return trial and _inverse(trial, "insert, delete", ({"op": "delete", "target": INSERTED},))


def replace_back(of: Draw) -> Trial | None:
    found = of.pick(REMOVABLE)
    text = found and of.new_text(*found)
    if not found or not text:
        return None
    if "{" in text and b"declare " in of.tree.bytes_of(found[0].outer)[:80]:
        return None  # `declare` is kept, and what it declares has no body; the grammar takes one
    target = of.selector(found[0])
    edit = {"op": "replace", "target": target, "text": text}
    back = {"op": "replace", "target": INSERTED, "text": of.text(found[0])}
    return _inverse(of.made("inverse", "replace", found[1], edit, (target,)), "replace, replace back", (back,))


def add_remove(of: Draw) -> Trial | None:
    trial = add(of)
    if trial is None:
        return None
    edit = trial.edits[0]
    if edit["op"] in ("entry", "item") and ("list" in str(edit["target"]) or "dict" in str(edit["target"])):
        return None  # an empty one may be both, and what is added decides
    back: Edit = {"op": edit["op"], "action": "remove"}
    if "target" in edit:
        back["target"] = _bare(edit["target"])
    if edit["op"] == "docstring":
        return _inverse(trial, "docstring add, remove", (back,))
    if "name" in edit and of.draw.random() < 0.7:
        return _inverse(trial, f"{edit['op']} add, remove", ({**back, "name": edit["name"]},))
    return _inverse(trial, f"{edit['op']} add, delete", ({"op": "delete", "target": INSERTED},))


def wrap_unwrap(of: Draw) -> Trial | None:
    trial = wrap(of)
    text = trial.edits[0]["text"] if trial else ""
    if trial is None or ("(" not in text and "\n" not in text) or text.startswith("("):
        return None
    return _inverse(trial, "wrap, unwrap", ({"op": "unwrap", "target": INSERTED},))


def set_back(of: Draw) -> Trial | None:
    found = of.pick(("entry", "variable"))
    if not found or "value" not in found[0].parts:
        return None
    target = _bare(of.selector(found[0]))
    value = found[0].parts["value"]
    old = of.text_of(Span(value.start_byte, end_of(of.tree, value)))
    if "\n" in old and not old[:1].isspace():
        return None  # its lines below the first are indented with what stands before it
    edit = {"op": "set", "target": target, "value": of.draw.choice(VALUES)}
    back = {"op": "set", "target": target, "text": old}
    return _inverse(of.made("inverse", "set", found[1], edit, (target,)), "set, set back", (back,))


def _inverse(trial: Trial, op: str, back: tuple[Edit, ...]) -> Trial:
    return Trial(trial.language, "inverse", op, trial.role, trial.edits, trial.removed, back)


def _word(element: Element) -> str:
    return next((role for role in AROUND if role in element.roles), "node")


_KINDS: tuple[tuple[Callable[[Draw], Trial | None], float], ...] = (
    (beside, 10),
    (inside, 10),
    (delete, 10),
    (replace, 10),
    (replace_part, 6),
    (wrap, 5),
    (unwrap, 4),
    (set_value, 5),
    (add, 10),
    (change_member, 8),
    (batch, 8),
    (same, 6),
    (twice, 4),
    (insert_delete, 12),
    (replace_back, 8),
    (add_remove, 12),
    (wrap_unwrap, 6),
    (set_back, 4),
)
