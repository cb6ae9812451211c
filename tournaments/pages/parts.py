"""The parts of an event's pages that change while it goes on. Each is drawn once for each version of the event.

A part shows what everybody may see and nothing about its reader. Open pages request its markup again when the event
has changed (`views.now`). It is drawn from a `sheet`, for the `number` of a round or an entry, 0 for none. A part with
a row for every entry or board has pages of `ROWS` rows, and a bracket sections; `page` is which, from 1. What is not
there raises `NoPart`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from django.core.paginator import InvalidPage, Page, Paginator
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.calendar import next_deadline, round_spans
from tournaments.domain.consequences import has_room, takes_entries
from tournaments.domain.state import Board, Entry, Presence, Round, Status, TournamentFold
from tournaments.pages.bracket import drawings_of, section_of
from tournaments.pages.facts import facts, staff
from tournaments.pages.hall import hall_of
from tournaments.pages.player_card import EntryCard
from tournaments.pages.rounds import round_page, round_state, seats_of
from tournaments.pages.tables import cross_rows, group_pages, is_matrix, matrix_rows, rows_of
from tournaments.presentation.prizes import SHARINGS, prize_sections
from tournaments.presentation.sheet import Sheet
from tournaments.presentation.tiebreaks import words_of
from tournaments.presentation.words import PRESENCES, points_text
from tournaments.scoring.standings import Standing

ROWS = 100  # of a table on one page
LEADERS = 20  # places on the event's own page
BOARDS = 20  # boards on it
NEWEST = 8  # of them, where others come all the time
PEOPLE = 60  # entries on it, before it begins
MATRIX = 12  # players of a round robin whose whole table stands on it


T = TypeVar("T")


class NoPart(LookupError):
    """The event has no such part, or not yet."""


def _page(rows: Sequence[T], number: int) -> Page[T]:
    """A page of the rows of a table. Raises `NoPart` if there are not so many."""
    try:
        return Paginator(rows, ROWS).page(number)
    except InvalidPage:
        raise NoPart from None


def overview(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """The event's own page: podium, the round, the leaders, the terms."""
    round = sheet.round
    return {
        "podium": _podium(sheet),
        "round": round_page(sheet, round, seats=_first_boards(sheet, round), reasons=False) if round else None,
        **_calendar(sheet),
        "rows": rows_of(sheet, sheet.final[:LEADERS]),
        **_leading(sheet),
        "more": len(sheet.final) > LEADERS,
        "facts": list(facts(sheet.fold)),
        "prizes": prize_sections(sheet),
        "sharing": SHARINGS[sheet.fold.prizes.sharing] if sheet.fold.prizes is not None else "",
        "staff": list(staff(sheet.fold)),
        "entries": _counts(sheet),
        "people": [] if sheet.begun else _people(sheet),
        "failed": bool(sheet.fold.failed) and not sheet.fold.ended,
        "drawings": drawings_of(sheet) if sheet.has_bracket else None,
    }


def _first_boards(sheet: Sheet, round: Round) -> Sequence[Board]:
    """The first boards of a round; of one that grows the last ones, the newest first."""
    return tuple(reversed(round.boards[-NEWEST:])) if sheet.format.grows else round.boards[:BOARDS]


def _calendar(sheet: Sheet) -> dict[str, Any]:
    """When the rounds begin and end, the next deadline first, of an event that has a calendar or hard ends."""
    terms = sheet.fold.terms
    spans = round_spans(sheet.fold) if terms.calendar or terms.round_length is not None else []
    deadline = next_deadline(spans)
    states = {"over": _("over"), "on": _("is being played"), "to-come": _("to come")}
    rows = [(sheet.round_name(span.round), span.begins, span.ends, states[span.state], span.state) for span in spans]
    if deadline is None:
        return {"calendar": rows}
    span, when = deadline
    ends = span.state == "on"
    text = _("%(round)s ends on %(time)s.") if ends else _("%(round)s begins on %(time)s.")
    words = {"round": sheet.round_name(span.round), "time": date_format(timezone.localtime(when), "l, j F Y, H:i e")}
    return {"calendar": rows, "deadline": text % words, "deadline_at": when}


def _people(sheet: Sheet) -> list[EntryCard]:
    """Who takes part in an event that has not begun, the highest rating first."""
    result = sorted(sheet.fold.playing, key=lambda entry: (-entry.rating, entry.number))
    return [EntryCard(sheet, entry) for entry in result[:PEOPLE]]


def _leading(sheet: Sheet) -> dict[str, Any]:
    """The crosstable of the leaders, once there is something in it; a small round robin as a matrix."""
    if not sheet.format.by_points or not sheet.played or sheet.format.grows:
        return {}
    matrix = is_matrix(sheet) and len(sheet.fold.order) <= MATRIX
    columns = len(sheet.fold.order) if matrix else len(sheet.columns)
    rows = matrix_rows(sheet) if matrix else cross_rows(sheet, sheet.final[:LEADERS])
    return {"crosstable": rows, "matrix": matrix, "columns": list(range(1, columns + 1))}


