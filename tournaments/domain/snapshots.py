"""A tournament's fold as a JSON value, so that a process that has not seen it reads what its events made and not them.

    value = snapshot_of(now)
    from_snapshot(value) == now

Every field is written by its name, and left out while it has its default. What writes and reads each class is made of
the annotations of its fields, so no field can be forgotten; and the names, types and defaults of all of them are in the
name under which snapshots are kept (`ENGINE`): one that other code wrote is ignored, and folded anew.
"""

from __future__ import annotations

import dataclasses
import hashlib
import types
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from eventlog.canonical import at as as_time
from eventlog.canonical import microseconds
from tournaments.domain.event_parts import WithTerms
from tournaments.domain.persistent_lists import Numbered
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import Terms

FORM = 1
"""One higher whenever events are folded otherwise into the same fields."""

_ABSENT = object()


class _Codec(NamedTuple):
    """How values of a type are written and read, and what says that it is another type now."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    shape: str


def _same(value: Any) -> Any:
    return value


_PLAIN = {plain: _Codec(_same, _same, plain.__name__) for plain in (int, bool, str, type(None))}


def _terms_of(values: Mapping[str, Any]) -> Terms:
    several = {name: tuple(values[name]) for name in ("tiebreaks", "calendar")}
    return Terms.from_value(WithTerms(**{**values, **several}))


_LEAVES: dict[Any, _Codec] = {
    **_PLAIN,
    UUID: _Codec(lambda id: id.hex, UUID, "id"),
    datetime: _Codec(microseconds, as_time, "time"),
    Terms: _Codec(Terms.value, _terms_of, "terms"),  # as events have them, whatever formats there are
}


class _Codecs:
    """The codecs of types, each made once; a class may have itself among its fields."""

    def __init__(self) -> None:
        self._made: dict[Any, _Codec] = dict(_LEAVES)

    def of(self, kind: Any) -> _Codec:
        """That of a type. Raises `TypeError` for one that no fold may have."""
        if kind not in self._made:
            self._made[kind] = self._make(kind)
        return self._made[kind]

    def _make(self, kind: Any) -> _Codec:
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return self._optional(*inner)
        if origin in (tuple, frozenset) and (origin is frozenset or inner[-1] is Ellipsis):
            return self._many(origin, inner[0])
        if origin is tuple:
            return self._fixed(inner)
        if origin is Sequence:
            return self._many(tuple, inner[0])
        if origin is Numbered:
            return self._numbered(inner[0])
        if origin is Mapping:
            return self._mapping(*inner)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _Codec(lambda item: item.value, kind, f"{kind.__name__}{[enum.value for enum in kind]}")
        if isinstance(kind, type) and (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields")):
            return self._record(kind)
        raise TypeError(f"a fold may have no {kind}")

    def _optional(self, *inner: Any) -> _Codec:
        (codec,) = [self.of(kind) for kind in inner if kind is not type(None)]
        return _Codec(
            lambda value: None if value is None else codec.write(value),
            lambda value: None if value is None else codec.read(value),
            f"{codec.shape}?",
        )

    def _many(self, kind: Callable[[Any], Any], inner: Any) -> _Codec:
        codec, ordered = self.of(inner), kind is tuple
        write, read = codec.write, codec.read
        return _Codec(
            lambda values: [write(value) for value in values] if ordered else sorted(write(value) for value in values),
            lambda values: kind(read(value) for value in values),
            f"{kind.__name__}[{codec.shape}]",
        )

    def _fixed(self, inner: tuple[Any, ...]) -> _Codec:
        each = [self.of(kind) for kind in inner]
        return _Codec(
            lambda values: [codec.write(value) for codec, value in zip(each, values, strict=True)],
            lambda values: tuple([codec.read(value) for codec, value in zip(each, values, strict=True)]),
            f"({','.join(codec.shape for codec in each)})",
        )

    def _numbered(self, inner: Any) -> _Codec:
        codec = self.of(inner)
        return _Codec(
            lambda values: [codec.write(value) for value in values.values()],
            lambda values: Numbered.of([codec.read(value) for value in values]),
            f"numbered[{codec.shape}]",
        )

    def _mapping(self, key: Any, value: Any) -> _Codec:
        name, codec = self.of(key), self.of(value)
        return _Codec(
            lambda values: [[name.write(key), codec.write(value)] for key, value in values.items()],
            lambda pairs: {name.read(key): codec.read(value) for key, value in pairs},
            f"{{{name.shape}:{codec.shape}}}",
        )

    def _record(self, kind: Any) -> _Codec:
        # Its own fields may be of the same class: they find this one, which looks the fields up when it is used.
        texts: list[tuple[str, Any, Callable[[Any], Any]]] = []
        reads: dict[str, Callable[[Any], Any]] = {}

        def write(value: Any) -> dict[str, Any]:
            data = {}
            for name, default, written in texts:
                own = getattr(value, name)
                if own != default:
                    data[name] = written(own)
            return data

        def read(values: Mapping[str, Any]) -> Any:
            return kind(**{name: reads[name](value) for name, value in values.items()})

        self._made[kind] = _Codec(write, read, kind.__name__)
        hints, shapes = get_type_hints(kind), []
        for name, default in _defaults(kind).items():
            codec = self.of(hints[name])
            texts.append((name, default, codec.write))
            reads[name] = codec.read
            shapes.append(f"{name}:{codec.shape}" + ("" if default is _ABSENT else f"={default!r}"))
        return _Codec(write, read, f"{kind.__name__}({','.join(shapes)})")


def _defaults(kind: Any) -> dict[str, Any]:
    """The fields of a class with their defaults, `_ABSENT` for none."""
    if not dataclasses.is_dataclass(kind):
        return {name: kind._field_defaults.get(name, _ABSENT) for name in kind._fields}
    result = {}
    for field in dataclasses.fields(kind):
        default = _ABSENT if field.default is dataclasses.MISSING else field.default
        if field.default_factory is not dataclasses.MISSING:
            default = field.default_factory()
        result[field.name] = default
    return result


_FOLD = _Codecs().of(TournamentFold)

ENGINE = f"tournament-{FORM}-{hashlib.sha256(_FOLD.shape.encode()).hexdigest()[:24]}"
"""The name under which snapshots are kept: another one for another form."""


def snapshot_of(now: TournamentFold) -> dict[str, Any]:
    """A tournament as a JSON value. It holds pairings that are not published: it never leaves the server."""
    values: dict[str, Any] = _FOLD.write(now)
    return values


def from_snapshot(value: Mapping[str, Any]) -> TournamentFold:
    """The tournament that `snapshot_of` wrote, under the same `ENGINE`."""
    now: TournamentFold = _FOLD.read(value)
    return now
