"""Options are shown only where they do something: by format, by place, and by how far the event is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_round
from tournaments.domain.commands import byes, organization, rounds
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms

pytestmark = pytest.mark.django_db


def offered(answer: Any) -> list[str]:
    return re.findall(r'name="do" value="([a-z-]+)"', answer.content.decode())


def kinds(answer: Any) -> list[str]:
    match_ = re.search(r'<select name="kind".*?</select>', answer.content.decode(), re.S)
    return re.findall(r'value="([a-z]+)"', match_[0]) if match_ else []


@pytest.mark.slow
def test_byes_are_offered_as_long_as_the_player_may_have_them_and_a_round_is_to_come() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, rounds=2, half_byes=1)
    page = address(id, "desk/entries/1/")
    assert kinds(browser.get(page)) == ["half", "zero", "full"]
    byes.request_bye(tournament=id, entry=1, round=1, kind="half", by=None)
    assert kinds(browser.get(page)) == ["zero", "full"]
    byes.request_bye(tournament=id, entry=1, round=2, kind="full", by=ada.player.id)
    assert kinds(browser.get(page)) == ["zero"]
    assert kinds(browser.get(address(id, "desk/entries/2/"))) == ["half", "zero", "full"]
    assert "forbid" in offered(browser.get(address(id, "desk/entries/")))
    play_round(id)
    play_round(id)
    assert "bye" not in offered(browser.get(address(id, "desk/entries/2/")))
    assert "forbid" not in offered(browser.get(address(id, "desk/entries/")))


@pytest.mark.slow
def test_buttons_of_the_desk_say_what_they_do_now() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, rounds=2)
    desk = address(id, "desk/")
    next_round(id)
    page = words(browser.get(desk))
    assert ("Set an end of the round" in page, "Give the round more time" in page) == (True, False)
    assert ("Let the rounds go on by themselves" in page, 'name="clocks"' in page) == (True, False)
    assert browser.post(desk, fields(browser.get(desk), "pause") | {"reason": "Lunch."}).status_code == 303
    rounds.resume(tournament=id, by=ada.player.id)
    rounds.extend(tournament=id, deadline=4_000_000_000_000_000, by=ada.player.id)
    assert "Give the round more time" in words(browser.get(desk))
    play_on(id)
    next_round(id)
    page = words(browser.get(desk))
    assert ("Let the event end by itself" in page, "Let the rounds go on" in page) == (True, False)
    online = a_tournament(2, owner=ada.player.id, real=False, rounds=1)
    assert 'name="clocks"' in words(browser.get(address(online, "desk/")))


@pytest.mark.slow
def test_a_format_is_changed_without_scripts_there_and_back() -> None:
    """The form that is sent was made for the other format; what the new one has is asked for, or as usual."""
    ada, browser = person("Ada")
    terms = usual_terms("barrage", "swiss", real=True)
    id = organization.create_tournament(owner=ada.player.id, terms=terms, name="Club")
    page = address(id, "edit/")
    # First the button that shows what fits, then the form as it came.
    for format in ("knockout", "round_robin", "swiss"):
        shown = browser.post(page, fields(browser.get(page), "keep") | {"do": "tiebreaks", "format": format})
        sent = fields(shown, "keep")
        assert (shown.status_code, sent["format"], "best_of" in sent) == (200, format, format == "knockout")
        assert browser.post(page, sent).status_code == 303
        assert fold_of(id).terms.format == format
    # And at once.
    for format in ("knockout", "swiss"):
        answer = browser.post(page, fields(browser.get(page), "keep") | {"format": format})
        assert (answer.status_code, fold_of(id).terms.format) == (303, format)
    assert fold_of(id).terms.tiebreaks
