"""Event types of a made-up trade, registered once, so that the tests of the log need no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from eventlog import registry
from eventlog.field_types import Nonce, Slug
from eventlog.registry import Stored, event, upcaster
from games.domain.field_types import Placement, TurnText


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@event("sample-begun", version=3)
@dataclass(frozen=True, slots=True)
class Begun:
    """Its version 1 was `{"kind"}`, its version 2 `{"kind", "players"}` with a list of ids."""

    variant: Slug
    seats: Mapping[Slug, UUID | None]
    limit: int | None = None


@upcaster("sample-begun", from_version=1)
def _begun_2(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "players": [None, None]}


@upcaster("sample-begun", from_version=2)
def _begun_3(data: dict[str, Any]) -> dict[str, Any]:
    return {"variant": data["kind"], "seats": dict(zip(("red", "blue"), data["players"], strict=True))}


@event("sample-hidden")
@dataclass(frozen=True, slots=True)
class Hidden:
    colour: Colour
    placement: Placement
    nonce: Nonce = ""


@event("sample-moved")
@dataclass(frozen=True, slots=True)
class Moved:
    turn: TurnText
    at: int | None = None


@event("sample-finished")
@dataclass(frozen=True, slots=True)
class Finished:
    points: int


@contextmanager
def projected(projection: registry.Projection):
    """Register a projection for as long as the `with` block lasts."""
    registry._projections[projection.name] = projection
    try:
        yield projection
    finally:
        del registry._projections[projection.name]


def moves(count: int, first: int = 0) -> Sequence[Moved]:
    squares = [f"{column}{row}" for row in range(1, 11) for column in "abcdefghij"]
    return [Moved(f"{squares[n % 90]}-{squares[n % 90 + 10]}") for n in range(first, first + count)]


def events_of(stored: Sequence[Stored]) -> list[Any]:
    return [item.event for item in stored]
