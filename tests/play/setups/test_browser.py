"""The editor in a real browser: by mouse, by keyboard alone, by touch, without scripts, in two windows."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from accounts.models import Account
from games.domain import command_handler, commands
from games.domain.placement import empty, placed
from games.domain.ready_setups import ready_form
from games.models import Game
from games.rules import Seat, variant
from play.setups.domain import draft_of, keep, save
from tests.browser.looks import check
from tests.scenes import account
from tests.windows import watch

from .games import desk_of, waiting_game

BARRAGE = variant("barrage")
CORNER = ready_form(BARRAGE, "corner") or ""


@pytest.fixture
def people(site: str) -> list[Account]:
    return [account("Ada"), account("Charles")]


@pytest.fixture
def game(people: list[Account]) -> Game:
    return waiting_game("barrage", people)


def sign_in(context: BrowserContext, site: str, who: Account) -> None:
    client = Client()
    client.force_login(who)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])


@pytest.fixture
def red(site: str, page: Page, game: Game, people: list[Account]) -> Page:
    sign_in(page.context, site, people[0])
    page.goto(f"{site}/games/{game.key}/")
    clear(page)
    return page


def clear(page: Page) -> None:
    """Takes off the set-up that lies there from the beginning."""
    expect(page.locator("#setup-status")).to_contain_text("The set-up is complete.")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#setup-status")).to_contain_text(" to go.")


def square(page: Page, name: str) -> Locator:
    return page.locator(f"[data-place][data-name='{name}']")


def piece(page: Page, name: str) -> Locator:
    return page.locator(f"[data-symbol][data-name='{name}']")


def stands(page: Page, name: str, what: str) -> None:
    expect(square(page, name)).to_have_accessible_name(f"{name}: {what}")
    expect(square(page, name).locator("svg")).to_have_count(0 if what == "empty" else 1)


def kept(page: Page, game: Game, who: Account, form: str) -> None:
    for _try in range(400):  # one request after the other, on a machine that may be busy
        if draft_of(desk_of(game, who)).form == form:
            return
        page.wait_for_timeout(50)
    assert draft_of(desk_of(game, who)).form == form


def drag(page: Page, what: Locator, where: Locator) -> None:
    """Drag with the mouse. What comes into the page meanwhile may move the board: each step looks where it is now."""
    what.hover()
    page.mouse.down()
    for at in (3, 2, 2):
        box = where.bounding_box()
        assert box is not None
        where.hover(position={"x": box["width"] / at, "y": box["height"] / at})
    page.mouse.up()


def test_by_mouse_to_the_end(red: Page, game: Game, people: list[Account]) -> None:
    drag(red, piece(red, "Marshal"), square(red, "f4"))
    stands(red, "f4", "Marshal")
    expect(piece(red, "Marshal")).to_have_accessible_name("Marshal, 0 left")
    drag(red, square(red, "f4"), square(red, "b3"))  # moved
    stands(red, "f4", "empty")
    piece(red, "Scout").click()  # by clicks: both Scouts from one click in the tray
    square(red, "a4").click()
    square(red, "b3").click()  # and the Marshal goes back
    stands(red, "b3", "Scout")
    expect(piece(red, "Marshal")).to_have_accessible_name("Marshal, 1 left")
    drag(red, square(red, "a4"), square(red, "b3"))
    square(red, "b3").click()
    square(red, "j1").click()
    stands(red, "j1", "Scout")
    drag(red, square(red, "j1"), red.locator("[data-tray] h2"))  # off the board
    stands(red, "j1", "empty")
    kept(red, game, people[0], "2" + "." * 39)
    red.reload()
    stands(red, "a4", "Scout")
    red.get_by_role("button", name="Ready: this is my set-up").click()
    expect(red.locator("#setup-status")).to_contain_text("7 pieces to go.")
    expect(red.get_by_role("dialog")).to_have_count(0)
    red.get_by_role("button", name="Fill up").click()
    expect(red.locator("#setup-status")).to_contain_text("The set-up is complete.")
    stands(red, "a4", "Scout")
    red.get_by_role("button", name="Corner").click()  # one after the other, however fast
    red.get_by_role("button", name="Mirror").click()
    stands(red, "i1", "General")
    stands(red, "j1", "Flag")
    red.get_by_role("button", name="Undo").click()
    stands(red, "b1", "General")
    stands(red, "a1", "Flag")
    red.get_by_role("button", name="Ready: this is my set-up").click()
    expect(red.get_by_role("dialog")).to_contain_text("It cannot be changed afterwards.")
    red.get_by_role("button", name="Yes, I am ready").dblclick()
    expect(red.get_by_role("heading", level=1)).to_have_text("You are ready")
    assert command_handler.open_game(game.id).setups[Seat.RED].placement == placed(CORNER, BARRAGE, Seat.RED)


def test_by_keyboard_alone(red: Page, game: Game, people: list[Account]) -> None:
    keys = red.keyboard
    red.get_by_role("heading", level=1).click()
    for _stop in range(40):
        keys.press("Tab")
        if red.evaluate("document.activeElement.dataset.name") == "a4":
            break
    expect(square(red, "a4")).to_be_focused()
    said = red.locator("[data-say]")
    keys.press("0")
    stands(red, "a4", "Marshal")
    expect(said).to_have_text("Marshal on a4. 7 pieces to go.")
    keys.press("ArrowRight")
    keys.press("2")
    keys.press("ArrowRight")
    keys.press("2")
    keys.press("ArrowDown")
    keys.press("2")
    expect(said).to_contain_text("There is no Scout left in the tray.")
    keys.press("Backspace")
    keys.press("End")
    expect(square(red, "j3")).to_be_focused()
    keys.press("b")
    keys.press("Enter")
    expect(said).to_contain_text("Bomb from j3 is in your hand.")
    keys.press("Escape")
    keys.press("Enter")
    keys.press("Home")
    keys.press("ArrowUp")
    keys.press("Space")  # swapped with the Marshal
    stands(red, "a4", "Bomb")
    stands(red, "j3", "Marshal")
    keys.press("ArrowRight")
    keys.press("Delete")
    stands(red, "b4", "empty")
    keys.press("Control+z")
    stands(red, "b4", "Scout")
    kept(red, game, people[0], "B22" + "." * 16 + "M" + "." * 20)
    red.get_by_role("button", name="Fill up").focus()
    keys.press("Enter")
    expect(red.locator("#setup-status")).to_contain_text("The set-up is complete.")
    red.get_by_role("button", name="Ready: this is my set-up").focus()
    keys.press("Enter")
    expect(red.get_by_role("button", name="Yes, I am ready")).to_be_focused()
    keys.press("Enter")
    expect(red.get_by_role("heading", level=1)).to_have_text("You are ready")


def test_by_touch_on_a_phone(site: str, browser: Browser, game: Game, people: list[Account]) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sign_in(context, site, people[1])
    page = context.new_page()
    trouble = watch(page)
    page.goto(f"{site}/games/{game.key}/")
    clear(page)
    piece(page, "Flag").tap()
    square(page, "e10").tap()
    stands(page, "e10", "Flag")
    expect(page.locator("#setup-status")).to_contain_text("7 pieces to go.")  # nothing moves the board any more
    touch = context.new_cdp_session(page)
    begin, end = square(page, "e10").bounding_box(), square(page, "j7").bounding_box()
    assert begin is not None
    assert end is not None
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (begin, end)]
    steps = [
        (points[0][0] + (points[1][0] - points[0][0]) * n / 5, points[0][1] + (points[1][1] - points[0][1]) * n / 5)
        for n in range(6)
    ]
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": steps[0][0], "y": steps[0][1]}]}
    )
    for x, y in steps[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    stands(page, "j7", "Flag")
    stands(page, "e10", "empty")
    kept(page, game, people[1], "F" + "." * 39)
    context.close()
    assert trouble == []


def test_two_windows(live_site: str, page: Page) -> None:
    people = [account("Ada"), account("Charles")]
    game = waiting_game("barrage", people)
    sign_in(page.context, live_site, people[0])
    red, other = page, page.context.new_page()
    red.goto(f"{live_site}/games/{game.key}/")
    clear(red)
    other.goto(f"{live_site}/games/{game.key}/")
    red.bring_to_front()
    drag(red, piece(red, "Marshal"), square(red, "a4"))
    kept(red, game, people[0], "M" + "." * 39)
    other.bring_to_front()
    drag(other, piece(other, "General"), square(other, "b4"))
    expect(other.get_by_role("alert")).to_contain_text("changed in another window meanwhile")
    other.get_by_role("button", name="The other one").click()
    stands(other, "a4", "Marshal")
    stands(other, "b4", "empty")
    drag(other, piece(other, "General"), square(other, "b4"))
    kept(other, game, people[0], "M9" + "." * 38)
    red.bring_to_front()
    drag(red, piece(red, "Spy"), square(red, "c4"))
    red.get_by_role("button", name="The one in this window").click()
    kept(red, game, people[0], "M.S" + "." * 37)
    red.get_by_role("button", name="Undo").click()
    stands(red, "b4", "General")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_out_of_reach_of_anyone(
    site: str, browser: Browser, game: Game, people: list[Account], scheme: str
) -> None:
    four = [*people, account("Grace"), account("Linus")]
    alliance, cards = waiting_game("alliance", four), waiting_game("cards", people)
    keep(desk_of(game, people[0]), form=CORNER, expected=0)
    save(player=people[0].player.id, slug="barrage", name="A long name " * 5, form=empty(BARRAGE))
    made = waiting_game("barrage", people)
    commands.make_setup(game=made.id, seat=Seat.RED, placement=placed(CORNER, BARRAGE, Seat.RED))
    context = browser.new_context(
        color_scheme=scheme,  # type: ignore[arg-type]
        viewport={"width": 390 if scheme == "dark" else 1280, "height": 844},
        reduced_motion="reduce",
    )
    sign_in(context, site, people[0])
    page = context.new_page()
    trouble = watch(page)
    some = [f"/games/{made.key}/", f"/games/{alliance.key}/"]
    others = [f"/games/{game.key}/setup/?sure=1", f"/games/{cards.key}/", "/setups/"]
    for address in (*(some if scheme == "light" else others), f"/games/{game.key}/"):
        page.goto(site + address)
        page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
        check(page)
    page.get_by_role("button", name="Ready: this is my set-up").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)
    context.close()
    assert trouble == []


def test_an_open_page_follows_who_is_ready(live_site: str, page: Page) -> None:
    people = [account("Ada"), account("Charles")]
    game = waiting_game("barrage", people)
    sign_in(page.context, live_site, people[0])
    page.goto(f"{live_site}/games/{game.key}/")
    expect(page.locator("#setup-ready .ok")).to_have_count(0)
    clear(page)
    drag(page, piece(page, "Marshal"), square(page, "a4"))
    blue = placed(CORNER, BARRAGE, Seat.BLUE)
    commands.make_setup(game=game.id, seat=Seat.BLUE, placement=blue)
    expect(page.locator("#setup-ready .ok")).to_have_count(1)
    stands(page, "a4", "Marshal")
    page.get_by_role("button", name="Corner").click()
    page.get_by_role("button", name="Ready: this is my set-up").click()
    page.get_by_role("button", name="Yes, I am ready").click()
    expect(page.locator("svg.board")).to_be_visible()
