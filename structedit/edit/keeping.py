"""What a replacement keeps of the old text: comments, decorators, the keywords of a wrapper, the final separator.

What the new text brings of these takes the place of the old; a keyword that stands there already is not doubled.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from structedit.record import record
from structedit.record import replace as replace_fields
from structedit.syntax.containers import Body, head_of
from structedit.syntax.parts import decorator_nodes
from structedit.syntax.tree import leaves, parse
from structedit.syntax.trivia import behind_token, comment_behind, lead
from structedit.text.source import Source
from structedit.text.span import Span

if TYPE_CHECKING:
    import tree_sitter

    from structedit.edit.incoming import Incoming
    from structedit.edit.intents import Draft
    from structedit.edit.target import Target
    from structedit.syntax.containers import Container
    from structedit.syntax.roles import Element
    from structedit.syntax.tree import Tree

Kept = tuple[str, ...] | None


def kept_apart(
    draft: Draft, target: Target, text: Incoming, keep: Kept, found: tuple[Container, tree_sitter.Node] | None
) -> tuple[Span, Incoming]:
    """The span that a replacement takes, all of `full` less what it keeps, and the text for it."""
    tree = target.tree
    if target.match.through is not None:
        return target.full, text
    start, end = target.full.start, target.full.end
    first = head_of(*found).start_byte if found is not None else start
    brought = text.brings(tree)
    if tree.grammar.decorators and found is not None and target.element is not None:
        text = _ended(tree, target, found, text)
        start, text = _past_wrapping(draft, target, text, keep, found[0])
    elif (
        target.outer.id != target.node.id
        and "decorators" not in brought
        and (keep is None or "decorators" in keep)
        and _can_stand_behind(target, text)
    ):
        start = target.node.start_byte
        decorated = target.element is None or bool(decorator_nodes(tree, target.element))
        draft.kept.append("decorators" if decorated else "keywords")
    if found is not None:
        where, node = found
        leading = lead(tree, where, node)
        if leading < first and start == first:
            if "comments" in brought:
                start = leading
            elif keep is None or "comments" in keep:
                draft.kept.append("comments")
        trailing = comment_behind(tree, behind_token(tree, node, end) if isinstance(where, Body) else end)
        if trailing is not None:
            if "trailing comment" in brought:
                end = trailing.end
            elif keep is None or "trailing comment" in keep:
                draft.kept.append("trailing comment")
    if draft.kept:
        draft.warn("KEPT", f"Kept of the old text: {', '.join(draft.kept)}.")
    return Span(start, end), text


def _can_stand_behind(target: Target, text: Incoming) -> bool:
    """Whether a text may follow what stands before the bare definition: not if only alone it can be read."""
    tree = target.tree
    before = Span(target.outer.start_byte, target.node.start_byte).of(tree.text)
    if before.strip() and text.body.startswith(before.strip() + b" "):
        return False  # it brings the same words
    behind = parse(Source.of(before + text.body + b"\n"), tree.grammar).root.has_error
    return not behind or parse(Source.of(text.body + b"\n"), tree.grammar).root.has_error


@record(eq=False)
class _Front:
    """What stands before a bare definition: its decorators, the keywords of its wrapper and its visibility; and where
    it begins itself."""

    decorators: list[tree_sitter.Node]
    words: list[tree_sitter.Node]
    bare: int

    def said(self, tree: Tree) -> list[bytes]:
        return [tree.bytes_of(word) for word in self.words]


def _front(tree: Tree, element: Element) -> _Front:
    outer, node = element.outer, element.node
    decorators = decorator_nodes(tree, element)
    before = takewhile(lambda leaf: leaf.end_byte <= node.start_byte, leaves(outer, tree.grammar.tokens))
    words = [leaf for leaf in before if leaf.type not in tree.grammar.comments] if outer.id != node.id else []
    words = [leaf for leaf in words if not any(_holds(one, leaf) for one in decorators)]
    own = [one for one in node.children if one.type not in tree.grammar.decorators and not one.is_extra]
    seen = element.marks.get("visibility", [])
    if len(own) > 1 and own[0] in seen:
        words.append(own.pop(0))
    bare = own[0].start_byte if own else node.start_byte
    return _Front(decorators, words, bare)


def _holds(outer: tree_sitter.Node, inner: tree_sitter.Node) -> bool:
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


def _past_wrapping(draft: Draft, target: Target, text: Incoming, keep: Kept, where: Container) -> tuple[int, Incoming]:
    """Where the replacement begins, behind decorators and keywords that are kept."""
    tree, element = target.tree, target.element
    assert element is not None
    old = _front(tree, element)
    first = min([target.full.start, *(one.start_byte for one in old.decorators)])
    parsed, fresh = _definition(tree, text, where)
    if fresh is None or not (old.decorators or old.words):
        return first if fresh is not None and old.decorators else target.full.start, text
    new = _front(parsed, fresh)
    at = new.bare - parsed.text.find(text.body)
    kept = {
        "decorators": bool(old.decorators) and not new.decorators and (keep is None or "decorators" in keep),
        "keywords": bool(old.words)
        and new.said(parsed) in ([], old.said(tree))
        and (keep is None or "keywords" in keep)
        and not any(text.body[at:].startswith(word + b" ") for word in old.said(tree)),
    }
    draft.kept += [word for word, is_kept in kept.items() if is_kept]
    if kept["keywords"] and (kept["decorators"] or not new.decorators):
        return old.bare, replace_fields(text, body=text.body[at:])
    if kept["keywords"]:
        said = b"" if new.words else b" ".join(old.said(tree)) + b" "
        return first, replace_fields(text, body=text.body[:at] + said + text.body[at:])
    if kept["decorators"]:
        return old.words[0].start_byte if old.words else old.bare, text
    return first, text


def _definition(tree: Tree, text: Incoming, where: Container) -> tuple[Tree, Element | None]:
    """The definition that a text consists of, if it is one."""
    parsed, nodes = text.members(tree, where)
    real = [node for node in nodes if not node.is_extra]
    if len(real) != 1:
        return parsed, None
    around = parsed.elements.at(real[0].start_byte, "class", "function", "variable", "field", "namespace")
    return parsed, next((one for one in around if one.outer.id == real[0].id), None)


def _ended(tree: Tree, target: Target, found: tuple[Container, tree_sitter.Node], text: Incoming) -> Incoming:
    """The text with the final separator that the old one has, and only one."""
    separator = str(tree.grammar.fact("syntax", "statement_separator", "")).encode()
    where, node = found
    if not separator or not isinstance(where, Body):
        return text
    body = text.body.rstrip()
    if behind_token(tree, node, node.end_byte) != node.end_byte:
        return replace_fields(text, body=body.removesuffix(separator).rstrip()) if body.endswith(separator) else text
    if body.endswith(separator) or not target.full.of(tree.text).endswith(separator):
        return text
    ended = parse(Source.of(body + separator), tree.grammar).root
    last = ended.named_children[-1] if ended.named_child_count and not ended.has_error else None
    takes = last is not None and last.child_count > 1 and last.children[-1].type == separator.decode()
    return replace_fields(text, body=body + separator) if takes else text
