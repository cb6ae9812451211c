"""The pages of puzzles: what stands there, what may be done, and that nothing leads to the game before an answer."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from accounts.models import Account
from games.models import Game
from games.rules import VARIANTS
from library.puzzles import views
from library.puzzles.domain.creation import BOOKS
from library.puzzles.domain.selection import choose_days
from library.puzzles.domain.solutions import answer
from library.puzzles.models import Attempt, Puzzle, PuzzleDay
from library.puzzles.questions import PuzzleKind
from tests.library.puzzles.made import (
    a_puzzle,
    game_with_puzzles,
    made_puzzles,
    on_day,
    wrong_answer,
)
from tests.scenes import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Account:
    return account("Hedy")


@pytest.fixture
def member(client: Client, ada: Account) -> Client:
    client.force_login(ada)
    return client


def address(puzzle: Puzzle, query: str = "") -> str:
    return reverse("puzzles:puzzle", args=[puzzle.key]) + query


def text_of(response) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def tells(response, puzzle: Puzzle) -> list[str]:
    """What of an answer leads to the game of a puzzle; its year as a word, since a token may hold its digits."""
    game = Game.objects.get(id=puzzle.game)
    whole = response.content.decode() + str(response.headers)
    names = [seat.player.name for seat in game.seats.all() if seat.player]
    marks = [game.key, str(game.id), game.id.hex, *names]
    year = re.findall(rf"\b{game.created:%Y}\b", whole)
    return [mark for mark in marks if mark in whole] + year


@pytest.mark.slow
def test_nothing_leads_to_the_game_before_an_answer(client: Client) -> None:
    for kind in PuzzleKind:
        puzzle = a_puzzle(kind, names=("Wolfeschlegel", "Константинополь"))
        for query in ("", "?at=3", "?kind=where&near=1"):
            assert tells(client.get(address(puzzle, query)), puzzle) == []
        for chosen in ([], ["z9"]):
            assert tells(client.post(address(puzzle), {"choice": chosen}), puzzle) == []
        result = tells(client.post(address(puzzle), {"choice": puzzle.answer}), puzzle)
        assert result == [Game.objects.get(id=puzzle.game).key]


@pytest.mark.slow
def test_a_visitor_answers_and_nothing_is_kept(client: Client) -> None:
    puzzle = a_puzzle()
    right = client.post(address(puzzle), {"choice": puzzle.answer})
    game = Game.objects.get(id=puzzle.game)
    replay = f"/games/{game.key}/?view={('red', 'blue')[puzzle.seat]}&amp;ply={puzzle.ply}"
    assert (right.status_code, "✓ Right" in text_of(right), replay in text_of(right)) == (200, True, True)
    assert "What the count says" in text_of(right)
    wrong = client.post(address(puzzle), {"choice": wrong_answer(puzzle)})
    assert "✗ Wrong" in text_of(wrong)
    assert f"The answer: {puzzle.answer[0]}." in text_of(wrong)
    assert "✓" not in text_of(client.get(address(puzzle)))
    assert not Attempt.objects.exists()
    assert client.get(replay.replace("&amp;", "&")).status_code == 200


@pytest.mark.slow
def test_a_member_answers_once(member: Client) -> None:
    puzzle = a_puzzle()
    sent = member.post(address(puzzle, "?kind=cannot"), {"choice": wrong_answer(puzzle)})
    assert (sent.status_code, sent["Location"]) == (302, address(puzzle, "?kind=cannot"))
    member.post(address(puzzle), {"choice": puzzle.answer})  # sent again, in another tab
    page = text_of(member.get(address(puzzle)))
    assert ("✗ Wrong" in page, "Your rating for puzzles:" in page, "/puzzles/next/" in page) == (True, True, True)
    assert 'name="choice"' not in page
    puzzle.refresh_from_db()
    assert f"Difficulty: {puzzle.value:.0f}, provisional (0 of 1 solved it)." in page
    mine = text_of(member.get(reverse("puzzles:mine")))
    assert (mine.count("✗ Wrong"), "0 of 1" in mine, address(puzzle) in mine) == (1, True, True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", PuzzleKind)
def test_an_answer_that_is_none_says_what_to_do(client: Client, kind: PuzzleKind) -> None:
    puzzle = a_puzzle(kind)
    words = "Mark at least one square" if kind is PuzzleKind.WHERE else "Choose one, then answer."
    for chosen in ([], ["z9"], *([] if kind is PuzzleKind.WHERE else [puzzle.choices])):
        response = client.post(address(puzzle), {"choice": chosen})
        assert (response.status_code, words in text_of(response)) == (422, True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", PuzzleKind)
def test_the_form_has_all_choices_with_words(client: Client, kind: PuzzleKind) -> None:
    puzzle = a_puzzle(kind)
    page = text_of(client.get(address(puzzle)))
    kind_of = "checkbox" if kind is PuzzleKind.WHERE else "radio"
    assert page.count(f'type="{kind_of}" name="choice"') == len(puzzle.choices)
    assert all(f'value="{choice}"' in page for choice in puzzle.choices)
    assert page.count(" attacks " if kind is PuzzleKind.ATTACK else ": hidden piece") >= len(puzzle.choices)


# -- the way from one to the next -----------------------------------------------------------------


@pytest.mark.slow
def test_the_next_one_keeps_what_was_asked_for(client: Client) -> None:
    puzzle = a_puzzle()
    led = client.get(reverse("puzzles:next"), {"kind": puzzle.kind, "variant": "barrage", "near": "on", "x": "1"})
    assert led.status_code == 302
    assert led["Location"].endswith(f"/?kind={puzzle.kind}&variant=barrage&near=1")
    nonsense = client.get(reverse("puzzles:next"), {"kind": "chess", "variant": "chess"})
    assert Puzzle.objects.filter(key=nonsense["Location"].split("/")[-2]).exists()
    none = client.get(reverse("puzzles:next"), {"variant": "classic"})
    assert none["Location"] == "/puzzles/?variant=classic&none=1"
    assert "There is no puzzle of this kind yet." in text_of(client.get(none["Location"]))


@pytest.mark.slow
def test_the_index_has_the_day_and_how_one_did(client: Client, ada: Account) -> None:
    assert "There is none yet" in text_of(client.get("/puzzles/"))
    made_puzzles(game_with_puzzles())
    with on_day("2026-05-01"):
        choose_days()
        day = PuzzleDay.objects.get(day="2026-05-01")
        page = text_of(client.get("/puzzles/"))
        assert (address(day.puzzle) in page, "nobody has tried it yet" in page) == (True, True)
        assert "Anybody can solve." in page
        client.force_login(ada)
        client.post(address(day.puzzle), {"choice": day.puzzle.answer})
        page = text_of(client.get("/puzzles/"))
        assert ("✓ Right" in page, "1 of 1 solved it" in page, "<dd>1</dd>" in page) == (True, True, True)
        assert re.search(r"<dd>\d{4}, provisional</dd>", page)


@pytest.mark.slow
def test_earlier_days_are_listed_by_pages_and_later_ones_are_not(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PAGE", 2)
    puzzles = [puzzle for seed in (3, 4) for puzzle in made_puzzles(game_with_puzzles(seed=seed), seed)][:5]
    for number, puzzle in enumerate(puzzles, 1):
        PuzzleDay.objects.create(day=f"2026-05-{number:02d}", puzzle=puzzle)
    with on_day("2026-05-04"):
        newest = text_of(client.get("/puzzles/days/"))
        older = text_of(client.get("/puzzles/days/?before=2026-05-03"))
        nonsense = text_of(client.get("/puzzles/days/?before=yesterday"))

    def listed(page: str) -> list[int]:
        return [number for number, puzzle in enumerate(puzzles, 1) if address(puzzle) in page]

    assert (listed(newest), listed(older), listed(nonsense)) == ([3, 4], [1, 2], [3, 4])
    assert "?before=2026-05-03" in newest
    assert "?after=2026-05-02" in older


@pytest.mark.slow
def test_my_answers_are_mine_and_in_pages(member: Client, ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PAGE", 2)
    other = account("Linus").player
    puzzles = [puzzle for seed in (3, 4) for puzzle in made_puzzles(game_with_puzzles(seed=seed), seed)][:4]
    for number, puzzle in enumerate(puzzles[:3], 1):
        with on_day(f"2026-05-{number:02d}"):
            answer(puzzle=puzzle, player=ada.player, chosen=puzzle.answer)
    answer(puzzle=puzzles[3], player=other, chosen=puzzles[3].answer)
    first = text_of(member.get("/puzzles/mine/"))
    older = re.search(r"\?before=\w+", first)
    assert older is not None
    second = text_of(member.get(f"/puzzles/mine/{older.group()}"))
    assert [[address(puzzle) in page for puzzle in puzzles] for page in (first, second)] == [
        [False, True, True, False],
        [True, False, False, False],
    ]
    assert member.get("/puzzles/mine/?before=zz").status_code == 200
    member.logout()
    assert member.get("/puzzles/mine/")["Location"].startswith("/login/")


# -- words ----------------------------------------------------------------------------------------


def test_each_rule_book_has_squares_over_its_board() -> None:
    path = finders.find("css/puzzles.css")
    assert isinstance(path, str)
    with open(path) as file:
        css = file.read()
    sizes = {(book.board.columns, book.board.rows, len(book.seats) > 2) for book in map(VARIANTS.get, BOOKS) if book}
    for columns, rows, named in sizes:
        assert f".grid-{columns}x{rows}{'-named' if named else ''} " in css
        assert f".c{columns} " in css
        assert f".r{rows} " in css


def test_each_exclusion_has_a_reason(client: Client) -> None:
    puzzle = a_puzzle(PuzzleKind.CANNOT)
    page = text_of(client.post(address(puzzle), {"choice": puzzle.answer}))
    assert re.search(r"It (moved|went|rescued|entered)[^.]* in ply \d+|What is left can be shared out", page)
