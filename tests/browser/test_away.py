"""An open page while the site is away, its reader offline or a script at fault, in a real browser: it goes on."""

from __future__ import annotations

from django.test import Client
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import Account
from eventlog import store
from games.domain.events import TurnPlayed
from games.rules import Options, Seat
from tests.browser.newcomers import play_a_turn
from tests.browser.test_play import BARRAGE, begin, people
from tests.windows import Window


def page_of(context: Window, site: str, who: Account) -> Page:
    client = Client()
    client.force_login(who)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}])
    return context.new_page()


def test_a_turn_that_met_an_outage_is_sent_again_and_counts_once(live_site: str, browser: Browser) -> None:
    accounts = people("barrage")
    game = begin("barrage", accounts, BARRAGE, Options())
    context = browser.new_context()
    page = page_of(context, live_site, accounts[Seat.RED])
    away, sent = True, []

    def turn(route: Route) -> None:
        sent.append(route.request.post_data)
        if away:
            route.fulfill(status=503, headers={"Retry-After": "5"})
        else:
            route.continue_()

    def ready(route: Route) -> None:
        route.fulfill(status=503 if away else 200, body=f"database: {'away' if away else 'ok'}\nbroker: ok\n")

    page.route("**/turn/", turn)
    page.route("**/readyz", ready)
    page.goto(f"{live_site}/games/{game.key}/")
    page.evaluate("Math.random = () => 0")  # it asks as soon as it may
    notice = page.get_by_text("The site is being looked after.")
    expect(notice).to_be_hidden()
    play_a_turn(page)
    expect(notice).to_be_visible()
    away = False
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    expect(notice).to_be_hidden()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    played = [event.event for event in store.load(game.id) if isinstance(event.event, TurnPlayed)]
    assert len(played) == 1
    context.close()


def test_who_is_offline_hears_that_the_clock_runs(live_site: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{live_site}/rules/")
    page.evaluate("Math.random = () => 0")
    offline, unreachable = page.get_by_text("You are offline."), page.get_by_text("The site does not answer.")
    looked_after = page.get_by_text("The site is being looked after.")
    context.set_offline(True)
    expect(offline).to_be_visible()
    expect(looked_after).to_be_hidden()
    context.set_offline(False)
    expect(offline).to_be_hidden()
    # The line is there, and nobody answers: it may be either's fault, and the page promises nothing.
    page.route("**/readyz", lambda route: route.abort())
    page.evaluate("document.body.dispatchEvent(new CustomEvent('away', { detail: { sure: false } }))")
    expect(unreachable).to_be_visible()
    expect(looked_after).to_be_hidden()
    page.unroute("**/readyz")
    expect(unreachable).to_be_hidden()
    context.close()


def test_a_fault_of_a_script_does_not_end_the_game(live_site: str, browser: Browser) -> None:
    accounts = people("barrage")
    game = begin("barrage", accounts, BARRAGE, Options())
    context = browser.new_context()
    page = page_of(context, live_site, accounts[Seat.RED])
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(error.message))
    page.goto(f"{live_site}/games/{game.key}/")
    page.evaluate("Math.abs = null")  # which the arrow keys need, and nothing else here
    page.locator('.square[tabindex="0"]').dispatch_event("keydown", {"key": "ArrowDown"})
    expect(page.get_by_text("Something went wrong on this page.")).to_be_visible()
    play_a_turn(page)
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    assert faults == ["Math.abs is not a function"]
    context.close()
