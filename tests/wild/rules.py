"""Inverses that are none by design: each rule has a name, a reason, and a test on the texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.wild.trial import Trial


@dataclass(frozen=True)
class Rule:
    name: str
    why: str
    holds: Callable[[Trial, bytes, bytes, bytes | None], bool]


RULES: tuple[Rule, ...] = ()


def rule_for(trial: Trial, raw: bytes, middle: bytes, again: bytes | None = None) -> str | None:
    """The name of the rule by which this inverse is none; `again` is what came back, where something did."""
    return next((rule.name for rule in RULES if rule.holds(trial, raw, middle, again)), None)
