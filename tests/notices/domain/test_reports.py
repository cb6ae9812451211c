"""Who reported hears what came of it: once, in general words, though the process that decided dies."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Penalty, Player, Report
from moderation.cases import appeals, commands, reports
from moderation.cases.terms import PenaltyTerms
from notices.domain.commands import notices_of, unread
from notices.domain.reports import tell_reporters
from notices.kinds.words import words_of
from notices.models import Notice
from notices.tasks import sweep
from privacy.erase import delete_account
from tests.library.archive.test_views import text
from tests.moderation.cases.courts import reported
from tests.scenes import account

pytestmark = pytest.mark.django_db

WRONG = "The moderators looked at your report about Charles: something was wrong, and they have seen to it"
NOTHING_WRONG = "The moderators looked at what you reported: they found nothing wrong"
GONE = "The moderators need not decide about what you reported any more: the account is deleted"
OTHERWISE = "The moderators looked again at your report about Charles after an appeal, and decided otherwise"
NOTHING = "The moderators looked at your report about Charles: they found nothing against the rules"


def told(player: Player) -> list[str]:
    notices = [notice for notice in notices_of(player.pk) if notice.kind == "reported"]
    return [word.text for word in words_of(notices)]


@pytest.fixture
def people() -> dict[str, Player]:
    return {name: account(name).player for name in ("Ada", "Grace", "Charles", "Mona")}


def decide(case: UUID, mona: Player, outcome: str = "penalised", about: Player | None = None) -> None:
    kinds = ("no-talk", "ban") if outcome == "penalised" else ()
    terms = [PenaltyTerms(about.pk, kind, "respect", reason="So.") for kind in kinds if about]
    commands.decide(case=case, by=mona.pk, outcome=outcome, penalties=terms, reason="Clear.")


def test_each_reporter_hears_once_and_never_what_follows(
    people: dict[str, Player], django_capture_on_commit_callbacks
) -> None:
    ada, grace, charles, mona = people.values()
    case = reported(charles, ada, grace)
    again = Report.objects.get(reporter=ada)
    Report.objects.create(
        reporter=ada, kind="player", target=charles.pk, about=charles, why="name", case=case.pk, salt=b""
    )
    with django_capture_on_commit_callbacks(execute=True):
        decide(case.pk, mona, about=charles)
    assert ({penalty.kind for penalty in Penalty.objects.all()}, again.pk is not None) == ({"no-talk", "ban"}, True)
    assert (told(ada), told(grace), told(charles), told(mona)) == ([WRONG], [WRONG], [], [])
    sweep()
    assert (tell_reporters(), Notice.objects.filter(kind="reported").count()) == (0, 2)
    assert {notice.mail for notice in Notice.objects.filter(kind="reported")} == {"none"}
    browser = Client()
    browser.force_login(ada.account)
    page = text(browser.get("/notices/")) + text(browser.get("/account/reports/"))
    assert (WRONG in page, "Something was wrong, and the moderators have seen to it." in page) == (True, True)
    assert [word for word in ("No talk", "Ban", "So.", "Clear.", "Mona", "Grace") if word in page] == []


def test_a_decision_whose_process_died_is_told_by_the_sweep(people: dict[str, Player]) -> None:
    """Nothing that is done after a commit runs here."""
    ada, grace, charles, mona = people.values()
    first = reported(charles, ada)
    decide(first.pk, mona, "dismissed")
    decide(reported(charles, grace, why="spam").pk, mona, "noted")
    assert (told(ada), told(grace)) == ([], [])
    sweep()
    assert (told(ada), told(grace)) == ([NOTHING], [WRONG])
    assert not Report.objects.filter(told=False).exists()


def test_what_an_appeal_leaves_nothing_of_is_told_in_general_words(
    people: dict[str, Player], django_capture_on_commit_callbacks
) -> None:
    ada, _grace, charles, mona = people.values()
    case, milo = reported(charles, ada), account("Milo").player
    decide(case.pk, mona, about=charles)
    sweep()
    states = []
    for kind in ("no-talk", "ban"):
        penalty = Penalty.objects.get(kind=kind).pk
        appeals.appeal(penalty=penalty, player=charles.pk, words="Look again.")
        with django_capture_on_commit_callbacks(execute=True):
            appeals.decide(penalty=penalty, by=milo.pk, outcome="reversed", reason="It was so.")
        states.append((Report.objects.get().state, told(ada)))
    assert states == [("resolved", [WRONG]), ("reversed", [OTHERWISE])]
    assert (reports.record_of(ada.pk), tell_reporters()) == ((0, 0), 0)


def test_what_is_nobodys_and_what_is_gone(people: dict[str, Player], django_capture_on_commit_callbacks) -> None:
    ada, _grace, charles, mona = people.values()
    thing = {"kind": "puzzle", "target": uuid4(), "why": "wrong", "salt": b"", "case": uuid4()}
    Report.objects.create(reporter=ada, state="dismissed", closed=timezone.now(), **thing)
    decide(reported(charles, ada).pk, mona, "noted")
    assert tell_reporters() == 2
    assert sorted(told(ada)) == [NOTHING_WRONG, WRONG]
    assert unread(ada.pk) == 2
    reported(charles, ada, why="spam")
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(charles.account)
    sweep()
    assert (sorted(told(ada)), unread(ada.pk)) == ([NOTHING_WRONG, GONE], 2)
    assert {(report.about, report.text, report.excerpt) for report in Report.objects.filter(kind="player")} == {
        (None, "", "")
    }
    assert reports.record_of(ada.pk) == (1, 1)
    browser = Client()
    browser.force_login(ada.account)
    page = text(browser.get("/account/reports/"))
    assert ("The account is deleted, so nobody has to" in page, "Something was wrong" in page) == (True, True)
    Report.objects.all().delete()
    assert (told(ada), unread(ada.pk)) == ([], 0)


def test_the_own_reports_are_paged_and_nobody_elses(monkeypatch: pytest.MonkeyPatch, people: dict[str, Player]) -> None:
    from moderation.pages import own_reports

    monkeypatch.setattr(own_reports, "SIZE", 2)
    ada, grace, charles, _mona = people.values()
    for why in ("spam", "abuse", "name"):
        reported(charles, ada, why=why, text=f"Said {why}.")
    reported(charles, grace, why="other", text="Secret.")
    browser = Client()
    assert browser.get("/account/reports/").status_code == 302
    browser.force_login(ada.account)

    def listed(query: str = "") -> list[str]:
        page = browser.get(f"/account/reports/{query}")
        assert "Secret." not in page.text
        return [row.report.why for row in page.context["rows"]]

    mine = {report.why: report.pk for report in Report.objects.all()}
    assert listed() == ["name", "abuse"]
    assert listed(f"?before={mine['abuse']}") == ["spam"]
    assert listed(f"?after={mine['spam']}") == ["name", "abuse"]
    assert listed(f"?before={mine['other']}") == listed("?before=x") == ["name", "abuse"]
    assert "A moderator will look at it." in text(browser.get("/account/reports/"))
    browser.force_login(charles.account)
    assert "You have reported nothing." in text(browser.get("/account/reports/"))
