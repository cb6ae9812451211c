"""The parts of an event's pages that are the same for all who may see it: drawn once for each version, kept in Valkey.

They hold no name and nothing of whoever asked first (`names.py`). A part that is kept is found by the event's id, its
version, the language, the time zone and the build that drew it.

An event with many entries has results by the dozen in a second, and many spectators. There a part that was drawn less
than `FRESH` seconds ago will do, and while it is drawn anew the others get the one before. Those who have just acted,
and the players of that board, see no older part (`remember_acting`).
"""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable, Collection
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import get_language

from play.live.present import KEPT, kept_or_made


class PartAsked(NamedTuple):
    """A part of an event as an address asks for it: its slug, the number that it is about, and the page."""

    part: str
    number: int = 0
    page: int = 1


class ShownPart(NamedTuple):
    """The markup of a part, with marks for names, and the version of the event that it shows."""

    version: int
    markup: str


class _Drawn(NamedTuple):
    """A part as it was drawn last, compressed, and when, in seconds since the epoch."""

    version: int
    at: float
    markup: bytes


FRESH = 2.0
"""For so many seconds a part of a large event is shown on, whatever has happened since."""

BRIEFLY = 10
"""Seconds for which such a part is kept by its version: until all who waited for it have it."""

ACTED = 30
"""Seconds for which it is known who has done something: long after `FRESH` is over."""

_SHOWN = re.compile(r'data-shown="(\d+)"')


def kept_part(
    tournament: UUID, version: int, asked: PartAsked, draw: Callable[[], str], *, least: int | None = None
) -> ShownPart:
    """A part as it stands, or in a large event as it stood a moment ago.

    Args:
        tournament, version: what it shows.
        asked: which part.
        draw: makes it.
        least: in a large event the oldest version that this reader may get; None where only this one will do.
    """
    # It tells times, by the clock of who reads it.
    build = f"{settings.VEXILLUM_BUILD}-{get_language()}-{timezone.get_current_timezone_name()}"
    name = ":".join(map(str, asked))
    exact = f"event:{tournament.hex}:{version}:{name}:{build}"
    if least is None:
        content = kept_or_made(exact, draw)
        assert content is not None
        return _shown(version, content)
    key = f"event-last:{tournament.hex}:{name}:{build}"
    last: _Drawn | None = cache.get(key)
    usable = last is not None and last.version >= least
    if last is not None and (last.version >= version or (usable and 0 <= time.time() - last.at < FRESH)):
        return _shown(last.version, last.markup)
    made = kept_or_made(exact, draw, meanwhile=last.markup if last is not None and usable else None, seconds=BRIEFLY)
    assert made is not None
    shown = _shown(version, made)
    if last is None or made is not last.markup:
        cache.set(key, _Drawn(shown.version, time.time(), made), timeout=KEPT)
    return shown


def _shown(version: int, markup: bytes) -> ShownPart:
    """A part with the version that it says it shows: the log may have been an event further than the row."""
    text = gzip.decompress(markup).decode()
    match_ = _SHOWN.search(text)
    return ShownPart(int(match_.group(1)) if match_ else version, text)


def remember_acting(tournament: UUID, players: Collection[UUID], version: int) -> None:
    """Remembers that players did something in a large event, or had it happen at their board: they see it at once.

    Args:
        tournament: its id.
        players: who.
        version: that the event stands at since.
    """
    cache.set_many({_acting(tournament, player): version for player in players}, timeout=ACTED)


def least_for(tournament: UUID, player: UUID | None) -> int:
    """The version of a large event that somebody sees at least."""
    return 0 if player is None else int(cache.get(_acting(tournament, player), 0))


def _acting(tournament: UUID, player: UUID) -> str:
    return f"event-acted:{tournament.hex}:{player.hex}"
