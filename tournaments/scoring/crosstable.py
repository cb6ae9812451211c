"""The crosstable: everything that pairing, standings and report files need to know of an event. Pure values.

Players have their pairing numbers, 1 to n, in the order of the initial ranking (C.04.2.B). Red is the white of the FIDE
rules, blue the black.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournaments.scoring.points import SCORINGS, Mark, Scoring
from tournaments.scoring.streaks import streak_points


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> Colour:
        return Colour.BLUE if self is Colour.RED else Colour.RED


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One round of one player.

    Args:
        mark: what it was; None while the game goes on.
        opponent: the pairing number, or None for a bye and for who was not there.
        colour: None where there is no opponent; of a team that of its first board.
        board_points: of a team what it made at its boards, in tenths.
    """

    mark: Mark | None
    opponent: int | None = None
    colour: Colour | None = None
    board_points: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A player (or a pair of partners) and the rounds so far.

    Args:
        number: the pairing number.
        rating: at the start of the event; 0 for none.
        results: one for each round that was paired.
        acceleration: virtual points of each round, the next one included, in tenths; empty for none (Baku, C.04.7).
        absent: not to be paired in the next round.
        annulled: left a round robin before half of the games: the results stay in the table and count for nobody.
    """

    number: int
    rating: int = 0
    results: tuple[RoundResult, ...] = ()
    acceleration: tuple[int, ...] = ()
    absent: bool = False
    annulled: bool = False


_NOT_COUNTED = RoundResult(None)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """An event after some of its rounds.

    Args:
        rows: by pairing number, from 1, without gaps.
        rounds: how many the event has in all.
        scoring: what results are worth.
        forbidden: pairs that must not meet.
        first_colour: the colour of the highest player in the first round.
        streaks: wins in a row count double, as in an arena.
        team_colours: of teams that a Swiss pairs, the type of their colour preferences (C.04.6, 1.7), as in
            `tournaments.pairing.colours.TEAM_COLOURS`; empty for players, and where colours follow from no preference.
    """

    rows: tuple[Row, ...]
    rounds: int
    scoring: Scoring = SCORINGS["1-half-0"]
    forbidden: frozenset[frozenset[int]] = frozenset()
    first_colour: Colour = Colour.RED
    streaks: bool = False
    team_colours: str = ""
    _points: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def paired(self) -> int:
        return max((len(row.results) for row in self.rows), default=0)

    def row(self, number: int) -> Row:
        return self.rows[number - 1]

    def points(self, number: int, after: int | None = None) -> int:
        """The points of a player, in tenths, without acceleration.

        Args:
            after: count the first so many rounds; None for all. A game that goes on counts nothing.
        """
        if after is None and number in self._points:
            return self._points[number]
        results = self.row(number).results[:after]
        points = sum(self.worth(results))
        if after is None:
            self._points[number] = points
        return points

    def worth(self, results: Sequence[RoundResult]) -> list[int]:
        """What each of the results of a player is worth, in tenths: a game that goes on nothing."""
        marks = [result.mark for result in results]
        if self.streaks:
            return streak_points(marks, self.scoring)
        return [0 if mark is None else self.scoring.points(mark) for mark in marks]

    @property
    def annulled(self) -> frozenset[int]:
        """Whose results do not count."""
        return frozenset(row.number for row in self.rows if row.annulled)

    def counted(self) -> Crosstable:
        """The table as standings count it: without the rounds of rows that are annulled, and those against them."""
        gone = self.annulled
        return replace(self, rows=tuple(_without(gone, row) for row in self.rows)) if gone else self

    def all_points(self) -> Mapping[int, int]:
        return {row.number: self.points(row.number) for row in self.rows}


def _without(gone: frozenset[int], row: Row) -> Row:
    """A row with nothing in the rounds that do not count."""
    return replace(
        row,
        results=tuple(_NOT_COUNTED if row.annulled or result.opponent in gone else result for result in row.results),
    )
