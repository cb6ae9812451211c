"""The replay page in a real browser: by keys, buttons, scrubber, by itself, and without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.rules import Seat
from play.talk.models import GuessOpening
from tests.play.talk.guessed import guessed_game
from tests.scenes import account, game_of, game_over

PLIES = 120
LATER = re.compile(r"^([3-9]|\d\d+)$")


pytestmark = pytest.mark.usefixtures("kept_database")


@pytest.fixture(scope="module")
def made() -> list[Game]:
    return []


@pytest.fixture
def game(site: str, made: list[Game]) -> Game:
    if not made:
        made.append(game_over(plies=PLIES))
    return made[0]


@pytest.fixture
def replay(site: str, page: Page, game: Game) -> Page:
    page.goto(f"{site}/games/{game.key}/?ply=0")
    return page


def shows(page: Page, ply: int) -> None:
    start = "The set-ups are made." if ply == 0 else f"Move {ply}:"
    expect(page.locator("[data-say]")).to_contain_text(start)
    expect(page.locator("svg.board")).to_have_attribute("aria-label", re.compile(f"after move {ply},"))
    expect(page.locator("[data-ply-now]")).to_have_text(str(ply))
    expect(page.locator("[data-scrub]")).to_have_value(str(ply))
    if ply:
        expect(page.locator("[data-moves] a[aria-current]")).to_have_attribute("data-to-ply", str(ply))
    else:
        expect(page.locator("[data-moves] a[aria-current]")).to_have_count(0)


def all_of(replay: Page, *looks: Callable[[Page], object]) -> None:
    """Each look begins where the page was opened: at the first position, with nothing turned and nothing playing."""
    for look in looks:
        replay.evaluate("document.activeElement.blur()")  # a field has keys of its own
        replay.keyboard.press("Home")  # what plays by itself ends with it
        shows(replay, 0)
        expect(replay.get_by_role("button", name="Play", exact=True)).to_be_visible()
        expect(replay.locator(".board-area .coordinates text").first).to_have_text("a")
        expect(replay).to_have_url(re.compile(r"[?&]ply=0$"))
        look(replay)


def test_the_ways_through_the_plies(replay: Page, game: Game) -> None:
    all_of(
        replay,
        by_move_list_with_chunks_fetched_when_needed,
        by_keyboard,
        keys_pressed_fast_are_not_lost,
        by_buttons,
        by_scrubber,
    )
    the_record_is_downloaded(replay, game)


def test_playing_by_itself(replay: Page) -> None:
    all_of(
        replay,
        the_last_move_is_announced,
        playing_by_itself_and_pausing,
        playing_stops_at_the_end_and_begins_again,
        playing_as_it_was_played,
    )


def test_what_is_asked_for_what_is_shown_and_from_whose_side(replay: Page) -> None:
    all_of(
        replay,
        stepping_asks_the_server_once_a_position,
        scrolling_the_move_list_fetches_chunks_and_leaves_the_page_where_it_is,
        flip_by_key_and_by_button,
        the_list_of_keys_and_switching_them_off,
        switching_the_view_keeps_the_ply,
    )


def by_keyboard(replay: Page) -> None:
    keys = replay.keyboard
    for key, ply in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", PLIES),
        ("ArrowRight", PLIES),
        ("ArrowLeft", PLIES - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        keys.press(key)
        shows(replay, ply)
    expect(replay).to_have_url(re.compile(r"\?ply=0$"))


def keys_pressed_fast_are_not_lost(replay: Page) -> None:
    for _one in range(15):
        replay.keyboard.press("ArrowRight")
    shows(replay, 15)
    expect(replay).to_have_url(re.compile(r"\?ply=15$"))


def by_buttons(replay: Page) -> None:
    for name, ply in [("Next", 1), ("Next", 2), ("Previous", 1), ("Last", PLIES), ("First", 0)]:
        replay.get_by_role("link", name=name, exact=True).click()
        shows(replay, ply)
    expect(replay.get_by_role("link", name="Previous", exact=True)).to_have_attribute("aria-disabled", "true")
    expect(replay.get_by_role("link", name="Next", exact=True)).to_have_attribute("aria-disabled", "false")


def by_scrubber(replay: Page) -> None:
    slider = replay.get_by_role("slider", name="Move")
    slider.fill("77")
    shows(replay, 77)
    expect(slider).to_have_attribute("aria-valuetext", f"Move 77 of {PLIES}")
    slider.press("ArrowRight")
    shows(replay, 78)
    slider.press("Home")
    shows(replay, 0)


def by_move_list_with_chunks_fetched_when_needed(replay: Page) -> None:
    chunks = replay.locator("[data-moves] .chunk")
    expect(chunks).to_have_count(3)
    expect(replay.locator("[data-moves] [data-to-ply='70']")).to_have_count(0)
    replay.keyboard.press("End")
    expect(replay.locator(f"[data-moves] a[data-to-ply='{PLIES}']")).to_be_in_viewport()
    replay.get_by_role("slider").fill("70")
    shows(replay, 70)
    replay.locator("[data-moves] a[data-to-ply='72']").click()
    shows(replay, 72)


def scrolling_the_move_list_fetches_chunks_and_leaves_the_page_where_it_is(replay: Page) -> None:
    replay.locator("[data-moves]").evaluate("list => { list.scrollTop = 50 * 16 }")
    expect(replay.locator("[data-moves] a[data-to-ply='60']")).to_have_count(1)
    replay.keyboard.press("End")
    shows(replay, PLIES)
    assert replay.evaluate("scrollY") == 0


def playing_by_itself_and_pausing(replay: Page) -> None:
    replay.get_by_label("Speed").select_option("120")
    replay.locator("body").click(position={"x": 5, "y": 400})
    replay.keyboard.press("Space")
    expect(replay.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    expect(replay.locator("[data-ply-now]")).to_have_text(LATER)
    replay.get_by_role("button", name="Pause").click()
    expect(replay.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")
    here = replay.locator("[data-ply-now]").inner_text()
    replay.wait_for_timeout(400)
    expect(replay.locator("[data-ply-now]")).to_have_text(here)


def playing_stops_at_the_end_and_begins_again(replay: Page) -> None:
    replay.get_by_label("Speed").select_option("120")
    replay.get_by_role("slider").fill(str(PLIES - 1))
    replay.get_by_role("button", name="Play", exact=True).click()
    shows(replay, PLIES)
    expect(replay.get_by_role("button", name="Play", exact=True)).to_be_visible()
    replay.get_by_role("button", name="Play", exact=True).click()
    expect(replay.locator("[data-ply-now]")).to_have_text(re.compile(r"^([2-9]|[1-9]\d)$"))  # from the start again


def playing_as_it_was_played(replay: Page) -> None:
    replay.get_by_label("Speed").select_option("real")
    replay.get_by_role("slider").fill("1")
    shows(replay, 1)
    assert int(replay.locator("[data-wait]").get_attribute("data-wait") or "") < 1000  # the test played fast
    replay.get_by_role("button", name="Play", exact=True).click()
    expect(replay.locator("[data-ply-now]")).to_have_text(LATER)


def flip_by_key_and_by_button(replay: Page) -> None:
    first = replay.locator(".board-area .coordinates text").first
    expect(first).to_have_text("a")
    replay.keyboard.press("f")
    expect(first).to_have_text("j")
    expect(replay.get_by_role("button", name="Flip the board")).to_have_attribute("aria-pressed", "true")
    replay.keyboard.press("ArrowRight")
    shows(replay, 1)
    expect(first).to_have_text("j")
    expect(replay).to_have_url(re.compile(r"\?ply=1&flip=1$"))
    replay.get_by_role("button", name="Flip the board").click()
    expect(first).to_have_text("a")


def test_copying_a_link_to_the_ply(site: str, page: Page, game: Game) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site}/games/{game.key}/?ply=10&view=red")
    page.keyboard.press("ArrowRight")
    shows(page, 11)
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/games/{game.key}/?view=red&ply=11"


def switching_the_view_keeps_the_ply(replay: Page) -> None:
    for _one in range(3):
        replay.keyboard.press("ArrowRight")
    shows(replay, 3)
    expect(replay.locator(".board-area .back")).to_have_count(0)
    replay.get_by_role("link", name="Red's view").click()
    expect(replay.locator(".board-area .red.back")).to_have_count(0)
    expect(replay.locator(".board-area .blue.back").first).to_be_visible()
    shows(replay, 3)
    expect(replay).to_have_url(re.compile(r"\?view=red&ply=3$"))
    replay.keyboard.press("ArrowRight")  # the new part listens, and the old one no longer does
    shows(replay, 4)
    expect(replay.locator(".board-area .blue.back").first).to_be_visible()
    expect(replay).to_have_url(re.compile(r"\?view=red&ply=4$"))
    replay.get_by_role("link", name="Public").click()
    expect(replay.locator(".board-area .red.back").first).to_be_visible()
    replay.go_back()
    expect(replay.get_by_role("link", name="Red's view")).to_have_attribute("aria-current", "true")


def the_last_move_is_announced(replay: Page) -> None:
    status = replay.locator("[data-announce]")
    expect(status).to_have_attribute("aria-live", "polite")
    expect(status).to_be_empty()
    replay.keyboard.press("ArrowRight")
    expect(status).to_have_text(re.compile(r"^Move 1: Red .+\.$"))


def the_list_of_keys_and_switching_them_off(replay: Page) -> None:
    replay.keyboard.press("?")
    dialog = replay.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    replay.keyboard.press("ArrowRight")
    dialog.get_by_label("Use the keys of one character").uncheck()
    replay.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    shows(replay, 0)
    replay.keyboard.press("f")
    replay.keyboard.press("?")
    replay.keyboard.press("ArrowRight")
    shows(replay, 1)
    expect(dialog).to_be_hidden()
    expect(replay.locator(".board-area .coordinates text").first).to_have_text("a")
    expect(replay).to_have_url(re.compile(r"\?ply=1$"))
    replay.reload()
    replay.keyboard.press("?")
    expect(replay.get_by_role("dialog")).to_be_hidden()


def stepping_asks_the_server_once_a_position(replay: Page) -> None:
    replay.wait_for_load_state("networkidle")
    asked: list[str] = []
    replay.on("request", lambda request: asked.append(request.url))
    replay.keyboard.press("ArrowRight")
    shows(replay, 1)
    replay.keyboard.press("ArrowLeft")
    shows(replay, 0)
    replay.keyboard.press("ArrowRight")
    shows(replay, 1)
    replay.wait_for_load_state("networkidle")
    plies = [int(url.rstrip("/").rsplit("/", 1)[1]) for url in asked if "/at/" in url]
    assert plies == [4]  # 1 to 3 were read ahead


def the_record_is_downloaded(replay: Page, game: Game) -> None:
    with replay.expect_download() as download:
        replay.get_by_role("link", name="Record as JSON").click()
    assert download.value.suggested_filename == f"vexillum-{game.key}.json"
    assert len(json.loads(download.value.path().read_text())["turns"]) == PLIES


def test_on_paper_is_every_move_and_nothing_to_press(replay: Page) -> None:
    replay.set_viewport_size({"width": 1280, "height": 800})
    listed = replay.locator("[data-moves] ol [data-to-ply]")
    expect(listed).to_have_count(50)
    pages = [len(re.findall(rb"/Type\s*/Page\b", replay.pdf(format="A4"))) for _twice in range(2)]
    assert pages[0] == pages[1]
    expect(listed).to_have_count(PLIES)
    assert replay.evaluate(
        "[...document.querySelectorAll('[data-moves] ol [data-to-ply]')].map(a => +a.dataset.toPly)"
    ) == [*range(1, PLIES + 1)]
    replay.set_viewport_size({"width": 718, "height": 1047})  # what A4 leaves between usual margins
    replay.emulate_media(media="print")
    clipped = replay.evaluate(
        """() => [...document.querySelectorAll("[data-moves] ol [data-to-ply]")].filter((move) => {
          const at = move.getBoundingClientRect();
          for (let box = move.parentElement; box && box !== document.body; box = box.parentElement) {
            const around = box.getBoundingClientRect();
            const hides = getComputedStyle(box).overflowY !== "visible" && getComputedStyle(box).display !== "contents";
            if (hides && (at.bottom > around.bottom + 1 || at.top < around.top - 1)) return true;
          }
          const cut = move.querySelector(".notation").scrollWidth > move.clientWidth;
          return at.height < 8 || at.right > innerWidth || cut;
        }).length"""
    )
    assert clipped == 0
    for hidden in (".controls", ".views-area", ".site-head"):
        expect(replay.locator(hidden).first).to_be_hidden()
    expect(replay.locator("svg.board")).to_be_visible()


def test_the_graph_of_what_could_be_known_leads_to_plies_and_pieces_tell_their_odds(replay: Page) -> None:
    replay.get_by_role("link", name="Red's view").click()
    expect(replay.locator("#replay[data-view=red]")).to_be_visible()
    replay.locator("#knowing").scroll_into_view_if_needed()
    expect(replay.locator("#knowing svg.graph")).to_have_count(2)
    contact = replay.get_by_role("link", name=re.compile("first contact"))
    ply = int(contact.get_attribute("data-to-ply") or 0)
    contact.focus()
    replay.keyboard.press("Enter")
    shows(replay, ply)
    cursor = replay.locator("[data-cursor]").first.get_attribute("transform") or ""
    assert float(cursor.split("(")[1].split(" ")[0]) > 40
    replay.locator("svg.board .piece.back").last.hover()
    tip = replay.locator("[data-odds-tip]")
    expect(tip).to_contain_text("Scout")
    replay.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    replay.get_by_text("What the hidden pieces may be at this move").click()
    expect(replay.locator("[data-odds-list]")).to_contain_text("Bomb")


# -- other boards ---------------------------------------------------------------------------------


def below(page: Page) -> str:
    """The seat whose side is at the bottom: its name is written upright below the board."""
    names = page.locator(".board-area .sides text:not([transform])")
    expect(names).to_have_count(2)
    return max((float(name.get_attribute("y") or 0), name.text_content() or "") for name in names.all())[1]


def test_a_board_of_four_seats_turns_to_each(site: str, page: Page) -> None:
    game = game_of("alliance", plies=12, seed=3)
    page.goto(f"{site}/games/{game.key}/?ply=3")
    assert below(page) == "Red"
    turn = page.get_by_role("button", name="Turn the board")
    for seat in ("Blue", "Red 2", "Blue 2"):
        turn.click()
        expect(page.locator("svg.board")).to_have_attribute("aria-label", re.compile(f"Turned: {seat} sits below"))
        assert below(page) == seat
    expect(page).to_have_url(re.compile(r"\?ply=3&flip=3$"))
    page.keyboard.press("ArrowRight")
    shows(page, 4)
    assert below(page) == "Blue 2"
    page.get_by_role("link", name="Red 2's view").click()
    expect(page.locator(".board-area .piece.red.back").first).to_be_visible()
    assert below(page) == "Blue 2"
    page.wait_for_load_state("networkidle")
    page.keyboard.press("f")
    expect(page.locator("svg.board")).not_to_have_attribute("aria-label", re.compile("Turned"))
    assert below(page) == "Red"


def test_a_card_table_is_stepped_through_and_what_was_opened_stays_open(site: str, page: Page) -> None:
    game = game_of("cards", plies=30, seed=4)
    page.goto(f"{site}/games/{game.key}/?ply=1&view=red")
    shows(page, 1)
    page.get_by_text("The board as a table").click()
    expect(page.get_by_role("table", name="Who stands where")).to_be_visible()
    page.keyboard.press("ArrowRight")
    shows(page, 2)
    expect(page.get_by_role("table", name="Who stands where")).to_be_visible()
    expect(page.locator(".board-area .red.card.back:not(.deck *)")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Flip the board")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("svg.board")).to_have_attribute("aria-label", re.compile("Blue sits below"))


# -- guesses that are open ------------------------------------------------------------------------


def test_guesses_stand_on_the_board_at_their_plies(site: str, page: Page, everywhere: Callable[..., None]) -> None:
    """They come and go with the plies, turn with the board, and can be left away; their table leads to their plies."""
    seated = {Seat.RED: account("Guessing"), Seat.BLUE: account("Guessed")}
    game = guessed_game(seated, {2: [(Seat.RED, 16, "B")], 10: [(Seat.RED, 16, "F"), (Seat.BLUE, 5, "F")]})
    GuessOpening.objects.update(opened=True)
    address = f"/games/{game.key}/?ply=1"
    page.goto(site + address)
    marks = page.locator(".board-area g.guess.opened")
    panel = page.locator("#guesses")
    expect(panel.locator("table")).to_have_count(2)
    expect(marks).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(marks).to_have_count(1)
    expect(marks).to_have_class(re.compile("red wrong"))
    panel.get_by_role("link", name="10", exact=True).first.click()
    shows(page, 10)
    expect(marks).to_have_count(2)
    before = marks.first.get_attribute("transform")
    page.keyboard.press("f")
    expect(marks.first).not_to_have_attribute("transform", before or "")
    expect(marks).to_have_count(2)
    panel.get_by_label("Show them on the board").uncheck()
    expect(marks).to_have_count(0)
    page.reload()
    expect(panel.get_by_label("Show them on the board")).not_to_be_checked()
    everywhere(f"/games/{game.key}/?ply=12", f"/games/{game.key}/guesses/", who=seated[Seat.RED])
