"""An open page while the site is away, in a real browser: it says so, sends again what was not taken, and goes on."""

from __future__ import annotations

from django.test import Client
from playwright.sync_api import Browser, Route, expect

from eventlog import store
from games.domain.events import TurnPlayed
from games.rules import Options
from tests.browser.newcomers import play_a_turn
from tests.browser.test_play import BARRAGE, begin, people


def test_a_turn_that_met_an_outage_is_sent_again_and_counts_once(live_site: str, browser: Browser) -> None:
    accounts = people("barrage")
    game = begin("barrage", accounts, BARRAGE, Options())
    client = Client()
    client.force_login(next(iter(accounts.values())))
    context = browser.new_context()
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_site}])
    page = context.new_page()
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
    played = [one.event for one in store.load(game.id) if isinstance(one.event, TurnPlayed)]
    assert len(played) == 1
    context.close()
