"""A real board is relayed: the set-ups on phones, the moves by two taps, some of them while there is no line."""

from __future__ import annotations

import random
from uuid import UUID

from playwright.sync_api import Browser, Page, expect

from games.domain import commands
from games.domain.command_handler import open_game
from games.models import key_of
from games.rules import Seat, Viewer, apply, legal_turns
from games.rules.turn import GAIT_STEP
from tests.scenes import placements, player
from tests.serving import Address
from tests.tournaments.scenes import a_tournament, next_round
from tests.windows import watch
from tournaments.domain.commands import relays
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import TournamentGame
from tournaments.scoring.points import Mark

from .looks import check

LINE = "[data-line]"


def test_a_board_is_relayed_from_the_set_ups_to_the_end_with_a_while_offline(
    live_site: Address, browser: Browser
) -> None:
    game, links = a_relay()
    at = f"{live_site}{links}"
    phone = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = phone.new_page()
    trouble = watch(page)
    for seat in (Seat.RED, Seat.BLUE):
        lay(page, f"{at}{relays.link_of(game, seat)}/")
    page.goto(f"{at}{relays.link_of(game, None)}/")
    check(page)
    watching = browser.new_context(reduced_motion="reduce").new_page()
    watching.goto(f"{live_site}/games/{key_of(game)}/")

    turns = course(game, 9)
    tap(page, turns[0])
    expect(page.locator("#relay-now")).to_have_attribute("data-ply", "1")
    expect(page.locator(LINE)).to_have_text("All moves are sent.")
    phone.set_offline(True)
    for turn in turns[1:4]:
        tap(page, turn)
    expect(page.locator(LINE)).to_contain_text("3 moves wait for the line.")
    phone.set_offline(False)
    page.reload()  # what waits is kept on the phone
    expect(page.locator("#relay-now")).to_have_attribute("data-ply", "4")
    expect(page.locator(LINE)).to_have_text("All moves are sent.")
    assert open_game(game).public_version == 7  # none came twice: created, two set-ups, four moves
    expect(watching.get_by_text(turns[3]).first).to_be_visible()

    for turn in turns[4:6]:
        tap(page, turn)
    expect(page.locator("#relay-now")).to_have_attribute("data-ply", "6")
    page.get_by_role("button", name="Take the last move back").click()
    expect(page.locator("#relay-now")).to_have_attribute("data-ply", "5")
    tap(page, turns[5])
    expect(page.locator("#relay-now")).to_have_attribute("data-ply", "6")

    commands.resign(game=game, seat=Seat.BLUE)
    page.reload()
    expect(page.get_by_text("The result counts once the players or the arbiters tell it.")).to_be_visible()
    place = TournamentGame.objects.get(game=game)
    leg = fold_of(place.tournament_id).rounds[0].boards[0].leg
    assert (leg.marks, relays.proposed(leg)) == (None, (Mark.WIN, Mark.LOSS))
    check(page)
    assert [text for text in trouble if "ERR_INTERNET" not in text] == []


def test_moves_on_a_board_that_went_on_otherwise_wait_until_the_scribe_decides(
    live_site: Address, browser: Browser
) -> None:
    game, links = a_relay()
    for seat, placement in placements("barrage", random.Random(4)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    phone = browser.new_context(reduced_motion="reduce")
    page = phone.new_page()
    page.goto(f"{live_site}{links}{relays.link_of(game, None)}/")
    turns, others = course(game, 2), open_game(game).state
    assert others is not None
    other = next(turn.text for turn in legal_turns(others) if turn.text[:2] != turns[0][:2])
    phone.set_offline(True)
    tap(page, turns[0])
    tap(page, turns[1])
    commands.play_turn(game=game, seat=Seat.RED, turn=other)
    phone.set_offline(False)
    expect(page.get_by_text("Not sent: 1. ")).to_be_visible()
    page.get_by_role("button", name="Leave the first one out").click()
    expect(page.locator("#relay-now")).to_have_attribute("data-ply", "2")
    expect(page.locator(LINE)).to_have_text("All moves are sent.")

    # The other player's own phone enters the next own move before it is due: it waits for the one before it.
    red, blue = course(game, 2)
    own = browser.new_context(reduced_motion="reduce").new_page()
    own.goto(f"{live_site}{links}{relays.link_of(game, Seat.BLUE)}/")
    tap(own, blue)
    expect(own.locator(LINE)).to_contain_text(f"1 move waits for the line. 4. {blue}")
    tap(page, red)
    expect(own.locator("#relay-now")).to_have_attribute("data-ply", "4", timeout=15_000)
    expect(own.locator(LINE)).to_have_text("All moves are sent.")


def a_relay() -> tuple[UUID, str]:
    """A board that is relayed, and the address of its links."""
    event = a_tournament([player("Nora").id, player("Olaf").id])
    next_round(event)
    game = relays.relay_board(tournament=event, round=1, board=1, by=None).rounds[0].boards[0].leg.game
    assert game is not None
    return game, f"/tournaments/{key_of(event)}/relay/"


def course(game: UUID, count: int) -> list[str]:
    """Turns that go one square to an empty one, never back to where a piece has been."""
    state = open_game(game).state
    assert state is not None
    result: list[str] = []
    been: set[int] = set()
    while len(result) < count:
        been |= {piece.square for piece in state.view(Viewer.ALL).pieces}
        turn = next(turn for turn in legal_turns(state) if turn.target not in been and turn.gait == GAIT_STEP)
        state, _facts = apply(state, turn)
        result.append(turn.text)
    return result


def lay(page: Page, address: str) -> None:
    """Who holds the link lays a set-up at random and seals it."""
    page.goto(address)
    page.get_by_role("button", name="Random").click()
    expect(page.get_by_text("The set-up is complete.").first).to_be_visible()
    page.get_by_role("button", name="Ready: this is my set-up").click()
    page.get_by_role("button", name="Yes, I am ready").click()
    expect(page.get_by_role("heading", name="Nora")).to_be_visible()


def tap(page: Page, turn: str) -> None:
    for square in turn.split("-"):
        page.locator(f'[data-square="{square}"]').click()
