"""What readers set for themselves: text twice as large, each set of pieces on each board, forced colours."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Preferences
from games.domain import commands, creation
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Seat, legal_turns, variant
from tests.scenes import account, placements, player

from .looks import COLOURS, check, on_a_desktop, on_a_phone, signed_in

SIZES = (390, 1280)
"""Widths of windows, in pixels."""

BEYOND = """() => {
  const named = (part) => `${part.localName}.${part.getAttribute("class")}`;
  const cut = (part) => {
    const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(part);
    if (textOverflow === "ellipsis" || clipPath !== "none") return false;
    const hides = (overflow) => overflow !== "auto" && (overflow !== "visible" || part.matches("button, .tabs"));
    const [wide, high] = [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight];
    return (hides(overflowX) && wide > 1) || (hides(overflowY) && high > 1);
  };
  const inWords = (part) =>
    [...part.childNodes].some((node) => node.textContent.trim() && !node.classList?.contains("visually-hidden"));
  const parts = [...document.body.querySelectorAll("*:not(svg, svg *)")];
  const texts = parts.filter((part) => part.checkVisibility() && part.clientWidth > 1 && inWords(part));
  return [document.documentElement.scrollWidth - innerWidth, ...texts.filter(cut).map(named)];
}"""
"""How many pixels the page goes on beside its window, and what has a text that is cut off with no ellipsis."""


@pytest.fixture
def pages(site: str, browser: Browser) -> Iterator[tuple[Page, Game, Game]]:
    """A page of somebody's own window, with a game in play and one that waits for a set-up."""
    ada = account("Ada")
    players = {Seat.RED: player("Grace").id, Seat.BLUE: ada.player.id}
    begun, waiting = (
        creation.create_game(variant=variant("classic"), players=players, time=PRESETS["3-days"]) for _game in "12"
    )
    for seat, placement in placements("classic", random.Random(1)).items():
        state = commands.make_setup(game=begun, seat=seat, placement=placement).state
    assert state is not None
    commands.play_turn(game=begun, seat=Seat.RED, turn=str(legal_turns(state)[0]))
    with signed_in(browser, site, ada, own=True, reduced_motion="reduce") as context:
        yield context.new_page(), Game.objects.get(id=begun), Game.objects.get(id=waiting)


def test_text_twice_as_large_fits_its_page(site: str, pages: tuple[Page, Game, Game]) -> None:
    page, playing, waiting = pages
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    found = {}
    for path in (f"games/{playing.key}/", f"games/{waiting.key}/", "lobby/", ""):
        answer = page.goto(f"{site}/{path}")
        assert answer is not None
        assert answer.ok
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        for width in SIZES:
            page.set_viewport_size({"width": width, "height": 844})
            found[path, width] = page.evaluate(BEYOND)
    assert {at: result for at, result in found.items() if result != [0]} == {}


@pytest.mark.slow
def test_each_set_and_each_board_pass_in_light_and_dark(site: str, pages: tuple[Page, Game, Game]) -> None:
    """What is text on a board. What is drawn there is held by `tests/games/presentation/test_contrast.py`."""
    page, playing, waiting = pages
    for path in (f"games/{waiting.key}/", f"games/{playing.key}/"):
        page.goto(f"{site}/{path}")
        for pieces, board in zip(Preferences.Pieces.values, Preferences.Board.values, strict=True):
            looks = {"pieces": pieces, "board": board}
            page.evaluate("looks => Object.assign(document.documentElement.dataset, looks)", looks)
            for look in (on_a_desktop, on_a_phone):
                look(page)
                check(page, COLOURS)


def test_in_forced_colours_what_is_chosen_stands_out(site: str, pages: tuple[Page, Game, Game]) -> None:
    """Shadows and grounds, by which it does so else, are not drawn there."""
    page, playing, _waiting = pages
    page.emulate_media(forced_colors="active")
    page.goto(f"{site}/games/{playing.key}/")
    outline = "square => getComputedStyle(square).outlineStyle"
    square = page.locator(".square.can").first
    assert square.evaluate(outline) == "none"
    square.click()
    page.mouse.move(0, 0)
    expect(page.locator(".square.picked")).to_have_css("outline-style", "solid")
    colours = {
        seat: page.locator(f".board .piece.{seat}").first.evaluate(
            "piece => getComputedStyle(piece).getPropertyValue('--seat')"
        )
        for seat in ("red", "blue")
    }
    assert colours == {"red": "Canvas", "blue": "CanvasText"}
    check(page)
