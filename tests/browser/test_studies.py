"""A study in a real browser: made, written, drawn, varied and shared by keyboard, drawn on by hand, and looked at."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from library.studies.models import Study
from tests.library.studies.studied import a_study, another, lines, open_game, vary
from tests.library.studies.test_editing import START, say
from tests.scenes import account
from tests.windows import watch

from .looks import signed_in


def test_a_study_is_made_and_shared(site: str, browser: Browser) -> None:
    game, ada = open_game(), account("Ada")
    context = signed_in(browser, site, ada)
    page = context.new_page()
    trouble = watch(page)
    page.goto(f"{site}/games/{game.key}/?ply=3")
    page.get_by_role("link", name="Study this game").press("Enter")
    page.get_by_label("Title").press_sequentially("Plans")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Plans")
    here = page.get_by_role("heading", name="Move 3 of the game")
    expect(here).to_be_visible()

    page.get_by_label("Your comment").press_sequentially("A trap.")
    page.get_by_role("button", name="Keep the comment").press("Enter")
    expect(page.get_by_text("1 comment", exact=True)).to_be_visible()
    page.get_by_label("Colour", exact=True).press("r")
    page.get_by_label("From").select_option("a1")
    page.get_by_label("To", exact=True).select_option("b3")
    page.get_by_role("button", name="Draw it").press("Enter")
    expect(page.locator("svg.board .drawn.red .head")).to_have_count(1)
    expect(page.get_by_text("Arrow from a1 to b3 (red, dashed)", exact=True)).to_be_visible()
    by_hand(page)

    page.get_by_label("Your comment").fill("A trap. Not kept yet.")
    page.get_by_role("link", name="Next", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Move 4 of the game")).to_be_visible()
    expect(page.get_by_label("Your comment")).to_have_value("")
    page.get_by_role("link", name="Previous", exact=True).press("Enter")
    expect(page.get_by_label("Your comment")).to_have_value("A trap. Not kept yet.")
    page.get_by_role("button", name="Keep the comment").press("Enter")
    expect(page.get_by_text("A trap. Not kept yet.").first).to_be_attached()

    study = Study.objects.get()
    page.get_by_label("Move", exact=True).select_option(another(study, START))
    page.get_by_role("button", name="Play it").press("Enter")
    expect(page.get_by_role("heading", name="Move 4 of variation 1")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(here).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?ply=3$"))

    page.get_by_role("link", name="Share and settings").press("Enter")
    page.get_by_label("By link").check()
    page.get_by_role("button", name="Keep", exact=True).press("Enter")
    link = page.get_by_label("Only people with the link").input_value()
    assert trouble == []

    stranger = signed_in(browser, site, None).new_page()
    hidden = stranger.goto(link.partition("?")[0])
    assert hidden is not None
    assert hidden.status == 404
    stranger.goto(link)
    stranger.get_by_role("group").filter(has_text="1 comment").locator("summary").click()
    stranger.get_by_role("link", name="Move 3 of the game").click()
    expect(stranger.locator(".study .comment")).to_contain_text("A trap. Not kept yet.")
    expect(stranger.locator("svg.board .drawn")).to_have_count(2)
    expect(stranger.get_by_role("button", name="Keep the comment")).to_have_count(0)


def by_hand(page: Page) -> None:
    """Marks a square by a click on it, once the hand may draw."""
    page.get_by_role("button", name="Draw on the board").click()
    board = page.locator("svg.board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("svg.board .drawn")).to_have_count(2)
    page.get_by_role("button", name="Draw on the board").click()


def test_pages_of_studies(everywhere: Callable[..., None]) -> None:
    ada = account("Ada")
    study = a_study(ada, visibility="public")
    say(study, ada, "A trap, and how it works. " * 9)
    vary(study, ada, vary(study, ada, START))
    assert lines(study).last(1) == 5
    begin = f"/games/{open_game(seed=2).key}/study/"
    everywhere(
        f"/studies/{study.key}/?line=1&ply=5",
        f"/studies/{study.key}/?ply=3",
        f"/studies/{study.key}/settings/",
        f"/studies/{study.key}/delete/",
        "/studies/mine/",
        begin,
        who=ada,
    )
    everywhere("/studies/", f"/studies/{study.key}/?ply=3")
