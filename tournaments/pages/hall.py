"""What a screen in the hall turns through: the pairings of the round, how the event stands, and the times to come.

It is a part as others are (`parts.py`): what everybody may see, whole, without links. The browser measures how much of
it fits a screenful (`static/js/hall.js`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from itertools import count
from typing import Any
from urllib.parse import quote

from allauth.mfa.adapter import get_adapter
from django.utils.translation import gettext as _

from eventlog.canonical import at as as_time
from tournaments.domain.calendar import round_spans
from tournaments.pages.bracket import Drawing, drawings_of
from tournaments.pages.rounds import round_page
from tournaments.pages.tables import group_pages, rows_of
from tournaments.presentation.sheet import Sheet

LEGIBLE = 16
"""A screen shows a bracket from a round that has so many matches at most; the boards of a larger one are a list."""


def hall_of(sheet: Sheet) -> dict[str, Any]:
    """What the template of the part is filled with. Once there is a bracket, it takes the place of the groups."""
    round, decided = sheet.round, sheet.finished
    return {
        "round": round_page(sheet, round, reasons=False) if round is not None else None,
        "brackets": _brackets(sheet) if sheet.has_bracket else (),
        "groups": group_pages(sheet) if sheet.groups and not sheet.has_bracket else (),
        "standings": rows_of(sheet, sheet.final) if decided or not (sheet.has_bracket or sheet.groups) else (),
        "people": () if sheet.begun else _people(sheet),
        "times": list(_times(sheet)),
    }


def _brackets(sheet: Sheet) -> list[Drawing]:
    """From the round that is played on, or from the first that can be read."""
    rounds, first = sheet.bracket.rounds, Drawing(sheet).first
    return drawings_of(sheet, next(number for number in count(first) if len(rounds[number - 1]) <= LEGIBLE))


def _people(sheet: Sheet) -> list[tuple[str, int]]:
    """Who takes part in an event that has not begun, the highest rating first: name and rating."""
    entries = sorted(sheet.fold.playing, key=lambda entry: (-entry.rating, entry.number))
    return [(sheet.entry_name(entry.number), entry.rating) for entry in entries]


def _times(sheet: Sheet) -> Iterator[tuple[str, datetime]]:
    """What the calendar has from now on, in words: when the event and its rounds begin, and when rounds end."""
    starts = sheet.fold.terms.starts
    if not sheet.begun and starts is not None:
        yield _("The event begins"), as_time(starts)
    for span in round_spans(sheet.fold):
        name = {"round": sheet.round_name(span.round)}
        if span.state == "to-come":
            yield _("%(round)s begins") % name, span.begins
        if span.state != "over" and span.ends is not None:
            yield _("%(round)s ends") % name, span.ends


@lru_cache(maxsize=64)
def qr_code(address: str) -> str:
    """The QR code of an address, as a data address of an SVG."""
    return f"data:image/svg+xml;utf8,{quote(get_adapter().build_totp_svg(address))}"
