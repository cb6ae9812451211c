"""Agreeing when to play, and beginning once both are there."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from eventlog.canonical import microseconds
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Illegal
from notices.kinds.words import words_of
from notices.models import Notice
from tests.notices.people import BEGIN, Times
from tests.tournaments.scenes import a_tournament, next_round, some_players
from tournaments.domain import lifecycle
from tournaments.domain.calendar import Missing, missing, stuck
from tournaments.domain.commands.appointments import (
    MOST_SLOTS,
    accept_time,
    agree_anew,
    propose_times,
    refuse_times,
    show_presence,
)
from tournaments.domain.commands.approval import owner_of
from tournaments.domain.queries.appointment_states import AppointmentState, state_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Board
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def slot(hours: float) -> int:
    return microseconds(BEGIN + hours * HOUR)


class Table:
    """The only board of an event in which red and blue agree a time within a week."""

    def __init__(self, **terms: object) -> None:
        self.people = [player.id for player in some_players(2)]
        chosen = {"real": False, "variant": "duel", "scheduled": True, "no_show": 1800, "round_length": 7 * 86_400}
        chosen |= {"time": PRESETS["3-days"], "rounds": 1}
        self.event = a_tournament(self.people, **(chosen | terms))  # type: ignore[arg-type]
        next_round(self.event)
        players = {entry.number: entry.players[0] for entry in fold_of(self.event).entries.values()}
        self.red, self.blue = players[self.board.red], players[self.board.blue]
        self.where = {"tournament": self.event, "round": 1, "board": 1}

    @property
    def board(self) -> Board:
        return fold_of(self.event).rounds[0].boards[0]

    def propose(self, who: UUID, *hours: float) -> None:
        propose_times(**self.where, by=who, slots=[slot(hour) for hour in hours])

    def refusal(self, command: object, **arguments: object) -> str:
        with pytest.raises(Illegal) as refused:
            command(**self.where, **arguments)  # type: ignore[operator]
        return refused.value.refusal.code


def test_one_proposes_the_other_accepts_and_both_are_there(time: Times) -> None:
    table = Table()
    table.propose(table.red, 30, 5, 5)
    assert table.board.meeting.proposed == {table.board.red: (slot(5), slot(30))}
    accept_time(**table.where, by=table.blue, slot=slot(5))
    accept_time(**table.where, by=table.blue, slot=slot(5))
    assert table.board.meeting.agreed == slot(5)
    time.wait(hours=5)
    show_presence(**table.where, by=table.red)
    show_presence(**table.where, by=table.red)
    assert table.board.leg.game is None
    after = show_presence(**table.where, by=table.blue)
    game = after.rounds[0].boards[0].leg.game
    seats = Game.objects.get(id=game).seats.order_by("seat")
    assert [seat.player_id for seat in seats] == [table.red, table.blue]
    assert show_presence(**table.where, by=table.red).version == after.version
    assert [act for _time, _entry, act in table.board.meeting.history] == ["proposed", "agreed", "present", "present"]


def test_what_cannot_be_proposed_or_accepted(time: Times) -> None:
    table = Table()
    (stranger,) = some_players(1)
    assert table.refusal(propose_times, by=stranger.id, slots=[slot(1)]) == "not-your-board"
    assert table.refusal(propose_times, by=table.red, slots=[slot(-1)]) == "slot-over"
    assert table.refusal(propose_times, by=table.red, slots=[slot(24 * 8)]) == "slot-too-late"
    many = [slot(hour) for hour in range(1, MOST_SLOTS + 2)]
    assert table.refusal(propose_times, by=table.red, slots=many) == "too-many-slots"
    assert table.refusal(propose_times, by=table.red, slots=[]) == "nothing-proposed"
    assert table.refusal(refuse_times, by=table.red) == "nothing-proposed"
    table.propose(table.red, 5)
    assert table.refusal(accept_time, by=table.red, slot=slot(5)) == "not-proposed"  # one's own
    assert table.refusal(accept_time, by=table.blue, slot=slot(6)) == "not-proposed"
    time.wait(hours=6)
    assert table.refusal(accept_time, by=table.blue, slot=slot(5)) == "slot-over"


def test_times_are_refused_and_what_is_agreed_is_taken_back(time: Times) -> None:
    table = Table()
    table.propose(table.red, 5)
    refuse_times(**table.where, by=table.blue)
    assert table.board.meeting.proposed == {}
    table.propose(table.blue, 8)
    accept_time(**table.where, by=table.red, slot=slot(8))
    assert table.refusal(propose_times, by=table.red, slots=[slot(9)]) == "time-is-agreed"
    refuse_times(**table.where, by=table.red)
    assert (table.board.meeting.agreed, table.board.meeting.history[-1][2]) == (None, "refused")
    table.propose(table.blue, 9)
    accept_time(**table.where, by=table.red, slot=slot(9))
    time.wait(hours=9)
    assert table.refusal(refuse_times, by=table.red) == "slot-over"  # too late to call it off


def test_who_does_not_come_loses_and_who_came_wins(time: Times) -> None:
    table = Table()
    table.propose(table.red, 5)
    accept_time(**table.where, by=table.blue, slot=slot(5))
    time.wait(hours=5)
    show_presence(**table.where, by=table.blue)
    lifecycle.drive(table.event)
    assert table.board.leg.marks is None
    time.wait(minutes=30)
    assert table.refusal(show_presence, by=table.red) == "no-show-over"
    lifecycle.drive(table.event)
    assert (table.board.leg.marks, table.board.leg.source) == ((Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN), "forfeit")


def test_both_may_begin_earlier_without_a_time_agreed(time: Times) -> None:
    table = Table()
    show_presence(**table.where, by=table.red)
    time.wait(minutes=16)
    show_presence(**table.where, by=table.blue)
    assert table.board.leg.game is None  # red may be gone by now
    show_presence(**table.where, by=table.red)
    assert table.board.leg.game is not None


def test_rounds_whose_games_begin_by_themselves_have_nothing_to_agree(time: Times) -> None:
    table = Table(scheduled=False)
    assert table.refusal(propose_times, by=table.red, slots=[slot(5)]) == "not-scheduled"


# -- who does not come ----------------------------------------------------------------------------


def test_without_a_forfeit_in_the_terms_arbiters_decide_about_who_does_not_come(time: Times) -> None:
    table = Table(no_show=None)
    table.propose(table.red, 5)
    accept_time(**table.where, by=table.blue, slot=slot(5))
    time.wait(hours=4.9)
    show_presence(**table.where, by=table.red)
    time.wait(hours=0.3)
    lifecycle.drive(table.event)
    now = fold_of(table.event)
    assert missing(now, now=time.now) == [Missing(1, 1, table.board.blue, None)]
    assert stuck(now, now=time.now) == ("missed",)
    assert table.board.leg.marks is None
    notices = Notice.objects.filter(tournament=table.event, kind__in=("no-show", "blocked"))
    assert sorted((notice.kind, notice.player_id) for notice in notices) == sorted(
        [("blocked", owner_of(now)), ("no-show", table.blue)]
    )
    (words,) = words_of([notices.get(kind="no-show")])
    assert "an arbiter decides" in words.text


def test_an_arbiter_lets_two_agree_another_time(time: Times) -> None:
    table = Table(no_show=None)
    table.propose(table.red, 5)
    accept_time(**table.where, by=table.blue, slot=slot(5))
    time.wait(hours=6)
    assert table.refusal(refuse_times, by=table.red) == "slot-over"
    assert table.refusal(agree_anew, by=table.red) == "not-allowed"
    agree_anew(**table.where, by=owner_of(fold_of(table.event)))
    lifecycle.drive(table.event)
    assert table.board.meeting.agreed is None
    assert set(Notice.objects.filter(kind="time-refused").values_list("player", flat=True)) == {table.red, table.blue}
    table.propose(table.blue, 30)


def test_who_was_there_does_not_lose_with_who_was_not(time: Times) -> None:
    table = Table(no_show=None, automatic=True)
    table.propose(table.red, 5)
    accept_time(**table.where, by=table.blue, slot=slot(5))
    time.wait(hours=5)
    show_presence(**table.where, by=table.red)
    time.wait(days=8)
    lifecycle.drive(table.event)
    marks = dict(zip((table.board.leg.red, table.board.leg.blue), table.board.leg.marks or (), strict=True))
    assert marks == {table.board.red: Mark.FORFEIT_WIN, table.board.blue: Mark.FORFEIT_LOSS}


def test_a_board_says_how_far_its_sides_are_with_agreeing(time: Times) -> None:
    table = Table()

    def state(hours: float) -> AppointmentState | None:
        now = fold_of(table.event)
        return state_of(now, now.rounds[0], table.board, BEGIN + hours * HOUR)

    assert (state(1), state(7 * 24 + 1)) == (AppointmentState.OPEN, AppointmentState.OVERDUE)
    table.propose(table.red, 5, 100)
    assert (state(1), state(49), state(7 * 24 + 1)) == (
        AppointmentState.PROPOSED,
        AppointmentState.IGNORED,
        AppointmentState.OVERDUE,
    )
    table.propose(table.blue, 60)
    assert state(49) == AppointmentState.PROPOSED  # both say something
    accept_time(**table.where, by=table.blue, slot=slot(5))
    assert (state(4), state(5)) == (AppointmentState.AGREED, AppointmentState.OVERDUE)
    show_presence(**table.where, by=table.red)
    show_presence(**table.where, by=table.blue)
    assert state(6) is None
