"""What people do with a game. Each function takes keyword arguments, decides by the rules, and appends events.

All of them share their errors: `Illegal` if the rules or the course of the game forbid it (nothing is written),
`NoGame` if there is no such game, `Damaged` if its log cannot be folded, `Conflict` if others kept changing it
meanwhile. Who may act for a seat is checked by the caller.

Arguments that they share: `game`, its id; `seat`, the seat that acts; `actor`, the account that does it, None for the
service: the log holds its id; `expected`, the public version that the player saw: if the game has moved on, the command
is refused as `moved-on`.

A command counts as of the moment at which its request arrived (`games/domain/arrival.py`). What comes after a seat's
deadline is refused as `time-is-up`; that time ran out is recorded only when the grace after the deadline is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from eventlog import store
from eventlog.canonical import at as as_time
from eventlog.canonical import microseconds
from eventlog.damage import folding
from eventlog.recent import Recent
from eventlog.sources import new_id, new_nonce, new_seed
from games.domain import recent
from games.domain.arrival import since_arrival
from games.domain.clocks import GRACE, VACATION_DAYS, Rest, TimeControl, most_plies, within_allowance
from games.domain.events import (
    Adjudicated,
    ArbiterLooked,
    CardsDealt,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    EndPublished,
    GameAborted,
    GameCancelled,
    GameCreated,
    GameEvent,
    GameForfeited,
    GamePaused,
    GameResumed,
    GameRevealed,
    ModeratorLooked,
    PliesExhausted,
    Resigned,
    ResultAnnulled,
    ResultForfeited,
    ResultRestored,
    RevealProposed,
    RevealWithdrawn,
    SetupMade,
    SetupsForfeited,
    TimedOut,
    TimeGiven,
    VacationEnded,
    VacationTaken,
    submitted,
)
from games.domain.excuses import excuse_of
from games.domain.fold import (
    SIDES,
    SNAPSHOT,
    GameFold,
    Ruling,
    edition_value,
    fold,
    from_snapshot,
    options_value,
    order_in,
    snapshot_of,
)
from games.domain.limits import ABORT_BEFORE, LONGEST_DELAY, MOST_PLIES_BEHIND, REVEALS, SHORTEST_DELAY, SPECTATORS
from games.domain.listeners import happening, tell, written_with
from games.domain.outages import given_back
from games.domain.projections import known, opening, opening_of
from games.domain.seals import TREE
from games.domain.shuffles import check_choice, complete, deal
from games.models import Ladder
from games.rules import (
    Illegal,
    Options,
    Refusal,
    Seat,
    State,
    Variant,
    View,
    Viewer,
    check_setup,
    parse_turn,
    seat_of_slug,
)
from players.models import Player
from players.people.bots import BOT_IDS

ENGINE = "-".join(map(str, SNAPSHOT))
PAUSES = ("call", "arbiter", "tournament", "ban")
MOST_GIVEN = 60 * 86_400  # seconds that an arbiter gives at once
TRIES = 4
SNAPSHOT_EVERY = 16  # events
TURNS_BETWEEN_OFFERS = 2  # of the seat that offers a draw
MOST_PROPOSALS = 3  # of one seat, to open a game earlier


class NoGame(LookupError):
    """There is no game with this id."""


class NewGame(NamedTuple):
    """A game that is to be written: its id, its first events, and the account that makes it."""

    id: UUID
    events: tuple[GameEvent, ...]
    actor: UUID | None = None

    def __repr__(self) -> str:
        """Without the events: one may hold the order of cards."""
        return f"<NewGame {self.id}>"


def create_game(
    *,
    variant: Variant,
    players: Mapping[Seat, UUID],
    options: Options | None = None,
    reveal: str = "end",
    reveal_after: int | None = None,
    time: TimeControl | None = None,
    rated: bool = False,
    notes: bool = True,
    tournament: UUID | None = None,
    round: int | None = None,
    spectators: str = "live",
    delay: int | None = None,
    delay_plies: int | None = None,
    approved: bool = False,
    ladders: Mapping[Seat, Ladder] | None = None,
    actor: UUID | None = None,
) -> UUID:
    """Opens a game whose seats then make their set-ups. In a rule book that deals, the cards are dealt at once, from a
    seed that is drawn and committed here.

    Side effects: appends GameCreated, and CardsDealt if it deals; the game is in the lists.

    Args:
        options: those of the rule book; None for its defaults.
        variant: the rule book, in the edition that the game is played by: the newest, but for old records.
        players: the id of each seat's player; a seat may stay empty.
        reveal: `end`, `round`, `event`, `delay` or `never`.
        reveal_after: seconds from the end, for `delay`.
        time: the time control; None for a game in which nobody's time runs.
        rated: it counts for the players' ratings; who does not set up in time then loses it.
        notes: the players may keep notes and guesses about it.
        tournament, round: the tournament that it is part of, and its round there; it cannot be aborted then, and who
            does not set up in time loses it.
        spectators: `live`; `delayed`; or `ended`: nobody but its two sides sees anything of it before it is over.
        delay, delay_plies: how far spectators are behind, for `delayed`: seconds, from a minute to a day, or plies, at
            most 200.
        approved: the operator approved the organiser of the tournament, so an arbiter's decision counts for ratings.
        ladders: of a rated game with bots, what it counts for at each seat; empty or None without any.
        actor: the account that does this.

    Returns:
        The id of the game.

    Raises:
        ValueError: the reveal or the spectators are none of these, or the delay is missing, negative or given in vain;
            an option is not one of the rule book's; there is a round without a tournament.
    """
    new = new_game(
        variant=variant,
        players=players,
        options=options,
        reveal=reveal,
        reveal_after=reveal_after,
        time=time,
        rated=rated,
        notes=notes,
        tournament=tournament,
        round=round,
        spectators=spectators,
        delay=delay,
        delay_plies=delay_plies,
        approved=approved,
        ladders=ladders,
        actor=actor,
    )
    stored = store.append(stream=new.id, expected=0, events=new.events, actor=actor)
    tell(happening(new.id, fold((one.event, one.time) for one in stored), new.events, actor))
    return new.id


def new_game(
    *,
    variant: Variant,
    players: Mapping[Seat, UUID],
    options: Options | None = None,
    reveal: str = "end",
    reveal_after: int | None = None,
    time: TimeControl | None = None,
    rated: bool = False,
    notes: bool = True,
    tournament: UUID | None = None,
    round: int | None = None,
    spectators: str = "live",
    delay: int | None = None,
    delay_plies: int | None = None,
    approved: bool = False,
    ladders: Mapping[Seat, Ladder] | None = None,
    actor: UUID | None = None,
) -> NewGame:
    """A game as `create_game` opens it, not written yet: for `write_games`. Arguments are the same, and so is the
    `ValueError`.

    Args:
        variant, players, options, reveal, reveal_after, time, rated: as for `create_game`.
        notes, tournament, round, spectators, delay, delay_plies, approved, ladders: as for `create_game`.
    """
    options = options or Options()
    if reveal not in REVEALS or (reveal == "delay") != (reveal_after is not None) or (reveal_after or 0) < 0:
        raise ValueError(f"reveal must be one of {', '.join(REVEALS)}; only delay takes reveal_after, in seconds")
    if options.free_setup if variant.deals else options.spotter:
        raise ValueError("only rule books that deal cards have the option spotter, and only the others free_setup")
    if spectators not in SPECTATORS or (tournament is None and round is not None):
        raise ValueError(f"spectators must be one of {', '.join(SPECTATORS)}; only a tournament has rounds")
    _check_delay(spectators, delay, delay_plies)
    created = GameCreated(
        variant=variant.slug,
        options=options_value(options),
        seats={seat.slug: str(players[seat]) if seat in players else None for seat in variant.seats},
        reveal=reveal,
        reveal_after=reveal_after,
        time=None if time is None else time.value(),
        rated=rated,
        notes=notes,
        tournament=None if tournament is None else str(tournament),
        round=round,
        spectators=spectators,
        delay=delay,
        delay_plies=delay_plies,
        approved=approved or None,
        edition=edition_value(variant.edition),
        ladders={seat.slug: ladder.slug for seat, ladder in ladders.items()} if rated and ladders else None,
    )
    if not variant.deals:
        return NewGame(new_id(), (created,), actor)
    seed = new_seed()
    dealt = CardsDealt(orders=deal(variant, options, seed), seed=seed.hex(), nonce=new_nonce())
    return NewGame(new_id(), (created, dealt), actor)


def _check_delay(spectators: str, delay: int | None, plies: int | None) -> None:
    """Raises `ValueError` unless spectators who are behind, and they alone, have one delay within its bounds."""
    bounds = ((delay, SHORTEST_DELAY, LONGEST_DELAY), (plies, 1, MOST_PLIES_BEHIND))
    given = [least <= value <= most for value, least, most in bounds if value is not None]
    if len(given) != (spectators == "delayed") or not all(given):
        raise ValueError("only delayed spectators have a delay: seconds, from a minute to a day, or 1 to 200 plies")


def write_games(games: Sequence[NewGame]) -> None:
    """Opens many games at once, or none.

    Inside a transaction of the caller's they are part of it: a tournament appends its own event and opens the games of
    a round together.

    Side effects: as `create_game`, for each of them, by COPY.
    """
    written = store.append_streams([store.NewStream(new.id, new.events, new.actor) for new in games])
    for new, stored in zip(games, written, strict=True):
        tell(happening(new.id, fold((one.event, one.time) for one in stored), new.events, new.actor))


def make_setup(*, game: UUID, seat: Seat, placement: str, actor: UUID | None = None) -> GameFold:
    """Commits a seat to its set-up. When the last seat has done so play begins and the commitments are shown.

    Side effects: appends SetupMade.

    Args:
        placement: a character a home square, row by row as the board lies; `.` is an empty square.

    Raises:
        Illegal: `set-up` if it does not fit, `set-up-made` if the seat has made one, `time-is-up`, `game-over`,
            `game-paused`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _going_on(now)
        _running(now)
        if seat in now.ready:
            raise Illegal(Refusal("set-up-made", {"seat": seat.slug}))
        _seated(now, seat)
        _in_time(now, seat, at)
        check_setup(now.variant, seat, placement, free=now.options.free_setup)
        if now.variant.deals:
            check_choice(now, seat, placement)
        return [SetupMade(seat=seat.slug, placement=placement, nonce=new_nonce(), seal=TREE)]

    return _act(game=game, actor=actor, decide=decide)


