"""How the log of a game is replayed to prove it: see `eventlog.verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from uuid import UUID

from eventlog.registry import Broken, Damaged, Stored, StreamOrigin, originates, verifier
from games.domain.clocks import GRACE
from games.domain.events import (
    AbsenceClaimed,
    CardsDealt,
    ChoiceMade,
    GameCreated,
    GameEvent,
    GameTimeEnded,
    SetupMade,
    SetupsForfeited,
    TimedOut,
    TurnPlayed,
)
from games.domain.limits import ABSENCE
from games.domain.origins import NotFromThere, Origin, beginning, origin_of, prove
from games.domain.shuffles import shuffles_of
from games.domain.state import GameFold
from games.domain.transitions import IllegalEvent, fold
from games.rules import Illegal, Seat, seat_of_slug

Timed = tuple[GameEvent, datetime]


@verifier(GameCreated)
def verify_game(events: Iterator[Stored]) -> None:
    """Replays a whole game through the rules, and works out its shuffles from their seed.

    Raises:
        Broken: a turn or choice is not legal, a shuffle is not the one that the seed gives, or something came after
            its time, or a time-out before it; it names the version.
    """
    seen: list[tuple[int, GameEvent]] = []
    read: list[Timed] = []
    first = next(events)
    timed = first.event.time is not None

    def history() -> Iterator[Timed]:
        deals = False
        for stored in chain((first,), events):
            deals = deals or type(stored.event) is CardsDealt
            if deals:
                seen.append((stored.version, stored.event))
            if timed:
                read.append((stored.event, stored.time))
            yield stored.event, stored.time

    try:
        now = _fold_in_runs(first.stream, history(), read) if timed else fold(history())
    except IllegalEvent as error:
        raise Broken(error.version, f"ply {error.ply} breaks the rule {error.refusal.code}") from error
    origin = origin_of(now.created)
    for shuffle in shuffles_of(now.variant, seen, None if origin is None else origin.ply):
        if shuffle.fair is False:
            raise Broken(shuffle.version, f"the shuffle {shuffle.label} is not the one that the seed gives")


@originates(GameCreated)
def origin_stream(created: GameCreated) -> StreamOrigin | None:
    """The game from a position of which this one is played on."""
    origin = origin_of(created)
    return None if origin is None else StreamOrigin(origin.game, partial(_prove, origin))


def _prove(origin: Origin, own: Sequence[tuple[Stored, bytes]], source: Iterator[tuple[Stored, bytes]]) -> None:
    """Raises `Broken` if a game is not played on from where it says."""
    taken_over = beginning(own, origin.ply)
    assert taken_over is not None
    try:
        prove(origin, beginning(source, origin.ply), taken_over)
    except NotFromThere as error:
        raise Broken(1, str(error)) from None
    except Illegal:
        raise Broken(1, "the game that it is played on from breaks a rule") from None


def _fold_in_runs(stream: UUID, history: Iterator[Timed], read: Sequence[Timed]) -> GameFold:
    """Folds a game with a clock, turns that follow one another together. Should anything be wrong, what was `read` of
    it is folded again event by event, which names what came first.
    """
    try:
        return _fold_by_the_clock(_runs(history))
    except Exception:
        _fold_one_by_one(stream, read)
        raise  # what was read holds together: reading on failed


def _runs(history: Iterator[Timed]) -> Iterator[list[Timed]]:
    """Cuts a game: turns that follow one another stay together, everything else is alone."""
    run: list[Timed] = []
    for item in history:
        if type(item[0]) is TurnPlayed:
            run.append(item)
            continue
        if run:
            yield run
            run = []
        yield [item]
    if run:
        yield run


def _fold_one_by_one(stream: UUID, read: Sequence[Timed]) -> None:
    """Raises for the first event that cannot have happened, with its version."""
    version = 0

    def alone() -> Iterator[list[Timed]]:
        nonlocal version
        for version, item in enumerate(read, 1):  # noqa: B007 (reported when a fold fails)
            yield [item]

    try:
        _fold_by_the_clock(alone())
    except (Broken, IllegalEvent):
        raise
    except Exception as error:
        raise Damaged(stream, version, type(error).__name__) from None


def _fold_by_the_clock(runs: Iterator[list[Timed]]) -> GameFold:
    """Folds a game with a clock run by run, because each event has to come in its time."""
    now = fold(next(runs))
    last = now.created_at
    for run in runs:
        event, first = run[0]
        _check_time(now, event, first, last)
        before, now = now, fold(run, now)
        if len(run) > 1:
            _check_turns(before, [time for _event, time in run])
        last = run[-1][1]
    return now


def _check_turns(before: GameFold, times: Sequence[datetime]) -> None:
    """Raises `Broken` if one of several turns that follow one another, but for the first, came after its time."""
    assert before.clock is not None
    clock, _first = before.clock.played(times[:1])
    _clock, late = clock.played(times[1:])
    if late is not None:
        seat = before.variant.seats[(clock.running[0] + late) % len(before.variant.seats)]
        raise Broken(before.version + late + 2, f"{seat.slug} acts after its time was over")


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
    elif isinstance(event, GameTimeEnded):
        if not now.clock.is_over(time, GRACE):
            raise Broken(now.version + 1, "the game's time is said to be over before it was")
    elif isinstance(event, AbsenceClaimed):
        if min(event.seconds, (time - now.clock.since).total_seconds()) < ABSENCE:
            raise Broken(now.version + 1, "an absence is claimed before its time")
    elif (
        (seat := _actor(now, event)) is not None
        and time > last
        and (seat in now.clock.late(time) or now.clock.is_over(time))
    ):
        raise Broken(now.version + 1, f"{seat.slug} acts after its time was over")


def _actor(now: GameFold, event: GameEvent) -> Seat | None:
    """The seat whose time an event ends, or None if it ends nobody's."""
    if isinstance(event, SetupMade):
        return seat_of_slug(event.seat)
    return now.state.to_move if isinstance(event, TurnPlayed | ChoiceMade) and now.state is not None else None
