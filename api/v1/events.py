"""What is asked of one event: which one, who asks, and what of it everybody may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.models import Player
from api.http.endpoint import Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.v1 import schemas_tournaments as shapes
from api.v1.game_values import player_value
from api.v1.play import NoBody
from api.v1.schemas_play import DoneShape
from eventlog.canonical import at as as_time
from eventlog.registry import type_of
from games.domain.state import options_value
from games.models import key_of
from tournaments.domain.calendar import round_spans
from tournaments.domain.queries import tournaments
from tournaments.domain.state import Entry, Leg, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.files.downloads import (
    FILES,
    ArchiveToBeMade,
    EventFile,
    NoArchive,
    archive_zip,
    have_archive_made,
    records_zip,
)
from tournaments.files.formats.errors import FileError
from tournaments.files.words import file_error_text
from tournaments.models import Tournament, TournamentStaff
from tournaments.organizer.access import EventAccess, access_to
from tournaments.presentation import log
from tournaments.presentation.names import put_plain_names
from tournaments.presentation.sheet import Sheet, sheet_of

ROWS = 200
"""Rows of one answer at most: entries, boards of a round, places."""

LIMIT = Parameter("How many, 200 at most.", "integer", least=1, most=ROWS)


def no_event() -> Problem:
    """There is nothing at this address, for who asks."""
    return missing(_("There is no tournament with this key. Capitals matter in it."))


def published(key: str, reader: Player | None = None) -> tuple[Tournament, TournamentFold]:
    """The event at a public address, as everybody may know it, whoever asks.

    Args:
        key: of the event.
        reader: who asks, if the token may read: a draft is there for its staff alone.

    Raises:
        Problem: 404.
    """
    row = tournaments.tournament_at(key.replace("\0", ""))
    if row is None or not (row.public or (reader is not None and _runs(row, reader))):
        raise no_event()
    return row, tournaments.published_fold_of(row.id)


def _runs(row: Tournament, reader: Player) -> bool:
    return TournamentStaff.objects.filter(tournament=row, player=reader.id).exists()


def people_of(entries: Iterable[Entry], more: Iterable[UUID] = ()) -> Mapping[UUID, Player]:
    """The players of some entries, and `more`, who are still there, by id; one query."""
    return Player.objects.in_bulk({*more}.union(*((*entry.players, *entry.people) for entry in entries)))


def entry_value(fold: TournamentFold, entry: Entry, people: Mapping[UUID, Player]) -> dict[str, Any]:
    """Who takes part.

    Args:
        fold: the event.
        entry: one of it.
        people: who is still there.
    """
    players = [player_value(people.get(player)) for player in entry.players]
    members = [player_value(people.get(player)) for player in entry.roster]
    value = shapes.EntryShape.of(entry, number=fold.numbers.get(entry.number), players=players, members=members)
    if not fold.terms.team_boards:
        del value["members"]
    return value


def game_key(sheet: Sheet, leg: Leg) -> str | None:
    """The key of a game, if spectators may look at it now."""
    return key_of(leg.game) if leg.game is not None and sheet.game_url(leg) else None


def terms_value(terms: Terms) -> dict[str, Any]:
    """The terms by their names, times in RFC 3339."""
    value = terms.value()
    return {
        **value["terms"],
        "starts": None if terms.starts is None else as_time(terms.starts),
        "calendar": [as_time(number) for number in terms.calendar],
        "options": options_value(terms.options),
        **{name: value[name] for name in ("scoring", "tiebreaks", "time")},
    }


class EventEndpoint(Endpoint):
    """What is read of one event, as everybody may know it."""

    def shown(self, key: str) -> tuple[Tournament, TournamentFold]:
        """The event at a public address. Raises `Problem`."""
        return published(key, self.reader())

    def sheet(self, key: str) -> Sheet:
        """What follows from its fold. Raises `Problem`."""
        row, fold = self.shown(key)
        return sheet_of(row.id, fold)

    def cut(self, rows: Sequence[Any], after: int) -> tuple[Sequence[Any], int | None]:
        """The rows of this answer, and the number to go on after, if there are more.

        Args:
            rows: all of them.
            after: how many stand above.
        """
        limit = self.asked_number("limit", ROWS)
        return rows[after : after + limit], after + limit if len(rows) > after + limit else None


class LogEndpoint(EventEndpoint):
    operations = {
        "get": Operation(
            "listEventLog",
            "What has happened in a tournament, the newest first: each in words, as far as everybody may know it.",
            parameters={
                "kind": Parameter("Which of it.", choices=tuple(log.KINDS)),
                "before": Parameter("The number of the row above the first one.", "integer", most=999_999_999),
                "limit": LIMIT,
            },
            answer=shapes.LogShape,
            weight=4,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """Some of its rows."""
        sheet, kind = self.sheet(key), self.asked("kind")
        limit = self.asked_number("limit", ROWS)
        history = log.public_history(log.history_of(sheet.id))
        before = self.asked_number("before", 999_999_999)
        # Numbers count what everybody may see: gaps would tell of the rest.
        numbers = {row.version: number for number, row in enumerate(log.log_rows(sheet, history)[::-1], 1)}
        storeds = [row for row in log.log_rows(sheet, history, kind) if numbers[row.version] < before]
        shown = storeds[:limit]
        words = log.in_words(sheet, shown, log.as_it_was(history))
        names = put_plain_names([text for row in words for text in (row.who, row.text)])
        rows = [
            shapes.LoggedShape.of(
                row,
                number=numbers[stored.version],
                event=type_of(stored.event).name,
                by=names[2 * place] if stored.actor is not None else None,
                text=names[2 * place + 1],
            )
            for place, (stored, row) in enumerate(zip(shown, words, strict=True))
        ]
        more = rows[-1]["number"] if len(storeds) > limit else None
        return json_answer({"log": rows, "next": more}, version=sheet.fold.version)


class CalendarEndpoint(EventEndpoint):
    """When it is."""

    operations = {
        "get": Operation(
            "getEventCalendar",
            "When a tournament and its rounds begin and end, as far as it is known. As a file: `files/rounds.ics`.",
            answer=shapes.CalendarShape,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        row, fold = self.shown(key)
        value = shapes.CalendarShape.of(row, rounds=[shapes.RoundDatesShape.of(span) for span in round_spans(fold)])
        return json_answer(value, version=fold.version)


def file_endpoint(name: str, file: EventFile) -> type[Endpoint]:
    """The address of a file of an event.

    Args:
        name: of the file, such as `report.trf`.
        file: what makes it.
    """
    kind = file.kind.partition(";")[0]
    title = "".join(part.title() for part in name.split("."))

    class FileEndpoint(EventEndpoint):
        """A file of an event, as its page of files has it."""

        operations = {
            "get": Operation(f"download{title}", f"A tournament as the file `{name}`.", weight=10, kind=kind),
        }

        def do_get(self, request: Request, key: str) -> HttpResponse:
            try:
                return file.answer(request, self.access(key))
            except FileError as error:
                raise missing(file_error_text(error)) from None

        def access(self, key: str) -> EventAccess:
            """The event, as files are made of it. Raises `Problem`."""
            result = access_to(key.replace("\0", ""), self.reader(), lambda: False)
            if result is None:
                raise no_event()
            return result

    return FileEndpoint


class ZipEndpoint(EventEndpoint):
    """A zip of an event."""

    def access(self, key: str) -> EventAccess:
        """The event, as files are made of it. Raises `Problem`."""
        result = access_to(key.replace("\0", ""), self.reader(), lambda: False)
        if result is None:
            raise no_event()
        return result


class RecordsZipEndpoint(ZipEndpoint):
    """The records of an event."""

    operations = {
        "get": Operation(
            "downloadRecordsZip",
            "The records of all games of a tournament that are revealed.",
            weight=20,
            kind="application/zip",
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponseBase:
        """The zip, made while it is sent."""
        return records_zip(request, self.access(key))


class ArchiveZipEndpoint(ZipEndpoint):
    """The archive of an event."""

    operations = {
        "get": Operation(
            "downloadArchiveZip",
            "The archive of a tournament that is over: pages, files, records and proofs.",
            weight=30,
            kind="application/zip",
        ),
        "post": Operation(
            "haveArchiveMade",
            "Have the archive of a large tournament made: a GET gives it some time later.",
            body=NoBody,
            answer=DoneShape,
            weight=30,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponseBase:
        try:
            return archive_zip(request, self.access(key))
        except NoArchive:
            words = _("The archive of an event can be had once the event has been played.")
            raise Problem(409, "not-over", words) from None
        except ArchiveToBeMade:
            words = _("The archive of this event is large. Have it made by a POST here, and ask again in a while.")
            raise Problem(409, "to-be-made", words) from None

    def do_post(self, request: Request, key: str) -> HttpResponse:
        have_archive_made(self.access(key))
        return json_answer({"done": True})


FILE_ENDPOINTS = {name: file_endpoint(name, file) for name, file in FILES.items()}
