"""Entries in the hands of the staff."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain.commands import organization
from tournaments.domain.notices import tell_people
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Presence
from tournaments.models import Text

pytestmark = pytest.mark.django_db


def test_the_form_stands_open_while_nobody_has_entered() -> None:
    ada, browser = person("Ada")
    opened = '<details class="desk-action" open>'
    for number, is_open in ((0, True), (2, False)):
        page = address(a_tournament(number, owner=ada.player.id, started=False), "desk/entries/")
        assert (opened in browser.get(page).content.decode()) is is_open


@pytest.mark.slow
def test_online_nobody_is_entered_who_has_not_agreed() -> None:
    ada, browser = person("Ada")
    bob, his = person("Bob")
    cyd, _hers = person("Cyd")
    id = a_tournament(0, owner=ada.player.id, started=False, real=False, rating_from=1200, rating_to=1300)
    page = address(id, "desk/entries/")
    assert address(id, "desk/entries/paste/") not in words(browser.get(page))
    forged = browser.post(address(id, "desk/entries/paste/"), {"do": "enter", "names": "Bob"})
    assert (forged.status_code, "Invite these players instead." in words(forged)) == (404, True)
    unknown = browser.post(page, fields(browser.get(page), "invite") | {"players": "Bob\nNobody"})
    assert (unknown.status_code, "Nobody</textarea>" in words(unknown), fold_of(id).invited) == (422, True, frozenset())
    answer = browser.post(page, fields(browser.get(page), "invite") | {"players": "bob\n\nCyd"}, follow=True)
    assert "2 players are invited. They get an invitation, and enter by accepting it." in words(answer)
    assert (fold_of(id).invited, fold_of(id).entries) == ({bob.player.id, cyd.player.id}, {})
    tell_people(id)
    assert "You are invited to Open" in words(his.get("/notices/"))
    own = address(id, "enter/")
    assert "Accept the invitation" in words(his.get(own))
    assert his.post(own, fields(his.get(own), "enter")).status_code == 303
    assert [entry.players for entry in fold_of(id).playing] == [(bob.player.id,)]
    again = browser.post(page, fields(browser.get(page), "invite") | {"players": "Bob"})
    assert (again.status_code, "Bob has entered already." in words(again)) == (422, True)
    waiting = words(browser.get(page)).partition("Invited, and not entered yet")[2]
    assert ("Cyd" in waiting, "Bob" in waiting) == (True, False)


def test_who_is_invited_is_asked_for_no_code() -> None:
    ada, browser = person("Ada")
    bob, his = person("Bob")
    id = a_tournament(0, owner=ada.player.id, started=False, real=False)
    organization.describe(tournament=id, by=ada.player.id, code="Sesame")
    organization.change_terms(tournament=id, terms=replace(fold_of(id).terms, entry="code"), by=ada.player.id)
    own = address(id, "enter/")
    assert 'name="code"' in words(his.get(own))
    page = address(id, "desk/entries/")
    browser.post(page, fields(browser.get(page), "invite") | {"players": "Bob"})
    assert 'name="code"' not in words(his.get(own))
    assert his.post(own, fields(his.get(own), "enter")).status_code == 303
    assert [entry.players for entry in fold_of(id).playing] == [(bob.player.id,)]


def test_players_are_invited_and_an_invitation_is_taken_back() -> None:
    ada, browser = person("Ada")
    id = a_tournament(0, owner=ada.player.id, started=False, entry="invitation")
    (bob, his), (cyd, hers) = person("Bob"), person("Cyd")
    page = address(id, "desk/entries/")
    browser.post(page, fields(browser.get(page), "invite") | {"players": "Bob, Cyd"})
    assert fold_of(id).invited == {bob.player.id, cyd.player.id}
    browser.post(page, fields(browser.get(page), "uninvite"))
    assert fold_of(id).invited == {cyd.player.id}
    own = address(id, "enter/")
    assert ("by invitation" in words(his.get(own)), 'value="enter"' in words(his.get(own))) == (True, False)
    refused = his.post(own, {"do": "enter"})
    assert (refused.status_code, "by invitation" in words(refused)) == (422, True)
    assert hers.post(own, fields(hers.get(own), "enter")).status_code == 303
    assert "Cyd" not in words(his.get(own))  # who is invited is the staff's to know


def test_a_group_is_kept_apart_at_once_with_its_reason_and_two_of_it_let_meet_again() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, started=False)
    page = address(id, "desk/entries/")
    sent = fields(browser.get(page), "forbid") | {"entries": ["1"], "reason": "Sisters."}
    assert browser.post(page, sent).status_code == 422
    assert browser.post(page, sent | {"entries": ["1", "3", "4"]}).status_code == 303
    apart = fold_of(id)
    assert apart.forbidden == apart.apart.keys() == {frozenset({1, 3}), frozenset({1, 4}), frozenset({3, 4})}
    assert words(browser.get(page)).count('<span class="muted small">Sisters.</span>') == 3
    browser.post(page, fields(browser.get(page), "allow"))
    left = fold_of(id)
    assert left.forbidden == left.apart.keys() == {frozenset({1, 4}), frozenset({3, 4})}
    assert Text.objects.count() == 1


@pytest.mark.slow
def test_an_entry_is_withdrawn_taken_back_in_and_expelled() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id)
    next_round(id)
    page = address(id, "desk/entries/2/")
    browser.post(page, fields(browser.get(page), "withdraw"))
    assert fold_of(id).entries[2].presence is Presence.WITHDRAWN
    browser.post(page, fields(browser.get(page), "return"))
    assert fold_of(id).entries[2].presence is Presence.ENTERED
    asked = browser.post(page, fields(browser.get(page), "expel") | {"reason": "Looked at the other army."})
    assert fold_of(id).entries[2].presence is Presence.ENTERED
    browser.post(page, fields(asked, "expel"))
    assert fold_of(id).entries[2].presence is Presence.EXPELLED
    left = words(browser.get(page))
    assert [f'value="{do}"' in left for do in ("withdraw", "return", "expel", "merge", "split")] == [False] * 5
    assert browser.post(page, fields(browser.get(page), "readmit")).status_code == 422  # it takes a reason
    back = fields(browser.get(page), "readmit") | {"reason": "It was somebody else."}
    assert browser.post(page, back).status_code == 303
    assert fold_of(id).entries[2].presence is Presence.ENTERED
    assert "The exclusion of" in words(browser.get(address(id, "log/")))
    assert "It was somebody else." in words(browser.get(address(id, "log/")))


def test_a_full_point_bye_is_granted_by_an_arbiter_and_taken_back() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, rounds=3)
    page = address(id, "desk/entries/2/")
    browser.post(page, fields(browser.get(page), "bye") | {"round": "1", "kind": "full"})
    assert dict(fold_of(id).entries[2].byes) == {1: "full"}
    browser.post(page, fields(browser.get(page), "cancel-bye"))
    assert dict(fold_of(id).entries[2].byes) == {}


def test_the_ranking_is_typed_or_moved_and_kept() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, started=False, seeding="hand")
    page = address(id, "desk/seeds/")
    moved = browser.post(page, fields(browser.get(page), "keep") | {"do": "up-4"})
    assert fold_of(id).seeds == ()
    sent = fields(moved, "keep")
    assert [sent[f"seed-{number}"] for number in (1, 2, 3, 4)] == ["1", "2", "4", "3"]
    assert browser.post(page, sent | {"seed-2": "0"}).status_code == 303
    assert fold_of(id).seeds == (2, 1, 4, 3)


def test_roles_are_given_and_taken_back() -> None:
    ada, browser = person("Ada")
    id = a_tournament(2, owner=ada.player.id)
    bob, his = person("Bob")
    page = address(id, "desk/staff/")
    refused = browser.post(page, fields(browser.get(page), "give") | {"player": "Bobb", "role": "arbiter"})
    assert (refused.status_code, 'value="Bobb"' in words(refused)) == (422, True)
    browser.post(page, fields(browser.get(page), "give") | {"player": "Bob", "role": "arbiter"})
    assert fold_of(id).role(bob.player.id) == "arbiter"
    assert his.get(address(id, "desk/")).status_code == 200
    browser.post(page, fields(browser.get(page), "take"))
    assert fold_of(id).role(bob.player.id) == ""
    assert his.get(address(id, "desk/")).status_code == 403


def test_forbidden_pairs_are_the_arbiters_alone() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, started=False)
    page = address(id, "desk/entries/")
    browser.post(page, fields(browser.get(page), "forbid") | {"entries": ["1", "3"], "reason": "Sisters."})
    assert "Must not meet" in words(browser.get(page))
    bob, his = person("Bob")
    staff = address(id, "desk/staff/")
    browser.post(staff, fields(browser.get(staff), "give") | {"player": "Bob", "role": "helper"})
    assert bob.player.id in fold_of(id).roles
    assert "Must not meet" not in words(his.get(page))
    assert "Sisters" not in words(his.get(page))
