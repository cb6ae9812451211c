"""What is downloaded of an event, for its pages and for programs: files, the records of its games, its archive."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.text import slugify
from django.utils.translation import gettext as _

from eventlog.canonical import at as as_time
from games.models import Game, GameSeat
from tournaments.domain.calendar import round_spans
from tournaments.domain.state import Status, TournamentFold, published
from tournaments.files.exchange.archives import Member, zipped
from tournaments.files.exchange.event_archive import archive_of, known_proofs
from tournaments.files.exchange.exports import placed, placed_value, places, record_of
from tournaments.files.exchange.large_archives import contents, is_large, row_of, want
from tournaments.files.formats.calendars import Slot, to_ical
from tournaments.files.formats.json_form import to_json
from tournaments.files.formats.tables import crosstable_csv, rating_csv, standings_csv
from tournaments.files.formats.trf_form import to_trf
from tournaments.models import Announcement, LargeArchive, TournamentGame
from tournaments.organizer.access import EventAccess


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
        """The file, the same for every reader."""
        access = replace(access, fold=published(access.fold))
        response = HttpResponse(self.write(request, access), content_type=self.kind)
        response["Content-Disposition"] = f'attachment; filename="{_saved_as(access, self.name)}.{self.ending}"'
        return response


def _saved_as(access: EventAccess, what: str) -> str:
    """The name of a file: letters that every system takes."""
    return "-".join(part for part in (slugify(access.announcement.name)[:40] or "event", access.key, what) if part)


def report(request: HttpRequest, access: EventAccess) -> bytes:
    """The FIDE report file (TRF16)."""
    record = record_of(access.id, access.fold, apart=access.is_at_least("helper"))
    return to_trf(record, places(access.fold)).encode()


def event(request: HttpRequest, access: EventAccess) -> bytes:
    record = record_of(access.id, access.fold, apart=access.is_at_least("helper"))
    values = [placed_value(item, access.fold.terms.ranked_by) for item in placed(access.fold, record)]
    return to_json(record, values)


def standings(request: HttpRequest, access: EventAccess) -> bytes:
    return standings_csv(placed(access.fold, record_of(access.id, access.fold)), access.fold.terms.ranked_by)


def crosstable(request: HttpRequest, access: EventAccess) -> bytes:
    return crosstable_csv(record_of(access.id, access.fold))


def rating(request: HttpRequest, access: EventAccess) -> bytes:
    """The games for the rating officer of a federation."""
    return rating_csv(record_of(access.id, access.fold))


def calendar(request: HttpRequest, access: EventAccess) -> bytes:
    return to_ical(
        _rounds(request, access.key, access.fold, access.announcement), name=access.announcement.name or access.name
    )


def _rounds(request: HttpRequest, key: str, fold: TournamentFold, announcement: Announcement) -> Iterator[Slot]:
    """A slot for each round whose time is known; without any, one for the start."""
    url, off = event_address(request, key), fold.status is Status.CANCELLED
    times: dict[int, tuple[datetime, datetime | None]] = {
        span.round: (span.begins, span.ends) for span in round_spans(fold)
    }
    if not times and fold.terms.starts is not None:
        times[1] = as_time(fold.terms.starts), None
    name = announcement.name or _("Event")
    for number, (begins, ends) in sorted(times.items()):
        yield Slot(
            uid=f"{key}-{number}@vexillum",
            name=_("%(event)s, round %(number)d") % {"event": name, "number": number},
            begins=begins,
            url=url,
            changed=fold.changed_at,
            ends=ends,
            place=announcement.place,
            revision=fold.version,
            off=off,
        )


def event_address(request: HttpRequest, key: str) -> str:
    return request.build_absolute_uri(reverse("tournaments:tournament", args=[key]))


def game_ids(access: EventAccess) -> Any:
    return TournamentGame.objects.filter(tournament=access.id).values("game")


def records_zip(request: HttpRequest, access: EventAccess) -> HttpResponseBase:
    members = _members(access)
    texts = [f"{member.name} {member.game}" for member in members] + _names_in(members)
    etag = f'"{hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:32]}"'
    return _zip(request, etag, lambda: zipped(members), f"{_saved_as(access, 'records')}.zip")


def _zip(request: HttpRequest, etag: str, pieces: Callable[[], Iterator[bytes]], name: str) -> HttpResponseBase:
    """A zip that is made while it is sent, unless the reader's copy is current."""
    asked_for = request.headers.get("If-None-Match", "")
    response: HttpResponseBase
    if etag in [part.strip().removeprefix("W/") for part in asked_for.split(",")]:
        response = HttpResponseNotModified()
    else:
        response = StreamingHttpResponse(pieces(), content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


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
    archive = archive_of(access.id, fold, known_proofs(access.id))
    pieces = archive.pieces
    if is_large(archive):
        row = row_of(archive)
        if row is None or row.state != LargeArchive.State.DONE:
            raise ArchiveToBeMade
        pieces = partial(contents, row)
    return _zip(request, f'"{archive.digest()[:32]}"', pieces, f"{_saved_as(access, 'archive')}.zip")


def have_archive_made(access: EventAccess) -> None:
    """Has the archive of a large event that is over made in the background; of others nothing has to be made."""
    fold = published(access.fold)
    if fold.ended and fold.begun:
        archive = archive_of(access.id, fold, known_proofs(access.id))
        if is_large(archive):
            want(archive)


def _members(access: EventAccess) -> list[Member]:
    """The open games, each under the name of its round and board."""
    games = TournamentGame.objects.filter(tournament=access.id, taken_back=False).order_by("round", "board", "leg")
    revealed = dict(Game.objects.filter(id__in=game_ids(access), revealed=True).values_list("id", "key"))
    return [
        Member(f"round-{game.round}-board-{game.board}-game-{game.leg}-{revealed[game.game]}", game.game)
        for game in games
        if game.game in revealed
    ]


def _names_in(members: list[Member]) -> list[str]:
    """The names that stand in these records: a name may change, or go with its account."""
    seats = GameSeat.objects.filter(game_id__in=[member.game for member in members]).order_by("game_id", "seat")
    return [name or "" for name in seats.values_list("player__name", flat=True)]


FILES: dict[str, EventFile] = {
    "report.trf": EventFile("text/plain; charset=utf-8", report, "", "trf"),
    "event.json": EventFile("application/json", event, "", "json"),
    "standings.csv": EventFile("text/csv; charset=utf-8", standings, "standings", "csv"),
    "crosstable.csv": EventFile("text/csv; charset=utf-8", crosstable, "crosstable", "csv"),
    "rating.csv": EventFile("text/csv; charset=utf-8", rating, "rating", "csv"),
    "rounds.ics": EventFile("text/calendar; charset=utf-8", calendar, "rounds", "ics"),
}
"""The files of an event by their names."""
