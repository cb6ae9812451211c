"""Recomputes ratings from a place in the log on, after the moderators changed something there.

What a game does to a rating follows from the games before it, so it changes those of its players, of their opponents
from then on, and of theirs. Here all of that is worked out again, in the order of the log and by the same functions, in
pieces that each are a transaction. A piece knows from the log of changes alone what was before it, so it can be done
again, and broken off anywhere; who is concerned so far, and up to where changes are right, stands in rows.

Games go on meanwhile. One that ends is rated by what its players' ratings are by then, right or not; it lies behind the
piece at work, among the changes of somebody concerned, and is worked out again in its turn. Ratings themselves are
written at the end: then those that end wait for a moment, so that none comes in between.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from eventlog.projections import lock_order
from eventlog.statements import execute
from games.rules import Seat
from ratings.domain.glicko import MONTH
from ratings.domain.projections import (
    RatingEntry,
    RatingRow,
    RatingTable,
    change_again,
    lock_refolding,
    note_refolding,
    tell_strengths,
    write_meetings,
)
from ratings.models import Change, Meeting, Refold, RefoldPart

log = logging.getLogger(__name__)

PIECE = 200
"""Games of one piece."""

FEW = 40
"""Games that may be left for the last piece, which others wait for."""

_WINDOW = 1 << 16
"""Positions of the log that are looked at first for the games of a piece; more, if there are few in them."""
_WIDER = 16
_END = (1 << 63) - 1

Kind = Change.Kind


class UnknownStrength(RuntimeError):
    """A change was written by a release that did not keep all that a rating is folded from: `manage.py rebuild` makes
    it again, and needs no refolding after that."""


def refold(*, pieces: int = 1_000_000) -> bool:
    """Runs pending recomputations.

    Args:
        pieces: so many at most.

    Returns:
        Whether some is left.
    """
    done = 0
    for variant in Refold.objects.order_by("variant").values_list("variant", flat=True):
        last = False
        while done < pieces:
            done += 1
            try:
                left = refold_piece(variant, last=last)
            except UnknownStrength:
                log.error("ratings of %s cannot be folded again: run “manage.py rebuild” once", variant)
                break
            if left is None:
                break
            last = left
        else:
            return True
    return False


class _ChangedRow(NamedTuple):
    """A row of `Change`."""

    game: UUID
    seat: int
    player: UUID
    variant: str
    kind: int
    result: int
    before: float
    value: float
    deviation: float
    volatility: float | None
    number: int | None
    played: datetime | None
    amount: int | None
    meeting: int
    time: datetime
    position: int
    ladder: int


def refold_piece(variant: str, *, last: bool = False) -> bool | None:
    """Folds a piece again.

    Args:
        variant: the slug of a rule book.
        last: little is left, so the ends of rated games wait for this piece, and it may finish.

    Returns:
        None if all is done; else whether little is left.

    Raises:
        UnknownStrength: see there.
    """
    with transaction.atomic():
        if last:
            lock_order()
        lock_refolding(variant)
        job = Refold.objects.filter(variant=variant).first()
        if job is None:
            return None
        parts = list(RefoldPart.objects.filter(variant=variant).values_list("player", "opponent"))
        concerned = {player for player, opponent in parts if opponent is None}
        rows, until = _rows_after(variant, job.position, concerned)
        entries = _entries(rows)
        if entries:
            players = {row.player for row in rows} | concerned
            table = _table_before(variant, job.position, players, min(row.time for row in rows))
            for entry, time, position in entries:
                table.take(entry, time, position)
            _write(variant, rows, table)
        if until == _END and last and len(entries) <= FEW:
            _finish(variant)
            return None
        if entries:
            Refold.objects.filter(variant=variant).update(position=entries[-1][2])
        return until == _END


# -- what to fold ------------------------------------------------------------------------

_COLUMNS = ", ".join(f"c.{name}" for name in _ChangedRow._fields)
_ROWS = f"""
SELECT {_COLUMNS} FROM ratings_change c WHERE c.game IN (
    SELECT game FROM ratings_change
    WHERE player = ANY(%s::uuid[]) AND variant = %s AND position > %s::int8 AND position <= %s::int8
)
""".encode()  # noqa: S608 (names of our own columns)


def _rows_after(variant: str, position: int, concerned: Collection[UUID]) -> tuple[list[_ChangedRow], int]:
    """The changes of whoever is concerned after a position, of their opponents from then on, and so on; and up to which
    position that is all."""
    window = _WINDOW
    while True:
        until = min(position + window, _END)
        rows, until = _rows_between(variant, position, until, concerned)
        if until == _END or len({row.game for row in rows}) >= PIECE // 2:
            return rows, until
        window = window * _WIDER if window < _END // _WIDER else _END


def _rows_between(
    variant: str, position: int, until: int, concerned: Collection[UUID]
) -> tuple[list[_ChangedRow], int]:
    """As `_rows_after`, of some positions; of fewer, if there are too many games."""
    rows: dict[tuple[UUID, int], _ChangedRow] = {}
    asked: set[UUID] = set()
    players = set(concerned)
    while new := players - asked:
        for row in map(_ChangedRow._make, execute(_ROWS, (list(new), variant, position, until))):
            rows[row.game, row.seat] = row
        asked |= new
        places = sorted({row.position for row in rows.values()})
        if len(places) > PIECE:
            until = places[PIECE - 1]
            rows = {key: row for key, row in rows.items() if row.position <= until}
        players = {row.player for row in rows.values()}
    return sorted(rows.values(), key=lambda row: (row.position, row.seat)), until


def _entries(rows: Sequence[_ChangedRow]) -> list[tuple[RatingEntry, datetime, int]]:
    games: dict[UUID, list[_ChangedRow]] = defaultdict(list)
    for row in rows:
        games[row.game].append(row)
    results = []
    for game, seats in games.items():
        seat = seats[0]
        kind = Kind.COUNTS if seat.kind in (Kind.BEYOND, Kind.APART) else Kind(seat.kind)
        players = {Seat(row.seat): row.player for row in seats}
        ladders = {Seat(row.seat): row.ladder for row in seats}
        entry = RatingEntry(game, seat.variant, kind, _winner(seats), players, seat.amount, ladders)
        results.append((entry, seat.time, seat.position))
    return results


def _winner(seats: Iterable[_ChangedRow]) -> int | None:
    return next((Seat(row.seat).side for row in seats if row.result == Change.Result.WIN), None)


# -- what was before ------------------------------------------------------------------------------

_BEFORE = b"""
SELECT who.player, was.value, was.deviation, was.volatility, was.number, was.played, was.position
FROM unnest(%s::uuid[]) AS who (player) CROSS JOIN LATERAL (
    SELECT * FROM ratings_change c
    WHERE c.player = who.player AND c.variant = %s AND c.position <= %s::int8 AND c.kind IN (0, 3)
    ORDER BY c.position DESC LIMIT 1
) was
"""
_MET = b"""
SELECT game, seat, player, time FROM ratings_change
WHERE player = ANY(%s::uuid[]) AND variant = %s AND position <= %s::int8 AND time > %s AND kind IN (0, 5)
ORDER BY position, seat
"""


def _table_before(variant: str, position: int, players: Collection[UUID], first: datetime) -> RatingTable:
    """The ratings as they stood after the change at a position, and when people had met of late.

    Args:
        players: the players.
        first: when the first game after it ended.
    """
    table = RatingTable()
    for player, value, deviation, volatility, number, played, place in execute(
        _BEFORE, (list(players), variant, position)
    ):
        if volatility is None or number is None:
            raise UnknownStrength(variant)
        if number:
            table.rows[player, variant] = RatingRow(value, deviation, volatility, number, played, place)
    for pair, times in _met(variant, execute(_MET, (list(players), variant, position, first - MONTH))).items():
        table.met[pair] = times
    return table


def _met(variant: str, rows: Iterable[tuple[Any, ...]]) -> dict[tuple[str, UUID, UUID], list[datetime]]:
    """When pairs of players met, of games by their seats and times in the order in which they ended."""
    games: dict[UUID, tuple[datetime, dict[Seat, UUID]]] = {}
    for game, seat, player, time in rows:
        games.setdefault(game, (time, {}))[1][Seat(seat)] = player
    moments: dict[tuple[str, UUID, UUID], list[datetime]] = defaultdict(list)
    for game, (time, players) in games.items():
        for pair in RatingEntry(game, variant, Kind.COUNTS, None, players).pairs:
            moments[pair].append(time)
    return moments


# -- results -----------------------------------------------------------------------------


def _write(variant: str, rows: Sequence[_ChangedRow], table: RatingTable) -> None:
    before = {(row.game, row.seat): tuple(row) for row in rows}
    changes = [change for change in table.changes if before[change[0], change[1]] != change]
    if not changes:
        return
    change_again(changes)
    tell_strengths(sorted({change[0] for change in changes}))
    kinds = {change[0] for change in changes if before[change[0], change[1]][4] != change[4]}
    pairs: set[tuple[str, UUID, UUID]] = set()
    for game in kinds:
        players = {Seat(change[1]): change[2] for change in table.changes if change[0] == game}
        pairs.update(RatingEntry(game, variant, Kind.COUNTS, None, players).pairs)
    note_refolding(variant, {change[2] for change in changes}, pairs)


_RATINGS = b"""
WITH now AS (
    SELECT who.player, was.*, coalesce(lately.ladder, 0) AS ladder
    FROM ratings_refoldpart who LEFT JOIN LATERAL (
        SELECT value, deviation, volatility, number, played, position FROM ratings_change c
        WHERE c.player = who.player AND c.variant = who.variant AND c.kind IN (0, 3)
        ORDER BY c.position DESC LIMIT 1
    ) was ON true LEFT JOIN LATERAL (
        SELECT ladder FROM ratings_change c
        WHERE c.player = who.player AND c.variant = who.variant AND c.kind = 0
        ORDER BY c.position DESC LIMIT 1
    ) lately ON true
    WHERE who.variant = %s AND who.opponent IS NULL
), gone AS (
    DELETE FROM ratings_rating r USING now
    WHERE r.player = now.player AND r.variant = %s AND coalesce(now.number, 0) = 0
)
INSERT INTO ratings_rating AS old (player, variant, value, deviation, volatility, games, played, position, ladder)
SELECT player, %s, value, deviation, volatility, number, played, position, ladder FROM now WHERE number > 0
ON CONFLICT (player, variant) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,
    volatility = excluded.volatility, games = excluded.games, played = excluded.played, position = excluded.position,
    ladder = greatest(old.ladder, excluded.ladder)
