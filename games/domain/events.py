"""The events of games: decisions, and nothing that replay can derive.

They hold ids, slugs and squares only; no names and no free text.

The public version of a game counts its public events, those that every viewer can see happen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.eventlog.kinds import Id, Nonce, Placement, Slug, TurnText
from games.eventlog.registry import event, upcaster

__all__ = [
    "Adjudicated",
    "ChoiceMade",
    "DrawAgreed",
    "DrawDeclined",
    "DrawOffered",
    "GameCreated",
    "GameEvent",
    "GameRevealed",
    "Resigned",
    "ResultRecorded",
    "SetupMade",
    "TimedOut",
    "TurnPlayed",
]


@event("game-created", version=2)
@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game is to be played, or comes from a record.

    Args:
        variant: slug of the rule book.
        options: `repetition`, `no_attack_limit` and `free_setup`, as JSON values.
        seats: for each seat's slug the id of its player, or None where a record names nobody.
        reveal: when everything is opened: `end`, `round`, `event`, `delay` or `never` (RULES section 9).
        reveal_after: seconds from the end, for `delay`.
        source: `play` or `import`.
    """

    variant: Slug
    options: Mapping[Slug, int | bool | Slug | None]
    seats: Mapping[Slug, Id | None]
    reveal: Slug = "end"
    reveal_after: int | None = None
    source: Slug = "play"


@upcaster("game-created", from_version=1)
def _created_2(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 knew no reveal but the one right after the end, and no imports."""
    return {**data, "reveal": "end", "reveal_after": None, "source": "play"}


@event("setup-made", version=1)
@dataclass(frozen=True, slots=True)
class SetupMade:
    """A seat's set-up.

    `nonce`, 32 random bytes in hex, salts the commitment and keeps the event's hash from being guessed.
    """

    seat: Slug
    placement: Placement = field(repr=False)
    nonce: Nonce = field(repr=False)


@event("turn-played", version=1)
@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A submission in text notation. `at` is the time a record gives, in microseconds since the epoch."""

    turn: TurnText
    at: int | None = None


@event("choice-made", version=1)
@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A choice that the turn's battle had opened."""

    choice: TurnText


@event("draw-offered", version=1)
@dataclass(frozen=True, slots=True)
class DrawOffered:
    """`seat` offers a draw. It stands until another seat declines it or plays on."""

    seat: Slug


@event("draw-declined", version=1)
@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """`seat` declines the draw that was offered."""

    seat: Slug


@event("draw-agreed", version=1)
@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """`seat` agrees to the draw. Once every seat has, the game is drawn."""

    seat: Slug


@event("resigned", version=1)
@dataclass(frozen=True, slots=True)
class Resigned:
    """`seat` gives up."""

    seat: Slug


@event("timed-out", version=1)
@dataclass(frozen=True, slots=True)
class TimedOut:
    """`seat` ran out of time."""

    seat: Slug


@event("adjudicated", version=1)
@dataclass(frozen=True, slots=True)
class Adjudicated:
    """An arbiter decided. `winner` is a side, 0 red or 1 blue, or None for a draw."""

    winner: int | None = None


@event("result-recorded", version=1)
@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """The end that an imported record gives, where the board does not show one: an `End` and its winner."""

    kind: Slug
    winner: int | None = None


@event("game-revealed", version=1)
@dataclass(frozen=True, slots=True)
class GameRevealed:
    """Everything is open from now on: set-ups, their salts and every rank."""


GameEvent = (
    GameCreated
    | SetupMade
    | TurnPlayed
    | ChoiceMade
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | Resigned
    | TimedOut
    | Adjudicated
    | ResultRecorded
    | GameRevealed
)
