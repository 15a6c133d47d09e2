"""JSON text to plain data and back."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from structedit.errors import StructeditError

LARGEST = 64 * 1024 * 1024


def read_json(raw: bytes, what: str = "request", form: str = "one JSON object") -> Any:
    """The data of a JSON text. No name twice in one object, no NaN, not endlessly deep.

    Raises BAD_REQUEST; the message calls the text `what`, the hint asks for `form`.
    """
    if len(raw) > LARGEST:
        raise _bad(f"The {what} has {len(raw):,} bytes; {LARGEST:,} are taken.", f"Send it in several {what}s.")
    if not raw.strip():
        raise _bad(f"The {what} is empty.", f'Send {form}: {{"file": …, "edits": […]}}.')
    try:
        return json.loads(raw, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        message = f"The {what} is no JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        raise _bad(message, f"Send {form}.", line=error.lineno, column=error.colno) from None
    except UnicodeDecodeError as error:
        raise _bad(f"The {what} is not UTF-8 at byte {error.start}.", "Send it as UTF-8.") from None
    except RecursionError:
        raise _bad(f"The {what} is nested too deep.", "Send flatter data.") from None
    except ValueError as error:
        raise _bad(f"The {what} is no JSON: {error}.", f"Send {form}.") from None


def write_json(data: Any) -> bytes:
    """One line of JSON in UTF-8. A path that is no UTF-8 keeps its odd bytes as escapes."""
    text = json.dumps(data, ensure_ascii=False, separators=(", ", ": "))
    return (text + "\n").encode("utf-8", "backslashreplace")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad(f"`{twice}` stands twice in one object.", "Leave one of them out.", path=twice)
    return found


def _constant(word: str) -> NoReturn:
    raise _bad(f"{word} is no JSON.", "Send a number, a string or null.", got=word)


def _bad(message: str, hint: str, **details: Any) -> StructeditError:
    return StructeditError("BAD_REQUEST", message, hint, details)
