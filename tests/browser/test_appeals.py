"""A report and what comes of it, in a browser: the queue, a decision, the notice, the appeal and the reversal."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models import Account, Penalty
from moderation.cases.models import Appeal
from tests.moderation.staff.people import moderator
from tests.scenes import account
from tests.windows import watch

from .looks import PHONE, check_looks, on_a_desktop, signed_in

HEARD = "document.body.dispatchEvent(new Event('cases'))"
"""What live.js tells a page of."""


def page_of(browser: Browser, site: str, who: Account, contexts: list[BrowserContext], **options: object) -> Page:
    contexts.append(signed_in(browser, site, who, reduced_motion="reduce", **options))
    return contexts[-1].new_page()


def test_from_the_report_to_the_reversal(site: str, browser: Browser) -> None:
    ada, charles, mona, milo = account("Ada"), account("Charles"), moderator("Mona"), moderator("Milo")
    contexts: list[BrowserContext] = []

    # Somebody reports.
    page = page_of(browser, site, ada, contexts)
    page.goto(f"{site}/report/?player=Charles")
    page.get_by_label("Insults or threats").check()
    page.get_by_label("What should a moderator know?").fill("He wrote that I am an ape.")
    page.get_by_role("button", name="Report", exact=True).click()
    expect(page.get_by_text("Thank you.")).to_be_visible()

    # A moderator takes the case by a key, and decides it.
    queue = page_of(browser, site, mona, contexts)
    trouble = watch(queue)
    queue.goto(f"{site}/moderation/")
    expect(queue.locator(".cases")).to_contain_text("about Charles")
    queue.keyboard.press("n")
    expect(queue.get_by_text("You have it until")).to_be_visible()
    queue.get_by_label("A penalty follows").check()
    queue.get_by_label("A ban for 30 days; games are resigned").first.check()
    queue.get_by_label("To the player: why").first.fill("You called another player an ape.")
    queue.get_by_role("button", name="Close the case").click()
    expect(queue.get_by_text("The case is closed.")).to_be_visible()
    (penalty,) = Penalty.objects.all()
    assert (penalty.kind, penalty.player) == ("ban", charles.player.pk)

    # Who is banned reads why, and appeals, on a phone and without scripts.
    phone = page_of(browser, site, charles, contexts, java_script_enabled=False, viewport=PHONE)
    phone.goto(f"{site}/account/standing/")
    phone.get_by_role("link", name="Read why, and how to appeal").click()
    expect(phone.get_by_text("You called another player an ape.")).to_be_visible()
    phone.get_by_role("link", name="Appeal against it").press("Enter")
    words = phone.get_by_label("Why should it be looked at again?")
    words.fill(" ")
    phone.get_by_role("button", name="Appeal", exact=True).press("Enter")
    expect(words).to_have_attribute("aria-invalid", "true")
    words.fill("I wrote of a nape.\nIt is the back of the neck.")
    phone.get_by_role("button", name="Appeal", exact=True).press("Enter")
    expect(phone.get_by_role("status")).to_have_text("It waits for a moderator.")
    path = f"{site}/account/standing/{penalty.pk}/appeal/"
    assert phone.url == path

    # It does not exist for who imposed the penalty. Another moderator finds it, takes it, asks and decides by keys.
    queue.goto(f"{site}/moderation/appeals/")
    expect(queue.get_by_role("heading", name="No appeal waits")).to_be_visible()
    check_looks(queue)
    hearing = page_of(browser, site, milo, contexts)
    trouble += watch(hearing)
    hearing.goto(f"{site}/moderation/")
    expect(hearing.get_by_text("1 appeal waits for a moderator")).to_be_visible()
    check_looks(hearing)
    on_a_desktop(hearing)
    hearing.keyboard.press("a")
    expect(hearing.get_by_role("heading", level=1)).to_have_text("Appeals")
    check_looks(hearing)
    on_a_desktop(hearing)
    hearing.keyboard.press("j")
    hearing.keyboard.press("Enter")
    expect(hearing.get_by_text("It is the back of the neck.")).to_be_visible()
    hearing.keyboard.press("c")
    expect(hearing.get_by_text("You hear it until")).to_be_visible()
    hearing.keyboard.press("w")
    hearing.get_by_label("Write to the player").last.fill("Whose neck?")
    hearing.get_by_role("button", name="Send").click()
    expect(hearing.get_by_text("The player gets a notice and a mail.")).to_be_visible()
    check_looks(hearing)

    phone.goto(path)
    expect(phone.get_by_text("Whose neck?")).to_be_visible()
    expect(phone.locator("#main")).not_to_contain_text("Milo")
    phone.get_by_label("Write to the moderator").fill("My own.")
    phone.get_by_role("button", name="Send").press("Enter")
    expect(phone.get_by_text("It is sent.")).to_be_visible()
    hearing.evaluate(HEARD)
    expect(hearing.get_by_text("My own.")).to_be_visible()
    reading = page_of(browser, site, charles, contexts)
    trouble += watch(reading)
    reading.goto(path)
    check_looks(reading)

    on_a_desktop(hearing)
    hearing.keyboard.press("d")
    hearing.get_by_label("It was wrong").check()
    hearing.get_by_label("To the player: why").fill("It was your own neck.")
    hearing.get_by_role("button", name="Go on").press("Enter")
    expect(hearing.get_by_role("heading", level=1)).to_have_text("Decide the appeal?")
    check_looks(hearing)
    assert Appeal.objects.get().decided is None
    hearing.keyboard.press("y")
    expect(hearing.get_by_text("The appeal is decided.")).to_be_visible()

    # The ban is over at once, and the player reads why: an open page says that there is something to read.
    reading.evaluate(HEARD)
    reading.get_by_role("link", name="See the current state").press("Enter")
    expect(reading.get_by_text("It was your own neck.")).to_be_visible()
    check_looks(reading)
    reading.goto(f"{site}/notices/")
    expect(reading.locator("#main")).to_contain_text(
        "A decision about your account is taken back, with all its effects"
    )
    hearing.goto(f"{site}/moderation/figures/")
    expect(hearing.locator("#main")).to_contain_text("1 made, 1 heard, 1 of these were right")
    for context in contexts:
        context.close()
    assert trouble == []
