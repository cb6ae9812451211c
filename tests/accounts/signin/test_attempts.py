"""Who fails waits longer each time; an owner gets in all the same, from a known device or by a mail."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory

from accounts.models import Account
from accounts.signin import devices
from accounts.signin.attempts import coding, signing_in
from tests.accounts.signin.test_factors import code_of, with_app
from tests.scenes import PASSWORD, account

pytestmark = pytest.mark.django_db

NEW = "another-long-one"


def signs_in(client: Client, password: str = PASSWORD, login: str = "ada") -> bool:
    client.post("/login/", {"login": login, "password": password})
    result = SESSION_KEY in client.session
    if result:
        client.post("/logout/")
    return result


@pytest.mark.slow
def test_an_owner_gets_past_what_others_tried(mailoutbox: list[EmailMessage]) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    home, cafe, attacker = Client(), Client(), Client(REMOTE_ADDR="192.0.2.99")
    assert signs_in(home)
    for number in range(6):
        assert not signs_in(attacker, f"wrong-{number}")
    refused = attacker.post("/login/", {"login": "ADA", "password": PASSWORD})
    assert "Wait a minute" in refused.content.decode()
    assert not signs_in(cafe)  # a stranger, as far as anybody can tell
    assert signs_in(home)

    cafe.post("/account/password/reset/", {"email": "ada@example.org"})
    key = re.search(r"http://testserver(/\S+)", str(mailoutbox[-1].body))
    assert key is not None
    cafe.post(cafe.get(key[1])["Location"], {"password1": NEW, "password2": NEW})
    assert signs_in(cafe, NEW)
    assert not signs_in(home, NEW)  # the new password has made all other devices unknown
    assert not signs_in(attacker, NEW)


@pytest.mark.slow
def test_no_number_of_others_locks_an_owner_out(rf: RequestFactory) -> None:
    """A botnet tries the name and the address, each time from elsewhere; and codes, with the right password."""
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    home = Client()
    assert signs_in(home)
    secret = with_app(ada)
    for number in range(100):
        bot = rf.post("/login/", REMOTE_ADDR=f"192.0.2.{number}")
        for login in ("ada", "ada@example.org"):
            signing_in(bot, login).begin()
        coding(bot, ada, again=False).begin()
    assert not signs_in(Client())
    thief = rf.post("/login/step/", REMOTE_ADDR="192.0.2.7")
    assert coding(thief, ada, again=False).begin() > 0
    for login in ("ada", "ada@example.org"):
        assert home.post("/login/", {"login": login, "password": PASSWORD})["Location"] == "/login/step/"
    assert home.post("/login/step/", {"code": code_of(secret)}).status_code == 302
    assert SESSION_KEY in home.session


@pytest.mark.slow
def test_who_guesses_at_codes_waits_and_keeps_a_known_device_from_none(mailoutbox: list[EmailMessage]) -> None:
    ada = account("Ada")
    home, thief = Client(), Client(REMOTE_ADDR="192.0.2.99")
    assert signs_in(home)
    secret = with_app(ada)
    thief.post("/login/", {"login": "ada", "password": PASSWORD})
    pages = [thief.post("/login/step/", {"code": "000000"}).content.decode() for _time in range(6)]
    assert ["Too many wrong codes" in page for page in pages] == [False] * 5 + [True]
    assert "Too many wrong codes" in thief.post("/login/step/", {"code": code_of(secret)}).content.decode()
    home.post("/login/", {"login": "ada", "password": PASSWORD})
    assert home.post("/login/step/", {"code": code_of(secret)}).status_code == 302


@pytest.mark.slow
def test_a_device_is_known_for_its_account_alone_and_has_waits_too() -> None:
    account("Ada")
    account("Grace")
    home = Client()
    assert signs_in(home, login="grace")
    assert [signs_in(home, "wrong") for _time in range(6)] == [False] * 6
    assert not signs_in(home)
    assert [signs_in(home, "wrong", login="grace") for _time in range(6)] == [False] * 6
    assert not signs_in(home, login="grace")
    assert signs_in(Client(), login="grace")  # what a device has tried counts for that device


@pytest.mark.slow
def test_one_address_tries_many_names() -> None:
    club = [Client(REMOTE_ADDR="192.0.2.50") for _one in range(2)]
    account("Ada")
    assert signs_in(club[0])
    assert [signs_in(club[1], "wrong", login=f"nobody-{number}") for number in range(21)] == [False] * 21
    assert not signs_in(club[1])
    assert signs_in(club[0])
    assert signs_in(Client(REMOTE_ADDR="192.0.2.51"))


@pytest.mark.parametrize("cookie", ["", "x", "W10:x", "eyJhIjoxfQ:1:2"])
def test_a_cookie_that_somebody_wrote_says_nothing(rf, cookie: str) -> None:
    ada = account("Ada")
    request = rf.get("/")
    request.COOKIES[devices.COOKIE] = cookie
    assert (devices.known(request, ada), devices.known_for(request, "ada")) == (False, None)


@pytest.mark.slow
def test_who_is_signed_in_is_kept_from_nothing_by_others(client: Client) -> None:
    account("Ada")
    client.post("/login/", {"login": "ada", "password": PASSWORD})
    for number in range(6):
        signs_in(Client(), f"wrong-{number}")
    assert client.post("/account/reauthenticate/", {"password": PASSWORD}).status_code == 302
    again = [client.post("/account/reauthenticate/", {"password": "wrong"}) for _time in range(6)]
    assert ["Too many wrong" in item.content.decode() for item in again] == [False] * 5 + [True]
    assert Account.objects.get().is_active
