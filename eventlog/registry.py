"""What the log knows of its events: their types and upcasters, who projects them and who replays them.

    @event("turn-played", version=1)
    @dataclass(frozen=True, slots=True)
    class TurnPlayed:
        turn: TurnText

Rooms above register here; the log imports none of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypeVar, get_type_hints
from uuid import UUID

from eventlog import sources
from eventlog.canonical import encode_json
from eventlog.field_types import NONCE, SLUG, BadEvent, Codec, codec_of

E = TypeVar("E")
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

# A field of such a name belongs in an erasable table, whatever its form.
PERSONAL = frozenset({"name", "email", "mail", "address", "text", "comment", "note", "message", "title", "ip", "phone"})


class Stored(NamedTuple):
    """An event as the log holds it.

    Attributes:
        position: its place in the whole log; positions grow, with gaps.
        version: its place in its stream, from 1, without gaps.
        event: an instance of a registered type, upcast to its present version.
        actor: the random id of who caused it, or `None`.
        time: the time of the database, or the one that was injected.
    """

    position: int
    stream: UUID
    version: int
    event: Any
    actor: UUID | None
    time: datetime


class Run(NamedTuple):
    """Events of one type that follow one another in a stream, read for the sake of one field.

    Attributes:
        first, last: the first and the last of them, whole; the same event if there is but one.
        values: that field of each, the first and the last included.
    """

    first: Stored
    last: Stored
    values: list[str]

    def __repr__(self) -> str:
        """Without the values, which may be secret."""
        return f"<Run {self.first.version} to {self.last.version}>"


class Broken(Exception):
    """A stream that cannot be what was once appended.

    Args:
        version: the version at which it shows.
        reason: words for the operator, without anything secret.
    """

    def __init__(self, version: int | None, reason: str) -> None:
        super().__init__(reason)
        self.version = version
        self.reason = reason


class Damaged(Broken):
    """A stream that the log holds and that cannot be read or folded: `eventlog.corruption` says what then.

    Args:
        version: the version at which it shows, or `None` if that is not known.
        kind: of the error, without its message, which could reveal a rank.
    """

    def __init__(self, stream: UUID, version: int | None, kind: str) -> None:
        super().__init__(version, f"the event cannot have happened ({kind})")
        self.stream = stream
        self.kind = kind

    def __str__(self) -> str:
        where = "" if self.version is None else f" at version {self.version}"
        return f"The stream {self.stream} is damaged{where} ({self.kind})."


class UnknownEvent(LookupError):
    """The log holds an event of a type or version that this release does not know: it was written by a newer one."""


# Event types


@dataclass(frozen=True, slots=True)
class EventType:
    """A registered type.

    Attributes:
        codecs: a triple for each field: its name, its codec, and whether it is left out while it is `None`.
        plain: no field needs work when it is read.
        nonce: the field that takes 32 random bytes of the event's own, or `None`.
    """

    name: str
    version: int
    cls: type[Any]
    codecs: tuple[tuple[str, Codec, bool], ...]
    plain: bool
    nonce: str | None
    upcasters: dict[int, Upcaster]

    def encode(self, event: Any) -> str:
        """Return the canonical JSON of an event's fields.

        Raises:
            BadEvent: a field holds what its kind does not allow.
        """
        data = {}
        for name, codec, optional in self.codecs:
            value = getattr(event, name)
            if value is None and optional:
                continue
            try:
                data[name] = codec.to_json(value)
            except ValueError as error:
                raise BadEvent(f"{self.name}.{name}: {error}") from error
        return encode_json(data)

    def decode(self, data: dict[str, Any], version: int) -> Any:
        """Return the event in `data` of that version, upcast to the present one.

        Raises:
            UnknownEvent: the version is newer than this release, or an upcaster is missing.
            TypeError: the data does not have the fields of the type.
        """
        if version != self.version:
            data = self._upcast(data, version)
        if not self.plain:
            data = dict(data)
            for name, codec, _optional in self.codecs:
                if codec.from_json is not None and name in data:
                    data[name] = codec.from_json(data[name])
        return self.cls(**data)

    def _upcast(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        while version < self.version and version in self.upcasters:
            data = self.upcasters[version](dict(data))
            version += 1
        if version != self.version:
            raise UnknownEvent(f"{self.name} of version {version} is unknown; this release knows {self.version}")
        return data


_types: dict[str, EventType] = {}
_by_class: dict[type[Any], EventType] = {}
_upcasters: dict[str, dict[int, Upcaster]] = {}


def event(name: str, *, version: int = 1) -> Callable[[type[E]], type[E]]:
    """Register a frozen dataclass as a type of event.

    Args:
        name: a permanent slug: stored events carry it.
        version: raised by one whenever the fields change, together with an `upcaster` from the one before.

    Raises:
        BadEvent: the name is taken, the class is no frozen dataclass, or a field could hold what has no place in the
            log (see `eventlog.field_types`).
    """

    def register(cls: type[E]) -> type[E]:
        if not SLUG.matches(name) or name in _types:
            raise BadEvent(f"the event type {name!r} is taken or no slug")
        kind = _type_of(name, version, cls)
        _types[name] = kind
        _by_class[cls] = kind
        return cls

    return register


def _type_of(name: str, version: int, cls: type[Any]) -> EventType:
    if not dataclasses.is_dataclass(cls) or not cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise BadEvent(f"{name}: {cls.__name__} is no frozen dataclass")
    hints = get_type_hints(cls, include_extras=True)
    codecs, nonce = [], None
    for field in dataclasses.fields(cls):
        if field.name in PERSONAL:
            raise BadEvent(f"{name}.{field.name}: a field of this name holds what belongs in an erasable table")
        try:
            codec = codec_of(hints[field.name])
        except BadEvent as error:
            raise BadEvent(f"{name}.{field.name}: {error}") from error
        if NONCE in getattr(hints[field.name], "__metadata__", ()):
            nonce = field.name
        codecs.append((field.name, codec, field.default is None))
    if nonce is None and any(codec.secret for _name, codec, _optional in codecs):
        raise BadEvent(
            f"{name}: an event with a secret part needs a field of the kind Nonce, or its hash can be guessed"
        )
    plain = all(codec.from_json is None for _name, codec, _optional in codecs)
    return EventType(name, version, cls, tuple(codecs), plain, nonce, _upcasters.setdefault(name, {}))


def upcaster(name: str, *, from_version: int) -> Callable[[Upcaster], Upcaster]:
    """Register how the data of an old version becomes that of the next one.

    The function takes the stored data, which it may change, and returns the new.
    """

    def register(function: Upcaster) -> Upcaster:
        if from_version in _upcasters.setdefault(name, {}):
            raise BadEvent(f"{name} has an upcaster from version {from_version} already")
        _upcasters[name][from_version] = function
        return function

    return register


def type_of(event: object) -> EventType:
    """Return the registered type of an event, or raise `BadEvent`."""
    return type_of_class(type(event))


def type_of_class(cls: type[Any]) -> EventType:
    """Return the registered type of a class of events, or raise `BadEvent`."""
    try:
        return _by_class[cls]
    except KeyError:
        raise BadEvent(f"{cls.__name__} is not registered as an event") from None


def type_named(name: str) -> EventType:
    """Return the type of that name, or raise `UnknownEvent`."""
    try:
        return _types[name]
    except KeyError:
        raise UnknownEvent(f"the event type {name!r} is unknown") from None


def event_types() -> Mapping[str, EventType]:
    return _types


def check_covered(what: str, events: Iterable[type[Any]], covered: Iterable[type[Any]]) -> None:
    """Code that handles events by type declares the types at import, so that a new one is not forgotten.

    Args:
        what: who treats them, for the error.
        events: all event types of such a stream.
        covered: those that it knows what to do with, or knows to leave alone.

    Raises:
        TypeError: one is missing, or one is covered that is none.
    """
    wrong = set(events) ^ set(covered)
    if wrong:
        raise TypeError(f"{what} does not cover the events: {sorted(cls.__name__ for cls in wrong)}")


def with_nonce(event: E) -> E:
    """Return the event with its own 32 random bytes, if its type has a place for them and it has none yet."""
    kind = type_of(event)
    if kind.nonce is None or getattr(event, kind.nonce):
        return event
    return dataclasses.replace(event, **{kind.nonce: sources.new_nonce()})  # type: ignore[type-var]


# Projections


Project = Callable[[Sequence[Stored]], None]


class EventFilter(Protocol):
    """What spares a projection the events that do not matter to it, see `projection`."""

    def __call__(self, stream: UUID) -> bool:
        """Tell whether the events that are being appended to a stream matter.

        It is asked at every append of the projection's types, before anything is written, so it has to be quick: it
        looks at what the caller has made known of the stream after the append. Where nothing is known it says yes.
        """

    def passed(self, *, batch: int) -> Iterator[list[Stored]]:
        """Yield for a rebuild the events of the whole log that matter, in the order of `position`.

        Projections that were registered before are rebuilt already; their rows may say which events these are.
        """


OrderingKeys = Callable[[UUID], Collection[str] | None]
"""Whose order the events that are being appended to a stream belong to, see `projection`."""

AppliedVersions = Callable[[Sequence[UUID]], Mapping[UUID, int]]
"""Up to which versions a projection has some streams, see `projection`."""


@dataclass(frozen=True, slots=True)
class Projection:
    """A read model that is a fold of events, see `projection`."""

    name: str
    events: frozenset[type[Any]]
    tables: tuple[str, ...]
    across: bool
    writes_only: bool
    apply: Project
    filter: EventFilter | None = None
    ordering_keys: OrderingKeys | None = None
    applied_versions: AppliedVersions | None = None

    @property
    def in_one_order(self) -> bool:
        """Whether all its events, whatever their streams, come in one order."""
        return self.across and self.ordering_keys is None


_projections: dict[str, Projection] = {}


def projection(
    name: str,
    *,
    events: Sequence[type[Any]],
    tables: Sequence[str],
    across: bool = False,
    writes_only: bool = False,
    filter: EventFilter | None = None,
    ordering_keys: OrderingKeys | None = None,
    applied_versions: AppliedVersions | None = None,
) -> Callable[[Project], Project]:
    """Register a function that keeps a read model in step with the log.

    It is called with the new events of these types in the transaction that appends them, and by `manage.py rebuild`
    with all there are. The events of one stream come together and in order; one call may bring several streams. The
    function stores the position (or the version of the stream) of its rows. It reads no clock and draws no
    random numbers, or a rebuild would make other rows.

    Args:
        name: a slug.
        events: the types it wants.
        tables: the database tables that are its own: `rebuild` makes them again, so nothing else may write there.
        across: it folds events of all streams together. Then appends of these types wait for one another, so that
            events come in the order of `position`, which is the order of commits.
        writes_only: it uses `eventlog.statements.write` and looks at no result, so that its statements go to the
            database together with the event. For what every move updates. (One that reads after all is given what
            was written before, and costs the round trips that it takes.)
        filter: says which appends of these types matter at all. The others go past the projection, and need not wait
            for the order of one that folds across streams: so the end of a game can be put in order and no move before
            it. The function has to leave alone what gets through and does not matter.
        ordering_keys: for one that folds across streams and needs no order of all of them: the names of those orders
            that the events being appended to a stream belong to, such as a player. Only appends that share a key wait
            for one another, so under each key the order of `position` is that of commits; what the function makes of
            events may depend on no other order. It is asked as the filter is; None if nothing is known of the stream:
            then it waits for everybody. Where it is known the function is called before the events are written:
            reading costs it one round trip, writing none. So it must not look for the events or for rows of other
            projections there.
        applied_versions: those up to which its rows have some streams: what was given before is left out when it is
            delivered again (`projections.deliver`). Without one the function itself changes nothing when it is called
            with the same events again; of one that folds all streams in one order it is noted.

    Raises:
        ValueError: there is one of this name.
    """

    def register(function: Project) -> Project:
        if name in _projections:
            raise ValueError(f"there is a projection {name!r} already")
        _projections[name] = Projection(
            name,
            frozenset(events),
            tuple(tables),
            across,
            writes_only,
            function,
            filter,
            ordering_keys,
            applied_versions,
        )
        return function

    return register


def projections() -> Mapping[str, Projection]:
    """Return all projections by name, in the order in which they were registered."""
    return _projections


# Verifiers and addresses


Verify = Callable[[Iterator[Stored]], object]

_verifiers: dict[type[Any], Verify] = {}
_addresses: list[Callable[[str], UUID | None]] = []


def verifier(first: type[Any]) -> Callable[[Verify], Verify]:
    """Register a function that replays a whole stream and raises if it cannot have happened.

    Args:
        first: streams that begin with an event of this type are given to the function, as an iterator that it has to
            consume. It raises `Broken` to name the version; any other exception is taken to mean the version that it
            read last.
    """

    def register(function: Verify) -> Verify:
        _verifiers[first] = function
        return function

    return register


def verifier_of(event: object) -> Verify | None:
    """Return the verifier of streams that begin with this event, or `None`."""
    return _verifiers.get(type(event))


class StreamOrigin(NamedTuple):
    """The stream that another stream continues.

    Attributes:
        stream: its id.
        prove: takes the events of both, each with its hash, this stream's first; it raises `Broken` if they do not fit.
    """

    stream: UUID
    prove: Callable[[Sequence[tuple[Stored, bytes]], Iterator[tuple[Stored, bytes]]], object]


ReadChain = Callable[[UUID], Iterator[tuple[Stored, bytes]]]
"""Reads the events of a stream with their hashes, and raises `Broken` where its chain is."""

Originates = Callable[[Any], StreamOrigin | None]

_origins: dict[type[Any], Originates] = {}


def originates(first: type[Any]) -> Callable[[Originates], Originates]:
    """Register a function that names the stream continued by a stream with this first event, if
    any; `verify_log` then holds both together."""

    def register(function: Originates) -> Originates:
        _origins[first] = function
        return function

    return register


def origin_of(event: object) -> StreamOrigin | None:
    """Return the stream that a stream with this first event continues, or `None`."""
    find = _origins.get(type(event))
    return None if find is None else find(event)


def address(function: Callable[[str], UUID | None]) -> Callable[[str], UUID | None]:
    """Register a function that finds the stream of a public address, such as the key of a game, or returns `None`."""
    _addresses.append(function)
    return function


def stream_at(text: str) -> UUID | None:
    """Return the stream that a person means by an id or a public address, or `None`."""
    try:
        return UUID(text)
    except ValueError:
        return next((stream for find in _addresses if (stream := find(text)) is not None), None)
