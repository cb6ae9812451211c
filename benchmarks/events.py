"""`events`: a result in an event of 2,000 players against one in an event of 100, and the pairing of 2,000.

Results are entered across real boards by the command that the desk calls: open, decide, fold, append, rows. What
follows is what a worker does after it, once a second at most: the next step, and telling people. The pairing
is that of round 3 of a Swiss, in a process of its own as it is on a site; round 2 of one without draws takes longest,
and about twice as long (docs/pairing.md). What a process does that has not seen an event of 2,000 and nine rounds is
measured too: it opens it, with a snapshot and without, and draws pages of the standings.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from unittest.mock import patch
from uuid import UUID

from benchmarks.database import scratch
from benchmarks.large_event import large_swiss
from benchmarks.result import Bar, Result, seconds
from tournaments.domain import events as e
from tournaments.domain.command_handler import TOURNAMENTS
from tournaments.domain.commands import results as tournament_results
from tournaments.domain.lifecycle import drive
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import usual_terms
from tournaments.domain.transitions import fold
from tournaments.pages.parts import draw
from tournaments.presentation.sheet import Sheet
from tournaments.scoring.points import Mark

FEW, MANY = 100, 2000
RESULTS = 40

BARS = (
    Bar("ratio", at_least=1 / 1.5),
    Bar("seconds to pair 2,000", at_most=60),
    Bar("megabytes to pair 2,000", at_most=1000),
    Bar("a result in 2,000 / in 100", at_most=1.5),
    Bar("with what follows, in 2,000 / in 100", at_most=1.5),
    Bar("an event folded, of 4,000 / of 1,000", at_most=1.5),
    Bar("opened by a snapshot / from nothing", at_most=0.5),
    Bar("kilobytes of a page of the standings", at_most=200),
)


def run() -> Result:
    """Measure results, folds and the pairing."""
    (few, followed_few), (many, followed_many) = _results()
    parts = {
        "milliseconds of a result in 2,000": 1e3 * many,
        "milliseconds of a result in 100": 1e3 * few,
        "a result in 2,000 / in 100": many / few,
        "milliseconds of what follows in 2,000": 1e3 * followed_many,
        "milliseconds of what follows in 100": 1e3 * followed_few,
        "with what follows, in 2,000 / in 100": (many + followed_many) / (few + followed_few),
        **_folds(),
        **_opened(),
        **_pairing(),
    }
    return Result("events", 1 / many, 1 / few, few / many, "results a second", parts, BARS)


def _results() -> list[tuple[float, float]]:
    """The median seconds of a result in a small and in a large event, entered in turns, and of what follows."""
    with scratch() as databases:
        databases.fresh()
        small = large_swiss(FEW, 1, open_boards=FEW // 2, real=True)
        large = large_swiss(MANY, 1, open_boards=MANY // 2, real=True)
        TOURNAMENTS.recent.forget()
        taken: dict[UUID, tuple[list[float], list[float]]] = {small: ([], []), large: ([], [])}
        with patch("tournaments.tasks.run_soon"):  # it is driven here
            for event in taken:
                drive(event)
            for board in range(1, RESULTS + 1):
                for event, (results, followed) in taken.items():
                    results.append(seconds(lambda event=event, board=board: _enter(event, board)))  # type: ignore[misc]
                    followed.append(seconds(lambda event=event: drive(event)))  # type: ignore[misc]
        databases.leave()
    return [(statistics.median(results[2:]), statistics.median(followed[2:])) for results, followed in taken.values()]


def _enter(event: UUID, board: int) -> TournamentFold:
    return tournament_results.record_result(
        tournament=event, round=1, board=board, red=Mark.WIN, blue=Mark.LOSS, by=None
    )


def _opened() -> Mapping[str, float]:
    """How long it takes to open a large event after a restart, and to draw the first page of its standings."""
    with scratch() as databases:
        databases.fresh()
        event = large_swiss(MANY, 9, open_boards=MANY // 2 - 1, real=True)
        nothing = _after_a_restart(event)  # it leaves a snapshot
        snapshot = min(_after_a_restart(event) for _time in range(3))
        sheet, drawn = Sheet(event, fold_of(event)), list[str]()
        page = seconds(lambda: drawn.append(draw(sheet, "standings", 0)))
        again = seconds(lambda: drawn.append(draw(sheet, "standings", 0, 2)))
        databases.leave()
    return {
        "milliseconds to open 2,000 from nothing": 1e3 * nothing,
        "milliseconds to open 2,000 by a snapshot": 1e3 * snapshot,
        "opened by a snapshot / from nothing": snapshot / nothing,
        "milliseconds to draw a page of the standings": 1e3 * page,
        "milliseconds to draw the next page": 1e3 * again,
        "kilobytes of a page of the standings": len(drawn[0].encode()) / 1024,
    }


def _after_a_restart(event: UUID) -> float:
    TOURNAMENTS.recent.forget()
    return seconds(lambda: fold_of(event))


def _folds() -> Mapping[str, float]:
    """How much longer an event takes to fold where there are four times as many of them: entries and results."""
    few, many = (_seconds_an_event(_history(players)) for players in (1000, 4000))
    return {"microseconds to fold an event": 1e6 * many, "an event folded, of 4,000 / of 1,000": many / few}


def _seconds_an_event(history: list[tuple[e.TournamentEvent, datetime]]) -> float:
    return min(seconds(lambda: fold(history)) for _time in range(3)) / len(history)


def _history(players: int) -> list[tuple[e.TournamentEvent, datetime]]:
    numbers, half = tuple(range(1, players + 1)), players // 2
    events: list[e.TournamentEvent] = [
        e.TournamentCreated(owner=str(UUID(int=1)), **usual_terms("barrage", real=True).value()),
        e.TournamentAnnounced(),
        *(e.PlayerEntered(number, (str(UUID(int=number)),), 1500) for number in numbers),
        e.TournamentStarted(numbers, True, 1, 1),
        e.RoundPaired(1, numbers[:half], numbers[half:], numbers, seen=1),
        e.RoundBegun(1, (None,) * half),
        *(e.ResultRecordedOnBoard(1, board, 1, "win", "loss", "arbiter") for board in range(1, half + 1)),
    ]
    return [(event, datetime(2026, 1, 1, tzinfo=UTC)) for event in events]


def _pairing() -> Mapping[str, float]:
    """Seconds and memory of the pairing process. It is asked by a process of its own, which has no other child."""
    asked = [sys.executable, "-m", "benchmarks.large_pairing"]
    result = subprocess.run(asked, check=True, capture_output=True, text=True)
    numbers: dict[str, float] = json.loads(result.stdout)
    return numbers
