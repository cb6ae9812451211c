"""What is found due each minute: turns to tell of, reminders, mails, and what is old. Each may run twice, and at once.

That it is somebody's turn is found here and not told with each move: who is at the board anyway needs no notice, and a
move stays as quick as it was. Live games and games against the computer are played in one go, so nothing is told of
their turns.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from eventlog.changes import read_news
from notices.domain.commands import MAILED_WITHIN, notify
from notices.models import Kind, Notice, ToldOfTournament

log = logging.getLogger(__name__)

MOST = 1000
"""Mails that one sweep sends, and games that are looked at together."""

ROUNDS = 10
"""So often a sweep looks at that many games; the next one takes the rest."""

AGAIN_AFTER = timedelta(minutes=1)
"""When a game is looked at again whose player could not be told."""

MAIL_AFTER = timedelta(minutes=1)
"""Players on the site see a notice first, and then no mail is sent."""

KEPT = timedelta(days=90)

READER = "turns"
"""Of the log, see `eventlog.changes`."""

# Games in which days pass between turns. One of an event without a clock follows a real board, where both players sit.
_SLOW = (
    "g.source = 'play' AND NOT (coalesce(g.time->>'kind', '') = 'bank' AND (g.time->>'base')::int < 86400)"
    " AND NOT (g.time IS NULL AND g.tournament IS NOT NULL)"
)

# The time changes, however often it is set, so that who looks just now does not take this for what was looked at.
_NEWS = f"""
INSERT INTO notices_duegame AS d (game, at)
SELECT g.id, %(now)s FROM games_game g WHERE g.id = ANY(%(games)s) AND {_SLOW}
ON CONFLICT (game) DO UPDATE SET at = least(excluded.at, d.at - interval '1 microsecond')
"""  # noqa: S608 (our own names)
_EVERYTHING = f"""
INSERT INTO notices_duegame (game, at)
SELECT g.id, %(now)s FROM games_game g WHERE g.result = 'playing' AND {_SLOW}
UNION SELECT game, %(now)s FROM notices_told
ON CONFLICT (game) DO UPDATE SET at = excluded.at
"""  # noqa: S608 (our own names)
_DUE = f"SELECT game, at FROM notices_duegame WHERE at <= %(now)s ORDER BY at, game LIMIT {MOST}"  # noqa: S608 (our own names)

_PLAYERS = f"""
FROM games_game g
JOIN games_gameseat s ON s.game_id = g.id
WHERE g.id = ANY(%(games)s) AND g.result = 'playing' AND {_SLOW} AND s.player_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM games_gameseat b JOIN players_player p ON p.id = b.player_id
                  WHERE b.game_id = g.id AND p.bot)
  AND NOT EXISTS (SELECT FROM notices_told t WHERE t.game = g.id AND t.seat = s.seat AND t.version = g.turn_version
                  AND t.kind = %(kind)s)
"""  # noqa: S608 (our own names)
_TURNS = f"""
SELECT g.id, s.seat, g.turn_version, s.player_id {_PLAYERS} AND g.status = 'playing' AND s.seat = g.to_move
ORDER BY g.position
"""

# A turn began with the event of its public version. What a vacation adds to a deadline is no time to think in: so a
# turn's time is taken from the time control, and that of a bank is never more than its cap.
_REMIND_AT = """
(g.due - CASE
    WHEN g.status = 'waiting' THEN (g.time->>'setup')::int * interval '1 second'
    WHEN g.time->>'kind' = 'move' THEN (g.time->>'base')::int * interval '1 second'
    ELSE least(
      g.due - (SELECT e.time FROM eventlog_event e WHERE e.stream = g.id AND e.version = g.turn_version),
      (g.time->>'cap')::int * interval '1 second'
    ) END / 4)
"""
_REMINDERS = f"""
SELECT g.id, s.seat, g.turn_version, s.player_id {_PLAYERS}
  AND g.status <> 'over' AND g.due > %(now)s AND (g.due_seats >> s.seat) & 1 = 1 AND {_REMIND_AT} <= %(now)s
