"""Pairings that are not published, and when rounds go on by themselves across real boards."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from eventlog import store
from eventlog.canonical import microseconds
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.scenes import a_tournament
from tournaments.domain import events, lifecycle
from tournaments.domain.calendar import deadline_of, due_at, next_round_at, publish_at
from tournaments.domain.commands import arbitration, rounds
from tournaments.domain.lifecycle import Do, Step, next_step
from tournaments.domain.queries.tournaments import fold_of, my_next
from tournaments.domain.state import TournamentFold, published
from tournaments.domain.terms import usual_terms
from tournaments.domain.transitions import fold, unseen
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def test_real_boards_wait_for_their_staff_unless_the_organiser_chose_otherwise() -> None:
    usual = usual_terms("barrage", real=True)
    assert (usual.automatic, usual.publishing) == (False, "hand")
    chosen = usual_terms("barrage", real=True, automatic=True, publishing="paired")
    assert (chosen.automatic, chosen.publishing) == (True, "paired")
    online = usual_terms("barrage")
    assert (online.automatic, online.publishing) == (True, "paired")


def test_what_everybody_knows_has_nothing_of_a_pairing_before_it_is_published() -> None:
    tournament = a_tournament(4, publishing="hand")
    before = fold_of(tournament)
    paired = lifecycle.pair(tournament=tournament, by=None)
    assert paired.rounds[0].hidden
    assert published(paired) == before
    taken_back = rounds.unpair(tournament=tournament, by=None)
    assert published(taken_back) == before
    again = lifecycle.pair(tournament=tournament, by=None)
    assert (published(again), again.version) == (before, before.version + 3)
    shown = lifecycle.publish_pairing(tournament=tournament, by=None)
    assert shown == published(shown)
    assert (shown.version, shown.rounds[0].hidden) == (before.version + 4, False)
    assert lifecycle.publish_pairing(tournament=tournament, by=None) == shown  # given twice


def test_what_happens_meanwhile_everybody_knows() -> None:
    tournament = a_tournament(4, publishing="hand")
    lifecycle.pair(tournament=tournament, by=None)
    before = published(fold_of(tournament))
    paused = rounds.pause(tournament=tournament, by=None)
    assert published(paused).status == "paused"
    assert published(paused).version == before.version + 1
    assert published(paused).rounds == ()


def test_a_round_that_begins_is_published() -> None:
    tournament = a_tournament(4, publishing="hand")
    lifecycle.pair(tournament=tournament, by=None)
    begun = lifecycle.begin_round(tournament=tournament, by=None)
    assert begun == published(begun)
    kinds = [type(event.event) for event in store.load(tournament)][-3:]
    assert kinds == [events.RoundPaired, events.RoundPublished, events.RoundBegun]


def test_rows_and_next_games_wait_for_the_publication() -> None:
    tournament = a_tournament(4, publishing="hand")
    player = next(iter(fold_of(tournament).entries.values())).players[0]
    row = Tournament.objects.get(id=tournament)
    lifecycle.pair(tournament=tournament, by=None)
    after = Tournament.objects.get(id=tournament)
    assert (after.round, after.version, after.changed) == (row.round, row.version, row.changed)
    assert my_next(player)[0].round is None
    shown = lifecycle.publish_pairing(tournament=tournament, by=None)
    assert Tournament.objects.get(id=tournament).version == shown.version
    assert my_next(player)[0].board == shown.rounds[0].board_of(my_next(player)[0].entry.number)


def test_nobody_finds_out_a_board_by_calling_from_it() -> None:
    tournament = a_tournament(4, publishing="hand")
    paired = lifecycle.pair(tournament=tournament, by=None)
    player = paired.entries[paired.rounds[0].boards[0].red].players[0]
    call = {"tournament": tournament, "round": 1, "board": 1, "by": player, "about": "rules"}
    assert code_of(arbitration.call_arbiter, **call) == "no-board"


def test_the_log_tells_of_a_pairing_from_its_publication_on() -> None:
    tournament = a_tournament(4, publishing="hand")
    lifecycle.pair(tournament=tournament, by=None)
    rounds.unpair(tournament=tournament, by=None)
    lifecycle.pair(tournament=tournament, by=None)

    def hidden() -> frozenset[int]:
        return unseen((event.version, event.event) for event in store.load(tournament))

    last = fold_of(tournament).version
    assert hidden() == {last - 2, last - 1, last}
    lifecycle.publish_pairing(tournament=tournament, by=None)
    assert hidden() == frozenset()


def test_old_logs_have_pairings_that_everybody_sees() -> None:
    tournament = a_tournament(4, publishing="paired")
    now = lifecycle.pair(tournament=tournament, by=None)
    paired = [event.event for event in store.load(tournament)][-1]
    assert isinstance(paired, events.RoundPaired)
    assert (paired.hidden, now.rounds[0].hidden, now == published(now)) == (None, False, True)
    again = fold((event.event, event.time) for event in store.load(tournament))
    assert again == now


# -- by the clock ---------------------------------------------------------------------------------

BEGINS = datetime(2030, 5, 4, 10, tzinfo=UTC)


def by_calendar(**terms: object) -> TournamentFold:
    """A tournament that started a week before its first round, which has two hours from publication to beginning."""
    wanted = {"calendar": (microseconds(BEGINS),), "publishing": "before", "publish_before": 7200, **terms}
    return replace(fold_of(a_tournament(4, **wanted)), started_at=BEGINS - timedelta(days=7))


def test_a_pairing_is_published_some_time_before_the_round() -> None:
    waiting = by_calendar()
    assert next_step(waiting, now=BEGINS) is None  # an arbiter pairs
    assert publish_at(waiting) is None
    tournament = a_tournament(4, calendar=(microseconds(BEGINS),), publishing="before", publish_before=7200)
    paired = replace(lifecycle.pair(tournament=tournament, by=None), started_at=BEGINS - timedelta(days=7))
    assert publish_at(paired) == due_at(paired) == BEGINS - 2 * HOUR
    assert next_step(paired, now=BEGINS - 3 * HOUR) is None
    assert next_step(paired, now=BEGINS - 2 * HOUR) == Step(Do.PUBLISH, 1)


def test_an_automatic_round_is_paired_when_its_pairing_is_to_be_published() -> None:
    waiting = by_calendar(automatic=True)
    assert next_round_at(waiting) == BEGINS
    assert due_at(waiting) == BEGINS - 2 * HOUR
    assert next_step(waiting, now=BEGINS - 3 * HOUR) is None
    assert next_step(waiting, now=BEGINS - 2 * HOUR) == Step(Do.PAIR, 1)


def test_without_a_calendar_a_published_round_waits_for_its_players() -> None:
    waiting = by_calendar(automatic=True, calendar=())
    start = BEGINS - timedelta(days=7)
    assert next_step(waiting, now=start) == Step(Do.PAIR, 1)
    assert next_round_at(waiting) == start + 2 * HOUR


# -- how long a round lasts -----------------------------------------------------------------------


def test_a_round_ends_when_the_calendar_has_the_next_one() -> None:
    times = tuple(microseconds(BEGINS + timedelta(days=14 * number)) for number in range(3))
    terms = usual_terms("barrage", "swiss", calendar=times, until_next=True)
    late = BEGINS + timedelta(seconds=40)
    ends = [deadline_of(terms, number, late + timedelta(days=14 * (number - 1))) for number in (1, 2, 3, 4)]
    assert ends == [BEGINS + timedelta(days=days) for days in (14, 28, 42)] + [None]
    assert deadline_of(terms, 1, BEGINS + timedelta(days=15)) is None  # the time of the next one is over already


def test_a_round_of_some_length_counts_from_its_time_in_the_calendar() -> None:
    terms = usual_terms("barrage", calendar=(microseconds(BEGINS),), round_length=86_400)
    assert deadline_of(terms, 1, BEGINS + timedelta(seconds=40)) == BEGINS + timedelta(days=1)
    assert deadline_of(terms, 1, BEGINS + 5 * HOUR) == BEGINS + 29 * HOUR  # that late it counts from its beginning
    assert deadline_of(terms, 2, BEGINS) == BEGINS + timedelta(days=1)
