"""The events of games: decisions, and nothing that replay can derive.

They hold ids, slugs and squares only; no names and no free text.

The public version of a game counts its public events, those that every viewer can see happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Flag, auto
from typing import Any, TypeVar, get_args
from uuid import UUID

from eventlog import registry
from eventlog.field_types import HexHash, Id, Nonce, Salt, Slug
from eventlog.registry import event, upcaster
from eventlog.sources import new_nonce
from games.domain.field_types import Cards, Placement, TurnText


class Trait(Flag):
    """What an event means to the game, for code that does not know each event."""

    NONE = 0
    ENDS = auto()
    """A game can be over by it."""
    COUNTS = auto()
    """An end by it can change ratings."""
    CALLS_OFF = auto()
    """The game is called off by it: nobody has won or lost."""
    AFTERWARDS = auto()
    """It may come once the game is over, and does not end it again."""
    RULES = auto()
    """The moderators decide by it what the result of a game that is over counts as."""


_TRAITS: dict[type[Any], tuple[str, Trait]] = {}

E = TypeVar("E")


def game_event(name: str, *, version: int, traits: Trait) -> Callable[[type[E]], type[E]]:
    """Registers a type of event of games.

    Args:
        name, version: as `eventlog.registry.event` has them.
        traits: what it means to the game. `NONE` is said too, so that a new event is thought about.
    """

    def register(cls: type[E]) -> type[E]:
        made = event(name, version=version)(cls)
        _TRAITS[made] = name, traits
        return made

    return register


def events_with(trait: Trait) -> tuple[type[Any], ...]:
    """The types of events that have a trait, in the order in which they are defined here."""
    return tuple(cls for cls, (_name, traits) in _TRAITS.items() if trait in traits)


def names_with(trait: Trait) -> frozenset[str]:
    return frozenset(name for name, traits in _TRAITS.values() if trait in traits)


def check_covered(what: str, covered: Iterable[type[Any]]) -> None:
    """As `eventlog.registry.check_covered`, for the events of games.

    Args:
        what, covered: see there.
    """
    registry.check_covered(f"games: {what}", _TRAITS, covered)


@game_event("game-created", version=4, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game is to be played, or comes from a record.

    Args:
        variant: slug of the rule book.
        options: `repetition`, `no_attack_limit`, `free_setup`, `spotter` and `memory`, as JSON values; a missing one
            has its default.
        seats: for each seat's slug the id of its player, or None where a record names nobody.
        reveal: when everything is opened: `end`, `round`, `event`, `delay` or `never` (RULES section 9).
        reveal_after: seconds from the end, for `delay`.
        source: `play`, `import`, or `whatif`: it is played on from another game's position, and never rated.
        time: the time control (`TimeControl.value`), or None where nobody's time runs.
        rated: it counts for the players' ratings.
        notes: the players may keep notes and guesses about it.
        tournament: the stream of the tournament that it belongs to, or None.
        round: the round there, from 1.
        spectators: `live`: anybody may watch it, as spectators see it; `delayed`: the same, so long behind;
            `ended`: nobody but its two sides sees anything of it before it is over.
        approved: the operator approved the organiser of its tournament for rated events, so that it counts for the
            ratings even if an arbiter decides it; None if not.
        edition: the edition of the rule book of the game; None for the first one.
        delay: how many seconds spectators are behind, for `delayed`; or
        delay_plies: how many plies.
        origin, origin_ply: of a `whatif`, the game from which it is played on, and after how many plies; these it has
            as its own first plies.
        origin_hash: the hash of that game's log at that ply.
        origin_view: the seat whose view it was played on from: what was hidden from it is drawn. None for the truth.
        ladders: of a rated game with bots, for each seat's slug what it counts for: `people`, `bots`, or `none` for a
            person who wishes so of such games. It is asked once, here. None: it counts for all of them, among people.
        relayed: it is played across a real board, and its moves are entered here; never rated. None if not.
    """

    variant: Slug
    options: Mapping[Slug, int | bool | Slug | None]
    seats: Mapping[Slug, Id | None]
    reveal: Slug = "end"
    reveal_after: int | None = None
    source: Slug = "play"
    time: Mapping[Slug, int | bool | Slug] | None = None
    rated: bool = False
    notes: bool = True
    tournament: Id | None = None
    round: int | None = None
    spectators: Slug = "live"
    approved: bool | None = None
    edition: int | None = None
    delay: int | None = None
    delay_plies: int | None = None
    origin: Id | None = None
    origin_ply: int | None = None
    origin_hash: HexHash | None = None
    origin_view: Slug | None = None
    ladders: Mapping[Slug, Slug] | None = None
    relayed: bool | None = None


