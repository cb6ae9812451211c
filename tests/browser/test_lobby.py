"""The lobby in a real browser: two who find each other, and what everybody can see and reach there."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from accounts.models import Account
from games.domain.clocks import PRESETS
from games.models import Game
from play.lobby import domain
from play.lobby.models import Seek
from play.lobby.terms import GameTerms
from tests.scenes import account, game_in_play, game_over
from tests.windows import watch

from .looks import PHONE, open_all, signed_in


def terms(variant: str = "classic", time: str = "3-days", **changes: object) -> GameTerms:
    return GameTerms(variant=variant, time=PRESETS[time], **changes)  # type: ignore[arg-type]


def reach(page: Page, name: str) -> None:
    """Go on by Tab until the element with this name has the focus."""
    for _step in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name || document.activeElement.innerText") == name:
            return
    raise AssertionError(f"Tab never reaches {name!r}")


def test_two_find_each_other_by_keyboard_and_in_one_click(site: str, browser: Browser) -> None:
    ada, bob = account("Ada"), account("Bob")
    hers = signed_in(browser, site, ada, viewport=PHONE)
    his = signed_in(browser, site, bob)
    host, guest = hers.new_page(), his.new_page()
    trouble = [watch(host), watch(guest)]
    host.goto(f"{site}/lobby/")
    reach(host, "variant")  # the filter
    reach(host, "variant")
    host.keyboard.type("Barrage")
    reach(host, "time")
    host.keyboard.type("20 minutes")
    reach(host, "Post the seek")
    host.keyboard.press("Enter")
    expect(host.get_by_role("heading", name="Your open seeks")).to_be_visible()
    guest.goto(f"{site}/lobby/")
    row = guest.locator(".seek")
    expect(row).to_contain_text("Barrage")
    expect(row).to_contain_text("20 minutes + 10 seconds a turn")
    row.get_by_role("button", name=re.compile("Join")).click()
    game = re.compile(rf"{site}/games/\w+/$")
    expect(guest).to_have_url(game)
    expect(host).to_have_url(game)
    key = Game.objects.get().key
    assert [page.url for page in (host, guest)] == [f"{site}/games/{key}/"] * 2
    hers.close()
    his.close()
    assert trouble == [[], []]


def test_the_list_follows_and_leaves_the_focus_where_it_is(site: str, browser: Browser) -> None:
    ada, bob = account("Ada"), account("Bob")
    domain.open_seek(host=ada.player, terms=terms("duel"))
    context = signed_in(browser, site, bob)
    page = context.new_page()
    page.goto(f"{site}/lobby/")
    button = page.get_by_role("button", name=re.compile("Join Duel"))
    button.focus()
    with page.expect_response(lambda answer: "mine" not in answer.url and answer.url.endswith("/lobby/")):
        pass
    expect(button).to_be_focused()  # nothing new: nothing is swapped
    domain.open_seek(host=ada.player, terms=terms("cards"))
    expect(page.locator(".seek")).to_have_count(2)
    expect(button).to_be_focused()
    page.get_by_label("Variant").first.select_option("cards")
    expect(page.locator(".seek")).to_have_count(1)
    expect(page).to_have_url(re.compile("variant=cards"))
    context.close()


def test_the_pages_are_accessible(everywhere: Callable[..., None]) -> None:
    ada, bob, cyd = account("Ada"), account("Bob"), account("Wolfeschlegelsteinhausenbergerdorffwelchevoraltern")
    seeks = furnished(ada, bob, cyd)
    tables = [f"/challenge/{seek.token}/" for seek in seeks[:2]]
    everywhere("/lobby/", "/my/", "/watch/", *tables, who=ada, act=open_all)
    everywhere("/challenge/", who=ada, act=challenge_nobody)
    everywhere("/lobby/?variant=cards", "/watch/?variant=cards", "/lobby/", act=open_all)


def challenge_nobody(page: Page) -> None:
    expect(page.get_by_label("Days (live: minutes)", exact=True)).to_be_hidden()
    page.get_by_label("Time", exact=True).select_option("own")
    expect(page.get_by_label("Days (live: minutes)", exact=True)).to_be_visible()
    page.get_by_label("Days (live: minutes)", exact=True).fill("4")
    page.get_by_role("button", name="Send the challenge").click()
    page.get_by_label("Player").fill("Nobody")
    page.get_by_role("button", name="Send the challenge").click()
    expect(page.get_by_text("There is no player called Nobody.")).to_be_visible()


def furnished(ada: Account, bob: Account, cyd: Account) -> list[Seek]:
    mine = domain.open_seek(host=ada.player, terms=terms("alliance"))
    other = domain.open_seek(host=cyd.player, terms=terms("alliance", "bank-7d-12h", rated=True))
    domain.open_seek(host=bob.player, terms=terms("campaign", "live-5-5", rating_from=1600, rating_to=1700))
    domain.open_seek(host=cyd.player, terms=terms("cards", "live-5-5", colour="blue", spotter=True))
    domain.challenge(host=cyd.player, terms=terms("duel", "1-day"), players=[ada.player])
    domain.open_seek(host=ada.player, terms=terms(), kind="link")
    game_in_play(accounts=(ada, bob))
    game_in_play(accounts=(cyd, ada), plies=3, slug="barrage")
    game_over(accounts=(ada, cyd))
    waiting = domain.open_seek(host=ada.player, terms=terms("classic", "1-day"))
    domain.join(seek=waiting.id, player=bob.player)
    return [mine, other]
