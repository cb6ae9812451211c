"""The events of tournaments: what organisers, arbiters and players decided, and what the service did by itself.

They hold ids, slugs and numbers only. Names and descriptions are in `Announcement`, reasons in `Text`: rows that can be
erased; an event has the id of such a row and a salted hash of its text. What follows from other events (points, places,
who is next) is in none. Those of one board are in `tournaments.domain.board_events`.

An entry is who takes part: a player, or two partners in the variants of four. It has a number by order of entering that
never changes. Pairing numbers are given at the start (`TournamentStarted.order`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_args

from eventlog import registry
from eventlog.field_types import Id, Slug
from eventlog.registry import event
from tournaments.domain.board_events import (
    ArbiterCalled,
    BoardEvent,
    BoardRelayed,
    BoardStarted,
    CallAnswered,
    LegAdded,
    PresenceShown,
    RecordAttached,
    ResultClaimed,
    ResultCorrected,
    ResultRecordedOnBoard,
    TimeAgreed,
    TimeProposed,
    TimeRefused,
)
from tournaments.domain.event_parts import Reasoned, WithPrizes, WithTerms
from tournaments.domain.ladder_events import (
    ChallengeAnswered,
    ChallengeMade,
    EntryFell,
    LadderEvent,
    LadderPaused,
    MovesRecorded,
)
from tournaments.domain.team_events import LineupFixed, LineupSealed, LineupsOpened, RosterChanged, TeamEvent

__all__ = [
    "ArbiterCalled",
    "BoardRelayed",
    "BoardStarted",
    "BoardsAdded",
    "ByeCancelled",
    "ByeRequested",
    "CallAnswered",
    "ChallengeAnswered",
    "ChallengeMade",
    "CheckedIn",
    "EntryAdmitted",
    "EntryDescribed",
    "EntryExpelled",
    "EntryFell",
    "EntryReturned",
    "EntryWithdrawn",
    "ExpulsionReversed",
    "FirstColourSet",
    "LadderPaused",
    "LegAdded",
    "LineupFixed",
    "LineupSealed",
    "LineupsOpened",
    "MatchesPairedAnew",
    "MatchesTakenBack",
    "MovesRecorded",
    "PairAllowed",
    "PairForbidden",
    "PairingFailed",
    "PlayerEntered",
    "PlayerIdentified",
    "PlayerInvited",
    "PlayerUninvited",
    "PresenceShown",
    "PrizesSet",
    "RankingCorrected",
    "RecordAttached",
    "ResultClaimed",
    "ResultCorrected",
    "ResultRecordedOnBoard",
    "RoleGiven",
    "RoleTaken",
    "RosterChanged",
    "RoundBegun",
    "RoundExtended",
    "RoundFinished",
    "RoundPaired",
    "RoundPublished",
    "RoundTakenBack",
    "RoundUnpaired",
    "SeedsSet",
    "TermsChanged",
    "TieDecided",
    "TimeAgreed",
    "TimeProposed",
    "TimeRefused",
    "TournamentAnnounced",
    "TournamentCancelled",
    "TournamentCreated",
    "TournamentDescribed",
    "TournamentEvent",
    "TournamentFinished",
    "TournamentPaused",
    "TournamentResumed",
    "TournamentStarted",
    "VirtualPointsSet",
    "check_covered",
]

# -- organising -----------------------------------------------------------------------------------


@event("tournament-created", version=1)
@dataclass(frozen=True, slots=True)
class TournamentCreated(WithTerms):
    """Somebody begins to prepare a tournament. Nobody but the staff sees it until it is announced.

    Args:
        owner: the player who organises it.
        imported: it comes from a report file.
    """

    owner: Id
    imported: bool = False


@event("terms-changed", version=1)
@dataclass(frozen=True, slots=True)
class TermsChanged(WithTerms, Reasoned):
    """The terms are now these; what is the same is told again."""


@event("tournament-described", version=1)
@dataclass(frozen=True, slots=True)
class TournamentDescribed:
    """It presents itself in other words, which the log does not hold.

    Args:
        parts: which: `name`, `description`, `place`, `zone`, `code`.
    """

    parts: tuple[Slug, ...]


@event("prizes-set", version=1)
@dataclass(frozen=True, slots=True)
class PrizesSet(WithPrizes, Reasoned):
    """These are the prizes from now on. Without any there are none."""


@event("tournament-announced", version=1)
@dataclass(frozen=True, slots=True)
class TournamentAnnounced:
    """Everybody may see it, and entries are taken."""


@event("tournament-cancelled", version=1)
@dataclass(frozen=True, slots=True)
class TournamentCancelled(Reasoned):
    """It does not take place, or stops for good without places."""


@event("role-given", version=1)
@dataclass(frozen=True, slots=True)
class RoleGiven:
    """A player becomes `owner`, `arbiter` or `helper`, instead of any role held before."""

    player: Id
    role: Slug


@event("role-taken", version=1)
@dataclass(frozen=True, slots=True)
class RoleTaken:
    player: Id


@event("player-invited", version=1)
@dataclass(frozen=True, slots=True)
class PlayerInvited:
    """A player may enter a tournament by invitation.

    Attributes:
        bot: invited as a bot; None for a person. Who becomes a bot after that is invited no more.
    """

    player: Id
    bot: bool | None = None


@event("player-uninvited", version=1)
@dataclass(frozen=True, slots=True)
class PlayerUninvited:
    """An invitation is taken back."""

    player: Id


@event("pair-forbidden", version=1)
@dataclass(frozen=True, slots=True)
class PairForbidden(Reasoned):
    """Two entries must not meet: family, club mates."""

    one: int
    other: int


@event("pair-allowed", version=1)
@dataclass(frozen=True, slots=True)
class PairAllowed(Reasoned):
    """Two entries that must not meet may meet after all."""

    one: int
    other: int


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


@event("player-identified", version=1)
@dataclass(frozen=True, slots=True)
class PlayerIdentified:
    """A place of an entry is that of another player: a member who was named by a file or by the staff has agreed, or
    takes that back; the staff has made two rows of one person one, or has found that a name is not the member's.

    Args:
        entry: its number.
        partner: the place in the pair, 0 for who enters alone.
        player: whose it is from now on.
    """

    entry: int
    partner: int
    player: Id


@event("entry-described", version=1)
@dataclass(frozen=True, slots=True)
class EntryDescribed:
    """What is told of the people of an entry is corrected, in rows that the log does not hold.

    Args:
        entry: its number.
        rating: for the ranking, from now on; left out if it stays.
    """

    entry: int
    rating: int | None = None


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
class EntryWithdrawn(Reasoned):
    """An entry is not to be paired any more, or leaves before the start. `missing`: it did not check in or appear."""

    entry: int
    missing: bool = False


@event("entry-returned", version=1)
@dataclass(frozen=True, slots=True)
class EntryReturned:
    """A withdrawn entry plays again, from the next round that is paired."""

    entry: int


@event("entry-expelled", version=1)
@dataclass(frozen=True, slots=True)
class EntryExpelled(Reasoned):
    """An arbiter excludes an entry; it cannot return by itself."""

    entry: int


@event("expulsion-reversed", version=1)
@dataclass(frozen=True, slots=True)
class ExpulsionReversed(Reasoned):
    """An arbiter takes an expulsion back. The entry is withdrawn then; that it plays again is an event of its own."""

    entry: int


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


@event("first-colour-set", version=1)
@dataclass(frozen=True, slots=True)
class FirstColourSet:
    """The colour of the highest player in the first round is settled, as a file says, and not drawn at the start.

    Args:
        red: it is red.
    """

    red: bool


@event("virtual-points-set", version=1)
@dataclass(frozen=True, slots=True)
class VirtualPointsSet:
    """Entries are paired with virtual points, as a file says; nobody else is.

    Args:
        entries: their numbers.
        points: of each of them in the rounds from the first one on, in tenths.
    """

    entries: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]


# -- rounds ---------------------------------------------------------------------------------------


@event("tournament-started", version=1)
@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """Play begins.

    Args:
        order: the entries by pairing number.
        red_first: the colour of the highest player in the first round is red; drawn by lot (C.04.1), unless it was set.
        lot: 32 bits of chance, for a seeding or a decision by lot later on.
        rounds: how many rounds there will be.
        ratings: of these entries at the start, in the same order; None: as when they entered.
        at: when it was, of an imported event that says so; microseconds since the epoch.
        approved: the operator had approved the organiser for rated events; None if not.
    """

    order: tuple[int, ...]
    red_first: bool
    lot: int
    rounds: int
    ratings: tuple[int, ...] | None = None
    at: int | None = None
    approved: bool | None = None


@event("ranking-corrected", version=1)
@dataclass(frozen=True, slots=True)
class RankingCorrected:
    """The ratings of the start are corrected, and the ranking with them while no round is paired.

    Args:
        order: the entries by pairing number from now on; the same as before once a round is paired.
        ratings: of these entries, in the same order.
    """

    order: tuple[int, ...]
    ratings: tuple[int, ...]


@event("round-paired", version=1)
@dataclass(frozen=True, slots=True)
class RoundPaired(Reasoned):
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
        hidden: nobody but the staff sees it before it is published (`RoundPublished`); None: everybody does at once.
        play_off: those play who are level for the last place that goes on to the next stage; None: it is none.
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
    hidden: bool | None = None
    play_off: bool | None = None


@event("tie-decided", version=1)
@dataclass(frozen=True, slots=True)
class TieDecided(Reasoned):
    """It is settled who goes on of entries that are level for the last place that does.

    Args:
        entries: all who are level.
        through: those of them who go on.
        why: by `lot`, a `match` elsewhere, because they `agreed`, by the `rules` of the event, or by `tie-breaks`.
    """

    entries: tuple[int, ...]
    through: tuple[int, ...]
    why: Slug


@event("round-published", version=1)
@dataclass(frozen=True, slots=True)
class RoundPublished:
    """The pairing of a round, hidden so far, is shown to everybody."""

    round: int


@event("pairing-failed", version=1)
@dataclass(frozen=True, slots=True)
class PairingFailed:
    """The engine found no pairing of a round. `code` says why; the arbiter is asked."""

    round: int
    code: Slug


@event("round-unpaired", version=1)
@dataclass(frozen=True, slots=True)
class RoundUnpaired(Reasoned):
    """The pairing of a round that has not begun is taken back."""

    round: int


@event("round-begun", version=1)
@dataclass(frozen=True, slots=True)
class RoundBegun:
    """Play begins in a round.

    Args:
        games: the game of each board, of teams of each board of each match; None where it begins later or is played
            across a real board.
        deadline: the hard end of the round in microseconds since the epoch, or None.
        at: when it was, of an imported event that says so.
    """

    round: int
    games: tuple[Id | None, ...]
    deadline: int | None = None
    at: int | None = None


@event("round-taken-back", version=1)
@dataclass(frozen=True, slots=True)
class RoundTakenBack(Reasoned):
    """The last round, which has begun, is taken back with all that was played in it."""

    round: int


@event("matches-taken-back", version=1)
@dataclass(frozen=True, slots=True)
class MatchesTakenBack(Reasoned):
    """Some matches of the last round of a knockout are taken back: who goes on to them is to be another one. The others
    go on. `boards`: their numbers."""

    round: int
    boards: tuple[int, ...]


@event("matches-paired-anew", version=1)
@dataclass(frozen=True, slots=True)
class MatchesPairedAnew:
    """Matches that were taken back are paired anew, and begin.

    Args:
        boards: their numbers.
        red, blue: the entries of each.
        games: the game of each, or None where it begins later or is played across a real board.
        deadline: the hard end of the round from now on, in microseconds since the epoch, or None.
    """

    round: int
    boards: tuple[int, ...]
    red: tuple[int, ...]
    blue: tuple[int, ...]
    games: tuple[Id | None, ...]
    deadline: int | None = None


@event("boards-added", version=1)
@dataclass(frozen=True, slots=True)
class BoardsAdded:
    """The round that is played grows: those who waited play.

    Args:
        red, blue: the entries of each board; the boards have the numbers after the last one.
        games: the game of each.
        numbered: the entries that came late and get the next pairing numbers, in this order; None: nobody.
    """

    round: int
    red: tuple[int, ...]
    blue: tuple[int, ...]
    games: tuple[Id, ...]
    numbered: tuple[int, ...] | None = None


@event("round-extended", version=1)
@dataclass(frozen=True, slots=True)
class RoundExtended(Reasoned):
    """A round has until `deadline`, in microseconds since the epoch."""

    round: int
    deadline: int


@event("round-finished", version=1)
@dataclass(frozen=True, slots=True)
class RoundFinished:
    """Every game of the round is decided."""

    round: int


# -- the whole ------------------------------------------------------------------------------------


@event("tournament-paused", version=1)
@dataclass(frozen=True, slots=True)
class TournamentPaused(Reasoned):
    """Nothing is paired or forfeited until it is resumed. `clocks`: the clocks of its games stand still as well."""

    clocks: bool = False


@event("tournament-resumed", version=1)
@dataclass(frozen=True, slots=True)
class TournamentResumed:
    """It goes on."""


@event("tournament-finished", version=1)
@dataclass(frozen=True, slots=True)
class TournamentFinished(Reasoned):
    """The last round is over, or an arbiter ends it early. The places follow from the results.

    `at`: when it was, of an imported event that says so.
    """

    at: int | None = None


TournamentEvent = (
    TournamentCreated
    | TermsChanged
    | TieDecided
    | TournamentDescribed
    | PrizesSet
    | TournamentAnnounced
    | TournamentCancelled
    | RoleGiven
    | RoleTaken
    | PlayerInvited
    | PlayerUninvited
    | PairForbidden
    | PairAllowed
    | PlayerEntered
    | PlayerIdentified
    | EntryDescribed
    | EntryAdmitted
    | CheckedIn
    | EntryWithdrawn
    | EntryReturned
    | EntryExpelled
    | ExpulsionReversed
    | ByeRequested
    | ByeCancelled
    | SeedsSet
    | FirstColourSet
    | VirtualPointsSet
    | TournamentStarted
    | RankingCorrected
    | RoundPaired
    | RoundPublished
    | PairingFailed
    | RoundUnpaired
    | RoundBegun
    | RoundTakenBack
    | MatchesTakenBack
    | MatchesPairedAnew
    | BoardsAdded
    | RoundExtended
    | RoundFinished
    | TournamentPaused
    | TournamentResumed
    | TournamentFinished
    | BoardEvent
    | TeamEvent
    | LadderEvent
)


def check_covered(what: str, covered: Iterable[type[Any]]) -> None:
    """As `eventlog.registry.check_covered`, for the events of tournaments."""
    registry.check_covered(f"tournaments: {what}", get_args(TournamentEvent), covered)
