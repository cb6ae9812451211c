"""The doors of powers, the admin and the desk of a rated event: they open to who has shown a second factor."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.audit.models import AuditEntry
from accounts.authentication import second_factor
from accounts.models import Account, Session
from moderation.staff.moderators import appoint
from tests.accounts.signin.test_factors import code_of, with_app
from tests.accounts.signin.test_views import who
from tests.library.archive.test_views import text
from tests.scenes import PASSWORD, account
from tests.tournaments.scenes import a_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def needed(settings: Settings) -> None:
    settings.VEXILLUM_STAFF_FACTORS = True


@pytest.fixture
def mona(client: Client) -> Account:
    made = account("Mona")
    appoint(made, "moderator", by=None)
    client.post("/login/", {"login": "mona", "password": PASSWORD})
    return made


def test_who_has_none_is_led_to_set_one_up_and_back(client: Client, mona: Account, at_once: None) -> None:
    page = client.get("/admin/players/player/", follow=True)
    assert page.redirect_chain[-1][0] == "/account/factors/"
    assert ("You have powers" in text(page), "Later" in text(page)) == (True, False)
    assert client.post("/account/factors/later/")["Location"] == "/admin/players/player/"
    page = client.get("/admin/players/player/", follow=True)
    assert page.redirect_chain[-1][0] == "/account/factors/"

    client.post("/account/reauthenticate/", {"password": PASSWORD})
    secret = client.get("/account/factors/app/").context["form"].secret
    client.post("/account/factors/app/", {"code": code_of(secret)})
    assert client.get("/account/factors/").context["onward"] == "/admin/players/player/"
    assert client.get("/admin/players/player/").status_code == 200


def test_who_has_one_shows_it(client: Client, mona: Account) -> None:
    secret = with_app(mona)
    page = client.get("/admin/players/player/", follow=True)
    where, _status = page.redirect_chain[-1]
    assert where.startswith("/account/reauthenticate/code/")
    shown = client.post("/account/reauthenticate/code/", {"code": code_of(secret), "next": "/admin/players/player/"})
    assert shown["Location"] == "/admin/players/player/"
    assert client.get("/admin/players/player/").status_code == 200
    other = Client()
    other.post("/login/", {"login": "mona", "password": PASSWORD})
    other.post("/login/step/", {"code": code_of(secret, 1)})
    assert other.get("/admin/players/player/").status_code == 200  # the second step of signing in is one


def test_staff_of_old_has_some_time(client: Client, mona: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    since = second_factor._known_since()
    assert since is not None
    Account.objects.update(date_joined=since - timedelta(days=1))
    page = client.get("/admin/players/player/", follow=True)
    assert f"until {since + second_factor.GRACE:%Y-%m-%d}" in text(page) or "you can go on without" in text(page)
    assert client.post("/account/factors/later/")["Location"] == "/admin/players/player/"
    assert client.get("/admin/players/player/").status_code == 200
    monkeypatch.setattr(second_factor, "_known_since", lambda: since - second_factor.GRACE)
    assert client.get("/admin/players/player/").status_code == 302


def test_what_is_done_to_accounts_asks_again_who_it_is_and_is_done_then(client: Client, mona: Account) -> None:
    secret, ada = with_app(mona), account("Ada")
    client.post("/account/reauthenticate/code/", {"code": code_of(secret)})
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
    act = {"action": "close", "_selected_action": [str(ada.player.pk)]}
    asked = client.post("/admin/players/player/", act)
    assert asked["Location"].startswith("/account/reauthenticate/")
    assert Account.objects.get(pk=ada.pk).is_active
    client.post(asked["Location"], {"password": PASSWORD})
    assert not Account.objects.get(pk=ada.pk).is_active
    assert AuditEntry.objects.filter(action="closed-account", actor=mona.pk).count() == 1


def test_the_desk_of_a_rated_event_is_a_door_and_no_other_desk() -> None:
    una = account("Una")
    rated, friendly = (
        a_tournament(4, owner=una.player.pk, rated=rated, real=False, started=False) for rated in (True, False)
    )
    client = Client()
    client.force_login(una)
    assert (second_factor.needs_factor(una), second_factor.needs_factor(account("Ada"))) == (True, False)
    assert client.get(desk(friendly)).status_code == 200
    assert client.get(desk(rated))["Location"] == "/account/factors/"
    assert client.post(desk(rated), {"do": "pause"})["Location"] == "/account/factors/"
    assert "You have powers" in text(client.get("/account/factors/"))
    session = client.session
    session[second_factor.SHOWN] = str(una.pk)
    session.save()
    assert client.get(desk(rated)).status_code == 200


def desk(event: object) -> str:
    from games.models import key_of

    return f"/tournaments/{key_of(event)}/desk/"  # type: ignore[arg-type]


def test_a_server_command_helps_who_has_lost_everything(
    client: Client, mona: Account, mailoutbox: list[EmailMessage], capsys: pytest.CaptureFixture[str]
) -> None:
    EmailAddress.objects.create(user=mona, email="mona@example.org", verified=True, primary=True)
    with_app(mona)
    call_command("reset_factors", "MONA")
    call_command("reset_factors", "mona")
    assert capsys.readouterr().out.splitlines() == [
        "mona has no second factor any more, and signs in with the password.",
        "mona had no second factor.",
    ]
    assert (Authenticator.objects.count(), Session.objects.filter(account=mona.pk).count()) == (0, 0)
    assert (who(client), [item.subject for item in mailoutbox]) == (None, ["Your second step was taken away"])
    assert AuditEntry.objects.get(action="reset-factors").actor is None
