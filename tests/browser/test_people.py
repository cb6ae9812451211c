"""Accounts in a real browser: from signing up to the end, by keyboard, light and dark, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone
from playwright.sync_api import Browser, expect
from pytest_django import Settings

from accounts.models import Account, AddressChange, Player, Preferences, Session
from accounts.signin.address_change import WAIT, token_of
from moderation.cases import commands
from tests.moderation.cases.courts import reported
from tests.moderation.staff.people import moderator
from tests.scenes import PASSWORD, account, game_over
from tests.windows import watch

from .looks import signed_in


def link(mail: EmailMessage) -> str:
    match_ = re.search(r"http://\S+", str(mail.body))
    assert match_ is not None
    return match_[0]


def test_from_signing_up_to_the_end_by_keyboard(site: str, browser: Browser, mailoutbox: list[EmailMessage]) -> None:
    context = browser.new_context(timezone_id="Asia/Tokyo")
    page = context.new_page()
    trouble = watch(page)
    page.goto(f"{site}/signup/?next=/rules/")
    page.get_by_label("Name").press_sequentially("Ada")
    page.keyboard.press("Tab")
    page.keyboard.type("ada@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type("analytical-engine")
    for _box in ("age", "terms"):
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Look into your mail")

    page.goto(link(mailoutbox[0]))
    page.get_by_role("button", name="Yes, it is mine").press("Enter")
    expect(page).to_have_url(f"{site}/rules/")
    page.goto(f"{site}/account/")
    expect(page.locator("#main")).to_contain_text("ada@example.org")
    assert Preferences.objects.get(account__username="Ada").time_zone == "Asia/Tokyo"

    page.get_by_role("link", name="Delete the account").press("Enter")
    page.get_by_label("Delete my account.").press("Space")
    page.get_by_label("Password").press_sequentially("analytical-engine")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account is deleted")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert (Account.objects.count(), Player.objects.count()) == (0, 0)
    context.close()
    assert trouble == []


def test_colours_of_the_account_come_with_the_page(site: str, browser: Browser) -> None:
    ada, ground = account("Ada"), "rgb(20, 24, 26)"
    Preferences.objects.create(account=ada, theme="dark")
    for scripts in (False, True):  # without scripts too: so there is no flash with them
        context = signed_in(browser, site, ada, color_scheme="light", java_script_enabled=scripts)
        page = context.new_page()
        page.goto(f"{site}/account/preferences/")
        expect(page.locator("body")).to_have_css("background-color", ground)
        if scripts:
            toggle = page.get_by_role("button", name="Dark colours")
            toggle.click()  # this device alone
            page.reload()
            expect(page.locator("body")).not_to_have_css("background-color", ground)
            toggle.click()
            page.reload()
            expect(page.locator("body")).to_have_css("background-color", ground)
            toggle.click()
            page.get_by_role("button", name="Keep").click()  # the account again
            expect(page.get_by_text("Your preferences are kept.")).to_be_visible()
            expect(page.locator("body")).to_have_css("background-color", ground)
        context.close()


def test_the_time_zone_of_the_device_is_offered(site: str, browser: Browser) -> None:
    ada = account("Ada")
    context = signed_in(browser, site, ada, timezone_id="Europe/Lisbon")
    page = context.new_page()
    page.goto(f"{site}/account/preferences/")
    page.get_by_role("button", name="Use the time zone of this device").click()
    expect(page.get_by_label("Time zone")).to_be_focused()
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Your preferences are kept.")).to_be_visible()
    assert Preferences.objects.get(account=ada).time_zone == "Europe/Lisbon"
    context.close()


def test_what_was_typed_is_there_again_after_signing_in_again(site: str, browser: Browser) -> None:
    """The session may end in another tab, or signing in there changes the token of the form."""
    context = signed_in(browser, site, account("Ada"))
    page = context.new_page()
    name = page.get_by_label("Name", exact=True)
    page.goto(f"{site}/tournaments/new/")
    name.fill("The open of Saltford")
    Session.objects.all().delete()
    page.get_by_role("button", name="Announce").click()
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("You were signed out in between.")
    expect(name).to_have_value("The open of Saltford")

    name.fill("The other open")
    context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The form was too old")
    page.goto(f"{site}/tournaments/new/")
    expect(name).to_have_value("The other open")
    page.reload()  # once
    expect(name).to_have_value("")
    context.close()


def test_pages_of_an_account(everywhere: Callable[..., None]) -> None:
    ada, charles = account("Ada"), account("Charles")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    EmailAddress.objects.create(user=ada, email="ada@example.net")
    game = game_over(accounts=(ada, charles))
    reported(charles.player, ada.player)
    now = timezone.now()
    change = AddressChange.objects.create(account=ada, new="ada@example.net", asked=now, due=now + WAIT)
    everywhere(
        "/account/",
        "/account/safety/",
        f"/account/email/change/{token_of(change)}/",
        "/account/preferences/",
        "/account/email/",
        "/account/password/",
        "/account/vacation/",
        "/account/delete/",
        "/players/Ada/",
        "/players/Charles/",
        "/report/?player=Charles",
        f"/report/?game={game.key}",
        "/account/reports/",
        who=ada,
    )


def test_pages_of_moderators(everywhere: Callable[..., None]) -> None:
    ada, charles, mona = account("Ada"), account("Charles"), moderator()
    case = reported(charles.player, ada.player)
    commands.look(case=case.pk, by=mona.player.pk, what="evidence")
    commands.note(case=case.pk, by=mona.player.pk, words="Asked for the other games.")
    pages = ("/moderation/", "/moderation/open/?player=Charles", f"/moderation/cases/{case.pk}/")
    everywhere(*pages, who=mona)


def test_pages_of_who_has_none(everywhere: Callable[..., None], settings: Settings) -> None:
    settings.VEXILLUM_DEMO = True
    game_over(accounts=(account("Ada"), account("Charles")))
    everywhere(
        "/signup/",
        "/account/confirm-email/",
        "/account/confirm-email/nonsense/",
        "/account/password/reset/",
        "/account/password/reset/sent/",
        "/account/password/reset/x-y/",
        "/players/Ada/",
        "/players/nobody/",
        "/outbox/",
    )
