"""What players do with a game, and what time does to it.

The arguments that commands share (`game`, `seat`, `actor`, `expected`) and their errors (`Illegal`, `NoGame`) are told
in `games/domain/command_handler.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from eventlog import store
from eventlog.canonical import microseconds
from eventlog.sources import new_nonce
from games.domain.clocks import GRACE, VACATION_DAYS, Rest, within_allowance
from games.domain.command_handler import (
    as_seen,
    execute,
    going_on,
    in_time,
    overdue,
    playing,
    running,
    seated,
)
from games.domain.commitments import TREE
from games.domain.events import (
    AbsenceClaimed,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    GameAborted,
    GameCancelled,
    GameEvent,
    GameTimeEnded,
    Resigned,
    SetupMade,
    SetupsForfeited,
    TakebackAgreed,
    TakebackDeclined,
    TakebackOffered,
    TimedOut,
    TurnsTakenBack,
    VacationEnded,
    VacationTaken,
    submitted,
)
from games.domain.excuses import excuse_of
from games.domain.limits import ABORT_BEFORE, ABSENCE
from games.domain.shuffles import check_choice, complete
from games.domain.state import GameFold, order_in
from games.rules import Illegal, Refusal, Seat, check_setup, parse_turn

TURNS_BETWEEN_OFFERS = 2  # of the seat that offers a draw


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
        going_on(now)
        running(now)
        if seat in now.ready:
            raise Illegal(Refusal("set-up-made", {"seat": seat.slug}))
        seated(now, seat)
        in_time(now, seat, at)
        check_setup(now.variant, seat, placement, free=now.options.free_setup)
        if now.variant.deals:
            check_choice(now, seat, placement)
        return [SetupMade(seat=seat.slug, placement=placement, nonce=new_nonce(), seal=TREE)]

    return execute(game=game, actor=actor, decide=decide)


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
        seen: the head of the game's log, if the caller has just read it.

    Raises:
        Illegal: the rules refuse it; the refusal names the rule. `time-is-up` if it came after the deadline;
            `game-paused`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        state = playing(now)
        running(now)
        as_seen(now, expected)
        if state.to_move is not seat:
            raise Illegal(Refusal("not-your-turn", {"seat": seat.slug, "to_move": state.to_move.slug}))
        in_time(now, seat, at)
        parsed = parse_turn(now.variant, turn)
        if order_in(str(parsed)):
            raise Illegal(Refusal("notation", {"text": turn[:40]}))  # a player does not choose the order of a shuffle
        text = str(complete(now, parsed))
        return [submitted(text, choice=state.pending is not None, secret=now.variant.secret_turns)]

    return execute(game=game, actor=actor, decide=decide, seen=seen)


def offer_draw(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Offers a draw; if one is offered already, agrees to it. Side effects: appends DrawOffered or DrawAgreed.

    Args:
        expected: the public version that the player saw, as for all commands of players.

    Raises:
        Illegal: `draw-offered`; `draw-too-soon`, if the seat has not had two turns since it last offered one;
            `moved-on`, `time-is-up`, `game-paused`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        playing(now)
        running(now)
        as_seen(now, expected)
        if seat in now.draw:
            raise Illegal(Refusal("draw-offered", {"seat": seat.slug}))
        in_time(now, seat, at)
        if now.draw:
            return [DrawAgreed(seat=seat.slug)]
        turns = now.turns_since_offer(seat)
        if turns is not None and turns < TURNS_BETWEEN_OFFERS:
            raise Illegal(Refusal("draw-too-soon", {"turns": TURNS_BETWEEN_OFFERS - turns}))
        return [DrawOffered(seat=seat.slug)]

    return execute(game=game, actor=actor, decide=decide)


def agree_draw(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Agrees to the draw on offer; the game is drawn once every seat has (RULES section 7).

    Side effects: appends DrawAgreed. Raises `Illegal` with `no-draw-offer` if none is on offer, or `game-paused`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        playing(now)
        running(now)
        as_seen(now, expected)
        if not now.draw or seat in now.draw:
            raise Illegal(Refusal("no-draw-offer", {"seat": seat.slug}))
        in_time(now, seat, at)
        return [DrawAgreed(seat=seat.slug)]

    return execute(game=game, actor=actor, decide=decide)


def decline_draw(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Declines the draw on offer, or withdraws the own offer. Side effects: appends DrawDeclined."""

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        playing(now)
        as_seen(now, expected)
        if not now.draw:
            raise Illegal(Refusal("no-draw-offer", {"seat": seat.slug}))
        return [DrawDeclined(seat=seat.slug)]

    return execute(game=game, actor=actor, decide=decide)


