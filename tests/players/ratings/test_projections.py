"""Ratings follow the games that end rated, and a rebuild makes the same rows."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from games.domain import commands
from games.domain.clocks import PRESETS
from games.eventlog import projections
from games.eventlog.models import ProjectionPosition
from games.eventlog.sources import injected
from games.random_play import random_setup
from games.rules import Options, Seat, legal_turns, variant
from players.ratings import RatingValue, changes_of, history, rating_of
from players.ratings.models import Change, Rating
from players.ratings.numbers import START, rated_duel, rated_teams

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
    """The injected time of the log."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> datetime:
        return self.now

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    with injected(clock=clock):
        yield clock


def begun(players: Mapping[Seat, UUID], *, slug: str = "duel", ready: int = 9, **terms) -> UUID:
    """A rated game, so many set-ups made."""
    book = variant(slug)
    terms = {"rated": True, "time": PRESETS["1-day"]} | terms
    game = commands.create_game(variant=book, players=players, **terms)
    for seat in book.seats[:ready]:
        placement = random_setup(book, seat, Options(), "", random.Random(int(seat)))
        commands.make_setup(game=game, seat=seat, placement=placement)
    return game


def duel(red: UUID, blue: UUID, winner: Seat | None = Seat.RED, **terms) -> UUID:
    """A rated game that is over."""
    game = begun({Seat.RED: red, Seat.BLUE: blue}, **terms)
    if winner is None:
        commands.offer_draw(game=game, seat=Seat.RED)
        commands.agree_draw(game=game, seat=Seat.BLUE)
    else:
        commands.resign(game=game, seat=Seat.BLUE if winner is Seat.RED else Seat.RED)
    return game


def rows() -> list:
    return [
        list(Rating.objects.order_by("player", "variant").values_list("player", "variant", *NUMBERS)),
        list(Change.objects.order_by("position", "seat").values_list("game", "seat", "player", *CHANGES)),
        list(ProjectionPosition.objects.filter(name="ratings").values_list()),
    ]


NUMBERS = ("value", "deviation", "volatility", "games", "played", "position")
CHANGES = ("variant", "result", "before", "value", "deviation", "time", "position")


@pytest.mark.django_db
def test_a_rated_game_changes_both_ratings(clock: Clock) -> None:
    red, blue = uuid4(), uuid4()
    assert rating_of(red, "duel") == RatingValue(1500, 350, 0, provisional=True)
    game = duel(red, blue)
    assert changes_of(game) == {Seat.RED: (1500, 1662), Seat.BLUE: (1500, 1338)}
    one, other = rated_duel(START, START, points=1, at=clock.now)
    row = Rating.objects.get(player=red)
    assert (row.variant, row.value, row.deviation, row.volatility) == (
        "duel",
        one.value,
        one.deviation,
        one.volatility,
    )
    assert (row.games, row.played) == (1, clock.now)
    clock.wait(days=30)
    second = duel(blue, red, winner=None)
    after = rated_duel(other, one, points=0.5, at=clock.now)
    assert changes_of(second)[Seat.RED] == (1338, round(after[0].value))
    assert [change.value for change in history(blue, "duel")] == [other.value, after[0].value]
    assert [change.result for change in history(blue, "duel")] == [Change.Result.LOSS, Change.Result.DRAW]
    assert rating_of(red, "barrage").games == 0


@pytest.mark.django_db
def test_of_a_tournament_only_what_was_played_counts(clock: Clock) -> None:
    """FIDE rates no game that was not played; what an arbiter decides of a game in play counts."""
    event = uuid4()
    for ready, counts in ((1, False), (9, True)):
        for rule in (
            lambda game: commands.forfeit_game(game=game, seats=[Seat.RED]),
            lambda game: commands.adjudicate(game=game, winner=1),
        ):
            game = begun({Seat.RED: uuid4(), Seat.BLUE: uuid4()}, ready=ready, tournament=event)
            rule(game)
            assert bool(changes_of(game)) is counts
    late = begun({Seat.RED: uuid4(), Seat.BLUE: uuid4()}, ready=1, tournament=event)
    clock.wait(days=9)
    commands.forfeit_setups(game=late)
    assert changes_of(late) == {}
    both = begun({Seat.RED: uuid4(), Seat.BLUE: uuid4()}, tournament=event)
    commands.adjudicate(game=both, winner=None, both_lose=True)
    assert changes_of(both) == {}
    before = rows()
    projections.rebuild()
    assert rows() == before


