"""Games by the clock: deadlines, arrivals, set-ups that never came, vacations; by sweep and by open pages."""

from __future__ import annotations

import random
from contextlib import contextmanager
from contextvars import Context
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.test import RequestFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eventlog import store, verify
from eventlog.models import Event
from eventlog.rebuild import rebuild
from eventlog.registry import Broken, type_named
from eventlog.sources import injected, new_id
from games.domain import (
    arbitration,
    command_handler,
    commands,
    creation,
    recent,
    reveal,
    vacations,
)
from games.domain.arrival import arrived_now, since_arrival
from games.domain.clocks import GRACE, Rest, TimeControl
from games.domain.events import (
    ChoiceMade,
    DrawOffered,
    GameCreated,
    GamePaused,
    GameResumed,
    GameTimeEnded,
    TimedOut,
    TurnPlayed,
)
from games.domain.listeners import GameUpdated, listener
from games.domain.queries import end_if_overdue, games
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.state import GameFold
from games.domain.transitions import fold
from games.domain.verification import verify_game
from games.models import Game, GameSeat, PlayerTally, Tally, Vacation, key_of
from games.rules import End, Illegal, Options, Outcome, Refusal, Seat, legal_turns, variant
from games.tasks import end_overdue, reveal_due
from play.table.arrival import ArrivalMiddleware
from tests import scenes

pytestmark = pytest.mark.django_db

RED, BLUE, RED2, BLUE2 = Seat
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
TICK = timedelta(microseconds=1)
ARBITER = UUID(int=77)
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
BANK = TimeControl("bank", 100, 10, cap=120, setup=600)
CHAMPIONSHIP = TimeControl("bank", 120, setup=600, free=4, turn=60, game=200)
DAYS = TimeControl("move", 3 * 86_400, setup=86_400, vacation=True)


@dataclass
class Now:
    at: datetime = START

    def __call__(self) -> datetime:
        return self.at

    def later(self, seconds: float) -> datetime:
        self.at += timedelta(seconds=seconds)
        return self.at


@pytest.fixture
def now():
    clock = Now()
    with injected(clock=clock):
        yield clock


def made(slug: str = "barrage", time: TimeControl | None = BANK, **values):
    values.setdefault("players", {})
    return creation.create_game(variant=variant(slug), time=time, **values)


def set_up(game, *seats: Seat, slug: str = "barrage"):
    placements = scenes.placements(slug, random.Random(1))
    for seat in seats:
        after = commands.make_setup(game=game, seat=seat, placement=placements[seat])
    return after


def begun(time: TimeControl | None = BANK, **values):
    game = made(time=time, **values)
    return game, set_up(game, RED, BLUE)


def play(game, after, **values):
    seat, turn = after.state.to_move, str(legal_turns(after.state)[0])
    return commands.play_turn(game=game, seat=seat, turn=turn, **values)


def refused(call) -> Refusal:
    with pytest.raises(Illegal) as error:
        call()
    return error.value.refusal


def verified(game) -> str:
    """What `verify_log` says of a game, and why."""
    (report,) = verify.verify([game])
    return report.error or report.status


def kinds(game) -> list[str]:
    return list(Event.objects.filter(stream=game).order_by("version").values_list("type", flat=True))


def row(game) -> Game:
    return Game.objects.get(id=game)


def told(game) -> tuple:
    result = row(game)
    return (result.status, result.due, result.running)


# -- clocks in the log and in the lists -----------------------------------------------------------


def test_an_old_game_has_no_clock():
    data = {"variant": "duel", "options": {}, "seats": {}, "reveal": "end", "reveal_after": None, "source": "play"}
    assert type_named("game-created").decode(data, 2) == GameCreated("duel", {}, {})
    data |= {"rated": True, "notes": False}
    assert type_named("game-created").decode(data, 3) == GameCreated("duel", {}, {}, rated=True, notes=False)
    game, after = begun(time=None)
    assert (after.time, after.clock, row(game).time, told(game)) == (None, None, None, ("playing", None, ()))


