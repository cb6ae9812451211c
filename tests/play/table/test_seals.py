"""What opens the pieces that a player's page tells of."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.domain import commands, creation
from games.models import Game
from games.rules import Seat, variant
from tests.scenes import account

pytestmark = pytest.mark.django_db

SETUPS = {
    Seat.RED: "FB........" + ".S39......" + ".........." + "2.2M......",
    Seat.BLUE: "3..22....." + ".MS......." + ".9B......." + "F.........",
}


def test_each_battle_on_the_page_opens_both_its_pieces_one_that_fought_twice_too() -> None:
    accounts = {seat: account(f"P-{seat.slug}") for seat in (Seat.RED, Seat.BLUE)}
    id = creation.create_game(
        variant=variant("barrage"), players={seat: who.player.id for seat, who in accounts.items()}
    )
    for seat, placement in SETUPS.items():
        commands.make_setup(game=id, seat=seat, placement=placement)
    turns = ("c4-b4", "e7-f7", "b4-b6", "f7-g7", "a4-a6", "a7-a6", "b6-a6")
    for number, turn in enumerate(turns):
        commands.play_turn(game=id, seat=Seat(number % 2), turn=turn)
    client = Client()
    client.force_login(accounts[Seat.BLUE])
    page = client.get(f"/games/{Game.objects.get(id=id).key}/table/").content.decode()
    fought = re.findall(r'class="fought" data-ply="(\d+)"', page)
    opened = re.findall(r'<li data-seat="(\w+)" data-piece="(\d+)".*? data-ply="(\d+)" data-stood="(\w+)"', page)
    assert fought == ["6", "7"]
    assert sorted((ply, seat, stood) for seat, _piece, ply, stood in opened) == [
        ("6", "blue", "a7"),
        ("6", "red", "a6"),
        ("7", "blue", "a6"),
        ("7", "red", "b6"),
    ]
    assert len({piece for seat, piece, _ply, _stood in opened if seat == "blue"}) == 1
