"""The list of bots that take challenges: who stands there for whom, by pages, and what each row says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.conduct.blocks import block
from accounts.models import Account, Penalty, Player
from games.models import Ladder
from games.rules import Illegal
from play.bots import accounts
from play.lobby import views
from play.lobby.bots import listed_bots
from play.lobby.guard import check_player
from ratings.models import Rating
from tests.accounts.conduct.penalties import impose
from tests.play.bots.test_accounts import a_bot
from tests.play.lobby.test_views import person, text
from tests.scenes import account

pytestmark = pytest.mark.django_db


def a_rating(bot: Player, variant: str, value: float) -> None:
    sure: dict[str, Any] = {"deviation": 40, "volatility": 0.06, "games": 20, "played": timezone.now(), "position": 1}
    Rating.objects.create(player=bot.id, ladder=Ladder.BOTS, variant=variant, value=value, **sure)


def names(asker: Player | None) -> list[str]:
    return [row.key for row in listed_bots(30, asker=asker, beside=None, upwards=False).rows]


def may_challenge(asker: Player, bot: Player) -> bool:
    try:
        check_player(asker, bot, rated=False)
    except Illegal:
        return False
    return True


def test_those_stand_there_whom_the_lobby_lets_somebody_challenge() -> None:
    ada = account("Ada").player
    bots = {name: a_bot(name).player for name in ("Rita", "Robby", "Roxy", "Rudy", "Rex", "Ruth", "Rolf")}
    block(blocker=ada, target=bots["Rita"])
    block(blocker=bots["Robby"], target=ada)
    impose(bots["Roxy"].id, Penalty.Kind.BAN)
    impose(bots["Rudy"].id, Penalty.Kind.NO_SEEKS)
    impose(bots["Ruth"].id, Penalty.Kind.NO_TALK)
    Account.objects.filter(player=bots["Rex"]).update(is_active=False)
    there = sorted(Player.objects.select_related("account"), key=lambda player: player.name)
    machines_now = [item for item in there if item.machine]
    assert (
        names(ada) == [item.name for item in machines_now if may_challenge(ada, item)] == ["rolf (bot)", "ruth (bot)"]
    )
    assert names(None) == ["rita (bot)", "robby (bot)", "rolf (bot)", "ruth (bot)"]
    assert names(bots["Ruth"]) == ["rita (bot)", "robby (bot)", "rolf (bot)"]


def test_a_row_says_whose_it_is_and_how_it_is_rated_and_leads_to_a_challenge() -> None:
    ada, page = person("Ada")
    robby, _rita = a_bot("Robby", "Ada").player, a_bot("Rita", "Ada")
    accounts.agree(keeper=ada.player, bot="robby (bot)")
    a_rating(robby, "duel", 1712.4)
    a_rating(robby, "barrage", 1630)
    rows = re.findall(r"<tr>(.*?)</tr>", text(page.get("/bots/")))[1:]
    words = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]
    assert words == [
        "rita (bot) No rated game yet. Challenge rita (bot)",
        "robby (bot) Ada Barrage 1630 ±40 · Duel 1712 ±40 Challenge robby (bot)",
    ]
    links = [re.findall(r'href="([^"]+)"', row) for row in rows]
    assert links == [
        ["/players/rita%20(bot)/", "/challenge/?to=rita%20%28bot%29"],
        ["/players/robby%20(bot)/", "/players/Ada/", "/challenge/?to=robby%20%28bot%29"],
    ]
    assert 'value="robby (bot)"' in text(page.get(links[1][-1]))
    leading = ['href="/bots/"' in text(Client().get(name)) for name in ("/lobby/", "/play/computer/")]
    assert leading == [True, True]


def test_who_has_no_account_yet_is_offered_no_challenge_and_none_is_said_in_words() -> None:
    ada, page = person("Ada")
    assert "No bot takes challenges yet" in text(page.get("/bots/"))
    a_bot()
    Player.objects.filter(account=ada).update(guest=True)
    assert ["/challenge/?to=" in text(item.get("/bots/")) for item in (page, Client())] == [False, True]


def test_a_page_is_as_long_as_it_says_and_asks_no_more_for_more_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "BOTS", 2)
    for name in ("Rex", "Rita", "Robby", "Rolf", "Roxy"):
        a_bot(name)
    result, query = [], "/bots/"
    while query:
        page = Client().get(query).text
        result.append(re.findall(r">(\w+) \(bot\)</a>", page))
        further = re.search(r'rel="next" href="([^"]+)"', page)
        query = further[1] if further else ""
    assert result == [["rex", "rita"], ["robby", "rolf"], ["roxy"]]
    before = Client().get("/bots/?after=robby+(bot)").text
    assert re.findall(r">(\w+) \(bot\)</a>", before) == ["rex", "rita"]
    assert Client().get("/bots/?before=zz")["Location"] == "/bots/"
    with CaptureQueriesContext(connection) as asked:
        names(None)
    assert len(asked) == 2  # what they read is for tests/growth: with so few rows the plan is the planner's whim
