"""The page of an appeal, for who bears the penalty: also for who is banned, and for nobody else."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client

from accounts.models import Account, Penalty
from moderation.cases import appeals as case_appeals
from moderation.cases.models import Appeal, CaseText
from moderation.pages import appeals
from tests.caches import empty_cache
from tests.library.archive.test_views import text
from tests.moderation.cases.test_appeals import imposed
from tests.moderation.staff.people import moderator, signed_in
from tests.scenes import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def charles() -> Account:
    return account("Charles")


def path_of(penalty: UUID) -> str:
    return f"/account/standing/{penalty}/appeal/"


@pytest.mark.slow
def test_who_is_banned_appeals_talks_and_reads_the_decision(charles: Account) -> None:
    penalty, mona = imposed(charles, "ban"), moderator("Mona").player
    browser, path = signed_in(charles), path_of(penalty)
    page = text(browser.get(f"/account/standing/{penalty}/"))
    assert ("another moderator looks at it again" in page, path in browser.get(path[:-7]).text) == (True, True)
    page = text(browser.get(path))
    for words in ("Your account is banned for good.", "within 72 hours", "You can appeal once.", "You were rude."):
        assert words in page
    response = browser.post(path, {"words": "It was\r\nmy brother."})
    assert (response.status_code, response["Location"]) == (302, path)
    assert CaseText.objects.filter(text="It was\nmy brother.", player=charles.player.pk).count() == 1
    page = text(browser.get(path))
    for words in (
        "It waits for a moderator.",
        "It was my brother.",
        "You ·",
        "Until it is decided the penalty stands.",
    ):
        assert words in page
    case_appeals.answer(penalty=penalty, by=mona.pk, words="Which <b>one</b>?")
    page = browser.get(path)
    assert "Which &lt;b&gt;one&lt;/b&gt;?" in page.text
    assert ("A moderator is looking at it." in text(page), "A moderator ·" in text(page)) == (True, True)
    assert browser.post(f"{path}write/", {"words": "Henry."}).status_code == 302
    case_appeals.decide(penalty=penalty, by=mona.pk, outcome="reversed", reason="Henry has confessed.")
    page = text(browser.get(path))
    for words in ("You were right", "Henry has confessed.", "Henry."):
        assert words in page
    assert ("Mona" in page, "<textarea" in browser.get(path).text) == (False, False)
    assert "You were right" in text(browser.get(f"/account/standing/{penalty}/"))


@pytest.mark.slow
def test_nobody_else_finds_a_penalty(charles: Account) -> None:
    penalty, ada = imposed(charles), account("Ada")
    for who in (ada, moderator("Mona")):
        browser = signed_in(who)
        for id in (penalty, uuid4()):
            for path in (path_of(id), f"{path_of(id)}write/", f"{path_of(id)}withdraw/"):
                response = browser.post(path, {"words": "Me too."})
                assert (response.status_code, Appeal.objects.count()) == (404, 0)
            assert browser.get(path_of(id)).status_code == 404
        bodies = [browser.post(path_of(id), {"words": "x"}).content for id in (penalty, penalty)]
        assert bodies[0] == bodies[1]
    assert Client().get(path_of(penalty)).status_code == 302
    assert signed_in(charles).post(f"{path_of(penalty)}withdraw/").status_code == 404


@pytest.mark.slow
def test_what_was_typed_stays_whatever_is_wrong(charles: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    penalty, browser = imposed(charles, "no-talk"), signed_in(charles)
    path = path_of(penalty)
    for words, status, wrong in (
        ("", 400, "This field is required."),
        ("y" * 2001, 400, "at most 2000 characters"),
        ("My own\r\nwords.", 302, ""),
        ("My own words.", 409, "You have appealed already."),
    ):
        response = browser.post(path, {"words": words})
        assert (response.status_code, wrong in text(response)) == (status, True)
        assert status == 302 or words in response.context["form"]["words"].value()
    for number in range(4):
        response = browser.post(f"{path}write/", {"words": f"Letter {number}."})
        assert response.status_code == (302 if number < 3 else 409)
    assert ("Letter 3." in response.text, "Wait for the moderator" in text(response)) == (True, True)
    assert "Once the moderator answers you can write again." in text(browser.get(path))
    assert browser.get(f"{path}write/")["Location"] == path
    monkeypatch.setattr(appeals, "MOST_AN_HOUR", 1)
    empty_cache()
    response = [browser.post(f"{path}write/", {"words": "Kept."}) for _time in range(2)][1]
    assert (response.status_code, "Kept." in response.text, 0 < int(response["Retry-After"]) <= 3600) == (
        429,
        True,
        True,
    )


def test_it_is_withdrawn_and_too_late(charles: Account) -> None:
    penalty, browser = imposed(charles, "note"), signed_in(charles)
    path = path_of(penalty)
    browser.post(path, {"words": "No."})
    assert browser.post(f"{path}withdraw/")["Location"] == path
    page = browser.get(path)
    assert ("You have withdrawn it." in text(page), "<textarea" in page.text) == (True, False)
    assert "decided in the meantime" in text(browser.post(f"{path}withdraw/", follow=True))
    late = imposed(charles, "note")
    row = Penalty.objects.get(pk=late)
    Penalty.objects.filter(pk=late).update(begins=row.begins.replace(year=2020))
    page = browser.get(path_of(late))
    assert ("That time is over." in text(page), "<textarea" in page.text) == (True, False)
