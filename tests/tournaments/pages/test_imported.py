"""Imported events are marked wherever they are listed or shown, and stand below those that are played here."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.models import key_of
from tests.scenes import account
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.files.records import small_record
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands import organization
from tournaments.domain.queries.event_lists import events, own_events
from tournaments.files.exchange.imports import import_tournament
from tournaments.organizer.fields import player_named
from tournaments.pages.lists import event_rows

pytestmark = pytest.mark.django_db

MARK = "imported</span>"
BEGUN = 1_700_000_000_000_000


def imported(*, going_on: bool, owner: UUID, rounds: int = 2) -> UUID:
    record = replace(small_record(), name="Elsewhere", begun=BEGUN, ended=BEGUN, played=small_record().played[:rounds])
    return import_tournament(record=record, choices=choices_for(record, going_on=going_on), owner=owner)


@pytest.mark.parametrize(
    ("when", "going_on", "rounds"), [("running", True, 2), ("coming", True, 0), ("past", False, 2)]
)
def test_they_stand_below_all_others(when: str, going_on: bool, rounds: int, client: Client) -> None:
    ada = player_named(account("Ada").username)
    assert ada is not None
    ours = a_tournament(4, owner=ada.id, name="Ours", rounds=1, started=when != "coming")
    if when == "past":
        organization.cancel_tournament(tournament=ours, by=ada.id, reason="Rain")
    theirs = imported(going_on=going_on, owner=ada.id, rounds=rounds)
    listed = [event.id for event in events(when=when)]
    assert (ours in listed, listed[-1]) == (True, theirs)
    assert [row.imported for row in event_rows(events(when=when))] == [*[False] * (len(listed) - 1), True]
    if when != "past":
        assert [event.id for event in own_events(ada.id)][-1] == theirs
    page = client.get(reverse("tournaments:list"), {"when": when}).content.decode()
    assert page.count(MARK) == 1
    assert page.index("Ours") < page.index("Elsewhere") < page.index(MARK)


def test_they_are_marked_on_their_pages(client: Client) -> None:
    ada = account("Ada")
    owner = player_named(ada.username)
    assert owner is not None
    key = key_of(imported(going_on=True, owner=owner.id))
    client.force_login(ada)
    words = "Names and results are as the file tells them"
    for name, *args in (("tournament",), ("standings",), ("round", 1), ("entries",), ("log",)):
        page = client.get(reverse(f"tournaments:{name}", args=[key, *args])).content.decode()
        assert ('<li class="tag">Imported</li>' in page, words in page) == (True, True), name
    for name, *args in (("desk",), ("downloads",), ("board", 1, 1)):
        assert MARK in client.get(reverse(f"tournaments:{name}", args=[key, *args])).content.decode(), name
    assert "(imported)" in client.get(reverse("tournaments:print-standings", args=[key])).content.decode()
    month = client.get(reverse("tournaments:calendar"), {"month": "2023-11"}).content.decode()
    assert (month.count("(imported)"), month.count(MARK)) == (1, 1)
