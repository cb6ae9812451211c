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
        outcome = queries.game_by_key(game.key)
        assert outcome is not None
        result = [(values(seat), values(seat.player), seat.game is outcome) for seat in outcome.all_seats]
        assert [queries.seat_of(outcome, who) for who in (ada, grace)] == [Seat.RED, Seat.RED2]
    assert len(by_hand) == 1
    assert values(outcome) == values(whole)
    assert result == [(values(seat), values(seat.player), True) for seat in whole.seats.select_related("player")]
    assert [player.get("name") for _seat, player, _same in result] == ["Ada", None, "Grace", "Linus"]


def test_games_come_by_their_ids(by_hand: list[bytes]) -> None:
    games = [game_of(slug, plies=9) for slug in ("duel", "alliance")]
    by_hand.clear()
    result = queries.games_by_id([game.id for game in games] + [UUID(int=7)])
    assert len(by_hand) == 1
    assert {id: [seat.seat for seat in game.all_seats] for id, game in result.items()} == {
        games[0].id: [0, 1],
        games[1].id: [0, 1, 2, 3],
    }
    first = result[games[0].id]
    assert [(seat.seat, seat.game is first) for seat in first.seats.filter(seat__gte=1)] == [(1, True)]
    assert (result[games[1].id].seats.count(), first.seats.order_by("-seat")[0].seat) == (4, 1)


def test_there_is_no_game_at_other_keys() -> None:
    assert queries.game_by_key("nowhere") is None
    assert queries.game_by_key("") is None