@upcaster("game-created", from_version=1)
def _created_2(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 knew no reveal but the one right after the end, and no imports."""
    return {**data, "reveal": "end", "reveal_after": None, "source": "play"}


@upcaster("game-created", from_version=2)
def _created_3(data: dict[str, Any]) -> dict[str, Any]:
    """Version 2 knew no clocks, no ratings, and nothing that forbids notes."""
    return {**data, "rated": False, "notes": True}


@upcaster("game-created", from_version=3)
def _created_4(data: dict[str, Any]) -> dict[str, Any]:
    """Version 3 knew no tournaments, and anybody could watch."""
    return {**data, "spectators": "live"}


@game_event("cards-dealt", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Chance shuffled each seat's deck, before the set-ups (RULES section 8, cards).

    Args:
        orders: for each seat's slug its deck, the top card first.
        seed: 32 random bytes in hex, from which these orders and those of all later shuffles follow; None for an
            imported record, which has the orders alone.
        nonce: salts the commitment to the seed, and keeps the event's hash from being guessed.

    In a game that is played on from another one (`GameCreated.origin`) these orders are that game's, as are those of
    shuffles in the plies that it has from there; the seed gives those that come later.
    """

    orders: Mapping[Slug, Cards] = field(repr=False)
    nonce: Nonce = field(repr=False)
    seed: Salt | None = field(default=None, repr=False)


@game_event("setup-made", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class SetupMade:
    """A seat's set-up.

    Args:
        nonce: 32 random bytes in hex; salts the commitment and keeps the event's hash from being guessed.
        seal: the form of the commitment (`games/domain/commitments.py`): `tree`, which opens piece by piece; None for
            the first form, which opens only as a whole.
    """

    seat: Slug
    placement: Placement = field(repr=False)
    nonce: Nonce = field(repr=False)
    seal: Slug | None = None


@game_event("turn-played", version=2, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A submission that begins a ply.

    Args:
        turn: in text notation; that of a shuffle with the order that chance gave. It may hold what not all may know,
            so it is not printed.
        at: the time a record gives, in microseconds since the epoch.
        nonce: 32 random bytes in hex, in rule books with secret turns: in every turn there, so that having one shows
            nothing.
    """

    turn: TurnText = field(repr=False)
    at: int | None = None
    nonce: Nonce | None = field(default=None, repr=False)


@upcaster("turn-played", from_version=1)
def _played_2(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 knew no rule book with secret turns."""
    return data


@game_event("choice-made", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A choice that the turn's battle had opened, part of the same ply. Its fields are as in TurnPlayed."""

    choice: TurnText = field(repr=False)
    at: int | None = None
    nonce: Nonce | None = field(default=None, repr=False)


def submitted(text: str, *, choice: bool, secret: bool, at: int | None = None) -> TurnPlayed | ChoiceMade:
    """The event of a submission.

    Args:
        text: in canonical notation, with the order of a shuffle.
        choice: it answers what a battle has opened.
        secret: the rule book has secret turns (`Variant.secret_turns`).
        at: the time a record gives, in microseconds since the epoch.
    """
    nonce = new_nonce() if secret else None
    return ChoiceMade(text, at, nonce) if choice else TurnPlayed(text, at, nonce)


@game_event("draw-offered", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class DrawOffered:
    """`seat` offers a draw. It is open until another seat declines it or plays on."""

    seat: Slug


@game_event("draw-declined", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """`seat` declines the draw that was offered."""

    seat: Slug


@game_event("draw-agreed", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """`seat` agrees to the draw. Once every seat has, the game is drawn."""

    seat: Slug


@game_event("takeback-offered", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class TakebackOffered:
    """`seat` wants its last turn to be taken back, with those that followed. It is open until the next turn."""

    seat: Slug


@game_event("takeback-declined", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class TakebackDeclined:
    """`seat` declines that, or no longer wants it."""

    seat: Slug


@game_event("takeback-agreed", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class TakebackAgreed:
    """`seat` agrees to it. Once every seat has, TurnsTakenBack follows."""

    seat: Slug


@game_event("turns-taken-back", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class TurnsTakenBack:
    """The last so many plies are taken back: the game stands as it stood before them. Each of them was a single
    TurnPlayed, which stays in the log."""

    plies: int


@game_event("resigned", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class Resigned:
    """`seat` gives up."""

    seat: Slug


@game_event("timed-out", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class TimedOut:
    """`seat` ran out of time.

    Args:
        excused: why the time-out is excused (`games/domain/excuses.py`); None if it is not.
    """

    seat: Slug
    excused: Slug | None = None


@game_event("absence-claimed", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class AbsenceClaimed:
    """`seat` was away from the board of a live game while it was its turn, and `by` claimed what that is worth: the win
    of its side, or a draw.

    Args:
        seat: who was away.
        by: a seat of the other side.
        seconds: for how long, as the service's record of presence had it.
        draw: the game is drawn.
    """

    seat: Slug
    by: Slug
    seconds: int
    draw: bool = False


@game_event("vacation-taken", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class VacationTaken:
    """`seat` is on vacation: its clock stops until `until`, in microseconds since the epoch, or until it is ended."""

    seat: Slug
    until: int


@game_event("vacation-ended", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class VacationEnded:
    """`seat` is back from its vacation before its time."""

    seat: Slug


@game_event("game-aborted", version=1, traits=Trait.ENDS | Trait.CALLS_OFF)
@dataclass(frozen=True, slots=True)
class GameAborted:
    """`seat` called the game off before the second ply. It counts nowhere."""

    seat: Slug


@game_event("game-cancelled", version=1, traits=Trait.ENDS | Trait.CALLS_OFF)
@dataclass(frozen=True, slots=True)
class GameCancelled:
    """The game was called off before play began, or later with its round of a tournament. It counts nowhere."""


@game_event("setups-forfeited", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class SetupsForfeited:
    """The time to set up is over, and these seats, which have not, lose the game.

    Args:
        excused: the reasons for excused seats; None if no seat is excused.
    """

    seats: tuple[Slug, ...]
    excused: Mapping[Slug, Slug] | None = None


@game_event("plies-exhausted", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class PliesExhausted:
    """The game has as many plies as a game with a clock may have, and is drawn."""


@game_event("game-time-ended", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class GameTimeEnded:
    """The time of the whole game is over, and it is drawn."""


@game_event("adjudicated", version=2, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class Adjudicated:
    """An arbiter decided. `winner` is a side, 0 red or 1 blue, or None for a draw, or if both sides lose."""

    winner: int | None = None
    both_lose: bool = False


@upcaster("adjudicated", from_version=1)
def _adjudicated_2(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 could not let both sides lose."""
    return {**data, "both_lose": False}


@game_event("game-forfeited", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class GameForfeited:
    """An arbiter decided that the sides of these seats lose, because somebody did not come or may not go on."""

    seats: tuple[Slug, ...]


@game_event("game-paused", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class GamePaused:
    """Nobody's time runs, and nobody plays on. `why` is a slug: `call`, `arbiter` or `tournament`; a game that is
    paused for several reasons resumes when the last of them has ended."""

    why: Slug


@game_event("game-resumed", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class GameResumed:
    """What the game was paused for is over."""

    why: Slug


@game_event("time-given", version=1, traits=Trait.NONE)
@dataclass(frozen=True, slots=True)
class TimeGiven:
    """`seat` has so many seconds more: by an arbiter, or because its time ran while the site was down.

    Args:
        outage: when the site was back, in microseconds since the epoch; None if an arbiter gave the time.
    """

    seat: Slug
    seconds: int
    outage: int | None = None


@game_event("arbiter-looked", version=1, traits=Trait.AFTERWARDS)
@dataclass(frozen=True, slots=True)
class ArbiterLooked:
    """An arbiter saw what both sides know of a paused game. Everybody who may see the game sees that."""

    arbiter: Id


@game_event("moderator-looked", version=1, traits=Trait.AFTERWARDS)
@dataclass(frozen=True, slots=True)
class ModeratorLooked:
    """A moderator opened, for a case, words that may reveal ranks of a game that is not revealed. Everybody who may see
    the game sees that.

    Args:
        what: `message`, or another kind of thing that players report; `talk`: all that was said at the table;
            `appeal`: what a player wrote to the moderators, by the id of the penalty; or `sides`: what both sides of
            the game, which is paused, know.
        target: the id of the thing, where it is one of several.
    """

    moderator: Id
    what: Slug
    target: Id | None = None


@game_event("result-recorded", version=1, traits=Trait.ENDS)
@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """The end that an imported record gives, where the board does not show one: an `End` and its winner."""

    kind: Slug
    winner: int | None = None


@game_event("end-published", version=1, traits=Trait.ENDS | Trait.COUNTS)
@dataclass(frozen=True, slots=True)
class EndPublished:
    """Spectators are behind (`GameCreated.delay`), and have come to the end of the game: from now on it is over for
    everybody, and counts."""


@game_event("reveal-proposed", version=1, traits=Trait.AFTERWARDS)
@dataclass(frozen=True, slots=True)
class RevealProposed:
    """`seat` wants the game, which is over, to be opened earlier than it would be. Once every seat does, it is."""

    seat: Slug


@game_event("reveal-withdrawn", version=1, traits=Trait.AFTERWARDS)
@dataclass(frozen=True, slots=True)
class RevealWithdrawn:
    """`seat` no longer wants the game to be opened earlier."""

    seat: Slug


@game_event("game-revealed", version=1, traits=Trait.AFTERWARDS)
@dataclass(frozen=True, slots=True)
class GameRevealed:
    """Everything is open from now on: set-ups, their salts and every rank."""


@game_event("result-annulled", version=1, traits=Trait.AFTERWARDS | Trait.RULES)
@dataclass(frozen=True, slots=True)
class ResultAnnulled:
    """The result of a game that is over counts nowhere any more, by a decision of the moderators.

    Args:
        penalty: the id of the penalty because of which; it is taken back by the same.
        why: `penalty`, or `reversed`: the penalty ended the game, and was wrong, so nobody has won.
    """

    penalty: UUID
    why: Slug = "penalty"


@game_event("result-forfeited", version=1, traits=Trait.AFTERWARDS | Trait.RULES)
@dataclass(frozen=True, slots=True)
class ResultForfeited:
    """The side of a seat has lost a game that is over, however it ended, by a decision of the moderators."""

    penalty: UUID
    seat: Slug


@game_event("result-restored", version=1, traits=Trait.AFTERWARDS | Trait.RULES)
@dataclass(frozen=True, slots=True)
class ResultRestored:
    """What a penalty did to the result is undone: the result is as if that penalty had not been."""

    penalty: UUID


GameEvent = (
    GameCreated
    | CardsDealt
    | SetupMade
    | TurnPlayed
    | ChoiceMade
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | TakebackOffered
    | TakebackDeclined
    | TakebackAgreed
    | TurnsTakenBack
    | Resigned
    | TimedOut
    | AbsenceClaimed
    | VacationTaken
    | VacationEnded
    | GameAborted
    | GameCancelled
    | SetupsForfeited
    | PliesExhausted
    | GameTimeEnded
    | Adjudicated
    | GameForfeited
    | GamePaused
    | GameResumed
    | TimeGiven
    | ArbiterLooked
    | ModeratorLooked
    | ResultRecorded
    | EndPublished
    | RevealProposed
    | RevealWithdrawn
    | GameRevealed
    | ResultAnnulled
    | ResultForfeited
    | ResultRestored
)

check_covered("GameEvent", get_args(GameEvent))
