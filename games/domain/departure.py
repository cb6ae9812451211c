"""What happens to the games of a player who deletes the account: those that go on are given up, all of them stay."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from games.domain import arbitration, commands
from games.domain.conflict_retry import retry_on_conflict
from games.models import OPEN, GameSeat
from games.rules import Seat


def leave_games(player_id: UUID) -> None:
    """Call off the games of a player that have hardly begun, and resign the others, so that no opponent waits. One of a
    tournament that has not begun is lost by forfeit."""
    seats = GameSeat.objects.filter(OPEN, player_id=player_id)
    for game, number in seats.values_list("game_id", "seat"):
        seat = Seat(number)
        retry_on_conflict(
            game,
            partial(commands.abort_game, game=game, seat=seat),
            partial(commands.resign, game=game, seat=seat),
            partial(arbitration.forfeit_game, game=game, seats=[seat]),
        )
