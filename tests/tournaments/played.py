"""Swiss events played at random, round by round, with forfeits, byes on request and withdrawals."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from tournaments.pairing.rounds import PairedRound
from tournaments.pairing.swiss import pair_round
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark

REQUESTED = (Mark.HALF_BYE, Mark.ABSENT, Mark.FULL_BYE)
GAMES = ((Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN), (Mark.DRAW, Mark.DRAW))
FORFEITS = ((Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS), (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS))


def entered(players: int, rounds: int, scoring: str = "1-half-0", **more: object) -> Crosstable:
    rows = tuple(Row(number=number, rating=2400 - 7 * number) for number in range(1, players + 1))
    return replace(Crosstable(rows=rows, rounds=rounds, scoring=SCORINGS[scoring]), **more)  # type: ignore[arg-type]


def absent(table: Crosstable, numbers: set[int] | frozenset[int]) -> Crosstable:
    return replace(table, rows=tuple(replace(row, absent=row.number in numbers) for row in table.rows))


def with_results(table: Crosstable, results: dict[int, RoundResult]) -> Crosstable:
    rows = (replace(row, results=(*row.results, results[row.number]), absent=False) for row in table.rows)
    return replace(table, rows=tuple(rows))


def round_of_chance(table: Crosstable, paired: PairedRound, chance: random.Random) -> Crosstable:
    """The event after a round; who is absent has a bye on request, some boards are forfeited."""
    results = {row.number: RoundResult(chance.choice(REQUESTED)) for row in table.rows if row.absent}
    for pairing in paired.pairings:
        if pairing.blue is None:
            results[pairing.red] = RoundResult(Mark.PAIRING_BYE)
            continue
        red, blue = chance.choice(FORFEITS if chance.random() < 0.06 else GAMES)
        results[pairing.red] = RoundResult(red, pairing.blue, Colour.RED)
        results[pairing.blue] = RoundResult(blue, pairing.red, Colour.BLUE)
    return with_results(table, results)


def play(
    table: Crosstable,
    rounds: int,
    seed: int,
    *,
    missing: float = 0.05,
    pair: Callable[[Crosstable], PairedRound] = pair_round,
    seen: Callable[[Crosstable], object] = lambda _table: None,
) -> Crosstable:
    """Play so many rounds.

    Args:
        missing: the chance that a player leaves a round out.
        pair: raises CannotPair, which ends the event.
        seen: called with the event before each round.
    """
    chance = random.Random(seed)
    for _round in range(rounds):
        table = absent(table, {row.number for row in table.rows if chance.random() < missing})
        seen(table)
        table = round_of_chance(table, pair(table), chance)
    return table
