"""The events of tournaments: what organisers, arbiters and players decided, and what the service did by itself.

They hold ids, slugs and numbers only. Names and descriptions are in `Announcement`, reasons in `Text`: rows that can be
erased; an event has the id of such a row and a salted hash of its text. What follows from other events (points, places,
who is next) is in none.

An entry is who takes part: a player, or two partners in the variants of four. It has a number by order of entering that
never changes. Pairing numbers are given at the start (`TournamentStarted.order`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.eventlog.kinds import HexHash, Id, Slug
from games.eventlog.registry import event

__all__ = [
    "ArbiterCalled",
    "BoardStarted",
    "ByeCancelled",
    "ByeRequested",
    "CallAnswered",
    "CheckedIn",
    "EntryAdmitted",
    "EntryExpelled",
    "EntryReturned",
    "EntryWithdrawn",
    "Flat",
    "LegAdded",
    "PairAllowed",
    "PairForbidden",
    "PairingFailed",
    "PlayerEntered",
    "PlayerInvited",
    "PlayerUninvited",
    "PresenceShown",
    "RecordAttached",
    "ResultClaimed",
    "ResultCorrected",
    "ResultRecorded",
    "RoleGiven",
    "RoleTaken",
    "RoundBegun",
    "RoundExtended",
    "RoundFinished",
    "RoundPaired",
    "RoundUnpaired",
    "SeedsSet",
    "TermsChanged",
    "TimeAgreed",
    "TimeProposed",
    "TimeRefused",
    "TournamentAnnounced",
    "TournamentCancelled",
    "TournamentCreated",
    "TournamentEvent",
    "TournamentFinished",
    "TournamentPaused",
    "TournamentResumed",
    "TournamentStarted",
]

Flat = int | bool | Slug | None

# -- organising -----------------------------------------------------------------------------------


@event("tournament-created", version=1)
@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """Somebody begins to prepare a tournament. Nobody but the staff sees it until it is announced.

    Args:
        owner: the player who organises it.
        terms: what has one value each (`tournaments.domain.terms.Terms`).
        options: those of the games, as in GameCreated.
        scoring: what results are worth, in tenths.
        tiebreaks: slugs, the first to be looked at first.
        calendar: the time at which each round begins, in microseconds since the epoch; empty if rounds follow one
            another.
        time: the time control of the games; None across real boards.
        imported: it comes from a report file.
    """

    owner: Id
    terms: Mapping[Slug, Flat]
    options: Mapping[Slug, Flat]
    scoring: Mapping[Slug, int]
    tiebreaks: tuple[Slug, ...]
    calendar: tuple[int, ...]
    time: Mapping[Slug, int | bool | Slug] | None = None
    imported: bool = False


@event("terms-changed", version=1)
@dataclass(frozen=True, slots=True)
class TermsChanged:
    """The terms are now these; what is the same is told again. `reason` is the id of a text."""

    terms: Mapping[Slug, Flat]
    options: Mapping[Slug, Flat]
    scoring: Mapping[Slug, int]
    tiebreaks: tuple[Slug, ...]
    calendar: tuple[int, ...]
    time: Mapping[Slug, int | bool | Slug] | None = None
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("tournament-announced", version=1)
@dataclass(frozen=True, slots=True)
class TournamentAnnounced:
    """Everybody may see it, and entries are taken."""


@event("tournament-cancelled", version=1)
@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    """It does not take place, or stops for good without places."""

    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("role-given", version=1)
@dataclass(frozen=True, slots=True)
class RoleGiven:
    """A player becomes `owner`, `arbiter` or `helper`, instead of any role held before."""

    player: Id
    role: Slug


@event("role-taken", version=1)
@dataclass(frozen=True, slots=True)
class RoleTaken:
    """A player has no role any more."""

    player: Id


@event("player-invited", version=1)
@dataclass(frozen=True, slots=True)
class PlayerInvited:
    """A player may enter a tournament by invitation."""

    player: Id


@event("player-uninvited", version=1)
@dataclass(frozen=True, slots=True)
class PlayerUninvited:
    """An invitation is taken back."""

    player: Id


@event("pair-forbidden", version=1)
@dataclass(frozen=True, slots=True)
class PairForbidden:
    """Two entries must not meet: family, club mates."""

    one: int
    other: int
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("pair-allowed", version=1)
@dataclass(frozen=True, slots=True)
class PairAllowed:
    """Two entries that must not meet may meet after all."""

    one: int
    other: int
    reason: Id | None = None
    reason_hash: HexHash | None = None


# -- entries --------------------------------------------------------------------------------------


@event("player-entered", version=1)
@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """Somebody takes part.

    Args:
        entry: its number, one more than the last one's.
        players: one, or two partners.
        rating: for the initial ranking; 0 for none.
        waiting: the tournament is full, and this entry is on the waiting list.
    """

    entry: int
    players: tuple[Id, ...]
    rating: int
    waiting: bool = False


@event("entry-admitted", version=1)
@dataclass(frozen=True, slots=True)
class EntryAdmitted:
    """An entry moves up from the waiting list."""

    entry: int


@event("checked-in", version=1)
@dataclass(frozen=True, slots=True)
class CheckedIn:
    """An entry is present and will play."""

    entry: int


@event("entry-withdrawn", version=1)
@dataclass(frozen=True, slots=True)
class EntryWithdrawn:
    """An entry is not to be paired any more, or leaves before the start. `missing`: it did not check in or appear."""

    entry: int
    missing: bool = False
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("entry-returned", version=1)
@dataclass(frozen=True, slots=True)
class EntryReturned:
    """A withdrawn entry plays again, from the next round that is paired."""

    entry: int


@event("entry-expelled", version=1)
@dataclass(frozen=True, slots=True)
class EntryExpelled:
    """An arbiter excludes an entry; it cannot return by itself."""

    entry: int
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("bye-requested", version=1)
@dataclass(frozen=True, slots=True)
class ByeRequested:
    """An entry will not play a round. `kind` is `half`, `full` or `zero`; a full one is an arbiter's to give."""

    entry: int
    round: int
    kind: Slug


