"""Many requests at once make one set-up, and keep one draft after the other."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from django.db import connections
from django.test import Client

from accounts.models import Account
from games.models import Game
from play.setups.domain import draft_of
from tests.scenes import account

from .games import desk_of, waiting_game

AT_ONCE = 12


def _post(who: Account, game: Game, data: dict[str, str]) -> int:
    client = Client()
    client.force_login(who)
    try:
        headers = {"Accept": "application/json"} if data["do"] == "text" else {}
        return client.post(f"/games/{game.key}/setup/", data, headers=headers).status_code
    finally:
        connections.close_all()


def test_of_many_changes_from_one_version_one_is_kept(transactional_db: None) -> None:
    ada = account("Ada")
    game = waiting_game("cards", [ada, account("Charles")])
    forms = ["".join("M" if place == n % 5 else ".29"[n % 3] for place in range(5)) for n in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [pool.submit(_post, ada, game, {"do": "text", "rows": form, "version": "0"}) for form in forms]
    assert Counter(job.result() for job in jobs) == {200: 1, 409: AT_ONCE - 1}
    assert draft_of(desk_of(game, ada)).version == 1
