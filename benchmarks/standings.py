"""How long the standings of a large event take; a part of the benchmark `pairing`."""

from __future__ import annotations

import random
from collections.abc import Mapping

from benchmarks.result import in_turns
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark
from tournaments.scoring.standings import standings
from tournaments.scoring.tiebreaks import explain

PLAYERS, ROUNDS = 300, 9
TIEBREAKS = ("direct-encounter", "buchholz-cut-1", "buchholz", "sonneborn-berger", "wins")
REPEATS = 15

GAMES = ((Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN), (Mark.DRAW, Mark.DRAW), (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS))


def standings_parts() -> Mapping[str, float]:
    """Milliseconds to rank 300 players after 9 rounds by five tie-breaks, and to open all five of one player."""
    table = large()
    ranked, opened = in_turns(
        lambda: standings(table, TIEBREAKS),
        lambda: [explain(table, slug, 1, before=TIEBREAKS[:place]) for place, slug in enumerate(TIEBREAKS)],
        rounds=REPEATS,
    )
    return {"milliseconds for standings of 300": 1e3 * ranked, "milliseconds to explain a place": 1e3 * opened}


def large() -> Crosstable:
    """An event in which chance pairs and decides, with byes and forfeits here and there."""
    chance = random.Random(PLAYERS)
    results: dict[int, list[RoundResult]] = {number: [] for number in range(1, PLAYERS + 1)}
    for _round in range(ROUNDS):
        waiting = chance.sample(sorted(results), PLAYERS)
        for out in (waiting.pop(), waiting.pop()):
            results[out].append(RoundResult(Mark.HALF_BYE))
        for red, blue in zip(waiting[::2], waiting[1::2], strict=True):
            item, other = chance.choice(GAMES)
            results[red].append(RoundResult(item, blue, Colour.RED))
            results[blue].append(RoundResult(other, red, Colour.BLUE))
    rows = tuple(Row(number, 2500 - number, tuple(played)) for number, played in results.items())
    return Crosstable(rows, ROUNDS, SCORINGS["6-3-1"])
