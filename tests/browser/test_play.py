"""The table in a real browser: by mouse, by keyboard, without scripts, and by four at one board."""

from __future__ import annotations

import gzip
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Error, Page, Response, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from accounts.models import Account, Preferences
from eventlog import store
from eventlog.sources import injected
from games.domain import command_handler, commands, creation
from games.domain.clocks import PRESETS
from games.domain.random_play import random_setup, states
from games.models import Game
from games.rules import VARIANTS, End, Options, Outcome, Seat, legal_turns, variant
from play.talk.models import Guess
from tests.browser.looks import check
from tests.browser.test_live import HIDE
from tests.scenes import account, game_of
from tests.windows import watch

Sit = Callable[..., Page]

STEPS = "turn => import('/static/js/turns.js').then((play) => play.stepsOf(turn))"
LEAVES = """turns => import('/static/js/turns.js').then((play) => {
  const found = [];
  const walk = (node) => { if (node.turn) found.push(node.turn); for (const next of node.next.values()) walk(next); };
  walk(play.treeOf(turns));
  return found;
})"""


@pytest.fixture
def sit(site: str, browser: Browser) -> Iterator[Sit]:
    """Opens the page of a game as one of its players, in a context of its own."""
    opened: list[tuple[BrowserContext, list[str]]] = []

    def open_page(
        game: Game, who: Account, *, before: Callable[[Response], object] | None = None, **options: object
    ) -> Page:
        client = Client()
        client.force_login(who)
        context = browser.new_context(
            own=before is not None,
            **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | options,
        )
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}])
        page = context.new_page()
        opened.append((context, watch(page)))
        if before is not None:
            page.on("response", before)
        page.goto(f"{site}/games/{game.key}/")
        return page

    yield open_page
    for context, _trouble in opened:
        context.close()
    assert [trouble for _context, trouble in opened if trouble] == []


def people(slug: str) -> dict[Seat, Account]:
    return {seat: account(f"Player-{seat.slug}") for seat in VARIANTS[slug].seats}


def begin(slug: str, accounts: Mapping[Seat, Account], setups: Mapping[Seat, str], options: Options) -> Game:
    """A game with these set-ups, before its first ply."""
    players = {seat: who.player.id for seat, who in accounts.items()}
    game = creation.create_game(variant=variant(slug), players=players, options=options)
    for seat, placement in setups.items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    return Game.objects.get(id=game)


def played(game: Game) -> list[str]:
    events = (event.event for event in store.load(game.id))
    return [text for event in events if (text := getattr(event, "turn", None) or getattr(event, "choice", None))]


def shown(page: Page, plies: int) -> None:
    """The page shows so many plies; a page that is not told by the stream is told here, again if it was just busy."""
    table = page.locator("#table")
    for _again in range(4):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('changed'))")
        with suppress(AssertionError):
            expect(table).to_have_attribute("data-ply", str(plies), timeout=3000)
            return
    expect(table).to_have_attribute("data-ply", str(plies))


def click(page: Page, turn: str) -> None:
    """Chooses a turn with the mouse: squares on the board, the rest by buttons; what leaves no choice is not asked."""
    words = page.evaluate("JSON.parse(document.getElementById('play').dataset.words)")
    for step in page.evaluate(STEPS, turn):
        if step.get("square"):
            square = page.locator(f'.square.can[data-square="{step["square"]}"]')
            if not step.get("via") or square.count():
                square.click()
            continue
        label = words.get(step["act"], "")
        if step["act"] == "rank":
            label = words["ranks"][step["rank"]]
        elif step["act"] == "claim":
            label = label.replace("%(square)s", step["where"])
        elif step["act"] == "piece":
            lost = dict(part.split("=") for part in page.locator("#table").get_attribute("data-lost").split(";"))
            label = lost[step["piece"]]
        button = page.locator("[data-choices]").get_by_role("button", name=label, exact=True)
        if button.count():
            button.click()
    only = page.locator("[data-choices]").get_by_role("button", name="Only move", exact=True)
    if only.count():
        # It is still there for a moment while a button pressed before has sent the turn. Whether the turn was played
        # is for the caller to see.
        with suppress(PlaywrightTimeout):
            only.click(timeout=3000)


# -- whole games ----------------------------------------------------------------------------------

BARRAGE = {
    Seat.RED: "FB........" + ".S39......" + ".........." + "2.2M......",
    Seat.BLUE: "3..22....." + ".MS......." + ".9B......." + "F.........",
}
BARRAGE_TURNS = (
    "a4-a7",  # the Scout meets the Miner and is lost
    "e7-e5",
    "c4-b4",
    "a7-a6",
    "b4-b6",  # the other one goes round it
    "e5-e6",
    "b6-b7",
    "e6-e5",
    "b7-a7",
    "a6-a5",
    "a7-a10",  # and takes the Flag
)


