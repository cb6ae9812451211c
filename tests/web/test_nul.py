"""NUL in a request is a mistake of who sent it, on every page that takes text to the database."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from django.conf import settings
from django.test import Client

from tests.scenes import PASSWORD, account, game_in_play

NUL = "a\0b"

pytestmark = pytest.mark.django_db


ADDRESSES = [
    "/players/%00/",
    "/report/?player=%00",
    "/report/?message=%00",
    "/report/?player=charles&%00=1",
    "/challenge/?to=a%00",
    "/challenge/%00/",
    "/lobby/?variant=%00",
    "/watch/?variant=%00",
    "/games/?player=a%00b",
    "/games/%00/",
    "/games/aaaaaaaaa%00a/",
    "/ratings/%00/",
    "/notices/stop/%00/",
    "/setups/?variant=%00",
    "/setups/%00/",
    "/account/password/reset/%00-x/",
    "/account/confirm-email/?next=%00",
    "/admin/players/account/?q=%00",
]


@pytest.mark.parametrize("member", [False, True])
def test_addresses(client: Client, member: bool) -> None:
    if member:
        client.force_login(account("Ada"))
    for address in ADDRESSES:
        answer = client.get(address)
        assert (answer.status_code, "cannot be read" in answer.content.decode()) == (400, True), address
        assert {"Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options"} <= set(answer.headers)


FORMS: list[tuple[str, Mapping[str, str]]] = [
    ("/login/", {"login": NUL, "password": PASSWORD}),
    ("/login/", {"login": "ada", "password": PASSWORD, "next": NUL}),
    ("/signup/", {"username": NUL, "email": "ada@example.org", "password1": PASSWORD}),
    ("/account/password/reset/", {"email": f"{NUL}@example.org"}),
    ("/account/email/", {"email": NUL, "action_send": ""}),
    ("/account/email/", {"email": NUL, "action_remove": ""}),
    ("/account/preferences/", {"time_zone": NUL}),
    ("/account/delete/", {"sure": "on", "password": NUL}),
    ("/account/vacation/", {"days": NUL}),
    ("/players/a%00b/block/", {}),
    ("/players/charles/block/", {"back": NUL}),
    ("/report/?player=charles", {"why": "spam", "text": NUL}),
    ("/notices/settings/", {NUL: "on"}),
    ("/lobby/", {"variant": NUL}),
    ("/challenge/", {"to": NUL, "variant": "duel"}),
    ("/play/computer/", {"variant": "duel", "once": NUL}),
    ("/setups/duel/", {"name": NUL, "form": NUL}),
    ("/games/{key}/turn/", {"turn": NUL, "version": "1"}),
    ("/games/{key}/talk/", {"text": NUL}),
]


def test_forms(client: Client) -> None:
    ada, charles = account("Ada"), account("Charles")
    key = game_in_play(accounts=(ada, charles)).key
    client.force_login(ada)
    sent = [(address, client.post(address.format(key=key), form).status_code) for address, form in FORMS]
    assert sent == [(address, 400) for address, _form in FORMS]


def test_a_session_that_cannot_be(client: Client) -> None:
    """A quoted cookie can hold it, written as an octal number."""
    client.cookies.load(f'{settings.SESSION_COOKIE_NAME}="\\000aaaaaaaaaaa"')
    assert client.get("/account/").status_code == 400


def test_what_only_looks_like_it(client: Client) -> None:
    account("Ada")
    assert client.get("/players/ada/?x=%2500").status_code == 302
    sent = json.dumps({"text": "\\u0000"})
    assert client.post("/login/", {"login": "ada", "password": PASSWORD, "next": sent}).status_code == 302
