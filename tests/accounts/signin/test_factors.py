"""Second factors by requests: an app, recovery codes, what is kept of their secrets, and who is told."""

from __future__ import annotations

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from pytest_django import Settings

from accounts.models import Account, Session
from accounts.signin import factor_confirmation
from tests.accounts.signin.test_views import who
from tests.library.archive.test_views import text
from tests.scenes import PASSWORD, account

NEW_DEVICE = "Your account was signed in to from a new device"
SIGN_IN = {"login": "ada", "password": PASSWORD}


def code_of(secret: str, later: int = 0) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + later))


def with_app(item: Account) -> str:
    TOTP.activate(item, secret := "JBSWY3DPEHPK3PXP")
    return secret


@pytest.fixture
def ada() -> Account:
    made = account("Ada")
    EmailAddress.objects.create(user=made, email="ada@example.org", verified=True, primary=True)
    return made


@pytest.mark.slow
@pytest.mark.django_db
def test_from_setting_up_an_app_to_its_removal(
    client: Client,
    ada: Account,
    mailoutbox: list[EmailMessage],
    at_once: None,
) -> None:
    other = Client()
    for item in (client, other):
        item.post("/login/", SIGN_IN)
    assert set_up_by_mail(client, mailoutbox, "app") == "/account/factors/app/"
    asked = client.get("/account/factors/app/")["Location"]
    page = client.post(asked, {"password": PASSWORD}, follow=True)
    secret = page.context["form"].secret
    assert (secret in text(page), "data:image/svg+xml" in page.content.decode()) == (True, True)
    assert client.post("/account/factors/app/", {"code": "123456"}).status_code == 400
    first = code_of(secret)
    codes_at = client.post("/account/factors/app/", {"code": first})["Location"]
    codes = re.findall(r"<code>(\d{8})</code>", client.get(codes_at).content.decode())
    assert len(set(codes)) == 10
    assert client.get("/account/factors/codes/file/").content.decode().split()[-10:] == codes
    assert (who(client), who(other)) == ("ada", None)  # who has shown none is signed in no more
    kept = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert (secret in kept, any(code in kept for code in codes)) == (False, False)

    assert other.post("/login/", SIGN_IN)["Location"] == "/login/step/"
    assert who(other) is None
    assert other.post("/login/step/", {"code": first}).status_code == 400  # it is used up
    again = code_of(secret, 1)
    assert other.post("/login/step/", {"code": again})["Location"] == "/"
    assert who(other) == "ada"
    third = Client()
    # Half a minute later allauth has forgotten the code, which holds for a minute more.
    cache.delete(TOTP(Authenticator.objects.get(type="totp"))._get_used_cache_key(again))
    for code, status in ((f"{again[:3]} {again[3:]}", 400), (codes[3], 302), (codes[3], 302)):
        third.post("/login/", SIGN_IN)
        assert third.post("/login/step/", {"code": code}).status_code == status
    assert "9 codes are left" in text(client.get("/account/factors/"))

    client.post("/account/factors/codes/new/")
    assert not set(codes) & set(client.get(codes_at).context["unused_codes"])
    client.post("/account/factors/app/remove/")
    assert not Authenticator.objects.exists()
    assert [item.subject for item in mailoutbox] == [
        NEW_DEVICE,
        CODE,
        "An app was set up for your account",
        NEW_DEVICE,
        "There are new recovery codes for your account",
        "The app was removed from your account",
    ]


