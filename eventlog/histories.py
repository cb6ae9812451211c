"""Whole streams as a rebuild reads them: one row of the database each, and event objects only on demand.

Most events of a long stream are of one type and follow one another. Such a `Stretch` is read by its fields and times
alone, or gets the events on request.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, overload
from uuid import UUID

from eventlog.registry import Stored


class Stretch(Sequence[Stored]):
    """Events of one type that follow one another in a stream.

    Args:
        kind: their type.
        values: the fields of each, those left out that have their default.
        rest: of each its position, version, actor and time, in that order.
    """

    __slots__ = ("_made", "kind", "rest", "stream", "values")

    def __init__(self, stream: UUID, kind: type[Any], values: list[dict[str, Any]], rest: StretchColumns) -> None:
        self.stream = stream
        self.kind = kind
        self.values = values
        self.rest = rest
        self._made: list[Stored] | None = None

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, place: int) -> Stored: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Stored]: ...

    def __getitem__(self, place: int | slice) -> Stored | Sequence[Stored]:
        if isinstance(place, slice) or self._made is not None:
            return self._all()[place]
        return self._one(range(len(self.values))[place])

    def __iter__(self) -> Iterator[Stored]:
        return iter(self._all())

    def __repr__(self) -> str:
        """Without the values, which may be secret."""
        return f"<Stretch of {len(self)} {self.kind.__name__}>"

    def _all(self) -> list[Stored]:
        if self._made is None:
            self._made = [self._one(place) for place in range(len(self.values))]
        return self._made

    def _one(self, place: int) -> Stored:
        rest = self.rest
        actor = rest.actors[place]
        return Stored(
            rest.positions[place],
            self.stream,
            rest.versions[place],
            self.kind(**self.values[place]),
            UUID(actor) if actor else None,
            rest.times[place],
        )


class StretchColumns(NamedTuple):
    """What the events of a stretch have besides their fields; an actor as text, empty for nobody."""

    positions: list[int]
    versions: list[int]
    actors: list[str]
    times: list[Any]


class History(Sequence[Stored]):
    """The events of one stream in order, as they are gathered.

    Args:
        parts: single events and stretches, in order; at least one.
    """

    __slots__ = ("_made", "kinds", "parts")

    def __init__(self, parts: list[Stored | Stretch]) -> None:
        self.parts = parts
        self.kinds = {part.kind if isinstance(part, Stretch) else type(part.event) for part in parts}
        self._made: list[Stored] | None = None

    def __len__(self) -> int:
        return sum(len(part) if isinstance(part, Stretch) else 1 for part in self.parts)

    @overload
    def __getitem__(self, place: int) -> Stored: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Stored]: ...

    def __getitem__(self, place: int | slice) -> Stored | Sequence[Stored]:
        if place in (0, -1) and not isinstance(place, slice):  # the common case
            part = self.parts[place]
            return part[place] if isinstance(part, Stretch) else part
        return self._all()[place]

    def __iter__(self) -> Iterator[Stored]:
        return iter(self._all())

    def __repr__(self) -> str:
        """Without what the events hold, which may be secret."""
        return f"<History of {len(self)} events>"

    def _all(self) -> list[Stored]:
        if self._made is None:
            self._made = [stored for part in self.parts for stored in (part if isinstance(part, Stretch) else (part,))]
        return self._made


class Histories(Sequence[Stored]):
    """The events of several streams, one stream after the other.

    Args:
        streams: the events of each; none is empty.
    """

    __slots__ = ("streams",)

    def __init__(self, streams: Sequence[Sequence[Stored]]) -> None:
        self.streams = streams

    def __len__(self) -> int:
        return sum(map(len, self.streams))

    @overload
    def __getitem__(self, place: int) -> Stored: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Stored]: ...

    def __getitem__(self, place: int | slice) -> Stored | Sequence[Stored]:
        return list(self)[place]

    def __iter__(self) -> Iterator[Stored]:
        return chain.from_iterable(self.streams)

    def __repr__(self) -> str:
        return f"<Histories of {len(self.streams)} streams>"


def parts_of(stored: Sequence[Stored]) -> Sequence[Stored | Stretch]:
    """Return events as they are gathered: single ones, and stretches of one type."""
    return stored.parts if isinstance(stored, History) else stored


def events_of(stored: Sequence[Stored], kinds: type[Any] | tuple[type[Any], ...]) -> list[Stored]:
    """Return the events among some that are of these types, in their order; no others are made into objects."""
    if not isinstance(stored, History):
        return [item for item in stored if isinstance(item.event, kinds)]
    storeds: list[Stored] = []
    for part in stored.parts:
        if isinstance(part, Stretch):
            storeds += part if issubclass(part.kind, kinds) else ()
        elif isinstance(part.event, kinds):
            storeds.append(part)
    return storeds


def has_others(stored: Sequence[Stored], kinds: Collection[type[Any]]) -> bool:
    """Tell whether any of these events is of none of these types."""
    if isinstance(stored, History):
        return any(kind not in kinds for kind in stored.kinds)
    return any(type(item.event) not in kinds for item in stored)


def wanted(stored: Sequence[Stored], kinds: Collection[type[Any]]) -> Sequence[Stored]:
    """Return the events among some that a projection wants: those of exactly these types."""
    if not isinstance(stored, Histories):
        return [item for item in stored if type(item.event) in kinds]
    streams: list[Sequence[Stored]] = []
    for events in stored.streams:
        if not isinstance(events, History) or not events.kinds.issubset(kinds):
            events = events_of(events, tuple(kinds))
        if events:
            streams.append(events)
    return Histories(streams)
