"""Games are counted once they are open: a moment later and many together, so that no end of a game pays for counters.

`GameRevealed` puts the id of the game into a queue, and that is all that an end or an import writes. A task takes games
from the queue each minute and counts them, in one transaction: a game is either in the queue or counted, so it counts
once, however often it is tried. A rebuild fills the queue and counts all that is in it.

A rated game is counted by the ratings of its players before it. What moderators do to results may lead to others later;
in which bands a game is counted is written down with it, and a game that belongs into others goes into the queue again.
So counters are at last what a rebuild would make them. While ratings of a rule book are folded again none of its rated
games is counted: so none is counted with outdated facts.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction

from eventlog import queries
from eventlog.corruption import report
from eventlog.registry import Stored, projection
from eventlog.statements import execute, write
from games.domain.events import GameRevealed
from games.domain.projections import applied_versions
from games.models import Game
from library.archive.domain.families import count_forms
from library.archive.domain.opened import OpenedSetup, opened_setups
from library.archive.domain.placements import NO_BAND, band_of, count_placements, move_placements
from library.archive.models import (
    CountedBands,
    FormCount,
    PlacementCount,
    PlayedSetup,
    Uncounted,
)
from ratings.domain.projections import hold_ratings, on_strengths

log = logging.getLogger(__name__)

AT_ONCE = 200
"""Games that are counted in one transaction."""

_FIRST = UUID(int=0)

_QUEUE = b"INSERT INTO archive_uncounted (game) SELECT unnest(%s::uuid[]) ON CONFLICT DO NOTHING"
# What is damaged stays in the queue until it can be read again.
_READABLE = "NOT EXISTS (SELECT FROM eventlog_damage d WHERE d.stream = game)"
_NEXT = f"""
SELECT game FROM archive_uncounted WHERE game > %s::uuid AND {_READABLE} ORDER BY game LIMIT %s
FOR UPDATE OF archive_uncounted SKIP LOCKED
""".encode()  # noqa: S608
_THESE = b"SELECT game FROM archive_uncounted WHERE game = ANY(%s::uuid[]) FOR UPDATE"
_DONE = f"DELETE FROM archive_uncounted WHERE game = ANY(%s::uuid[]) AND {_READABLE}".encode()  # noqa: S608


@projection(
    "uncounted",
    events=(GameRevealed,),
    tables=(Uncounted._meta.db_table,),
    writes_only=True,
    applied_versions=applied_versions,
)
def project_uncounted(stored: Sequence[Stored]) -> None:
    """The games that were opened and wait to be counted."""
    games = sorted({item.stream for item in stored})
    write(Uncounted._meta.db_table, _QUEUE, [(games,)] if games else [])


class _AtARebuild:
    """Lets nothing through that is being appended: the task counts that. A rebuild is given what the queue has."""

    def __call__(self, stream: UUID) -> bool:
        return False

    def passed(self, *, batch: int) -> Iterator[list[Stored]]:
        """The events that opened the games in the queue, so many at once. The sums are the same in any order."""
        queue = Uncounted.objects.order_by("game").values_list("game", flat=True)
        games = list(queue[:batch])
        while games:
            opened = queries.last_events(games, types=(GameRevealed,))
            yield queries.read_events(opened, damaged=report)
            games = list(queue.filter(game__gt=games[-1])[:batch])


# It comes after the ratings, which it counts by.
@projection(
    "counters",
    events=(GameRevealed,),
    tables=tuple(model._meta.db_table for model in (PlacementCount, PlayedSetup, FormCount, CountedBands)),
    across=True,
    filter=_AtARebuild(),
    ordering_keys=lambda stream: (),
)
def project_counters(stored: Sequence[Stored]) -> None:
    """All that is counted of open games, at a rebuild."""
    games = list(dict.fromkeys(item.stream for item in stored))
    for start in range(0, len(games), AT_ONCE):
        _count([game for (game,) in execute(_THESE, (games[start : start + AT_ONCE],))])


def count_all(most: int) -> None:
    """Goes through the queue once, in transactions of `AT_ONCE` games: what cannot be counted is passed by.

    Args:
        most: games.
    """
    last = _FIRST
    for _batch in range(most // AT_ONCE):
        games = _count_after(last, AT_ONCE)
        if len(games) < AT_ONCE:
            return
        last = games[-1]


def count_opened(most: int = AT_ONCE) -> int:
    """Counts games from the queue, those that nobody else is at; returns how many it took."""
    return len(_count_after(_FIRST, most))


def _count_after(last: UUID, most: int) -> list[UUID]:
    """Counts the next games of the queue. One that cannot be counted stays in it, and keeps no other there."""
    with transaction.atomic():
        games = [game for (game,) in execute(_NEXT, (last, most))]
        try:
            with transaction.atomic():
                _count(games)
        except (OperationalError, InterfaceError):  # that is the database, and no game
            raise
        except Exception:
            for game in games:
                _count_one(game)
    return games


def _count_one(game: UUID) -> None:
    try:
        with transaction.atomic():
            _count([game])
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:  # its message might reveal a rank
        log.error("a game could not be counted: %s", type(error).__name__)


_BANDS = b"""
INSERT INTO archive_countedbands (game, bands) SELECT (one ->> 0)::uuid, ARRAY(
    SELECT jsonb_array_elements_text(one -> 1)::int2
) FROM jsonb_array_elements(%s::text::jsonb) AS one
ON CONFLICT (game) DO UPDATE SET bands = excluded.bands
"""


def _count(games: Collection[UUID]) -> None:
    games = _countable(games)
    if not games:
        return
    setups = list(opened_setups(games))
    before = dict(CountedBands.objects.filter(game__in=games).values_list("game", "bands"))
    fresh = [setup for setup in setups if setup.game not in before]
    count_placements(fresh)
    count_forms(fresh)
    move_placements(_with_bands(setups, before))
    bands: dict[UUID, list[int]] = {}
    for setup in setups:
        if setup.rated:
            bands.setdefault(setup.game, []).append(band_of(setup.rating))
    if bands:
        rows = [[str(game), band] for game, band in sorted(bands.items()) if band != before.get(game)]
        write(CountedBands._meta.db_table, _BANDS, [(json.dumps(rows),)])
    execute(_DONE, (list(games),))


def _countable(games: Collection[UUID]) -> list[UUID]:
    """Those of some games whose ratings nobody is working out again, or that were not to be rated."""
    rated = dict(Game.objects.filter(id__in=games, rated=True).values_list("id", "variant"))
    held = {variant for variant in sorted(set(rated.values())) if hold_ratings(variant)}
    return [game for game in games if game not in rated or rated[game] in held]


def _with_bands(
    setups: Sequence[OpenedSetup], before: Mapping[UUID, Sequence[int]]
) -> Iterator[tuple[OpenedSetup, int]]:
    """The set-ups of games that are counted, each with the band in which it is."""
    seats: Counter[UUID] = Counter()
    for setup in setups:
        if setup.game in before:
            yield setup, before[setup.game][seats[setup.game]]
            seats[setup.game] += 1


@on_strengths
def count_again(strengths: Mapping[UUID, Sequence[float]]) -> None:
    """Has games be counted again that are counted in other bands of ratings than they would be now."""
    counted = CountedBands.objects.filter(game__in=list(strengths)).order_by("game").values_list("game", "bands")
    games = [
        game
        for game, bands in counted
        if bands != ([band_of(value) for value in strengths[game]] or [NO_BAND] * len(bands))
    ]
    if games:
        execute(_QUEUE, (games,))
