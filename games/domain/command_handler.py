"""How every command of a game runs: its checks, and how it reads, decides and appends.

All commands (`creation`, `commands`, `arbitration`, `moderation`, `reveal`) are functions with keyword arguments and
the same errors: `Illegal` if the rules or the state of the game forbid it (nothing is written), `NoGame` if there is no
such game, `Damaged` if its log cannot be folded, `Conflict` if others kept changing it meanwhile. The caller checks
permissions.

Common arguments: `game`, its id; `seat`, the acting seat; `actor`, the acting account (None for the service), whose id
goes to the log; `expected`, the public version that the player saw: if the game has changed, the command is refused as
`moved-on`. Checks get the fold as `now`, and the arrival time of the request as `at`.

A command counts from the arrival of its request (`games/domain/arrival.py`). After a seat's deadline it is refused as
`time-is-up`; the time-out is recorded only after the grace period.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from accounts.people.bots import BOT_IDS
from eventlog import store
from eventlog.aggregate import Aggregate, StreamDraft
from eventlog.canonical import at as as_time
from games.domain.arrival import since_arrival
from games.domain.clocks import GRACE, most_plies
from games.domain.events import GameEvent, GameRevealed, PliesExhausted
from games.domain.listeners import happening, tell, written_with
from games.domain.outages import given_back
from games.domain.projections import GAME_FOLDS, opening, opening_of
from games.domain.recent import GAMES
from games.domain.snapshots import SNAPSHOT, from_snapshot, snapshot_of
from games.domain.state import GameFold
from games.domain.transitions import fold
from games.rules import Illegal, Refusal, Seat, State

ENGINE = "-".join(map(str, SNAPSHOT))
SNAPSHOT_EVERY = 16  # events

Decide = Callable[[GameFold, datetime], list[GameEvent]]
"""What a command decides, of a game as it is and a time: the events to append, none if there is nothing to do."""


class NoGame(LookupError):
    """There is no game with this id."""


def going_on(now: GameFold) -> None:
    """Raises `Illegal` with `game-over` if the game has ended."""
    if now.outcome is not None:
        raise Illegal(Refusal("game-over", {"kind": now.outcome.kind.value}))


def playing(now: GameFold) -> State:
    """The state of a game in play, or `Illegal`: `not-started` or `game-over`."""
    going_on(now)
    if now.state is None:
        raise Illegal(Refusal("not-started"))
    return now.state


def running(now: GameFold) -> None:
    """Raises `Illegal` with `game-paused` while nobody plays on."""
    if now.paused:
        raise Illegal(Refusal("game-paused", {"why": now.paused[0]}))


def seated(now: GameFold, *seats: Seat) -> None:
    """Raises `Illegal` with `no-seat` if the rule book has none of these."""
    for seat in seats:
        if seat not in now.variant.seats:
            raise Illegal(Refusal("no-seat", {"seat": seat.slug}))


def as_seen(now: GameFold, expected: int | None) -> None:
    """Raises `Illegal` with `moved-on` if the player saw another version of the game. Time that was given back after an
    outage changes nothing of what was seen."""
    before, after = now.gifted
    if expected is not None and after == now.public_version and before <= expected <= after:
        return
    if expected is not None and expected != now.public_version:
        raise Illegal(Refusal("moved-on", {"expected": expected, "actual": now.public_version}))


def in_time(now: GameFold, seat: Seat, at: datetime) -> None:
    """Raises `Illegal` with `time-is-up` if what arrived at `at` came after the deadline of `seat`, or of the game."""
    if now.clock is not None and (seat in now.clock.late(at) or now.clock.is_over(at)):
        raise Illegal(Refusal("time-is-up"))


def overdue(now: GameFold, at: datetime) -> tuple[Seat, ...]:
    """The seats whose time, and the grace after it, is over; `Illegal` with `not-due` if none is."""
    late = () if now.clock is None else now.clock.late(at, GRACE)
    if not late:
        raise Illegal(Refusal("not-due"))
    return late


class _Draft(StreamDraft[GameFold]):
    fold = staticmethod(fold)
    gives_back = False


class _Games(Aggregate[GameFold, _Draft]):
    draft, missing, folds, recent = _Draft, NoGame, GAME_FOLDS, GAMES
    engine, from_snapshot = ENGINE, staticmethod(from_snapshot)

    def append(self, draft: _Draft, **_more: Any) -> None:
        """Appends with a snapshot, what is written with the events, and what projections want of a game that ends."""
        game, now, after = draft.stream, draft.before, draft.now
        assert now is not None
        openings = {}
        if _tells_course(now, after):
            openings[game] = opening_of(game, after, draft.events, read=draft.opened.events)
        updated = happening(game, after, draft.events, draft.by)
        beside = list(written_with(updated))
        if now.outcome is None and after.outcome is not None:
            beside.append(store.without_snapshot(game))
        with opening(openings):
            super().append(draft, snapshot=_snapshot(now, after), beside=beside)
        tell(updated)


_games = _Games()


def open_game(game: UUID) -> GameFold:
    """The game as its log has it now. Raises `NoGame`."""
    return _games.open(game)[1]


def execute(*, game: UUID, actor: UUID | None, decide: Decide, seen: store.SeenHead | None = None) -> GameFold:
    """Reads the game, decides, and appends what was decided with what follows; again if others were faster.

    Args:
        decide: what the command decides.
        seen: the head of the game's log, if the caller has just read it.
    """
    done = _games.execute(stream=game, by=actor, decide=partial(_decide, decide), seen=seen)
    while done.gives_back:
        done = _games.execute(stream=game, by=actor, decide=partial(_decide, decide))
    return done.now


def _decide(decide: Decide, draft: _Draft) -> None:
    """Adds what was decided with what follows. Time that is given back comes first and alone, as the
    clock decides what may be done."""
    draft.add(*given_back(draft.now, draft.at))
    draft.gives_back = bool(draft.events)
    if not draft.gives_back:
        arrived = draft.at - since_arrival()
        draft.at = max(arrived, as_time(draft.opened.head.time))
        draft.add(*decide(draft.now, arrived))
    if draft.events:
        draft.add(*_following(draft.now))


def seats_of_bots(now: GameFold) -> tuple[Seat, ...]:
    seats = now.created.seats
    return tuple(seat for seat in now.variant.seats if (id := seats.get(seat.slug)) and UUID(id) in BOT_IDS)


def _tells_course(now: GameFold, after: GameFold) -> bool:
    """Whether projections need set-ups and turns: the game has just ended for everybody, or was revealed."""
    if after.state is None or after.public_status != "over":
        return False
    return now.public_status != "over" or after.revealed != now.revealed


def _following(after: GameFold) -> list[GameEvent]:
    """What follows by itself from what was decided: an end, and the reveal of a game that is revealed at its end."""
    state = after.state
    if state is None:
        return []
    more: list[GameEvent] = []
    ends = after.to_be_revealed
    if (
        after.clock is not None
        and state.outcome is None
        and after.plies_spent >= most_plies(after.variant, after.options)
    ):
        more, ends = [PliesExhausted()], after.created.spectators != "delayed"
    return [*more, GameRevealed()] if ends and after.created.reveal == "end" and not after.revealed else more


def _snapshot(now: GameFold, after: GameFold) -> store.StreamSnapshot | None:
    """A snapshot every few events of a game in play: one at every move would cost more than folding the few since, and
    a game that is over is read as a whole, and seldom.
    """
    if after.state is None or after.outcome is not None:
        return None
    if after.version // SNAPSHOT_EVERY == now.version // SNAPSHOT_EVERY:
        return None
    return store.StreamSnapshot(ENGINE, snapshot_of(after))
