"""Figures follow the log in two steps: a projection notes which games are to be counted, and a task counts them.

The end of a game and its reveal write one small row each, and nobody waits for the counting: it plays the game again,
and asks at each ply who could know a Flag. The task takes a game off the list in the transaction that adds it up, so
each counts once, however often the task runs and whenever it is stopped.
"""

from __future__ import annotations

import json
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from uuid import UUID

import django.db
import psycopg
from django.db import transaction

from accounts.models import Player
from eventlog import store
from eventlog.corruption import folding, skipping_damaged
from eventlog.histories import events_of
from eventlog.registry import Damaged, Stored, projection
from eventlog.statements import execute, write
from games.domain.events import EndPublished, GameRevealed
from games.domain.projections import GAME_EVENTS, applied_versions, changes_of, only_goes_on, result_of
from games.models import Game, key_of
from games.replay import Timeline
from games.rules import Seat
from library.figures.domain.course import COUNTED, GameFigures, ended_figures, opened_figures
from library.figures.models import FigureCount, FigureDue, PlayerFigures

log = logging.getLogger(__name__)

AT_ONCE = 10
"""Games that are added up in one transaction."""

TRIES = 5
"""So often a game is tried whose counting fails, once in each run. A rebuild tries it again."""

_TABLES = tuple(model._meta.db_table for model in (FigureDue, FigureCount, PlayerFigures))


# -- games to count ----------------------------------------------------------------

_NOTE = b"""
INSERT INTO figures_due AS old (game, ended, opened)
SELECT * FROM unnest(%s::uuid[], %s::bool[], %s::bool[])
ON CONFLICT (game) DO UPDATE SET ended = old.ended OR excluded.ended, opened = old.opened OR excluded.opened
"""


@projection("figures", events=GAME_EVENTS, tables=_TABLES, writes_only=True, applied_versions=applied_versions)
def project_figures(stored: Sequence[Stored]) -> None:
    """Notes each game whose end is public by these events, or that they open. What they have changed is counted by
    `count_due`, which alone writes the other two tables."""
    if only_goes_on(stored):
        return
    due = []
    for change in changes_of(stored):
        now = change.now
        if now.created.origin is None and now.state is not None and result_of(now.outcome) in COUNTED:
            opened = bool(events_of(change.stored, GameRevealed))
            if change.ends or opened:
                due.append((change.id, change.ends, opened))
    if due:
        write("figures_due", _NOTE, [tuple(map(list, zip(*due, strict=True)))])


# -- counting them --------------------------------------------------------------------------------


def slice_of(*, year: int | None = None, event: str = "") -> str:
    """The name of a slice: of all games, or of those of a year or of an event."""
    return f"event {event}" if event else "" if year is None else f"year {year}"


