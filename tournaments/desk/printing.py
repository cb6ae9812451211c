"""Pages to be printed: pairings by board and by name, result slips, standings. Plain, without the site around them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.limits import costly
from games.views import refused
from tournaments.desk.asked import Asked, for_visitors
from tournaments.desk.names import Names
from tournaments.desk.pages import byes_told
from tournaments.domain.fold import Round, TournamentFold
from tournaments.domain.places import standings_of
from tournaments.domain.table import begun_rounds
from tournaments.domain.terms import Format
from tournaments.scoring import TENTHS
from tournaments.standings import decimal
from tournaments.tiebreaks import TIEBREAKS
from tournaments.wording import ANNULLED, SHORT_RESULTS, points_text

__all__ = ["boards", "index", "names", "slips", "standings"]


@for_visitors
def index(request: HttpRequest, asked: Asked) -> HttpResponse:
    """What there is to print."""
    fold = asked.fold
    rounds = [
        {
            "number": round.number,
            "links": [
                (_("Pairings by board"), asked.url("print-boards", round.number)),
                (_("Pairings by name"), asked.url("print-names", round.number)),
                (_("Result slips"), asked.url("print-slips", round.number)),
            ],
        }
        for round in reversed(fold.rounds)
    ]
    context = {
        "room": "tournaments",
        "asked": asked,
        "rounds": rounds,
        "standings_url": asked.url("print-standings") if fold.order else "",
        "bracket_url": asked.url("bracket") if fold.terms.format is Format.KNOCKOUT and fold.order else "",
        "desk_url": asked.url("desk") if asked.role else "",
    }
    return render(request, "tournaments/print_index.html", context)


def _round(asked: Asked, number: int) -> Round | None:
    return asked.fold.rounds[number - 1] if 0 < number <= len(asked.fold.rounds) else None


def _no_round(request: HttpRequest) -> HttpResponse:
    return refused(request, 404, _("There is no such round yet."))


def _page(request: HttpRequest, asked: Asked, template: str, title: str, **values: Any) -> HttpResponse:
    context = {"asked": asked, "title": title, "back": asked.url("desk-print"), **values}
    return render(request, f"tournaments/{template}", context)


def _rows(asked: Asked, round: Round) -> list[dict[str, Any]]:
    names, numbers = Names(asked.fold), asked.fold.numbers
    return [
        {
            "board": board.number,
            "red": names.entry(board.leg.red),
            "red_number": numbers.get(board.leg.red, ""),
            "blue": names.entry(board.leg.blue),
            "blue_number": numbers.get(board.leg.blue, ""),
            "result": SHORT_RESULTS.get(board.leg.marks, "") if board.leg.marks else "",
        }
        for board in round.boards
    ]


@costly(per_minute=30)
@for_visitors
def boards(request: HttpRequest, asked: Asked, number: int) -> HttpResponse:
    """The pairings of a round, the first board first."""
    round = _round(asked, number)
    if round is None:
        return _no_round(request)
    title = _("Round %(number)d: pairings by board") % {"number": number}
    return _page(
        request, asked, "print_boards.html", title, rows=_rows(asked, round), byes=byes_told(round, Names(asked.fold))
    )


@costly(per_minute=30)
@for_visitors
def names(request: HttpRequest, asked: Asked, number: int) -> HttpResponse:
    """The pairings of a round by name: each player finds the own line."""
    round = _round(asked, number)
    if round is None:
        return _no_round(request)
    rows = []
    for one in _rows(asked, round):
        rows.append({"name": one["red"], "board": one["board"], "colour": _("Red"), "other": one["blue"]})
        rows.append({"name": one["blue"], "board": one["board"], "colour": _("Blue"), "other": one["red"]})
    rows += [
        {"name": name, "board": "", "colour": "", "other": mark} for name, mark in byes_told(round, Names(asked.fold))
    ]
    rows.sort(key=lambda row: str(row["name"]).casefold())
    title = _("Round %(number)d: pairings by name") % {"number": number}
    return _page(request, asked, "print_names.html", title, rows=rows)


@costly(per_minute=30)
@for_visitors
def slips(request: HttpRequest, asked: Asked, number: int) -> HttpResponse:
    """A slip for each board, to be filled in and signed by both players."""
    round = _round(asked, number)
    if round is None:
        return _no_round(request)
    title = _("Round %(number)d: result slips") % {"number": number}
    return _page(request, asked, "print_slips.html", title, rows=_rows(asked, round), number=number)


def _value(value: int, unit: int) -> str:
    """A tie-break as it is written: halves as ½, other parts with a point."""
    tenths, rest = divmod(value * TENTHS, unit)
    return points_text(tenths) if not rest else str(decimal(value, unit))


def _standings_title(fold: TournamentFold) -> str:
    """Which rounds the standings count."""
    played = len(begun_rounds(fold))
    if not played:
        return _("Standings before the first round")
    over = fold.rounds[played - 1].finished_at is not None
    return (_("Standings after round %(number)d") if over else _("Standings during round %(number)d")) % {
        "number": played
    }


@costly(per_minute=30)
@for_visitors
def standings(request: HttpRequest, asked: Asked) -> HttpResponse:
    """The standings with their tie-breaks."""
    fold = asked.fold
    if not fold.order:
        return refused(request, 404, _("There are no standings before the event has begun."))
    named = Names(fold)
    knockout = fold.terms.format is Format.KNOCKOUT
    breaks = [] if knockout else [TIEBREAKS[slug] for slug in fold.terms.tiebreaks if slug in TIEBREAKS]
    rows = [
        {
            "place": None if one.annulled else one.place,
            "note": ANNULLED if one.annulled else "",
            "name": named.entry(fold.order[one.number - 1]),
            "rating": fold.entries[fold.order[one.number - 1]].rating or "",
            "points": points_text(one.points),
            "values": [_value(value, kind.unit) for value, kind in zip(one.values, breaks, strict=False)],
        }
        for one in standings_of(fold)
    ]
    title = _standings_title(fold)
    return _page(request, asked, "print_standings.html", title, rows=rows, breaks=[one.name for one in breaks])
