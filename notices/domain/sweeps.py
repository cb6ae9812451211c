"""What is found due each minute: turns to tell of, reminders, mails, and what is old. Each may run twice, and at once.

That it is somebody's turn is found here and not told with each move: who is at the board anyway needs no notice, and a
move stays as quick as it was. Live games and games against the computer are played in one go, so nothing is told of
their turns.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from notices.domain.notifying import MAILED_WITHIN, notify
from notices.models import Kind, Notice, ToldOfTournament

log = logging.getLogger(__name__)

MOST = 1000  # of each in one sweep
MAIL_AFTER = timedelta(minutes=1)
"""Who is on the site sees a notice first, and then no mail is sent."""

KEPT = timedelta(days=90)

# Games in which days pass between turns, and their players.
_SLOW = """
FROM games_game g
JOIN games_gameseat s ON s.game_id = g.id
WHERE g.result = 'playing' AND g.source = 'play'
  AND NOT (coalesce(g.time->>'kind', '') = 'bank' AND (g.time->>'base')::int < 86400)
  AND NOT EXISTS (SELECT FROM games_gameseat b JOIN players_player p ON p.id = b.player_id
                  WHERE b.game_id = g.id AND p.bot)
  AND NOT EXISTS (SELECT FROM notices_told t WHERE t.game = g.id AND t.seat = s.seat AND t.version = g.turn_version
                  AND t.kind = %(kind)s)
"""

_TURNS = f"""
SELECT g.id, s.seat, g.turn_version, s.player_id {_SLOW}
  AND g.status = 'playing' AND s.seat = g.to_move AND s.player_id IS NOT NULL
ORDER BY g.position LIMIT {MOST}
"""

# A turn began with the event of its public version. What a vacation adds to a deadline is no time to think in: so a
# turn's time is taken from the time control, and that of a bank is never more than its cap.
_REMINDERS = f"""
SELECT g.id, s.seat, g.turn_version, s.player_id {_SLOW}
  AND g.status <> 'over' AND g.due > %(now)s AND (g.due_seats >> s.seat) & 1 = 1 AND s.player_id IS NOT NULL
  AND (g.due - %(now)s) * 4 <= CASE
    WHEN g.status = 'waiting' THEN (g.time->>'setup')::int * interval '1 second'
    WHEN g.time->>'kind' = 'move' THEN (g.time->>'base')::int * interval '1 second'
    ELSE least(
      g.due - (SELECT e.time FROM eventlog_event e WHERE e.stream = g.id AND e.version = g.turn_version),
      (g.time->>'cap')::int * interval '1 second'
    ) END
ORDER BY g.due LIMIT {MOST}
"""  # noqa: S608 (names of our own tables)

_TELL = """
INSERT INTO notices_told (game, seat, version, kind) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""


def tell_turns() -> int:
    """Tells whose turn it is, once a turn; returns of how many turns."""
    return _tell(Kind.YOUR_TURN, _TURNS)


def remind() -> int:
    """Reminds who has a quarter of the time left, to move or to set up, once a turn; returns of how many turns."""
    return _tell(Kind.REMINDER, _REMINDERS)


def _tell(kind: Kind, due: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(due, {"kind": kind.value, "now": timezone.now()})
        found = cursor.fetchall()
    return sum(_tried(kind, *row) for row in found)


def _tried(kind: Kind, game: UUID, seat: int, version: int, player: UUID) -> bool:
    """Tells one player. What fails there, as for an account that is deleted just now, keeps nobody else waiting."""
    try:
        return _tell_one(kind, game, seat, version, player)
    except Exception as error:
        # Its message might tell who it was.
        log.error("telling of a turn failed with %s", type(error).__name__)
        return False


def _tell_one(kind: Kind, game: UUID, seat: int, version: int, player: UUID) -> bool:
    """Tells one player of one turn, unless another sweep has done so."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_TELL, [game, seat, version, kind.value])
        if cursor.rowcount != 1:
            return False
        notify(player, kind, game=game, version=version)
        return True


def waiting_mails() -> list[UUID]:
    """The notices whose mail is due: a minute old, so that who is on the site has seen them."""
    now = timezone.now()
    waiting = Notice.objects.filter(mail=Notice.Mail.WAITING)
    waiting.filter(created__lte=now - MAILED_WITHIN).update(mail=Notice.Mail.NONE)
    due = waiting.filter(created__lte=now - MAIL_AFTER).order_by("created")
    return list(due.values_list("id", flat=True)[:MOST])


# What still is somebody's turn is looked for among the games that go on, so the archive is not read.
_STALE_NOTICES = """
DELETE FROM notices_notice n WHERE n.kind IN ('your-turn', 'reminder') AND NOT EXISTS (
    SELECT FROM games_game g WHERE g.id = n.game AND g.result = 'playing' AND g.turn_version = n.version)
"""
_STALE_TOLD = """
DELETE FROM notices_told t WHERE NOT EXISTS (
    SELECT FROM games_game g WHERE g.id = t.game AND g.result = 'playing' AND g.turn_version = t.version)
"""


def forget_old() -> None:
    """Deletes what is out of date for good: notices of turns that are over, and all that are three months old."""
    Notice.objects.filter(created__lt=timezone.now() - KEPT).delete()
    # Nothing that old is found to be so any more.
    ToldOfTournament.objects.filter(created__lt=timezone.now() - 4 * KEPT).delete()
    with connection.cursor() as cursor:
        cursor.execute(_STALE_NOTICES)
        cursor.execute(_STALE_TOLD)
