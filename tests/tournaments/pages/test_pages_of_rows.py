"""The tables of a large event: pages of a hundred rows, the reader's own row, and those who are looked for."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Player
from benchmarks.large_event import large_swiss
from eventlog.sources import new_id
from games.models import key_of
from tests.tournaments.pages.test_views import path, signed_in, text_of
from tests.tournaments.scenes import next_round, some_players
from tournaments.domain import events as e
from tournaments.domain.command_handler import begin
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.pages.parts import ROWS, rows_by_entry
from tournaments.presentation.sheet import Sheet

pytestmark = pytest.mark.django_db

ENTRIES = 250
TABLES = {"standings/": 250, "standings/?after=1": 250, "crosstable/": 250, "entries/": 250, "rounds/1/": 125}


@pytest.fixture
def large() -> UUID:
    """An event across real boards with one round that is played and one that goes on."""
    return large_swiss(ENTRIES, 2, open_boards=10, real=True)


def rows(client: Client, tournament: UUID, page: str) -> list[str]:
    answer = client.get(path(tournament, page))
    assert answer.status_code == 200, page
    return re.findall(r'id="((?:entry|board)-\d+)"', answer.content.decode())


def joined(page: str, query: str) -> str:
    return page + ("&" if "?" in page else "?") + query


@pytest.mark.slow
def test_the_pages_of_a_table_have_each_row_once_in_order(client: Client, large: UUID) -> None:
    for table, many in TABLES.items():
        pages = [rows(client, large, joined(table, f"page={page}")) for page in range(1, (many - 1) // ROWS + 2)]
        assert [len(page) for page in pages[:-1]] == [ROWS] * (len(pages) - 1)
        assert sum(map(len, pages)) == len({row for page in pages for row in page}) == many
        assert rows(client, large, table) == pages[0]
        for wrong in (len(pages) + 1, 0, "x", 1000):
            assert client.get(path(large, joined(table, f"page={wrong}"))).status_code == 404
    places = [rows(client, large, f"standings/?page={page}")[0] for page in (1, 2, 3)]
    final = [f"entry-{fold_of(large).order[item.number - 1]}" for item in Sheet(large, fold_of(large)).final]
    assert places == [final[0], final[100], final[200]]


def test_pages_have_links_that_keep_what_was_chosen(client: Client, large: UUID) -> None:
    page = client.get(path(large, "standings/?after=1&page=2")).content.decode()
    links = re.findall(r'<a class="button"(?: rel="\w+")?\s+href="(\?[^"]*)">\s*(\w+)', page)
    item, three = "?after=1&amp;page=1", "?after=1&amp;page=3"
    assert links == [(item, "Previous"), (three, "Next")] * 2
    assert "Page 2 of 3" in page
    third = client.get(path(large, "standings/?page=3")).content.decode()
    assert re.findall(r'href="(\?[^"]*)">\s*(\w+)', third)[-2:] == [("?page=1", "First"), ("?page=2", "Previous")]
    first = client.get(path(large, "standings/")).content.decode()
    assert re.findall(r'href="(\?page[^"]*)">\s*(\w+)', first)[-2:] == [("?page=2", "Next"), ("?page=3", "Last")]


def test_an_open_page_follows_the_page_that_was_asked_for(client: Client, large: UUID) -> None:
    key = key_of(large)
    page = client.get(path(large, "standings/?after=1&page=2")).content.decode()
    assert f'hx-get="/tournaments/{key}/now/standings/1/?page=2"' in page
    part = client.get(path(large, "now/standings/1/?page=2")).content.decode()
    assert re.findall(r'id="(entry-\d+)"', part) == rows(client, large, "standings/?after=1&page=2")
    assert client.get(path(large, "now/overview/0/?page=2")).status_code == 404
    assert client.get(path(large, "now/standings/0/?page=4")).status_code == 404


@pytest.mark.slow
def test_my_row_is_one_press_away(client: Client, large: UUID) -> None:
    fold = fold_of(large)
    last = fold.entries[fold.order[Sheet(large, fold).final[-1].number - 1]]
    me = signed_in(last.players[0])
    for table in TABLES:
        page = me.get(path(large, table)).content.decode()
        (link,) = re.findall(r'<a class="button primary" href="([^"]*)">My row</a>', page)
        answer = me.get(path(large, table.partition("?")[0]) + link.replace("&amp;", "&"))
        assert answer.status_code == 302
        there, _hash, anchor = answer["Location"].partition("#")
        assert f'id="{anchor}"' in me.get(there).content.decode()
        assert "page=" in there or table == "rounds/1/"
    stranger = client.get(path(large, "standings/")).content.decode()
    assert "My row" not in stranger
    assert client.get(path(large, f"standings/?entry={ENTRIES + 1}")).status_code == 404


def test_who_is_looked_for_is_found_by_a_part_of_the_name_or_the_number(client: Client, large: UUID) -> None:
    fold = fold_of(large)
    item, other, alone = (Player.objects.get(id=fold.entries[number].players[0]) for number in (150, 7, 33))
    Player.objects.filter(id=item.id).update(name="Ada <Lovelace>")
    Player.objects.filter(id=other.id).update(name="Tom LOVELL")
    Player.objects.filter(id=alone.id).update(name="Grace")
    some_else = Player.objects.create(name="Lovely Stranger")
    content = client.get(path(large, "entries/"), {"name": "lovel"}).content.decode()
    section = content[content.index('id="found-head"') : content.index("</section>")]
    assert re.findall(r'<li><a href="([^"]*)">([^<]*)</a>', section) == [
        ("?#entry-7", "Tom LOVELL"),
        ("?page=2#entry-150", "Ada &lt;Lovelace&gt;"),
    ]
    assert some_else.name not in section
    answer = client.get(path(large, "entries/"), {"name": " GRACE "})
    assert answer["Location"] == path(large, "entries/") + "#entry-33"
    answer = client.get(path(large, "entries/"), {"name": "201"})
    assert answer["Location"] == path(large, "entries/") + "?page=3#entry-201"
    assert "Nobody in this event is called that" in text_of(client, large, "entries/?name=zzz")
    after = client.get(path(large, "standings/?after=1"), {"after": "1", "name": "grace"})
    assert re.fullmatch(r".*/standings/\?after=1(&page=\d)?#entry-33", after["Location"])


@pytest.mark.slow
def test_a_large_bracket_is_drawn_in_sections(client: Client) -> None:
    """150 players: 256 places, so 128 matches in the first round."""
    owner, *people = (player.id for player in some_players(151))
    tournament = new_id()
    events = [
        e.TournamentCreated(owner=str(owner), **usual_terms("barrage", "knockout", real=True).value()),
        e.TournamentAnnounced(),
        *(e.PlayerEntered(number, (str(person),), 1000) for number, person in enumerate(people, 1)),
        e.TournamentStarted(tuple(range(1, 151)), True, 1, 8),
    ]
    begin(tournament=tournament, by=owner, events=events)
    next_round(tournament)
    sections = [client.get(path(tournament, f"bracket/?from=1&page={page}")).content.decode() for page in (1, 2)]
    assert [section.count('class="box"') for section in sections] == [64 + 32 + 16 + 8 + 4 + 2 + 1] * 2
    seeds = [set(re.findall(r'<span class="seed">(\d+)</span>', section)) for section in sections]
    assert (len(seeds[0] & seeds[1]), len(seeds[0] | seeds[1])) == (0, 150)
    assert client.get(path(tournament, "bracket/?from=1&page=3")).status_code == 404
    assert 'class="pages"' not in client.get(path(tournament, "bracket/?from=2")).content.decode()
    second = next(number for number in seeds[1])
    answer = client.get(path(tournament, f"bracket/?from=1&entry={second}"))
    assert answer["Location"] == path(tournament, "bracket/") + "?from=1&page=2#bracket-scroll"
    assert client.get(path(tournament)).content.decode().count('class="box"') == 127
    printed = client.get(path(tournament, "print/bracket/")).content.decode()
    assert (printed.count("<svg"), printed.count('class="box"')) == (16 + 1, 255)  # 8 matches of a round a sheet


@pytest.mark.slow
def test_the_rows_of_each_entry_are_where_they_are_said_to_be(client: Client, large: UUID) -> None:
    sheet = Sheet(large, fold_of(large))
    for part, table in (("standings", "standings/"), ("round", "rounds/2/"), ("entries", "entries/")):
        number = 2 if part == "round" else 0
        places = rows_by_entry(sheet, part, number)
        assert len(places) == ENTRIES
        for page in {place.page for place in places.values()}:
            here = {place.anchor for place in places.values() if place.page == page}
            assert here == set(rows(client, large, f"{table}?page={page}"))