WHERE (old.value, old.deviation, old.volatility, old.games, old.played, old.position) IS DISTINCT FROM
    (excluded.value, excluded.deviation, excluded.volatility, excluded.games, excluded.played, excluded.position)
"""
_MET_EVER = b"""
SELECT c.game, c.seat, c.player, d.seat, d.player, c.time
FROM ratings_change c JOIN ratings_change d ON d.game = c.game AND d.player = %s::uuid
WHERE c.player = %s::uuid AND c.variant = %s AND c.kind IN (0, 5)
ORDER BY c.position DESC
"""


def _finish(variant: str) -> None:
    """Writes the ratings of all affected players, and their meetings, and ends the recomputation."""
    execute(_RATINGS, (variant, variant, variant))
    pairs = RefoldPart.objects.filter(variant=variant).values_list("player", "opponent")
    met: dict[tuple[str, UUID, UUID], Sequence[datetime]] = {}
    for player, opponent in pairs:
        if opponent is None:
            continue
        times = [
            time
            for _game, seat, _player, other, _opponent, time in execute(_MET_EVER, (opponent, player, variant))
            if Seat(seat).side != Seat(other).side
        ][::-1]
        lately = [time for time in times if time > times[-1] - MONTH]
        if lately:
            met[variant, player, opponent] = lately
        else:
            Meeting.objects.filter(variant=variant, player=player, opponent=opponent).delete()
    if met:
        write_meetings(met)
    RefoldPart.objects.filter(variant=variant).delete()
    Refold.objects.filter(variant=variant).delete()
