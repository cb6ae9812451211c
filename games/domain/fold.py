"""A game is the fold of its events over the rules. Pure: no database, no clock, no chance.

`fold` goes from events to a `GameFold`; `step` from one fold to the next; `snapshot_of` and `from_snapshot` write a
fold down as a JSON value, which only saves time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from eventlog.histories import History, Stretch
from eventlog.registry import Run, Stored
from games.domain.clocks import Clock, Rest, TimeControl
from games.domain.events import (
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
    TimedOut,
    TimeGiven,
    TurnPlayed,
    VacationEnded,
    VacationTaken,
    check_covered,
)
from games.rules import (
    ENGINE,
    End,
    Illegal,
    IllegalAt,
    Options,
    Outcome,
    Refusal,
    Repetition,
    Seat,
    Shown,
    State,
    Variant,
    Viewer,
    advance_keeping,
    apply,
    conclude,
    dump,
    load,
    load_shown,
    parse_turn,
    resign,
    seat_of_slug,
    start,
    time_out,
    variant,
)

SNAPSHOT = (ENGINE, 16)
"""The version of a snapshot: the engine's, and that of the form below."""

REST = timedelta(minutes=10)
"""After the end of a game whose spectators are behind by plies: no more come that would push the last ones out."""

_RULED = frozenset({End.ADJUDICATION, End.FORFEIT, End.BOTH_LOSE, End.CANCELLED})

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


SIDES = "sides"
"""What a moderator opens who sees what both sides know (`ModeratorLooked.what`)."""


@dataclass(frozen=True, slots=True)
class ArbiterAct:
    """Something that happened to a game from outside, which everybody may know who may see the game.

    Args:
        kind: `paused`, `resumed`, `time-given`, `outage` (time given back), `looked` or `opened` (by a moderator); of
            what the moderators did to the result, `annulled`, `forfeited` or `restored`.
        ply: how many plies had been played.
        at: when.
        why: of a pause, as in GamePaused; what a moderator opened, as in ModeratorLooked; of a result, as in
            ResultAnnulled.
        seat, seconds: who got how much time; who lost by a ruling.
        arbiter: who looked: an arbiter, or a moderator.
        target: which thing a moderator opened.
        penalty: because of which a result was changed.
    """

    kind: str
    ply: int
    at: datetime
    why: str = ""
    seat: Seat | None = None
    seconds: int = 0
    arbiter: UUID | None = None
    target: UUID | None = None
    penalty: UUID | None = None

    @property
    def saw_sides(self) -> bool:
        """Whether somebody saw what both sides know."""
        return self.kind == "looked" or (self.kind == "opened" and self.why == SIDES)


class Ruling(StrEnum):
    """What the moderators made of a game's result."""

    ANNULLED = "annulled"
    FORFEITED = "forfeited"


_RULINGS = frozenset(Ruling)


@dataclass(frozen=True, slots=True)
class RevealPlan:
    """When a game is opened, and what its seats want. All of it is public.

    Args:
        policy, after: as `reveal` and `reveal_after` of GameCreated.
        over: the game has ended.
        nothing: it has ended and is never opened, since play never began or the game was called off.
        opened: it is open.
        at: when it opens by itself, where that is a time that is known.
        free: its seats can agree to open it now.
        openers: those that want that, the one that proposed it first.
    """

    policy: str
    after: int | None
    over: bool
    nothing: bool
    opened: bool
    at: datetime | None
    free: bool
    openers: tuple[Seat, ...]


class Unrated(StrEnum):
    """Why a rated game does not count for the ratings."""

    SHORT = "short"
    """It ended before the ply from which on games of its rule book count (`Variant.rated_from`)."""
    LOOKED = "looked"
    """An arbiter or a moderator saw what both sides know."""
    DECIDED = "decided"
    """An arbiter decided it, and the operator has not approved the event's organiser."""
    RULED = "ruled"
    """The moderators annulled its result, or let both sides lose."""


