"""What is sealed in a case, opened by a moderator in a browser, and the players who see that it was."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from moderation.cases import reports
from play.talk import domain as talk
from tests.moderation.staff.people import moderator
from tests.scenes import account, game_in_play
from tests.windows import watch

from .looks import check_looks, on_a_desktop, signed_in


def test_a_moderator_opens_what_was_said_and_the_players_see_it(site: str, browser: Browser) -> None:
    ada, charles, mona = account("Ada"), account("Charles"), moderator("Mona")
    game = game_in_play(plies=2, slug="duel", accounts=(ada, charles))
    said = talk.say(game=game, player=ada.player.pk, text="My Marshal is on b2.")
    data = {"kind": "message", "target": said.pk, "reporter": charles.player, "why": "telling"}
    case = reports.report(**data, text="She tells ranks.").case

    context = signed_in(browser, site, mona, reduced_motion="reduce")
    page = context.new_page()
    trouble = watch(page)
    page.goto(f"{site}/moderation/cases/{case}/")
    page.keyboard.press("c")
    panel = page.locator("#evidence-talk")
    expect(panel).to_contain_text("Sealed: it may tell a rank.")
    expect(page.locator("#main")).not_to_contain_text("Marshal")
    check_looks(page)
    on_a_desktop(page)
    panel.get_by_role("button", name="Open it").press("Enter")
    expect(panel).to_contain_text("My Marshal is on b2.")

    talk.say(game=game, player=ada.player.pk, text="My Spy is on c1.")
    page.reload()
    expect(panel).to_contain_text("My Marshal is on b2.")
    expect(panel).to_contain_text("Sealed: it may tell a rank.")
    expect(page.locator("#main")).not_to_contain_text("Spy is on")
    context.close()

    for who in (ada, charles):
        context = signed_in(browser, site, who, reduced_motion="reduce")
        page = context.new_page()
        trouble += watch(page)
        page.goto(f"{site}/notices/")
        expect(page.locator("#main")).to_contain_text("moderator")
        page.goto(f"{site}/games/{game.key}/")
        expect(page.locator("#main")).to_contain_text("opened all that was said at this table")
        context.close()
    assert trouble == []
