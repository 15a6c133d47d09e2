"""Calls on one file take turns in the order in which they came; others do not wait, and nobody waits for ever."""

from __future__ import annotations

import random

import anyio
import pytest

from structedit.mcp.turns import Turns

NAMES = ["a", "b", "c", "d"]


def files(text: str | None) -> frozenset[str] | None:
    return None if text is None else frozenset(text)


async def _orders(wanted: list[str | None], cancelled: set[int]) -> list[int]:
    """All calls at once; each holds its turn for a moment. The order in which they began."""
    turns, held, began = Turns(), [], []

    async def call(index: int, scope: anyio.CancelScope) -> None:
        with scope:
            async with turns.take(files(wanted[index])):
                began.append(index)
                for other in held:
                    assert not _meet(wanted[index], wanted[other]), "two calls wrote one file at once"
                held.append(index)
                try:
                    for _ in range(random.randrange(4)):
                        await anyio.sleep(0)
                finally:
                    held.remove(index)

    scopes = [anyio.CancelScope() for _ in wanted]
    with anyio.fail_after(10):
        async with anyio.create_task_group() as group:
            for index, scope in enumerate(scopes):
                group.start_soon(call, index, scope)
            await anyio.sleep(0)
            for index in cancelled:
                scopes[index].cancel()
    assert turns._queue == []
    return began


def _meet(one: str | None, other: str | None) -> bool:
    return one is None or other is None or bool(set(one) & set(other))


@pytest.mark.parametrize("seed", range(30))
def test_no_two_calls_hold_one_file_and_all_get_their_turn_in_order(seed: int) -> None:
    random.seed(seed)
    wanted = [None if random.random() < 0.1 else "".join(random.sample(NAMES, random.randrange(4))) for _ in range(20)]
    cancelled = set(random.sample(range(20), random.randrange(8)))
    began = anyio.run(_orders, wanted, cancelled)
    assert set(range(20)) - cancelled <= set(began)
    for place, index in enumerate(began):
        for later in began[place + 1 :]:
            assert index < later or not _meet(wanted[index], wanted[later]), "somebody jumped the queue"


def test_a_call_that_writes_nothing_never_waits() -> None:
    async def main() -> None:
        turns = Turns()
        async with turns.take(files("a")):
            with anyio.fail_after(1):
                async with turns.take(files("")):
                    pass

    anyio.run(main)
