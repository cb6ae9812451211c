"""Links in mails lead to the service, whatever host a request named."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.checks import run_checks
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from tests.scenes import CONSENT, PASSWORD, account

SITE = "https://play.example:8443"
ADA = {"username": "Ada", "email": "ada@example.org", "password1": "anlytical-engine"} | CONSENT


@pytest.fixture
def forged(settings: Settings) -> Client:
    """A browser that names another host, which the server takes."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.VEXILLUM_SITE, settings.VEXILLUM_SITE_IN_ALL_MAILS = SITE, True
    return Client(headers={"host": "evil.example"})


def links(mail: EmailMessage) -> list[str]:
    assert "evil" not in str(mail.body)
    assert "play.example:8443" in str(mail.body).split("-- ")[-1]
    return [re.sub(r"[^/]{20,}", "KEY", url) for url in re.findall(r"https?://\S+?(?=/)(/\S+)", str(mail.body))]


@pytest.mark.django_db
def test_every_link_leads_home(forged: Client, mailoutbox: list[EmailMessage]) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    forged.post("/account/password/reset/", {"email": "ada@example.org"})
    forged.post("/account/password/reset/", {"email": "nobody@example.org"})
    forged.post("/signup/", ADA | {"username": "Lovelace"})
    forged.post("/signup/", ADA | {"username": "Grace", "email": "grace@example.org"})
    assert [(mail.to[0], links(mail)) for mail in mailoutbox] == [
        ("ada@example.org", ["/account/password/reset/KEY/"]),
        ("nobody@example.org", ["/signup/"]),
        ("ada@example.org", ["/account/password/reset/"]),
        ("grace@example.org", ["/account/confirm-email/KEY/"]),
    ]


@pytest.mark.django_db
def test_a_new_password_by_such_a_link(forged: Client, mailoutbox: list[EmailMessage]) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    forged.post("/account/password/reset/", {"email": "ada@example.org"})
    match_ = re.search(rf"{SITE}(/\S+)", str(mailoutbox[0].body))
    assert match_ is not None
    client = Client()
    form = client.get(match_[1])["Location"]
    client.post(form, {"password1": "another-long-one", "password2": "another-long-one"})
    ada.refresh_from_db()
    assert (ada.check_password("another-long-one"), ada.check_password(PASSWORD)) == (True, False)


@pytest.mark.parametrize(
    ("mail", "told", "said"), [("smtp://mail", False, 1), ("smtp://mail", True, 0), ("", False, 0)]
)
def test_the_check_of_a_deployment(settings: Settings, mail: str, told: bool, said: int) -> None:
    settings.EMAIL_URL, settings.VEXILLUM_SITE_IN_ALL_MAILS = mail, told
    checks = run_checks(tags=["security"], include_deployment_checks=True)
    assert [check.id for check in checks if str(check.id).startswith("players.")] == ["players.W001"] * said
