"""The next step of a tournament, from folds of a few events."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from eventlog.canonical import microseconds
from games.domain.clocks import PRESETS
from tournaments.domain import events as e
from tournaments.domain.calendar import LEAD, Missing, due_at, missing, next_round_at, stuck
from tournaments.domain.lifecycle import ARBITERS_TIME, Do, Step, next_step
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import Terms
from tournaments.domain.transitions import fold, step

BEGIN = datetime(2026, 11, 21, 12, tzinfo=UTC)
TERMS = Terms(variant="duel", time=PRESETS["3-days"], rounds=2)
HOUR = timedelta(hours=1)


def an_id(number: int) -> str:
    return str(UUID(int=number))


class Course:
    """A tournament in the making: events are added at the time that `now` shows."""

    def __init__(self, terms: Terms = TERMS, *, entries: int = 4) -> None:
        self.now = BEGIN
        self.fold: TournamentFold = fold([(e.TournamentCreated(owner=an_id(99), **terms.value()), self.now)])
        self.add(e.TournamentAnnounced())
        for entry in range(1, entries + 1):
            self.add(e.PlayerEntered(entry=entry, players=(an_id(entry),), rating=0))

    def add(self, *events: object) -> Course:
        for event in events:
            self.fold = step(self.fold, event, self.now)  # type: ignore[arg-type]
        return self

    def wait(self, **span: float) -> Course:
        self.now += timedelta(**span)
        return self

    def start(self) -> Course:
        order = tuple(self.fold.entries)
        return self.add(e.TournamentStarted(order=order, red_first=True, lot=0, rounds=2))

    def pair(self, *pairs: tuple[int, int]) -> Course:
        red, blue = zip(*pairs, strict=True)
        number = len(self.fold.rounds) + 1
        return self.add(e.RoundPaired(round=number, red=red, blue=blue, order=self.fold.order, seen=self.fold.version))

    def begin(self, *, games: bool = True, deadline: datetime | None = None) -> Course:
        round = self.fold.rounds[-1]
        ids = tuple(an_id(1000 * round.number + board.number) if games else None for board in round.boards)
        end = None if deadline is None else microseconds(deadline)
        return self.add(e.RoundBegun(round=round.number, games=ids, deadline=end))

    def decide(self, board: int, red: str = "win", blue: str = "loss") -> Course:
        number = len(self.fold.rounds)
        return self.add(e.ResultRecordedOnBoard(round=number, board=board, leg=1, red=red, blue=blue, source="game"))

    @property
    def next(self) -> Step | None:
        return next_step(self.fold, now=self.now)


def scheduled(**terms: object) -> Course:
    """A round of two boards whose players agree times, with a week to do so."""
    course = Course(replace(TERMS, scheduled=True, no_show=1800, **terms))  # type: ignore[arg-type]
    course.start().pair((1, 3), (4, 2)).begin(games=False, deadline=BEGIN + timedelta(days=7))
    return course


def test_a_tournament_runs_from_its_date_to_its_end_step_by_step() -> None:
    course = Course(replace(TERMS, starts=microseconds(BEGIN + HOUR)))
    assert (course.next, due_at(course.fold)) == (None, BEGIN + HOUR)
    assert course.wait(hours=1).next == Step(Do.START)
    assert course.start().next == Step(Do.PAIR, 1)
    assert course.pair((1, 3), (4, 2)).next == Step(Do.BEGIN, 1)
    assert course.begin().next is None
    assert course.decide(1).next is None
    assert course.decide(2).add(e.RoundFinished(1)).next == Step(Do.PAIR, 2)
    course.pair((3, 4), (2, 1)).begin().decide(1).decide(2).add(e.RoundFinished(2))
    assert course.next == Step(Do.FINISH)
    assert course.add(e.TournamentFinished()).next is None


def test_the_check_in_is_looked_at_before_the_start() -> None:
    course = Course(replace(TERMS, starts=microseconds(BEGIN + HOUR), check_in=1800))
    assert due_at(course.fold) == BEGIN + HOUR / 2


def test_rounds_wait_for_their_calendar_or_for_the_pause() -> None:
    calendar = (microseconds(BEGIN + HOUR), microseconds(BEGIN + 10 * HOUR))
    course = Course(replace(TERMS, calendar=calendar)).start()
    assert (course.next, due_at(course.fold)) == (None, BEGIN + HOUR)
    assert course.wait(hours=1).next == Step(Do.PAIR, 1)
    course.pair((1, 3), (4, 2)).begin().decide(1).decide(2).add(e.RoundFinished(1))
    assert (course.next, next_round_at(course.fold)) == (None, BEGIN + 10 * HOUR)

    course = Course(replace(TERMS, pause=600)).start().pair((1, 3), (4, 2)).begin().decide(1).decide(2)
    course.add(e.RoundFinished(1))
    assert (course.next, due_at(course.fold)) == (None, BEGIN + timedelta(minutes=10))
    assert course.wait(minutes=10).next == Step(Do.PAIR, 2)


def test_without_automatic_nothing_is_paired_begun_or_ended() -> None:
    course = Course(replace(TERMS, automatic=False)).start()
    assert course.next is None
    assert course.pair((1, 3), (4, 2)).next is None
    assert course.begin().decide(1).decide(2).add(e.RoundFinished(1)).next is None


def test_a_paused_tournament_does_nothing() -> None:
    course = scheduled().add(e.TournamentPaused()).wait(days=30)
    assert (course.next, due_at(course.fold), stuck(course.fold, now=course.now)) == (None, None, ())


def test_delays_that_end_in_a_pause_are_counted_from_when_the_event_goes_on() -> None:
    at = BEGIN + 5 * HOUR
    course = scheduled().add(e.TimeProposed(1, 1, 1, (microseconds(at),)), e.TimeAgreed(1, 1, 3, microseconds(at)))
    course.wait(hours=4).add(e.TournamentPaused()).wait(hours=20).add(e.TournamentResumed())
    until = course.now + HOUR / 2
    assert course.next is None
    assert missing(course.fold, now=course.now) == [Missing(1, 1, 1, until), Missing(1, 1, 3, until)]
    assert course.wait(minutes=30).next == Step(Do.FORFEIT, 1, 1, (1, 3))
    down = timedelta(minutes=1)  # nobody could come meanwhile: who is missing has as much longer
    assert next_step(course.fold, now=course.now, fair=course.now - down) is None
    assert next_step(course.fold, now=course.now + down, fair=course.now) == Step(Do.FORFEIT, 1, 1, (1, 3))

    course = scheduled().add(e.TournamentPaused()).wait(days=30).add(e.TournamentResumed())
    assert course.next is None
    course.now += ARBITERS_TIME
    assert course.next == Step(Do.FORFEIT, 1, 1, (1, 3))

    course = Course(TERMS).start().add(e.PairingFailed(1, "no-pairing"), e.TournamentPaused())
    course.wait(days=30).add(e.TournamentResumed())
    assert course.next == Step(Do.PAIR, 1)
    course.now += ARBITERS_TIME
    assert course.next == Step(Do.FINISH)


def test_a_game_starts_when_both_are_there_and_not_for_who_left_again() -> None:
    course = scheduled().add(e.PresenceShown(1, 1, 1)).wait(minutes=20).add(e.PresenceShown(1, 1, 3))
    assert course.next is None  # twenty minutes later nobody knows whether red is still there
    assert course.add(e.PresenceShown(1, 1, 1)).next == Step(Do.START_BOARD, 1, 1)
    assert course.add(e.BoardStarted(1, 1, an_id(7))).next is None


def test_who_does_not_come_to_the_agreed_time_loses_by_forfeit_after_a_warning() -> None:
    at = BEGIN + 5 * HOUR
    course = scheduled().add(e.TimeProposed(1, 1, 1, (microseconds(at),)), e.TimeAgreed(1, 1, 3, microseconds(at)))
    assert due_at(course.fold) == at - LEAD
    course.wait(hours=5).add(e.PresenceShown(1, 1, 3))
    until = at + timedelta(minutes=30)
    assert (course.next, missing(course.fold, now=course.now)) == (None, [Missing(1, 1, 1, until)])
    assert course.wait(minutes=30).next == Step(Do.FORFEIT, 1, 1, (1,))


def test_unplayed_boards_come_to_the_arbiter_who_has_a_day() -> None:
    course = scheduled().add(e.TimeProposed(1, 2, 2, (microseconds(BEGIN + HOUR),)))
    course.wait(days=7)
    assert (course.next, stuck(course.fold, now=course.now)) == (None, ("deadline",))
    course.now += ARBITERS_TIME
    assert course.next == Step(Do.FORFEIT, 1, 1, (1, 3))
    course.decide(1, "forfeit-loss", "forfeit-loss")
    assert course.next == Step(Do.FORFEIT, 1, 2, (4,))  # who proposed a time keeps the point


def test_without_automatic_only_an_arbiter_decides_about_unplayed_boards() -> None:
    course = scheduled(automatic=False).wait(days=30)
    assert (course.next, stuck(course.fold, now=course.now)) == (None, ("deadline",))


def test_what_is_stuck_is_named() -> None:
    course = Course(replace(TERMS, starts=microseconds(BEGIN))).wait(hours=1)
    assert stuck(course.fold, now=course.now) == ("not-started",)
    course.start().add(e.PairingFailed(1, "no-pairing"))
    assert (course.next, stuck(course.fold, now=course.now)) == (Step(Do.PAIR, 1), ("no-pairing",))
