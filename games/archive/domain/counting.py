"""Games are counted once they are open: a moment later and many together, so that no end of a game pays for counters.

`GameRevealed` puts the id of the game into a queue, and that is all that an end or an import writes. A task takes games
from the queue each minute and counts them, in one transaction: a game is either in the queue or counted, so it counts
once, whoever counts it and however often. A rebuild fills the queue and counts all that is in it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction

from eventlog import store
from eventlog.damage import report
from eventlog.registry import Stored, projection
from eventlog.statements import execute, write
from games.archive.domain.families import count_forms
from games.archive.domain.opened import opened_setups
from games.archive.domain.placements import count_placements
from games.archive.models import FormCount, PlacementCount, PlayedSetup, Uncounted
from games.domain.events import GameRevealed
from games.domain.projections import stands

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


@projection("uncounted", events=(GameRevealed,), tables=(Uncounted._meta.db_table,), writes_only=True, stands=stands)
def project_uncounted(stored: Sequence[Stored]) -> None:
    """The games that were opened and wait to be counted."""
    games = sorted({one.stream for one in stored})
    write(Uncounted._meta.db_table, _QUEUE, [(games,)] if games else [])


class _AtARebuild:
    """Lets nothing through that is being appended: the task counts that. A rebuild is given what the queue has."""

    def __call__(self, stream: UUID) -> bool:
        """No append matters."""
        return False

    def passed(self, *, batch: int) -> Iterator[list[Stored]]:
        """The events that opened the games in the queue, so many at once. The sums are the same in any order."""
        queue = Uncounted.objects.order_by("game").values_list("game", flat=True)
        games = list(queue[:batch])
        while games:
            opened = store.last_events(games, types=(GameRevealed,))
            yield store.read_events(opened, damaged=report)
            games = list(queue.filter(game__gt=games[-1])[:batch])


# It comes after the ratings, which it counts by.
@projection(
    "counters",
    events=(GameRevealed,),
    tables=tuple(model._meta.db_table for model in (PlacementCount, PlayedSetup, FormCount)),
    across=True,
    gate=_AtARebuild(),
    lanes=lambda stream: (),
)
def project_counters(stored: Sequence[Stored]) -> None:
    """All that is counted of open games, at a rebuild."""
    games = list(dict.fromkeys(one.stream for one in stored))
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
    except Exception as error:  # its message might tell a rank
        log.error("a game could not be counted: %s", type(error).__name__)


def _count(games: Collection[UUID]) -> None:
    if not games:
        return
    setups = list(opened_setups(games))
    count_placements(setups)
    count_forms(setups)
    execute(_DONE, (list(games),))
