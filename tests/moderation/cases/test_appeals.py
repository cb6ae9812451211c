"""Appeals: who may appeal what and until when, who hears it, what is decided, and what rises."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.conduct.restrictions import Barred, barred
from accounts.models import Account, Penalty, Player
from accounts.people.personal_data import DataOwner
from eventlog.canonical import microseconds
from eventlog.rebuild import rebuild
from eventlog.sources import injected
from eventlog.store import load
from moderation.cases import appeals, commands
from moderation.cases import events as e
from moderation.cases.exporters import export_cases
from moderation.cases.fold import CaseFold, CaseMisfit, step
from moderation.cases.models import Appeal, Case, CaseFigure, CaseText, DueEffect
from moderation.cases.refusals import CaseRefused
from moderation.cases.terms import PenaltyTerms
from moderation.cases.texts import LONGEST
from moderation.cases.verification import verify_case
from moderation.sanctions.effects import take_due
from notices.models import Notice
from privacy.erase import delete_account
from tests.examples import some
from tests.moderation.staff.people import moderator, operator
from tests.scenes import account

from .courts import reported

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


class Clock:
    """A clock that is put on by hand, for the log and for what asks for the time."""

    now = BEGAN

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    with injected(clock=clock):
        yield clock


@pytest.fixture
def commits(django_capture_on_commit_callbacks: Any) -> Callable[[], Any]:
    """What is done inside is committed at its end, as far as listeners can tell."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def charles() -> Account:
    return account("Charles")


def imposed(about: Account, kind: str = "no-talk", ends: datetime | None = None, judge: Player | None = None) -> UUID:
    """A penalty that Judy imposed because Rita reported it."""
    rita = Player.objects.filter(name="Rita").first() or account("Rita").player
    judy = judge or Player.objects.filter(name="Judy").first() or moderator("Judy").player
    case = reported(about.player, rita)
    terms = PenaltyTerms(about.player.pk, kind, "respect", ends, reason="You were rude.")
    commands.decide(case=case.pk, by=judy.pk, outcome="penalised", penalties=[terms])
    return Penalty.objects.get(case=case.pk).pk


def _rows() -> list[list[dict[str, Any]]]:
    return [list(model.objects.order_by("pk").values()) for model in (Appeal, CaseText, Penalty)]


def refused(command: Callable[..., Any], **value: Any) -> tuple[str, dict[str, Any]]:
    before = _rows()
    with pytest.raises(CaseRefused) as why:
        command(**value)
    assert _rows() == before
    return why.value.code, why.value.parameters


def said(row: Appeal) -> list[tuple[str, str]]:
    texts = {str(text.pk): text.text for text in CaseText.objects.all()}
    return [(side, texts[words]) for words, side, _by, _at in row.talk]


@pytest.mark.slow
def test_an_appeal_from_the_first_word_to_the_reversal(clock: Clock, charles: Account, commits: Any) -> None:
    EmailAddress.objects.create(user=charles, email="charles@example.org", verified=True, primary=True)
    penalty, mona = imposed(charles, "ban", BEGAN + 7 * DAY), moderator("Mona").player
    me = charles.player.pk
    with commits():
        appeals.appeal(penalty=penalty, player=me, words=" It was my brother. ")
    clock.now += timedelta(hours=1)
    with commits():
        appeals.answer(penalty=penalty, by=mona.pk, words="Which one?")
    with commits():
        appeals.write(penalty=penalty, player=me, words="Henry.")
    row = Appeal.objects.get()
    assert said(row) == [("player", "It was my brother."), ("staff", "Which one?"), ("player", "Henry.")]
    assert (row.made, row.due, row.claimed_by) == (BEGAN, BEGAN + 3 * DAY, mona.pk)
    assert row.claimed_until == BEGAN + timedelta(hours=13)
    assert barred(me, Barred.BAN) is not None
    with commits():
        appeals.decide(penalty=penalty, by=mona.pk, outcome="reversed", reason="Henry has confessed.")
    assert barred(me, Barred.BAN) is None
    row.refresh_from_db()
    assert (row.outcome, row.decided, row.decided_by, row.claimed_by) == ("reversed", clock.now, mona.pk, None)
    assert DueEffect.objects.count() == 0  # done
    assert [item.subject for item in mail.outbox] == [
        "A moderator has written to you in your appeal",
        "A decision about your account is taken back",
    ]
    assert "Henry has confessed." in mail.outbox[1].body
    assert [item for item in mail.outbox if "Mona" in item.body] == []
    notices = Notice.objects.exclude(kind="reported").values_list("player", "kind", "version")
    assert sorted(notices, key=str) == sorted([(me, "appeal", 0), (me, "penalty", 1), (mona.pk, "hearing", 0)], key=str)
    figures = set(CaseFigure.objects.filter(what__in=("appeal", "heard", "reversed")).values_list("what", "which"))
    assert figures == {("appeal", "ban"), ("heard", "reversed"), ("reversed", "ban")}

    case = Case.objects.get()
    before = list(Appeal.objects.values()), list(Penalty.objects.values())
    rebuild()
    assert (list(Appeal.objects.values()), list(Penalty.objects.values())) == before
    written = str([(event.event, event.actor) for event in load(case.pk)]).lower()
    assert [word for word in ("brother", "which one", "henry", "charles", "mona") if word in written] == []
    verify_case(iter(load(case.pk)))


