"""Cases of the corpus in many languages, all at once in one process: the same bytes as one after the other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import anyio
from mcp import Client

from structedit.mcp.server import make_server
from tests import case as corpus

if TYPE_CHECKING:
    from pathlib import Path

    from tests.case import Case

COUNT, AT_ONCE = 80, 30


def test_calls_in_many_threads_do_not_disturb_each_other(tmp_path: Path) -> None:
    cases = [case for case in map(corpus.read, _sample()) if _is_plain(case)][:COUNT]
    assert len({case.attributes["language"] for case in cases}) >= 7
    roots = [tmp_path / str(number) for number in range(len(cases))]
    for case, root in zip(cases, roots, strict=True):
        root.mkdir()
        case.build(root)

    async def main() -> None:
        places = anyio.Semaphore(AT_ONCE)

        async def one(case: Case, root: Path) -> None:
            async with places, Client(make_server(str(root)), mode="2026-07-28") as client:
                await client.session.call_tool("edit", case.request)

        async with anyio.create_task_group() as group:
            for case, root in zip(cases, roots, strict=True):
                group.start_soon(one, case, root)

    anyio.run(main)
    for case, root in zip(cases, roots, strict=True):
        for name, content in {**case.before, **case.after}.items():
            assert (root / name).read_bytes() == content, case.name


def _sample() -> list[Path]:
    paths = corpus.cases()
    random.Random(len(paths)).shuffle(paths)
    return paths[: COUNT * 3]


def _is_plain(case: Case) -> bool:
    special = {"setup", "doors", "bytes"} & case.attributes.keys()
    return not special and "cli" not in case.op and case.patch is None and not case.gone
