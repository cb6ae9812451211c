"""Pages by keys: whatever the order, each row is on one page, on the way down and on the way up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from operator import attrgetter
from uuid import UUID

import psycopg
import pytest
from django.db import connection

from games.models import key_of
from tests.growth.test_growth import read_by
from tournaments.domain.queries.event_lists import events, order_of, page_of_events
from tournaments.models import Tournament
from tournaments.pages.lists import month_of
from web.keyset import Page, page_in_order

pytestmark = pytest.mark.django_db

BEGIN = datetime(2026, 11, 1, tzinfo=UTC)
TIMES = (None, BEGIN, BEGIN, BEGIN + timedelta(days=1), None)


def listed(count: int) -> None:
    """Events that are alike in some columns, and whose times are empty in others."""
    Tournament.objects.bulk_create(
        Tournament(
            id=UUID(int=number + 1),
            key=key_of(UUID(int=number + 1)),
            owner=UUID(int=1),
            status="finished",
            format="swiss",
            variant="duel",
            entry="open",
            imported=number % 4 == 0,
            starts=TIMES[number % 5],
            started=TIMES[number % 5],
            ended=TIMES[-1 - number % 5],
            created=BEGIN + timedelta(hours=number % 3),
            changed=BEGIN,
            announced=BEGIN,
        )
        for number in range(count)
    )


def values(tournament: Tournament, order: Sequence[str]) -> tuple[object, ...]:
    return attrgetter(*(name.removeprefix("-") for name in order))(tournament)


@pytest.mark.parametrize("when", ["coming", "running", "past"])
def test_each_row_is_on_one_page(when: str) -> None:
    listed(20)
    order, rows = order_of(when), Tournament.objects.all()
    whole = list(rows.order_by(*order))
    for upwards in (False, True):
        pages: list[Page[Tournament]] = [page_in_order(rows, 3, order, upwards=upwards)]
        while pages[-1].newer if upwards else pages[-1].older:
            beside = values(pages[-1].rows[0 if upwards else -1], order)
            pages.append(page_in_order(rows, 3, order, beside, upwards=upwards))
        down = pages[::-1] if upwards else pages
        assert [row for page in down for row in page.rows] == whole
        assert [len(page.rows) for page in pages] == [*[3] * 6, 2]
        assert [page.newer for page in down] == [False, *[True] * 6]
        assert [page.older for page in down] == [*[True] * 6, False]


# Each begins a day before the one above it, and goes on for three days.
DAY_BY_DAY = """
UPDATE tournaments_tournament SET started = %s - numbered.days * interval '1 day',
    until = %s - numbered.days * interval '1 day' + interval '2 days', status = 'running', imported = false
FROM (SELECT id, row_number() OVER (ORDER BY id) AS days FROM tournaments_tournament) numbered
WHERE numbered.id = tournaments_tournament.id
"""


@pytest.mark.django_db(transaction=True)  # where no rows lie about that other tests took back
def test_a_page_of_events_reads_what_it_shows(owner_connection: psycopg.Connection) -> None:
    """However far down it is; and a month of the calendar, however long ago."""
    listed(1200)
    owner_connection.execute("ANALYZE tournaments_tournament")  # as the database does by itself in a minute
    last = events().reverse()[5].key

    def reads(key: str | None, *, upwards: bool = False) -> int:
        return read_by(lambda: page_of_events(key, upwards=upwards, size=10, when="past")).total()

    assert max(reads(None), reads(last), reads(last, upwards=True), reads(None, upwards=True)) < 300
    with connection.cursor() as cursor:
        cursor.execute(DAY_BY_DAY, [BEGIN, BEGIN])
    owner_connection.execute("ANALYZE tournaments_tournament")
    for year in (2025, 2024, 2023):
        assert read_by(lambda year=year: month_of(date(year, 10, 1))).total() < 200, year
