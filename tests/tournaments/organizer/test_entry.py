"""A player's own entry: by code, with a partner, on the waiting list; byes, withdrawing and coming back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain.commands import organization, registration
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Presence
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db


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
