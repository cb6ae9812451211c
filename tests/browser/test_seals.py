"""Seals checked in a browser: the mark at a battle, a swapped rank, seals that change, and every way of a piece."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import Account
from games.domain import command_handler, commands, creation
from games.domain.commitments import TREE, OpenedPieces, Seals, seals_of
from games.domain.events import SetupMade
from games.domain.random_play import random_chance, random_setup, random_submission
from games.models import Game
from games.presentation.move_list import move_rows
from games.presentation.opened import opened_markup, seals_markup
from games.rules import Options, Seat, Viewer, apply, start, variant
from tests.browser.looks import check_looks, signed_in
from tests.scenes import account
from tests.windows import watch

SETUPS = {
    Seat.RED: "FB........" + ".S39......" + ".........." + "2.2M......",
    Seat.BLUE: "3..22....." + ".MS......." + ".9B......." + "F.........",
}
CHANGED = "Warning: the seals of this game are not those that this browser saw first."
UNOPENED = "Warning: a battle was shown without what opens the seals of its pieces."
TABLE = re.compile(r"/table/")
"""What a page asks for when the game has changed."""

WRONG = "Warning: a rank that was shown does not fit what was sealed before play."


@pytest.fixture
def game(site: str) -> tuple[Game, dict[Seat, Account]]:
    """A game of barrage before its first ply, and who plays it."""
    accounts = {seat: account(f"Player-{seat.slug}") for seat in (Seat.RED, Seat.BLUE)}
    players = {seat: who.player.id for seat, who in accounts.items()}
    id = creation.create_game(variant=variant("barrage"), players=players)
    for seat, placement in SETUPS.items():
        commands.make_setup(game=id, seat=seat, placement=placement)
    return Game.objects.get(id=id), accounts


@pytest.fixture
def sit(site: str, browser: Browser) -> Iterator[Callable[[Game, Account], Page]]:
    trouble: list[list[str]] = []
    with ExitStack() as contexts:

        def open_page(game: Game, who: Account) -> Page:
            page = contexts.enter_context(signed_in(browser, site, who, reduced_motion="reduce")).new_page()
            trouble.append(watch(page))
            page.goto(f"{site}/games/{game.key}/")
            return page

        yield open_page
    assert trouble == [[]] * len(trouble)


def changed(page: Page) -> None:
    page.evaluate("document.body.dispatchEvent(new CustomEvent('changed'))")


def opening_of(game: Game, square: str) -> str:
    """The line that opens the piece that began on a square, as a page has it after the reveal."""
    state = command_handler.open_game(game.id).state
    truth, book = state.view(Viewer.ALL), state.variant
    known = seals_of(game.id, book).known(truth, lambda: truth)
    [line] = [
        re.search(r"<li .*?</li>", opened_markup(OpenedPieces((piece,)), book))[0]
        for piece in known.pieces
        if piece.square == book.board.square(square)
    ]
    return line


def test_a_battle_is_checked_at_once_and_a_swapped_rank_is_found(sit, game) -> None:
    game, accounts = game
    page = sit(game, accounts[Seat.BLUE])
    expect(page.locator("#table")).to_have_attribute("data-ply", "0")
    commands.play_turn(game=game.id, seat=Seat.RED, turn="c4-b4")
    commands.play_turn(game=game.id, seat=Seat.BLUE, turn="a7-a6")
    commands.play_turn(game=game.id, seat=Seat.RED, turn="a4-a6")
    changed(page)
    opened = page.locator("#table [data-opened]")
    expect(opened.locator("[data-seal-state]")).to_have_text("✓ checked")
    mark = page.get_by_role("link", name="Checked: what was shown is what was sealed. Why?")
    mark.click()
    expect(opened.locator("li")).to_have_text(
        ["Red Scout, sealed on a4 before play ✓ checked", "Blue Miner, sealed on a7 before play ✓ checked"]
    )
    expect(opened).to_contain_text("By the list of moves it has followed each piece back")
    check_looks(page)

    def swapped(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'(data-seat="blue"[^>]*data-rank=)"3"', r'\1"9"', answer.text()))

    page.route(TABLE, swapped)
    changed(page)
    expect(page.get_by_role("alert").filter(has_text=WRONG)).to_be_visible()
    expect(opened.locator("[data-seal-state]")).to_have_text("✗ does not fit its seal")
    expect(opened.locator("li").last).to_have_text("Blue Miner, sealed on a7 before play ✗ does not fit its seal")
    check_looks(page)

    def another(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'<li data-seat="red".*?</li>', lie, answer.text()))

    lie = opening_of(game, "c4").replace('data-start="c4"', 'data-start="a4" data-ply="3" data-stood="a4"')
    page.unroute(TABLE)
    page.route(TABLE, another)
    changed(page)
    expect(opened.locator("[data-seal-state]")).to_have_text("✗ does not fit its seal")
    expect(opened.locator("li").first).to_have_text("Red Scout, sealed on c4 before play ✗ does not fit its seal")

    def unopened(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'<li data-seat="blue".*?</li>', "", answer.text()))

    page.unroute(TABLE)
    page.route(TABLE, unopened)
    expect(page.get_by_role("alert").filter(has_text=UNOPENED)).to_have_count(0)
    changed(page)
    expect(page.get_by_role("alert").filter(has_text=UNOPENED)).to_be_visible()


def test_who_watches_checks_too_and_seals_that_change_are_found(site: str, page: Page, game) -> None:
    game, _accounts = game
    for ply, turn in enumerate(("c4-b4", "a7-a6", "a4-a6", "b8-a8")):
        commands.play_turn(game=game.id, seat=Seat(ply % 2), turn=turn)
    page.goto(f"{site}/games/{game.key}/?ply=2")
    page.locator("[data-step=next]").click()
    expect(page.locator("[data-opened] [data-seal-state]")).to_have_text("✓ checked")
    page.locator("[data-step=next]").click()
    expect(page.locator("[data-opened]")).to_have_count(0)

    red, blue = page.locator("#seals").get_attribute("data-roots").split()
    other = f"{blue} red={red.partition('=')[2][::-1]}"

    def exchanged(route: Route) -> None:
        """Another seal, as if of another game, and the seats in another order."""
        answer = route.fetch()
        replace = answer.text().replace(f'data-roots="{red} {blue}"', f'data-roots="{other}"')
        route.fulfill(
            response=answer, body=replace.replace(f'data-game="{game.key}" data-roots', 'data-game="A" data-roots')
        )

    page.route(re.compile(r"\?ply=3$"), exchanged)
    page.goto(f"{site}/games/{game.key}/?ply=3")
    expect(page.get_by_role("alert").filter(has_text=CHANGED)).to_be_visible()
    # What is opened still leads to the seal that was seen first.
    expect(page.locator("[data-opened] [data-seal-state]")).to_have_text("✓ checked")


def test_where_nothing_can_be_computed_the_page_says_so(site: str, browser: Browser, game) -> None:
    game, _accounts = game
    for ply, turn in enumerate(("c4-b4", "a7-a6", "a4-a6")):
        commands.play_turn(game=game.id, seat=Seat(ply % 2), turn=turn)
    context = browser.new_context(own=True)
    context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page = context.new_page()
    trouble = watch(page)
    page.goto(f"{site}/games/{game.key}/")
    expect(page.locator("[data-opened] [data-seal-state]")).to_have_text("cannot be checked here")
    why = "Browsers check seals only over a secure connection (https)."
    expect(page.locator("[data-seal-about]")).to_contain_text(why)
    expect(page.locator("[data-seal-warning], .seal-mark")).to_have_count(0)
    context.close()
    assert trouble == []


def nonce(seat: Seat) -> str:
    return seat.slug.encode().hex().ljust(64, "0")


def test_every_piece_is_followed_back_to_its_seal(site: str, page: Page) -> None:
    """What the script computes, for whole random games: each opening leads to its seal and comes from its square, and
    none from another one."""
    page.goto(f"{site}/robots.txt")
    for slug in ("classic", "campaign", "cards", "alliance_lightning"):
        book = variant(slug)
        chance, options = random.Random(f"ways {slug} 2"), Options()
        orders = random_chance(book, options, chance)
        setups = {seat: random_setup(book, seat, options, orders.get(seat, ""), chance) for seat in book.seats}
        seals = Seals(
            book,
            [SetupMade(seat.slug, setup, nonce(seat), TREE) for seat, setup in setups.items()],
        )
        state = start(book, setups, options, orders)
        texts: dict[int, str] = {}
        clashes: dict[int, str] = {}
        cases = []
        for _submission in range(200):
            if state.outcome is not None:
                break
            state, _facts = apply(state, random_submission(state, chance))
            view = state.view(Viewer.SPECTATOR)
            [[move]] = [row.moves for row in move_rows([(view.ply, view.last)], book)]
            texts[view.ply], clashes[view.ply] = move.text, move.clash
            for piece in seals.opened(view, lambda state=state: state.view(Viewer.ALL)).pieces:
                name = book.board.name
                case = {
                    "seat": piece.seat.slug,
                    "piece": str(piece.piece),
                    "place": piece.place,
                    "rank": piece.rank.symbol,
                }
                case |= {
                    "salt": piece.salt,
                    "path": " ".join(piece.path),
                    "leaves": str(piece.leaves),
                    "seal": piece.seal,
                }
                case |= {} if piece.square is None else {"start": name(piece.square)}
                if piece.shown is not None:
                    case |= {"ply": str(piece.shown[0]), "stood": name(piece.shown[1])}
                    cases.append(case)
        assert len(cases) > 4, slug
        homes = re.search(r'data-homes="([^"]*)"', seals_markup("key", {Seat.RED: ""}, (), book))[1]
        wrong = page.evaluate(
            """async ([cases, seats, told, met, homes]) => {
              const { leadsTo, cameFrom, fought, isOfSquare } = await import('/static/js/seals.js');
              const moves = new Map(told), clashes = new Map(met);
              const found = [];
              for (const one of cases) {
                if (await leadsTo(one) !== one.seal) found.push(["seal", one]);
                if (!cameFrom(one, seats, moves)) found.push(["way", one]);
                if (!isOfSquare(one, homes)) found.push(["square", one]);
                const beside = { ...one, place: String(Number(one.place) ^ 1) };
                if (one.start && isOfSquare(beside, homes)) found.push(["leaf", one]);
                if (isOfSquare({ ...one, leaves: String(Number(one.leaves) + 1) }, homes)) found.push(["size", one]);
                if (!fought(one, seats, moves, clashes)) found.push(["battle", one]);
                if (!clashes.get(Number(one.ply)) || !moves.get(Number(one.ply)).includes("×")) continue;
                if (fought({ ...one, stood: "z1" }, seats, moves, clashes)) found.push(["stood", one]);
                if (fought({ ...one, rank: "F" }, seats, moves, clashes) && one.rank !== "F") found.push(["rank", one]);
                if (one.start && cameFrom({ ...one, start: "z1" }, seats, moves)) found.push(["elsewhere", one]);
              }
              return found;
            }""",
            [cases, [seat.slug for seat in book.seats], list(texts.items()), list(clashes.items()), homes],
        )
        assert [item for item in wrong if item[0] != "elsewhere"] == [], slug
        # Where a piece was rescued, or a Flag freed, an earlier ply has shown it already.
        known = sum(bool(re.search("[*=>]", text)) for text in texts.values())
        assert len(wrong) <= known, slug
