"""Calendars of events: what a reader of them understands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from icalendar import Calendar

from tournaments.files.formats.calendars import Slot, to_ical

BEGINS = datetime(2026, 11, 21, 18, tzinfo=UTC)
CHANGED = datetime(2026, 11, 1, tzinfo=UTC)


def test_rounds_are_told_by_time_and_can_be_read() -> None:
    second = Slot("r2", "Cup; round 2, final", BEGINS + timedelta(days=1), "https://example.org/2", CHANGED, revision=7)
    first = Slot("r1", "Cup", BEGINS, "https://example.org/1", CHANGED, ends=BEGINS + timedelta(hours=2), off=True)
    data = to_ical([second, first], name="Cup")
    assert data == to_ical([first, second], name="Cup")
    result = [
        (str(item["uid"]), str(item["summary"]), item["dtstart"].dt, item.get("dtend") and item["dtend"].dt)
        for item in Calendar.from_ical(data).walk("VEVENT")
    ]
    assert result == [
        ("r1", "Cup", BEGINS, BEGINS + timedelta(hours=2)),
        ("r2", "Cup; round 2, final", BEGINS + timedelta(days=1), None),
    ]
    assert b"STATUS:CANCELLED" in data
    assert b"SEQUENCE:7" in data


def test_a_name_with_a_line_feed_adds_no_line() -> None:
    data = to_ical([Slot("r1", "Cup\r\nURL:https://evil", BEGINS, "https://example.org", CHANGED)], name="a\nb")
    (event,) = Calendar.from_ical(data).walk("VEVENT")
    assert str(event["url"]) == "https://example.org"