@event("bye-cancelled", version=1)
@dataclass(frozen=True, slots=True)
class ByeCancelled:
    """An entry plays the round after all."""

    entry: int
    round: int


@event("seeds-set", version=1)
@dataclass(frozen=True, slots=True)
class SeedsSet:
    """The initial ranking by hand: entries, the highest first. Who is missing follows by rating."""

    order: tuple[int, ...]


# -- rounds ---------------------------------------------------------------------------------------


@event("tournament-started", version=1)
@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """Play begins.

    Args:
        order: the entries by pairing number.
        red_first: the colour of the highest player in the first round is red; drawn by lot (C.04.1).
        lot: 32 bits of chance, for a seeding or a decision by lot later on.
        rounds: how many rounds there will be.
        ratings: of these entries at the start, in the same order; None: as when they entered.
        at: when it was, of an imported event that says so; microseconds since the epoch.
    """

    order: tuple[int, ...]
    red_first: bool
    lot: int
    rounds: int
    ratings: tuple[int, ...] | None = None
    at: int | None = None


@event("round-paired", version=1)
@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round is paired; until it begins this can be undone.

    Args:
        round: from 1.
        red, blue: the entries of each board, the first board first; 0 in `blue` where the other has a bye.
        byes: for each entry that is present and not on a board, its number and the letter of its mark as a slug
            (`pairing-bye`, `half-bye`, `full-bye`, `absent`).
        order: the entries by pairing number from now on; who came late has its place.
        seen: the version of the tournament that this was computed from.
        by_hand: an arbiter changed what the engine said.
        engine_red, engine_blue: what the engine said, if it was changed.
    """

    round: int
    red: tuple[int, ...]
    blue: tuple[int, ...]
    order: tuple[int, ...]
    seen: int
    bye_entries: tuple[int, ...] = ()
    bye_kinds: tuple[Slug, ...] = ()
    by_hand: bool = False
    engine_red: tuple[int, ...] | None = None
    engine_blue: tuple[int, ...] | None = None
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("pairing-failed", version=1)
@dataclass(frozen=True, slots=True)
class PairingFailed:
    """The engine found no pairing of a round. `code` says why; the arbiter is asked."""

    round: int
    code: Slug


@event("round-unpaired", version=1)
@dataclass(frozen=True, slots=True)
class RoundUnpaired:
    """The pairing of a round that has not begun is taken back."""

    round: int
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("round-begun", version=1)
@dataclass(frozen=True, slots=True)
class RoundBegun:
    """Play begins in a round.

    Args:
        games: the game of each board, or None where it begins later or is played across a real board.
        deadline: the hard end of the round in microseconds since the epoch, or None.
        at: when it was, of an imported event that says so.
    """

    round: int
    games: tuple[Id | None, ...]
    deadline: int | None = None
    at: int | None = None


@event("board-started", version=1)
@dataclass(frozen=True, slots=True)
class BoardStarted:
    """The players of a board are both there, and its game begins."""

    round: int
    board: int
    game: Id


@event("leg-added", version=1)
@dataclass(frozen=True, slots=True)
class LegAdded:
    """The next game of a match (knockout, best of several).

    Args:
        leg: from 2.
        red, blue: entries.
        game: its id, or None across real boards.
    """

    round: int
    board: int
    leg: int
    red: int
    blue: int
    game: Id | None = None


@event("result-recorded-on-board", version=1)
@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """A game of a round is decided.

    Args:
        board, leg: from 1.
        red, blue: marks as slugs (`win draw loss forfeit-win forfeit-loss`).
        source: `game` (taken over from the log of the game), `arbiter`, `players` (both said so), `forfeit` (nobody or
            only one came).
    """

    round: int
    board: int
    leg: int
    red: Slug
    blue: Slug
    source: Slug
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("result-corrected", version=1)
@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """An arbiter changes a result that stood. Standings follow; pairings that were made stay."""

    round: int
    board: int
    leg: int
    red: Slug
    blue: Slug
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("result-claimed", version=1)
@dataclass(frozen=True, slots=True)
class ResultClaimed:
    """One side of a real board says how the game ended; it stands when the other side says the same."""

    round: int
    board: int
    leg: int
    entry: int
    red: Slug
    blue: Slug


@event("round-extended", version=1)
@dataclass(frozen=True, slots=True)
class RoundExtended:
    """A round has until `deadline`, in microseconds since the epoch."""

    round: int
    deadline: int
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("record-attached", version=1)
@dataclass(frozen=True, slots=True)
class RecordAttached:
    """The record of a game that was played across a real board is there: `game` is the imported game."""

    round: int
    board: int
    leg: int
    game: Id


@event("round-finished", version=1)
@dataclass(frozen=True, slots=True)
class RoundFinished:
    """Every game of the round is decided."""

    round: int


# -- agreeing a time ------------------------------------------------------------------------------


@event("time-proposed", version=1)
@dataclass(frozen=True, slots=True)
class TimeProposed:
    """An entry proposes times for its game, in microseconds since the epoch, instead of earlier ones."""

    round: int
    board: int
    entry: int
    slots: tuple[int, ...]


@event("time-agreed", version=1)
@dataclass(frozen=True, slots=True)
class TimeAgreed:
    """An entry accepts a time that the other one proposed."""

    round: int
    board: int
    entry: int
    slot: int


@event("time-refused", version=1)
@dataclass(frozen=True, slots=True)
class TimeRefused:
    """An entry can at none of the times proposed, or takes back a time that was agreed."""

    round: int
    board: int
    entry: int


@event("presence-shown", version=1)
@dataclass(frozen=True, slots=True)
class PresenceShown:
    """An entry is at its board and ready to begin."""

    round: int
    board: int
    entry: int


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
class CallAnswered:
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
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("tournament-paused", version=1)
@dataclass(frozen=True, slots=True)
class TournamentPaused:
    """Nothing is paired or forfeited until it is resumed. `clocks`: the clocks of its games stand still as well."""

    clocks: bool = False
    reason: Id | None = None
    reason_hash: HexHash | None = None


@event("tournament-resumed", version=1)
@dataclass(frozen=True, slots=True)
class TournamentResumed:
    """It goes on."""


@event("tournament-finished", version=1)
@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """The last round is over, or an arbiter ends it early. The places follow from the results.

    `at`: when it was, of an imported event that says so.
    """

    reason: Id | None = None
    reason_hash: HexHash | None = None
    at: int | None = None


TournamentEvent = (
    TournamentCreated
    | TermsChanged
    | TournamentAnnounced
    | TournamentCancelled
    | RoleGiven
    | RoleTaken
    | PlayerInvited
    | PlayerUninvited
    | PairForbidden
    | PairAllowed
    | PlayerEntered
    | EntryAdmitted
    | CheckedIn
    | EntryWithdrawn
    | EntryReturned
    | EntryExpelled
    | ByeRequested
    | ByeCancelled
    | SeedsSet
    | TournamentStarted
    | RoundPaired
    | PairingFailed
    | RoundUnpaired
    | RoundBegun
    | BoardStarted
    | LegAdded
    | ResultRecorded
    | ResultCorrected
    | ResultClaimed
    | RecordAttached
    | RoundExtended
    | RoundFinished
    | TimeProposed
    | TimeAgreed
    | TimeRefused
    | PresenceShown
    | ArbiterCalled
    | CallAnswered
    | TournamentPaused
    | TournamentResumed
    | TournamentFinished
)
