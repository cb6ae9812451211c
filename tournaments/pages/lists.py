"""The list of events and the calendar."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django import forms
from django.contrib.postgres.search import SearchQuery
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from psycopg.types.range import TimestamptzRange

from eventlog.canonical import at as as_time
from eventlog.corruption import is_damaged
from games.domain.clocks import TimeControl
from games.presentation.words import variant_name
from games.rules import VARIANTS
from play.lobby.words import time_text
from tournaments.models import (
    CALENDAR_OF_EVENT,
    WORDS_OF_EVENT,
    Announcement,
    Tournament,
    TournamentEntry,
    TournamentStaff,
)
from tournaments.pages.names import name_of, without_marks
from tournaments.scoring.formats import FORMATS, format_choices
from web.keyset import Page, page_in_order
from web.words import isolated

Status = Tournament.Status
GOING = (Status.RUNNING, Status.PAUSED)


class EventFilters(forms.Form):
    """The filters of the list. All of them are optional."""

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
        when.widget.choices = [one for one in when.choices if one[0] != "own"]  # type: ignore[attr-defined]


def events(
    *, when: str = "", variant: str = "", format: str = "", text: str = "", player: UUID | None = None
) -> QuerySet[Tournament]:
    """Events in the order `order_of(when)`: public ones, or the reader's own.

    Args:
        when: `open`, `running`, `coming` or `past`; all if empty; `own`: as `own_events` of `player`.
        variant, format: slugs.
        text: words of the name and the place, or how they begin.
        player: the reader; None for who has no events.
    """
    if when == "own":
        return _fitting(Tournament.objects.none() if player is None else own_events(player), variant, format, text)
    found = Tournament.objects.annotate(damaged=is_damaged()).filter(announced__isnull=False)
    if when == "open":
        room = Q(capacity=None) | Q(entries__lt=F("capacity"))
        found = found.filter(room, status=Status.OPEN).exclude(entry="invitation")
    elif when == "running":
        found = found.filter(status__in=GOING)
    elif when == "coming":
        found = found.filter(status=Status.OPEN)
    elif when == "past":
        found = found.filter(status__in=(Status.FINISHED, Status.CANCELLED))
    return _fitting(found, variant, format, text).order_by(*order_of(when))


def _fitting(found: QuerySet[Tournament], variant: str, format: str, text: str) -> QuerySet[Tournament]:
    if variant:
        found = found.filter(variant=variant)
    if format:
        found = found.filter(format=format)
    if text.strip():
        found = found.filter(_called(text))
    return found


MOST_NAMED = 500
"""Of more events with a word the list is gone through in its order: it meets one soon."""


def _called(text: str) -> Q:
    """The condition that each word of a text is one of the name or the place of an event, or the beginning of one."""
    words = (word.replace("\\", "\\\\").replace("'", "''") for word in text.split())
    query = SearchQuery(" & ".join(f"'{word}':*" for word in words), config="simple", search_type="raw")
    named = Announcement.objects.annotate(words=WORDS_OF_EVENT).filter(words=query)
    ids = list(named.values_list("tournament", flat=True)[: MOST_NAMED + 1])
    return Q(id__in=ids) if len(ids) <= MOST_NAMED else Q(Exists(named.filter(tournament=OuterRef("id"))))


def order_of(when: str) -> tuple[str, ...]:
    """The columns by which events are listed: what runs or comes by its start, what is past the latest first; imported
    ones after all others.

    Args:
        when: as for `events`.
    """
    if when in ("open", "coming"):
        return "imported", "starts", "-created", "id"
    if when == "running":
        return "imported", "-started", "id"
    if when == "own":
        return "imported", "-created", "id"
    return "imported", "-ended", "-created", "id"  # the index `tournaments_past`


def page_of_events(
    key: str | None, *, upwards: bool, size: int, player: UUID | None = None, **wanted: str
) -> Page[Tournament]:
    """A page of events.

    Args:
        key: of the event next to the page, which is not on it; None for the first page, or the last one.
        upwards: the page is above that event, or is the last one.
        size: of a page.
        player, wanted: as for `events`.
    """
    order = order_of(wanted.get("when", ""))
    columns = [name.removeprefix("-") for name in order]
    listed = Tournament.objects.filter(announced__isnull=False)
    if wanted.get("when") == "own":
        listed = events(when="own", player=player)
    # A key is one event's. In no order: to have the first one by its id the server may look through all of them.
    beside = None if key is None else next(iter(listed.filter(key=key).order_by().values_list(*columns)), None)
    upwards = upwards and (key is None or beside is not None)
    return page_in_order(events(player=player, **wanted), size, order, beside, upwards=upwards)


def own_events(player: UUID) -> QuerySet[Tournament]:
    """The events that a player prepares, runs or takes part in and that are not over."""
    entered = TournamentEntry.objects.filter(player=player, place=None).exclude(presence__in=("withdrawn", "expelled"))
    staff = TournamentStaff.objects.filter(player=player, over=False)
    over = (Status.FINISHED, Status.CANCELLED)
    # Asked for first: as a condition of the events the server takes them for many, and looks through all events.
    mine = list(entered.values_list("tournament", flat=True).union(staff.values_list("tournament", flat=True)))
    return (
        Tournament.objects.annotate(damaged=is_damaged())
        .filter(id__in=mine)
        .exclude(status__in=over)
        .order_by(*order_of("own"))
    )


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event in a list."""

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


