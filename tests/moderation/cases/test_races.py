"""Many at once, each with a connection of its own: one moderator gets a case, and nobody's report is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from uuid import UUID

import pytest
from django.db import connections

from accounts.models import Player, Report
from eventlog.store import load
from moderation.cases import commands, reports
from moderation.cases import events as e
from moderation.cases.models import Case, CaseLink
from moderation.cases.refusals import CaseRefused
from moderation.cases.verification import verify_case
from notices.domain.reports import tell_reporters
from notices.models import Notice
from tests.scenes import account

from .courts import case_of, reported

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


def at_once(deeds: Sequence[Callable[[], object]]) -> list[str]:
    """How each ends: `done`, the code of a refusal, or the name of an error."""
    gate, ends = threading.Barrier(len(deeds)), [""] * len(deeds)

    def run(place: int) -> None:
        gate.wait()
        try:
            deeds[place]()
            ends[place] = "done"
        except CaseRefused as refused:
            ends[place] = refused.code
        except Exception as error:
            ends[place] = type(error).__name__
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends


def kinds(case: UUID) -> list[type]:
    return [type(event.event) for event in load(case)]


@pytest.fixture
def staff() -> list[Player]:
    return [account(f"Staff{number}").player for number in range(2)]


def test_of_two_moderators_one_has_the_case_and_the_other_reads_who(staff: list[Player]) -> None:
    ada, charles = account("Ada").player, account("Charles").player
    for number in range(ROUNDS):
        case = reported(charles, ada, why=("abuse", "spam", "name", "stalling", "other")[number]).pk
        ends = at_once([lambda by=item.pk, case=case: commands.claim(case=case, by=by) for item in staff])
        assert sorted(ends) == ["claimed", "done"]
        winner, loser = (staff[ends.index(end)] for end in ("done", "claimed"))
        with pytest.raises(CaseRefused) as refused:
            commands.claim(case=case, by=loser.pk)
        assert (refused.value.parameters["by"], case_of(case).claimed_by) == (winner.pk, winner.pk)
        assert kinds(case).count(e.CaseClaimed) == 1
        verify_case(iter(load(case)))


def test_who_reports_as_it_is_decided_is_heard_in_a_case(staff: list[Player]) -> None:
    """In the one that is closed, and told what came of it; or in the next one, which is open."""
    ada, charles = account("Ada").player, account("Charles").player
    people = [account(f"Player{number}").player for number in range(4)]
    case = reported(charles, ada).pk
    data = {"kind": "player", "target": charles.pk, "why": "abuse", "text": "Me too."}
    deeds: list[Callable[[], object]] = [lambda item=person: reports.report(reporter=item, **data) for person in people]
    ends = at_once([lambda: commands.decide(case=case, by=staff[0].pk, outcome="noted"), *deeds])
    assert ends == ["done"] * 5
    open_ones = set(Case.objects.filter(state="open").values_list("pk", flat=True))
    assert len(open_ones) <= 1
    for row in Report.objects.all():
        assert (row.state == "open") == (row.case in open_ones), row.reporter.name
        assert CaseLink.objects.filter(case=row.case, what="reporter", target=row.reporter_id).exists()
    at_once([tell_reporters, tell_reporters])
    closed = Report.objects.exclude(state="open")
    heard = set(Notice.objects.filter(kind="reported").values_list("player", flat=True))
    assert heard == set(closed.values_list("reporter", flat=True))
    assert Notice.objects.filter(kind="reported").count() == closed.count() >= 1
