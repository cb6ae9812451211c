"""What tests of the API share."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.mails import outbox as mail
from accounts.models import Account
from tests.scenes import PASSWORD, account


@pytest.fixture(autouse=True)
def mails_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that roll back never commit: a mail is sent as soon as it is posted, and not once that is committed."""
    monkeypatch.setattr(mail, "_once_committed", lambda act: act())


@pytest.fixture
def ada(client: Client) -> Account:
    made = account("Ada")
    EmailAddress.objects.create(user=made, email="ada@example.org", verified=True, primary=True)
    client.post("/login/", {"login": "ada", "password": PASSWORD})
    return made
