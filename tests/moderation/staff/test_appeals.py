"""The moderators' pages of appeals: the list, who hears one, the talk, the decision, and who sees none of it."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Account, Penalty, Player
from moderation.cases import appeals as case_appeals
from moderation.cases.models import Appeal
from tests.library.archive.test_views import text
from tests.moderation.cases.test_appeals import imposed
from tests.scenes import account

from .people import audited, last, moderator, operator, signed_in

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


@pytest.fixture
def charles() -> Account:
    return account("Charles")


def appealed(about: Account, kind: str = "no-talk", **value: object) -> UUID:
    penalty = imposed(about, kind, **value)
    case_appeals.appeal(penalty=penalty, player=about.player.pk, words="It was not me.")
    return penalty


def aged(penalty: UUID, hours: int, *, risen: bool = False) -> None:
    made = timezone.now() - timedelta(hours=hours)
    Appeal.objects.filter(pk=penalty).update(
        made=made, due=made + timedelta(hours=72), risen=timezone.now() if risen else None
    )


def listed(browser: Client, address: str = "/moderation/appeals/") -> list[tuple[str, int, bool]]:
    return [(row.name, row.left, row.urgent) for row in browser.get(address).context["page"].rows]


@pytest.mark.slow
def test_moderators_alone_see_appeals(charles: Account) -> None:
    penalty, ada = appealed(charles), account("Ada")
    judy = Account.objects.get(username="judy")
    path = f"/moderation/appeals/{penalty}/"
    for who, status in ((None, 302), (ada, 403), (charles, 403), (moderator("Mona"), 200), (judy, 404)):
        browser = Client() if who is None else signed_in(who)
        assert browser.get(path).status_code == status, who
        for act in ("claim", "release", "answer", "decide"):
            given = {"outcome": "stands", "reason": "So.", "words": "Why?", "sure": "1"}
            assert status == 200 or browser.post(f"{path}{act}/", given).status_code == status, (who, act)
    assert (Appeal.objects.get().claimed_by, Appeal.objects.get().decided) == (None, None)
    page = signed_in(judy).get("/moderation/appeals/")
    assert ("No appeal waits" in text(page), str(penalty) in page.text) == (True, False)
    assert "appeal waits for a moderator" not in text(signed_in(judy).get("/moderation/"))
    assert signed_in(moderator("Milo")).get(path.replace(str(penalty), str(UUID(int=9)))).status_code == 404


@pytest.mark.slow
def test_the_urgent_ones_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    from moderation.staff import appeals

    monkeypatch.setattr(appeals, "SIZE", 2)
    people = [account(f"Player{number}") for number in range(4)]
    for person, hours in zip(people, (10, 60, 90, 1), strict=True):
        aged(appealed(person), hours, risen=hours > 72)
    mona, boss = signed_in(moderator("Mona")), signed_in(operator())
    first = mona.get("/moderation/appeals/").context["page"]
    assert listed(mona) == [("Player2", 0, True), ("Player1", 11, True)]
    assert listed(mona, f"/moderation/appeals/?after={first.lower}") == [("Player0", 61, False), ("Player3", 70, False)]
    second = mona.get(f"/moderation/appeals/?after={first.lower}").context["page"]
    assert listed(mona, f"/moderation/appeals/?before={second.higher}") == listed(mona)
    assert listed(mona, "/moderation/appeals/?view=risen") == [("Player2", 0, True)]
    assert listed(mona, "/moderation/appeals/?view=nonsense&after=x.y") == listed(mona)
    assert "You hear no appeal" in text(mona.get("/moderation/appeals/?view=mine"))
    assert "Nothing is decided here" in text(mona.get("/moderation/appeals/?view=decided"))
    monkeypatch.setattr(appeals, "SIZE", 9)
    assert "3 appeals wait for a moderator : the first is due in 11 hours." in text(mona.get("/moderation/"))
    assert "4 appeals wait for a moderator : the first was not decided in time." in text(boss.get("/moderation/"))
    part = mona.get("/moderation/appeals/", HTTP_HX_REQUEST="true").text
    assert ("<html" in part, 'id="polled"' in part) == (False, True)


@pytest.mark.slow
def test_what_is_left_to_others_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    from moderation.staff import appeals

    monkeypatch.setattr(appeals, "SIZE", 1)
    mona = moderator("Mona")
    people = [account(f"Player{number}") for number in range(4)]
    for number, person in enumerate(people):
        aged(appealed(person, **({"judge": mona.player} if number in (1, 3) else {})), 40 - number)
    browser = signed_in(mona)
    first = browser.get("/moderation/appeals/")
    assert [row.name for row in first.context["page"].rows] == ["Player0"]
    second = browser.get(f"/moderation/appeals/?after={first.context['page'].lower}")
    assert [row.name for row in second.context["page"].rows] == ["Player2"]
    hidden = [
        str(appeal.pk) for appeal in Appeal.objects.all() if appeal.player in {people[1].player.pk, people[3].player.pk}
    ]
    assert [id for id in hidden if id in first.text + second.text] == []
    assert second.context["page"].lower is None


@pytest.mark.slow
def test_one_hears_it_talks_and_decides(charles: Account) -> None:
    penalty = appealed(charles, ends=timezone.now() + 30 * timedelta(days=1))
    mona, milo = moderator("Mona"), signed_in(moderator("Milo"))
    browser, path = signed_in(mona), f"/moderation/appeals/{penalty}/"
    page = text(browser.get(path))
    for words in ("It was not me.", "You were rude.", "Judy", "Open, and nobody hears it.", "71 hours left"):
        assert words in page
    assert browser.post(f"{path}claim/")["Location"] == path
    assert "You hear it until" in text(browser.get(path))
    assert "Mona hears it until" in text(milo.get(path))
    for act, given in (("claim", {}), ("answer", {"words": "Typed."}), ("decide", DECIDED | {"sure": "1"})):
        post = milo.post(f"{path}{act}/", given)
        assert (post.status_code, "Mona hears this appeal until" in text(post)) == (409, True)
        assert all(words in post.text for words in ("Typed.",) if given)
    assert browser.post(f"{path}answer/", {"words": ""}).status_code == 400
    assert browser.post(f"{path}answer/", {"words": "Who else?"}).status_code == 302
    assert "Who else?" in text(browser.get(path))
    for given, wrong in (
        ({}, "This field is required."),
        ({"outcome": "eased"}, "Choose how long it lasts."),
        ({"outcome": "stands", "length": "7"}, "Only what is eased has another length."),
        ({"outcome": "eased", "length": "30"}, "Select a valid choice."),
    ):
        post = browser.post(f"{path}decide/", {"reason": "Kept words."} | given)
        assert (post.status_code, wrong in text(post), "Kept words." in post.text) == (400, True, True), given
    eased = {"outcome": "eased", "length": "7", "reason": "A week will do."}
    asked = browser.post(f"{path}decide/", eased)
    assert (asked.status_code, "The penalty now ends on" in text(asked)) == (200, True)
    assert "A week will do." in browser.post(f"{path}decide/", eased | {"back": "1"}).text
    assert Appeal.objects.get().decided is None
    before = last()
    assert browser.post(f"{path}decide/", eased | {"sure": "1"})["Location"] == "/moderation/appeals/"
    row = Penalty.objects.get()
    assert row.ends == row.begins + WEEK
    assert audited(after=before) == [(mona.pk, "decided-appeal", "cases-appeal", str(penalty), "eased")]
    assert "Decided an appeal" in text(signed_in(operator()).get("/moderation/audit/?action=decided-appeal"))
    page = text(browser.get(path))
    assert ("The penalty is eased , Mona" in page, "A week will do." in page) == (True, True)
    assert browser.post(f"{path}decide/", eased | {"sure": "1"}).status_code in (400, 409)
    assert [name for name, *_more in listed(browser, "/moderation/appeals/?view=decided")] == ["Charles"]
    assert f'href="{path}"' in browser.get(f"/moderation/cases/{row.case}/").text
    assert path not in signed_in(Account.objects.get(username="judy")).get(f"/moderation/cases/{row.case}/").text
    history = text(browser.get(f"/moderation/cases/{row.case}/"))
    assert "Mona: decided the appeal: The penalty is eased" in history
    month = text(Client().get("/moderation/figures/"))
    assert "1 made, 1 heard, 1 of these were right" in month


DECIDED = {"outcome": "stands", "reason": "Typed."}


@pytest.mark.slow
def test_what_has_risen_is_for_operators_and_the_list_says_if_there_is_none(charles: Account) -> None:
    boss = operator("Boss")
    penalty = appealed(charles, judge=boss.player)
    aged(penalty, 73)
    assert case_appeals.rise_due() == 1
    mona, path = signed_in(moderator("Mona")), f"/moderation/appeals/{penalty}/"
    page = mona.get("/moderation/appeals/")
    assert "It waits: no operator may hear it." in text(page)
    assert "no operator may hear it" in text(signed_in(boss).get("/moderation/appeals/"))
    assert str(penalty) not in signed_in(boss).get("/moderation/appeals/").text
    post = mona.post(f"{path}claim/")
    assert (post.status_code, "operators alone hear it now" in text(post)) == (409, True)
    olga = signed_in(operator("Olga"))
    assert "no operator may hear it" not in text(olga.get("/moderation/appeals/"))
    assert "For operators" in text(olga.get("/moderation/appeals/"))
    assert olga.post(f"{path}decide/", DECIDED | {"sure": "1"}).status_code == 302
    assert Appeal.objects.get().decided_by == Player.objects.get(name="Olga").pk
