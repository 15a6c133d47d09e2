"""The selector language: `parse` reads it, `format` writes it. The grammar stands in queries/selector.ebnf."""

from __future__ import annotations

from structedit.select.parser import MAX_DEPTH, MAX_LENGTH, parse
from structedit.select.printer import format_selector as format  # noqa: A004 - the counterpart of `parse`
from structedit.select.terms import Selector

__all__ = ["MAX_DEPTH", "MAX_LENGTH", "Selector", "format", "parse"]
