"""A tournament is the fold of its events. Pure: no database, no clock, no chance.

Here are the values; `tournaments.domain.transitions` goes from events to a `TournamentFold`, and from one fold to the
next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Self
from uuid import UUID

from tournaments.domain.ladder import LadderState
from tournaments.domain.persistent_lists import Listed, Numbered
from tournaments.domain.prizes import Prizes
from tournaments.domain.terms import Terms
from tournaments.scoring.points import HALVES, Mark


class Status(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Presence(StrEnum):
    WAITING = "waiting"
    ENTERED = "entered"
    WITHDRAWN = "withdrawn"
    EXPELLED = "expelled"


@dataclass(frozen=True, slots=True)
class Entry:
    """Who takes part. `number` is by order of entering; the pairing number is `TournamentFold.numbers[number]`.

    Args:
        players: one, or two partners: the first has the first seat of the side.
        rating: for the initial ranking.
        written: the staff has corrected the rating.
        lost_rating: what it entered with, if the start took it although no other one was known; 0 if not. Starts did so
            to who was entered by name, and do no more.
        byes: for the rounds with a requested bye, its kind: `half`, `full` or `zero`.
        entered_after: rounds that had been paired when it entered; 0 before the start.
        admitted: it moved up from the waiting list.
        before: what it was when it was expelled.
        left_after: it left after so many rounds that were over; None while it takes part.
        roster, ratings, captain: of a team its members in the order of the boards, their ratings, and who acts for
            it. Then `players` is one, who has no account and bears the name of the team.
    """

    number: int
    players: tuple[UUID, ...]
    rating: int
    presence: Presence
    checked_in: bool = False
    byes: Mapping[int, str] = field(default_factory=dict)
    entered_after: int = 0
    admitted: bool = False
    before: Presence | None = None
    written: bool = False
    lost_rating: int = 0
    roster: tuple[UUID, ...] = ()
    ratings: tuple[int, ...] = ()
    captain: UUID | None = None
    left_after: int | None = None

    @property
    def people(self) -> tuple[UUID, ...]:
        """Who takes part in it: its players; of a team its captain and the members."""
        if not self.roster and self.captain is None:
            return self.players
        return tuple(dict.fromkeys(self.roster if self.captain is None else (self.captain, *self.roster)))

    @property
    def acting(self) -> tuple[UUID, ...]:
        """Who acts for it: its players; of a team its captain."""
        return self.players if self.captain is None else (self.captain,)

    @property
    def playing(self) -> bool:
        """It takes part and is to be paired."""
        return self.presence is Presence.ENTERED

    @property
    def here(self) -> bool:
        """It takes part, or waits for a place."""
        return self.presence in (Presence.ENTERED, Presence.WAITING)


@dataclass(frozen=True, slots=True)
class Leg:
    """One game on a board.

    Args:
        red, blue: entries.
        game: its id, or None where it has not begun, or is played across a real board and not relayed.
        marks: of red and blue, or None while it goes on.
        source: as in ResultRecorded.
        corrected: the marks that stood before, oldest first.
        claims: across real boards, what an entry says of the result.
        ruled_from: the marks that the moderators changed, as long as what they made of them stands.
        relayed: the game follows a real board, and no result is taken over from it.
    """

    red: int
    blue: int
    game: UUID | None = None
    marks: tuple[Mark, Mark] | None = None
    source: str = ""
    decided_at: datetime | None = None
    corrected: tuple[tuple[Mark, Mark], ...] = ()
    claims: Mapping[int, tuple[Mark, Mark]] = field(default_factory=dict)
    ruled_from: tuple[Mark, Mark] | None = None
    relayed: bool = False


@dataclass(frozen=True, slots=True)
class Appointment:
    """How the players of a board agree when to play.

    Args:
        proposed: for an entry the times that it proposed, in microseconds since the epoch.
        notes: the id of the text that an entry sent along with the times that it proposes.
        agreed: the time that stands.
        present: entries that are at the board.
        history: who did what: (time, entry, `proposed agreed refused present`), for the arbiter.
    """

    proposed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    notes: Mapping[int, UUID] = field(default_factory=dict)
    agreed: int | None = None
    present: frozenset[int] = frozenset()
    history: tuple[tuple[datetime, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Two entries that meet in a round; in a knockout a match of several legs.

    Args:
        number: from 1.
        legs: the games, the first one first.
        winner: the entry that goes on, once a match is decided; 0 if neither does (knockout only).
        over: no further game of the match is to come after the last one there is.
        taken_back: it was taken back, and waits to be paired anew; its legs say who sat there.
        teams: two teams meet, and `legs` are its boards, all of them from the pairing on.
        sealed: of teams that have handed a line-up in, its commitment.
        lineups: of teams, once both are opened, who plays at each of its boards; None for nobody.
    """

    number: int
    legs: tuple[Leg, ...]
    meeting: Appointment = field(default_factory=Appointment)
    winner: int | None = None
    over: bool = True
    taken_back: bool = False
    teams: bool = False
    sealed: Mapping[int, str] = field(default_factory=dict)
    lineups: Mapping[int, tuple[UUID | None, ...]] = field(default_factory=dict)

    @property
    def decided(self) -> bool:
        """Whether nothing is to be played any more on it. In a knockout that is the match, see `steps`."""
        return self.over and self.leg.marks is not None

    @property
    def leg(self) -> Leg:
        """The last game; of teams the first that is not decided."""
        return self.legs[self.leg_number - 1]

    @property
    def leg_number(self) -> int:
        """Of `leg`, from 1."""
        if self.teams:
            return next((number for number, leg in enumerate(self.legs, 1) if leg.marks is None), len(self.legs))
        return len(self.legs)

    @property
    def was_played(self) -> bool:
        """Whether it is decided, and a game of it was played."""
        return self.leg.marks is not None and any(leg.marks is not None and leg.marks[0].played for leg in self.legs)

    def marks_of(self, entry: int) -> list[Mark]:
        """What its games were for an entry, in order, of those that are decided."""
        return [leg.marks[0 if leg.red == entry else 1] for leg in self.legs if leg.marks is not None]

    def players_at(self, number: int) -> tuple[UUID | None, UUID | None]:
        """Of teams who has red and who has blue at a board of the match, from 1; nobody before the line-ups are
        opened."""
        leg, none = self.legs[number - 1], (None,) * len(self.legs)
        red, blue = (self.lineups.get(entry, none)[number - 1] for entry in (leg.red, leg.blue))
        return red, blue

    def leg_number_of(self, player: UUID | None) -> int:
        """Of the game of a player, or `leg_number`."""
        mine = (number for number in range(1, len(self.legs) + 1) if player is not None and self.lineups)
        return next((number for number in mine if player in self.players_at(number)), self.leg_number)

    @property
    def entries(self) -> tuple[int, int]:
        return (self.legs[0].red, self.legs[0].blue)

    @property
    def red(self) -> int:
        """The entry that has red in the first game."""
        return self.legs[0].red

    @property
    def blue(self) -> int:
        """The entry that has blue in the first game."""
        return self.legs[0].blue

    @property
    def halves(self) -> dict[int, int]:
        """What each entry has won of its games so far, in half points: a win 2, a draw 1."""
        fromkeys = dict.fromkeys(self.entries, 0)
        for leg in self.legs:
            if leg.marks is not None:
                fromkeys[leg.red] += HALVES.get(leg.marks[0], 0)
                fromkeys[leg.blue] += HALVES.get(leg.marks[1], 0)
        return fromkeys