@pytest.fixture
def barrage(site: str) -> tuple[Game, dict[Seat, Account]]:
    """A short game of barrage before its first ply, and who plays it."""
    accounts = people("barrage")
    return begin("barrage", accounts, BARRAGE, Options(no_attack_limit=200)), accounts


def middle(page: Page, square: str) -> tuple[float, float]:
    box = page.locator(f'.square[data-square="{square}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, source: str, to: tuple[float, float]) -> None:
    """Drags a piece with the mouse to a point of the window."""
    page.mouse.move(*middle(page, source))
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    page.mouse.up()


def test_pieces_are_dragged_and_what_is_beside_the_squares_does_nothing(
    sit: Sit, barrage: tuple[Game, dict[Seat, Account]]
) -> None:
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED])
    table, squares = page.locator("#table"), page.locator(".squares")
    box = squares.bounding_box()
    assert box is not None
    drag(page, "d4", (1270, 20))  # ends outside
    expect(page.locator('.square.picked[data-square="d4"]')).to_have_count(1)
    for x, y in ((1, 1), (box["width"] / 2, 2), (2, box["height"] / 2), (box["width"] - 2, box["height"] - 2)):
        squares.click(position={"x": x, "y": y})  # the border, with its coordinates
    for beside in (".clocks", "[data-prompt]", ".players", ".tray"):
        page.locator(beside).first.click()
    drag(page, "d4", middle(page, "d5"))
    expect(page.locator("[data-trouble]")).to_have_text("A lake lies between d4 and d5 or on it. Go around it.")
    expect(table).to_have_attribute("data-ply", "0")
    drag(page, "d4", middle(page, "e4"))
    expect(table).to_have_attribute("data-ply", "1")
    assert played(game) == ["d4-e4"]


def test_a_finger_drags_a_piece(sit: Sit, barrage: tuple[Game, dict[Seat, Account]]) -> None:
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED], viewport={"width": 390, "height": 844}, has_touch=True)
    expect(page.locator(".square.can").first).to_be_attached()
    touch = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(page, "d4"), middle(page, "e4")
    for kind, points in (
        ("touchStart", [(x, y)]),
        ("touchMove", [((x + to_x) / 2, y)]),
        ("touchMove", [(to_x, to_y)]),
        ("touchEnd", []),
    ):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        page.wait_for_timeout(40)  # else the browser makes one movement of two
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    assert played(game) == ["d4-e4"]


def test_a_piece_is_attacked_while_it_is_held(sit: Sit, live: tuple[Game, dict[Seat, Account]]) -> None:
    """It is drawn anew, though it was not on its square then."""
    game, accounts = live
    page = sit(game, accounts[Seat.BLUE])
    page.mouse.move(*middle(page, "a7"))
    page.mouse.down()
    page.mouse.move(*middle(page, "b7"), steps=4)
    expect(page.locator(".piece.dragged")).to_have_count(1)
    commands.play_turn(game=game.id, seat=Seat.RED, turn="a4-a7")
    shown(page, 1)
    page.mouse.up()
    as_drawn_anew(page)


def test_a_card_is_dragged_from_the_hand(sit: Sit) -> None:
    accounts = people("cards")
    game = game_of("cards", plies=2, until="lay", accounts=accounts, over=False)
    now = command_handler.open_game(game.id)
    assert now.state is not None
    turn = str(legal_turns(now.state)[0])
    rank, place = turn.removeprefix("+").split("@")
    page = sit(game, accounts[now.state.to_move])
    expect(page.locator(".square.can").or_(page.locator("[data-choices] button")).first).to_be_attached()
    card = page.locator(f'.board .hand > g:has(use[href$="#{rank}"])').first
    page.locator(f'.square[data-square="{place}"]').hover()
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(*middle(page, place), steps=4)
    page.mouse.up()
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(now.public_version))
    assert played(game)[-1] == turn


WINDOWS = {(360, 640): 360, (320, 568): 320, (1280, 720): 620, (1440, 900): 780, (1920, 1080): 930, (844, 390): 370}
"""The least width of the board, in pixels, by the size of the window."""


def test_the_board_comes_first_at_every_size_and_a_move_of_the_list_shows_the_past(
    sit: Sit, barrage: tuple[Game, dict[Seat, Account]]
) -> None:
    game, accounts = barrage
    for turn in BARRAGE_TURNS[:2]:
        commands.play_turn(game=game.id, seat=Seat(BARRAGE_TURNS.index(turn) % 2), turn=turn)
    page = sit(game, accounts[Seat.BLUE])
    expect(page.locator(".square").first).to_be_attached()
    for (width, height), least in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        board, prompt = (page.locator(part).bounding_box() for part in (".board-area", "[data-prompt]"))
        assert board is not None
        assert prompt is not None
        assert board["width"] >= least, (width, height)
        assert max(board["y"] + board["height"], prompt["y"] + prompt["height"]) <= height, (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width >= 844:
            assert page.evaluate("document.documentElement.scrollHeight") <= height, (width, height)
    page.locator('[data-moves] a[data-to-ply="1"]').click()
    expect(page.locator("[data-prompt]")).to_have_text("The board after move 1 of 2.")
    expect(page.locator(".board.past")).to_be_visible()
    own = page.locator(".board.past > .piece.blue").first.bounding_box()
    assert own is not None
    assert own["y"] > middle(page, "a5")[1]  # they are at the bottom, as on the board of now
    page.keyboard.press("Escape")
    expect(page.locator(".board.past")).to_have_count(0)
    expect(page.locator("[data-prompt]")).to_have_text("Red to move.")
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("link", name="Barrage")).to_be_visible()
    expect(page.locator("[data-moves]")).to_be_hidden()
    check(page)


