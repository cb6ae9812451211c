"""Words that people typed: what is kept of them, and that no name turns a page around."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from typing import Any, TypeVar

import psycopg
import pytest
from django.db import connection
from django.utils.translation import override

from accounts.models import Player
from games.models import Game
from games.rules import Seat, Viewer
from notices.models import Kind
from tests.databases import with_database
from tests.growth.asked import a_scene, at_every_address
from tests.owner import owner_url
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.files.records import small_record
from tests.tournaments.scenes import some_players
from tests.two_worlds.asking import Ask
from tests.two_worlds.events import Event
from tests.two_worlds.mails import mails_of
from tests.two_worlds.pages import LIVING, Answer, Cast
from tournaments.domain.commands import organization
from tournaments.domain.commands.people import NewEntry, NewPerson, correct, enter_people
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.domain.texts import keep_text, text_of
from tournaments.files.exchange.imports import Choices, import_tournament
from tournaments.files.formats.record import Person
from tournaments.models import Announcement, EntryPerson, Tournament
from web.words import clean_line, clean_text, isolated

T = TypeVar("T")

NAMES = {seat: f"שרה {seat.slug}" for seat in Seat}
EVENT, PLACE = "ليلة الأبطال 2026", "חיפה 3"
ALL = (*NAMES.values(), EVENT, PLACE)
READ = frozenset({"text/html", "text/plain", "text/csv", "application/json"})
"""What is looked at of all that is answered."""
OPEN, CLOSE = "\u2068", "\u2069"

BARE = re.compile("|".join(f"(?<!{OPEN}){item}|{item}(?!{CLOSE}|2)" for item in ALL))


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
    event = organization.create_tournament(
        owner=owner.id, terms=usual_terms("classic", "swiss", real=True), name=dirty, description=dirty, place=dirty
    )
    announcement = Announcement.objects.get(tournament=event)
    assert (announcement.name, announcement.description.split(), announcement.place) == (clean, clean.split(), clean)
    (item,) = enter_people(tournament=event, entries=[NewEntry((NewPerson(dirty, club=dirty),))], by=owner.id)
    (player,) = fold_of(event).entries[item].players
    assert (Player.objects.get(id=player).name, EntryPerson.objects.get().club) == (clean, clean)
    correct(tournament=event, entry=item, by=owner.id, name=f"{dirty} 2")
    assert Player.objects.get(id=player).name == f"{clean} 2"
    key, _hash = keep_text(dirty, owner.id)
    assert (text_of(key) or "").split() == clean.split()
    assert code_of(organization.describe, tournament=event, by=owner.id, name="\u202e") == "name-needed"
    record = replace(small_record(), place=dirty)
    record = replace(record, entries=(replace(record.entries[0], people=(Person(dirty),)), *record.entries[1:]))
    choices = Choices(dirty, "barrage", record.format, record.scoring, record.tiebreaks)
    copy = import_tournament(record=record, choices=choices, owner=owner.id)
    announcement = Announcement.objects.get(tournament=copy)
    names = {*Player.objects.filter(event=copy).values_list("name", flat=True)}
    assert (announcement.name, announcement.place, clean in names, dirty in names) == (clean, clean, True, False)


def test_a_name_that_goes_the_other_way_stands_for_itself() -> None:
    assert [isolated(name) for name in ("Ada", "Ünal", "王小明", "")] == ["Ada", "Ünal", "王小明", ""]
    assert isolated("محمد") == f"{OPEN}محمد{CLOSE}"
    # What was written before marks were cleaned away cannot end its isolation.
    assert isolated("a\u202e\u2069b") == f"{OPEN}ab{CLOSE}"
    with override("he"):
        assert (isolated("Ada"), isolated("")) == (f"{OPEN}Ada{CLOSE}", "")


UNREAD = re.compile(r"<(textarea|script|style)\b.*?</\1>", re.S)
SAID = re.compile(r'\b(?:title|aria-label|alt|content|placeholder)="([^"]*)"')
"""Attributes that people read or hear."""
TAG = re.compile(r"<[^>]*>")


def bare(page: str) -> list[str]:
    """The places of a page where a name would turn what stands around it."""
    read = UNREAD.sub("", page)
    return turning(*map(unescape, (TAG.sub("\n", read), *SAID.findall(read))))


def turning(*texts: str) -> list[str]:
    return [f"{text[max(0, at.start() - 40) : at.end() + 20]}" for text in texts for at in BARE.finditer(text)]


def read_out(words: str) -> str:
    """What `repr` has escaped, as people read it."""
    return words.replace(r"\u2068", OPEN).replace(r"\u2069", CLOSE)


MARKED = re.compile(rf'"(\w+)": ?"[^"]*{OPEN}')
"""What a program is told in words for people, by the name of the value."""


class _All(random.Random):
    def sample(self, population: Sequence[T], k: int, **_options: Any) -> list[T]:  # type: ignore[override]
        return list(population)


@pytest.mark.slow
def test_nothing_that_people_read_has_a_name_that_turns_it(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page, as whoever it is meant for; the notices and mails about a game; and files have names as they are."""
    url = with_database(owner_url(), connection.settings_dict["NAME"])
    texts: dict[str, Sequence[str]] = {}
    seen = set[str]()
    with psycopg.connect(url, autocommit=True) as owner:
        cast = Cast(owner)
        scene = a_scene(cast, "duel")
        for seat, name in NAMES.items():
            Player.objects.filter(pk=cast.players[seat]).update(name=name)
        Announcement.objects.update(name=EVENT, place=PLACE)
        ask = cast.ask

        def listen(viewer: Viewer, item: Ask) -> Answer:
            answer = ask(viewer, item)
            headers = dict(answer.headers)
            kind = headers.get("Content-Type", "").partition(";")[0]
            body = gzip.decompress(answer.body) if headers.get("Content-Encoding") == "gzip" else answer.body
            text = body.decode() if kind in READ else ""
            wrong: Sequence[str] = bare(text) if kind == "text/html" else []
            if kind != "text/html" and OPEN in text:
                wrong = sorted({*MARKED.findall(text)} - {"text", "title"}) if kind == "application/json" else [kind]
            if wrong:
                texts[f"{item.method} {item.path} as {item.who}"] = wrong
            seen.update(name for name in ALL if name in text)
            return answer

        monkeypatch.setattr(cast, "ask", listen)
        monkeypatch.setattr("web.heartbeats.ages", lambda *_wait: dict.fromkeys(LIVING, 1.0))  # no process runs here
        for work in at_every_address(cast, scene, ()).values():
            work()
        game, event = Game.objects.get(id=scene.game), Tournament.objects.get()
        mails = [read_out(mail) for mail in mails_of(game, _All(1), Event(event.id, game.id, 1))]
    texts["mails"] = turning(*mails)
    assert {place: wrong for place, wrong in texts.items() if wrong} == {}
    assert (seen, sum(OPEN in mail for mail in mails) > len(Kind) / 2) == ({*ALL}, True)
