"""An hour of an arena without a database: its log, and after each game that ends who is paired. Measured by `pairing`.

What takes time is what a worker does for it beside writing: results and boards are folded, who waits is paired, and it
is worked out when to look again.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from uuid import UUID

from eventlog.canonical import microseconds
from tournaments.domain import events as e
from tournaments.domain.calendar import due_at
from tournaments.domain.formats import format_of
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import usual_terms
from tournaments.domain.transitions import fold, step

BEGUN = datetime(2026, 11, 29, 12, tzinfo=UTC)
PLAYERS, HOUR = 500, timedelta(hours=1)
SHORTEST, LONGEST = 180, 720  # seconds of a game


@dataclass
class Hour:
    """An arena after an hour. `seconds`: of the processor."""

    fold: TournamentFold
    seconds: float


def hour_of(players: int = PLAYERS, *, seed: int = 1) -> Hour:
    """An hour with games of three to twelve minutes, each of which one side wins."""
    chance, now, begun = random.Random(seed), BEGUN, time.process_time()
    arena = _begun(players)
    playing: list[tuple[datetime, int]] = []
    known = 0
    while now < BEGUN + HOUR:
        boards = arena.rounds[0].boards
        for board in range(known + 1, len(boards) + 1):
            heappush(playing, (now + timedelta(seconds=chance.uniform(SHORTEST, LONGEST)), board))
        known = len(boards)
        now, board = heappop(playing)
        red, blue = chance.choice((("win", "loss"), ("loss", "win")))
        arena = step(arena, e.ResultRecordedOnBoard(1, board, 1, red, blue, source="game"), now)
        pairs = format_of(arena).boards_to_add(arena, now)
        if pairs:
            games = tuple(_id(known + place) for place in range(len(pairs)))
            reds, blues = zip(*pairs, strict=True)
            arena = step(arena, e.BoardsAdded(1, red=reds, blue=blues, games=games), now)
        due_at(arena)
    return Hour(arena, time.process_time() - begun)


def _begun(players: int) -> TournamentFold:
    """An arena whose first games have begun."""
    numbers = tuple(range(1, players + 1))
    terms = usual_terms("barrage", "arena", rated=False)
    entries = [e.PlayerEntered(number, (_id(number),), rating=2000 - number) for number in numbers]
    created = e.TournamentCreated(owner=_id(0), **terms.value())
    started = e.TournamentStarted(order=numbers, red_first=True, lot=1, rounds=1)
    arena = fold((event, BEGUN) for event in [created, e.TournamentAnnounced(), *entries, started])
    paired = format_of(arena).next_round(arena).event(arena.terms)
    games = tuple(map(_id, range(len(paired.red))))
    deadline = microseconds(BEGUN + HOUR)
    return fold([(paired, BEGUN), (e.RoundBegun(1, games=games, deadline=deadline), BEGUN)], since=arena)


def _id(number: int) -> str:
    return str(UUID(int=number))
