"""Tournaments as they are read: lists, one, entries, rounds, the report file. Of each what is published."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.models import Player
from api.http.answers import links_around
from api.http.endpoint import Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.v1 import schemas_games, schemas_tournaments
from api.v1.events import LIMIT, ROWS, EventEndpoint, entry_value, game_key, people_of, terms_value
from api.v1.game_values import player_value
from games.rules import VARIANTS
from tournaments.domain.queries.event_lists import page_of_events
from tournaments.domain.state import Board, Round, TournamentFold
from tournaments.files.exchange.exports import places, record_of
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.trf_form import to_trf
from tournaments.files.words import file_error_text
from tournaments.models import Announcement, Tournament
from tournaments.presentation.names import plain_event_name
from tournaments.presentation.sheet import Sheet
from tournaments.scoring.formats import FORMATS

PAGE, MOST_ON_A_PAGE = 30, 100


class TournamentsEndpoint(Endpoint):
    """The list of events."""

    operations = {
        "get": Operation(
            "listTournaments",
            "Tournaments: what runs or comes by its start, what is past the latest first.",
            parameters={
                "when": Parameter("Which of them.", choices=("open", "running", "coming", "past")),
                "variant": Parameter("The slug of a rule book.", choices=tuple(VARIANTS)),
                "format": Parameter("How it is played.", choices=tuple(FORMATS)),
                "text": Parameter("Words of the name and the place, or how they begin."),
                "before": Parameter("The key of a tournament: those below it.", "key"),
                "after": Parameter("The key of a tournament: those above it.", "key"),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=schemas_tournaments.TournamentsShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of events."""
        names = ("when", "variant", "format", "text")
        wanted: dict[str, Any] = {name: self.asked(name).replace("\0", "")[:100] for name in names}
        size = self.asked_number("limit", PAGE)
        name = next((name for name in ("before", "after") if name in request.query_params), "")
        key = request.query_params[name].replace("\0", "") if name else None
        if key is not None and not Tournament.objects.filter(key=key, announced__isnull=False).exists():
            words = _("There is no tournament with this key to go on from.")
            raise Problem(400, "cursor", words, params={"name": name})
        page = page_of_events(key, upwards=name == "after", size=size, **wanted)
        told_of = Announcement.objects.filter(tournament__in=[row.id for row in page.rows])
        announced = {announcement.tournament: announcement for announcement in told_of}
        asked = {param: value for param, value in request.query_params.items() if param not in ("before", "after")}
        links = links_around(reverse("api:tournaments"), page, attrgetter("key"), asked)
        rows = [event_value(row, announced.get(row.id)) for row in page.rows]
        return json_answer({"tournaments": rows, "next": links.get("next"), "prev": links.get("prev")}, links=links)


def event_value(row: Tournament, announcement: Announcement | None) -> dict[str, Any]:
    """A tournament as lists have it.

    Args:
        row: its projection.
        announcement: how it presents itself; None once that is erased.
    """
    return schemas_tournaments.ListedEventShape.of(
        row,
        url=reverse("tournaments:tournament", args=[row.key]),
        name=plain_event_name(row, announcement),
        time=row.time,
        rounds=row.rounds or None,
        started=row.day_of(row.started),
        ended=row.day_of(row.ended),
    )


