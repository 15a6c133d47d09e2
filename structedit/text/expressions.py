"""Regular expressions of users. They may take for ever and `re` cannot be stopped: these run on the package `regex`."""

from __future__ import annotations

import re
import time
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regex import Pattern

FLAGS = "ims"
ALLOWED_TIME = 0.5
"""Seconds that the expressions of one selector may take together."""

_MOST_REPEATED = 100_000
_COUNT = re.compile(r"\{([0-9]{1,9})")


class BadExpression(Exception):
    """Not a regular expression; `position` is the place in it."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


class TooSlowError(Exception):
    """The allowed time is over."""


class Allowance:
    """The time that is left for expressions."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = ALLOWED_TIME

    def finds(self, expression: Pattern[str], text: str) -> bool:
        """Whether the expression fits anywhere in the text. Errors: TooSlowError."""
        if self.left <= 0:
            raise TooSlowError
        start = time.thread_time()
        try:
            return expression.search(text, timeout=self.left) is not None
        except TimeoutError:
            self.left = 0.0
            raise TooSlowError from None
        finally:
            self.left -= time.thread_time() - start


@lru_cache(maxsize=64)
def compiled(expression: str, flags: str = "") -> Pattern[str]:
    """The expression, with any of the flags i, m and s. Errors: BadExpression."""
    import warnings

    import regex

    _refuse_multiplied(expression)
    bits = {"i": regex.IGNORECASE, "m": regex.MULTILINE, "s": regex.DOTALL}
    wanted = regex.UNICODE
    for flag in flags:
        wanted |= bits[flag]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sets that another version of the syntax would nest
            return regex.compile(expression, wanted)
    except regex.error as error:
        message, place = error.msg, error.pos  # type: ignore[attr-defined] # the stubs lack them
        raise BadExpression(str(message), min(place or 0, len(expression))) from None
    except RecursionError:
        raise BadExpression("it is nested too deep", 0) from None


def _refuse_multiplied(expression: str) -> None:
    """Counted repetitions are written out when an expression is compiled, nested ones many times over."""
    product = 1
    for count in _COUNT.finditer(expression):
        product *= max(int(count[1]), 1)
        if product > _MOST_REPEATED:
            raise BadExpression(f"its repetitions multiply to more than {_MOST_REPEATED:,}", count.start())
