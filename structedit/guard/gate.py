"""The one place where yes or no is said: an ordered list of checks that each file of a request passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from structedit.guard import policy, stale
from structedit.record import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from structedit.errors import StructeditError
    from structedit.guard.question import Question


@record
class Guard:
    """One check: None lets the file pass, an error refuses it.

    `fails`: what a guard that cannot decide does. Closed is for guards against danger, open for those against a slip
    of the caller's own memory.
    """

    name: str
    fails: Literal["open", "closed"]
    check: Callable[[Question], StructeditError | None]


# Containment (OUTSIDE_ROOT), kind and size come before: store opens nothing that does not pass them.
GUARDS: tuple[Guard, ...] = (
    Guard("protected paths", "closed", policy.protected),
    Guard("write permission", "closed", policy.permission),
    Guard("overwriting", "closed", policy.overwriting),
    Guard("expected hash", "closed", stale.expected_hash),
)


def pass_gate(question: Question) -> None:
    """Raise the refusal of the first guard that says no."""
    for guard in GUARDS:
        refusal = guard.check(question)
        if refusal is not None:
            raise refusal
