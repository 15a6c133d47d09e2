"""What must hold of an edit that was made, told from the two texts alone; the planners and their check are not asked.

Words: every word of the file is still there, but for those of what was removed, and every new one was sent. Comments
and strings likewise, as whole tokens. What stands around the place is as deep in its blocks as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from structedit.errors import StructeditError
from structedit.select.match import full_span
from structedit.select.resolve import require
from structedit.syntax.trivia import owned
from structedit.text.span import Span
from tests.wild.readers import DATA, NoData, complaint, data_of
from tests.wild.trial import Fault, Trial, read

if TYPE_CHECKING:
    from structedit.edit.run import Edited
    from structedit.syntax.tree import Tree

# What an edit may put in or take away by itself: placeholders, and the words around what it writes.
NOTHING = ("None", "null", "nil", "true", "false")
GLUE = frozenset(
    (
        "pass",
        "return",
        "import",
        "from",
        "as",
        "export",
        "type",
        "extends",
        "implements",
        "class",
        "end",
        "if",
        *NOTHING,
    )
)
# What only the whole program makes wrong, as the readers say it.
OF_THE_PROGRAM = (
    "nonlocal",
    "annotated name",
    "break outside",
    "label",
    "no visible",
    "already declared",
    "goto",
    "mixed named",
)
_WORD = re.compile(rb"[\w\x80-\xff]+")
_BLANK_END = re.compile(rb"[ \t]+(?=\r?\n)")
NEAR = 40

Tokens = list[tuple[str, bytes, tuple[str, ...]]]


def check(trial: Trial, tree: Tree, edited: Edited) -> None:
    """Raise the first Fault."""
    before, after = edited.before.raw, edited.after.raw
    status = {report.status for report in edited.edits}
    if (before != after) != ("applied" in status):
        raise Fault("status", f"{sorted(status)}, but the bytes are {'other' if before != after else 'the same'}")
    if before == after:
        return
    _bytes_outside(edited)
    said = complaint(trial.language, after)
    if said and not any(word in said for word in OF_THE_PROGRAM) and complaint(trial.language, before) is None:
        raise Fault("reader", said)
    _layout(trial, tree, edited)
    fresh = read(trial.language, after)
    _selectors(tree, fresh, edited)
    removed = _removed(trial, tree)
    _words(trial, tree, edited, removed)
    _tokens(trial, (tree, fresh), edited, removed)
    if trial.language in DATA and trial.sort == "edit":
        _data(trial, tree, edited)


def _bytes_outside(edited: Edited) -> None:
    """The new text is the old one with the patch's places changed, and nothing else."""
    old, new = edited.before.text, edited.after.text
    done = there = 0
    for edit in sorted(edited.patch.edits, key=lambda edit: edit.span):
        kept = old[done : edit.span.start]
        if new[there : there + len(kept)] != kept:
            raise Fault("bytes", f"other bytes before offset {edit.span.start}")
        there += len(kept) + len(edit.new)
        done = edit.span.end
    if new[there:] != old[done:] or edited.after.bom != edited.before.bom:
        raise Fault("bytes", "other bytes at the end")


def _layout(trial: Trial, tree: Tree, edited: Edited) -> None:
    before, after = edited.before.text, edited.after.text
    for name, newline in (("CRLF", rb"\r\n"), ("CR", rb"\r(?!\n)"), ("LF", rb"(?<!\r)\n")):
        if len(tree.source.line_starts) > 1 and not re.search(newline, before) and re.search(newline, after):
            raise Fault("newline", f"{name} was not there")
    sent = "\n".join(str(edit.get("text", "")) for edit in trial.edits).encode()
    if len(_BLANK_END.findall(after)) > len(_BLANK_END.findall(before)) + len(_BLANK_END.findall(sent + b"\n")):
        raise Fault("blanks", "a line ends in blanks")
    gaps = re.compile(rb"\n(?:[ \t]*\r?\n){3,}")
    if len(gaps.findall(after)) > len(gaps.findall(before)) + len(gaps.findall(sent)):
        raise Fault("gap", "three blank lines that were not there")


def _selectors(tree: Tree, fresh: Tree, edited: Edited) -> None:
    """What the answer names is there, with the hash that it says."""
    for report in edited.edits:
        for selector, where in [(report.target, tree), *((one, fresh) for one in report.inserted)]:
            if not selector or selector == ":root":
                continue
            try:
                require(where, selector, None if where is fresh else "all", edit=False)
            except StructeditError as error:
                which = "inserted" if where is fresh else "target"
                raise Fault(f"{which} selector", f"{selector}: {error.code} {error.message}") from error


def _removed(trial: Trial, tree: Tree) -> list[Span]:
    spans = []
    for selector in trial.removed:
        for match in require(tree, selector, "all", edit=False):
            spans.append(full_span(match))
            around = match.outer.parent if match.outer is not None else None
            if around is not None and around.type in tree.grammar.lists and tree.grammar.lists[around.type].field:
                spans.append(Span(around.start_byte, around.end_byte))  # the type goes with the last of its names
            if match.outer is not None:
                whole = owned(tree, match.outer)
                spans.append(Span(whole.start, _with_deeper(tree, match.start, whole.end)))
    return spans


