"""The evidence of a call for the arbiter: the state of its game then, and earlier offers of a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import NamedTuple

from eventlog import store
from games.domain.events import DrawAgreed, DrawDeclined, DrawOffered, GameEvent, TurnPlayed
from games.domain.transitions import fold
from games.rules import Seat, seat_of_slug
from tournaments.domain.state import Call

LATELY = 10
"""So many of the last offers are attached to a call."""


class DrawOffer(NamedTuple):
    """An offer of a draw, or an answer to one: `kind` is `offered`, `declined`, `taken-back` or `agreed`."""

    at: datetime
    ply: int
    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is attached to a call, from the log of its game as it stood then. All of it is public in the game.

    Args:
        status: `waiting`, `playing` or `over`.
        ply: plies that had been played; `to_move` whose turn it was, or None.
        left: the time that each seat had left; empty without a clock.
        offers: what was offered and refused lately.
    """

    status: str
    ply: int
    to_move: Seat | None
    left: Mapping[Seat, timedelta]
    offers: tuple[DrawOffer, ...]


def evidence(call: Call) -> Evidence | None:
    """What was so in the game when the arbiter was called; None across a real board."""
    if call.game is None or call.seen is None:
        return None
    # The public version of a game counts all of its events, so it is how many there were.
    history = [(event.event, event.time) for event in islice(store.load(call.game), call.seen)]
    now = fold(history)
    clock = now.clock
    return Evidence(
        status=now.status,
        ply=now.state.ply if now.state else 0,
        to_move=now.state.to_move if now.state is not None and now.outcome is None else None,
        left={} if clock is None else {seat: clock.left(seat, call.called_at) for seat in now.variant.seats},
        offers=tuple(_offers(history))[-LATELY:],
    )


def _offers(history: Sequence[tuple[GameEvent, datetime]]) -> Iterator[DrawOffer]:
    ply, offered = 0, ""
    for event, at in history:
        if isinstance(event, TurnPlayed):
            ply += 1
        elif isinstance(event, DrawOffered):
            offered = event.seat
            yield DrawOffer(at, ply, seat_of_slug(event.seat), "offered")
        elif isinstance(event, DrawDeclined):
            kind = "taken-back" if event.seat == offered else "declined"
            yield DrawOffer(at, ply, seat_of_slug(event.seat), kind)
        elif isinstance(event, DrawAgreed):
            yield DrawOffer(at, ply, seat_of_slug(event.seat), "agreed")
