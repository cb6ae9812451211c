"""Who sends a form that lost a race gets that form again: with what was typed, and with what has changed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Account, Player
from eventlog.sources import new_id
from eventlog.store import Conflict
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization, registration
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Announcement
from tournaments.organizer import director, entries

pytestmark = pytest.mark.django_db

BUSY = "Others changed the event in the same moment, so nothing was kept here."


@pytest.fixture
def event() -> tuple[UUID, Account, Client]:
    """An event of six across real boards that has not begun, ranked by hand, and its organiser."""
    ada, browser = person("Ada")
    return a_tournament(6, owner=ada.player.id, rounds=3, seeding="hand", started=False), ada, browser


def loses(*_args: Any, **_named: Any) -> None:
    raise Conflict(new_id(), 1, 2)


def name_of(id: UUID, entry: int) -> str:
    return Player.objects.get(id=fold_of(id).entries[entry].players[0]).name


# -- the form of an event -------------------------------------------------------------------------


@pytest.mark.slow
def test_what_others_changed_is_taken_over_where_the_sender_left_it_alone(event: tuple[UUID, Account, Client]) -> None:
    id, _ada, browser = event
    page = address(id, "edit/")
    old = fields(browser.get(page), "keep")
    theirs = old | {
        "capacity": "12",
        "name": "Grand Open",
        "rounds": "7",
        "description": "Bring a pen.",
        "place": "Hall",
    }
    assert browser.post(page, theirs).status_code == 303
    answer = browser.post(page, old | {"rounds": "5", "place": "Town hall"})
    assert answer.status_code == 409
    said = words(answer)
    assert "Taken over here: Name, Description, Room for." in said
    assert "Somebody has set this to “7” meanwhile. Keep yours, or type that." in said
    assert "Somebody has set this to “Hall” meanwhile. Keep yours, or type that." in said
    sent = fields(answer, "keep")
    assert [sent[name] for name in ("name", "rounds", "capacity", "description", "place")] == [
        "Grand Open",
        "5",
        "12",
        "Bring a pen.",
        "Town hall",
    ]
    assert browser.post(page, sent).status_code == 303
    terms, result = fold_of(id).terms, Announcement.objects.get(tournament=id)
    assert (terms.rounds, terms.capacity, result.name, result.place) == (5, 12, "Grand Open", "Town hall")


@pytest.mark.slow
def test_a_form_that_play_overtook_says_so_and_shows_what_is_settled(event: tuple[UUID, Account, Client]) -> None:
    id, ada, browser = event
    page = address(id, "edit/")
    old = fields(browser.get(page), "keep") | {"place": "Town hall", "entry": "code", "code": "word"}
    lifecycle.start(tournament=id, by=ada.player.id)
    answer = browser.post(page, old)
    assert (answer.status_code, answer.context["form"]["place"].value()) == (409, "Town hall")
    assert answer.context["form"].fields["seeding"].disabled
    assert browser.post(page, fields(answer, "keep")).status_code == 303
    assert Announcement.objects.get(tournament=id).place == "Town hall"


# -- results --------------------------------------------------------------------------------------


def test_results_are_kept_board_by_board_and_one_that_lost_stays_typed(
    event: tuple[UUID, Account, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    id, ada, browser = event
    lifecycle.start(tournament=id, by=ada.player.id)
    next_round(id)
    record = director.results.record_result

    def one_loses(**named: Any) -> object:
        return loses() if named["board"] == 2 else record(**named)

    monkeypatch.setattr(director.results, "record_result", one_loses)
    sheet = address(id, "desk/rounds/1/")
    typed = {"board-1": "win-loss", "board-2": "draw-draw", "board-3": "loss-win"}
    answer = browser.post(sheet, fields(browser.get(sheet), "") | typed)
    boards = fold_of(id).rounds[0].boards
    assert (answer.status_code, [board.decided for board in boards]) == (409, [True, False, True])
    assert BUSY in words(answer)
    assert '<option value="draw-draw" selected>' in words(answer)


# -- the ranking ----------------------------------------------------------------------------------


def test_a_ranking_that_somebody_else_has_kept_is_not_undone_unseen(
    event: tuple[UUID, Account, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    id, ada, browser = event
    page = address(id, "desk/seeds/")
    sent = fields(browser.get(page), "keep") | {"seed-3": "0"}
    organization.seed_by_hand(tournament=id, order=[6, 5, 4, 3, 2, 1], by=ada.player.id)
    answer = browser.post(page, sent)
    assert (answer.status_code, fold_of(id).seeds) == (409, (6, 5, 4, 3, 2, 1))
    assert "Somebody has changed the ranking meanwhile." in words(answer)
    assert [row["number"] for row in answer.context["rows"]] == [3, 1, 2, 4, 5, 6]
    monkeypatch.setattr(entries.organization, "seed_by_hand", loses)
    again = browser.post(page, fields(answer, "keep"))
    assert (again.status_code, BUSY in words(again)) == (409, True)
    assert [row["number"] for row in again.context["rows"]] == [3, 1, 2, 4, 5, 6]


# -- a pairing by hand ----------------------------------------------------------------------------


def test_a_pairing_by_hand_is_kept_as_far_as_it_can_be(event: tuple[UUID, Account, Client]) -> None:
    id, ada, browser = event
    lifecycle.start(tournament=id, by=ada.player.id)
    lifecycle.pair(tournament=id, by=ada.player.id)
    page = address(id, "desk/pairing/")
    first, second, third = (board.entries for board in fold_of(id).rounds[0].boards)
    swapped = browser.post(page, fields(browser.get(page), "swap") | {"one": str(first[0]), "other": str(second[0])})
    sent = fields(swapped, "swap") | {"do": "keep", "reason": "So be it.", "one": str(third[0])}
    registration.withdraw(tournament=id, entry=third[0], by=ada.player.id)
    answer = browser.post(page, sent)
    assert answer.status_code == 409
    assert f"Gone since this page was opened: {name_of(id, third[0])}." in words(answer)
    assert browser.post(page, fields(answer, "swap") | {"do": "keep"}).status_code == 303
    round = fold_of(id).rounds[0]
    assert {board.entries for board in round.boards} == {(second[0], first[1]), (first[0], second[1])}
    assert list(round.byes) == [third[1]]
