"""The screen in the hall: what everybody may see of the event, slide after slide."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Account, Player
from games.models import key_of
from tests.tournaments.organizer.people import address, words
from tests.tournaments.scenes import a_tournament, next_round, play_out, play_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.pages.hall import qr_code
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

NAMES = ("Zoe", "ann", "Mia", "Bob")
MAY = 1_809_000_000_000_000  # 29 April 2027
HOUR = 3_600_000_000


def slides(page: str) -> dict[str, list[list[str]]]:
    """The rows of each slide of the part, by its name, without those of heads."""
    found = re.findall(r'<section data-slide="(\w+)".*?>(.*?)</section>', page, re.S)
    return {
        name: [
            [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S)]
            for row in re.findall(r"<tr>(.*?)</tr>", markup.partition("</thead>")[2], re.S)
        ]
        for name, markup in found
    }


def page_of(client: Client, event: UUID, page: str = "hall/") -> str:
    """A page, without the marks that keep names apart from the text around them."""
    return re.sub("[\u2066-\u2069]", "", words(client.get(address(event, page))))


@pytest.fixture
def event() -> UUID:
    return a_tournament([Player.objects.create(name=name).id for name in NAMES], rounds=3)


def test_it_has_boards_with_results_and_names_and_the_standings(client: Client, event: UUID) -> None:
    next_round(event)
    results.record_result(tournament=event, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS, by=None)
    fold = fold_of(event)
    boards = [[NAMES[entry - 1] for entry in board.entries] for board in fold.rounds[0].boards]
    (red, blue), (other, last) = boards
    page = page_of(client, event)
    shown = slides(page)
    assert shown["boards"] == [["1", red, "1 – 0", blue], ["2", other, "–", last]]
    assert shown["names"][:2] == [[red, "1", "Red", blue], [blue, "1", "Blue", red]]
    assert shown["standings"][0] == ["1", red, "6"]
    assert sorted(shown) == ["boards", "clock", "names", "standings"]
    assert 'data-slide="names" data-left-out' in page  # the round has begun
    assert qr_code(f"http://testserver/tournaments/{key_of(event)}/") in page
    assert "Report your result there" in page
    assert slides(page_of(client, event, "now/hall/0/")) == {
        name: rows for name, rows in shown.items() if name != "clock"
    }


def test_it_shows_nothing_that_is_not_public(client: Client) -> None:
    """A pairing that only the staff knows is on no screen, whoever opens it."""
    event = a_tournament(4, rounds=3, publishing="hand")
    lifecycle.pair(tournament=event, by=None)
    (owner,) = fold_of(event).roles
    hall = f'href="{address(event, "hall/")}"'
    assert sorted(slides(page_of(client, event))) == ["clock", "standings"]
    client.force_login(Account.objects.get(player=owner))
    assert sorted(slides(page_of(client, event))) == ["clock", "standings"]
    assert (hall in page_of(Client(), event, ""), hall in page_of(client, event, "")) == (False, True)
    lifecycle.begin_round(tournament=event, by=None)
    assert sorted(slides(page_of(client, event))) == ["boards", "clock", "names", "standings"]


def test_the_entries_and_the_times_to_come_before_it_begins(client: Client) -> None:
    calendar = (MAY, MAY + 2 * HOUR)
    event = a_tournament(2, rounds=2, started=False, starts=MAY, calendar=calendar, round_length=3600)
    page = page_of(client, event)
    assert [row[0] for row in slides(page)["people"]] == ["1", "2"]
    assert re.findall(r"<li data-at=\"(.*?)\"\s*>(.*?)</li>", page) == [
        ("2027-04-29T12:00:00+00:00", "The event begins: Thursday, 12:00"),
        ("2027-04-29T12:00:00+00:00", "Round 1 begins: Thursday, 12:00"),
        ("2027-04-29T13:00:00+00:00", "Round 1 ends: Thursday, 13:00"),
        ("2027-04-29T14:00:00+00:00", "Round 2 begins: Thursday, 14:00"),
        ("2027-04-29T15:00:00+00:00", "Round 2 ends: Thursday, 15:00"),
    ]


def test_a_bracket_takes_the_place_of_the_groups(client: Client) -> None:
    event = a_tournament(8, format="group_stage", group_count=2, advance=2)
    play_round(event)
    shown = slides(page_of(client, event))
    assert sorted(shown) == ["boards", "clock", "groups", "names"]
    assert [row[0] for row in shown["groups"]] == ["Group A", "1", "2", "3", "4", "Group B", "1", "2", "3", "4"]
    while "bracket" not in shown:
        play_round(event)
        shown = slides(page_of(client, event))
    assert "groups" not in shown
    play_out(event)
    assert sorted(slides(page_of(client, event))) == ["boards", "bracket", "clock", "names", "standings"]


def test_a_large_bracket_is_drawn_from_where_it_can_be_read(client: Client) -> None:
    event = a_tournament(64, format="knockout")
    next_round(event)
    page = page_of(client, event)
    assert page.count('<rect class="box"') == 16 + 8 + 4 + 2 + 1