def _with_deeper(tree: Tree, start: int, end: int) -> int:
    """The end with the lines of comments below that stand deeper: they belong to the last thing in it."""
    column, source = tree.source.column(start), tree.source
    column -= tree.grammar.loose_ends  # a table holds the comments below its last entry, too
    row = source.row(end)
    while row + 1 < len(source.line_starts):
        line = source.line_text(source.offset_of_line(row + 1))
        bare = line.lstrip()
        mark = str(tree.grammar.fact("syntax", "line_comment", "#")).encode()
        if bare and (not bare.startswith(mark) or len(line) - len(bare) <= column):
            break
        row += 1
        end = source.line_end(source.offset_of_line(row)) if bare else end
    return end


def _counted(text: bytes) -> Counter[bytes]:
    return Counter(_WORD.findall(text))


def _words(trial: Trial, tree: Tree, edited: Edited, removed: list[Span]) -> None:
    before, after = _counted(edited.before.text), _counted(edited.after.text)
    sent = _counted(trial.sent.encode())
    may_go: Counter[bytes] = Counter()
    for span in removed:
        may_go |= _counted(span.of(tree.text)) if trial.sort != "batch" else Counter()
        may_go += _counted(span.of(tree.text)) if trial.sort == "batch" else Counter()
    gone = _without_glue(before - after - may_go)
    come = _without_glue(after - before - sent)
    if any(edit["op"] == "docstring" for edit in trial.edits):
        come -= Counter([b"r"])  # the prefix of a literal with a backslash
    if gone:
        raise Fault("lost", f"{_show(gone)} went")
    if come:
        raise Fault("made up", f"{_show(come)} came")
    changed = all(report.status == "applied" for report in edited.edits)
    if trial.sort == "edit" and changed and trial.op.startswith(("insert", "wrap")) and sent - (after - before):
        rest = _without_glue(sent - (after - before) - _counted(b"BODY"))
        if rest and before - after == Counter():
            raise Fault("not written", f"{_show(rest)} was sent")


def _without_glue(words: Counter[bytes]) -> Counter[bytes]:
    return Counter({word: count for word, count in words.items() if word.decode("utf-8", "replace") not in GLUE})


def _show(words: Counter[bytes]) -> str:
    return ", ".join(word.decode("utf-8", "replace") for word in list(words)[:8])


def _tokens(trial: Trial, trees: tuple[Tree, Tree], edited: Edited, removed: list[Span]) -> None:
    tree, fresh = trees
    spans = [edit.span for edit in edited.patch.edits]
    here = _window(tree, spans)
    longer = len(fresh.text) - len(tree.text)
    old, new = _within(tree, here), _within(fresh, Span(here.start, here.end + longer))
    start, end = min(span.start for span in spans), max(span.end for span in spans)
    inside = [b"".join(one[1].split()) for one in old if one[4] and one[3] < start and end < one[3] + len(one[1])]
    _whole_tokens(trial, (old, new), ([b"".join(span.of(tree.text).split()) for span in removed], inside))
    if trial.sort == "batch" or trial.op in ("import add", "import remove"):
        return
    places = {one[3]: one for one in new}
    before = [one for one in old if one[3] + len(one[1]) <= start][-NEAR:]
    behind = [one for one in old if one[3] >= end][:NEAR]
    for token, there in [*((one, one[3]) for one in before), *((one, one[3] + longer) for one in behind)]:
        same = places.get(there)
        if (same is None or same[2] != token[2]) and not _inside_target(trial, tree, token):
            deep = f"{'/'.join(token[2])} -> {'/'.join(same[2]) if same else 'no token'}"
            raise Fault("block", f"{token[1][:40]!r} is in other blocks: {deep}")


def _inside_target(trial: Trial, tree: Tree, token: Any) -> bool:
    """Whether a token lies in what the edit is about: a body that opens up moves what is in it."""
    target = trial.edits[0].get("target", "")
    if not target:
        return False
    matches = require(tree, target, "all", edit=False)
    return any(
        match.start <= token[3] < max(match.end, full_span(match).end) for match in matches if match.part is None
    )


def _whole_tokens(trial: Trial, tokens: tuple[Any, Any], gone_with: tuple[list[bytes], list[bytes]]) -> None:
    """Comments and strings go with what is removed, and else are what they were; code inside a string is code."""
    old, new = (Counter(one[1] for one in found if one[4]) for found in tokens)
    removed, inside = gone_with
    gone = [text for text in old - new if not any(b"".join(text.split()) in one for one in (*removed, *inside))]
    if gone:
        raise Fault("token", f"{gone[0][:80]!r} is not there any more")
    sent = "".join(trial.sent.split())
    if inside or trial.op.split()[0] in ("docstring", "set", "import", "batch"):
        return
    for text in new - old:
        plain = "".join(text.decode("utf-8", "replace").split())
        if plain not in sent and plain.strip("\"'`[]") not in sent:
            raise Fault("token", f"{text[:80]!r} is new")


