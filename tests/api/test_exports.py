"""Records of many games at once: which games, how many, how one goes on, and what it costs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from api.http import budgets
from api.v1 import exports
from games.models import Game
from tests.api.asking import Program, code_of
from tests.scenes import account, game_of, game_over
from web.routes import is_costly

pytestmark = pytest.mark.django_db
EXPORT = "games/export/"


def records(answer: HttpResponse) -> list[dict[str, Any]]:
    assert (answer.status_code, answer["Content-Type"], answer.streaming) == (200, "application/x-ndjson", True)
    return [json.loads(line) for line in b"".join(answer).splitlines()]  # type: ignore[call-overload]


@pytest.fixture
def games() -> list[Game]:
    """Three that are open, the newest first, the second of others; two newer ones are closed: one goes on, one is over
    and not opened."""
    older = game_over(slug="duel", plies=2, names=("Ada", "Bob"))
    others = game_over(slug="barrage", plies=2, names=("Carla", "Dan"))
    newer = game_over(slug="duel", plies=3, seed=2, names=("Bob", "Ada"))
    game_of("duel", plies=2, seed=3, names=("Ada", "Bob"), over=False)
    game_over(slug="duel", plies=2, seed=4, names=("Ada", "Bob"), reveal="never")
    return [newer, others, older]


def test_records_by_player_and_by_search(games: list[Game]) -> None:
    """They are those that each game gives by itself; what is closed is in no stream, a player's neither."""
    closed = Game.objects.filter(revealed=False).order_by("status").values_list("status", flat=True)
    assert list(closed) == ["over", "playing"]
    eve = account("Eve")
    newer, others, older = (Program().get(f"games/{game.key}/record/").json() for game in games)
    assert records(Program().get(EXPORT)) == [newer, others, older]
    assert records(Program(eve).get(EXPORT, player="Ada")) == [newer, older]
    assert records(Program().get(EXPORT, {"Accept": exports.KIND}, variant="barrage")) == [others]
    assert records(Program().get(EXPORT, player="Nobody")) == []
    assert code_of(Program().get(EXPORT, limit="301")) == (400, "parameter")
    assert code_of(Program().get(EXPORT, before="nothere")) == (400, "cursor")
    assert code_of(Program().get(EXPORT, variant="chess")) == (400, "invalid")
    assert code_of(Program().get(EXPORT, after=games[1].key)) == (400, "unknown-parameters")


def test_it_goes_on_by_its_link(games: list[Game]) -> None:
    """So many games are looked at for one answer; the closed ones are the newest, and take up the first of them."""
    pages, path, query = [], EXPORT, {"limit": "2", "variant": "duel"}
    while path:
        answer = Program().get(path, **query)
        pages.append([record["stream"] for record in records(answer)])
        link = answer.get("Link", "")
        assert link == "" or link.endswith('>; rel="next"')
        path, query = link.partition("<")[2].partition(">")[0].removeprefix("/api/v1/"), {}
    assert pages == [[], [str(games[0].id), str(games[2].id)]]


def test_games_have_a_budget_of_their_own(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    """By account, or by address without a token; who asks for more is told so before anything is sent."""
    assert budgets.BY_EXPORT.most >= exports.MOST  # one request can always be paid
    monkeypatch.setattr(budgets, "BY_EXPORT", budgets.Budget("export", 4))
    monkeypatch.setattr("web.limits.clock", lambda: 1_800_000_010.0)
    eve = account("Eve")
    first = Program(eve).get(EXPORT)
    assert (len(records(first)), first["RateLimit-Policy"], first["RateLimit"]) == (
        3,
        '"token";q=600;w=60, "export";q=4;w=60',
        '"token";r=596;t=50, "export";r=1;t=50',
    )
    refused = Program(eve).get(EXPORT, player="Ada")  # another token has no other budget
    assert (code_of(refused), refused["Retry-After"], refused["RateLimit"]) == (
        (429, "too-often"),
        "50",
        '"export";r=0;t=50',
    )
    assert Program(eve).get("games/")["RateLimit"] == '"token";r=588;t=50'
    assert [Program().get(EXPORT).status_code for _time in range(2)] == [200, 429]
    assert is_costly(reverse("api:games-export"))