def test_who_may_appeal_what_and_once(clock: Clock, charles: Account) -> None:
    penalty = imposed(charles)
    me, rita = charles.player.pk, Player.objects.get(name="Rita").pk
    data = {"penalty": penalty, "player": me}
    assert refused(appeals.appeal, penalty=penalty, player=rita, words="Me too.") == ("no-penalty", {})
    assert refused(appeals.appeal, penalty=uuid4(), player=me, words="Hm.") == ("no-penalty", {})
    assert refused(appeals.appeal, **data, words=" \n ") == ("words", {})
    assert refused(appeals.appeal, **data, words="x" * (LONGEST + 1)) == ("too-long", {"most": LONGEST})
    assert refused(appeals.write, **data, words="More.") == ("no-appeal", {})
    assert refused(appeals.withdraw, **data) == ("no-appeal", {})
    appeals.appeal(**data, words="x" * LONGEST)
    assert refused(appeals.appeal, **data, words="Again.") == ("appealed", {})
    appeals.withdraw(**data)
    assert refused(appeals.appeal, **data, words="Again.") == ("appealed", {})
    assert refused(appeals.write, **data, words="More.") == ("decided", {"outcome": "withdrawn"})
    assert refused(appeals.withdraw, **data) == ("decided", {"outcome": "withdrawn"})
    assert (Appeal.objects.get().outcome, Penalty.objects.get().reversed_at) == ("withdrawn", None)


@pytest.mark.parametrize(
    ("kind", "ends", "days"),
    [
        ("no-talk", 7, 37),
        ("ban", None, None),
        ("note", None, 30),
        ("warning", None, None),
    ],
)
def test_until_when(clock: Clock, charles: Account, kind: str, ends: int | None, days: int | None) -> None:
    penalty = imposed(charles, kind, None if ends is None else BEGAN + ends * DAY)
    data = {"penalty": penalty, "player": charles.player.pk, "words": "No."}
    if days is None:
        clock.now += 3000 * DAY
    else:
        clock.now += days * DAY
        assert refused(appeals.appeal, **data) == ("too-late", {"until": clock.now})
        clock.now -= timedelta(seconds=1)
    appeals.appeal(**data)


def test_a_warning_may_be_appealed_a_month_after_it_was_read(clock: Clock, charles: Account) -> None:
    row = Penalty.objects.get(pk=imposed(charles, "warning"))
    row.acknowledged_at = BEGAN + DAY
    assert appeals.appeal_until(row) == BEGAN + 31 * DAY
    once = Penalty(kind="result-annulled", begins=BEGAN)
    assert appeals.appeal_until(once) == BEGAN + 30 * DAY
    row.reversed_at = BEGAN
    with pytest.raises(CaseRefused, match="reversed"):
        appeals.check_appealable(row, BEGAN)