DRAWN_AT_ONCE = """square => {
  const at = performance.now();
  document.querySelector(`.square[data-square="${square}"]`).click();
  return [document.querySelectorAll(".piece.sent").length, performance.now() - at < 50];
}"""
HEAR = "window.heard = []; document.addEventListener('sound', (event) => window.heard.push(event.detail))"


def test_a_move_is_drawn_before_the_answer_and_taken_back_if_it_is_refused(
    sit: Sit, barrage: tuple[Game, dict[Seat, Account]]
) -> None:
    """It sounds too, unless it is muted."""
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED])
    page.evaluate(HEAR)
    page.locator('.square.can[data-square="d4"]').click()
    page.route("**/turn/", lambda route: (time.sleep(0.2), route.continue_()))
    assert page.evaluate(DRAWN_AT_ONCE, "e4") == [1, True]
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    expect(page.locator(".piece.sent")).to_have_count(0)
    assert page.evaluate("window.heard") == ["move"]
    commands.play_turn(game=game.id, seat=Seat.BLUE, turn="e7-e6")
    shown(page, 2)
    assert page.evaluate("window.heard") == ["move", "turn"]

    page.get_by_role("button", name="Mute").click()
    place = page.locator(".piece.red").nth(0).get_attribute("transform")
    page.locator('.square.can[data-square="c4"]').click()
    commands.resign(game=game.id, seat=Seat.BLUE)  # so the turn comes too late
    assert page.evaluate(DRAWN_AT_ONCE, "b4") == [1, True]
    expect(page.locator("[data-trouble]")).to_be_visible()
    expect(page.locator(".piece.sent")).to_have_count(0)
    assert page.locator(".piece.red").nth(0).get_attribute("transform") == place
    assert page.evaluate("window.heard") == ["move", "turn"]


@pytest.fixture
def live(site: str) -> tuple[Game, dict[Seat, Account]]:
    """The same game with live clocks."""
    accounts = people("barrage")
    players = {seat: who.player.id for seat, who in accounts.items()}
    time = PRESETS["live-5-5"]
    id = creation.create_game(variant=variant("barrage"), players=players, options=Options(), time=time)
    for seat, placement in BARRAGE.items():
        commands.make_setup(game=id, seat=seat, placement=placement)
    return Game.objects.get(id=id), accounts


def test_a_move_is_taken_back_on_every_page(
    sit: Sit, site: str, browser: Browser, live: tuple[Game, dict[Seat, Account]]
) -> None:
    """And what was prepared by then is not sent."""
    game, accounts = live
    for turn in ("c4-b4", "e7-e6", "b4-c4", "e6-e7"):
        commands.play_turn(game=game.id, seat=command_handler.open_game(game.id).state.to_move, turn=turn)
    context = browser.new_context()
    other = context.new_page()
    problems = watch(other)
    other.goto(f"{site}/games/{game.key}/")
    page = sit(game, accounts[Seat.BLUE])
    expect(page.locator("[data-moves] a[data-to-ply]")).to_have_count(4)
    for square in ("e7", "e6"):
        page.locator(f'.square[data-square="{square}"]').click()
    expect(page.locator(".square.prepared")).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#table")).to_contain_text("You ask to take your last move back.")
    commands.agree_takeback(game=game.id, seat=Seat.RED)
    shown(page, 3)
    expect(page.locator("[data-moves] a[data-to-ply]")).to_have_count(3)
    expect(page.locator("[data-announce]")).to_have_text("The last move was taken back. It is your turn.")
    expect(page.locator(".square.prepared")).to_have_count(0)
    assert command_handler.open_game(game.id).state.ply == 3
    follow(other, game)
    expect(other.locator("[data-ply-last]")).to_have_text("3")
    expect(other.locator("[data-ply-now]").first).to_have_text("3")
    expect(other.locator(".moves a[data-to-ply]")).to_have_count(3)
    click(page, "a7-b7")
    shown(page, 4)
    expect(page.locator("[data-moves] a[data-to-ply]").last).to_contain_text("a7-b7")
    assert problems == []
    context.close()


