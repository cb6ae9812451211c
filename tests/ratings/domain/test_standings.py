"""The lists of the strongest players."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from ratings.domain.standings import ranking
from ratings.models import Rating
from tests.scenes import account

pytestmark = pytest.mark.django_db


def rated(name: str, value: float, *, deviation: float = 70, days: int = 0, variant: str = "duel") -> Player:
    """A player with a rating, whose last game was so long ago."""
    player = account(name).player
    Rating.objects.create(
        player=player.id,
        variant=variant,
        value=value,
        deviation=deviation,
        volatility=0.06,
        games=20,
        played=timezone.now() - timedelta(days=days),
        position=1,
    )
    return player


def test_the_strongest_come_first_and_the_unsure_not_at_all() -> None:
    rated("Second", 1600)
    rated("First", 1700)
    rated("Equal", 1600.2)
    rated("Last", 1400)
    rated("Unsure", 1900, deviation=150)
    rated("Away", 1900, days=2000)
    rated("Elsewhere", 1900, variant="barrage")
    rated("Gone", 1900).account.delete()
    result = [(item.place, item.name, item.rating.value) for item in ranking("duel")]
    assert result == [(1, "First", 1700), (2, "Equal", 1600), (2, "Second", 1600), (4, "Last", 1400)]


def test_the_page_leads_to_profiles(client: Client) -> None:
    rated("First", 1700)
    page = client.get(reverse("ratings:variant", args=["duel"])).text
    assert f'<a href="{reverse("players:profile", args=["First"])}">First</a>' in page
    assert "Nobody yet" in client.get(reverse("ratings:ratings")).text
    assert client.get(reverse("ratings:variant", args=["chess"])).status_code == 404
