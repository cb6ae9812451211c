"""The desk of a large event: its tables have pages of a hundred rows, and forms send what stands on their page."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Player
from benchmarks.large_event import large_entries, large_swiss
from games.models import key_of
from tests.tournaments.pages.test_views import path, signed_in
from tournaments.domain.queries.tournaments import fold_of
from tournaments.organizer import board_actions
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

ENTRIES = 250


@pytest.fixture
def large() -> UUID:
    """An event across real boards whose only round goes on."""
    return large_swiss(ENTRIES, 1, open_boards=ENTRIES // 2, real=True)


@pytest.fixture
def to_begin() -> UUID:
    """The same before play has begun, to be ranked by hand."""
    return large_entries(ENTRIES, seeding="hand")


def owner_of(tournament: UUID) -> Client:
    return signed_in(next(iter(fold_of(tournament).roles)))


def page_of(client: Client, tournament: UUID, page: str) -> str:
    answer = client.get(path(tournament, page))
    assert answer.status_code == 200, page
    return answer.content.decode()


@pytest.mark.slow
def test_boards_and_entries_of_the_desk_have_pages(large: UUID) -> None:
    desk = owner_of(large)
    key = key_of(large)
    for table, link, many in (
        ("desk/?boards=open&", rf"/tournaments/{key}/desk/rounds/1/boards/(\d+)/", 125),
        ("desk/rounds/1/?", rf"/tournaments/{key}/desk/rounds/1/boards/(\d+)/", 125),
        ("desk/entries/?", rf"/tournaments/{key}/desk/entries/(\d+)/", 250),
    ):
        pages = [re.findall(link, page_of(desk, large, f"{table}page={page}")) for page in range(1, many // 100 + 2)]
        assert [len(page) for page in pages] == [100] * (many // 100) + [many % 100]
        assert [int(row) for page in pages for row in page] == list(range(1, many + 1))
        assert re.findall(link, page_of(desk, large, f"{table}page=99")) == pages[-1]
    second = page_of(desk, large, "desk/?boards=open&page=2")
    assert f'hx-get="/tournaments/{key}/desk/?boards=open&amp;page=2"' in second
    assert 'href="?boards=open&amp;page=1"' in second


def test_the_desk_finds_the_board_of_somebody(large: UUID) -> None:
    desk = owner_of(large)
    board = fold_of(large).rounds[0].boards[110]
    Player.objects.filter(id=fold_of(large).entries[board.blue].players[0]).update(name="Ada Lovelace")
    for page in ("desk/?name=lovel", "desk/rounds/1/?name=lovel"):
        assert f'<a href="{path(large, "desk/rounds/1/boards/111/")}">Ada Lovelace</a>' in page_of(desk, large, page)
    assert f'<a href="{path(large, f"desk/entries/{board.blue}/")}">Ada Lovelace</a>' in page_of(
        desk, large, "desk/entries/?name=lovel"
    )


def test_a_ranking_by_hand_is_drafted_over_its_pages_and_kept_as_a_whole(to_begin: UUID) -> None:
    desk, address = owner_of(to_begin), path(to_begin, "desk/seeds/")

    def sent(page: str) -> dict[str, str]:
        return dict(re.findall(r'name="(version|order|page|seed-\d+)"\s+value="([^"]*)"', page))

    first = desk.get(address).content.decode()
    assert (first.count('name="seed-'), 'start="1"' in first) == (100, True)
    # Number 50 is put at the end, then number 250 on top; 7 goes one up on the way.
    second = desk.post(address, sent(first) | {"seed-50": "250", "do": "page-3"}).content.decode()
    assert 'start="201"' in second
    third = desk.post(address, sent(second) | {"seed-250": "1", "do": "page-1"}).content.decode()
    assert sent(third)["order"].split()[:3] == ["250", "1", "2"]
    fourth = desk.post(address, sent(third) | {"do": "up-7"}).content.decode()
    assert desk.post(address, sent(fourth) | {"do": "keep"}).status_code == 303
    order = [250, *(number for number in range(1, 250) if number != 50), 50]
    order[6], order[7] = order[7], order[6]
    assert list(fold_of(to_begin).seeds) == order


def test_who_must_not_meet_is_named_by_number_or_name(to_begin: UUID) -> None:
    desk, address = owner_of(to_begin), path(to_begin, "desk/entries/")
    people = [fold_of(to_begin).entries[number].players[0] for number in (20, 30, 40)]
    Player.objects.filter(id=people[0]).update(name="Ada Lovelace")
    Player.objects.filter(id__in=people[1:]).update(name="Bo", account=None, event=to_begin)
    page = desk.get(address).content.decode()
    assert (page.count("<option"), page.count('type="checkbox"')) == (0, 0)
    refused = desk.post(address, {"do": "forbid", "entries": "20\nBo"}).content.decode()
    assert "Several are called Bo. Give the number" in refused
    assert "Nobody who could be meant has the name or number 999" in (
        desk.post(address, {"do": "forbid", "entries": "20, 999"}).content.decode()
    )
    assert desk.post(address, {"do": "forbid", "entries": "ada lovelace\n30"}).status_code == 303
    assert fold_of(to_begin).forbidden == {frozenset((20, 30))}


def test_what_a_correction_or_a_lost_round_would_change_is_told_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = large_swiss(ENTRIES, 2, open_boards=ENTRIES // 2, real=True)
    desk = owner_of(tournament)
    back = desk.post(path(tournament, "desk/"), {"do": "take-back", "reason": "So"}).content.decode()
    assert (back.count("<li>Board "), "and 25 games more" in back) == (100, True)
    monkeypatch.setattr(board_actions, "MOST_PAIRED_AGAIN", ENTRIES - 1)
    monkeypatch.setattr(board_actions, "ROWS", 50)
    (was,) = fold_of(tournament).rounds[0].boards[0].legs
    result = "win-loss" if was.marks != (Mark.WIN, Mark.LOSS) else "loss-win"
    form = {"do": "correct", "result": result, "leg": "1", "reason": "So"}
    asked = desk.post(path(tournament, "desk/rounds/1/boards/1/"), form).content.decode()
    assert "it is not worked out which later pairings would have been others" in asked
    changes = asked[asked.index("Who changes places") :]
    assert (changes.count('<th scope="row">'), re.findall(r"and (\d+) more", changes)) == (50, ["36"])
