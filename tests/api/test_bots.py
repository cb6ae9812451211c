"""Bots that take challenges, for programs."""

from __future__ import annotations

import pytest

from accounts.conduct.blocks import block
from play.bots import accounts
from tests.api.asking import Program
from tests.api.test_schema import fits
from tests.play.bots.test_accounts import a_bot
from tests.play.lobby.test_bots import a_rating
from tests.scenes import account

pytestmark = pytest.mark.django_db


def test_bots_are_listed_by_pages_with_owners_and_ratings() -> None:
    ada = account("Ada")
    robby, rita = a_bot("Robby", "Ada").player, a_bot("Rita", "Ada").player
    accounts.agree(keeper=ada.player, bot="robby (bot)")
    a_rating(robby, "duel", 1712.4)
    first = Program().get("bots/", limit="1")
    second = Program().get("bots/", limit="1", before="rita (bot)")
    of_rita = {"name": "rita (bot)", "kind": "bot", "url": "/players/rita%20(bot)/", "keeper": None, "ratings": {}}
    rating = {"ladder": "bots", "value": 1712, "deviation": 40, "games": 20, "provisional": False}
    of_robby = {"name": "robby (bot)", "kind": "bot", "url": "/players/robby%20(bot)/", "keeper": "Ada"}
    whole = of_robby | {"ratings": {"duel": rating}}
    there = "/api/v1/bots/"
    assert first.json() == {"bots": [of_rita], "next": f"{there}?before=rita+%28bot%29&limit=1", "prev": None}
    assert second.json() == {"bots": [whole], "next": None, "prev": f"{there}?after=robby+%28bot%29&limit=1"}
    assert Program().get(second.json()["prev"].removeprefix("/api/v1/")).json()["bots"] == [of_rita]
    assert fits("bots/", first) + fits("bots/", second) == []
    block(blocker=ada.player, target=rita)
    assert Program(ada).get("bots/").json() == {"bots": [whole], "next": None, "prev": None}
    assert Program(ada, "play").get("bots/").json()["bots"] == [of_rita, whole]
