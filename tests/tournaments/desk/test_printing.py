"""Lists to print: every entry is on each, in the order in which it is looked for."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from players.models import Player
from tests.tournaments.desk.people import address, words
from tests.tournaments.scenes import a_tournament, next_round, play_on
from tournaments.domain.queries import fold_of
from tournaments.domain.terms import Format
from tournaments.scoring import Mark

pytestmark = pytest.mark.django_db

NAMES = ("Zoe", "ann", "Mia", "Bob", "Cyd")


def cells(page: str) -> list[list[str]]:
    """The text of each row of the table, without the head."""
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.S)[1:]
    return [[re.sub(r"<[^>]+>", "", one).strip() for one in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


@pytest.fixture
def event() -> UUID:
    """Five who play one round with a bye."""
    id = a_tournament([Player.objects.create(name=name).id for name in NAMES], rounds=3)
    next_round(id)
    return id


def test_each_finds_the_own_line_by_name(event: UUID) -> None:
    rows = cells(words(Client().get(address(event, "print/1/names/"))))
    assert [row[0] for row in rows] == ["ann", "Bob", "Cyd", "Mia", "Zoe"]
    (free,) = [row for row in rows if not row[1]]
    assert free[2:] == ["", "Pairing bye"]
    assert sorted(row[2] for row in rows if row[1]) == ["Blue", "Blue", "Red", "Red"]


def test_boards_and_slips_name_both_and_leave_room_for_the_result(event: UUID) -> None:
    round = fold_of(event).rounds[0]
    client = Client()
    rows = cells(words(client.get(address(event, "print/1/boards/"))))
    assert [row[0] for row in rows] == ["1", "2"]
    assert [row[3] for row in rows] == ["", ""]
    named = [(NAMES[board.red - 1], NAMES[board.blue - 1]) for board in round.boards]
    assert [(row[2], row[5]) for row in rows] == named
    slips = words(client.get(address(event, "print/1/slips/")))
    assert re.findall(r"<dd>(.*?)</dd>", slips) == [name for pair in named for name in pair]


def test_results_and_standings_are_printed(event: UUID) -> None:
    play_on(event, lambda board: (Mark.WIN, Mark.LOSS))
    client = Client()
    rows = cells(words(client.get(address(event, "print/1/boards/"))))
    assert [row[3] for row in rows] == ["1 – 0", "1 – 0"]
    standings = cells(words(client.get(address(event, "print/standings/"))))
    assert sorted(row[1] for row in standings) == sorted(NAMES)
    assert [row[3] for row in standings] == ["6", "6", "6", "1", "1"]


def test_there_is_nothing_to_print_before_the_start_and_a_round_to_come_is_not_found() -> None:
    id = a_tournament(2, started=False)
    client = Client()
    assert "There is nothing to print" in words(client.get(address(id, "print/")))
    assert [client.get(address(id, f"print/{page}/")).status_code for page in ("standings", "1/boards")] == [404, 404]


def test_a_knockout_has_its_bracket_among_what_is_printed() -> None:
    id = a_tournament(4, format=Format.KNOCKOUT)
    assert f'href="{address(id, "bracket/")}"' in words(Client().get(address(id, "print/")))
