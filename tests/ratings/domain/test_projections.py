"""Ratings follow the games that end rated, and a rebuild makes the same rows."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Sum

from eventlog.models import ProjectionVersion
from eventlog.rebuild import rebuild
from eventlog.registry import Projection
from eventlog.sources import injected
from games.domain import arbitration, commands, creation
from games.domain.clocks import PRESETS
from games.domain.events import Resigned
from games.domain.imports import TournamentPlace, import_records, judge
from games.domain.random_play import random_setup
from games.models import Game, PlayerTally, Tally
from games.notation import Record
from games.rules import End, Options, Outcome, Seat, variant
from ratings import RatingValue, changes_of, history, rating_of
from ratings.domain.glicko import MOST_MEETINGS, START, rated_duel, rated_teams, weight_of
from ratings.models import Change, Meeting, Rating
from tests.eventlog.samples import projected
from tests.scenes import play_quietly

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
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
    game = creation.create_game(variant=book, players=players, **terms)
    for seat in book.seats[:ready]:
        placement = random_setup(book, seat, Options(), "", random.Random(int(seat)))
        commands.make_setup(game=game, seat=seat, placement=placement)
    return game


def duel(red: UUID, blue: UUID, winner: Seat | None = Seat.RED, *, plies: int | None = None, **terms) -> UUID:
    """A rated game that is over, after as many plies as it needs to count."""
    game = begun({Seat.RED: red, Seat.BLUE: blue}, **terms)
    play_quietly(game, plies)
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
        list(
            Meeting.objects.order_by("variant", "player", "opponent").values_list(
                "variant", "player", "opponent", "ended"
            )
        ),
        list(ProjectionVersion.objects.filter(name="ratings").values_list()),
    ]


NUMBERS = ("value", "deviation", "volatility", "games", "played", "position")
CHANGES = ("variant", "result", "before", "value", "deviation", "meeting", "time", "position")


@pytest.mark.django_db
def test_a_rated_game_changes_both_ratings(clock: Clock) -> None:
    red, blue = uuid4(), uuid4()
    assert rating_of(red, "duel") == RatingValue(1500, 350, 0, provisional=True)
    game = duel(red, blue)
    assert changes_of(game) == {Seat.RED: (1500, 1662), Seat.BLUE: (1500, 1338)}
    item, other = rated_duel(START, START, points=1, at=clock.now)
    row = Rating.objects.get(player=red)
    assert (row.variant, row.value, row.deviation, row.volatility) == (
        "duel",
        item.value,
        item.deviation,
        item.volatility,
    )
    assert (row.games, row.played) == (1, clock.now)
    clock.wait(days=30)  # so that it counts whole again
    second = duel(blue, red, winner=None)
    after = rated_duel(other, item, points=0.5, at=clock.now)
    assert changes_of(second)[Seat.RED] == (1338, round(after[0].value))
    assert [change.value for change in history(blue, "duel")] == [other.value, after[0].value]
    assert [change.result for change in history(blue, "duel")] == [Change.Result.LOSS, Change.Result.DRAW]
    assert rating_of(red, "barrage").games == 0


DECISIONS: list[Callable[[UUID], object]] = [
    lambda game: arbitration.forfeit_game(game=game, seats=[Seat.RED]),
    lambda game: arbitration.adjudicate(game=game, winner=1),
]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("decide", DECISIONS)
@pytest.mark.parametrize(
    ("approved", "ready", "plies", "why"),
    [
        (True, 9, 10, ""),
        (True, 9, 9, "short"),
        (True, 1, 0, "short"),
        (False, 9, 10, "decided"),
        (False, 9, 0, "short"),
    ],
)
def test_an_arbiters_decision_counts_in_events_of_approved_organisers(
    clock: Clock, decide: Callable[[UUID], object], approved: bool, ready: int, plies: int, why: str
) -> None:
    """And nowhere if the game was not played (FIDE B.02, 5.1)."""
    players = {Seat.RED: uuid4(), Seat.BLUE: uuid4()}
    game = begun(players, ready=ready, tournament=uuid4(), approved=approved)
    play_quietly(game, plies)
    decide(game)
    assert (Game.objects.get(id=game).unrated, bool(changes_of(game))) == (why, not why)
    before = rows()
    rebuild()
    assert rows() == before
    assert Game.objects.get(id=game).unrated == why


@pytest.mark.django_db
def test_what_was_played_counts_in_any_event(clock: Clock) -> None:
    for approved in (False, True):
        assert changes_of(duel(uuid4(), uuid4(), tournament=uuid4(), approved=approved))
    both = begun({Seat.RED: uuid4(), Seat.BLUE: uuid4()}, tournament=uuid4(), approved=True)
    play_quietly(both)
    arbitration.adjudicate(game=both, winner=None, both_lose=True)
    assert changes_of(both) == {}


@pytest.mark.django_db
@pytest.mark.parametrize("plies", [0, 10])
def test_a_look_of_an_arbiter_ends_the_rating_of_a_game(clock: Clock, plies: int) -> None:
    game = begun({Seat.RED: uuid4(), Seat.BLUE: uuid4()}, tournament=uuid4(), approved=True)
    play_quietly(game, plies)
    arbitration.pause_game(game=game)
    arbitration.look(game=game, arbiter=uuid4())
    arbitration.resume_game(game=game)
    assert Game.objects.get(id=game).unrated == "looked"
    play_quietly(game, 12)
    commands.resign(game=game, seat=Seat.BLUE)
    assert changes_of(game) == {}
    before = rows()
    rebuild()
    assert rows() == before


@pytest.mark.django_db
def test_a_team_is_rated_player_by_player(clock: Clock) -> None:
    players = {seat: uuid4() for seat in variant("alliance").seats}
    game = begun(players, slug="alliance")
    play_quietly(game)
    commands.resign(game=game, seat=Seat.RED2)
    winners, losers = rated_teams([[START, START]] * 2, winner=0, at=clock.now)
    assert [round(winner.value) for winner in winners] == [1632, 1632]
    lost, won = ((1500, round(team[0].value)) for team in (losers, winners))
    assert changes_of(game) == {Seat.RED: lost, Seat.BLUE: won, Seat.RED2: lost, Seat.BLUE2: won}
    # Everybody has met two opponents, and no partner.
    assert Meeting.objects.count() == 4
    again = begun(
        dict(zip(players, (players[Seat.BLUE], players[Seat.RED], uuid4(), uuid4()), strict=True)), slug="alliance"
    )
    play_quietly(again)
    commands.resign(game=again, seat=Seat.RED)
    assert set(Change.objects.filter(game=again).values_list("meeting", flat=True)) == {2}


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
def test_who_does_not_set_up_in_time_loses_and_is_not_rated(clock: Clock) -> None:
    game = begun({Seat.RED: uuid4(), Seat.BLUE: uuid4()}, ready=1)
    clock.wait(days=3)
    assert commands.forfeit_setups(game=game).outcome.kind.value == "forfeit"
    assert (Game.objects.get(id=game).unrated, changes_of(game)) == ("short", {})


@pytest.mark.django_db
def test_ratings_cannot_be_made_up_without_playing(clock: Clock) -> None:
    """Fourteen games given up at once made 1865 and 1135; an own event decided without a ply 1662 and 1338."""
    ann, bob = uuid4(), uuid4()
    for _game in range(14):
        duel(ann, bob, plies=0)
    for decide in DECISIONS:
        game = begun({Seat.RED: bob, Seat.BLUE: ann}, tournament=uuid4(), time=None)
        decide(game)
    late = begun({Seat.RED: bob, Seat.BLUE: ann})
    play_quietly(late, 9)
    clock.wait(days=9)
    commands.time_out(game=late)
    assert rows()[:3] == [[], [], []]
    assert Game.objects.filter(unrated="short").count() == 17


@pytest.mark.slow
@pytest.mark.django_db
def test_the_same_two_gain_less_and_less_in_a_month(clock: Clock) -> None:
    ann, bob = uuid4(), uuid4()
    item = other = START
    begin = clock.now
    for meeting in range(1, MOST_MEETINGS + 1):
        clock.wait(hours=1)
        duel(*((ann, bob, Seat.RED) if meeting % 2 else (bob, ann, Seat.BLUE)))
        item, other = rated_duel(item, other, points=1, at=clock.now, weight=weight_of(meeting))
        row = Rating.objects.get(player=ann)
        assert (row.value, row.deviation, row.volatility) == (item.value, item.deviation, item.volatility)
    assert (rating_of(ann, "duel").value, rating_of(bob, "duel").value) == (1748, 1252)
    assert list(Change.objects.filter(player=ann).order_by("id").values_list("meeting", flat=True)) == [*range(1, 11)]
    assert [bool(changes_of(duel(ann, bob))) for _game in range(2)] == [False, False]
    # Nobody else is touched by that, nor another rule book; and a month later the two begin anew.
    for game in (duel(ann, uuid4()), duel(ann, bob, slug="barrage")):
        assert set(Change.objects.filter(game=game).values_list("meeting", flat=True)) == {1}
    clock.now = begin + timedelta(days=30, hours=2)
    assert set(Change.objects.filter(game=duel(ann, bob)).values_list("meeting", flat=True)) == {9}
    before = rows()
    rebuild()
    assert rows() == before


@pytest.mark.slow
@pytest.mark.django_db
def test_a_rebuild_makes_the_same_rows(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games, some of them long begun when others end: it is the order of ends that matters."""
    chance = random.Random(7)
    people = [uuid4() for _one in range(5)]
    open_games = []
    for number in range(14):
        clock.wait(hours=chance.random() * 60)
        pair = dict(zip((Seat.RED, Seat.BLUE), chance.sample(people, 2), strict=True))
        open_games.append(begun(pair, slug=("duel", "barrage")[number % 2], time=None))
        play_quietly(open_games[-1])
        if number % 3 == 2:
            game = open_games.pop(chance.randrange(len(open_games)))
            commands.resign(game=game, seat=chance.choice((Seat.RED, Seat.BLUE)))
    four = begun(dict(zip(variant("alliance").seats, people, strict=False)), slug="alliance")
    play_quietly(four)
    clock.wait(days=2)
    commands.time_out(game=four)
    for game in reversed(open_games):
        commands.resign(game=game, seat=Seat.RED)
    before = rows()
    assert [len(part) for part in before[:2]] == [13, 2 * 14 + 4]
    assert set(Change.objects.values_list("meeting", flat=True)) > {1, 2}
    monkeypatch.setattr("eventlog.rebuild.BATCH", 4)
    Rating.objects.update(value=0)
    for _time in range(2):
        call_command("rebuild", verbosity=0)
        assert rows() == before