@pytest.mark.slow
@pytest.mark.django_db
def test_the_first_factor_needs_a_code_that_its_owner_is_sent(
    client: Client, ada: Account, mailoutbox: list[EmailMessage], at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else who has stolen a password keeps the owner out. Whoever waits for a mail can have another, in a while; the
    codes of both are good."""
    client.post("/login/", SIGN_IN)
    reauthenticated(client)
    for page in ("app", "passkeys"):
        assert client.get(f"/account/factors/{page}/")["Location"] == f"{MAIL}?page={page}"
        assert client.post(f"/account/factors/{page}/", {"code": "1"})["Location"] == f"{MAIL}?page={page}"
    assert ("Send a code to ada@example.org" in text(client.get(MAIL)), len(mailoutbox)) == (True, 0)
    assert client.post(MAIL, {"code": "12345678"}).status_code == 400

    owner, late, now = Client(), [0], time.time()
    owner.post("/login/", SIGN_IN)
    monkeypatch.setattr(
        factor_confirmation, "OF_MAIL", replace(factor_confirmation.OF_MAIL, clock=lambda: now + late[0])
    )
    assert client.post(MAIL, {"send": "1"}).status_code == 302
    assert re.search(r"Another mail can be sent in 60 seconds, from .* on\.", text(client.get(MAIL)))
    for item in (client, owner):
        post = item.post(MAIL, {"send": "1"})
        assert (post.status_code, 50 < int(post["Retry-After"]) <= 60) == (429, True)
    for item, late[0] in ((client, 61), (owner, 190)):
        assert "Another mail" not in text(item.get(MAIL))
        assert item.post(MAIL, {"send": "1"}).status_code == 302
    first, again, of_owner = (digits(item) for item in mailoutbox if item.subject == CODE)
    assert (len({first, again, of_owner}), first in str(client.session.items())) == (3, False)
    for wrong in (of_owner, f"{(int(first) + 1) % 10**8:08}"):
        assert client.post(MAIL, {"code": wrong}).status_code == 400
    session = client.session
    post = session[factor_confirmation.ASKED]
    session[factor_confirmation.ASKED] = [[*post[0][:2], post[0][2] - factor_confirmation.CODE_FOR - 60], post[1]]
    session.save()
    assert client.post(MAIL, {"code": first}).status_code == 400
    session[factor_confirmation.ASKED] = post
    session.save()
    assert client.post(f"{MAIL}?page=app", {"code": f"{first[:4]} {first[4:]}"})["Location"] == "/account/factors/app/"
    assert client.get("/account/factors/app/").status_code == 200
    assert "/account/factors/mail/" in owner.get("/account/factors/app/")["Location"]
    with_app(ada)
    assert owner.get(MAIL)["Location"] == "/account/factors/passkeys/"


MAIL = "/account/factors/mail/"
CODE = "Your code for setting up a second step"


def digits(mail: EmailMessage) -> str:
    return re.findall(r"^\d{8}$", str(mail.body), re.M)[0]


def set_up_by_mail(client: Client, mails: list[EmailMessage], page: str) -> str:
    client.post(f"{MAIL}?page={page}", {"send": "1"})
    return client.post(f"{MAIL}?page={page}", {"code": digits(mails[-1])})["Location"]


@pytest.mark.django_db
def test_another_key_of_the_service_makes_old_secrets_worthless_and_a_fallback_keeps_them(
    client: Client, ada: Account, settings: Settings
) -> None:
    secret, before = with_app(ada), settings.SECRET_KEY
    factor = Authenticator.objects.get().wrap()
    settings.SECRET_KEY = "another"
    assert not factor.validate_code(code_of(secret))
    settings.SECRET_KEY_FALLBACKS = [before]
    assert factor.validate_code(code_of(secret))


JUNK = ["", "x", "1", "null", "[]", "{}", '{"response": 1}', '{"id": "AA", "rawId": "AA", "response": {}, "type": "x"}']


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("junk", JUNK)
def test_what_is_no_passkey_gets_nobody_in_and_breaks_nothing(client: Client, ada: Account, junk: str) -> None:
    with_app(ada)
    assert client.get("/login/passkey/", headers={"accept": "application/json"}).json()["request_options"]
    assert client.post("/login/passkey/", {"credential": junk})["Location"] == "/login/"
    client.post("/login/", SIGN_IN)
    assert client.post("/login/step/", {"credential": junk}).status_code == 400
    assert who(client) is None
    client.force_login(ada)
    reauthenticated(client)
    assert client.get("/account/factors/passkeys/").status_code == 200
    assert client.post("/account/factors/passkeys/", {"credential": junk}).status_code == 400
    assert not Authenticator.objects.filter(type="webauthn").exists()


def reauthenticated(client: Client) -> None:
    client.post("/account/reauthenticate/", {"password": PASSWORD})


@pytest.mark.django_db
def test_the_pages_are_for_members_and_ask_again_who_it_is(client: Client, ada: Account) -> None:
    assert "/login/" in client.get("/account/factors/")["Location"]
    client.force_login(ada)
    with_app(ada)
    RecoveryCodes.activate(ada)
    for page in ("app/remove/", "codes/", "codes/new/", "codes/file/", "passkeys/"):
        assert client.get(f"/account/factors/{page}")["Location"].startswith("/account/reauthenticate/"), page
    assert Session.objects.count() == 1
    again = client.get("/account/reauthenticate/?next=/account/factors/codes/")
    assert "/account/reauthenticate/code/" in again.content.decode()
    code = {"code": code_of("JBSWY3DPEHPK3PXP"), "next": "/account/factors/codes/"}
    assert client.post("/account/reauthenticate/code/", code)["Location"] == "/account/factors/codes/"
    assert client.get("/account/factors/codes/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_recovery_code_that_is_used_twice_at_once_is_good_once() -> None:
    made = account("Ada")
    codes = RecoveryCodes.activate(made).get_unused_codes()
    authenticators = [Authenticator.objects.get().wrap() for _one in range(4)]

    def use(factor: RecoveryCodes) -> bool:
        try:
            return factor.validate_code(codes[0])
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(use, authenticators)) == [False, False, False, True]
