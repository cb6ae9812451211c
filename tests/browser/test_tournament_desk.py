"""The organiser's pages in a real browser: an event announced in two minutes, a round paired by hand with a corrected
result, all by what a person sees; and every page passes axe-core.
"""

from __future__ import annotations

import re
import time
from itertools import cycle

from playwright.sync_api import Browser, Page, expect

from accounts.models import Player
from tests.scenes import account
from tests.tournaments.organizer.people import address
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_round
from tests.windows import watch
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization, registration
from tournaments.domain.commands.people import persons_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Status
from tournaments.models import Tournament
from tournaments.scoring.points import Mark

from .looks import PHONE, check, check_looks, on_a_desktop, on_a_phone, open_all, signed_in
from .test_lobby import reach

NAMES = ("Bo", "Cyd", "Dee", "Eve", "Fay", "Wolfeschlegelsteinhausenbergerdorffwelchevoraltern")


def test_an_event_is_announced_in_two_minutes_without_a_mouse(site: str, browser: Browser) -> None:
    ada = account("Ada")
    context = signed_in(browser, site, ada)
    page = context.new_page()
    trouble = watch(page)
    begun = time.monotonic()
    page.goto(f"{site}/tournaments/new/")
    reach(page, "name")
    page.keyboard.type("Winter Open")
    reach(page, "variant")
    page.keyboard.type("Barrage")
    reach(page, "rounds")
    page.keyboard.type("5")
    reach(page, "Description and place")
    page.keyboard.press("Enter")
    reach(page, "description")
    page.keyboard.type("**Welcome** to all.")
    page.get_by_role("button", name="Preview").press("Enter")
    expect(page.locator("#preview strong")).to_have_text("Welcome")
    page.get_by_role("button", name="Announce").press("Enter")
    expect(page.get_by_role("heading", name="The desk")).to_be_visible()
    assert time.monotonic() - begun < 120
    fold = fold_of(Tournament.objects.get().id)
    assert (fold.status, fold.terms.variant, fold.terms.rounds) == (Status.OPEN, "barrage", 5)
    context.close()
    assert trouble == []


def test_another_format_offers_its_tie_breaks_and_keeps_what_was_typed(site: str, browser: Browser) -> None:
    context = signed_in(browser, site, account("Ada"))
    page = context.new_page()
    trouble = watch(page)
    page.goto(f"{site}/tournaments/new/")
    page.get_by_label("Name", exact=True).fill("Winter Open")
    format, first = page.get_by_label("Format", exact=True), page.get_by_label("Tie-break 1")
    format.select_option("round_robin")
    expect(first).to_be_visible()
    expect(first.locator("option[value=buchholz]")).to_have_count(0)
    first.select_option("koya")
    format.select_option("swiss")
    expect(page.locator("#tiebreaks")).to_contain_text("Koya does not suit this format: Swiss.")
    expect(first).to_have_value("koya")
    first.select_option("")
    format.select_option("knockout")
    expect(page.locator("#tiebreaks")).to_contain_text("its bracket gives the places")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Winter Open")
    context.close()
    assert trouble == []


def test_a_round_is_run_by_hand_with_a_swap_and_a_corrected_result(site: str, browser: Browser) -> None:
    ada = account("Ada")
    ids = [Player.objects.create(name=name).id for name in NAMES]
    id = a_tournament(ids, owner=ada.player.id, rounds=3, started=False)
    context = signed_in(browser, site, ada)
    page = context.new_page()
    trouble = watch(page)
    page.goto(site + address(id, "desk/"))
    page.get_by_role("button", name="Start the event").click()
    answer(page, "Start the event")
    page.get_by_role("button", name="Pair the next round").click()
    page.get_by_role("link", name="Change the pairing by hand").click()
    before = [board.entries for board in fold_of(id).rounds[0].boards]
    page.get_by_label("One", exact=True).select_option(str(before[0][1]))
    page.get_by_label("The other").select_option(str(before[1][1]))
    page.get_by_role("button", name="Swap").click()
    expect(page.locator("tr.differs")).to_have_count(2)
    page.get_by_label("Reason").fill("Bo and Dee came together.")
    page.get_by_role("button", name="Keep this pairing").click()
    page.get_by_role("button", name="Begin the round").click()
    answer(page, "Begin the round")
    page.get_by_role("link", name="Enter results").click()
    assert fold_of(id).rounds[0].boards[0].entries == (before[0][0], before[1][1])
    _by_keys(page)
    expect(page.get_by_text("3 results are recorded.")).to_be_visible()
    page.get_by_role("link", name="Board 1").click()
    page.get_by_text("Correct the result").first.click()
    page.get_by_label("The right result").select_option("loss-win")
    page.get_by_label("Reason").fill("Written the wrong way round.")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("No later pairing would have differed.")).to_be_visible()
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("corrected from: Red wins")).to_be_visible()
    marks = [board.leg.marks for board in fold_of(id).rounds[0].boards]
    assert marks == [(Mark.LOSS, Mark.WIN), (Mark.DRAW, Mark.DRAW), (Mark.LOSS, Mark.WIN)]
    context.close()
    assert trouble == []


def answer(page: Page, label: str) -> None:
    """Answers the question that a button led to, whose page has a button of the same name."""
    expect(page.get_by_role("link", name="Go back")).to_be_visible()
    page.get_by_role("button", name=label).click()


