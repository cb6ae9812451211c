"""When a game is opened, on its pages: the policy for all, the time, and what its players may do about it."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from eventlog.sources import injected
from games.domain import commands
from games.models import Game
from games.rules import Seat, variant
from games.tasks import reveal_due
from tests.games.domain.played import begun
from tests.scenes import account

pytestmark = pytest.mark.django_db

RED, BLUE = Seat.RED, Seat.BLUE
START = datetime(2026, 11, 22, 12, tzinfo=UTC)
HTMX = {"HX-Request": "true"}


def table(**values: Any) -> tuple[Game, Client, Client]:
    accounts = account("Ada"), account("Bob")
    seated = {seat: who.player.id for seat, who in zip((RED, BLUE), accounts, strict=True)}
    game, _now = begun(variant("barrage"), random.Random(1), players=seated, **({"reveal": "never"} | values))
    browsers = Client(), Client()
    for browser, who in zip(browsers, accounts, strict=True):
        browser.force_login(who)
    return Game.objects.get(id=game), *browsers


def text(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def pages(game: Game, player: Client) -> list[str]:
    address = f"/games/{game.key}/"
    return [text(Client(), address), text(player, address), text(player, f"{address}?view=red")]


@pytest.mark.slow
def test_each_page_of_a_game_says_when_it_is_opened() -> None:
    with injected(clock=lambda: START):
        game, ada, _bob = table(reveal="delay", reveal_after=3600)
        for page in pages(game, ada):
            assert "Hidden pieces are shown 1 hour after the end." in page
            assert "data-deadline" not in page
        commands.resign(game=game.id, seat=RED)
        stamp = int((START + timedelta(hours=1)).timestamp() * 1000)
        for page in pages(game, ada):
            assert f'datetime="2026-11-22T13:00:00+00:00" data-deadline="{stamp}"' in page
            assert "Hidden pieces will be shown:" in page
        assert "Propose to open it now" not in text(Client(), f"/games/{game.key}/")
    with injected(clock=lambda: START + timedelta(hours=1)):
        reveal_due()
        assert "Record as JSON" in text(Client(), f"/games/{game.key}/")
        assert "All pieces are shown." in text(ada, reverse("play:table", args=[game.key]))


@pytest.mark.slow
def test_players_see_an_end_that_others_have_yet_to_come_to() -> None:
    with injected(clock=lambda: START):
        game, ada, _bob = table(spectators="delayed", delay=600, rated=True)
        there = f"/games/{game.key}/"
        assert "for them it has not begun yet" in text(Client(), there)
    with injected(clock=lambda: START + timedelta(minutes=10)):
        assert "You see this game as it stood 10 minutes ago" in text(Client(), there)
        commands.resign(game=game.id, seat=RED)
        own = text(ada, there)
        assert "You have lost" in own
        assert "Everybody else sees it, and it counts, from" in own
        assert "Blue wins: resignation" in text(ada, f"{there}?view=red")
        assert "Not rated" not in text(ada, f"{there}?view=red")
        assert "resignation" in text(ada, "/my/")
        for others in (text(Client(), there), text(ada, f"{there}?view=spectator"), text(Client(), "/games/")):
            assert "wins: resignation" not in others  # the search has a filter of that name
            assert "In play" in others
    with injected(clock=lambda: START + timedelta(minutes=20)):
        assert "Blue wins: resignation" in text(Client(), there)


def test_both_players_open_it_with_a_button() -> None:
    game, ada, bob = table()
    commands.resign(game=game.id, seat=RED)
    act, there = reverse("play:act", args=[game.key]), f"/games/{game.key}/"
    assert "Propose to open it now" in text(ada, there)
    assert ada.post(act, {"act": "open"}).status_code == 303
    assert "Red wants it opened now." in text(bob, f"{there}?view=blue")
    assert "Agree to open it now" in text(bob, there)
    assert "wants it opened" not in text(Client(), there)
    taken_back = ada.post(act, {"act": "close"}, headers=HTMX)
    assert (taken_back.status_code, b"Propose to open it now" in taken_back.content) == (200, True)
    assert b"unknown" in taken_back.content
    for browser in (ada, bob):
        answer = browser.post(act, {"act": "open"}, headers=HTMX)
        assert answer.status_code == 200
    assert b"All pieces are shown." in answer.content
    assert b"unknown" not in answer.content
    late = ada.post(act, {"act": "open"}, headers=HTMX)
    assert (late.status_code, b"All pieces are shown already." in late.content) == (422, True)


def test_nobody_else_can_open_a_game() -> None:
    """Neither a stranger nor the staff: there is no such form, and no such action in the admin."""
    game, _ada, _bob = table()
    commands.resign(game=game.id, seat=RED)
    staff = account("Staff")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    browser = Client()
    browser.force_login(staff)
    assert browser.post(reverse("play:act", args=[game.key]), {"act": "open"}).status_code == 403
    change = reverse("admin:games_game_change", args=[str(game.id)])
    assert "Blue wins: resignation" in browser.get(change).content.decode()
    assert browser.post(change, {"revealed": "on"}).status_code == 403
    chosen = {"action": "reveal", "_selected_action": str(game.id)}
    browser.post(reverse("admin:games_game_changelist"), chosen)
    assert not Game.objects.get(id=game.id).revealed