def play_turn(
    *,
    game: UUID,
    seat: Seat,
    turn: str,
    expected: int | None = None,
    actor: UUID | None = None,
    seen: store.SeenHead | None = None,
) -> GameFold:
    """Plays a turn, or makes the choice that a battle has opened, in text notation. A turn that shuffles is given
    without the order: chance gives it here.

    Side effects: appends TurnPlayed or ChoiceMade, and GameRevealed if it ends a game that is revealed at its end.

    Args:
        expected: the public version that the player saw; if the game has moved on, the turn is refused as `moved-on`.
        seen: the head of the game's log, if who asks has just read it.

    Raises:
        Illegal: the rules refuse it; the refusal names the rule. `time-is-up` if it came after the deadline;
            `game-paused`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        state = _playing(now)
        _running(now)
        _as_seen(now, expected)
        if state.to_move is not seat:
            raise Illegal(Refusal("not-your-turn", {"seat": seat.slug, "to_move": state.to_move.slug}))
        _in_time(now, seat, at)
        parsed = parse_turn(now.variant, turn)
        if order_in(str(parsed)):
            raise Illegal(Refusal("notation", {"text": turn[:40]}))  # a player does not choose the order of a shuffle
        text = str(complete(now, parsed))
        return [submitted(text, choice=state.pending is not None, secret=now.variant.secret_turns)]

    return _act(game=game, actor=actor, decide=decide, seen=seen)


def offer_draw(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Offers a draw; if one is offered already, agrees to it. Side effects: appends DrawOffered or DrawAgreed.

    Args:
        expected: the public version that the player saw, as for all commands of players.

    Raises:
        Illegal: `draw-offered`; `draw-too-soon`, if the seat has not had two turns since it last offered one;
            `moved-on`, `time-is-up`, `game-paused`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _playing(now)
        _running(now)
        _as_seen(now, expected)
        if seat in now.draw:
            raise Illegal(Refusal("draw-offered", {"seat": seat.slug}))
        _in_time(now, seat, at)
        if now.draw:
            return [DrawAgreed(seat=seat.slug)]
        turns = now.turns_since_offer(seat)
        if turns is not None and turns < TURNS_BETWEEN_OFFERS:
            raise Illegal(Refusal("draw-too-soon", {"turns": TURNS_BETWEEN_OFFERS - turns}))
        return [DrawOffered(seat=seat.slug)]

    return _act(game=game, actor=actor, decide=decide)


def agree_draw(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Agrees to the draw on offer; the game is drawn once every seat has (RULES section 7).

    Side effects: appends DrawAgreed. Raises `Illegal` with `no-draw-offer` if none is on offer, or `game-paused`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _playing(now)
        _running(now)
        _as_seen(now, expected)
        if not now.draw or seat in now.draw:
            raise Illegal(Refusal("no-draw-offer", {"seat": seat.slug}))
        _in_time(now, seat, at)
        return [DrawAgreed(seat=seat.slug)]

    return _act(game=game, actor=actor, decide=decide)


def decline_draw(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Declines the draw on offer, or takes one's own offer back. Side effects: appends DrawDeclined."""

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _playing(now)
        _as_seen(now, expected)
        if not now.draw:
            raise Illegal(Refusal("no-draw-offer", {"seat": seat.slug}))
        return [DrawDeclined(seat=seat.slug)]

    return _act(game=game, actor=actor, decide=decide)


