"""Terms and privacy: what holds, who has agreed to what, and what waits until they have."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.agreements import requirement, texts
from accounts.agreements.models import Agreement, LegalText
from accounts.audit.models import AuditEntry
from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Account
from config.exceptions import not_agreed
from tests.library.archive.test_views import text
from tests.scenes import CONSENT, account, player

ADA = {"username": "Ada", "email": "ada@example.org", "password1": "anlytical-engine"}


def published(kind: str = "terms", **values: object) -> LegalText:
    row = LegalText(kind=kind, text=f"# Of {kind}\n\n**Be fair.**", **values)
    texts.publish(row)
    return row


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(Account.objects.create_superuser("boss"))
    return client


@pytest.mark.django_db
def test_there_is_a_text_before_anybody_writes_one_and_versions_stay(client: Client, operator: Client) -> None:
    content = text(client.get("/terms/"))
    assert "This text comes with the software." in content
    assert "You must be at least 16 years old" in content
    assert "There are three, all needed" in text(client.get("/privacy/"))
    assert 'href="/privacy/"' in client.get("/").content.decode()

    page = operator.get("/admin/terms/legaltext/add/?kind=privacy").content.decode()
    assert "# What is kept" in page  # a new version begins with the words of the old one
    form = {"kind": "terms", "text": "# Ours\n\n<script>alert(1)</script> **Be fair.**", "change": "New.", "age": "13"}
    assert operator.post("/admin/terms/legaltext/add/", form | {"asks": "on"}).status_code == 302
    first = LegalText.objects.get()
    assert list(AuditEntry.objects.values_list("action", "kind", "target")) == [
        ("added", "terms-legaltext", str(first.number))
    ]
    assert operator.post(f"/admin/terms/legaltext/{first.number}/change/", form).status_code == 403
    assert operator.post(f"/admin/terms/legaltext/{first.number}/delete/", {"post": "yes"}).status_code == 403
    page = client.get("/terms/").content.decode()
    assert "<h2>Ours</h2>" in page
    assert "<strong>Be fair.</strong>" in page
    assert "<script>alert" not in page
    published()
    assert "This is an earlier version." in text(client.get(f"/terms/{first.number}/"))
    assert "This is an earlier version." in text(client.get("/terms/0/"))
    assert client.get(f"/privacy/{first.number}/").status_code == 404
    assert client.get("/terms/99/").status_code == 404


@pytest.mark.django_db
def test_who_signs_up_agrees_and_says_how_old(client: Client) -> None:
    refused = client.post("/signup/", ADA)
    assert (refused.status_code, Account.objects.count()) == (400, 0)
    assert client.post("/signup/", ADA | {"agree": "on"}).status_code == 400
    newest = [published(), published("privacy")][-1]
    client.post("/signup/", ADA | CONSENT)
    (noted,) = Agreement.objects.values_list("account__username", "terms", "privacy", "age")
    assert noted == ("Ada", newest.number - 1, newest.number, 16)
    published(age=0)
    assert "years old" not in text(client.get("/signup/"))
    form = {"username": "Bob", "email": "bob@example.org", "password1": "anlytical-engine", "agree": "on"}
    assert client.post("/signup/", form).status_code == 302


@pytest.mark.django_db
def test_a_new_version_asks_members_and_stops_nothing_before_its_day(client: Client, by_hand: list[bytes]) -> None:
    ada = account("Ada")
    client.force_login(ada)
    client.get("/account/")
    by_hand.clear()
    assert "The terms have changed" not in text(client.get("/account/"))
    before = len(by_hand)
    first = published(change="A rule about talk.")
    by_hand.clear()
    assert "The terms have changed. Please read" in text(client.get("/account/"))
    assert len(by_hand) == before  # it came with the account
    assert "The terms have changed" not in text(Client().get("/"))

    asked = text(client.get("/terms/agree/?next=/rules/"))
    assert ("A rule about talk." in asked, "at least 16 years old" in asked) == (True, True)
    assert client.post("/terms/agree/", {"seen": first.number}).status_code == 400
    published("privacy", asks=False)
    late = client.post("/terms/agree/", {"seen": first.number, "agree": "on"})
    assert (late.status_code, "A newer version was published" in text(late)) == (409, True)
    seen = LegalText.objects.latest("number").number
    elsewhere = client.post("/terms/agree/", {"seen": seen, "agree": "on", "next": "https://example.org/"})
    assert elsewhere["Location"] == "/account/"
    assert Agreement.objects.values_list("terms", "privacy").get() == (first.number, seen)
    assert "The terms have changed" not in text(client.get("/account/"))
    assert "You have agreed" in text(client.get("/terms/agree/"))

    published(asks=False)  # a spelling
    assert "The terms have changed" not in text(client.get("/account/"))


@pytest.mark.django_db
def test_from_its_day_who_has_not_agreed_begins_nothing_new(client: Client, rf) -> None:
    ada, guest = account("Ada"), account("guest-1")
    guest.player.guest = True
    guest.player.save()
    client.force_login(ada)
    published(needed_from=timezone.now() + timedelta(hours=1))
    refuse_barred(ada.player.pk, Barred.SEEKS)
    LegalText.objects.update(needed_from=timezone.now())
    assert "Before you begin a new game" in text(client.get("/account/"))
    for what in (Barred.SEEKS, Barred.RATED, Barred.EVENTS, Barred.PLAY):
        with pytest.raises(requirement.NotAgreed):
            refuse_barred(ada.player.pk, what)
    refuse_barred(ada.player.pk, Barred.TALK)
    for other in (guest.player, player("Napoleon")):  # who has not signed up has nothing to agree to
        refuse_barred(other.pk, Barred.SEEKS)

    request = rf.get("/lobby/new/", headers={"HX-Request": "true"})
    request.user = ada
    request.session = {}
    request._messages = ()
    answer = not_agreed(request, requirement.NotAgreed())
    assert (answer.status_code, answer["HX-Redirect"]) == (403, "/terms/agree/?next=%2Flobby%2Fnew%2F")
    assert "Your games go on meanwhile." in text(answer)
    assert texts.agree(ada)
    refuse_barred(ada.player.pk, Barred.SEEKS)
