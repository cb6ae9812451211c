"""A game after some of its events: a value, pure. `steps.py` makes it of the events, `snapshots.py` writes it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from games.domain.clocks import Clock, TimeControl
from games.domain.events import GameCreated, SetupMade
from games.rules import End, Options, Outcome, Repetition, Seat, Shown, State, Variant, Viewer, variant

REST = timedelta(minutes=10)
"""After the end of a game whose spectators are behind by plies: no more come that would push the last ones out."""
_RULED = frozenset({End.ADJUDICATION, End.FORFEIT, End.BOTH_LOSE, End.CANCELLED})
SIDES = "sides"
"""The kind of opening in which a moderator sees what both sides know (`ModeratorLooked.what`)."""


@dataclass(frozen=True, slots=True)
class ArbiterAct:
    """An external event of a game, public for everybody who may see the game.

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


class Takeback(NamedTuple):
    """Plies that were taken back.

    Args:
        version: the public version of the game from then on.
        ply: after how many plies it stood again.
        plies: how many were taken back.
    """

    version: int
    ply: int
    plies: int


class Ruling(StrEnum):
    """The moderators' change of a game's result."""

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
        shown: the last plies as they were shown, at most one a seat: what happened since a player's own last turn; and
            as many again where turns can be taken back. Secret: only what `last_turn` gives leaves the server.
        earlier: the states before the last plies, at most one a seat: to these the game can be taken back. Secret.
        decks: the shuffled decks while set-ups are missing, in a rule book that deals. Secret.
        seed: what every order follows from, in hex; None where nothing is shuffled, and for an import. Secret.
        shuffles: how often each seat's cards were shuffled in play; empty where nothing is.
        draw: seats that want a draw now, the one that offered it first.
        offers: for each seat that ever offered a draw, the plies that had been played when it did so last.
        takeback: seats that want turns to be taken back, the one first that wants it of its last turn.
        declined: the seats that want that no more, or were declined it, since the last turn.
        takebacks: what was taken back, in order.
        clock: whose time runs and until when; None in a game without a time control, and where the times of its turns
            were not read (`fold_runs`).
        turn_version: the public version at which the present turn began; 0 before play.
        unplayed: how the game ended, if it ended before play began.
        revealed: everything is open.
        published: its end was kept from spectators who are behind, and no longer is.
        left: who left others waiting at its end, and how: `timed_out` (in one's own turn: by the clock,
            or by absence), `not_set_up`, `called_off`, `given_up`.
        excused: the excused seats, and why (`games/domain/excuses.py`).
        openers: the seats that want the game opened now, the one that proposed it first; empty once it is open.
        proposals: for each seat that ever wanted it, how often it has said so.
        paused: the slugs of what the game is paused for; nobody plays on while there is one.
        acts: what arbiters did, pauses, and time given back, in order.
        outage: the end of the last outage whose time was given back, in microseconds since the epoch; 0 for none.
        gifted: the public versions before and after the last events that gave time back, or named a moderator: they
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
    earlier: tuple[State, ...] = field(default=(), repr=False)
    decks: Mapping[Seat, str] = field(default_factory=dict, repr=False)
    seed: str | None = field(default=None, repr=False)
    shuffles: tuple[int, ...] = ()
    draw: tuple[Seat, ...] = ()
    offers: Mapping[Seat, int] = field(default_factory=dict)
    takeback: tuple[Seat, ...] = ()
    declined: tuple[Seat, ...] = ()
    takebacks: tuple[Takeback, ...] = ()
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
        return self.unplayed if self.state is None else self.state.outcome

    @property
    def rulings(self) -> tuple[ArbiterAct, ...]:
        """The moderators' acts on the present result: one a penalty, in order."""
        standing: dict[UUID | None, ArbiterAct] = {}
        for act in self.acts:
            if act.kind in _RULINGS:
                standing[act.penalty] = act
            elif act.kind == "restored":
                del standing[act.penalty]
        return tuple(standing.values())

    @property
    def ruling(self) -> Ruling | None:
        """The moderators' change of the result: annulled if any penalty says so, else forfeited if one does."""
        kinds = {act.kind for act in self.rulings}
        return next((ruling for ruling in Ruling if ruling in kinds), None)

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

    def only_ply_since(self, version: int | None) -> Shown | None:
        """The last ply, if nothing else has happened since a public version and the game goes on; else None."""
        public = self.public_version
        back = self.takebacks[-1].version if self.takebacks else 0
        if (
            self.status != "playing"
            or self.paused
            or version != public - 1
            or self.turn_version != public
            or back == public
        ):
            return None
        assert self.state is not None
        last = self.shown[-1] if self.shown else None
        return last if last is not None and last.ply == self.state.ply else None

    @property
    def time(self) -> TimeControl | None:
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
        """The set-up of a seat before play, for its maker; None for everybody else, as a view has it once play begins
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
    def can_go_back(self) -> bool:
        """Whether its seats can agree to take turns back at all: it counts for nobody, or follows a real board, and no
        chance is in it that a turn brought to light."""
        created = self.created
        free = not created.rated and (created.tournament is None or created.relayed) and created.source != "import"
        return bool(free) and not self.variant.deals

    def plies_since(self, seat: Seat) -> int | None:
        """How many plies it goes back to before the last turn of a seat, that turn counted; None if the seat has had
        none here: those that a game has from another one are not its own."""
        if self.state is None:
            return None
        plies = (self.state.ply - 1 - self.variant.seats.index(seat)) % len(self.variant.seats) + 1
        return plies if plies <= self.state.ply - (self.created.origin_ply or 0) else None

    @property
    def plies_spent(self) -> int:
        """The plies that count for the most that a game with a clock may have: those that were taken back too, and one
        for each time, so that it ends."""
        return (0 if self.state is None else self.state.ply) + sum(back.plies + 1 for back in self.takebacks)

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
        memory=value.get("memory", False),
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
    if options.memory:
        value["memory"] = True
    return value


def order_in(turn: str) -> str:
    """The order of a shuffle that the text of a turn holds, the top card first; empty if it holds none
    (docs/notation.md).

    >>> order_in("b1!F3M"), order_in("b1-d2")
    ('F3M', '')
    """
    return turn.partition("!")[2]
