"""Pages to be printed: start list, pairings by board and by name, result slips, standings, groups, crosstable, bracket.
Plain, without the site around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournaments.domain.formats import format_of
from tournaments.domain.standings import begun_rounds, standings_of
from tournaments.domain.state import Round, TournamentFold
from tournaments.organizer.access import EventAccess, for_visitors
from tournaments.organizer.names import Names
from tournaments.organizer.pages import byes_in_words
from tournaments.pages.bracket import on_paper
from tournaments.pages.tables import cross_rows, group_pages, is_matrix, matrix_rows, out_text
from tournaments.presentation.names import put_names
from tournaments.presentation.prizes import SHARINGS, prize_sections
from tournaments.presentation.sheet import Sheet
from tournaments.presentation.tiebreaks import words_of
from tournaments.presentation.words import ANNULLED, SHORT_RESULTS, match_text, points_text
from tournaments.scoring.points import TENTHS
from tournaments.scoring.standings import decimal
from tournaments.scoring.tiebreaks import TIEBREAKS
from web.answers import refused
from web.limits import costly


@for_visitors
def index(request: HttpRequest, access: EventAccess) -> HttpResponse:
    fold = access.fold
    rounds = [
        {
            "number": round.number,
            "links": [
                (_("Pairings by board"), access.url("print-boards", round.number)),
                (_("Pairings by name"), access.url("print-names", round.number)),
                (_("Result slips"), access.url("print-slips", round.number)),
            ],
        }
        for round in reversed(fold.rounds)
    ]
    context = {
        "room": "tournaments",
        "access": access,
        "rounds": rounds,
        "links": list(_links(access)),
        "desk_url": access.url("desk") if access.role else "",
    }
    return render(request, "tournaments/print_index.html", context)


def _links(access: EventAccess) -> Iterator[tuple[str, str]]:
    """What there is of the event as a whole: words and address."""
    fold, format = access.fold, format_of(access.fold)
    if fold.playing or fold.order:
        yield _("Start list"), access.url("print-entries")
    if fold.order:
        yield _("Standings"), access.url("print-standings")
    if format.has_groups and fold.order:
        yield _("Groups"), access.url("print-groups")
    if format.bracket_stage(fold) is not None:
        yield _("Bracket"), access.url("print-bracket")
    if format.by_points and begun_rounds(fold):
        yield _("Crosstable"), access.url("print-crosstable")

    if fold.prizes is not None:
        yield _("Prizes"), access.url("print-prizes")


def _round(access: EventAccess, number: int) -> Round | None:
    return access.fold.rounds[number - 1] if 0 < number <= len(access.fold.rounds) else None


def _no_round(request: HttpRequest) -> HttpResponse:
    return refused(request, 404, _("There is no such round yet."))


def _page(request: HttpRequest, access: EventAccess, template: str, title: str, **values: Any) -> HttpResponse:
    context = {"access": access, "title": title, "back": access.url("desk-print"), **values}
    return render(request, f"tournaments/{template}", context)


def _rows(access: EventAccess, round: Round) -> list[dict[str, Any]]:
    if access.fold.terms.team_boards:
        return _team_rows(access, round)
    names, numbers = Names(access.fold), access.fold.numbers
    return [
        {
            "board": board.number,
            "red": names.entry(board.leg.red),
            "red_number": numbers.get(board.leg.red, ""),
            "blue": names.entry(board.leg.blue),
            "blue_number": numbers.get(board.leg.blue, ""),
            "result": SHORT_RESULTS.get(board.leg.marks, "") if board.leg.marks else "",
            "match": match_text(access.fold, round.number, board),
        }
        for board in round.boards
    ]


def _team_rows(access: EventAccess, round: Round) -> list[dict[str, Any]]:
    """The boards of each match of teams, with who plays at them once the line-ups are open."""
    people = {player for board in round.boards for side in board.lineups.values() for player in side if player}
    names, numbers, rows = Names(access.fold, more=people), access.fold.numbers, []
    for board in round.boards:
        for number, leg in enumerate(board.legs, 1):
            red, blue = board.players_at(number)
            rows.append(
                {
                    "board": f"{board.number}.{number}",
                    "red": _of_team(names, leg.red, red),
                    "red_number": numbers.get(leg.red, ""),
                    "blue": _of_team(names, leg.blue, blue),
                    "blue_number": numbers.get(leg.blue, ""),
                    "result": SHORT_RESULTS.get(leg.marks, "") if leg.marks else "",
                    "match": "",
                }
            )
    return rows


def _of_team(names: Names, entry: int, player: UUID | None) -> str:
    return names.entry(entry) if player is None else f"{names.player(player)} ({names.entry(entry)})"


@costly(per_minute=30)
@for_visitors
def boards(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """The pairings of a round, the first board first."""
    round = _round(access, number)
    if round is None:
        return _no_round(request)
    title = _("Round %(number)d: pairings by board") % {"number": number}
    return _page(
        request,
        access,
        "print_boards.html",
        title,
        rows=_rows(access, round),
        byes=byes_in_words(round, Names(access.fold)),
    )


@costly(per_minute=30)
@for_visitors
def names(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """The pairings of a round by name: each player finds the own line."""
    round = _round(access, number)
    if round is None:
        return _no_round(request)
    rows = []
    for item in _rows(access, round):
        rows.append({"name": item["red"], "board": item["board"], "colour": _("Red"), "other": item["blue"]})
        rows.append({"name": item["blue"], "board": item["board"], "colour": _("Blue"), "other": item["red"]})
    rows += [
        {"name": name, "board": "", "colour": "", "other": mark}
        for name, mark in byes_in_words(round, Names(access.fold))
    ]
    rows.sort(key=lambda row: str(row["name"]).casefold())
    title = _("Round %(number)d: pairings by name") % {"number": number}
    return _page(request, access, "print_names.html", title, rows=rows)


@costly(per_minute=30)
@for_visitors
def slips(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """A slip for each board, to be filled in and signed by both players."""
    round = _round(access, number)
    if round is None:
        return _no_round(request)
    title = _("Round %(number)d: result slips") % {"number": number}
    return _page(request, access, "print_slips.html", title, rows=_rows(access, round), number=number)


def _value(value: int, unit: int) -> str:
    """A tie-break as it is written: halves as ½, other parts with a point."""
    tenths, rest = divmod(value * TENTHS, unit)
    return points_text(tenths) if not rest else str(decimal(value, unit))


def _standings_title(fold: TournamentFold) -> str:
    played = len(begun_rounds(fold))
    if fold.ladder is not None:
        return _("Places of the ladder")
    if not played:
        return _("Standings before the first round")
    over = fold.rounds[played - 1].finished_at is not None
    return (_("Standings after round %(number)d") if over else _("Standings during round %(number)d")) % {
        "number": played
    }


@costly(per_minute=30)
@for_visitors
def standings(request: HttpRequest, access: EventAccess) -> HttpResponse:
    fold = access.fold
    if not fold.order:
        return refused(request, 404, _("There are no standings before the event has begun."))
    named = Names(fold)
    sheet = Sheet(access.id, fold)
    bracket = not sheet.format.by_points
    breaks = [] if bracket else [TIEBREAKS[slug] for slug in fold.terms.ranked_by if slug in TIEBREAKS]
    rows = [
        {
            "place": None if standing.annulled else standing.place,
            "note": ANNULLED if standing.annulled else "",
            "name": named.entry(fold.order[standing.number - 1]),
            "rating": fold.entries[fold.order[standing.number - 1]].rating or "",
            "points": points_text(standing.points),
            "out": out_text(sheet, standing.number),
            "values": [_value(value, kind.unit) for value, kind in zip(standing.values, breaks, strict=False)],
        }
        for standing in standings_of(fold)
    ]
    title = _standings_title(fold)
    return _page(
        request,
        access,
        "print_standings.html",
        title,
        rows=rows,
        breaks=[word.name for word in words_of(breaks)],
        bracket=bracket,
        ladder=fold.ladder is not None,
    )


@costly(per_minute=30)
@for_visitors
def entries(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The start list: who takes part, by pairing number, and before there are any by rating."""
    fold, named = access.fold, Names(access.fold)
    shown = [fold.entries[number] for number in fold.order]
    shown += sorted(
        (entry for entry in fold.playing if entry.number not in fold.numbers),
        key=lambda entry: (-entry.rating, entry.number),
    )
    if not shown:
        return refused(request, 404, _("Nobody has entered yet."))
    rows = [
        {
            "number": fold.numbers.get(entry.number, "") if fold.order else place,
            "name": named.entry(entry.number),
            "rating": entry.rating or "",
            "gone": not entry.playing,
        }
        for place, entry in enumerate(shown, start=1)
    ]
    return _page(request, access, "print_entries.html", _("Start list"), rows=rows)


