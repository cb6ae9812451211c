"""Passkeys in a real browser with a device that is none: made, used instead of the password, and removed."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from playwright.sync_api import Page, expect

from accounts.mails.outbox import deliver_waiting
from accounts.signin.attempts import OF_ACCOUNT
from tests.accounts.signin.test_factors import digits
from tests.scenes import PASSWORD, account
from tests.windows import Windows, watch

from .looks import check_looks

PASSKEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def signs_in(page: Page, site: str) -> None:
    page.goto(f"{site}/login/")
    page.get_by_label("Name or e-mail address").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_passkey_is_made_used_and_removed(site: str, browser: Windows, mailoutbox: list[EmailMessage]) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    context = browser.new_context(own=True)
    page = context.new_page()
    trouble = watch(page)
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    key = device.send("WebAuthn.addVirtualAuthenticator", {"options": PASSKEY})["authenticatorId"]

    signs_in(page, site)
    expect(page).to_have_url(f"{site}/")
    page.goto(f"{site}/account/factors/")
    check_looks(page)
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_role("button", name="Send a code to ada@example.org").click()
    expect(page.get_by_role("status")).to_contain_text("We have sent eight digits")
    check_looks(page)
    deliver_waiting()
    page.get_by_label("The code of the mail").fill(digits(mailoutbox[-1]))
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name").fill("My laptop")
    check_looks(page)
    page.get_by_role("button", name="Add").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    check_looks(page)
    assert len(device.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]) == 1

    context.clear_cookies()
    page.goto(f"{site}/login/")
    for _try in range(20):  # of others, with the name and from everywhere: a passkey does not wait for them
        OF_ACCOUNT.begin("login:ada")
    page.get_by_role("button", name="Sign in with a passkey").press("Enter")
    expect(page).to_have_url(f"{site}/")
    OF_ACCOUNT.forgive("login:ada")
    page.goto(f"{site}/account/factors/")
    expect(page.locator("#main")).to_contain_text("My laptop last used on")

    context.clear_cookies()
    signs_in(page, site)
    expect(page.get_by_role("heading", level=1)).to_have_text("Second step")
    check_looks(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(f"{site}/")

    page.goto(f"{site}/account/factors/")
    page.get_by_role("link", name="Remove My laptop").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#main")).to_contain_text("The passkey is removed.")
    context.clear_cookies()
    page.goto(f"{site}/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#main")).to_contain_text("That is not right")
    signs_in(page, site)
    expect(page).to_have_url(f"{site}/")
    context.close()
    assert trouble == []
    deliver_waiting()
    contents = {str(item.subject) for item in mailoutbox}
    assert {"A passkey was added to your account", "A passkey was removed from your account"} <= contents