def offer_takeback(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Offers to take back the last turn of the seat, and what followed; every other seat has to agree. The offer is
    open until the next turn. Whether it may be made is public: it depends on nothing hidden.

    Side effects: appends TakebackOffered.

    Raises:
        Illegal: `no-takebacks` in this game; `nothing-to-take-back`; `takeback-too-far`, if since then something hidden
            was shown, or turns were taken back that far already; `takeback-offered`, if some seat has;
            `takeback-declined`, if it was since the last turn; `moved-on`, `time-is-up`, `game-paused`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        playing(now)
        running(now)
        as_seen(now, expected)
        if not now.can_go_back:
            raise Illegal(Refusal("no-takebacks"))
        plies = now.plies_since(seat)
        if plies is None:
            raise Illegal(Refusal("nothing-to-take-back", {"seat": seat.slug}))
        if plies > len(now.earlier):
            raise Illegal(Refusal("takeback-too-far", {"plies": plies}))
        if now.takeback:
            raise Illegal(Refusal("takeback-offered", {"seat": now.takeback[0].slug}))
        if seat in now.declined:
            raise Illegal(Refusal("takeback-declined", {"seat": seat.slug}))
        in_time(now, seat, at)
        return [TakebackOffered(seat=seat.slug)]

    return execute(game=game, actor=actor, decide=decide)


def agree_takeback(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Agrees that turns are taken back; once every seat has, they are.

    Side effects: appends TakebackAgreed, and TurnsTakenBack with the last one. Raises `Illegal` with
    `no-takeback-offer`, or as `offer_takeback`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        playing(now)
        running(now)
        as_seen(now, expected)
        if not now.takeback or seat in now.takeback:
            raise Illegal(Refusal("no-takeback-offer", {"seat": seat.slug}))
        in_time(now, seat, at)
        agreed = TakebackAgreed(seat=seat.slug)
        plies = now.plies_since(now.takeback[0])
        if plies is None or len(now.takeback) + 1 < len(now.variant.seats):
            return [agreed]
        return [agreed, TurnsTakenBack(plies)]

    return execute(game=game, actor=actor, decide=decide)


def decline_takeback(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Declines to take turns back, or withdraws the own offer. Side effects: appends TakebackDeclined."""

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        playing(now)
        as_seen(now, expected)
        if not now.takeback:
            raise Illegal(Refusal("no-takeback-offer", {"seat": seat.slug}))
        return [TakebackDeclined(seat=seat.slug)]

    return execute(game=game, actor=actor, decide=decide)


def resign(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Gives up for `seat`; its side loses. Side effects: appends Resigned, and the reveal if it is due."""
    return _end(game=game, event=Resigned(seat=seat.slug), expected=expected, actor=actor)


def _end(*, game: UUID, event: GameEvent, actor: UUID | None, expected: int | None = None) -> GameFold:
    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        playing(now)
        as_seen(now, expected)
        return [event]

    return execute(game=game, actor=actor, decide=decide)


def abort_game(*, game: UUID, seat: Seat, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Calls the game off for `seat`, while set-ups are missing or before the second ply. It counts nowhere and is
    never revealed.

    Side effects: appends GameAborted.

    Raises:
        Illegal: `too-late-to-abort`, `time-is-up`, `moved-on`, `game-over`; `tournament-game`, where nobody but the
            arbiter calls a game off.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        going_on(now)
        if now.created.tournament is not None:
            raise Illegal(Refusal("tournament-game"))
        if now.state is not None and now.state.ply >= ABORT_BEFORE:
            raise Illegal(Refusal("too-late-to-abort", {"plies": now.state.ply}))
        as_seen(now, expected)
        in_time(now, seat, at)
        return [GameAborted(seat=seat.slug)]

    return execute(game=game, actor=actor, decide=decide)


def cancel_game(*, game: UUID, begun: bool = False, actor: UUID | None = None) -> GameFold:
    """Calls off a game in which set-ups are missing, whatever its players say. It counts nowhere.

    Side effects: appends GameCancelled.

    Args:
        begun: a game that is being played as well: its round is taken back.

    Raises:
        Illegal: `too-late-to-abort` once play has begun, `game-over`.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        going_on(now)
        if now.state is not None and not begun:
            raise Illegal(Refusal("too-late-to-abort", {"plies": now.state.ply}))
        return [GameCancelled()]

    return execute(game=game, actor=actor, decide=decide)


def forfeit_setups(*, game: UUID, actor: UUID | None = None) -> GameFold:
    """Ends a game whose time to set up is over, and the grace after it. A casual game is cancelled. A rated one, or one
    of a tournament, is lost for a side with a seat that has not set up, or for both.

    Side effects: appends GameCancelled or SetupsForfeited.

    Raises:
        Illegal: `not-due`, `game-over`; `already-started` if play has begun.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        going_on(now)
        if now.state is not None:
            raise Illegal(Refusal("already-started"))
        late = overdue(now, at)
        lost = now.created.rated or now.created.tournament is not None
        if not lost:
            return [GameCancelled()]
        excused = {seat.slug: why for seat in late if (why := excuse_of(now, seat, at)) is not None}
        return [SetupsForfeited(tuple(seat.slug for seat in late), excused or None)]

    return execute(game=game, actor=actor, decide=decide)


def time_out(*, game: UUID, seat: Seat | None = None, actor: UUID | None = None) -> GameFold:
    """Ends the game because a seat, or the whole game, ran out of time.

    Side effects: appends TimedOut or GameTimeEnded, and the reveal if it is due.

    Args:
        seat: whose time it was, in a game without a time control: there the caller has to know. Where there is one
            the clock says whose it is.

    Raises:
        Illegal: `not-due`, unless the deadline and the grace of a second after it are over; `not-started`,
            `game-over`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        playing(now)
        if now.clock is None and seat is not None:
            return [TimedOut(seat=seat.slug)]
        if seat is None and now.clock is not None and now.clock.is_over(at, GRACE):
            return [GameTimeEnded()]
        (late,) = overdue(now, at)
        if seat not in (None, late):
            raise Illegal(Refusal("not-due"))
        return [TimedOut(seat=late.slug, excused=excuse_of(now, late, at))]

    return execute(game=game, actor=actor, decide=decide)


def claim_absence(
    *,
    game: UUID,
    seat: Seat,
    away: Mapping[Seat, float],
    draw: bool = False,
    expected: int | None = None,
    actor: UUID | None = None,
) -> GameFold:
    """Ends a live game because the seat to move, an opponent, has been away from the board for `ABSENCE` seconds of its
    turn: won by the claimer's side, or drawn.

    Side effects: appends AbsenceClaimed, and the reveal if it is due.

    Args:
        away: for each seat that is away, the seconds since it left. The caller judges presence, by the service's own
            record of it; what the time of the turn allows is judged here.
        draw: claim a draw rather than the win.

    Raises:
        Illegal: `not-live`, `tournament-game` (the arbiter decides there), `not-away`, if it is not the turn of an
            opponent who is away; `away-too-short`, with the `seconds` that are left; `not-started`, `game-over`,
            `game-paused`, `moved-on`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        as_seen(now, expected)
        late, seconds = absent(now, seat, away, at)
        return [AbsenceClaimed(seat=late.slug, by=seat.slug, seconds=seconds, draw=draw)]

    return execute(game=game, actor=actor, decide=decide)


def absent(now: GameFold, seat: Seat, away: Mapping[Seat, float], at: datetime) -> tuple[Seat, int]:
    """The seat whose absence another one may claim now, and for how many seconds of its turn it has been away.

    Args:
        now: the game.
        seat: who would claim.
        away: as for `claim_absence`, which says what is raised too.
        at: the time.
    """
    late = playing(now).to_move
    running(now)
    if now.clock is None or not now.clock.control.live:
        raise Illegal(Refusal("not-live"))
    if now.created.tournament is not None:
        raise Illegal(Refusal("tournament-game"))
    if late.side == seat.side or late not in away:
        raise Illegal(Refusal("not-away"))
    seconds = int(min(away[late], (at - now.clock.since).total_seconds()))
    if seconds < ABSENCE:
        raise Illegal(Refusal("away-too-short", {"seconds": ABSENCE - seconds}))
    return late, seconds


def take_vacation(*, game: UUID, seat: Seat, until: datetime, actor: UUID | None = None) -> GameFold:
    """Stops the time of a seat until `until`, in a game that allows vacations. The seat may act all the same.

    Side effects: appends VacationTaken.

    Raises:
        Illegal: `no-vacation` in this game; `on-vacation` already; `vacation-too-long` for what is left of a year's
            days; `time-is-up`, `game-over`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        going_on(now)
        if now.clock is None or not now.clock.control.vacation:
            raise Illegal(Refusal("no-vacation"))
        if now.clock.resting(seat, at):
            raise Illegal(Refusal("on-vacation"))
        if until <= at or not within_allowance((*now.clock.rests[seat], Rest(at, until))):
            raise Illegal(Refusal("vacation-too-long", {"days": VACATION_DAYS}))
        in_time(now, seat, at)
        return [VacationTaken(seat=seat.slug, until=microseconds(until))]

    return execute(game=game, actor=actor, decide=decide)


def end_vacation(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Lets the time of a seat run again. Side effects: appends VacationEnded.

    Raises:
        Illegal: `not-on-vacation`, `game-over`.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        going_on(now)
        if now.clock is None or not now.clock.resting(seat, at):
            raise Illegal(Refusal("not-on-vacation"))
        return [VacationEnded(seat=seat.slug)]

    return execute(game=game, actor=actor, decide=decide)


def give_back(game: UUID) -> GameFold:
    """Gives a game the time back that its clocks lost in outages; nothing if it has it. Every command does so first.

    Side effects: appends TimeGiven for each seat and outage.
    """
    return execute(game=game, actor=None, decide=lambda _now, _at: [])