def test_a_turn_that_is_prepared_is_sent_when_it_may_be(sit: Sit, live: tuple[Game, dict[Seat, Account]]) -> None:
    game, accounts = live
    page = sit(game, accounts[Seat.BLUE])
    for square in ("e7", "e6"):
        page.locator(f'.square[data-square="{square}"]').click()
    expect(page.locator("[data-prompt]")).to_have_text("Your next move: e7-e6. It is sent as soon as it is your turn.")
    commands.play_turn(game=game.id, seat=Seat.RED, turn="c4-b4")
    shown(page, 2)
    assert played(game) == ["c4-b4", "e7-e6"]
    for square in ("e6", "f6"):
        page.locator(f'.square[data-square="{square}"]').click()
    page.keyboard.press("Escape")
    expect(page.locator(".square.prepared")).to_have_count(0)
    drag(page, "a7", middle(page, "c7"))  # too far for a Miner
    expect(page.locator(".square.prepared")).to_have_count(2)
    commands.play_turn(game=game.id, seat=Seat.RED, turn="b4-c4")
    shown(page, 3)
    expect(page.locator("[data-prompt]")).to_have_text("a7-c7 is not possible now. Choose again.")


ANEW = """async () => {
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" })); // no battle is shown any longer
  const here = document.getElementById("table");
  const answer = await fetch(here.getAttribute("hx-get"));
  const anew = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
  const looks = (table) => {
    const copy = document.importNode(table, true);
    const byScript = ".squares, [data-choices], [data-prompt], [data-opened], .seal-mark";
    for (const part of copy.querySelectorAll(byScript)) part.remove();
    for (const part of copy.querySelectorAll("*")) {
      delete part.dataset.sealsSeen;
      part.classList.remove("fresh", "later", "short");
      for (const name of ["aria-hidden", "role", "open"]) part.removeAttribute(name);
      if (!part.getAttribute("class")) part.removeAttribute("class");
    }
    for (const clock of copy.querySelectorAll("time, time *")) {
      clock.textContent = "";
      for (const name of ["datetime", "title"]) clock.removeAttribute(name);
    }
    const board = copy.querySelector("svg.board");
    const pieces = [...board.querySelectorAll(":scope > g[transform]")].map((piece) => piece.outerHTML).sort();
    for (const piece of board.querySelectorAll(":scope > g[transform]")) piece.remove();
    const data = Object.entries(copy.dataset).filter(([name]) => name !== "since").sort();
    return [JSON.stringify(data), ...pieces, ...copy.innerHTML.replaceAll(/ class=""/g, "").split("<")];
  };
  const [mine, theirs] = [looks(here), looks(anew)];
  const same = (part, place) => part.trim() === theirs[place]?.trim();
  return mine.flatMap((part, place) => (same(part, place) ? [] : [[part, theirs[place]]])).slice(0, 5);
}"""


def as_drawn_anew(page: Page) -> None:
    """What single plies have made of the table is what a reload would draw."""
    assert page.evaluate(ANEW) == []


def test_two_players_play_barrage_to_its_end_by_mouse(sit: Sit, barrage: tuple[Game, dict[Seat, Account]]) -> None:
    game, accounts = barrage
    pages = [sit(game, accounts[seat]) for seat in (Seat.RED, Seat.BLUE)]
    for ply, turn in enumerate(BARRAGE_TURNS):
        click(pages[ply % 2], turn)
        expect(pages[ply % 2].locator("#table")).to_have_attribute("data-ply", str(ply + 1))
        shown(pages[1 - ply % 2], ply + 1)
        for page in pages:
            as_drawn_anew(page)
        if ply == 0:
            expect(pages[1].locator("[data-say]")).to_contain_text("Scout loses to Miner")
            expect(pages[1].locator("[data-prompt]")).to_have_text("Your turn: choose a piece.")
    expect(pages[0].get_by_role("heading", name="You have won")).to_be_visible()
    expect(pages[1].get_by_role("heading", name="You have lost")).to_be_visible()
    assert played(game) == list(BARRAGE_TURNS)
    check(pages[0])


def test_what_another_page_of_the_player_did_leaves_the_board_right(
    sit: Sit, barrage: tuple[Game, dict[Seat, Account]]
) -> None:
    """It sent another turn, marked a guess, and changed how boards are drawn."""
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED])
    page.locator('.square.can[data-square="d4"]').click()
    page.route("**/turn/", lambda _route: None)  # no answer comes
    assert page.evaluate(DRAWN_AT_ONCE, "e4") == [1, True]
    commands.play_turn(game=game.id, seat=Seat.RED, turn="c4-b4")
    shown(page, 1)
    as_drawn_anew(page)
    expect(page.locator(".piece.sent")).to_have_count(0)

    enemy = int(page.evaluate("document.getElementById('table').dataset.unknown.match(/a10=(\\d+)/)[1]"))
    Guess.objects.create(game=game.id, player=accounts[Seat.RED].player, piece=enemy, symbol="F", since=1)
    commands.play_turn(game=game.id, seat=Seat.BLUE, turn="e7-e6")
    shown(page, 2)
    as_drawn_anew(page)

    Preferences.objects.create(account=accounts[Seat.RED], ranks="low", coordinates=False)
    commands.play_turn(game=game.id, seat=Seat.RED, turn="b4-c4")
    shown(page, 3)
    as_drawn_anew(page)


