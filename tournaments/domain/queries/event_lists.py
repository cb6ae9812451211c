"""The lists of events: which there are by their filters, in which order, a page at a time."""

from __future__ import annotations

from uuid import UUID

from django.contrib.postgres.search import SearchQuery
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from eventlog.corruption import is_damaged
from tournaments.models import WORDS_OF_EVENT, Announcement, Tournament, TournamentEntry, TournamentStaff
from web.keyset import Page, page_in_order

Status = Tournament.Status


GOING = (Status.RUNNING, Status.PAUSED)


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
    tournaments = Tournament.objects.annotate(damaged=is_damaged()).filter(announced__isnull=False)
    if when == "open":
        room = Q(capacity=None) | Q(entries__lt=F("capacity"))
        tournaments = tournaments.filter(room, status=Status.OPEN).exclude(entry="invitation")
    elif when == "running":
        tournaments = tournaments.filter(status__in=GOING)
    elif when == "coming":
        tournaments = tournaments.filter(status=Status.OPEN)
    elif when == "past":
        tournaments = tournaments.filter(status__in=(Status.FINISHED, Status.CANCELLED))
    return _fitting(tournaments, variant, format, text).order_by(*order_of(when))


def _fitting(tournaments: QuerySet[Tournament], variant: str, format: str, text: str) -> QuerySet[Tournament]:
    if variant:
        tournaments = tournaments.filter(variant=variant)
    if format:
        tournaments = tournaments.filter(format=format)
    if text.strip():
        tournaments = tournaments.filter(_called(text))
    return tournaments


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
