"""Calendars of events and their rounds (iCalendar, RFC 5545). Equal input gives equal bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from icalendar import Calendar, Event

_MAKER = "-//Vexillum//Tournaments//EN"
_REFRESH = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that begins at a time.

    Args:
        uid: what tells a calendar that it is the same one, moved.
        ends: None where nobody knows.
        changed: when it last changed.
        revision: never falls; calendars take the higher one.
        off: it does not take place.
    """

    uid: str
    name: str
    begins: datetime
    url: str
    changed: datetime
    ends: datetime | None = None
    place: str = ""
    revision: int = 0
    off: bool = False


def to_ical(slots: Iterable[Slot], *, name: str) -> bytes:
    """A calendar of these, by time. Times are in UTC, so every reader shows them in its own zone."""
    calendar = Calendar()
    calendar.add("prodid", _MAKER)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _line(name))
    calendar.add("refresh-interval", _REFRESH, parameters={"VALUE": "DURATION"})
    for slot in sorted(slots, key=lambda slot: (slot.begins, slot.uid)):
        calendar.add_component(_event(slot))
    text: bytes = calendar.to_ical()
    return text


def _line(text: str) -> str:
    """A text without line feeds: some fields may not have one, not even escaped."""
    return " ".join(text.split())


def _event(slot: Slot) -> Event:
    event = Event()
    event.add("uid", slot.uid)
    event.add("dtstamp", slot.changed)
    event.add("last-modified", slot.changed)
    event.add("sequence", slot.revision)
    event.add("summary", _line(slot.name))
    event.add("dtstart", slot.begins)
    if slot.ends is not None and slot.ends > slot.begins:
        event.add("dtend", slot.ends)
    if slot.place:
        event.add("location", _line(slot.place))
    event.add("url", slot.url)
    event.add("status", "CANCELLED" if slot.off else "CONFIRMED")
    return event
