"""The one error type, and the one table of codes with their exit code, meaning and hint."""

from __future__ import annotations

from typing import Any

from structedit.record import made, record

Details = dict[str, Any]


@record
class Code:
    """A stable word for one kind of "no": exit code of the command line, meaning, and the next call to make."""

    exit: int
    meaning: str
    hint: str


@record
class Refused:
    """An expected "no" as a value: nothing was changed, and `hint` says what to do next."""

    code: str
    message: str
    hint: str
    details: Details = made(default_factory=dict)


class StructeditError(Exception):
    """An expected "no" on its way to the door that answers it.

    The thinking layers raise it; `Workspace` turns it into `Refused`. `code` is a key of `CODES`.
    """

    def __init__(self, code: str, message: str, hint: str = "", details: Details | None = None) -> None:
        super().__init__(code, message, hint, details)
        self.code = code
        self.message = message
        self.hint = hint or CODES[code].hint
        self.details: Details = details or {}

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def refused(self) -> Refused:
        return Refused(self.code, self.message, self.hint, self.details)


USAGE, CONTENT, CONFLICT, SYNTAX, POLICY, IO = 2, 3, 4, 5, 6, 7

CODES: dict[str, Code] = {
    "BAD_REQUEST": Code(
        USAGE, "The request is not of the form that was expected.", "Correct the named field and send it again."
    ),
    "BAD_SELECTOR": Code(
        USAGE,
        "The selector could not be read.",
        "Correct it at the caret; `structedit outline FILE` prints selectors that work.",
    ),
    "NO_LANGUAGE": Code(
        USAGE, "No grammar is installed for this file.", "Name one with --language; `structedit languages` lists them."
    ),
    "TARGET_NOT_FOUND": Code(
        CONTENT, "Nothing in the file is what the selector names.", "Use one of the nearest selectors in the details."
    ),
    "TARGET_AMBIGUOUS": Code(
        CONTENT,
        "The selector names several places.",
        "Send one of the candidates in the details, or a count.",
    ),
    "SEARCH_FAILED": Code(
        CONTENT, "The quoted text is not in the file.", "Read the file again and quote it as it is now."
    ),
    "MULTIPLE_MATCHES": Code(
        CONTENT, "The quoted text is there more than once.", "Quote more of it, or name a target or an occurrence."
    ),
    "NOT_READ": Code(
        CONFLICT, "The file has not been read in this session.", "Read it first, then send the edit again."
    ),
    "STALE_READ": Code(CONFLICT, "The file changed since it was read.", "Read it again, then send the edit again."),
    "CONCURRENCY_CONFLICT": Code(
        CONFLICT,
        "The file is not the one that the request expects.",
        "Read the target again; then send the request with the current hash.",
    ),
    "CONCURRENCY_MERGE_REQUIRED": Code(
        CONFLICT,
        "The file changed where the request writes.",
        "Apply your change to the latest content and keep the other change; then send it with the latest hash.",
    ),
    "GUARD_MISMATCH": Code(
        CONFLICT,
        "The target is not the one whose hash was given.",
        "Read the target again; then send the request with its current hash, or without one.",
    ),
    "ALREADY_APPLIED": Code(0, "What was asked for is there already.", "Nothing needs to be done."),
    "REGION_LOCKED": Code(
        CONFLICT, "Somebody else is writing this region.", "Wait for the holder named in the details."
    ),
    "STREAM_CANCELLED": Code(
        CONFLICT, "The region of the stream was changed.", "Start the stream again on the new text."
    ),
    "OVERLAPPING_EDITS": Code(
        CONTENT,
        "Two edits of the request write the same place.",
        'Send them in two requests, or with "sequential": true.',
    ),
    "NOT_APPLICABLE": Code(
        CONTENT, "The operation does not fit what the selector names.", "Choose another target or another operation."
    ),
    "CANNOT_INSERT_HERE": Code(
        CONTENT,
        "There is no list and no body to insert into at that place.",
        "Insert beside the ancestor named in the details.",
    ),
    "SYNTAX_BROKEN": Code(
        SYNTAX, "The edit would add a syntax error.", "Correct the text; allow it with on_syntax_error: warn."
    ),
    "ELIDED_TEXT": Code(
        CONTENT,
        "The new text stands for code that it leaves out.",
        'Send the whole text, or allow it with "allow": ["elided"].',
    ),
    "REWRITE_LOSES": Code(
        CONTENT, "The rewrite would delete code that its pattern did not bind.", "Bind it in the pattern."
    ),
    "PATCH_FAILED": Code(CONTENT, "The patch does not fit the file.", "Make it again from the file as it is now."),
    "OUTSIDE_ROOT": Code(POLICY, "The path is outside the root.", "Name a path below the root, or another --root."),
    "PROTECTED_PATH": Code(
        POLICY, "The path may not be written.", 'Ask the owner of the file, or allow it with "allow": ["protected"].'
    ),
    "NOT_A_FILE": Code(POLICY, "The path names no regular file.", "Check the path; `create` makes a new file."),
    "BINARY_FILE": Code(POLICY, "The file is not text.", "structedit edits text files only."),
    "BAD_ENCODING": Code(
        POLICY, "The text cannot be read or written in the file's encoding.", "Name the encoding with `encoding`."
    ),
    "TOO_LARGE": Code(POLICY, "The file is larger or nested deeper than structedit takes.", "Split the file."),
    "PARSE_TIMEOUT": Code(POLICY, "Parsing took longer than allowed.", "Try a smaller file."),
    "LOCK_TIMEOUT": Code(CONFLICT, "Another structedit holds the file for too long.", "Try again."),
    "IO_ERROR": Code(IO, "The system refused to read or write.", "See the message of the system; then try again."),
    "ROLLED_BACK": Code(
        IO, "A file could not be written; the others were put back.", "Repair the cause, then try again."
    ),
    "RECOVERY_NEEDED": Code(
        IO,
        "A file could not be written, and not all others could be put back.",
        "See the details for each file's state.",
    ),
    "INTERNAL": Code(
        IO, "structedit's own check of its work failed.", "Nothing was written. Please report the request."
    ),
}
