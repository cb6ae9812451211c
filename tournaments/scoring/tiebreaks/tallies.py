"""An event, counted: scores, adjusted scores, and the parts that rules make of its rounds. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.scoring.crosstable import Crosstable, RoundResult
from tournaments.scoring.points import Mark

HUNDREDTHS = 100
"""Units of a point where points are multiplied or averaged."""

REQUESTED = frozenset({Mark.HALF_BYE, Mark.ABSENT})
VOLUNTARY = REQUESTED | {Mark.FORFEIT_LOSS}
_LATE = RoundResult(Mark.ABSENT)


class TiebreakPart(NamedTuple):
    """What one round adds to a tie-break.

    Args:
        round: from 1.
        opponent: the pairing number, or None.
        mark: what the round was for the player; None while the game goes on.
        value: what it adds, in the unit of the tie-break.
        why: one of `REASONS`.
        score: the opponent's or dummy's score that `value` comes from, in tenths (a rating for the average rating).
        voluntary: it is a voluntary unplayed round (16.1.2).
        cut: it is left out of the sum.
    """

    round: int
    opponent: int | None
    mark: Mark | None
    value: int
    why: str
    score: int = 0
    voluntary: bool = False
    cut: bool = False


REASONS = frozenset(
    {
        "opponent",
        "adjusted",
        "dummy",
        "dummy-opponent",
        "dummy-draws",
        "scheduled",
        "result",
        "counted",
        "not-counted",
        "score-so-far",
        "rating",
        "no-rating",
        "tied",
        "going-on",
    }
)
"""Why a part counts what it does."""


@dataclass(frozen=True, slots=True)
class Count:
    """An event after some of its rounds, with the scores that all tie-breaks need.

    Args:
        table: the crosstable.
        after: how many rounds count.
        predetermined: a round robin (article 15).
        capped: dummies are capped (16.4.1 and 16.4.2, since March 2026).
        results: by pairing number less 1, one a round; a round that a player has none for counts as absence.
        points: by pairing number less 1, in tenths.
        adjusted: likewise, as the opponents' tie-breaks see it (16.3).
        lot: chance from the caller, for the order by lot.
    """

    table: Crosstable
    after: int
    predetermined: bool
    capped: bool
    results: tuple[tuple[RoundResult, ...], ...]
    points: tuple[int, ...]
    adjusted: tuple[int, ...]
    worth: Mapping[Mark | None, int]
    lot: int = 0
    _parts: dict[tuple[TiebreakRule, int], list[TiebreakPart]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        table: Crosstable,
        *,
        after: int | None = None,
        predetermined: bool = False,
        capped: bool = True,
        lot: int = 0,
    ) -> Count:
        """Count an event.

        Args:
            table, predetermined, capped, lot: as above.
            after: count the first so many rounds; None for all that were paired.
        """
        rounds = table.paired if after is None else min(after, table.paired)
        worth: dict[Mark | None, int] = {mark: table.scoring.points(mark) for mark in Mark}
        worth[None] = 0
        results = tuple(_padded(row.results[:rounds], rounds) for row in table.rows)
        points = tuple(sum(table.worth(row)) for row in results)
        draw = table.scoring.draw
        adjusted = points if predetermined else tuple(_adjusted(row, worth, draw) for row in results)
        return cls(
            table=table,
            after=rounds,
            predetermined=predetermined,
            capped=capped,
            results=results,
            points=points,
            adjusted=adjusted,
            worth=worth,
            lot=lot,
        )

    def parts(self, rule: TiebreakRule, number: int) -> list[TiebreakPart]:
        """The parts of a rule before anything is cut; counted once for all tie-breaks that share the rule."""
        key = (rule, number)
        if key not in self._parts:
            self._parts[key] = rule(self, number)
        return self._parts[key]


TiebreakRule = Callable[[Count, int], list[TiebreakPart]]
"""From an event and a pairing number to the parts, one a round that counts."""


def _padded(results: tuple[RoundResult, ...], rounds: int) -> tuple[RoundResult, ...]:
    """One result a round: who is missing in the last ones was absent."""
    return results if len(results) == rounds else (*results, *[_LATE] * (rounds - len(results)))


def _adjusted(results: Sequence[RoundResult], worth: Mapping[Mark | None, int], draw: int) -> int:
    """A player's score for the opponents' tie-breaks (16.3)."""
    points, last = 0, True
    for result in reversed(results):
        if last and result.mark in REQUESTED:
            points += draw
        else:
            points += worth[result.mark]
            last = last and result.mark in VOLUNTARY
    return points
