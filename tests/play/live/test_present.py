"""What is kept for all who ask: one makes it, and nobody waits for what is not to be had."""

from __future__ import annotations

import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Event
from time import monotonic
from uuid import uuid4

import pytest
from django.core.cache import cache

from games.presentation.last_plies import RECENT, told_plies
from games.replay import timeline
from games.rules import Viewer
from play.live import present
from play.live.present import kept_or_made, rendered
from play.live.views import PUBLIC
from tests.scenes import game_in_play


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["classic", "barrage"])
def test_who_watches_is_told_the_last_plies_as_spectators_saw_them(slug: str) -> None:
    game = game_in_play(slug=slug, plies=30)
    line = timeline(game)
    markup = rendered(game, PUBLIC, line.version, 1)
    assert markup is not None

    plies = line.turns(Viewer.SPECTATOR, 31 - RECENT, 30)
    result = told_plies(plies, line.view(Viewer.SPECTATOR, 30), line.rules, below=1)
    shown = re.search(r"<ol class=.happened.*?</ol>", markup, re.S)
    assert shown is not None
    lines = re.findall(r'<li.*?data-ply="(\d+)"(.*?)<span data-say>(.*?)</span>(.*?)</li>', shown[0], re.S)
    assert [
        (
            int(ply),
            unescape(said),
            "".join(re.findall('data-way="(.*?)"', data)),
            drawn[len("<template>") : -len("</template>")],
        )
        for ply, data, said, drawn in lines
    ] == [(item.ply, item.said, item.way, item.drawn) for item in result]


class Nothing(Exception):
    """There is no such page."""


def test_what_is_made_is_kept() -> None:
    name = f"one:{uuid4()}"
    first, again = kept_or_made(name, lambda: "<p>one</p>"), kept_or_made(name, lambda: "<p>other</p>")
    assert [gzip.decompress(item or b"") for item in (first, again)] == [b"<p>one</p>", b"<p>one</p>"]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> float:
    """Seconds that nobody needs who does not wait. Who waits does so for twice as many."""
    monkeypatch.setattr(present, "MAKING", 240)
    return 30.0


def test_nobody_waits_for_what_could_not_be_made(patient: float) -> None:
    name = f"none:{uuid4()}"

    def make() -> str:
        raise Nothing

    begun = monotonic()
    for _asked in range(5):
        with pytest.raises(Nothing):
            kept_or_made(name, make)
    assert monotonic() - begun < patient
    assert cache.get(f"now-making:{name}") is None


def test_who_waits_goes_on_as_soon_as_the_making_fails(patient: float) -> None:
    name, making, fail = f"failing:{uuid4()}", Event(), Event()

    def make() -> str:
        making.set()
        fail.wait(60)
        raise Nothing

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(kept_or_made, name, make)
        assert making.wait(60)
        second = pool.submit(kept_or_made, name, lambda: "mine")
        fail.set()
        begun = monotonic()
        assert gzip.decompress(second.result() or b"") == b"mine"
        assert monotonic() - begun < patient
        with pytest.raises(Nothing):
            first.result()
