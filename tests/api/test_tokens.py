"""Personal tokens: made on a page, shown once, told of, revoked, and ended with what they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Account, Player
from accounts.people.personal_data import DataOwner
from accounts.signin import address_change
from api.models import AccessToken, KeptAnswer, Scope
from api.tasks import tidy
from api.tokens import forms, tokens
from moderation.staff import powers
from privacy import export
from privacy.erase import delete_account
from tests.accounts.signin.test_factors import code_of, with_app
from tests.library.archive.test_views import text
from tests.moderation.staff.people import operator
from tests.scenes import PASSWORD, account

pytestmark = pytest.mark.django_db

PAGE = "/account/tokens/"
WANTED = {"name": "my bot", "scopes": ["read", "play"], "days": "90"}


def a_token(owner: Account, *scopes: str, name: str = "bot") -> tokens.MadeToken:
    """A token of an account, for reading and playing if nothing else is said."""
    return tokens.make_token(
        account=owner, name=name, scopes=scopes or ("read", "play"), days=7, site="https://v.example"
    )


def secret_on(page: bytes) -> str:
    match_ = re.search(r"<code>(vex_[\w-]{43})</code>", page.decode())
    assert match_ is not None
    return match_[1]


def _new_password(client: Client, ada: Account) -> None:
    Account.objects.filter(pk=ada.pk).update(password="another")


def _signed_out(client: Client, ada: Account) -> None:
    client.session.flush()


def _closed(client: Client, ada: Account) -> None:
    Account.objects.filter(pk=ada.pk).update(is_active=False)


@pytest.mark.parametrize("meanwhile", [_new_password, _signed_out, _closed])
def test_none_is_made_by_a_request_that_was_on_its_way_when_its_session_ended(
    client: Client, ada: Account, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Client, Account], None]
) -> None:
    class Late(forms.TokenForm):
        def is_valid(self) -> bool:
            meanwhile(client, ada)
            return super().is_valid()

    monkeypatch.setattr("api.tokens.pages.TokenForm", Late)
    assert client.post(PAGE, WANTED).status_code == 409
    assert not AccessToken.objects.exists()


def test_it_is_shown_once_kept_as_a_hash_and_told_of(
    client: Client, ada: Account, mailoutbox: list[EmailMessage]
) -> None:
    made = client.post(PAGE, WANTED)
    secret = secret_on(made.content)
    row = AccessToken.objects.get()
    assert (made.status_code, made["Cache-Control"]) == (
        200,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    assert (row.name, row.scopes, row.used, row.revoked) == ("my bot", ["read", "play"], None, None)
    assert row.expires - row.created == timedelta(days=90)
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(t)::text FROM api_accesstoken t")
        kept = cursor.fetchone()[0]
    assert (tokens.digest_of(secret) in kept, secret in kept, secret[4:] in kept) == (True, False, False)
    again = text(client.get(PAGE))
    assert (secret in again, "my bot" in again, "not used yet" in again) == (False, True, True)
    result = mailoutbox[-1]
    assert (result.to, result.subject) == (["ada@example.org"], "A token was made for your account")
    assert ("my bot" in result.body, "Play as me" in result.body, secret in result.body) == (True, True, False)
    assert "Tokens for programs" in text(client.get("/account/"))


def test_it_is_found_by_its_secret_while_it_works(ada: Account) -> None:
    made = a_token(ada)
    assert tokens.token_behind(made.secret) == (made.row, made.row.account, [()])
    assert tokens.token_behind(made.secret[:-1]) is None
    assert tokens.token_behind(tokens.digest_of(made.secret)) is None
    assert made.secret not in repr(made)
    AccessToken.objects.update(expires=timezone.now())
    assert tokens.token_behind(made.secret) is None


def test_it_is_revoked_after_a_question_by_its_owner_alone(client: Client, ada: Account) -> None:
    mine, theirs = a_token(ada).row, a_token(account("Bob")).row
    KeptAnswer.objects.create(token=mine, key="k", request="", created=timezone.now())
    assert "This cannot be taken back" in text(client.get(f"{PAGE}{mine.pk}/"))
    assert [client.post(f"{PAGE}{item.pk}/").status_code for item in (mine, theirs)] == [302, 404]
    assert AccessToken.objects.get(revoked=None) == theirs
    assert KeptAnswer.objects.count() == 0
    assert "revoked" in text(client.get(PAGE))


def test_a_new_password_ends_them(client: Client, ada: Account) -> None:
    a_token(ada)
    others = a_token(account("Bob")).row
    new = "quite-another-engine"
    client.post("/account/password/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert AccessToken.objects.get(revoked=None) == others


def stop_a_change(ada: Account) -> None:
    address_change.ask(ada, "thief@example.org", site="https://v.example")
    change = address_change.change_of(ada)
    assert change is not None
    address_change.stop(change)


def close_and_open(ada: Account) -> None:
    powers.close_account(ada, by=operator())
    powers.open_account(ada, by=Account.objects.get(is_superuser=True))


def reset_factors(ada: Account) -> None:
    with_app(ada)
    powers.reset_factors(ada, by=None)


@pytest.mark.parametrize("act", [stop_a_change, close_and_open, reset_factors])
def test_they_end_when_somebody_else_may_have_the_account(ada: Account, act: Callable[[Account], None]) -> None:
    a_token(ada)
    others = a_token(account("Bob")).row
    act(ada)
    assert AccessToken.objects.get(revoked=None) == others


def test_who_makes_them_and_ends_them_stops_too(ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_MADE", 1)
    tokens.revoke(a_token(ada).row)
    with pytest.raises(tokens.TooManyTokens):
        a_token(ada)


def test_what_may_not_be_made(client: Client, ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 1)
    wrong = ({"scopes": []}, {"scopes": ["admin"]}, {"scopes": ["staff"]}, {"days": "1000"}, {"name": ""})
    assert [client.post(PAGE, WANTED | item).status_code for item in wrong] == [400] * 5
    client.post(PAGE, WANTED)
    refused = client.post(PAGE, WANTED)
    assert (refused.status_code, "as many tokens as there can be" in text(refused)) == (400, True)
    assert AccessToken.objects.count() == 1
    for bad in (("read", "read2"), ()):
        with pytest.raises(ValueError, match="one scope"):
            tokens.make_token(account=ada, name="x", scopes=bad, days=1, site="")


def test_guests_and_visitors_have_none(client: Client) -> None:
    assert client.get(PAGE)["Location"] == f"/login/?next={PAGE}"
    guest = account("Guest")
    Player.objects.filter(account=guest).update(guest=True)
    client.force_login(guest)
    assert client.post(PAGE, WANTED).status_code == 403


def test_it_asks_again_who_it_is_when_that_was_long_ago(client: Client, ada: Account, settings: Settings) -> None:
    settings.VEXILLUM_STAFF_FACTORS = True
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
    asked = client.post(PAGE, WANTED)
    assert asked["Location"].startswith("/account/reauthenticate/")
    assert AccessToken.objects.count() == 0
    secret_on(client.post(asked["Location"], {"password": PASSWORD}).content)
    assert AccessToken.objects.count() == 1


def test_the_scope_of_the_staff_needs_a_second_factor_and_ends_soon(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "OFFERED", tuple(Scope))
    settings.VEXILLUM_STAFF_FACTORS = True
    ada = account("Ada")
    Account.objects.filter(pk=ada.pk).update(is_staff=True)
    client.post("/login/", {"login": "ada", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    staff = WANTED | {"scopes": [Scope.STAFF], "days": "30"}
    assert "30 days at most" in text(client.post(PAGE, staff | {"days": "90"}))
    assert "Set up a second step first" in text(client.post(PAGE, staff))
    secret = with_app(ada)
    asked = client.post(PAGE, staff)
    assert asked["Location"].startswith("/account/reauthenticate/code/")
    assert AccessToken.objects.count() == 0
    client.post(asked["Location"], {"code": code_of(secret)})
    assert AccessToken.objects.get().scopes == ["staff"]


def test_they_go_with_the_account_and_are_given_out_without_their_secret(ada: Account) -> None:
    made = a_token(ada)
    owner = DataOwner(ada.player.pk, ada.pk)
    parts = {part.path: list(part.content) for part in export.parts_of(owner) if part.path == "account/tokens"}
    [result] = parts["account/tokens"]
    assert (result["name"], result["scopes"], set(result)) == (
        "bot",
        ["read", "play"],
        {"name", "scopes", "created", "expires", "used", "revoked"},
    )
    KeptAnswer.objects.create(token=made.row, key="k", request="", created=timezone.now())
    delete_account(ada)
    assert (AccessToken.objects.count(), KeptAnswer.objects.count()) == (0, 0)


def test_old_ones_and_old_answers_are_tidied_away(ada: Account) -> None:
    old, ended, now = a_token(ada).row, a_token(ada).row, a_token(ada).row
    gone = timezone.now() - timedelta(days=91)
    AccessToken.objects.filter(pk=old.pk).update(expires=gone)
    AccessToken.objects.filter(pk=ended.pk).update(revoked=gone)
    for key, hours in (("a", 25), ("b", 23)):
        KeptAnswer.objects.create(token=now, key=key, request="", created=timezone.now() - timedelta(hours=hours))
    assert tidy() == 3
    assert (list(AccessToken.objects.all()), KeptAnswer.objects.get().key) == ([now], "b")