def test_the_list_knows_whose_time_runs_and_until_when(now):
    game = made(rated=True, notes=False)
    result = row(game)
    assert (result.time, result.rated, result.notes) == (BANK.value(), True, False)
    assert told(game) == ("waiting", START + 600 * SECOND, (RED, BLUE))
    now.later(60)
    set_up(game, RED)
    assert told(game) == ("waiting", START + 600 * SECOND, (BLUE,))
    now.later(60)
    after = set_up(game, BLUE)
    assert (*told(game), row(game).turn_version) == ("playing", START + 220 * SECOND, (RED,), 3)
    now.later(50)
    after = play(game, after)
    assert (*told(game), row(game).turn_version) == ("playing", START + 270 * SECOND, (BLUE,), 4)
    assert [after.clock.left(seat, now()) for seat in (RED, BLUE)] == [60 * SECOND, 100 * SECOND]
    commands.offer_draw(game=game, seat=RED)
    assert (*told(game), row(game).turn_version) == ("playing", START + 270 * SECOND, (BLUE,), 4)
    now.later(1)
    after = commands.resign(game=game, seat=BLUE)
    assert told(game) == ("over", None, ())
    assert after.clock.banks == (60 * SECOND, 99 * SECOND)


def test_a_turn_that_ends_the_game_stops_the_clock(now):
    """As giving up does: nobody's time runs on, and what both have left stays."""
    game, after = begun(options=Options(no_attack_limit=2))
    for _turn in range(2):
        now.later(50)
        after = play(game, after)
    assert after.outcome == Outcome(End.NO_ATTACK_LIMIT)
    assert told(game) == ("over", None, ())
    now.later(1000)
    assert [after.clock.left(seat, now()) for seat in (RED, BLUE)] == [60 * SECOND, 60 * SECOND]


def test_choices_belong_to_the_turn_that_opened_them(now):
    """While the winner of a battle chooses, the same time runs on; nothing is added before the turn is over."""
    from tests.games.domain.played import play_some

    chance, opened = random.Random("campaign"), 0
    book = variant("campaign")
    game = made("campaign", time=TimeControl("bank", 1000, 10), options=Options(no_attack_limit=200))
    for seat in book.seats:
        from games.domain.random_play import random_setup

        placement = random_setup(book, seat, Options(no_attack_limit=200), "", chance)
        after = commands.make_setup(game=game, seat=seat, placement=placement)
    while after.outcome is None and opened < 3:
        now.later(1)
        before, after = after, play_some(game, after, chance)
        seat = before.state.to_move
        if after.outcome is not None:
            break
        grown = after.clock.left(seat, now()) - before.clock.left(seat, before.clock.since)
        if after.state.pending:
            opened += 1
            assert (after.clock, after.turn_version) == (before.clock, before.turn_version)
        else:
            assert after.turn_version == after.public_version == before.public_version + 1
            assert after.clock.running == (after.state.to_move,) != (seat,)
            assert grown == (9 if not before.state.pending else 8) * SECOND
    assert opened == 3
    folded = fold((event.event, event.time) for event in store.load(game))
    assert (folded.clock, folded.turn_version) == (after.clock, after.turn_version)


def lists():
    """What the log has made of all games. `due_from` says no more than that no deadline lies before it."""
    games = list(Game.objects.order_by("pk").values())
    for row in games:
        due_from = row.pop("due_from")
        assert (due_from is None) == (row["due"] is None) or row["status"] == "playing"
        assert due_from is None or row["due"] is None or due_from <= row["due"]
    others = (GameSeat.objects.order_by("game", "seat"), Tally.objects.all(), PlayerTally.objects.all())
    return [games, *([drop_id(row) for row in rows.values()] for rows in others)]


def drop_id(row):
    return {name: value for name, value in row.items() if name != "id"}