class TournamentEndpoint(EventEndpoint):
    """An event."""

    operations = {
        "get": Operation(
            "getTournament", "A tournament, as it stands.", answer=schemas_tournaments.WholeTournamentShape
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """Its row, and its rounds in short."""
        row, fold = self.shown(key)
        return json_answer(whole_value(row, fold), version=fold.version)


def whole_value(row: Tournament, fold: TournamentFold) -> dict[str, Any]:
    """A tournament with its terms, its staff and its rounds.

    Args:
        row: its projection.
        fold: the event as who asks may know it.
    """
    announcement = Announcement.objects.filter(tournament=row.id).first()
    people = Player.objects.in_bulk(list(fold.roles))
    return event_value(row, announcement) | {
        "version": fold.version,
        "description": announcement.description if announcement is not None else "",
        "place": announcement.place if announcement is not None else "",
        "zone": announcement.zone if announcement is not None else "UTC",
        "staff": [{"player": player_value(people.get(id_)), "role": role} for id_, role in fold.roles.items()],
        "terms": terms_value(fold.terms),
        "rounds_paired": [_round_value(item) for item in fold.rounds],
    }


def _round_value(round: Round) -> dict[str, Any]:
    return schemas_tournaments.ShortRoundShape.of(round, boards=len(round.boards))


class EntriesEndpoint(EventEndpoint):
    """Who takes part."""

    operations = {
        "get": Operation(
            "listEntries",
            "Who takes part in a tournament, by order of entering.",
            parameters={
                "after": Parameter("The entry before the first one.", "integer", most=1_000_000),
                "limit": LIMIT,
            },
            answer=schemas_tournaments.EntriesShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        _row, fold = self.shown(key)
        after = self.asked_number("after", 0)
        limit = self.asked_number("limit", ROWS)
        there = sorted(number for number in fold.entries if number > after)
        shown = [fold.entries[number] for number in there[:limit]]
        people = people_of(shown)
        rows = [entry_value(fold, entry, people) for entry in shown]
        return json_answer(
            {"entries": rows, "next": shown[-1].number if len(there) > limit else None}, version=fold.version
        )


class RoundEndpoint(EventEndpoint):
    operations = {
        "get": Operation(
            "getRound",
            "The pairings and results of a round that is published. Marks are those of report files (TRF16).",
            parameters={
                "after": Parameter("The board before the first one.", "integer", most=1_000_000),
                "limit": LIMIT,
            },
            answer=schemas_tournaments.RoundShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str, number: int) -> HttpResponse:
        """Some of its boards."""
        sheet = self.sheet(key)
        fold = sheet.fold
        round = next((item for item in fold.rounds if item.number == number), None)
        if round is None:
            raise missing(_("This tournament has no such round, or it is not published yet."))
        after = self.asked_number("after", 0)
        limit = self.asked_number("limit", ROWS)
        boards = [round.boards[place] for place in range(after, min(after + limit, len(round.boards)))]
        free = list(round.byes) if after == 0 else []
        seated = [entry for board in boards for entry in board.entries]
        seats = {player for board in boards for side in board.lineups.values() for player in side if player}
        people = people_of((fold.entries[number] for number in [*seated, *free]), seats)
        value = _round_value(round) | {
            "pairings": [_board_value(sheet, board, people) for board in boards],
            "byes": [
                {"mark": round.byes[number].value, "entry": entry_value(fold, fold.entries[number], people)}
                for number in free
            ],
            "next": boards[-1].number if boards and boards[-1].number < len(round.boards) else None,
        }
        return json_answer(value, version=fold.version)


def _board_value(sheet: Sheet, board: Board, people: Mapping[UUID, Player]) -> dict[str, Any]:
    fold = sheet.fold
    return schemas_tournaments.PairingShape.of(
        board,
        red=entry_value(fold, fold.entries[board.red], people),
        blue=entry_value(fold, fold.entries[board.blue], people),
        games=[_leg_value(sheet, board, number, people) for number in range(1, len(board.legs) + 1)],
    )


def _leg_value(sheet: Sheet, board: Board, number: int, people: Mapping[UUID, Player]) -> dict[str, Any]:
    leg = board.legs[number - 1]
    marks = None if leg.marks is None else [mark.value for mark in leg.marks]
    players = [player_value(people.get(player)) if player else None for player in board.players_at(number)]
    value = schemas_tournaments.EventGameShape.of(leg, game=game_key(sheet, leg), marks=marks, players=players)
    if not board.lineups:
        del value["players"]
    return value


class ReportEndpoint(EventEndpoint):
    """The report file."""

    operations = {
        "get": Operation(
            "getReport",
            "The FIDE report file (TRF16), in `text`.",
            answer=schemas_games.ReportShape,
            weight=10,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """As the page of files has it."""
        row, fold = self.shown(key)
        try:
            return json_answer({"text": to_trf(record_of(row.id, fold), places(fold))})
        except FileError as error:
            raise missing(file_error_text(error)) from None
