"""Who comes back within 90 days is signed in still, who has powers within 12 hours; sessions are seldom written."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import Player, Session
from moderation.staff.moderators import appoint
from tests.scenes import PASSWORD, account

pytestmark = pytest.mark.django_db

AGE = timedelta(days=90)
BEGIN = timezone.now().replace(hour=12)  # a second later it is the same day


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch):
    def pass_by(**span: float) -> None:
        now = BEGIN + timedelta(**span)
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        monkeypatch.setattr("time.time", now.timestamp)

    pass_by()
    return pass_by


def left(client: Client) -> timedelta:
    return Session.objects.get(pk=client.session.session_key).expire_date - BEGIN


def test_a_session_is_renewed_once_a_day(client: Client, later) -> None:
    account("Ada")
    client.post("/login/", {"login": "ada", "password": PASSWORD})
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert (left(client), cookie["max-age"]) == (AGE, AGE.total_seconds())

    client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] = ""
    later(seconds=1)
    assert settings.SESSION_COOKIE_NAME not in client.get("/account/").cookies
    assert left(client) == AGE

    later(days=80)
    cookie = client.get("/account/").cookies[settings.SESSION_COOKIE_NAME]
    assert (left(client), cookie["max-age"]) == (AGE + timedelta(days=80), AGE.total_seconds())
    later(days=80, seconds=1)
    assert settings.SESSION_COOKIE_NAME not in client.get("/account/").cookies

    later(days=169)
    assert client.get("/account/").status_code == 200
    later(days=260)
    assert client.get("/account/")["Location"] == "/login/?next=/account/"


def test_a_guest_stays_longer_than_a_slow_game_takes_a_turn(client: Client, later) -> None:
    client.post("/play/computer/", {"variant": "duel", "side": "red", "pace": "14-days", "once": str(uuid4())})
    assert (Player.objects.get(bot=False).guest, left(client)) == (True, AGE)


def test_nobody_else_gets_a_session(client: Client) -> None:
    for page in ("/", "/lobby/", "/login/"):
        assert settings.SESSION_COOKIE_NAME not in client.get(page).cookies
    assert Session.objects.count() == 0


@pytest.mark.parametrize("role", ["moderator", "operator"])
def test_a_session_of_the_staff_ends_after_twelve_idle_hours(client: Client, later, role: str) -> None:
    mona = account("Mona")
    appoint(mona, role, by=None)
    client.post("/login/", {"login": "mona", "password": PASSWORD})
    written = Session.objects.get().session_data
    later(minutes=9)
    assert client.get("/admin/").status_code == 200
    assert Session.objects.get().session_data == written
    later(hours=11, minutes=59)
    assert client.get("/admin/").status_code == 200
    later(hours=23, minutes=58)
    assert client.get("/account/").status_code == 200
    later(hours=35, minutes=58)
    for page in ("/admin/", "/account/"):
        assert "/login/" in client.get(page)["Location"]
    assert not Session.objects.exists()


def test_powers_begin_with_signing_in(client: Client, later) -> None:
    mona = account("Mona")
    client.post("/login/", {"login": "mona", "password": PASSWORD})
    appoint(mona, "moderator", by=None)
    assert "/login/" in client.get("/account/")["Location"]
    client.post("/login/", {"login": "mona", "password": PASSWORD})
    assert client.get("/admin/").status_code == 200
