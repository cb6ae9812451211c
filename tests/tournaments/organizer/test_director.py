"""The desk: it offers what is possible now, asks before what cannot be undone, and loses nothing that was typed."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Account
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization
from tournaments.domain.lifecycle import drive
from tournaments.domain.queries.correction_preview import Moved, places_if, what_if
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Status
from tournaments.organizer.names import Names
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def offered(answer: object) -> list[str]:
    return re.findall(r'name="do" value="([a-z-]+)"', answer.content.decode())  # type: ignore[attr-defined]


def press(browser: Client, page: str, do: str, **typed: str) -> object:
    """Fill in the form of an action, send it, and answer the question if one is asked."""
    answer = browser.post(page, fields(browser.get(page), do) | typed)
    if answer.status_code == 200 and 'name="sure"' in answer.content.decode():
        answer = browser.post(page, fields(answer, do))
    return answer


@pytest.fixture
def event() -> tuple[UUID, Account, Client]:
    """An event of six across real boards that has begun, its arbiter and the arbiter's browser."""
    ada, browser = person("Ada")
    return a_tournament(6, owner=ada.player.id, rounds=3), ada, browser


@pytest.mark.slow
def test_a_round_goes_from_pairing_to_its_last_result(event: tuple[UUID, Account, Client]) -> None:
    id, _ada, browser = event
    desk = address(id, "desk/")
    assert offered(browser.get(desk)) == ["pair", "go-on", "pause", "finish", "cancel"]
    assert press(browser, desk, "pair").status_code == 303
    assert offered(browser.get(desk)) == ["begin", "pair-anew", "unpair", "go-on", "pause", "cancel"]
    assert press(browser, desk, "begin").status_code == 303
    assert offered(browser.get(desk)) == ["extend", "go-on", "pause", "take-back", "cancel"]
    sheet = address(id, "desk/rounds/1/")
    sent = fields(browser.get(sheet), "") | {"board-1": "win-loss", "board-2": "draw-draw", "board-3": "loss-win"}
    answer = browser.post(sheet, sent)
    assert (answer.status_code, answer["Location"]) == (303, sheet)
    round = fold_of(id).rounds[0]
    assert [board.leg.marks for board in round.boards] == [
        (Mark.WIN, Mark.LOSS),
        (Mark.DRAW, Mark.DRAW),
        (Mark.LOSS, Mark.WIN),
    ]
    assert round.finished_at is not None
    assert offered(browser.get(desk)) == ["pair", "go-on", "pause", "take-back", "finish", "cancel"]


@pytest.mark.slow
def test_an_arbiter_holds_the_next_round_and_lets_it_go_on() -> None:
    bob, browser = person("Bob")
    cyd, hers = person("Cyd")
    id = a_tournament(4, rounds=2, automatic=True)
    for player, role in ((bob, "arbiter"), (cyd, "helper")):
        organization.give_role(tournament=id, player=player.player.id, role=role, by=None)
    drive(id)
    desk = address(id, "desk/")
    assert (offered(hers.get(desk)), offered(browser.get(desk))) == ([], ["extend", "hold", "pause", "take-back"])
    assert browser.post(desk, fields(browser.get(desk), "hold")).status_code == 422  # it takes a reason
    assert press(browser, desk, "hold", reason="The tables are moved.").status_code == 303
    play_on(id)
    drive(id)
    assert (len(fold_of(id).rounds), offered(browser.get(desk))) == (
        1,
        ["pair", "go-on", "pause", "take-back", "finish"],
    )
    assert fold_of(id).revisions == 0  # nobody who has entered is told of new terms
    assert "The tables are moved." in words(browser.get(address(id, "log/")))
    assert press(browser, desk, "go-on").status_code == 303
    drive(id)
    assert [round.begun_at is not None for round in fold_of(id).rounds] == [True, True]


def test_a_pairing_is_taken_back_and_the_reason_is_kept(event: tuple[UUID, Account, Client]) -> None:
    id, ada, browser = event
    lifecycle.pair(tournament=id, by=ada.player.id)
    assert press(browser, address(id, "desk/"), "unpair", reason="A late arrival.").status_code == 303
    assert fold_of(id).rounds == ()


