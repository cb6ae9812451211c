"""Preferences: defaults, the row of an account, colours without a flash, times in the reader's zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client
from django.utils import timezone

from accounts.models import Preferences
from accounts.people.preferences import TimeZoneMiddleware, preferences_of
from accounts.people.time_zones import time_zones
from tests.library.archive.test_views import text
from tests.scenes import account, game_over

pytestmark = pytest.mark.django_db

FIELDS = (
    *("board_side", "confirm_moves", "coordinates", "theme", "time_zone", "ranks", "open_guesses", "show_figures"),
    "pieces",
    "board",
    "open_data",
    "bot_challenges",
    "rated_bots",
    "presence",
)
DEFAULTS = ("own", False, True, "system", "UTC", "high", False, True, "figures", "field", "pseudonym", *(False,) * 3)


def values(preferences: Preferences) -> tuple[object, ...]:
    """All preferences, in the order of `FIELDS`."""
    return tuple(getattr(preferences, name) for name in FIELDS)


def test_everybody_has_preferences() -> None:
    assert values(preferences_of(AnonymousUser())) == DEFAULTS
    assert values(preferences_of(None)) == DEFAULTS
    assert values(preferences_of(account("Ada"))) == DEFAULTS
    assert not Preferences.objects.exists()


def test_a_form_changes_all_of_them(client: Client) -> None:
    ada = account("Ada")
    client.force_login(ada)
    chosen = (
        "red",
        True,
        False,
        "dark",
        "Asia/Tokyo",
        "symbols",
        True,
        False,
        "contrast",
        "wood",
        "none",
        *(True,) * 3,
    )
    sent = {name: value for name, value in zip(FIELDS, chosen, strict=True) if value is not False}

    assert client.post("/account/preferences/", sent)["Location"] == "/account/preferences/"
    assert values(Preferences.objects.get(account=ada)) == chosen
    assert "Your preferences are kept." in text(client.get("/account/preferences/"))


def test_what_cannot_be_chosen_is_refused(client: Client) -> None:
    client.force_login(account("Ada"))
    response = client.post("/account/preferences/", {"theme": "neon", "time_zone": "Mars/Olympus"})
    assert response.status_code == 400
    assert sorted(response.context["form"].errors) == [
        "board",
        "board_side",
        "open_data",
        "pieces",
        "ranks",
        "theme",
        "time_zone",
    ]
    assert not Preferences.objects.exists()


def test_only_who_is_signed_in_has_them(client: Client) -> None:
    assert client.get("/account/preferences/")["Location"] == "/login/?next=/account/preferences/"


def test_colours_come_with_the_page(client: Client) -> None:
    ada = account("Ada")
    client.force_login(ada)
    assert "data-theme=" not in client.get("/rules/").content.decode()
    for theme in ("dark", "light"):
        Preferences.objects.update_or_create(account=ada, defaults={"theme": theme})
        assert f'<html lang="en" data-theme="{theme}">' in client.get("/rules/").content.decode()


def test_looks_of_boards_and_pieces_come_with_the_page(client: Client) -> None:
    ada = account("Ada")
    client.force_login(ada)

    def root() -> str:
        head = client.get("/rules/").content.decode().split("<head>")[0]
        return " ".join(re.findall(r'data-(?:pieces|board)="\w+"', head))

    assert root() == ""
    Preferences.objects.create(account=ada, pieces="contrast", board="wood")
    assert root() == 'data-pieces="contrast" data-board="wood"'
    client.logout()
    assert root() == ""


def test_every_look_has_a_preview(client: Client) -> None:
    client.force_login(account("Ada"))
    page = client.get("/account/preferences/").content.decode()
    shown = re.findall(r'<svg class="preview[^>]* data-(pieces|board)="(\w+)"', page)
    assert shown == [
        *[("pieces", value) for value in Preferences.Pieces.values],
        *[("board", value) for value in Preferences.Board.values],
    ]


def shown(user: object, when: datetime) -> str:
    request = HttpRequest()
    request.user = user  # type: ignore[assignment]

    def answer(request: HttpRequest) -> HttpResponse:
        result = f"{timezone.localtime(when):%H:%M %Z}|{timezone.make_aware(when.replace(tzinfo=None)).utcoffset()}"
        return HttpResponse(result + Template("|{{ when|date:'H:i' }}").render(Context({"when": when})))

    return TimeZoneMiddleware(answer)(request).content.decode()


def test_times_are_in_the_zone_of_who_reads() -> None:
    when = datetime(2026, 7, 1, 12, tzinfo=UTC)
    ada = account("Ada")
    assert shown(AnonymousUser(), when) == "12:00 UTC|0:00:00|12:00"
    Preferences.objects.create(account=ada, time_zone="Europe/Berlin")
    assert shown(ada, when) == "14:00 CEST|2:00:00|14:00"
    assert shown(ada, when - timedelta(days=180)) == "13:00 CET|1:00:00|13:00"
    assert timezone.get_current_timezone_name() == "UTC"  # the next request starts anew


def test_all_zones_can_be_shown() -> None:
    zones = dict(time_zones())
    assert next(iter(zones)) == "UTC"
    assert {"America/New_York", "Asia/Kolkata", "Pacific/Auckland"} <= zones.keys()
    assert not [zone for zone in zones if zone.startswith(("posix", "right", "Etc", "localtime"))]


def test_a_public_answer_asks_for_nobody(client: Client) -> None:
    """It may be kept by a shared cache, so it must not even look at the cookie."""
    ada = account("Ada")
    Preferences.objects.create(account=ada, time_zone="Asia/Tokyo")
    client.force_login(ada)
    page = client.get(f"/games/{game_over().key}/?ply=3").context["replay"]
    response = client.get(f"{page.at}3/")
    assert response.status_code == 200
    assert "Cookie" not in response.get("Vary", "")
