"""Events from files: what a file says, an event that is made of it, and how far a large one is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.models import Player
from accounts.people.time_zones import time_zones
from api.http.endpoint import Body, Endpoint, Operation, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_tournaments as shapes
from api.v1.actions import event_refused
from eventlog.sources import new_id
from games.models import key_of
from games.rules import VARIANTS, Illegal, Refusal
from tournaments.files.choices import (
    MOST_NAMED,
    OF_FILE,
    created,
    first_rounds,
    first_tiebreaks,
    goes_on,
    members_named,
    persons,
    rounds_trouble,
    scoring_of,
    tiebreak_troubles,
    usual_tiebreaks,
)
from tournaments.files.exchange import large_imports
from tournaments.files.exchange.imports import MOST_BYTES, Choices, Understood, understood
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import TournamentRecord
from tournaments.files.formats.trf_values import TrfError
from tournaments.files.words import MOST_SHOWN, file_error_text
from tournaments.models import LargeImport
from tournaments.organizer.event_values import TIEBREAK_FIELDS
from tournaments.presentation.words import tournament_refusal
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.points import SCORINGS
from tournaments.scoring.tiebreaks import TIEBREAKS
from web.routes import FORM

MOST_FILE = 2 * MOST_BYTES + FORM
"""Bytes of a body with a file, whose line ends take two in JSON."""


class EventFileBody(Body):
    """The text of a file: a FIDE report (TRF), our JSON, or a crosstable as CSV."""

    text = s.CharField(max_length=MOST_BYTES, trim_whitespace=False)


class MeantShape(Body):
    """A member who is meant by a person of the file, and is asked before anything is shown as theirs."""

    entry = s.IntegerField(min_value=1, max_value=99_999, help_text="The number of the entry in the file.")
    place = s.IntegerField(min_value=0, max_value=1, default=0, help_text="In a pair: 0 or 1.")
    name = s.CharField(max_length=150)


class ImportBody(EventFileBody):
    """A file, and what it does not say or what is to be otherwise."""

    name = s.CharField(max_length=120, required=False)
    variant = s.ChoiceField(choices=list(VARIANTS), required=False)
    format = s.ChoiceField(choices=list(FORMATS), required=False)
    scoring = s.ChoiceField(choices=["file", *SCORINGS], required=False, help_text="Points; `file` as the file has it.")
    tiebreaks = s.ListField(
        child=s.ChoiceField(choices=list(TIEBREAKS)), max_length=len(TIEBREAK_FIELDS), required=False
    )
    going_on = s.BooleanField(required=False, help_text="It is continued here, across real boards.")
    rounds = s.IntegerField(min_value=1, max_value=99, required=False)
    zone = s.ChoiceField(choices=[name for name, _words in time_zones()], required=False)
    members = s.ListField(child=MeantShape(), max_length=2 * MOST_NAMED, required=False)


def _owner(endpoint: Endpoint) -> Player:
    player = endpoint.player
    if player.guest:
        raise Problem(403, "guest", _("Sign up to organise events. Guests play."))
    return player


def _troubles(errors: Sequence[FileError | TrfError]) -> list[dict[str, Any]]:
    return [
        {"line": error.line or None, "code": error.code, "words": file_error_text(error)}
        for error in errors[:MOST_SHOWN]
    ]


def _record(read: Understood) -> TournamentRecord:
    """What a file says. Raises `Problem` with its first errors if there are any."""
    if read.record is None or read.errors:
        params = {"form": read.form or None, "troubles": _troubles(read.errors), "count": len(read.errors)}
        raise Problem(422, "file", _("The file cannot be used as it is."), params=params)
    return read.record


class EventFileEndpoint(Endpoint):
    """What a file says."""

    operations = {
        "post": Operation(
            "readEventFile",
            "Read the file of an event, and say what it is and what is wrong with it. Nothing is kept.",
            scope=Scope.ORGANISE,
            body=EventFileBody,
            answer=shapes.EventFileShape,
            weight=20,
        )
    }

    def do_post(self, request: Request) -> HttpResponse:
        _owner(self)
        read = understood(self.body["text"])
        record = read.record
        value: dict[str, Any] = {"form": read.form or None, "troubles": _troubles(read.errors), "event": None}
        value["notes"] = _troubles(read.notes)
        if record is not None:
            value["event"] = shapes.FileEventShape.of(
                record,
                played=len(record.played),
                entries=len(record.entries),
                background=large_imports.is_large(record),
            )
        return json_answer(value)


class ImportsEndpoint(Endpoint):
    """Events from files."""

    operations = {
        "post": Operation(
            "importTournament",
            "Make an event of a file. A large one is made in the background: then the answer says where to ask.",
            scope=Scope.ORGANISE,
            body=ImportBody,
            answer=shapes.ImportShape,
            status=201,
            weight=40,
        )
    }

    def do_post(self, request: Request) -> HttpResponse:
        owner, sent = _owner(self), self.body
        record = _record(understood(sent["text"]))
        choices = _choices(record, sent)
        try:
            id, waits = created(request, record, choices, id=new_id(), owner=owner.id, text=sent["text"])
        except Illegal as illegal:
            raise event_refused(illegal.refusal, 0) from None
        answer = json_answer(_import_value(id, "waiting" if waits else "done"), status=201)
        answer["Location"] = reverse("api:import" if waits else "api:tournament", args=[id if waits else key_of(id)])
        return answer


def _choices(record: TournamentRecord, sent: Mapping[str, Any]) -> Choices:
    """What is chosen: what the file says, but for what is sent otherwise. Raises `ValidationError`."""
    name, variant, format = (sent.get(field, getattr(record, field)) for field in ("name", "variant", "format"))
    tiebreaks = tuple(sent.get("tiebreaks", first_tiebreaks(record)))
    if format != record.format and tiebreaks == first_tiebreaks(record):
        tiebreaks = usual_tiebreaks(format)
    rounds = sent.get("rounds", first_rounds(record))
    people = {place for place, _name in persons(record)[: 2 * MOST_NAMED]}
    meant = {(item["entry"], item["place"]): item["name"] for item in sent.get("members", ())}
    players, unknown = members_named({place: name for place, name in meant.items() if place in people})
    needed = {"name": name, "variant": variant, "format": format}
    wrong = {field: [_("This field is required.")] for field, value in needed.items() if not value}
    if troubles := tiebreak_troubles(record, format, tiebreaks):
        wrong["tiebreaks"] = [*troubles.values()]
    wrong |= {"rounds": [trouble]} if (trouble := rounds_trouble(record, rounds)) else {}
    wrong |= {f"member-{number}-{at}": [words] for (number, at), words in unknown.items()}
    if wrong:
        raise s.ValidationError(wrong)
    return Choices(
        name=name,
        variant=variant,
        format=format,
        scoring=scoring_of(record, sent.get("scoring", OF_FILE)),
        tiebreaks=tiebreaks,
        going_on=sent.get("going_on", goes_on(record)),
        rounds=rounds,
        players=players,
        zone="" if record.zone else sent.get("zone", timezone.get_current_timezone_name()),
    )


def _import_value(id: UUID, state: str, **more: Any) -> dict[str, Any]:
    done = state == LargeImport.State.DONE
    blank = {"done": None, "total": None, "code": None, "words": None}
    return {"id": id, "state": state, "tournament": key_of(id) if done else None, **blank, **more}


class ImportEndpoint(Endpoint):
    """A large import."""

    operations = {
        "get": Operation(
            "getImport", "How far a large import of yours is.", scope=Scope.ORGANISE, answer=shapes.ImportShape
        ),
        "delete": Operation(
            "callImportOff", "Call a large import of yours off.", scope=Scope.ORGANISE, answer=shapes.ImportShape
        ),
    }

    def do_get(self, request: Request, id: UUID) -> HttpResponse:
        """As its page has it."""
        return self._told(self._row(id))

    def do_delete(self, request: Request, id: UUID) -> HttpResponse:
        """Call it off; one that is over stays what it is."""
        row = self._row(id)
        large_imports.call_off(id=row.id, by=row.owner)
        return self._told(self._row(id))

    def _row(self, id: UUID) -> LargeImport:
        result = LargeImport.objects.filter(id=id, owner=self.player.id).first()
        if result is None:
            raise missing(_("There is no import at this address. Files are forgotten after a day."))
        return result

    def _told(self, row: LargeImport) -> HttpResponse:
        more: dict[str, Any] = {}
        if row.state == LargeImport.State.WAITING and (progress := large_imports.WORK.progress(row.id)) is not None:
            more = {"done": progress.done, "total": progress.total}
        if row.refusal is not None:
            refusal = Refusal(row.refusal["code"], row.refusal["params"])
            more = {"code": refusal.code, "words": tournament_refusal(refusal)}
        return json_answer(_import_value(row.id, row.state, **more))
