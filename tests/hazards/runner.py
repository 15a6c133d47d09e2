"""One hazard, run through the Python door or the command line: what came of it, and whether anything else changed."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from structedit import Workspace, wire
from structedit.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Hazard:
    """`after` None: a refusal is right, with the code `refused` where one is given."""

    name: str
    file: str
    before: bytes
    request: dict[str, Any]
    after: bytes | None
    refused: str = ""
    mode: int = 0o644
    link_to: str = ""
    hard_link: str = ""


def run(hazard: Hazard, folder: Path, door: str = "api") -> str:
    """`right`, `refused` (where that is right), or what is wrong. The folder is empty before."""
    _build(hazard, folder)
    before = _state(folder)
    answer = DOORS[door](folder, {"file": hazard.file, **hazard.request})
    now = _state(folder)
    if answer["status"] == "refused":
        if now != before:
            return f"{answer['code']}, and yet something changed: {now}"
        right = hazard.after is None and hazard.refused in ("", answer["code"])
        return "refused" if right else f"{answer['code']}: {answer['message']}"
    real = hazard.link_to or hazard.file
    content = now.get(real, (0, 0, b""))[2]
    if content != hazard.after:
        return f"other bytes: {content!r}"
    if hazard.hard_link and now[hazard.hard_link] != now[real]:
        return "the other name has another content"
    changed = {real, hazard.hard_link} - {""}
    others = {name: now[name] for name in now if name not in changed}
    if others != {name: before[name] for name in before if name not in changed}:
        return f"something else changed: {others}"
    return "right" if now[real][:2] == before[real][:2] else "the mode or the links changed"


def _build(hazard: Hazard, folder: Path) -> None:
    path = folder / (hazard.link_to or hazard.file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(hazard.before)
    path.chmod(hazard.mode)
    if hazard.link_to:
        (folder / hazard.file).symlink_to(hazard.link_to)
    if hazard.hard_link:
        os.link(path, folder / hazard.hard_link)


def _state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Mode, number of names and content of each file; where a link points to."""
    found: dict[str, tuple[int, int, bytes]] = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            seen = os.lstat(path)
            content = os.readlink(path).encode() if stat.S_ISLNK(seen.st_mode) else None
            if content is None:
                with open(path, "rb") as stream:
                    content = stream.read()
            found[os.path.relpath(path, folder)] = (seen.st_mode, seen.st_nlink, content)
    return found


def _api(folder: Path, request: dict[str, Any]) -> dict[str, Any]:
    return wire.answer(Workspace(str(folder)).apply(request))


def _cli(folder: Path, request: dict[str, Any]) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["apply", "--json", "--root", str(folder), "-"], input=json.dumps(request))
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


DOORS = {"api": _api, "cli": _cli}