ORDER BY g.due
"""
# By the key of each: many are due at the same time.
_LOOKED_AT = """
DELETE FROM notices_duegame d USING unnest(%(games)s::uuid[], %(times)s::timestamptz[]) AS seen (game, at)
WHERE d.game = seen.game AND d.at IS NOT DISTINCT FROM seen.at
"""
_NEXT = f"""
INSERT INTO notices_duegame (game, at)
SELECT g.id, {_REMIND_AT} FROM games_game g
WHERE g.id = ANY(%(games)s) AND g.result = 'playing' AND g.status <> 'over' AND {_REMIND_AT} > %(now)s AND {_SLOW}
ON CONFLICT DO NOTHING
"""  # noqa: S608 (our own names)
_AGAIN = """
INSERT INTO notices_duegame (game, at) SELECT unnest(%(games)s::uuid[]), %(again)s ON CONFLICT DO NOTHING
"""

_TELL = """
INSERT INTO notices_told (game, seat, version, kind) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""

_STALE_NOTICES = """
DELETE FROM notices_notice n
WHERE n.game = ANY(%(games)s) AND n.kind IN ('your-turn', 'reminder') AND NOT EXISTS (
    SELECT FROM games_game g WHERE g.id = n.game AND g.result = 'playing' AND g.turn_version = n.version)
"""
_STALE_TOLD = """
DELETE FROM notices_told t WHERE t.game = ANY(%(games)s) AND NOT EXISTS (
    SELECT FROM games_game g WHERE g.id = t.game AND g.result = 'playing' AND g.turn_version = t.version)
"""


class ToldTurns(NamedTuple):
    """Of how many turns players were told, and of how many they were reminded."""

    turns: int
    reminders: int


def tell_turns() -> ToldTurns:
    """Tells whose turn it is, and reminds who has a quarter of the time left, to move or to set up: each once a turn.
    Removes notices of turns that are over.

    It reads the events of the log that are new, and the games that are due by them or by their time; no others.
    """
    turns = reminders = 0
    note_news()
    for _round in range(ROUNDS):
        now = timezone.now()
        due = _rows(_DUE, now=now)
        games = [game for game, _at in due]
        failed: set[UUID] = set()
        for stale in (_STALE_NOTICES, _STALE_TOLD):
            _do(stale, games=games)
        turns += _tell(Kind.YOUR_TURN, _TURNS, games, now, failed)
        reminders += _tell(Kind.REMINDER, _REMINDERS, games, now, failed)
        done = [game for game in games if game not in failed]
        with transaction.atomic():
            _do(_LOOKED_AT, games=games, times=[at for _game, at in due])
            _do(_NEXT, games=done, now=now)
            _do(_AGAIN, games=list(failed), again=now + AGAIN_AFTER)
        if len(due) < MOST:
            break
    return ToldTurns(turns, reminders)


def note_news() -> None:
    """Notes the games with new events as due; the first time all that go on."""
    read_news(READER, lambda games: _do(_EVERYTHING if games is None else _NEWS, games=games, now=timezone.now()))


def _rows(sql: str, **values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        result: list[Any] = cursor.fetchall()
        return result


def _do(sql: str, **values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _tell(kind: Kind, due: str, games: Sequence[UUID], now: datetime, failed: set[UUID]) -> int:
    """Notifies the players of some games; adds games with errors to `failed`."""
    number = 0
    for game, seat, version, player in _rows(due, games=games, kind=kind.value, now=now):
        try:
            number += _tell_one(kind, game, seat, version, player)
        except Exception as error:  # as for an account that is deleted just now: it keeps nobody else waiting
            # Its message might reveal a person.
            log.error("telling of a turn failed with %s", type(error).__name__)
            failed.add(game)
    return number


def _tell_one(kind: Kind, game: UUID, seat: int, version: int, player: UUID) -> bool:
    """Tells one player of one turn, unless another sweep has done so."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_TELL, [game, seat, version, kind.value])
        if cursor.rowcount != 1:
            return False
        notify(player, kind, game=game, version=version)
        return True


def waiting_mails() -> list[UUID]:
    """The notices whose mail is due: a minute old, so that players on the site have seen them."""
    now = timezone.now()
    waiting = Notice.objects.filter(mail=Notice.Mail.WAITING)
    waiting.filter(created__lte=now - MAILED_WITHIN).update(mail=Notice.Mail.NONE)
    due = waiting.filter(created__lte=now - MAIL_AFTER).order_by("created")
    return list(due.values_list("id", flat=True)[:MOST])


def forget_old() -> None:
    """Deletes what is out of date for good: all that is three months old."""
    Notice.objects.filter(created__lt=timezone.now() - KEPT).delete()
    # Nothing that old is found to be so any more.
    ToldOfTournament.objects.filter(created__lt=timezone.now() - 4 * KEPT).delete()
