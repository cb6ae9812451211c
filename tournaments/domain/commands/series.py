"""Series: events with standings over all of them, such as a season.

A series names events and holds nothing of them, so its standings follow their results. An event belongs to one at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Player
from eventlog.sources import new_id
from games.models import key_of
from tournaments.domain.drafts import refuse
from tournaments.models import Announcement, EventSeries, TournamentStaff
from web.words import clean_line

MOST_SERIES = 20
"""Of one organiser."""

MOST_EVENTS = 40
"""Of one series."""

MOST_PLACES = 100
"""Places that get points."""


def keep_series(
    *, owner: UUID, name: str, best: int = 0, points: Sequence[int] = (), series: UUID | None = None
) -> EventSeries:
    """Makes a series, or changes one.

    Args:
        owner: whose it is.
        name: what everybody reads.
        best: how many results of a player count; 0 for all.
        points: of the first place, the second, and so on; none if those of the events count.
        series: the one that is changed; None for a new one.

    Raises:
        Illegal: `guest`; `series-unnamed`; `series-points` (`most`): too many places, or a later one gets more than one
            before; `too-many-series` (`most`); `no-series`: it is not the owner's, or is gone.
        PlayerBarred: a penalty stands against holding events, or against names that others read.
    """
    refuse_barred(owner, Barred.EVENTS, Barred.TALK)
    line = clean_line(name)[:120]
    if not line:
        raise refuse("series-unnamed", field="name")
    if len(points) > MOST_PLACES or [*points] != sorted(points, reverse=True):
        raise refuse("series-points", field="points", most=MOST_PLACES)
    with transaction.atomic():
        # Two forms at once wait here for each other.
        if not Player.objects.select_for_update(no_key=True).filter(id=owner, guest=False).exists():
            raise refuse("guest")
        own = EventSeries.objects.filter(owner=owner)
        kept = own.filter(id=series).first() if series is not None else None
        if kept is None:
            if series is not None:
                raise refuse("no-series")
            if own.count() >= MOST_SERIES:
                raise refuse("too-many-series", most=MOST_SERIES)
            id = new_id()
            kept = EventSeries(id=id, key=key_of(id), owner=owner)
        kept.name, kept.best, kept.points = line, best, [*points]
        kept.save()
    return kept


def add_to_series(*, owner: UUID, series: UUID, tournament: UUID) -> None:
    """Lets an event belong to a series; it leaves the one that it belonged to.

    Args:
        owner, series: whose series it is, and its id.
        tournament: the id of the event.

    Raises:
        Illegal: `no-series`; `not-allowed`: the event is organised by somebody else; `series-full` (`most`).
    """
    with transaction.atomic():
        if EventSeries.objects.select_for_update(no_key=True).filter(id=series, owner=owner).first() is None:
            raise refuse("no-series")
        if not TournamentStaff.objects.filter(tournament=tournament, player=owner, role="owner").exists():
            raise refuse("not-allowed", role="owner")
        if Announcement.objects.filter(series=series).exclude(tournament=tournament).count() >= MOST_EVENTS:
            raise refuse("series-full", most=MOST_EVENTS)
        Announcement.objects.filter(tournament=tournament).update(series=series)


def take_from_series(*, owner: UUID, series: UUID, tournament: UUID) -> None:
    """Lets an event belong to a series no longer; nothing happens if it does not, or the series is not the owner's.

    Args:
        owner, series, tournament: as for `add_to_series`.
    """
    if EventSeries.objects.filter(id=series, owner=owner).exists():
        Announcement.objects.filter(tournament=tournament, series=series).update(series=None)


def delete_series(*, owner: UUID, series: UUID) -> None:
    """Deletes a series of an owner. Its events stay."""
    with transaction.atomic():
        if EventSeries.objects.filter(id=series, owner=owner).delete()[0]:
            Announcement.objects.filter(series=series).update(series=None)
