"""Frozen records with slots, as `dataclasses` makes them, but cheap to define.

A dataclass writes the source of its methods and compiles it when its module is imported: 0.5 to 0.8 ms for each class.
structedit has some eighty records, so that alone took 45 ms of every start, two thirds of what Python, click and a
parser need together. A `record` takes methods that are compiled once and for all and look at the fields: 0.05 ms for a
class. Making an instance takes about as long as before where all fields are given by position, and twice as long
by name.

For everybody else a record is a dataclass: `fields`, `asdict`, `replace`, `is_dataclass` and signatures work.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import NoReturn

    from typing_extensions import dataclass_transform

    Key = Callable[[Any], tuple[Any, ...]]
else:

    def dataclass_transform(**_):
        """What tells a type checker; Python has it from 3.11 on."""
        return lambda function: function


T = TypeVar("T")


class _Missing:
    """Stands where no default is given (None is a default like any other)."""

    __slots__ = ()


_MISSING = _Missing()


class Field:
    """What a record knows of one of its fields."""

    __slots__ = ("compare", "default", "factory", "init", "kw_only", "name", "repr", "type")

    def __init__(self, default: Any, factory: Callable[[], Any] | None, **shown: bool) -> None:
        self.name = self.type = ""
        self.default = default
        self.factory = factory
        self.init = shown.get("init", True)
        self.repr = shown.get("repr", True)
        self.compare = shown.get("compare", True)
        self.kw_only = False

    def value(self) -> Any:
        """Its default, or `_MISSING`."""
        return self.default if self.factory is None else self.factory()


@overload
def made(*, default: T, init: bool = ..., repr: bool = ..., compare: bool = ...) -> T: ...
@overload
def made(*, default_factory: Callable[[], T], init: bool = ..., repr: bool = ..., compare: bool = ...) -> T: ...
@overload
def made(*, init: bool = ..., repr: bool = ..., compare: bool = ...) -> Any: ...
def made(*, default: Any = _MISSING, default_factory: Callable[[], Any] | None = None, **shown: bool) -> Any:
    """More than a default: a value that is made for each instance, or that is not compared, shown or given."""
    return Field(default, default_factory, **shown)


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(
    *, eq: bool = ..., order: bool = ..., kw_only: bool = ..., frozen: bool = ...
) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(made,))
def record(cls: type[T] | None = None, /, **options: bool) -> type[T] | Callable[[type[T]], type[T]]:
    """The class again, with slots for its annotated names and what a dataclass has: a drop-in for the decorator.

    Off by default: `order`, `kw_only`. On by default: `eq`, `frozen`.
    """
    if cls is None:
        return lambda cls: _record(cls, **options)
    return _record(cls, **options)


def replace(record: T, /, **changes: Any) -> T:
    """A copy with other values in some fields."""
    fields: tuple[Field, ...] = type(record).__record_fields__  # type: ignore[attr-defined]  # every record has it
    kept = {field.name: getattr(record, field.name) for field in fields if field.init and field.name not in changes}
    return type(record)(**kept, **changes)


def _record(
    cls: type[T], /, *, eq: bool = True, order: bool = False, kw_only: bool = False, frozen: bool = True
) -> type[T]:
    inherited = {field.name: field for base in cls.__mro__[:0:-1] for field in vars(base).get("__record_fields__", ())}
    own = {name: _field(cls, name, kw_only) for name in cls.__annotations__}
    fields = tuple({**inherited, **own}.values())
    given = sorted((field for field in fields if field.init), key=attrgetter("kw_only"))
    puts: list[Callable[[Any, Any], None]] = []
    methods = {
        "__init__": _init(cls, given, [field for field in fields if not field.init], puts),
        "__repr__": _repr,
        "__getstate__": _getstate,
        "__setstate__": _setstate,
        "__match_args__": tuple(field.name for field in given if not field.kw_only),
        **(_equality(fields, frozen) if eq else {}),
        **(_ordering(fields) if order else {}),
        **({"__setattr__": _no_setattr, "__delattr__": _no_delattr} if frozen else {}),
    }
    body = {name: value for name, value in vars(cls).items() if name not in own and name not in _NOT_COPIED}
    if body.get("__hash__", ()) is None:  # Python's own mark on a class that has `__eq__` alone
        del body["__hash__"]
    slots = tuple(name for name in own if name not in inherited)
    facts = {"__slots__": slots, "__qualname__": cls.__qualname__, "__record_fields__": fields, **_FOR_OTHERS}
    metaclass: Any = type(cls)
    made: type[T] = metaclass(cls.__name__, cls.__bases__, {**methods, **body, **facts})
    puts += [getattr(made, field.name).__set__ for field in given]
    return made


_NOT_COPIED = frozenset({"__dict__", "__weakref__"})


def _field(cls: type, name: str, kw_only: bool) -> Field:
    default = vars(cls).get(name, _MISSING)
    field = default if isinstance(default, Field) else Field(default, None)
    if type(field.default).__hash__ is None:
        raise ValueError(f"mutable default for the field {name}: name a default_factory")
    field.name = name
    field.type = cls.__annotations__[name]
    field.kw_only = kw_only
    return field


def _init(
    cls: type, given: list[Field], others: list[Field], puts: list[Callable[[Any, Any], None]]
) -> Callable[..., None]:
    """`__init__`; `puts` are the setters of the slots in the order of `given`, filled in once there are slots."""
    places = sum(not field.kw_only for field in given)
    count = len(given) if places == len(given) else -1
    late = bool(others) or hasattr(cls, "__post_init__")

    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807 - it becomes that method
        if named or len(args) != count:
            if len(args) > places:
                raise TypeError(f"{cls.__qualname__}() takes {places} arguments by position, not {len(args)}")
            args = tuple(_bound(cls, given, args, named))
        for put, value in zip(puts, args):  # noqa: B905 - `strict` takes longer than the loop; both are of one length
            put(self, value)
        if late:
            _finish(self, others)

    return __init__


def _bound(cls: type, given: list[Field], args: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
    """A value for each field: by position, by name, or its default."""
    values = list(args)
    for field in given[len(args) :] if args else given:
        if field.name in named:
            value = named.pop(field.name)
        elif field.factory is None:
            value = field.default
            if value is _MISSING:
                raise TypeError(f"{cls.__qualname__}() lacks the argument {field.name!r}")
        else:
            value = field.factory()
        values.append(value)
    if named:
        name = next(iter(named))
        twice = any(field.name == name for field in given)
        raise TypeError(f"{cls.__qualname__}() {'has two values' if twice else 'takes no argument'} for {name!r}")
    return values


def _finish(record: Any, others: Iterable[Field]) -> None:
    for field in others:
        value = field.value()
        if value is not _MISSING:
            object.__setattr__(record, field.name, value)
    if hasattr(record, "__post_init__"):
        record.__post_init__()


def _key(fields: Iterable[Field]) -> Key:
    """The compared values of a record as a tuple."""
    names = [field.name for field in fields if field.compare]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple(getattr(record, name) for name in names)


def _equality(fields: Iterable[Field], frozen: bool) -> dict[str, Any]:
    key = _key(fields)

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807 - it becomes that method
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807 - it becomes that method
        return hash(key(self))

    return {"__eq__": __eq__, "__hash__": __hash__ if frozen else None}


def _ordering(fields: Iterable[Field]) -> dict[str, Any]:
    key = _key(fields)

    def ordered(compare: Callable[[Any, Any], bool]) -> Callable[[Any, object], bool]:
        def method(self: Any, other: object) -> bool:
            return compare(key(self), key(other)) if other.__class__ is self.__class__ else NotImplemented

        return method

    return {
        "__lt__": ordered(lambda one, other: one < other),
        "__le__": ordered(lambda one, other: one <= other),
        "__gt__": ordered(lambda one, other: one > other),
        "__ge__": ordered(lambda one, other: one >= other),
    }


def _repr(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in self.__record_fields__ if field.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in self.__record_fields__]


def _setstate(self: Any, state: list[Any]) -> None:
    for field, value in zip(self.__record_fields__, state, strict=True):
        object.__setattr__(self, field.name, value)


def _no_setattr(self: Any, name: str, value: Any) -> NoReturn:
    del self, value
    raise _frozen(f"cannot assign to field {name!r}")


def _no_delattr(self: Any, name: str) -> NoReturn:
    del self
    raise _frozen(f"cannot delete field {name!r}")


def _frozen(message: str) -> AttributeError:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(message)


class _Lazily:
    """A class attribute that is made when somebody asks for it."""

    __slots__ = ("build",)

    def __init__(self, build: Callable[[type], Any]) -> None:
        self.build = build

    def __get__(self, instance: object, owner: type) -> Any:
        return self.build(owner)


@cache
def _dataclass(cls: type) -> type:
    """A dataclass with the fields of a record: what `dataclasses` and `inspect` are told about it."""
    from dataclasses import MISSING, field, make_dataclass

    fields: tuple[Field, ...] = cls.__record_fields__  # type: ignore[attr-defined]  # every record has it
    rows = []
    for one in fields:
        default = {"default": one.default} if one.default is not _MISSING else {}
        factory = one.factory or MISSING
        facts = {"init": one.init, "repr": one.repr, "compare": one.compare, "kw_only": one.kw_only}
        rows.append((one.name, one.type, field(**default, default_factory=factory, **facts)))  # type: ignore[call-overload]  # put together at run time
    return make_dataclass(cls.__name__, rows, frozen=True)


def _signature(cls: type) -> Any:
    from inspect import signature

    return signature(_dataclass(cls))


_FOR_OTHERS = {
    "__signature__": _Lazily(_signature),
    "__dataclass_fields__": _Lazily(lambda cls: vars(_dataclass(cls))["__dataclass_fields__"]),
    "__dataclass_params__": _Lazily(lambda cls: vars(_dataclass(cls))["__dataclass_params__"]),
    "__replace__": replace,
}