class Boards(Listed[Board]):
    """The boards of a round, which know how many are not decided, and at which ones somebody sits."""

    __slots__ = ("_busy", "_seats", "open")

    def __init__(self, boards: Iterable[Board] = ()) -> None:
        super().__init__(boards)
        self.open = sum(not board.decided for board in self)
        self._seats: dict[int, tuple[int, ...]] | None = None
        self._busy: frozenset[int] | None = None

    def put(self, place: int, value: Board) -> Self:
        made, before = super().put(place, value), self[place]
        made.open = self.open - (not before.decided) + (not value.decided)
        if before.entries == value.entries:
            made._seats = self._seats
            if self._busy is not None:
                made._busy = self._busy.difference(value.entries) if value.decided else self._busy.union(value.entries)
        return made

    def added(self, boards: Sequence[Board]) -> Self:
        """A copy with more boards after the last one."""
        made = self
        for board in boards:
            before, made = made, type(self)()
            made._numbered = before._numbered.put(len(before) + 1, board)
        made.open = self.open + sum(not board.decided for board in boards)
        made._seats = None if self._seats is None else _with_seats(dict(self._seats), boards)
        if self._busy is not None:
            made._busy = self._busy.union(*(board.entries for board in boards if not board.decided))
        return made

    @property
    def busy(self) -> frozenset[int]:
        """The entries at boards that are not decided."""
        if self._busy is None:
            self._busy = frozenset(entry for board in self if not board.decided for entry in board.entries)
        return self._busy

    def places_of(self, entry: int) -> tuple[int, ...]:
        """The numbers of the boards of an entry, the first one first."""
        if self._seats is None:
            self._seats = _with_seats({}, self)
        return self._seats.get(entry, ())


