"""Words that people typed: what is kept of them, and that no name turns a page around."""

from __future__ import annotations

import re
from dataclasses import replace
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
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.records.records import small_record
from tests.tournaments.scenes import some_players
from tests.two_worlds.pages import Cast
from tournaments.domain import organising
from tournaments.domain.persons import NewEntry, NewPerson, correct, enter_people
from tournaments.domain.queries import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.domain.texts import keep_text, text_of
from tournaments.models import Announcement, EntryPerson
from tournaments.records.exchange.importing import Choices, import_tournament
from tournaments.records.files.record import Person
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


@pytest.mark.django_db
def test_what_others_read_is_kept_without_what_nobody_sees() -> None:
    """Whatever way it came: all of them end in these commands."""
    dirty, owner = "Eve\u202e\ue000 Ek", some_players(1)[0]
    clean = "Eve Ek"
    event = organising.create_tournament(
        owner=owner.id, terms=usual_terms("classic", "swiss", real=True), name=dirty, description=dirty, place=dirty
    )
    told = Announcement.objects.get(tournament=event)
    assert (told.name, told.description.split(), told.place) == (clean, clean.split(), clean)
    (one,) = enter_people(tournament=event, entries=[NewEntry((NewPerson(dirty, club=dirty),))], by=owner.id)
    (player,) = fold_of(event).entries[one].players
    assert (Player.objects.get(id=player).name, EntryPerson.objects.get().club) == (clean, clean)
    correct(tournament=event, entry=one, by=owner.id, name=f"{dirty} 2")
    assert Player.objects.get(id=player).name == f"{clean} 2"
    key, _hash = keep_text(dirty, owner.id)
    assert (text_of(key) or "").split() == clean.split()
    assert code_of(organising.describe, tournament=event, by=owner.id, name="\u202e") == "name-needed"
    record = replace(small_record(), place=dirty)
    record = replace(record, entries=(replace(record.entries[0], people=(Person(dirty),)), *record.entries[1:]))
    choices = Choices(dirty, "barrage", record.format, record.scoring, record.tiebreaks)
    copy = import_tournament(record=record, choices=choices, owner=owner.id)
    told = Announcement.objects.get(tournament=copy)
    names = {*Player.objects.filter(event=copy).values_list("name", flat=True)}
    assert (told.name, told.place, clean in names, dirty in names) == (clean, clean, True, False)


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
