"""Panels that rooms give to pages about a player."""

from __future__ import annotations

from collections import defaultdict

import pytest
from django.utils.safestring import mark_safe

from accounts.models import Player
from accounts.people import panels
from accounts.people.panels import PanelPlace, panel


def test_panels_stand_in_order_each_once_and_none_that_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panels, "_PANELS", defaultdict(list))
    ada = Player(name="Ada")

    def told(player: Player) -> str:
        return mark_safe(f"<p>{player.name}</p>")

    panel(PanelPlace.PROFILE)(lambda player: "second")
    panel(PanelPlace.PROFILE, order=1)(lambda player: "last")
    panel(PanelPlace.PROFILE, order=-1)(told)
    panel(PanelPlace.PROFILE, order=2)(told)
    panel(PanelPlace.PROFILE)(lambda player: "")
    panel(PanelPlace.ACCOUNT)(lambda player: "elsewhere")
    assert panels.panels(PanelPlace.PROFILE, ada) == ["<p>Ada</p>", "second", "last"]
    assert panels.panels(PanelPlace.GAMES, ada) == []
