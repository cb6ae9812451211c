"""`knowledge`: what each seat and the spectators know at every ply of whole classic games, against making the views
that it is worked out from. In CPU time, with nothing remembered from other games."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from benchmarks import plausible
from benchmarks.result import Bar, Result
from games.knowledge import knowledge, world_counts
from games.rules import Options, State, View, Viewer, advance, start

GAMES = 6
ROUNDS = 5
VIEWERS = (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR)
BARS = (Bar("ms CPU a ply", at_most=2),)


def run() -> Result:
    """Measure plies a second of CPU time, of one viewer each."""
    games = [states_of(seed) for seed in range(GAMES)]
    viewed = [([state.view(viewer) for state in states], options) for states, options in games for viewer in VIEWERS]
    plies = sum(len(views) for views, _options in viewed)
    ours = cpu_seconds(lambda: know_all(viewed))
    peer = cpu_seconds(lambda: view_all(games))
    first, options = viewed[-1]  # of spectators, to whom both armies are hidden
    cpu = cpu_seconds(lambda: know_all([(first, options)]))
    parts = {
        "games": GAMES,
        "plies": plies,
        "ms CPU a ply": 1e3 * ours / plies,
        "ms CPU a ply, spectators": 1e3 * cpu / len(first),
        "ms CPU a view": 1e3 * peer / plies,
    }
    return Result("knowledge", plies / ours, plies / peer, peer / ours, "plies a second of CPU time", parts, BARS)


def states_of(seed: int) -> tuple[list[State], Options]:
    """The states of a game from its start to its end."""
    record = plausible.play("classic", seed)
    states = [start(record.rules, record.setups, record.options)]
    for turn in record.turns:
        states.append(advance(states[-1], [turn]))
    return states, record.options


def know_all(viewed: list[tuple[list[View], Options]]) -> None:
    """Work out each game's knowledge anew."""
    for views, options in viewed:
        world_counts.tally.cache_clear()
        world_counts.ways.cache_clear()
        world_counts.ways_of_one.cache_clear()
        for known in knowledge(views, options):
            assert known.worlds


def view_all(games: list[tuple[list[State], Options]]) -> None:
    for states, _options in games:
        for viewer in VIEWERS:
            for state in states:
                state.view(viewer)


def cpu_seconds(work: Callable[[], None]) -> float:
    """Return the median CPU seconds that `work` takes."""
    taken = []
    for _round in range(ROUNDS):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return statistics.median(taken)
