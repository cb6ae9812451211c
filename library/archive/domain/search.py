"""Games by criteria, newest first: a page of them, and how many there are. Bounded, however large the archive is.

One stretch of the log after the other is looked through, from the newest on, some more at each step, until the page is
full. Each costs a look into the index for every fact that is asked for. What many games have fills a page from the
first stretch or two; what few have goes through more, `STRETCHES` of them at most: then the page says how far it came,
and has a link to go on from there. So nothing is missed, and no request takes long.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any
from uuid import UUID

from django.db import OperationalError, transaction
from psycopg.errors import QueryCanceled

from eventlog.statements import execute
from games.domain.queries import RowCount
from games.models import Game
from library.archive.domain.criteria import Criteria
from library.archive.domain.facts import STRETCH_BITS
from library.archive.models import ArchiveEntry
from web.replica import alias

STRETCHES = 256
"""Stretches that one search looks through at most: some 200,000 games."""

COUNTED = 10_000
"""So many games are counted at most."""

TIME = 3000
"""Milliseconds that a statement of a search may take. None is begun once all of them have taken as long."""


class TooLong(Exception):
    """A search took longer than it may, and was stopped."""


@dataclass(frozen=True, slots=True)
class SearchCursor:
    """Where a page begins: at the newest game if `place` is None, at the oldest if it runs upwards.

    Args:
        place: of the game next to the page.
        upwards: the page ends above that game; otherwise it begins below.
        included: that game may be on the page itself.
    """

    place: int | None = None
    upwards: bool = False
    included: bool = False


@dataclass(frozen=True, slots=True)
class SearchPage:
    """The games of a page, the newest first.

    Args:
        newer, older: there are such games, or there may be: nobody has looked further than `reached`.
        reached: the key of the first game that was not looked at; empty if all were.
    """

    games: list[UUID]
    newer: bool
    older: bool
    reached: str = ""


@dataclass(frozen=True, slots=True)
class SearchCount:
    """How many games there are; `more` than that, or at `least` so many since not all were looked at."""

    count: RowCount
    least: bool = False


_NOTHING = SearchPage([], False, False), SearchCount(RowCount(0))


class GameSearch:
    """The games that criteria find.

    Args:
        asked: the criteria.
    """

    def __init__(self, asked: Criteria) -> None:
        parts = [] if asked.nobody else asked.parts()
        self._where = " AND ".join(part.sql for part in parts)
        self._values = [value for part in parts for value in part.values]
        self._asked = asked
        self._by_facts = "w.n" in self._where
        if len(parts) > 1 and not self._by_facts:  # the list of all leaves out what was called off, and nothing else
            raise ValueError("what is asked for has no fact, so every game would be found")

    def page(self, size: int, cursor: SearchCursor) -> SearchPage:
        """So many games from a place in the list on. Raises as `look`."""
        return self.look(size, cursor, count=False)[0]

    def look(self, size: int, cursor: SearchCursor, *, count: bool = True) -> tuple[SearchPage, SearchCount]:
        """So many games from a place in the list on, and how many there are in all, as far as they are counted.

        Args:
            size: games on a page.
            cursor: where it begins.
            count: count them; if not, those of the page stand for all.

        Raises:
            TooLong: it was stopped.
        """
        if self._asked.nobody:
            return _NOTHING
        with _bounded(by_facts=self._by_facts) as (first, last):
            if first is None or last is None:
                return _NOTHING
            deadline = monotonic() + TIME / 1000
            rows, reached = self._read(size + 1, cursor, first, last, deadline)
            beyond, inside = len(rows) > size or reached != "", cursor.place is not None
            games = [game for _place, game in rows[:size]]
            if cursor.upwards:
                page = SearchPage(games[::-1], beyond, inside, reached)
            else:
                page = SearchPage(games, inside, beyond, reached)
            if page.newer or page.older:
                _in_time(deadline)
                return page, self._count(first, last) if count else SearchCount(RowCount(len(games)))
            return page, SearchCount(RowCount(len(games)))

    def _count(self, first: int, last: int) -> SearchCount:
        if not self._by_facts:
            number = execute(_COUNT_ALL, (COUNTED + 1,))[0][0]
            return SearchCount(RowCount(min(number, COUNTED), more=number > COUNTED))
        top = last >> STRETCH_BITS
        bottom = max(first >> STRETCH_BITS, top - STRETCHES + 1)
        sql = (_COUNT % self._where).encode()
        number = execute(sql, (top, bottom, *self._values, COUNTED + 1))[0][0]
        least = bottom > first >> STRETCH_BITS
        return SearchCount(RowCount(min(number, COUNTED), more=number > COUNTED), least and number <= COUNTED)

    def _read(
        self, most: int, cursor: SearchCursor, first: int, last: int, deadline: float
    ) -> tuple[list[tuple[int, UUID]], str]:
        """The places and ids of so many games as they are looked for, and where that was given up."""
        order, step = ("ASC", 1) if cursor.upwards else ("DESC", -1)
        start = cursor.place if cursor.place is not None else first if cursor.upwards else last
        included = cursor.included or cursor.place is None
        than = (">" if cursor.upwards else "<") + ("=" if included else "")
        if not self._by_facts:
            return execute((_ALL % (than, order)).encode(), (start, most)), ""
        sql = (_STRETCHES % {"where": self._where, "than": than, "order": order, "step": step}).encode()
        place, end = start >> STRETCH_BITS, (last if cursor.upwards else first) >> STRETCH_BITS
        numbers: list[tuple[int, UUID]] = []
        looked, stretches = 0, 1  # the newest one may have just begun, so the second is asked alone, too
        while looked < STRETCHES and (end - place) * step >= 0:
            stretches = min(stretches, STRETCHES - looked, (end - place) * step + 1)
            until = place + (stretches - 1) * step
            _in_time(deadline)
            numbers += execute(sql, (place, until, *self._values, start, most, most))
            if len(numbers) >= most:
                return numbers[:most], ""
            looked, place = looked + stretches, until + step
            stretches = 1 if looked == 1 else stretches * 4
        return numbers, _key_beyond(place, step) if (end - place) * step >= 0 else ""


def place_of(key: str) -> int | None:
    """The place of a game with a public address; None if there is none."""
    game = Game.objects.filter(key=key).values_list("id", flat=True).first()
    return None if game is None else ArchiveEntry.objects.filter(game=game).values_list("place", flat=True).first()


_CALLED_OFF = Game.Result.CALLED_OFF.value
_ALL = f"""
SELECT place, game FROM archive_entry
WHERE NOT result = '{_CALLED_OFF}' AND place %s %%s ORDER BY place %s LIMIT %%s
"""  # noqa: S608
_COUNT_ALL = f"""
SELECT count(*) FROM (SELECT place FROM archive_entry WHERE NOT result = '{_CALLED_OFF}' LIMIT %s) found
""".encode()  # noqa: S608
# Each step of the outer loop asks one stretch.
_STRETCHES = """
SELECT found.place, found.game FROM generate_series(%%s::int8, %%s::int8, %(step)s) w (n)
CROSS JOIN LATERAL (
    SELECT place, game FROM archive_entry WHERE %(where)s AND place %(than)s %%s ORDER BY place %(order)s LIMIT %%s
) found
ORDER BY found.place %(order)s LIMIT %%s
"""
_COUNT = """
SELECT count(*) FROM (
    SELECT 1 FROM generate_series(%%s::int8, %%s::int8, -1) w (n)
    CROSS JOIN LATERAL (SELECT FROM archive_entry WHERE %s OFFSET 0) found LIMIT %%s
) counted
"""
_SET = b"""
SELECT set_config('statement_timeout', %s, true), set_config('jit', %s, true),
    set_config('enable_seqscan', %s, true), set_config('enable_indexscan', %s, true),
    set_config('enable_bitmapscan', %s, true)
