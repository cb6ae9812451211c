"""The table in a real browser: by mouse, by keyboard, without scripts, and by four at one board."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.domain import commands
from games.eventlog import store
from games.models import Game
from games.random_play import random_setup, states
from games.rules import VARIANTS, End, Options, Outcome, Seat, legal_turns, variant
from players.models import Account
from tests.browser.test_pages import check
from tests.conftest import watch
from tests.scenes import account, game_of

Sit = Callable[..., Page]

STEPS = "turn => import('/static/js/play.js').then((play) => play.stepsOf(turn))"
LEAVES = """turns => import('/static/js/play.js').then((play) => {
  const found = [];
  const walk = (node) => { if (node.turn) found.push(node.turn); for (const next of node.next.values()) walk(next); };
  walk(play.treeOf(turns));
  return found;
})"""


@pytest.fixture
def sit(site: str, browser: Browser) -> Iterator[Sit]:
    """Opens the page of a game as one of its players, in a context of its own."""
    opened: list[tuple[BrowserContext, list[str]]] = []

    def open_page(game: Game, who: Account, **options: object) -> Page:
        client = Client()
        client.force_login(who)
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | options
        )
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}])
        page = context.new_page()
        opened.append((context, watch(page)))
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
    game = commands.create_game(variant=variant(slug), players=players, options=options)
    for seat, placement in setups.items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    return Game.objects.get(id=game)


def played(game: Game) -> list[str]:
    """The submissions of a game so far."""
    events = (one.event for one in store.load(game.id))
    return [text for event in events if (text := getattr(event, "turn", None) or getattr(event, "choice", None))]


def shown(page: Page, plies: int) -> None:
    """The page shows so many plies; a page that is not told by the stream is told here."""
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed'))")
    expect(page.locator("#table")).to_have_attribute("data-ply", str(plies))


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
            lost = dict(one.split("=") for one in page.locator("#table").get_attribute("data-lost").split(";"))
            label = lost[step["piece"]]
        button = page.locator("[data-choices]").get_by_role("button", name=label, exact=True)
        if button.count():
            button.click()
    only = page.locator("[data-choices]").get_by_role("button", name="Only move", exact=True)
    if only.count():
        only.click()


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


def test_two_players_play_barrage_to_its_end_by_mouse(sit: Sit, barrage: tuple[Game, dict[Seat, Account]]) -> None:
    game, accounts = barrage
    pages = [sit(game, accounts[seat]) for seat in (Seat.RED, Seat.BLUE)]
    for ply, turn in enumerate(BARRAGE_TURNS):
        click(pages[ply % 2], turn)
        expect(pages[ply % 2].locator("#table")).to_have_attribute("data-ply", str(ply + 1))
        shown(pages[1 - ply % 2], ply + 1)
        if ply == 0:
            expect(pages[1].locator("[data-say]")).to_contain_text("Scout loses to Miner")
            expect(pages[1].locator("[data-prompt]")).to_have_text("Your turn: choose a piece.")
    expect(pages[0].get_by_role("heading", name="You have won")).to_be_visible()
    expect(pages[1].get_by_role("heading", name="You have lost")).to_be_visible()
    assert played(game) == list(BARRAGE_TURNS)
    check(pages[0])


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
        if ply % 2:
            commands.play_turn(game=game.id, seat=Seat.BLUE, turn=turn)
            page.reload()
        else:
            page.get_by_label("Your turn").select_option(turn)
            page.get_by_role("button", name="Send", exact=True).first.click()
    expect(page.get_by_role("heading", name="You have won")).to_be_visible()
    assert played(game) == list(BARRAGE_TURNS)


def _with_flag(setup: str, place: int) -> str:
    """A set-up with the Flag on this place of its camp."""
    squares = list(setup)
    flag = squares.index("F")
    squares[flag], squares[place] = squares[place], squares[flag]
    return "".join(squares)


def _aside(turns: list[str], columns: str) -> str:
    """A turn that stays in these columns."""
    return next(turn for turn in turns if "-" in turn and all(one[0] in columns for one in turn.split("-")))


def test_four_players_reach_a_claim(sit: Sit) -> None:
    accounts = people("alliance")
    book, options, chance = variant("alliance"), Options(no_attack_limit=200), random.Random("claim")
    setups = {seat: random_setup(book, seat, options, "", chance) for seat in book.seats}
    setups |= {Seat.RED: _with_flag(setups[Seat.RED], 11), Seat.RED2: _with_flag(setups[Seat.RED2], 1)}  # f3 and f9
    game = begin("alliance", accounts, setups, options)
    flags = {Seat.RED: ["f3-f4", "g3-g4", "g4-g5", "f4-f5?f6"], Seat.RED2: ["f9-f8", "f8-f7", "f7-f6"]}
    columns = {Seat.BLUE: "abc", Seat.BLUE2: "ijk"}
    pages = {seat: sit(game, accounts[seat]) for seat in book.seats}
    for ply in range(13):
        now = commands.open_game(game.id)
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
    assert commands.open_game(game.id).outcome == Outcome(End.FLAGS_UNITED, 0)


# -- all controls ---------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", VARIANTS)
def test_every_turn_is_a_way_through_the_choices(sit: Sit, slug: str) -> None:
    accounts = people("duel")
    page = sit(game_of("duel", plies=2, accounts=accounts, over=False), accounts[Seat.RED])
    book = VARIANTS[slug]
    options = Options(no_attack_limit=60, spotter=book.deals)
    seen = list(states(book, options, random.Random(f"ways {slug}")))
    for state in seen[:: max(1, len(seen) // 25)]:
        turns = [str(turn) for turn in legal_turns(state)]
        assert sorted(set(page.evaluate(LEAVES, turns))) == sorted(turns)
