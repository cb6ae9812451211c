"""Events in a real browser: a page that is open follows by itself, and keeps its reader's place."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from accounts.models import Player
from accounts.people.accounts import player_of
from benchmarks.large_event import large_swiss
from games.models import key_of
from tests.scenes import account
from tests.serving import Address, listening
from tests.tournaments.scenes import a_tournament, next_round, play_out, play_round, some_players
from tests.windows import watch
from tournaments.domain import lifecycle
from tournaments.domain.commands import results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.scoring.points import Mark

from .looks import check, on_a_desktop, on_a_phone, open_all, signed_in

SEPTEMBER = 1_884_600_000_000_000  # 20 September 2029


def test_standings_of_a_spectator_follow_when_a_game_ends(live_site: Address, page: Page) -> None:
    tournament = a_tournament(4, rounds=3, name="Open")
    fold = next_round(tournament)
    board = fold.rounds[0].boards[1]
    red = fold.entries[board.red].number
    page.goto(f"{live_site}/tournaments/{key_of(tournament)}/standings/")
    points = page.locator(f'tr:has(a[href$="/entries/{red}/"]) strong')
    expect(points).to_have_text("0")
    leader = page.get_by_role("row").nth(1).get_by_role("link").first
    page.locator(f'a[href$="/entries/{red}/"]').focus()
    listening(live_site, 1)
    results.record_result(tournament=tournament, round=1, board=2, red=Mark.WIN, blue=Mark.LOSS, by=None)
    expect(points).to_have_text("6")
    expect(leader).to_have_attribute("href", f"/tournaments/{key_of(tournament)}/entries/{red}/")
    expect(page.locator(f'a[href$="/entries/{red}/"]')).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("1 of 2 games over")
    # The next change comes too: what was swapped in listens as well.
    results.record_result(tournament=tournament, round=1, board=1, red=Mark.DRAW, blue=Mark.DRAW, by=None)
    expect(page.get_by_text("3", exact=True).first).to_be_visible()


def test_an_open_page_gets_what_the_event_grows(live_site: Address, page: Page) -> None:
    """Somebody waits on the page of an event that begins: its tabs, its round and its boards appear."""
    tournament = a_tournament(4, rounds=3, name="Open", started=False)
    page.goto(f"{live_site}/tournaments/{key_of(tournament)}/")
    tabs = page.get_by_role("navigation", name="Pages of this event").get_by_role("link")
    expect(tabs).to_have_text(["Overview", "Entries", "Log"])
    listening(live_site, 1)
    lifecycle.start(tournament=tournament, by=None)
    next_round(tournament)
    expect(tabs).to_have_text(["Overview", "Standings", "Crosstable", "Rounds", "Entries", "Log"])
    expect(page.get_by_text("Round 1 of 3")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 1: 0 of 2 games over")).to_be_visible()


def test_a_player_of_an_arena_is_led_to_the_table(live_site: Address, browser: Browser) -> None:
    """Join by a button, wait, and play as soon as somebody is free; light on a desktop and dark on a phone."""
    arena = a_tournament(2, format="arena", variant="duel", name="Friday arena", real=False, rated=False)
    next_round(arena)
    ada = account("Ada")
    context = signed_in(browser, str(live_site), ada)
    page = context.new_page()
    trouble = watch(page)
    page.goto(f"{live_site}/tournaments/{key_of(arena)}/")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You are waiting for an opponent")).to_be_visible()
    expect(page.get_by_role("timer")).to_have_text(re.compile("^00:59:|^01:00:00"))
    for look in (on_a_desktop, on_a_phone):
        look(page)
        check(page)
    results.record_result(tournament=arena, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS, by=None)
    fold = lifecycle.add_boards(tournament=arena, by=None)
    game = fold.rounds[0].boards[1].leg.game
    assert game is not None
    page.wait_for_url(f"{live_site}/games/{key_of(game)}/**")
    assert trouble == []
    context.close()


def test_open_lists_of_events_follow_and_keep_the_focus(live_site: Address, page: Page) -> None:
    a_tournament(2, name="First Open", started=False, starts=SEPTEMBER, automatic=False)
    for address in ("?text=open", "calendar/?month=2029-09"):
        page.goto(f"{live_site}/tournaments/{address}")
        first = page.get_by_role("link", name="First Open").last
        first.focus()
        first.evaluate("element => (element.old = true)")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as after 20 seconds
        page.wait_for_timeout(400)
        assert first.evaluate("element => element.old === true")  # nothing new is not swapped in
        a_tournament(2, name=f"Open {len(address)}", started=False, starts=SEPTEMBER, automatic=False)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.get_by_role("link", name=f"Open {len(address)}").last).to_be_visible()
        expect(first).to_be_focused()


def test_the_pages_of_events_pass_axe(site: str, browser: Browser) -> None:
    """Light on a desktop or dark on a phone: each kind of page once."""
    swiss = a_tournament(5, rounds=3, name="Open")
    play_round(swiss)
    next_round(swiss)
    cup = a_tournament(6, format="knockout", third_place=True, name="Cup")
    play_round(cup)
    robin = a_tournament(4, format="round_robin", name="Robin")
    play_out(robin)
    open, of_robin = key_of(swiss), key_of(robin)
    wide = ["", "calendar/", f"{open}/", f"{open}/rounds/2/", f"{key_of(cup)}/bracket/", f"{of_robin}/crosstable/"]
    small = [f"{open}/{page}" for page in ("standings/", "crosstable/", "rounds/2/", "entries/1/", "log/")]
    context = browser.new_context()
    page = context.new_page()
    trouble = watch(page)
    for look, addresses in ((on_a_desktop, wide), (on_a_phone, [*small, f"{of_robin}/"])):
        look(page)
        for address in addresses:
            page.goto(f"{site}/tournaments/{address}")
            open_all(page)
            check(page)
    assert trouble == []
    context.close()


def test_a_large_bracket_is_printed_on_one_page_and_opens_at_the_live_round_on_a_phone(
    site: str, browser: Browser
) -> None:
    cup = a_tournament(32, format="knockout", name="Cup")
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/tournaments/{key_of(cup)}/bracket/")
    document = page.pdf(format="A4")
    assert document.count(b"/Type /Page\n") + document.count(b"/Type /Page ") + document.count(b"/Type /Page/") == 1
    for _round in range(2):
        play_round(cup)
    page.set_viewport_size({"width": 390, "height": 740})
    page.reload()
    drawn, steps = page.locator("svg.bracket text.round"), page.get_by_role("navigation", name="Draw the bracket from")
    expect(drawn).to_have_text(["Quarter-finals", "Semi-finals", "Final"])
    expect(steps.locator("[aria-current]")).to_have_text("Quarter-finals")
    steps.get_by_role("link", name="Final", exact=True).click()
    expect(drawn).to_have_text(["Final"])
    expect(drawn).to_be_in_viewport()
    steps.get_by_role("link", name="Round of 32").click()
    expect(drawn).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()


def test_printed_lists_have_no_empty_page_and_names_stand_in_two_columns(site: str, browser: Browser) -> None:
    event = a_tournament(60, rounds=3, name="Open")
    next_round(event)
    context = browser.new_context()
    page = context.new_page()
    most = {"entries/": 1, "1/names/": 1, "1/boards/": 1, "standings/": 3, "crosstable/": 3, "1/slips/": 3}
    for address, pages in most.items():
        page.goto(f"{site}/tournaments/{key_of(event)}/print/{address}")
        document = page.pdf(format="A4")
        sheets = len(re.findall(rb"/Type /Page[^s]", document))
        streams = (
            zlib.decompressobj().decompress(item) for item in re.findall(rb"stream\r?\n(x.*?)endstream", document, re.S)
        )
        written = sum(b"BT\n" in stream and len(re.findall(rb"T[jJ]", stream)) > 3 for stream in streams)
        assert (address, written, sheets <= pages) == (address, sheets, True)
    page.goto(f"{site}/tournaments/{key_of(event)}/print/1/names/")
    page.emulate_media(media="print")
    lefts = "[...document.querySelectorAll('tbody tr')].map((one) => Math.round(one.getBoundingClientRect().left))"
    assert len(set(page.evaluate(lefts))) == 2
    context.close()


def test_long_names_are_cut_off_and_leave_the_header_one_line(site: str, browser: Browser) -> None:
    """A bracket shows by an ellipsis that there is more of a name; the header never breaks because of one."""
    ada = account("Maximiliane von Hohenstauffen")
    cup = a_tournament([player_of(ada).id, *(player.id for player in some_players(3))], format="knockout", name="Cup")
    context = signed_in(browser, site, ada)
    page = context.new_page()
    page.goto(f"{site}/tournaments/{key_of(cup)}/bracket/")
    for width in (360, 900):
        page.set_viewport_size({"width": width, "height": 700})
        name = page.get_by_title("Maximiliane von Hohenstauffen").first
        expect(name).to_have_css("text-overflow", "ellipsis")
        assert name.evaluate("one => one.scrollWidth > one.clientWidth")
        tops = "['.brand', '[data-theme-toggle]'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
        brand, colours = page.evaluate(tops)
        assert brand == colours
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()


def test_the_names_of_a_crosstable_stay_in_sight_on_a_phone(site: str, browser: Browser) -> None:
    tournament = a_tournament(10, format="round_robin", name="Robin")
    play_round(tournament)
    context = browser.new_context(viewport={"width": 390, "height": 740})
    page = context.new_page()
    page.goto(f"{site}/tournaments/{key_of(tournament)}/crosstable/")
    region = page.get_by_role("region", name="Crosstable")
    region.evaluate("element => (element.scrollLeft = element.scrollWidth)")
    name = region.locator("tbody th").first
    expect(name).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    context.close()


def test_the_pages_of_a_large_event_look_right(everywhere: Callable[..., None]) -> None:
    tournament = large_swiss(202, 1, open_boards=101, real=True)
    event, fold = f"/tournaments/{key_of(tournament)}/", fold_of(tournament)
    owner, entrant = (
        Player.objects.get(id=item).account for item in (next(iter(fold.roles)), *fold.entries[7].players)
    )
    everywhere(f"{event}standings/?page=2&name=-1", who=entrant)
    everywhere(f"{event}desk/rounds/1/?page=2", who=owner)
