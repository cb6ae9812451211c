"""The appointment of a board as a file for calendars (RFC 5545). It says who meets and when, and nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta

from icalendar import Alarm, Calendar, Event

LASTS = timedelta(hours=1)
"""What is kept free in a calendar; nobody knows how long a game takes."""

REMIND = timedelta(minutes=15)


def calendar_file(
    *, uid: str, changes: int, made: datetime, at: datetime, title: str, about: str, url: str, cancelled: bool = False
) -> bytes:
    """The file of one appointment, with the line ends that RFC 5545 wants.

    Args:
        uid: always the same for the same board, so that a calendar moves its entry instead of adding one.
        changes: how often the appointment was changed.
        made: when it was last changed.
        at: when it is.
        title, about: in words.
        url: the whole address of the board's page.
        cancelled: it does not take place.
    """
    event = Event()
    event.add("uid", uid)
    event.add("sequence", changes)
    event.add("dtstamp", made)
    event.add("dtstart", at)
    event.add("dtend", at + LASTS)
    event.add("summary", title)
    event.add("description", about)
    event.add("url", url)
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    if not cancelled:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", title)
        alarm.add("trigger", -REMIND)
        event.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", "-//Vexillum//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    text: bytes = calendar.to_ical()
    return text
