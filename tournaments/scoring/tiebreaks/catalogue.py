"""The tie-breaks that an event can choose, in the order in which they are offered. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.scoring.points import TENTHS
from tournaments.scoring.tiebreaks import rules
from tournaments.scoring.tiebreaks.tallies import HUNDREDTHS, Count, TiebreakPart, TiebreakRule


class Where(Enum):
    """The formats that a tie-break suits: all in which points give the places, those that pair each round by the
    scores, those in which everybody meets everybody, or events of teams.
    """

    POINTS = "points"
    BY_SCORE = "by_score"
    ALL_MEET = "all_meet"
    TEAMS = "teams"


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A tie-break.

    Args:
        slug: its name in terms and addresses; words for people are in `tournaments.presentation.tiebreaks`.
        article: of C.07; empty if it has none.
        rule: where its parts come from.
        unit: what one point is in its values: 10 for tenths, 100 for hundredths, 1 for plain numbers.
        low, high: how many of the lowest and highest parts are cut (article 14).
        mean: the value is the mean of the parts, rounded to the nearest whole, halves up (10.1).
        ascending: the lower value is better.
        among_tied: it looks at the games of the tied players only (article 6).
        where: the formats in which it tells players apart, and C.07 does not advise against it.
    """

    slug: str
    article: str
    rule: TiebreakRule
    unit: int = TENTHS
    low: int = 0
    high: int = 0
    mean: bool = False
    ascending: bool = False
    among_tied: bool = False
    where: Where = Where.POINTS

    def parts(self, count: Count, number: int) -> list[TiebreakPart]:
        """The parts of a player's value, those cut marked so."""
        parts = count.parts(self.rule, number)
        if not self.low and not self.high:
            return parts
        if self.rule is rules.progressive:
            return [part._replace(cut=True) if part.round <= self.low else part for part in parts]
        return _cut(parts, low=self.low, high=self.high)

    def value(self, count: Count, number: int) -> int:
        """A player's value; not for `among_tied`."""
        if self.slug == "seed":
            return number
        if self.slug == "rating":
            return count.table.row(number).rating
        if self.slug == "lot":
            return drawn(count)[number]
        kept = [part.value for part in self.parts(count, number) if not part.cut]
        if self.mean:
            return (2 * sum(kept) + len(kept)) // (2 * len(kept)) if kept else 0
        return sum(kept)


def lot_order(lot: int, number: int) -> str:
    """What players who are still tied are sorted by: SHA-256 over `lot` and the pairing number, in decimal.

    Anybody who knows `lot`, which is drawn at the start, can check the order.
    """
    return hashlib.sha256(f"{lot} {number}".encode()).hexdigest()


def drawn(count: Count) -> dict[int, int]:
    """The order by lot, from 1."""
    numbers = sorted((row.number for row in count.table.rows), key=lambda number: lot_order(count.lot, number))
    return {number: place for place, number in enumerate(numbers, start=1)}


def _cut(parts: Sequence[TiebreakPart], *, low: int, high: int) -> list[TiebreakPart]:
    """The parts with the least and most significant ones marked as cut (14.1 to 14.4, 16.5).

    The least significant part is that of the opponent with the lowest score, and of several the one that adds least
    (14.1.1). It is spared if the lowest part from a voluntary unplayed round adds no less (16.5).
    """
    kept = [part for part in parts if not part.cut]
    gone: set[int] = set()
    for _count in range(min(low, len(kept))):
        least = min(kept, key=lambda part: (part.score, part.value, part.round))
        unplayed = [part for part in kept if part.voluntary]
        if unplayed:
            lowest = min(unplayed, key=lambda part: (part.value, part.score, part.round))
            least = lowest if lowest.value >= least.value else least
        kept.remove(least)
        gone.add(least.round)
    for _count in range(min(high, len(kept))):
        most = max(kept, key=lambda part: (part.score, part.value, -part.round))
        kept.remove(most)
        gone.add(most.round)
    return [part._replace(cut=True) if part.round in gone else part for part in parts]


_LIST = (
    Tiebreak("buchholz", "8.1", rules.buchholz, where=Where.BY_SCORE),
    Tiebreak("buchholz-cut-1", "8.1, 14.1", rules.buchholz, low=1, where=Where.BY_SCORE),
    Tiebreak("buchholz-cut-2", "8.1, 14.2", rules.buchholz, low=2, where=Where.BY_SCORE),
    Tiebreak("buchholz-median", "8.1, 14.3", rules.buchholz, low=1, high=1, where=Where.BY_SCORE),
    Tiebreak("buchholz-median-2", "8.1, 14.4", rules.buchholz, low=2, high=2, where=Where.BY_SCORE),
    Tiebreak("sonneborn-berger", "9.1", rules.sonneborn_berger, unit=HUNDREDTHS),
    Tiebreak(
        "sonneborn-berger-cut-1", "9.1, 14.1", rules.sonneborn_berger, unit=HUNDREDTHS, low=1, where=Where.BY_SCORE
    ),
    Tiebreak("direct-encounter", "6", rules.no_rounds, unit=HUNDREDTHS, among_tied=True),
    Tiebreak("wins", "7.1", rules.wins, unit=1),
    Tiebreak("games-won", "7.2", rules.games_won, unit=1),
    Tiebreak("games-blue", "7.3", rules.games_blue, unit=1),
    Tiebreak("wins-blue", "7.4", rules.wins_blue, unit=1),
    Tiebreak("progressive", "7.5", rules.progressive, where=Where.BY_SCORE),
    Tiebreak("progressive-cut-1", "7.5, 14.1", rules.progressive, low=1, where=Where.BY_SCORE),
    Tiebreak("rounds-elected", "7.6", rules.rounds_elected, unit=1),
    Tiebreak("standard-points", "7.7", rules.standard),
    Tiebreak("koya", "9.2", rules.koya, where=Where.ALL_MEET),
    Tiebreak("average-rating", "10.1", rules.ratings, unit=1, mean=True, where=Where.BY_SCORE),
    Tiebreak("average-rating-cut-1", "10.1, 14.1", rules.ratings, unit=1, mean=True, low=1, where=Where.BY_SCORE),
    Tiebreak("rating", "10.6", rules.no_rounds, unit=1),
    Tiebreak("seed", "7.8", rules.no_rounds, unit=1, ascending=True),
    Tiebreak("board-points", "", rules.board_points, where=Where.TEAMS),
    Tiebreak("match-board-points", "", rules.match_and_board_points, unit=HUNDREDTHS, where=Where.TEAMS),
    Tiebreak("lot", "", rules.no_rounds, unit=1, ascending=True),
)

TIEBREAKS: Mapping[str, Tiebreak] = {tiebreak.slug: tiebreak for tiebreak in _LIST}
"""All tie-breaks by slug, in the order in which they are offered."""
