"""Every page passes axe-core, light on a desktop and dark on a phone; filters and colours can be chosen."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect
from pytest_django import Settings

from eventlog import checkpoints
from games.domain.placement import form_of, view_order
from games.replay import timeline
from games.rules import Seat, variant
from library.archive.domain.families import sort_all
from library.figures.models import PlayerFigures
from tests.library.archive.test_explorer import known
from tests.library.archive.test_families import FORM, NEAR, OTHER, count
from tests.library.figures.test_pages import COUNTS
from tests.library.figures.test_pages import known as figures_known
from tests.scenes import account, game_in_play, game_of, game_over, game_waiting

from .looks import open_all


def test_empty_pages(everywhere: Callable[..., None]) -> None:
    everywhere("/", "/games/", "/checkpoints/", "/login/", "/nothing/here")
    everywhere("/logout/", who=account("Ada"))


def test_pages_with_games(everywhere: Callable[..., None], settings: Settings, tmp_path) -> None:
    settings.DATA_DIR = tmp_path
    checkpoints.write()
    long = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers"
    game_over(names=(long, "Анна-Мария Константинопольская-Преображенская"))
    game_in_play(slug="barrage")
    game_waiting()
    everywhere("/", "/games/", "/games/?player=nobody", "/checkpoints/")
    drawn = "".join("F" if place == 31 else "B" if place in (21, 30, 32) else "." for place in range(40))
    everywhere(f"/games/?variant=classic&pattern={drawn}", "/games/?side=red&plies_min=9&plies_max=8", act=open_all)


def test_the_explorer_of_set_ups(everywhere: Callable[..., None]) -> None:
    flags = {(0, "won"): dict.fromkeys(range(12), 15), (1, "lost"): {place: 10 * place for place in range(2, 14)}}
    known(flags=flags)
    everywhere("/games/explorer/?variant=duel", "/games/explorer/", "/games/explorer/?variant=duel&event=x&rank=M")


def test_the_families_of_set_ups(everywhere: Callable[..., None]) -> None:
    count(FORM, play_0_won=40, play_1_lost=23, import_0_drawn=4)
    count(NEAR, play_0_won=12)
    count(OTHER, play_1_won=10)
    sort_all()
    everywhere("/games/families/?variant=duel", "/games/families/", f"/games/family/?variant=duel&setup={FORM}")
    everywhere(f"/games/family/?variant=duel&setup={FORM[1:]}x", act=open_all)


def test_replays(everywhere: Callable[..., None]) -> None:
    revealed = game_over(plies=120).key
    sealed = game_over(reveal="never", no_attack_limit=15).key
    everywhere(
        f"/games/{revealed}/?ply=0",
        f"/games/{revealed}/?ply=60&view=red&flip=1",
        f"/games/{sealed}/",
        f"/games/{game_in_play(plies=0).key}/",
        f"/games/{game_waiting().key}/",
        f"/games/{sealed}/record.json",
    )


def test_replays_of_other_boards(everywhere: Callable[..., None]) -> None:
    four = game_of("alliance", plies=60, seed=5)
    cards = game_of("cards", spotter=True, seed=2)
    campaign = game_of("campaign", plies=50, reveal="never")
    everywhere(
        f"/games/{four.key}/?ply=50&view=red2&flip=2",
        f"/games/{cards.key}/?ply=9&view=red&flip=1",
        f"/games/{campaign.key}/",
        f"/games/{game_of('lightning', until='rescue', seed=54).key}/",
        act=open_all,
    )


def test_pages_of_rules(everywhere: Callable[..., None]) -> None:
    everywhere("/rules/", "/rules/ultimate_lightning/", "/rules/alliance/", "/rules/cards/", act=open_all)


def test_an_open_dialog_and_the_board_as_a_table(everywhere: Callable[..., None]) -> None:
    def act(page: Page) -> None:
        page.get_by_text("The board as a table").click()
        page.get_by_role("button", name="Keys").click()
        expect(page.get_by_role("dialog")).to_be_visible()

    everywhere(f"/games/{game_over().key}/", act=act)


def test_the_first_stop_of_the_keyboard_skips_to_the_content(site: str, page: Page) -> None:
    page.goto(site)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


# -- the archive ----------------------------------------------------------------------------------


def test_filters_swap_the_list_and_the_address(site: str, page: Page) -> None:
    game_over(names=("Ada", "Charles"))
    game_over(names=("Grace", "Linus"), slug="barrage", loser=Seat.BLUE)
    page.goto(f"{site}/games/")
    page.evaluate("window.stayed = true")
    rows = page.locator(".games li")
    expect(rows).to_have_count(2)

    page.get_by_label("Variant").select_option("barrage")
    expect(rows).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("1 game")
    expect(page).to_have_url(re.compile("variant=barrage"))
    page.get_by_label("Variant").select_option("")
    expect(rows).to_have_count(2)
    page.get_by_label("Player", exact=True).press_sequentially("ada")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Charles")
    page.get_by_label("Result").select_option("red")
    expect(page.get_by_role("heading", name="No game fits these filters")).to_be_visible()
    assert page.evaluate("window.stayed")

    page.reload()  # the address holds the filters
    expect(page.get_by_label("Player", exact=True)).to_have_value("ada")
    expect(page.get_by_role("heading", name="No game fits these filters")).to_be_visible()
    page.get_by_role("link", name="Clear").click()
    expect(rows).to_have_count(2)


def test_games_are_searched_by_the_keyboard_alone(site: str, page: Page) -> None:
    """Pieces are drawn on squares, the address is shared, and a filter is taken off again."""
    game = game_over(slug="duel", plies=20)
    game_over(slug="duel", plies=20, seed=4)
    made = timeline(game).seals[0].placement
    form = form_of(made, variant("duel"), Seat.RED)
    page.goto(f"{site}/games/")
    page.get_by_label("Variant").select_option("duel")
    expect(page).to_have_url(re.compile("variant=duel"))
    page.reload()
    for summary in ("More to search by", "How it went", "Set-ups"):
        page.locator("summary").filter(has_text=summary).focus()
        page.keyboard.press("Enter")
    names = view_order(variant("duel"), Seat.RED)
    for place, symbol in enumerate(form):
        if symbol in "FB":
            square = page.get_by_label(variant("duel").board.name(names[place]), exact=True)
            square.focus()
            page.keyboard.press(symbol)
            expect(square).to_have_value(symbol)
    page.get_by_label("Moves to", exact=True).fill("99")
    page.get_by_label("Moves to", exact=True).press("Enter")
    expect(page.locator(".games li")).to_have_count(1)
    drawn = "".join(symbol if symbol in "FB" else "." for symbol in form)
    assert page.url == f"{site}/games/?variant=duel&plies_max=99&pattern={drawn}"
    chips = page.get_by_role("list", name="What is searched for").get_by_role("link")
    expect(chips).to_contain_text(["Variant: Duel", "Moves to: 99", "Formation: 3 squares"])
    chips.nth(2).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".games li")).to_have_count(2)
    page.go_back()
    expect(page.get_by_label(variant("duel").board.name(names[form.index("F")]), exact=True)).to_have_value("F")


# -- colours --------------------------------------------------------------------------------------


def ground(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


LIGHT, DARK = "rgb(243, 244, 239)", "rgb(20, 24, 26)"


def test_colours_follow_the_system_until_the_reader_chooses(site: str, page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(site)
    assert ground(page) == DARK
    button = page.get_by_role("button", name="Dark colours")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    assert ground(page) == LIGHT
    expect(button).to_have_attribute("aria-pressed", "false")
    page.goto(f"{site}/games/")
    assert ground(page) == LIGHT
    page.get_by_role("button", name="Dark colours").click()
    page.emulate_media(color_scheme="light")  # what the system has is not kept as a choice
    assert ground(page) == LIGHT


def test_a_choice_of_colours_does_not_flash(site: str, browser: Browser) -> None:
    page = browser.new_context(own=True).new_page()
    page.goto(site)
    page.get_by_role("button", name="Dark colours").click()
    seen: list[str] = []
    page.expose_function("seen", lambda colour: seen.append(colour))
    page.add_init_script(
        "requestAnimationFrame(function look() {"
        " if (document.body) window.seen(getComputedStyle(document.body).backgroundColor);"
        " if (performance.now() < 900) requestAnimationFrame(look); })"
    )
    page.route("**/site.js", lambda route: (time.sleep(0.3), route.continue_()))  # a slow line
    page.goto(f"{site}/games/")
    page.wait_for_timeout(600)
    assert set(seen) == {DARK}


def test_figures_of_games_and_of_a_player(everywhere: Callable[..., None]) -> None:
    figures_known()
    ada = account("Ada")
    PlayerFigures.objects.create(player=ada.player.id, variant="duel", month="2020-01-01", games=12, counts=COUNTS)
    everywhere("/games/figures/?variant=duel", "/games/figures/", "/players/Ada/figures/", act=open_all)