@pytest.mark.slow
def test_one_hears_it_and_the_other_reads_who(clock: Clock, charles: Account) -> None:
    penalty = imposed(charles)
    judy, rita = (Player.objects.get(name=name) for name in ("Judy", "Rita"))
    mona, milo = moderator("Mona").player, moderator("Milo").player
    assert refused(appeals.claim, penalty=penalty, by=mona.pk) == ("no-appeal", {})
    appeals.appeal(penalty=penalty, player=charles.player.pk, words="No.")
    for who, why in ((judy, "own-decision"), (charles.player, "own-appeal"), (rita, "own-report")):
        for command, more in (
            (appeals.claim, {}),
            (appeals.release, {}),
            (appeals.answer, {"words": "Why?"}),
            (appeals.decide, {"outcome": "stands", "reason": "So."}),
        ):
            assert refused(command, penalty=penalty, by=who.pk, **more) == ("excluded", {"why": why})
    appeals.claim(penalty=penalty, by=mona.pk)
    appeals.claim(penalty=penalty, by=mona.pk)  # nothing new
    until = BEGAN + appeals.CLAIMED_FOR
    held = ("heard", {"by": mona.pk, "until": until})
    assert refused(appeals.claim, penalty=penalty, by=milo.pk) == held
    assert refused(appeals.answer, penalty=penalty, by=milo.pk, words="Why?") == held
    assert refused(appeals.decide, penalty=penalty, by=milo.pk, outcome="stands", reason="So.") == held
    appeals.release(penalty=penalty, by=milo.pk)  # not his
    assert Appeal.objects.get().claimed_by == mona.pk
    appeals.release(penalty=penalty, by=mona.pk)
    assert Appeal.objects.get().claimed_by is None
    appeals.claim(penalty=penalty, by=milo.pk)
    clock.now = until
    appeals.claim(penalty=penalty, by=mona.pk)
    assert refused(appeals.decide, penalty=penalty, by=milo.pk, outcome="stands", reason="So.")[0] == "heard"


@pytest.mark.slow
def test_what_is_eased_ends_then_at_every_door(clock: Clock, charles: Account) -> None:
    mona, me = moderator("Mona").player, charles.player.pk
    penalty = imposed(charles, "no-talk", BEGAN + 7 * DAY)
    appeals.appeal(penalty=penalty, player=me, words="Too long.")
    data = {"penalty": penalty, "by": mona.pk, "reason": "Yes."}
    assert refused(appeals.decide, **data, outcome="withdrawn") == ("outcome", {})
    assert refused(appeals.decide, **data, outcome="stands", ends=BEGAN + DAY) == ("outcome", {})
    assert refused(appeals.decide, **data | {"reason": " "}, outcome="stands") == ("words", {})
    for ends, code in ((BEGAN, "ends-before"), (BEGAN + 7 * DAY, "not-eased")):
        assert refused(appeals.decide, **data, outcome="eased", ends=ends) == (code, {"ends": ends})
    appeals.decide(**data, outcome="eased", ends=BEGAN + 2 * DAY)
    assert Penalty.objects.get().ends == BEGAN + 2 * DAY
    assert barred(me, Barred.TALK) is not None
    assert dict(DueEffect.objects.values_list("when", "at"))["ends"] == BEGAN + 2 * DAY
    clock.now += 2 * DAY
    assert barred(me, Barred.TALK) is None

    at_once = imposed(charles, "ban")
    appeals.appeal(penalty=at_once, player=me, words="No.")
    appeals.decide(penalty=at_once, by=mona.pk, outcome="eased", reason="Enough.")
    assert barred(me, Barred.BAN) is None
    assert Penalty.objects.get(pk=at_once).ends == clock.now
    warned = imposed(charles, "warning")
    appeals.appeal(penalty=warned, player=me, words="No.")
    assert refused(appeals.decide, penalty=warned, by=mona.pk, outcome="eased", reason="So.") == (
        "without-length",
        {},
    )


