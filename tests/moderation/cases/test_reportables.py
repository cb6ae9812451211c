"""Games and puzzles are reported from their pages: by who may look at them, about one of those who sit there."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.conduct import blocks
from accounts.models import Player, Report
from accounts.people.bots import bots
from games.domain import creation
from games.models import Game
from games.rules import Seat, variant
from library.puzzles.models import Puzzle
from moderation.cases.models import Case
from tests.library.archive.test_views import text
from tests.scenes import account, game_in_play, game_over

pytestmark = pytest.mark.django_db


def signed_in(who) -> Client:
    client = Client()
    client.force_login(who)
    return client


def reports() -> list[tuple[str, str, str | None, str]]:
    rows = Report.objects.order_by("created").select_related("about")
    return [(row.kind, row.why, row.about and row.about.name, row.excerpt) for row in rows]


def test_a_player_reports_the_game_and_blocks_the_opponent() -> None:
    ada, charles = account("Ada"), account("Charles")
    game = game_in_play(accounts=(ada, charles), plies=4)
    browser, link = signed_in(ada), f"/report/?game={game.key}"
    assert link in browser.get(reverse("play:aside", args=[game.key])).text  # beside the board
    form = browser.get(link)
    assert ("Ada – Charles, Classic" in text(form), "Stopped playing" in text(form)) == (True, True)
    assert ('name="about"' in form.text, 'name="block"' in form.text) == (False, True)
    assert browser.post(link, {"why": "wrong"}).status_code == 400  # no puzzle
    response = browser.post(link, {"why": "stopped-playing", "text": "Gone.", "block": "1"})
    assert response["Location"] == f"/games/{game.key}/"
    assert reports() == [("game", "stopped-playing", "Charles", "")]
    (case,) = Case.objects.all()
    assert (case.about, case.things) == (charles.player.pk, [["game", str(game.pk)]])
    assert blocks.blocks(blocker=ada.player, target=charles.player)
    assert 'name="block"' not in browser.get(link).text


def test_who_looks_on_says_whom_it_is_about() -> None:
    ada, charles, grace = account("Ada"), account("Charles"), account("Grace")
    game = game_over(accounts=(ada, charles), plies=4)
    browser, link = signed_in(grace), f"/report/?game={game.key}"
    assert link in browser.get(f"/games/{game.key}/").text
    assert link not in Client().get(f"/games/{game.key}/").text
    assert browser.post(link, {"why": "boosting"}).status_code == 400
    assert browser.post(link, {"why": "boosting", "about": str(grace.player.pk)}).status_code == 400
    browser.post(link, {"why": "boosting", "about": str(charles.player.pk), "block": "1"})
    assert reports() == [("game", "boosting", "Charles", "")]
    assert blocks.blocked_among(grace.player.pk, [charles.player.pk]) == {charles.player.pk}
    assert "Block this player, too" in text(browser.get(link))  # there is still the other one


@pytest.mark.slow
def test_nobody_is_reported_at_a_game_of_programs_or_strangers_or_one_that_is_closed() -> None:
    ada, grace = account("Ada"), account("Grace")
    (bot,) = bots(1)
    rules = variant("duel")
    alone = creation.create_game(variant=rules, players={Seat.RED: ada.player.pk, Seat.BLUE: bot.pk})
    strangers = game_over(plies=4, names=("Linus", "Ken"))
    closed = creation.create_game(
        variant=rules, players={Seat.RED: ada.player.pk, Seat.BLUE: account("Bob").player.pk}, spectators="ended"
    )
    by_ada, by_grace = signed_in(ada), signed_in(grace)
    keys = dict(Game.objects.values_list("pk", "key"))
    for browser, key in ((by_ada, keys[alone]), (by_grace, strangers.key), (by_grace, keys[closed])):
        assert browser.get(f"/report/?game={key}").status_code == 404
        assert "/report/?game" not in browser.get(f"/games/{key}/").text
    assert by_ada.get(f"/report/?game={keys[closed]}").status_code == 200
    for asked in ("game=", f"game={closed}", "puzzle=11111111111", "message=x", f"message={uuid4()}"):
        assert by_ada.get(f"/report/?{asked}").status_code == 404, asked


def test_a_puzzle_is_reported_as_faulty() -> None:
    ada, charles = account("Ada"), account("Charles")
    game = game_over(slug="duel", plies=10)
    values = {"key": "11111111112", "seat": 0, "ply": 4, "kind": "where", "variant": "duel", "rank": 1, "about": 1}
    puzzle = Puzzle.objects.create(id=uuid4(), game=game.pk, choices=["a7", "b7"], answer=["a7"], **values)
    link = f"/report/?puzzle={puzzle.key}"
    for who in (ada, charles):
        browser = signed_in(who)
        assert link in browser.get(f"/puzzles/{puzzle.key}/").text
        form = browser.get(link)
        assert ("Report: puzzle 11111111112" in text(form), "It is faulty" in text(form)) == (True, True)
        assert ('name="about"' in form.text, 'name="block"' in form.text) == (False, False)
        assert browser.post(link, {"why": "wrong", "text": "Two are right."})["Location"] == f"/puzzles/{puzzle.key}/"
    assert link not in Client().get(f"/puzzles/{puzzle.key}/").text
    (case,) = Case.objects.all()
    assert (case.kind, case.about, case.thing, case.target, case.reports) == ("wrong", None, "puzzle", puzzle.pk, 2)
    assert Player.objects.filter(name="Ada").exists()