def test_what_cannot_be_undone_is_asked_first(event: tuple[UUID, Account, Client]) -> None:
    id, _ada, browser = event
    desk = address(id, "desk/")
    sent = fields(browser.get(desk), "cancel")
    assert browser.post(desk, sent | {"reason": ""}).status_code == 422
    asked = browser.post(desk, sent | {"reason": "The hall is flooded."})
    assert (asked.status_code, fold_of(id).status) == (200, Status.RUNNING)
    assert "The hall is flooded." in words(asked)
    assert browser.post(desk, fields(asked, "cancel")).status_code == 303
    assert fold_of(id).status is Status.CANCELLED


# -- corrections ----------------------------------------------------------------------------------


def test_a_correction_tells_first_which_pairings_would_have_differed(event: tuple[UUID, Account, Client]) -> None:
    id, _ada, browser = event
    play_round(id, lambda board: (Mark.WIN, Mark.LOSS))
    next_round(id)
    paired = [(board.red, board.blue) for board in fold_of(id).rounds[1].boards]
    page = address(id, "desk/rounds/1/boards/1/")
    sent = fields(browser.get(page), "correct") | {"result": "loss-win"}
    assert browser.post(page, sent | {"reason": ""}).status_code == 422
    asked = browser.post(page, sent | {"reason": "Written the wrong way round."})
    lines = re.findall(r'<tr>(<th scope="row".*?)</tr>', words(asked))
    findalls = [re.findall(r">([^<>]+)</t[hd]>", line) for line in lines]
    would = what_if(tournament=id, round=1, board=1, red=Mark.LOSS, blue=Mark.WIN)[0].boards
    names = Names(fold_of(id))
    sits = [[str(number), *(" – ".join(map(names.entry, pair or ())) for pair in pairs)] for number, *pairs in would]
    assert findalls[: len(sits)] == sits
    moved = places_if(fold_of(id), round=1, board=1, red=Mark.LOSS, blue=Mark.WIN)
    assert findalls[len(sits) :] == [[names.entry(item.entry), str(item.place), str(item.instead)] for item in moved]
    assert len(sits) > 0 < len(moved)
    assert fold_of(id).rounds[0].boards[0].leg.marks == (Mark.WIN, Mark.LOSS)
    assert browser.post(page, fields(asked, "correct")).status_code == 303
    now = fold_of(id)
    assert now.rounds[0].boards[0].leg.marks == (Mark.LOSS, Mark.WIN)
    assert [(board.red, board.blue) for board in now.rounds[1].boards] == paired
    assert "corrected from: Red wins" in words(browser.get(page))


def test_a_correction_tells_who_changes_places() -> None:
    robin = a_tournament(2, format="round_robin")
    fold = play_round(robin, lambda board: (Mark.WIN, Mark.LOSS))
    red, blue = fold.rounds[0].boards[0].entries
    assert places_if(fold, round=1, board=1, red=Mark.LOSS, blue=Mark.WIN) == (Moved(blue, 2, 1), Moved(red, 1, 2))
    assert places_if(fold, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS) == ()


def test_the_question_before_a_forfeit_carries_every_name(event: tuple[UUID, Account, Client]) -> None:
    id, _ada, browser = event
    next_round(id)
    page = address(id, "desk/rounds/1/boards/1/")
    leg = fold_of(id).rounds[0].boards[0].leg
    sent = fields(browser.get(page), "forfeit") | {"reason": "Neither came."}
    asked = browser.post(page, {**sent, "entries": [str(leg.red), str(leg.blue)]}).content.decode()
    assert re.findall(r'name="entries" value="(\d+)"', asked) == [str(leg.red), str(leg.blue)]


