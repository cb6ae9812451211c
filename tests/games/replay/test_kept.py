"""Timelines are kept from one look at a game to the next, and are then what reading its whole log gives."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from eventlog import store
from games.domain import commands, reveal
from games.models import Game
from games.replay import Timeline, forget, timeline
from games.rules import Options, Seat, Viewer, variant
from tests.games.domain.played import begun, play_some
from tests.scenes import game_in_play

pytestmark = pytest.mark.django_db

CAMPAIGN = variant("campaign")


def all_of(line: Timeline) -> list[Any]:
    viewer = Viewer.SPECTATOR
    views = [line.view(viewer, ply) for ply in range(line.plies + 1)]
    waits = [line.wait(ply) for ply in range(line.plies + 1)]
    return [line.version, line.plies, line.outcome, views, list(line.turns(viewer, 1, line.plies)), waits, line.noted]


def anew(game: UUID) -> Timeline:
    return Timeline(list(store.load(game)))


def test_a_game_that_goes_on_is_shown_as_if_it_were_read_anew() -> None:
    """With choices, that belong to the last ply which there was, and to its end and reveal."""
    chance = random.Random(1)
    forget()
    game, now = begun(CAMPAIGN, chance, options=Options(no_attack_limit=100), reveal="never")
    choices = 0
    for _turn in range(60):
        now = play_some(game, now, chance)
        assert now.state is not None
        choices += now.state.pending is not None
        line = timeline(Game(id=game))
        if chance.random() < 0.3:
            line.view(Viewer.SPECTATOR, chance.randint(0, line.plies))
    assert choices
    assert all_of(timeline(Game(id=game))) == all_of(anew(game))
    result = {viewer: line.placement(Seat.RED, viewer) for viewer in Viewer}
    own = result[Viewer.RED]
    assert own
    assert result == {viewer: own if viewer is Viewer.RED else None for viewer in Viewer}
    commands.resign(game=game, seat=Seat.RED)
    reveal.reveal_game(game=game)
    line = timeline(Game(id=game))
    assert {line.placement(Seat.RED, viewer) for viewer in Viewer} == {own}
    assert all_of(line) == all_of(anew(game))
    assert line.seals == anew(game).seals
    assert line.view(Viewer.ALL, 7) == anew(game).view(Viewer.ALL, 7)


def test_cards_are_shuffled_as_the_whole_log_says() -> None:
    chance = random.Random(3)
    forget()
    game, now = begun(variant("cards"), chance, reveal="never")
    while now.state is not None and now.outcome is None:
        now = play_some(game, now, chance)
        timeline(Game(id=game))
    reveal.reveal_game(game=game)
    assert timeline(Game(id=game)).seed_seal == anew(game).seed_seal
    assert anew(game).seed_seal is not None


def test_a_second_look_reads_one_event(by_hand: list[bytes]) -> None:
    game = game_in_play(slug="barrage", plies=30)
    forget()
    first = timeline(game)
    for ply in range(1, 30):
        del by_hand[:]
        line = timeline(game)
        assert line is first
        line.view(Viewer.SPECTATOR, ply)
        assert len(by_hand) == 1
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + _asked(game.id, 31))
        ((plan,),) = cursor.fetchall()
    assert plan[0]["Plan"]["Actual Rows"] == 1 + store.load_since(game.id)[0].version - 31
    assert line.weight == 30


def _asked(stream: UUID, version: int) -> str:
    return store.FROM_VERSION.decode().replace("%b", f"'{stream}'").replace("%s", str(version))


def test_a_log_with_another_history_is_read_whole(by_hand: list[bytes]) -> None:
    """Kept positions are of the events that led to them, whatever the stream is called."""
    game = game_in_play(slug="barrage", plies=6)
    head, events, resumed = store.load_since(game.id)
    assert (head.version, len(events), resumed) == (events[-1].version, len(events), False)
    assert store.load_since(game.id, head) == (head, [], True)
    before = head._replace(version=head.version - 2)
    assert store.load_since(game.id, before) == (head, events, False)
    assert store.load_since(game.id, head._replace(hash=bytes(32))) == (head, events, False)
    assert store.load_since(UUID(int=1), head) == (store.EMPTY, [], False)


def test_threads_that_look_at_once_see_the_same() -> None:
    game = game_in_play(slug="barrage", plies=30)
    line, expected = anew(game.id), all_of(anew(game.id))
    with ThreadPoolExecutor(8) as pool:
        looks = [pool.submit(line.view, Viewer.SPECTATOR, ply) for ply in (29, 3, 28, 17, 29, 30, 11, 0)]
        assert [look.result() for look in looks] == [expected[3][ply] for ply in (29, 3, 28, 17, 29, 30, 11, 0)]
    assert line.weight == 30
