"""Spectators who are behind: the end of a game is public, and counts, once they have come to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from eventlog.rebuild import rebuild
from eventlog.registry import type_of
from eventlog.sources import injected
from eventlog.store import load
from eventlog.verify import verify
from games.domain import arbitration, commands, creation, recent, reveal
from games.domain.clocks import PRESETS
from games.domain.events import Trait, names_with
from games.domain.listeners import GameUpdated
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.state import REST
from games.models import Game, GameSeat, PlayerTally, Tally
from games.replay import timeline
from games.rules import Illegal, Seat, variant
from games.tasks import publish_one, reveal_due
from notices.domain.listeners import kind_of
from notices.models import Kind
from ratings.models import Change, Meeting, Rating
from tests.games.domain.played import begun
from tests.scenes import account, play_quietly

pytestmark = pytest.mark.django_db

RED, BLUE = Seat.RED, Seat.BLUE
START = datetime(2026, 11, 22, 12, tzinfo=UTC)
BEHIND = timedelta(minutes=10)


class Clock:
    now = START


@pytest.fixture
def clock() -> Iterator[Clock]:
    time = Clock()
    with injected(clock=lambda: time.now):
        yield time


def played(**values: Any) -> UUID:
    """A game of two members, long enough to count."""
    behind = {"spectators": "delayed", "delay": 600} | values
    if "players" not in behind:
        behind["players"] = {RED: account("Ada").player.id, BLUE: account("Bob").player.id}
    game, _now = begun(variant("duel"), random.Random(1), rated=True, time=PRESETS["live-20-10"], **behind)
    play_quietly(game)
    return game


def row(game: UUID) -> Game:
    return Game.objects.get(id=game)


def ratings() -> list[int]:
    return sorted(round(value) for value in Rating.objects.values_list("value", flat=True))


def rows() -> list[Any]:
    tables = [Game, GameSeat, Tally, PlayerTally, Rating, Change, Meeting]
    return [
        sorted(str({name: value for name, value in item.items() if name != "id"}) for item in table.objects.values())
        for table in tables
    ]


def test_an_end_is_public_when_its_spectators_have_come_to_it(clock: Clock) -> None:
    game = played()
    clock.now = ended = START + timedelta(hours=1)
    now = commands.resign(game=game, seat=RED)
    assert (now.status, now.public_status, now.publish_at, now.revealed) == ("over", "playing", ended + BEHIND, False)
    result = row(game)
    assert (result.status, result.result, result.outcome, result.ended, result.due) == (
        "playing",
        "playing",
        "",
        None,
        None,
    )
    assert (result.publish_due, result.to_move, result.seats.filter(over_at=None).count()) == (ended + BEHIND, None, 2)
    assert (ratings(), PlayerTally.objects.count(), Tally.objects.count()) == ([], 0, 0)
    clock.now = ended + BEHIND - timedelta(seconds=1)
    assert not reveal.publish_if_due(game=game).published
    clock.now = ended + BEHIND
    reveal.publish_if_due(game=game)
    result = row(game)
    assert (result.status, result.result, result.ended, result.revealed) == ("over", "blue", ended, True)
    assert result.publish_due is None
    kinds = [type_of(event.event).name for event in load(game)]
    assert kinds[-3:] == ["resigned", "end-published", "game-revealed"]
    assert len(ratings()) == 2
    assert ratings()[0] < 1500 < ratings()[1]
    assert sorted(PlayerTally.objects.values_list("won", "lost")) == [(0, 1), (1, 0)]


def test_a_rebuild_makes_the_same_before_and_after(clock: Clock) -> None:
    game = played()
    clock.now += timedelta(minutes=5)
    commands.offer_draw(game=game, seat=RED)
    clock.now += timedelta(minutes=5)
    now = commands.resign(game=game, seat=RED)
    assert snapshot_of(from_snapshot(snapshot_of(now))) == snapshot_of(now)
    for _time in range(2):
        before = rows()
        rebuild()
        recent.forget()
        assert rows() == before
        clock.now += BEHIND
        reveal.publish_if_due(game=game)


def test_an_end_that_nobody_looks_at_is_made_public_by_the_sweep(clock: Clock) -> None:
    """So it is if the message to do so is lost, and once, however often it comes."""
    clock.now = datetime(2026, 1, 1, tzinfo=UTC)
    over, going = played(players={}), played(players={}, delay=86_400)
    clock.now += timedelta(hours=1)
    for game in (over, going):
        commands.resign(game=game, seat=RED)
    clock.now += BEHIND
    for _time in range(2):
        publish_one(str(going))
        reveal_due()
    assert [type_of(event.event).name for event in load(over)][-3:] == ["resigned", "end-published", "game-revealed"]
    assert [type_of(event.event).name for event in load(going)][-1] == "resigned"
    assert (row(over).status, row(over).publish_due, row(going).status) == ("over", None, "playing")
    assert [report.status for report in verify([over, going])] == ["ok", "ok"]


def test_who_left_others_waiting_is_counted_with_the_end(clock: Clock) -> None:
    game = played()
    clock.now += timedelta(days=1)
    commands.time_out(game=game)
    assert PlayerTally.objects.count() == 0
    clock.now += BEHIND
    reveal.publish_if_due(game=game)
    assert sorted(PlayerTally.objects.values_list("timed_out", "won")) == [(0, 1), (1, 0)]


def test_nothing_is_opened_or_agreed_on_before(clock: Clock) -> None:
    game = played(reveal="delay", reveal_after=60)
    commands.resign(game=game, seat=RED)
    assert row(game).reveal_due is None
    for act in (reveal.reveal_game, lambda game: reveal.propose_reveal(game=game, seat=RED)):
        with pytest.raises(Illegal, match="not-over"):
            act(game=game)
    clock.now += timedelta(seconds=90)
    assert not reveal.open_if_due(game=game).revealed
    clock.now = START + BEHIND
    reveal.publish_if_due(game=game)
    assert reveal.open_if_due(game=game).revealed


def test_what_an_arbiter_rules_is_public_at_once(clock: Clock) -> None:
    game = played(tournament=UUID(int=7), round=1)
    now = arbitration.adjudicate(game=game, winner=0)
    assert (now.hidden_end, row(game).status, len(ratings())) == (False, "over", 0)  # the organiser is not approved


def test_by_plies_the_rest_is_public_some_time_after_the_end(clock: Clock) -> None:
    game = played(delay=None, delay_plies=3)
    plies = row(game).plies
    assert timeline(row(game)).plies == plies - 3
    assert timeline(row(game), player=True).plies == plies
    assert commands.resign(game=game, seat=RED).publish_at == START + REST
    assert (timeline(row(game)).plies, timeline(row(game)).outcome) == (plies - 3, None)
    clock.now = START + REST
    reveal.publish_if_due(game=game)
    assert timeline(row(game)).plies == plies


def test_by_time_spectators_see_the_game_as_it_stood(clock: Clock) -> None:
    game = played()
    plies = row(game).plies
    assert not timeline(row(game)).begun  # not even how the pieces stand
    clock.now = START + BEHIND
    assert timeline(row(game)).plies == plies
    play_quietly(game, plies + 2)
    commands.offer_draw(game=game, seat=RED)
    past = timeline(row(game))
    assert (past.plies, past.version, past.to_move) == (plies, plies + 3, RED)
    clock.now = START + 2 * BEHIND
    assert timeline(row(game)).plies == plies + 2


def test_the_players_are_told_of_the_end_when_it_counts() -> None:
    def kind(*kinds: str, over: bool) -> Kind | None:
        return kind_of(GameUpdated(UUID(int=1), "k", 9, "over", None, (), over=over, kinds=kinds, players={}))

    assert kind("resigned", over=False) is None
    assert kind("end-published", "game-revealed", over=True) is Kind.OVER
    assert "end-published" in names_with(Trait.ENDS) & names_with(Trait.COUNTS)


@pytest.mark.parametrize(
    "values",
    [
        {"delay": None},
        {"delay": 59},
        {"delay": 86_401},
        {"delay_plies": 3},
        {"delay": None, "delay_plies": 0},
        {"spectators": "live"},
    ],
)
def test_only_delayed_spectators_have_one_delay(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="only delayed spectators have a delay"):
        creation.new_game(variant=variant("duel"), players={}, **({"spectators": "delayed", "delay": 600} | values))