def test_a_rebuild_and_a_snapshot_say_the_same_of_clocks(now):
    chance = random.Random(3)
    for number in range(4):
        game, after = begun(rated=bool(number % 2), time=BANK if number < 2 else DAYS)
        for _ply in range(number * 9):
            now.later(chance.random() * 20)
            after = play(game, after)
        if number == 3:
            commands.take_vacation(game=game, seat=after.state.to_move, until=now() + 5 * DAY)
            after = commands.offer_draw(game=game, seat=RED)
    waiting = made()
    set_up(waiting, BLUE)
    cancelled = made()
    commands.cancel_game(game=cancelled)
    assert stateless(from_snapshot(snapshot_of(after))) == stateless(after)
    recent.forget()
    assert snapshot_of(command_handler.open_game(game)) == snapshot_of(after)
    folded = fold((event.event, event.time) for event in store.load(game))
    assert snapshot_of(folded) == snapshot_of(after)
    before = lists()
    rebuild()
    assert lists() == before
    assert {item["due"] is None for item in before[0]} == {True, False}


# -- time runs out --------------------------------------------------------------------------------


def test_a_time_out_is_recorded_only_when_the_grace_is_over(now):
    game, _after = begun()
    for wait in (timedelta(), 100 * SECOND, 100 * SECOND + GRACE):
        now.at = START + wait
        assert refused(lambda: commands.time_out(game=game)) == Refusal("not-due")
        assert refused(lambda: commands.time_out(game=game, seat=RED)) == Refusal("not-due")
        end_overdue()
        end_if_overdue(game)
        assert row(game).status == "playing"
    now.at += TICK
    assert refused(lambda: commands.time_out(game=game, seat=BLUE)) == Refusal("not-due")
    end_overdue()
    assert kinds(game)[3:] == ["timed-out", "game-revealed"]
    result = row(game)
    assert (result.status, result.outcome, result.winner, result.due) == ("over", "time-out", 1, None)
    assert command_handler.open_game(game).clock.banks == (timedelta(), 100 * SECOND)


def test_an_open_page_ends_what_is_overdue_and_the_sweep_ends_it_once(now):
    game, _after = begun()
    now.at = START + 100 * SECOND + GRACE + TICK
    end_if_overdue(game)
    assert (row(game).status, row(game).outcome) == ("over", "time-out")
    end_overdue()
    end_if_overdue(game)
    assert kinds(game).count("timed-out") == 1


def test_a_game_without_a_clock_is_timed_out_by_who_knows_only():
    game, _after = begun(time=None)
    assert refused(lambda: commands.time_out(game=game)) == Refusal("not-due")
    end_overdue()
    assert row(game).status == "playing"
    assert commands.time_out(game=game, seat=RED).outcome == Outcome(End.TIME_OUT, 1)


def test_after_the_deadline_nothing_counts_but_giving_up(now):
    game, after = begun()
    commands.offer_draw(game=game, seat=BLUE)
    now.at = START + 100 * SECOND + TICK
    late = Refusal("time-is-up")
    assert refused(lambda: play(game, after)) == late
    assert refused(lambda: commands.agree_draw(game=game, seat=RED)) == late
    assert refused(lambda: commands.offer_draw(game=game, seat=RED)) == late
    assert refused(lambda: commands.abort_game(game=game, seat=RED)) == late
    assert commands.resign(game=game, seat=RED).outcome == Outcome(End.RESIGNATION, 1)


def test_a_move_at_the_very_moment_of_the_deadline_counts(now):
    game, after = begun()
    now.at = START + 100 * SECOND
    after = play(game, after)
    assert after.clock.banks[RED] == 10 * SECOND


# -- arrival --------------------------------------------------------------------------------------


def test_a_move_that_arrived_in_time_counts_however_slow_the_rest(now):
    game, after = begun()
    now.at = START + 99 * SECOND
    with arrived_now():
        now.later(4)
        assert since_arrival() == 4 * SECOND
        after = play(game, after)
    assert after.clock.banks[RED] == 11 * SECOND
    assert after.clock.since == START + 99 * SECOND
    assert list(store.load(game))[-1].time == START + 99 * SECOND
    assert since_arrival() == timedelta()


def test_a_move_that_arrived_late_does_not_count_and_writes_nothing(now):
    game, after = begun()
    now.at = START + 100 * SECOND + TICK
    with arrived_now():
        assert refused(lambda: play(game, after)) == Refusal("time-is-up")
    assert kinds(game)[3:] == []


