"""Players as programs read of them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from eventlog import store
from games.models import key_of
from games.rules import Seat
from ratings.domain.events import RatingSetBack
from tests.api.asking import Program
from tests.ratings.domain.test_projections import Clock, clock, duel
from tests.scenes import account

__all__ = ["clock"]


@pytest.mark.django_db
def test_the_history_of_a_rating_names_its_games_and_reads_none(clock: Clock) -> None:
    ada, bob = account("Ada").player, account("Bob").player
    game = duel(ada.id, bob.id, Seat.RED)
    store.append(stream=ada.id, expected=0, events=[RatingSetBack(ada.id, "duel", 20)])
    with CaptureQueriesContext(
        connection,
    ) as asked:
        body = Program().get("players/Ada/ratings/duel/").json()
    changes = [(item["game"], item["after"] - item["before"]) for item in body["changes"]]
    read = [item["sql"] for item in asked if "games_game" in item["sql"]]
    assert (body["variant"], body["ladder"], changes, read) == (
        "duel",
        "people",
        [(key_of(game), 162), (None, -20)],
        [],
    )