@dataclass(slots=True)
class _Sums:
    """What some games add: by the keys of the rows."""

    counts: dict[tuple[str, str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    players: dict[tuple[UUID, str, date], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def count_due(*, seconds: float | None = None) -> bool:
    """Counts games that are due.

    Args:
        seconds: stop once they have passed; without them all that is due is counted.

    Returns:
        Whether some may be left.
    """
    until = None if seconds is None else time.monotonic() + seconds
    failed: set[UUID] = set()  # what failed a moment ago would fail again
    while True:
        rows = FigureDue.objects.filter(tried__lt=TRIES).exclude(game__in=failed)
        due = list(rows.order_by("tried", "game")[:AT_ONCE])
        if not due:
            return False
        failed |= _count(due)
        if until is not None and time.monotonic() >= until:
            return True


_TAKE = b"""
DELETE FROM figures_due due USING unnest(%s::uuid[], %s::bool[], %s::bool[]) AS told (game, ended, opened)
WHERE due.game = told.game AND due.ended = told.ended AND due.opened = told.opened RETURNING due.game
"""
_SUM = """(
    SELECT jsonb_object_agg(key, number) FROM (
        SELECT key, sum(value::int8) AS number FROM (
            SELECT * FROM jsonb_each_text(old.counts) UNION ALL SELECT * FROM jsonb_each_text(excluded.counts)
        ) both_counts GROUP BY key
    ) summed
)"""
_ADD = f"""
INSERT INTO figures_count AS old (variant, slice, source, counts)
SELECT * FROM jsonb_to_recordset(%s::text::jsonb) AS new (variant text, slice text, source text, counts jsonb)
ON CONFLICT (variant, slice, source) DO UPDATE SET counts = {_SUM}
""".encode()  # noqa: S608 (a part of our own)
_ADD_PLAYERS = f"""
INSERT INTO figures_player AS old (player, variant, month, games, counts)
SELECT * FROM jsonb_to_recordset(%s::text::jsonb)
    AS new (player uuid, variant text, month date, games int4, counts jsonb)
ON CONFLICT (player, variant, month) DO UPDATE SET games = old.games + excluded.games, counts = {_SUM}
""".encode()  # noqa: S608 (a part of our own)
_THERE = b"""
SELECT id FROM players_player WHERE id = ANY(%s::uuid[]) AND account_id IS NOT NULL AND NOT bot
ORDER BY id FOR SHARE
"""


def _count(due: Sequence[FigureDue]) -> set[UUID]:
    rows = {
        game.id: game
        for game in Game.objects.filter(id__in=[item.game for item in due]).prefetch_related("seats").order_by("id")
    }
    added = {item.game: parts for item in due if (parts := _told(item, rows.get(item.game))) is not None}
    done = [item for item in due if item.game in added]
    failed = {item.game for item in due} - added.keys()
    if not done:
        return failed
    with transaction.atomic():
        columns = [[getattr(due, name) for due in done] for name in ("game", "ended", "opened")]
        taken = {game for (game,) in execute(_TAKE, columns)}
        sums = _Sums()
        for game in taken:
            for part in added[game]:
                part.add_to(sums)
        players = {player for player, _variant, _month in sums.players}
        # Whose account goes meanwhile is waited for, and then not counted (`erase_figures`).
        there = {player for (player,) in execute(_THERE, (sorted(players),))} if players else set()
        # In one order, so that those who wait for one another do not wait in a circle.
        counts = [
            {"variant": variant, "slice": part, "source": source, "counts": numbers}
            for (variant, part, source), numbers in sorted(sums.counts.items())
        ]
        months = [
            {
                "player": str(player),
                "variant": variant,
                "month": month.isoformat(),
                "games": numbers["games"],
                "counts": numbers,
            }
            for (player, variant, month), numbers in sorted(sums.players.items())
            if player in there
        ]
        if counts:
            execute(_ADD, (json.dumps(counts),))
        if months:
            execute(_ADD_PLAYERS, (json.dumps(months),))
    return failed


def erase_figures(player: UUID) -> None:
    """Deletes the player's figures; those of games and events name nobody, and stay. First the row of the player is
    taken, so that none are counted meanwhile; others go on writing rows that name the player."""
    list(Player.objects.select_for_update(no_key=True).filter(id=player).order_by("id").values_list("id", flat=True))
    PlayerFigures.objects.filter(player=player).delete()


@dataclass(frozen=True, slots=True)
class _Part:
    """What one game adds by its end, or by its reveal.

    Args:
        month: in which that was; None for a record without a date.
    """

    game: Game
    figures: GameFigures
    month: date | None

    def add_to(self, sums: _Sums) -> None:
        """Adds it to each slice of the game, and to the months of its players, if they played it here."""
        game = self.game
        for part in _slices(game):
            sums.counts[game.variant, part, game.source].update(self.figures.book)
        if game.source == Game.Source.PLAY and self.month is not None:
            for seat in game.all_seats:
                if seat.player_id is not None:
                    own = self.figures.seats[Seat(seat.seat)]
                    sums.players[seat.player_id, game.variant, self.month].update(own)


def _slices(game: Game) -> Iterator[str]:
    yield slice_of()
    yield slice_of(year=(game.started or game.created).astimezone(UTC).year)
    if game.tournament is not None:
        yield slice_of(event=key_of(game.tournament))


def _told(due: FigureDue, game: Game | None) -> list[_Part] | None:
    """What a game adds: nothing if it is damaged or deleted; None if that cannot be computed now, to be tried again. A
    database that is slow or away is no fault of the game, and no try: that error propagates."""
    try:
        if game is not None:
            with skipping_damaged():
                return list(_parts(due, game))
    except (django.db.Error, psycopg.Error):
        raise
    except Exception as error:  # the other games are counted all the same
        log.error("a game could not be counted: %s", type(error).__name__)
        FigureDue.objects.filter(game=due.game).update(tried=due.tried + 1)
        return None
    return []


def _parts(due: FigureDue, game: Game) -> Iterator[_Part]:
    stored = list(store.load(game.id))
    if not stored:
        raise Damaged(game.id, None, "empty")
    with folding(game.id):
        line = Timeline(stored)
    if due.ended and (ended := ended_figures(line)) is not None:
        times = [item.time for item in stored if isinstance(item.event, EndPublished)]
        yield _Part(game, ended, _month(times[0] if times else line.ended_at))
    if due.opened and (opened := opened_figures(line)) is not None:
        times = [item.time for item in stored if isinstance(item.event, GameRevealed)]
        yield _Part(game, opened, _month(times[0]))


def _month(moment: datetime | None) -> date | None:
    return None if moment is None else moment.astimezone(UTC).date().replace(day=1)


# -- asking ---------------------------------------------------------------------------------------


def figures_of(variant: str, *, of: str = "", source: str = "") -> Counter[str]:
    """What was counted of the games of a slice.

    Args:
        variant: slug of a rule book.
        of: the slice, see `slice_of`.
        source: a `Game.Source`, for the games of one.
    """
    rows = FigureCount.objects.filter(variant=variant, slice=of, **({"source": source} if source else {}))
    return _summed(rows.values_list("counts", flat=True))


def book_of_event(event: str, variants: Collection[str]) -> str | None:
    """The rule book of an event of which games are counted, by its key.

    Args:
        variants: slugs of the rule books that it may be.
    """
    counts = FigureCount.objects.filter(variant__in=variants, slice=slice_of(event=event))
    return counts.order_by("variant").values_list("variant", flat=True).first()


def figures_of_player(
    player: UUID, variant: str, *, until: date | None = None, year: int | None = None
) -> Counter[str]:
    """What was counted of a player's games of a rule book.

    Args:
        player, variant: who, and the slug of the rule book.
        until: the last month shown; all without it.
        year: of the months.
    """
    rows = PlayerFigures.objects.filter(player=player, variant=variant)
    if until is not None:
        rows = rows.filter(month__lte=until)
    if year is not None:
        rows = rows.filter(month__gte=date(year, 1, 1), month__lte=date(year, 12, 31))
    return _summed(rows.values_list("counts", flat=True))


def books_of_player(player: UUID, *, until: date | None = None) -> Mapping[str, int]:
    """The rule books of which games of a player are counted, with how many, the most first.

    Args:
        until: as of `figures_of_player`.
    """
    rows = PlayerFigures.objects.filter(player=player)
    if until is not None:
        rows = rows.filter(month__lte=until)
    counts: Counter[str] = Counter()
    for variant, games in rows.values_list("variant", "games"):
        counts[variant] += games
    return dict(sorted(counts.items(), key=lambda count: (-count[1], count[0])))


def last_shown_month(now: datetime) -> date:
    """The last month that others see of a player's figures: it has been over for a month.

    >>> last_shown_month(datetime(2026, 1, 31, tzinfo=UTC)), last_shown_month(datetime(2026, 3, 1, tzinfo=UTC))
    (datetime.date(2025, 11, 1), datetime.date(2026, 1, 1))
    """
    today = now.astimezone(UTC)
    months = today.year * 12 + today.month - 1 - 2
    return date(months // 12, months % 12 + 1, 1)


COUNTED_DUE = 1000
"""The shown number of uncounted games is at most this."""


def games_due() -> int:
    """The number of uncounted games, up to a limit."""
    return FigureDue.objects.filter(tried__lt=TRIES)[:COUNTED_DUE].count()


def _summed(rows: Collection[Mapping[str, int]]) -> Counter[str]:
    texts: Counter[str] = Counter()
    for counts in rows:
        texts.update(counts)
    return texts
