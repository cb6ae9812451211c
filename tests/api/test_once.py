"""Fifty equal posts at once, with one key, have one effect and one answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from api.models import KeptAnswer
from eventlog import store
from games.models import Game
from games.rules import Seat
from tests.api.asking import Program
from tests.scenes import account, game_of

POSTS, AT_ONCE = 50, 8


@pytest.mark.django_db(transaction=True)
def test_fifty_equal_posts_are_one_turn() -> None:
    ada = account("Ada")
    game = game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: account("Bob")}, over=False)
    api = Program(ada)
    asked = api.get(f"games/{game.key}/legal/")
    turn, headers = {"turn": asked.json()["turns"][0]}, {"If-Match": asked["ETag"], "Idempotency-Key": "once"}
    before, together = len(list(store.load(game.id))), Barrier(AT_ONCE)

    def post(number: int) -> tuple[int, bytes, bool]:
        if number < AT_ONCE:
            together.wait()
        answer = api.post(f"games/{game.key}/turns/", turn, headers)
        connection.close()
        return answer.status_code, answer.content, answer.has_header("Idempotency-Replayed")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(post, range(POSTS)))
    assert {(status, content) for status, content, _again in answers} == {(200, answers[0][1])}
    assert [again for _status, _content, again in answers].count(False) == 1
    assert (len(list(store.load(game.id))), Game.objects.get(id=game.id).plies) == (before + 1, game.plies + 1)
    assert KeptAnswer.objects.count() == 1
