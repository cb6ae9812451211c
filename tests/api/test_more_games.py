"""Games that programs begin beside the lobby: against the computer, once more, from a position, and rematches."""

from __future__ import annotations

import pytest

from accounts.models import Penalty
from games.domain.command_handler import open_game
from games.domain.origins import origin_of
from games.models import Game
from games.rules import Seat
from tests.accounts.conduct.penalties import impose
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.scenes import account, game_of, game_over

pytestmark = pytest.mark.django_db


def test_a_program_plays_the_computer_and_plays_on() -> None:
    ada = account("Ada")
    mine, other = Program(ada), Program(account("Bob"))
    begun = mine.post("computer/", {"variant": "duel", "side": "blue", "pace": "1-day"}, {"Idempotency-Key": "one"})
    game = Game.objects.get(key=begun.json()["game"])
    assert (begun.status_code, fits("computer/", begun, "post"), game.rated) == (201, [], False)
    assert game.seats.get(player=ada.player).seat == Seat.BLUE
    late = {"variant": "duel", "reveal": "delay"}
    assert [code_of(mine.post("computer/", item)) for item in (late, {"variant": "chess"})] == [(422, "invalid")] * 2
    mine.post(f"games/{game.key}/abortion/", {}, {"If-Match": "*"})
    again = mine.post(f"games/{game.key}/again/")
    assert Game.objects.get(key=again.json()["game"]).seats.get(player=ada.player).seat == Seat.RED
    assert fits("games/{key}/again/", again, "post") == []
    assert code_of(other.post(f"games/{game.key}/again/")) == (403, "no-seat")
    source = game_over(slug="duel", plies=6)
    on = mine.post(f"games/{source.key}/play-on/", {"ply": 4, "side": "red", "world": "truth"})
    origin = origin_of(open_game(Game.objects.get(key=on.json()["game"]).id).created)
    assert origin is not None
    assert (origin.game, origin.ply, fits("games/{key}/play-on/", on, "post")) == (source.id, 4, [])
    assert code_of(mine.post(f"games/{source.key}/play-on/", {"ply": 99, "side": "red"})) == (422, "invalid")
    closed = game_over(slug="duel", plies=6, reveal="never", seed=2)
    assert code_of(mine.post(f"games/{closed.key}/play-on/", {"ply": 4, "side": "red"})) == (403, "origin-closed")
    impose(ada.player.id, Penalty.Kind.WARNING)
    barred = [mine.post("computer/", {"variant": "duel"}), mine.post(f"games/{game.key}/again/")]
    barred.append(mine.post(f"games/{source.key}/play-on/", {"ply": 4, "side": "red"}))
    assert {code_of(item)[0] for item in barred} == {403}


def test_a_rematch_is_asked_for_accepted_or_left_and_a_game_opened() -> None:
    ada, bob = account("Ada"), account("Bob")
    over = game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: bob}, reveal="never")
    red, blue, path = Program(ada), Program(bob), f"games/{over.key}/"
    asked = red.post(f"{path}rematch/")
    assert (fits("games/{key}/rematch/", asked, "post"), asked.json()["game"]) == ([], None)
    assert code_of(red.post(f"seeks/{asked.json()['id']}/leave/")) == (403, "own-seek")
    assert code_of(Program(account("Cyd")).post(f"seeks/{asked.json()['id']}/leave/")) == (403, "not-there")
    accepted = blue.post(f"{path}rematch/")
    assert Game.objects.get(key=accepted.json()["game"]).variant == "duel"
    assert red.post(f"{path}reveal/", {"act": "open"}).status_code == 200
    blue.post(f"{path}reveal/", {"act": "open"})
    early = red.post(f"games/{accepted.json()['game']}/reveal/", {"act": "open"})
    assert early.json()["detail"] == "The game is still in play. It can be revealed once it is over."
    assert Game.objects.get(id=over.id).revealed
    stranger = Program(account("Carla"))
    assert [
        code_of(stranger.post(path + item, body))[0] for item, body in (("rematch/", {}), ("reveal/", {"act": "open"}))
    ] == [
        422,
        403,
    ]
