"""A tournament is the fold of its events. Pure: no database, no clock, no chance.

`fold` goes from events to a `TournamentFold`, `step` from one fold to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from tournaments.domain.terms import Terms
from tournaments.scoring import Mark

__all__ = ["Board", "Call", "Entry", "Leg", "Meeting", "Presence", "Round", "Status", "TournamentFold"]


class Status(StrEnum):
    """How far a tournament is."""

    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Presence(StrEnum):
    """Whether an entry is paired."""

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
        byes: for the rounds with a requested bye, its kind: `half`, `full` or `zero`.
        entered_after: rounds that had been paired when it entered; 0 before the start.
    """

    number: int
    players: tuple[UUID, ...]
    rating: int
    presence: Presence
    checked_in: bool = False
    byes: Mapping[int, str] = field(default_factory=dict)
    entered_after: int = 0

    @property
    def playing(self) -> bool:
        """It takes part and is to be paired."""
        return self.presence is Presence.ENTERED


@dataclass(frozen=True, slots=True)
class Leg:
    """One game on a board.

    Args:
        red, blue: entries.
        game: its id, or None where it has not begun, or is played across a real board.
        marks: of red and blue, or None while it goes on.
        source: as in ResultRecorded.
        corrected: the marks that stood before, oldest first.
        claims: across real boards, what an entry says of the result.
    """

    red: int
    blue: int
    game: UUID | None = None
    marks: tuple[Mark, Mark] | None = None
    source: str = ""
    decided_at: datetime | None = None
    corrected: tuple[tuple[Mark, Mark], ...] = ()
    claims: Mapping[int, tuple[Mark, Mark]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Meeting:
    """How the players of a board agree when to play.

    Args:
        proposed: for an entry the times that it proposed, in microseconds since the epoch.
        agreed: the time that stands.
        present: entries that are at the board.
        history: who did what: (time, entry, `proposed agreed refused present`), for the arbiter.
    """

    proposed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    agreed: int | None = None
    present: frozenset[int] = frozenset()
    history: tuple[tuple[datetime, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Two entries that meet in a round; in a knockout a match of several legs.

    Args:
        number: from 1.
        legs: the games, the first one first.
        winner: the entry that goes on, once a match is decided (knockout only).
    """

    number: int
    legs: tuple[Leg, ...]
    meeting: Meeting = field(default_factory=Meeting)
    winner: int | None = None

    @property
    def red(self) -> int:
        """The entry that has red in the first game."""
        return self.legs[0].red

    @property
    def blue(self) -> int:
        """The entry that has blue in the first game."""
        return self.legs[0].blue


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is paired.

    Args:
        number: from 1.
        byes: the entries that have no board, with the mark that each gets.
        seen: the version that its pairing was computed from.
        engine: the boards as the engine had them (red, blue), if an arbiter changed them.
        begun_at: when play began; None while it can be unpaired.
        deadline: its hard end, or None.
        finished_at: when its last game was decided.
    """

    number: int
    boards: tuple[Board, ...]
    byes: Mapping[int, Mark]
    seen: int
    by_hand: bool = False
    engine: tuple[tuple[int, int], ...] = ()
    begun_at: datetime | None = None
    deadline: datetime | None = None
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A call for the arbiter, and the answers to it (`CallAnswered` events, in order)."""

    number: int
    round: int
    board: int
    entry: int
    about: str
    called_at: datetime
    game: UUID | None = None
    seen: int | None = None
    stopped: bool = False
    words: UUID | None = None
    answers: tuple[tuple[datetime, str], ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class TournamentFold:
    """Everything about a tournament after some of its events.

    Args:
        version: events folded; all of them are public once it is announced, so it is the public version too.
        roles: `owner`, `arbiter` or `helper` by player.
        entries: by number.
        order: the entries by pairing number, once it has started.
        failed: why the round to come could not be paired, or "".
    """

    terms: Terms
    created_at: datetime
    changed_at: datetime
    version: int
    status: Status = Status.DRAFT
    roles: Mapping[UUID, str] = field(default_factory=dict)
    invited: frozenset[UUID] = frozenset()
    forbidden: frozenset[frozenset[int]] = frozenset()
    entries: Mapping[int, Entry] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    red_first: bool = True
    lot: int = 0
    planned: int = 0
    rounds: tuple[Round, ...] = ()
    calls: tuple[Call, ...] = ()
    failed: str = ""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    clocks_paused: bool = False
