"""Standings: places by points and tie-breaks, and what stands behind them. Pure.

`standings` ranks, `explain` opens a value to what is behind it, `cards` has the rounds of each player with the score so
far. Points are in tenths, tie-breaks in the unit of each (`Tiebreak.unit`); `decimal` writes them as plain numbers.

Whoever leaves a round robin before half of the games (`Row.annulled`) stands below everybody else, and no result of
such a player counts for anybody (FIDE Competition Rules, withdrawal from a round robin). `counted` leaves them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult
from tournaments.scoring.points import TENTHS, Mark
from tournaments.scoring.tiebreaks import Count, rank


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place.

    Args:
        place: from 1; who is still tied shares the best place, and the places below it stay empty (1 2 2 4).
        number: the pairing number.
        points: in tenths.
        values: of each tie-break, in its unit.
        shared: somebody else has the same place.
        annulled: left a round robin before half of the games: the results do not count.
    """

    place: int
    number: int
    points: int
    values: tuple[int, ...]
    shared: bool
    annulled: bool = False


def counted(
    table: Crosstable, *, after: int | None = None, predetermined: bool = False, capped: bool = True, lot: int = 0
) -> Count:
    """Count an event as its standings do: as `tournaments.scoring.tiebreaks.Count.of`, without the rounds that
    are annulled. They stay in `Count.table`.

    Args:
        table: the crosstable.
        after: count as after this round; None for all rounds.
        predetermined: a round robin (FIDE C.07, article 15).
        capped: dummies are capped (16.4.1 and 16.4.2, since March 2026).
        lot: chance from the caller, for the order by lot.
    """
    count = Count.of(table.counted(), after=after, predetermined=predetermined, capped=capped, lot=lot)
    return replace(count, table=table)


def standings(
    table: Crosstable | Count,
    tiebreaks: Sequence[str],
    *,
    after: int | None = None,
    predetermined: bool = False,
    capped: bool = True,
    lot: int = 0,
) -> tuple[Standing, ...]:
    """The places, the first one first; those who share one by pairing number.

    Args:
        table: the event; counted already, or with the following as for `tournaments.scoring.tiebreaks.Count.of`.
        tiebreaks: slugs, the first to be looked at first. `seed` or `lot` at the end makes all places different.
        after: count the first so many rounds; None for all that were paired.
        predetermined: a round robin: unplayed games count by C.07 article 15 and not by 16.
        capped: by the rules since March 2026 (16.4).
        lot: chance, drawn once for the event; for the tie-break `lot`.

    Raises:
        KeyError: a slug is unknown.
    """
    count = table
    if isinstance(count, Crosstable):
        count = counted(count, after=after, predetermined=predetermined, capped=capped, lot=lot)
    groups, values = rank(count, tiebreaks)
    result: list[Standing] = []
    for group in _annulled_last(count.table, groups):
        place = len(result) + 1
        result += [
            Standing(
                place=place,
                number=number,
                points=count.points[number - 1],
                values=tuple(values[number]),
                shared=len(group) > 1,
                annulled=count.table.row(number).annulled,
            )
            for number in group
        ]
    return tuple(result)


def _annulled_last(table: Crosstable, groups: Sequence[Sequence[int]]) -> list[list[int]]:
    gone = table.annulled
    first = [[number for number in group if number not in gone] for group in groups]
    last = [[number for number in group if number in gone] for group in groups]
    return [group for group in (*first, *last) if group]


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One round of one player, for a crosstable.

    Args:
        round: from 1.
        mark: None while the game goes on.
        opponent, colour: None without an opponent.
        points: of this round, in tenths.
        so_far: the player's score after it (the progressive score of C.07 7.5 is the sum of these).
        opponent_before: the opponent's score before the round, or None.
        counts: it counts; not if one of the two is annulled.
    """

    round: int
    mark: Mark | None
    opponent: int | None
    colour: Colour | None
    points: int
    so_far: int
    opponent_before: int | None = None
    counts: bool = True


def cards(table: Crosstable | Count, *, after: int | None = None) -> tuple[tuple[CrosstableCell, ...], ...]:
    """The rounds of every player, by pairing number less 1.

    Args:
        table: the event.
        after: the first so many rounds; None for all that were paired.
    """
    count = counted(table, after=after) if isinstance(table, Crosstable) else table
    scores = [_running(count, index) for index in range(len(count.results))]
    gone = count.table.annulled
    return tuple(
        tuple(
            CrosstableCell(
                round=number + 1,
                mark=result.mark,
                opponent=result.opponent,
                colour=result.colour,
                points=own[number + 1] - own[number],
                so_far=own[number + 1],
                opponent_before=scores[result.opponent - 1][number] if result.opponent is not None else None,
                counts=index + 1 not in gone and result.opponent not in gone,
            )
            for number, result in enumerate(_shown(count, index))
        )
        for index, own in enumerate(scores)
    )


def _shown(count: Count, index: int) -> tuple[RoundResult, ...]:
    played = count.table.rows[index].results[: count.after]
    return (*played, *count.results[index][len(played) :])


def _running(count: Count, index: int) -> list[int]:
    """A player's score before the first round and after each."""
    scores = [0]
    for worth in count.table.worth(count.results[index]):
        scores.append(scores[-1] + worth)
    return scores


def decimal(value: int, unit: int = TENTHS) -> int | float:
    """A value as a plain number of points: 35 tenths are 3.5, 40 tenths 4."""
    return value // unit if value % unit == 0 else value / unit
