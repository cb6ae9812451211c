"""The pages of people: blocks, the account, the mails of a demo."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.conduct import blocks
from accounts.models import Block, Penalty
from tests.library.archive.test_views import text
from tests.scenes import CONSENT, account

pytestmark = pytest.mark.django_db


def test_blocking_and_reporting_lead_to_each_other(client: Client) -> None:
    ada, bob = account("Ada"), account("Bob")
    client.force_login(ada)
    report = "/report/?player=Bob"
    assert 'name="block"' in client.get(report).content.decode()
    client.post(report, {"why": "abuse", "text": "Rude.", "block": "1"})
    assert blocks.blocks(blocker=ada.player, target=bob.player)
    assert 'name="block"' not in client.get(report).content.decode()
    client.post("/players/Bob/block/", {"undo": "1"})
    content = client.post("/players/Bob/block/", follow=True).content.decode()
    assert f'<a href="{report}">Report to the moderators, too</a>' in content


def test_blocking_by_a_button(client: Client) -> None:
    ada, charles = account("Ada"), account("Charles")
    client.force_login(ada)
    assert "Challenge" in text(client.get("/players/Charles/"))

    assert client.post("/players/charles/block/")["Location"] == "/players/Charles/"
    page = text(client.get("/players/Charles/"))
    assert "You have blocked this player." in page
    assert "Challenge" not in page
    assert list(Block.objects.values_list("blocker__name", "blocked__name")) == [("Ada", "Charles")]
    assert "Charles" in text(client.get("/account/"))

    assert client.post("/players/charles/block/", {"undo": "1", "back": "account"})["Location"] == "/account/"
    assert not Block.objects.exists()
    assert client.post("/players/ada/block/").status_code == 400
    assert client.get("/players/charles/block/").status_code == 405
    client.logout()
    assert client.post("/players/charles/block/")["Location"].startswith("/login/")
    assert charles.player.name == "Charles"


def test_the_outbox_is_for_demos(client: Client, settings) -> None:
    assert client.get("/outbox/").status_code == 404
    settings.VEXILLUM_DEMO = True
    settings.EMAIL_BACKEND = "accounts.mails.outbox.OutboxBackend"
    client.post(
        "/signup/",
        {"username": "Ada", "email": "ada@example.org", "password1": "anlytical-engine"} | CONSENT,
    )
    page = client.get("/outbox/")
    assert [mail.to for mail in page.context["mails"]] == ["ada@example.org"]
    assert 'href="http://testserver/account/confirm-email/' in page.content.decode()


def test_all_that_was_ever_decided_is_read_by_the_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, now = account("Ada"), timezone.now()
    client.force_login(ada)
    monkeypatch.setattr("moderation.pages.penalties.MOST", 2)
    rows = Penalty.objects.bulk_create(
        Penalty(
            id=uuid4(), case=uuid4(), player=ada.player.pk, kind=kind, rule="respect", begins=now - timedelta(days=n)
        )
        for n, kind in enumerate(("note", "warning", "note", "note"))
    )
    shown, path = [], "/account/standing/"
    while path:
        page = client.get(path).content.decode()
        shown.append([str(row.pk) in page for row in rows])
        older = re.search(r'href="(\?before=[^"]+)"', page)
        path = older and f"/account/standing/{older[1]}"
    assert shown == [[True, True, False, False], [False, True, True, True]]  # what stands against her stands on each
    assert client.get("/account/standing/?before=x").status_code == 200