def _by_keys(page: Page) -> None:
    page.get_by_label(re.compile("Result of board 1")).focus()
    page.keyboard.press("1")
    page.keyboard.press("=")
    page.keyboard.press("0")
    expect(page.get_by_role("button", name="Record the results")).to_be_focused()
    page.keyboard.press("Enter")


def test_the_pages_are_accessible(site: str, browser: Browser) -> None:
    ada = account("Ada")
    ids = [Player.objects.create(name=name).id for name in NAMES]
    running_id = a_tournament(ids, owner=ada.player.id, rounds=3)
    play_round(running_id)
    lifecycle.pair(tournament=running_id, by=ada.player.id)
    entering = a_tournament(ids, owner=ada.player.id, rounds=3)
    next_round(entering)
    open_id = a_tournament(ids[:4], owner=ada.player.id, started=False, seeding="hand", entry="invitation")
    organization.invite(tournament=open_id, players=ids[4:], by=ada.player.id)
    organization.keep_apart(tournament=open_id, entries=(1, 3), by=ada.player.id)
    registration.enter(tournament=open_id, players=[ada.player.id], by=ada.player.id)
    context = signed_in(browser, site, ada, reduced_motion="reduce")
    page = context.new_page()
    trouble = watch(page)
    # Each page in one look: nearly all of them share one layout.
    pages = [
        (running_id, "desk/"),
        (running_id, "desk/pairing/"),
        (running_id, "desk/rounds/1/boards/1/"),
        (running_id, "print/"),
        (running_id, "print/2/boards/"),
        (running_id, "print/2/slips/"),
        (running_id, "print/standings/"),
        (entering, "desk/rounds/1/"),
        (entering, "desk/entries/2/"),
        (open_id, "desk/entries/"),
        (open_id, "desk/seeds/"),
        (open_id, "desk/staff/"),
        (open_id, "edit/"),
        (open_id, "enter/"),
        (running_id, "print/2/names/"),
        (entering, "desk/"),
    ]
    for (id, rest), look in zip(pages, cycle((on_a_desktop, on_a_phone))):
        look(page)
        page.goto(site + address(id, rest))
        open_all(page)
        check(page)
    page.goto(f"{site}/tournaments/new/")
    open_all(page)
    check_looks(page)
    context.close()
    assert trouble == []


def test_an_open_desk_follows_the_event_and_leaves_what_is_typed(live_site: str, browser: Browser) -> None:
    ada = account("Ada")
    ids = [Player.objects.create(name=name).id for name in NAMES[:4]]
    id = a_tournament(ids, owner=ada.player.id, rounds=3)
    next_round(id)
    context = signed_in(browser, live_site, ada)
    page = context.new_page()
    trouble = watch(page)
    page.goto(live_site + address(id, "desk/"))
    expect(page.locator("#desk-boards")).to_contain_text("Being played")
    page.get_by_text("Pause the event").first.click()
    page.locator("#pause-reason").fill("Lunch.")
    expect(page.locator("#desk-boards [data-live], #desk-boards[data-live]")).to_have_count(1)
    play_on(id, lambda board: (Mark.WIN, Mark.LOSS))
    expect(page.get_by_role("button", name="Pair the next round")).to_be_visible()
    expect(page.locator("#desk-boards")).not_to_contain_text("Being played")
    expect(page.locator("#pause-reason")).to_have_value("Lunch.")
    page.get_by_role("button", name="Pair the next round").click()
    expect(page.get_by_text("Round 2 is paired. Nothing is fixed")).to_be_visible()
    context.close()
    assert trouble == []


def test_a_list_is_pasted_looked_over_and_taken_by_keyboard_on_a_phone(site: str, browser: Browser) -> None:
    ada = account("Ada")
    id = a_tournament(0, owner=ada.player.id, started=False)
    context = signed_in(browser, site, ada, viewport=PHONE)
    page = context.new_page()
    trouble = watch(page)
    page.goto(site + address(id, "desk/entries/"))
    page.get_by_label("Players, one a line").focus()
    page.keyboard.insert_text("1, Anna Ek, 1700, SC Blau, SWE, 1990\n2, Bo Li, 1650, SC Rot, GER, 1985\n3, Ada, , , ,")
    page.get_by_role("button", name="Look it over").press("Enter")
    expect(page.get_by_role("heading", name="What was read")).to_be_visible()
    check(page)
    reach(page, "column-5")
    page.keyboard.type("Left out")
    page.get_by_role("button", name="Look again").press("Enter")
    expect(page.get_by_label("Column 6")).to_have_value("")
    expect(page.get_by_label("ask the member Ada whether this is them")).not_to_be_checked()
    page.get_by_role("button", name="Enter 3 players").press("Enter")
    expect(page.get_by_text("3 entries are made.")).to_be_visible()
    page.get_by_role("link", name="Bo Li").press("Enter")
    page.get_by_text("Correct", exact=True).first.press("Enter")
    page.get_by_label("Club").first.fill("SC Gelb")
    page.get_by_role("button", name="Correct").press("Enter")
    expect(page.get_by_text("SC Gelb").first).to_be_visible()
    check(page)
    result = {person.entry: (person.club, person.federation, person.birth) for person in persons_of(id).values()}
    assert result == {1: ("SC Blau", "SWE", ""), 2: ("SC Gelb", "GER", "")}
    assert ada.player.id not in {item.players[0] for item in fold_of(id).playing}
    context.close()
    assert trouble == []
