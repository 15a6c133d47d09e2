"""Reads a selector's characters: words, quoted text, blanks; and refuses with a caret where it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from structedit.select import hints

if TYPE_CHECKING:
    from collections.abc import Callable

_ESCAPES = {"\\": "\\", '"': '"', "'": "'", "n": "\n"}
_UNICODE = r"u\{([0-9a-fA-F]{1,6})\}"


def is_word_char(char: str) -> bool:
    """Letters, digits, `_`, `$`, `-`, and everything beyond ASCII that is no blank."""
    return char.isalnum() or char in "_$-" if char < "\x80" else not char.isspace()


class Scanner:
    """A place in a text. `parses` tries a hint's spelling; `helpful` is off while that is done."""

    def __init__(self, text: str, parses: Callable[[str], bool], *, helpful: bool) -> None:
        self.text = text
        self.pos = 0
        self.parses = parses
        self.helpful = helpful

    def peek(self) -> str:
        return self.text[self.pos : self.pos + 1]

    def take(self, token: str) -> bool:
        if not self.text.startswith(token, self.pos):
            return False
        self.pos += len(token)
        return True

    def match(self, pattern: str) -> str:
        found = re.compile(pattern).match(self.text, self.pos)
        if not found:
            return ""
        self.pos = found.end()
        return found[0]

    def blanks(self) -> bool:
        start = self.pos
        while self.peek().isspace():
            self.pos += 1
        return self.pos > start

    def is_word(self) -> bool:
        char = self.peek()
        return bool(char) and is_word_char(char)

    def word(self) -> str:
        start = self.pos
        while self.is_word():
            self.pos += 1
        return self.text[start : self.pos]

    def quoted(self) -> str:
        opened, quote = self.pos, self.peek()
        self.pos += 1
        found: list[str] = []
        while (char := self.peek()) != quote:
            if not char:
                self.pos = opened
                closed = f"Close it: `{self.text}{quote}`." if len(self.text) < 200 else ""
                self.fail("the quote is never closed", closed)
            self.pos += 1
            found.append(self.escape() if char == "\\" else char)
        self.pos += 1
        return "".join(found)

    def escape(self) -> str:
        at = self.pos - 1
        char = self.peek()
        if char in _ESCAPES and char:
            self.pos += 1
            return _ESCAPES[char]
        code = re.compile(_UNICODE).match(self.text, self.pos)
        number = int(code[1], 16) if code else -1
        if code is None or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            self.pos = at
            self.fail(r"expected one of the escapes \\ \" \' \n \u{…}", "A backslash itself is written `\\\\`.")
        self.pos = code.end()
        return chr(number)

    def fail(self, message: str, hint: str = "") -> NoReturn:
        raise hints.bad_selector(self.text, self.pos, message, hint)

    def unexpected(self, expected: str, hint: str = "") -> NoReturn:
        if self.helpful and not hint and len(self.text) < 500:
            hint = hints.respelt(self.text, self.pos, self.parses)
        got = f"`{self.peek()}`" if self.peek() else "the end"
        self.fail(f"expected {expected}, found {got}", hint)

    def similar(self, word: str, words: tuple[str, ...], shape: str) -> str:
        return hints.did_you_mean(word, words, shape) if self.helpful and word else ""

    def with_text(self, at: int, length: int, new: str) -> str:
        """A hint: the selector with one place of it rewritten, if that makes it right."""
        spelt = self.text[:at] + new + self.text[at + length :]
        return f"Write `{spelt}`." if self.helpful and len(spelt) < 500 and self.parses(spelt) else ""