def test_a_slow_move_counts_even_if_something_was_recorded_after_its_deadline(now):
    """Time never runs backwards in the log: the move has the time of what stands before it there."""
    game, after = begun()
    now.at = START + 99 * SECOND
    with arrived_now():
        now.later(3)
        Context().run(commands.offer_draw, game=game, seat=BLUE)  # a request of its own, which arrived now
        after = play(game, after)
    assert [event.time for event in store.load(game)][-2:] == [START + 102 * SECOND] * 2
    assert after.clock.banks[RED] == 10 * SECOND
    assert verified(game) == "ok"


def test_the_middleware_notes_the_arrival(now):
    seen = []

    def view(request):
        now.later(2)
        seen.append(since_arrival())
        return request

    request = RequestFactory().get("/")
    assert ArrivalMiddleware(view)(request) is request
    assert (seen, since_arrival()) == ([2 * SECOND], timedelta())


# -- set-ups that never came ----------------------------------------------------------------------

OVERDUE = 600 * SECOND + GRACE + TICK


def test_a_casual_game_is_cancelled_if_a_set_up_is_missing(now):
    game = made()
    set_up(game, RED)
    now.at = START + 600 * SECOND + GRACE
    assert refused(lambda: commands.forfeit_setups(game=game)) == Refusal("not-due")
    end_overdue()
    assert row(game).status == "waiting"
    now.at += TICK
    end_overdue()
    end_overdue()
    assert kinds(game)[2:] == ["game-cancelled"]
    result = row(game)
    assert (result.status, result.outcome, result.winner, result.revealed) == ("over", "cancelled", None, False)
    assert (result.unplayed, result.called_off, told(game)) == (True, True, ("over", None, ()))


@pytest.mark.parametrize(
    ("slug", "ready", "outcome"),
    [
        ("barrage", [RED], Outcome(End.FORFEIT, 0)),
        ("barrage", [BLUE], Outcome(End.FORFEIT, 1)),
        ("barrage", [], Outcome(End.BOTH_MISSING)),
        ("alliance_lightning", [RED, BLUE, RED2], Outcome(End.FORFEIT, 0)),
        ("alliance_lightning", [BLUE, BLUE2], Outcome(End.FORFEIT, 1)),
        ("alliance_lightning", [RED, BLUE], Outcome(End.BOTH_MISSING)),
    ],
)
def test_a_rated_game_is_lost_for_who_has_not_set_up(now, slug, ready, outcome):
    game = made(slug, rated=True)
    if ready:
        set_up(game, *ready, slug=slug)
    now.at = START + OVERDUE
    end_if_overdue(game)
    assert row(game).status == "over"
    assert command_handler.open_game(game).outcome == outcome
    assert kinds(game)[-1] == "setups-forfeited"
    assert (row(game).revealed, row(game).called_off, row(game).unplayed) == (False, False, True)
    assert refused(lambda: reveal.reveal_game(game=game)) == Refusal("nothing-to-reveal")
    reveal_due()
    assert verified(game) == "ok"


def test_a_set_up_after_its_time_does_not_count(now):
    game = made()
    now.at = START + 600 * SECOND + TICK
    assert refused(lambda: set_up(game, RED)) == Refusal("time-is-up")
    now.at = START + 600 * SECOND
    set_up(game, RED)
    now.later(60)
    with _arrived(now, START + 600 * SECOND):
        after = set_up(game, BLUE)
    assert (after.status, after.clock.since) == ("playing", START + 600 * SECOND)


@contextmanager
def _arrived(now: Now, at: datetime):
    """The work of a request that arrived at `at`."""
    late, now.at = now.at, at
    with arrived_now():
        now.at = late
        yield


# -- games that are called off --------------------------------------------------------------------


