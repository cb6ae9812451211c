"""`pairing`: a Swiss round with all its checks, against the engine of py4swiss called directly.

Ours pairs by the rules in force since 2026 and the peer by those before; both pair round 6 of the same event. The peer
has its report parsed already, so that the engine alone is measured.

The page of 300 players after 9 rounds is measured in `event_page.py`.
"""

from __future__ import annotations

import random
from dataclasses import replace

from py4swiss.engines import DutchEngine

from benchmarks import event_page
from benchmarks.arena import hour_of
from benchmarks.result import Bar, Result, in_turns
from benchmarks.standings import standings_parts
from tournaments.pairing import dutch2017
from tournaments.pairing.rounds import PairedRound
from tournaments.pairing.swiss import pair_round
from tournaments.scoring.crosstable import Colour, Crosstable, Row
from tournaments.scoring.crosstable import RoundResult as Played
from tournaments.scoring.points import SCORINGS, Mark

PLAYERS, MANY = 100, 300
ROUNDS, NEXT = 9, 6
REPEATS = 9
BARS = (
    Bar("ratio", at_least=0.75),
    Bar("300 against 100 players", at_most=10),
    Bar("milliseconds for standings of 300", at_most=100),
    Bar("seconds for an hour of an arena of 500", at_most=60),
    *event_page.BARS,
)

GAMES = ((Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN), (Mark.DRAW, Mark.DRAW))


def run() -> Result:
    """Measure rounds a second."""
    few, many = played(PLAYERS), played(MANY)
    report = dutch2017.parsed(few)
    ours, peer, large = in_turns(
        lambda: pair_round(few),
        lambda: DutchEngine.generate_pairings(report),
        lambda: pair_round(many),
        rounds=REPEATS,
    )
    parts = {"300 against 100 players": large / ours, "milliseconds for 300": 1e3 * large}
    parts["seconds for an hour of an arena of 500"] = hour_of().seconds
    parts |= {**standings_parts(), **event_page.page_parts()}
    return Result("pairing", 1 / ours, 1 / peer, peer / ours, "rounds a second", parts, BARS)


def played(players: int) -> Crosstable:
    """An event before round 6, of results by chance and with a bye on request here and there."""
    chance = random.Random(players)
    table = Crosstable(tuple(Row(number) for number in range(1, players + 1)), ROUNDS, SCORINGS["1-half-0"])
    while table.paired < NEXT - 1:
        table = replace(table, rows=tuple(replace(row, absent=chance.random() < 0.02) for row in table.rows))
        results = {row.number: Played(Mark.HALF_BYE) for row in table.rows if row.absent}
        results |= chance_results(pair_round(table), chance)
        rows = (replace(row, results=(*row.results, results[row.number]), absent=False) for row in table.rows)
        table = replace(table, rows=tuple(rows))
    return table


def chance_results(paired: PairedRound, chance: random.Random) -> dict[int, Played]:
    results = {pairing.red: Played(Mark.PAIRING_BYE) for pairing in paired.pairings if pairing.bye}
    for board in paired.boards:
        assert board.blue is not None
        red, blue = chance.choice(GAMES)
        results[board.red] = Played(red, board.blue, Colour.RED)
        results[board.blue] = Played(blue, board.red, Colour.BLUE)
    return results
