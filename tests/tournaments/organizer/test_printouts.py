"""Lists to print: every entry is on each, in the order in which it is looked for."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.organizer.people import address, words
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_round, some_players
from tournaments.domain import lifecycle
from tournaments.domain.commands import results
from tournaments.domain.commands.people import NewEntry, NewPerson, enter_people
from tournaments.domain.queries.tournaments import fold_of
from tournaments.organizer.names import Names
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

NAMES = ("Zoe", "ann", "Mia", "Bob", "Cyd")


def cells(page: str) -> list[list[str]]:
    """The text of each row of the table, without the head."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.S)[1:]
    return [[re.sub(r"<[^>]+>", "", item).strip() for item in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


@pytest.fixture
def event() -> UUID:
    id = a_tournament([Player.objects.create(name=name).id for name in NAMES], rounds=3)
    next_round(id)
    return id


def test_namesakes_are_told_apart_by_club_or_else_by_rating_or_number() -> None:
    id = a_tournament(4, started=False)
    people = [
        ("Ann", "Rot", 0),
        ("ann", "Blau", 0),
        ("Bo", "Rot", 1500),
        ("Bo", "Rot", 1600),
        ("Cy", "", 0),
        ("Cy", "", 0),
    ]
    owner = next(player for player, role in fold_of(id).roles.items() if role == "owner")
    entries = [NewEntry((NewPerson(name, club=club),), rating) for name, club, rating in people]
    numbers = enter_people(tournament=id, entries=entries, by=owner)
    names = Names(fold_of(id))
    assert [names.entry(number) for number in numbers] == [
        "Ann (Rot)",
        "ann (Blau)",
        "Bo (1500)",
        "Bo (1600)",
        "Cy (No. 9)",
        "Cy (No. 10)",
    ]
    assert [names.plain_entry(number) for number in numbers] == [name for name, _club, _rating in people]


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
    id = a_tournament(0, started=False)
    client = Client()
    assert "There is nothing to print" in words(client.get(address(id, "print/")))
    assert [client.get(address(id, f"print/{page}/")).status_code for page in ("standings", "1/boards")] == [404, 404]


def test_the_start_list_is_printed_before_and_after_the_start() -> None:
    people = some_players(3)
    id = a_tournament([person.id for person in people], started=False)
    client = Client()
    rows = cells(words(client.get(address(id, "print/entries/"))))
    assert rows == [[str(number), person.name, ""] for number, person in enumerate(people, 1)]
    lifecycle.start(tournament=id, by=None)
    fold = fold_of(id)
    named = {entry.number: person.name for entry, person in zip(fold.entries.values(), people, strict=True)}
    assert [row[:2] for row in cells(words(client.get(address(id, "print/entries/"))))] == [
        [str(number), named[entry]] for number, entry in enumerate(fold.order, 1)
    ]


def test_the_crosstable_is_printed_once_a_round_has_begun(event: UUID) -> None:
    client = Client()
    rows = cells(words(client.get(address(event, "print/crosstable/"))))
    assert sorted(row[1] for row in rows) == sorted(NAMES)
    assert sorted(row[4].replace("↓", "").split()[-1] for row in rows) == ["*", "*", "*", "*", "U"]
    assert f'href="{address(event, "print/crosstable/")}"' in words(client.get(address(event, "print/")))
    cup = a_tournament(2, format="knockout")
    next_round(cup)
    assert client.get(address(cup, "print/crosstable/")).status_code == 404
    assert client.get(address(a_tournament(2), "print/crosstable/")).status_code == 404


@pytest.mark.slow
def test_sheets_and_slips_of_a_match_know_the_game_and_the_score() -> None:
    """The winner of the first game has red in the second one's other colour: the score follows the names."""
    cup = a_tournament(2, format="knockout", best_of=3, replays=1)
    owner = next(iter(fold_of(cup).roles))
    next_round(cup)
    desk = Client()
    desk.force_login(Player.objects.get(id=owner).account)
    pages = ("print/1/slips/", "print/1/boards/", "desk/", "desk/rounds/1/", "desk/rounds/1/boards/1/")

    def told() -> set[bool]:
        return {expected in words(desk.get(address(cup, page))) for page in pages}

    expected = "Game 1 of 3"
    assert told() == {True}
    results.record_result(tournament=cup, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS, by=None)
    expected = "Game 2 of 3, 0 – 1"
    assert told() == {True}
    results.record_result(tournament=cup, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS, by=None)
    results.record_result(tournament=cup, round=1, board=1, red=Mark.DRAW, blue=Mark.DRAW, by=None)
    expected = "Replay 1, 1½ – 1½"
    assert told() == {True}


def test_the_groups_and_then_the_bracket_are_printed() -> None:
    client, event = Client(), a_tournament(8, format="group_stage", group_count=2, advance=2)
    assert [client.get(address(event, f"print/{page}/")).status_code for page in ("groups", "bracket")] == [200, 404]
    for _round in range(3):
        play_round(event)
    page = words(client.get(address(event, "print/groups/")))
    assert re.findall(r"<h3[^>]*>(.*?)</h3>", page) == ["Group A", "Group B"]
    assert page.count("goes on") == 4
    assert '<body class="paper wide-page">' in page
    assert words(client.get(address(event, "print/bracket/"))).count('<rect class="box"') == 3
    links = re.findall(r'class="button" href="[^"]*/print/(\w+)/">', words(client.get(address(event, "print/"))))
    assert links == ["entries", "standings", "groups", "bracket"]
    assert client.get(address(a_tournament(2), "print/groups/")).status_code == 404


def test_a_large_bracket_is_printed_in_sections_and_then_what_they_lead_to() -> None:
    event = a_tournament(32, format="knockout", third_place=True)
    sheets = words(Client().get(address(event, "print/bracket/"))).split('<section class="sheet">')[1:]
    assert [sheet.count('<rect class="box"') for sheet in sheets] == [8 + 4 + 2 + 1, 8 + 4 + 2 + 1, 2]
    assert [re.search(r"<p>(.*?)</p>", sheet)[1] for sheet in sheets] == ["1 / 3", "2 / 3", "3 / 3"]  # type: ignore[index]
    assert [sheet.count("Third place") for sheet in sheets] == [0, 0, 1]
