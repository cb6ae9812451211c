"""Arbiters' commands on a game; the caller checks that somebody is an arbiter.

The arguments that commands share (`game`, `seat`, `actor`, `expected`) and their errors (`Illegal`, `NoGame`) are told
in `games/domain/command_handler.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from games.domain.command_handler import execute, going_on, open_game, playing, seated
from games.domain.events import Adjudicated, ArbiterLooked, GameEvent, GameForfeited, GamePaused, GameResumed, TimeGiven
from games.domain.state import GameFold
from games.rules import Illegal, Refusal, Seat, View, Viewer, seat_of_slug

PAUSES = ("call", "arbiter", "tournament", "ban", "relay")
MOST_GIVEN = 60 * 86_400  # seconds that an arbiter gives at once


def adjudicate(*, game: UUID, winner: int | None, both_lose: bool = False, actor: UUID | None = None) -> GameFold:
    """An arbiter's decision, also while the game is paused or waits for set-ups.

    Side effects: appends Adjudicated, and the reveal if it is due.

    Args:
        winner: a side, 0 red or 1 blue, or None for a draw.
        both_lose: nobody wins, and it is no draw (FIDE Laws, 11.8); `winner` is None then.

    Raises:
        ValueError: both sides are to lose and one is to win.
        Illegal: `game-over`.
    """
    if both_lose and winner is not None:
        raise ValueError("either both sides lose or one of them wins")
    return _decided(game=game, event=Adjudicated(winner=winner, both_lose=both_lose), actor=actor)


def forfeit_game(*, game: UUID, seats: Sequence[Seat], actor: UUID | None = None) -> GameFold:
    """The sides of these seats lose: they did not come, or may not go on. If both sides lose nobody wins.

    Side effects: appends GameForfeited, and the reveal if it is due.

    Raises:
        ValueError: no seat is named.
        Illegal: `game-over`; `no-seat`.
    """
    if not seats:
        raise ValueError("a game is forfeited by somebody")
    return _decided(game=game, event=GameForfeited(tuple(seat.slug for seat in sorted(set(seats)))), actor=actor)


def _decided(*, game: UUID, event: Adjudicated | GameForfeited, actor: UUID | None) -> GameFold:
    """Ends a game by the word of an arbiter, however far it is."""

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        going_on(now)
        if isinstance(event, GameForfeited):
            seated(now, *map(seat_of_slug, event.seats))
        return [event]

    return execute(game=game, actor=actor, decide=decide)


def pause_game(*, game: UUID, why: str = "arbiter", actor: UUID | None = None) -> GameFold:
    """Stops the clocks; set-ups, turns and draws are refused until the game is resumed (FIDE Laws, 6.11). Safe to call
    twice. A game can be paused for several reasons; it resumes when all have ended.

    Side effects: appends GamePaused.

    Args:
        why: `call` (a player called the arbiter), `arbiter`, `tournament` (all its games are paused), `ban` (of
            one of the players, until that ends) or `relay` (a move entered does not fit the set-ups).

    Raises:
        ValueError: `why` is none of these.
        Illegal: `game-over`.
    """
    if why not in PAUSES:
        raise ValueError(f"a game is paused for one of {', '.join(PAUSES)}")

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        going_on(now)
        return [] if why in now.paused else [GamePaused(why=why)]

    return execute(game=game, actor=actor, decide=decide)


def resume_game(*, game: UUID, why: str | None = None, actor: UUID | None = None) -> GameFold:
    """Lets a paused game go on, with the time that everybody had. Safe to call twice, and of a game that is over.

    Side effects: appends GameResumed.

    Args:
        why: the reason that has ended, as for `pause_game`; None for all of them.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        return [GameResumed(why=text) for text in now.paused if why in (None, text)]

    return execute(game=game, actor=actor, decide=decide)


def give_time(*, game: UUID, seat: Seat, seconds: int, actor: UUID | None = None) -> GameFold:
    """Adds time to a seat's clock: for this turn, or its next one; where there is a bank, to the bank.

    Side effects: appends TimeGiven.

    Args:
        seconds: 1 second to 60 days.

    Raises:
        Illegal: `no-clock`; `time-amount`; `no-seat`; `set-up-made` if only set-ups have a clock and this seat's is
            made; `time-gone`, if the game is not paused and its time is over; `game-over`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        going_on(now)
        if now.clock is None:
            raise Illegal(Refusal("no-clock"))
        if not 1 <= seconds <= MOST_GIVEN:
            raise Illegal(Refusal("time-amount", {"least": 1, "most": MOST_GIVEN}))
        seated(now, seat)
        if now.state is None and seat in now.ready:
            raise Illegal(Refusal("set-up-made", {"seat": seat.slug}))
        if seat in now.clock.late(at) or now.clock.is_over(at):
            raise Illegal(Refusal("time-gone"))
        return [TimeGiven(seat=seat.slug, seconds=seconds)]

    return execute(game=game, actor=actor, decide=decide)


def look(*, game: UUID, arbiter: UUID, actor: UUID | None = None) -> tuple[View, ...]:
    """Shows an arbiter what each seat of a paused game sees, and nothing else. That it happened is an event that both
    sides see. Once it has, the same arbiter may look again until the game is resumed.

    Side effects: appends ArbiterLooked, the first time.

    Args:
        arbiter: the player's id.

    Raises:
        Illegal: `not-paused`, `not-started`, `game-over`.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        playing(now)
        if not now.paused:
            raise Illegal(Refusal("not-paused"))
        return [] if arbiter in now.looked else [ArbiterLooked(arbiter=str(arbiter))]

    after = execute(game=game, actor=actor, decide=decide)
    assert after.state is not None
    return tuple(after.state.view(Viewer.of(seat)) for seat in after.variant.seats)


def look_again(*, game: UUID, arbiter: UUID) -> tuple[View, ...] | None:
    """The views that `look` gave, for an arbiter or moderator who has looked since the game was paused; None for
    everybody else, and once the game is resumed or over."""
    now = open_game(game)
    if now.state is None or now.outcome is not None or arbiter not in now.looked:
        return None
    return tuple(now.state.view(Viewer.of(seat)) for seat in now.variant.seats)
