"""What a profile says of a player's games that were played here: how they ended, and whether the player stayed."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Count, F, Q

from games.models import Game, GameSeat
from games.rules import End

__all__ = ["Figures", "figures_of"]

_CALLED_OFF = tuple(end.value for end in End if end.called_off)
_WITHOUT_RESULT = (End.BOTH_MISSING.value, End.UNFINISHED.value)


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's games that are over, rated or not; games that were called off are left out.

    Args:
        games: how many there are; some end without a win, a draw or a loss.
        lost_by_clock: those that the player's own time ended, on the move or setting up.
        aborted: games that the player called off, which are not among `games`.
    """

    games: int
    wins: int
    draws: int
    losses: int
    lost_by_clock: int
    aborted: int

    @property
    def finished_share(self) -> int | None:
        """Of a hundred games begun, how many the player neither let run out of time nor called off; None without."""
        begun = self.games + self.aborted
        return round(100 * (self.games - self.lost_by_clock) / begun) if begun else None

    @property
    def clock_share(self) -> int | None:
        """Of a hundred games, how many the player's own time ended; None without games."""
        return round(100 * self.lost_by_clock / self.games) if self.games else None


def figures_of(player_id: UUID) -> Figures:
    """Counts a player's games."""
    seats = GameSeat.objects.filter(
        player_id=player_id, game__status=Game.Status.OVER, game__source=Game.Source.PLAY
    ).exclude(game__outcome__in=_CALLED_OFF)
    side, nobody = F("seat") % 2, Q(game__winner=None)
    counts = seats.aggregate(
        games=Count("id"),
        wins=Count("id", filter=Q(game__winner=side)),
        draws=Count("id", filter=nobody & ~Q(game__outcome__in=_WITHOUT_RESULT)),
        losses=Count("id", filter=~nobody & ~Q(game__winner=side)),
    )
    left = _left(player_id)
    return Figures(
        **counts,
        lost_by_clock=left.get("timed-out", 0) + left.get("setups-forfeited", 0),
        aborted=left.get("game-aborted", 0),
    )


# In a game of four the clock of one's partner may end it, or any of the others call it off: the log says who it was.
# The event is one of the last: at most the reveal follows.
_LEFT = """
SELECT e.type, count(*)
FROM games_gameseat s
JOIN (VALUES (0, 'red'), (1, 'blue'), (2, 'red2'), (3, 'blue2')) slug (seat, name) ON slug.seat = s.seat
JOIN games_game g ON g.id = s.game_id
JOIN eventlog_event e ON e.stream = g.id AND e.version >= g.version - 1
WHERE s.player_id = %s AND g.source = 'play' AND g.status = 'over'
  AND e.type IN ('timed-out', 'setups-forfeited', 'game-aborted')
  AND (e.data->>'seat' = slug.name OR e.data->'seats' ? slug.name)
GROUP BY e.type
"""


def _left(player_id: UUID) -> dict[str, int]:
    """How many games the player's own time ended, or the player called off, by the type of the event."""
    with connection.cursor() as cursor:
        cursor.execute(_LEFT, [player_id])
        return dict(cursor.fetchall())