def _with_seats(seats: dict[int, tuple[int, ...]], boards: Iterable[Board]) -> dict[int, tuple[int, ...]]:
    for board in boards:
        for entry in board.entries:
            seats[entry] = (*seats.get(entry, ()), board.number)
    return seats


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is paired.

    Args:
        number: from 1.
        byes: the entries that have no board, with the mark that each gets.
        seen: the version that its pairing was computed from.
        engine: the boards as the engine had them (red, blue), if an arbiter changed them.
        hidden: its pairing is not published yet; the staff alone may see it (`published`).
        begun_at: when play began; None while it can be unpaired.
        deadline: its hard end, or None.
        finished_at: when its last game was decided.
        play_off: those play who are level for the last place that goes on to the next stage.
    """

    number: int
    boards: Sequence[Board]
    byes: Mapping[int, Mark]
    seen: int
    by_hand: bool = False
    engine: tuple[tuple[int, int], ...] = ()
    hidden: bool = False
    begun_at: datetime | None = None
    deadline: datetime | None = None
    finished_at: datetime | None = None
    play_off: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.boards, Boards):  # else each result would copy them all
            object.__setattr__(self, "boards", Boards(self.boards))

    def with_board(self, board: Board) -> Round:
        assert isinstance(self.boards, Boards)
        return replace(self, boards=self.boards.put(board.number - 1, board))

    def board(self, number: int) -> Board | None:
        return self.boards[number - 1] if 0 < number <= len(self.boards) else None

    def with_more(self, boards: Sequence[Board]) -> Round:
        assert isinstance(self.boards, Boards)
        return replace(self, boards=self.boards.added(boards))

    def board_of(self, entry: int) -> Board | None:
        """The board of an entry; in a round that grows the last one that is not decided, or else the last one."""
        boards = self.boards_of(entry)[::-1]
        return next((board for board in boards if not board.decided), boards[0] if boards else None)

    def boards_of(self, entry: int) -> tuple[Board, ...]:
        """The boards of an entry, of which a round that grows has many."""
        assert isinstance(self.boards, Boards)
        return tuple(board for number in self.boards.places_of(entry) if (board := self.board(number)) is not None)

    @property
    def busy(self) -> frozenset[int]:
        """The entries at boards that are not decided."""
        assert isinstance(self.boards, Boards)
        return self.boards.busy

    @property
    def decided(self) -> bool:
        assert isinstance(self.boards, Boards)
        return not self.boards.open


class TakenGame(NamedTuple):
    """A game of a board that was taken back; `leg` is its number in the match."""

    game: UUID
    board: int
    leg: int


class TakenBack(NamedTuple):
    """A round that had begun and was taken back, or some of its matches.

    Args:
        boards: the numbers of the boards.
        whole: it was the whole round.
        entries: who sat at them, two for each board, and, with a whole round, who had a bye.
        games: the games that had begun.
    """

    at: datetime
    round: int
    boards: tuple[int, ...]
    whole: bool
    entries: tuple[int, ...]
    games: tuple[TakenGame, ...]


class TieDecision(NamedTuple):
    """What was decided of entries that are level for the last place that goes on, as in TieDecided. `reason` is the id
    of a text."""

    entries: tuple[int, ...]
    through: tuple[int, ...]
    why: str
    reason: UUID | None


class CallAnswer(NamedTuple):
    """What an arbiter did about a call, as in CallAnswered. `reason` is the id of a text."""

    at: datetime
    ruling: str
    arbiter: UUID
    amount: int | None = None
    entry: int | None = None
    reason: UUID | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A call for the arbiter, and the answers to it, in order.

    Args:
        sides: the entries that sat at the board then. A pairing that is taken back closes its calls, and others may
            sit at the board afterwards.
    """

    number: int
    round: int
    board: int
    entry: int
    about: str
    called_at: datetime
    sides: tuple[int, int]
    game: UUID | None = None
    seen: int | None = None
    stopped: bool = False
    words: UUID | None = None
    answers: tuple[CallAnswer, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class TournamentFold:
    """Everything about a tournament after some of its events.

    Args:
        version: events folded. That of `published(fold)` counts those alone that everybody may know.
        roles: `owner`, `arbiter` or `helper` by player.
        invited, bots: who may enter by invitation, and those of them who were bots when they were invited.
        entries: by number.
        order: the entries by pairing number, once it has started.
        numbers: the pairing number of each entry that has one.
        colour_set: the colour of the highest player in the first round (`red_first`) was not left to the lot.
        virtual_points: with which entries are paired, in tenths for each round, where a file says so.
        approved: the operator had approved the organiser for rated events when it started.
        apart: for pairs that must not meet the id of the text that says why.
        taken_back: what was played and does not count any more, in order.
        decisions: what was decided of who is level for the last place that goes on, in order.
        failed, failed_at: why the round to come could not be paired, or "", and since when.
        resumed_at: when it was last resumed after a pause.
        handed_to: who was made the organiser after it was created, if the last one was.
        imported: it comes from a file.
        revisions, revised_at, revised_for: how often its terms were changed after it was announced, when last, and
            how many entries there were then.
        prizes: what there is to win, or None.
        ladder: what it has beside its boards where people challenge each other; None elsewhere.
        public_view: the same as everybody may know it, while there is a pairing that is not published, or was taken
            back before it was; None: that is all of it.
    """

    terms: Terms
    created_at: datetime
    changed_at: datetime
    version: int
    status: Status = Status.DRAFT
    roles: Mapping[UUID, str] = field(default_factory=dict)
    invited: frozenset[UUID] = frozenset()
    bots: frozenset[UUID] = frozenset()
    forbidden: frozenset[frozenset[int]] = frozenset()
    apart: Mapping[frozenset[int], UUID] = field(default_factory=dict)
    entries: Numbered[Entry] = field(default_factory=Numbered)
    seeds: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    numbers: Mapping[int, int] = field(default_factory=dict)
    red_first: bool = True
    colour_set: bool = False
    virtual_points: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    lot: int = 0
    planned: int = 0
    approved: bool = False
    rounds: tuple[Round, ...] = ()
    taken_back: tuple[TakenBack, ...] = ()
    decisions: tuple[TieDecision, ...] = ()
    calls: tuple[Call, ...] = ()
    failed: str = ""
    failed_at: datetime | None = None
    announced_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    clocks_paused: bool = False
    resumed_at: datetime | None = None
    handed_to: UUID | None = None
    imported: bool = False
    revisions: int = 0
    revised_at: datetime | None = None
    revised_for: int = 0
    prizes: Prizes | None = None
    ladder: LadderState | None = None
    public_view: TournamentFold | None = None

    @property
    def round(self) -> Round | None:
        """The last round that was paired."""
        return self.rounds[-1] if self.rounds else None

    @property
    def begun(self) -> bool:
        """Whether play has begun, be it over or not."""
        return self.started_at is not None

    @property
    def as_in_file(self) -> bool:
        """Whether it comes from a file, and no round has been paired here yet: imports pair from no version."""
        return self.imported and not any(round.seen for round in self.rounds)

    @property
    def ended(self) -> bool:
        """Whether it is over, or cancelled."""
        return self.status in (Status.FINISHED, Status.CANCELLED)

    @property
    def public(self) -> bool:
        """Whether everybody may see it. A draft that is given up never was."""
        return self.announced_at is not None

    @property
    def playing(self) -> tuple[Entry, ...]:
        """The entries that take part now, by number."""
        return self.entries.once(_playing)

    @property
    def taking_part(self) -> int:
        """How many take part: who has entered, and, once play has begun, who left it later as well."""
        return len(self.numbers) + sum(entry.number not in self.numbers for entry in self.playing)

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """The waiting list, the first one first."""
        return self.entries.once(_waiting)

    def board(self, round: int, number: int) -> Board | None:
        return self.rounds[round - 1].board(number) if 0 < round <= len(self.rounds) else None

    def times_taken_back(self, round: int, board: int) -> int:
        """How often what was played at a board of a round was taken back: what was seen before concerns another game,
        be it of the same two."""
        return sum(back.round == round and board in back.boards for back in self.taken_back)

    def role(self, player: UUID | None) -> str:
        """What a player may do here: `owner`, `arbiter`, `helper`, or "" for nothing."""
        return "" if player is None else self.roles.get(player, "")

    def entry_of(self, player: UUID | None) -> Entry | None:
        """The entry of a player: that which takes part or waits, else the last one."""
        mine = [] if player is None else self.entries.once(_by_player).get(player, [])
        here = [entry for entry in mine if entry.presence in (Presence.ENTERED, Presence.WAITING)]
        return here[-1] if here else mine[-1] if mine else None

    def rating_in_team(self, player: UUID) -> int:
        """The rating with which a member is in a team; 0 for none."""
        entry = self.entry_of(player)
        return dict(zip(entry.roster, entry.ratings, strict=True)).get(player, 0) if entry is not None else 0

    def numbered(self, number: int) -> Entry:
        """The entry with a pairing number. Raises `IndexError` if there is none."""
        return self.entries[self.order[number - 1]]


def _playing(entries: Numbered[Entry]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries.values() if entry.playing)


def _waiting(entries: Numbered[Entry]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries.values() if entry.presence is Presence.WAITING)


def _by_player(entries: Numbered[Entry]) -> Mapping[UUID, list[Entry]]:
    result: dict[UUID, list[Entry]] = {}
    for entry in entries.values():
        for player in dict.fromkeys(entry.people):
            result.setdefault(player, []).append(entry)
    return result


def published(fold: TournamentFold) -> TournamentFold:
    """A tournament as everybody may know it: without a pairing that is not published, nor anything that tells of one.

    All that leaves the server for others than the staff is made of this: pages, streams, files, notices, rows.
    """
    return fold if fold.public_view is None else fold.public_view
