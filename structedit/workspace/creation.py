"""`create`: a whole new file, guarded like an old one."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import TYPE_CHECKING

from structedit.edit.elision import refuse_control
from structedit.edit.intents import Warning as EditWarning
from structedit.edit.operations import Create
from structedit.edit.run import Edited, EditReport, run
from structedit.edit.verify import guard_syntax
from structedit.errors import StructeditError
from structedit.record import replace
from structedit.syntax.tree import parse
from structedit.text.encodings import codec_of, encoded, same
from structedit.text.patch import Edit, Patch
from structedit.text.source import Source
from structedit.text.span import Span
from structedit.workspace.decode import declaration, decode, facts_or_none

if TYPE_CHECKING:
    from structedit.edit.intents import Context
    from structedit.edit.operations import AnyOperation
    from structedit.syntax.grammar import Grammar


def create(
    old: Source | None,
    grammar: Grammar | None,
    operations: tuple[AnyOperation, ...],
    context: Context,
    encoding: str | None,
) -> Edited:
    """The file that the first operation makes, edited by the others (only where the request is sequential)."""
    first = operations[0]
    if not isinstance(first, Create):
        raise TypeError("create begins with Create")
    _refuse_others(operations[1:], context)
    new = _encode(first.text, grammar or facts_or_none(context.path, b"", None), encoding)
    unchanged = old is not None and old.raw == new.raw
    empty = Source.of(b"")
    patch = Patch.of([Edit.insert(0, new.text)])
    warnings = () if unchanged or grammar is None else _check(empty, new, patch, grammar, context)
    report = EditReport(
        index=0,
        op="create",
        status="unchanged" if unchanged else "applied",
        target="",
        inserted=(),
        span_before=Span(0, 0),
        span_after=Span(0, len(new.text)),
        how="exact",
        applicability="safe",
        warnings=warnings,
        kept=(),
    )
    made = Edited(before=empty, after=new, patch=patch, edits=(report,), warnings=())
    return made if len(operations) == 1 else _go_on(made, grammar, operations[1:], context)


def _go_on(made: Edited, grammar: Grammar | None, operations: tuple[AnyOperation, ...], context: Context) -> Edited:
    then = run(made.after, grammar, operations, context)
    first = [replace(report, span_after=then.patch.map_span(report.span_after)) for report in made.edits]
    reports = [replace(report, index=report.index + 1, span_before=Span(0, 0)) for report in then.edits]
    return replace(made, after=then.after, edits=(*first, *reports), warnings=then.warnings)


def _refuse_others(others: tuple[AnyOperation, ...], context: Context) -> None:
    if others and (not context.sequential or any(isinstance(other, Create) for other in others)):
        raise StructeditError(
            "OVERLAPPING_EDITS",
            f"{context.path} is created by one edit of the request and written by another.",
            'Put all of it into the text of create, or send "sequential": true.',
        )


def _encode(text: str, grammar: Grammar | None, encoding: str | None) -> Source:
    """The new file: in the encoding that was asked for, else the one that its text declares, else UTF-8."""
    data = text.encode("utf-8")
    declared = declaration(data, grammar)
    said = codec_of(declared.name, web=declared.web) if declared is not None else None
    if declared is not None and not data.isascii():
        if said is None:
            raise _bad(f"The text declares {declared.name}, which is no encoding that Python knows.")
        if encoding is not None and not same(said, encoding):
            raise _bad(f"The text declares {declared.name}, and `encoding` says {encoding}.")
    source = decode(encoded(data, encoding or said or "utf-8"), grammar, encoding)
    if source.text not in (data, data.removeprefix(BOM_UTF8)):
        raise _bad(f"The file would be read as another text ({source.why or source.encoding}).")
    return source


def _bad(message: str) -> StructeditError:
    return StructeditError("BAD_ENCODING", message, "Correct the declaration, or name the encoding that it says.")


def _check(empty: Source, new: Source, patch: Patch, grammar: Grammar, context: Context) -> tuple[EditWarning, ...]:
    before = parse(empty, grammar)
    refuse_control(b"", new.text.decode("utf-8", "replace"), context)
    problems = guard_syntax(before, parse(new, grammar), patch, context)
    return tuple(
        EditWarning("SYNTAX_BROKEN", f"The parser cannot read line {new.row(problem.span.start) + 1}.")
        for problem in problems[:1]
    )
