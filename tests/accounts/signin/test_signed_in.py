"""The devices of an account: listed, ended one by one or all others; and a mail about one that was not known."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import Account, Session
from accounts.signin.signed_in import end_session, mark_of, sessions_of
from tests.accounts.signin.test_views import who
from tests.library.archive.test_views import text
from tests.scenes import PASSWORD, account

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"
LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0"


def browser(agent: str, login: str = "ada") -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/login/", {"login": login, "password": PASSWORD})
    return client


def test_each_device_is_listed_and_can_be_ended() -> None:
    ada, _grace = account("Ada"), account("Grace")
    laptop, phone, other = browser(LAPTOP), browser(PHONE), browser("curl/8")
    stranger = browser(PHONE, "grace")
    page = laptop.get("/account/devices/")
    assert [(item.device, item.current) for item in page.context["sessions"]] == [
        ("Edge on Windows", True),
        ("Unknown device", False),
        ("Safari on iPhone", False),
    ]
    keys = Session.objects.values_list("session_key", flat=True)
    assert not any(key in page.content.decode() for key in keys)

    theirs = mark_of(str(stranger.session.session_key))
    assert "signed out already" in text(laptop.post("/account/devices/", {"end": theirs}, follow=True))
    mine = mark_of(str(phone.session.session_key))
    assert "Signed out there" in text(laptop.post("/account/devices/", {"end": mine}, follow=True))
    assert [who(item) for item in (laptop, phone, other, stranger)] == ["ada", None, "ada", "grace"]
    laptop.post("/account/devices/", {"others": "1"})
    assert [who(item) for item in (laptop, other, stranger)] == ["ada", None, "grace"]
    assert not end_session(ada, mine)


def test_a_session_of_an_earlier_password_is_none() -> None:
    ada = account("Ada")
    browser(PHONE)
    assert len(sessions_of(ada, None)) == 1
    ada.set_password("another-long-one")
    ada.save()
    assert sessions_of(ada, None) == []


def test_a_device_that_was_not_known_is_told_by_mail(mailoutbox: list[EmailMessage]) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    phone = browser(PHONE)
    assert mailoutbox == []  # nobody had signed in before
    phone.post("/logout/")
    phone.post("/login/", {"login": "ada", "password": PASSWORD})
    assert mailoutbox == []
    browser(LAPTOP)
    (result,) = mailoutbox
    assert (result.to, result.subject) == (["ada@example.org"], "Your account was signed in to from a new device")
    body = str(result.body)
    assert ("Edge on Windows" in body, "address 127.0.0.1" in body) == (True, True)
    assert re.findall(r"http://testserver(/\S+)", body) == ["/account/password/reset/", "/account/devices/"]
    assert Account.objects.get().last_login is not None