def test_it_is_decided_as_the_penalty_expires(clock: Clock, charles: Account) -> None:
    """It cannot be eased any more; taken back it is as if it had not been, whichever was first."""
    mona, me = moderator("Mona").player, charles.player.pk
    penalty = imposed(charles, "no-talk", BEGAN + DAY)
    appeals.appeal(penalty=penalty, player=me, words="No.")
    clock.now += DAY
    data = {"penalty": penalty, "by": mona.pk, "reason": "Yes."}
    assert refused(appeals.decide, **data, outcome="eased", ends=clock.now + DAY) == ("over", {})
    take_due()
    appeals.decide(**data, outcome="reversed")
    take_due()
    assert (Penalty.objects.get().reversed_at, DueEffect.objects.exists()) == (clock.now, False)


@pytest.mark.slow
def test_what_nobody_decides_in_time_rises_to_operators(clock: Clock, charles: Account, commits: Any) -> None:
    boss = operator("Boss").player
    EmailAddress.objects.create(user=charles, email="charles@example.org", verified=True, primary=True)
    penalty, later = imposed(charles, judge=boss), imposed(charles, "note")
    mona, olga = moderator("Mona").player, operator("Olga").player
    appeals.appeal(penalty=penalty, player=charles.player.pk, words="No.")
    clock.now += timedelta(hours=71)
    appeals.appeal(penalty=later, player=charles.player.pk, words="No.")
    appeals.claim(penalty=penalty, by=mona.pk)
    assert appeals.rise_due() == 0
    clock.now += timedelta(hours=1)
    with commits():
        assert (appeals.rise_due(), appeals.rise_due()) == (1, 0)
    row = Appeal.objects.get(pk=penalty)
    assert (row.risen, row.claimed_by) == (clock.now, None)
    data = {"penalty": penalty, "outcome": "stands", "reason": "So."}
    assert refused(appeals.decide, **data, by=mona.pk) == ("risen", {"since": clock.now})
    assert refused(appeals.claim, penalty=penalty, by=mona.pk) == ("risen", {"since": clock.now})
    assert refused(appeals.claim, penalty=penalty, by=boss.pk) == ("excluded", {"why": "own-decision"})
    notices = sorted(Notice.objects.values_list("player__name", "kind", "version"))
    assert notices == [("Charles", "appeal", 1), ("Olga", "hearing", 1)]
    assert [item.subject for item in mail.outbox] == ["Your appeal goes to the operators"]
    assert appeals.unheard([row]) == set()
    Account.objects.filter(player=olga).update(is_active=False)
    assert appeals.unheard([row]) == {penalty}  # it waits: who imposed it never hears it
    Account.objects.filter(player=olga).update(is_active=True)
    appeals.decide(**data, by=olga.pk)
    assert appeals.rise_due() == 0
    assert appeals.unheard([Appeal.objects.get(pk=penalty)]) == set()


@pytest.mark.slow
def test_words_go_with_the_player_and_are_given_to_the_player(clock: Clock, charles: Account) -> None:
    penalty, open_one, mona = imposed(charles), imposed(charles, "note"), moderator("Mona").player
    me = charles.player.pk
    for item in (penalty, open_one):
        appeals.appeal(penalty=item, player=me, words="My words.")
    appeals.answer(penalty=penalty, by=mona.pk, words="My question.")
    appeals.decide(penalty=penalty, by=mona.pk, outcome="stands", reason="My reason.")
    given = {part.path: part for part in export_cases(DataOwner(account=charles.pk, player=me))}
    words = str(list(given["cases/words"].content))
    assert [name in words for name in ("My words.", "My question.", "My reason.")] == [True] * 3
    assert str(mona.pk) not in str([list(part.content) for part in given.values()])
    delete_account(charles)
    assert (CaseText.objects.count(), list(Appeal.objects.values_list("outcome", flat=True).order_by("outcome"))) == (
        0,
        ["stands", "withdrawn"],
    )


# -- the fold, whatever happens ---------------------------------------------------------------------

PENALTY, PLAYER, JUDGE, MONA, MILO = (UUID(int=number, version=4) for number in range(1, 6))
HOUR = timedelta(hours=1)

