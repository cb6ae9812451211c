"""Days of players follow the log: the end of a game adds one to a row of each of its people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet, Sum

from accounts.people.bots import BOT_IDS
from eventlog.registry import Stored, projection
from eventlog.sources import SOURCES
from eventlog.statements import rows_of, write
from games.domain.command_handler import open_game
from games.domain.projections import GAME_EVENTS, applied_versions, changes_of, counted_anew, only_goes_on, result_of
from games.domain.state import GameFold
from games.models import Game, GameSeat
from games.rules import End, seat_of_slug
from library.reliability.domain.figure import (
    REMEMBERED,
    GamePart,
    Kept,
    KeptDay,
    Reliability,
    kept,
    reliability,
)
from library.reliability.models import ReliabilityDay

LOOKED_AT = 50
"""So many games of a player that ended on one day are looked at, for those that were left."""

_BOTS = frozenset(map(str, BOT_IDS))
_RULED = frozenset({End.FORFEIT, End.BOTH_LOSE, End.BOTH_MISSING})
_COUNTED = tuple(kind.value for kind in Kept)
# Rows of one player and day add up, so nobody waits for another who counts at the same time.
_COUNT = f"""
INSERT INTO reliability_day AS old (id, player, day, {", ".join(f"{name}" for name in _COUNTED)})
SELECT coalesce(
        (
            SELECT id FROM reliability_day free WHERE free.player = new.player AND free.day = new.day
            ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
        ),
        nextval('reliability_day_id_seq')
    ),
    new.*
FROM unnest(%s::uuid[], %s::date[]{", %s::int4[]" * len(_COUNTED)})
    AS new (player, day, {", ".join(f"{name}" for name in _COUNTED)})
ON CONFLICT (id) DO UPDATE SET {", ".join(f"{name} = old.{name} + excluded.{name}" for name in _COUNTED)}
""".encode()  # noqa: S608 (names of our own columns)


@projection(
    "reliability", events=GAME_EVENTS, tables=("reliability_day",), writes_only=True, applied_versions=applied_versions
)
def project_reliability(stored: Sequence[Stored]) -> None:
    """Counts each game that is over for everybody by these events, for the people who played it here; anew if the
    moderators change by them what its result counts as."""
    if only_goes_on(stored):
        return
    counts: dict[tuple[str, date], list[int]] = {}
    for change in changes_of(stored):
        for now, number in counted_anew(change):
            for player, part in parts_of(now):
                said = kept(part)
                if said is not None:
                    row = counts.setdefault((player, part.day), [0] * len(_COUNTED))
                    row[_COUNTED.index(said.value)] += number
    if any(map(any, counts.values())):
        players, days = zip(*counts, strict=True)
        figures = [list(column) for column in zip(*counts.values(), strict=True)]
        write("reliability_day", _COUNT, [(list(players), list(days), *figures)])


def parts_of(now: GameFold) -> Iterator[tuple[str, GamePart]]:
    """The people of a game that is over and what part each had in it, by their ids; of one that was not played here
    from its beginning, follows a real board, was called off by all, or whose result is annulled, nothing."""
    created = now.created
    if created.relayed or created.source != Game.Source.PLAY or now.outcome is None or now.ended_at is None:
        return
    outcome = now.result
    if result_of(outcome) in (Game.Result.CALLED_OFF, Game.Result.UNFINISHED):
        return
    people = {slug: player for slug, player in created.seats.items() if player and player not in _BOTS}
    for slug, player in people.items():
        seat = seat_of_slug(slug)
        lost = outcome.winner is None or outcome.winner != seat.side
        yield (
            player,
            GamePart(
                day=now.ended_at.astimezone(UTC).date(),
                plies=0 if now.state is None else now.state.ply,
                least=now.variant.rated_from,
                rated=created.rated,
                left=now.left.get(seat, ""),
                excused=seat in now.excused,
                ruled=outcome.kind in _RULED and lost and seat not in now.left,
                among_people=len(set(people.values())) > 1,
            ),
        )


def days_of_player(player: UUID, today: date) -> list[KeptDay]:
    """The days of a player that are remembered, the newest first: no more than there are days."""
    return [KeptDay(*row) for row in rows_of(_days, player, today - timedelta(days=REMEMBERED))]


def _days(player: UUID, after: date) -> QuerySet[Any, Any]:
    """The columns are those of `KeptDay`."""
    rows = ReliabilityDay.objects.filter(player=player, day__gt=after).values("day")
    return rows.annotate(Sum("finished"), Sum("abandoned"), Sum("excused")).order_by("-day")


def reliability_of(player: UUID) -> Reliability:
    """The figure of a player today."""
    today = utc_today()
    return reliability(days_of_player(player, today), today)


class LeftGame(NamedTuple):
    """A game that a player left, or lost by time and is excused.

    Args:
        how: as of `GamePart.left`.
        excused: why it is excused (`games/domain/excuses.py`), or empty.
    """

    game: UUID
    how: str
    excused: str


def left_on(player: UUID, day: date) -> list[LeftGame]:
    """The games that a player left on a day, among the last that ended on it; the newest first."""
    begin = datetime(day.year, day.month, day.day, tzinfo=UTC)
    seats = GameSeat.objects.filter(player=player, over_at__gte=begin, over_at__lt=begin + timedelta(days=1))
    results = []
    for game in seats.order_by("-over_at", "-game_id").values_list("game_id", flat=True)[:LOOKED_AT]:
        now = open_game(game)
        parts = (part for text, part in parts_of(now) if text == str(player))
        if any(kept(part) in (Kept.ABANDONED, Kept.EXCUSED) for part in parts):
            seat = next(seat_of_slug(slug) for slug, seat in now.created.seats.items() if seat == str(player))
            results.append(LeftGame(game, now.left[seat], now.excused.get(seat, "")))
    return results


def utc_today() -> date:
    """The day by UTC, or a test's."""
    return (datetime.now(UTC) if SOURCES.clock is None else SOURCES.clock()).date()
