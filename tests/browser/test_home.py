"""The landing page: a fight that plays by itself, and a game with one click."""

from __future__ import annotations

import gzip
import re

from playwright.sync_api import Browser, Response, expect

from games.models import Game
from tests.windows import watch

from .looks import DESKTOP
from .test_play import SHIFT


def test_a_fight_plays_and_one_click_leads_to_a_table(site: str, browser: Browser) -> None:
    """Under 150 KB as transferred with both faces, and nothing jumps."""
    sizes: list[int] = []

    def weigh(response: Response) -> None:
        if response.ok:
            sizes.append(len(gzip.compress(response.body())))

    with browser.new_context(viewport=DESKTOP, reduced_motion="no-preference") as context:
        page = context.new_page()
        trouble = watch(page)
        page.on("response", weigh)
        page.goto(site)
        meeting = page.locator("[data-fight] .stage .meeting")
        expect(meeting.locator(".fighter")).to_have_count(2)
        expect(meeting.locator(".fighter:has(.beaten) .blue")).to_have_count(1)  # the Spy
        assert page.evaluate("""document.fonts.check('16px "Vexillum Text"')""")
        assert page.evaluate(SHIFT) < 0.02
        assert 10_000 < sum(sizes) < 150_000
        page.remove_listener("response", weigh)
        page.get_by_role("button", name="Play now").click()
        expect(page.locator("#table")).to_have_attribute("data-ply", re.compile("[01]"))
        assert Game.objects.values_list("variant", "status").get() == ("barrage", "playing")
        assert trouble == []
