"""The parts of an event's pages that change while it goes on. Each is drawn once for each version of the event.

A part shows what everybody may see and nothing of who asks. Its markup is asked for again by open pages when the event
has changed (`views.now`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.fold import Presence, Status
from tournaments.domain.progress import next_deadline, round_spans
from tournaments.pages.bracket import Drawing
from tournaments.pages.card import EntryCard
from tournaments.pages.facts import facts, staff
from tournaments.pages.rounds import round_page
from tournaments.pages.sheet import Sheet
from tournaments.pages.tables import cross_rows, is_matrix, matrix_rows, rows_of
from tournaments.show.wording import PRESENCES, points_text

LEADERS = 20  # places on the event's own page
BOARDS = 20  # boards on it
PEOPLE = 60  # entries on it, before it begins
MATRIX = 12  # players of a round robin whose whole table stands on it


class NoPart(LookupError):
    """The event has no such part, or not yet."""


def overview(sheet: Sheet, number: int) -> dict[str, Any]:
    """The event's own page: podium, the round, the leaders, the terms."""
    round = sheet.round
    return {
        "podium": _podium(sheet),
        "round": round_page(sheet, round, most=BOARDS, reasons=False) if round is not None else None,
        **_calendar(sheet),
        "boards": len(round.boards) if round is not None else 0,
        "rows": rows_of(sheet, sheet.final[:LEADERS]),
        **_leading(sheet),
        "more": len(sheet.final) > LEADERS,
        "facts": list(facts(sheet.fold)),
        "staff": list(staff(sheet.fold)),
        "entries": _counts(sheet),
        "people": [] if sheet.begun else _people(sheet),
        "failed": bool(sheet.fold.failed) and not sheet.fold.ended,
        "bracket": Drawing(sheet) if sheet.format.has_bracket and sheet.begun else None,
    }


def _calendar(sheet: Sheet) -> dict[str, Any]:
    """When the rounds begin and end, the next deadline first, of an event that has a calendar or hard ends."""
    terms = sheet.fold.terms
    spans = round_spans(sheet.fold) if terms.calendar or terms.round_length is not None else []
    found = next_deadline(spans)
    states = {"over": _("over"), "on": _("is being played"), "to-come": _("to come")}
    rows = [(sheet.round_name(one.round), one.begins, one.ends, states[one.state], one.state) for one in spans]
    if found is None:
        return {"calendar": rows}
    span, when = found
    ends = span.state == "on"
    text = _("%(round)s ends on %(time)s.") if ends else _("%(round)s begins on %(time)s.")
    words = {"round": sheet.round_name(span.round), "time": date_format(timezone.localtime(when), "l, j F Y, H:i e")}
    return {"calendar": rows, "deadline": text % words, "deadline_at": when}


def _people(sheet: Sheet) -> list[EntryCard]:
    """Who takes part in an event that has not begun, the highest rating first."""
    found = sorted(sheet.fold.playing, key=lambda one: (-one.rating, one.number))
    return [EntryCard(sheet, one) for one in found[:PEOPLE]]


def _leading(sheet: Sheet) -> dict[str, Any]:
    """The crosstable of the leaders, once there is something in it; a small round robin as a matrix."""
    if not sheet.format.by_points or not sheet.played:
        return {}
    matrix = is_matrix(sheet) and len(sheet.fold.order) <= MATRIX
    columns = len(sheet.fold.order) if matrix else len(sheet.played)
    rows = matrix_rows(sheet) if matrix else cross_rows(sheet, LEADERS)
    return {"crosstable": rows, "matrix": matrix, "columns": list(range(1, columns + 1))}


def _podium(sheet: Sheet) -> list[Any]:
    """The first three places, of an event that is over."""
    return (
        rows_of(sheet, tuple(one for one in sheet.final if one.place <= 3 and not one.annulled))
        if sheet.finished
        else []
    )


def _counts(sheet: Sheet) -> str:
    """How many take part, and how many wait."""
    taking_part, waiting = sheet.fold.taking_part, len(sheet.fold.waiting)
    text = ngettext("%(entries)d entry", "%(entries)d entries", taking_part) % {"entries": taking_part}
    left = taking_part - len(sheet.fold.playing)
    if left:
        text = f"{text}, {ngettext('%(left)d has left', '%(left)d have left', left) % {'left': left}}"
    return f"{text}, {_('%(waiting)d on the waiting list') % {'waiting': waiting}}" if waiting else text