@dataclass(frozen=True, slots=True)
class GameFold:
    """Everything about a game after some of its events.

    Args:
        created: its first event.
        created_at: when that was appended.
        version: events folded; public_version: those of them that every viewer can see.
        setups: the set-ups made while others are missing; empty once play begins. Secret.
        state: None until every set-up is made. Secret: only its views leave the server.
        shown: the last plies as they were shown, at most one a seat: what happened since a player's own last turn.
            Secret: only what `last_turn` gives leaves the server.
        decks: the shuffled decks while set-ups are missing, in a rule book that deals. Secret.
        seed: what every order follows from, in hex; None where nothing is shuffled, and for an import. Secret.
        shuffles: how often each seat's cards were shuffled in play; empty where nothing is.
        draw: seats that want a draw now, the one that offered it first.
        offers: for each seat that ever offered a draw, the plies that had been played when it did so last.
        clock: whose time runs and until when; None in a game without a time control, and where the times of its turns
            were not read (`fold_runs`).
        turn_version: the public version at which the present turn began; 0 before play.
        unplayed: how the game ended, if it ended before play began.
        revealed: everything is open.
        published: its end was kept from spectators who are behind, and no longer is.
        left: who left others waiting at its end, and how: `timed_out`, `not_set_up`, `called_off`, `given_up`.
        excused: of whom that is not held against, and why (`games/domain/excuses.py`).
        openers: the seats that want the game opened now, the one that proposed it first; empty once it is open.
        proposals: for each seat that ever wanted it, how often it has said so.
        paused: the slugs of what the game is paused for; nobody plays on while there is one.
        acts: what arbiters did, pauses, and time given back, in order.
        outage: the end of the last outage whose time was given back, in microseconds since the epoch; 0 for none.
        gifted: the public versions before and after the last events that gave time back, or told of a moderator: they
            change nothing of what a player saw.
        started_at, ended_at: from the log, or from the record of an imported game, None where it gives no times.
    """

    created: GameCreated
    created_at: datetime
    version: int
    public_version: int
    setups: Mapping[Seat, SetupMade] = field(default_factory=dict, repr=False)
    state: State | None = None
    shown: tuple[Shown, ...] = field(default=(), repr=False)
    decks: Mapping[Seat, str] = field(default_factory=dict, repr=False)
    seed: str | None = field(default=None, repr=False)
    shuffles: tuple[int, ...] = ()
    draw: tuple[Seat, ...] = ()
    offers: Mapping[Seat, int] = field(default_factory=dict)
    clock: Clock | None = None
    turn_version: int = 0
    unplayed: Outcome | None = None
    revealed: bool = False
    published: bool = False
    left: Mapping[Seat, str] = field(default_factory=dict)
    excused: Mapping[Seat, str] = field(default_factory=dict)
    openers: tuple[Seat, ...] = ()
    proposals: Mapping[Seat, int] = field(default_factory=dict)
    paused: tuple[str, ...] = ()
    acts: tuple[ArbiterAct, ...] = ()
    outage: int = 0
    gifted: tuple[int, int] = (0, 0)
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def variant(self) -> Variant:
        """The rule book, in the edition that the game is played by."""
        return rules_of(self.created)

    @property
    def options(self) -> Options:
        """What the game chose on top of it."""
        return options_of(self.created.options)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.unplayed if self.state is None else self.state.outcome

    @property
    def rulings(self) -> tuple[ArbiterAct, ...]:
        """What the moderators did to the result that stands: one act a penalty, the last one last."""
        standing: dict[UUID | None, ArbiterAct] = {}
        for act in self.acts:
            if act.kind in _RULINGS:
                standing[act.penalty] = act
            elif act.kind == "restored":
                del standing[act.penalty]
        return tuple(standing.values())

    @property
    def ruling(self) -> Ruling | None:
        """What the moderators made of the result: annulled if any penalty says so, else forfeited if one does."""
        kinds = {act.kind for act in self.rulings}
        return next((one for one in Ruling if one in kinds), None)

    @property
    def result(self) -> Outcome:
        """What the end of a game that is over counts as: its outcome, unless the moderators ruled otherwise. A result
        that is annulled is as if the game had been called off; if both sides were made to lose, both have lost."""
        assert self.outcome is not None
        ruling = self.ruling
        if ruling is None:
            return self.outcome
        if ruling is Ruling.ANNULLED:
            return Outcome(End.CANCELLED)
        losing = {act.seat.side for act in self.rulings if act.seat is not None}
        return Outcome(End.FORFEIT, 1 - losing.pop()) if len(losing) == 1 else Outcome(End.BOTH_LOSE)

    @property
    def status(self) -> str:
        """`waiting`, `playing` or `over`."""
        if self.outcome is not None:
            return "over"
        return "waiting" if self.state is None else "playing"

    @property
    def time(self) -> TimeControl | None:
        """The time control, or None."""
        return None if self.created.time is None else TimeControl.from_value(self.created.time)

    @property
    def looked(self) -> tuple[UUID, ...]:
        """The arbiters and moderators who have seen both sides since the game was paused."""
        since: list[UUID] = []
        for act in self.acts if self.paused else ():
            if act.kind == "resumed":
                since.clear()
            elif act.arbiter is not None and act.saw_sides:
                since.append(act.arbiter)
        return tuple(since)

    @property
    def unrated(self) -> Unrated | None:
        """Why this rated game does not count, from what is known of it so far; None if it may, or was never rated.

        A game counts from so many plies on as its rule book says, however it ends; if an arbiter decides it, only in an
        event of an approved organiser; and never once somebody has seen what both sides know (docs/ratings.md).
        """
        if not self.created.rated:
            return None
        if any(act.saw_sides for act in self.acts):
            return Unrated.LOOKED
        if self.outcome is None:
            return None
        if self.state is None or self.state.ply < self.variant.rated_from:
            return Unrated.SHORT
        if self.outcome.kind in (End.ADJUDICATION, End.FORFEIT) and not self.created.approved:
            return Unrated.DECIDED
        return Unrated.RULED if self.rulings and self.result.winner is None else None

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that have something to do now: those that have yet to set up, or the one to move."""
        if self.outcome is not None:
            return ()
        if self.state is not None:
            return (self.state.to_move,)
        return tuple(seat for seat in self.variant.seats if seat not in self.setups)

    @property
    def to_be_revealed(self) -> bool:
        """Whether the game is over for everybody and there is something to open: play had begun, and it was not called
        off."""
        ended = self.state is not None and self.outcome is not None and not self.outcome.kind.called_off
        return ended and not self.hidden_end

    @property
    def hidden_end(self) -> bool:
        """Whether it is over, and that is not public yet: its spectators are behind. Before play there is nothing to be
        behind of, and what an arbiter rules is an act of the event, which is public at once."""
        if self.state is None or self.outcome is None or self.published:
            return False
        return self.created.spectators == "delayed" and self.outcome.kind not in _RULED

    @property
    def publish_at(self) -> datetime | None:
        """When its end is public, if that is still to come."""
        if not self.hidden_end:
            return None
        behind = REST if self.created.delay is None else timedelta(seconds=self.created.delay)
        return (self.ended_at or self.created_at) + behind

    @property
    def public_status(self) -> str:
        """As `status`, for everybody."""
        return "playing" if self.hidden_end else self.status

    @property
    def opens_at(self) -> datetime | None:
        """The time at which a game opens by itself, counted from its end in the log; None unless it is over, its reveal
        is delayed, and that is still to come."""
        if not self.to_be_revealed or self.revealed or self.created.reveal != "delay":
            return None
        return (self.ended_at or self.created_at) + timedelta(seconds=self.created.reveal_after or 0)

    @property
    def openable(self) -> bool:
        """Whether its seats can agree to open it now: it is over, closed, casual and of no tournament."""
        free = not self.created.rated and self.created.tournament is None
        return free and self.to_be_revealed and not self.revealed

    @property
    def reveal_plan(self) -> RevealPlan:
        """The same as one value, which holds nothing secret."""
        over = self.public_status == "over"
        return RevealPlan(
            policy=self.created.reveal,
            after=self.created.reveal_after,
            over=over,
            nothing=over and not self.to_be_revealed,
            opened=self.revealed,
            at=self.opens_at,
            free=self.openable,
            openers=self.openers,
        )

    def placement(self, seat: Seat, viewer: Viewer) -> str | None:
        """The set-up of a seat before play, for who made it; None for everybody else, as a view has it once play begins
        (RULES section 9), and None while it is not made."""
        made = self.setups.get(seat)
        return None if made is None or viewer.seat is not seat else made.placement

    def turns_since_offer(self, seat: Seat) -> int | None:
        """How many turns a seat has had since it last offered a draw, or None if it never did."""
        if self.state is None or seat not in self.offers:
            return None
        seats = len(self.variant.seats)
        return sum(ply % seats == seat for ply in range(self.offers[seat], self.state.ply))

    @property
    def ready(self) -> frozenset[Seat]:
        """The seats whose set-up is made."""
        return frozenset(self.setups) if self.state is None else frozenset(self.variant.seats)


def rules_of(created: GameCreated) -> Variant:
    """The rule book of a game, in the game's own edition. Raises `KeyError` if this release has none such."""
    return variant(created.variant, created.edition or 1)