def _window(tree: Tree, spans: list[Span]) -> Span:
    """The nodes of the top level that the spans touch, and their neighbours."""
    start, end = min(span.start for span in spans), max(span.end for span in spans)
    children = tree.root.children
    first = max((one.start_byte for one in children if one.end_byte < start), default=0)
    last = min((one.end_byte for one in children if one.start_byte > end), default=len(tree.text))
    return Span(first, last)


def _within(tree: Tree, window: Span) -> Any:
    """The tokens there, each as (kind, text, the blocks that it is in, offset, whether it is a comment or a string)."""
    grammar = tree.grammar
    stack: list[Any] = [(tree.root, ())]
    found = []
    while stack:
        node, blocks = stack.pop()
        if node.end_byte <= window.start or node.start_byte >= window.end:
            continue
        whole = node.type in grammar.tokens
        if node.child_count and not whole:
            inner = (*blocks, node.type) if node.type in grammar.bodies else blocks
            stack.extend((one, inner) for one in reversed(node.children))
        elif node.end_byte > node.start_byte:
            text = tree.bytes_of(node)
            if node.type in grammar.relative or node.type in grammar.loose or node.type in grammar.comments:
                text = b" ".join(text.split())
            if text.strip():
                found.append((node.type, text, blocks, node.start_byte, whole))
    return found


# -- data ------------------------------------------------------------------------------------------


def _data(trial: Trial, tree: Tree, edited: Edited) -> None:
    """Outside the container of the target the data is what it was."""
    path = _path(trial.edits[0].get("target", ""))
    if path is None:
        return
    try:
        old, new = data_of(trial.language, edited.before.raw), data_of(trial.language, edited.after.raw)
    except NoData:
        return
    except (ValueError, RecursionError):
        return  # the reader has had its say
    inside = trial.op in ("insert start", "insert end", "set", "entry add", "item add") or trial.op.endswith(
        (" set", " remove")
    )
    if trial.language == "toml":
        _leaves_kept(trial, path, (old, new))
        return
    for key in path if inside else path[:-1]:
        if not _others_equal(old, new, key):
            raise Fault("data", f"something beside {trial.edits[0].get('target')} has changed")
        try:
            old, new = old[key], new[key]
        except (KeyError, IndexError, TypeError):
            return
    if trial.op == "delete" and trial.role == "entry" and isinstance(old, dict) and isinstance(new, dict):
        wanted = {key: value for key, value in old.items() if key != path[-1]}
        if new != wanted:
            raise Fault("data", f"not the same without {path[-1]!r}")
    both = isinstance(old, dict) and isinstance(new, dict)
    if trial.op.startswith("insert") and both and any(new.get(key) != value for key, value in old.items()):
        raise Fault("data", "an entry has changed beside the new one")


def _leaves_kept(trial: Trial, path: list[str | int], texts: tuple[Any, Any]) -> None:
    """Of a language where a place has many spellings: every value outside the target is where it was."""
    old, new = (dict(_leaves(one, ())) for one in texts)
    if trial.role == "item" or any("[[" in str(edit.get("text", "")) for edit in trial.edits):
        return
    gone = [one for one, value in old.items() if one[: len(path)] != tuple(path) and new.get(one) != value]
    if gone and not any(isinstance(key, int) for key in path):
        raise Fault("data", f"{gone[0]} has changed")


def _leaves(data: Any, path: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], str]]:
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if pairs is None:
        return [(path, repr(data))]
    return [leaf for key, one in pairs for leaf in _leaves(one, (*path, key))]


def _others_equal(old: Any, new: Any, key: str | int) -> bool:
    if isinstance(old, dict) and isinstance(new, dict):
        return {k: v for k, v in old.items() if k != key} == {k: v for k, v in new.items() if k != key}
    if isinstance(old, list) and isinstance(new, list) and isinstance(key, int) and len(old) == len(new):
        return old[:key] == new[:key] and old[key + 1 :] == new[key + 1 :]
    return True


_STEP = re.compile(r'"((?:[^"\\]|\\.)*)"|\[(\d+)\]|([^\s.\[\]">:@#]+)| > item:nth\((\d+)\)|\.')


def _path(target: str) -> list[str | int] | None:
    """The keys and indices that a printed selector stands for; None where it is not made of those alone."""
    target = target.rpartition("@")[0] or target
    target = target.removeprefix(":root > ") if target.startswith(":root > item") else target
    path: list[str | int] = []
    at = 0
    while at < len(target):
        found = _STEP.match(target, at)
        if found is None or "\\" in (found.group(1) or ""):
            return None
        quoted, index, word, item = found.groups()
        if index is not None or item is not None:
            path.append(int(index) if index is not None else int(item) - 1)
        elif quoted is not None or word is not None:
            path.append(quoted if quoted is not None else word)
        at = found.end()
    return path
