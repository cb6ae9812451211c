"""The pages of figures: what they say, to whom, and the same as CSV."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from html import unescape

import pytest
from django.test import Client

from accounts.models import Preferences
from accounts.people.bots import bots
from eventlog.sources import injected
from library.figures.domain.counters import count_due
from library.figures.domain.sums import (
    bands_shown,
    life_table,
    median_band,
    plies_in,
    widened,
    width_of,
)
from library.figures.models import FigureCount, PlayerFigures
from tests.library.archive.test_views import text
from tests.scenes import account, game_over

pytestmark = pytest.mark.django_db

EVENT = "NQm6nKp8qFD"
COUNTS = Counter(
    {
        "games": 12,
        "result red won": 7,
        "result red drawn": 1,
        "result red lost": 4,
        "result blue won": 4,
        "result blue drawn": 1,
        "result blue lost": 7,
        "end flag-captured": 6,
        "end resignation": 5,
        "end agreed-draw": 1,
        "plies": 600,
        "length 1": 6,
        "length 2": 4,
        "length 5": 2,
        "contact 0": 9,
        "contact 1": 2,
        "contact none": 1,
        "contact-plies": 110,
        "take M9": 6,
        "take SM": 2,
        "take MM": 4,
        "take 3B": 8,
        "take 9F": 6,
        "opened": 12,
        "opened-length 1": 6,
        "opened-length 2": 4,
        "opened-length 5": 2,
        "fell M 0": 4,
        "fell M 1": 2,
        "stood M 1": 8,
        "stood M 2": 8,
        "stood M 5": 2,
        "flag taken 1": 5,
        "flag taken 2": 1,
        "flag known 1": 4,
        "flag unknown 2": 14,
    }
)
TABLES = ("results", "lengths", "endings", "contact", "takes", "flags", "survival")


def known(counts: Mapping[str, int] = COUNTS, *, part: str = "", slug: str = "duel", of: str = "play") -> None:
    FigureCount.objects.create(variant=slug, slice=part, source=of, counts=counts)


def page(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, (response.status_code, response.headers.get("Location"))
    return response.content.decode()


def tables(markup: str) -> dict[str, list[list[str]]]:
    result = {}
    for section in re.findall(r'<section class="figure".*?</section>', markup, re.S):
        name = re.search(r'id="([a-z]+)"', section)
        assert name is not None
        rows = re.findall(r"<tr>(.*?)</tr>", section, re.S)
        result[name[1]] = [
            [unescape(item).strip() for item in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)] for row in rows
        ]
    return result


def plain(cell: str) -> str:
    return "" if cell == "–" else re.sub(r"(?<=\d),(?=\d{3})", "", cell.removesuffix("%"))


def test_the_numbers_are_what_was_counted(client: Client) -> None:
    known()
    markup = page(client, "/games/figures/?variant=duel")
    assert "50 moves on average; the middle one ends between moves 21 and 40." in markup
    result = tables(markup)
    assert tuple(result) == TABLES
    assert result["results"][1:] == [
        ["Red", "12", "7", "1", "4", "58.3%"],
        ["Blue", "12", "4", "1", "7", "33.3%"],
    ]
    assert result["lengths"][1:] == [
        *(["1–20", "0", "0.0%"], ["21–40", "6", "50.0%"], ["41–60", "4", "33.3%"], ["61–80", "0", "0.0%"]),
        *(["81–100", "0", "0.0%"], ["101–120", "2", "16.7%"]),
    ]
    assert result["endings"][1] == ["the Flag was taken", "6", "50.0%"]
    assert result["contact"][1:] == [
        *(["1–4", "9", "75.0%"], ["5–8", "2", "16.7%"], ["no attack", "1", "8.3%"]),
    ]
    assert ["Marshal", "General", "6", "100.0%"] in result["takes"]
    assert ["Spy", "Marshal", "2", "33.3%"] in result["takes"]
    # Ten games reach the second band, none the third with ten behind it: 24 stood, 4 fell; then 2 of 20 but half of 8.
    assert result["survival"] == [
        ["Rank", "Pieces", "Move 20", "Move 40"],
        ["Marshal", "24", "83.3%", "72.9%"],
    ]
    assert result["flags"][1:] == [["1–20", "24", "0", "0", "0", "100.0%"], ["21–40", "24", "4", "5", "0", "62.5%"]]


def test_each_table_is_had_as_csv_with_the_same_numbers(client: Client) -> None:
    known(Counter({words: 137 * number for words, number in COUNTS.items()}))
    for query in ("variant=duel", "variant=duel&source=play"):
        for slug, rows in tables(page(client, f"/games/figures/?{query}")).items():
            response = client.get(f"/games/figures/{slug}.csv?{query}")
            assert (response.status_code, response["Content-Type"]) == (200, "text/csv; charset=utf-8")
            result = list(csv.reader(response.content.decode().splitlines()))
            assert result[1:] == [[plain(cell) for cell in row] for row in rows[1:]]
            assert [name.removesuffix(" (%)") for name in result[0]][1:] == rows[0][1:]
    assert page(client, "/games/figures/nothing.csv?variant=duel", 404)
    assert page(client, "/games/figures/results.csv?variant=none", 400)


def test_fewer_than_ten_games_show_nothing_and_what_is_not_open_is_left_out(client: Client) -> None:
    known({**COUNTS, "games": 9})
    result = page(client, "/games/figures/?variant=duel")
    assert ("Fewer than ten games of this kind" in result, tables(result)) == (True, {})
    known({**COUNTS, "opened": 9}, slug="classic")
    assert tuple(tables(page(client, "/games/figures/"))) == TABLES[:-2]


def test_an_event_whose_games_are_all_open_is_told_however_small_it_is(client: Client) -> None:
    known(Counter({"games": 3, "opened": 3, "result red won": 3, "result blue lost": 3}), part=f"event {EVENT}")
    assert tables(page(client, f"/games/figures/?event={EVENT}"))["results"][1][1] == "3"
    FigureCount.objects.update(counts={"games": 3, "opened": 2, "result red won": 3, "result blue lost": 3})
    assert tables(page(client, f"/games/figures/?event={EVENT}")) == {}
    FigureCount.objects.update(slice="year 2025", counts={"games": 3, "opened": 3, "result red won": 3})
    assert tables(page(client, "/games/figures/?variant=duel&year=2025")) == {}


# -- of a player ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_own_figures_are_seen_at_once_and_those_of_others_a_month_later(client: Client) -> None:
    ada, grace = account("Ada"), account("Grace")
    with injected(clock=lambda: datetime(2026, 1, 5, tzinfo=UTC)):
        game_over(slug="duel", plies=9, accounts=(ada, grace))
    count_due()
    address = "/players/Ada/figures/"
    client.force_login(ada)
    own = tables(page(client, address))
    assert own["results"][1:] == [
        ["Red", "1", "0", "0", "1", "0.0%", "0.0%"],
        ["Either side", "1", "0", "0", "1", "0.0%", "50.0%"],
    ]
    assert [row[-1] for row in own["endings"]] == ["All players", "100.0%"]
    for slug, rows in own.items():
        result = list(csv.reader(client.get(f"{address}{slug}.csv").content.decode().splitlines()))
        assert result[1:] == [[plain(cell) for cell in row] for row in rows[1:]]
    client.force_login(grace)
    others = page(client, address)
    assert (tables(others), "Fewer than ten games to show" in others) == ({}, True)
    month = PlayerFigures.objects.get(player=ada.player.id)
    month.games, month.counts = 12, COUNTS
    month.save()
    assert tables(page(client, address))["results"][1][1] == "12"
    month.month = datetime.now(UTC).date().replace(day=1)
    month.save()
    assert tables(page(client, address)) == {}
    assert page(client, f"{address}results.csv", 404)
    client.force_login(ada)
    assert tables(page(client, address))["results"][1][1] == "12"


def test_who_does_not_want_to_be_shown_is_not(client: Client) -> None:
    ada, grace = account("Ada"), account("Grace")
    PlayerFigures.objects.create(player=ada.player.id, variant="duel", month="2020-01-01", games=12, counts=COUNTS)
    link = 'href="/players/Ada/figures/"'
    client.force_login(grace)
    assert link in page(client, "/players/Ada/")
    assert tables(page(client, "/players/Ada/figures/"))
    Preferences.objects.create(account=ada, show_figures=False)
    assert link not in page(client, "/players/Ada/")
    assert "keeps the figures to themselves" in page(client, "/players/Ada/figures/", 403)
    assert page(client, "/players/Ada/figures/results.csv", 403)
    client.logout()
    assert page(client, "/players/Ada/figures/", 403)
    client.force_login(ada)
    assert tables(page(client, "/players/Ada/figures/"))
    assert link in page(client, "/account/")


def test_a_player_may_have_none(client: Client) -> None:
    (bot,) = bots(1)
    account("Ada")
    assert page(client, f"/players/{bot.name}/figures/", 404)
    assert page(client, "/players/nobody/figures/", 404)
    response = client.get("/players/ADA/figures/")
    assert response["Location"] == "/players/Ada/figures/"
    assert "Fewer than ten games to show" in text(client.get("/players/Ada/figures/"))
    assert page(client, "/players/Ada/figures/?variant=none", 400)


# -- the numbers ----------------------------------------------------------------------------------


def test_bands_are_put_together_until_they_fit() -> None:
    bands = Counter({0: 1, 3: 2, 45: 4})
    assert [width_of(bands, most=most) for most in (50, 20, 4)] == [1, 3, 25]
    assert widened(bands, 25) == [3, 4]
    assert widened(Counter(), 1) == []
    assert [plies_in(place, 25) for place in (0, 3)] == [(1, 500), (1501, None)]
    assert (median_band(bands), median_band(Counter())) == (45, None)


def test_a_life_table_counts_games_up_to_their_end() -> None:
    table = life_table({0: 2, 2: 3}, {1: 4, 2: 1})
    assert [(item.standing, item.gone, item.over, round(item.share, 4)) for item in table] == [
        *((10, 2, 0, 0.8), (8, 0, 4, 0.8)),
        (4, 3, 1, round(0.8 * (1 - 3 / 3.5), 4)),
    ]
    assert life_table({}, {}) == []


def test_a_curve_ends_where_too_few_games_go_on() -> None:
    lengths = Counter({0: 5, 1: 6, 2: 9})
    assert [bands_shown(lengths, fewest) for fewest in (21, 20, 15, 10, 9, 1)] == [0, 1, 2, 2, 3, 3]
    assert bands_shown(Counter(), 1) == 0
