"""Panels that rooms give to pages about a player."""

from __future__ import annotations

from collections import defaultdict

import pytest
from django.utils.safestring import mark_safe

from players.models import Player
from players.people import panels
from players.people.panels import Place, panel


def test_panels_stand_in_order_each_once_and_none_that_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "_PANELS", defaultdict(list))
    ada = Player(name="Ada")

    def told(player: Player) -> str:
        return mark_safe(f"<p>{player.name}</p>")

    panel(Place.PROFILE)(lambda player: "second")
    panel(Place.PROFILE, order=1)(lambda player: "last")
    panel(Place.PROFILE, order=-1)(told)
    panel(Place.PROFILE, order=2)(told)
    panel(Place.PROFILE)(lambda player: "")
    panel(Place.ACCOUNT)(lambda player: "elsewhere")
    assert panels.panels(Place.PROFILE, ada) == ["<p>Ada</p>", "second", "last"]
    assert panels.panels(Place.DELETION, ada) == []