def edition_value(edition: int) -> int | None:
    """An edition as an event holds it: the first one is left out."""
    return None if edition == 1 else edition


def options_of(value: Mapping[str, Any]) -> Options:
    """The options that an event or a record holds as JSON values. A missing one has its default."""
    return Options(
        no_attack_limit=value.get("no_attack_limit"),
        repetition=Repetition(value.get("repetition", Repetition.ENFORCED)),
        free_setup=value.get("free_setup", False),
        spotter=value.get("spotter", False),
    )


def options_value(options: Options) -> dict[str, Any]:
    """The options as JSON values, defaults left out."""
    value: dict[str, Any] = {}
    if options.no_attack_limit is not None:
        value["no_attack_limit"] = options.no_attack_limit
    if options.repetition is not Repetition.ENFORCED:
        value["repetition"] = options.repetition.value
    if options.free_setup:
        value["free_setup"] = True
    if options.spotter:
        value["spotter"] = True
    return value


def order_in(turn: str) -> str:
    """The order of a shuffle that the text of a turn holds, the top card first; empty if it holds none
    (docs/notation.md).

    >>> order_in("b1!F3M"), order_in("b1-d2")
    ('F3M', '')
    """
    return turn.partition("!")[2]


def submissions(events: Iterable[GameEvent]) -> Iterator[str]:
    """The texts of the turns and choices among a game's events, in order."""
    for event in events:
        if isinstance(event, TurnPlayed):
            yield event.turn
        elif isinstance(event, ChoiceMade):
            yield event.choice


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
            for one in part:
                folding.take(one.event, one.time)
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
        self.turns += [one["turn"] for one in values]
        if self.now.clock is not None:
            self.times += times
        self.version += len(values)
        said = [at for one in values if (at := one.get("at")) is not None]
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
        told = state.shown()
        self._go_on(state, self.version, [time], () if told is None else (told,), self.now.shown[:-1])

    def _play(self) -> None:
        """Plays the turns that were gathered. Each of them begins a ply: what the rules take for a choice among them
        was written as the wrong event.
        """
        if not self.turns:
            return
        assert self.now is not None
        before = self.now.state
        assert before is not None
        seats = len(self.now.variant.seats)
        try:
            state, shown = advance_keeping(before, self.turns, seats)
        except IllegalAt as error:
            version = self.first_version + error.ply - before.ply - 1
            raise IllegalEvent(version, error.ply, error.refusal) from None
        if before.pending or state.ply - before.ply != len(self.turns):
            raise ValueError("a choice is written as a turn")
        if self.now.variant.deals:
            self._count_shuffles(before.ply)
        last, times = self.first_version + len(self.turns) - 1, self.times[:]
        self.turns.clear()
        self.times.clear()
        self._go_on(state, last, times, shown, self.now.shown)

    def _go_on(
        self,
        state: State,
        version: int,
        times: list[datetime],
        shown: tuple[Shown, ...],
        earlier: tuple[Shown, ...],
    ) -> None:
        """The state after turns, or after a choice.

        Args:
            version: of the last of them.
            times: of each, in a game with a clock. While a choice is open the last turn is not over.
            shown, earlier: the plies as they were shown, and those before them.
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
        now = replace(
            self.now,
            state=state,
            shown=(*earlier, *shown)[-len(self.now.variant.seats) :],
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
        started = now.started_at if first_at is None or now.started_at is not None else _moment(first_at)
        return replace(now, started_at=started, ended_at=now.ended_at if last_at is None else _moment(last_at))
    return replace(now, ended_at=time) if now.outcome is not None else now


def _moment(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)


# -- one function an event ------------------------------------------------------------------------


def _create(now: GameFold | None, event: GameCreated, time: datetime) -> GameFold:
    if now is not None:
        raise ValueError("a game is created twice")
    told = {event.source == "whatif", *(one is not None for one in (event.origin, event.origin_ply, event.origin_hash))}
    if len(told) > 1 or (event.origin is not None and event.rated):
        raise ValueError("a game is played on from nowhere, or rated though it is played on from somewhere")
    now = GameFold(created=event, created_at=time, version=0, public_version=0)
    if event.ladders is not None and not (event.rated and _are_ladders(event.ladders, now.variant)):
        raise ValueError("a game without bots, or one that is not rated, counts in lists of bots")
    control = now.time
    return now if control is None else replace(now, clock=Clock.for_setups(control, now.variant.seats, time))


def _are_ladders(ladders: Mapping[str, str], rules: Variant) -> bool:
    """Whether this says of every seat what a game with a bot counts for."""
    told = set(ladders.values())
    return ladders.keys() == {seat.slug for seat in rules.seats} and "bots" in told <= {"people", "bots", "none"}


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
    return replace(now, draw=(seat,), offers={**now.offers, seat: _state(now).ply})


def _decline(now: GameFold, event: DrawDeclined, time: datetime) -> GameFold:
    return replace(now, draw=())


def _agree(now: GameFold, event: DrawAgreed, time: datetime) -> GameFold:
    draw = (*now.draw, seat_of_slug(event.seat))
    if len(draw) < len(now.variant.seats):
        return replace(now, draw=draw)
    return _end(now, Outcome(End.AGREED_DRAW), time)


def _resign(now: GameFold, event: Resigned, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    return replace(_over(now, resign(_state(now), seat), time), left={seat: "given_up"})


def _time_out(now: GameFold, event: TimedOut, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    excused = {} if event.excused is None else {seat: event.excused}
    return replace(_over(now, time_out(_state(now), seat), time), left={seat: "timed_out"}, excused=excused)


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
    return replace(now, acts=(*now.acts, ArbiterAct("looked", _state(now).ply, time, arbiter=UUID(event.arbiter))))


def _open_for_moderator(now: GameFold, event: ModeratorLooked, time: datetime) -> GameFold:
    if now.revealed or (event.what == SIDES and not now.paused):
        raise ValueError("a moderator opens what is open, or both sides of a game that is not paused")
    ply, target = now.state.ply if now.state else 0, None if event.target is None else UUID(event.target)
    act = ArbiterAct("opened", ply, time, event.what, arbiter=UUID(event.moderator), target=target)
    return replace(now, acts=(*now.acts, act))


def _end_early(now: GameFold, outcome: Outcome, time: datetime) -> GameFold:
    """Ends a game that may not have begun."""
    if now.state is not None:
        return _end(now, outcome, time)
    if now.unplayed is not None:
        raise ValueError("a game ends twice")
    return replace(now, unplayed=outcome, paused=(), clock=now.clock and now.clock.stopped(time), ended_at=time)


def _take_vacation(now: GameFold, event: VacationTaken, time: datetime) -> GameFold:
    if now.clock is None:  # the times of the turns were not read
        return now
    return replace(now, clock=now.clock.rest(seat_of_slug(event.seat), time, _moment(event.until)))


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
    return replace(now, openers=tuple(one for one in now.openers if one is not seat))


def _reveal(now: GameFold, event: GameRevealed, time: datetime) -> GameFold:
    return replace(now, revealed=True, openers=())


def _annul(now: GameFold, event: ResultAnnulled, time: datetime) -> GameFold:
    return _rule(now, ArbiterAct("annulled", _plies(now), time, event.why, penalty=event.penalty))


def _forfeit_result(now: GameFold, event: ResultForfeited, time: datetime) -> GameFold:
    seat = seat_of_slug(event.seat)
    return _rule(now, ArbiterAct("forfeited", _plies(now), time, seat=seat, penalty=event.penalty))


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


def _state(now: GameFold) -> State:
    if now.state is None:
        raise ValueError("the game has not begun")
    return now.state


def _end(now: GameFold, outcome: Outcome, time: datetime) -> GameFold:
    return _over(now, conclude(_state(now), outcome), time)


def _over(now: GameFold, state: State, time: datetime) -> GameFold:
    ended = now.ended_at if now.created.source == "import" else time
    return replace(now, state=state, draw=(), paused=(), ended_at=ended, clock=now.clock and now.clock.stopped(time))


_TAKE: dict[type[Any], Callable[[Any, Any, datetime], GameFold]] = {
    GameCreated: _create,
    CardsDealt: _deal,
    SetupMade: _set_up,
    DrawOffered: _offer,
    DrawDeclined: _decline,
    DrawAgreed: _agree,
    Resigned: _resign,
    TimedOut: _time_out,
    VacationTaken: _take_vacation,
    VacationEnded: _end_vacation,
    GameAborted: _abort,
    GameCancelled: _cancel,
    SetupsForfeited: _forfeit_setups,
    PliesExhausted: _exhaust,
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


# -- snapshots ------------------------------------------------------------------------------------


_CREATED = (
    *("variant", "options", "seats", "reveal", "reveal_after", "source", "time", "rated", "notes"),
    *("tournament", "round", "spectators", "approved", "edition", "delay", "delay_plies"),
    *("origin", "origin_ply", "origin_hash", "origin_view", "ladders"),
)
"""What a snapshot holds of the first event: plain values, and nothing that is of use only before play."""


def snapshot_of(now: GameFold) -> dict[str, Any]:
    """A fold in play as a JSON value. It holds every rank: it never leaves the server."""
    return {
        "created": {name: getattr(now.created, name) for name in _CREATED},
        "times": [_microseconds(time) for time in (now.created_at, now.started_at, now.ended_at)],
        "version": now.version,
        "public_version": now.public_version,
        "draw": [seat.value for seat in now.draw],
        "offers": [[seat.value, ply] for seat, ply in now.offers.items()],
        "clock": None if now.clock is None else _clock_value(now.clock),
        "turn_version": now.turn_version,
        "seed": now.seed,
        "shuffles": list(now.shuffles),
        "revealed": now.revealed,
        "published": now.published,
        "left": [[seat.value, how] for seat, how in now.left.items()],
        "excused": [[seat.value, why] for seat, why in now.excused.items()],
        "openers": [seat.value for seat in now.openers],
        "proposals": [[seat.value, times] for seat, times in now.proposals.items()],
        "paused": list(now.paused),
        "acts": [_act_value(act) for act in now.acts],
        "outage": now.outage,
        "gifted": list(now.gifted),
        "state": dump(_state(now)),
        "shown": [shown.dump() for shown in now.shown],
    }


def from_snapshot(value: Mapping[str, Any]) -> GameFold:
    """The fold that `snapshot_of` wrote, under the same `SNAPSHOT`."""
    created = GameCreated(**value["created"])
    created_at, started_at, ended_at = (None if time is None else _moment(time) for time in value["times"])
    assert created_at is not None
    rules = rules_of(created)
    return GameFold(
        created=created,
        created_at=created_at,
        version=value["version"],
        public_version=value["public_version"],
        state=load(rules, options_of(created.options), value["state"]),
        shown=tuple(load_shown(rules, one) for one in value["shown"]),
        seed=value["seed"],
        shuffles=tuple(value["shuffles"]),
        draw=tuple(Seat(number) for number in value["draw"]),
        offers={Seat(number): ply for number, ply in value["offers"]},
        clock=None if value["clock"] is None else _clock_from(created, value["clock"]),
        turn_version=value["turn_version"],
        revealed=value["revealed"],
        published=value["published"],
        left={Seat(number): how for number, how in value["left"]},
        excused={Seat(number): why for number, why in value["excused"]},
        openers=tuple(Seat(number) for number in value["openers"]),
        proposals={Seat(number): times for number, times in value["proposals"]},
        paused=tuple(value["paused"]),
        acts=tuple(_act_from(act) for act in value["acts"]),
        outage=value["outage"],
        gifted=(value["gifted"][0], value["gifted"][1]),
        started_at=started_at,
        ended_at=ended_at,
    )


def _microseconds(time: datetime | None) -> int | None:
    return None if time is None else (time - _EPOCH) // _MICROSECOND


def _act_value(act: ArbiterAct) -> dict[str, Any]:
    return {
        "kind": act.kind,
        "ply": act.ply,
        "at": _microseconds(act.at),
        "why": act.why,
        "seat": None if act.seat is None else act.seat.value,
        "seconds": act.seconds,
        "arbiter": None if act.arbiter is None else str(act.arbiter),
        "target": None if act.target is None else str(act.target),
        "penalty": None if act.penalty is None else str(act.penalty),
    }


def _act_from(value: Mapping[str, Any]) -> ArbiterAct:
    return ArbiterAct(
        kind=value["kind"],
        ply=value["ply"],
        at=_moment(value["at"]),
        why=value["why"],
        seat=None if value["seat"] is None else Seat(value["seat"]),
        seconds=value["seconds"],
        arbiter=None if value["arbiter"] is None else UUID(value["arbiter"]),
        target=None if value["target"] is None else UUID(value["target"]),
        penalty=None if value["penalty"] is None else UUID(value["penalty"]),
    )


def _clock_value(clock: Clock) -> dict[str, Any]:
    """A clock as a JSON value, its times in microseconds; the time control is in the game's first event."""
    return {
        "banks": [left // _MICROSECOND for left in clock.banks],
        "running": [seat.value for seat in clock.running],
        "since": _microseconds(clock.since),
        "rests": [[[_microseconds(rest.start), _microseconds(rest.end)] for rest in rests] for rests in clock.rests],
        "halted": clock.halted,
    }


def _clock_from(created: GameCreated, value: Mapping[str, Any]) -> Clock:
    assert created.time is not None
    return Clock(
        control=TimeControl.from_value(created.time),
        banks=tuple(left * _MICROSECOND for left in value["banks"]),
        running=tuple(Seat(number) for number in value["running"]),
        since=_moment(value["since"]),
        rests=tuple(tuple(Rest(_moment(start), _moment(end)) for start, end in one) for one in value["rests"]),
        halted=value["halted"],
    )
