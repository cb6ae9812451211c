"""A case from the report to the decision, by its events; its rows made again; what does not fit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command

from accounts.models import Penalty, Report
from eventlog.rebuild import rebuild
from eventlog.registry import Broken, Stored
from eventlog.sources import injected
from eventlog.store import load
from moderation.cases import commands
from moderation.cases import events as e
from moderation.cases.command_handler import execute
from moderation.cases.fold import CaseMisfit, fold
from moderation.cases.intake import open_case
from moderation.cases.models import Appeal, Case, CaseFigure, CaseText
from moderation.cases.refusals import CaseRefused
from moderation.cases.reports import adopt_reports
from moderation.cases.terms import PenaltyTerms
from moderation.cases.texts import hash_of
from moderation.cases.verification import verify_case
from privacy.erase import delete_account
from tests.scenes import account

from .courts import case_of, reported

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Clock:
    now = BEGAN

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    with injected(clock=clock):
        yield clock


def rows() -> list[list[tuple[object, ...]]]:
    """All that follows from the log, but numbers that the database gives."""
    left_out = {CaseFigure: {"id"}}
    return [
        sorted(
            model.objects.values_list(
                *(f.attname for f in model._meta.concrete_fields if f.attname not in left_out.get(model, ()))
            ),
            key=str,
        )
        for model in (Case, Penalty, Appeal, CaseFigure)
    ]


def refused(act, **keywords) -> tuple[str, dict[str, object]]:
    before = rows()
    with pytest.raises(CaseRefused) as caught:
        act(**keywords)
    assert rows() == before
    return caught.value.code, caught.value.parameters


def test_a_case_goes_from_the_report_to_the_appeal_and_is_made_again_from_the_log(clock: Clock) -> None:
    ada, charles, grace, mona = (account(name).player for name in ("Ada", "Charles", "Grace", "Mona"))
    case = reported(charles, ada, grace)
    assert (case.kind, case.about, case.reports, case.state, case.score) == ("abuse", charles.pk, 2, "open", 44_140)
    assert case.parts == [["severity", 30_000, 0], ["reports", 14_140, 2]]
    assert open_case(kind="abuse", about=charles.pk, source="words", score=500, figures={"words": 3}) == case.pk
    other = reported(charles, ada, why="name")
    commands.claim(case=case.pk, by=mona.pk)
    commands.look(case=case.pk, by=mona.pk, what="study", target=uuid4())
    clock.now += timedelta(minutes=10)
    after = commands.merge(case=other.pk, into=case.pk, by=mona.pk)
    assert (after.absorbed, len(after.reports), case_of(other.pk).merged_into) == ((other.pk,), 3, case.pk)
    talk = PenaltyTerms(charles.pk, "no-talk", "abuse", BEGAN + timedelta(days=7), shown=("message",), reason="Rude.")
    commands.decide(case=case.pk, by=mona.pk, outcome="penalised", penalties=[talk], reason="Clear.")
    borne = Penalty.objects.get()
    assert (borne.case, borne.player, borne.kind, borne.by, borne.ends, borne.shown) == (
        case.pk,
        charles.pk,
        "no-talk",
        mona.pk,
        BEGAN + timedelta(days=7),
        ["message"],
    )
    assert sorted(CaseText.objects.values_list("text", "player")) == [("Clear.", charles.pk), ("Rude.", charles.pk)]
    assert {report.state for report in Report.objects.all()} == {"resolved"}

    execute(case=case.pk, by=charles.pk, decide=lambda draft: draft.add(e.AppealMade(borne.pk)))
    execute(case=case.pk, by=None, decide=lambda draft: draft.add(e.AppealRisen(borne.pk)))

    def hear(draft) -> None:
        draft.add(e.AppealClaimed(borne.pk, grace.pk, 2_000_000_000_000_000))
        draft.add(e.AppealWritten(borne.pk, by_staff=True, by=grace.pk, words=uuid4(), words_hash="0" * 64))
        draft.add(e.AppealDecided(borne.pk, "reversed", grace.pk), e.PenaltyReversed(borne.pk, grace.pk))

    execute(case=case.pk, by=grace.pk, decide=hear)
    (appeal,) = Appeal.objects.values()
    assert (appeal["due"], appeal["outcome"], appeal["player"]) == (
        clock.now + timedelta(hours=72),
        "reversed",
        charles.pk,
    )
    assert Penalty.objects.get().reversed_at == clock.now
    now = case_of(case.pk)
    assert (now.state, now.outcome, now.decided_by, now.reports) == ("decided", "penalised", mona.pk, 3)
    assert sorted(CaseFigure.objects.values_list("what", "which", "number")) == [
        ("appeal", "no-talk", 1),
        ("decided", "merged", 1),
        ("decided", "penalised", 1),
        ("heard", "reversed", 1),
        ("opened", "abuse", 1),
        ("opened", "name", 1),
        ("penalty", "no-talk", 1),
        ("reversed", "no-talk", 1),
    ]

    before = rows()
    rebuild()
    assert rows() == before
    io = StringIO()
    call_command("verify_log", str(case.pk), str(other.pk), stdout=io)
    assert "2 streams" in io.getvalue()
    assert "0 broken" in io.getvalue()
    written = str([(event.event, event.actor) for id in (case.pk, other.pk) for event in load(id)]).lower()
    assert [word for word in ("rude", "clear.", "charles", "mona") if word in written] == []


def test_words_are_hashed_with_a_salt_and_go_with_the_player(clock: Clock) -> None:
    ada, charles, mona = (account(name) for name in ("Ada", "Charles", "Mona"))
    case = reported(charles.player, ada.player)
    (report,) = Report.objects.all()
    (result,) = [event.event for event in load(case.pk) if isinstance(event.event, e.ReportAdded)]
    assert result.words_hash == hash_of(bytes(report.salt), "Rude words.")
    assert result.excerpt_hash == hash_of(bytes(report.salt), "Charles")
    warned = PenaltyTerms(charles.player.pk, "warning", "abuse", reason="Be kind.")
    commands.decide(case=case.pk, by=mona.player.pk, outcome="penalised", penalties=[warned])
    again = reported(charles.player, mona.player, why="spam")
    delete_account(charles)
    left = list(Report.objects.order_by("created").values_list("about", "text", "excerpt", "state"))
    assert (CaseText.objects.count(), left) == (0, [(None, "", "", "resolved"), (None, "", "", "gone")])
    assert (case_of(again.pk).outcome, case_of(case.pk).about) == ("gone", charles.player.pk)
    before = rows()
    rebuild()
    assert rows() == before


def test_one_has_a_case_and_the_other_reads_who(clock: Clock) -> None:
    ada, charles, mona, milo = (account(name).player for name in ("Ada", "Charles", "Mona", "Milo"))
    case = reported(charles, ada).pk
    until = BEGAN + commands.CLAIMED_FOR
    commands.claim(case=case, by=mona.pk)
    commands.claim(case=case, by=mona.pk)  # nothing new
    assert [type(event.event).__name__ for event in load(case)] == ["CaseOpened", "ReportAdded", "CaseClaimed"]
    held = ("claimed", {"by": mona.pk, "until": until})
    dismissed = {"by": milo.pk, "outcome": "dismissed"}
    assert refused(commands.claim, case=case, by=milo.pk) == held
    assert refused(commands.decide, case=case, **dismissed) == held
    assert refused(commands.look, case=case, by=milo.pk, what="games") == held
    clock.now = until - timedelta(minutes=1)
    commands.look(case=case, by=mona.pk, what="games")  # has it for half an hour more
    clock.now = until + timedelta(minutes=1)
    assert refused(commands.claim, case=case, by=milo.pk)[0] == "claimed"
    clock.now += commands.CLAIMED_FOR
    assert commands.claim(case=case, by=milo.pk).holder(clock.now) == milo.pk
    assert refused(commands.decide, case=case, by=mona.pk, outcome="dismissed")[0] == "claimed"
    commands.release(case=case, by=mona.pk)  # not hers
    assert case_of(case).claimed_by == milo.pk
    commands.release(case=case, by=milo.pk)
    assert (case_of(case).state, case_of(case).claimed_by) == ("open", None)
    commands.decide(case=case, by=mona.pk, outcome="dismissed")
    assert Report.objects.get().state == "dismissed"
    assert refused(commands.claim, case=case, by=milo.pk) == ("closed", {"outcome": "dismissed", "into": None})
    assert reported(charles, ada).pk != case  # what is decided stays so


def test_who_has_to_do_with_it_does_not_handle_it() -> None:
    ada, charles, mona = (account(name).player for name in ("Ada", "Charles", "Mona"))
    case = reported(charles, ada)

    for command, more in (
        (commands.claim, {}),
        (commands.look, {"what": "games"}),
        (commands.decide, {"outcome": "dismissed"}),
        (commands.merge, {"into": uuid4()}),
    ):
        assert refused(command, case=case.pk, by=ada.pk, **more) == ("excluded", {"why": "own-report"})
    commands.claim(case=case.pk, by=mona.pk)
    assert refused(commands.claim, case=uuid4(), by=mona.pk) == ("no-case", {})


def test_what_cannot_be_decided(clock: Clock) -> None:
    ada, charles, mona = (account(name).player for name in ("Ada", "Charles", "Mona"))
    data = {"case": reported(charles, ada).pk, "by": mona.pk}
    wordless = PenaltyTerms(charles.pk, "warning", "abuse", reason=" ")
    over = PenaltyTerms(charles.pk, "no-talk", "abuse", ends=BEGAN, reason="Rude.")
    for outcome, penalties, code in (
        ("penalised", (), "outcome"),
        ("dismissed", (over,), "outcome"),
        ("gone", (), "outcome"),
        ("penalised", (wordless,), "reason-needed"),
        ("penalised", (over,), "ends-before"),
    ):
        assert refused(commands.decide, **data, outcome=outcome, penalties=penalties)[0] == code
    assert refused(commands.merge, **data, into=data["case"]) == ("same-case", {})
    assert CaseText.objects.count() == 0


def test_reports_from_before_there_were_cases_get_one() -> None:
    ada, charles, grace = (account(name).player for name in ("Ada", "Charles", "Grace"))
    data = {"kind": "player", "target": charles.pk, "about": charles, "why": "cheating"}
    rows = [Report.objects.create(reporter=item, text="Hm.", **data) for item in (ada, grace)]
    Report.objects.create(reporter=ada, state="resolved", **data)
    Report.objects.filter(pk=rows[0].pk).update(created=BEGAN)
    assert (adopt_reports(), adopt_reports()) == (2, 0)
    (case,) = Case.objects.all()
    assert (case.kind, case.reports, case.about, case.state) == ("cheating", 2, charles.pk, "open")
    assert list(Report.objects.filter(case=case.pk).values_list("pk", flat=True).order_by("created")) == [
        row.pk for row in rows
    ]
    assert (
        min(report.at for report in fold((event.event, event.time) for event in load(case.pk)).reports.values())
        == BEGAN
    )


def test_a_log_that_cannot_have_happened_is_broken() -> None:
    mona, milo, charles = uuid4(), uuid4(), uuid4()
    opened = e.CaseOpened("abuse", "report", charles)
    penalised = e.Penalised(uuid4(), charles, "ban", "abuse", mona)
    for wrong in (
        [e.CaseReleased()],
        [opened, opened],
        [e.CaseOpened("abuse", "report")],
        [opened, e.CaseClaimed(mona, 2 * 10**15), e.CaseClaimed(milo, 2 * 10**15)],
        [opened, e.CaseClaimed(mona, 2 * 10**15), e.CaseDecided("dismissed", milo)],
        [opened, e.CaseDecided("dismissed", mona), e.CaseDecided("noted", mona)],
        [opened, e.CaseMerged(uuid4()), e.CaseReleased()],
        [opened, e.WarningAcknowledged(uuid4())],
        [opened, penalised, penalised],
        [opened, penalised, e.PenaltyReversed(penalised.penalty, mona), e.PenaltyReversed(penalised.penalty, mona)],
        [opened, e.AppealMade(uuid4())],
        [opened, penalised, e.AppealRisen(penalised.penalty)],
        [opened, e.SuspicionAdded("sight", 1001, {})],
    ):
        with pytest.raises(CaseMisfit):
            fold((event, BEGAN) for event in wrong)
        stored = [
            Stored(number, charles, number, event, getattr(event, "by", None), BEGAN)
            for number, event in enumerate(wrong, 1)
        ]
        with pytest.raises(Broken) as caught:
            verify_case(iter(stored))
        assert caught.value.version == len(wrong)
    forged = [Stored(1, charles, 1, opened, None, BEGAN), Stored(2, charles, 2, e.CaseClaimed(mona, 1), milo, BEGAN)]
    with pytest.raises(Broken, match="another moderator"):
        verify_case(iter(forged))