def ranking(sheet: Sheet, number: int) -> dict[str, Any]:
    """The standings, now or after a round."""
    played = len(sheet.played)
    if not sheet.begun or number > played or (number and not sheet.format.by_points):
        raise NoPart
    shown = sheet.standings(number) if number else sheet.final
    rounds = list(range(1, played + 1)) if sheet.format.by_points else []
    return {
        "rows": rows_of(sheet, shown),
        "tiebreaks": sheet.tiebreaks if sheet.format.by_points else [],
        "after": number,
        "rounds": rounds,
    }


def crosstable(sheet: Sheet, number: int) -> dict[str, Any]:
    """The crosstable: a column for each round, or in a round robin for each player."""
    if not sheet.begun:
        raise NoPart
    matrix = is_matrix(sheet)
    return {
        "matrix": matrix,
        "rows": matrix_rows(sheet) if matrix else cross_rows(sheet),
        "columns": list(range(1, (len(sheet.fold.order) if matrix else len(sheet.played)) + 1)),
    }


def bracket(sheet: Sheet, number: int) -> dict[str, Any]:
    """The bracket of a knockout, from the round that is played or from that of the number."""
    if not sheet.format.has_bracket or not sheet.begun:
        raise NoPart
    if number > len(sheet.bracket.rounds):
        raise NoPart
    return {"drawing": Drawing(sheet, number), "whole": Drawing(sheet, 1)}


def one_round(sheet: Sheet, number: int) -> dict[str, Any]:
    """A round with all its boards, and why they met."""
    if not 0 < number <= len(sheet.fold.rounds):
        raise NoPart
    return {"round": round_page(sheet, sheet.fold.rounds[number - 1]), "rounds": len(sheet.fold.rounds)}


def entries(sheet: Sheet, number: int) -> dict[str, Any]:
    """Who takes part, waits, or is out."""
    fold = sheet.fold
    order = {entry: place for place, entry in enumerate(fold.order)}
    found = sorted(fold.entries.values(), key=lambda one: (order.get(one.number, len(order)), -one.rating, one.number))
    groups = []
    for presence in (Presence.ENTERED, Presence.WAITING, Presence.WITHDRAWN, Presence.EXPELLED):
        rows = [EntryCard(sheet, one) for one in found if one.presence is presence]
        if presence is Presence.WAITING:
            rows.sort(key=lambda one: one.entry.number)
        if rows:
            groups.append((str(PRESENCES[presence]), rows))
    return {"groups": groups, "check_in": bool(fold.terms.check_in) and fold.status is Status.OPEN}


def card(sheet: Sheet, number: int) -> dict[str, Any]:
    """A player's card."""
    entry = sheet.fold.entries.get(number)
    if entry is None:
        raise NoPart
    return {"card": EntryCard(sheet, entry)}


def podium(sheet: Sheet, number: int) -> dict[str, Any]:
    """The first three of an event that is over."""
    rows = _podium(sheet)
    if not rows:
        raise NoPart
    return {"podium": rows}


PARTS: dict[str, Callable[[Sheet, int], dict[str, Any]]] = {
    "overview": overview,
    "standings": ranking,
    "crosstable": crosstable,
    "bracket": bracket,
    "round": one_round,
    "entries": entries,
    "card": card,
    "podium": podium,
}
"""What each part shows; its template is `tournaments/part_NAME.html`."""


NUMBERED = frozenset({"standings", "round", "card", "bracket"})
"""Parts of which there is one for each round or entry."""


def draw(sheet: Sheet, part: str, number: int) -> str:
    """The markup of a part, with marks for names.

    Args:
        sheet: what the parts of the page are drawn from.
        part: its name in addresses.
        number: of the round or entry, where it is about one.

    Raises:
        NoPart: there is none.
    """
    if part not in PARTS or (number and part not in NUMBERED):
        raise NoPart  # what is drawn is kept by its number: one that says nothing would fill the cache
    context = PARTS[part](sheet, number) | {"sheet": sheet, "key": sheet.key, "said": said(sheet)}
    return render_to_string(f"tournaments/part_{part}.html", context)


def said(sheet: Sheet) -> str:
    """How the event stands, in a sentence that a screen reader is told when it changes."""
    round = sheet.round
    if sheet.finished:
        return _("The event is over.")
    if round is None:
        return _counts(sheet)
    leader = sheet.final[0] if sheet.final else None
    page = round_page(sheet, round, most=None, reasons=False)
    text = f"{page.name}: {page.state}."
    if leader is None or not sheet.format.by_points:
        return text
    params = {"name": sheet.name(leader.number), "points": points_text(leader.points)}
    return f"{text} {_('First: %(name)s, %(points)s.') % params}"
