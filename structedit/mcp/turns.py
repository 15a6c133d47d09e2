"""Who may write when: calls that write one file take turns, all others run side by side."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from anyio import Event

    Files = frozenset[str] | None


class Turns:
    """A queue. A call waits until every call before it that has a file in common is done; so two never wait in a ring.

    Files are told apart by what their paths resolve to. None stands for every file.
    """

    __slots__ = ("_queue",)

    def __init__(self) -> None:
        self._queue: list[tuple[Files, Event]] = []

    @asynccontextmanager
    async def take(self, files: Files) -> AsyncIterator[None]:
        import anyio

        before = [done for others, done in self._queue if _meet(files, others)]
        mine = (files, anyio.Event())
        self._queue.append(mine)
        try:
            for done in before:
                await done.wait()
            yield
        finally:
            # Whoever waits for this one waits for those before it as well.
            self._queue.remove(mine)
            mine[1].set()


def _meet(files: Files, others: Files) -> bool:
    return files is None or others is None or not files.isdisjoint(others)
