"""Whole tournaments of each format, through the commands: rounds finish, places follow, the log is sound."""

import pytest
from django.db import transaction

from eventlog import store
from eventlog.rebuild import rebuild
from tests.tournaments import scenes
from tests.tournaments.domain.tables import rows
from tournaments.domain.queries.tournaments import blockers, fold_of
from tournaments.domain.standings import standings_of
from tournaments.domain.state import Status
from tournaments.domain.transitions import fold
from tournaments.domain.verification import verify_tournament

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "terms"),
    [
        (2, {}),
        (7, {}),
        (8, {"rounds": 5}),
        (16, {"accelerated": True}),
        (2, {"format": "knockout"}),
        (3, {"format": "knockout", "third_place": True}),
        (11, {"format": "knockout", "third_place": True, "best_of": 3}),
        (8, {"format": "knockout", "decider": "lot"}),
        (5, {"format": "round_robin"}),
        (4, {"format": "round_robin", "double": True}),
        (4, {"variant": "alliance"}),
        (4, {"real": False, "rounds": 2}),
    ],
)
def test_an_event_runs_to_its_places(players, terms):
    tournament = scenes.a_tournament(players, **terms)
    now = scenes.play_out(tournament)
    assert now.status is Status.FINISHED
    assert blockers(now) == ()
    stored = list(store.load(tournament))
    assert fold((item.event, item.time) for item in stored) == now == fold_of(tournament)
    verify_tournament(iter(stored))
    places = standings_of(now)
    assert sorted(place.number for place in places) == list(range(1, players + 1))
    assert places[0].place == 1
    before = rows()
    with transaction.atomic():
        rebuild()
    assert rows() == before
    assert {item["place"] for item in before["TournamentEntry"]} >= {1}