someone = st.sampled_from([JUDGE, MONA, MILO])
hours = st.integers(1, 60)
appeal_event = st.one_of(
    st.just(e.AppealMade(PENALTY)),
    st.builds(lambda staff, by: e.AppealWritten(PENALTY, staff, by if staff else PLAYER), st.booleans(), someone),
    st.just(e.AppealRisen(PENALTY)),
    st.builds(lambda by, until: e.AppealClaimed(PENALTY, by, microseconds(BEGAN + until * HOUR)), someone, hours),
    st.just(e.AppealReleased(PENALTY)),
    st.just(e.AppealWithdrawn(PENALTY)),
    st.builds(
        lambda by, outcome, ends: e.AppealDecided(
            PENALTY, outcome, by, microseconds(BEGAN + ends * HOUR) if outcome == "eased" else None
        ),
        someone,
        st.sampled_from(["stands", "eased", "reversed"]),
        hours,
    ),
    st.builds(lambda by: e.PenaltyReversed(PENALTY, by), someone),
    st.just(e.PenaltyEnded(PENALTY)),
)


@some(30, deadline=None)
@given(st.lists(appeal_event, max_size=14).map(lambda events: [e.AppealMade(PENALTY), *events]))
def test_whatever_happens_an_appeal_stays_whole(events: list[Any]) -> None:
    now: CaseFold | None = None
    begun = [
        e.CaseOpened("abuse", "report", PLAYER),
        e.Penalised(PENALTY, PLAYER, "no-talk", "respect", JUDGE, microseconds(BEGAN + 48 * HOUR)),
    ]
    for event in begun:
        now = step(now, event, BEGAN)
    fits, at = list(begun), BEGAN
    for event in events:
        at += HOUR
        before = now
        assert before is not None
        try:
            now = step(before, event, at)
        except CaseMisfit:
            continue
        fits.append(event)
        was, is_now = before.appeals.get(PENALTY), now.appeals.get(PENALTY)
        borne, bears = before.penalties[PENALTY], now.penalties[PENALTY]
        assert bears.ends <= borne.ends or isinstance(event, e.PenaltyEnded)  # nothing makes it longer
        if is_now is None:
            continue
        assert JUDGE not in (is_now.claimed_by, is_now.by) or isinstance(event, e.PenaltyReversed) or was == is_now
        assert is_now.open == (not is_now.outcome)
        assert is_now.open or is_now.claimed_by is None or is_now.outcome == "reversed"
        assert not (is_now.open and bears.reversed_at is not None)
        assert was is None or was.open or was == is_now  # what is decided stays so
        assert was is None or is_now.talk[: len(was.talk)] == was.talk
    assert now is not None
    again: CaseFold | None = None
    for number, event in enumerate(fits):
        again = step(again, event, BEGAN if number < 2 else at)
    assert set(again.appeals) == set(now.appeals)


def test_who_imposed_a_penalty_cannot_have_heard_the_appeal() -> None:
    opened = e.CaseOpened("abuse", "report", PLAYER)
    penalised = e.Penalised(PENALTY, PLAYER, "no-talk", "respect", JUDGE, microseconds(BEGAN + DAY))
    made = e.AppealMade(PENALTY)
    claimed = e.AppealClaimed(PENALTY, MONA, microseconds(timezone.now() + DAY))
    for wrong in (
        [e.AppealClaimed(PENALTY, JUDGE, 1)],
        [e.AppealDecided(PENALTY, "stands", JUDGE)],
        [claimed, e.AppealDecided(PENALTY, "stands", MILO)],
        [e.AppealDecided(PENALTY, "eased", MONA, microseconds(BEGAN + 2 * DAY))],
        [e.AppealWritten(PENALTY, False, MILO)],
        [e.AppealRisen(PENALTY), e.AppealRisen(PENALTY)],
        [e.AppealWithdrawn(PENALTY), e.AppealDecided(PENALTY, "stands", MONA)],
        [e.PenaltyReversed(PENALTY, MILO), e.AppealRisen(PENALTY)],
    ):
        now: CaseFold | None = None
        for event in (opened, penalised, made, *wrong[:-1]):
            now = step(now, event, BEGAN)
        with pytest.raises(CaseMisfit):
            step(now, wrong[-1], BEGAN)


# -- at once ----------------------------------------------------------------------------------------


def at_once(*acts: Callable[[], str]) -> list[str]:
    gate = Barrier(len(acts))

    def begun(act: Callable[[], str]) -> str:
        gate.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(begun, acts))