# -- by hand --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_two_are_swapped_beside_the_pairing_of_the_engine(event: tuple[UUID, Account, Client]) -> None:
    id, ada, browser = event
    lifecycle.pair(tournament=id, by=ada.player.id)
    before = [board.entries for board in fold_of(id).rounds[0].boards]
    page = address(id, "desk/pairing/")
    shown = browser.get(page)
    item, other = before[0][1], before[1][1]
    swapped = browser.post(page, fields(shown, "swap") | {"do": "swap", "one": str(item), "other": str(other)})
    assert swapped.status_code == 200
    assert [board.entries for board in fold_of(id).rounds[0].boards] == before
    assert words(swapped).count('class="differs"') == 2
    turned = browser.post(page, fields(swapped, "swap") | {"do": "colours-3"})
    assert words(turned).count('class="differs"') == 3
    for number in ("0", "99", "9" * 5000, "²"):
        assert browser.post(page, fields(turned, "swap") | {"do": f"colours-{number}"}).status_code == 404
    refused = browser.post(page, fields(turned, "swap") | {"do": "keep", "reason": ""})
    assert refused.status_code == 422
    kept = browser.post(page, fields(refused, "swap") | {"do": "keep", "reason": "They came together."})
    assert kept.status_code == 303
    round = fold_of(id).rounds[0]
    assert [board.entries for board in round.boards] == [
        (before[0][0], other),
        (before[1][0], item),
        (before[2][1], before[2][0]),
    ]
    assert (round.by_hand, list(round.engine)) == (True, before)


def test_a_broken_rule_is_warned_of_refused_and_can_be_overruled(event: tuple[UUID, Account, Client]) -> None:
    id, ada, browser = event
    play_round(id)
    lifecycle.pair(tournament=id, by=ada.player.id)
    met = fold_of(id).rounds[0].boards[0].entries
    page = address(id, "desk/pairing/")
    boards = [board.entries for board in fold_of(id).rounds[1].boards]
    mate = next(b if a == met[0] else a for a, b in boards if met[0] in (a, b))
    sent = fields(browser.get(page), "swap") | {"do": "swap", "one": str(mate), "other": str(met[1])}
    shown = browser.post(page, sent)
    assert "they have met before" in words(shown)
    refused = browser.post(page, fields(shown, "swap") | {"do": "keep", "reason": "No other way."})
    assert refused.status_code == 422
    assert 'name="overrule"' in words(refused)
    kept = browser.post(page, fields(refused, "swap") | {"do": "keep", "reason": "No other way.", "overrule": "on"})
    assert kept.status_code == 303
    assert frozenset(met) in {frozenset(board.entries) for board in fold_of(id).rounds[1].boards}


# -- what stands in the way -----------------------------------------------------------------------


def test_a_round_that_cannot_be_paired_comes_with_the_choices_there_are() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, rounds=3)
    red, blue = play_round(id).rounds[0].boards[0].entries
    for other in set(range(1, 5)) - {red, blue}:
        organization.keep_apart(tournament=id, entries=(red, other), by=ada.player.id)
    desk = address(id, "desk/")
    answer = press(browser, desk, "pair")
    assert answer.status_code == 422
    result = words(browser.get(desk))
    assert [choice in result for choice in CHOICES] == [True] * len(CHOICES)
    # one of the choices: by hand, and overruled
    page = address(id, "desk/pairing/")
    refused = browser.post(page, fields(browser.get(page), "swap") | {"do": "keep", "reason": "No other way."})
    assert refused.status_code == 422
    assert browser.post(page, fields(refused, "swap") | {"do": "keep", "overrule": "on"}).status_code == 303
    assert len(fold_of(id).rounds) == 2


CHOICES = [
    "Round 2 cannot be paired.",
    "allow-forbidden-",
    "meet again",
    "End the event after the rounds that were played.",
]


def test_a_round_is_given_more_time_on_the_clocks_of_the_event() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, round_length=86_400)
    organization.describe(tournament=id, by=ada.player.id, zone="Europe/Berlin")
    next_round(id)
    desk = address(id, "desk/")
    sent = fields(browser.get(desk), "extend") | {"reason": "Snow."}
    gap = browser.post(desk, sent | {"until": "2031-03-30T02:30"})
    assert (gap.status_code, "Choose 01:30 or 03:30" in words(gap)) == (422, True)
    far = browser.post(desk, sent | {"until": "2256-03-30T10:00"})
    assert (far.status_code, "Choose a year from 1900 to 2199." in words(far)) == (422, True)
    past = browser.post(desk, sent | {"until": "2001-03-30T10:00"})
    assert (past.status_code, "This time is over already" in words(past)) == (422, True)
    assert browser.post(desk, sent | {"until": "2031-01-18T12:00"}).status_code == 303
    assert fold_of(id).rounds[0].deadline == datetime(2031, 1, 18, 11, tzinfo=UTC)
    assert "18 January 2031, 12:00 (Europe/Berlin)" in words(browser.get(desk))