def test_a_game_can_be_aborted_before_its_second_ply(now):
    waiting = made()
    set_up(waiting, BLUE)
    assert commands.abort_game(game=waiting, seat=RED, expected=2).outcome == Outcome(End.ABORTED)
    game, after = begun()
    after = play(game, after)
    assert refused(lambda: commands.abort_game(game=game, seat=RED, expected=3)).code == "moved-on"
    other, _after = begun()
    play(other, play(other, _after))
    assert refused(lambda: commands.abort_game(game=other, seat=RED)) == Refusal("too-late-to-abort", {"plies": 2})
    after = commands.abort_game(game=game, seat=RED)
    assert (after.outcome, after.revealed, after.clock.running) == (Outcome(End.ABORTED), False, ())
    assert refused(lambda: commands.abort_game(game=game, seat=RED)).code == "game-over"
    assert refused(lambda: commands.play_turn(game=game, seat=BLUE, turn="a10-a9")).code == "game-over"
    assert refused(lambda: set_up(waiting, RED)).code == "game-over"
    assert kinds(game)[-2:] == ["turn-played", "game-aborted"]
    assert (row(game).unplayed, row(game).called_off) == (False, True)
    assert [verified(item) for item in (waiting, game, other)] == ["ok"] * 3


def test_a_game_in_play_cannot_be_cancelled(now):
    game, _after = begun()
    assert refused(lambda: commands.cancel_game(game=game)).code == "too-late-to-abort"
    assert refused(lambda: commands.forfeit_setups(game=game)).code == "already-started"


def test_what_was_called_off_counts_nowhere_and_stays_closed(now, client):
    game = made()
    commands.cancel_game(game=game)
    other, _after = begun()
    commands.abort_game(game=other, seat=RED)
    for item in (game, other):
        assert refused(lambda one=item: reveal.reveal_game(game=one)) == Refusal("nothing-to-reveal")
        page = client.get(f"/games/{row(item).key}/")
        assert page.status_code == 200
        assert "The set-ups of this game stay hidden." in page.content.decode()
    assert "Cancelled: the game was called off." in client.get(f"/games/{row(game).key}/").content.decode()
    assert (list(games()), list(games(result="draw"))) == ([], [])
    assert {game.id for game in games(result="called-off")} == {game, other}
    assert not Tally.objects.exists()
    delayed, _after = begun(reveal="delay", reveal_after=60)
    commands.abort_game(game=delayed, seat=BLUE)
    assert row(delayed).reveal_due is None


# -- what the player saw --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [commands.resign, commands.offer_draw, commands.agree_draw, commands.decline_draw, commands.abort_game]
)
def test_a_stale_page_changes_nothing(command):
    game, _after = begun(time=None)
    commands.offer_draw(game=game, seat=BLUE, expected=3)
    assert refused(lambda: command(game=game, seat=RED, expected=3)) == Refusal(
        "moved-on", {"expected": 3, "actual": 4}
    )
    assert kinds(game)[3:] == ["draw-offered"]


# -- how long a game can last ---------------------------------------------------------------------


def test_a_game_with_a_clock_is_drawn_when_it_has_too_many_plies(now, monkeypatch):
    monkeypatch.setattr(command_handler, "most_plies", lambda _variant, _options: 5)
    game, after = begun()
    for _ply in range(5):
        after = play(game, after)
    assert (after.outcome, after.state.ply) == (Outcome(End.PLY_LIMIT), 5)
    assert kinds(game)[-3:] == ["turn-played", "plies-exhausted", "game-revealed"]
    game, after = begun(time=None)
    for _ply in range(6):
        after = play(game, after)
    assert after.outcome is None


def test_a_game_is_drawn_when_its_whole_time_is_over(now):
    game, after = begun(CHAMPIONSHIP)
    for _ply in range(6):
        now.later(25)
        after = play(game, after)
    assert (after.clock.ends, row(game).due) == (START + 200 * SECOND, START + 200 * SECOND)
    now.at = START + 200 * SECOND + TICK
    assert refused(lambda: play(game, after)) == Refusal("time-is-up")
    assert refused(lambda: commands.time_out(game=game)) == Refusal("not-due")
    now.at += GRACE
    end_overdue()
    after = command_handler.open_game(game)
    assert (after.outcome, after.left) == (Outcome(End.GAME_CLOCK), {})
    assert kinds(game)[-2:] == ["game-time-ended", "game-revealed"]
    assert verified(game) == "ok"
    early = _log(
        *((stored.event, number) for number, stored in enumerate(store.load(begun(CHAMPIONSHIP)[0]))),
        (GameTimeEnded(), 202),
    )
    assert verified(early) == "the game's time is said to be over before it was"