@costly(per_minute=30)
@for_visitors
def crosstable(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The crosstable, on wide pages: a column for each round, or in a round robin for each player."""
    sheet = Sheet(access.id, access.fold)
    if not sheet.format.by_points or not sheet.played:
        return refused(
            request, 404, _("There is no crosstable before the first round has begun, and none in a knockout.")
        )
    matrix = is_matrix(sheet)
    columns = len(access.fold.order) if matrix else len(sheet.columns)
    shown = {
        "rows": matrix_rows(sheet) if matrix else cross_rows(sheet),
        "matrix": matrix,
        "columns": range(1, columns + 1),
    }
    return _wide(request, access, _("Crosstable"), "_crosstable.html", shown)


def _wide(request: HttpRequest, access: EventAccess, title: str, template: str, *shown: dict[str, Any]) -> HttpResponse:
    """Pages with many columns: what a template of the public pages makes of each of `shown`."""
    parts = [put_names(render_to_string(f"tournaments/{template}", item)) for item in shown]
    return _page(request, access, "print_wide.html", title, parts=parts, wide=True)


@costly(per_minute=30)
@for_visitors
def prizes(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The prizes; once the event is over with who gets what, and how each amount was computed."""
    if access.fold.prizes is None:
        return refused(request, 404, _("This event has no prizes."))
    sheet = Sheet(access.id, access.fold)
    shown = {
        "prizes": prize_sections(sheet),
        "sharing": SHARINGS[access.fold.prizes.sharing],
        "finished": sheet.finished,
        "reasons": sheet.finished,
    }
    return _wide(request, access, _("Prizes"), "_prizes.html", shown)


@costly(per_minute=30)
@for_visitors
def groups(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The groups before a knockout, each with its crosstable."""
    sheet = Sheet(access.id, access.fold)
    if not sheet.groups:
        return refused(request, 404, _("This event has no groups, or none yet."))
    shown = {"groups": group_pages(sheet), "tiebreaks": words_of(sheet.tiebreaks)}
    return _wide(request, access, _("Groups"), "_groups.html", shown)


@costly(per_minute=30)
@for_visitors
def bracket(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The bracket from its first round; a large one on several pages."""
    sheet = Sheet(access.id, access.fold)
    if not sheet.has_bracket:
        return refused(request, 404, _("This event has no bracket, or none yet."))
    drawings = [{"drawing": drawing} for drawing in on_paper(sheet)]
    return _wide(request, access, _("Bracket"), "_bracket_drawn.html", *drawings)
