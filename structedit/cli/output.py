"""What is printed: one JSON object, or a diff and a line for each edit. Nothing hidden reaches a terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from structedit.errors import CODES, Refused, StructeditError

if TYPE_CHECKING:
    import click

    from structedit.workspace.outcome import FileOutcome, Outcome

# Control characters, and those that turn the direction of text around.
_HIDDEN = (*range(9), 11, *range(14, 32), *range(127, 160), 0x61C, 0x200E, 0x200F, 0x2028, 0x2029)
_TURNING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_COLOURS = {"+": "32", "-": "31", "@": "36"}


def safe(text: str) -> str:
    """The text with what would act on a terminal, or hide in it, as escapes; a CR before LF ends a line."""
    text = text.translate({code: _escape(code) for code in (*_HIDDEN, *_TURNING)})
    return "\r\n".join(part.replace("\r", _escape(13)) for part in text.split("\r\n")) if "\r" in text else text


def put(text: str, *, error: bool = False) -> None:
    """One piece of output for people; a line end is added where there is none."""
    data = safe(text if text.endswith("\n") else text + "\n").encode("utf-8", "backslashreplace")
    _write(data, error=error)


def put_json(data: dict[str, Any]) -> None:
    from structedit.wire import write_json

    _write(write_json(data), error=False)


def finish(result: Any, *, as_json: bool, show: Any = None) -> int:
    """Print a result; the exit code is the answer. `show` prints a result that is no refusal for people."""
    if as_json:
        from structedit.wire import answer

        put_json(answer(result))
    elif isinstance(result, Refused):
        print_refusal(result)
    else:
        (show or print_outcome)(result)
    return CODES[result.code].exit if isinstance(result, Refused) else 0


def print_outcome(outcome: Outcome) -> None:
    """The diff, then a line for each edit and each warning."""
    for file in outcome.files:
        if file.diff:
            _write(colour_diff(file.diff).encode("utf-8", "backslashreplace"), error=False)
    for file in outcome.files:
        _print_file(file, outcome.status)
    if outcome.status == "preview":
        put(f"preview: nothing was written; write exactly this with --plan {outcome.plan}")


def colour_diff(diff: str) -> str:
    """The diff in colours, where standard output is a terminal that wants them."""
    text = safe(diff)
    if not wants_colour():
        return text
    lines = text.split("\n")
    return "\n".join(_colour_line(line, in_head=line.startswith(("--- ", "+++ "))) for line in lines)


def wants_colour() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and sys.stdout.isatty()


def print_refusal(refused: Refused) -> None:
    """The code, what is wrong, the next call to make, and the places that may have been meant."""
    put(f"{refused.code}: {refused.message}", error=True)
    details = refused.details
    path = details.get("path")
    if isinstance(path, str) and path not in refused.message:
        put(f"in: {path}", error=True)
    if refused.hint:
        put(f"hint: {refused.hint}", error=True)
    for row in details.get("candidates", ()):
        put(f"  {row.get('selector')}  line {row.get('line')}: {row.get('text', '')}", error=True)
    hidden = details.get("total", 0) - len(details.get("candidates", ()))
    if details.get("candidates") and hidden > 0:
        put(f"  … and {hidden} more", error=True)
    for near in details.get("nearest", ()) if isinstance(details.get("nearest"), (list, tuple)) else ():
        put(f"  {near}", error=True)
    for place in details.get("changed", ()):
        put(f"now {place.get('selector') or place.get('target')}:", error=True)
        put(place.get("text") or place.get("message") or "", error=True)


def print_usage_error(error: click.ClickException, *, as_json: bool) -> int:
    """A command line that could not be read is refused like any other request: BAD_REQUEST, exit code 2."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return error.exit_code
    message = error.format_message()
    context = getattr(error, "ctx", None)
    hint = f"See `{context.command_path} --help`." if context is not None else "See `structedit --help`."
    refused = StructeditError("BAD_REQUEST", message, hint).refused()
    if not as_json and context is not None:
        put(context.get_usage(), error=True)
    return finish(refused, as_json=as_json)


def _print_file(file: FileOutcome, status: str) -> None:
    path = file.path if file.renamed_from is None else f"{file.renamed_from} -> {file.path}"
    for edit in file.edits:
        word = "unchanged" if edit.status == "unchanged" else status
        line = f"{word}: {edit.op} {path} {edit.target}".rstrip()
        put(line + (f" -> {', '.join(edit.inserted)}" if edit.inserted else ""))
    for warning in (*(warning for edit in file.edits for warning in edit.warnings), *file.warnings):
        put(f"warning: {warning.code}: {warning.message}", error=True)


def _colour_line(line: str, *, in_head: bool) -> str:
    colour = "1" if in_head else _COLOURS.get(line[:1], "")
    return f"\x1b[{colour}m{line}\x1b[0m" if colour else line


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def _write(data: bytes, *, error: bool) -> None:
    stream = sys.stderr if error else sys.stdout
    stream.flush()
    stream.buffer.write(data)
    stream.buffer.flush()
