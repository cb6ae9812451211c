"""The owner of an account hears by mail of every change that lets somebody in, or keeps somebody out."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.mail import EmailMessage
from django.test import Client

from accounts.mails.outbox import deliver_waiting
from accounts.models import Account
from tests.accounts.signin.test_views import link
from tests.scenes import PASSWORD, account

pytestmark = pytest.mark.django_db

NEW = "four quiet miners dig"


def member() -> tuple[Account, Client]:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    client = Client()
    client.post("/login/", {"login": "ada", "password": PASSWORD})
    return ada, client


def told(mails: list[EmailMessage]) -> list[tuple[str, bool]]:
    deliver_waiting()
    assert {tuple(mail.to) for mail in mails} == {("ada@example.org",)}
    return [(str(mail.subject), "127.0.0.1" in str(mail.body)) for mail in mails]


def test_of_a_password_that_was_changed_set_or_sent_anew(mailoutbox: list[EmailMessage]) -> None:
    ada, client = member()
    client.post("/account/password/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    client.logout()
    client.post("/account/password/reset/", {"email": "ada@example.org"})
    form = client.get(link(mailoutbox[-1]))["Location"]
    client.post(form, {"password1": PASSWORD, "password2": PASSWORD})
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    client.post("/account/password/set/", {"password1": NEW, "password2": NEW})
    assert told(mailoutbox) == [
        ("Password Changed", True),
        ("A new password", False),
        ("Password Reset", True),
        ("Password Set", True),
    ]


def test_of_a_passkey_that_comes_and_goes(mailoutbox: list[EmailMessage]) -> None:
    ada, client = member()
    key = Authenticator.objects.create(user=ada, type="webauthn", data={"name": "Key", "credential": {}})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post(f"/account/factors/passkeys/{key.pk}/remove/")
    assert told(mailoutbox) == [("A passkey was removed from your account", True)]
