"""Real parallel connections: whatever comes at once, one game begins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from accounts.models import Player
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Illegal
from play.lobby import domain
from play.lobby.models import Seek
from play.lobby.terms import GameTerms
from tests.scenes import account

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


def test_a_form_that_comes_ten_times_at_once_posts_one_seek(fresh_database: str) -> None:
    (ada,) = people("Ada")
    id = domain.open_seek(host=ada, terms=TERMS).id
    Seek.objects.all().delete()
    outcomes = at_once(*[lambda: domain.open_seek(host=ada, terms=TERMS, id=id)] * 10)
    assert (outcomes, Seek.objects.values_list("id", flat=True).get()) == ([None] * 10, id)
