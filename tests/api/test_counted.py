"""Figures, set-ups of open games, puzzles and studies by programs: the numbers of the pages, for whom the pages have
them.
"""

from __future__ import annotations

import random

import pytest
from django.utils import timezone

from accounts.models import Preferences
from games.models import Game
from library.archive.domain.placements import count_placements
from library.figures.models import PlayerFigures
from library.puzzles.domain.selection import choose_days
from library.puzzles.models import Attempt
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.library.archive.test_families import FORM, NEAR, OTHER, count, opened, sort_all
from tests.library.figures.test_pages import COUNTS
from tests.library.figures.test_pages import known as counted
from tests.library.puzzles.made import a_puzzle, wrong_answer
from tests.library.studies.studied import a_study
from tests.scenes import account

pytestmark = pytest.mark.django_db


def test_figures_are_those_of_the_page() -> None:
    counted()
    result = Program().get("figures/", variant="duel")
    value = result.json()
    assert (value["games"], value["opened"], fits("figures/", result)) == (12, 12, [])
    results = value["tables"][0]
    assert (results["slug"], results["rows"][0][:5]) == ("results", ["Red", 12, 7, 1, 4])
    assert Program().get("figures/", variant="classic").json()["tables"] == []
    assert code_of(Program().get("figures/", variant="chess")) == (400, "invalid")
    assert code_of(Program().get("figures/", of="duel")) == (400, "unknown-parameters")


def test_figures_of_a_player_are_told_as_the_player_wishes() -> None:
    ada = account("Ada")
    PlayerFigures.objects.create(
        player=ada.player.id, variant="duel", month=timezone.now().date().replace(day=1), games=12, counts=dict(COUNTS)
    )
    own, other = Program(ada), Program(account("Bob"))
    mine = own.get("players/ada/figures/")
    assert (mine.json()["games"], mine.json()["until"], fits("players/{name}/figures/", mine)) == (12, None, [])
    assert other.get("players/Ada/figures/").json()["tables"] == []  # the month has not been over for a month
    assert Program(ada, "play").get("players/Ada/figures/").json()["until"] is not None
    Preferences.objects.update_or_create(account=ada, defaults={"show_figures": False})
    assert [code_of(item.get("players/Ada/figures/")) for item in (other, Program())] == [(403, "figures-kept")] * 2
    assert own.get("players/Ada/figures/").json()["games"] == 12
    assert code_of(other.get("players/Nobody/figures/")) == (404, "not-found")


def test_placements_and_families_are_those_of_the_pages() -> None:
    nobody, chance = Program(), random.Random(1)
    count_placements([opened(FORM, chance, result="won") for _one in range(30)])
    count(FORM, play_0_won=12, play_0_lost=8, play_1_lost=3)
    count(NEAR, play_0_drawn=9, play_1_won=9)
    sort_all()
    result = nobody.get("placements/", variant="duel", rank="M")
    value = result.json()
    assert (value["setups"], value["went"], value["rank"]) == (30, {"won": 1.0, "drawn": 0.0, "lost": 0.0}, "M")
    assert [(item["setups"], item["share"]) for item in value["squares"]] == [(30, 1.0)]
    families = nobody.get("families/", variant="duel")
    family = families.json()["families"][0]
    item = nobody.get("families/one/", variant="duel", setup=NEAR)
    assert (family["went"], item.json()["went"]) == ({"setups": 41, "won": 21, "drawn": 9, "lost": 11},) * 2
    assert [(laid["differs"], laid["went"]["setups"]) for laid in item.json()["members"]] == [(0, 23)]
    wrong = fits("placements/", result) + fits("families/", families) + fits("families/one/", item)
    assert wrong == []
    assert code_of(nobody.get("families/one/", variant="duel", setup=OTHER)) == (404, "not-found")
    assert code_of(nobody.get("families/one/", variant="duel", setup="FF")) == (400, "invalid")


@pytest.mark.slow
def test_a_puzzle_leads_to_its_game_once_it_is_answered() -> None:
    puzzle = a_puzzle()
    game, path = Game.objects.get(id=puzzle.game), f"puzzles/{puzzle.key}/"
    ada, nobody = Program(account("Ada")), Program()
    asked = ada.get(path)
    names = [seat.player.name for seat in game.seats.all() if seat.player]
    marks = [game.key, str(game.id), f"{game.created:%Y-%m}", *names]
    assert [mark for mark in marks if mark in asked.content.decode()] == []
    assert (asked.json()["answered"], fits("puzzles/{key}/", asked)) == (None, [])
    assert code_of(nobody.post(path, {"choice": ["z9"]})) == (422, "no-choice")
    tried = nobody.post(path, {"choice": wrong_answer(puzzle)})
    assert (tried.json()["right"], tried.json()["kept"], Attempt.objects.count()) == (False, False, 0)
    assert code_of(Program(account("Bob"), "read").post(path, {"choice": puzzle.answer})) == (403, "scope")
    right = ada.post(path, {"choice": puzzle.answer})
    assert (right.json()["right"], right.json()["kept"], right.json()["game"]) == (True, True, game.key)
    assert fits("puzzles/{key}/", right, "post") == []
    later = ada.post(path, {"choice": wrong_answer(puzzle)}).json()
    assert (later["right"], ada.get(path).json()["answered"]) == (True, right.json())
    assert nobody.get(path).json()["answered"] is None
    drawn = nobody.get("puzzles/next/", kind=puzzle.kind)
    assert drawn.json()["variant"] == puzzle.variant
    assert ada.get("puzzles/next/", kind=puzzle.kind).json()["key"] != puzzle.key
    assert code_of(nobody.get("puzzles/day/")) == (404, "not-found")
    choose_days()
    day, days = nobody.get("puzzles/day/"), nobody.get("puzzles/days/", limit="1")
    assert days.json() == {"days": [day.json()], "next": None, "prev": None}
    assert fits("puzzles/day/", day) + fits("puzzles/days/", days) + fits("puzzles/next/", drawn) == []
    assert code_of(nobody.get("puzzles/days/", before="soon")) == (400, "cursor")


def test_a_study_is_there_for_who_may_read_it() -> None:
    ada, bob = account("Ada"), account("Bob")
    hidden, public = a_study(ada), a_study(ada, visibility="public", title="Ends")
    own, other = Program(ada), Program(bob)
    listed, mine = other.get("studies/", player="ada", limit="1"), own.get("me/studies/")
    assert [item["key"] for item in listed.json()["studies"]] == [public.key]
    assert {(item["key"], item["role"]) for item in mine.json()["studies"]} == {
        (hidden.key, "owner"),
        (public.key, "owner"),
    }
    seen = other.get(f"studies/{public.key}/")
    assert (seen.json()["title"], code_of(other.get(f"studies/{hidden.key}/"))) == ("Ends", (404, "not-found"))
    assert own.get(f"studies/{hidden.key}/").json()["authors"] == ["Ada"]
    assert fits("studies/", listed) + fits("me/studies/", mine) + fits("studies/{key}/", seen) == []
    assert code_of(other.get("studies/", before=hidden.key)) == (400, "cursor")
