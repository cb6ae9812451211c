"""No address is left out of the comparison of two worlds."""

from __future__ import annotations

import random
from uuid import UUID

from games.rules import Seat, Viewer

from .asking import Scene
from .registry import REGISTRY, addresses, asks, listed

NOT_OF_GAMES = {"admin:app_list", "admin:autocomplete", "admin:auth_"}


def test_every_address_is_listed() -> None:
    """Whoever adds a page adds how to ask for it, in `registry.py`."""
    assert [name for name in addresses() if listed(name) is None] == []


def test_what_is_listed_is_there_and_asked_for() -> None:
    """Within a few dozen moments each entry has been asked for."""
    chance = random.Random(1)
    seats = (Seat.RED, Seat.BLUE)
    viewers = (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR)
    asked = {
        name
        for number in range(60)
        for name, _ask in asks(Scene(UUID(int=1), "abcdefghijk", viewers[number % 3], seats, 60, False, chance))
    }
    assert asked == REGISTRY.keys() - NOT_OF_GAMES
    assert {entry for name in addresses() if (entry := listed(name)) in REGISTRY} == REGISTRY.keys()