def event_rows(found: Iterable[Tournament]) -> list[EventRow]:
    """Events as a list shows them, with their names; one query."""
    tournaments = list(found)
    told = Announcement.objects.in_bulk([one.id for one in tournaments])
    return [_row(one, told.get(one.id)) for one in tournaments]


def _row(one: Tournament, told: Announcement | None) -> EventRow:
    entries = ngettext("%(entries)d entry", "%(entries)d entries", one.entries) % {"entries": one.entries}
    if one.capacity and one.started is None:
        entries = _("%(entries)d of %(places)d places") % {"entries": one.entries, "places": one.capacity}
    return EventRow(
        url=reverse("tournaments:tournament", args=[one.key]),
        name=event_name(one, told),
        status=one.status,
        state=_("damaged") if getattr(one, "damaged", False) else str(one.get_status_display()),
        variant=variant_name(one.variant),
        format=str(FORMATS[one.format].name),
        time=_("across real boards")
        if one.real
        else (time_text(TimeControl.from_value(one.time)) if one.time is not None else ""),
        rated=one.rated,
        imported=one.imported,
        organiser=name_of(one.owner),
        entries=entries,
        place=isolated(without_marks(told.place)) if told is not None else "",
        starts=one.day_of(one.started) or one.starts,
        starts_text=_starts_text(one),
        round=_round(one),
    )


def _starts_text(one: Tournament) -> str:
    if one.started:
        return "" if one.day_of(one.started) else _("The file does not say when")
    return "" if one.starts else _("The start is not fixed yet")


def event_name(one: Tournament, told: Announcement | None) -> str:
    """The name of an event, for people to read."""
    return isolated(plain_event_name(one, told))


def plain_event_name(one: Tournament, told: Announcement | None) -> str:
    """The name of an event; one whose announcement was erased has its address."""
    return without_marks(told.name) if told is not None and told.name else _("Event %(key)s") % {"key": one.key}


def _round(one: Tournament) -> str:
    if one.status not in GOING or not one.round:
        return ""
    if not one.rounds:
        return _("round %(round)d") % {"round": one.round}
    return _("round %(round)d of %(rounds)d") % {"round": one.round, "rounds": one.rounds}


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
        return [one for one in self.rounds if one.first or one.last]


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
    """A month with the events that start in it or began in it, and with the rounds that are on in it.

    Args:
        first: its first day.
    """
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
    found: dict[date, list[EventRow]] = {}
    for row in event_rows(sorted(read[:MOST_EVENTS], key=lambda one: one.imported)):
        assert row.starts is not None
        found.setdefault(timezone.localtime(row.starts).date(), []).append(row)
    return found, len(read) > MOST_EVENTS


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
    told = Announcement.objects.in_bulk([one.id for one in events])
    found: dict[date, list[RoundDay]] = {}
    for event in events:
        before = None
        for number, begins, ends in event.spans:
            begin = timezone.localtime(as_time(begins))
            stop = begin if ends is None else timezone.localtime(as_time(ends))
            words = {"event": event_name(event, told.get(event.id)), "round": number}
            if begin.date() != before:
                for day in _days(max(begin.date(), first), min(stop.date(), last)):
                    opens, closes = day == begin.date(), ends is not None and day == stop.date()
                    found.setdefault(day, []).append(
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
    return found


def _days(first: date, last: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)
