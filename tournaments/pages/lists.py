"""The list of events and the calendar."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django import forms
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from psycopg.types.range import TimestamptzRange

from eventlog.canonical import at as as_time
from games.domain.clocks import TimeControl
from games.presentation.words import time_control_text, variant_name
from games.rules import VARIANTS
from tournaments.domain.queries.event_lists import GOING
from tournaments.models import CALENDAR_OF_EVENT, Announcement, Tournament
from tournaments.presentation.names import name_of, plain_event_name, without_marks
from tournaments.scoring.formats import FORMATS, format_choices
from web.words import isolated


class EventFilters(forms.Form):
    when = forms.ChoiceField(
        label=gettext_lazy("Show"),
        choices=[
            ("", gettext_lazy("All")),
            ("open", gettext_lazy("Open for entry")),
            ("running", gettext_lazy("Running")),
            ("coming", gettext_lazy("Coming")),
            ("past", gettext_lazy("Past")),
            ("own", gettext_lazy("Yours")),
        ],
        required=False,
    )
    variant = forms.ChoiceField(
        label=gettext_lazy("Variant"),
        choices=lambda: [("", _("Any")), *((slug, variant_name(slug)) for slug in VARIANTS)],
        required=False,
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Format"), choices=lambda: [("", _("Any")), *format_choices()], required=False
    )
    text = forms.CharField(label=gettext_lazy("Name or place"), max_length=100, required=False)

    def offer_public(self) -> None:
        """Leave out what is for members: a visitor has no events."""
        when = self.fields["when"]
        when.widget.choices = [choice for choice in when.choices if choice[0] != "own"]  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class EventRow:
    url: str
    name: str
    status: str
    state: str
    variant: str
    format: str
    time: str
    rated: bool
    imported: bool
    organiser: str
    entries: str
    place: str
    starts: datetime | None
    starts_text: str
    round: str


def event_rows(result: Iterable[Tournament]) -> list[EventRow]:
    """Events as a list shows them, with their names; one query."""
    tournaments = list(result)
    announcements = Announcement.objects.in_bulk([tournament.id for tournament in tournaments])
    return [_row(tournament, announcements.get(tournament.id)) for tournament in tournaments]


def _row(tournament: Tournament, announcement: Announcement | None) -> EventRow:
    entries = ngettext("%(entries)d entry", "%(entries)d entries", tournament.entries) % {"entries": tournament.entries}
    if tournament.capacity and tournament.started is None:
        entries = _("%(entries)d of %(places)d places") % {"entries": tournament.entries, "places": tournament.capacity}
    return EventRow(
        url=reverse("tournaments:tournament", args=[tournament.key]),
        name=event_name(tournament, announcement),
        status=tournament.status,
        state=_("damaged") if getattr(tournament, "damaged", False) else str(tournament.get_status_display()),
        variant=variant_name(tournament.variant),
        format=str(FORMATS[tournament.format].name),
        time=_("across real boards")
        if tournament.real
        else (time_control_text(TimeControl.from_value(tournament.time)) if tournament.time is not None else ""),
        rated=tournament.rated,
        imported=tournament.imported,
        organiser=name_of(tournament.owner),
        entries=entries,
        place=isolated(without_marks(announcement.place)) if announcement is not None else "",
        starts=tournament.day_of(tournament.started) or tournament.starts,
        starts_text=_starts_text(tournament),
        round=_round(tournament),
    )


def _starts_text(tournament: Tournament) -> str:
    if tournament.started:
        return "" if tournament.day_of(tournament.started) else _("The file does not say when")
    return "" if tournament.starts else _("The start is not fixed yet")


def event_name(tournament: Tournament, announcement: Announcement | None) -> str:
    return isolated(plain_event_name(tournament, announcement))


def _round(tournament: Tournament) -> str:
    if tournament.status not in GOING or not tournament.round:
        return ""
    if FORMATS[tournament.format].grows:
        ends = tournament.until
        return _("until %(time)s") % {"time": date_format(timezone.localtime(ends), "j F, H:i")} if ends else ""
    if not tournament.rounds:
        return _("round %(round)d") % {"round": tournament.round}
    return _("round %(round)d of %(rounds)d") % {"round": tournament.round, "rounds": tournament.rounds}


# -- the calendar ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundDay:
    """A round of an event on one of its days.

    Args:
        text: the event and the round.
        first, last: it begins, or ends, on this day.
        named: its words stand here: on its first day, and on the first one of each week.
    """

    url: str
    text: str
    begins: datetime
    ends: datetime | None
    first: bool
    last: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a month; `rows` are the events that start on it, `rounds` the rounds of events that are on."""

    date: date
    inside: bool
    today: bool
    rows: tuple[EventRow, ...]
    rounds: tuple[RoundDay, ...] = ()

    @property
    def turns(self) -> list[RoundDay]:
        """The rounds that begin or end on it."""
        return [day for day in self.rounds if day.first or day.last]


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the calendar, in the reader's time zone.

    Args:
        most: so many events are shown, if there are more of them; else 0.
    """

    name: str
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[Day, ...], ...]
    previous: str
    next: str
    most: int = 0

    @property
    def days(self) -> Iterator[Day]:
        """The days of the month on which an event starts or a round begins or ends."""
        for week in self.weeks:
            yield from (day for day in week if day.inside and (day.rows or day.turns))


def month_of(first: date) -> Month:
    """A month with the events that start in it or began in it, and with the rounds that are on in it."""
    weeks = list(calendar.Calendar().monthdatescalendar(first.year, first.month))
    by_day, more = _by_day(weeks[0][0], weeks[-1][-1])
    rounds = _rounds_by_day(weeks[0][0], weeks[-1][-1])
    today = timezone.localdate()
    return Month(
        name=date_format(first, "YEAR_MONTH_FORMAT"),
        weekdays=tuple(date_format(day, "D") for day in weeks[0]),
        weeks=tuple(
            tuple(
                Day(day, day.month == first.month, day == today, tuple(by_day.get(day, ())), tuple(rounds.get(day, ())))
                for day in week
            )
            for week in weeks
        ),
        previous=_month_before(first),
        next=f"{(first + timedelta(days=31)).replace(day=1):%Y-%m}",
        most=MOST_EVENTS if more else 0,
    )


def _month_before(first: date) -> str:
    return f"{first - timedelta(days=1):%Y-%m}"


MOST_EVENTS = 500
"""Events that a month shows, by their start."""


def _by_day(first: date, last: date) -> tuple[dict[date, list[EventRow]], bool]:
    """The events that start between two days, and whether there are more of them than are shown."""
    zone = timezone.get_current_timezone()
    start = datetime.combine(first, time(), zone)
    end = datetime.combine(last + timedelta(days=1), time(), zone)
    public = Tournament.objects.filter(announced__isnull=False).annotate(begins=Coalesce("started", "starts"))
    read = list(public.filter(begins__gte=start, begins__lt=end).order_by("begins", "id")[: MOST_EVENTS + 1])
    rows: dict[date, list[EventRow]] = {}
    for row in event_rows(sorted(read[:MOST_EVENTS], key=lambda tournament: tournament.imported)):
        assert row.starts is not None
        rows.setdefault(timezone.localtime(row.starts).date(), []).append(row)
    return rows, len(read) > MOST_EVENTS


MOST_CALENDARS = 100
"""Events whose rounds a month shows."""


def _rounds_by_day(first: date, last: date) -> dict[date, list[RoundDay]]:
    """The rounds that are on between two days, of events with a calendar; of those that begin on one day the first."""
    zone = timezone.get_current_timezone()
    start, end = datetime.combine(first, time(), zone), datetime.combine(last + timedelta(days=1), time(), zone)
    # Not its start and its end, each with an index of its own: of a past month one reads all that came later.
    public = Tournament.objects.filter(announced__isnull=False, until__isnull=False)
    on = public.alias(calendar=CALENDAR_OF_EVENT).filter(calendar__overlap=TimestamptzRange(start, end))
    wanted = on.filter(imported=False).exclude(status="cancelled")
    events = list(wanted.order_by(Coalesce("started", "starts"), "id")[:MOST_CALENDARS])
    announcements = Announcement.objects.in_bulk([event.id for event in events])
    days: dict[date, list[RoundDay]] = {}
    for event in events:
        before = None
        for number, begins, ends in event.spans:
            begin = timezone.localtime(as_time(begins))
            stop = begin if ends is None else timezone.localtime(as_time(ends))
            words = {"event": event_name(event, announcements.get(event.id)), "round": number}
            if begin.date() != before:
                for day in _days(max(begin.date(), first), min(stop.date(), last)):
                    opens, closes = day == begin.date(), ends is not None and day == stop.date()
                    days.setdefault(day, []).append(
                        RoundDay(
                            url=reverse("tournaments:tournament", args=[event.key]),
                            text=_("%(event)s, round %(round)d") % words,
                            begins=begin,
                            ends=None if ends is None else stop,
                            first=opens,
                            last=closes,
                            named=opens or day == first or day.weekday() == 0,
                        )
                    )
            before = begin.date()
    return days


def _days(first: date, last: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)
