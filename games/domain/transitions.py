"""From the events of a game to its `GameFold`, and from one fold to the next: the events over the rules. Pure: no
database, no clock, no chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from eventlog.canonical import at as as_time
from eventlog.histories import History, Stretch
from eventlog.registry import Run, Stored
from games.domain.clocks import Clock
from games.domain.events import (
    AbsenceClaimed,
    Adjudicated,
    ArbiterLooked,
    CardsDealt,
    ChoiceMade,
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
    GameTimeEnded,
    ModeratorLooked,
    PliesExhausted,
    Resigned,
    ResultAnnulled,
    ResultForfeited,
    ResultRecorded,
    ResultRestored,
    RevealProposed,
    RevealWithdrawn,
    SetupMade,
    SetupsForfeited,
    TakebackAgreed,
    TakebackDeclined,
    TakebackOffered,
    TimedOut,
    TimeGiven,
    TurnPlayed,
    TurnsTakenBack,
    VacationEnded,
    VacationTaken,
    check_covered,
)
from games.domain.state import SIDES, ArbiterAct, GameFold, Takeback, order_in
from games.rules import (
    End,
    Illegal,
    IllegalAt,
    Outcome,
    Refusal,
    Shown,
    State,
    Variant,
    advance_keeping,
    apply,
    conclude,
    parse_turn,
    resign,
    seat_of_slug,
    start,
    time_out,
)


class IllegalEvent(IllegalAt):
    """A turn or choice in the log that the rules refuse; `version` says which event it is."""

    def __init__(self, version: int, ply: int, refusal: Refusal) -> None:
        super().__init__(ply, refusal)
        self.version = version


def fold(history: Iterable[tuple[GameEvent, datetime]], since: GameFold | None = None) -> GameFold:
    """The game after all events of `history`, each with the time it was appended, beginning with those in `since`.

    Raises:
        IllegalEvent: a turn or choice breaks a rule: the log was altered, or the rules were.
        Illegal: another event does.
        ValueError: there are no events, or they cannot follow one another: the first does not create a game, a choice
            is written as a turn.
    """
    folding = _Folding(since)
    for event, time in history:
        folding.take(event, time)
    return folding.done()


def fold_runs(history: Iterable[Stored | Run], since: GameFold | None = None) -> GameFold:
    """The same as `fold`, from what `load_runs` reads: the turns in runs. Raises as `fold`."""
    folding = _Folding(since)
    for item in history:
        if isinstance(item, Run):
            folding.take_run(item)
        else:
            folding.take(item.event, item.time)
    return folding.done()


def fold_gathered(history: History) -> GameFold:
    """The same as `fold`, from all events of a game as a rebuild reads them. Raises as `fold`."""
    folding = _Folding(None)
    for part in history.parts:
        if isinstance(part, Stored):
            folding.take(part.event, part.time)
        elif part.kind is TurnPlayed:
            folding.take_stretch(part)
        else:
            for stored in part:
                folding.take(stored.event, stored.time)
    return folding.done()


def step(since: GameFold, event: GameEvent, time: datetime) -> GameFold:
    """The game after one more event, which happened at `time`. Raises as `fold`, and leaves `since` as it was."""
    return fold(((event, time),), since)


class _Folding:
    """A fold at work.

    Turns are gathered and played together: the rules replay a whole game much faster than its turns one by one.
    """

    def __init__(self, since: GameFold | None) -> None:
        self.now = since
        self.turns: list[str] = []
        self.times: list[datetime] = []  # of the turns that are gathered, in a game with a clock
        self.version = since.version if since else 0
        self.first_version = 0  # of the turns that are gathered
        self.hidden = since.version - since.public_version if since else 0
        self.first_at: int | None = None
        self.last_at: int | None = None
        self.last_time: datetime | None = None

    def take(self, event: GameEvent, time: datetime) -> None:
        self.version += 1
        if type(event) is TurnPlayed:
            if self.now is None or self.now.state is None:
                raise ValueError("a turn is played before the game began")
            if self.now.paused:
                raise ValueError("a turn is played while the game is paused")
            if self.now.draw:
                self._withdraw()
            if not self.turns:
                self.first_version = self.version
            self.turns.append(event.turn)
            if self.now.clock is not None:
                self.times.append(time)
            self._played(event.at, time)
            return
        self._play()
        if type(event) is ChoiceMade:
            self._choose(event, time)
        else:
            self.now = _TAKE[type(event)](self.now, event, time)
            if type(event) is ModeratorLooked or (type(event) is TimeGiven and event.outage is not None):
                public, (first, last) = self.version - self.hidden, self.now.gifted
                self.now = replace(self.now, gifted=(first if last == public - 1 else public - 1, public))
            if type(event) is TurnsTakenBack:
                self._note_takeback(event)
            if self.now.state is not None and not self.now.turn_version:
                self.now = replace(self.now, turn_version=self.version - self.hidden)

    def take_run(self, run: Run) -> None:
        """Turns of which only the first and last are known whole: nothing but the clock depends on when the others
        were played.
        """
        if self.now is not None and self.now.clock is not None:
            self._play()
            self.now = replace(self.now, clock=None)
        self.take(run.first.event, run.first.time)
        place = 1
        while place < len(run.values) - 1 and self.now is not None and self.now.draw:
            self.take(TurnPlayed(run.values[place]), run.first.time)
            place += 1
        self.turns += run.values[place:-1]
        self.version += len(run.values[place:-1])
        if len(run.values) > 1:
            self.take(run.last.event, run.last.time)

    def take_stretch(self, stretch: Stretch) -> None:
        """Turns one after another: where none of them ends an offer, all at once."""
        place = 0
        while place < len(stretch) and (self.now is None or self.now.state is None or self.now.paused or self.now.draw):
            self.take(stretch[place].event, stretch[place].time)
            place += 1
        values, times = stretch.values[place:], stretch.rest.times[place:]
        if not values:
            return
        assert self.now is not None
        if not self.turns:
            self.first_version = self.version + 1
        self.turns += [value["turn"] for value in values]
        if self.now.clock is not None:
            self.times += times
        self.version += len(values)
        said = [at for value in values if (at := value.get("at")) is not None]
        for at in (said[:1] + said[-1:]) or [None]:
            self._played(at, times[-1])

    def done(self) -> GameFold:
        self._play()
        if self.now is None:
            raise ValueError("a game has no events")
        if self.now.version == self.version:  # as after a turn, which is what most folds end with
            return self.now
        return replace(self.now, version=self.version, public_version=self.version - self.hidden)

    def _played(self, at: int | None, time: datetime) -> None:
        self.last_time = time
        if at is not None:
            self.last_at = at
            if self.first_at is None:
                self.first_at = at

    def _note_takeback(self, event: TurnsTakenBack) -> None:
        """The turn that has begun anew, and from which version on."""
        assert self.now is not None
        public = self.version - self.hidden
        back = Takeback(public, state_of(self.now).ply, event.plies)
        self.now = replace(self.now, takebacks=(*self.now.takebacks, back), turn_version=public)

    def _withdraw(self) -> None:
        """An offer is off when a seat that has not agreed to it plays on."""
        self._play()
        assert self.now is not None
        assert self.now.state is not None
        if self.now.state.to_move not in self.now.draw:
            self.now = replace(self.now, draw=())

    def _choose(self, event: ChoiceMade, time: datetime) -> None:
        if self.now is None or self.now.state is None or self.now.state.pending is None:
            raise ValueError("a choice is made where none is open")
        if self.now.paused:
            raise ValueError("a choice is made while the game is paused")
        if self.now.draw:
            self._withdraw()
        before = self.now.state
        try:
            state, _facts = apply(before, parse_turn(self.now.variant, event.choice))
        except Illegal as error:
            raise IllegalEvent(self.version, before.ply, error.refusal) from None
        self._played(event.at, time)
        shown = state.shown()
        self.now = replace(self.now, shown=self.now.shown[:-1], earlier=())
        self._go_on(state, self.version, [time], () if shown is None else (shown,), ())

    def _play(self) -> None:
        """Plays the turns that were gathered. Each of them begins a ply: what the rules take for a choice among them
        was written as the wrong event.
        """
        if not self.turns:
            return
        assert self.now is not None
        before = self.now.state
        assert before is not None
        seats, back = len(self.now.variant.seats), self.now.can_go_back
        try:
            state, shown, earlier = advance_keeping(before, self.turns, 2 * seats if back else seats, back=back)
        except IllegalAt as error:
            version = self.first_version + error.ply - before.ply - 1
            raise IllegalEvent(version, error.ply, error.refusal) from None
        if before.pending or state.ply - before.ply != len(self.turns):
            raise ValueError("a choice is written as a turn")
        if self.now.variant.deals:
            self._count_shuffles(before.ply)
        last, times = self.first_version + len(self.turns) - 1, self.times[:]
        if len(earlier) == len(self.turns):  # none of them showed anything
            earlier = (*self.now.earlier, *earlier)
        self.turns.clear()
        self.times.clear()
        self._go_on(state, last, times, shown, earlier)

    def _go_on(
        self,
        state: State,
        version: int,
        times: list[datetime],
        shown: tuple[Shown, ...],
        earlier: tuple[State, ...],
    ) -> None:
        """The state after turns, or after a choice.

        Args:
            version: of the last of them.
            times: of each, in a game with a clock. While a choice is open the last turn is not over.
            shown: these plies as they were shown.
            earlier: the states to which the game can be taken back.
        """
        assert self.now is not None
        before = self.now.state
        assert before is not None
        public, began, clock = version - self.hidden, self.now.turn_version, self.now.clock
        if not state.pending:
            began = public
        elif state.ply - before.ply > 1:
            began = public - 1
        if clock is not None:
            clock, _late = clock.played(times[:-1] if state.pending else times)
            if state.outcome is not None:
                clock = clock.stopped(times[-1])
        seats = len(self.now.variant.seats)
        now = replace(
            self.now,
            state=state,
            shown=(*self.now.shown, *shown)[-2 * seats if self.now.can_go_back else -seats :],
            earlier=() if state.outcome is not None else earlier[-seats:],
            takeback=(),
            declined=(),
            turn_version=began,
            clock=clock,
            version=version,
            public_version=public,
        )
        self.now = _timed(now, self.first_at, self.last_at, self.last_time)

    def _count_shuffles(self, ply: int) -> None:
        assert self.now is not None
        seats = self.now.variant.seats
        counts = list(self.now.shuffles)
        for place, turn in enumerate(self.turns, ply):
            counts[place % len(seats)] += order_in(turn) != ""
        self.now = replace(self.now, shuffles=tuple(counts))


def _timed(now: GameFold, first_at: int | None, last_at: int | None, time: datetime | None) -> GameFold:
    """Sets the times that turns decide: an imported game's come from its record, another's end from the log."""
    if now.created.source == "import":
        started = now.started_at if first_at is None or now.started_at is not None else as_time(first_at)
        return replace(now, started_at=started, ended_at=now.ended_at if last_at is None else as_time(last_at))
    return replace(now, ended_at=time) if now.outcome is not None else now


# -- one function an event ------------------------------------------------------------------------


def _create(now: GameFold | None, event: GameCreated, time: datetime) -> GameFold:
    if now is not None:
        raise ValueError("a game is created twice")
    flags = {
        event.source == "whatif",
        *(item is not None for item in (event.origin, event.origin_ply, event.origin_hash)),
    }
    if len(flags) > 1 or (event.origin is not None and event.rated):
        raise ValueError("a game is played on from nowhere, or rated though it is played on from somewhere")
    if event.relayed and event.rated:
        raise ValueError("a game of a real board is not rated here")
    now = GameFold(created=event, created_at=time, version=0, public_version=0)
    if event.ladders is not None and not (event.rated and _are_ladders(event.ladders, now.variant)):
        raise ValueError("a game without bots, or one that is not rated, counts in lists of bots")
    control = now.time
    return now if control is None else replace(now, clock=Clock.for_setups(control, now.variant.seats, time))


def _are_ladders(ladders: Mapping[str, str], rules: Variant) -> bool:
    """Whether this says of every seat what a game with a bot counts for."""
    texts = set(ladders.values())
    return ladders.keys() == {seat.slug for seat in rules.seats} and "bots" in texts <= {"people", "bots", "none"}


def _deal(now: GameFold, event: CardsDealt, time: datetime) -> GameFold:
    if not now.variant.deals or now.decks or now.setups or now.state is not None:
        raise ValueError("cards are dealt where none are due")
    decks = {seat_of_slug(slug): order for slug, order in event.orders.items()}
    return replace(now, decks=decks, seed=event.seed, shuffles=(0,) * len(now.variant.seats))


def _set_up(now: GameFold, event: SetupMade, time: datetime) -> GameFold:
    if now.paused:
        raise ValueError("a set-up is made while the game is paused")
    if now.state is not None:
        raise ValueError("a set-up is made after play began")
    seat = seat_of_slug(event.seat)
    setups, rules = {**now.setups, seat: event}, now.variant
    clock = now.clock and now.clock.ready(seat)
    if len(setups) < len(rules.seats):
        return replace(now, setups=setups, clock=clock)
    placements = {seat: made.placement for seat, made in setups.items()}
    state = start(rules, placements, now.options, now.decks or None)
    started = None if now.created.source == "import" else time
    clock = clock and clock.begin(state.to_move, time)
    if state.outcome is not None:
        clock = clock and clock.stopped(time)
    ended = None if state.outcome is None else started
    return replace(now, setups={}, decks={}, state=state, clock=clock, started_at=started, ended_at=ended)


def _offer(now: GameFold, event: DrawOffered, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    return replace(now, draw=(seat,), offers={**now.offers, seat: state_of(now).ply})


def _decline(now: GameFold, event: DrawDeclined, time: datetime) -> GameFold:
    return replace(now, draw=())


def _agree(now: GameFold, event: DrawAgreed, time: datetime) -> GameFold:
    draw = (*now.draw, seat_of_slug(event.seat))
    if len(draw) < len(now.variant.seats):
        return replace(now, draw=draw)
    return _end(now, Outcome(End.AGREED_DRAW), time)


def _offer_takeback(now: GameFold, event: TakebackOffered, time: datetime) -> GameFold:
    return replace(now, takeback=(seat_of_slug(event.seat),))


def _decline_takeback(now: GameFold, event: TakebackDeclined, time: datetime) -> GameFold:
    return replace(now, takeback=(), declined=(*now.declined, *now.takeback[:1]))


def _agree_takeback(now: GameFold, event: TakebackAgreed, time: datetime) -> GameFold:
    return replace(now, takeback=(*now.takeback, seat_of_slug(event.seat)))


def _take_back(now: GameFold, event: TurnsTakenBack, time: datetime) -> GameFold:
    all_agree = len(now.takeback) == len(now.variant.seats)
    if now.paused or not all_agree or now.plies_since(now.takeback[0]) != event.plies or len(now.earlier) < event.plies:
        raise ValueError("turns are taken back that cannot be, or without the consent of a seat")
    state = now.earlier[-event.plies]
    return replace(
        now,
        state=state,
        earlier=now.earlier[: -event.plies],
        shown=now.shown[: -event.plies],
        draw=(),
        takeback=(),
        declined=(),
        acts=tuple(replace(act, ply=min(act.ply, state.ply)) for act in now.acts),
        clock=now.clock and now.clock.taken_back(state.to_move, time),
    )


def _resign(now: GameFold, event: Resigned, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    return replace(_over(now, resign(state_of(now), seat), time), left={seat: "given_up"})


def _time_out(now: GameFold, event: TimedOut, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    excused = {} if event.excused is None else {seat: event.excused}
    return replace(_over(now, time_out(state_of(now), seat), time), left={seat: "timed_out"}, excused=excused)


def _claim_absence(now: GameFold, event: AbsenceClaimed, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    if seat is not state_of(now).to_move or seat.side == seat_of_slug(event.by).side:
        raise ValueError("an absence is claimed of who is not to move, or is on the same side")
    outcome = Outcome(End.ABSENCE, None if event.draw else 1 - seat.side)
    return replace(_end(now, outcome, time), left={seat: "timed_out"})


def _adjudicate(now: GameFold, event: Adjudicated, time: datetime) -> GameFold:
    return _end_early(now, Outcome(End.BOTH_LOSE if event.both_lose else End.ADJUDICATION, event.winner), time)


def _exhaust(now: GameFold, event: PliesExhausted, time: datetime) -> GameFold:
    return _end(now, Outcome(End.PLY_LIMIT), time)


def _abort(now: GameFold, event: GameAborted, time: datetime) -> GameFold:
    return replace(_end_early(now, Outcome(End.ABORTED), time), left={seat_of_slug(event.seat): "called_off"})


def _cancel(now: GameFold, event: GameCancelled, time: datetime) -> GameFold:
    return _end_early(now, Outcome(End.CANCELLED), time)


def _forfeit_setups(now: GameFold, event: SetupsForfeited, time: datetime) -> GameFold:
    left = dict.fromkeys(map(seat_of_slug, event.seats), "not_set_up")
    excused = {seat_of_slug(slug): why for slug, why in (event.excused or {}).items()}
    return replace(_forfeit(now, event, time), left=left, excused=excused)


def _forfeit(now: GameFold, event: SetupsForfeited | GameForfeited, time: datetime) -> GameFold:
    sides = {seat_of_slug(slug).side for slug in event.seats}
    if len(sides) == 1:
        return _end_early(now, Outcome(End.FORFEIT, 1 - sides.pop()), time)
    return _end_early(now, Outcome(End.BOTH_MISSING if now.state is None else End.BOTH_LOSE), time)


def _pause(now: GameFold, event: GamePaused, time: datetime) -> GameFold:
    act = ArbiterAct("paused", now.state.ply if now.state else 0, time, event.why)
    return replace(
        now,
        paused=(*now.paused, event.why),
        acts=(*now.acts, act),
        clock=now.clock and now.clock.halt(time),
    )


def _resume(now: GameFold, event: GameResumed, time: datetime) -> GameFold:
    paused = tuple(why for why in now.paused if why != event.why)
    if paused:
        return replace(now, paused=paused)
    act = ArbiterAct("resumed", now.state.ply if now.state else 0, time)
    return replace(now, paused=(), acts=(*now.acts, act), clock=now.clock and now.clock.go_on(time))


def _give_time(now: GameFold, event: TimeGiven, time: datetime) -> GameFold:
    seat, ply = seat_of_slug(event.seat), now.state.ply if now.state else 0
    kind = "time-given" if event.outage is None else "outage"
    act = ArbiterAct(kind, ply, time, seat=seat, seconds=event.seconds)
    clock = now.clock and now.clock.given(seat, timedelta(seconds=event.seconds))
    now = replace(now, acts=(*now.acts, act), clock=clock)
    return now if event.outage is None else replace(now, outage=event.outage)


def _look(now: GameFold, event: ArbiterLooked, time: datetime) -> GameFold:
    if not now.paused:
        raise ValueError("an arbiter looks at a game that is not paused")
    return replace(now, acts=(*now.acts, ArbiterAct("looked", state_of(now).ply, time, arbiter=UUID(event.arbiter))))


def _open_for_moderator(now: GameFold, event: ModeratorLooked, time: datetime) -> GameFold:
    if now.revealed or (event.what == SIDES and not now.paused):
        raise ValueError("a moderator opens what is open, or both sides of a game that is not paused")
    ply, target = now.state.ply if now.state else 0, None if event.target is None else UUID(event.target)
    act = ArbiterAct("opened", ply, time, event.what, arbiter=UUID(event.moderator), target=target)
    return replace(now, acts=(*now.acts, act))


def _end_early(now: GameFold, outcome: Outcome, time: datetime) -> GameFold:
    if now.state is not None:
        return _end(now, outcome, time)
    if now.unplayed is not None:
        raise ValueError("a game ends twice")
    return replace(now, unplayed=outcome, paused=(), clock=now.clock and now.clock.stopped(time), ended_at=time)


def _take_vacation(now: GameFold, event: VacationTaken, time: datetime) -> GameFold:
    if now.clock is None:  # the times of the turns were not read
        return now
    return replace(now, clock=now.clock.rest(seat_of_slug(event.seat), time, as_time(event.until)))


def _end_vacation(now: GameFold, event: VacationEnded, time: datetime) -> GameFold:
    return replace(now, clock=now.clock and now.clock.resume(seat_of_slug(event.seat), time))


def _record_result(now: GameFold, event: ResultRecorded, time: datetime) -> GameFold:
    return _end(now, Outcome(End(event.kind), event.winner), time)


def _publish(now: GameFold, event: EndPublished, time: datetime) -> GameFold:
    if not now.hidden_end:
        raise ValueError("an end is published that is public, or has not come")
    return replace(now, published=True)


def _propose_reveal(now: GameFold, event: RevealProposed, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    if not now.openable or seat in now.openers:
        raise ValueError("a game is proposed to be opened that cannot be, or twice by one seat")
    return replace(
        now,
        openers=(*now.openers, seat),
        proposals={**now.proposals, seat: now.proposals.get(seat, 0) + 1},
    )


def _withdraw_reveal(now: GameFold, event: RevealWithdrawn, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    return replace(now, openers=tuple(opener for opener in now.openers if opener is not seat))


def _reveal(now: GameFold, event: GameRevealed, time: datetime) -> GameFold:
    return replace(now, revealed=True, openers=())


def _annul(now: GameFold, event: ResultAnnulled, time: datetime) -> GameFold:
    return _rule(now, ArbiterAct("annulled", _plies(now), time, event.why, penalty=event.penalty))


def _forfeit_result(now: GameFold, event: ResultForfeited, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    return _rule(now, ArbiterAct("forfeited", _plies(now), time, seat=seat, penalty=event.penalty))


def _end_of_time(now: GameFold, event: GameTimeEnded, time: datetime) -> GameFold:
    return _end(now, Outcome(End.GAME_CLOCK), time)


def _rule(now: GameFold, act: ArbiterAct) -> GameFold:
    if now.public_status != "over" or now.outcome is None or now.outcome.kind.called_off:
        raise ValueError("a result is ruled upon that there is not")
    return replace(now, acts=(*now.acts, act))


def _restore(now: GameFold, event: ResultRestored, time: datetime) -> GameFold:
    if all(act.penalty != event.penalty for act in now.rulings):
        raise ValueError("a result is restored that was not changed")
    return replace(now, acts=(*now.acts, ArbiterAct("restored", _plies(now), time, penalty=event.penalty)))


def _plies(now: GameFold) -> int:
    return 0 if now.state is None else now.state.ply


def state_of(now: GameFold) -> State:
    """The state of a game in play. Raises `ValueError` before that."""
    if now.state is None:
        raise ValueError("the game has not begun")
    return now.state


def _end(now: GameFold, outcome: Outcome, time: datetime) -> GameFold:
    return _over(now, conclude(state_of(now), outcome), time)


def _over(now: GameFold, state: State, time: datetime) -> GameFold:
    ended = now.ended_at if now.created.source == "import" else time
    clock = now.clock and now.clock.stopped(time)
    return replace(
        now, state=state, draw=(), takeback=(), declined=(), earlier=(), paused=(), ended_at=ended, clock=clock
    )


_TAKE: dict[type[Any], Callable[[Any, Any, datetime], GameFold]] = {
    GameCreated: _create,
    CardsDealt: _deal,
    SetupMade: _set_up,
    DrawOffered: _offer,
    DrawDeclined: _decline,
    DrawAgreed: _agree,
    TakebackOffered: _offer_takeback,
    TakebackDeclined: _decline_takeback,
    TakebackAgreed: _agree_takeback,
    TurnsTakenBack: _take_back,
    Resigned: _resign,
    TimedOut: _time_out,
    AbsenceClaimed: _claim_absence,
    VacationTaken: _take_vacation,
    VacationEnded: _end_vacation,
    GameAborted: _abort,
    GameCancelled: _cancel,
    SetupsForfeited: _forfeit_setups,
    PliesExhausted: _exhaust,
    GameTimeEnded: _end_of_time,
    Adjudicated: _adjudicate,
    GameForfeited: _forfeit,
    GamePaused: _pause,
    GameResumed: _resume,
    TimeGiven: _give_time,
    ArbiterLooked: _look,
    ModeratorLooked: _open_for_moderator,
    ResultRecorded: _record_result,
    EndPublished: _publish,
    RevealProposed: _propose_reveal,
    RevealWithdrawn: _withdraw_reveal,
    GameRevealed: _reveal,
    ResultAnnulled: _annul,
    ResultForfeited: _forfeit_result,
    ResultRestored: _restore,
}
check_covered("fold", [TurnPlayed, ChoiceMade, *_TAKE])
