"""How the log of a game is replayed to prove it: see `eventlog.verify`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from eventlog.registry import Broken, Stored, verifier
from games.domain.clocks import GRACE
from games.domain.events import (
    CardsDealt,
    ChoiceMade,
    GameCreated,
    GameEvent,
    SetupMade,
    SetupsForfeited,
    TimedOut,
    TurnPlayed,
)
from games.domain.fold import GameFold, IllegalEvent, fold, seat_of_slug
from games.domain.shuffles import shuffles_of
from games.rules import Seat


@verifier(GameCreated)
def verify_game(events: Iterator[Stored]) -> None:
    """Replays a whole game through the rules, and works out its shuffles from their seed.

    Raises:
        Broken: a turn or choice is not legal, a shuffle is not the one that the seed gives, or something came after
            its time, or a time-out before it; it names the version.
    """
    seen: list[tuple[int, GameEvent]] = []
    first = next(events)
    timed = first.event.time is not None

    def history() -> Iterator[tuple[GameEvent, datetime]]:
        yield first.event, first.time
        deals = False
        for one in events:
            deals = deals or type(one.event) is CardsDealt
            if deals:
                seen.append((one.version, one.event))
            yield one.event, one.time

    try:
        now = _fold_by_the_clock(history()) if timed else fold(history())
    except IllegalEvent as error:
        raise Broken(error.version, f"ply {error.ply} breaks the rule {error.refusal.code}") from error
    for shuffle in shuffles_of(now.variant, seen):
        if shuffle.fair is False:
            raise Broken(shuffle.version, f"the shuffle {shuffle.label} is not the one that the seed gives")


def _fold_by_the_clock(history: Iterator[tuple[GameEvent, datetime]]) -> GameFold:
    """Folds a game with a clock, event by event, because each has to come in its time."""
    event, last = next(history)
    now = fold([(event, last)])
    for event, time in history:
        _check_time(now, event, time, last)
        now, last = fold([(event, time)], now), time
    return now


def _check_time(now: GameFold, event: GameEvent, time: datetime, last: datetime) -> None:
    """Raises `Broken` if an event has no business at this time.

    A turn that arrived in time may be recorded with the time of an event that was recorded before it, even if that is
    after the deadline: time never runs backwards in a stream.
    """
    assert now.clock is not None
    if isinstance(event, TimedOut | SetupsForfeited):
        slugs = event.seats if isinstance(event, SetupsForfeited) else (event.seat,)
        if not {seat_of_slug(slug) for slug in slugs} <= set(now.clock.late(time, GRACE)):
            raise Broken(now.version + 1, "time is said to be over before it was")
    elif (seat := _actor(now, event)) is not None and time > last and seat in now.clock.late(time):
        raise Broken(now.version + 1, f"{seat.slug} acts after its time was over")


def _actor(now: GameFold, event: GameEvent) -> Seat | None:
    """The seat whose time an event ends, or None if it ends nobody's."""
    if isinstance(event, SetupMade):
        return seat_of_slug(event.seat)
    return now.state.to_move if isinstance(event, TurnPlayed | ChoiceMade) and now.state is not None else None
