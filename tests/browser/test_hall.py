"""The screen in the hall: it turns by itself, a screenful at a time, and follows."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.models import key_of
from tests.serving import Address, listening
from tests.tournaments.scenes import a_tournament, next_round
from tests.windows import watch
from tournaments.domain.commands import results
from tournaments.scoring.points import Mark

from .looks import check

LOWEST = "Math.max(...[...document.querySelectorAll('.hall tr')].map((row) => row.getBoundingClientRect().bottom))"


def test_it_turns_screenfuls_obeys_keys_and_follows(live_site: Address, page: Page) -> None:
    event = a_tournament(60, rounds=3, name="Open")
    next_round(event)
    trouble = watch(page)
    page.clock.install()
    page.set_viewport_size({"width": 1280, "height": 500})
    page.goto(f"{live_site}/tournaments/{key_of(event)}/hall/")
    listening(live_site, 1)
    slide, boards = page.locator("[data-slide]:visible"), page.locator("[data-slide=boards] tbody th")
    place, shown = page.locator("[data-place]"), []
    total = int(place.inner_text().split("/")[1])
    for number in range(1, total + 1):  # by itself, to the last board and place, and on to the clock
        expect(place).to_have_text(f"{number} / {total}")
        expect(slide).to_have_count(1)
        assert page.evaluate(LOWEST) < 500
        shown += boards.all_inner_texts() if boards.first.is_visible() else []
        page.clock.run_for(13_000)
    assert shown == [str(number) for number in range(1, 31)]
    expect(place).to_have_text(f"1 / {total}")
    page.keyboard.press("Space")
    page.clock.run_for(30_000)
    expect(place).to_have_text(f"1 / {total}")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    page.evaluate("Promise.all(document.getAnimations().map((item) => item.finished))")
    check(page)
    page.keyboard.press("ArrowRight")
    results.record_result(tournament=event, round=1, board=2, red=Mark.WIN, blue=Mark.LOSS, by=None)
    expect(page.get_by_role("heading", name="Round 1: 1 of 30 games over")).to_be_visible()
    expect(page.get_by_role("row").nth(2).locator(".outcome")).to_have_text("1 – 0")
    expect(place).to_have_text(f"1 / {total}")  # it stays where it was
    page.keyboard.press("n")
    names = page.locator("[data-slide=names] tbody th")
    expect(names.first).to_be_visible()
    first = names.all_inner_texts()
    assert first == sorted(first)
    page.context.set_offline(True)
    expect(page.get_by_text("No connection: as it was at")).to_be_visible()
    expect(names.first).to_be_visible()
    page.context.set_offline(False)
    page.clock.run_for(20_000)
    expect(page.get_by_text("No connection: as it was at")).to_have_count(0)
    assert [line for line in trouble if "ERR_INTERNET" not in line] == []
