"""Baku acceleration: virtual points that let the upper half meet in the first rounds of a large field (C.04.7)."""

from __future__ import annotations

from dataclasses import replace

from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.points import Scoring


def baku(table: Crosstable, until: int = 0) -> Crosstable:
    """The same event with the virtual points of every round up to the next one, or up to the round `until`.

    The upper group is the first half of the players, rounded up to an even number; it keeps its last player if others
    enter late. It has the points of a win in the first half of the accelerated rounds and those of a draw in the
    others. Accelerated are the first half of all rounds; halves of rounds are rounded up.
    """
    last_round = until or table.paired + 1
    virtual = tuple(_virtual(number, table.rounds, table.scoring) for number in range(1, last_round + 1))
    last = _last_of_upper_group(table)
    rows = (replace(row, acceleration=virtual if row.number <= last else (0,) * len(virtual)) for row in table.rows)
    return replace(table, rows=tuple(rows))


def _last_of_upper_group(table: Crosstable) -> int:
    numbers = [row.number for row in table.rows if any(row.acceleration)]
    return max(numbers) if numbers else 2 * -(-len(table.rows) // 4)


def _virtual(number: int, rounds: int, scoring: Scoring) -> int:
    accelerated = -(-rounds // 2)
    if number > accelerated:
        return 0
    return scoring.win if number <= -(-accelerated // 2) else scoring.draw
