"""The ratings on a profile: a plot, and the same as a table."""

from __future__ import annotations

import re

import pytest

from games.rules import Seat
from ratings import rating_of, ratings_panel
from ratings.pages.plot import rating_plot
from tests.ratings.domain.test_projections import Clock, clock, duel
from tests.scenes import account

__all__ = ["clock"]


def points(svg: str) -> list[tuple[float, float]]:
    match_ = re.search(r'<polyline points="([^"]*)"', svg)
    assert match_ is not None
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in match_[1].split())]


def test_the_line_rises_with_the_rating() -> None:
    svg = rating_plot([1500, 1662, 1400], title="A rating <of> somebody")
    (first, second, third) = points(svg)
    assert first[0] < second[0] < third[0]
    assert second[1] < first[1] < third[1]
    assert 'aria-label="A rating &lt;of&gt; somebody"' in svg
    assert re.findall(r">(\d+)</text>", svg) == ["1400", "1500", "1600", "1700"]
    assert "style=" not in svg


@pytest.mark.django_db
def test_the_panel_has_a_plot_and_a_table_for_each_variant(clock: Clock) -> None:
    ann, bob = account("Ann").player, account("Bob").player
    assert "No rated game yet" in ratings_panel(ann)
    duel(ann.id, bob.id)
    clock.wait(days=31)
    duel(bob.id, ann.id, winner=Seat.RED)
    duel(ann.id, bob.id, slug="barrage", winner=None)
    panel = " ".join(re.sub(r"<[^>]+>", " ", ratings_panel(ann)).split())
    value = rating_of(ann.id, "duel").value
    assert f"Duel {value}" in panel
    assert "Barrage 1500 give or take" in panel
    assert f"Loss −{1662 - value} {value}" in panel
    assert "Win +162 1662" in panel
    assert panel.count("provisional") == 2
    assert ratings_panel(ann).count("<svg") == 2
