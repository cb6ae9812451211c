"""The landing page shows the game that is worth most first, whenever it was played, and the latest below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.people.bots import bots
from eventlog.models import Damage
from games.domain import queries
from games.domain.command_handler import open_game
from games.domain.commands import play_turn
from games.domain.imports import import_records, judge
from games.models import Game, key_of
from games.notation import parse_records
from games.rules import legal_turns
from library.archive.showcase import AMONG, by_worth
from ratings.models import Change
from tests.ratings.domain.test_projections import duel
from tests.scenes import account, game_in_play, game_over
from tests.tournaments.scenes import some_players

pytestmark = pytest.mark.django_db


def cards(client: Client, *, live: bool) -> list[str]:
    """The addresses of the games that are in play, or that are over, in order."""
    _before, *cards = client.get("/").content.decode().split('<li class="card">')
    return re.findall(r'<h3><a href="([^"]+)">', "".join(card for card in cards if ('"chip live"' in card) == live))


def first(client: Client) -> str:
    """The address of the first of the games that are over."""
    return cards(client, live=False)[0]


@pytest.mark.slow
def test_a_rated_game_of_strong_people_stands_above_all_that_came_after(client: Client) -> None:
    red, blue, cyd, dan = some_players(4)
    bot = bots(1)[0]
    strong = duel(red.id, blue.id)
    Change.objects.filter(game=strong).update(value=2100, deviation=50)
    guessed = duel(cyd.id, dan.id)
    Change.objects.filter(game=guessed).update(value=2200, deviation=300)  # hardly anything is known of them
    short = duel(cyd.id, dan.id, plies=2)
    casual = duel(red.id, cyd.id, rated=False)
    computer = duel(red.id, bot.id, rated=False)
    sealed = game_over(reveal="never")
    playing = game_in_play()
    (record,) = parse_records(Path("games/demo/duel-1.json").read_bytes())
    import_records([judge("duel", record)])
    (imported,) = Game.objects.filter(source=Game.Source.IMPORT)
    order = [strong, guessed, casual, short, computer, playing.id, sealed.id, imported.id]
    ids = [game.id for game in by_worth(queries.games_in(queries.latest(9)))]
    assert ids[:3] == order[:3]
    assert set(ids) == set(order)
    assert ids.index(short) < ids.index(computer) < ids.index(imported.id)
    assert first(client) == f"/games/{key_of(strong)}/"
    assert cards(client, live=True) == [f"/games/{playing.key}/"]
    addresses = cards(client, live=False)
    assert (len(addresses), len(set(addresses)), addresses.count(f"/games/{key_of(strong)}/")) == (7, 7, 1)
    Player.objects.filter(id=red.id).update(machine=True)
    assert by_worth(queries.games_in(queries.latest(9)))[0].id == guessed


def test_a_damaged_game_stands_below_and_the_next_one_on_top(client: Client) -> None:
    red, blue, cyd, dan = some_players(4)
    best, next_best = duel(red.id, blue.id), duel(cyd.id, dan.id)
    Change.objects.filter(game=best).update(value=2400, deviation=40)
    assert first(client) == f"/games/{key_of(best)}/"
    Damage.objects.create(stream=best, version=3)
    assert first(client) == f"/games/{key_of(next_best)}/"


def test_the_choice_reads_an_index_and_a_fixed_number_of_games() -> None:
    with connection.cursor() as cursor, CaptureQueriesContext(connection) as asked:
        cursor.execute("SET LOCAL enable_seqscan = off")
        queries.counted(AMONG)
        cursor.execute(f"EXPLAIN {asked[0]['sql']}")
        plan = " ".join(line for (line,) in cursor.fetchall())
    assert "LIMIT 40" in asked[0]["sql"]
    assert "games_game_counted" in plan
    assert "Sort" not in plan


def test_what_is_shown_is_drawn_again_once_it_has_changed(client: Client) -> None:
    """A move, a name and a damage each show at once."""
    ada = account("Ada")
    playing, over = game_in_play(accounts=(ada, None), plies=2), game_over(names=("Linus", "Edsger"))

    def shown() -> str:
        return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", client.get("/").content.decode())

    drawn = [{template.name for template in client.get("/").templates} for _time in range(2)]
    assert ["games/_live_and_latest.html" in names for names in drawn] == [True, False]
    pages = [shown()]
    now = open_game(playing.id).state
    assert now is not None
    play_turn(game=playing.id, seat=now.to_move, turn=str(legal_turns(now)[0]))
    pages.append(shown())
    Player.objects.filter(account=ada).update(name="Grace")
    pages.append(shown())
    Damage.objects.create(stream=over.id, version=3)
    pages.append(shown())
    parts = ("· 2 moves", "· 3 moves", "Ada", "Grace", "This game is damaged")
    assert [[part in page for part in parts] for page in pages] == [
        [True, False, True, False, False],
        [False, True, True, False, False],
        [False, True, False, True, False],
        [False, True, False, True, True],
    ]
