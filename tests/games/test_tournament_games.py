"""Games of tournaments on the pages of games: who may look while they are played, and what arbiters did to them."""

from __future__ import annotations

import random
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.domain import arbitration, command_handler, commands, creation
from games.domain.clocks import PRESETS
from games.domain.departure import leave_games
from games.domain.queries import RowCount
from games.models import Game
from games.presentation.audiences import Audience, audiences
from games.rules import End, Illegal, Options, Outcome, Refusal, Seat, Viewer, legal_turns, variant
from play.lobby import queries as lobby
from play.lobby.rematches import rematch
from tests.scenes import account, placements

pytestmark = pytest.mark.django_db

EVENT, ARBITER = UUID(int=5), UUID(int=6)
HTMX = {"HX-Request": "true"}


def seated(*, spectators: str = "ended", plies: int = 6) -> tuple[Game, Client]:
    red, blue = account("Ada"), account("Charles")
    game = creation.create_game(
        variant=variant("barrage"),
        players={Seat.RED: red.player.id, Seat.BLUE: blue.player.id},
        options=Options(no_attack_limit=100),
        time=PRESETS["live-10-10"],
        tournament=EVENT,
        round=2,
        spectators=spectators,
    )
    for seat, placement in placements("barrage", random.Random(1)).items():
        now = commands.make_setup(game=game, seat=seat, placement=placement)
    for _ply in range(plies):
        assert now.state is not None
        turn = str(legal_turns(now.state)[0])
        now = commands.play_turn(game=game, seat=now.state.to_move, turn=turn)
    client = Client()
    client.force_login(red)
    return Game.objects.get(id=game), client


def fragments(game: Game, viewer: Viewer) -> list[str]:
    audience = Audience(viewer, "sealed", private=False)
    return [
        audience.address("games:position", game, 3),
        audience.address("games:moves", game, 0),
        audience.address("games:opened", game, 3),
        audience.address("games:board", game, 3),
        reverse("live:now", args=[game.key, viewer.value, audience.build, game.public_version]),
    ]


@pytest.mark.slow
def test_nobody_but_the_sides_sees_a_closed_game_before_it_is_over(client: Client) -> None:
    game, red = seated()
    assert audiences(game, None) == ()
    assert [audience.viewer for audience in audiences(game, Seat.RED)] == [Viewer.RED]
    page = client.get(f"/games/{game.key}/")
    assert page.status_code == 200
    assert "This game is not shown while it is played" in page.content.decode()
    assert "data-ply" not in page.content.decode()
    assert "<svg viewBox" not in page.content.decode().split("<main", 1)[1]
    for who in (client, red):
        assert [who.get(url).status_code for url in fragments(game, Viewer.SPECTATOR)] == [403] * 5
        assert who.get(f"/games/{game.key}/?view=spectator").status_code == (200 if who is client else 403)
        assert game.key not in who.get("/watch/").content.decode()
        assert (game.key in who.get("/").content.decode()) is (who is red)  # among what waits for its player
    assert client.get(fragments(game, Viewer.RED)[0]).status_code == 403
    assert red.get(fragments(game, Viewer.RED)[0]).status_code == 200
    archive = client.get("/games/").content.decode()
    assert ("hidden until it is over" in archive, "/board/" in archive) == (True, False)
    assert list(lobby.running()) == []
    assert lobby.running_by_variant() == (RowCount(0), {})
    commands.resign(game=game.id, seat=Seat.BLUE)
    game.refresh_from_db()
    assert "data-ply" in client.get(f"/games/{game.key}/").content.decode()
    assert client.get(fragments(game, Viewer.SPECTATOR)[0], follow=True).status_code == 200


def test_a_game_that_may_be_watched_is_on_the_watch_page(client: Client) -> None:
    game, _red = seated(spectators="live")
    assert [audience.viewer for audience in audiences(game, None)] == [Viewer.SPECTATOR]
    assert game.key in client.get("/watch/").content.decode()
    assert client.get(fragments(game, Viewer.SPECTATOR)[0]).status_code == 200


def test_a_paused_game_says_so_offers_no_turn_and_keeps_what_was_sent() -> None:
    game, red = seated(spectators="live", plies=0)
    before = red.get(f"/games/{game.key}/table/").content.decode()
    assert "data-turns" in before
    assert "Abort" not in before
    arbitration.pause_game(game=game.id, why="call")
    after = red.get(f"/games/{game.key}/table/").content.decode()
    assert "The game is paused, and nobody’s time runs: a player called the arbiter." in after
    assert "data-turns" not in after
    assert "data-deadline" not in after
    assert "Resign" in after
    version = command_handler.open_game(game.id).public_version
    answer = red.post(f"/games/{game.key}/turn/", {"turn": "a1-a2", "version": version}, headers=HTMX)
    assert answer.status_code == 409
    assert "no time is lost meanwhile" in answer.content.decode()


def test_players_and_spectators_read_what_the_arbiter_did(client: Client) -> None:
    game, red = seated(spectators="live")
    arbitration.pause_game(game=game.id, why="call")
    arbitration.look(game=game.id, arbiter=ARBITER)
    arbitration.give_time(game=game.id, seat=Seat.BLUE, seconds=120)
    for page in (red.get(f"/games/{game.key}/"), client.get(f"/games/{game.key}/")):
        content = page.content.decode()
        assert "Paused after move 6: a player called the arbiter." in content
        assert "An arbiter looked at both sides, after move 6." in content
        assert "The arbiter gave Blue 2 minutes more, after move 6." in content


def test_both_sides_read_that_both_have_lost() -> None:
    game, red = seated()
    arbitration.adjudicate(game=game.id, winner=None, both_lose=True)
    page = red.get(f"/games/{game.key}/").content.decode()
    assert "Both sides have lost" in page
    assert "Rematch" not in page
    with pytest.raises(Illegal) as error:
        rematch(game=game.id, player=Game.objects.get(id=game.id).seats.get(seat=0).player)
    assert error.value.refusal == Refusal("tournament-game")
    answer = red.post(reverse("lobby:rematch", args=[game.key]))
    assert (answer.status_code, "Challenge your opponent" in answer.content.decode()) == (403, True)


def test_a_paused_game_waits_for_nobody_and_spectators_are_told(client: Client) -> None:
    game, red = seated(spectators="live")
    player = game.seats.get(seat=0).player
    waited = lobby.waiting_count(player.id)
    arbitration.pause_game(game=game.id)
    game.refresh_from_db()
    assert (waited, lobby.waiting_count(player.id), lobby.next_game(player.id)) == (1, 0, None)
    assert "Paused by the arbiter" in red.get("/my/").content.decode()
    audience = Audience(Viewer.SPECTATOR, "sealed", private=False)
    address = reverse("live:now", args=[game.key, "spectator", audience.build, game.public_version])
    assert "the arbiter stopped the clocks" in client.get(address).content.decode()
    arbitration.resume_game(game=game.id)
    assert lobby.waiting_count(player.id) == 1


def test_who_deletes_the_account_loses_a_game_that_had_not_begun() -> None:
    ada, charles = account("Ada"), account("Charles")
    game = creation.create_game(
        variant=variant("duel"),
        players={Seat.RED: ada.player.id, Seat.BLUE: charles.player.id},
        time=PRESETS["1-day"],
        tournament=EVENT,
    )
    leave_games(ada.player.id)
    assert command_handler.open_game(game).outcome == Outcome(End.FORFEIT, 1)