def resign(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Gives up for `seat`; its side loses. Side effects: appends Resigned, and the reveal if it is due."""
    return _end(game=game, event=Resigned(seat=seat.slug), expected=expected, actor=actor)


def abort_game(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Calls the game off for `seat`, while set-ups are missing or before the second ply. It counts nowhere and is
    never revealed.

    Side effects: appends GameAborted.

    Raises:
        Illegal: `too-late-to-abort`, `time-is-up`, `moved-on`, `game-over`; `tournament-game`, where nobody but the
            arbiter calls a game off.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _going_on(now)
        if now.created.tournament is not None:
            raise Illegal(Refusal("tournament-game"))
        if now.state is not None and now.state.ply >= ABORT_BEFORE:
            raise Illegal(Refusal("too-late-to-abort", {"plies": now.state.ply}))
        _as_seen(now, expected)
        _in_time(now, seat, at)
        return [GameAborted(seat=seat.slug)]

    return _act(game=game, actor=actor, decide=decide)


def cancel_game(*, game: UUID, begun: bool = False, actor: UUID | None = None) -> GameFold:
    """Calls off a game in which set-ups are missing, whatever its players say. It counts nowhere.

    Side effects: appends GameCancelled.

    Args:
        begun: a game that is being played as well: its round is taken back.

    Raises:
        Illegal: `too-late-to-abort` once play has begun, `game-over`.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        _going_on(now)
        if now.state is not None and not begun:
            raise Illegal(Refusal("too-late-to-abort", {"plies": now.state.ply}))
        return [GameCancelled()]

    return _act(game=game, actor=actor, decide=decide)


def forfeit_setups(*, game: UUID, actor: UUID | None = None) -> GameFold:
    """Ends a game whose time to set up is over, and the grace after it. A casual game is cancelled. A rated one, or one
    of a tournament, is lost for who has not set up: for both sides, if seats of both have not.

    Side effects: appends GameCancelled or SetupsForfeited.

    Raises:
        Illegal: `not-due`, `game-over`; `already-started` if play has begun.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _going_on(now)
        if now.state is not None:
            raise Illegal(Refusal("already-started"))
        late = _late(now, at)
        lost = now.created.rated or now.created.tournament is not None
        if not lost:
            return [GameCancelled()]
        excused = {seat.slug: why for seat in late if (why := excuse_of(now, seat, at)) is not None}
        return [SetupsForfeited(tuple(seat.slug for seat in late), excused or None)]

    return _act(game=game, actor=actor, decide=decide)


def time_out(*, game: UUID, seat: Seat | None = None, actor: UUID | None = None) -> GameFold:
    """Ends the game because a seat ran out of time. Side effects: appends TimedOut, and the reveal if it is due.

    Args:
        seat: whose time it was, in a game without a time control: there the caller has to know. Where there is one
            the clock says whose it is.

    Raises:
        Illegal: `not-due`, unless the deadline and the grace of 5 seconds after it are over; `not-started`,
            `game-over`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _playing(now)
        if now.clock is None and seat is not None:
            return [TimedOut(seat=seat.slug)]
        (late,) = _late(now, at)
        if seat not in (None, late):
            raise Illegal(Refusal("not-due"))
        return [TimedOut(seat=late.slug, excused=excuse_of(now, late, at))]

    return _act(game=game, actor=actor, decide=decide)


def take_vacation(*, game: UUID, seat: Seat, until: datetime, actor: UUID | None = None) -> GameFold:
    """Stops the time of a seat until `until`, in a game that allows vacations. The seat may act all the same.

    Side effects: appends VacationTaken.

    Raises:
        Illegal: `no-vacation` in this game; `on-vacation` already; `vacation-too-long` for what is left of a year's
            days; `time-is-up`, `game-over`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _going_on(now)
        if now.clock is None or not now.clock.control.vacation:
            raise Illegal(Refusal("no-vacation"))
        if now.clock.resting(seat, at):
            raise Illegal(Refusal("on-vacation"))
        if until <= at or not within_allowance((*now.clock.rests[seat], Rest(at, until))):
            raise Illegal(Refusal("vacation-too-long", {"days": VACATION_DAYS}))
        _in_time(now, seat, at)
        return [VacationTaken(seat=seat.slug, until=microseconds(until))]

    return _act(game=game, actor=actor, decide=decide)


def end_vacation(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Lets the time of a seat run again. Side effects: appends VacationEnded.

    Raises:
        Illegal: `not-on-vacation`, `game-over`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        _going_on(now)
        if now.clock is None or not now.clock.resting(seat, at):
            raise Illegal(Refusal("not-on-vacation"))
        return [VacationEnded(seat=seat.slug)]

    return _act(game=game, actor=actor, decide=decide)


# -- what arbiters do; the caller checks who is one ------------------------------------------------


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


def pause_game(*, game: UUID, why: str = "arbiter", actor: UUID | None = None) -> GameFold:
    """Stops the clocks; set-ups, turns and draws are refused until the game is resumed (FIDE Laws, 6.11). Safe to call
    twice. A game can be paused for several reasons; it goes on when all are gone.

    Side effects: appends GamePaused.

    Args:
        why: `call` (a player called the arbiter), `arbiter`, `tournament` (all its games stand still) or `ban` (of
            one of the players, until that ends).

    Raises:
        ValueError: `why` is none of these.
        Illegal: `game-over`.
    """
    if why not in PAUSES:
        raise ValueError(f"a game is paused for one of {', '.join(PAUSES)}")

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        _going_on(now)
        return [] if why in now.paused else [GamePaused(why=why)]

    return _act(game=game, actor=actor, decide=decide)


def resume_game(*, game: UUID, why: str | None = None, actor: UUID | None = None) -> GameFold:
    """Lets a paused game go on, with the time that everybody had. Safe to call twice, and of a game that is over.

    Side effects: appends GameResumed.

    Args:
        why: the reason that is gone, as for `pause_game`; None for all of them.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        return [GameResumed(why=one) for one in now.paused if why in (None, one)]

    return _act(game=game, actor=actor, decide=decide)


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
        _going_on(now)
        if now.clock is None:
            raise Illegal(Refusal("no-clock"))
        if not 1 <= seconds <= MOST_GIVEN:
            raise Illegal(Refusal("time-amount", {"least": 1, "most": MOST_GIVEN}))
        _seated(now, seat)
        if now.state is None and seat in now.ready:
            raise Illegal(Refusal("set-up-made", {"seat": seat.slug}))
        if seat in now.clock.late(at):
            raise Illegal(Refusal("time-gone"))
        return [TimeGiven(seat=seat.slug, seconds=seconds)]

    return _act(game=game, actor=actor, decide=decide)


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
        _playing(now)
        if not now.paused:
            raise Illegal(Refusal("not-paused"))
        return [] if arbiter in now.looked else [ArbiterLooked(arbiter=str(arbiter))]

    after = _act(game=game, actor=actor, decide=decide)
    assert after.state is not None
    return tuple(after.state.view(Viewer.of(seat)) for seat in after.variant.seats)


def open_for_moderator(
    *,
    game: UUID,
    moderator: UUID,
    what: str,
    target: UUID | None = None,
    written: datetime | None = None,
    actor: UUID | None = None,
) -> GameFold:
    """Notes that a moderator opens what may tell ranks of a game, so that its players see it. Nothing of a game that is
    revealed; the same twice is as once, both sides once in each pause.

    Side effects: appends ModeratorLooked.

    Args:
        moderator: the player's id.
        what, target: as in ModeratorLooked.
        written: when the last of the words that are opened was written; what the moderator opened before that is
            opened once more.

    Raises:
        Illegal: for `sides`: `not-paused`, `not-started`, `game-over`.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        if what == SIDES:
            _playing(now)
            if not now.paused:
                raise Illegal(Refusal("not-paused"))
            known = moderator in now.looked
        else:
            same = [act.at for act in now.acts if (act.arbiter, act.why, act.target) == (moderator, what, target)]
            known = any(written is None or written <= at for at in same)
        if now.revealed or known:
            return []
        return [ModeratorLooked(str(moderator), what, None if target is None else str(target))]

    return _act(game=game, actor=actor, decide=decide)


def look_again(*, game: UUID, arbiter: UUID) -> tuple[View, ...] | None:
    """The views that `look` gave, for who has looked since the game was paused, as arbiter or as moderator; None for
    everybody else, and once the game goes on or is over."""
    now = open_game(game)
    if now.state is None or now.outcome is not None or arbiter not in now.looked:
        return None
    return tuple(now.state.view(Viewer.of(seat)) for seat in now.variant.seats)


def annul_result(*, game: UUID, penalty: UUID, why: str = "penalty", actor: UUID | None = None) -> GameFold:
    """Has the result of a game that is over count nowhere, because of a penalty; twice is as once.

    Side effects: appends ResultAnnulled.

    Args:
        why: as in `ResultAnnulled`.

    Raises:
        Illegal: `not-over`, while it is not over for everybody; `nothing-to-rule`, of a game that was called off, or
            was not played here.
    """
    return _ruled(game=game, event=ResultAnnulled(penalty, why), kind=Ruling.ANNULLED, actor=actor)


def forfeit_result(*, game: UUID, penalty: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Has the side of a seat have lost a game that is over, because of a penalty; twice is as once.

    Side effects: appends ResultForfeited.

    Raises:
        Illegal: as `annul_result`; `no-seat`.
    """
    return _ruled(game=game, event=ResultForfeited(penalty, seat.slug), kind=Ruling.FORFEITED, actor=actor)


def _ruled(*, game: UUID, event: ResultAnnulled | ResultForfeited, kind: Ruling, actor: UUID | None) -> GameFold:
    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        if now.public_status != "over" or now.outcome is None:
            raise Illegal(Refusal("not-over"))
        if now.created.source != "play" or now.outcome.kind.called_off:
            raise Illegal(Refusal("nothing-to-rule"))
        if isinstance(event, ResultForfeited):
            _seated(now, seat_of_slug(event.seat))
        stands = any(act.penalty == event.penalty and act.kind == kind for act in now.rulings)
        return [] if stands else [event]

    return _act(game=game, actor=actor, decide=decide)


def restore_result(*, game: UUID, penalty: UUID, actor: UUID | None = None) -> GameFold:
    """Undoes what a penalty did to a result; nothing if it did nothing, or that is undone.

    Side effects: appends ResultRestored.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        return [ResultRestored(penalty)] if any(act.penalty == penalty for act in now.rulings) else []

    return _act(game=game, actor=actor, decide=decide)


def reveal_game(*, game: UUID, actor: UUID | None = None) -> GameFold:
    """Opens everything of a finished game. Safe to call twice. Side effects: appends GameRevealed.

    Raises:
        Illegal: `not-over`, before the end; `nothing-to-reveal`, if play never began or the game was called off: its
            set-ups stay their makers' own.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        if now.public_status != "over":
            raise Illegal(Refusal("not-over"))
        if not now.to_be_revealed:
            raise Illegal(Refusal("nothing-to-reveal"))
        return [] if now.revealed else [GameRevealed()]

    return _act(game=game, actor=actor, decide=decide)


def publish_if_due(*, game: UUID) -> GameFold:
    """Makes the end of a game public once its spectators have come to it; leaves every other game as it is.

    Side effects: appends EndPublished, and GameRevealed if the game is revealed at its end; from now on it is over in
    the lists, and counts.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        return [] if now.publish_at is None or at < now.publish_at else [EndPublished()]

    return _act(game=game, actor=None, decide=decide)


def publish_end(*, game: UUID) -> GameFold:
    """Makes the end of a game public that its spectators have not come to: an act of its event, which everybody can
    read, has decided it. Leaves every other game as it is. Side effects: as `publish_if_due`."""
    return _act(game=game, actor=None, decide=lambda now, _at: [EndPublished()] if now.hidden_end else [])


def open_if_due(*, game: UUID) -> GameFold:
    """Opens a game whose time to be opened has come; leaves every other one as it is. Who looks at such a game calls
    this, and a sweep does.

    Side effects: appends GameRevealed, if the delay after its end is over.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        return [] if now.opens_at is None or at < now.opens_at else [GameRevealed()]

    return _act(game=game, actor=None, decide=decide)


def propose_reveal(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Wants a casual game that is over to be opened before its time, or agrees with who wanted it first. Once all seats
    do, it is opened; a bot agrees at once. Twice is as once. Nobody but its seats has a say in this.

    Side effects: appends RevealProposed, for bots at the table too, and GameRevealed with the last of them.

    Raises:
        Illegal: `not-over`; `nothing-to-reveal`, as for `reveal_game`; `reveal-tournament`, `reveal-rated` for games
            whose reveal is nobody's to change; `revealed`, once it is open; `reveal-missing`, if somebody who would
            have to agree has left; `reveal-enough` with `most`, if the seat has proposed it so often.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        _openable(now)
        _seated(now, seat)
        if seat in now.openers:
            return []
        if now.proposals.get(seat, 0) >= MOST_PROPOSALS:
            raise Illegal(Refusal("reveal-enough", {"most": MOST_PROPOSALS}))
        _all_there(now)
        wanted = [seat, *(one for one in seats_of_bots(now) if one not in now.openers)]
        agreed = len(wanted) + len(now.openers) == len(now.variant.seats)
        events: list[GameEvent] = [RevealProposed(seat=one.slug) for one in wanted]
        return [*events, GameRevealed()] if agreed else events

    return _act(game=game, actor=actor, decide=decide)


def withdraw_reveal(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Takes back that a seat wants the game opened before its time, while another has not agreed. Twice is as once.

    Side effects: appends RevealWithdrawn, with the last of the people for the bots too.

    Raises:
        Illegal: `not-over`, `nothing-to-reveal`, `reveal-tournament`, `reveal-rated`, `revealed`, as `propose_reveal`.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        _openable(now)
        if seat not in now.openers:
            return []
        others = [one for one in now.openers if one is not seat]
        alone = set(seats_of_bots(now)).issuperset(others)  # a bot wants what somebody else does
        return [RevealWithdrawn(seat=one.slug) for one in (seat, *(others if alone else ()))]

    return _act(game=game, actor=actor, decide=decide)


def give_back(game: UUID) -> GameFold:
    """Gives a game the time back that its clocks lost in outages; nothing if it has it. Every command does so first.

    Side effects: appends TimeGiven for each seat and outage.
    """
    return _act(game=game, actor=None, decide=lambda _now, _at: [])


def open_game(game: UUID) -> GameFold:
    """The game as its log has it now. Raises `NoGame`."""
    return _open(game)[1]


def seats_of_bots(now: GameFold) -> tuple[Seat, ...]:
    """The seats at which bots sit."""
    seats = now.created.seats
    return tuple(seat for seat in now.variant.seats if (id := seats.get(seat.slug)) and UUID(id) in BOT_IDS)


# -- what commands ask first ----------------------------------------------------------------------

Decide = Callable[[GameFold, datetime], list[GameEvent]]


def _going_on(now: GameFold) -> None:
    """Raises `Illegal` with `game-over` if the game has ended."""
    if now.outcome is not None:
        raise Illegal(Refusal("game-over", {"kind": now.outcome.kind.value}))


def _playing(now: GameFold) -> State:
    """The state of a game in play, or `Illegal`: `not-started` or `game-over`."""
    _going_on(now)
    if now.state is None:
        raise Illegal(Refusal("not-started"))
    return now.state


def _running(now: GameFold) -> None:
    """Raises `Illegal` with `game-paused` while nobody plays on."""
    if now.paused:
        raise Illegal(Refusal("game-paused", {"why": now.paused[0]}))


def _openable(now: GameFold) -> None:
    """Raises `Illegal` if it is not for the seats of a game to open it before its time."""
    if now.public_status != "over":
        raise Illegal(Refusal("not-over"))
    if not now.to_be_revealed:
        raise Illegal(Refusal("nothing-to-reveal"))
    if now.revealed:
        raise Illegal(Refusal("revealed"))
    if now.created.tournament is not None:
        raise Illegal(Refusal("reveal-tournament"))
    if now.created.rated:
        raise Illegal(Refusal("reveal-rated"))


def _all_there(now: GameFold) -> None:
    """Raises `Illegal` with `reveal-missing` if a seat is empty or its player has left the service."""
    sitting = [now.created.seats.get(seat.slug) for seat in now.variant.seats]
    players = {UUID(id) for id in sitting if id is not None}
    there = Player.objects.filter(Q(account__isnull=False) | Q(bot=True), id__in=players).count()
    if None in sitting or there < len(players):
        raise Illegal(Refusal("reveal-missing"))


def _seated(now: GameFold, *seats: Seat) -> None:
    """Raises `Illegal` with `no-seat` if the rule book has none of these."""
    for seat in seats:
        if seat not in now.variant.seats:
            raise Illegal(Refusal("no-seat", {"seat": seat.slug}))


def _as_seen(now: GameFold, expected: int | None) -> None:
    """Raises `Illegal` with `moved-on` if the player saw another version of the game. Time that was given back after an
    outage changes nothing of what was seen."""
    before, after = now.gifted
    if expected is not None and after == now.public_version and before <= expected <= after:
        return
    if expected is not None and expected != now.public_version:
        raise Illegal(Refusal("moved-on", {"expected": expected, "actual": now.public_version}))


def _in_time(now: GameFold, seat: Seat, at: datetime) -> None:
    """Raises `Illegal` with `time-is-up` if what arrived at `at` came after the deadline of `seat`."""
    if now.clock is not None and seat in now.clock.late(at):
        raise Illegal(Refusal("time-is-up"))


def _late(now: GameFold, at: datetime) -> tuple[Seat, ...]:
    """The seats whose time, and the grace after it, is over; `Illegal` with `not-due` if none is."""
    late = () if now.clock is None else now.clock.late(at, GRACE)
    if not late:
        raise Illegal(Refusal("not-due"))
    return late


# -- the way every command goes -------------------------------------------------------------------


def _end(*, game: UUID, event: GameEvent, actor: UUID | None, expected: int | None = None) -> GameFold:
    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        _playing(now)
        _as_seen(now, expected)
        return [event]

    return _act(game=game, actor=actor, decide=decide)


def _decided(*, game: UUID, event: Adjudicated | GameForfeited, actor: UUID | None) -> GameFold:
    """Ends a game by the word of an arbiter, however far it is."""

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        _going_on(now)
        if isinstance(event, GameForfeited):
            _seated(now, *map(seat_of_slug, event.seats))
        return [event]

    return _act(game=game, actor=actor, decide=decide)


def _open(game: UUID, seen: store.SeenHead | None = None) -> tuple[store.Opened, GameFold]:
    """The head of a game's log, and the game. What saves time, and turns out not to fit, is left aside: only a log that
    cannot be folded from its first event is damaged.
    """
    try:
        return _opened(game, ENGINE, recent.recall(game), seen)
    except store.Damaged:
        recent.forget(game)
        return _opened(game, "", None)


def _opened(
    game: UUID, engine: str, known_game: Recent[GameFold] | None, seen: store.SeenHead | None = None
) -> tuple[store.Opened, GameFold]:
    opened = store.open_stream(game, engine=engine, since=None if known_game is None else known_game.head, seen=seen)
    if not opened.version:
        raise NoGame(game)
    with folding(game):
        now = _folded(opened, known_game)
    if opened.events:
        recent.remember(game, opened.head, now)
    return opened, now


def _folded(opened: store.Opened, known_game: Recent[GameFold] | None) -> GameFold:
    if known_game is not None and opened.resumed:
        since: GameFold | None = known_game.now
    else:
        since = None if opened.snapshot is None else from_snapshot(opened.snapshot)
    history = [(one.event, one.time) for one in opened.events]
    return fold(history, since) if history or since is None else since


def _act(*, game: UUID, actor: UUID | None, decide: Decide, seen: store.SeenHead | None = None) -> GameFold:
    """Reads the game, decides, and appends what was decided with what follows; anew if others were faster."""
    attempt = 0
    while True:
        attempt += 1
        opened, now = _open(game, seen)
        seen = None  # it serves once
        arrived = opened.now - since_arrival()
        events: Sequence[GameEvent] = given_back(now, opened.now)
        first = bool(events)
        if first:  # before anything else, as the clock decides what may be done
            arrived = opened.now
        else:
            events = decide(now, arrived)
        if not events:
            return now
        time = max(arrived, as_time(opened.head.time))
        after = _after(now, events, time)
        if following := _following(after):
            events = [*events, *following]
            after = _after(now, events, time)
        try:
            openings = {game: opening_of(game, after, events, read=opened.events)} if _tells_course(now, after) else {}
            happened = happening(game, after, events, actor)
            with known({game: after}), opening(openings):
                appended = store.append(
                    stream=game,
                    expected=opened.version,
                    events=events,
                    actor=actor,
                    now=time,
                    opened=opened,
                    snapshot=_snapshot(now, after),
                    beside=written_with(happened),
                )
            recent.remember(game, appended.head, after)
            tell(happened)
            if not first:
                return after
            attempt = 0
        except store.Conflict:
            if attempt == TRIES or transaction.get_connection().needs_rollback:
                raise


def _tells_course(now: GameFold, after: GameFold) -> bool:
    """Whether projections want what was laid out and played: the game is over for everybody from now on, or opened."""
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
    if after.clock is not None and state.outcome is None and state.ply >= most_plies(after.variant, after.options):
        more, ends = [PliesExhausted()], after.created.spectators != "delayed"
    return [*more, GameRevealed()] if ends and after.created.reveal == "end" and not after.revealed else more


def _snapshot(now: GameFold, after: GameFold) -> store.StreamSnapshot | None:
    """A snapshot every few events and at the end: one at every move would cost more than folding the few since."""
    if after.state is None or (
        after.outcome is None and after.version // SNAPSHOT_EVERY == now.version // SNAPSHOT_EVERY
    ):
        return None
    return store.StreamSnapshot(ENGINE, snapshot_of(after))


def _after(now: GameFold, events: Iterable[GameEvent], time: datetime) -> GameFold:
    return fold(((event, time) for event in events), now)
