"""The drawing behind a picture: every rule book, from views alone, without names and fonts."""

from __future__ import annotations

import re

import pytest

from games.replay import timeline
from games.rules import Viewer
from library.sharing.pictures import _DIGITS, _style, png, position_svg
from tests.scenes import game_of

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["classic", "alliance", "cards", "campaign"])
def test_a_drawing_needs_nothing_but_itself(slug: str) -> None:
    line = timeline(game_of(slug, plies=60))
    svg = position_svg(line.view(Viewer.ALL, line.plies))
    assert "<text" not in svg.replace('<g class="coordinates">', "", 1) or slug == "cards"
    assert re.findall(r"url\(|href|<use|Ada|Charles", svg) == []
    assert "var(" not in svg
    assert "light-dark" not in svg
    assert png(svg).startswith(b"\x89PNG")
    x = [float(item) for item in re.findall(r"translate\(([\d.]+) [\d.]+\) scale", svg)]
    assert max(x) < 1190


def test_there_is_a_colour_for_all_that_is_drawn() -> None:
    style = _style()
    for wanted in (".board .lake", ".piece text", ".piece .known", ".deck text", ".board .edge"):
        assert f"{wanted} {{" in style
    assert sorted(_DIGITS) == list("0123456789")
