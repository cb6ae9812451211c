"""A weekend Swiss in two sections, from the form for everybody to the archives, and who moves between them."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.mails.outbox import deliver_waiting
from accounts.models import Player
from eventlog import store
from games.models import key_of
from games.rules import Illegal
from tests.tournaments.organizer.people import address, person, words
from tests.tournaments.organizer.test_series import higher
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_out
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, organization, registration, takebacks
from tournaments.domain.commands.form_entries import set_form
from tournaments.domain.commands.people import NewEntry, NewPerson, enter_people, persons_of
from tournaments.domain.commands.seasons import moved, next_season
from tournaments.domain.commands.sections import add_section, move_entry
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.verification import verify_tournament
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db


def _links() -> list[str]:
    deliver_waiting()
    return [urlsplit(item).path for item in re.findall(r"https?://\S+", str(mail.outbox[-1].body))]


def test_a_weekend_in_two_sections_from_the_form_to_the_archives() -> None:
    ada, staff = person("Ada")
    upper = a_tournament(0, started=False, owner=ada.player.id, name="Open, A", rounds=3, half_byes=1)
    made = staff.post(address(upper, "desk/sections/"), {"do": "add", "name": "Open, B", "rating_to": "1500"})
    assert made.status_code == 303
    lower = Tournament.objects.exclude(id=upper).get().id
    assert fold_of(lower).terms.rating_to == 1500
    assert {row.main for row in Announcement.objects.all()} == {upper}
    for section, other in ((upper, "Open, B"), (lower, "Open, A")):
        assert other in words(Client().get(address(section)))
    # By the form: Eva enters the wrong section, and what was written of her goes along.
    visitor = Client()
    for section in (upper, lower):
        set_form(tournament=section, open=True, fields=["club", "rating"])
    form = {"name": "Eva Stone", "address": "eva@example.org", "club": "SC Blau", "rating": "1400"}
    visitor.post(address(upper, "sign-up/"), form)
    link = _links()[0]
    visitor.post(link, {"do": "confirm"})
    for section, rating in ((upper, 1700), (lower, 1300)):
        people = [NewPerson(f"{name} {rating}", club="SC Blau" if name < "C" else "") for name in "ABCDEF"]
        enter_people(tournament=section, entries=[NewEntry((one,), rating) for one in people], by=None)
    page = address(upper, "desk/sections/")
    assert staff.post(page, {"do": "move", "entry": "1", "to": key_of(lower)}).status_code == 303
    moved = fold_of(lower).entries[7]
    assert (moved.rating, moved.here, fold_of(upper).entries[1].here) == (1400, True, False)
    assert (persons_of(lower)[7, 0].club, persons_of(upper).get((1, 0))) == ("SC Blau", None)
    led = visitor.get(link)
    assert (led.status_code, led.url) == (303, link.replace(key_of(upper), key_of(lower)))
    assert "Eva Stone" in words(visitor.get(led.url))
    # Nobody of one club meets in the first section; half a point for who is away.
    organization.keep_apart(tournament=upper, entries=[2, 3], by=ada.player.id, reason="One club")
    byes.request_bye(tournament=upper, entry=4, round=1, kind="half", by=ada.player.id)
    for section in (upper, lower):
        lifecycle.start(tournament=section, by=None)
    assert staff.post(page, {"do": "move", "entry": "2", "to": key_of(lower)}).status_code == 422
    assert {2, 3} not in [{*board.entries} for board in next_round(upper).rounds[0].boards]
    takebacks.take_back_round(tournament=upper, round=1, by=ada.player.id, reason="Wrong hall")
    next_round(upper)
    play_on(upper)
    for section in (upper, lower):
        now = play_out(section)
        assert (now.ended, len(now.rounds)) == (True, 3)
        verify_tournament(store.load(section))
        assert Client().get(address(section, "download/archive.zip")).status_code == 200
    assert all({2, 3} != {*board.entries} for round in fold_of(upper).rounds for board in round.boards)


def test_entries_move_only_between_sections_of_one_event_that_both_staffs_run() -> None:
    ada, _staff = person("Ada")
    bob, other = person("Bob")
    event, elsewhere = (a_tournament(2, started=False, owner=ada.player.id) for _time in range(2))
    section = add_section(tournament=event, name="B", by=ada.player.id)
    with pytest.raises(Illegal, match="no-section"):
        move_entry(tournament=event, entry=1, to=elsewhere, by=ada.player.id)
    organization.give_role(tournament=event, player=bob.player.id, role="helper", by=None)
    with pytest.raises(Illegal, match="not-allowed"):
        move_entry(tournament=event, entry=1, to=section, by=bob.player.id)
    assert fold_of(event).entries[1].here  # what is refused there changes nothing here
    assert other.post(address(event, "desk/sections/"), {"do": "add", "name": "C"}).status_code == 403
    move_entry(tournament=event, entry=1, to=section, by=ada.player.id)
    assert move_entry(tournament=section, entry=1, to=event, by=ada.player.id) == 3


def test_a_draft_shows_no_section_and_a_section_of_a_draft_is_one() -> None:
    ada, staff = person("Ada")
    event = a_tournament(2, started=False, owner=ada.player.id, name="Open, A")
    draft = organization.create_tournament(owner=ada.player.id, terms=fold_of(event).terms, name="Hidden, A")
    hidden = add_section(tournament=draft, name="Hidden, B", by=ada.player.id)
    assert Tournament.objects.get(id=hidden).announced is None
    assert "Hidden, B" in words(staff.get(address(draft, "desk/sections/")))
    Announcement.objects.filter(tournament=hidden).update(main=event)
    Announcement.objects.filter(tournament=event).update(main=event)
    assert "Hidden" not in words(Client().get(address(event)))


def test_a_league_begins_its_next_season_with_who_went_up_and_down() -> None:
    ada, staff = person("Ada")
    member, _client = person("Mia")
    upper = a_tournament(0, format="round_robin", started=False, owner=ada.player.id, name="League 1, division 1")
    lower = add_section(tournament=upper, name="League 1, division 2", by=ada.player.id)
    for section, letters in ((upper, "ABCD"), (lower, "EFGH")):
        people = [NewEntry((NewPerson(f"{name} One", club="SC Blau"),), 1500) for name in letters]
        enter_people(tournament=section, entries=people, by=None)
    registration.enter(tournament=lower, players=[member.player.id], by=member.player.id)
    page = address(upper, "desk/sections/")
    for section in (upper, lower):
        assert "The next season" not in words(staff.get(page))
        with pytest.raises(Illegal, match="season-goes-on"):
            next_season(divisions=[upper, lower], names=["1", "2"], moving=1, by=ada.player.id)
        lifecycle.start(tournament=section, by=None)
        play_out(section, higher)
    assert "The next season" in words(staff.get(page))
    assert staff.post(page, {"do": "season", "moving": "1"}).status_code == 303
    assert "the next season is made" in words(staff.post(page, {"do": "season", "moving": "1"}))
    first, second = Tournament.objects.exclude(id__in=(upper, lower)).order_by("created")
    names = {player.id: player.name for player in Player.objects.all()}
    rosters = [sorted(names[entry.players[0]] for entry in fold_of(row.id).entries.values()) for row in (first, second)]
    assert rosters == [["A One", "B One", "C One", "E One"], ["D One", "F One", "G One", "H One"]]
    assert fold_of(second.id).invited == {member.player.id}
    assert [Announcement.objects.get(tournament=row.id).name for row in (first, second)] == [
        "League 2, division 1",
        "League 2, division 2",
    ]
    assert {row.club for row in persons_of(second.id).values()} == {"SC Blau"}
    assert (first.announced, fold_of(first.id).terms.starts) == (None, None)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.integers(0, 5))
def test_everybody_plays_in_one_division_of_the_next_season_and_none_changes_its_size(
    sizes: list[int], moving: int
) -> None:
    divisions = [range(1, size + 1) for size in sizes]
    after = moved(divisions, moving)
    assert sorted(place for division in after for place in division) == [
        (at, number) for at, division in enumerate(divisions) for number in division
    ]
    assert [len(division) for division in after] == sizes
    assert all(abs(before - at) <= 1 for at, division in enumerate(after) for before, _number in division)
