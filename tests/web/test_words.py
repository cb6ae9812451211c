"""Words that people typed: what is kept of them, and that no name turns a page around."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import psycopg
import pytest
from django.db import connection
from django.utils.translation import override

from games.rules import Seat
from players.models import Player
from tests.databases import with_database
from tests.growth.asked import a_scene, at_every_address
from tests.owner import owner_url
from tests.two_worlds.pages import Cast
from tournaments.models import Announcement
from web.words import clean_line, clean_text, isolated

NAMES = {seat: f"שרה {seat.slug}" for seat in Seat}
EVENT, PLACE = "ليلة الأبطال 2026", "חיפה 3"
ALL = (*NAMES.values(), EVENT, PLACE)
ROOMS = frozenset({"games", "live", "lobby", "notices", "play", "sharing", "talk", "tournaments"})
"""Whose pages name those who need no account."""
SAID = ("title", "aria-label", "alt", "content", "placeholder")
"""Attributes that people read or hear."""
OPEN, CLOSE = "\u2068", "\u2069"

BARE = re.compile("|".join(f"(?<!{OPEN}){one}|{one}(?!{CLOSE}|2)" for one in ALL))


def test_only_what_is_seen_is_kept() -> None:
    dirty = " A\u202eb\ue000\u200fc\u00a0d\x07\r\n\te\u2028f "
    assert (clean_line(dirty), clean_text(dirty)) == ("A b c d e f", "A b  c d \n\te f")
    assert (clean_line("\u202e\ue000"), clean_text("\u202e\r\n")) == ("", "")
    assert clean_line("Ünal, Çağrı · 王小明 · محمد علي") == "Ünal, Çağrı · 王小明 · محمد علي"


def test_a_name_that_goes_the_other_way_stands_for_itself() -> None:
    assert [isolated(one) for one in ("Ada", "Ünal", "王小明", "")] == ["Ada", "Ünal", "王小明", ""]
    assert isolated("محمد") == f"{OPEN}محمد{CLOSE}"
    # What was written before marks were cleaned away cannot end its isolation.
    assert isolated("a\u202e\u2069b") == f"{OPEN}ab{CLOSE}"
    with override("he"):
        assert (isolated("Ada"), isolated("")) == (f"{OPEN}Ada{CLOSE}", "")


class _Read(HTMLParser):
    """What people read of a page: its text and what attributes say aloud, without what they type themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.isolating = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.parts += [
            told[one] or "" for one in ("title", "aria-label", "alt", "content", "placeholder") if one in told
        ]
        self.isolating += tag in ("textarea", "script", "style")

    def handle_endtag(self, tag: str) -> None:
        self.isolating -= tag in ("textarea", "script", "style")

    def handle_data(self, data: str) -> None:
        self.parts += [] if self.isolating else [data]


def bare(page: str) -> list[str]:
    """The places of a page where a name would turn what stands around it."""
    reader = _Read()
    reader.feed(page)
    return [f"{part[max(0, at.start() - 40) : at.end() + 20]}" for part in reader.parts for at in BARE.finditer(part)]


@pytest.mark.slow
def test_no_page_has_a_name_that_turns_it(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    url = with_database(owner_url(), connection.settings_dict["NAME"])
    with psycopg.connect(url, autocommit=True) as owner:
        cast = Cast(owner)
        scene = a_scene(cast, "duel")
        for seat, name in NAMES.items():
            Player.objects.filter(pk=cast.players[seat]).update(name=name)
        Announcement.objects.update(name=EVENT, place=PLACE)
        found: dict[str, object] = {}
        ask, seen = cast.ask, set[str]()

        def listen(viewer: object, one: object) -> object:
            answer = ask(viewer, one)  # type: ignore[arg-type]
            kind = dict(answer.headers).get("Content-Type", "")
            if kind.startswith("text/html") and (wrong := bare(answer.body.decode())):
                found[one.path] = wrong  # type: ignore[attr-defined]
            if kind.startswith("text/html"):
                seen.update(name for name in ALL if name in answer.body.decode())
            return answer

        monkeypatch.setattr(cast, "ask", listen)
        for name, work in at_every_address(cast, scene, ()).items():
            if name.partition(":")[0] in ROOMS:
                work()
    assert found == {}
    assert seen == {*ALL}