def go_to(page: Page, square: str) -> None:
    """Moves the focus over the board with the arrow keys, from wherever it is."""
    for _step in range(40):
        here = page.evaluate("document.activeElement.dataset.square ?? ''")
        if here == square:
            return
        column, row = ord(square[0]) - ord(here[0]), int(square[1:]) - int(here[1:])
        page.keyboard.press(
            ("ArrowRight" if column > 0 else "ArrowLeft") if column else "ArrowUp" if row > 0 else "ArrowDown"
        )
    raise AssertionError(f"{square} is not reached")


def test_a_player_plays_by_keyboard_alone(sit: Sit, barrage: tuple[Game, dict[Seat, Account]]) -> None:
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED])
    expect(page.locator(".square").first).to_be_attached()
    while not page.evaluate("document.activeElement.matches('.square')"):
        page.keyboard.press("Tab")
    for ply, turn in enumerate(BARRAGE_TURNS):
        if ply % 2:
            commands.play_turn(game=game.id, seat=Seat.BLUE, turn=turn)
            shown(page, ply + 1)
            continue
        source, target = turn.split("-")
        go_to(page, source)
        if ply == 0:
            page.keyboard.press("Enter")
            expect(page.locator("[data-announce]")).to_have_text("a4 chosen. Choose where it goes.")
            expect(page.locator('.square[data-square="a7"]')).to_have_attribute(
                "aria-label", "a7, Blue unknown, can be chosen"
            )
            page.keyboard.press("Escape")
            expect(page.locator(".square.picked")).to_have_count(0)
        page.keyboard.press("Enter")
        go_to(page, target)
        page.keyboard.press("Enter")
        expect(page.locator("#table")).to_have_attribute("data-ply", str(ply + 1))
    expect(page.locator("[data-announce]")).to_contain_text("You have won")
    assert played(game) == list(BARRAGE_TURNS)


def test_a_player_plays_without_scripts(sit: Sit, barrage: tuple[Game, dict[Seat, Account]]) -> None:
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED], java_script_enabled=False)
    for ply, turn in enumerate(BARRAGE_TURNS):
        if ply % 2 or 0 < ply < 8:  # the first turn, and the last two
            commands.play_turn(game=game.id, seat=Seat(ply % 2), turn=turn)
            if ply < 7:
                continue
            page.reload()
        else:
            page.get_by_label("Your turn").select_option(turn)
            page.get_by_role("button", name="Send", exact=True).first.click()
        expect(page.locator("#table")).to_have_attribute("data-ply", str(ply + 1))
    expect(page.get_by_role("heading", name="You have won")).to_be_visible()
    assert played(game) == list(BARRAGE_TURNS)


def _with_flag(setup: str, place: int) -> str:
    squares = list(setup)
    flag = squares.index("F")
    squares[flag], squares[place] = squares[place], squares[flag]
    return "".join(squares)


def _aside(turns: list[str], columns: str) -> str:
    return next(turn for turn in turns if "-" in turn and all(part[0] in columns for part in turn.split("-")))


def test_four_players_reach_a_claim(sit: Sit) -> None:
    accounts = people("alliance")
    book, options, chance = variant("alliance"), Options(no_attack_limit=200), random.Random("claim")
    setups = {seat: random_setup(book, seat, options, "", chance) for seat in book.seats}
    setups |= {Seat.RED: _with_flag(setups[Seat.RED], 11), Seat.RED2: _with_flag(setups[Seat.RED2], 1)}  # f3 and f9
    game = begin("alliance", accounts, setups, options)
    flags = {Seat.RED: ["f3-f4", "g3-g4", "g4-g5", "f4-f5?f6"], Seat.RED2: ["f9-f8", "f8-f7", "f7-f6"]}
    columns = {Seat.BLUE: "abc", Seat.BLUE2: "ijk"}
    pages = {seat: sit(game, accounts[seat]) for seat in book.seats}
    pages[Seat.RED].set_viewport_size({"width": 1280, "height": 720})
    names, bar = (pages[Seat.RED].locator(part).bounding_box() for part in (".players-top li:last-child", ".bar"))
    assert names is not None
    assert bar is not None
    assert names["y"] + names["height"] <= bar["y"]  # all three stand above the tabs
    check(pages[Seat.RED])
    for ply in range(13):
        now = command_handler.open_game(game.id)
        assert now.state is not None
        seat = now.state.to_move
        legal = [str(turn) for turn in legal_turns(now.state)]
        turn = flags[seat].pop(0) if seat in flags else _aside(legal, columns[seat])
        if ply < 8:
            commands.play_turn(game=game.id, seat=seat, turn=turn)
            continue
        shown(pages[seat], ply)
        click(pages[seat], turn)
        expect(pages[seat].locator("#table")).to_have_attribute("data-ply", str(ply + 1))
    for seat, page in pages.items():
        shown(page, 13)
        expect(page.get_by_role("heading", name="You have lost" if seat.side else "You have won")).to_be_visible()
    assert command_handler.open_game(game.id).outcome == Outcome(End.FLAGS_UNITED, 0)


