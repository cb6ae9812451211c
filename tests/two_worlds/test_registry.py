"""No address is left out of the comparison of two worlds."""

from __future__ import annotations

import random

import pytest

from games.rules import Seat, Viewer
from tests.scenes import game_waiting

from .asking import Scene
from .registry import REGISTRY, addresses, asks, listed

NOT_OF_GAMES = {"admin:app_list", "admin:autocomplete"}


def test_every_address_is_listed() -> None:
    """Whoever adds a page adds how to ask for it, in `registry.py`."""
    assert [name for name in addresses() if listed(name) is None] == []


@pytest.mark.django_db
def test_what_is_listed_is_there_and_asked_for() -> None:
    """Within a few hundred moments each entry has been asked for."""
    chance, game = random.Random(1), game_waiting()
    seats = (Seat.RED, Seat.BLUE)
    viewers = (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR)
    wanted, asked = REGISTRY.keys() - NOT_OF_GAMES, set[str]()
    for number in range(400):
        scene = Scene(game.id, game.key, viewers[number % 3], seats, 60, False, chance, event="7vWTmAwBbQ2")
        asked.update(name for name, _ask in asks(scene, number))
        if asked == wanted:
            break
    assert asked == wanted
    assert {entry for name in addresses() if (entry := listed(name)) in REGISTRY} == REGISTRY.keys()
