"""Programs that know nothing of structedit and save a file: three ways of writing, a real editor, a real formatter."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Protocol

PLAIN = ("rename", "truncate", "in-place")
EDITORS = ("nvim-copy", "nvim-rename")
KINDS = ("none", *PLAIN, *EDITORS, "formatter", "together")
WHOLE = ("none", "rename")
"""With these a reader sees whole files only, unless structedit tears them."""

MOST_LINES = 150
PADDING = "# " + "." * 20_000 + "\n"
"""Makes the file larger than what one call of `write` puts out, so that half of it can be seen."""


class Saver(Protocol):
    def save(self, path: str, number: int) -> None:
        """Save the file with the line `mark = <number>` as its first."""

    def close(self) -> None: ...


def text_of(number: int) -> str:
    return f"mark = {number}\n{PADDING}"


def missing() -> dict[str, str]:
    """The kinds that cannot run here, and why."""
    return {} if shutil.which("nvim") else dict.fromkeys(EDITORS, "nvim is not installed")


def savers(kind: str) -> list[Saver]:
    if kind == "together":
        return [one for name in KINDS[1:-1] if name not in missing() for one in savers(name)]
    if kind == "none":
        return []
    if kind in EDITORS:
        return [Neovim("yes" if kind == "nvim-copy" else "no")]
    return [Formatter() if kind == "formatter" else Plain(kind)]


class Plain:
    """Saves blindly: a new file over the old one, the old one emptied and written, or written over as it is."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def save(self, path: str, number: int) -> None:
        text = text_of(number)
        if self.kind == "rename":
            Path(f"{path}.editor").write_text(text, encoding="utf-8")
            os.replace(f"{path}.editor", path)
        elif self.kind == "truncate":
            Path(path).write_text(text, encoding="utf-8")
        else:
            with open(path, "r+", encoding="utf-8") as stream:
                stream.write(text)
                stream.truncate()

    def close(self) -> None:
        pass


class Neovim:
    """Reads the file, changes its first line and saves; spoken to by its remote interface (MessagePack)."""

    def __init__(self, backupcopy: str) -> None:
        self.process = subprocess.Popen(
            ["nvim", "--clean", "--embed", "--headless"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.command(f"set noswapfile nobackup writebackup backupcopy={backupcopy} nomore")
        self.command("autocmd FileChangedShell * let v:fcs_choice = ''")  # it asks nobody

    def save(self, path: str, number: int) -> None:
        self.command(f"silent! edit! {path}")
        self.command(f"call setline(1, 'mark = {number}')")
        self.command(f"silent! {MOST_LINES},$delete")
        self.command("silent! write!")

    def command(self, text: str) -> None:
        """Wait until it is done. Raises RuntimeError with what the editor said."""
        assert self.process.stdin and self.process.stdout
        raw = text.encode()
        name = b"nvim_command"
        request = b"\x94\x00\x01" + bytes([0xA0 + len(name)]) + name  # [request, number 1, method, [text]]
        self.process.stdin.write(request + b"\x91\xdb" + len(raw).to_bytes(4, "big") + raw)
        while not select.select([self.process.stdout], [], [], 0.1)[0]:
            # It asks whether it shall write over a file that was changed since it was read: yes.
            self.process.stdin.write(b"\x93\x02\xaanvim_input\x91\xa1y")
        answer = self.process.stdout.read(5)
        if answer != b"\x94\x01\x01\xc0\xc0":  # [response, number 1, no error, no result]
            raise RuntimeError(f"{text}: {answer!r}{os.read(self.process.stdout.fileno(), 10_000)!r}")

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


class Formatter:
    """Sets the mark as an editor would, now and then; else it runs a formatter, which keeps the mark."""

    def __init__(self) -> None:
        self.plain = Plain("rename")

    def save(self, path: str, number: int) -> None:
        lines = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
        if len(lines) > MOST_LINES:
            self.plain.save(path, number)
            return
        command = [sys.executable, "-m", "ruff", "format", "--isolated", "--no-cache", "--quiet", path]
        subprocess.run(command, check=True)

    def close(self) -> None:
        pass
