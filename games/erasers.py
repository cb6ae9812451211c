"""What happens to the games of a player who deletes the account: those that go on are given up, all of them stay."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from games.domain import commands
from games.domain.insisting import insist
from games.models import Game, GameSeat
from games.rules import Seat
from players.deleting import farewell

__all__ = ["leave_games"]


@farewell
def leave_games(player_id: UUID) -> None:
    """Call off the games of a player that have hardly begun, and resign the others, so that no opponent waits. One of a
    tournament that has not begun is lost by forfeit."""
    seats = GameSeat.objects.filter(player_id=player_id).exclude(game__status=Game.Status.OVER)
    for game, number in seats.values_list("game_id", "seat"):
        seat = Seat(number)
        insist(
            game,
            partial(commands.abort_game, game=game, seat=seat),
            partial(commands.resign, game=game, seat=seat),
            partial(commands.forfeit_game, game=game, seats=[seat]),
        )
