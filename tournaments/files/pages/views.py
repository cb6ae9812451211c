"""Downloads of an event: whoever may see it may have them. Nothing here tells what its pages do not.

Each has a stable content for a stable event, so it is revalidated by ETag. A file may hold names, so nobody else than
who asked keeps it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial, wraps
from typing import Any
from uuid import UUID

from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from eventlog.canonical import at as as_time
from games.models import Game, GameSeat
from tournaments.domain.progress import round_spans
from tournaments.domain.state import Status, TournamentFold, published
from tournaments.files.exchange.archives import Member, zipped
from tournaments.files.exchange.event_archive import archive_of, known_proofs
from tournaments.files.exchange.exports import placed, placed_value, places, record_of
from tournaments.files.exchange.large_archives import MOST_AT_ONCE, contents, is_large, progress_of, row_of, want
from tournaments.files.formats.calendars import Slot, to_ical
from tournaments.files.formats.json_form import to_json
from tournaments.files.formats.tables import crosstable_csv, standings_csv
from tournaments.files.formats.trf_form import to_trf
from tournaments.models import Announcement, LargeArchive, Tournament, TournamentGame
from tournaments.organizer.access import EventAccess, asked_about
from web.answers import StreamingView, refused, revalidated
from web.limits import costly

LATELY = timedelta(days=90)
"""The calendar of all events goes back so far."""

MOST_EVENTS = 250
"""Of those to come, and of those that have begun: the nearest ones."""


@dataclass(frozen=True, slots=True)
class EventFile:
    """A file that is made of an event as everybody may know it.

    Args:
        kind: the Content-Type.
        write: makes it, of an event whose fold is the published one.
        name, ending: under which it is saved.
    """

    kind: str
    write: Callable[[HttpRequest, EventAccess], bytes]
    name: str
    ending: str

    def answer(self, request: HttpRequest, access: EventAccess) -> HttpResponse:
        """The file; it is passed on, whoever asks for it."""
        access = replace(access, fold=published(access.fold))
        response = HttpResponse(self.write(request, access), content_type=self.kind)
        response["Content-Disposition"] = f'attachment; filename="{_saved_as(access, self.name)}.{self.ending}"'
        return response


FILES: dict[str, EventFile] = {}
"""All of them, such as `report.trf`."""


def _no_event(request: HttpRequest) -> HttpResponse:
    return refused(request, 404, _("There is no event at this address. Capitals matter in it."))


def _file(ending: str, kind: str, name: str) -> Callable[[Callable[[HttpRequest, EventAccess], bytes]], StreamingView]:
    """Make the view of a file from what writes it.

    Args:
        ending: of the name under which it is saved.
        kind: the Content-Type.
        name: what it is, for the name under which it is saved.
    """

    def decorated(write: Callable[[HttpRequest, EventAccess], bytes]) -> StreamingView:
        made = FILES[f"{name or write.__name__}.{ending}"] = EventFile(kind, write, name, ending)

        @wraps(write)
        def inner(request: HttpRequest, key: str) -> HttpResponse:
            access = asked_about(request, key)
            if access is None:
                return _no_event(request)
            return made.answer(request, access)

        return costly(per_minute=30)(revalidated(inner))

    return decorated


def _saved_as(access: EventAccess, what: str) -> str:
    """The name of a file: letters that every system takes."""
    return "-".join(part for part in (slugify(access.announcement.name)[:40] or "event", access.key, what) if part)


@revalidated
def downloads(request: HttpRequest, key: str) -> HttpResponse:
    """The list of files."""
    access = asked_about(request, key)
    if access is None:
        return _no_event(request)
    revealed = Game.objects.filter(id__in=_game_ids(access), revealed=True).count()
    feed = request.build_absolute_uri(reverse("tournaments:calendar-file"))
    context = {"room": "tournaments", "access": access, "key": key, "revealed": revealed, "feed": feed}
    fold = published(access.fold)
    context["archived"] = fold.begun and fold.ended
    if context["archived"] and revealed > MOST_AT_ONCE:
        context |= {"large": True, "made": _made(access.id)}
    return render(request, "tournaments/exchange_downloads.html", context)


def _made(id: UUID) -> dict[str, Any]:
    """How far the archive of a large event is."""
    row = LargeArchive.objects.filter(tournament=id).first()
    progress = progress_of(id) if row is not None and row.state == LargeArchive.State.WAITING else None
    done, total = progress or (0, 0)
    return {
        "state": "" if row is None else row.state,
        "done": done,
        "total": total,
        "percent": 100 * done // (total or 1),
    }


@_file("trf", "text/plain; charset=utf-8", "")
def report(request: HttpRequest, access: EventAccess) -> bytes:
    """The FIDE report file (TRF16)."""
    record = record_of(access.id, access.fold, apart=access.is_at_least("helper"))
    return to_trf(record, places(access.fold)).encode()


@_file("json", "application/json", "")
def event(request: HttpRequest, access: EventAccess) -> bytes:
    """All of it in our own form."""
    record = record_of(access.id, access.fold, apart=access.is_at_least("helper"))
    told = [placed_value(one, access.fold.terms.tiebreaks) for one in placed(access.fold, record)]
    return to_json(record, told)


@_file("csv", "text/csv; charset=utf-8", "standings")
def standings(request: HttpRequest, access: EventAccess) -> bytes:
    """The standings as a table."""
    return standings_csv(placed(access.fold, record_of(access.id, access.fold)), access.fold.terms.tiebreaks)


@_file("csv", "text/csv; charset=utf-8", "crosstable")
def crosstable(request: HttpRequest, access: EventAccess) -> bytes:
    """The crosstable as a table."""
    return crosstable_csv(record_of(access.id, access.fold))


# -- calendars ------------------------------------------------------------------------------------


@_file("ics", "text/calendar; charset=utf-8", "rounds")
def calendar(request: HttpRequest, access: EventAccess) -> bytes:
    """When the rounds of the event begin."""
    return to_ical(
        _rounds(request, access.key, access.fold, access.announcement), name=access.announcement.name or access.name
    )


@costly(per_minute=30)
@revalidated
def calendar_of_all(request: HttpRequest) -> HttpResponse:
    """When events begin, to be subscribed to: those to come, those that are on, and the last ones."""
    now = datetime.now(UTC)
    public = Tournament.objects.filter(announced__isnull=False, imported=False)
    public = public.annotate(begins=Coalesce("started", "starts"))
    coming = public.filter(begins__gte=now).order_by("begins", "id")[:MOST_EVENTS]
    # Not between two times: the planner takes few events to lie between them, and would read and sort them all.
    begun = public.filter(begins__lt=now).order_by("-begins", "id")[:MOST_EVENTS]
    events = [*coming, *(one for one in begun if one.begins >= now - LATELY)]
    told = Announcement.objects.in_bulk([one.id for one in events])
    slots = [_start(request, one, told.get(one.id)) for one in events]
    response = HttpResponse(to_ical(slots, name=_("Vexillum: events")), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="vexillum-events.ics"'
    return response


def _start(request: HttpRequest, one: Tournament, told: Announcement | None) -> Slot:
    begins = one.started or one.starts
    assert begins is not None
    return Slot(
        uid=f"{one.key}@vexillum",
        name=_("Event") if told is None or not told.name else told.name,
        begins=begins,
        url=_address(request, one.key),
        changed=one.changed,
        ends=one.ended,
        place="" if told is None else told.place,
        revision=one.version,
        off=one.status == Tournament.Status.CANCELLED,
    )


def _rounds(request: HttpRequest, key: str, fold: TournamentFold, told: Announcement) -> Iterator[Slot]:
    """A slot for each round whose time is known; without any, one for the start."""
    url, off = _address(request, key), fold.status is Status.CANCELLED
    times: dict[int, tuple[datetime, datetime | None]] = {
        one.round: (one.begins, one.ends) for one in round_spans(fold)
    }
    if not times and fold.terms.starts is not None:
        times[1] = as_time(fold.terms.starts), None
    name = told.name or _("Event")
    for number, (begins, ends) in sorted(times.items()):
        yield Slot(
            uid=f"{key}-{number}@vexillum",
            name=_("%(event)s, round %(number)d") % {"event": name, "number": number},
            begins=begins,
            url=url,
            changed=fold.changed_at,
            ends=ends,
            place=told.place,
            revision=fold.version,
            off=off,
        )


def _address(request: HttpRequest, key: str) -> str:
    return request.build_absolute_uri(reverse("tournaments:tournament", args=[key]))


# -- records --------------------------------------------------------------------------------------


def _game_ids(access: EventAccess) -> Any:
    return TournamentGame.objects.filter(tournament=access.id).values("game")


@costly(per_minute=10)
@require_safe
def records(request: HttpRequest, key: str) -> HttpResponseBase:
    """The records of all games that are revealed, as a zip that is made while it is sent."""
    access = asked_about(request, key)
    return _no_event(request) if access is None else records_zip(request, access)


def records_zip(request: HttpRequest, access: EventAccess) -> HttpResponseBase:
    """The zip of the records of an event, for who may see it."""
    members = _members(access)
    told = [f"{member.name} {member.game}" for member in members] + _names_in(members)
    etag = f'"{hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]}"'
    return _zip(request, etag, lambda: zipped(members), f"{_saved_as(access, 'records')}.zip")


def _zip(request: HttpRequest, etag: str, pieces: Callable[[], Iterator[bytes]], name: str) -> HttpResponseBase:
    """A zip that is made while it is sent, unless who asks has it."""
    asked_for = request.headers.get("If-None-Match", "")
    response: HttpResponseBase
    if etag in [one.strip().removeprefix("W/") for one in asked_for.split(",")]:
        response = HttpResponseNotModified()
    else:
        response = StreamingHttpResponse(pieces(), content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


@costly(per_minute=10)
@require_safe
def archive(request: HttpRequest, key: str) -> HttpResponseBase:
    """The archive of an event that is over: the same for everybody who may see the event."""
    access = asked_about(request, key)
    if access is None:
        return _no_event(request)
    try:
        return archive_zip(request, access)
    except NoArchive:
        return refused(request, 403, _("The archive of an event can be had once the event has been played."))
    except ArchiveToBeMade:
        return redirect("tournaments:downloads", key)


class NoArchive(LookupError):
    """The event has not been played."""


class ArchiveToBeMade(LookupError):
    """It is large, and nobody has had it made."""


def archive_zip(request: HttpRequest, access: EventAccess) -> HttpResponseBase:
    """The archive of an event that is over.

    Raises:
        NoArchive: it is not.
        ArchiveToBeMade: `have_archive_made` comes first.
    """
    fold = published(access.fold)
    if not fold.ended or not fold.begun:
        raise NoArchive
    found = archive_of(access.id, fold, known_proofs(access.id))
    pieces = found.pieces
    if is_large(found):
        row = row_of(found)
        if row is None or row.state != LargeArchive.State.DONE:
            raise ArchiveToBeMade
        pieces = partial(contents, row)
    return _zip(request, f'"{found.digest()[:32]}"', pieces, f"{_saved_as(access, 'archive')}.zip")


@costly(per_minute=3)
@require_POST
def want_archive(request: HttpRequest, key: str) -> HttpResponse:
    """Has the archive of a large event made; the list of files tells how far it is."""
    access = asked_about(request, key)
    if access is None:
        return _no_event(request)
    have_archive_made(access)
    return redirect("tournaments:downloads", key)


def have_archive_made(access: EventAccess) -> None:
    """Has the archive of a large event that is over made in the background; of others nothing has to be made."""
    fold = published(access.fold)
    if fold.ended and fold.begun:
        found = archive_of(access.id, fold, known_proofs(access.id))
        if is_large(found):
            want(found)


def _members(access: EventAccess) -> list[Member]:
    """The open games, each under the name of its round and board."""
    games = TournamentGame.objects.filter(tournament=access.id, taken_back=False).order_by("round", "board", "leg")
    revealed = dict(Game.objects.filter(id__in=_game_ids(access), revealed=True).values_list("id", "key"))
    return [
        Member(f"round-{one.round}-board-{one.board}-game-{one.leg}-{revealed[one.game]}", one.game)
        for one in games
        if one.game in revealed
    ]


def _names_in(members: list[Member]) -> list[str]:
    """The names that stand in these records: a name may change, or go with its account."""
    seats = GameSeat.objects.filter(game_id__in=[member.game for member in members]).order_by("game_id", "seat")
    return [name or "" for name in seats.values_list("player__name", flat=True)]
