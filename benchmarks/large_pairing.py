"""How long the process that pairs takes for a round of 2,000 players, and how much memory: a part of `events`.

A process of its own measures it, which has no other child: `python -m benchmarks.large_pairing` prints the figures.
"""

from __future__ import annotations

import json
import random
import resource
from dataclasses import replace

from benchmarks.result import seconds
from tournaments.pairing import worker
from tournaments.pairing.rounds import PairedRound
from tournaments.pairing.swiss import pair_round
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark

MANY = 2000
PAIRED = 2  # rounds before the one that is measured


def _paired() -> dict[str, float]:
    chance = random.Random(MANY)
    table = Crosstable(tuple(Row(number) for number in range(1, MANY + 1)), 9, SCORINGS["6-3-1"])
    while table.paired < PAIRED:
        table = _played(table, chance)
    taken = seconds(lambda: worker.pair_in_worker(table))
    if worker._worker is not None:
        worker._worker.close()
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return {"seconds to pair 2,000": taken, "megabytes to pair 2,000": most / 1024}


def _played(table: Crosstable, chance: random.Random) -> Crosstable:
    results = _chance_results(pair_round(table), chance)
    return replace(table, rows=tuple(replace(row, results=(*row.results, results[row.number])) for row in table.rows))


def _chance_results(paired: PairedRound, chance: random.Random) -> dict[int, RoundResult]:
    result = {}
    for board in paired.boards:
        red, blue = chance.choice(((Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN), (Mark.DRAW, Mark.DRAW)))
        assert board.blue is not None
        result[board.red] = RoundResult(red, board.blue, Colour.RED)
        result[board.blue] = RoundResult(blue, board.red, Colour.BLUE)
    return result


if __name__ == "__main__":
    print(json.dumps(_paired()))
