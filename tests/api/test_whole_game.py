"""Two programs of strangers find each other and play a game to its end, knowing nothing but what the API tells them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.domain.placement import form_of
from games.domain.random_play import random_setup
from games.models import Game
from games.rules import Options, Seat, variant
from tests.api.asking import Program, outcome_of
from tests.scenes import account

pytestmark = pytest.mark.django_db


class RandomBot:
    def __init__(self, name: str, seed: int) -> None:
        self.api = Program(account(name))
        self.chance = random.Random(seed)

    def find(self, seek: str = "") -> str:
        if seek:
            return self.api.post(f"seeks/{seek}/join/").json()["game"]
        made = self.api.post("seeks/", {"variant": "duel", "time": "3-days", "colour": "red", "no_attack_limit": 20})
        assert made.status_code == 201
        return made.json()["id"]

    def set_up(self, key: str) -> None:
        asked = self.api.get(f"games/{key}/setup/").json()
        seat, rules = Seat[asked["seat"].upper()], variant("duel")
        placement = random_setup(rules, seat, Options(), "", self.chance)
        made = self.api.post(f"games/{key}/setup/", {"rows": form_of(placement, rules, seat)})
        assert made.status_code == 200, made.content

    def move(self, key: str) -> dict[str, Any] | None:
        asked = self.api.get(f"games/{key}/legal/")
        turns = asked.json()["turns"]
        if not turns:
            return None
        said = self.api.post(f"games/{key}/turns/", {"turn": self.chance.choice(turns)}, {"If-Match": asked["ETag"]})
        assert said.status_code == 200, said.content
        state: dict[str, Any] = said.json()
        return state


@pytest.mark.slow
def test_two_programs_play_a_whole_game() -> None:
    red, blue = RandomBot("Ada", 1), RandomBot("Bob", 2)
    key = blue.find(red.find())
    for bot in (red, blue):
        assert bot.api.get("me/games/").json()["games"][0]["waits"]
        bot.set_up(key)
    outcome, bots = None, [red, blue]
    for _turn in range(2_000):
        state = bots[0].move(key)
        if state is None:
            bots.reverse()
            continue
        outcome = state["outcome"]
        if outcome is not None:
            break
    game = Game.objects.get(key=key)
    assert outcome == outcome_of(game)
    whole = red.api.get(f"games/{key}/").json()
    assert (whole["status"], whole["revealed"], whole["plies"]) == ("over", True, game.plies)
    moves = red.api.get(f"games/{key}/moves/all/", limit=200).json()["moves"]
    assert [move["ply"] for move in moves] == list(range(1, min(game.plies, 200) + 1))
    record = Program().get(f"games/{key}/record/").json()
    assert len(record["turns"]) >= game.plies
