"""An arena: who waits plays at once, wins in a row count double, and all of it from its announcement to its archive."""

from __future__ import annotations

from collections import Counter

import pytest

from eventlog import store
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import crosstable, standings_of
from tournaments.domain.state import Status
from tournaments.domain.verification import verify_tournament
from tournaments.simulation.events import simulate

pytestmark = pytest.mark.django_db


def test_an_arena_of_programs_from_its_announcement_to_its_archive() -> None:
    event = simulate(format="arena", slug="duel", players=30, rounds=0, seed="1")
    fold = fold_of(event)
    assert (fold.status, len(fold.rounds)) == (Status.FINISHED, 1)
    verify_tournament(iter(store.load(event)))
    [round] = fold.rounds
    games = Counter(entry for board in round.boards for entry in board.entries)
    print(len(round.boards), games)
    for s in standings_of(fold):
        print(s)
    for row in crosstable(fold).rows[:3]:
        print(row)
