"""A player's own entry: by code, with a partner, on the waiting list; byes, withdrawing and coming back."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization, registration
from tournaments.domain.local_times import microseconds
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Presence
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db


def actions(answer: object) -> list[str]:
    return re.findall(r'name="do" value="([a-z-]+)"', answer.content.decode())  # type: ignore[attr-defined]


def test_a_player_enters_withdraws_and_enters_again() -> None:
    id = a_tournament(2, started=False)
    bob, browser = person("Bob")
    page = address(id, "enter/")
    answer = browser.post(page, fields(browser.get(page), "enter"))
    assert (answer.status_code, answer["Location"]) == (303, page)
    entry = fold_of(id).entry_of(bob.player.id)
    assert entry is not None
    assert entry.presence is Presence.ENTERED
    asked = browser.post(page, fields(browser.get(page), "withdraw"))
    assert "Your place goes to who waits for one" in words(asked)
    assert fold_of(id).entries[3].presence is Presence.ENTERED
    browser.post(page, fields(asked, "withdraw"))
    assert fold_of(id).entries[3].presence is Presence.WITHDRAWN
    browser.post(page, fields(browser.get(page), "return"))
    assert fold_of(id).entries[3].presence is Presence.ENTERED


def test_who_comes_when_it_is_full_sees_the_place_on_the_waiting_list() -> None:
    id = a_tournament(2, started=False, capacity=2)
    for name in ("Bob", "Cyd"):
        _one, browser = person(name)
        page = address(id, "enter/")
        browser.post(page, fields(browser.get(page), "enter"))
    assert "You are number 2 on the waiting list." in words(browser.get(page))
    registration.withdraw(tournament=id, entry=1, by=None)
    assert "You are number 1 on the waiting list." in words(browser.get(page))
    registration.withdraw(tournament=id, entry=2, by=None)
    assert "Entered" in words(browser.get(page))


@pytest.mark.slow
def test_a_code_cannot_be_guessed_by_trying_them_all() -> None:
    ada, _hers = person("Ada")
    id = a_tournament(0, owner=ada.player.id, started=False)
    organization.describe(tournament=id, by=ada.player.id, code="0042")
    organization.change_terms(tournament=id, terms=replace(fold_of(id).terms, entry="code"), by=ada.player.id)
    bob, browser = person("Bob")
    page = address(id, "enter/")
    sent = fields(browser.get(page), "enter")
    codes = [browser.post(page, sent | {"code": f"{number:04}"}).status_code for number in range(43)]
    assert codes == [422] * 20 + [429] * 23
    assert fold_of(id).entry_of(bob.player.id) is None


def test_a_wrong_code_is_said_beside_its_field() -> None:
    ada, _hers = person("Ada")
    id = a_tournament(0, owner=ada.player.id, started=False)
    terms = fold_of(id).terms
    organization.describe(tournament=id, by=ada.player.id, code="Sesame")
    organization.change_terms(tournament=id, terms=replace(terms, entry="code"), by=ada.player.id)
    _bob, browser = person("Bob")
    page = address(id, "enter/")
    sent = fields(browser.get(page), "enter")
    refused = browser.post(page, sent | {"code": "Simsalabim"})
    assert refused.status_code == 422
    assert "This is not the entry code" in words(refused)
    assert 'value="Simsalabim"' in words(refused)
    assert "Sesame" not in words(refused)
    assert Announcement.objects.get().code == "Sesame"
    assert browser.post(page, sent | {"code": "sesame"}).status_code == 303
    assert len(fold_of(id).playing) == 1


@pytest.mark.slow
def test_partners_agree_before_they_are_entered() -> None:
    id = a_tournament(2, started=False, variant="alliance")
    (bob, his), (cyd, hers), (_dee, strangers) = person("Bob"), person("Cyd"), person("Dee")
    page = address(id, "enter/")
    sent = fields(his.get(page), "enter")
    assert his.post(page, sent | {"partner": "Nobody"}).status_code == 422
    assert his.post(page, sent | {"partner": "Bob"}).status_code == 422
    assert his.post(page, sent | {"partner": "cyd"}).status_code == 303
    assert "You have asked Cyd to be your partner." in words(his.get(page))
    assert len(fold_of(id).entries) == 2
    assert "wants to enter with you" not in words(strangers.get(page))
    assert "Bob wants to enter Open with you" in words(hers.get("/notices/"))
    assert "Bob wants to enter with you." in words(hers.get(page))
    assert hers.post(page, fields(hers.get(page), "agree")).status_code == 303
    assert fold_of(id).entries[3].players == (bob.player.id, cyd.player.id)


@pytest.mark.slow
def test_a_request_can_be_declined_and_taken_back() -> None:
    id = a_tournament(2, started=False, variant="alliance")
    (_bob, his), (_cyd, hers) = person("Bob"), person("Cyd")
    page = address(id, "enter/")
    his.post(page, fields(his.get(page), "enter") | {"partner": "Cyd"})
    hers.post(page, fields(hers.get(page), "decline"))
    assert "You have asked" not in words(his.get(page))
    his.post(page, fields(his.get(page), "enter") | {"partner": "Cyd"})
    his.post(page, fields(his.get(page), "take-back"))
    assert "wants to enter with you" not in words(hers.get(page))
    assert "wants to enter Open with you" not in words(hers.get("/notices/"))
    assert len(fold_of(id).entries) == 2


def test_a_bye_is_asked_for_and_taken_back_until_the_round_is_paired() -> None:
    id = a_tournament(0, started=False, rounds=5)
    bob, browser = person("Bob")
    registration.enter(tournament=id, players=[bob.player.id], by=None)
    page = address(id, "bye/")
    sent = fields(browser.get(page), "bye") | {"round": "2", "kind": "half"}
    assert browser.post(page, sent).status_code == 303
    assert dict(fold_of(id).entries[1].byes) == {2: "half"}
    assert "full" not in words(browser.get(page))  # an arbiter's to give
    again = browser.post(page, fields(browser.get(page), "bye") | {"round": "3", "kind": "half"})
    assert again.status_code == 422
    assert "no more byes of this kind" in words(again)
    browser.post(page, fields(browser.get(page), "cancel-bye"))
    assert dict(fold_of(id).entries[1].byes) == {}


def test_check_in_is_offered_while_it_is_open() -> None:
    start = microseconds(datetime.now(UTC) + timedelta(minutes=10))
    id = a_tournament(0, started=False, starts=start, check_in=1800)
    bob, browser = person("Bob")
    registration.enter(tournament=id, players=[bob.player.id], by=None)
    page = address(id, "check-in/")
    browser.post(page, fields(browser.get(page), "check-in"))
    assert fold_of(id).entries[1].checked_in
    assert "You are entered and checked in." in words(browser.get(page))
    assert "check-in" not in actions(browser.get(page))


def test_a_withdrawal_in_the_middle_says_what_follows() -> None:
    bob, browser = person("Bob")
    others = [person(name)[0].player.id for name in ("Cyd", "Dee", "Eve")]
    id = a_tournament([bob.player.id, *others], rounds=3)
    next_round(id)
    page = address(id, "withdraw/")
    asked = browser.post(page, fields(browser.get(page), "withdraw"))
    assert "rounds that you miss are worth nothing" in words(asked)
    browser.post(page, fields(asked, "withdraw"))
    assert fold_of(id).entries[1].presence is Presence.WITHDRAWN
    browser.post(page, fields(browser.get(page), "return"))
    assert fold_of(id).entries[1].presence is Presence.ENTERED


@pytest.mark.slow
def test_who_waits_checks_in_too_and_takes_the_place_of_who_does_not_come() -> None:
    start = microseconds(datetime.now(UTC) + timedelta(minutes=10))
    ada, desk = person("Ada")
    id = a_tournament(0, owner=ada.player.id, started=False, starts=start, check_in=1800, capacity=2)
    people = [person(name) for name in ("Bob", "Cyd", "Dee", "Eve")]
    for item, _browser in people:
        registration.enter(tournament=id, players=[item.player.id], by=None)
    page = address(id, "check-in/")
    for _one, browser in (people[1], people[2]):
        browser.post(page, fields(browser.get(page), "check-in"))
    assert "number 1 on the waiting list. You are checked in." in words(people[2][1].get(page))
    offered = [actions(desk.get(address(id, f"desk/entries/{number}/"))).count("check-in") for number in (2, 3, 4)]
    assert offered == [0, 0, 1]
    now = lifecycle.start(tournament=id, by=ada.player.id)
    assert [entry.presence.value for entry in now.entries.values()] == ["withdrawn", "entered", "entered", "withdrawn"]


@pytest.mark.slow
def test_partners_agree_before_they_are_back() -> None:
    id = a_tournament(2, started=False, variant="alliance")
    (bob, his), (cyd, hers) = person("Bob"), person("Cyd")
    registration.enter(tournament=id, players=[bob.player.id, cyd.player.id], by=None)
    lifecycle.start(tournament=id, by=None)
    page, result = address(id, "enter/"), "Bob wants to play Open with you from the next round on"
    hers.post(page, fields(hers.post(page, fields(hers.get(page), "withdraw")), "withdraw"))
    assert "Your partner is asked." in words(his.post(page, fields(his.get(page), "return"), follow=True))
    assert fold_of(id).entries[3].presence is Presence.WITHDRAWN
    assert result in words(hers.get("/notices/"))
    assert actions(hers.get(page))[:2] == ["agree", "decline"]
    assert "You are back" in words(hers.post(page, fields(hers.get(page), "agree"), follow=True))
    assert fold_of(id).entries[3].presence is Presence.ENTERED
    assert result not in words(hers.get("/notices/"))


def test_whose_partner_has_left_may_come_with_another_one() -> None:
    id = a_tournament(2, started=False, variant="alliance")
    (bob, his), (cyd, _hers), (dee, theirs) = person("Bob"), person("Cyd"), person("Dee")
    registration.enter(tournament=id, players=[bob.player.id, cyd.player.id], by=None)
    registration.withdraw(tournament=id, entry=3, by=cyd.player.id)
    page = address(id, "enter/")
    assert {"return", "enter"} <= set(actions(his.get(page)))
    his.post(page, fields(his.get(page), "enter") | {"partner": "Dee"})
    theirs.post(page, fields(theirs.get(page), "agree"))
    assert fold_of(id).entries[4].players == (bob.player.id, dee.player.id)
