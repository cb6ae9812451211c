"""The terms of a tournament: what is played, by whom, when, and how it is counted. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from games.domain.clocks import TimeControl
from games.rules import Options, Variant, variant
from tournaments.scoring import SCORINGS, Scoring

__all__ = ["Format", "Terms"]


class Format(StrEnum):
    """How a tournament goes."""

    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ROUND_ROBIN = "round_robin"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a tournament. Times are seconds unless said otherwise; `None` means no limit.

    Args:
        variant: slug of a rule book.
        options: of the games.
        format: how it goes.
        rounds: of a Swiss; 0 for as many as the number of players asks for. The other formats have their own number.
        time: the time control of the games; None across real boards.
        real: it is played across real boards; results are entered.
        rated: its games count for the ratings.
        scoring, tiebreaks: how it is counted; the slugs are in docs/tiebreaks.md.
        capacity: entries that take part; who comes later waits.
        entry: `open`, `invitation`, or `code` (a word that the organiser gives out).
        rating_from, rating_to: whose rating may enter.
        seeding: the initial ranking, by `rating`, `hand` or `lot`.
        starts: microseconds since the epoch; None: when the organiser says so.
        calendar: when each round begins, in microseconds since the epoch; empty: when the one before is over.
        pause: between the end of a round and the next, where there is no calendar.
        automatic: rounds are paired and begun without an arbiter.
        check_in: for so long before the start entries check in, and who has not is out; 0: no check-in.
        round_length: the hard end of a round after its beginning.
        no_show: after so long a game without its player's set-up or presence is forfeited.
        scheduled: the players of a board agree when to play, within the round.
        reveal, reveal_after: when games are opened, as in GameCreated.
        spectators: `live`, or `ended`: nobody else sees a game before it is over.
        notes: players may keep notes and guesses.
        late: the last round before which late entries are taken; 0: none after the start.
        half_byes: how many half-point byes an entry may request.
        byes_until: the last round for which a bye may be requested; 0: any.
        accelerated: Baku acceleration in a Swiss (C.04.7).
        double: everybody meets twice in a round robin.
        best_of: games of a match in a knockout.
        third_place: the losers of the semi-finals play for it.
        replays: drawn matches are played again so many times with colours changed.
        decider: who wins a match that is still drawn: `seed` (the higher one), `blue` (who had blue in the last game)
            or `lot`.
        stop_clocks: a call for the arbiter stops the clocks.
    """

    variant: str
    time: TimeControl | None = None
    options: Options = field(default_factory=Options)
    format: Format = Format.SWISS
    rounds: int = 0
    real: bool = False
    rated: bool = True
    scoring: Scoring = SCORINGS["6-3-1"]
    tiebreaks: tuple[str, ...] = ("buchholz-cut-1", "buchholz", "sonneborn-berger", "wins")
    capacity: int | None = None
    entry: str = "open"
    rating_from: int | None = None
    rating_to: int | None = None
    seeding: str = "rating"
    starts: int | None = None
    calendar: tuple[int, ...] = ()
    pause: int = 0
    automatic: bool = True
    check_in: int = 0
    round_length: int | None = None
    no_show: int | None = None
    scheduled: bool = False
    reveal: str = "end"
    reveal_after: int | None = None
    spectators: str = "live"
    notes: bool = True
    late: int = 0
    half_byes: int = 1
    byes_until: int = 0
    accelerated: bool = False
    double: bool = False
    best_of: int = 1
    third_place: bool = False
    replays: int = 1
    decider: str = "seed"
    stop_clocks: bool = False

    @property
    def rules(self) -> Variant:
        """The rule book."""
        return variant(self.variant)

    @property
    def team(self) -> int:
        """Players of an entry: two partners in the variants of four, else one."""
        return len(self.rules.seats) // 2
