"""A record behaves as a dataclass of the same definition, and costs much less to define."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import operator
import pickle
import time
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from structedit import record as records
from structedit.record import made, record

if TYPE_CHECKING:
    from collections.abc import Callable

RECORD = SimpleNamespace(record=record, made=made, replace=records.replace)


def _as_dataclass(cls: type | None = None, **options: bool) -> Any:
    return (
        dataclass(**{"frozen": True, "slots": True, **options})(cls)
        if cls
        else lambda cls: _as_dataclass(cls, **options)
    )


DATACLASS = SimpleNamespace(record=_as_dataclass, made=dataclasses.field, replace=dataclasses.replace)


def _define(how: SimpleNamespace) -> SimpleNamespace:
    """The same definitions, once as records and once as dataclasses."""

    @how.record(order=True)
    class Range:
        start: int
        end: int = 7

        def __post_init__(self) -> None:
            if self.end < self.start:
                raise ValueError("no range")

        def __len__(self) -> int:
            return self.end - self.start

        @classmethod
        def empty(cls, at: int) -> Range:
            return cls(at, at)

    @how.record
    class Full:
        raw: bytes = how.made(repr=False)
        name: str | None = None
        at: int = how.made(default=3, compare=False)
        rank: dict[str, int] = how.made(default_factory=dict)
        _lines: list[int] = how.made(default_factory=list, init=False, repr=False, compare=False)

    @how.record(eq=False)
    class Place:
        node: object
        gap: int = 0

    @how.record(frozen=False)
    class Draft:
        index: int
        spans: list[int] = how.made(default_factory=list)

    @how.record(kw_only=True)
    class Act:
        target: str = ""
        count: int | None = None

    @how.record(kw_only=True)
    class Insert(Act):
        at: str
        count: int | None = 1

    @how.record
    class Mixed(Act):
        first: int
        second: int = 2

    @how.record
    class Nothing:
        """No field at all."""

    @how.record
    class Own:  # noqa: PLW1641 - the hash that the decorator gives is looked at
        one: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

        def __repr__(self) -> str:
            return "own"

    found = [Range, Full, Place, Draft, Act, Insert, Mixed, Nothing, Own]
    return SimpleNamespace(**{cls.__name__: cls for cls in found})


OURS, THEIRS = _define(RECORD), _define(DATACLASS)
NAMES = sorted(vars(OURS))
CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Range", (1, 2), {}),
    ("Range", (1,), {}),
    ("Range", (), {"end": 5, "start": 3}),
    ("Range", (2,), {"end": 3}),
    ("Range", (9, 2), {}),
    ("Range", (), {}),
    ("Range", (1, 2, 3), {}),
    ("Range", (1,), {"start": 2}),
    ("Range", (1,), {"stop": 2}),
    ("Full", (b"a",), {}),
    ("Full", (b"a", "n", 4, {"x": 1}), {}),
    ("Full", (b"a",), {"rank": {"y": 2}}),
    ("Full", (b"a",), {"_lines": [1]}),
    ("Place", ([],), {}),
    ("Draft", (1,), {}),
    ("Draft", (1, [2]), {}),
    ("Act", (), {}),
    ("Act", (), {"target": "t", "count": 3}),
    ("Act", ("t",), {}),
    ("Insert", (), {"at": "end"}),
    ("Insert", (), {"at": "end", "target": "t", "count": 4}),
    ("Insert", (), {}),
    ("Mixed", (1,), {}),
    ("Mixed", (1, 3), {"target": "t"}),
    ("Mixed", (), {"target": "t"}),
    ("Nothing", (), {}),
    ("Nothing", (1,), {}),
    ("Own", (1,), {}),
]


def _outcome(action: Callable[[], Any]) -> Any:
    try:
        return action()
    except (TypeError, ValueError, AttributeError) as error:
        return type(error)


def _values(instance: Any) -> Any:
    return instance if isinstance(instance, type) else dataclasses.asdict(instance)


@pytest.mark.parametrize(("name", "args", "named"), CALLS)
def test_instances_are_made_and_refused_alike(name: str, args: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, theirs = [_outcome(partial(vars(all_)[name], *args, **named)) for all_ in (OURS, THEIRS)]
    assert _values(ours) == _values(theirs)
    if not isinstance(ours, type):
        assert repr(ours).rpartition(".")[2] == repr(theirs).rpartition(".")[2]
        assert _outcome(lambda: hash(ours) is None) == _outcome(lambda: hash(theirs) is None)
        assert [_outcome(partial(vars, one)) for one in (ours, theirs)] == [TypeError, TypeError]


@pytest.mark.parametrize("name", NAMES)
def test_classes_look_alike(name: str) -> None:
    ours, theirs = vars(OURS)[name], vars(THEIRS)[name]
    for attribute in ("__match_args__", "__module__", "__qualname__", "__annotations__", "__slots__"):
        assert getattr(ours, attribute) == getattr(theirs, attribute)
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
    described = [
        [(f.name, f.type, f.init, f.repr, f.compare, f.kw_only) for f in dataclasses.fields(cls)]
        for cls in (ours, theirs)
    ]
    assert described[0] == described[1]
    assert dataclasses.is_dataclass(ours)
    assert (ours.__hash__ is None) == (theirs.__hash__ is None)


NUMBERS = st.integers(0, 3)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_equality_order_and_hash_are_those_of_the_fields(a: int, b: int, c: int, d: int) -> None:
    one, other = (sorted(pair) for pair in ((a, b), (c, d)))
    for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
        ours, theirs = (compare(all_.Range(*one), all_.Range(*other)) for all_ in (OURS, THEIRS))
        assert ours == theirs
    assert hash(OURS.Range(*one)) == hash(THEIRS.Range(*one))
    assert OURS.Full(b"", at=a) == OURS.Full(b"", at=b)
    assert (OURS.Draft(a) == OURS.Draft(b)) == (a == b)


@given(st.one_of(st.none(), st.text()), st.dictionaries(st.text(), st.integers()), NUMBERS)
def test_replace_gives_a_copy_with_other_values(name: str | None, rank: dict[str, int], at: int) -> None:
    changed = [all_.Full(b"x", "n") for all_ in (OURS, THEIRS)]
    ours, theirs = (
        how.replace(one, name=name, rank=rank, at=at) for how, one in zip((RECORD, DATACLASS), changed, strict=True)
    )
    assert _values(ours) == _values(theirs)
    assert changed[0].name == "n"


def test_replace_refuses_what_is_no_field_and_runs_the_check() -> None:
    for how, all_ in ((RECORD, OURS), (DATACLASS, THEIRS)):
        with pytest.raises(TypeError):
            how.replace(all_.Range(1, 2), stop=3)
        with pytest.raises(ValueError, match="no range"):
            how.replace(all_.Range(1, 2), start=3)
    assert dataclasses.replace(OURS.Range(1, 2), end=3) == OURS.Range(1, 3)


def test_another_class_is_never_equal_and_has_no_order() -> None:
    assert OURS.Range(1, 2) != THEIRS.Range(1, 2)
    assert OURS.Act() != OURS.Insert(at="", target="", count=None)
    with pytest.raises(TypeError):
        assert OURS.Range(1, 2) < (1, 2)
    assert OURS.Place(1) != OURS.Place(1)


def test_a_frozen_record_takes_no_assignment_and_another_does() -> None:
    frozen, loose = OURS.Range(1, 2), OURS.Draft(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'end'"):
        frozen.end = 3
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'end'"):
        del frozen.end
    loose.index = 2
    assert loose == OURS.Draft(2)
    with pytest.raises(AttributeError):
        loose.other = 1


def test_made_defaults_are_not_shared() -> None:
    one, other = OURS.Draft(1), OURS.Draft(1)
    one.spans.append(3)
    assert other.spans == []


def test_what_the_class_defines_itself_stays() -> None:
    assert OURS.Own(1) == OURS.Own(2)
    assert repr(OURS.Own(1)) == "own"
    assert OURS.Range.empty(4) == OURS.Range(4, 4)
    assert len(OURS.Range(1, 4)) == 3


def test_patterns_match_by_place_and_by_name() -> None:
    match OURS.Range(1, 2):
        case OURS.Range(start, end=end):
            assert (start, end) == (1, 2)
        case _:
            pytest.fail("no match")


def test_a_mutable_default_is_refused() -> None:
    with pytest.raises(ValueError, match="default_factory"):

        @record
        class Wrong:
            names: list[str] = []  # noqa: RUF012 - that is what is refused


@record
class Pickled:
    name: str
    rank: dict[str, int] = made(default_factory=dict)
    _seen: list[int] = made(default_factory=list, init=False, compare=False)


@given(st.text(), st.dictionaries(st.text(), st.integers()))
def test_records_pickle_and_copy(name: str, rank: dict[str, int]) -> None:
    one = Pickled(name, rank)
    one._seen.append(1)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(one, protocol))
        assert (again, again._seen) == (one, [1])
    assert copy.copy(one) == copy.deepcopy(one) == one


def test_a_record_costs_a_fifth_of_a_dataclass_at_most() -> None:
    """In processor time of this thread, so that a busy machine does not matter; measured it is a twentieth."""

    def cost(how: SimpleNamespace) -> float:
        start = time.thread_time()
        _define(how)
        return time.thread_time() - start

    assert min(cost(RECORD) for _ in range(5)) < min(cost(DATACLASS) for _ in range(5)) / 5


def test_an_instance_costs_three_times_a_dataclass_at_most() -> None:
    def cost(cls: Any) -> float:
        start = time.thread_time()
        for _ in range(2_000):
            cls(1, 2)
        return time.thread_time() - start

    assert min(cost(OURS.Range) for _ in range(7)) < 3 * min(cost(THEIRS.Range) for _ in range(7))
