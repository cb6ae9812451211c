"""A game or an event whose log holds junk is shown as damaged and told once; everything else goes on."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db.models import Model
from django.test import Client

from accounts.models import Account
from eventlog.models import Damage, Snapshot
from eventlog.sources import injected
from eventlog.verify import verify
from games.domain import command_handler, commands, creation, recent
from games.domain.clocks import TimeControl
from games.domain.departure import leave_games
from games.models import Game, GameSeat, Tally, key_of
from games.rules import Seat, Viewer, variant
from games.tasks import end_overdue, reveal_due
from notices.domain.sweeps import tell_turns
from play.bots import tasks as bots
from tests.games.junk import JUNK, plant
from tests.scenes import account, game_in_play, game_over, placements
from tests.tournaments.scenes import a_tournament, next_round, play_round
from tournaments.domain import lifecycle
from tournaments.models import Tournament
from tournaments.tasks import run_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def red() -> Account:
    return account("red")


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    recent.forget()
    yield
    recent.forget()


def text(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("name", JUNK)
def test_junk_makes_a_game_damaged(client: Client, caplog: pytest.LogCaptureFixture, name: str) -> None:
    bad = game_in_play(plies=4, seed=2)
    version = plant(bad.id, *JUNK[name])
    assert "This is damaged" in text(client, f"/games/{bad.key}/", 500)
    damage = Damage.objects.get()
    assert (damage.stream, damage.version) in [(bad.id, version), (bad.id, None)]
    (words,) = told(caplog)
    assert words.startswith(f"The stream {bad.id} is damaged")
    assert [(item.status, item.at) for item in verify([bad.id])] == [("broken", version)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["unknown type", "an illegal turn", "created twice"])
def test_junk_in_one_game_is_shown_there_and_nowhere_else(
    client: Client, red: Account, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    blue = account("blue")
    good = game_in_play(accounts=(red, blue), plies=4)
    bad = game_in_play(accounts=(red, blue), plies=4, seed=2)
    version = plant(bad.id, *JUNK[name])
    client.force_login(red)
    damaged = f"/games/{bad.key}/"
    for _twice in range(2):
        assert "This is damaged" in text(client, damaged, 500)
        assert "This is damaged" in text(client, f"{damaged}?ply=1", 500)
        assert "This is damaged" in text(client, f"{damaged}table/", 500)
    damage = Damage.objects.get()
    assert (damage.stream, damage.version) in [(bad.id, version), (bad.id, None)]
    (words,) = told(caplog)
    assert words.startswith(f"The stream {bad.id} is damaged")
    assert [(item.stream, item.status, item.at) for item in verify([bad.id, good.id])] == [
        (bad.id, "broken", version),
        (good.id, "ok", None),
    ]
    home, archive, watched = text(client, "/"), text(client, "/games/"), text(client, "/watch/")
    assert "This game is damaged" in home
    assert archive.count(" damaged ") == 1
    assert "This game is damaged" in watched
    assert text(client, "/my/").count(" damaged ") == 1
    for address in ("/lobby/", f"/games/{good.key}/", f"/games/{good.key}/?ply=2", "/players/red/"):
        text(client, address)
    assert commands.resign(game=good.id, seat=Seat.RED).outcome is not None
    assert len(told(caplog)) == 1


def timed(red: Account, seed: int, **terms: Any) -> UUID:
    players = {Seat.RED: red.player.id, Seat.BLUE: account(f"blue{seed}").player.id}
    game = creation.create_game(variant=variant("barrage"), players=players, time=TimeControl("move", 60), **terms)
    for seat, placement in placements("barrage", random.Random(seed)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    return game


def test_sweeps_pass_a_damaged_game(red: Account, caplog: pytest.LogCaptureFixture) -> None:
    past = datetime.now(UTC) - timedelta(hours=2)
    with injected(clock=lambda: past):
        bad, good = timed(red, 1), timed(red, 2)
        later, other = (timed(red, seed, reveal="delay", reveal_after=60) for seed in (3, 4))
        for game in (later, other):
            commands.resign(game=game, seat=Seat.RED)
    plant(bad, *JUNK["no such seat"])
    plant(later, *JUNK["unknown type"])
    for _minute in range(2):
        end_overdue()
        reveal_due()
        bots.move_all_due()
        tell_turns()
    statuses = dict(Game.objects.values_list("id", "status"))
    assert (statuses[bad], statuses[good]) == (Game.Status.PLAYING, Game.Status.OVER)
    assert Game.objects.get(id=other).revealed
    assert set(Damage.objects.values_list("stream", flat=True)) == {bad, later}
    assert len(told(caplog)) == 2


def columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def rows() -> list:
    return [
        list(
            model.objects.order_by(*order).values(*(name for name in columns(model) if name != "id" or order == ["id"]))
        )
        for model, order in (
            (Game, ["id"]),
            (GameSeat, ["game", "seat"]),
            (Tally, ["variant", "outcome", "winner"]),
            (Tournament, ["id"]),
        )
    ]


@pytest.mark.slow
def test_a_rebuild_passes_what_is_damaged(red: Account, caplog: pytest.LogCaptureFixture) -> None:
    """Their rows come back as they stood before the damage, and so does everything else."""
    game_over(names=("Ada", "Grace"))
    games = [game_in_play(plies=4, seed=seed) for seed in range(2, 2 + len(JUNK))]
    tournaments = [a_tournament(4), a_tournament(4)]
    play_round(tournaments[0])
    before = rows()
    for game, junk in zip(games, JUNK.values(), strict=True):
        plant(game.id, *junk)
    plant(tournaments[0], "player-entered", 1, {"entry": 77, "players": [], "rating": None, "waiting": False})
    plant(tournaments[1], "round-begun", 1, {"round": "one"})
    call_command("rebuild", stdout=io.StringIO())
    assert rows() == before
    noted = set(Damage.objects.values_list("stream", flat=True))
    # What no projection reads is found when somebody looks at the game.
    assert {game.id for game in games} - noted == {
        game.id for game, junk in zip(games, JUNK, strict=True) if junk == "unknown type"
    }
    assert set(tournaments) <= noted
    assert len(told(caplog)) == len(noted)


@pytest.mark.slow
def test_junk_in_one_event_is_shown_there_and_nowhere_else(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    good, bad = a_tournament(4, name="Good"), a_tournament(4, name="Bad")
    play_round(bad)
    plant(bad, "player-entered", 1, {"entry": 77, "players": [], "rating": None, "waiting": False})
    for page in ("", "standings/", "rounds/1/", "log/", "entries/"):
        assert "This is damaged" in text(client, f"/tournaments/{key_of(bad)}/{page}", 500)
        if page != "rounds/1/":
            text(client, f"/tournaments/{key_of(good)}/{page}")
    listed = text(client, "/tournaments/")
    assert "Bad" in listed
    assert listed.count(" damaged ") == 1
    text(client, "/tournaments/calendar/")
    text(client, "/")
    for _minute in range(2):
        run_all()
    assert list(Damage.objects.values_list("stream", flat=True)) == [bad]
    assert len(told(caplog)) == 1


@pytest.mark.slow
def test_the_players_of_a_damaged_event_play_on(client: Client, red: Account, caplog: pytest.LogCaptureFixture) -> None:
    """Their games, their own pages and their notices are there; only what is told of the event is missing."""
    event = a_tournament([red.player.id, account("blue").player.id], real=False)
    next_round(event)
    lifecycle.drive(event)
    game = Game.objects.get()
    seat = Seat(GameSeat.objects.get(game=game, player=red.player).seat)
    plant(event, *JUNK["unknown type"])
    client.force_login(red)
    for address in ("/", "/my/", "/notices/", "/players/red/", "/tournaments/", f"/games/{game.key}/"):
        text(client, address)
    placement = placements("barrage", random.Random(1))[seat]
    assert seat in commands.make_setup(game=game.id, seat=seat, placement=placement).ready
    assert list(Damage.objects.values_list("stream", flat=True)) == [event]
    assert len(told(caplog)) == 1


def test_a_snapshot_that_is_junk_damages_nothing() -> None:
    game = game_in_play(plies=20)
    whole = command_handler.open_game(game.id)
    recent.forget()
    assert Snapshot.objects.filter(stream=game.id).update(state=json.dumps({"state": "junk"})) == 1
    again = command_handler.open_game(game.id)
    assert (again.version, again.state.view(Viewer.ALL)) == (whole.version, whole.state.view(Viewer.ALL))
    assert not Damage.objects.exists()


def test_who_leaves_gives_up_the_other_games(red: Account) -> None:
    bad, good = (game_in_play(accounts=(red, None), plies=4, seed=seed) for seed in (1, 2))
    plant(bad.id, *JUNK["unknown type"])
    leave_games(red.player.id)
    assert dict(Game.objects.values_list("id", "status")) == {bad.id: Game.Status.PLAYING, good.id: Game.Status.OVER}
    assert list(Damage.objects.values_list("stream", flat=True)) == [bad.id]
