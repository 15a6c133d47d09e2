"""A small run of `python -m tests.mutations`: no spoilt request writes in a wrong place, or refuses what is plain."""

from __future__ import annotations

from tests.mutations.__main__ import run, shown, table
from tests.mutations.mutators import MUTATORS
from tests.mutations.patches import PATCH_MUTATORS


def test_no_spoilt_request_is_written_wrongly() -> None:
    tally = run(200, 3)
    assert tally.total >= 200
    assert not tally.wrong, "\n".join([table(tally), *(shown(*one) for one in tally.wrong)])


def test_each_mutator_finds_something_to_spoil() -> None:
    tally = run(45, 4)
    assert tally.words.keys() == {*MUTATORS, *PATCH_MUTATORS}