@pytest.fixture
def at_once(fresh_database: str) -> Callable[[Sequence[Callable[[], object]]], None]:
    def run(deeds: Sequence[Callable[[], object]]) -> None:
        errors: list[BaseException] = []
        ready = threading.Barrier(len(deeds))

        def work(deed: Callable[[], object]) -> None:
            try:
                connection.ensure_connection()
                ready.wait(60)
                deed()
            except BaseException as error:
                errors.append(error)
            finally:
                connection.close()

        threads = [threading.Thread(target=work, args=(deed,)) for deed in deeds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        if errors:
            raise errors[0]

    return run


@pytest.mark.parametrize("seed", [1, 2])
def test_ratings_of_ends_at_once_are_those_of_a_rebuild(at_once, seed: int) -> None:
    """Five people end twenty games with one another at the same moment, in two rule books, two and four at a table."""
    chance = random.Random(seed)
    people = [uuid4() for _one in range(5)]
    games = []
    for slug in ("duel",) * 12 + ("barrage",) * 6 + ("alliance",) * 2:
        seats = variant(slug).seats
        game = begun(dict(zip(seats, chance.sample(people, len(seats)), strict=True)), slug=slug, time=None)
        play_quietly(game)
        games.append((game, chance.choice(seats)))
    at_once([partial(commands.resign, game=game, seat=seat) for game, seat in games])
    before = rows()
    assert len(before[1]) == 2 * 18 + 2 * 4
    assert set(Change.objects.values_list("meeting", flat=True)) > {1, 2}
    for rating in Rating.objects.all():
        assert rating.games == Change.objects.filter(player=rating.player, variant=rating.variant).count()
    call_command("rebuild", verbosity=0)
    assert rows() == before


def test_an_end_waits_for_no_other_player_and_for_no_import(fresh_database: str, owner_connection) -> None:
    """While an end is not committed, that of other players is written, and rated; one of the same player waits. An
    import that is being written holds up nobody."""
    ann, bob, cem, dan = (uuid4() for _one in range(4))
    first, beside, behind, while_imported = (
        begun(dict(zip((Seat.RED, Seat.BLUE), pair, strict=True)), time=None)
        for pair in ((ann, bob), (cem, dan), (ann, cem), (bob, dan))
    )
    for game in (first, beside, behind, while_imported):
        play_quietly(game)
    ended: list[UUID] = []
    held, leave = threading.Event(), threading.Event()

    def hold(stored) -> None:
        if stored[0].stream == first:
            held.set()
            assert leave.wait(60)

    def give_up(game: UUID) -> None:
        commands.resign(game=game, seat=Seat.BLUE)
        ended.append(game)
        connection.close()

    with projected(Projection("slow", frozenset({Resigned}), (), False, False, hold)):
        threads = [threading.Thread(target=give_up, args=[game]) for game in (first, behind)]
        threads[0].start()
        assert held.wait(60)
        give_up(beside)
        assert changes_of(beside) == {Seat.RED: (1500, 1662), Seat.BLUE: (1500, 1338)}
        threads[1].start()  # not before: it may have the turn of cem already while it waits for that of ann
        threads[1].join(0.2)
        assert ended == [beside]
        leave.set()
        for thread in threads:
            thread.join(60)
    assert set(ended) == {first, beside, behind}
    with transaction.atomic():
        place = TournamentPlace(uuid4(), 1, {Seat.RED: bob, Seat.BLUE: dan})  # also one that the same two played
        (imported,) = import_records([replace(judge("a", _record()), place=place)])
        assert imported.status == "imported"
        thread = threading.Thread(target=give_up, args=[while_imported])
        thread.start()
        thread.join(60)
        assert while_imported in ended
    assert [*Tally.objects.values_list("variant").annotate(Sum("games"))] == [("duel", 5)]
    assert PlayerTally.objects.filter(player=dan).aggregate(Sum("won"), Sum("lost")) == {"won__sum": 0, "lost__sum": 3}


def _record() -> Record:
    book, chance = variant("duel"), random.Random(3)
    setups = {seat: random_setup(book, seat, Options(), "", chance) for seat in book.seats}
    return Record(variant="duel", setups=setups, turns=(), result=Outcome(End.RESIGNATION, 0))
