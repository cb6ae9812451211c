"""A puzzle in a real browser: answered by the keyboard, and looked at, light and dark, with and without an answer."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from library.puzzles.domain.selection import choose_days
from library.puzzles.domain.solutions import answer
from library.puzzles.questions import PuzzleKind
from tests.library.puzzles.made import a_puzzle, made_puzzles, wrong_answer
from tests.scenes import account, game_of

from .looks import check_looks


def test_a_puzzle_is_solved_by_keyboard(site: str, page: Page) -> None:
    puzzle = a_puzzle(PuzzleKind.CANNOT)
    page.goto(f"{site}/puzzles/{puzzle.key}/")
    choices = page.get_by_role("radio")
    expect(choices).to_have_count(len(puzzle.choices))
    choices.first.focus()
    page.keyboard.press("Space")
    values = [choice.get_attribute("value") for choice in choices.all()]
    for _step in range(values.index(puzzle.answer[0])):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", checked=True)).to_have_attribute("value", puzzle.answer[0])
    # Each choice lies over its square of the drawing.
    board, pick = page.locator("svg.board").bounding_box(), page.locator(".pick").first.bounding_box()
    assert board is not None
    assert pick is not None
    assert abs(pick["width"] / board["width"] - 40 / 418) < 0.005
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right")).to_be_visible()
    expect(page.get_by_role("link", name="See the game")).to_have_attribute("href", re.compile(f"ply={puzzle.ply}$"))
    check_looks(page)
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("button", name="Answer")).to_be_visible()


def test_puzzles_pass_in_both_looks(everywhere: Callable[..., None]) -> None:
    ada = account("Hedy")
    where, attack = a_puzzle(PuzzleKind.WHERE), a_puzzle(PuzzleKind.ATTACK)
    four = made_puzzles(game_of("alliance", plies=150, seed=5))[0]
    choose_days()
    everywhere(f"/puzzles/{where.key}/", f"/puzzles/{attack.key}/", f"/puzzles/{four.key}/")
    answer(puzzle=where, player=ada.player, chosen=wrong_answer(where))
    everywhere("/puzzles/", "/puzzles/mine/", f"/puzzles/{where.key}/?at=4", who=ada)
