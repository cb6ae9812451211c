"""What a ladder says of each of those on it: how many places up or down, and what they have to do now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.challenges import answer_until, ladder_of, order_at
from tournaments.presentation.sheet import Sheet

WEEK = timedelta(days=7)


class Rung(NamedTuple):
    """What stands beside a name on a ladder.

    Args:
        moved: how many places, as an arrow and a number; nothing for who stayed.
        moved_words: the same in words.
        now: challenges, games and pauses of the moment, in words.
    """

    moved: str
    moved_words: str
    now: str


def rungs(sheet: Sheet) -> Mapping[int, Rung]:
    """What stands beside each name, by entry. Places are compared with those a week before the last change, or those of
    the start, so that what is drawn is the same until something changes.
    """
    fold, ladder = sheet.fold, ladder_of(sheet.fold)
    began = ladder.moved_at[0] if ladder.moved_at else fold.changed_at
    before = {entry: place for place, entry in enumerate(order_at(fold, max(began, fold.changed_at - WEEK)))}
    now: dict[int, list[str]] = {}
    for entry, text in _going_on(sheet):
        now.setdefault(entry, []).append(text)
    result = {
        entry: Rung(*_moved(before.get(entry), place), "; ".join(now.get(entry, ())))
        for place, entry in enumerate(ladder.order)
    }
    return result | {entry: Rung("", "", _("off the ladder")) for entry in fold.order if entry not in result}


def _moved(before: int | None, place: int) -> tuple[str, str]:
    if before is None:
        return "+", _("new this week")
    places = abs(before - place)
    if not places:
        return "", ""
    if place < before:
        text = ngettext("%(places)d place up this week", "%(places)d places up this week", places)
        return f"▲ {places}", text % {"places": places}
    text = ngettext("%(places)d place down this week", "%(places)d places down this week", places)
    return f"▼ {places}", text % {"places": places}


def _going_on(sheet: Sheet) -> Iterator[tuple[int, str]]:
    fold, ladder = sheet.fold, ladder_of(sheet.fold)
    for item in ladder.open:
        until = day_text(answer_until(fold, item))
        text = _("challenged by %(name)s, answers until %(time)s")
        yield item.challenged, text % {"name": sheet.entry_name(item.challenger), "time": until}
        yield item.challenger, _("challenges %(name)s") % {"name": sheet.entry_name(item.challenged)}
    for item in (ladder.challenges[number] for number in sorted(ladder.in_play)):
        for entry, other in (item.both, item.both[::-1]):
            yield entry, _("plays %(name)s") % {"name": sheet.entry_name(other)}
    for entry, pause in ladder.pauses.items():
        if fold.changed_at < pause.until:
            yield entry, _("pauses until %(time)s") % {"time": day_text(pause.until)}


def day_text(time: datetime) -> str:
    """A time in the zone of who reads it, such as “5 December, 19:30”."""
    return date_format(timezone.localtime(time), "j F, H:i")
