"""Whoever hands events on may do so twice: each projection of the service knows what it has by stream and version."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import pytest
from django.db import connection, transaction

from accounts.audit.audit import Action, record
from accounts.models import Account, Penalty
from eventlog.projections import deliver
from eventlog.queries import read_all
from eventlog.registry import Stored, projections
from library.archive.tasks import count_all_opened
from library.figures.domain.counters import count_due
from moderation.cases import appeals
from moderation.fairness.domain.sight_reports import look_at_opened
from moderation.sanctions.effects import take_due
from ratings.domain.board_games import rate_boards
from ratings.domain.recomputation import refold
from tests.moderation.cases.test_penalties import decided
from tests.ratings.domain.test_projections import duel
from tests.scenes import account
from tests.tournaments import scenes as event_scenes
from tests.tournaments.formats.test_group_stage import higher
from tests.tournaments.games import end_game, open_games
from tests.tournaments.test_tasks import online
from tournaments.domain.commands.approval import approve

pytestmark = pytest.mark.django_db


def tables() -> dict[str, list[str]]:
    """The rows of every table of every projection, but for the numbers that rows are given in order of writing."""
    names = {table for projection in projections().values() for table in projection.tables} | {"eventlog_projection"}
    result = {}
    with connection.cursor() as cursor:
        for name in sorted(names):
            numbers = "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attidentity <> ''"
            cursor.execute(numbers, [name])
            left_out = [column for (column,) in cursor.fetchall()]
            cursor.execute(f"SELECT (to_jsonb(one) - %s::text[])::text FROM {name} one ORDER BY 1", [left_out])
            result[name] = [row for (row,) in cursor.fetchall()]
    return result


def everything() -> list[Stored]:
    with transaction.atomic():
        return [item for batch in read_all(batch=50) for item in batch]


@pytest.fixture
def _played(django_capture_on_commit_callbacks) -> None:
    ada, bob = account("Ada"), account("Bob")
    red, blue = ada.player, bob.player
    for _time in range(2):
        duel(red.id, blue.id)
    penalty = decided(ada, Penalty.Kind.RATING, game=duel(red.id, blue.id))
    appeals.appeal(penalty=penalty.pk, player=red.pk, words="No.")
    take_due()
    while refold():
        continue
    with django_capture_on_commit_callbacks(execute=True):
        event = online()
    for game in open_games(event):
        with django_capture_on_commit_callbacks(execute=True):
            end_game(game)
    owner = event_scenes.an_owner()
    approve(Account.objects.get(player=owner), by=None)
    over = event_scenes.a_tournament([red.id, blue.id], format="round_robin", owner=owner, rated=True)
    event_scenes.play_out(over, higher)
    rate_boards()
    record(Action.CHANGED, by=red.id, on=[red], fields=["name"])


@pytest.mark.slow
@pytest.mark.usefixtures("_played")
def test_what_is_delivered_again_changes_no_row() -> None:
    count_all_opened()
    count_due()
    look_at_opened(9)
    before, events = tables(), everything()
    assert {name for name, rows in before.items() if not rows} == EMPTY
    for again in (events, events[len(events) // 2 :], *_ends(events)):
        deliver(again)
        assert tables() == before


EMPTY = {
    *("eventlog_projection", "archive_uncounted", "figures_due", "fairness_unsighted"),
    *("ratings_refold", "ratings_refoldpart"),
}
"""What waits for a worker that has come."""


def _ends(events: Sequence[Stored]) -> list[list[Stored]]:
    return [[list(group)[-1]] for _stream, group in groupby(events, key=lambda event: event.stream)]
