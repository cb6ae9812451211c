"""Tournaments as they are read: lists, one, entries, rounds, standings, the report file. Of each what is published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.manners.endpoint import Endpoint, Operation, Parameter, told
from api.manners.problems import Problem, missing
from api.v1 import shapes
from api.v1.values import player_value
from games.models import key_of
from games.rules import VARIANTS
from players.models import Player
from tournaments.counting.formats import FORMATS
from tournaments.domain import queries
from tournaments.domain.fold import Board, Entry, Leg, Round, TournamentFold
from tournaments.models import Announcement, Tournament
from tournaments.pages import lists
from tournaments.pages.sheet import sheet_of
from tournaments.records.exchange.exporting import places, record_of
from tournaments.records.files.trf_form import to_trf

PAGE, MOST_ON_A_PAGE = 30, 100
ROWS = 200
"""Entries, or boards of a round, of one answer at most."""

LIMIT = Parameter("How many, 200 at most.", "integer")


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
                "text": Parameter("A part of the name or the place."),
                "before": Parameter("The key of a tournament: those below it."),
                "after": Parameter("The key of a tournament: those above it."),
                "limit": Parameter("How many on a page, 100 at most.", "integer"),
            },
            answer=shapes.TournamentsShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of events."""
        wanted = {name: self.asked(name).replace("\0", "")[:100] for name in ("when", "variant", "format", "text")}
        size = self.asked_number("limit", PAGE, least=1, most=MOST_ON_A_PAGE)
        name = next((one for one in ("before", "after") if one in request.query_params), "")
        key = request.query_params[name].replace("\0", "") if name else None
        if key is not None and not Tournament.objects.filter(key=key, announced__isnull=False).exists():
            words = _("There is no tournament with this key to go on from.")
            raise Problem(400, "cursor", words, params={"name": name})
        page = lists.page_of_events(key, upwards=name == "after", size=size, **wanted)
        told_of = Announcement.objects.filter(tournament__in=[row.id for row in page.rows])
        announced = {one.tournament: one for one in told_of}
        asked = [(one, value) for one, value in request._request.GET.items() if one not in ("before", "after")]

        def link(name: str, row: Tournament) -> str:
            return f"{reverse('api:tournaments')}?{urlencode([*asked, (name, row.key)])}"

        links = {
            **({"next": link("before", page.rows[-1])} if page.older and page.rows else {}),
            **({"prev": link("after", page.rows[0])} if page.newer and page.rows else {}),
        }
        rows = [event_value(row, announced.get(row.id)) for row in page.rows]
        return told({"tournaments": rows, "next": links.get("next"), "prev": links.get("prev")}, links=links)


def event_value(row: Tournament, announcement: Announcement | None) -> dict[str, Any]:
    """A tournament as lists have it.

    Args:
        row: its projection.
        announcement: how it presents itself; None once that is erased.
    """
    return {
        "key": row.key,
        "url": reverse("tournaments:tournament", args=[row.key]),
        "name": lists.event_name(row, announcement),
        "status": row.status,
        "format": row.format,
        "variant": row.variant,
        "time": row.time,
        "rated": row.rated,
        "real": row.real,
        "entry": row.entry,
        "capacity": row.capacity,
        "entries": row.entries,
        "waiting": row.waiting,
        "round": row.round,
        "rounds": row.rounds or None,
        "announced": row.announced,
        "starts": row.starts,
        "started": row.started,
        "ended": row.ended,
    }


def published(key: str) -> tuple[Tournament, TournamentFold]:
    """The event at a public address, as everybody may know it.

    Raises:
        Problem: 404; a draft is there for nobody.
    """
    row = queries.tournament_at(key.replace("\0", ""))
    if row is None or not row.public:
        raise missing(_("There is no tournament with this key. Capitals matter in it."))
    return row, queries.published_fold_of(row.id)


def people_of(entries: Iterable[Entry]) -> Mapping[UUID, Player]:
    """The players of some entries who are still there, by id; one query."""
    return Player.objects.in_bulk({player for entry in entries for player in entry.players})


def entry_value(fold: TournamentFold, entry: Entry, people: Mapping[UUID, Player]) -> dict[str, Any]:
    """Who takes part.

    Args:
        fold: the event.
        entry: one of it.
        people: who is still there.
    """
    return {
        "entry": entry.number,
        "number": fold.numbers.get(entry.number),
        "players": [player_value(people.get(one)) for one in entry.players],
        "rating": entry.rating,
        "presence": entry.presence.value,
    }


