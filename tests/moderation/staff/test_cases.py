"""The moderators' pages: the queue, a case, deciding it, and who sees none of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Penalty, Player, Report
from moderation.cases import commands, redaction
from moderation.cases.intake import open_case
from moderation.cases.models import Case
from moderation.cases.terms import PenaltyTerms
from tests.library.archive.test_views import text
from tests.moderation.cases.courts import case_of, reported
from tests.scenes import account

from .people import moderator, operator, signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_moderators_alone_see_cases() -> None:
    ada, charles = account("Ada"), account("Charles")
    case = reported(charles.player, ada.player, text="Rude words.")
    path = f"/moderation/cases/{case.pk}/"
    for who, status in ((None, 302), (ada, 403), (charles, 403), (moderator(), 200), (operator(), 200)):
        browser = Client() if who is None else signed_in(who)
        for page in ("/moderation/", path):
            assert browser.get(page).status_code == status, (who, page)
        for act in ("claim", "release", "decide"):
            if status != 200:
                assert browser.post(f"{path}{act}/", {"outcome": "dismissed"}).status_code == status
    assert case_of(case.pk).state == "open"
    assert (
        signed_in(moderator("Milo")).get("/moderation/cases/00000000-0000-4000-8000-000000000001/").status_code == 404
    )


@pytest.mark.slow
def test_the_queue_is_sorted_filtered_and_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    from moderation.staff import queue

    monkeypatch.setattr(queue, "SIZE", 2)
    people = [account(f"Player{number}").player for number in range(5)]
    mona, ada = moderator(), account("Ada").player
    for person, why in zip(people, ("spam", "cheating", "abuse", "abuse", "telling"), strict=True):
        reported(person, ada, why=why)
    reported(people[2], people[0])
    browser = signed_in(mona)

    def listed(address: str) -> list[str]:
        rows = browser.get(address).context["page"].rows
        return [f"{row.name} {row.case.kind} {row.score}" for row in rows]

    assert listed("/moderation/") == ["Player1 cheating 50", "Player4 telling 45"]
    first = browser.get("/moderation/").context["page"]
    assert listed(f"/moderation/?after={first.lower}") == ["Player2 abuse 44", "Player3 abuse 40"]
    second = browser.get(f"/moderation/?after={first.lower}").context["page"]
    assert listed(f"/moderation/?before={second.higher}") == ["Player1 cheating 50", "Player4 telling 45"]
    assert listed(f"/moderation/?after={second.lower}") == ["Player0 spam 20"]
    assert listed("/moderation/?kind=abuse") == ["Player2 abuse 44", "Player3 abuse 40"]
    assert listed("/moderation/?kind=nonsense&after=x.y&view=z") == listed("/moderation/")
    assert "2 players reported it" in text(browser.get("/moderation/?kind=abuse"))
    assert "Nothing waits" in text(browser.get("/moderation/?kind=boosting"))
    assert "You have no case" in text(browser.get("/moderation/?view=mine"))
    assert "Nothing is decided here" in text(browser.get("/moderation/?view=decided"))
    (urgent,) = Case.objects.filter(kind="cheating")
    assert browser.post("/moderation/next/")["Location"] == f"/moderation/cases/{urgent.pk}/"
    assert listed("/moderation/?view=mine") == ["Player1 cheating 50"]
    part = browser.get("/moderation/?view=mine", HTTP_HX_REQUEST="true").text
    assert ("<html" in part, 'id="polled"' in part, "You have it" in part) == (False, True, True)


def test_what_waits_comes_before_what_is_new(django_assert_max_num_queries) -> None:
    ada, charles, grace = (account(name).player for name in ("Ada", "Charles", "Grace"))
    old, new = reported(charles, ada, why="spam"), reported(grace, ada, why="abuse")
    opened = timezone.now() - timedelta(days=40)
    Case.objects.filter(pk=old.pk).update(opened=opened, rank=old.rank + 40_000)
    browser = signed_in(moderator())
    with django_assert_max_num_queries(12):
        rows = browser.get("/moderation/").context["page"].rows
    assert [(row.case.pk, row.score, row.days) for row in rows] == [(old.pk, "60", 40), (new.pk, "40", 0)]
    assert rows[0].lines[-1].points == "40"


@pytest.mark.slow
def test_one_takes_it_and_the_other_sees_who() -> None:
    ada, charles = account("Ada").player, account("Charles").player
    case = reported(charles, ada)
    mona, milo = signed_in(moderator()), signed_in(moderator("Milo"))
    path = f"/moderation/cases/{case.pk}/"
    assert "Take the case to see its evidence" in text(mona.get(path))
    assert mona.post(f"{path}claim/").status_code == 302
    page = text(mona.get(path))
    assert ("You have it until" in page, "There is no evidence here besides the reports" in page) == (True, True)
    assert "Mona has it until" in text(milo.get(path))
    assert "Mona has it" in text(milo.get("/moderation/"))
    post = milo.post(f"{path}claim/")
    assert (post.status_code, "Mona has this case until" in text(post)) == (409, True)
    post = milo.post(f"{path}decide/", {"outcome": "noted", "reason": "I typed this."})
    assert (post.status_code, "I typed this." in text(post), "Mona has this case" in text(post)) == (409, True, True)
    assert case_of(case.pk).claimed_by == Player.objects.get(name="Mona").pk
    assert mona.post(f"{path}release/")["Location"] == "/moderation/"
    assert case_of(case.pk).state == "open"


@pytest.mark.slow
def test_a_case_is_decided_with_a_penalty() -> None:
    ada, charles = account("Ada").player, account("Charles").player
    case, other = reported(charles, ada, text="He <b>shouts</b>."), reported(charles, ada, why="spam")
    open_case(kind="abuse", about=charles.pk, source="words", score=700, figures={"insults": 4})
    mona = signed_in(moderator())
    path = f"/moderation/cases/{case.pk}/"
    mona.post(f"{path}claim/")
    page = text(mona.get(path))
    for words in (
        "insults",
        "a detector is sure by 70%",
        "Advertising or nonsense",
        "Mona: took the case",
    ):
        assert words in page
    assert "He &lt;b&gt;shouts&lt;/b&gt;." in mona.get(path).text
    assert mona.post(f"{path}merge/", {"other": str(other.pk)}).status_code == 302
    for given, wrong in (
        ({"outcome": "penalised"}, "Choose the penalty."),
        ({"outcome": "penalised", "kind": "no-talk"}, "Choose for how long."),
        ({"outcome": "penalised", "kind": "warning", "length": "7"}, "This penalty has no length."),
        ({"outcome": "penalised", "kind": "no-talk", "length": "7"}, "Nobody is penalised without a reason."),
        ({"outcome": "penalised", "kind": "result-annulled", "words": "So."}, "This penalty needs a game"),
        ({"outcome": "penalised", "step": "no-talk-7"}, "Nobody is penalised without a reason."),
        ({"outcome": "penalised", "step": "note", "kind": "ban", "words": "So."}, "or terms of your own, not both."),
        ({}, "This field is required."),
    ):
        post = mona.post(f"{path}decide/", {"rule": "respect", "reason": "Kept words.", **given})
        assert (post.status_code, wrong in text(post), "Kept words." in text(post)) == (400, True, True), given
    given = {
        "outcome": "penalised",
        "kind": "no-talk",
        "length": "7",
        "rule": "respect",
        "words": "No shouting.",
        "reason": "",
    }
    assert mona.post(f"{path}decide/", given)["Location"] == "/moderation/"
    (penalty,) = Penalty.objects.all()
    assert (penalty.kind, penalty.player, penalty.rule, (penalty.ends - penalty.begins).days) == (
        "no-talk",
        charles.pk,
        "respect",
        6,
    )
    assert set(Report.objects.values_list("case", "state")) == {(case.pk, "resolved")}
    page = text(mona.get(path))
    assert ("No shouting." in page, "Mona: penalised Charles: No talk" in page) == (True, True)
    assert "/claim/" not in mona.get(path).text
    assert "Penalised" in text(mona.get("/moderation/?view=decided"))
    month = text(Client().get("/moderation/figures/"))
    assert ("No talk: 1" in month, "Penalised: 1" in month, "Charles" in month) == (True, True, False)
    assert "Goes on in" in text(mona.get(f"/moderation/cases/{other.pk}/"))


@pytest.mark.slow
def test_what_may_tell_a_rank_is_opened_by_a_click_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, charles = account("Ada").player, account("Charles").player
    values: list[object] = []
    opener = (lambda target: True, lambda target, who, _told: values.append((target, who.name)))
    monkeypatch.setitem(redaction.SEALED, "study", opener)
    case = reported(charles, ada)
    target = charles.pk
    secret = {"kind": "study", "target": target, "excerpt": "My Marshal is on a1", "text": "See."}
    row = Report.objects.create(about=charles, reporter=ada, why="abuse", case=case.pk, **secret)
    mona, milo = signed_in(moderator()), signed_in(moderator("Milo"))
    path = f"/moderation/cases/{case.pk}/"
    mona.post(f"{path}claim/")
    assert ("Marshal" in text(mona.get(path)), values) == (False, [])
    assert mona.post(f"{path}look/", {"what": "message", "target": str(target)}).status_code == 404
    assert mona.post(f"{path}look/", {"what": "study", "target": str(target)}).status_code == 302
    assert values == [(target, "Mona")]
    assert "My Marshal is on a1" in text(mona.get(path))
    assert "Marshal" not in text(milo.get(path))
    assert "Marshal" not in text(signed_in(operator()).get(f"/admin/players/report/{row.pk}/change/"))


@pytest.mark.slow
def test_what_was_penalised_before_stands_beside_the_case() -> None:
    ada, charles, mona = account("Ada").player, account("Charles").player, moderator()
    before = reported(charles, ada)
    warned = PenaltyTerms(charles.pk, "warning", "abuse", reason="Be kind.")
    commands.decide(case=before.pk, by=mona.player.pk, outcome="penalised", penalties=[warned])
    again = reported(charles, ada)
    page = text(signed_in(mona).get(f"/moderation/cases/{again.pk}/"))
    assert ("Earlier penalties" in page, "Other cases about the same player" in page) == (True, True)
    path = f"/moderation/cases/{again.pk}/"
    browser = signed_in(mona)
    browser.post(f"{path}claim/")
    (part,) = browser.get(path).context["form"].parts
    assert part["step"].initial == "note"  # a warning for another rule moves nothing
    given = {"outcome": "penalised", "step": "no-talk-30", "rule": "respect", "words": "Once more."}
    assert browser.post(f"{path}decide/", given).status_code == 302
    (penalty,) = Penalty.objects.filter(case=again.pk)
    assert (penalty.kind, (penalty.ends - penalty.begins).days) == ("no-talk", 29)
