"""What is read by statements by hand is what the ORM reads."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from games.domain import queries
from games.models import Game
from games.rules import Seat
from tests.scenes import account, game_of

pytestmark = pytest.mark.django_db


def values(row: Model | None) -> dict[str, Any]:
    return {} if row is None else {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_game_comes_whole_by_its_key(by_hand: list[bytes], django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ada, grace = account("Ada"), account("Grace")
    game = game_of("alliance", accounts={Seat.RED: ada, Seat.RED2: grace}, plies=9)
    Player.objects.filter(name="Charles").delete()
    whole = Game.objects.get(id=game.id)

    by_hand.clear()
    with django_assert_num_queries(0):
        found = queries.game_by_key(game.key)
        assert found is not None
        told = [(values(one), values(one.player), one.game is found) for one in found.all_seats]
        assert [queries.seat_of(found, who) for who in (ada, grace)] == [Seat.RED, Seat.RED2]
    assert len(by_hand) == 1
    assert values(found) == values(whole)
    assert told == [(values(one), values(one.player), True) for one in whole.seats.select_related("player")]
    assert [player.get("name") for _seat, player, _same in told] == ["Ada", None, "Grace", "Linus"]


def test_games_come_by_their_ids(by_hand: list[bytes]) -> None:
    games = [game_of(slug, plies=9) for slug in ("duel", "alliance")]
    by_hand.clear()
    found = queries.games_by_id([game.id for game in games] + [UUID(int=7)])
    assert len(by_hand) == 1
    assert {id: [one.seat for one in game.all_seats] for id, game in found.items()} == {
        games[0].id: [0, 1],
        games[1].id: [0, 1, 2, 3],
    }
    first = found[games[0].id]
    assert [(one.seat, one.game is first) for one in first.seats.filter(seat__gte=1)] == [(1, True)]
    assert (found[games[1].id].seats.count(), first.seats.order_by("-seat")[0].seat) == (4, 1)


def test_there_is_no_game_at_other_keys() -> None:
    assert queries.game_by_key("nowhere") is None
    assert queries.game_by_key("") is None