@pytest.mark.django_db
def test_a_team_is_rated_player_by_player(clock: Clock) -> None:
    players = {seat: uuid4() for seat in variant("alliance").seats}
    game = begun(players, slug="alliance")
    commands.resign(game=game, seat=Seat.RED2)
    winners, losers = rated_teams([[START, START]] * 2, winner=0, at=clock.now)
    assert [round(one.value) for one in winners] == [1632, 1632]
    lost, won = ((1500, round(team[0].value)) for team in (losers, winners))
    assert changes_of(game) == {Seat.RED: lost, Seat.BLUE: won, Seat.RED2: lost, Seat.BLUE2: won}


@pytest.mark.django_db
def test_what_never_counts(clock: Clock) -> None:
    red, blue = uuid4(), uuid4()
    both = {Seat.RED: red, Seat.BLUE: blue}
    duel(red, blue, rated=False)
    duel(red, red)
    commands.resign(game=begun({Seat.RED: red}), seat=Seat.RED)
    commands.abort_game(game=begun(both), seat=Seat.RED)
    commands.cancel_game(game=begun(both, ready=1))
    nobody = begun(both, ready=0)
    clock.wait(days=3)
    assert commands.forfeit_setups(game=nobody).outcome.kind.value == "both-missing"
    assert rows()[:2] == [[], []]


@pytest.mark.django_db
def test_who_does_not_set_up_in_time_loses(clock: Clock) -> None:
    red, blue = uuid4(), uuid4()
    game = begun({Seat.RED: red, Seat.BLUE: blue}, ready=1)
    clock.wait(days=3)
    assert commands.forfeit_setups(game=game).outcome.kind.value == "forfeit"
    assert changes_of(game) == {Seat.RED: (1500, 1662), Seat.BLUE: (1500, 1338)}


@pytest.mark.django_db
def test_a_rebuild_makes_the_same_rows(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games, some of them long begun when others end: it is the order of ends that matters."""
    chance = random.Random(7)
    people = [uuid4() for _one in range(5)]
    open_games = []
    for number in range(14):
        clock.wait(hours=chance.random() * 200)
        pair = dict(zip((Seat.RED, Seat.BLUE), chance.sample(people, 2), strict=True))
        open_games.append(begun(pair, slug=("duel", "barrage")[number % 2], time=None))
        if number % 3 == 2:
            game = open_games.pop(chance.randrange(len(open_games)))
            commands.resign(game=game, seat=chance.choice((Seat.RED, Seat.BLUE)))
    four = begun(dict(zip(variant("alliance").seats, people, strict=False)), slug="alliance")
    clock.wait(days=2)
    commands.time_out(game=four)
    for game in reversed(open_games):
        commands.resign(game=game, seat=Seat.RED)
    before = rows()
    assert [len(part) for part in before] == [13, 2 * 14 + 4, 1]
    monkeypatch.setattr(projections, "BATCH", 4)
    Rating.objects.update(value=0)
    for _time in range(2):
        call_command("rebuild", verbosity=0)
        assert rows() == before


def test_moves_of_rated_games_wait_for_no_order(fresh_database: str, owner_connection) -> None:
    """While somebody holds the lock of the order, moves of a rated game go on; only its end waits."""
    players = {Seat.RED: uuid4(), Seat.BLUE: uuid4()}
    ended = threading.Event()

    def give_up() -> None:
        commands.resign(game=game, seat=Seat.BLUE)
        ended.set()
        connection.close()

    with owner_connection.transaction():
        owner_connection.execute("SELECT pg_advisory_xact_lock(%s)", [projections.ORDER_LOCK])
        game = begun(players, reveal="never")
        chance = random.Random(1)
        for _ply in range(4):
            state = commands.open_game(game).state
            turn = str(chance.choice(legal_turns(state)))
            commands.play_turn(game=game, seat=state.to_move, turn=turn)
        thread = threading.Thread(target=give_up)
        thread.start()
        assert not ended.wait(0.3)
        assert changes_of(game) == {}
    thread.join(10)
    assert ended.is_set()
    assert changes_of(game) == {Seat.RED: (1500, 1662), Seat.BLUE: (1500, 1338)}
