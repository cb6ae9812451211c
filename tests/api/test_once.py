"""Equal posts at once, with one key, have one effect and one answer, whatever they do; and what goes on meanwhile: an
answer that is forgotten, a token that is revoked."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from api.http import idempotency
from api.models import AccessToken, KeptAnswer
from api.tokens.tokens import revoke
from eventlog import store
from games.models import Game, key_of
from games.rules import Seat
from play.lobby.models import Seek
from tests.api.asking import Program, code_of
from tests.scenes import account, game_of
from tests.tournaments.scenes import a_tournament, some_players
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Tournament

POSTS, AT_ONCE = 50, 8
SEEK = {"variant": "duel", "time": "3-days"}


def one_effect(api: Program, path: str, body: Any, more: Mapping[str, str], *, posts: int = POSTS) -> int:
    headers, together = {**more, "Idempotency-Key": path}, Barrier(AT_ONCE)

    def post(number: int) -> tuple[int, bytes, bool]:
        if number < AT_ONCE:
            together.wait()
        answer = api.post(path, body, headers)
        connection.close()
        return answer.status_code, answer.content, answer.has_header("Idempotency-Replayed")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(post, range(posts)))
    assert {(status, content) for status, content, _again in answers} == {answers[0][:2]}
    assert [again for _status, _content, again in answers].count(False) == 1
    return answers[0][0]


@pytest.mark.django_db(transaction=True)
def test_fifty_equal_posts_are_one_turn_and_so_with_all_else_that_is_done() -> None:
    ada = account("Ada")
    game = game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: account("Bob")}, over=False)
    api = Program(ada)
    asked = api.get(f"games/{game.key}/legal/")
    before = len(list(store.load(game.id)))
    turn = {"turn": asked.json()["turns"][0]}
    assert one_effect(api, f"games/{game.key}/turns/", turn, {"If-Match": asked["ETag"]}) == 200
    assert (len(list(store.load(game.id))), Game.objects.get(id=game.id).plies) == (before + 1, game.plies + 1)

    assert one_effect(api, "seeks/", SEEK, {}, posts=AT_ONCE) == 201
    cup = {"name": "Winter Open", "variant": "duel", "real": True, "terms": {"rounds": 3}}
    assert one_effect(api, "tournaments/", cup, {}, posts=AT_ONCE) == 201
    assert (Seek.objects.count(), Tournament.objects.count(), KeptAnswer.objects.count()) == (1, 1, 3)

    event = a_tournament([player.id for player in some_players(4)], started=False, owner=ada.player.id)
    desk, at, version = Program(ada, "staff"), f"tournaments/{key_of(event)}/desk/", fold_of(event).version
    assert one_effect(desk, at, {"do": "start", "sure": True}, {"If-Match": "*"}, posts=AT_ONCE) == 200
    assert (fold_of(event).version, KeptAnswer.objects.count()) == (version + 1, 4)


@pytest.mark.django_db
def test_an_answer_that_is_forgotten_as_it_is_looked_for_is_given_anew_unless_the_token_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    api, key = Program(account("Ada")), {"Idempotency-Key": "k"}
    first = api.post("seeks/", SEEK, key).json()["id"]
    again, meanwhile = (
        idempotency._again,
        iter([KeptAnswer.objects.all().delete, lambda: revoke(AccessToken.objects.get())]),
    )

    def looked_for(*asked: Any) -> Any:
        next(meanwhile)()
        return again(*asked)

    monkeypatch.setattr(idempotency, "_again", looked_for)
    assert api.post("seeks/", SEEK, key).json()["id"] != first
    assert code_of(api.post("seeks/", SEEK, key)) == (401, "bad-token")
    assert Seek.objects.count() == 2
