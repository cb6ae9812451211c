"""How often a player left others waiting: whose time ran out, who never set up, who called a game off, or gave it
up before it counted.

The row of a game says which side lost by the clock. In a game of four that may be the clock of one's partner, so the
log is asked whose it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import connection


@dataclass(frozen=True, slots=True)
class Left:
    """A player's games that this player's own doing, or doing nothing, ended.

    Args:
        timed_out: the player's time ran out on the move.
        not_set_up: the game was lost because the player did not set up in time.
        called_off: the player aborted it.
        given_up: the player gave a rated game up before it counted.
    """

    timed_out: int = 0
    not_set_up: int = 0
    called_off: int = 0
    given_up: int = 0


# The event is one of the last two of its game: at most the reveal follows.
_LEFT = """
SELECT e.type, count(*)
FROM games_gameseat s
JOIN (VALUES (0, 'red'), (1, 'blue'), (2, 'red2'), (3, 'blue2')) slug (seat, name) ON slug.seat = s.seat
JOIN games_game g ON g.id = s.game_id
JOIN eventlog_event e ON e.stream = g.id AND e.version >= g.version - 1
WHERE s.player_id = %s AND g.source = 'play' AND g.status = 'over'
  AND (
    g.outcome IN ('time-out', 'forfeit', 'both-missing', 'aborted')
    OR g.outcome = 'resignation' AND g.unrated = 'short'
  )
  AND e.type IN ('timed-out', 'setups-forfeited', 'game-aborted', 'resigned')
  AND (e.data->>'seat' = slug.name OR e.data->'seats' ? slug.name)
GROUP BY e.type
"""


def left_by(player_id: UUID) -> Left:
    """Counts them, in all games that were played here."""
    with connection.cursor() as cursor:
        cursor.execute(_LEFT, [player_id])
        counts: dict[str, int] = dict(cursor.fetchall())
    return Left(
        timed_out=counts.get("timed-out", 0),
        not_set_up=counts.get("setups-forfeited", 0),
        called_off=counts.get("game-aborted", 0),
        given_up=counts.get("resigned", 0),
    )