class TournamentEndpoint(Endpoint):
    """An event."""

    operations = {"get": Operation("getTournament", "A tournament, as it stands.", answer=shapes.TournamentShape)}

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """Its row, and its rounds in short."""
        row, fold = published(key)
        announcement = Announcement.objects.filter(tournament=row.id).first()
        rounds = [_round_value(one) for one in fold.rounds]
        return told(event_value(row, announcement) | {"version": fold.version, "rounds_paired": rounds})


def _round_value(round: Round) -> dict[str, Any]:
    return {
        "round": round.number,
        "boards": len(round.boards),
        "decided": round.decided,
        "begun": round.begun_at,
        "deadline": round.deadline,
        "finished": round.finished_at,
    }


class EntriesEndpoint(Endpoint):
    """Who takes part."""

    operations = {
        "get": Operation(
            "listEntries",
            "Who takes part in a tournament, by order of entering.",
            parameters={"after": Parameter("The entry before the first one.", "integer"), "limit": LIMIT},
            answer=shapes.EntriesShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """Some entries."""
        _row, fold = published(key)
        after = self.asked_number("after", 0, most=1_000_000)
        limit = self.asked_number("limit", ROWS, least=1, most=ROWS)
        there = sorted(number for number in fold.entries if number > after)
        shown = [fold.entries[number] for number in there[:limit]]
        people = people_of(shown)
        rows = [entry_value(fold, one, people) for one in shown]
        return told({"entries": rows, "next": shown[-1].number if len(there) > limit else None})


class RoundEndpoint(Endpoint):
    """A round."""

    operations = {
        "get": Operation(
            "getRound",
            "The pairings and results of a round that is published. Marks are those of report files (TRF16).",
            parameters={"after": Parameter("The board before the first one.", "integer"), "limit": LIMIT},
            answer=shapes.RoundShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str, number: int) -> HttpResponse:
        """Some of its boards."""
        _row, fold = published(key)
        round = next((one for one in fold.rounds if one.number == number), None)
        if round is None:
            raise missing(_("This tournament has no such round, or it is not published yet."))
        after = self.asked_number("after", 0, most=1_000_000)
        limit = self.asked_number("limit", ROWS, least=1, most=ROWS)
        boards = [round.boards[place] for place in range(after, min(after + limit, len(round.boards)))]
        free = list(round.byes) if after == 0 else []
        seated = [entry for board in boards for entry in board.entries]
        people = people_of(fold.entries[one] for one in [*seated, *free])
        value = _round_value(round) | {
            "pairings": [_board_value(fold, board, people) for board in boards],
            "byes": [
                {"mark": round.byes[one].value, "entry": entry_value(fold, fold.entries[one], people)} for one in free
            ],
            "next": boards[-1].number if boards and boards[-1].number < len(round.boards) else None,
        }
        return told(value)


def _board_value(fold: TournamentFold, board: Board, people: Mapping[UUID, Player]) -> dict[str, Any]:
    return {
        "board": board.number,
        "red": entry_value(fold, fold.entries[board.red], people),
        "blue": entry_value(fold, fold.entries[board.blue], people),
        "winner": board.winner,
        "decided": board.decided,
        "games": [_leg_value(leg) for leg in board.legs],
    }


def _leg_value(leg: Leg) -> dict[str, Any]:
    return {
        "game": None if leg.game is None else key_of(leg.game),
        "red": leg.red,
        "blue": leg.blue,
        "marks": None if leg.marks is None else [mark.value for mark in leg.marks],
    }


class StandingsEndpoint(Endpoint):
    """The standings."""

    operations = {
        "get": Operation(
            "getStandings",
            "The standings as they are, with the values of the tie-breaks. Points are in tenths.",
            answer=shapes.StandingsShape,
            weight=4,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """All places."""
        row, fold = published(key)
        sheet = sheet_of(row.id, fold)
        tiebreaks, standings = sheet.tiebreaks, sheet.final if sheet.begun else ()
        entries = {one.number: fold.numbered(one.number) for one in standings}
        people = people_of(entries.values())
        rows = [
            {
                "place": None if one.annulled else one.place,
                "shared": one.shared,
                "points": one.points,
                "values": {tiebreak.slug: value for tiebreak, value in zip(tiebreaks, one.values, strict=False)},
                "entry": entry_value(fold, entries[one.number], people),
            }
            for one in standings
        ]
        units = [{"slug": one.slug, "unit": one.unit} for one in tiebreaks]
        return told({"version": fold.version, "tiebreaks": units, "standings": rows})


class ReportEndpoint(Endpoint):
    """The report file."""

    operations = {
        "get": Operation(
            "getReport",
            "The FIDE report file (TRF16), in `text`.",
            answer=shapes.ReportShape,
            weight=10,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """As the page of files has it."""
        row, fold = published(key)
        return told({"text": to_trf(record_of(row.id, fold), places(fold))})
