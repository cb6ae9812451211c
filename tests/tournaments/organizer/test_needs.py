"""What the desk shows first: before the start what gets entries together, then the boards that need somebody."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game
from tests.tournaments.organizer.calls.boards import a_table, account_of
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain.commands import arbitration, registration, results
from tournaments.domain.state import TournamentFold
from tournaments.organizer.board_needs import Need, needs_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def numbers(answer: Any) -> list[int]:
    return [int(item) for item in re.findall(r'class="number"><a href="[^"]*/boards/(\d+)/"', answer.content.decode())]


def links(answer: Any) -> dict[str, int]:
    match_ = re.search(r'<nav class="desk-filters".*?</nav>', words(answer))
    rows = re.findall(
        r'<a href="\?(?:boards=)?([a-z]*)#boards".*?<span class="badge">(\d+)</span>', match_[0] if match_ else ""
    )
    return {slug: int(count) for slug, count in rows}


def needs(now: TournamentFold, **more: Any) -> dict[int, Need]:
    round = now.round
    assert round is not None
    return needs_of(now, round, now=timezone.now(), **more)


@pytest.mark.slow
def test_boards_stand_by_what_they_need_with_filters_after_it() -> None:
    ada, browser = person("Ada")
    id = a_tournament(12, owner=ada.player.id, rounds=3)
    now = next_round(id)
    boards = now.rounds[0].boards
    desk = address(id, "desk/")
    assert (numbers(browser.get(desk)), links(browser.get(desk))) == ([1, 2, 3, 4, 5, 6], {})

    results.record_result(tournament=id, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS, by=ada.player.id)
    for entry, marks in ((boards[4].red, (Mark.WIN, Mark.LOSS)), (boards[4].blue, (Mark.LOSS, Mark.WIN))):
        player = now.entries[entry].players[0]
        results.claim_result(tournament=id, round=1, board=5, by=player, red=marks[0], blue=marks[1])
    caller = now.entries[boards[5].red].players[0]
    arbitration.call_arbiter(tournament=id, round=1, board=6, by=caller, about="rules")

    answer = browser.get(desk)
    assert numbers(answer) == [6, 5, 2, 3, 4, 1]
    assert links(answer) == {"": 6, "call": 1, "stuck": 1, "open": 3, "decided": 1}
    assert f'<a class="tag need" href="{address(id, "calls/1/")}">Calls an arbiter</a>' in words(answer)
    assert [numbers(browser.get(desk, {"boards": need})) for need in ("call", "open", "paused", "nonsense")] == [
        [6],
        [2, 3, 4],
        [],
        [6, 5, 2, 3, 4, 1],
    ]
    # What is fetched anew keeps the filter, and one that no board fits any more says so.
    assert f'hx-get="{desk}?boards=open"' in words(browser.get(desk, {"boards": "open"}))
    assert "No board is like that now." in words(browser.get(desk, {"boards": "paused"}))


def test_a_board_is_stuck_that_somebody_has_left_and_overdue_at_the_end_of_its_round() -> None:
    table = a_table(round_length=86_400)
    registration.withdraw(tournament=table.tournament, entry=table.leg.red, by=None)
    now = table.fold
    assert needs(now) == {1: Need.STUCK, 2: Need.OPEN}
    late = needs_of(now, now.rounds[0], now=timezone.now() + timedelta(days=2))
    assert late == {1: Need.OVERDUE, 2: Need.OVERDUE}


def test_a_game_that_stands_still_or_was_called_off_comes_before_those_that_go_on() -> None:
    table = a_table(players=6)
    now = table.fold
    games = [board.leg.game for board in now.rounds[0].boards]
    assert needs(now, paused=[games[1]], called_off=[games[2]]) == {1: Need.OPEN, 2: Need.PAUSED, 3: Need.STUCK}
    Game.objects.filter(id=games[1]).update(paused=True)
    _ada, browser = person("Ada")
    browser.force_login(account_of(table.owner))
    answer = browser.get(address(table.tournament, "desk/"))
    assert (numbers(answer), links(answer)) == ([2, 1, 3], {"": 3, "paused": 1, "open": 2})
    assert '<span class="tag need">Paused</span>' in words(answer)


# -- before the start -----------------------------------------------------------------------------


def test_the_desk_offers_link_list_and_entries_before_the_start_across_real_boards() -> None:
    ada, browser = person("Ada")
    id = a_tournament(3, owner=ada.player.id, rounds=3, started=False)
    desk = address(id, "desk/")
    answer = browser.get(desk)
    page = words(answer)
    assert f'value="http://testserver{address(id)}"' in page
    assert "Anyone with this link and an account can enter there." in page
    assert page.count(f'href="{address(id, "desk/entries/")}') == 5  # the tab, each entry, all of them
    # The list that is pasted here is looked over on its own page.
    sent = fields(answer, "read") | {"names": "Anna Ek, 1700, SC Blau"}
    read = browser.post(address(id, "desk/entries/paste/"), sent)
    assert (read.status_code, "Enter 1 player" in words(read)) == (200, True)
    next_started = a_tournament(4, owner=ada.player.id, rounds=3)
    assert "Get the entries together" not in words(browser.get(address(next_started, "desk/")))