def _podium(sheet: Sheet) -> list[Any]:
    """The first three places, of an event that is over."""
    return (
        rows_of(sheet, tuple(standing for standing in sheet.final if standing.place <= 3 and not standing.annulled))
        if sheet.finished
        else []
    )


def _counts(sheet: Sheet) -> str:
    taking_part, waiting = sheet.fold.taking_part, len(sheet.fold.waiting)
    text = ngettext("%(entries)d entry", "%(entries)d entries", taking_part) % {"entries": taking_part}
    left = taking_part - len(sheet.fold.playing)
    parts = [text]
    if left:
        parts.append(ngettext("%(left)d has left", "%(left)d have left", left) % {"left": left})
    if waiting:
        parts.append(_("%(waiting)d on the waiting list") % {"waiting": waiting})
    return ", ".join(parts)


def _ranked(sheet: Sheet, number: int) -> tuple[Standing, ...]:
    """The standings now, or after a round. Raises `NoPart`."""
    if not sheet.begun or number > len(sheet.played) or (number and not sheet.format.by_points):
        raise NoPart
    return sheet.standings(number) if number else sheet.final


def ranking(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """The standings, now or after a round."""
    shown = _page(_ranked(sheet, number), page)
    rounds = list(range(1, len(sheet.played) + 1)) if sheet.format.by_points and not sheet.format.grows else []
    return {
        "rows": rows_of(sheet, list(shown)),
        "page": shown,
        "query": f"after={number}&" if number else "",
        "tiebreaks": words_of(sheet.tiebreaks) if sheet.format.by_points else [],
        "after": number,
        "rounds": rounds,
    }


def _crossed(sheet: Sheet) -> Sequence[Standing]:
    """The lines of the crosstable. Raises `NoPart`."""
    if not sheet.begun:
        raise NoPart
    return sorted(sheet.final, key=lambda standing: standing.number) if is_matrix(sheet) else sheet.final


def crosstable(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """The crosstable: a column for each round, or in a round robin for each player."""
    shown, matrix = _page(_crossed(sheet), page), is_matrix(sheet)
    return {
        "matrix": matrix,
        "rows": matrix_rows(sheet, list(shown)) if matrix else cross_rows(sheet, list(shown)),
        "page": shown,
        "columns": list(range(1, (len(sheet.fold.order) if matrix else len(sheet.columns)) + 1)),
    }


def bracket(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """The bracket of a knockout, from the round that is played or from that of the number; of a large one a section."""
    if not sheet.has_bracket:
        raise NoPart
    if number > len(sheet.bracket.rounds):
        raise NoPart
    drawings, whole = drawings_of(sheet, number, page), drawings_of(sheet, 1)
    if page > drawings[0].sections:
        raise NoPart
    return {"drawings": drawings, "whole": drawings if whole[0].sections > 1 else whole}


def groups(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """The groups before a knockout, each with its crosstable."""
    if not sheet.groups:
        raise NoPart
    return {"groups": group_pages(sheet), "tiebreaks": words_of(sheet.tiebreaks)}


def one_round(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """A round with its boards, and why they met."""
    if not 0 < number <= len(sheet.fold.rounds):
        raise NoPart
    round = sheet.fold.rounds[number - 1]
    shown = _page(seats_of(round), page)
    return {"round": round_page(sheet, round, seats=list(shown)), "page": shown}


def _by_presence(sheet: Sheet) -> list[Entry]:
    """The entries by presence: takes part, waits, has left, was excluded."""
    fold = sheet.fold
    groups = {
        presence: place for place, presence in enumerate((Presence.ENTERED, Presence.WAITING, Presence.WITHDRAWN))
    }

    def place(entry: Entry) -> tuple[int, ...]:
        group = groups.get(entry.presence, len(groups))
        if entry.presence is Presence.WAITING:
            return group, entry.number
        return group, fold.numbers.get(entry.number, len(fold.order) + 1), -entry.rating, entry.number

    return sorted(fold.entries.values(), key=place)


def entries(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """Who takes part, waits, or is out."""
    fold = sheet.fold
    counts = Counter(entry.presence for entry in fold.entries.values())
    shown = _page(_by_presence(sheet), page)
    groups = [
        (str(PRESENCES[presence]), counts[presence], [EntryCard(sheet, row) for row in rows])
        for presence, rows in groupby(shown, key=lambda entry: entry.presence)
    ]
    return {"groups": groups, "page": shown, "check_in": bool(fold.terms.check_in) and fold.status is Status.OPEN}


def card(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """A player's card."""
    entry = sheet.fold.entries.get(number)
    if entry is None:
        raise NoPart
    return {"card": EntryCard(sheet, entry)}


def podium(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """The first three of an event that is over."""
    rows = _podium(sheet)
    if not rows:
        raise NoPart
    return {"podium": rows}


def hall(sheet: Sheet, number: int, page: int) -> dict[str, Any]:
    """What the screen in the hall turns through."""
    return hall_of(sheet)


PARTS: dict[str, Callable[[Sheet, int, int], dict[str, Any]]] = {
    "overview": overview,
    "standings": ranking,
    "crosstable": crosstable,
    "groups": groups,
    "bracket": bracket,
    "round": one_round,
    "entries": entries,
    "card": card,
    "podium": podium,
    "hall": hall,
}
"""What each part shows of a number, on a page; its template is `tournaments/part_NAME.html`."""


NUMBERED = frozenset({"standings", "round", "card", "bracket"})
"""Parts of which there is one for each round or entry."""


PAGED = frozenset({"standings", "crosstable", "round", "entries", "bracket"})
"""Parts that have more than one page in a large event."""


HAS_PAGES = '<nav class="pages"'
"""What the markup of a part has in it that has more than one page (`_pages.html`)."""


def draw(sheet: Sheet, part: str, number: int, page: int = 1) -> str:
    """The markup of a part, with marks for names.

    Args:
        sheet: what the parts of the page are drawn from.
        part: its name in addresses.
        number: of the round or entry, where it is about one.
        page: of its rows, from 1.

    Raises:
        NoPart: there is none.
    """
    # What is drawn is kept by its numbers: one that says nothing would fill the cache.
    if part not in PARTS or (number and part not in NUMBERED) or page < 1 or (page > 1 and part not in PAGED):
        raise NoPart
    common = {"sheet": sheet, "key": sheet.key, "said": said(sheet), "stage": stage(sheet)}
    context = PARTS[part](sheet, number, page) | common
    return render_to_string(f"tournaments/part_{part}.html", context)


# -- where somebody stands ------------------------------------------------------------------------


class RowPlace(NamedTuple):
    """Where the row of an entry is: the page, from 1, and the id of the row."""

    page: int
    anchor: str


def rows_by_entry(sheet: Sheet, part: str, number: int) -> Mapping[int, RowPlace]:
    """Where the row of each entry is in a part with pages. Raises `NoPart`.

    Args:
        sheet, part, number: as of `draw`.
    """
    places: dict[int, RowPlace] = {}
    if part == "bracket":
        if not sheet.has_bracket or number > len(sheet.bracket.rounds):
            raise NoPart
        for drawing in reversed(drawings_of(sheet, number)):
            for match in drawing.matches:
                for player in match.players:
                    places[sheet.fold.order[(sheet.number_in_event(player) or player) - 1]] = RowPlace(
                        section_of(match.position), drawing.anchor
                    )
        return places
    for place, (anchor, concerned) in enumerate(_anchors(sheet, part, number)):
        for entry in concerned:
            places[entry] = RowPlace(place // ROWS + 1, anchor)
    return places


def has_row(fold: TournamentFold, part: str, number: int, entry: int) -> bool:
    """Whether an entry has a row in a part with pages, without a look at who stands where.

    Args:
        fold: everything about the event that everybody may know.
        part, number: as of `draw`.
        entry: one that there is.
    """
    if part == "round":
        round = fold.rounds[number - 1]
        return entry in round.byes or round.board_of(entry) is not None
    return part == "entries" or entry in fold.numbers


def _anchors(sheet: Sheet, part: str, number: int) -> list[tuple[str, tuple[int, ...]]]:
    """The rows of a part in order: the id of each, and whose it is."""
    if part == "round":
        if not 0 < number <= len(sheet.fold.rounds):
            raise NoPart
        return [
            (f"board-{seat.number}", seat.entries) if isinstance(seat, Board) else (f"entry-{seat}", (seat,))
            for seat in seats_of(sheet.fold.rounds[number - 1])
        ]
    if part == "entries":
        numbers = [entry.number for entry in _by_presence(sheet)]
    elif part in ("standings", "crosstable"):
        ranked = _ranked(sheet, number) if part == "standings" else _crossed(sheet)
        numbers = [sheet.fold.order[standing.number - 1] for standing in ranked]
    else:
        raise NoPart
    return [(f"entry-{number}", (number,)) for number in numbers]


# -- what a screen reader is told -----------------------------------------------------------------


def stage(sheet: Sheet) -> str:
    """After what readers ask for what is their own again: each change, in a large event those of its course."""
    fold, round = sheet.fold, sheet.round
    if len(fold.entries) <= ROWS:
        return str(fold.version)
    course: list[object] = [fold.status, fold.planned, has_room(fold), takes_entries(fold)]
    if round is not None:
        course += [round.number, round.begun_at, round.deadline, round.finished_at, len(fold.taken_back)]
    return hashlib.sha256(repr(course).encode()).hexdigest()[:12]


def said(sheet: Sheet) -> str:
    """How the event stands, in a sentence that a screen reader is told when it changes."""
    round = sheet.round
    if sheet.finished:
        return _("The event is over.")
    if round is None:
        return _counts(sheet)
    leader = sheet.final[0] if sheet.final else None
    text = f"{sheet.round_name(round.number)}: {round_state(round)}."
    if leader is None or not sheet.format.by_points:
        return text
    params = {"name": sheet.name(leader.number), "points": points_text(leader.points)}
    first = _("First: %(name)s, %(points)s.") % params
    return f"{text} {first}"
