"""Open pages are told again of what has just happened: a process may die between a commit and its notice, and who looks
at a game whose clock runs hears nothing then."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from celery import shared_task
from django.db import connection

from eventlog.changes import read_news
from play.live.listeners import notices_about
from realtime.changes import publish

READER = "pages"
"""Of the log, see `eventlog.changes`."""

AT_ONCE = 200
"""Games that pages are told of in one message."""

_GAMES = """
SELECT g.key, g.public_version,
    ARRAY(SELECT s.player_id FROM games_gameseat s WHERE s.game_id = g.id AND s.player_id IS NOT NULL),
    g.spectators <> 'live' AND g.status <> 'over'
FROM games_game g WHERE g.id = ANY(%s) AND g.source <> 'import'
"""


@shared_task
def tell_pages_again() -> None:
    """Tells open pages at which version the games are that have moved on in the last minutes. One that knows it does
    nothing. Beat runs it each minute."""
    read_news(READER, _tell)


def _tell(streams: Sequence[UUID] | None) -> None:
    if streams is None:  # nobody has looked yet: who opens a page now sees what there is
        return
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, [list(streams)])
        rows = cursor.fetchall()
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        publish(*(item for row in some for item in notices_about(*row)))