# -- vacations ------------------------------------------------------------------------------------


def test_a_vacation_stops_the_time_and_its_player_may_move(now):
    game, _after = begun(DAYS)
    assert refused(lambda: commands.end_vacation(game=game, seat=RED)) == Refusal("not-on-vacation")
    commands.take_vacation(game=game, seat=RED, until=START + 10 * DAY)
    assert told(game) == ("playing", START + 13 * DAY, (RED,))
    assert refused(lambda: commands.take_vacation(game=game, seat=RED, until=START + 2 * DAY)).code == "on-vacation"
    now.at = START + 5 * DAY
    after = commands.end_vacation(game=game, seat=RED)
    assert row(game).due == START + 8 * DAY
    commands.take_vacation(game=game, seat=RED, until=now() + 20 * DAY)
    now.at = START + 20 * DAY
    after = play(game, after)
    assert row(game).due == START + 23 * DAY
    too_long = Refusal("vacation-too-long", {"days": 30})
    assert refused(lambda: commands.take_vacation(game=game, seat=BLUE, until=now() + 31 * DAY)) == too_long
    assert refused(lambda: commands.take_vacation(game=game, seat=BLUE, until=now())) == too_long
    now.at = START + 23 * DAY + TICK
    assert refused(lambda: commands.take_vacation(game=game, seat=BLUE, until=now() + DAY)) == Refusal("time-is-up")
    plain, _after = begun()
    assert refused(lambda: commands.take_vacation(game=plain, seat=RED, until=now() + DAY)) == Refusal("no-vacation")
    assert verified(game) == "ok"


def test_a_player_has_so_many_days_a_year_in_all_games_that_allow_it(now):
    ada, bob = scenes.player("Ada").id, scenes.player("Bob").id
    mine, _after = begun(DAYS, players={RED: ada, BLUE: bob})
    theirs, _after = begun(DAYS, players={RED: bob})
    waiting = made(time=DAYS, players={BLUE: ada})
    live, _after = begun(players={RED: ada})
    over, _after = begun(DAYS, players={RED: ada})
    commands.resign(game=over, seat=RED)
    vacations.begin(ada, START + 12 * DAY)
    ends = {game: row(game).due for game in (mine, theirs, waiting, live, over)}
    assert ends == {
        mine: START + 15 * DAY,
        theirs: START + 3 * DAY,
        waiting: START + DAY,  # red is still to set up in time
        live: START + 100 * SECOND,
        over: None,
    }
    assert command_handler.open_game(waiting).clock.deadline(BLUE) == START + 13 * DAY
    assert refused(lambda: vacations.begin(ada, START + 2 * DAY)) == Refusal("on-vacation")
    now.at = START + 10 * DAY
    assert vacations.current(ada).until == START + 12 * DAY
    assert vacations.running_and_left(ada, now()) == (Rest(START, START + 12 * DAY), 18 * DAY)
    vacations.end(ada)
    vacations.end(ada)
    assert (vacations.current(ada), row(mine).due) == (None, now() + 3 * DAY)
    assert [vacations.running_and_left(who, now()) for who in (ada, bob)] == [(None, 20 * DAY), (None, 30 * DAY)]
    assert refused(lambda: vacations.begin(ada, now() + 21 * DAY)).code == "vacation-too-long"
    assert refused(lambda: vacations.begin(ada, now())).code == "vacation-too-long"
    later = made(time=DAYS, players={RED: ada})
    assert row(later).due == now() + DAY
    assert Vacation.objects.count() == 1
    assert kinds(mine).count("vacation-taken") == kinds(mine).count("vacation-ended") == 1


def stateless(now: GameFold) -> GameFold:
    """A game without its states, which equal only themselves."""
    return replace(now, state=None, earlier=())


# -- any course of events -------------------------------------------------------------------------

