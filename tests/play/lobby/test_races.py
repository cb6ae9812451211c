"""Real parallel connections: whatever comes at once, one game begins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from accounts.models import Player
from games.domain import commands
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Illegal, Seat
from play.lobby import domain
from play.lobby.models import Seek
from play.lobby.rematches import rematch
from play.lobby.terms import GameTerms
from tests.scenes import account, game_in_play

TERMS = GameTerms(variant="classic", time=PRESETS["live-5-5"])


def at_once(*calls: Callable[[], Seek]) -> list[Any]:
    """Makes the calls in threads of their own, all at the same moment: the game or the code of the refusal of each."""
    start, outcomes = threading.Barrier(len(calls)), [None] * len(calls)

    def run(number: int) -> None:
        start.wait()
        try:
            outcomes[number] = calls[number]().game
        except Illegal as illegal:
            outcomes[number] = illegal.refusal.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def people(*names: str) -> list[Player]:
    return [account(name).player for name in names]


def test_of_two_who_join_at_once_one_is_told_that_the_other_was_faster(fresh_database: str) -> None:
    ada, bob, cyd = people("Ada", "Bob", "Cyd")
    seek = domain.open_seek(host=ada, terms=TERMS)
    calls = [lambda player=player: domain.join(seek=seek.id, player=player) for player in (bob, cyd) * 4]
    outcomes = at_once(*calls)
    (game,) = Game.objects.values_list("id", flat=True)
    # One of them clicked four times and each click leads to the game.
    assert sorted(map(str, outcomes)) == sorted([str(game)] * 4 + ["full"] * 4)


def test_joining_and_taking_back_at_once(fresh_database: str) -> None:
    ada, bob = people("Ada", "Bob")
    for _attempt in range(5):
        seek = domain.open_seek(host=ada, terms=TERMS)
        joined, cancelled = at_once(
            lambda seek=seek: domain.join(seek=seek.id, player=bob),
            lambda seek=seek: domain.cancel(seek=seek.id, player=ada),
        )
        now = Seek.objects.get(id=seek.id)
        if now.game is None:
            assert (joined, cancelled, now.state) == ("gone", None, "cancelled")
        else:
            assert (joined, cancelled, now.state) == (now.game, "full", "started")


def test_the_last_places_of_a_table_are_taken_once(fresh_database: str) -> None:
    ada, *others = people("Ada", "Bob", "Cyd", "Dee", "Eve", "Fay")
    seek = domain.open_seek(host=ada, terms=GameTerms(variant="alliance", time=PRESETS["3-days"]))
    outcomes = at_once(*[lambda player=player: domain.join(seek=seek.id, player=player) for player in others])
    (game,) = Game.objects.all()
    assert [game.seats.count(), outcomes.count("full"), outcomes.count(None), outcomes.count(game.id)] == [4, 2, 2, 1]


def test_each_takes_the_live_seek_of_the_other_at_once(fresh_database: str) -> None:
    """Both hold their seek and would take the other's back: nobody waits for ever, and at least one game begins."""
    ada, bob = people("Ada", "Bob")
    seeks = [domain.open_seek(host=host, terms=TERMS) for host in (ada, bob)]
    outcomes = at_once(
        lambda: domain.join(seek=seeks[0].id, player=bob),
        lambda: domain.join(seek=seeks[1].id, player=ada),
    )
    games = set(Game.objects.values_list("id", flat=True))
    assert games
    assert set(outcomes) <= games | {"gone"}


def test_two_who_ask_for_a_rematch_at_once_get_one_game(fresh_database: str) -> None:
    ada, bob = account("Ada"), account("Bob")
    over = game_in_play(plies=0, accounts=(ada, bob))
    commands.resign(game=over.id, seat=Seat.RED)
    calls = [lambda player=who.player: rematch(game=over.id, player=player) for who in (ada, bob) * 3]
    at_once(*calls)
    (seek,) = Seek.objects.all()
    assert Game.objects.count() == 2
    assert seek.state == "started"
    assert {rematch(game=over.id, player=who.player).game for who in (ada, bob)} == {seek.game}


def test_a_form_that_comes_ten_times_at_once_posts_one_seek(fresh_database: str) -> None:
    (ada,) = people("Ada")
    id = domain.open_seek(host=ada, terms=TERMS).id
    Seek.objects.all().delete()
    outcomes = at_once(*[lambda: domain.open_seek(host=ada, terms=TERMS, id=id)] * 10)
    assert (outcomes, Seek.objects.values_list("id", flat=True).get()) == ([None] * 10, id)