# -- all controls ---------------------------------------------------------------------------------


def test_every_turn_is_a_way_through_the_choices(sit: Sit) -> None:
    accounts = people("duel")
    page = sit(game_of("duel", plies=2, accounts=accounts, over=False), accounts[Seat.RED])
    for slug, book in VARIANTS.items():
        options = Options(no_attack_limit=60, spotter=book.deals)
        seen = list(states(book, options, random.Random(f"ways {slug}")))
        for state in seen[:: max(1, len(seen) // 20)]:
            turns = [str(turn) for turn in legal_turns(state)]
            assert sorted(set(page.evaluate(LEAVES, turns))) == sorted(turns), slug


def _special(turns: list[str], mark: str) -> str:
    return next(turn for turn in turns if mark in turn)


@pytest.mark.parametrize(
    ("slug", "until", "marks"),
    [
        ("lightning", "rescue", ("*",)),
        ("campaign", "entry", ("+0", "+")),
        ("cards", "lay", ("+",)),
        ("cards", "", ("=", "?0", ",", "!", "-")),
        ("alliance_lightning", "stockade", (">",)),
    ],
)
def test_further_parts_of_turns_have_controls(sit: Sit, slug: str, until: str, marks: tuple[str, ...]) -> None:
    """Each kind of choice is clicked; what the page sends is that turn. At cards, as far as the line has the cards."""
    accounts = people(slug)
    sent = 0
    for seed in [54] if until == "rescue" else range(1, 7):  # at random a rescue is rare
        game = game_of(slug, plies=2, seed=seed, until=until, spotter=not until, accounts=accounts, over=False)
        now = command_handler.open_game(game.id)
        assert now.state is not None
        legal = [str(turn) for turn in legal_turns(now.state)]
        wanted = [mark for mark in marks if any(mark in turn for turn in legal)]
        if now.state.outcome is not None or not wanted:
            continue
        marks = tuple(mark for mark in marks if mark != wanted[0])
        page = sit(game, accounts[now.state.to_move])
        click(page, _special(legal, wanted[0]))
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(now.public_version))
        text = played(game)[-1]
        assert (text.partition("!")[0] + "!" if "!" in text else text) == _special(legal, wanted[0])
        sent += 1
        if not marks:
            break
    assert sent


def test_a_guess_is_marked_for_its_player_alone_and_what_is_picked_stays_when_nothing_changed_for_it(
    sit: Sit, barrage: tuple[Game, dict[Seat, Account]]
) -> None:
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED])
    page.locator('.square[data-square="a10"]').click()
    expect(page.locator("[data-prompt]")).to_contain_text("What do you take the piece on a10 for?")
    page.get_by_role("button", name="Flag", exact=True).click()
    expect(page.locator(".board .guess text")).to_have_text("F")
    other = sit(game, accounts[Seat.BLUE])
    expect(other.locator(".board-area .squares")).to_be_attached()
    expect(other.locator(".board .guess")).to_have_count(0)

    page.locator('.square[data-square="d4"]').click()
    commands.offer_draw(game=game.id, seat=Seat.BLUE)
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed'))")
    expect(page.get_by_role("button", name="Accept the draw")).to_be_visible()
    expect(page.locator('.square.picked[data-square="d4"]')).to_have_count(1)
    page.locator('.square[data-square="d5"]').click()
    expect(page.locator("#table")).to_have_attribute("data-ply", "0")  # d5 is a lake
    page.locator('.square[data-square="e4"]').click()
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")


def test_a_turn_that_is_asked_for_first_and_one_that_does_not_get_through(
    sit: Sit, barrage: tuple[Game, dict[Seat, Account]]
) -> None:
    game, accounts = barrage
    Preferences.objects.create(account=accounts[Seat.RED], confirm_moves=True, ranks="low", coordinates=False)
    page = sit(game, accounts[Seat.RED])
    expect(page.locator(".coordinates")).to_have_count(0)
    expect(page.locator(".piece.red text").filter(has_text="1")).to_have_count(1)  # the Marshal
    click(page, "a4-a6")
    expect(page.locator("[data-prompt]")).to_have_text("Send a4-a6?")
    assert played(game) == []
    page.context.set_offline(True)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("[data-prompt]")).to_contain_text("It could not be sent.")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed'))")  # what else comes does not take it away
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.context.set_offline(False)  # and the page sends it by itself
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    assert played(game) == ["a4-a6"]


SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  scrollTo(0, document.body.scrollHeight);
  setTimeout(() => done(sum), 900);
})"""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_first_visit_is_light_and_nothing_jumps(sit: Sit, width: int) -> None:
    """Under 150 KB as transferred; the list of moves and the talk come into room that is kept for them."""
    accounts = people("alliance")
    game = game_of("alliance", plies=24, accounts=accounts, over=False)
    sizes: list[int] = []

    def weigh(response: Response) -> None:
        if response.ok:
            sizes.append(len(gzip.compress(response.body())))

    page = sit(game, accounts[Seat.RED], viewport={"width": width, "height": 800}, before=weigh)
    expect(page.locator("#talk, [href*='aside']").first).to_be_attached()
    assert page.evaluate(SHIFT) < 0.02
    assert 10_000 < sum(sizes) < 150_000


# -- battles --------------------------------------------------------------------------------------


def still(page: Page) -> None:
    """Lets no time pass on a page but what `page.clock.run_for` gives it. It stops at a moment that is to come, which
    on a busy machine may have passed by then.
    """
    page.clock.install()
    for seconds in (1, 5, 25):
        with suppress(Error):
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + seconds)
            return
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 125)


def test_a_battle_is_shown_and_nobody_waits_for_it(sit: Sit, barrage: tuple[Game, dict[Seat, Account]]) -> None:
    """The answer of the other side does not take its place; who goes on sees the board as it is."""
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED], reduced_motion="no-preference")
    expect(page.locator("[data-moves] .pending-moves")).to_be_visible()
    still(page)
    click(page, "a4-a7")
    meeting = page.locator(".stage .meeting")
    expect(meeting.locator(".fighter")).to_have_text(["2", "3"])
    expect(page.locator(".stage")).to_have_css("background-image", "none")  # it lies over the board
    expect(meeting.locator(".back, .beaten")).to_have_count(0)
    lines = page.locator("[data-happened] li")
    expect(lines).to_have_text(["Move 1: Red attacks from a4 on a7: Scout loses to Miner."])
    expect(page.locator(".tray-bottom")).to_contain_text("Lost pieces: 0")

    page.clock.run_for(100)  # htmx takes a moment to listen
    commands.play_turn(game=game.id, seat=Seat.BLUE, turn="e7-e5")
    shown(page, 2)
    expect(meeting.locator(".fighter")).to_have_text(["2", "3"])
    expect(lines.nth(0)).to_be_visible()
    expect(lines.nth(1)).to_be_hidden()
    page.clock.run_for(500)
    expect(meeting.locator(".fighter:has(.beaten)")).to_have_text(["2"])
    page.clock.run_for(500)
    expect(page.locator(".stage > .back")).to_have_count(0)  # the one that was attacked stands in the meeting alone

    page.locator('[data-square="c4"]').click()
    expect(page.locator(".stage")).to_have_count(0)
    expect(page.locator('[data-square="c4"].picked')).to_be_visible()
    expect(lines.nth(1)).to_have_text("Move 2: Blue moves from e7 to e5. It shows itself to be a Scout.")
    expect(lines.nth(1)).to_be_visible()
    expect(page.locator(".tray-bottom")).to_contain_text("Red has lost: 1 × Scout.")
    # The list of moves of a game that was opened before its first ply.
    expect(page.locator("[data-moves] a[data-to-ply] .notation")).to_have_text(["a4×a7", "e7-e5"])
    page.clock.run_for(100)
    expect(page.locator("[data-announce]")).to_contain_text("c4 chosen")


def test_what_came_at_once_is_shown_one_after_the_other(sit: Sit, barrage: tuple[Game, dict[Seat, Account]]) -> None:
    """On a page that has missed two plies; nothing moves on it, as its reader wants."""
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED], viewport={"width": 390, "height": 844})
    still(page)
    for seat, turn in ((Seat.RED, "a4-a7"), (Seat.BLUE, "e7-e5")):
        commands.play_turn(game=game.id, seat=seat, turn=turn)
    shown(page, 2)
    meeting = page.locator(".stage .meeting")
    expect(meeting.locator(".fighter")).to_have_text(["2", "3"])
    assert page.evaluate("document.getAnimations().length") == 0
    page.clock.run_for(50)
    lines = page.locator("[data-happened] li").all_text_contents()
    assert [line.partition(":")[0] for line in lines] == ["Move 1", "Move 2"]
    expect(page.locator("[data-announce]")).to_have_text(" ".join(lines))
    page.clock.run_for(500)
    expect(meeting.locator(".beaten")).to_have_count(1)
    page.clock.run_for(500)
    expect(meeting).to_have_count(0)
    expect(page.locator("[data-happened] li").nth(1)).to_be_visible()
    page.clock.run_for(300)
    expect(page.locator(".stage")).to_have_count(0)
    page.clock.resume()
    check(page)


def test_what_came_to_a_hidden_tab_is_shown_when_it_is_looked_at(
    sit: Sit, barrage: tuple[Game, dict[Seat, Account]]
) -> None:
    """One ply after the other, as if they happened then."""
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED])
    still(page)
    page.evaluate(HIDE, True)
    turns = ((Seat.RED, "a4-a7"), (Seat.BLUE, "e7-e5"))
    for ply, (seat, turn) in enumerate(turns, 1):
        commands.play_turn(game=game.id, seat=seat, turn=turn)
        shown(page, ply)
    page.clock.run_for(5000)
    meeting, later = page.locator(".stage .meeting"), page.locator("[data-happened] li.later")
    expect(page.locator(".stage")).to_have_count(1)
    expect(meeting).to_have_count(0)
    expect(later).to_have_count(2)
    page.evaluate(HIDE, False)
    expect(meeting.locator(".fighter")).to_have_text(["2", "3"])
    expect(later).to_have_text(["Move 2: Blue moves from e7 to e5. It shows itself to be a Scout."])
    page.clock.run_for(1500)
    expect(meeting).to_have_count(0)
    expect(later).to_have_count(0)


def follow(page: Page, game: Game) -> None:
    game.refresh_from_db()
    text = "version => document.body.dispatchEvent(new CustomEvent('changed', {detail: {version}}))"
    page.evaluate(text, game.public_version)


def test_who_watches_sees_the_battles_too(
    site: str, browser: Browser, barrage: tuple[Game, dict[Seat, Account]]
) -> None:
    """One after the other, also those that came at once; who looks elsewhere is not disturbed."""
    game, _accounts = barrage
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    problems = watch(page)
    page.goto(f"{site}/games/{game.key}/")
    still(page)
    commands.play_turn(game=game.id, seat=Seat.RED, turn="a4-a7")
    follow(page, game)
    meeting = page.locator("svg.stage .meeting")
    expect(meeting.locator(".fighter")).to_have_text(["2", "3"])
    expect(page.locator("[data-say]:visible")).to_have_count(0)  # how it ends is not told before
    expect(page.locator(".tray-bottom")).to_contain_text("Red has lost nothing.")
    commands.play_turn(game=game.id, seat=Seat.BLUE, turn="e7-e5")
    follow(page, game)
    expect(page.locator("[data-ply-last]")).to_have_text("2")
    page.clock.run_for(500)
    expect(meeting.locator(".fighter:has(.beaten)")).to_have_text(["2"])
    page.locator(".game-head").click()  # skips what is left
    expect(page.locator("svg.stage")).to_have_count(0)
    expect(page.locator("[data-position] [data-say]")).to_have_text(
        "Move 2: Blue moves from e7 to e5. It shows itself to be a Scout."
    )
    expect(page.locator(".tray-bottom")).to_contain_text("Red has lost: 1 × Scout.")

    page.locator('[data-step="first"]').click()
    commands.play_turn(game=game.id, seat=Seat.RED, turn="c4-b4")
    follow(page, game)
    expect(page.locator("[data-ply-last]")).to_have_text("3")
    expect(page.locator("svg.stage")).to_have_count(0)
    expect(page.locator("svg.board")).to_have_attribute("aria-label", re.compile("before the first|after move 0"))
    assert problems == []
    context.close()


def test_giving_up_asks_first(sit: Sit, barrage: tuple[Game, dict[Seat, Account]]) -> None:
    game, accounts = barrage
    page = sit(game, accounts[Seat.RED], color_scheme="dark", viewport={"width": 390, "height": 844})
    for _again in "12":
        page.get_by_role("button", name="Actions").click()
        page.get_by_role("link", name="Resign").click()
        if _again == "1":
            page.get_by_role("button", name="Play on").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="You have lost")).to_be_visible()
    check(page)


def test_an_open_page_has_a_game_judged_whose_time_is_up(sit: Sit) -> None:
    accounts = people("barrage")
    players = {seat: who.player.id for seat, who in accounts.items()}
    with injected(clock=lambda: datetime.now(UTC) - timedelta(days=9)):
        waiting, begun = (
            creation.create_game(variant=variant("barrage"), players=players, time=PRESETS["1-day"]) for _game in "12"
        )
        for seat, placement in BARRAGE.items():
            commands.make_setup(game=begun, seat=seat, placement=placement)
    page = sit(Game.objects.get(id=begun), accounts[Seat.BLUE])
    expect(page.locator("#table")).to_contain_text("You have won", timeout=15_000)
    page = sit(Game.objects.get(id=waiting), accounts[Seat.RED])
    expect(page.locator("[data-setup]")).to_have_count(0, timeout=15_000)
    assert [command_handler.open_game(game).outcome.kind for game in (begun, waiting)] == [End.TIME_OUT, End.CANCELLED]
