"""What happens to the games of a player who deletes the account: those that go on are given up, all of them stay. And
which guests are kept for their games.
"""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet

from accounts.erasing.deletion import farewell
from accounts.people.guests import has_played, is_busy
from games.domain import arbitration, commands
from games.domain.conflict_retry import retry_on_conflict
from games.models import OPEN, GameSeat
from games.rules import Seat


@farewell
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


@has_played
def games_of(account: OuterRef) -> QuerySet[Any]:
    """The seats of a guest."""
    return GameSeat.objects.filter(player__account=account)


@is_busy
def games_in_play(account: OuterRef) -> QuerySet[Any]:
    """The seats of a guest in games that are not over."""
    return games_of(account).filter(OPEN)
