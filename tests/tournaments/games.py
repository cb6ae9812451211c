"""Games of tournaments for tests: played to their end in a moment, through the real commands."""

from __future__ import annotations

import random
from uuid import UUID

from games.domain import command_handler, commands
from games.rules import Seat
from tests.scenes import placements
from tournaments.domain.queries.tournaments import fold_of


def set_up(game: UUID, *seats: Seat) -> None:
    now = command_handler.open_game(game)
    result = placements(now.variant.slug, random.Random(1))
    for seat in seats or now.variant.seats:
        commands.make_setup(game=game, seat=seat, placement=result[seat])


def end_game(game: UUID, *, loser: Seat = Seat.BLUE) -> None:
    set_up(game)
    commands.resign(game=game, seat=loser)


def open_games(tournament: UUID) -> list[UUID]:
    round = fold_of(tournament).rounds[-1]
    return [board.leg.game for board in round.boards if board.leg.game is not None and board.leg.marks is None]