"""
_BEGIN = _SET.replace(
    b"SELECT ",
    b"SELECT (SELECT min(place) FROM archive_entry), (SELECT max(place) FROM archive_entry), ",
)
_SETTINGS = b"""
SELECT current_setting('statement_timeout'), current_setting('jit'), current_setting('enable_seqscan'),
    current_setting('enable_indexscan'), current_setting('enable_bitmapscan')
"""


def _in_time(deadline: float) -> None:
    if monotonic() > deadline:
        raise TooLong


@contextmanager
def _bounded(*, by_facts: bool) -> Iterator[tuple[int | None, int | None]]:
    """A transaction whose statements are stopped when they take too long, and are planned as they have to be. Gives the
    first and the last place there is.

    The planner knows neither how few games a stretch has nor which facts come together. It would read a small table
    whole, and a large one in order of places until the page is full.

    Args:
        by_facts: entries are found by their facts; if not, in order of places.
    """
    using: Any = alias()
    inner = transaction.get_connection(using).in_atomic_block
    try:
        with transaction.atomic(using=using):
            before = execute(_SETTINGS)[0] if inner else ()
            first, last, *_set = execute(_BEGIN, (str(TIME), "off", "off", "off" if by_facts else "on", "on"))[0]
            yield first, last
            if inner:  # they would hold until the outer transaction ends
                execute(_SET, before)
    except OperationalError as error:
        if isinstance(error.__cause__, QueryCanceled):
            raise TooLong from None
        raise


def _key_beyond(stretch: int, step: int) -> str:
    """The key of the nearest game from a stretch on, in the direction of the search."""
    boundary = ((stretch + 1) << STRETCH_BITS) - 1 if step < 0 else stretch << STRETCH_BITS
    entries = ArchiveEntry.objects.order_by("-place" if step < 0 else "place")
    entries = entries.filter(place__lte=boundary) if step < 0 else entries.filter(place__gte=boundary)
    game = entries.values_list("game", flat=True).first()
    return "" if game is None else Game.objects.values_list("key", flat=True).get(id=game)
