"""What arbiters do to a game: pauses, time, looks, forfeits and rulings; and games that tournaments open together."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from eventlog import store
from eventlog.models import Event
from eventlog.rebuild import rebuild
from eventlog.registry import type_named
from eventlog.sources import injected
from games.domain import arbitration, command_handler, commands, creation, recent
from games.domain.clocks import Clock, TimeControl
from games.domain.events import ArbiterLooked, GamePaused
from games.domain.queries import end_if_overdue
from games.domain.snapshots import snapshot_of
from games.domain.state import ArbiterAct
from games.domain.transitions import fold
from games.models import Game, GameSeat
from games.rules import End, Options, Outcome, Refusal, Seat, Viewer, variant
from games.tasks import end_overdue
from tests.games.domain.test_time import (
    BANK,
    DAYS,
    SECOND,
    START,
    Now,
    begun,
    kinds,
    made,
    play,
    refused,
    row,
    set_up,
    told,
    verified,
)

pytestmark = pytest.mark.django_db

RED, BLUE, RED2, BLUE2 = Seat
ARBITER, EVENT = UUID(int=77), UUID(int=78)


@pytest.fixture
def now():
    clock = Now()
    with injected(clock=clock):
        yield clock


# -- pauses ---------------------------------------------------------------------------------------


def test_clocks_stand_still_and_nobody_plays_on_while_a_game_is_paused(now):
    game, after = begun()
    now.later(30)
    after = arbitration.pause_game(game=game, why="call", actor=ARBITER)
    assert (after.paused, told(game), row(game).paused) == (("call",), ("playing", None, (RED,)), True)
    now.later(10_000)
    end_overdue()
    end_if_overdue(game)
    assert row(game).status == "playing"
    paused = Refusal("game-paused", {"why": "call"})
    for refusing in (
        lambda: play(game, after),
        lambda: commands.offer_draw(game=game, seat=RED),
        lambda: commands.agree_draw(game=game, seat=RED),
    ):
        assert refused(refusing) == paused
    assert refused(lambda: commands.time_out(game=game)) == Refusal("not-due")
    after = arbitration.resume_game(game=game)
    assert (after.paused, row(game).paused) == ((), False)
    assert told(game) == ("playing", now() + 70 * SECOND, (RED,))
    now.later(20)
    after = play(game, after)
    assert after.clock.banks == (60 * SECOND, 100 * SECOND)
    assert [(act.kind, act.ply, act.why) for act in after.acts] == [("paused", 0, "call"), ("resumed", 0, "")]
    assert verified(game) == "ok"


def test_what_cannot_have_happened_in_a_pause_is_no_game(now):
    game, after = begun()
    play(game, after)
    log = [(event.event, event.time) for event in store.load(game)]
    pause = (GamePaused("call"), log[2][1])
    for history, error in (
        ([*log[:3], pause, log[3]], "a turn is played while the game is paused"),
        ([log[0], pause, log[1]], "a set-up is made while the game is paused"),
        ([*log, (ArbiterLooked(str(ARBITER)), log[3][1])], "an arbiter looks at a game that is not paused"),
    ):
        with pytest.raises(ValueError, match=error):
            fold(history)


def test_set_ups_wait_as_well(now):
    game = made()
    now.later(100)
    arbitration.pause_game(game=game)
    assert refused(lambda: set_up(game, RED)) == Refusal("game-paused", {"why": "arbiter"})
    now.later(10_000)
    end_overdue()
    assert told(game) == ("waiting", None, (RED, BLUE))
    arbitration.resume_game(game=game)
    assert told(game) == ("waiting", now() + 500 * SECOND, (RED, BLUE))
    assert set_up(game, RED, BLUE).status == "playing"
    assert verified(game) == "ok"


def test_a_game_goes_on_when_the_last_reason_is_gone_and_doing_it_twice_does_it_once(now):
    game, _after = begun()
    for why in ("call", "call", "tournament"):
        after = arbitration.pause_game(game=game, why=why)
    assert (after.paused, after.clock.halted) == (("call", "tournament"), True)
    after = arbitration.resume_game(game=game, why="call")
    assert (after.paused, after.clock.halted) == (("tournament",), True)
    assert arbitration.resume_game(game=game, why="call") == after
    after = arbitration.resume_game(game=game)
    assert (after.paused, after.clock.halted) == ((), False)
    assert arbitration.resume_game(game=game) == after
    assert kinds(game)[3:] == ["game-paused"] * 2 + ["game-resumed"] * 2
    with pytest.raises(ValueError, match="paused for one of call, arbiter, tournament"):
        arbitration.pause_game(game=game, why="lunch")


def test_a_paused_game_can_be_given_up_and_a_game_that_is_over_is_not_paused(now):
    game, _after = begun()
    arbitration.pause_game(game=game)
    after = commands.resign(game=game, seat=RED)
    assert (after.outcome, after.paused, row(game).paused) == (Outcome(End.RESIGNATION, 1), (), False)
    assert refused(lambda: arbitration.pause_game(game=game)).code == "game-over"
    assert arbitration.resume_game(game=game).version == after.version


def test_a_vacation_that_passes_in_a_pause_takes_no_time_twice(now):
    game, _after = begun(DAYS)
    commands.take_vacation(game=game, seat=RED, until=now() + timedelta(days=4))
    now.later(86_400)
    arbitration.pause_game(game=game)
    now.later(2 * 86_400)
    after = arbitration.resume_game(game=game)
    assert after.clock.due == now() + timedelta(days=4)  # one day of the vacation and three of the turn are left
    assert verified(game) == "ok"


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 500)), max_size=4),
    st.sampled_from(["move", "bank"]),
    st.integers(0, 40),
)
def test_time_in_pauses_does_not_count(pauses, kind, last):
    """However often a turn is interrupted, it takes what was played of it."""
    control = TimeControl(kind, 1000, 7 if kind == "bank" else 0)
    at = datetime(2026, 3, 1, tzinfo=UTC)
    clock = Clock.for_setups(control, (RED, BLUE), at).ready(RED).ready(BLUE).begin(RED, at)
    for played, rested in pauses:
        at += played * SECOND
        clock = clock.halt(at)
        assert (clock.due, clock.late(at + 10**9 * SECOND)) == (None, ())
        assert clock.left(RED, at) == clock.left(RED, at + rested * SECOND)
        at += rested * SECOND
        clock = clock.go_on(at)
    used = (sum(played for played, _rested in pauses) + last) * SECOND
    at += last * SECOND
    assert clock.left(RED, at) == 1000 * SECOND - used
    clock = clock.turned(BLUE, at)
    left = 1000 * SECOND if kind == "move" else 1007 * SECOND - used
    assert (clock.banks, clock.due) == ((left, 1000 * SECOND), at + 1000 * SECOND)


# -- time, looks ----------------------------------------------------------------------------------


def test_time_is_given_to_a_bank_for_good_and_to_a_turn_for_once(now):
    game, after = begun()
    after = arbitration.give_time(game=game, seat=RED, seconds=500)
    assert told(game) == ("playing", START + 600 * SECOND, (RED,))
    after = play(game, after)
    assert after.clock.banks == (600 * SECOND, 100 * SECOND)  # above the cap there is no increment
    game, after = begun(TimeControl("move", 100, setup=600))
    arbitration.give_time(game=game, seat=BLUE, seconds=50)
    after = play(game, arbitration.give_time(game=game, seat=RED, seconds=20))
    assert (after.clock.banks, after.clock.due) == ((100 * SECOND, 150 * SECOND), now() + 150 * SECOND)
    after = play(game, after)
    assert (after.clock.banks, after.clock.due) == ((100 * SECOND,) * 2, now() + 100 * SECOND)
    assert [(act.seat, act.seconds) for act in after.acts] == [(BLUE, 50), (RED, 20)]
    assert verified(game) == "ok"


def test_time_that_cannot_be_given_is_refused(now):
    game, _after = begun(None)
    assert refused(lambda: arbitration.give_time(game=game, seat=RED, seconds=5)) == Refusal("no-clock")
    game = made()
    for seconds in (0, -5, 5_184_001):
        assert refused(lambda seconds=seconds: arbitration.give_time(game=game, seat=RED, seconds=seconds)) == Refusal(
            "time-amount", {"least": 1, "most": 5_184_000}
        )
    assert refused(lambda: arbitration.give_time(game=game, seat=RED2, seconds=5)).code == "no-seat"
    set_up(game, RED)
    assert refused(lambda: arbitration.give_time(game=game, seat=RED, seconds=5)).code == "set-up-made"
    arbitration.give_time(game=game, seat=BLUE, seconds=5)
    assert told(game) == ("waiting", START + 605 * SECOND, (BLUE,))
    now.later(606)
    assert refused(lambda: arbitration.give_time(game=game, seat=BLUE, seconds=5)).code == "time-gone"


def test_an_arbiter_sees_what_the_seats_see_and_nothing_else_and_that_is_told(now):
    game = made()
    arbitration.pause_game(game=game)
    assert refused(lambda: arbitration.look(game=game, arbiter=ARBITER)) == Refusal("not-started")
    arbitration.resume_game(game=game)
    after = set_up(game, RED, BLUE)
    assert refused(lambda: arbitration.look(game=game, arbiter=ARBITER)) == Refusal("not-paused")
    arbitration.pause_game(game=game)
    views = arbitration.look(game=game, arbiter=ARBITER)
    assert views == (after.state.view(Viewer.RED), after.state.view(Viewer.BLUE))
    assert arbitration.look(game=game, arbiter=ARBITER) == views
    after = command_handler.open_game(game)
    assert (after.looked, kinds(game).count("arbiter-looked")) == ((ARBITER,), 1)
    assert after.acts[-1] == ArbiterAct("looked", 0, now(), arbiter=ARBITER)
    arbitration.resume_game(game=game)
    assert refused(lambda: arbitration.look(game=game, arbiter=ARBITER)) == Refusal("not-paused")
    arbitration.pause_game(game=game)
    arbitration.look(game=game, arbiter=ARBITER)
    assert kinds(game).count("arbiter-looked") == 2


# -- rulings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["waiting", "playing", "paused"])
@pytest.mark.parametrize(
    ("rule", "waiting", "begun_"),
    [
        (lambda game: arbitration.adjudicate(game=game, winner=1), Outcome(End.ADJUDICATION, 1), None),
        (lambda game: arbitration.adjudicate(game=game, winner=None), Outcome(End.ADJUDICATION), None),
        (lambda game: arbitration.adjudicate(game=game, winner=None, both_lose=True), Outcome(End.BOTH_LOSE), None),
        (lambda game: arbitration.forfeit_game(game=game, seats=[RED]), Outcome(End.FORFEIT, 1), None),
        (
            lambda game: arbitration.forfeit_game(game=game, seats=[BLUE, RED]),
            Outcome(End.BOTH_MISSING),
            Outcome(End.BOTH_LOSE),
        ),
    ],
)
def test_an_arbiter_decides_at_any_moment_once(now, state, rule, waiting, begun_):
    game = made(tournament=EVENT, round=3)
    if state != "waiting":
        set_up(game, RED, BLUE)
    if state == "paused":
        arbitration.pause_game(game=game)
    after = rule(game)
    assert after.outcome == (waiting if state == "waiting" else begun_ or waiting)
    result = row(game)
    assert (result.status, result.outcome, result.winner, result.due) == (
        "over",
        after.outcome.kind.value,
        after.outcome.winner,
        None,
    )
    assert result.revealed == (state != "waiting")
    assert refused(lambda: rule(game)).code == "game-over"
    assert verified(game) == "ok"


def test_rulings_that_make_no_sense_are_refused():
    game = made()
    with pytest.raises(ValueError, match="either both sides lose or one of them wins"):
        arbitration.adjudicate(game=game, winner=0, both_lose=True)
    with pytest.raises(ValueError, match="forfeited by somebody"):
        arbitration.forfeit_game(game=game, seats=[])
    assert refused(lambda: arbitration.forfeit_game(game=game, seats=[BLUE2])).code == "no-seat"


def test_an_old_ruling_let_nobody_lose_alone():
    assert type_named("adjudicated").decode({"winner": 1}, 1) == type_named("adjudicated").decode(
        {"winner": 1, "both_lose": False}, 2
    )


# -- games of tournaments -------------------------------------------------------------------------


def test_a_game_of_a_tournament_is_not_called_off_by_its_players_and_lost_by_who_does_not_set_up(now):
    game = made(tournament=EVENT, round=2, spectators="ended")
    result = row(game)
    assert (result.tournament, result.round, result.spectators, result.closed) == (EVENT, 2, "ended", True)
    assert refused(lambda: commands.abort_game(game=game, seat=RED)) == Refusal("tournament-game")
    set_up(game, BLUE)
    now.later(606)
    end_overdue()
    result = row(game)
    assert (result.outcome, result.winner, result.closed) == ("forfeit", 1, False)
    other = made(tournament=EVENT)
    assert commands.cancel_game(game=other).outcome == Outcome(End.CANCELLED)


def test_what_a_game_of_a_tournament_cannot_be():
    with pytest.raises(ValueError, match="only a tournament has rounds"):
        made(round=1)
    with pytest.raises(ValueError, match="spectators must be one of live, delayed, ended"):
        made(spectators="none")


def test_many_games_are_opened_at_once_with_an_event_of_another_stream_or_none(now):
    new = [
        creation.new_game(variant=variant(slug), players={}, time=BANK, tournament=EVENT, round=1, actor=ARBITER)
        for slug in ("duel", "cards", "alliance")
    ]
    other = made()
    with transaction.atomic():
        creation.write_games(new)
        commands.cancel_game(game=other)
    assert [Event.objects.filter(stream=item.id).values_list("actor", flat=True)[0] for item in new] == [ARBITER] * 3
    before = list(Game.objects.order_by("id").values()), list(GameSeat.objects.order_by("game", "seat").values_list())
    assert [command_handler.open_game(item.id).created for item in new] == [item.events[0] for item in new]

    def pause_and_open_again() -> None:
        with transaction.atomic():
            arbitration.pause_game(game=new[0].id)
            creation.write_games(new[2:])

    with pytest.raises(store.Conflict):
        pause_and_open_again()
    assert command_handler.open_game(new[0].id).paused == ()
    creation.write_games([])
    rebuild()
    told_again = [values[1:] for values in GameSeat.objects.order_by("game", "seat").values_list()]
    assert (list(Game.objects.order_by("id").values()), told_again) == (before[0], [row[1:] for row in before[1]])
    assert {verified(item.id) for item in new} == {"ok"}
    assert "orders" not in repr(new)


def test_a_rebuild_and_a_snapshot_say_the_same_of_pauses(now):
    game, after = begun(tournament=EVENT, round=4, options=Options(no_attack_limit=60), spectators="ended")
    chance = random.Random(5)
    for number in range(20):
        now.later(chance.random() * 5)
        after = play(game, after)
        if number % 6 == 5:
            arbitration.pause_game(game=game, why="tournament")
            arbitration.look(game=game, arbiter=ARBITER)
            arbitration.give_time(game=game, seat=BLUE, seconds=9)
            now.later(30)
            after = arbitration.resume_game(game=game)
    after = arbitration.pause_game(game=game)
    recent.forget()
    assert snapshot_of(command_handler.open_game(game)) == snapshot_of(after)
    assert snapshot_of(fold((event.event, event.time) for event in store.load(game))) == snapshot_of(after)
    before = list(Game.objects.values())
    rebuild()
    assert list(Game.objects.values()) == before
    assert (before[0]["paused"], before[0]["due"], len(after.acts)) == (True, None, 13)
