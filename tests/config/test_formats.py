"""Dates and times are written in one way, whatever page they stand on."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.formats import date_format

EVENING = datetime(2026, 11, 28, 15, 18, tzinfo=UTC)


def test_dates_are_written_as_everywhere_on_the_site() -> None:
    names = ("DATE_FORMAT", "TIME_FORMAT", "DATETIME_FORMAT", "SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT")
    assert [date_format(EVENING, name) for name in names] == [
        "28 November 2026",
        "15:18",
        "28 November 2026, 15:18",
        "28 Nov 2026",
        "28 Nov 2026, 15:18",
    ]
