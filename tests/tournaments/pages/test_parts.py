"""Parts of pages, as open pages ask for them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.pages.test_views import text_of
from tests.tournaments.scenes import a_tournament, play_round

pytestmark = pytest.mark.django_db


def test_a_part_is_kept_under_no_number_that_says_nothing(client: Client) -> None:
    tournament = a_tournament(4, rounds=3)
    play_round(tournament)
    for part in ("overview", "crosstable", "entries"):
        text_of(client, tournament, f"now/{part}/0/")
        text_of(client, tournament, f"now/{part}/7/", status=404)
    for part, number in (("standings", 1), ("round", 1), ("card", 2)):
        text_of(client, tournament, f"now/{part}/{number}/")
        text_of(client, tournament, f"now/{part}/99/", status=404)
