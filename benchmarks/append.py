"""`append`: a live move (load the game, judge the turn, append it with every projection and the snapshot, commit)
against a bare INSERT of one row and its commit with psycopg, into a table with the same columns and indexes.

Also: a move at event 2,000 of a game against one at event 50, and the bytes that an event takes on disk.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg

from benchmarks.database import Scratch, scratch
from benchmarks.games import Played, quiet_game
from benchmarks.result import Bar, Result, seconds
from eventlog.canonical import GENESIS
from eventlog.store import COLUMNS, EMPTY, Head, _positions, insert, prepare
from games.domain import recent
from games.domain.commands import make_setup, play_turn
from games.domain.creation import create_game
from games.rules import Seat, variant

EARLY, LATE, SPAN = 50, 2000, 10  # plies measured: 45–55 of many short games, and around 2,000 of a long one
SHORT_GAMES = 20
BARS = (
    Bar("ratio", at_least=0.4),
    Bar("event 2,000 / event 50", at_most=1.25),
    Bar("bytes an event", at_most=300),
)


def run() -> Result:
    """Measure moves a second."""
    with scratch() as databases:
        name = databases.fresh()
        databases.twin_of_events(name, "bare")
        short = [Live(quiet_game(EARLY + SPAN, seed), EARLY - SPAN) for seed in range(SHORT_GAMES)]
        samples = SHORT_GAMES * SPAN * 2
        long = Live(quiet_game(LATE + samples, seed=99), LATE - samples // 2)
        early, late, cold, peer = measure(short, long, bare_insert(databases, name))
        size = bytes_an_event(databases, name)
    parts = {
        "milliseconds, event 50": early * 1000,
        "milliseconds, event 2,000": late * 1000,
        "milliseconds, from a snapshot": cold * 1000,
        "milliseconds, bare insert": peer * 1000,
        "event 2,000 / event 50": late / early,
        "bytes an event": size,
    }
    return Result("append", 1 / early, 1 / peer, peer / early, "moves a second", parts, BARS)


class Live:
    """A game that is played on through the command that a player's move goes through."""

    def __init__(self, played: Played, plies: int) -> None:
        self.game = create_game(variant=variant("classic"), players={Seat.RED: uuid4(), Seat.BLUE: uuid4()})
        for seat, placement in played.setups.items():
            make_setup(game=self.game, seat=seat, placement=placement)
        self.ply = 0
        self.turns = played.turns
        while self.ply < plies:
            self.move()

    def move(self) -> None:
        """Play the next turn."""
        play_turn(game=self.game, seat=Seat(self.ply % 2), turn=self.turns[self.ply], expected=3 + self.ply)
        self.ply += 1


def measure(short: list[Live], long: Live, bare: Callable[[], None]) -> tuple[float, float, float, float]:
    """Return the median seconds of an early move, a late one, an early one in a process that does not know the game
    yet, and a bare insert, taken in turns."""
    early: list[float] = []
    late: list[float] = []
    cold: list[float] = []
    peer: list[float] = []
    works: list[tuple[Callable[[], None], list[float]]] = [(long.move, late), (bare, peer)]
    for number in range(2 * SPAN):
        for place, game in enumerate(short):
            if (place + number) % 4 == 0:
                recent.forget(game.game)
                cold.append(seconds(game.move))
                peer.append(seconds(bare))
                continue
            turn = [(game.move, early), *works]
            random.Random(number).shuffle(turn)
            for work, times in turn:
                times.append(seconds(work))
    return statistics.median(early), statistics.median(late), statistics.median(cold), statistics.median(peer)


def bare_insert(databases: Scratch, name: str) -> Callable[[], None]:
    """Return the peer: one row of the same shape, INSERT and commit."""
    connection = databases.service(name)
    rows = bare_rows()
    sql = f"INSERT INTO bare ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)".encode()

    def work() -> None:
        connection.execute(sql, next(rows))
        connection.commit()

    return work


def bare_rows() -> Iterator[tuple[Any, ...]]:
    stream, actor, now = uuid4(), uuid4(), datetime.now(UTC)
    position = 0
    while True:
        position += 1
        yield (position, now, stream, actor, position, 1, "turn-played", GENESIS, GENESIS, '{"turn":"d4-d5"}')


def bytes_an_event(databases: Scratch, name: str, games: int = 40, plies: int = 300) -> float:
    """Return the bytes on disk, indexes included, of the moves of games that are played at the same time."""
    from games.domain.events import TurnPlayed

    databases.drop(name)
    name = databases.fresh()
    turns = quiet_game(plies, seed=7).turns
    heads: dict[UUID, Head] = {uuid4(): EMPTY for _game in range(games)}
    actor, now, written = uuid4(), datetime.now(UTC), 0
    for turn in turns:
        rows = []
        for stream, head in heads.items():
            rows += prepare(stream=stream, head=head, events=[TurnPlayed(turn)], actor=actor, now=now)
            heads[stream] = Head(rows[-1].version, rows[-1].hash, rows[-1].time)
        insert(rows, _positions(games))
        written += games
    with psycopg.connect(databases.owner_url(name)) as owner:
        row = owner.execute("SELECT pg_total_relation_size('eventlog_event')").fetchone()
    assert row is not None
    return float(row[0] / written)