deeds = st.lists(
    st.tuples(
        st.sampled_from(["turn"] * 6 + ["offer", "back", "rest", "resume", "sweep", "pause", "go on", "give", "look"]),
        st.floats(0, 0.7),
        st.booleans(),
    ),
    max_size=24,
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(control=st.sampled_from([BANK, DAYS, CHAMPIONSHIP, TimeControl("bank", 300, vacation=True)]), deeds=deeds)
def test_any_course_of_a_game_leaves_one_clock(now, control, deeds):
    """The clock that commands went by is that of the log, of the snapshot and of the list."""
    now.at = START
    game, after = begun(control)
    for kind, part, other in deeds:
        if after.outcome is not None:
            break
        left = DAY if after.paused else after.clock.due - now.at
        now.at += left * part + (2 * left + 2 * GRACE) * (part > 0.65)
        seat = Seat((after.state.to_move + other) % 2)
        try:
            if kind == "turn":
                after = play(game, after)
            elif kind == "offer":
                after = commands.offer_draw(game=game, seat=seat)
            elif kind == "back":
                after = commands.offer_takeback(game=game, seat=seat)
                after = commands.agree_takeback(game=game, seat=Seat(1 - seat))
            elif kind == "rest":
                after = commands.take_vacation(game=game, seat=seat, until=now.at + DAY)
            elif kind == "resume":
                after = commands.end_vacation(game=game, seat=seat)
            elif kind == "pause":
                after = arbitration.pause_game(game=game, why="call" if other else "tournament")
            elif kind == "go on":
                after = arbitration.resume_game(game=game, why=None if other else "call")
            elif kind == "give":
                after = arbitration.give_time(game=game, seat=seat, seconds=1 + int(part * 100))
            elif kind == "look":
                arbitration.look(game=game, arbiter=ARBITER)
                after = command_handler.open_game(game)
            else:
                end_overdue()
                after = command_handler.open_game(game)
        except Illegal:
            assert command_handler.open_game(game).version == after.version
    folded = fold((event.event, event.time) for event in store.load(game))
    assert (folded.clock, folded.turn_version) == (after.clock, after.turn_version)
    assert (folded.paused, folded.acts) == (after.paused, after.acts)
    assert stateless(from_snapshot(snapshot_of(after))) == stateless(after)
    assert (row(game).due, row(game).running) == (after.clock.due, after.clock.running)
    assert row(game).paused == bool(after.paused) == (after.clock.halted and after.outcome is None)
    assert verified(game) == "ok"


# -- the log is held against the clock -------------------------------------------------------------


def _log(*events_at):
    """A stream with these events, each so many seconds after the start."""
    game = new_id()
    for version, (event, at) in enumerate(events_at):
        store.append(stream=game, expected=version, events=[event], now=START + at * SECOND)
    return game


@pytest.mark.slow
def test_the_verifier_finds_what_came_after_its_time_or_before_it(now):
    game, after = begun()
    play(game, after)
    created, red, blue, turn = [event.event for event in store.load(game)]
    start = [(created, 0), (red, 1), (blue, 2)]
    late = "red acts after its time was over"
    for log, error in (
        ([*start, (turn, 102)], "ok"),
        ([*start, (turn, 103)], late),
        ([(created, 0), (red, 601)], late),
        ([*start, (TimedOut("red"), 103)], "time is said to be over before it was"),
        ([*start, (TimedOut("red"), 104)], "ok"),
        ([*start, (TimedOut("blue"), 108)], "time is said to be over before it was"),
        ([*start, (GamePaused("call"), 50), (TimedOut("red"), 500)], "time is said to be over before it was"),
        ([*start, (GamePaused("call"), 50), (GameResumed("call"), 500), (turn, 552)], "ok"),
        ([*start, (GamePaused("call"), 50), (GameResumed("call"), 500), (turn, 553)], late),
    ):
        assert verified(_log(*log)) == error


def test_what_came_first_is_found_among_turns_that_are_replayed_together(now):
    game, after = begun()
    for _ply in range(6):
        after = play(game, after)
    stored = list(store.load(game))
    illegal, choice = TurnPlayed("a1-a1"), ChoiceMade("a1")
    late = "red acts after its time was over"

    def found(*times: int, **others) -> tuple[int | None, str] | None:
        log = [
            item._replace(time=START + at * SECOND, event=others.get(f"at_{item.version}", item.event))
            for item, at in zip(stored, (0, 1, 2, *times), strict=True)
        ]
        try:
            verify_game(iter(log))
        except Broken as error:
            return error.version, error.reason
        return None

    # Each has 100 seconds from 2 on, and 10 more after each turn: so red until 122 for the third.
    assert found(102, 202, 322, 442, 562, 682) == (6, late)
    assert found(12, 22, 32, 42, 52, 62) is None
    assert found(12, 22, 122, 222, 232, 242) is None
    assert found(12, 22, 123, 262, 382, 502) == (6, late)
    assert found(12, 22, 123, 262, 382, 502, at_8=illegal) == (6, late)
    assert found(12, 22, 123, 262, 382, 502, at_6=illegal) == (6, late)
    assert found(12, 22, 32, 42, 400, 502, at_5=illegal) == (5, "ply 2 breaks the rule not-your-piece")
    assert found(12, 22, 32, 42, 52, 62, at_7=choice) == (7, "the event cannot have happened (ValueError)")
    assert found(12, 22, 123, 262, 382, 502, at_8=choice) == (6, late)
    # An offer stands between the turns: what follows it may bear its time, and no more than that.
    created, red, blue, *turns = [item.event for item in stored]
    offered = [(created, 0), (red, 1), (blue, 2), (turns[0], 12), (turns[1], 22), (DrawOffered("red"), 150)]
    for times, error in (((150, 160), "ok"), ((150, 271), "blue acts after its time was over"), ((151, 160), late)):
        assert verified(_log(*offered, *zip(turns[2:4], times, strict=True))) == error


# -- listeners ------------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch):
    monkeypatch.setattr("games.domain.listeners._listeners", [])
    updateds: list[GameUpdated] = []
    listener(updateds.append)
    return updateds


def test_listeners_hear_of_every_command_after_its_commit(now, heard, django_capture_on_commit_callbacks):
    ada = scenes.player("Ada").id
    with django_capture_on_commit_callbacks(execute=True):
        game = made(players={RED: ada})
        assert heard == []
    known = {"game": game, "key": key_of(game), "players": {RED: ada}}
    with django_capture_on_commit_callbacks(execute=True):
        after = set_up(game, RED, BLUE)
        after = play(game, after)
        commands.offer_draw(game=game, seat=RED)
        commands.resign(game=game, seat=RED)
        assert refused(lambda: commands.resign(game=game, seat=RED))
        reveal.reveal_game(game=game)  # it is already: nothing happens
    waiting, playing = {"status": "waiting", "to_move": None, "over": False}, {"status": "playing", "over": False}
    assert heard == [
        GameUpdated(**known, **waiting, version=1, waiting_for=(RED, BLUE), kinds=("game-created",)),
        GameUpdated(**known, **waiting, version=2, waiting_for=(BLUE,), kinds=("setup-made",)),
        GameUpdated(**known, **playing, version=3, to_move=RED, waiting_for=(RED,), kinds=("setup-made",)),
        GameUpdated(**known, **playing, version=4, to_move=BLUE, waiting_for=(BLUE,), kinds=("turn-played",)),
        GameUpdated(**known, **playing, version=5, to_move=BLUE, waiting_for=(BLUE,), kinds=("draw-offered",)),
        GameUpdated(
            **known,
            status="over",
            version=7,
            to_move=None,
            waiting_for=(),
            over=True,
            kinds=("resigned", "game-revealed"),
        ),
    ]


def test_a_listener_that_fails_fails_nothing_and_its_words_are_not_logged(
    heard, caplog, django_capture_on_commit_callbacks
):
    def fails(_happened: GameUpdated) -> None:
        raise RuntimeError("the Flag is on a1")

    assert listener(listener(fails)) is fails
    listener(heard.append)
    with django_capture_on_commit_callbacks(execute=True):
        game = made()
    assert [item.game for item in heard] == [game]
    assert "fails failed with RuntimeError" in caplog.text
    assert "Flag" not in caplog.text
