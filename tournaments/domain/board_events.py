"""The events of tournaments that belong to one board: its games and results, the time that its players agree, and the
arbiter whom they call. See `tournaments.domain.events`, which has all events.
"""

from __future__ import annotations

from dataclasses import dataclass

from eventlog.field_types import HexHash, Id, Slug
from eventlog.registry import event
from tournaments.domain.event_parts import AtBoard, OfSide, OnGame, Reasoned

# -- games ----------------------------------------------------------------------------------------


@event("board-started", version=1)
@dataclass(frozen=True, slots=True)
class BoardStarted(AtBoard):
    """The players of a board are both there, and its game begins."""

    game: Id


@event("leg-added", version=1)
@dataclass(frozen=True, slots=True)
class LegAdded(AtBoard):
    """The next game of a match (knockout, best of several).

    Args:
        leg: from 2.
        red, blue: entries.
        game: its id, or None across real boards.
    """

    leg: int
    red: int
    blue: int
    game: Id | None = None


@event("result-recorded-on-board", version=1)
@dataclass(frozen=True, slots=True)
class ResultRecordedOnBoard(OnGame, Reasoned):
    """A game of a round is decided.

    `source`: `game` (taken over from the log of the game), `arbiter`, `players` (both said so), `forfeit` (nobody or
    only one came).
    """

    source: Slug


@event("result-corrected", version=1)
@dataclass(frozen=True, slots=True)
class ResultCorrected(OnGame, Reasoned):
    """An arbiter changes a result that stood; or it follows the moderators, who changed that of the game, and `penalty`
    says because of which. Standings follow; pairings that were made stay.
    """

    penalty: Id | None = None


@event("result-claimed", version=1)
@dataclass(frozen=True, slots=True)
class ResultClaimed(OnGame):
    """One side of a real board says how the game ended; it stands when the other side says the same."""

    entry: int


@event("record-attached", version=1)
@dataclass(frozen=True, slots=True)
class RecordAttached(AtBoard):
    """The record of a game that was played across a real board is there: `game` is the imported game."""

    leg: int
    game: Id


@event("board-relayed", version=1)
@dataclass(frozen=True, slots=True)
class BoardRelayed(AtBoard):
    """The moves of a real board are entered in `game` from here on; its end is proposed as the result, and counts when
    the players or the staff say so. An earlier relay of the same game is over."""

    leg: int
    game: Id


# -- agreeing a time ------------------------------------------------------------------------------


@event("time-proposed", version=1)
@dataclass(frozen=True, slots=True)
class TimeProposed(OfSide):
    """An entry proposes times for its game, in microseconds since the epoch, instead of earlier ones.

    `words`: the id of what it writes to the other side, and the salted hash of that.
    """

    slots: tuple[int, ...]
    words: Id | None = None
    words_hash: HexHash | None = None


@event("time-agreed", version=1)
@dataclass(frozen=True, slots=True)
class TimeAgreed(OfSide):
    """An entry accepts a time that the other one proposed."""

    slot: int


@event("time-refused", version=1)
@dataclass(frozen=True, slots=True)
class TimeRefused(OfSide):
    """An entry can at none of the times proposed, or takes back a time that was agreed; 0: an arbiter takes it back."""


@event("presence-shown", version=1)
@dataclass(frozen=True, slots=True)
class PresenceShown(OfSide):
    """An entry is at its board and ready to begin."""


# -- arbiters -------------------------------------------------------------------------------------


@event("arbiter-called", version=1)
@dataclass(frozen=True, slots=True)
class ArbiterCalled:
    """A player calls an arbiter to a game.

    Args:
        call: its number, from 1.
        game: the game, or None across a real board.
        entry: who calls; 0 if an arbiter takes the board up without a call.
        seen: the public version of the game at the call.
        about: why, a slug of `arbiting.ABOUT`.
        stopped: the clocks were stopped.
        words: the id of what the player wrote.
    """

    call: int
    round: int
    board: int
    entry: int
    about: Slug
    game: Id | None = None
    seen: int | None = None
    stopped: bool = False
    words: Id | None = None
    words_hash: HexHash | None = None


@event("call-answered", version=1)
@dataclass(frozen=True, slots=True)
class CallAnswered(Reasoned):
    """An arbiter answers a call.

    Args:
        arbiter: the player.
        ruling: a slug of `arbiting.RULINGS`: `answered`, `time-given`, `result`, `forfeit`, `resumed`, `dismissed` …
        amount: for `time-given`, seconds.
        entry: for `time-given`, who gets them.
    """

    call: int
    arbiter: Id
    ruling: Slug
    amount: int | None = None
    entry: int | None = None


BoardEvent = (
    BoardStarted
    | LegAdded
    | ResultRecordedOnBoard
    | ResultCorrected
    | ResultClaimed
    | RecordAttached
    | BoardRelayed
    | TimeProposed
    | TimeAgreed
    | TimeRefused
    | PresenceShown
    | ArbiterCalled
    | CallAnswered
)
